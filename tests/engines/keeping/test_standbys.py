"""Servers of ours that another one follows."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from threading import Thread
from typing import Any

import psutil
import pytest

from app.plan.campaign import Campaign, PlannedProtection
from app.plan.status import Status
from app.report.figures.campaign_report import report_on
from app.report.figures.latency import load_rows
from app.report.tables.measured_tables import load_table
from app.results.events import Event, OperationFinished, OperationStarted, RunFinished
from engines.contract.endpoint import Endpoint, Pooler, Standby
from engines.contract.errors import ServerUnavailable, StatementFailed
from engines.contract.launch import Launch
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.contract.secrecy import register_secret
from engines.contract.session import Session
from engines.keeping.service_user import program_user
from engines.opening import open_server
from engines.registry import engine_named
from engines.servers import launched
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.engines.keeping.test_encrypted_folders import alive
from tests.engines.postgresql.test_pgbouncer import there
from tests.patience import wait_until
from tests.requirements import spec_of
from workloads.hospital.workload import HospitalParameters
from workloads.web_users.parameters import LoadKind, WebUsersParameters

__all__ = ["there"]  # a fixture
pytestmark = pytest.mark.slow
ENGINES = ("postgresql", "mariadb", "mysql")
each_engine = pytest.mark.parametrize("engine", ENGINES)
each_way = pytest.mark.parametrize(
    ("engine", "standby"),
    [
        (engine, standby)
        if (engine, standby) == ("postgresql", Standby.SYNCHRONOUS)
        else pytest.param(engine, standby, marks=pytest.mark.exhaustive)
        for engine in ENGINES
        for standby in (Standby.SYNCHRONOUS, Standby.ASYNCHRONOUS)
    ],
)


def spec(engine: str, standby: Standby) -> ServerSpec:
    return replace(spec_of(engine), name="followed", standby=standby)


def option_of(pid: int, *names: str) -> str:
    """The value of an option that a server was started with."""
    words: list[str] = psutil.Process(pid).cmdline()
    given = [
        *pairwise(words),
        *(each.split("=", 1) for each in words if "=" in each),
    ]
    return next(value for name, value in given if name in names)


def data_of(pid: int) -> Path:
    return Path(option_of(pid, "-D", "--datadir"))


def entered(pid: int, engine: str) -> Endpoint:
    """A standby, as this program's user enters it."""
    socket = option_of(pid, "unix_socket_directories", "--socket")
    user = "cipherbench" if engine == "postgresql" else program_user()
    return Endpoint(engine, socket=socket, port=5432, user=user)


@each_way
def test_that_what_is_committed_reaches_a_standby_that_goes_with_its_server(
    engine: str, standby: Standby
) -> None:
    server = open_server(spec(engine, standby), None)
    try:
        assert server.probe().settings["standby"] == standby
        (pid,) = server.endpoint.standby_pids
        data = data_of(pid)
        assert data != data_of(server.endpoint.pid or 0) and pid in server.endpoint.roots
        name = server.engine.catalogue.create_database(server.endpoint, "reached")
        with server.engine.driver.connect(server.endpoint, name) as session:
            session.execute("create table t (x integer)")
            session.execute("insert into t values (7)")
        with server.engine.driver.connect(entered(pid, engine)) as there:
            wait_until(lambda: _has_database(there, engine, name))
        with server.engine.driver.connect(entered(pid, engine), name) as there:
            wait_until(lambda: _holds_seven(there))
    finally:
        server.close()
    assert not alive(pid)
    assert not data.exists()


def _has_database(session: Session, engine: str, name: str) -> bool:
    """A commit of which a standby has the log on disk need not have been applied there."""
    listed = f"select 1 from information_schema.schemata where schema_name = '{name}'"
    if engine == "postgresql":
        listed = f"select 1 from pg_database where datname = '{name}'"
    return session.fetch(listed) == [(1,)]


def _holds_seven(session: Session) -> bool:
    """The database may be there before its table is."""
    with suppress(StatementFailed):
        return session.fetch("select x from t") == [(7,)]
    return False


@pytest.mark.exhaustive
@pytest.mark.usefixtures("there")
@pytest.mark.parametrize(
    "more",
    [
        {"encrypted_folder": "gocryptfs"},
        {"pooler": Pooler.SESSION},
        {"pooler": Pooler.TRANSACTION},
    ],
)
def test_that_a_standby_follows_whatever_its_server_lies_in_or_is_entered_through(
    more: dict[str, Any],
) -> None:
    server = open_server(replace(spec("postgresql", Standby.SYNCHRONOUS), **more), None)
    try:
        assert server.engine.servers.standby_of(server.endpoint) is Standby.SYNCHRONOUS
        pid, *others = server.endpoint.standby_pids
        assert bool(others) == ("encrypted_folder" in more)
        name = server.engine.catalogue.create_database(server.endpoint, "reached")
        with server.engine.driver.connect(server.endpoint, name) as session:
            session.execute("create table t (x integer)")
            session.execute("insert into t values (7)")
        with server.engine.driver.connect(entered(pid, "postgresql")) as there:
            wait_until(lambda: _has_database(there, "postgresql", name))
        with server.engine.driver.connect(entered(pid, "postgresql"), name) as there:
            wait_until(lambda: _holds_seven(there))
    finally:
        server.close()
    assert not any(map(alive, (pid, *others)))


_NO_WAY = "pw-7f3c"
"""A password by which no standby gets in."""


def _astray(launch: Launch) -> Launch:
    """The same standby, which asks its server with a password that is none."""
    assert launch.serve is not None
    files = {
        name: re.sub(r"_PASSWORD='[^']*'", f"_PASSWORD='{_NO_WAY}'", text)
        for name, text in launch.files.items()
    }
    asked = f"primary_conninfo=host=127.0.0.1 port=1 user=nobody password={_NO_WAY}"
    more = ("-c", asked) if launch.endpoint.engine == "postgresql" else ()
    return replace(launch, files=files, serve=(*launch.serve, *more))


@pytest.mark.parametrize(
    ("engine", "seconds", "words"),
    [
        ("postgresql", 5.0, "could not connect to the primary server"),
        pytest.param("mariadb", 20.0, "Access denied", marks=pytest.mark.exhaustive),
        pytest.param("mysql", 20.0, "Access denied", marks=pytest.mark.exhaustive),
    ],
)
def test_that_a_standby_that_does_not_follow_says_why(
    engine: str, seconds: float, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the server's own words, with no secret among them. Both servers start within these
    seconds."""
    register_secret(_NO_WAY)
    launcher = engine_named(engine).servers.launcher(spec_of(engine).source)
    assert launcher is not None
    kind, follows = type(launcher), type(launcher).standby
    monkeypatch.setattr(kind, "standby", lambda *args: _astray(follows(*args)))
    monkeypatch.setattr(launched, "_READY_SECONDS", seconds)
    with pytest.raises(ServerUnavailable) as refused:
        open_server(spec(engine, Standby.ASYNCHRONOUS), None)
    said = str(refused.value)
    assert " does not follow it: " in said and words in said, said
    assert _NO_WAY not in said and len(said) < 600 and "\n" not in said


WAITING = {
    "postgresql": "select count(*)::integer from pg_stat_activity where wait_event = 'SyncRep'",
    "mariadb": "select cast(variable_value as integer) from information_schema.global_status "
    "where variable_name = 'Rpl_semi_sync_master_wait_sessions'",
    "mysql": "select cast(variable_value as signed) from performance_schema.global_status "
    "where variable_name = 'Rpl_semi_sync_source_wait_sessions'",
}


@each_engine
@pytest.mark.in_every_run("postgresql")
def test_that_a_commit_waits_for_a_synchronous_standby(engine: str) -> None:
    """One that stands still has it wait; then it goes on."""
    server = open_server(spec(engine, Standby.SYNCHRONOUS), None)
    connect = server.engine.driver.connect
    try:
        (pid,) = server.endpoint.standby_pids
        below = [psutil.Process(pid), *psutil.Process(pid).children()]
        name = server.engine.catalogue.create_database(server.endpoint, "waits")
        with connect(server.endpoint, name) as session, connect(server.endpoint) as looking:
            for each in below:
                each.suspend()
            writer = Thread(target=session.execute, args=("create table w (x integer)",))
            writer.start()
            try:
                wait_until(lambda: looking.fetch(WAITING[engine]) == [(1,)])
                assert writer.is_alive()
            finally:
                for each in below:
                    each.resume()
            writer.join(30)
            assert not writer.is_alive()
    finally:
        server.close()


STOPS = {
    "postgresql": ("select pg_wal_replay_pause()::text", "select pg_wal_replay_resume()::text"),
    "mariadb": ("stop slave sql_thread", "start slave sql_thread"),
    "mysql": ("stop replica sql_thread", "start replica sql_thread"),
}


@each_engine
@pytest.mark.in_every_run("postgresql")
def test_that_a_standby_that_carries_out_nothing_falls_behind_and_catches_up(engine: str) -> None:
    server = open_server(spec(engine, Standby.ASYNCHRONOUS), None)
    connect, endpoint = server.engine.driver.connect, server.endpoint
    (standby,) = endpoint.standbys

    def lag() -> float:
        return server.engine.servers.standby_lag(endpoint, standby)

    try:
        name = server.engine.catalogue.create_database(endpoint, "behind")
        with connect(endpoint, name) as session, connect(standby) as there:
            session.execute("create table t (x varchar(100))")
            wait_until(lambda: lag() == 0)
            stop, start = STOPS[engine]
            there.fetch(stop)
            for _ in range(100):
                session.execute(f"insert into t values ('{'x' * 100}')")
            assert 10_000 < lag() < 200_000
            there.fetch(start)
            wait_until(lambda: lag() == 0)
    finally:
        server.close()


def test_that_a_load_tells_how_far_a_standby_is_behind(tmp_path: Path) -> None:
    users = WebUsersParameters(
        loads=(LoadKind.MIXED,), users=20, seconds=0.5, warmup_seconds=0, write_rate=(200.0,)
    )
    servers = (spec("postgresql", Standby.ASYNCHRONOUS), spec_of("postgresql"))
    stage = Stage(f"sqlite:///{tmp_path}/results.db")
    plain = (PlannedProtection(PLAINTEXT),)
    stage.run(quick_campaign("behind", servers, plain, users, repetitions=1))
    with stage.store() as store:
        report = report_on(store, 1)
    followed = {row.key.server: row.standby_lag for row in load_rows(report)}
    assert followed.keys() == {"followed", servers[1].name}
    assert followed[servers[1].name] is None
    behind = followed["followed"]
    assert behind is not None and behind >= 0
    assert "standby behind, kB" in load_table(report).head


_HOLDS_ONE = """
import sys
from dataclasses import replace
from engines.contract.endpoint import Source, Standby
from engines.opening import open_server
from engines.servers.server import ServerSpec
spec = ServerSpec("followed", Source(sys.argv[1]), sys.argv[2], standby=Standby.SYNCHRONOUS)
server = open_server(replace(spec, binaries=sys.argv[3] or None))
print(*server.endpoint.roots, flush=True)
sys.stdin.read()
"""


@each_engine
@pytest.mark.in_every_run("postgresql")
def test_that_nothing_is_left_of_a_killed_programs_server_and_standby(engine: str) -> None:
    one = spec(engine, Standby.SYNCHRONOUS)
    words = [sys.executable, "-c", _HOLDS_ONE, one.source, engine, one.binaries or ""]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout
        roots = [int(each) for each in program.stdout.readline().split()]
        folders = [data_of(each).parents[1] for each in roots]
        below = [each.pid for root in roots for each in psutil.Process(root).children()]
        assert len(roots) == 2 and (len(below) > 8) is (engine == "postgresql")
        program.kill()
    wait_until(lambda: not any(map(alive, [*roots, *below])), 30)
    wait_until(lambda: not any(each.exists() for each in folders), 30)


@pytest.fixture
def campaign() -> Callable[..., Campaign]:
    def make(engine: str, standby: Standby, repetitions: int, size: int) -> Campaign:
        protections = (
            PlannedProtection(PLAINTEXT),
            PlannedProtection(Protection("gcm", ProtectionKind.CLIENT, "aes", 128, "gcm")),
        )
        work = HospitalParameters(sizes=(size,))
        return quick_campaign(
            "followed",
            (spec(engine, standby),),
            protections,
            work,
            repetitions=repetitions,
            warmups=0,
        )

    return make


@each_way
def test_that_a_campaign_counts_the_cpu_time_of_both(
    engine: str, standby: Standby, campaign: Callable[..., Campaign], tmp_path: Path
) -> None:
    stage = Stage(f"sqlite:///{tmp_path}/results.db")
    stage.run(campaign(engine, standby, 1, 5))
    ended = stage.of(RunFinished)
    assert {each.status for each in ended} == {Status.DONE}, [str(each.why) for each in ended]
    assert all(each.server_cpu_s for each in stage.of(OperationFinished))
    with stage.store() as store:
        [server] = store.servers(1)
    assert server.settings["standby"] == standby


@pytest.mark.parametrize(
    ("primary", "why"),
    [
        (False, "The standby has ended (signal SIGKILL)."),
        pytest.param(True, "The server was killed (SIGKILL)", marks=pytest.mark.exhaustive),
    ],
)
@each_way
def test_that_either_killed_in_a_run_ends_it_by_name_and_the_next_has_another(
    engine: str,
    standby: Standby,
    primary: bool,
    why: str,
    campaign: Callable[..., Campaign],
    tmp_path: Path,
) -> None:
    stage = Stage(f"sqlite:///{tmp_path}/results.db")
    killed: list[int] = []

    def kill(event: Event) -> None:
        if isinstance(event, OperationStarted) and not killed:
            runner = stage.runner
            assert runner is not None
            endpoint = runner.pool.servers["followed"].endpoint
            assert endpoint.pid is not None
            killed.append(endpoint.pid if primary else endpoint.standby_pids[0])
            os.kill(killed[0], signal.SIGKILL)

    stage.watch = kill
    outcome = stage.run(campaign(engine, standby, 2, 40 if standby == "synchronous" else 400))
    ended = stage.of(RunFinished)
    failed = [str(each.why) for each in ended if each.status is Status.FAILED]
    assert any(why in each for each in failed), failed
    assert outcome.failed == 2
    assert [each.status for each in ended].count(Status.DONE) == 2
