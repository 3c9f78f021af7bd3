"""Statements in the native loop: what they do, what they tell, and where Python loops instead."""

from __future__ import annotations

import secrets
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from app.campaign.turns.timed_loop import TimedClock
from app.processes.live_counters import LiveCounters
from engines.contract.errors import StatementFailed
from engines.contract.session import Prepared, Session
from engines.native import library as native
from engines.native.burst import burst_of
from engines.servers.server import Server
from engines.sql.statement import Unencrypted, Value, ValueType
from engines.sql.statement_text import statement
from tests.conftest import Servers

PLAIN = Unencrypted()
KINDS = {
    "id": ValueType.INTEGER,
    "broken": ValueType.REAL,
    "flag": ValueType.BOOLEAN,
    "word": ValueType.TEXT,
    "raw": ValueType.BYTES,
}
TABLE = {
    "postgresql": "broken double precision, flag boolean, word text, raw bytea",
    "mariadb": "broken double, flag boolean, word text collate utf8mb4_bin, raw blob",
}
TABLE["mysql"] = TABLE["mariadb"]


@pytest.fixture(params=["postgresql", "mariadb", "mysql"])
def server(request: pytest.FixtureRequest, servers: Servers) -> Server:
    return servers[request.param]


@pytest.fixture
def database(server: Server) -> Iterator[str]:
    name = server.engine.catalogue.create_database(
        server.endpoint, f"native_{secrets.token_hex(4)}"
    )
    yield name
    server.engine.catalogue.drop_database(server.endpoint, name)


@pytest.fixture
def session(server: Server, database: str) -> Iterator[Session]:
    with server.engine.driver.connect(server.endpoint, database) as entered:
        entered.execute(f"create table t (id integer primary key, {TABLE[server.engine.name]})")
        yield entered


@pytest.fixture
def clock() -> Iterator[TimedClock]:
    counters = LiveCounters()
    yield TimedClock(counters)
    counters.close()


def inserting(session: Session) -> Prepared:
    places = ", ".join(f":{name}" for name in KINDS)
    output = statement(f"insert into t ({', '.join(KINDS)}) values ({places})", KINDS)
    return session.prepare(output, PLAIN)


def reading(session: Session) -> Prepared:
    return session.prepare(
        statement("select id, word from t where id >= :id order by id", {"id": ValueType.INTEGER}),
        PLAIN,
    )


def napping(server: Server) -> str:
    return "select pg_sleep(:s)" if server.engine.name == "postgresql" else "select sleep(:s)"


def some(many: int) -> list[tuple[Value, ...]]:
    """Rows with each kind of value, texts of other lengths from row to row, and NULLs."""
    return [
        (n, n / 7, n % 2 == 0, "ação 🔒"[: n % 7], bytes([0, n % 256, 255]))
        if n % 5
        else (n, None, None, None, None)
        for n in range(many)
    ]


def test_that_rows_are_written_as_they_are_by_the_drivers_own_call(
    session: Session, clock: TimedClock
) -> None:
    put, rows = inserting(session), some(500)
    assert burst_of([(put, put.bind(rows[0]))]) is not None
    clock.start(len(rows))
    session.begin()
    began = time.perf_counter()
    clock.run_many((put, row) for row in rows)
    elapsed = time.perf_counter() - began
    session.commit()
    found = session.fetch(f"select {', '.join(KINDS)} from t order by id")
    assert [
        (n, real, None if flag is None else bool(flag), word, raw)
        for n, real, flag, word, raw in found
    ] == rows
    assert clock.statements == len(rows)
    assert 0.1 * elapsed < clock.busy_seconds < elapsed
    put.close()


def test_that_statements_of_several_kinds_take_turns_and_the_driver_goes_on_after_them(
    session: Session, clock: TimedClock
) -> None:
    put, get = inserting(session), reading(session)
    clock.start(80)
    session.begin()
    clock.run_many(
        step for row in some(40) for step in ((put, row), (get, (max(0, int(str(row[0])) - 3),)))
    )
    clock.run(put, (40, 0.5, True, "last", b""))
    session.commit()
    assert get.rows(clock.run(get, (39,))) == [(39, some(40)[39][3]), (40, "last")]
    assert (clock.statements, get.affected(get.execute(0))) == (82, 41)
    clock.run_many([(get, (0,)), (get, (41,))])
    assert [number for number, _ in get.rows(get.execute(38))] == [38, 39, 40]
    put.close()
    get.close()


def test_that_the_first_failure_ends_it_with_the_servers_words(
    session: Session, clock: TimedClock
) -> None:
    put, rows = inserting(session), some(10)
    clock.start(20)
    session.begin()
    with pytest.raises(StatementFailed, match=r"(?i)duplicate") as report:
        clock.run_many([(put, row) for row in (*rows, rows[3], (99, None, None, None, None))])
    assert "t_pkey" in report.value.message or "PRIMARY" in report.value.message
    assert clock.statements == len(rows)
    session.rollback()
    session.begin()
    clock.run_many([(put, rows[3])])  # the statement is as good as before
    session.commit()
    assert session.fetch("select count(*) from t") == [(1,)]
    put.close()


def test_that_a_server_that_ends_the_connection_is_a_failure_and_no_crash(
    server: Server, database: str, session: Session, clock: TimedClock
) -> None:
    nap = session.prepare(statement(napping(server), {"s": ValueType.REAL}), PLAIN)
    assert burst_of([(nap, nap.bind((0.0,)))]) is not None
    postgresql = server.engine.name == "postgresql"
    ours = "select pg_backend_pid()" if postgresql else "select connection_id()"
    number = int(str(session.fetch(ours)[0][0]))

    def end() -> None:
        with server.engine.driver.connect(server.endpoint, database) as other:
            time.sleep(0.3)
            if postgresql:
                other.fetch(f"select pg_terminate_backend({number})")
            else:
                other.execute(f"kill {number}")

    ending = threading.Thread(target=end)
    ending.start()
    clock.start(2)
    with pytest.raises(StatementFailed):
        clock.run_many([(nap, (0.0,)), (nap, (20.0,))])
    ending.join()
    assert clock.statements == 1
    with pytest.raises(StatementFailed):  # it stays so
        clock.run_many([(nap, (0.0,))])


def test_that_a_signal_is_heard_while_many_slow_statements_run(
    server: Server, session: Session, clock: TimedClock
) -> None:
    nap = session.prepare(statement(napping(server), {"s": ValueType.REAL}), PLAIN)
    began = time.monotonic()
    report = list[float]()

    def hear(_number: int, _frame: object) -> None:
        report.append(time.monotonic() - began)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, hear)
    try:
        run = clock.bound((nap, (0.1,)) for _ in range(100))
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        with pytest.raises(KeyboardInterrupt):
            run()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert report and 1 <= clock.statements <= 90
    nap.close()


def test_that_python_runs_what_the_native_loop_cannot(
    session: Session, clock: TimedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    put, rows = inserting(session), some(3)

    class OfOurs(Prepared):
        """Encrypted by the application, say."""

        def __init__(self) -> None:
            self.bind, self.ran = put.bind, 0

        def run(self, bound: Sequence[object]) -> object:
            self.ran += 1
            return put.run(bound)

        def check_outcome(self, arrived: object) -> object:
            return put.check_outcome(arrived)

        rows, affected = put.rows, put.affected

        def close(self) -> None:
            """Nothing."""

    ours = OfOurs()
    assert burst_of([(ours, ours.bind(rows[0]))]) is None
    clock.start(3)
    session.begin()
    clock.run_many([(put, rows[0]), (ours, rows[1])])
    session.commit()
    assert session.fetch("select count(*) from t") == [(2,)] and ours.ran == 1
    counters = LiveCounters()
    plain = TimedClock(counters, native=False)
    monkeypatch.setattr("engines.native.burst.library", pytest.fail)
    plain.run_many([(put, rows[2])])
    session.commit()
    assert session.fetch("select count(*) from t") == [(3,)]
    counters.close()
    put.close()


def test_that_a_closed_connection_is_reported_by_python(
    server: Server, database: str, clock: TimedClock
) -> None:
    with server.engine.driver.connect(server.endpoint, database) as entered:
        nap = entered.prepare(statement(napping(server), {"s": ValueType.REAL}), PLAIN)
        clock.run_many([(nap, (0.0,))])
    with pytest.raises(Exception, match=r"(?i)clos|gone|lost|says"):
        clock.run_many([(nap, (0.0,))])


def test_that_a_library_of_other_sources_is_not_called(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that an older program has left: its functions may want other arguments."""
    stale = tmp_path / "timed.so"
    code = native.PATH.read_bytes()
    known = native.digest().encode()
    assert code.count(known) == 1
    stale.write_bytes(code.replace(known, known[::-1]))
    stale.chmod(0o755)
    monkeypatch.setattr(native, "PATH", stale)
    monkeypatch.setattr(native, "digest", known.decode)
    native.library.cache_clear()
    try:
        assert native.library() is None and inserting(session).native is None
    finally:
        native.library.cache_clear()


def test_that_without_the_library_python_times_them(
    session: Session, monkeypatch: pytest.MonkeyPatch, clock: TimedClock
) -> None:
    monkeypatch.setattr(native, "PATH", native.PATH.with_name("nowhere.so"))
    native.library.cache_clear()
    try:
        put, rows = inserting(session), some(20)
        assert put.native is None
        clock.start(20)
        session.begin()
        clock.run_many((put, row) for row in rows)
        session.commit()
        assert session.fetch("select count(*) from t") == [(20,)]
        put.close()
    finally:
        native.library.cache_clear()


def test_that_a_second_thread_and_what_is_closed_are_refused_in_a_sentence(
    server: Server, database: str
) -> None:
    """The C library would work with memory that the other thread uses, or that is freed."""
    session = server.engine.driver.connect(server.endpoint, database)
    nap = session.prepare(statement(napping(server), {"s": ValueType.REAL}), PLAIN)
    quick = session.prepare(statement("select 1", {}), PLAIN)
    long, short = burst_of([(nap, nap.bind((1.0,)))]), burst_of([(quick, quick.bind(()))] * 3)
    again = burst_of([(quick, quick.bind(()))])
    assert long is not None and short is not None and again is not None
    other = threading.Thread(target=long.run)
    other.start()
    time.sleep(0.3)
    with pytest.raises(StatementFailed, match="Another thread"):
        short.run()
    other.join()
    assert len(long.durations_ns) == 1
    again.run()
    quick.close()
    with pytest.raises(StatementFailed, match="was closed"):
        again.run()
    later = burst_of([(nap, nap.bind((0.0,)))])
    assert later is not None
    session.close()
    with pytest.raises(StatementFailed, match="was closed"):
        later.run()
