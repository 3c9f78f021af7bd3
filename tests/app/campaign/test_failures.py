"""What goes wrong around a campaign: each fault is one clear sentence, and the rest goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.campaign.executor import CampaignExecutor
from app.campaign.servers import lost_servers
from app.command_line.common.terminal_progress import TerminalProgress
from app.evidence.gathering import gather_evidence
from app.plan.campaign import Campaign, Order, PlannedProtection
from app.plan.status import Status
from app.results.events import (
    Event,
    Note,
    Noted,
    OperationStarted,
    RunFinished,
    RunStarted,
    ServerLost,
)
from app.results.store.store import open_store
from engines.container.daemon import LABEL, daemon
from engines.contract.endpoint import Source
from engines.contract.errors import CipherbenchError
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.keeping.service_user import service_account
from engines.opening import open_server
from engines.platform.users import is_root
from engines.servers.server import Server, ServerSpec
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.app.typed import CommandResult, cipherbench, saved
from tests.app.workers import workers_of
from tests.engines.containers import container_spec
from tests.patience import wait_until, within
from tests.requirements import lacking
from workloads.hospital.workload import HospitalParameters

pytestmark = pytest.mark.slow

DONE, FAILED = Status.DONE, Status.FAILED
AES_256 = Protection("aes-256", ProtectionKind.NATIVE, "aes", 256, "cbc")


def campaign(*specs: ServerSpec, **changes: Any) -> Campaign:
    plain = quick_campaign(
        "rough",
        specs,
        (PlannedProtection(PLAINTEXT),),
        HospitalParameters(sizes=(20,)),
        repetitions=2,
        warmups=0,
    )
    return replace(plain, **changes)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "s.sqlite"


@pytest.fixture
def typed(tmp_path: Path, store: Path) -> Callable[[Campaign], CommandResult]:
    """Runs a campaign as a user types it; no traceback may be seen."""

    def run(planned: Campaign) -> CommandResult:
        return cipherbench("run", saved(planned, tmp_path), "--store", store)

    return run


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(str(tmp_path / "store.sqlite"))


def ends(store: Path, server: str) -> list[tuple[Status, str]]:
    """How the runs of a server ended, and why."""
    with open_store(str(store), write=False) as opened:
        return [(run.status, run.reason) for run in opened.runs(1) if run.server == server]


def at_address(server: Server, name: str, **more: Any) -> ServerSpec:
    end = server.endpoint
    return ServerSpec(
        name, Source.ADDRESS, server.spec.engine, socket=end.socket, port=end.port, **more
    )


def log_in(server: Server, user: str, password: str) -> None:
    with server.engine.driver.connect(server.endpoint) as admin:
        admin.execute(f"create or replace user '{user}'@'%' identified by '{password}'")
        admin.execute(f"grant all on *.* to '{user}'@'%'")


# A server that is not to be had when the campaign begins.


def test_that_a_wrong_password_fails_its_servers_runs_and_resume_makes_up_for_them(
    servers: Any,
    spec_for: Callable[..., ServerSpec],
    typed: Callable[[Campaign], CommandResult],
    store: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server: Server = servers["mariadb"]
    log_in(server, "late", "clerks-own")
    protections = (PlannedProtection(PLAINTEXT), PlannedProtection(AES_256))
    planned = campaign(
        spec_for("sqlite", "here"),
        at_address(server, "prod", user="late"),
        protections=protections,
        repetitions=1,
    )
    monkeypatch.setenv("CIPHERBENCH_PASSWORD_PROD", "wrong-0xC0FFEE")
    output = typed(planned)
    assert output.code == 1
    assert output.err.count("Access denied") == 1, "told once, not for each of its runs"
    assert "Check user and password." in output.err
    assert "0xC0FFEE" not in output.err + output.out
    assert {status for status, _ in ends(store, "here")} == {DONE}
    assert [status for status, _ in ends(store, "prod")] == [FAILED] * 2
    assert all("Access denied" in reason for _, reason in ends(store, "prod"))
    monkeypatch.setenv("CIPHERBENCH_PASSWORD_PROD", "clerks-own")
    resumed = cipherbench("resume", "rough", "--store", store)
    assert resumed.code == 0, resumed.err
    assert ends(store, "prod")[0] == (DONE, "")
    with open_store(str(store), write=False) as opened:
        cells = {(c.server, c.protection): c for c in opened.cells(1)}
    able = "aes-256-cbc" in _modes(server)
    late = cells["prod", "aes-256"]
    assert late.status is (DONE if able else Status.UNSUPPORTED), "asked for at last"
    assert able or "aes-256-cbc" in late.reason


def _modes(server: Server) -> list[str]:
    return [
        f"{c.algorithm}-{c.bits}-{c.mode}"
        for c in server.engine.servers.probe(server.endpoint).native
    ]


def test_that_unreachable_servers_are_distinguished_and_the_others_run(
    spec_for: Callable[..., ServerSpec], typed: Callable[[Campaign], CommandResult], store: Path
) -> None:
    away = ServerSpec("refused", Source.ADDRESS, "postgresql", port=1, user="x")
    unknown = replace(away, name="unknown", host="nobody.invalid")
    missing = replace(away, name="missing", engine="mariadb", socket="/not/there")
    optional = replace(away, name="optional", optional=True)
    output = typed(campaign(away, unknown, missing, optional, spec_for("sqlite")))
    assert output.code == 1
    for words, times in (
        ("No server listens there", 2),
        ("it has no known address", 1),
        ("This socket does not exist", 1),
        ("It is skipped.", 1),
    ):
        assert output.err.count(words) == times
    for name in ("refused", "unknown", "missing"):
        assert [status for status, _ in ends(store, name)] == [FAILED, FAILED]
    assert ends(store, "optional") == []
    assert [status for status, _ in ends(store, "sqlite")] == [DONE, DONE]


# A server that goes away in the middle.


def test_that_a_server_killed_in_the_middle_is_reported_and_started_again(
    spec_for: Callable[..., ServerSpec], stage: Stage, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is ours; the runs that come after go on."""

    def kill() -> None:
        assert stage.runner is not None
        pid = stage.runner.pool.servers["postgresql"].endpoint.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)

    stage.watch = show_and(at_first(OperationStarted, kill))
    planned = campaign(
        spec_for("postgresql"),
        workload=HospitalParameters(sizes=(200, 5)),
        repetitions=1,
        order=Order.SEQUENTIAL,
    )
    outcome = stage.run(planned)
    assert (outcome.status, outcome.failed) == (DONE, 1)
    first, second = stage.of(RunFinished)
    assert (first.status, second.status) == (FAILED, DONE)
    assert first.reason.startswith("The server was killed (SIGKILL)")
    assert "Internal" not in first.reason
    report = capsys.readouterr().err
    assert report.count("The server was killed") == 1
    assert "postgresql was restarted" in report
    assert "could not be dropped" not in report and "Traceback" not in report


@pytest.mark.parametrize(
    ("engine", "act", "words"),
    [
        pytest.param(
            "mariadb",
            "remove",
            "Its container was removed by someone else.",
            marks=pytest.mark.exhaustive,  # tests/engines/container holds the sentence
        ),
        pytest.param(
            "firebird",
            "kill",
            "The container ended (exit code 137)",
            marks=pytest.mark.exhaustive,
        ),
    ],
)
def test_that_a_container_taken_away_is_reported_and_replaced(
    engine: str, act: str, words: str, stage: Stage, capsys: pytest.CaptureFixture[str]
) -> None:
    planned = campaign(container_spec(engine), workload=HospitalParameters(sizes=(60,)))
    taken: list[str] = []

    def take_away(event: Event) -> None:
        if isinstance(event, OperationStarted) and not taken:
            with daemon() as client:
                [box] = ours(client)
                taken.append(box.name)
                box.remove(force=True, v=True) if act == "remove" else box.kill()

    stage.watch = show_and(take_away)
    outcome = stage.run(planned)
    assert [event.status for event in stage.of(RunFinished)] == [FAILED, DONE]
    assert outcome.failed == 1
    reason = stage.of(RunFinished)[0].reason
    assert reason.startswith(words) and "Internal" not in reason
    report = capsys.readouterr().err
    assert report.count(words) == 1 and f"{engine} was restarted" in report
    assert "Traceback" not in report
    with daemon() as client:
        assert not ours(client)


def ours(client: Any) -> list[Any]:
    """The containers that this process has started."""
    found = client.containers.list(all=True, filters={"label": LABEL}, ignore_removed=True)
    return [each for each in found if each.labels[LABEL].split()[2] == str(os.getpid())]


def show_and(act: Callable[[Event], None]) -> Callable[[Event], None]:
    """What the command line shows, and something that happens meanwhile."""
    show = TerminalProgress()

    def take(event: Event) -> None:
        show(event)
        act(event)

    return take


def at_first(kind: type[Event], act: Callable[[], None]) -> Callable[[Event], None]:
    done: list[bool] = []

    def watch(event: Event) -> None:
        if isinstance(event, kind) and not done:
            done.append(True)
            threading.Thread(target=act).start()

    return watch


class Elsewhere:
    """A server that somebody else runs, for us at its address: it can be killed and come back."""

    def __init__(self, spec: ServerSpec) -> None:
        self._server = open_server(spec)
        pid = self._server.endpoint.pid
        assert pid is not None
        self._process: psutil.Process = psutil.Process(pid)
        self._argv, self._folder = self._process.cmdline(), self._process.cwd()
        self._as_before: dict[str, Any] = {}
        if is_root():
            account = service_account()
            self._as_before = {"user": account.number, "group": account.group, "extra_groups": []}
        self._again: subprocess.Popen[bytes] | None = None
        end = self._server.endpoint
        user = end.user
        self.spec = at_address(self._server, "elsewhere", user=user, database=end.database)

    def kill(self) -> None:
        self._process.kill()

    def kill_a_backend(self) -> None:
        """The whole of PostgreSQL then throws everybody out and recovers."""
        while True:
            for each in self._process.children():
                with suppress(psutil.Error, IndexError):
                    if "cipherbench_" in each.cmdline()[0]:
                        each.kill()
                        return

    def come_back(self, seconds: float) -> None:
        def start() -> None:
            self._again = subprocess.Popen(
                self._argv,
                cwd=self._folder,
                **self._as_before,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

        threading.Timer(seconds, start).start()

    def databases(self) -> dict[str, str]:
        return self._server.engine.catalogue.owned_databases(self._server.endpoint)

    def close(self) -> None:
        if self._again is not None:
            self._again.terminate()
            self._again.wait(20)
        self._server.close()


@pytest.fixture
def elsewhere(spec_for: Callable[..., ServerSpec]) -> Iterator[Callable[[str], Elsewhere]]:
    made: list[Elsewhere] = []

    def make(engine: str) -> Elsewhere:
        made.append(Elsewhere(spec_for(engine)))
        return made[-1]

    yield make
    for each in made:
        each.close()


@pytest.mark.exhaustive
def test_that_a_server_elsewhere_that_comes_back_is_waited_for_and_cleaned(
    elsewhere: Callable[[str], Elsewhere], stage: Stage
) -> None:
    other = elsewhere("mariadb")

    def restart() -> None:
        other.kill()
        other.come_back(1.0)

    stage.watch = at_first(OperationStarted, restart)
    outcome = stage.run(
        campaign(other.spec, workload=HospitalParameters(sizes=(200,)), repetitions=2)
    )
    assert [event.status for event in stage.of(RunFinished)] == [FAILED, DONE]
    assert (outcome.status, outcome.failed) == (DONE, 1)
    assert any(event.text == "elsewhere answers again" for event in stage.of(Noted))
    assert other.databases() == {}, "that of the failed run, too"


def test_that_a_server_that_came_back_before_a_campaign_is_not_informed_of_in_it(
    elsewhere: Callable[[str], Elsewhere], tmp_path: Path
) -> None:
    other = elsewhere("mariadb")
    lent = open_server(other.spec).endpoint  # as the window has it since it connected
    other.kill()
    other.come_back(0.0)
    wait_until(lambda: answers(other.spec))
    report: list[Event] = []
    executor = CampaignExecutor(
        str(tmp_path / "results.sqlite"),
        lent={other.spec: lent},
        sink=report.append,
        gather=gather_evidence,
    )
    outcome = executor.run(campaign(other.spec, repetitions=1))
    assert (outcome.status, outcome.failed) == (DONE, 0)
    assert not [each.text for each in report if isinstance(each, Noted) and "again" in each.text]


def answers(spec: ServerSpec) -> bool:
    try:
        open_server(spec).close()
    except CipherbenchError:
        return False
    return True


@pytest.mark.exhaustive
def test_that_a_server_that_throws_everybody_out_is_waited_for_and_cleaned(
    elsewhere: Callable[[str], Elsewhere], stage: Stage
) -> None:
    other = elsewhere("postgresql")
    stage.watch = at_first(OperationStarted, other.kill_a_backend)
    outcome = stage.run(
        campaign(
            other.spec,
            workload=HospitalParameters(sizes=(300, 20)),
            repetitions=1,
            order=Order.SEQUENTIAL,
        )
    )
    finished = stage.of(RunFinished)
    assert [event.status for event in finished] == [FAILED, DONE], finished
    assert outcome.failed == 1
    assert other.databases() == {}


def test_that_a_server_that_stays_away_is_reported_once_and_the_others_go_on(
    elsewhere: Callable[[str], Elsewhere],
    spec_for: Callable[..., ServerSpec],
    stage: Stage,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lost_servers, "_PATIENCE_SECONDS", 1.0)
    other = elsewhere("mariadb")
    stage.watch = at_first(OperationStarted, other.kill)
    planned = campaign(
        replace(other.spec, failover_seconds=1),
        spec_for("sqlite"),
        workload=HospitalParameters(sizes=(300,)),
        repetitions=2,
        order=Order.SEQUENTIAL,
    )
    outcome = stage.run(planned)
    assert [event.status for event in stage.of(RunFinished)] == [FAILED] * 2 + [DONE] * 2
    assert outcome.failed == 2
    report = [event.text for event in stage.of(Noted) if event.level == "error"]
    assert len(report) == 2, "what happened in the middle, and that it stays away"
    assert "The server was killed" in report[0] and "No server listens there" in report[1]
    warned = [event for event in stage.of(Noted) if event.level == "warning"]
    assert [each.about for each in warned] == [Note.POWERFUL_LOGIN, Note.AWAITING, Note.REMARK]
    left = warned[-1].message.values
    assert str(left["database"]).startswith("cipherbench_") and left["server"] == "elsewhere"


def test_that_waiting_for_a_server_can_be_cancelled(
    elsewhere: Callable[[str], Elsewhere], stage: Stage
) -> None:
    other = elsewhere("mariadb")
    asked: list[float] = []

    def watch(event: Event) -> None:
        kill(event)
        if isinstance(event, Noted) and event.about is Note.AWAITING:
            threading.Timer(0.5, cancel).start()

    def cancel() -> None:
        assert stage.runner is not None
        asked.append(time.monotonic())
        stage.runner.cancel()

    kill = at_first(OperationStarted, other.kill)
    stage.watch = watch
    outcome = stage.run(campaign(other.spec, workload=HospitalParameters(sizes=(300,))))
    assert time.monotonic() - asked[0] < within(2)
    assert outcome.status is Status.CANCELLED
    assert [event.status for event in stage.of(RunFinished)] == [FAILED]


@pytest.mark.exhaustive
def test_that_a_lent_server_that_is_gone_is_replaced_by_one_of_ours(
    spec_for: Callable[..., ServerSpec], stage: Stage
) -> None:
    """As when a server that the window runs is killed before its campaign."""
    lent = open_server(spec_for("mariadb"))
    try:
        assert lent.endpoint.pid is not None
        psutil.Process(lent.endpoint.pid).kill()
        planned = campaign(lent.spec, repetitions=1)
        outcome = stage.run(planned, lent={lent.spec: lent.endpoint})
        assert outcome.failed == 0 and not stage.of(ServerLost)
    finally:
        lent.close()


# A disk without room.

SMALL, FREE_MB = 20, 0.2


@pytest.fixture
def disk(home: Path) -> Iterator[Callable[[int], Path]]:
    """Mounts disks of so many MB (10⁶ bytes)."""
    mounted: list[Path] = []

    def mount(size: int) -> Path:
        made = Path(tempfile.mkdtemp(prefix="disk-", dir=home))
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size * 1_000_000},mode=755", "tmpfs", str(made)],
            check=False,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            lacking("tmpfs", f"No tmpfs can be mounted here: {done.stderr.strip()}")
        mounted.append(made)
        return made

    yield mount
    for each in mounted:
        subprocess.run(["umount", str(each)], check=True)


def free_mb(disk: Path) -> float:
    status = os.statvfs(disk)
    return status.f_bfree * status.f_frsize / 1e6


def fill_up(disk: Path) -> None:
    """Leave about `FREE_MB`, also while a server takes room itself."""
    with (disk / "ballast").open("ab", buffering=0) as ballast, suppress(OSError):
        while (room := int((free_mb(disk) - FREE_MB) * 1e6)) > 0:
            os.posix_fallocate(ballast.fileno(), os.fstat(ballast.fileno()).st_size, room)


@pytest.mark.parametrize(
    ("engine", "size", "words"),
    [
        pytest.param(
            "postgresql",
            160,
            "No space left on device",
            marks=pytest.mark.exhaustive,  # the test after this one hears the same of it
        ),
        ("mariadb", 320, "MariaDB says: "),
        pytest.param("firebird", 40, "No space left on device", marks=pytest.mark.exhaustive),
        ("sqlite", 40, "database or disk is full"),
    ],
)
def test_that_a_disk_that_fills_up_is_reported_and_the_campaign_goes_on(
    engine: str,
    size: int,
    words: str,
    disk: Callable[[int], Path],
    spec_for: Callable[..., ServerSpec],
    stage: Stage,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Somebody else's file takes the room while a run inserts, and is gone after it. SQLite, which
    makes its file small and is quick to fill it, has the room taken before."""
    mounted = disk(size)
    ballast = mounted / "ballast"
    moment = RunStarted if engine == "sqlite" else OperationStarted

    def fill(event: Event) -> None:
        if isinstance(event, moment) and event.run_id == 1 and not ballast.exists():
            fill_up(mounted)
        if isinstance(event, RunFinished):
            ballast.unlink(missing_ok=True)

    stage.watch = show_and(fill)
    planned = campaign(
        spec_for(engine),
        workload=HospitalParameters(sizes=(1000, SMALL)),
        repetitions=1,
        order=Order.SEQUENTIAL,
    )
    planned = replace(planned, servers=(replace(planned.servers[0], data_directory=str(mounted)),))
    outcome = stage.run(planned)
    assert [event.status for event in stage.of(RunFinished)] == [FAILED, DONE]
    assert outcome.failed == 1
    reason = stage.of(RunFinished)[0].reason
    assert "The disk with the server's data is full, or nearly so." in reason and words in reason
    assert "Free some space on it" in reason
    report = capsys.readouterr().err
    assert report.count("The disk with the server's data is full, or nearly so.") == 1
    assert "Traceback" not in report
    assert list(mounted.iterdir()) == []


@pytest.mark.exhaustive
def test_that_a_server_that_breaks_down_over_a_full_disk_says_so(
    disk: Callable[[int], Path], spec_for: Callable[..., ServerSpec], stage: Stage
) -> None:
    """PostgreSQL panics without room for its log, and the client only hears that it is gone."""
    mounted = disk(100)

    def fill(event: Event) -> None:
        if (
            isinstance(event, OperationStarted)
            and event.run_id == 1
            and event.operation == "UPDATE"
        ):
            fill_up(mounted)
            assert stage.runner is not None
            server = stage.runner.pool.servers["postgresql"]
            with suppress(CipherbenchError):
                for _ in range(3):
                    with server.engine.driver.connect(server.endpoint) as admin:
                        admin.execute("create table room (); drop table room")
                        admin.execute("select pg_switch_wal()")

    stage.watch = fill
    planned = campaign(
        replace(spec_for("postgresql"), data_directory=str(mounted)),
        workload=HospitalParameters(sizes=(500,)),
    )
    stage.run(planned)
    first, second = stage.of(RunFinished)
    assert (first.status, second.status) == (FAILED, FAILED)
    full = "The disk with the server's data is full, or nearly so. PostgreSQL says:"
    assert first.reason.startswith(full)
    assert "No space left on device" in first.reason
    assert "the data of a new server needs 64 MB" in second.reason, "nor can another start"


@pytest.mark.exhaustive
def test_that_a_disk_too_small_from_the_start_is_reported_and_the_others_run(
    disk: Callable[[int], Path],
    spec_for: Callable[..., ServerSpec],
    typed: Callable[[Campaign], CommandResult],
    store: Path,
) -> None:
    tiny = replace(spec_for("postgresql", "tiny"), data_directory=str(disk(4)))
    output = typed(campaign(tiny, spec_for("sqlite")))
    assert output.code == 1
    assert output.err.count("the data of a new server needs 64 MB") == 1
    assert [status for status, _ in ends(store, "sqlite")] == [DONE, DONE]


def test_that_a_dead_worker_leaves_no_database_and_its_server_is_asked_again(
    servers: Any, stage: Stage
) -> None:
    """The server is still the one it was, and the campaign goes on."""
    server: Server = servers["mariadb"]
    killed: list[int] = []

    def kill_the_worker(event: Event) -> None:
        if isinstance(event, OperationStarted) and not killed:
            # A quick one may have ended before that is heard here.
            with suppress(psutil.NoSuchProcess):
                for worker in workers_of():
                    worker.kill()
                    killed.append(worker.pid)

    stage.watch = kill_the_worker
    spec = at_address(server, "there", user=server.endpoint.user)
    outcome = stage.run(campaign(spec))
    assert {event.status for event in stage.of(RunFinished)} == {FAILED, DONE}
    assert outcome.failed == 1
    assert server.engine.catalogue.owned_databases(server.endpoint) == {}
