"""MariaDB servers of ours as three nodes of a Galera cluster."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from app.campaign.servers.lost_servers import ServerBefore
from app.plan.campaign import PlannedProtection
from app.plan.status import Status
from app.results.events import Event, OperationFinished, OperationStarted, RunFinished
from app.servers.opening import restart
from engines.contract.endpoint import Endpoint, Standby
from engines.contract.errors import InputError, ServerUnavailable
from engines.contract.launch import Arrangement
from engines.contract.message import NOTHING
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.contract.session import Row
from engines.mariadb import galera
from engines.opening import open_server
from engines.servers.server import Server
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.engines.keeping.test_encrypted_folders import alive
from tests.engines.keeping.test_standbys import data_of, spec
from tests.patience import wait_until
from workloads.hospital.workload import HospitalParameters

pytestmark = pytest.mark.slow
exhaustive = pytest.mark.exhaustive
SPEC = spec("mariadb", Standby.GALERA)


@pytest.fixture
def server() -> Iterator[Server]:
    with closing(open_server(SPEC, None)) as opened:
        yield opened


def _behind(server: Server) -> list[float]:
    end = server.endpoint
    return [server.engine.servers.standby_lag(end, each) for each in end.standbys]


def _x_at(server: Server, node: Endpoint, database: str) -> list[Row]:
    with server.engine.driver.connect(node, database) as there:
        return there.fetch("select x from t")


def test_that_a_commit_reaches_all_nodes_which_end_with_their_server() -> None:
    server = open_server(SPEC, None)
    try:
        nodes, pids = server.endpoint.standbys, server.endpoint.roots
        folders = [data_of(each).parents[1] for each in pids]
        assert len({*pids}) == len({*folders}) == galera.NODES
        assert server.probe().settings["standby"] == "galera"
        name = server.engine.catalogue.create_database(server.endpoint, "reached")
        with server.engine.driver.connect(server.endpoint, name) as session:
            session.execute("create table t (x integer) encrypted=yes encryption_key_id=1")
            session.execute("insert into t values (7)")
        wait_until(lambda: _behind(server) == [0, 0])
        assert [_x_at(server, each, name) for each in nodes] == [[(7,)]] * 2
    finally:
        server.close()
    assert not any(map(alive, pids))
    assert not any(each.exists() for each in folders)


@exhaustive
def test_that_nothing_listens_but_on_loopback_and_no_process_shows_its_clusters_name(
    server: Server,
) -> None:
    with server.engine.driver.connect(server.endpoint) as session:
        name = str(session.fetch("select @@wsrep_cluster_name")[0][0])
    assert len(name) > 20
    for pid in server.endpoint.roots:
        process = psutil.Process(pid)
        assert not any(name in word for word in process.cmdline())
        listening = [each.laddr.ip for each in process.net_connections() if each.status == "LISTEN"]
        assert listening == ["127.0.0.1"]


@exhaustive
def test_that_a_node_that_applies_nothing_falls_behind_and_catches_up(server: Server) -> None:
    name = server.engine.catalogue.create_database(server.endpoint, "behind")
    connect, third = server.engine.driver.connect, server.endpoint.standbys[1]
    with connect(server.endpoint, name) as session, connect(third) as there:
        session.execute("create table t (x varchar(1000))")
        wait_until(lambda: _behind(server) == [0, 0])
        there.execute("flush tables with read lock")
        for _ in range(10):  # flow control would stop the writer at some more
            session.execute(f"insert into t values ('{'x' * 1000}')")
        wait_until(lambda: _behind(server)[0] == 0)
        assert 5_000 < _behind(server)[1] < 20_000
        there.execute("unlock tables")
        wait_until(lambda: _behind(server) == [0, 0])


@exhaustive
def test_that_two_nodes_go_on_when_the_third_is_killed_which_is_named(server: Server) -> None:
    before = ServerBefore(server)
    name = server.engine.catalogue.create_database(server.endpoint, "quorum")
    with server.engine.driver.connect(server.endpoint, name) as session:
        session.execute("create table t (x integer)")
        os.kill(server.endpoint.standby_pids[1], signal.SIGKILL)
        begun = time.monotonic()
        session.execute("insert into t values (8)")
        assert time.monotonic() - begun < 30
    second = server.endpoint.standbys[0]
    wait_until(lambda: _x_at(server, second, name) == [(8,)])
    assert server.engine.servers.standby_of(server.endpoint) is Standby.OFF
    assert server.has_ended
    assert str(before.explain(NOTHING)).startswith("Node 3 has ended (signal SIGKILL).")


@exhaustive
def test_that_a_first_node_that_is_started_again_joins_the_others(server: Server) -> None:
    name = server.engine.catalogue.create_database(server.endpoint, "again")
    with server.engine.driver.connect(server.endpoint, name) as session:
        session.execute("create table t (x integer)")
    restart(server, Arrangement(buffer_mb=32))
    wait_until(lambda: server.engine.servers.standby_of(server.endpoint) is Standby.GALERA)
    with server.engine.driver.connect(server.endpoint, name) as session:
        assert session.fetch("select @@innodb_buffer_pool_size") == [(32 << 20,)]
        session.execute("insert into t values (9)")
    wait_until(lambda: _behind(server) == [0, 0])
    assert [_x_at(server, each, name) for each in server.endpoint.standbys] == [[(9,)]] * 2


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("_LIBRARY", r"No library of Galera \(elsewhere\)"),
        ("_STATE_TRANSFER", "join with a copy of files that elsewhere makes"),
    ],
)
def test_that_a_machine_without_galera_or_rsync_says_so(
    monkeypatch: pytest.MonkeyPatch, name: str, missing: str
) -> None:
    monkeypatch.setattr(galera, name, "elsewhere")
    with pytest.raises(ServerUnavailable, match=missing):
        open_server(SPEC, None)


def test_that_other_engines_name_what_they_have_in_its_place() -> None:
    with pytest.raises(InputError, match="Choose one of: off, synchronous, asynchronous"):
        open_server(spec("postgresql", Standby.GALERA), None)


_HOLDS_ONE = """
import sys
from engines.contract.endpoint import Source, Standby
from engines.opening import open_server
from engines.servers.server import ServerSpec
spec = ServerSpec("nodes", Source.LOCAL, "mariadb", standby=Standby.GALERA)
server = open_server(spec)
print(*server.endpoint.roots, flush=True)
sys.stdin.read()
"""


@exhaustive
def test_that_nothing_is_left_of_a_killed_programs_nodes() -> None:
    words = [sys.executable, "-c", _HOLDS_ONE]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout
        roots = [int(each) for each in program.stdout.readline().split()]
        folders = [data_of(each).parents[1] for each in roots]
        assert len(roots) == galera.NODES
        program.kill()
    wait_until(lambda: not any(map(alive, roots)), 30)
    wait_until(lambda: not any(each.exists() for each in folders), 30)


@exhaustive
@pytest.mark.parametrize(
    ("victim", "why"),
    [
        (0, "The server was killed (SIGKILL)"),
        (1, "Node 2 has ended (signal SIGKILL)."),
        (2, "Node 3 has ended (signal SIGKILL)."),
    ],
)
def test_that_a_node_killed_in_a_run_ends_it_by_name_and_the_next_has_three(
    victim: int, why: str, tmp_path: Path
) -> None:
    stage = Stage(f"sqlite:///{tmp_path}/results.db")
    killed: list[int] = []

    def kill(event: Event) -> None:
        if isinstance(event, OperationStarted) and not killed:
            assert stage.runner is not None
            pids = stage.runner.pool.servers["followed"].endpoint.roots
            killed.append(pids[victim])
            os.kill(killed[0], signal.SIGKILL)

    stage.watch = kill
    protections = (
        PlannedProtection(PLAINTEXT),
        PlannedProtection(Protection("gcm", ProtectionKind.CLIENT, "aes", 128, "gcm")),
    )
    work = HospitalParameters(sizes=(40,))
    planned = quick_campaign("nodes", (SPEC,), protections, work, repetitions=2, warmups=0)
    outcome = stage.run(planned)
    ended = stage.of(RunFinished)
    failed = [str(each.why) for each in ended if each.status is Status.FAILED]
    assert any(each.startswith(why) for each in failed), failed
    assert outcome.failed == len(failed) == 2
    assert [each.status for each in ended].count(Status.DONE) == 2
    assert all(each.server_cpu_s for each in stage.of(OperationFinished))
    with stage.store() as store:
        [stored] = store.servers(1)
    assert stored.settings["standby"] == "galera"
