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
    message jsonb CHECK (octet_length(message::text) < 65536),
    campaign_id integer,
    made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    taken_at timestamptz,
    ended_at timestamptz
);

-- A host works on one share at a time.
CREATE UNIQUE INDEX shares_taken ON hosts.shares (host) WHERE state = 'taken';

-- A part that has ended is continued by a share of its own; one at a time, also where two ask.
CREATE UNIQUE INDEX shares_open ON hosts.shares (batch, part) WHERE state IN ('waiting', 'taken');

CREATE FUNCTION hosts.join(reported jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    INSERT INTO hosts.hosts VALUES (session_user, reported, clock_timestamp(), clock_timestamp())
    ON CONFLICT (name) DO UPDATE
    SET facts = excluded.facts, joined_at = excluded.joined_at, heard_at = excluded.heard_at
$$;

-- A heartbeat; the answer is this clock, in seconds since 1970.
CREATE FUNCTION hosts.beat() RETURNS double precision
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    UPDATE hosts.hosts SET heard_at = clock_timestamp() WHERE name = session_user
    RETURNING extract(epoch FROM heard_at)::double precision
$$;

-- Who works as what: the connection (a login, its process, the start of the server) that holds a name
-- or a campaign. Not advisory locks: any login may take these, by a key that all can read.
CREATE TABLE hosts.holders (
    held text PRIMARY KEY,
    login text NOT NULL,
    pid integer NOT NULL,
    server_start timestamptz NOT NULL
);

CREATE FUNCTION hosts.holds(wanted text) RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT h.pid FROM hosts.holders h JOIN pg_stat_activity a ON a.pid = h.pid AND a.usename = h.login
    WHERE h.held = wanted AND h.server_start = pg_postmaster_start_time()
$$;

CREATE FUNCTION hosts.hold(wanted text) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    INSERT INTO hosts.holders AS h
    VALUES (wanted, session_user, pg_backend_pid(), pg_postmaster_start_time())
    ON CONFLICT (held) DO UPDATE SET login = excluded.login, pid = excluded.pid,
        server_start = excluded.server_start
    -- Of the row itself: a query would miss what another has noted since this statement began.
    WHERE h.pid = pg_backend_pid() OR h.server_start <> pg_postmaster_start_time()
        OR NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.pid = h.pid AND a.usename = h.login);
    SELECT hosts.holds(wanted) = pg_backend_pid()
$$;

-- A host holds its own name, whose key is the login itself.
CREATE FUNCTION hosts.hold_name() RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT hosts.hold('name ' || session_user)
$$;

-- Volatile, so that an INSERT sees what its own trigger has noted.
CREATE FUNCTION hosts.mine(wanted integer) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM hosts.shares WHERE campaign_id = wanted AND host = session_user
    )
$$;

-- A campaign is claimed by the host whose share it is, or by the coordinator.
CREATE FUNCTION hosts.claim(wanted integer) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE WHEN hosts.mine(wanted) OR NOT pg_has_role(session_user, 'host', 'MEMBER')
        OR pg_has_role(session_user, 'coordinator', 'MEMBER')
    THEN hosts.hold('campaign ' || wanted) ELSE false END
$$;

CREATE FUNCTION hosts.unclaim(wanted integer) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    WITH gone AS (
        DELETE FROM hosts.holders WHERE held = 'campaign ' || wanted AND login = session_user
            AND pid = pg_backend_pid()
        RETURNING held
    )
    SELECT EXISTS (SELECT FROM gone)
$$;

CREATE FUNCTION hosts.claimed(wanted integer) RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT hosts.holds('campaign ' || wanted)
$$;

-- A share is taken once: no row for one that was taken before, or is another host's.
CREATE FUNCTION hosts.take(wanted uuid) RETURNS SETOF hosts.shares
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    UPDATE hosts.shares SET state = 'taken', taken_at = clock_timestamp()
    WHERE token = wanted AND host = session_user AND state = 'waiting'
    RETURNING *
$$;

-- A share is accepted once; false for one that is not this host's to finish.
CREATE FUNCTION hosts.finish(done uuid, how text, reported jsonb) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    WITH ended AS (
        UPDATE hosts.shares SET state = how, message = reported, ended_at = clock_timestamp()
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

-- A repetition of a load that all hosts of a batch carry out together. Once broken, it is over for
-- all; shares that are taken after that begin it anew.
CREATE TABLE hosts.rounds (
    batch uuid NOT NULL,
    run text NOT NULL CHECK (octet_length(run) < 2048),
    attempt integer NOT NULL,
    broken_at timestamptz,
    broken_by text REFERENCES hosts.hosts (name),
    why text CHECK (why IN ('lost', 'failed', 'ended', 'passed')),
    PRIMARY KEY (batch, run, attempt)
);

-- A host is ready for a load of a repetition, which is the how manieth of its campaign; `start_at`
-- is set when all are.
CREATE TABLE hosts.loads (
    batch uuid NOT NULL,
    run text NOT NULL,
    attempt integer NOT NULL,
    load integer NOT NULL,
    step integer NOT NULL,
    token uuid NOT NULL REFERENCES hosts.shares (token),
    ready_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    start_at timestamptz,
    PRIMARY KEY (batch, run, attempt, load, token),
    FOREIGN KEY (batch, run, attempt) REFERENCES hosts.rounds
);

-- What a host has counted in a load on one of its sides: JSON with HDR histograms.
CREATE TABLE hosts.counted (
    batch uuid NOT NULL,
    run text NOT NULL,
    attempt integer NOT NULL,
    load integer NOT NULL,
    side integer NOT NULL,
    token uuid NOT NULL REFERENCES hosts.shares (token),
    began double precision NOT NULL CHECK (began BETWEEN 0 AND 1e11),
    reported jsonb NOT NULL CHECK (octet_length(reported::text) < 4194304),
    PRIMARY KEY (batch, run, attempt, load, side, token),
    FOREIGN KEY (batch, run, attempt) REFERENCES hosts.rounds
);

-- The share that a host performs now; refused for any other.
CREATE FUNCTION hosts.performed(wanted uuid) RETURNS hosts.shares
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE mine hosts.shares;
BEGIN
    SELECT * INTO mine FROM hosts.shares
    WHERE token = wanted AND host = session_user AND state = 'taken';
    IF NOT FOUND THEN
        RAISE insufficient_privilege USING MESSAGE = 'this share is not performed by this host';
    END IF;
    RETURN mine;
END
$$;

-- The last attempt of a repetition that concerns a share: a new one where the last was broken
-- before the share was taken, or nobody is in it any more. Who calls it holds the batch until its
-- transaction ends.
CREATE FUNCTION hosts.round_of(mine hosts.shares, wanted text) RETURNS hosts.rounds
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE last hosts.rounds;
BEGIN
    PERFORM FROM hosts.shares s WHERE s.batch = mine.batch ORDER BY s.token FOR NO KEY UPDATE;
    SELECT * INTO last FROM hosts.rounds
    WHERE batch = mine.batch AND run = wanted ORDER BY attempt DESC LIMIT 1;
    IF last.batch IS NULL OR last.broken_at < mine.taken_at OR (
        last.broken_at IS NULL AND NOT EXISTS (
            SELECT FROM hosts.loads l JOIN hosts.shares s USING (token)
            WHERE l.batch = mine.batch AND l.run = wanted AND l.attempt = last.attempt
                AND s.state = 'taken'
        )
    ) THEN
        INSERT INTO hosts.rounds (batch, run, attempt)
        VALUES (mine.batch, wanted, coalesce(last.attempt, 0) + 1) RETURNING * INTO last;
    END IF;
    RETURN last;
END
$$;

-- An attempt is over for all; one that is over already stays as it is.
CREATE FUNCTION hosts.end_round(which hosts.rounds, whose text, how text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    UPDATE hosts.rounds r SET broken_at = clock_timestamp(), broken_by = whose, why = how
    WHERE r.batch = which.batch AND r.run = which.run AND r.attempt = which.attempt
        AND r.broken_at IS NULL
$$;

-- A host is ready for a load: the attempt that it takes part in. The last to be ready sets the
-- instant, so that each has time to hear of it. One that took part by an earlier share has missed
-- the rest of it. Hosts that wait at different steps would wait for ever: the earlier is over.
CREATE FUNCTION hosts.ready(
    share uuid, wanted text, number integer, at_step integer, notice double precision
) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    mine hosts.shares := hosts.performed(share);
    now_in hosts.rounds := hosts.round_of(mine, wanted);
    starts timestamptz := clock_timestamp() + greatest(0, least(notice, 60)) * interval '1 s';
    other record;
BEGIN
    IF now_in.broken_at IS NOT NULL THEN
        RETURN now_in.attempt;
    END IF;
    IF EXISTS (
        SELECT FROM hosts.loads l JOIN hosts.shares s USING (token)
        WHERE l.batch = mine.batch AND l.run = wanted AND l.attempt = now_in.attempt
            AND s.part = mine.part AND s.token <> share
    ) THEN
        PERFORM hosts.end_round(now_in, session_user, 'ended');
        RETURN now_in.attempt;
    END IF;
    INSERT INTO hosts.loads (batch, run, attempt, load, step, token)
    VALUES (mine.batch, wanted, now_in.attempt, number, at_step, share) ON CONFLICT DO NOTHING;
    FOR other IN
        SELECT DISTINCT ON (s.part) s.host, l.step, l.load, r AS theirs
        FROM hosts.shares s
        JOIN hosts.loads l ON l.token = s.token
        JOIN hosts.rounds r ON r.batch = l.batch AND r.run = l.run AND r.attempt = l.attempt
        WHERE s.batch = mine.batch AND s.part <> mine.part AND s.state = 'taken'
        ORDER BY s.part, l.ready_at DESC
    LOOP
        IF (other.theirs).run = wanted THEN
            CONTINUE;
        ELSIF other.step > at_step THEN
            PERFORM hosts.end_round(now_in, other.host, 'passed');
        ELSIF other.step < at_step AND NOT EXISTS (
            SELECT FROM hosts.counted c JOIN hosts.shares s USING (token)
            WHERE c.batch = mine.batch AND c.run = (other.theirs).run
                AND c.attempt = (other.theirs).attempt AND c.load = other.load
                AND s.part = mine.part
        ) THEN
            PERFORM hosts.end_round(other.theirs, session_user, 'passed');
        END IF;
    END LOOP;
    UPDATE hosts.loads l SET start_at = starts
    WHERE l.batch = mine.batch AND l.run = wanted AND l.attempt = now_in.attempt
        AND l.load = number AND l.start_at IS NULL AND mine.parts = (
            SELECT count(*) FROM hosts.loads o WHERE o.batch = mine.batch AND o.run = wanted
                AND o.attempt = now_in.attempt AND o.load = number
        );
    RETURN now_in.attempt;
END
$$;

-- How a repetition stands: when a load of it starts, in seconds since 1970, and who broke it.
CREATE FUNCTION hosts.status(share uuid, wanted text, try integer, number integer)
RETURNS TABLE (start_at double precision, broken_by text, why text)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT extract(epoch FROM l.start_at)::double precision, r.broken_by, r.why
    FROM hosts.performed(share) mine
    JOIN hosts.rounds r ON r.batch = mine.batch AND r.run = wanted AND r.attempt = try
    LEFT JOIN hosts.loads l ON l.batch = r.batch AND l.run = r.run AND l.attempt = r.attempt
        AND l.load = number AND l.token = share
$$;

-- The other hosts of a share's batch: for how long each was silent, and whether it has ended.
CREATE FUNCTION hosts.others(share uuid)
RETURNS TABLE (host text, silent double precision, ended boolean)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT DISTINCT ON (s.part) s.host,
        extract(epoch FROM clock_timestamp() - h.heard_at)::double precision,
        s.state NOT IN ('waiting', 'taken')
    FROM hosts.performed(share) mine
    JOIN hosts.shares s ON s.batch = mine.batch AND s.part <> mine.part
    JOIN hosts.hosts h ON h.name = s.host
    ORDER BY s.part, s.made_at DESC
$$;

-- Whether a host has reported all that others wait for: as many sides of the last load as any of them.
CREATE FUNCTION hosts.has_reported(which hosts.rounds, whose text) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    WITH reported AS (
        SELECT s.host, count(*) AS sides
        FROM hosts.counted c JOIN hosts.shares s USING (token)
        WHERE c.batch = which.batch AND c.run = which.run AND c.attempt = which.attempt
            AND c.load = (
                SELECT max(l.load) FROM hosts.loads l WHERE l.batch = which.batch
                    AND l.run = which.run AND l.attempt = which.attempt
            )
        GROUP BY s.host
    )
    SELECT coalesce(max(sides) FILTER (WHERE host = whose) = max(sides), false) FROM reported
$$;

-- A repetition is over for all; not for the end of a host that owes them nothing.
CREATE FUNCTION hosts.break_off(share uuid, wanted text, whose text, how text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    mine hosts.shares := hosts.performed(share);
    now_in hosts.rounds := hosts.round_of(mine, wanted);
BEGIN
    IF whose IN (SELECT s.host FROM hosts.shares s WHERE s.batch = mine.batch)
        AND (how = 'failed' OR NOT hosts.has_reported(now_in, whose))
    THEN
        PERFORM hosts.end_round(now_in, whose, how);
    END IF;
END
$$;

-- What a host has counted; reported twice, the first stays.
CREATE FUNCTION hosts.tell(
    share uuid, wanted text, try integer, number integer, of_side integer,
    since double precision, what jsonb
) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    INSERT INTO hosts.counted (batch, run, attempt, load, side, token, began, reported)
    SELECT mine.batch, wanted, try, number, of_side, share, since, what
    FROM hosts.performed(share) mine
    JOIN hosts.loads l ON l.batch = mine.batch AND l.run = wanted AND l.attempt = try
        AND l.load = number AND l.token = share
    ON CONFLICT DO NOTHING
$$;

-- What all hosts have counted in a load on a side, in the order of their parts.
CREATE FUNCTION hosts.reported(share uuid, wanted text, try integer, number integer, of_side integer)
RETURNS TABLE (host text, began double precision, reported jsonb)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT s.host, c.began, c.reported
    FROM hosts.performed(share) mine
    JOIN hosts.counted c ON c.batch = mine.batch AND c.run = wanted AND c.attempt = try
        AND c.load = number AND c.side = of_side
    JOIN hosts.shares s ON s.token = c.token
    ORDER BY s.part
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
