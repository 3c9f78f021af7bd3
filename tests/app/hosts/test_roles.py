"""What a stranger, a host that means harm, and a viewer can do in a shared store: nothing else."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

import pytest
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.exc import DBAPIError, OperationalError

from app.hosts.batch_coordination import Batch, Coordination
from app.hosts.coordinator import generated_certificate
from app.hosts.membership import Membership
from app.hosts.messages import ShareState
from app.hosts.roles import LOGINS, check_name
from app.hosts.shared_schema import prepare_store
from app.hosts.store_login import store_login
from app.plan.campaign import Campaign
from app.plan.matrix import cells_of, schedule
from app.results.database.models import Base
from app.results.database.store_connection import make_engine
from app.results.store.store import open_store
from engines.contract.errors import InputError
from tests.app.hosts.conftest import Coordinated
from tests.patience import wait_until

pytestmark = pytest.mark.slow

_NO_RIGHT = "42501"
LOCKED = (
    *Base.metadata.tables,
    *(f"hosts.{each}" for each in ("hosts", "shares", "rounds", "loads", "counted", "holders")),
    *(f"queue.procrastinate_{each}" for each in ("jobs", "events", "workers")),
)

Joined = Callable[[str], Membership]
HandOut = Callable[..., dict[str, UUID]]


@contextmanager
def connected(coordinated: Coordinated, user: str) -> Iterator[Connection]:
    engine = make_engine(coordinated.login(user).url, write=True)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def refused(connection: Connection, statement: str, **values: object) -> bool:
    """Whether the server refuses a statement for want of a right."""
    try:
        connection.execute(text(statement), values)
    except DBAPIError as error:
        if getattr(error.orig, "sqlstate", "") == _NO_RIGHT:
            return True
        raise
    finally:
        connection.rollback()
    return False


def changed(connection: Connection, statement: str, **values: object) -> int:
    """How many rows a statement changes; none of it stays."""
    count = connection.execute(text(statement), values).rowcount
    connection.rollback()
    return count


def campaign_of(coordinated: Coordinated, user: str, campaign: Campaign) -> int:
    """What a host's executor does first."""
    with open_store(coordinated.login(user).text, write=True) as store:
        cells = cells_of(campaign, {}, dict.fromkeys(("sqlite",), None), [])
        return store.create_campaign(campaign, cells, schedule(campaign, cells))


@pytest.mark.parametrize("user", ["rack1", *LOGINS])
def test_that_a_stranger_without_the_password_does_not_get_in(
    coordinated: Coordinated, user: str
) -> None:
    right = coordinated.login(user).url
    for password in ("wrong", None):
        with pytest.raises(OperationalError, match="password"):
            make_engine(right._replace(password=password), write=True).connect()


def test_that_nobody_gets_in_without_encryption(coordinated: Coordinated) -> None:
    url = coordinated.login("rack1").url.update_query_dict({"sslmode": "disable"})
    with pytest.raises(OperationalError, match="no encryption"):
        make_engine(url, write=True).connect()


def test_that_a_host_does_not_enter_a_server_of_another_certificate_or_name(
    coordinated: Coordinated, tmp_path: Path
) -> None:
    generated_certificate(tmp_path, "127.0.0.1")
    url = coordinated.login("rack1").url
    other = url.update_query_dict({"sslrootcert": str(tmp_path / "coordinator.crt")})
    for wrong, why in ((other, "certificate verify failed"), (url.set(host="localhost"), "match")):
        with pytest.raises(OperationalError, match=why):
            make_engine(wrong, write=True).connect()


def test_that_a_share_is_taken_once_by_its_own_host_and_accepted_once(
    joined: Joined, hand_out: HandOut
) -> None:
    one, other = joined("rack1"), joined("rack2")
    token = hand_out("rack1")["rack1"]
    assert other.take(token) is None
    assert not other.finish(token, ShareState.DONE)
    assert not one.finish(token, ShareState.DONE)  # nothing was taken yet
    share = one.take(token)
    assert share is not None and (share.part, share.parts, share.seed) == (1, 1, 2023)
    assert one.take(token) is None
    assert one.finish(token, ShareState.DONE)
    assert not one.finish(token, ShareState.FAILED)
    assert one.take(token) is None


def test_that_two_programs_do_not_join_under_one_name(
    joined: Joined, coordinated: Coordinated
) -> None:
    joined("rack1")
    second = Membership(coordinated.login("rack1"), "rack1")
    try:
        with pytest.raises(InputError, match="Host already joined"):
            second.hold_name()
    finally:
        second.close()


def test_that_a_host_sees_and_changes_nothing_of_another(
    coordinated: Coordinated, joined: Joined, hand_out: HandOut, small: Campaign
) -> None:
    one, other = joined("rack1"), joined("rack2")
    tokens = hand_out("rack1", "rack2")
    one.take(tokens["rack1"])
    other.take(tokens["rack2"])
    theirs = campaign_of(coordinated, "rack1", small)
    mine = campaign_of(coordinated, "rack2", small)
    with connected(coordinated, "rack1") as owner:
        query = "SELECT r.id FROM runs r JOIN cells c ON c.id = r.cell_id WHERE c.campaign_id = :id"
        run = owner.scalar(text(f"{query} LIMIT 1"), {"id": theirs})
        cell = owner.scalar(text("SELECT id FROM cells WHERE campaign_id = :id"), {"id": theirs})
    assert run and cell
    with connected(coordinated, "rack2") as attack:
        assert attack.scalars(text("SELECT DISTINCT host FROM hosts.shares")).all() == ["rack2"]
        assert attack.scalars(text("SELECT name FROM hosts.hosts")).all() == ["rack2"]
        queues = "SELECT DISTINCT queue_name FROM queue.procrastinate_jobs"
        assert attack.scalars(text(queues)).all() == ["rack2"]
        seen = attack.scalars(text("SELECT id FROM campaigns")).all()
        assert mine in seen and theirs not in seen
        for table, key, value in (("runs", "id", run), ("cells", "id", cell)):
            known = text(f"SELECT count(*) FROM {table} WHERE {key} = :value")
            assert attack.scalar(known, {"value": value}) == 0
        assert not changed(attack, "UPDATE runs SET status = 'done' WHERE id = :id", id=run)
        assert refused(attack, "DELETE FROM runs WHERE id = :id", id=run)
        attack.execute(text("SELECT hosts.discard_runs(:id)"), {"id": run})
        attack.commit()
        job = "UPDATE queue.procrastinate_jobs SET status = 'failed' WHERE queue_name = 'rack1'"
        assert not changed(attack, job)
        event = (
            "INSERT INTO events (campaign_id, run_id, at, level, message) "
            "VALUES (:campaign, :run, 1, 'info', '\"x\"')"
        )
        assert refused(attack, event, campaign=theirs, run=None)
        assert refused(attack, event, campaign=mine, run=run)
        assert not refused(attack, event, campaign=mine, run=None)
        moved = "UPDATE cells SET campaign_id = :theirs WHERE campaign_id = :mine"
        assert refused(attack, moved, theirs=theirs, mine=mine)
    assert one.finish(tokens["rack1"], ShareState.DONE)
    assert other.finish(tokens["rack2"], ShareState.DONE)


def test_that_a_host_adds_results_only_while_it_has_taken_a_share(
    coordinated: Coordinated, joined: Joined, hand_out: HandOut, small: Campaign
) -> None:
    member = joined("rack3")
    with pytest.raises(Exception, match="row-level security"):
        campaign_of(coordinated, "rack3", small)
    token = hand_out("rack3")["rack3"]
    member.take(token)
    made = campaign_of(coordinated, "rack3", small)
    assert member.campaign_of(token) == made
    with pytest.raises(Exception, match="row-level security"):
        campaign_of(coordinated, "rack3", small)  # a share is one campaign
    assert member.finish(token, ShareState.DONE)
    with connected(coordinated, "rack3") as late:
        renamed = "UPDATE campaigns SET name = 'x' WHERE id = :id"
        assert late.scalar(text("SELECT count(*) FROM campaigns WHERE id = :id"), {"id": made})
        assert not changed(late, renamed, id=made)


def test_that_a_host_has_no_campaign_of_another_adopted_by_its_share(
    coordinated: Coordinated, joined: Joined, hand_out: HandOut, small: Campaign
) -> None:
    member = joined("rack2")
    token = hand_out("rack2")["rack2"]
    member.take(token)
    theirs = campaign_of(coordinated, "coordinator", small)
    copied = (
        "INSERT INTO campaigns SELECT (jsonb_populate_record(NULL::campaigns, "
        "jsonb_build_object('id', CAST(:id AS integer), 'name', 'x', 'plan', '', 'seed', 1, "
        "'order', 'x', 'status', 'done', 'created_at', 1))).* ON CONFLICT DO NOTHING"
    )
    with connected(coordinated, "rack2") as attack:
        assert refused(attack, copied, id=theirs)
        assert not refused(attack, "SELECT nextval(pg_get_serial_sequence('campaigns', 'id'))")
        assert refused(attack, "SELECT setval(pg_get_serial_sequence('campaigns', 'id'), 1)")
    assert member.campaign_of(token) is None
    assert member.finish(token, ShareState.DONE)


def test_that_a_host_goes_by_its_login(coordinated: Coordinated) -> None:
    with pytest.raises(InputError, match="as rack1, but the host is named rack2"):
        Membership(coordinated.login("rack1"), "rack2")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE hosts.shares SET state = 'waiting'",
        "UPDATE hosts.hosts SET heard_at = now() + interval '1 hour'",
        "INSERT INTO hosts.shares (token, batch, host, plan, seed, part, parts) VALUES "
        "(gen_random_uuid(), gen_random_uuid(), 'rack3', '', 1, 1, 1)",
        "SELECT hosts.withdraw(gen_random_uuid())",
        "SELECT hosts.end_round(r, 'rack1', 'lost') FROM hosts.rounds r",
        "DELETE FROM campaigns",
        "CREATE TABLE public.mine (id int)",
        "CREATE TABLE hosts.mine (id int)",
        "CREATE TEMPORARY TABLE mine (id int)",
        "UPDATE queue.procrastinate_jobs SET queue_name = 'rack1'",
        "INSERT INTO queue.procrastinate_jobs (queue_name, task_name) VALUES ('rack1', 'x')",
        "ALTER ROLE rack1 PASSWORD 'x'",
        "SET ROLE coordinator",
        "SELECT pg_read_file('/etc/passwd')",
        *(
            f"LOCK TABLE {each} IN {mode} MODE"
            for each in LOCKED
            for mode in ("ACCESS EXCLUSIVE", "SHARE")
        ),
        "DELETE FROM runs",
        "TRUNCATE events",
        "SELECT lo_create(0)",
        "SELECT lo_from_bytea(0, 'x')",
        "SELECT lo_import('/etc/passwd')",
        "CREATE SCHEMA mine",
        "CREATE ROLE mine",
        "ALTER DATABASE cipherbench SET lock_timeout = 1",
        "ALTER ROLE host SET lock_timeout = 1",
        "ALTER ROLE rack1 SET lock_timeout = 1",
        "COMMENT ON ROLE rack1 IS 'x'",
        "ALTER TABLE runs DISABLE ROW LEVEL SECURITY",
        "CREATE TRIGGER x AFTER INSERT ON runs EXECUTE FUNCTION hosts.adopt()",
        "SELECT hosts.hold('name rack1')",
        "SELECT hosts.holds('name rack1')",
        "SELECT * FROM hosts.holders",
        "COPY (SELECT 1) TO PROGRAM 'true'",
    ],
)
def test_that_a_host_may_do_nothing_else(coordinated: Coordinated, statement: str) -> None:
    with connected(coordinated, "rack3") as attack:
        assert refused(attack, statement)


@pytest.mark.parametrize("statement", ["CREATE DATABASE mine", "ALTER SYSTEM SET jit = off"])
def test_that_a_host_changes_nothing_of_the_server(
    coordinated: Coordinated, statement: str
) -> None:
    engine = make_engine(coordinated.login("rack3").url, write=True)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as attack:
        assert refused(attack, statement)
    engine.dispose()


def test_that_a_host_connects_to_no_other_database(coordinated: Coordinated) -> None:
    for other in ("postgres", "template1"):
        with pytest.raises(OperationalError, match=r"pg_hba.conf|permission denied"):
            make_engine(coordinated.login("rack3").url.set(database=other), write=True).connect()


def test_that_no_host_holds_the_name_of_another(coordinated: Coordinated, joined: Joined) -> None:
    with connected(coordinated, "rack3") as attack:
        old = "SELECT pg_try_advisory_lock(1128878153, hashtext('rack1'))"
        assert attack.scalar(text(old))
        assert attack.scalar(text("SELECT hosts.hold_name()"))  # its own
        joined("rack1")
        rows = attack.scalars(text("SELECT objid FROM pg_locks WHERE locktype = 'advisory'")).all()
        assert len(rows) == 1, "what a host holds is no lock that others can read and take"


def test_that_no_host_claims_a_campaign_of_another(
    coordinated: Coordinated, joined: Joined, hand_out: HandOut, small: Campaign
) -> None:
    member = joined("rack1")
    token = hand_out("rack1")["rack1"]
    member.take(token)
    theirs = campaign_of(coordinated, "rack1", small)
    with connected(coordinated, "rack3") as attack:
        for each in ("claim", "unclaim"):
            assert not attack.scalar(text(f"SELECT hosts.{each}(:id)"), {"id": theirs})
        assert attack.scalar(text(f"SELECT pg_try_advisory_lock({0x43495048}, {theirs})"))
        login = coordinated.login("rack1").text
        with open_store(login, write=True) as store, store.locked(theirs):
            assert attack.scalar(text("SELECT hosts.claimed(:id)"), {"id": theirs})
            with open_store(login, write=True) as second, pytest.raises(InputError, match="in use"):
                second.locked(theirs).__enter__()
        assert not attack.scalar(text("SELECT hosts.claimed(:id)"), {"id": theirs})
    assert member.finish(token, ShareState.DONE)


def test_that_of_two_that_claim_at_once_one_is_refused(
    coordinated: Coordinated, joined: Joined, hand_out: HandOut, small: Campaign
) -> None:
    joined("rack1").take(hand_out("rack1")["rack1"])
    claim = text(f"SELECT hosts.claim({campaign_of(coordinated, 'rack1', small)})")
    with (
        connected(coordinated, "rack1") as first,
        connected(coordinated, "rack1") as second,
        ThreadPoolExecutor(1) as thread,
    ):
        assert first.scalar(claim)
        waiting = thread.submit(second.scalar, claim)
        with pytest.raises(TimeoutError):
            waiting.result(1)
        first.commit()
        assert not waiting.result(30)
        second.commit()
        assert first.scalar(claim), "who has it keeps it"


def test_that_a_host_that_locks_rows_of_its_own_holds_up_nobody_for_long(
    coordinated: Coordinated, joined: Joined, hand_out: HandOut, coordination: Coordination
) -> None:
    joined("rack3")
    token = hand_out("rack3")["rack3"]
    batch = Batch(coordination_batch(coordinated, token))
    with connected(coordinated, "rack3") as attack:
        attack.exec_driver_sql("SET idle_in_transaction_session_timeout = 0")
        attack.execute(text("SELECT hosts.take(:token)"), {"token": token})
        assert coordination.look(batch)[0].share.state is ShareState.WAITING, "reading goes on"
        begun = time.monotonic()
        with pytest.raises(InputError, match="kept a table or row of it locked for 10 s"):
            coordination.withdraw(batch)
        assert time.monotonic() - begun < 60
    coordination.withdraw(batch)


def coordination_batch(coordinated: Coordinated, token: UUID) -> UUID:
    with connected(coordinated, "coordinator") as connection:
        query = text("SELECT batch FROM hosts.shares WHERE token = :token")
        batch: UUID = connection.scalar(query, {"token": token})
    return batch


def test_that_every_connection_to_a_store_has_limits(coordinated: Coordinated) -> None:
    for user in ("rack1", *LOGINS):
        with connected(coordinated, user) as connection:
            for name, limit in (("lock_timeout", "10s"), ("statement_timeout", "2min")):
                assert connection.scalar(text(f"SHOW {name}")) == limit


def test_that_a_role_does_not_make_a_host_another(
    coordinated: Coordinated, joined: Joined, hand_out: HandOut
) -> None:
    joined("rack2")
    hand_out("rack2")
    with connected(coordinated, "rack3") as attack:
        attack.exec_driver_sql("SET ROLE host")
        hosts = attack.scalars(text("SELECT DISTINCT host FROM hosts.shares")).all()
        assert set(hosts) <= {"rack3"}


def test_that_a_viewer_reads_all_and_writes_nothing(coordinated: Coordinated) -> None:
    with connected(coordinated, "viewer") as viewer:
        for table in (*Base.metadata.tables, "hosts.hosts", "hosts.shares"):
            assert not refused(viewer, f"SELECT * FROM {table} LIMIT 1")
            assert refused(viewer, f"DELETE FROM {table}")
            assert refused(viewer, f"INSERT INTO {table} DEFAULT VALUES")
        assert refused(viewer, "SELECT hosts.take(gen_random_uuid())")
        assert refused(viewer, "SELECT hosts.beat()")


@pytest.mark.parametrize("name", ["viewer", "host", "all", "pg_rack", "Rack1", 'r"; --', ""])
def test_that_what_is_no_name_of_a_host_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="cannot be the name of a host"):
        check_name(name)


def test_that_a_role_of_somebody_else_is_left_alone(coordinated: Coordinated) -> None:
    with pytest.raises(InputError, match="did not make"):
        prepare_store(coordinated.owner, ["cipherbench"])


@pytest.mark.parametrize("shared", [False, True])
def test_that_a_database_is_closed_to_others_where_nothing_else_is_in_it(
    coordinated: Coordinated, shared: bool
) -> None:
    name = f"own_{shared}".lower()
    server = create_engine(coordinated.owner, isolation_level="AUTOCOMMIT")
    url = server.url.set(database=name)
    inside = create_engine(url, isolation_level="AUTOCOMMIT")
    try:
        with server.connect() as connection:
            connection.exec_driver_sql(f"CREATE DATABASE {name}")
        if shared:
            with inside.connect() as connection:
                connection.exec_driver_sql("CREATE SCHEMA theirs CREATE TABLE one (id integer)")
        prepare_store(url.render_as_string(hide_password=False), [])
        with inside.connect() as connection:
            may = text("SELECT pg_catalog.has_database_privilege('viewer', :name, 'TEMPORARY')")
            assert connection.scalar(may, {"name": name}) is shared
    finally:
        inside.dispose()
        with server.connect() as connection:
            connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")
        server.dispose()


def test_that_a_coordinator_that_begins_again_waits_for_hosts_at_work(
    coordinated: Coordinated,
) -> None:
    """Each waits for a table that the other has, and PostgreSQL ends the coordinator's part."""
    first, *_, last = Base.metadata.tables
    server = create_engine(coordinated.owner)
    waiting = text(
        "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = CAST(:t AS regclass)"
    )
    with ThreadPoolExecutor(1) as thread, server.connect() as work, server.connect() as look:
        work.exec_driver_sql("SET deadlock_timeout = '60s'")
        work.exec_driver_sql(f"SELECT 1 FROM {last} LIMIT 1")
        prepared = thread.submit(prepare_store, coordinated.owner, [])
        wait_until(lambda: look.scalar(waiting, {"t": last}) == 1)
        work.exec_driver_sql(f"SELECT 1 FROM {first} LIMIT 1")
        assert not prepared.done()
        work.commit()
        prepared.result(30)
    server.dispose()


def test_that_a_store_is_prepared_by_its_owner_alone(coordinated: Coordinated) -> None:
    for user in ("coordinator", "rack3"):
        with pytest.raises(InputError, match=f"{user} may not do this"):
            prepare_store(coordinated.login(user).text, ["rack9"])


def test_that_a_store_over_a_network_is_verified_unless_its_address_says_otherwise() -> None:
    for far in ("192.0.2.1/x", "/x?hostaddr=192.0.2.1", "/x?host=/tmp,192.0.2.1", "/x?service=a"):
        login = store_login(f"postgresql://rack1:secret@{far}")
        assert login.url.query["sslmode"] == "verify-full"
        assert "secret" not in login.shown
    near = store_login("postgresql://rack1:secret@/x?host=/tmp")
    assert "sslmode" not in near.url.query
