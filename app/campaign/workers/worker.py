"""The worker: a process of its own for one run.

connect → setup → warm-up → operations → verify → result → teardown (always).
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import TypedDict

from app.campaign.machine.canary import sing
from app.campaign.machine.cores import Cores
from app.campaign.machine.counters import Counts, OwnCounter, ServerCounter, TreeCounter
from app.campaign.machine.surroundings import Surroundings, bound_core
from app.campaign.workers.clock import TimedClock
from app.campaign.workers.deadlines import Doing
from app.campaign.workers.live_counters import LiveCounters
from app.campaign.workers.own_database import DatabaseWork, WorkOrder, serve
from app.plan.status import Status
from app.results.events import Event, OperationFinished, OperationStarted, RunFinished
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from workloads.contract import Operation, Setting
from workloads.stage import Place, Stage

_WARMUP_RECORDS = 20


class _Counted(TypedDict):
    """The counters of an `OperationFinished`."""

    server_cpu_s: float | None
    worker_cpu_s: float | None
    server_voluntary: int | None
    server_involuntary: int | None
    worker_voluntary: int | None
    worker_involuntary: int | None
    server_read: int | None
    server_written: int | None
    worker_read: int | None
    worker_written: int | None
    api_cpu_s: float | None


@dataclass(frozen=True, kw_only=True)
class RunOrder(WorkOrder):
    """One run, on `cores` (None: wherever it is put), at a server on `server_cores`. `usual_canary`
    is how long the canary takes, None where that is not known yet."""

    run_id: int
    cores: Cores | None = None
    server_cores: Cores | None = None
    usual_canary: float | None = None


@dataclass(frozen=True)
class Staged:
    """A process stands between worker and server from now on. For the supervision alone, which
    watches it by itself."""

    pid: int


def work(order: RunOrder, events: Connection, counters: LiveCounters) -> None:
    """Carry out one run; the entry point of the worker process."""

    def failed(error: CipherbenchError) -> RunFinished:
        return RunFinished(order.run_id, Status.FAILED, time.time(), error.advice)

    if order.cores is not None:
        with suppress(OSError):  # it has been seen that the system lets us
            os.sched_setaffinity(0, order.cores)  # while there is one thread
    serve(lambda: _Run(order, events, counters), events, failed)


class _Run(DatabaseWork[RunFinished]):
    making = Doing(phrase("its database was made"), administrative=True)
    dropping = Doing(phrase("its database was dropped"), administrative=True)

    def __init__(self, order: RunOrder, events: Connection, counters: LiveCounters) -> None:
        if bound_core() is not None:
            events.send(sing(order.usual_canary))  # what it tells is of one core
        super().__init__(order, events)
        self._surroundings = Surroundings(order.endpoint)
        self._order = order
        self._clock = TimedClock(counters)
        self._server_counter, self._own_counter = ServerCounter(self._endpoint), OwnCounter()
        self._api_counter: TreeCounter | None = None
        self._index_key = os.urandom(32)
        self._records = self._workload.records(order.options)
        self._parts = self._workload.parts(order.options)

    def _work(self) -> RunFinished:
        self._make_schema(self._database)
        with self._staged():
            self._carry_out_parts()
        return RunFinished(self._order.run_id, Status.DONE, time.time())

    @contextmanager
    def _staged(self) -> Iterator[Stage | None]:
        """What stands before the database, if anything does, as long as this lasts."""
        order = self._order
        place = Place(
            endpoint=self._endpoint,
            database=self._database,
            protection=order.protection,
            keying=self._keying,
            cores=order.server_cores,
        )
        stage = self._workload.stage(order.options, place)
        if stage is None:
            yield None
            return
        self._events.send(Staged(stage.pid))
        self._api_counter = TreeCounter(stage.pid)
        try:
            yield stage
        except CipherbenchError as error:
            raise stage.explained(error) from error
        finally:
            stage.close()

    def _carry_out_parts(self) -> None:
        self._warm_up(self._database)
        for part in self._parts:
            assert isinstance(part, Operation)
            self._operate(part, self._database)

    def _make_schema(self, database: str) -> None:
        schema = self._workload.schema(self._order.options, self._sealer)
        with self._engine.connect(self._endpoint, database) as session:
            self._engine.create_schema(
                session,
                schema,
                self._sealer,
                lambda: self._begin(phrase("tables were made"), administrative=True),
            )

    def _warm_up(self, database: str) -> None:
        """Every operation on a few records, so that caches are warm and plugins loaded."""
        self._begin(phrase("operations were warmed up"))
        few = self._records[:_WARMUP_RECORDS]
        for operation in self._parts:
            assert isinstance(operation, Operation)
            with self._engine.connect(self._endpoint, database) as session:
                session.begin()
                operation.run(self._setting(session, few), self._clock)
                session.commit()

    def _operate(self, operation: Operation, database: str) -> None:
        self._begin(phrase("{operation} was timed", operation=operation.name))
        expected = operation.statements(len(self._records))
        started_at = time.time()
        self._send(OperationStarted(self._order.run_id, operation.name, expected, started_at))
        self._clock.start(expected)
        finished = self._timed(operation, database, started_at)
        self._send(finished)
        self._verify(operation, database)

    def _timed(self, operation: Operation, database: str, started_at: float) -> OperationFinished:
        engine, endpoint, clock = self._engine, self._endpoint, self._clock
        server_before = engine.server_seconds(endpoint, database)
        gc.collect()
        gc.disable()  # a collection inside the clock would be charged to a statement
        try:
            opening = time.perf_counter()
            session = engine.connect(endpoint, database)
            connected = time.perf_counter()
            self._server_counter.begin()
            if self._api_counter is not None:
                self._api_counter.begin()
            around = self._surroundings.look()
            self._own_counter.begin()
            try:
                begun = time.perf_counter()
                session.begin()
                rows = operation.run(self._setting(session, self._records), clock)
                committing = time.perf_counter()
                session.commit()
                done = time.perf_counter()
                finished_at = time.time()
                own = self._own_counter.end()
                meanwhile = self._surroundings.since(around)
                used = self._server_counter.end()
                api = self._api_counter.end() if self._api_counter is not None else Counts()
            finally:
                session.close()
        finally:
            gc.enable()
        server_after = engine.server_seconds(endpoint, database)
        self._events.send(meanwhile)
        histogram = clock.histogram()
        return OperationFinished(
            self._order.run_id,
            operation.name,
            seconds=clock.busy_seconds + (done - committing),
            elapsed=done - begun,
            connect_seconds=connected - opening,
            commit_seconds=done - committing,
            server_seconds=_difference(server_before, server_after),
            statements=clock.statements,
            rows=rows,
            p50_us=histogram.get_value_at_percentile(50) / 1000,
            p99_us=histogram.get_value_at_percentile(99) / 1000,
            histogram=histogram.encode(),
            started_at=started_at,
            finished_at=finished_at,
            **_counted(used, own, api),
        )

    def _verify(self, operation: Operation, database: str) -> None:
        self._begin(phrase("{operation} was verified", operation=operation.name))
        with self._engine.connect(self._endpoint, database) as session:
            operation.verify(self._setting(session, self._records))

    def _setting(self, session: object, records: object) -> Setting:
        return Setting(
            session,  # type: ignore[arg-type]
            self._sealer,
            records,  # type: ignore[arg-type]
            self._order.options,
            self._index_key,
        )

    def _send(self, event: Event) -> None:
        self._events.send(event)


def _counted(server: Counts, own: Counts, api: Counts) -> _Counted:
    return {
        "server_cpu_s": server.cpu,
        "worker_cpu_s": own.cpu,
        "server_voluntary": server.voluntary,
        "server_involuntary": server.involuntary,
        "worker_voluntary": own.voluntary,
        "worker_involuntary": own.involuntary,
        "server_read": server.read,
        "server_written": server.written,
        "worker_read": own.read,
        "worker_written": own.written,
        "api_cpu_s": api.cpu,
    }


def _difference(before: float | None, after: float | None) -> float | None:
    return None if before is None or after is None else max(0.0, after - before)
