"""Requests that arrive at all sides of a lockstep at the same time: what each is dealt, what is
kept of it, and what happens to the others when one side cannot go on."""

from __future__ import annotations

import math
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from app.campaign.load.barrier import LanesRunning
from app.campaign.workers.lockstep import LockstepSide
from app.findings.compare import Comparisons
from app.plan.campaign import Campaign, Order, Placement, PlannedProtection
from app.plan.status import Status
from app.report.charts.stability_charts import turn_charts
from app.report.figures.campaign_report import report_on
from app.results.events import (
    Event,
    OperationFinished,
    OperationStarted,
    RunFinished,
    RunStarted,
    Sampled,
)
from app.results.turns import Turns
from engines.contract.protection import PLAINTEXT
from engines.servers.server import Server
from tests.app.quick import quick_campaign
from tests.app.workers import workers_of
from tests.patience import wait_until
from tests.requirements import spec_of
from tests.workloads.town import GCM
from workloads.load import MEAN_LATENCY, Arrivals
from workloads.web_users.parameters import LoadKind, Path, WebUsersParameters

pytestmark = pytest.mark.slow

SIDES = ("plaintext", "control", "aes-256-gcm")


def asked(*engines: str, repetitions: int = 1, **users: Any) -> Campaign:
    """Plaintext, control and an encrypted side, each under 20 reads and 10 writes a second for two
    and a half seconds, where nothing else is said."""
    usual = {
        "loads": (LoadKind.MIXED,),
        "read_rate": (20.0,),
        "write_rate": (10.0,),
        "seconds": 2.5,
        "warmup_seconds": 0.2,
        "users": 60,
        "lanes": 2,
    }
    return quick_campaign(
        "asked",
        tuple(map(spec_of, engines)),
        (PlannedProtection(PLAINTEXT), PlannedProtection(GCM)),
        WebUsersParameters(**{**usual, **users}),
        repetitions=repetitions,
        warmups=0,
        control=True,
    )


def _engines_and_paths() -> Iterator[Any]:
    for engine, path in product(("postgresql", "mariadb", "firebird", "sqlite"), Path):
        often = engine == ("postgresql" if path is Path.API else "sqlite")
        yield pytest.param(engine, path, marks=() if often else pytest.mark.exhaustive)


@pytest.mark.parametrize(("server", "path"), list(_engines_and_paths()), indirect=["server"])
def test_that_each_side_has_the_planned_rate_and_all_meet_the_same_seconds(
    stage: Any, server: Server, path: Path
) -> None:
    """Directly on one engine and by the API on another, since who deals requests to sides does not
    know what is behind it; that it works on each: tests/workloads/web_users/api."""
    campaign = asked(server.spec.engine, paths=(path,))
    outcome = stage.run(campaign, lent={server.spec: server.endpoint})
    assert (outcome.status, outcome.failed) == (Status.DONE, 0), stage.of(RunFinished)
    with stage.store() as store:
        operations = store.operations(outcome.campaign_id)
    assert {each.run.protection for each in operations} == {*SIDES} and len(operations) == 3
    for each in operations:
        found, turns = each.measures, Turns.from_bytes(each.turns or b"")
        assert found["arrived"] == 75 and each.statements == 75 - found["dropped"]
        assert len(turns.seconds) == 2, "half a second belongs to the one before it"
        assert turns.elapsed == (1.0, 1.5)
        assert sum(turns.statements) == each.statements
        assert turns.statements[0] == pytest.approx(30, abs=3)
        assert all(map(math.isnan, turns.cpu))
        mean = sum(turns.seconds) / sum(turns.statements)
        assert 1000 * mean == pytest.approx(found[MEAN_LATENCY], rel=1e-9)
        assert each.worker_cpu_s > 0
        own = server.spec.engine in ("postgresql", "mariadb")
        assert (each.server_cpu_s is not None) is own, "the server's, of its sessions alone"
        assert (each.api_cpu_s is not None) is (path is Path.API)
    _check_at_the_same_time(stage)


def _check_at_the_same_time(stage: Any) -> None:
    started, finished = stage.of(OperationStarted), stage.of(OperationFinished)
    kinds = [type(e) for e in stage.events if isinstance(e, OperationStarted | OperationFinished)]
    assert kinds == [OperationStarted] * 3 + [OperationFinished] * 3
    assert max(each.at for each in started) + 2 < min(e.finished_at for e in finished)
    samples = [each.sample for each in stage.of(Sampled) if each.sample.operation == "MIXED"]
    assert {each.run_id for each in samples} == {each.run_id for each in started}
    seen = sum(each.statements for each in samples)
    assert seen == pytest.approx(sum(each.statements for each in finished), rel=0.1)
    assert all(each.waiting is not None and each.dropped is not None for each in samples)


def test_that_costs_come_from_repetitions_and_charts_from_seconds(stage: Any) -> None:
    campaign = asked("sqlite", repetitions=2, arrivals=Arrivals.POISSON, seconds=2.0)
    outcome = stage.run(campaign)
    with stage.store() as store:
        snapshot = store.snapshot(outcome.campaign_id)
        report = report_on(store, outcome.campaign_id)
    compared = Comparisons(snapshot)
    rows = {row.protection: row for row in compared.rows}
    encrypted = rows[GCM.name]
    assert (encrypted.measure, encrypted.cost.blocks) == (MEAN_LATENCY, 2)
    assert encrypted.cost.verdict is not None and rows["control"].cost.margin is not None
    assert compared.trimmed_cost(encrypted) is not None
    for name in ("latency_p50_ms", "latency_p99_ms"):
        [other] = [r for r in Comparisons(snapshot, measure=name).rows if r.protection == GCM.name]
        assert other.cost.blocks == 2 and other.cost.low is not None
    [chart] = turn_charts(report, [encrypted.at])
    for graph in chart.graphs:
        assert "latency" in str(graph.y.title)
        assert [len(line.points) for line in graph.lines] == [4, 4]
    middle = 1000 * sum(_latencies(snapshot, GCM.name)) / 4
    drawn = [y for _, y in chart.graphs[-1].lines[1].points]
    assert sum(drawn) / 4 == pytest.approx(middle, rel=1e-6)
    assert "3 times that rate" in report.quality.text


def _latencies(snapshot: Any, protection: str) -> list[float]:
    return [
        latency
        for each in snapshot.operations
        if each.run.protection == protection
        for latency in Turns.from_bytes(each.turns).seconds_per_statement
    ]


@pytest.mark.exhaustive
def test_that_requests_one_after_another_and_whole_runs_are_measured_as_before(stage: Any) -> None:
    in_turn = asked("sqlite", loads=(LoadKind.BASELINE,), reads=30, writes=10, warmup_seconds=0.0)
    whole = replace(asked("sqlite", seconds=0.5), order=Order.ABBA)
    for campaign, why in ((in_turn, "waits for the previous answer"), (whole, "")):
        outcome = stage.run(campaign)
        assert (outcome.status, outcome.failed) == (Status.DONE, 0)
        with stage.store() as store:
            operations = store.operations(outcome.campaign_id)
            quality = report_on(store, outcome.campaign_id).quality
        assert operations and all(each.turns is None for each in operations)
        assert why in quality.text and "times that rate" not in quality.text


def _at_load(stage: Any, do: Callable[[], None]) -> None:
    """Do something half a second after the load of all three sides has begun."""
    begun: list[int] = []

    def watch(event: Event) -> None:
        if isinstance(event, OperationStarted):
            begun.append(event.run_id)
            if len(begun) == 3:
                threading.Timer(0.5, do).start()

    stage.watch = watch


def _of_side(number: int) -> list[Any]:
    """The two lanes of a side, started before its worker, and that."""
    found = sorted(workers_of(), key=lambda each: each.pid)
    assert len(found) == 9
    return found[3 * number : 3 * number + 3]


@pytest.mark.parametrize(
    ("side", "process"),
    [
        (0, 2),
        (2, 1),
        *(pytest.param(*each, marks=pytest.mark.exhaustive) for each in ((1, 2), (2, 2), (0, 0))),
    ],
)
def test_that_a_side_that_is_lost_ends_the_load_of_all_at_once(
    stage: Any, side: int, process: int
) -> None:
    """Whichever is first, and whether it is the worker or a lane."""
    _at_load(stage, lambda: os.kill(_of_side(side)[process].pid, signal.SIGKILL))
    began = time.monotonic()
    outcome = stage.run(asked("sqlite", seconds=60.0))
    assert time.monotonic() - began < 50, "a minute of load was not waited for"
    ends: list[RunFinished] = stage.of(RunFinished)
    assert (outcome.status, outcome.failed) == (Status.DONE, 3)
    [lost] = [each for each in ends if not each.broken_off]
    assert ("exit code -9" if process == 2 else "process that sent requests") in lost.reason
    assert all("measured together" in each.reason for each in ends if each is not lost)
    assert not workers_of()


def test_that_a_side_that_fails_as_lanes_warm_up_leaves_and_the_others_share_the_load(
    stage: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of its lanes is lost while all warm up: nothing has been timed yet."""
    take, asking = LockstepSide._take, list[object]()

    def lose(side: LockstepSide, event: object) -> None:
        take(side, event)
        if isinstance(event, LanesRunning):
            asking.append(event)
            if len(asking) == 3:
                pid = _of_side(1)[0].pid
                threading.Timer(0.5, lambda: os.kill(pid, signal.SIGKILL)).start()

    monkeypatch.setattr(LockstepSide, "_take", lose)
    outcome = stage.run(asked("sqlite", warmup_seconds=2.0, seconds=1.0))
    assert outcome.status is Status.DONE and outcome.failed == 1
    ends: list[RunFinished] = stage.of(RunFinished)
    assert [each.status for each in ends] == [Status.DONE, Status.FAILED, Status.DONE]
    assert not any(each.broken_off for each in ends)
    with stage.store() as store:
        operations = store.operations(outcome.campaign_id)
    assert [each.measures["arrived"] for each in operations] == [30, 30]


def test_that_a_side_that_is_silent_is_given_up_though_others_are_answered(stage: Any) -> None:
    """Its lanes stand still; those of the others go on for longer than it may be silent."""

    def stop() -> None:
        for lane in _of_side(1)[:2]:
            lane.suspend()

    _at_load(stage, stop)
    campaign = replace(asked("sqlite", seconds=60.0), silence_seconds=3)
    began = time.monotonic()
    outcome = stage.run(campaign)
    assert time.monotonic() - began < 45
    ends: list[RunFinished] = stage.of(RunFinished)
    assert (outcome.status, outcome.failed) == (Status.DONE, 3)
    [silent] = [each for each in ends if not each.broken_off]
    assert "finished no statement for 3 s while timing MIXED" in silent.reason
    runs = {each.run_id: each.protection for each in stage.of(RunStarted)}
    order = list(runs.values())
    assert runs[silent.run_id] == order[1]
    wait_until(lambda: not workers_of())


@pytest.mark.exhaustive
def test_that_a_side_that_has_ended_may_wait_for_one_that_has_not(stage: Any) -> None:
    """What arrived at a side whose lanes were stopped is answered later; who waits for it is not
    given up as silent, and the stop is seen."""

    def stop() -> None:
        for lane in _of_side(0)[:2]:
            lane.suspend()
            threading.Timer(4.5, lane.resume).start()

    _at_load(stage, stop)
    campaign = replace(asked("sqlite", seconds=1.5), silence_seconds=30)
    outcome = stage.run(replace(campaign, placement=Placement.FREE))
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    ends: list[RunFinished] = stage.of(RunFinished)
    assert [each.stalled for each in ends] == [True] * 3 + [False] * 3
    assert all("was stopped" in each.reason for each in ends[:3])
