"""Campaigns whose requests go through an API: it is counted by itself, its end is told, and nothing
of it stays."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.campaign.servers.conditions import session_differences
from app.plan.campaign import Campaign, Order, Placement, PlannedProtection
from app.plan.status import Status
from app.results.events import Event, OperationFinished, RunFinished, Sampled
from app.results.records import SessionRecord
from engines.contract.protection import PLAINTEXT
from engines.registry import engine_names
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.requirements import needs_processes, spec_of
from tests.workloads.web_users.api.household import GCM
from workloads.web_users.parameters import LoadKind, WebUsersParameters
from workloads.web_users.parameters import Path as Way

pytestmark = pytest.mark.slow

API = "workloads.web_users.api"


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(str(tmp_path / "store.sqlite"))


def planned(
    engine: str = "sqlite",
    *,
    way: Way = Way.API,
    tls: bool = False,
    seconds: float = 0.6,
    **settings: Any,
) -> Campaign:
    """Short runs one after another, of which there are two where nothing else is said: readable and
    encrypted."""
    parameters = WebUsersParameters(
        loads=(LoadKind.MIXED,),
        paths=(way,),
        users=50,
        seconds=seconds,
        warmup_seconds=0.1,
        lanes=2,
        tls=tls,
    )
    usual: dict[str, Any] = {"repetitions": 1, "warmups": 0, "order": Order.ABBA}
    return quick_campaign(
        **{
            **usual,
            "name": "api",
            "servers": (spec_of(engine),),
            "protections": (PlannedProtection(PLAINTEXT), PlannedProtection(GCM)),
            "workload": parameters,
            **settings,
        }
    )


def apis() -> list[psutil.Process]:
    """Those that run now."""
    found = []
    for each in psutil.process_iter(["cmdline", "status"]):
        words, status = each.info["cmdline"] or (), each.info["status"]
        if API in words and status != psutil.STATUS_ZOMBIE:
            found.append(each)
    return found


ONE: dict[str, Any] = {"protections": (PlannedProtection(PLAINTEXT),)}
"""A run that is readable, for what has nothing to do with what is encrypted."""


def own_apis() -> list[psutil.Process]:
    """Those of this process, of however far below."""
    return [each for each in apis() if any(p.pid == os.getpid() for p in each.parents())]


@pytest.mark.parametrize("engine", engine_names())
@pytest.mark.in_every_run("postgresql")
def test_that_an_api_is_counted_and_sampled_next_to_server_and_worker(
    stage: Stage, engine: str, servers: Any
) -> None:
    server = servers[engine]
    needs_processes(server.engine)
    outcome = stage.run(planned(engine), lent={server.spec: server.endpoint})
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    operations = stage.of(OperationFinished)
    assert len(operations) == 2
    for each in operations:
        assert 0 < each.api_cpu_s < each.elapsed + 0.5
        assert each.worker_cpu_s is not None
    samples = [each.sample for each in stage.of(Sampled) if each.sample.operation]
    assert any((each.api_cpu or 0) > 1 for each in samples)
    assert any((each.api_memory or 0) > 5 for each in samples)
    with stage.store() as store:
        stored = [each for run in store.runs(outcome.campaign_id) for each in store.samples(run.id)]
        assert [each.api_cpu for each in stored if each.operation] == [
            each.api_cpu for each in samples
        ]
        assert all(each.api_cpu_s for each in store.operations(outcome.campaign_id))
    assert own_apis() == []


def test_that_a_run_whose_api_stands_still_fails_with_the_reason_and_the_next_goes_on(
    stage: Stage,
) -> None:
    hit: list[int] = []

    def watch(event: Event) -> None:
        at_work = isinstance(event, Sampled) and event.sample.statements > 0
        if at_work and not hit and event.sample.operation:  # type: ignore[union-attr]
            for api in own_apis():
                hit.append(api.pid)
                os.kill(api.pid, signal.SIGSTOP)

    stage.watch = watch
    outcome = stage.run(planned(seconds=4, silence_seconds=2))
    finished = stage.of(RunFinished)
    assert [each.status for each in finished] == [Status.FAILED, Status.DONE]
    assert finished[0].reason == "The API does not respond: its process was stopped."
    assert outcome.failed == 1
    assert own_apis() == []


def test_that_an_api_runs_where_the_plan_places_it_and_requests_can_be_encrypted(
    stage: Stage,
) -> None:
    where: list[set[int]] = []

    def watch(event: Event) -> None:
        if isinstance(event, Sampled) and event.sample.operation and not where:
            where.extend(set(each.cpu_affinity()) for each in own_apis())

    stage.watch = watch
    outcome = stage.run(planned(placement=Placement.ONE_CORE, tls=True, **ONE))
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    allowed = os.sched_getaffinity(0)
    assert where == [{max(allowed)} if len(allowed) > 1 else allowed]


@pytest.mark.parametrize(("way", "matters"), [(Way.API, True), (Way.DIRECT, False)])
def test_that_another_web_server_is_another_condition_where_requests_go_through_it(
    way: Way, matters: bool
) -> None:
    campaign = planned(way=way)
    then, now = (
        SessionRecord(0, {"packages": {"uvicorn": version}}, "", ())
        for version in ("0.54.0", "0.55.0")
    )
    (found,) = session_differences(campaign, then, now)
    assert (str(found.what), found.matters) == ("uvicorn", matters)
