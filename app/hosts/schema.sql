-- What a coordinator's PostgreSQL holds beside the results store: who has joined, and the shares.
-- Functions run as the owner of the store; `session_user` is the host that calls them.

CREATE SCHEMA hosts;

CREATE TABLE hosts.coordinator (
    facts jsonb NOT NULL,
    noted_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE hosts.hosts (
    name text PRIMARY KEY,
    facts jsonb NOT NULL CHECK (octet_length(facts::text) < 65536),
    joined_at timestamptz NOT NULL,
    heard_at timestamptz NOT NULL
);

CREATE TABLE hosts.shares (
    token uuid PRIMARY KEY,
    batch uuid NOT NULL,
    host text NOT NULL REFERENCES hosts.hosts (name),
    plan text NOT NULL,
    seed bigint NOT NULL,
    part integer NOT NULL CHECK (part BETWEEN 1 AND parts),
    parts integer NOT NULL,
    state text NOT NULL DEFAULT 'waiting'
        CHECK (state IN ('waiting', 'taken', 'done', 'failed', 'cancelled')),
    said jsonb CHECK (octet_length(said::text) < 65536),
    campaign_id integer,
    made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    taken_at timestamptz,
    ended_at timestamptz
);

-- A host works on one share at a time.
CREATE UNIQUE INDEX shares_taken ON hosts.shares (host) WHERE state = 'taken';

-- A part that has ended is continued by a share of its own; one at a time, also where two ask.
CREATE UNIQUE INDEX shares_open ON hosts.shares (batch, part) WHERE state IN ('waiting', 'taken');

CREATE FUNCTION hosts.join(told jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    INSERT INTO hosts.hosts VALUES (session_user, told, clock_timestamp(), clock_timestamp())
    ON CONFLICT (name) DO UPDATE
    SET facts = excluded.facts, joined_at = excluded.joined_at, heard_at = excluded.heard_at
$$;

-- A heartbeat; the answer is this clock, in seconds since 1970.
CREATE FUNCTION hosts.beat() RETURNS double precision
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    UPDATE hosts.hosts SET heard_at = clock_timestamp() WHERE name = session_user
    RETURNING extract(epoch FROM heard_at)::double precision
$$;

-- A share is taken once: no row for one that was taken before, or is another host's.
CREATE FUNCTION hosts.take(wanted uuid) RETURNS SETOF hosts.shares
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    UPDATE hosts.shares SET state = 'taken', taken_at = clock_timestamp()
    WHERE token = wanted AND host = session_user AND state = 'waiting'
    RETURNING *
$$;

-- A share is accepted once; false for one that is not this host's to finish.
CREATE FUNCTION hosts.finish(done uuid, how text, told jsonb) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    WITH ended AS (
        UPDATE hosts.shares SET state = how, said = told, ended_at = clock_timestamp()
        WHERE token = done AND host = session_user AND state = 'taken'
            AND how IN ('done', 'failed', 'cancelled')
        RETURNING token
    )
    SELECT EXISTS (SELECT FROM ended)
$$;

-- Shares of a batch that nobody has taken are taken back.
CREATE FUNCTION hosts.withdraw(wanted uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    UPDATE hosts.shares SET state = 'cancelled', ended_at = clock_timestamp()
    WHERE batch = wanted AND state = 'waiting'
$$;

-- Volatile, so that an INSERT sees what its own trigger has noted.
CREATE FUNCTION hosts.mine(wanted integer) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM hosts.shares WHERE campaign_id = wanted AND host = session_user
    )
$$;

CREATE FUNCTION hosts.open(wanted integer) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM hosts.shares
        WHERE campaign_id = wanted AND host = session_user AND state = 'taken'
    )
$$;

-- The first campaign that a host makes while it has a share is that share's; a second is nobody's,
-- and refused.
CREATE FUNCTION hosts.adopt() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    UPDATE hosts.shares SET campaign_id = NEW.id
    WHERE host = session_user AND state = 'taken' AND campaign_id IS NULL;
    RETURN NEW;
END
$$;

CREATE TRIGGER cipherbench_adopt BEFORE INSERT ON public.campaigns
    FOR EACH ROW EXECUTE FUNCTION hosts.adopt();
