"""A system that has no room for a worker costs the run that wanted it, and nothing else."""

from __future__ import annotations

import os
import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.plan.campaign import Campaign, PlannedProtection
from app.plan.status import Status
from app.results.events import CampaignFinished, CampaignStarted, Event, RunFinished, RunStarted
from engines.contract.errors import CipherbenchError, FailedAfterRun
from engines.contract.message import phrase
from engines.contract.protection import PLAINTEXT

Plan = Callable[..., Campaign]
DONE, FAILED = Status.DONE, Status.FAILED


@pytest.mark.slow
@pytest.mark.parametrize(
    "free", [1, *(pytest.param(each, marks=pytest.mark.exhaustive) for each in (5, 8))]
)
def test_that_a_shortage_of_open_files_costs_the_run_that_met_it(
    stage: Any, plan: Plan, free: int
) -> None:
    """With few files free it is the server, the worker's board, or its process that is not had."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    held: list[int] = []

    def give_back() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        while held:
            os.close(held.pop())

    def watch(event: Event) -> None:
        if isinstance(event, RunStarted) and event.run_id == 2:
            held.append(os.open("/dev/null", os.O_RDONLY))
            top = max(int(each.name) for each in Path("/proc/self/fd").iterdir())
            while held[-1] < top:
                held.append(os.open("/dev/null", os.O_RDONLY))
            resource.setrlimit(resource.RLIMIT_NOFILE, (held[-1] + 1 + free, hard))
        elif isinstance(event, RunFinished):
            give_back()

    stage.watch = watch
    try:
        outcome = stage.run(plan("sqlite", protections=(PLAIN,), repetitions=3))
    finally:
        give_back()
    ends = stage.of(RunFinished)
    assert [event.status for event in ends] == [DONE, FAILED, DONE]
    assert "oo many open files" in ends[1].reason
    assert (outcome.status, outcome.failed) == (DONE, 1)
    [over] = stage.of(CampaignFinished)
    assert over.failed == 1


def test_that_what_ends_a_runner_is_reported_as_something_that_has_run(
    stage: Any, plan: Plan
) -> None:
    def watch(event: Event) -> None:
        if isinstance(event, RunFinished):
            raise CipherbenchError(phrase("Screen gone"), phrase("Nobody can be told."))

    stage.watch = watch
    with pytest.raises(FailedAfterRun, match="Nobody can be told"):
        stage.run(plan("sqlite", protections=(PLAIN,)))
    assert stage.of(CampaignStarted)


PLAIN = PlannedProtection(PLAINTEXT)
