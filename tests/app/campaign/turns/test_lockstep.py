"""Sides that take turns, with real servers, and what is kept of them. What happens when one is lost
is in the table of faults."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.campaign.runner import CampaignRunner
from app.findings.compare import Comparisons
from app.findings.quality import quality_of
from app.plan import matrix
from app.plan.campaign import Campaign, Order, Placement, PlannedProtection
from app.plan.matrix import MOST_SIDES
from app.plan.status import Status
from app.results.events import (
    Event,
    OperationFinished,
    OperationStarted,
    RunFinished,
    RunStarted,
    Sampled,
)
from app.results.turns import Turns
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.registry import engine_names
from engines.servers.server import Server
from tests.requirements import needs_cascades
from workloads.hospital.workload import HospitalParameters

pytestmark = pytest.mark.slow

type Plan = Callable[..., Campaign]

CLIENT = PlannedProtection(Protection("client", ProtectionKind.CLIENT, "aes", 256, "gcm"))


def in_lockstep(plan: Plan, *engines: str, **changes: Any) -> Campaign:
    """Plaintext, control and a client-side protection, which every engine can do."""
    planned = plan(*engines, order=Order.LOCKSTEP, control=True, **changes)
    return replace(planned, protections=(PlannedProtection(PLAINTEXT), CLIENT))


@pytest.mark.parametrize("server", engine_names(), indirect=True)
@pytest.mark.in_every_run("sqlite")  # a server takes them in test_tls.py
def test_that_sides_of_every_engine_take_the_same_turns(
    stage: Any, plan: Plan, server: Server
) -> None:
    needs_cascades(server.engine)
    campaign = in_lockstep(plan, server.spec.engine, size=100, repetitions=1)
    campaign = replace(campaign, placement=Placement.ONE_CORE)
    outcome = stage.run(campaign, lent={server.spec: server.endpoint})
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    with stage.store() as store:
        operations = store.operations(outcome.campaign_id)
        snapshot = store.snapshot(outcome.campaign_id)
    assert len(operations) == 3 * 4 and all(each.is_counted for each in operations)
    turns = {
        (each.operation, each.run.protection): Turns.from_bytes(each.turns or b"")
        for each in operations
    }
    for each in operations:
        own = turns[each.operation, each.run.protection]
        assert own.statements == turns[each.operation, "plaintext"].statements
        assert sum(own.statements) == each.statements
        assert sum(own.seconds) == pytest.approx(each.seconds, rel=1e-9)
        assert len(own.seconds) == len(own.cpu) == len(own.elapsed) == len(own.statements)
        assert all(map(lambda one, other: one <= other, own.seconds, own.elapsed))
        assert own.cpu_seconds is not None
        spent = (each.server_cpu_s or 0.0) + (each.worker_cpu_s or 0.0)
        assert sum(own.cpu) == pytest.approx(spent, rel=1e-6, abs=1e-6)
        assert 0 < sum(own.cpu) < 1.2 * sum(own.elapsed) + 0.05
    long = [own for own in turns.values() if sum(own.cpu) > 0.05]
    assert all(len(own.seconds) > 1 for own in long)
    assert {each.status for each in snapshot.runs} == {Status.DONE}


def test_that_only_one_side_runs_at_a_time_and_begins_with_a_drawn_one(
    stage: Any, plan: Plan
) -> None:
    """All sides are told of before the first operation; samples are of whoever has the baton, and
    no operation of one is over before all have begun it."""
    outcome = stage.run(in_lockstep(plan, "sqlite", size=400, repetitions=2, seed=3))
    assert outcome.status is Status.DONE
    started: list[RunStarted] = stage.of(RunStarted)
    sets = [started[at : at + 3] for at in range(0, len(started), 3)]
    assert all(len({each.repetition for each in some}) == 1 for some in sets)
    assert all(some[0].compared == tuple(each.protection for each in some) for some in sets)
    assert len({some[0].protection for some in sets}) > 1
    assert [each.is_first_of_lockstep for each in sets[0]] == [True, False, False]
    first = {each.run_id for each in sets[0]}
    report = [each for each in stage.events if getattr(each, "run_id", 0) in first]
    kinds = [
        type(each).__name__[:16]
        for each in report
        if isinstance(each, OperationStarted | OperationFinished) and each.operation == "INSERT"
    ]
    assert kinds == ["OperationStarted"] * 3 + ["OperationFinishe"] * 3
    assert {each.sample.run_id for each in stage.of(Sampled)} >= first


@pytest.mark.parametrize(
    "looks", [4, *(pytest.param(each, marks=pytest.mark.exhaustive) for each in (1, 2, 3, 5, 6))]
)
def test_that_an_operation_is_over_on_all_sides_before_the_next_begins(
    stage: Any, plan: Plan, looks: int
) -> None:
    """Also for a program that falls asleep some looks after it has heard of the first end, and
    finds the others' ends and the next beginning when it wakes up, each in a pipe of its own."""
    ended: list[str] = []
    left = 0

    def count(event: Event) -> None:
        nonlocal left
        if isinstance(event, OperationFinished) and event.operation not in ended:
            ended.append(event.operation)
            left = looks

    def fall_asleep(runner: CampaignRunner) -> None:
        apply_command = runner.apply_command

        def drowsy(seconds: float) -> bool:
            nonlocal left
            left -= 1
            time.sleep(0.3 if left == 0 else 0.0)
            return apply_command(seconds)

        runner.apply_command = drowsy  # type: ignore[method-assign]

    stage.watch, stage.begun = count, fall_asleep
    outcome = stage.run(in_lockstep(plan, "sqlite", size=30, repetitions=1))
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    report = [
        (type(each), each.operation)
        for each in stage.events
        if isinstance(each, OperationStarted | OperationFinished)
    ]
    assert report == [
        (kind, operation)
        for operation in ("INSERT", "SELECT", "UPDATE", "DELETE")
        for kind in (OperationStarted, OperationFinished)
        for _ in range(3)
    ]


def test_that_a_side_that_fails_before_anything_is_timed_costs_no_other(
    stage: Any, plan: Plan, servers: Any
) -> None:
    """Its server has lost what that protection needs, after it was asked: the side leaves, and the
    others go on without it."""
    campaign, there = in_lockstep(plan, "postgresql", size=5, repetitions=1), servers["postgresql"]
    native = PlannedProtection(Protection("native", ProtectionKind.NATIVE, "aes", 128, "cbc"))
    lost: list[Path] = []

    def watch(event: Event) -> None:
        if isinstance(event, RunStarted) and not lost:
            [server] = stage.runner.pool.servers.values()
            program = Path(f"/proc/{server.endpoint.pid}/exe").readlink()
            [control] = program.parents[1].rglob("pgcrypto.control")
            lost.append(control.rename(control.with_suffix(".lost")))

    stage.watch = watch
    try:
        campaign = replace(campaign, protections=(*campaign.protections, native))
        outcome = stage.run(campaign, lent={there.spec: there.endpoint})
    finally:
        for each in lost:
            each.rename(each.with_suffix(".control"))
    assert lost and (outcome.status, outcome.failed) == (Status.DONE, 1)
    runs = {each.run_id: each.protection for each in stage.of(RunStarted)}
    ends: list[RunFinished] = stage.of(RunFinished)
    assert {runs[each.run_id] for each in ends if each.status is Status.FAILED} == {"native"}
    assert not any(each.broken_off for each in ends)
    assert len([each for each in ends if each.status is Status.DONE]) == 3


def test_that_what_cannot_take_turns_is_measured_whole(stage: Any, plan: Plan) -> None:
    campaign = in_lockstep(plan, "sqlite", size=5, repetitions=1)
    campaign = replace(campaign, order=Order.ABBA)
    outcome = stage.run(campaign)
    with stage.store() as store:
        operations = store.operations(outcome.campaign_id)
    assert operations and all(each.turns is None for each in operations)
    assert all(not each.compared for each in stage.of(RunStarted))


def test_that_a_plan_without_an_order_takes_turns() -> None:
    assert HospitalParameters().name == "hospital"
    assert Campaign.__dataclass_fields__["order"].default is Order.LOCKSTEP


@pytest.mark.parametrize(
    ("most", "sides"),
    [pytest.param(MOST_SIDES, MOST_SIDES, marks=pytest.mark.exhaustive), (4, 4), (3, 4)],
)
def test_that_more_sides_than_can_take_turns_are_measured_whole(
    stage: Any, plan: Plan, most: int, sides: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many as may be do take turns, each in a process of its own; for one too many, few may."""
    monkeypatch.setattr(matrix, "MOST_SIDES", most)
    turned = sides <= most
    encrypted = [replace(CLIENT.protection, name=f"client {n}") for n in range(sides - 2)]
    campaign = replace(
        in_lockstep(plan, "sqlite", size=2, repetitions=1),
        protections=(PlannedProtection(PLAINTEXT), *map(PlannedProtection, encrypted)),
    )
    outcome = stage.run(campaign)
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    with stage.store() as store:
        operations = store.operations(outcome.campaign_id)
        found = quality_of(snapshot := store.snapshot(outcome.campaign_id), Comparisons(snapshot))
    assert len(operations) == 4 * sides
    assert {each.turns is not None for each in operations} == {turned}
    assert any("can be measured in lockstep" in str(each) for each in found.sentences) is not turned
