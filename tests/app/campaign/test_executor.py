"""Campaigns from plan to store, with everything real: servers, workers, files."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from app.campaign.command import Command
from app.plan.campaign import Campaign, PlannedProtection
from app.plan.status import Status
from app.processes.fork_server import fork_server_pid
from app.results.events import (
    CampaignFinished,
    Event,
    OperationFinished,
    OperationStarted,
    Progressed,
    RunFinished,
    RunStarted,
    Sampled,
    ServerLost,
)
from engines.contract.endpoint import Endpoint, Source
from engines.contract.errors import InputError, ServerUnavailable
from engines.contract.protection import Protection, ProtectionKind
from engines.registry import engine_names
from engines.servers.server import Server, ServerSpec
from tests.app.workers import nurseries_of, workers_of
from tests.patience import within
from tests.requirements import needs_cascades
from workloads.hospital.workload import HospitalParameters

pytestmark = pytest.mark.slow

type Plan = Callable[..., Campaign]


def lent(servers: Any, *engines: str) -> dict[ServerSpec, Endpoint]:
    """Servers that run already, as the window lends them."""
    return {servers[each].spec: servers[each].endpoint for each in engines}


def test_that_every_engine_goes_the_whole_way(stage: Any, plan: Plan, servers: Any) -> None:
    engines = ("postgresql", "mariadb", "firebird")
    outcome = stage.run(plan(*engines, repetitions=1), lent=lent(servers, *engines))
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    with stage.store() as store:
        operations = store.operations(outcome.campaign_id)
        runs = store.runs(outcome.campaign_id)
    assert len(runs) == 3 * 2 and all(run.status is Status.DONE for run in runs)
    assert len(operations) == len(runs) * 4
    for each in operations:
        assert 0 < each.seconds <= each.elapsed + each.commit_seconds
        assert (
            each.statements
            == {"INSERT": 270, "SELECT": 121, "UPDATE": 151, "DELETE": 271}[each.operation]
        )
        assert 0 < each.p50_us <= each.p99_us
        assert each.memory_mb is not None and each.memory_mb > 5
        # A run may end before the sample that would cover its last operation.
        last = each.operation == "DELETE" and each.cpu_percent is None
        assert last or (each.cpu_percent is not None and each.cpu_percent >= 0)
        # MariaDB counts what a user does, and all sides are one user.
        assert (each.server_seconds is None) == (each.run.engine != "postgresql")
        if each.server_seconds is not None:
            assert 0 < each.server_seconds < each.elapsed + 0.05  # it counts our own look, too


def test_that_warm_ups_and_what_is_unsupported_are_separated_from_what_counts(
    stage: Any, plan: Plan
) -> None:
    """A histogram holds every statement of what counts; progress goes over all runs, with an
    estimate on the way; an unsupported cell says why; and an optional server that is missing is
    left out."""
    away = ServerSpec(
        "away", Source.ADDRESS, "mariadb", host="127.0.0.1", port=9, user="x", optional=True
    )
    gcm = PlannedProtection(Protection("gcm", ProtectionKind.NATIVE, "aes", 128, "gcm"))
    campaign = plan("sqlite", repetitions=1, warmups=2)
    campaign = replace(
        campaign,
        protections=(*campaign.protections, gcm),
        servers=(*campaign.servers, away),
    )
    outcome = stage.run(campaign)
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    assert [each.server for each in stage.of(ServerLost)] == ["away"]
    with stage.store() as store:
        operations = store.operations(outcome.campaign_id)
        cells = store.cells(outcome.campaign_id)
        runs = {run.id: run for run in store.runs(outcome.campaign_id)}
        finished = next(
            event for event in stage.of(OperationFinished) if not runs[event.run_id].warmup
        )
        histogram = store.histogram(outcome.campaign_id, runs[finished.run_id].cell, "INSERT")
    assert sum(each.run.warmup for each in operations) == 2 * 2 * 4
    assert sum(each.is_counted for each in operations) == 2 * 4

    assert histogram.get_total_count() == 270 == finished.statements
    total = histogram.get_mean_value() * 270 / 1e9
    assert total == pytest.approx(finished.seconds - finished.commit_seconds, rel=0.01)

    [cell] = [each for each in cells if each.protection == "gcm"]
    assert cell.status is Status.UNSUPPORTED and "aes-128-gcm" in cell.reason

    progress = stage.of(Progressed)
    assert [each.finished for each in progress] == [0, 2, 4, 6]
    assert all(each.remaining > 0 for each in progress[:-1]) and progress[-1].remaining == 0
    assert isinstance(stage.events[-1], CampaignFinished)


def cancel_at(stage: Any, kind: type[Event], seconds: float = 0.0) -> None:
    """Cancel some time after the first event of a kind; note when."""

    def watch(event: Event) -> None:
        if isinstance(event, kind) and not hasattr(stage, "asked"):
            stage.asked = 0.0

            def ask() -> None:
                stage.asked = time.monotonic()
                stage.runner.cancel()

            threading.Timer(seconds, ask).start()

    stage.watch = watch


@pytest.mark.parametrize("server", engine_names(), indirect=True)
@pytest.mark.in_every_run("postgresql", "firebird", "sqlite")
def test_that_cancelling_takes_effect_within_two_seconds_and_cleans_up(
    stage: Any, plan: Plan, server: Server
) -> None:
    needs_cascades(server.engine)
    campaign = plan(server.spec.engine, size=8_000)
    cancel_at(stage, OperationStarted, 0.3)
    outcome = stage.run(campaign, lent={server.spec: server.endpoint})
    assert time.monotonic() - stage.asked < within(2)
    assert outcome.status is Status.CANCELLED
    assert stage.of(RunFinished)[-1].status is Status.CANCELLED
    deadline = time.monotonic() + within(2)
    while server.engine.catalogue.owned_databases(server.endpoint) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert server.engine.catalogue.owned_databases(server.endpoint) == {}
    assert not workers_of()


def test_that_a_cancelled_campaign_resumes_where_it_was(stage: Any, plan: Plan) -> None:
    seen: list[int] = []

    def watch(event: Event) -> None:
        if isinstance(event, RunFinished):
            seen.append(event.run_id)
            if len(seen) == 2:
                stage.runner.cancel()

    stage.watch = watch
    first = stage.run(plan("sqlite"))
    assert first.status is Status.CANCELLED
    with stage.store() as store:
        stored = [run for run in store.runs(first.campaign_id) if run.status is Status.DONE]
    assert len(stored) == 2
    stage.events.clear()
    stage.watch = lambda event: None
    second = stage.executor().resume("small")
    assert (second.campaign_id, second.status) == (first.campaign_id, Status.DONE)
    again = {event.run_id for event in stage.of(RunStarted)}
    assert again.isdisjoint(run.id for run in stored) and len(again) == 2
    with stage.store() as store:
        assert all(run.status is Status.DONE for run in store.runs(first.campaign_id))
        assert len(store.operations(first.campaign_id)) == 4 * 4


def test_that_a_nursery_that_is_killed_costs_no_run(stage: Any, plan: Plan) -> None:
    killed: list[int] = []

    def watch(event: Event) -> None:
        if isinstance(event, OperationStarted) and not killed:
            # One whose folder was lost may still be there, and brings up nobody any more.
            [fork_server] = [each for each in nurseries_of() if each.pid == fork_server_pid()]
            killed.append(fork_server.pid)
            fork_server.kill()

    stage.watch = watch
    plain = plan("sqlite").protections[:1]
    outcome = stage.run(plan("sqlite", size=100, protections=plain))
    assert killed
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    assert killed != [fork_server_pid()]


def test_that_a_campaign_without_any_server_does_not_begin(stage: Any, plan: Plan) -> None:
    away = ServerSpec("away", Source.ADDRESS, "mariadb", host="127.0.0.1", port=9, user="x")
    with pytest.raises(ServerUnavailable, match=r"127\.0\.0\.1:9"):
        stage.run(replace(plan("sqlite"), servers=(away,)))
    assert not stage.of(ServerLost), "the error is all that need be read"
    other = replace(away, name="other", port=10)
    with pytest.raises(ServerUnavailable, match="away, other"):
        stage.run(replace(plan("sqlite"), servers=(away, other)))
    assert [each.server for each in stage.of(ServerLost)] == ["away", "other"]
    with stage.store() as store:
        assert store.campaigns() == []


def test_that_data_that_does_not_fit_is_reported_before_anything_starts(
    stage: Any, plan: Plan, tmp_path: Path
) -> None:
    (tmp_path / "bad.csv").write_text("a,b\n1,2\n")
    workload = HospitalParameters(data=str(tmp_path / "bad.csv"), sizes=(1,))
    with pytest.raises(InputError, match="has no column"):
        stage.run(plan("sqlite", workload=workload))
    assert stage.events == []


@pytest.mark.timing
def test_that_samples_come_ten_times_a_second_and_cost_little(
    stage: Any, plan: Plan, servers: Any
) -> None:
    plain = plan("postgresql").protections[:1]
    planned = plan("postgresql", size=1000, repetitions=1, protections=plain)
    stage.run(planned, lent=lent(servers, "postgresql"))
    samples = [event.sample for event in stage.of(Sampled)]
    inside = [each for each in samples if each.operation]
    assert {each.operation for each in inside} == {"INSERT", "SELECT", "UPDATE", "DELETE"}
    assert max(each.server_cpu for each in inside) > 10
    assert max(each.worker_cpu for each in inside) > 10
    assert all(each.server_memory > 10 for each in inside)
    assert sum(each.statements for each in samples) > 1000 * 20
    assert any(each.p99_us >= each.p50_us > 0 for each in inside if each.p50_us)
    gaps = [b.at - a.at for a, b in pairwise(samples) if a.run_id == b.run_id]
    assert sorted(gaps)[len(gaps) // 2] < 0.2


def test_that_pausing_waits_after_the_run_and_resuming_goes_on(stage: Any, plan: Plan) -> None:
    import multiprocessing

    ours, theirs = multiprocessing.Pipe()
    asked: list[str] = []

    def watch(event: Event) -> None:
        match event:
            case OperationStarted() if not asked:
                asked.append("pause")
                ours.send(Command.PAUSE)
            case Progressed(paused=True) if len(asked) == 1:
                asked.append("resume")
                ours.send(Command.RESUME)

    stage.watch = watch
    outcome = stage.run(plan("sqlite"), commands=theirs)
    assert asked == ["pause", "resume"] and outcome.status is Status.DONE


def test_that_a_pause_that_comes_with_the_last_run_leaves_all_stored(
    stage: Any, plan: Plan
) -> None:
    import multiprocessing

    ours, theirs = multiprocessing.Pipe()

    def watch(event: Event) -> None:
        match event:
            case OperationStarted() | CampaignFinished():
                ours.send(Command.PAUSE)
                ours.send(Command.RESUME)

    stage.watch = watch
    outcome = stage.run(plan("sqlite", repetitions=1), commands=theirs)
    assert outcome.status is Status.DONE


def test_that_a_campaign_ends_when_its_watcher_is_gone(stage: Any, plan: Plan) -> None:
    import multiprocessing

    ours, theirs = multiprocessing.Pipe()

    def watch(event: Event) -> None:
        if isinstance(event, OperationStarted) and not ours.closed:
            ours.close()

    stage.watch = watch
    outcome = stage.run(plan("sqlite", size=3000), commands=theirs)
    assert outcome.status is Status.CANCELLED
