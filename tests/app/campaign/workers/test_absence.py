"""A program that was itself stopped does not take its absence for a server's silence."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from app.plan.campaign import Campaign, PlannedProtection
from app.plan.status import Status
from app.processes.deadlines import DEADLINES, LivenessWatch, WorkerStep
from app.processes.errands import Errand, HelperProcess
from app.results.events import Event, OperationStarted, RunFinished
from engines.contract.message import phrase
from engines.contract.protection import PLAINTEXT
from tests.app.workers import workers_of

pytestmark = pytest.mark.slow

ABSENT_SECONDS = 4


def stop_all() -> subprocess.Popen[bytes]:
    """Stop this program and its workers, as Ctrl+Z or `docker pause` do; it is the first to go
    on."""
    program = os.getpid()
    workers = " ".join(str(each.pid) for each in workers_of())
    script = f"""
        kill -STOP {workers} {program}
        sleep {ABSENT_SECONDS}
        kill -CONT {program}
        sleep 0.3
        kill -CONT {workers}
    """
    return subprocess.Popen(["sh", "-c", script])


def test_that_a_campaign_that_was_stopped_goes_on(
    stage: Any, plan: Callable[..., Campaign]
) -> None:
    stopped: list[subprocess.Popen[bytes]] = []

    def watch(event: Event) -> None:
        if isinstance(event, OperationStarted) and not stopped:
            stopped.append(stop_all())

    stage.watch = watch
    campaign = plan(
        "sqlite",
        size=500,
        protections=(PlannedProtection(PLAINTEXT),),
        repetitions=1,
        silence_seconds=3,
    )
    outcome = stage.run(campaign)
    assert stopped[0].wait() == 0
    assert {event.status for event in stage.of(RunFinished)} == {Status.DONE}
    assert outcome.failed == 0


def doze() -> str:
    time.sleep(1)
    return "there"


@pytest.mark.exhaustive
def test_that_an_errand_of_a_program_that_was_stopped_goes_on() -> None:
    helper = HelperProcess("db")
    helper.carry_out(Errand(phrase("it was tried"), 30), doze)
    stopped: list[subprocess.Popen[bytes]] = []
    timer = threading.Timer(0.3, lambda: stopped.append(stop_all()))
    timer.start()
    try:
        assert helper.carry_out(Errand(phrase("it was tried"), 4), doze) == "there"
    finally:
        helper.stop()
    assert stopped[0].wait() == 0


def test_that_a_look_that_comes_late_counts_for_little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DEADLINES, "statement", 1.5)
    vigil = LivenessWatch("db", 0)
    vigil.begin(WorkerStep(phrase("creating its database"), administrative=True))
    time.sleep(2)
    assert vigil.fault() is None, "nobody looked meanwhile"
    time.sleep(0.8)
    assert vigil.fault() is not None
