"""An address behind which another server takes the place of one that is killed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from app.plan.campaign import PlannedProtection
from app.plan.status import Status
from app.results.events import Event, Noted, OperationStarted, RunFinished
from engines.contract.endpoint import NODE, Endpoint, Source
from engines.contract.protection import PLAINTEXT
from engines.keeping import data_folder, home
from engines.keeping.server_folder import new_server_folder
from engines.registry import engine_named
from engines.servers.launched import start
from engines.servers.server import Server, ServerSpec
from engines.servers.tcp_access import free_port
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.engines.tcp_servers import Reachable, serve_postgres, set_password
from tests.patience import wait_until
from tests.requirements import lacking
from workloads.hospital.workload import HospitalParameters

pytestmark = pytest.mark.slow
PASSWORD = "pw-6a1f"
ENGINE = engine_named("postgresql")


@dataclass(frozen=True)
class Pair:
    """A primary and its synchronous standby, both behind a HAProxy on `port`."""

    primary: Reachable
    standby: Server
    port: int

    @property
    def spec(self) -> ServerSpec:
        return ServerSpec(
            "pair", Source.ADDRESS, "postgresql", host="127.0.0.1", port=self.port, user="maker",
            database="postgres", failover_seconds=20,
        )  # fmt: skip

    def kill(self) -> None:
        assert self.primary.server.endpoint.pid is not None
        os.kill(self.primary.server.endpoint.pid, signal.SIGKILL)

    def promote(self) -> None:
        with ENGINE.driver.connect(self.standby.endpoint) as admin:
            assert admin.fetch("select pg_promote()::text") == [("true",)]


@pytest.fixture
def pair() -> Iterator[Pair]:
    if (program := shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin")) is None:
        lacking("haproxy", "the package haproxy is not installed")
    with tempfile.TemporaryDirectory(prefix="pair-", dir=home.home()) as made:
        folder = Path(made)
        folder.chmod(0o711)  # the users that serve can enter it
        with serve_postgres(folder, {}) as primary:
            set_password(primary, "maker", PASSWORD)
            rules = folder / "pg_hba.conf"
            rules.write_text(f"local replication all trust\n{rules.read_text()}")
            with primary.admin() as admin:
                admin.execute("alter role maker createdb")
                admin.fetch("select pg_reload_conf()::text")
            standby = _follow(primary, rules)
            try:
                _wait_for(primary)
                with _before(program, folder, primary.port, standby.endpoint) as port:
                    yield Pair(primary, standby, port)
            finally:
                standby.close()


def _follow(primary: Reachable, rules: Path) -> Server:
    spec = primary.server.spec
    launcher = ENGINE.servers.launcher(spec.source)
    assert launcher is not None
    folder, port = new_server_folder("postgresql"), free_port()
    data = data_folder.inside(folder.inner)
    own = launcher.launch(launcher.find(None), folder.inner, data, folder.sockets)
    launch = launcher.standby(primary.server.endpoint, own, folder.inner)
    assert launch.serve is not None
    settings = {"listen_addresses": "127.0.0.1", "port": port, "hba_file": rules}
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    endpoint = replace(launch.endpoint, port=port, data=str(data))
    launch = replace(launch, serve=(*launch.serve, *options), endpoint=endpoint)
    return start(spec, ENGINE, launch, folder)


def _wait_for(primary: Reachable) -> None:
    """Have its commits wait for the standby from now on."""
    with primary.admin() as admin:
        admin.execute("alter system set synchronous_standby_names = 'standby'")
        admin.fetch("select pg_reload_conf()::text")
        asked = "select sync_state from pg_stat_replication"
        wait_until(lambda: admin.fetch(asked) == [("sync",)])


@contextmanager
def _before(program: str, folder: Path, first: int, second: Endpoint) -> Iterator[int]:
    port = free_port()
    (folder / "haproxy.cfg").write_text(
        "global\nmaxconn 100\ndefaults\nmode tcp\ntimeout connect 2s\ntimeout client 1h\n"
        f"timeout server 1h\nlisten pair\nbind 127.0.0.1:{port}\n"
        "default-server check inter 100ms fall 1 rise 1 on-marked-down shutdown-sessions\n"
        f"server first 127.0.0.1:{first}\nserver second 127.0.0.1:{second.port} backup\n"
    )
    with subprocess.Popen([program, "-db", "-f", folder / "haproxy.cfg"]) as process:
        try:
            yield port
        finally:
            process.kill()


def run(pair: Pair, spec: ServerSpec, lost: Callable[[], object], folder: Path) -> Stage:
    """A campaign of two runs, in whose first one `lost` is called."""
    stage = Stage(f"sqlite:///{folder}/results.db")
    met: list[Event] = []

    def lose(event: Event) -> None:
        if isinstance(event, OperationStarted) and not met:
            met.append(event)
            lost()

    stage.watch = lose
    plain, work = (PlannedProtection(PLAINTEXT),), HospitalParameters(sizes=(400,))
    campaign = quick_campaign("pair", (spec,), plain, work, repetitions=2, warmups=0)
    stage.run(campaign, passwords={"pair": PASSWORD})
    return stage


def test_that_a_campaign_goes_on_where_another_server_takes_over(
    pair: Pair, tmp_path: Path
) -> None:
    def fail_over() -> None:
        pair.kill()
        pair.promote()

    stage = run(pair, pair.spec, fail_over, tmp_path)
    cut, done = stage.of(RunFinished)
    assert (cut.status, done.status) == (Status.FAILED, Status.DONE), (cut.why, done.why)
    first, second = (f"127.0.0.1:{each} (system_identifier "
                     for each in (pair.primary.port, pair.standby.endpoint.port))  # fmt: skip
    said = [str(each.message) for each in stage.of(Noted) if each.level == "warning"]
    told = next(each for each in said if each.startswith(f"pair: {second}"))
    assert f" answers in place of {first}" in told
    assert str(cut.why).startswith(told)
    with stage.store() as store:
        [server] = store.servers(1)
        [kept, _] = store.load(1).runs
    assert server.settings[NODE].startswith(first)
    assert second in str(kept.why)
    with ENGINE.driver.connect(pair.standby.endpoint) as admin:
        assert admin.fetch("select datname from pg_database where datname ~ 'cipherbench'") == []


@pytest.mark.exhaustive
def test_that_a_server_that_takes_no_writes_is_waited_for_and_ends_runs_by_name(
    pair: Pair, tmp_path: Path
) -> None:
    spec = replace(pair.spec, failover_seconds=2)
    stage = run(pair, spec, pair.kill, tmp_path)
    cut, not_begun = stage.of(RunFinished)
    assert (cut.status, not_begun.status) == (Status.FAILED, Status.FAILED)
    words = f"pair is 127.0.0.1:{pair.standby.endpoint.port} (system_identifier "
    assert str(not_begun.why).startswith(words)
    assert "in recovery) now, which takes no writes" in str(not_begun.why)
