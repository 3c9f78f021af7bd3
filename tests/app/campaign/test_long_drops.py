"""Dropping a run's database may take its time: what was measured stands."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from app.plan.campaign import Campaign, PlannedProtection
from app.plan.status import Status
from app.processes.deadlines import DEADLINES
from app.results.events import (
    Event,
    EvidenceGathered,
    EvidenceProgressed,
    Noted,
    OperationFinished,
    RunFinished,
)
from engines.contract.endpoint import Endpoint
from engines.contract.protection import PLAINTEXT
from engines.contract.session import Session
from engines.servers.server import ServerSpec

pytestmark = pytest.mark.slow

Plan = Callable[..., Campaign]
PLAIN = (PlannedProtection(PLAINTEXT),)


class Lock:
    """Holds up every CREATE DATABASE and DROP DATABASE of a campaign's PostgreSQL."""

    def __init__(self, stage: Any) -> None:
        self._stage = stage
        self._session: Session | None = None

    def take(self) -> None:
        server = self._stage.runner.pool.servers["postgresql"]
        self._session = server.engine.driver.connect(server.endpoint)
        self._session.begin()
        self._session.execute("lock table pg_catalog.pg_database in share mode")

    def release(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None


@pytest.fixture
def lock(stage: Any) -> Iterator[Lock]:
    made = Lock(stage)
    yield made
    made.release()


@pytest.fixture
def lent(servers: Any) -> dict[ServerSpec, Endpoint]:
    server = servers["postgresql"]
    return {server.spec: server.endpoint}


def databases(stage: Any) -> list[str]:
    server = stage.runner.pool.servers["postgresql"]
    with server.engine.driver.connect(server.endpoint) as session:
        rows = session.fetch("select datname from pg_database where datname like 'cipherbench%'")
    return [str(name) for (name,) in rows]


@pytest.mark.exhaustive
def test_that_a_run_whose_database_cannot_be_dropped_in_time_counts(
    stage: Any,
    plan: Plan,
    lock: Lock,
    lent: dict[ServerSpec, Endpoint],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(DEADLINES, "statement", 2.0)
    monkeypatch.setattr(DEADLINES, "login", 1.5)
    left = []

    def watch(event: Event) -> None:
        if isinstance(event, OperationFinished) and event.run_id == 1:
            if event.operation == "UPDATE":  # early enough also where nobody hears of it at once
                lock.take()
        elif isinstance(event, RunFinished):
            left.append(databases(stage))
            lock.release()

    stage.watch = watch
    outcome = stage.run(plan("postgresql", protections=PLAIN), lent=lent)
    first, second = stage.of(RunFinished)
    assert (first.status, first.reason, second.status) == (Status.DONE, "", Status.DONE)
    assert outcome.failed == 0
    assert [len(each) for each in left] == [1, 0], "the next run begins when it is gone"


def test_that_the_next_run_waits_for_a_long_drop(
    stage: Any, plan: Plan, lock: Lock, lent: dict[ServerSpec, Endpoint]
) -> None:
    left, lasting = [], 5.5

    def watch(event: Event) -> None:
        if isinstance(event, OperationFinished) and event.run_id == 1:
            if event.operation == "UPDATE":  # early enough also where nobody hears of it at once
                lock.take()
                threading.Timer(lasting, lock.release).start()
        elif isinstance(event, RunFinished):
            left.append(databases(stage))

    stage.watch = watch
    stage.run(plan("postgresql", protections=PLAIN), lent=lent)
    assert [event.status for event in stage.of(RunFinished)] == [Status.DONE, Status.DONE]
    assert left == [[], []]
    assert not [event.text for event in stage.of(Noted) if "stays" in event.text]


@pytest.mark.exhaustive
def test_that_what_was_seen_counts_though_its_database_cannot_be_dropped_in_time(
    stage: Any,
    plan: Plan,
    lock: Lock,
    lent: dict[ServerSpec, Endpoint],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage.run(plan("postgresql", protections=PLAIN, repetitions=1), lent=lent)
    monkeypatch.setattr(DEADLINES, "statement", 2.0)
    monkeypatch.setattr(DEADLINES, "login", 1.5)
    taken: list[bool] = []

    def watch(event: Event) -> None:
        if isinstance(event, EvidenceProgressed) and not taken:
            taken.append(True)
            lock.take()
        elif isinstance(event, EvidenceGathered):
            lock.release()

    stage.watch = watch
    stage.executor(lent=lent).evidence("#1")
    [gathered] = stage.of(EvidenceGathered)
    assert taken and any(trace.found for trace in gathered.traces)
    assert not [event.text for event in stage.of(Noted) if "no evidence" in event.text]
