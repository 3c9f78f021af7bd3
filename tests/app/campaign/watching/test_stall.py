"""The rule by which a run stood still, on what samples saw."""

from __future__ import annotations

import time
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from app.campaign.watching.sampler import Sampler, Totals
from app.campaign.watching.stall_watch import (
    SERVER,
    WORKER,
    Interference,
    ProbeInterval,
    StallWatch,
    why_stalled,
)
from app.plan.status import Status
from app.results.events import RunFinished
from app.system.wall_time import wall_time
from engines.contract.endpoint import Endpoint
from engines.contract.transition import CLEAN_UP, REWRITE
from tests.app.results.making import operation_finished

STEP = 0.1
WORK = ProbeInterval(0, STEP, statements=300, brief=0.09, busy=0.08, queued=0.01)
QUIET = ProbeInterval(0, STEP)
QUEUEING = ProbeInterval(0, STEP, busy=0.01, queued=0.09)
ON_DISK = ProbeInterval(0, STEP, busy=0.001, waiting=True)
BUSY_DISK = ProbeInterval(0, STEP, disk=0.1)
ONE_STATEMENT = ProbeInterval(0, STEP, busy=0.1)
WORKER_STOPPED = ProbeInterval(0, STEP, stopped=frozenset({WORKER}))
SERVER_STOPPED = ProbeInterval(0, STEP, busy=0.0004, waiting=True, stopped=frozenset({SERVER}))
GAP = ProbeInterval(0, 30.0, statements=1, busy=0.05)
"""The program did not run, and nothing else did."""
STOPPED_ALONE = ProbeInterval(0, 30.0, statements=9000, brief=27.0, busy=20.0)
"""Only the program was stopped; the worker went on with a server elsewhere."""


_NO_TOLL = Interference()


def spans(*parts: tuple[ProbeInterval, int]) -> list[ProbeInterval]:
    """So many of each, one after the other."""
    found: list[ProbeInterval] = []
    at = 100.0
    for span, count in parts:
        for _ in range(count):
            found.append(replace(span, began=at, ended=at + span.seconds))
            at = found[-1].ended
    return found


def why(*parts: tuple[ProbeInterval, int], toll: Interference = _NO_TOLL, seen: bool = True) -> str:
    made = spans(*parts)
    return str(why_stalled(made, toll, made[0].began, made[-1].ended, visible=seen))


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ([(WORK, 20), (WORKER_STOPPED, 30), (WORK, 20)], "the worker was stopped for 3.0 s"),
        ([(WORK, 20), (SERVER_STOPPED, 30), (WORK, 20)], "the server was stopped for 3.0 s"),
        ([(WORK, 200), (WORKER_STOPPED, 3)], "the worker was stopped for 0.3 s"),
        ([(WORK, 20), (QUIET, 30), (WORK, 20)], "idle for"),
        ([(WORK, 20), (QUIET, 15), (ON_DISK, 1), (QUIET, 14)], "idle for"),
        ([(WORK, 20), (GAP, 1), (WORK, 20)], "idle for"),
    ],
)
def test_that_pending_still_is_reported_with_its_length(
    parts: list[tuple[ProbeInterval, int]], text: str
) -> None:
    assert why(*parts).startswith(text)


@pytest.mark.parametrize(
    "parts",
    [
        [(WORK, 50)],
        [(WORK, 20), (QUIET, 9), (WORK, 20)],  # not a second
        [(WORK, 90), (QUIET, 15), (WORK, 90)],  # not a fifth
        [(WORK, 10), (QUEUEING, 100), (WORK, 10)],  # busy neighbours
        [(WORK, 10), (ON_DISK, 50)],  # a slow commit
        [(WORK, 10), (ON_DISK, 20), (QUIET, 20), (ON_DISK, 20), (QUIET, 20)],
        [(WORK, 10), (BUSY_DISK, 50)],  # asynchronous writes
        [(WORK, 10), (ONE_STATEMENT, 100)],
        [(STOPPED_ALONE, 1)],
    ],
)
def test_that_work_and_waits_are_no_stall(parts: list[tuple[ProbeInterval, int]]) -> None:
    assert why(*parts) == ""


def test_that_a_server_that_cannot_be_seen_may_take_its_time() -> None:
    parts = [(WORK, 10), (QUIET, 50), (WORK, 10)]
    assert why(*parts) and not why(*parts, seen=False)
    stopped = [(WORK, 10), (WORKER_STOPPED, 20), (WORK, 10)]
    assert why(*stopped, seen=False) == "the worker was stopped for 2.0 s"
    assert why((WORK, 10), (GAP, 1), seen=False)


@pytest.mark.parametrize(
    ("toll", "text"),
    [
        (Interference(suspended=30.0), "the machine was suspended for 30.0 s"),
        (Interference(stolen=2.5), "the host took the processor away for 2.5 s (CPU steal)"),
        (Interference(throttled=2.5), "a CPU quota blocked the processor for 2.5 s"),
    ],
)
def test_that_what_the_machine_takes_is_reported(toll: Interference, text: str) -> None:
    assert why((WORK, 60), toll=toll) == text
    assert not why((WORK, 600), toll=replace(toll, suspended=0.0))  # less than a fifth


def test_that_what_happened_before_the_clock_started_does_not_count() -> None:
    made = spans((WORKER_STOPPED, 30), (WORK, 30))
    assert not why_stalled(made, Interference(), made[30].began, made[-1].ended, visible=True)
    assert why_stalled(made, Interference(), made[20].began, made[-1].ended, visible=True)


@pytest.mark.parametrize(("operation", "stalled"), [(CLEAN_UP, False), (REWRITE, True)])
def test_that_clean_up_may_wait_for_the_engine(operation: str, stalled: bool) -> None:
    """InnoDB's purge rests, and goes on."""
    began = time.monotonic() - 3.0
    sampler = SimpleNamespace(totals=Totals(began, 0, [], 0.0, 0.0), sees_server=True)
    nowhere = cast("Endpoint", SimpleNamespace(in_process=False, roots=()))
    watch = StallWatch(cast("Sampler", sampler), [nowhere], limited=False)
    watch.begin()
    for number in range(1, 31):
        sampler.totals = replace(sampler.totals, at=began + STEP * number)
        watch.look()
    event = operation_finished(1, operation, 3.0)
    watch.end(replace(event, elapsed=3.0, finished_at=wall_time()))
    assert watch.with_stalls(RunFinished(1, Status.DONE, 9.0)).stalled is stalled
