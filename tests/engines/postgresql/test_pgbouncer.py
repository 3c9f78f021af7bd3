"""PostgreSQL of ours entered through a PgBouncer of ours."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from app.plan.campaign import PlannedProtection
from app.plan.status import Status
from app.results.events import Event, OperationFinished, OperationStarted, RunFinished
from engines.base.capability import TLS_CIPHER, TLS_IN_USE
from engines.contract.endpoint import Pooler, Source
from engines.contract.errors import CipherbenchError, InputError, ServerUnavailable
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.opening import open_server
from engines.postgresql.session import PostgresSession
from engines.servers import poolers
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.engines.postgresql.test_pgpool import has_pgpool
from tests.engines.postgresql.test_poolers import FOLDER, folder
from tests.patience import wait_until
from tests.requirements import lacking
from workloads.hospital.workload import HospitalParameters

__all__ = ["folder"]  # a fixture
VARIABLE = "CIPHERBENCH_PGBOUNCER"
either = pytest.mark.parametrize(
    "pooler", [Pooler.TRANSACTION, pytest.param(Pooler.SESSION, marks=pytest.mark.exhaustive)]
)


@pytest.fixture
def there(monkeypatch: pytest.MonkeyPatch) -> None:
    if not (FOLDER / "pgbouncer").exists():
        lacking("pgbouncer", "scripts/pgbouncer has not been run")
    monkeypatch.setenv(VARIABLE, str(FOLDER / "pgbouncer"))


def spec(pooler: Pooler) -> ServerSpec:
    return ServerSpec("pooled", Source.EMBEDDED, "postgresql", pooler=pooler)


def affinity(pid: int) -> tuple[int, ...]:
    return tuple(psutil.Process(pid).cpu_affinity())


@pytest.mark.usefixtures("there")
@either
def test_that_a_server_is_entered_through_it_and_it_goes_with_the_server(pooler: Pooler) -> None:
    """Both on one core: woken on another one a statement costs six times the CPU time."""
    core = min(psutil.Process().cpu_affinity())
    server = open_server(spec(pooler), None, cores={core})
    try:
        assert server.probe().settings["pooler"].endswith(f", {pooler}")
        pid = server.endpoint.pooler_pid
        assert pid is not None and pid in server.endpoint.roots
        assert psutil.Process(pid).name() != "postgres"
        assert {*map(affinity, server.endpoint.roots)} == {(core,)}
        with server.engine.driver.connect(server.endpoint) as session:
            assert isinstance(session, PostgresSession) and session.is_pooled
            asked = session.fetch("select inet_client_port(), inet_server_port()")
        assert server.endpoint.port not in asked[0]
    finally:
        server.close()
    wait_until(lambda: not psutil.pid_exists(pid))


@pytest.mark.usefixtures("there")
@either
def test_that_a_campaign_counts_the_cpu_time_of_both(pooler: Pooler, tmp_path: Path) -> None:
    protections = (
        PlannedProtection(PLAINTEXT),
        PlannedProtection(Protection("gcm", ProtectionKind.CLIENT, "aes", 128, "gcm")),
    )
    stage = Stage(f"sqlite:///{tmp_path}/results.db")
    work = HospitalParameters(sizes=(5,))
    servers = (spec(pooler),)
    stage.run(quick_campaign("pooled", servers, protections, work, repetitions=1, warmups=0))
    ended = stage.of(RunFinished)
    assert {each.status for each in ended} == {Status.DONE}, [str(each.why) for each in ended]
    assert all(each.server_cpu_s for each in stage.of(OperationFinished))


@pytest.mark.exhaustive  # in every run: under clients, tests/app/campaign/load/test_lost_nodes.py
@pytest.mark.usefixtures("there")
@pytest.mark.parametrize("pooler", [Pooler.TRANSACTION, Pooler.SESSION])
def test_that_one_killed_in_a_run_is_named_and_the_next_run_has_another(
    pooler: Pooler, tmp_path: Path
) -> None:
    stage = Stage(f"sqlite:///{tmp_path}/results.db")
    killed: list[int] = []

    def kill(event: Event) -> None:
        if isinstance(event, OperationStarted) and not killed:
            runner = stage.runner
            assert runner is not None
            pid = runner.pool.servers["pooled"].endpoint.pooler_pid
            assert pid is not None
            killed.append(pid)
            os.kill(pid, signal.SIGKILL)

    stage.watch = kill
    plain, work = (PlannedProtection(PLAINTEXT),), HospitalParameters(sizes=(400,))
    stage.run(quick_campaign("pooled", (spec(pooler),), plain, work, repetitions=2, warmups=0))
    failed, done = stage.of(RunFinished)
    assert (failed.status, done.status) == (Status.FAILED, Status.DONE)
    assert str(failed.why).startswith("The pooler has ended (signal SIGKILL).")


@pytest.mark.usefixtures("there")
@pytest.mark.parametrize("server_tls", [False, True])
@pytest.mark.parametrize("pooler", [Pooler.TRANSACTION, Pooler.PGPOOL])
def test_that_either_leg_has_tls_or_not(pooler: Pooler, server_tls: bool) -> None:
    """Clients enter by TLS and without, the pooler enters the server as the plan has it."""
    if pooler is Pooler.PGPOOL and not has_pgpool():
        lacking("pgpool2", "the package pgpool2 is not installed")
    server = open_server(replace(spec(pooler), compares_tls=True, pooler_tls=server_tls), None)
    try:
        able = server.probe()
        assert TLS_CIPHER in able.transit
        assert able.settings[TLS_IN_USE].startswith("TLSv1.3, TLS_")
        assert able.settings["pooler"].endswith(", TLS to the server") == server_tls
        for endpoint, by_tls in ((server.endpoint, False), (server.endpoint.secured, True)):
            with server.engine.driver.connect(endpoint) as session:
                assert isinstance(session, PostgresSession) and bool(session.tls) == by_tls
                asked = session.fetch("select ssl from pg_stat_ssl where pid = pg_backend_pid()")
            assert asked == [(server_tls,)]
    finally:
        server.close()


def test_that_haproxy_has_no_tls_of_its_own_to_the_server() -> None:
    with pytest.raises(InputError) as refused:
        open_server(replace(spec(Pooler.HAPROXY), pooler_tls=True), None)
    assert "“pooler_tls” has no meaning" in refused.value.message
    assert refused.value.hint.startswith("Choose one of: session, transaction, pgpool.")


def test_that_one_that_says_nothing_of_its_version_is_not_waited_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = folder / "pgbouncer-silent"
    program.write_text("#!/bin/sh\nexec sleep 600\n")
    program.chmod(0o755)
    monkeypatch.setenv(VARIABLE, str(program))
    monkeypatch.setattr(poolers, "ANSWER_SECONDS", 0.5)
    with pytest.raises(CipherbenchError) as refused:
        open_server(spec(Pooler.TRANSACTION), None)
    assert "pgbouncer-silent --version" in refused.value.message


@pytest.mark.parametrize("pooler", poolers.POOLERS)
def test_that_one_that_lacks_a_library_does_not_start(
    pooler: Pooler, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = folder / "without-library"
    words = "error while loading shared libraries: libcares.so.2: cannot open shared object file"
    program.write_text(f"#!/bin/sh\necho '{words}' >&2\nexit 127\n")
    program.chmod(0o755)
    known = poolers.POOLERS[pooler]
    monkeypatch.setenv(known.variable, str(program))
    for call in (lambda: open_server(spec(pooler), None), lambda: known.described(pooler)):
        with pytest.raises(ServerUnavailable) as refused:
            call()
        assert refused.value.title == f"{known.title} did not start"
        assert words in refused.value.message
        assert f"Run {program} yourself" in refused.value.hint
        assert known.variable in refused.value.hint


@pytest.mark.parametrize(
    ("version", "pooler", "reason"),
    [
        ("1.18.0", Pooler.TRANSACTION, "PgBouncer 1.18.0 pools no transactions"),
        ("1.26.1", Pooler.SESSION, "PgBouncer says: FATAL no such setting"),
        (None, Pooler.SESSION, "The program pgbouncer was not found"),
    ],
)
def test_that_one_that_cannot_be_had_is_a_sentence(
    version: str | None,
    pooler: Pooler,
    reason: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program = folder / f"pgbouncer-{version}"
    if version is not None:
        answer = f'[ "$1" != --version ] || exec echo PgBouncer {version}\n'
        program.write_text(f"#!/bin/sh\n{answer}echo FATAL no such setting\nexit 1\n")
        program.chmod(0o755)
    monkeypatch.setenv(VARIABLE, str(program))
    with pytest.raises(ServerUnavailable) as refused:
        open_server(spec(pooler), None)
    assert reason in str(refused.value.message)
