"""The worker: a process of its own for one run.

connect → setup → warm-up → operations → verify → result → teardown (always). It sends events over
a pipe and ends by itself as soon as the other end of the pipe is gone.
"""

from __future__ import annotations

import gc
import logging
import os
import signal
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection

from app.campaign.workers.clock import TimedClock
from app.campaign.workers.deadlines import Doing
from app.campaign.workers.live_counters import LiveCounters
from app.plan.status import Status
from app.results.events import Event, OperationFinished, OperationStarted, RunFinished
from app.system.process import begin_child
from engines.contract.endpoint import Endpoint
from engines.contract.engine import Engine, database_name
from engines.contract.errors import CipherbenchError, NotShown
from engines.contract.protection import Protection
from engines.contract.statement import Sealer
from engines.ownership import NotOurs
from engines.registry import engine_named
from workloads.contract import Operation, Options, Setting, VerificationFailed, Workload
from workloads.registry import workload_named

_WARMUP_RECORDS = 20

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class RunOrder:
    """All a worker must know. `identifier` marks and names the database it works in."""

    run_id: int
    endpoint: Endpoint
    protection: Protection
    workload: str
    options: Options
    identifier: str


@dataclass(frozen=True)
class DatabaseThere:
    """Whether the database of a run may be on its server: told before it is made, and at last when
    it was to be dropped. For the runner alone, which sees to what stays."""

    there: bool


def work(order: RunOrder, events: Connection, board: LiveCounters) -> None:
    """Carry out one run; the entry point of the worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the runner, which ends us
    begin_child()
    threading.Thread(target=end_with_the_runner, args=(events,), daemon=True).start()
    status, reason = Status.DONE, ""
    run: _Run | None = None
    try:
        run = _Run(order, events, board)
        run.carry_out()
    except CipherbenchError as error:
        status, reason = Status.FAILED, error.advice
    except VerificationFailed as error:
        status, reason = Status.FAILED, f"Verification failed: {error}."
    except Exception as error:
        log.exception("run %s", order.run_id)
        status, reason = Status.FAILED, f"Internal error: {type(error).__name__}: {error}"
    with suppress(OSError):
        events.send(RunFinished(order.run_id, status, time.time(), reason))
        if run is not None:
            run.clear_away()


class _Run:
    def __init__(self, order: RunOrder, events: Connection, board: LiveCounters) -> None:
        self._order = order
        self._events = events
        self._clock = TimedClock(board)
        self._engine: Engine = engine_named(order.endpoint.engine)
        self._workload: Workload = workload_named(order.workload)
        keying = self._workload.keying(order.protection.bits or 256, order.options.sound)
        self._endpoint = self._engine.storage_endpoint(order.endpoint, order.protection, keying)
        self._sealer: Sealer = self._engine.sealer(
            order.protection, keying, text_columns=order.options.text_columns
        )
        self._index_key = os.urandom(32)
        self._records = self._workload.records(order.options)
        self._database = database_name(order.identifier)
        self._made = False

    def carry_out(self) -> None:
        self._events.send(DatabaseThere(True))
        self._begin("its database was made", administrative=True)
        self._engine.create_database(self._endpoint, self._order.identifier)
        self._made = True
        self._make_schema(self._database)
        self._warm_up(self._database)
        for operation in self._workload.sequence:
            self._operate(operation, self._database)

    def clear_away(self) -> None:
        """Drop the database. The result has been told before: a server that takes its time over
        this takes nothing from what was measured."""
        self._begin("its database was dropped", administrative=True)
        gone = is_gone(self._engine, self._endpoint, self._database, made=self._made)
        self._events.send(DatabaseThere(not gone))

    def _make_schema(self, database: str) -> None:
        schema = self._workload.schema(self._order.options, self._sealer)
        with self._engine.connect(self._endpoint, database) as session:
            self._engine.create_schema(
                session,
                schema,
                self._sealer,
                lambda: self._begin("tables were made", administrative=True),
            )

    def _warm_up(self, database: str) -> None:
        """Every operation on a few records, so that caches are warm and plugins loaded."""
        self._begin("operations were warmed up")
        few = self._records[:_WARMUP_RECORDS]
        for operation in self._workload.sequence:
            with self._engine.connect(self._endpoint, database) as session:
                session.begin()
                operation.run(self._setting(session, few), self._clock)
                session.commit()

    def _operate(self, operation: Operation, database: str) -> None:
        self._begin(f"{operation.name} was timed")
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
            begun = time.perf_counter()
            try:
                session.begin()
                rows = operation.run(self._setting(session, self._records), clock)
                committing = time.perf_counter()
                session.commit()
                done = time.perf_counter()
                finished_at = time.time()
            finally:
                session.close()
        finally:
            gc.enable()
        server_after = engine.server_seconds(endpoint, database)
        histogram = clock.histogram()
        return OperationFinished(
            self._order.run_id,
            operation.name,
            seconds=clock.busy_seconds + (done - committing),
            elapsed=done - begun,
            connect_seconds=begun - opening,
            commit_seconds=done - committing,
            server_seconds=_difference(server_before, server_after),
            statements=clock.statements,
            rows=rows,
            p50_us=histogram.get_value_at_percentile(50) / 1000,
            p99_us=histogram.get_value_at_percentile(99) / 1000,
            histogram=histogram.encode(),
            started_at=started_at,
            finished_at=finished_at,
        )

    def _verify(self, operation: Operation, database: str) -> None:
        self._begin(f"{operation.name} was verified")
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

    def _begin(self, text: str, *, administrative: bool = False) -> None:
        """Tell the runner, who watches how long that takes."""
        self._send(Doing(text, administrative))

    def _send(self, event: Event | Doing) -> None:
        self._events.send(event)


def is_gone(engine: Engine, endpoint: Endpoint, database: str, *, made: bool) -> bool:
    """Drop a worker's own database; whether nothing of it is left for the runner to see to.

    A server that answers, but tells nothing of a database that it has refused to make, has none.
    What else goes wrong is logged.
    """
    try:
        return not isinstance(engine.drop_database(endpoint, database), NotOurs)
    except NotShown:
        return not made
    except CipherbenchError:
        return False
    except Exception:
        log.exception("dropping %s", database)
        return False


def _difference(before: float | None, after: float | None) -> float | None:
    return None if before is None or after is None else max(0.0, after - before)


def end_with_the_runner(events: Connection) -> None:
    """Wait for the runner's end of the pipe to close; nothing is ever sent this way."""
    with suppress(EOFError, OSError):
        events.recv()
    os._exit(1)
