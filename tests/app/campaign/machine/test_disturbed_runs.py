"""A neighbour that takes the measuring core while a run lasts, on real servers.

Other programs may be at work on the machine of these tests: the limits are raised here, so that
only the neighbours' share (15 parts of 16 of the core, at least) is above them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from app.campaign.machine import canary, quality
from app.campaign.machine.cores import measuring_core
from app.plan.campaign import Campaign, Order, Placement, PlannedProtection
from app.plan.status import Status
from app.results.circumstances.disturbance import Cause
from app.results.circumstances.quality import quality_of
from app.results.compare import Comparisons
from app.results.events import (
    CampaignStarted,
    Event,
    Noted,
    OperationFinished,
    OperationStarted,
    Progressed,
    RunFinished,
    RunRepeated,
    RunStarted,
)
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from tests.app.campaign.machine.hog import hogs_at_hand

pytestmark = pytest.mark.slow

GCM = Protection("gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")
HOGS = 16


@pytest.fixture(autouse=True)
def raised_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what takes nearly all of a core disturbs."""
    if len(measuring_core(Placement.ONE_CORE) or ()) != 1:
        pytest.skip("there is no core to be measured on alone")
    monkeypatch.setattr(quality, "LEAST_SHARE", 0.85)
    monkeypatch.setattr(quality, "SWITCHES_MORE", 1_000_000)
    monkeypatch.setattr(canary, "CANARY_SHARE", 1e9)
    monkeypatch.setattr(canary, "WITHIN_SHARE", 1e9)


@pytest.fixture
def bound(plan: Callable[..., Campaign]) -> Callable[..., Campaign]:
    """Two mirror blocks of four whole runs, on one core."""

    def make(engine: str) -> Campaign:
        protections = (PlannedProtection(PLAINTEXT), PlannedProtection(GCM))
        return plan(
            engine,
            size=200 if engine == "sqlite" else 50,
            repetitions=4,
            protections=protections,
            placement=Placement.ONE_CORE,
            order=Order.ABBA,
        )

    return make


@pytest.fixture
def neighbour(stage: Any) -> Iterator[list[int]]:
    """The neighbour is there while the sixth run's operations last; its number."""
    during: list[int] = []
    core = min(measuring_core(Placement.ONE_CORE) or ())
    hogs = ExitStack()
    begin = hogs.enter_context(hogs_at_hand(core, HOGS))

    def watch(event: Event) -> None:
        match event:
            case OperationStarted() if len(stage.of(RunStarted)) == 6 and not during:
                during.append(event.run_id)
                begin()
            case OperationFinished(operation="DELETE") | RunFinished() if during:
                hogs.close()

    stage.watch = watch
    with hogs:
        yield during


def test_that_a_run_beside_a_neighbour_is_repeated_with_its_block_and_counts_no_more(
    stage: Any, bound: Callable[..., Campaign], servers: Any, neighbour: list[int]
) -> None:
    server = servers["mariadb"]
    outcome = stage.run(bound("mariadb"), lent={server.spec: server.endpoint})
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    with stage.store() as store:
        snapshot = store.snapshot(outcome.campaign_id)
    runs = snapshot.runs
    [disturbed] = [run for run in runs if run.disturbed]
    assert [disturbed.id] == neighbour and "of the core that is measured on" in (
        disturbed.disturbed or ""
    )
    assert all(run.canary_s for run in runs)

    block, again = runs[4:8], runs[8:]
    assert [(run.cell, run.repetition) for run in again] == [
        (run.cell, run.repetition) for run in block
    ]
    assert [run.replaced for run in runs] == [run in block for run in runs]
    assert [each.of for each in stage.of(RunRepeated)] == [run.id for run in block]
    compared = Comparisons(snapshot)
    assert {row.n for row in compared.rows} == {4}
    assert {cell.status for cell in snapshot.cells} == {Status.DONE}
    found = quality_of(snapshot, compared)
    assert (found.disturbed, found.replaced, found.still_counting) == (1, 4, 0)
    assert found.causes == {Cause.OTHERS: 1}

    assert stage.of(CampaignStarted)[0].total == 8
    assert (stage.of(Progressed)[-1].finished, stage.of(Progressed)[-1].total) == (12, 12)
    told = [each for each in stage.of(Noted) if "disturbed" in each.text]
    assert [each.level for each in told] == ["warning", "info"] and told[0].run_id == disturbed.id


def test_that_a_campaign_cancelled_before_its_repeats_does_them_when_resumed(
    stage: Any, bound: Callable[..., Campaign], neighbour: list[int]
) -> None:
    hogging = stage.watch

    def watch(event: Event) -> None:
        hogging(event)
        if isinstance(event, RunFinished) and len(stage.of(RunFinished)) == 8:
            stage.runner.cancel()

    stage.watch = watch
    first = stage.run(bound("sqlite"))
    with stage.store() as store:
        snapshot = store.snapshot(first.campaign_id)
    assert quality_of(snapshot, Comparisons(snapshot)).still_counting == 1
    assert {cell.status for cell in snapshot.cells} == {Status.DONE}

    stage.watch = lambda event: None
    assert stage.executor().resume("small").failed == 0
    with stage.store() as store:
        snapshot = store.snapshot(first.campaign_id)
    found = quality_of(snapshot, Comparisons(snapshot))
    assert (len(snapshot.runs), found.replaced, found.still_counting) == (12, 4, 0)
