"""Demos: of work on whole tables as large as they ship, on every engine, cancelled and resumed; of
users by both paths. Workers verify what tables hold; that is not repeated here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.plan.campaign import Campaign
from app.plan.plan_file import read_plan
from app.plan.status import Status
from app.results.events import Event, OperationFinished
from engines.registry import engine_names
from engines.server import ServerSpec
from tests.app.stage import Stage
from workloads.web_users.parameters import WebUsersParameters

pytestmark = pytest.mark.slow

DEMOS = ("tablespace-demo", "predicate-demo")


def short(demo: str, spec: ServerSpec) -> Campaign:
    """One repetition of a demo on one server, with all of its protections."""
    shipped = read_plan(demo)
    return replace(
        shipped,
        servers=(spec,),
        protections=tuple(replace(each, servers=()) for each in shipped.protections),
        repetitions=1,
        control=False,
    )


@pytest.mark.parametrize("engine", engine_names())
@pytest.mark.parametrize("demo", DEMOS)
def test_that_a_demo_is_cancelled_resumed_and_done(
    demo: str, engine: str, tmp_path: Path, spec_for: Callable[[str], ServerSpec]
) -> None:
    stage = Stage(str(tmp_path / "store.sqlite"))
    ended = list[Event]()

    def cancel(event: Event) -> None:
        if isinstance(event, OperationFinished):
            ended.append(event)
            if len(ended) == 4 and stage.runner is not None:
                stage.runner.cancel()

    stage.watch = cancel
    campaign = short(demo, spec_for(engine))
    first = stage.run(campaign)
    assert first.status in (Status.CANCELLED, Status.DONE)
    if first.status is Status.CANCELLED:
        last = stage.executor().resume(campaign.name)
        assert (last.status, last.failed) == (Status.DONE, 0)
    with stage.store() as store:
        cells = store.cells(first.campaign_id)
        done = {(o.protection, o.case) for o in store.operations(first.campaign_id) if o.counts}
    assert {c.status for c in cells} <= {Status.DONE, Status.UNSUPPORTED}
    assert all(c.reason for c in cells if c.status is Status.UNSUPPORTED)
    assert done == {(c.protection, c.case) for c in cells if c.status is Status.DONE} != set()


def test_that_the_demo_of_users_goes_by_both_paths(
    tmp_path: Path, spec_for: Callable[[str], ServerSpec]
) -> None:
    """For a second each, and once."""
    stage = Stage(str(tmp_path / "store.sqlite"))
    campaign = short("web-users-demo", spec_for("postgresql"))
    assert isinstance(campaign.workload, WebUsersParameters)
    outcome = stage.run(
        replace(campaign, workload=replace(campaign.workload, seconds=1, warmup_seconds=0))
    )
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    with stage.store() as store:
        operations = store.operations(outcome.campaign_id)
    assert {(each.protection, each.case.name) for each in operations} == {
        (protection, f"{path} mixed, 100 + 50/s")
        for protection in ("plaintext", "aes-256-gcm")
        for path in ("direct", "api")
    }
    assert {each.measures and each.measures["arrived"] for each in operations} == {150}
