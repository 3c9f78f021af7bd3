"""Runs that stand still, with real servers, real signals and a real neighbour."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.campaign.runner import MOST_REPEATS
from app.campaign.workers.run_supervision import RunSupervision
from app.findings.compare import Comparisons
from app.plan.campaign import Campaign, Order, PlannedProtection
from app.plan.status import Status
from app.report.files.export import export
from app.results.events import (
    CampaignStarted,
    Event,
    Noted,
    OperationFinished,
    OperationStarted,
    Progressed,
    RunFinished,
    RunStarted,
    Sampled,
)
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from tests.app.workers import workers_of
from tests.engines.containers import container_spec
from workloads.hospital.workload import HospitalParameters

pytestmark = pytest.mark.slow

SECONDS = 2.0
_BLKIO = Path("/sys/fs/cgroup/blkio")


@pytest.fixture
def long_plan(plan: Callable[..., Campaign]) -> Callable[..., Campaign]:
    """Plaintext alone, with a DELETE (on SQLite) or an INSERT that is so long that a probe sample
    falls into it. Runs are whole ones."""

    def make(engine: str = "sqlite", repetitions: int = 2, size: int = 600) -> Campaign:
        workload = HospitalParameters(sizes=(size,))
        protections = (PlannedProtection(PLAINTEXT),)
        return plan(
            engine,
            workload=workload,
            protections=protections,
            repetitions=repetitions,
            order=Order.ABBA,
        )

    return make


def stop(pids: list[int], seconds: float) -> None:
    for signum, pause in ((signal.SIGSTOP, seconds), (signal.SIGCONT, 0.0)):
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signum)
        time.sleep(pause)


def postgres_processes() -> list[int]:
    found = psutil.Process().children(recursive=True)
    return [each.pid for each in found if each.name() == "postgres"]


type StopIn = Callable[..., list[int]]


@pytest.fixture
def stop_in(stage: Any, monkeypatch: pytest.MonkeyPatch) -> StopIn:
    """Stops processes in the middle of an operation of the first `times` runs; the runs' numbers.
    Until then a run is looked at more often than it usually is: a quick one is soon over."""
    often, usual = 0.03, RunSupervision.look_seconds

    def begin(operation: str, attackers: Callable[[], list[int]], times: int = 1) -> list[int]:
        stopped: list[int] = []

        def look_every(seconds: float) -> None:
            monkeypatch.setattr(RunSupervision, "look_seconds", seconds)

        def watch(event: Event) -> None:
            match event:
                case Sampled(sample) if sample.operation == operation and 0 < sample.progress < 0.8:
                    if len(stopped) < times and sample.run_id not in stopped:
                        stopped.append(sample.run_id or 0)
                        threading.Thread(target=stop, args=(attackers(), SECONDS)).start()
                        look_every(usual)
                case RunStarted() if len(stopped) < times:
                    look_every(often)

        stage.watch = watch
        return stopped

    return begin


def worker() -> list[int]:
    return [each.pid for each in workers_of()]


ENCRYPTED = Protection("sealed", ProtectionKind.CLIENT, "aes", 128, "gcm")


@dataclass(frozen=True)
class Halt:
    """Who is stopped, in which operation, on which engine, and under which protections."""

    who: str
    attackers: Callable[[], list[int]]
    operation: str
    engine: str
    size: int
    protections: tuple[Protection, ...]


HALTS = (
    Halt("worker", worker, "DELETE", "sqlite", 1200, (PLAINTEXT, ENCRYPTED)),
    Halt("server", postgres_processes, "INSERT", "postgresql", 250, (PLAINTEXT,)),
)


@pytest.mark.parametrize("halt", HALTS, ids=lambda each: each.who)
def test_that_a_run_that_stood_still_is_retained_never_counted_and_repeated_with_its_block(
    stage: Any,
    stop_in: StopIn,
    long_plan: Callable[..., Campaign],
    servers: Any,
    tmp_path: Path,
    halt: Halt,
) -> None:
    """In the block's order, and the other cell's runs, too: what is compared was done together."""
    planned = long_plan(halt.engine, size=halt.size)
    planned = replace(planned, protections=tuple(map(PlannedProtection, halt.protections)))
    in_block = 2 * len(halt.protections)
    stopped = stop_in(halt.operation, halt.attackers)
    server = servers[halt.engine]
    outcome = stage.run(planned, lent={server.spec: server.endpoint})
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    with stage.store() as store:
        runs = store.runs(outcome.campaign_id)
        operations = store.operations(outcome.campaign_id)
        cells = store.cells(outcome.campaign_id)
        summary = store.summary(outcome.campaign_id)
        rows = Comparisons(store.snapshot(outcome.campaign_id)).rows
        [stalled] = [run for run in runs if run.stalled]
        histogram = store.histogram(outcome.campaign_id, stalled.cell, halt.operation)
        for kind in ("json", "md"):
            export(store, outcome.campaign_id, kind, tmp_path / f"out.{kind}")
    assert [stalled.id] == stopped and stalled.status is Status.DONE
    report = re.fullmatch(
        rf"{halt.operation}: the {halt.who} was stopped for (\d\.\d) s\.", stalled.reason
    )
    assert report and abs(float(report[1]) - SECONDS) < 1.0
    block, again = runs[:in_block], runs[in_block:]
    parts = [(run.protection, run.repetition) for run in block]
    assert sorted(parts) == sorted((each.name, n) for each in halt.protections for n in (1, 2))
    assert [(run.protection, run.repetition) for run in again] == parts, "a whole mirror block"
    assert {op.run.id for op in operations if op.is_counted} == {run.id for run in again}
    assert len([op for op in operations if op.run.id == stalled.id]) == 4
    assert [row.n for row in rows] == [2] * 4 * len(cells)
    assert all((row.mean_s or 0) < SECONDS for row in rows)
    assert [row.cost.blocks for row in rows if row.protection == ENCRYPTED.name] == [1] * 4 * (
        ENCRYPTED in halt.protections
    )
    assert histogram.get_max_value() / 1e9 < SECONDS * 0.8
    assert [cell.status for cell in cells] == [Status.DONE] * len(halt.protections)
    both = 2 * in_block
    assert (summary.runs_total, summary.runs_done, summary.runs_failed) == (both, both, 0)
    assert stage.of(CampaignStarted)[0].total == in_block
    assert (stage.of(Progressed)[-1].finished, stage.of(Progressed)[-1].total) == (both, both)
    written = json.loads((tmp_path / "out.json").read_text())
    marked = [(each["stalled"], each["reason"]) for each in written["runs"]]
    assert marked.count((True, stalled.reason)) == 1 and marked.count((False, "")) == both - 1
    assert "## Stalled runs" in (tmp_path / "out.md").read_text()


@pytest.mark.exhaustive
def test_that_a_repetition_is_given_up_after_two_repeats_and_resume_tries_it_again(
    stage: Any, stop_in: StopIn, long_plan: Callable[..., Campaign]
) -> None:
    """What is cancelled before it was repeated, too."""
    stopped = stop_in("DELETE", worker, times=1 + MOST_REPEATS + 1)
    outcome = stage.run(long_plan(repetitions=1))
    assert len(stopped) == 1 + MOST_REPEATS
    assert (outcome.status, outcome.failed) == (Status.DONE, 1)
    with stage.store() as store:
        summary = store.summary(outcome.campaign_id)
        [cell] = store.cells(outcome.campaign_id)
        assert all(run.stalled for run in store.runs(outcome.campaign_id))
    assert (summary.runs_total, summary.runs_done, summary.runs_failed) == (3, 2, 1)
    assert cell.status is Status.FAILED and "the worker was stopped" in cell.reason
    assert any("stalled every time" in event.text for event in stage.of(Noted))

    halt = stage.watch

    def watch(event: Event) -> None:
        halt(event)
        if isinstance(event, RunFinished):
            stage.runner.cancel()

    stage.watch = watch
    assert stage.executor().resume("small").status is Status.CANCELLED
    stage.watch = lambda event: None
    with stage.store() as store:
        [*_, last] = store.runs(outcome.campaign_id)
    assert (last.stalled, last.status) == (True, Status.DONE)

    resumed = stage.executor().resume("small")
    assert (resumed.status, resumed.failed) == (Status.DONE, 0)
    with stage.store() as store:
        runs = store.runs(outcome.campaign_id)
        [cell] = store.cells(outcome.campaign_id)
        summary = store.summary(outcome.campaign_id)
    assert [run.stalled for run in runs] == [True, True, True, True, False]
    assert cell.status is Status.DONE and summary.runs_failed == 0


@pytest.mark.parametrize("engine", ["postgresql", "firebird"])
@pytest.mark.in_every_run("postgresql")
def test_that_busy_neighbours_make_no_stall(
    stage: Any, long_plan: Callable[..., Campaign], servers: Any, engine: str
) -> None:
    """They are at work as long as its operations last."""
    server = servers[engine]
    hogs: list[subprocess.Popen[bytes]] = []

    def end() -> None:
        for each in hogs:
            each.kill()
            each.wait()

    def watch(event: Event) -> None:
        match event:
            case OperationStarted() if not hogs:
                words = ["sh", "-c", "while :; do :; done"]
                hogs.extend(subprocess.Popen(words) for _ in range(os.cpu_count() or 1))
            case OperationFinished(operation="DELETE"):
                end()

    stage.watch = watch
    try:
        planned = long_plan(engine, repetitions=1, size=150)
        stage.run(planned, lent={server.spec: server.endpoint})
    finally:
        end()
    assert hogs
    [finished] = stage.of(RunFinished)
    assert (finished.status, finished.stalled) == (Status.DONE, False), finished.reason


@pytest.fixture
def disk() -> Iterator[Path]:
    """A folder on a real disk that the serving user can enter; the others may lie in memory."""
    with tempfile.TemporaryDirectory(prefix="cipherbench-disk-", dir="/var/tmp") as folder:
        Path(folder).chmod(0o711)
        yield Path(folder)


class SlowDisk:
    """Lets processes write to a disk five times a second and not oftener: a commit writes twice at
    least."""

    def __init__(self, disk: Path) -> None:
        """Raises: OSError where this is not to be had"""
        self._group = _BLKIO / f"cipherbench-test-{os.getpid()}"
        device = disk.stat().st_dev
        try:
            self._group.mkdir()
            limit = f"{os.major(device)}:{os.minor(device)} 5"
            (self._group / "blkio.throttle.write_iops_device").write_text(limit)
        except OSError:
            with contextlib.suppress(OSError):
                self._group.rmdir()
            raise

    def begin(self, pids: list[int]) -> None:
        for pid in pids:
            with contextlib.suppress(OSError):
                (self._group / "cgroup.procs").write_text(str(pid))

    def end(self) -> None:
        for pid in (self._group / "cgroup.procs").read_text().split():
            with contextlib.suppress(OSError):
                (_BLKIO / "cgroup.procs").write_text(pid)

    def close(self) -> None:
        self.end()
        self._group.rmdir()


@pytest.fixture
def slow_disk(disk: Path) -> Iterator[SlowDisk]:
    try:
        made = SlowDisk(disk)
    except OSError as error:
        pytest.skip(f"no disk can be slowed down here: {error}")
    with contextlib.closing(made):
        yield made


@pytest.mark.exhaustive
def test_that_slow_commits_are_no_stall(
    stage: Any, long_plan: Callable[..., Campaign], disk: Path, slow_disk: SlowDisk
) -> None:
    slowed: list[Event] = []

    def watch(event: Event) -> None:
        match event:
            case Sampled(sample) if sample.operation == "INSERT" and not slowed:
                slowed.append(event)
                slow_disk.begin(postgres_processes())
            case OperationFinished() if event.commit_seconds > 0.2:
                slow_disk.end()  # what follows tells nothing more, and would take ten seconds

    stage.watch = watch
    planned = long_plan("postgresql", repetitions=1, size=500)
    [spec] = planned.servers
    outcome = stage.run(replace(planned, servers=(replace(spec, data_directory=str(disk)),)))
    [finished] = stage.of(RunFinished)
    assert (finished.status, finished.stalled) == (Status.DONE, False), finished.reason
    with stage.store() as store:
        commits = [each.commit_seconds for each in store.operations(outcome.campaign_id)]
    assert max(commits) > 0.2  # it was slow


@pytest.mark.exhaustive
def test_that_a_paused_container_is_distinguished_from_a_slow_disk(
    stage: Any, long_plan: Callable[..., Campaign]
) -> None:
    spec = container_spec("postgresql", name="boxed")
    paused: list[str] = []

    def pause() -> None:
        container = stage.runner.pool.servers["boxed"].endpoint.container
        paused.append(container)
        for command, seconds in (("pause", SECONDS), ("unpause", 0.0)):
            subprocess.run(["docker", command, container], check=True, capture_output=True)
            time.sleep(seconds)

    def watch(event: Event) -> None:
        match event:
            case Sampled(sample) if sample.operation == "INSERT" and 0 < sample.progress < 0.8:
                if not threads:
                    threads.append(threading.Thread(target=pause))
                    threads[0].start()

    threads: list[threading.Thread] = []
    stage.watch = watch
    outcome = stage.run(replace(long_plan(repetitions=1, size=600), servers=(spec,)))
    threads[0].join()
    assert paused and outcome.failed == 0
    first, second = stage.of(RunFinished)
    assert first.stalled and "the server was stopped" in first.reason
    assert (second.status, second.stalled) == (Status.DONE, False)
