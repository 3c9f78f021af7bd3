"""PostgreSQL of ours that another one follows."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from app.plan.campaign import Campaign, PlannedProtection
from app.plan.status import Status
from app.results.events import Event, OperationFinished, OperationStarted, RunFinished
from engines.contract.endpoint import Endpoint, Source, Standby
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.opening import open_server
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.engines.keeping.test_encrypted_folders import alive
from tests.patience import wait_until
from workloads.hospital.workload import HospitalParameters

pytestmark = pytest.mark.slow
each_way = pytest.mark.parametrize(
    "standby",
    [Standby.SYNCHRONOUS, pytest.param(Standby.ASYNCHRONOUS, marks=pytest.mark.exhaustive)],
)


def spec(standby: Standby) -> ServerSpec:
    return ServerSpec("followed", Source.EMBEDDED, "postgresql", standby=standby)


def data_of(pid: int) -> Path:
    words = psutil.Process(pid).cmdline()
    return Path(words[words.index("-D") + 1])


@each_way
def test_that_what_is_committed_reaches_a_standby_that_goes_with_its_server(
    standby: Standby,
) -> None:
    server = open_server(spec(standby), None)
    try:
        assert server.ask().settings["standby"] == standby
        (pid,) = server.endpoint.standby_pids
        data = data_of(pid)
        assert data != data_of(server.endpoint.pid or 0) and pid in server.endpoint.roots
        with server.engine.driver.connect(server.endpoint) as session:
            asked = "select current_setting('synchronous_standby_names')"
            assert session.fetch(asked)[0][0] == ("standby" if standby == "synchronous" else "")
            session.execute("create table t (x integer)")
            reached = "select replay_lsn >= '{}' from pg_stat_replication"
            ((at,),) = session.fetch("select pg_current_wal_flush_lsn()::text")
            wait_until(lambda: session.fetch(reached.format(at)) == [(True,)])
    finally:
        server.close()
    assert not alive(pid)
    assert not data.exists()


def test_that_a_commit_waits_for_a_synchronous_standby() -> None:
    """One whose receiving part stands still has it wait; then it goes on."""
    server = open_server(spec(Standby.SYNCHRONOUS), None)
    try:
        (pid,) = server.endpoint.standby_pids
        receiver = next(
            each for each in psutil.Process(pid).children() if "walreceiver" in each.cmdline()[0]
        )
        receiver.suspend()
        with server.engine.driver.connect(server.endpoint) as session:
            waiting = "select count(*)::integer from pg_stat_activity where wait_event = 'SyncRep'"
            with committing(server.endpoint) as writer:
                wait_until(lambda: session.fetch(waiting) == [(1,)])
                assert writer.poll() is None
                receiver.resume()
                assert writer.wait(30) == 0
    finally:
        server.close()


_COMMITS = """
import psycopg, sys
where = dict(zip(("host", "port", "user", "dbname"), sys.argv[1:]))
with psycopg.connect(**where) as connection:
    connection.execute("create table w (x integer)")
"""


def committing(end: Endpoint) -> subprocess.Popen[bytes]:
    """A process that commits once."""
    where = (end.socket, end.port, end.user, end.database)
    return subprocess.Popen([sys.executable, "-c", _COMMITS, *map(str, where)])


_HOLDS_ONE = """
import sys
from engines.contract.endpoint import Source, Standby
from engines.opening import open_server
from engines.servers.server import ServerSpec
server = open_server(
    ServerSpec("followed", Source.EMBEDDED, "postgresql", standby=Standby.SYNCHRONOUS)
)
print(*server.endpoint.roots, flush=True)
sys.stdin.read()
"""


def test_that_nothing_is_left_of_a_killed_programs_server_and_standby() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _HOLDS_ONE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout
        roots = [int(each) for each in program.stdout.readline().split()]
        folders = [data_of(each).parents[1] for each in roots]
        below = [each.pid for root in roots for each in psutil.Process(root).children()]
        assert len(roots) == 2 and len(below) > 8
        program.kill()
    wait_until(lambda: not any(map(alive, [*roots, *below])), 30)
    wait_until(lambda: not any(each.exists() for each in folders), 30)


@pytest.fixture
def campaign() -> Callable[..., Campaign]:
    def make(standby: Standby, repetitions: int, size: int) -> Campaign:
        protections = (
            PlannedProtection(PLAINTEXT),
            PlannedProtection(Protection("gcm", ProtectionKind.CLIENT, "aes", 128, "gcm")),
        )
        work = HospitalParameters(sizes=(size,))
        return quick_campaign(
            "followed", (spec(standby),), protections, work, repetitions=repetitions, warmups=0
        )

    return make


@each_way
def test_that_a_campaign_counts_the_cpu_time_of_both(
    standby: Standby, campaign: Callable[..., Campaign], tmp_path: Path
) -> None:
    stage = Stage(f"sqlite:///{tmp_path}/results.db")
    stage.run(campaign(standby, 1, 5))
    ended = stage.of(RunFinished)
    assert {each.status for each in ended} == {Status.DONE}, [str(each.why) for each in ended]
    assert all(each.server_cpu_s for each in stage.of(OperationFinished))
    with stage.store() as store:
        [server] = store.servers(1)
    assert server.settings["standby"] == standby


@each_way
def test_that_a_standby_killed_in_a_run_ends_it_by_name_and_the_next_has_another(
    standby: Standby, campaign: Callable[..., Campaign], tmp_path: Path
) -> None:
    stage = Stage(f"sqlite:///{tmp_path}/results.db")
    killed: list[int] = []

    def kill(event: Event) -> None:
        if isinstance(event, OperationStarted) and not killed:
            runner = stage.runner
            assert runner is not None
            killed.extend(runner.pool.servers["followed"].endpoint.standby_pids)
            os.kill(killed[0], signal.SIGKILL)

    stage.watch = kill
    outcome = stage.run(campaign(standby, 2, 40 if standby == "synchronous" else 400))
    ended = stage.of(RunFinished)
    failed = [str(each.why) for each in ended if each.status is Status.FAILED]
    assert any("The standby has ended (signal SIGKILL)." in each for each in failed), failed
    assert outcome.failed == 2
    assert [each.status for each in ended].count(Status.DONE) == 2
