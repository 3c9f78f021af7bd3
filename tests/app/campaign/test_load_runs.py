"""Campaigns whose requests arrive: lanes beside the worker, on every engine, and what ends them."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from app.plan.campaign import Campaign, Order, PlannedProtection
from app.plan.status import Status
from app.results.events import Event, OperationFinished, OperationStarted, RunFinished, Sampled
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import Server
from tests.app.quick import quick_campaign
from tests.app.workers import workers_of
from tests.patience import wait_until, within
from tests.requirements import spec_of
from workloads.registry import case_label
from workloads.web_users.parameters import LoadKind, Path, WebUsersParameters

pytestmark = pytest.mark.slow

GCM = Protection("aes-256-gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")
AES = Protection("aes-128", ProtectionKind.NATIVE, "aes", 128)


def plan(
    *engines: str,
    protections: tuple[Protection | PlannedProtection, ...] = (PLAINTEXT, GCM),
    **users: Any,
) -> Any:
    """Users under 40 reads and 20 writes a second, for half a second a run, one run after another,
    where nothing else is said."""
    usual = {
        "loads": (LoadKind.MIXED,),
        "read_rate": (40.0,),
        "write_rate": (20.0,),
        "seconds": 0.5,
        "warmup_seconds": 0.1,
        "users": 60,
        "lanes": 3,
    }
    return quick_campaign(
        "users",
        tuple(map(spec_of, engines)),
        tuple(
            each if isinstance(each, PlannedProtection) else PlannedProtection(each)
            for each in protections
        ),
        WebUsersParameters(**{**usual, **users}),
        repetitions=1,
        warmups=0,
        order=Order.ABBA,
    )


def _all_done(stage: Any, campaign: Campaign, servers: Any) -> list[Any]:
    """The operations of a campaign that goes the whole way, on servers that run already."""
    running = [servers[spec.engine] for spec in campaign.servers]
    outcome = stage.run(campaign, lent={each.spec: each.endpoint for each in running})
    assert (outcome.status, outcome.failed) == (Status.DONE, 0), stage.of(RunFinished)
    with stage.store() as store:
        return list(store.operations(outcome.campaign_id))


def test_that_every_engine_goes_the_whole_way(stage: Any, servers: Any) -> None:
    engines = ("postgresql", "mariadb", "firebird", "sqlite")
    encrypted = PlannedProtection(AES, ("postgresql",))
    operations = _all_done(
        stage, plan(*engines, protections=(PLAINTEXT, encrypted), lanes=2), servers
    )
    assert len(operations) == 4 + 1
    for each in operations:
        found = each.measures
        assert (found["arrived"], each.statements + found["dropped"]) == (30, 30), each
        assert each.operation == "MIXED"
        assert 0 < found["latency_min_ms"] <= found["latency_p50_ms"] <= found["latency_p99_ms"]
        assert found["latency_p99_ms"] <= found["latency_p999_ms"] <= found["latency_max_ms"]
        assert found["service_mean_ms"] <= found["latency_mean_ms"]
        assert each.worker_cpu_s > 0
        # What backends have used that leave with their lanes is not lost.
        assert each.server_cpu_s is None or each.server_cpu_s > 30 * 20e-6


@pytest.mark.exhaustive  # both paths: tests/workloads/test_conformance.py
def test_that_several_loads_by_both_paths_are_cases_of_one_campaign(
    stage: Any, servers: Any
) -> None:
    loads, paths = (LoadKind.BASELINE, LoadKind.CONCURRENT), (Path.DIRECT, Path.API)
    operations = _all_done(
        stage,
        plan(
            "mariadb",
            loads=loads,
            paths=paths,
            reads=80,
            writes=20,
            users=30,
            lanes=2,
            protections=(PLAINTEXT,),
        ),
        servers,
    )
    assert len(operations) == 2 * 2 * 2
    for each in operations:
        in_turn = "in turn" in each.run.case_name
        counts = {"GET": 80, "ADD": 20} if in_turn else {"GET": 20, "ADD": 10}
        assert each.statements + each.measures["dropped"] == counts[each.operation]
        assert (each.api_cpu_s is not None) is each.run.case_name.startswith("api")
        assert each.measures["late"] == 0 or not in_turn
    names = {"direct, 40 + 20/s", "direct in turn, 80 + 20"}
    assert {each.run.case_name for each in operations} == {
        each.replace("direct", path) for each in names for path in ("direct", "api")
    }


def test_that_a_baseline_may_be_reported_in_seconds(stage: Any, servers: Any) -> None:
    operations = _all_done(
        stage,
        plan("sqlite", loads=(LoadKind.BASELINE,), baseline_seconds=0.25, protections=(PLAINTEXT,)),
        servers,
    )
    assert [0.2 < each.elapsed < 5 and each.statements > 10 for each in operations] == [True] * 2


def test_that_probe_samples_add_the_lanes_up(stage: Any, servers: Any) -> None:
    [operation] = _all_done(
        stage,
        plan("postgresql", protections=(PLAINTEXT,), seconds=1.5, read_rate=(400.0,), lanes=4),
        servers,
    )
    samples = [each.sample for each in stage.of(Sampled) if each.sample.operation == "MIXED"]
    seen = sum(sample.statements for sample in samples)
    assert seen == pytest.approx(operation.statements, rel=0.05)
    assert sum(sample.dropped for sample in samples) == operation.measures["dropped"]
    assert all(sample.waiting is not None for sample in samples)
    assert samples[-1].progress == pytest.approx(1, abs=0.1)
    assert any(sample.p50_us for sample in samples)


def _at_load(stage: Any, do: Callable[[], None]) -> None:
    """Do something half a second after the first load has begun."""
    begun: list[int] = []

    def watch(event: Event) -> None:
        if isinstance(event, OperationStarted) and not begun:
            begun.append(event.run_id)
            threading.Timer(0.5, do).start()

    stage.watch = watch


@pytest.mark.parametrize("server", ["postgresql", "sqlite"], indirect=True)
def test_that_cancelling_takes_effect_within_two_seconds_and_no_lane_is_left(
    stage: Any, server: Server
) -> None:
    asked: list[float] = []

    def cancel() -> None:
        asked.append(time.monotonic())
        stage.runner.cancel()

    _at_load(stage, cancel)
    outcome = stage.run(plan(server.spec.engine, seconds=60.0), lent={server.spec: server.endpoint})
    assert time.monotonic() - asked[0] < within(2)
    assert outcome.status is Status.CANCELLED
    wait_until(lambda: not server.engine.catalogue.owned_databases(server.endpoint))
    assert not workers_of()


def _lane() -> int:
    return _pids()[0]


def _pids() -> list[int]:
    """The processes of a run: its lanes are started before its worker."""
    return sorted(each.pid for each in workers_of())


def _failed_run(stage: Any, engine: str) -> str:
    """Why the first of two runs failed; the second is done, and no lane is left."""
    outcome = stage.run(plan(engine, seconds=3.0))
    assert (outcome.status, outcome.failed) == (Status.DONE, 1)
    first, second = stage.of(RunFinished)
    assert (first.status, second.status) == (Status.FAILED, Status.DONE)
    assert not workers_of()
    assert len(stage.of(OperationFinished)) == 1
    return str(first.reason)


@pytest.mark.exhaustive
def test_that_a_lane_that_is_killed_fails_its_run_with_the_reason(stage: Any) -> None:
    _at_load(stage, lambda: os.kill(_lane(), signal.SIGKILL))
    assert "process that sent requests" in _failed_run(stage, "sqlite")


def test_that_a_server_that_is_killed_is_named(stage: Any) -> None:
    def kill() -> None:
        os.kill(stage.runner.pool.servers["postgresql"].endpoint.pid, signal.SIGKILL)

    _at_load(stage, kill)
    assert _failed_run(stage, "postgresql").startswith("The server was killed (SIGKILL)")


@pytest.mark.exhaustive
def test_that_a_load_of_few_arrivals_rests_in_between_and_has_not_stalled(
    stage: Any, servers: Any
) -> None:
    few = plan(
        "sqlite", read_rate=(0.4,), write_rate=(0.01,), seconds=6.0, protections=(PLAINTEXT,)
    )
    [operation] = _all_done(stage, few, servers)
    assert operation.measures["arrived"] == 3 + 1
    output = case_label("web_users", operation.key.case)
    assert str(output) == "0.4 reads and 0.01 writes/s directly to the database"
    assert [event.stalled for event in stage.of(RunFinished)] == [False]
