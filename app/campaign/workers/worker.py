"""The worker: a process of its own for one run.

connect → setup → warm-up → operations → verify → result → teardown (always).
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from dataclasses import replace
from multiprocessing.connection import Connection

from app.campaign.load.crew import Crew
from app.campaign.machine.meter import Meter, Metered
from app.campaign.turns.clock import percentiles
from app.campaign.turns.turn_taking import ServerCpu, server_cpu
from app.campaign.workers.load_run import LoadRun
from app.campaign.workers.orders import ColdWanted, RunOrder, SatOut
from app.campaign.workers.prepared_run import answered
from app.campaign.workers.rest import wait_for_rest
from app.plan.status import Status
from app.processes.live_counters import LiveCounters
from app.processes.own_database import serve
from app.results.events import Noted, OperationFinished, OperationStarted, RunFinished
from app.system.clock import wall_time
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.contract.secrecy import STARS, spellings
from engines.contract.session import EngineCounts, Session
from engines.sql.statement import Sealer
from workloads.contract import Operation
from workloads.counted import COLD, FLUSHING, PREPARING
from workloads.load import LoadPart


def work(
    order: RunOrder, events: Connection, counters: LiveCounters, crew: Crew | None = None
) -> None:
    """Carry out one run, some parts of it by lanes; the entry point of the worker process."""

    def failed(error: CipherbenchError) -> RunFinished:
        return RunFinished(order.run_id, Status.FAILED, wall_time(), error.advice)

    if order.cores is not None:
        with suppress(OSError):  # it has been seen that the system lets us
            os.sched_setaffinity(0, order.cores)  # while there is one thread
    try:
        serve(lambda: _Run(order, events, counters, crew), events, failed)
    finally:
        if order.side is not None:
            order.side.leave()


class _Run(LoadRun):
    def _work(self) -> RunFinished:
        if self._stored is not None and self._stored.filled:
            self._check_reused(self._database)
        else:
            self._make_schema(self._database)
            self._fill(self._database)
        with self._staged():
            self._warm_up(self._database)
            self._wait_for_others()
            for number, part in enumerate(self._parts):
                if self._refuses(part):
                    self._sit_out()
                elif isinstance(part, LoadPart):
                    self._load(part, self._database)
                else:
                    assert isinstance(part, Operation)
                    self._operate(number, part, self._database)
        self._stays = self._stored is not None and self._sealer.lasting
        done = RunFinished(self._order.run_id, Status.DONE, wall_time())
        return replace(
            done, loading_s=self._loading, indexing_s=self._indexing, rows_digest=self._digest
        )

    def _sit_out(self) -> None:
        """Rest as often as the others do in an operation: when it is timed, and when verified."""
        if self._turns is not None:
            self._events.send(SatOut())
            self._wait_for_others()
            self._wait_for_others()

    def _cool(self) -> None:
        """The meter begins anew, as the server may be another process now."""
        self._begin(phrase("restarting its server"), administrative=True)
        self._events.send(ColdWanted())
        reported = answered()
        assert isinstance(reported, Endpoint)
        self._endpoint = replace(self._endpoint, pid=reported.pid)
        self._login = replace(self._login, pid=reported.pid)
        self._meter = Meter(self._engine, self._endpoint, self._database)
        if self._stage is not None:
            self._meter.watch_api(self._stage.pid)

    def _operate(self, number: int, operation: Operation, database: str) -> None:
        plans = self._plans(operation, database) if operation.explains else {}
        if self._arrangement.flushed:
            self._rest(database)
        if self._arrangement.cold:
            self._cool()
        self._begin(phrase("timing {operation}", operation=operation.name))
        expected = operation.statements(len(self._records))
        started_at = wall_time()
        self._send(OperationStarted(self._order.run_id, operation.name, expected, started_at))
        self._clock.start(expected)
        finished = self._timed(number, operation, database, started_at)
        self._send(replace(finished, plans=plans or None))
        if not operation.undone:
            self._verify(operation, database)
        self._wait_for_others()

    def _rest(self, database: str) -> None:
        """What an operation left for the engine to do is not charged to the next one."""
        self._begin(phrase("waiting for the engine's remaining writes"))
        with self._enter() as session, self._administered(session):
            if session.counts_all:
                wait_for_rest(session.counted)
                self._warn_once_of_purge(session)

    def _warn_once_of_purge(self, session: Session) -> None:
        if not self._has_warned and session.counted().left is None:
            self._has_warned = True
            self._send(_untold_purge(self._order, self._engine.title))

    _has_warned = False

    def _plans(self, operation: Operation, database: str) -> dict[str, str]:
        """How the server says that it carries out an operation's statements, without the key."""
        self._begin(phrase("reading the query plans of {operation}", operation=operation.name))
        with self._enter() as session:
            session.begin()
            explained = operation.explained(self._setting(session, self._records))
            plans = {each.statement.text: each.prepared.explain(each.values) for each in explained}
            session.rollback()
        return {sql: _without_key(plan, self._sealer) for sql, plan in plans.items() if plan}

    def _timed(
        self, number: int, operation: Operation, database: str, started_at: float
    ) -> OperationFinished:
        clock, meter, arranged = self._clock, self._meter, self._arrangement
        meter.before()
        gc.collect()
        gc.disable()  # a collection inside the clock would be charged to a statement
        try:
            with ExitStack() as leaving:
                opening = time.perf_counter()
                session = leaving.enter_context(self._enter())
                connected = time.perf_counter()
                if self._workload.engine_counts or arranged.flushed:
                    leaving.enter_context(self._administered(session))
                before = self._counted(session)
                thread = session.thread if self._turns is not None else None
                meter.begin()
                begun = time.perf_counter()
                session.begin()
                setting = self._setting(session, self._records)
                if self._turns is not None:
                    clock.take_turns(number, self._server_cpu(operation, thread))
                rows = operation.run(setting, clock)
                committing = time.perf_counter()
                if not operation.undone:
                    session.commit()
                committed = done = time.perf_counter()
                if arranged.flushed:
                    session.flush()
                    done = time.perf_counter()
                turns = clock.end_turns(done - committing) if self._turns is not None else None
                meter.end()
                after = self._counted(session)
                self._wait_for_others()
                if operation.undone:
                    operation.verify(setting)
                    session.rollback()
        finally:
            gc.enable()
        histogram = clock.histogram()
        median, late = percentiles(histogram, 50, 99)
        return OperationFinished(
            self._order.run_id,
            operation.name,
            seconds=clock.busy_seconds + (done - committing),
            elapsed=done - begun,
            connect_seconds=connected - opening,
            commit_seconds=committed - committing,
            statements=clock.statements,
            rows=rows,
            p50_us=median / 1000,
            p99_us=late / 1000,
            histogram=histogram.encode(),
            started_at=started_at,
            measures=self._measures(before, after, done - committed, setting.yielded),
            turns=None if turns is None else turns.packed(),
            **self._metered(),
        )

    def _server_cpu(self, operation: Operation, thread: int | None) -> ServerCpu:
        if not operation.server_cpu_is_session:
            return lambda: None
        return server_cpu(self._endpoint, thread)

    def _metered(self) -> Metered:
        """What was read at the operation's two ends, or at those of its turns."""
        if self._turns is None:
            return self._meter.reported()
        separate = self._meter.per_request(self._turns.server_cpu)
        return {**separate, "worker_cpu_s": self._turns.worker_cpu}

    def _counted(self, session: Session) -> EngineCounts:
        return session.counted() if self._workload.engine_counts else EngineCounts()

    def _measures(
        self,
        before: EngineCounts,
        after: EngineCounts,
        flushing: float,
        yielded: Mapping[str, float],
    ) -> dict[str, float] | None:
        """What the operation tells; what the engine has counted, our clock apart and how the server
        was."""
        if not self._workload.engine_counts:
            return dict(yielded) or None
        return {
            **yielded,
            PREPARING: self._clock.prepare_seconds,
            COLD: float(self._arrangement.cold),
            **({FLUSHING: flushing} if self._arrangement.flushed else {}),
            **after.since(before),
        }

    def _verify(self, operation: Operation, database: str) -> None:
        self._begin(phrase("verifying {operation}", operation=operation.name))
        with self._enter() as session:
            operation.verify(self._setting(session, self._records))


def _untold_purge(order: RunOrder, engine: str) -> Noted:
    message = phrase(
        "{engine} does not report how much it has left to purge. An operation may be slowed by "
        "purging after the one before. If the user lacks the PROCESS privilege, grant it.",
        engine=engine,
    )
    return Noted(message, "warning", wall_time(), order.run_id)


def _without_key(plan: str, sealer: Sealer) -> str:
    """A plan repeats conditions word for word, and with them the key that the server was handed."""
    forms = () if sealer.handed_key is None else spellings(sealer.handed_key)
    for form in sorted(forms, key=len, reverse=True):
        plan = plan.replace(form, STARS)
    return plan
