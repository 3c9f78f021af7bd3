"""PostgreSQL of ours entered through a Pgpool-II of ours."""

from __future__ import annotations

import os
import shutil
import signal
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from app.plan.campaign import PlannedProtection
from app.plan.status import Status
from app.results.events import Event, OperationFinished, OperationStarted, RunFinished
from engines.contract.endpoint import Endpoint, Pooler, Source
from engines.contract.errors import ServerUnavailable
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.opening import open_server
from engines.postgresql.session import PostgresSession
from engines.servers.server import ServerSpec
from engines.sql.statement import Unencrypted, ValueType
from engines.sql.statement_text import statement
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.patience import wait_until
from tests.requirements import lacking
from tests.workloads.own.test_mix import TEXT
from workloads.hospital.workload import HospitalParameters
from workloads.load import POOLER_CPU
from workloads.own.workload import OwnParameters

_ID = {"id": ValueType.INTEGER}
SPEC = ServerSpec("pooled", Source.EMBEDDED, "postgresql", pooler=Pooler.PGPOOL)


def has_pgpool() -> bool:
    return shutil.which("pgpool") is not None or Path("/usr/sbin/pgpool").is_file()


@pytest.fixture
def there() -> None:
    if not has_pgpool():
        lacking("pgpool2", "the package pgpool2 is not installed")


@pytest.mark.usefixtures("there")
def test_that_a_prepared_statement_that_writes_is_committed_by_itself() -> None:
    server = open_server(SPEC, None, cores=None)
    try:
        driver, database = server.engine.driver, server.endpoint.database
        with driver.connect(server.endpoint, database) as session:
            session.execute("create table held (id int)")
            session.commit_each()
            writing = session.prepare(
                statement("insert into held values (:id)", _ID), Unencrypted()
            )
            writing.run(writing.bind((7,)))
            writing.close()
        with driver.connect(server.endpoint, database) as session:
            assert session.fetch("select id from held") == [(7,)]
    finally:
        server.close()


def processes_of(endpoint: Endpoint) -> list[psutil.Process]:
    """It has one for each client."""
    assert endpoint.pooler_pid is not None
    root = psutil.Process(endpoint.pooler_pid)
    return [root, *root.children(recursive=True)]


@pytest.mark.usefixtures("there")
def test_that_a_server_is_entered_through_it_and_it_goes_with_the_server() -> None:
    """All of both on one core; what a client says is undone before the next one has its session."""
    core = min(psutil.Process().cpu_affinity())
    server = open_server(SPEC, None, cores={core})
    try:
        assert server.probe().settings["pooler"].startswith("Pgpool-II 4.")
        pools = processes_of(server.endpoint)
        assert pools[0].name() == "pgpool" and len(pools) > 90
        assert {tuple(each.cpu_affinity()) for each in pools} == {(core,)}
        for _ in range(2):
            with server.engine.driver.connect(server.endpoint) as session:
                assert isinstance(session, PostgresSession) and session.is_pooled
                assert session.pooler.startswith("Pgpool-II 4.")
                session.counted()  # no phases, of which it would wait for more
                ports = session.fetch("select inet_client_port(), inet_server_port()")
                assert server.endpoint.port not in ports[0]
                assert session.fetch("show work_mem") == [("4MB",)]
                session.execute("set work_mem = '5MB'")
    finally:
        server.close()
    wait_until(lambda: not any(each.is_running() for each in pools))


@pytest.mark.usefixtures("there")
def test_that_a_campaign_of_statements_counts_the_cpu_time_of_both(tmp_path: Path) -> None:
    protections = (
        PlannedProtection(PLAINTEXT),
        PlannedProtection(Protection("gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")),
    )
    stage = Stage(f"sqlite:///{tmp_path}/results.db")
    work = HospitalParameters(sizes=(5,))
    stage.run(quick_campaign("pooled", (SPEC,), protections, work, repetitions=1, warmups=0))
    ended = stage.of(RunFinished)
    assert {each.status for each in ended} == {Status.DONE}, [str(each.why) for each in ended]
    assert all(each.server_cpu_s for each in stage.of(OperationFinished))


@pytest.mark.usefixtures("there")
def test_that_many_clients_enter_and_one_killed_under_them_is_named(tmp_path: Path) -> None:
    (tmp_path / "mix.toml").write_text(TEXT)
    work = OwnParameters(file=str(tmp_path / "mix.toml"), sizes=(100,), clients=(64,))
    stage = Stage(f"sqlite:///{tmp_path}/results.db")
    killed: list[psutil.Process] = []

    def kill(event: Event) -> None:
        if isinstance(event, OperationStarted) and not killed:
            assert stage.runner is not None
            killed.extend(processes_of(stage.runner.pool.servers["pooled"].endpoint))
            for each in killed:  # without the first one the others would go on
                os.kill(each.pid, signal.SIGKILL)

    stage.watch = kill
    plain = (PlannedProtection(PLAINTEXT),)
    stage.run(quick_campaign("pooled", (SPEC,), plain, work, repetitions=2, warmups=0))
    failed, done = stage.of(RunFinished)
    assert (failed.status, done.status) == (Status.FAILED, Status.DONE), (failed.why, done.why)
    assert str(failed.why).startswith("The pooler has ended (signal SIGKILL).")
    assert any((each.measures or {}).get(POOLER_CPU) for each in stage.of(OperationFinished))
    assert not any(each.is_running() for each in killed)


def test_that_one_that_cannot_be_had_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CIPHERBENCH_PGPOOL", str(tmp_path / "pgpool"))
    with pytest.raises(ServerUnavailable) as refused:
        open_server(replace(SPEC))
    assert refused.value.title == "Pgpool-II not found"
    assert "Install the package pgpool2, or name the program" in refused.value.hint
