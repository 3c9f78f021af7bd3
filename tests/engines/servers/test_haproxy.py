"""Servers of ours entered through a HAProxy of ours."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from app.plan.campaign import PlannedProtection
from app.plan.status import Status
from app.report.figures.campaign_report import report_on
from app.report.figures.latency import load_rows
from app.report.tables.measured_tables import load_table
from app.results.events import OperationFinished, RunFinished
from engines.base.capability import TLS_CIPHER, TLS_IN_USE
from engines.contract.endpoint import Pooler
from engines.contract.errors import InputError, ServerUnavailable
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.opening import open_server
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.patience import wait_until
from tests.requirements import lacking, spec_of
from tests.workloads.own.test_mix import TEXT
from workloads.hospital.workload import HospitalParameters
from workloads.load import MIXED, POOLER_CPU
from workloads.own.workload import OwnParameters

VARIABLE = "CIPHERBENCH_HAPROXY"
each_engine = pytest.mark.parametrize("engine", ["postgresql", "mariadb", "mysql"])


@pytest.fixture
def there() -> None:
    if shutil.which("haproxy") is None and not Path("/usr/sbin/haproxy").is_file():
        lacking("haproxy", "the package haproxy is not installed")


def spec(engine: str) -> ServerSpec:
    return replace(spec_of(engine), name="proxied", pooler=Pooler.HAPROXY)


@pytest.mark.slow
@pytest.mark.usefixtures("there")
@each_engine
@pytest.mark.in_every_run("postgresql")
def test_that_a_server_is_entered_through_it_and_it_goes_with_the_server(engine: str) -> None:
    """Both on one core, by TLS as without: it is the server's own."""
    core = min(psutil.Process().cpu_affinity())
    server = open_server(replace(spec(engine), compares_tls=True), None, cores={core})
    try:
        able = server.probe()
        assert able.settings["pooler"].startswith("HAProxy 2.")
        assert TLS_CIPHER in able.transit and able.settings[TLS_IN_USE].startswith("TLSv1.")
        pid = server.endpoint.pooler_pid
        assert pid is not None and pid in server.endpoint.roots
        assert psutil.Process(pid).name() == "haproxy"
        placed = {tuple(psutil.Process(each).cpu_affinity()) for each in server.endpoint.roots}
        assert placed == {(core,)}
        listening = {each.laddr.port for each in psutil.Process(pid).net_connections()}
        assert server.endpoint.port in listening
        with server.engine.driver.connect(server.endpoint.secured) as session:
            assert session.fetch("select 1") == [(1,)]
    finally:
        server.close()
    wait_until(lambda: not psutil.pid_exists(pid))


@pytest.mark.slow
@pytest.mark.usefixtures("there")
@each_engine
@pytest.mark.in_every_run("postgresql")
def test_that_a_campaign_counts_the_cpu_time_of_both(engine: str, tmp_path: Path) -> None:
    protections = (
        PlannedProtection(PLAINTEXT),
        PlannedProtection(Protection("gcm", ProtectionKind.CLIENT, "aes", 128, "gcm")),
    )
    stage = Stage(f"sqlite:///{tmp_path}/results.db")
    servers, work = (spec(engine),), HospitalParameters(sizes=(5,))
    stage.run(quick_campaign("proxied", servers, protections, work, repetitions=1, warmups=0))
    ended = stage.of(RunFinished)
    assert {each.status for each in ended} == {Status.DONE}, [str(each.why) for each in ended]
    assert all(each.server_cpu_s for each in stage.of(OperationFinished))
    with stage.store() as store:
        [server] = store.servers(1)
    assert server.settings["pooler"].startswith("HAProxy 2.")


@pytest.mark.slow
@pytest.mark.usefixtures("there")
def test_that_a_load_tells_what_the_pooler_spent_of_the_servers_time(tmp_path: Path) -> None:
    (tmp_path / "mix.toml").write_text(TEXT)
    work = OwnParameters(file=str(tmp_path / "mix.toml"), sizes=(100,), clients=(4,))
    stage = Stage(f"sqlite:///{tmp_path}/results.db")
    servers = (spec("postgresql"), spec_of("postgresql"))
    plain = (PlannedProtection(PLAINTEXT),)
    stage.run(quick_campaign("proxied", servers, plain, work, repetitions=1, warmups=0))
    with stage.store() as store:
        report = report_on(store, 1)
    rows = {row.key.server: row for row in load_rows(report) if row.key.operation == MIXED}
    assert rows[servers[1].name].pooler_cpu is None
    spent = rows["proxied"].pooler_cpu
    [whole] = [
        each.server_cpu_s / each.statements
        for each in stage.of(OperationFinished)
        if each.measures and POOLER_CPU in each.measures and each.server_cpu_s
    ]
    assert spent is not None and 0 < spent < whole
    assert "pooler CPU, ms" in load_table(report).head


def test_that_a_pooler_of_another_engine_is_a_sentence() -> None:
    with pytest.raises(InputError) as refused:
        open_server(replace(spec_of("mariadb"), pooler=Pooler.SESSION))
    assert str(refused.value.message).startswith("MariaDB cannot be entered through the pooler")
    assert refused.value.hint == "Choose one of: off, haproxy."


def test_that_one_that_cannot_be_had_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "haproxy"))
    with pytest.raises(ServerUnavailable) as refused:
        open_server(spec("postgresql"))
    assert refused.value.title == "HAProxy not found" and VARIABLE in refused.value.hint
