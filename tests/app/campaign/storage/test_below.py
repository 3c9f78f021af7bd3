"""Campaigns on a server whose data lie on gocryptfs, which is not always mounted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app.campaign.runner import CampaignRunner
from app.campaign.servers.conditions import ConditionsChanged
from app.plan.campaign import Campaign, Order, PlannedProtection
from app.plan.status import Status
from app.results.events import Event, RunFinished
from engines.contract.protection import PLAINTEXT
from tests.app.campaign.storage.mounts import Mount
from tests.gocryptfs import GOCRYPTFS

pytestmark = pytest.mark.slow


@pytest.fixture
def encrypted_campaign(mount: Mount, plan: Callable[..., Campaign]) -> Callable[[str], Campaign]:
    """Two plaintext runs and two on gocryptfs, all of one server of an engine whose data lie
    there."""

    def make(engine: str) -> Campaign:
        campaign = plan(engine, size=5, order=Order.ABBA)
        spec = replace(campaign.servers[0], data_directory=str(mount.plain))
        protections = (PlannedProtection(PLAINTEXT), PlannedProtection(GOCRYPTFS))
        return replace(campaign, servers=(spec,), protections=protections)

    return make


def after_first(stage: Any, act: Callable[[CampaignRunner], None]) -> None:
    """Do something when the first run is over."""
    done: list[Event] = []

    def watch(event: Event) -> None:
        if isinstance(event, RunFinished) and not done:
            done.append(event)
            act(stage.runner)

    stage.watch = watch


def ends(stage: Any, campaign_id: int) -> list[Status]:
    with stage.store() as store:
        return [run.status for run in store.runs(campaign_id)]


def test_that_a_campaign_is_not_resumed_where_the_protection_below_is_not_mounted(
    stage: Any, mount: Mount, encrypted_campaign: Callable[[str], Campaign]
) -> None:
    after_first(stage, lambda runner: runner.cancel())
    first = stage.run(replace(encrypted_campaign("sqlite"), repetitions=1))
    assert first.status is Status.CANCELLED
    assert sorted(ends(stage, first.campaign_id)).count(Status.DONE) == 1

    mount.unmount()
    stage.events.clear()
    with pytest.raises(ConditionsChanged) as caught:
        stage.executor().resume("small")
    report = "the data directory of sqlite was encrypted by gocryptfs"
    assert report in caught.value.message and not stage.of(RunFinished)
    assert ends(stage, first.campaign_id).count(Status.DONE) == 1

    mount.mount()
    last = stage.executor().resume("small")
    assert last.failed == 0
    assert ends(stage, first.campaign_id) == [Status.DONE] * 2


@pytest.mark.parametrize("engine", ["sqlite", "postgresql", "mariadb"])
@pytest.mark.in_every_run("postgresql")
def test_that_a_protection_that_is_unmounted_during_a_campaign_fails_its_runs(
    engine: str, stage: Any, mount: Mount, encrypted_campaign: Callable[[str], Campaign]
) -> None:
    """Under the feet of a server, where there is one, that keeps its files open."""
    seen: list[Event] = []

    def watch(event: Event) -> None:
        if isinstance(event, RunFinished):
            seen.append(event)
            if len(seen) == 1:
                mount.unmount()
            elif len(seen) == 3:
                mount.mount()

    stage.watch = watch
    outcome = stage.run(encrypted_campaign(engine))
    statuses = [event.status for event in stage.of(RunFinished)]
    assert statuses == [Status.DONE, Status.FAILED, Status.FAILED, Status.DONE]
    assert outcome.failed == 2
    with stage.store() as store:
        assert not [
            op for op in store.operations(outcome.campaign_id) if op.run.status != Status.DONE
        ]
