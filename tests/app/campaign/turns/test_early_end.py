"""A campaign whose sides take turns ends as soon as its intervals are narrow enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from app.campaign import stopping as widths
from app.campaign.campaign_progress import CampaignProgress
from app.campaign.stopping import Stopping
from app.plan.campaign import Campaign, Order
from app.plan.matrix import Cell, schedule
from app.plan.status import Status
from app.results.events import OperationFinished, RunFinished, RunsDropped, RunStarted
from app.results.records import RunRecord, StoredCampaign
from tests.app.results.making import pending_run
from workloads.registry import workload_named

type Plan = Callable[..., Campaign]


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Intervals are as narrow as anybody wants: others compute here, and runs are short."""
    monkeypatch.setattr(widths, "SHARE_OF_COST", 1e6)


@pytest.mark.slow
def test_that_repetitions_which_are_not_needed_are_dropped(
    stage: Any, plan: Plan, wide: None
) -> None:
    """Seven are the least: six for the test, and one more that confirms them."""
    del wide
    outcome = stage.run(plan("sqlite", size=5, order=Order.LOCKSTEP, repetitions=9))
    [dropped] = stage.of(RunsDropped)
    assert sorted(run.repetition for run in dropped.runs) == [8, 8, 9, 9]
    assert len(stage.of(RunFinished)) == 2 * 7
    with stage.store() as store:
        summary = store.summary(outcome.campaign_id)
        runs = store.runs(outcome.campaign_id)
        cells = store.cells(outcome.campaign_id)
    assert (summary.runs_done, summary.runs_total, summary.status) == (14, 14, Status.DONE)
    assert max(run.repetition for run in runs) == 7
    assert {cell.status for cell in cells} == {Status.DONE}
    again = stage.executor().resume(str(outcome.campaign_id), more=1)
    assert again.status is Status.DONE
    with stage.store() as store:
        assert max(run.repetition for run in store.runs(outcome.campaign_id)) == 8


@pytest.mark.parametrize(
    ("changes", "needed"),
    [
        ({}, range(1, 8)),
        ({"target_percent": 0}, range(1, 17)),
        ({"order": Order.ABBA}, range(1, 17)),
    ],
)
def test_that_without_a_target_and_of_whole_runs_all_are_done(
    plan: Plan, changes: dict[str, Any], needed: range
) -> None:
    """Sixteen of whole runs are eight blocks, which would be enough."""
    usual = {"repetitions": 16, "order": Order.LOCKSTEP, "target_percent": 100}
    done = list(_done_until_enough(plan("sqlite", size=5, **{**usual, **changes})))
    assert sorted({each.repetition for each in done}) == [*needed]


def _done_until_enough(campaign: Campaign) -> Iterator[RunRecord]:
    """The runs that are needed of those planned; every operation takes a second."""
    [spec] = campaign.servers
    [case] = workload_named(campaign.workload.name).cases(campaign.workload)
    cells = [Cell(spec.name, spec.engine, each.protection, case.size) for each in campaign.measured]
    planned = schedule(campaign, cells)
    runs = [pending_run(number, each, cells[each.cell]) for number, each in enumerate(planned)]
    stored = StoredCampaign(1, campaign, cells, runs)
    progress = CampaignProgress(stored)
    stopping = Stopping(stored, progress, lambda wanted: pytest.fail("none is to be added"))
    for run in runs:
        if stopping.is_unneeded(run):
            continue
        yield run
        for event in _events_of(run):
            progress.take(event)
            stopping.take(event)


def _events_of(run: RunRecord) -> Iterator[RunStarted | OperationFinished | RunFinished]:
    yield RunStarted.of(run, 0.0)
    for operation in ("INSERT", "SELECT", "UPDATE", "DELETE"):
        took = (1.0, 1.0, 0.0, 0.0, None, 1, 1, 1.0, 1.0, b"", 0.0, 0.0)
        yield OperationFinished(run.id, operation, *took)
    yield RunFinished(run.id, Status.DONE, 0.0)
