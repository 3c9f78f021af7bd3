"""A campaign whose sides take turns ends as soon as its intervals are narrow enough."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app.plan.campaign import Campaign, Order, Placement
from app.plan.status import Status
from app.results.events import RunFinished, RunsDropped

pytestmark = pytest.mark.slow

type Plan = Callable[..., Campaign]


def test_that_repetitions_which_are_not_needed_are_dropped(
    stage: Any, plan: Plan, servers: Any
) -> None:
    """Seven are the least: six for the test, and one more that confirms them."""
    server = servers["postgresql"]
    lent = {server.spec: server.endpoint}
    wide = plan("postgresql", size=200, order=Order.LOCKSTEP, repetitions=9, target_percent=100)
    outcome = stage.run(replace(wide, placement=Placement.ONE_CORE), lent=lent)
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
    again = stage.executor(lent=lent).resume(str(outcome.campaign_id), more=1)
    assert again.status is Status.DONE
    with stage.store() as store:
        assert max(run.repetition for run in store.runs(outcome.campaign_id)) == 8


@pytest.mark.parametrize("changes", [{"target_percent": 0}, {"order": Order.ABBA}])
def test_that_without_a_target_and_of_whole_runs_all_are_done(
    stage: Any, plan: Plan, changes: dict[str, Any]
) -> None:
    planned = plan("sqlite", size=5, order=Order.LOCKSTEP, repetitions=8, target_percent=100)
    stage.run(replace(planned, **changes))
    assert not stage.of(RunsDropped)
    assert len(stage.of(RunFinished)) == 2 * 8
