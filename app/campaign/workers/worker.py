"""The worker: a process of its own for one run.

connect → setup → warm-up → operations → verify → result → teardown (always).
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from typing import Any

from app.campaign.load.crew import Crew
from app.campaign.load.load_meter import LoadMeter
from app.campaign.load.meeting import HostsMeeting, Meeting, SidesMeeting
from app.campaign.load.others import (
    HostFigures,
    HostLoad,
    OthersWanted,
    Start,
    StartWanted,
    figures_of,
    spread_ms,
)
from app.campaign.load.outcome import LoadOutcome
from app.campaign.load.told import together, told_of
from app.campaign.machine.cores import Cores
from app.campaign.machine.meter import Meter, Metered, uncounted
from app.campaign.turns.baton import Side
from app.campaign.turns.clock import TimedClock
from app.campaign.turns.turn_taking import ServerCpu, TurnTaking, server_cpu
from app.campaign.workers.rehearsal import rehearse
from app.campaign.workers.rest import wait_for_rest
from app.plan.status import Status
from app.processes.deadlines import Doing
from app.processes.live_counters import LiveCounters
from app.processes.own_database import DatabaseWork, WorkOrder, answer, serve
from app.results.events import Event, Noted, OperationFinished, OperationStarted, RunFinished
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError
from engines.contract.message import Number, phrase, plural
from engines.contract.secrecy import STARS, spellings
from engines.contract.session import EngineCounts, Session
from engines.sql.statement import Sealer
from workloads.contract import Operation, Part, Setting
from workloads.counted import COLD, FLUSHING, PREPARING
from workloads.load import ONE_HOST, START_SPREAD, Asking, LoadPart
from workloads.stage import Place, Stage

_WARMUP_RECORDS = 20


@dataclass(frozen=True, kw_only=True)
class RunOrder(WorkOrder):
    """One run, on `cores` (None: wherever it is put), at a server on `server_cores`."""

    run_id: int
    cores: Cores | None = None
    server_cores: Cores | None = None
    side: Side | None = None
    """Its end of the baton, where it takes turns with others."""
    refused: frozenset[str] = frozenset()
    """Operations that are not done, as its protection cannot do them."""
    host: tuple[int, int] = ONE_HOST
    """The how manieth of the hosts this one is that send its requests, from 0."""


@dataclass(frozen=True)
class SatOut:
    """An operation of others is over that this side did not take part in. For the supervision
    alone, which counts what all have told."""


@dataclass(frozen=True)
class ToldApart:
    """Figures of one kind of requests of a load that is over. For the supervision, which has seen
    the load end already."""

    finished: OperationFinished


@dataclass(frozen=True)
class Staged:
    """A process stands between worker and server from now on. For the supervision alone, which
    watches it by itself."""

    pid: int


@dataclass(frozen=True)
class ColdWanted:
    """The server is to hold nothing in memory now; answered by the endpoint that it has then, or
    by a CipherbenchError."""


def work(
    order: RunOrder, events: Connection, counters: LiveCounters, crew: Crew | None = None
) -> None:
    """Carry out one run, some parts of it by lanes; the entry point of the worker process."""

    def failed(error: CipherbenchError) -> RunFinished:
        return RunFinished(order.run_id, Status.FAILED, time.time(), error.advice)

    if order.cores is not None:
        with suppress(OSError):  # it has been seen that the system lets us
            os.sched_setaffinity(0, order.cores)  # while there is one thread
    try:
        serve(lambda: _Run(order, events, counters, crew), events, failed)
    finally:
        if order.side is not None:
            order.side.leave()


class _Run(DatabaseWork[RunFinished]):
    making = Doing(phrase("creating its database"), administrative=True, marks=True)
    dropping = Doing(phrase("dropping its database"), administrative=True)

    def __init__(
        self, order: RunOrder, events: Connection, counters: LiveCounters, crew: Crew | None
    ) -> None:
        self._turns: TurnTaking | None = None
        if order.side is not None:
            order.side.wait()
            self._turns = TurnTaking(order.side)
        super().__init__(order, events)
        self._order = order
        self._crew = crew
        self._clock = TimedClock(counters, self._turns)
        self._meter = Meter(self._engine, self._endpoint, self._database)
        self._arrangement = self._workload.arrangement(order.options)
        self._stage: Stage | None = None
        self._loading: float | None = None
        self._indexing: float | None = None
        self._digest: str | None = None
        self._index_key = os.urandom(32) if order.kept is None else order.kept.index_key
        self._records = self._workload.records(order.options)
        self._parts = self._workload.parts(order.options)
        self._loads = 0
        """How many loads other hosts were waited for."""

    def _work(self) -> RunFinished:
        if self._kept is not None and self._kept.filled:
            self._check_kept(self._database)
        else:
            self._rehearse(self._database)
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
        self._stays = self._kept is not None and self._sealer.lasting
        done = RunFinished(self._order.run_id, Status.DONE, time.time())
        return replace(
            done, loading_s=self._loading, indexing_s=self._indexing, rows_digest=self._digest
        )

    def _refuses(self, part: Part) -> bool:
        return self._order.refused.issuperset(part.operations)

    def _sit_out(self) -> None:
        """Rest as often as the others do in an operation: when it is timed, and when verified."""
        if self._turns is not None:
            self._events.send(SatOut())
            self._wait_for_others()
            self._wait_for_others()

    def _wait_for_others(self) -> None:
        """Until all sides of a lockstep are done with what this one is done with."""
        if self._turns is not None:
            self._begin(phrase("waiting for its turn"))
            self._turns.side.rest()

    @property
    def _place(self) -> Place:
        return Place(
            endpoint=self._endpoint,
            database=self._database,
            protection=self._order.protection,
            keying=self._keying,
            cores=self._order.server_cores,
        )

    @contextmanager
    def _staged(self) -> Iterator[None]:
        """What stands before the database, if anything does, stands as long as this lasts."""
        stage = self._stage = self._workload.stage(self._order.options, self._place)
        if stage is None:
            yield
            return
        self._events.send(Staged(stage.pid))
        self._meter.watch_api(stage.pid)
        try:
            yield
        except CipherbenchError as error:
            raise stage.explained(error) from error
        finally:
            stage.close()

    def _make_schema(self, database: str) -> None:
        schema = self._workload.schema(self._order.options, self._sealer)
        with self._engine.connect(self._endpoint, database) as session:
            self._engine.create_schema(
                session,
                schema,
                self._sealer,
                lambda: self._begin(phrase("creating tables"), administrative=True),
            )

    def _rehearse(self, database: str) -> None:
        """No wrong row is ever measured."""
        options = self._workload.rehearsal(self._order.options)
        if options is None or not self._sealer.changes_values:
            return
        self._begin(phrase("its rows were compared with those of plaintext"))
        rehearse(
            self._engine,
            self._endpoint,
            database,
            self._workload,
            options,
            self._sealer,
            without=self._order.refused,
        )

    def _fill(self, database: str) -> None:
        """Fill the tables and finish the schema, before anything is timed."""
        filling = self._workload.before(self._order.options)
        if filling is None:
            return
        self._begin(phrase("filling tables"))
        self._digest = self._workload.digest(self._order.options) or None
        begun = time.perf_counter()
        with self._engine.connect(self._endpoint, database) as session:
            session.begin()
            filling.run(self._setting(session, self._records), self._clock)
            session.commit()
        filled = time.perf_counter()
        self._finish_schema(database)
        self._loading, self._indexing = filled - begun, time.perf_counter() - filled
        if self._kept is not None:
            self._send(_loaded(self._order, self._loading, self._indexing))

    def _finish_schema(self, database: str) -> None:
        schema = self._workload.schema(self._order.options, self._sealer)
        with self._engine.connect(self._endpoint, database) as session:
            self._engine.finish_schema(
                session,
                schema,
                self._sealer,
                lambda: self._begin(phrase("creating indexes"), administrative=True),
            )

    def _check_kept(self, database: str) -> None:
        """Only what is as it was filled may serve another run."""
        self._begin(phrase("checking the database of an earlier run"))
        with self._engine.connect(self._endpoint, database) as session:
            self._workload.check_kept(self._setting(session, self._records))

    def _warm_up(self, database: str) -> None:
        """Every operation on a few records, so that caches are warm and plugins loaded."""
        self._begin(phrase("warming up"))
        few = self._records[:_WARMUP_RECORDS]
        timed = [
            (number, each)
            for number, each in enumerate(self._parts)
            if isinstance(each, Operation) and each.warms_up and not self._refuses(each)
        ]
        if self._turns is not None:
            for number, each in enumerate(self._parts):
                if self._refuses(each):
                    self._turns.side.sit_out(number)
        if not timed:
            return
        with self._engine.connect(self._endpoint, database) as session:
            spent = self._spent_by(session)
            for number, operation in timed:
                session.begin()
                self._clock.start(operation.statements(len(few)))
                before = spent()
                operation.run(self._setting(session, few), self._clock)
                self._tell_time(number, before, spent())
                if operation.undone:
                    session.rollback()
                else:
                    session.commit()

    def _spent_by(self, session: Session) -> ServerCpu:
        """What server and worker spend on a session, where turns are to be taken."""
        if self._turns is None:
            return lambda: None
        server = server_cpu(self._endpoint, session.thread)

        def spent() -> int | None:
            there = server()
            return None if there is None else there + time.process_time_ns()

        return spent

    def _tell_time(self, number: int, before: int | None, after: int | None) -> None:
        """Say how long a statement takes, for turns that are neither too short nor too long: in CPU
        time where that is seen, which tells it also while the core is busy with something else."""
        statements = self._clock.statements
        if self._turns is None or not statements:
            return
        nanoseconds = self._clock.busy_seconds * 1e9
        if before is not None and after is not None and after > before:
            nanoseconds = min(nanoseconds, after - before)
        self._turns.side.time(number, round(nanoseconds / statements))

    def _cool(self) -> None:
        """The meter begins anew, as the server may be another process now."""
        self._begin(phrase("restarting its server"), administrative=True)
        self._events.send(ColdWanted())
        told = _answered()
        assert isinstance(told, Endpoint)
        self._endpoint = replace(self._endpoint, pid=told.pid)
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
        started_at = time.time()
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
        with self._engine.connect(self._endpoint, database) as session:
            if session.counts_all:
                wait_for_rest(session.counted)

    def _plans(self, operation: Operation, database: str) -> dict[str, str]:
        """How the server says that it carries out an operation's statements, without the key."""
        self._begin(phrase("reading the query plans of {operation}", operation=operation.name))
        with self._engine.connect(self._endpoint, database) as session:
            session.begin()
            explained = operation.explained(self._setting(session, self._records))
            plans = {each.said.text: each.prepared.explain(each.values) for each in explained}
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
            opening = time.perf_counter()
            session = self._engine.connect(self._endpoint, database)
            connected = time.perf_counter()
            before = self._counted(session)
            thread = session.thread if self._turns is not None else None
            meter.begin()
            try:
                begun = time.perf_counter()
                session.begin()
                setting = self._setting(session, self._records)
                if self._turns is not None:
                    clock.take_turns(number, server_cpu(self._endpoint, thread))
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
                session.close()
        finally:
            gc.enable()
        histogram = clock.histogram()
        return OperationFinished(
            self._order.run_id,
            operation.name,
            seconds=clock.busy_seconds + (done - committing),
            elapsed=done - begun,
            connect_seconds=connected - opening,
            commit_seconds=committed - committing,
            statements=clock.statements,
            rows=rows,
            p50_us=histogram.get_value_at_percentile(50) / 1000,
            p99_us=histogram.get_value_at_percentile(99) / 1000,
            histogram=histogram.encode(),
            started_at=started_at,
            measures=self._measures(before, after, done - committed, setting.yielded),
            turns=None if turns is None else turns.packed(),
            **self._metered(),
        )

    def _metered(self) -> Metered:
        """What was read at the operation's two ends, or at those of its turns."""
        if self._turns is None:
            return self._meter.told()
        apart = self._meter.told_apart(self._turns.server_cpu)
        return {**apart, "worker_cpu_s": self._turns.worker_cpu}

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

    def _load(self, part: LoadPart, database: str) -> None:
        """Have lanes carry out a part, after they have warmed up; in lockstep those of all sides do
        it at the same time."""
        crew = self._crew
        assert crew is not None
        part = _of_host(part, self._order.host)
        if part.warmup is not None:
            warming = phrase("warming up lanes")
            self._begin(warming)
            asking = self._asking(part, database, warming=True)
            crew.carry_out(
                asking,
                part.warmup,
                part.lanes,
                begin=lambda: self._begin(warming),
                meeting=self._meeting,
            )
        doing, started_at = phrase("timing {operation}", operation=part.name), time.time()

        def begin_timing() -> None:
            nonlocal started_at
            self._begin(doing)
            expected, started_at = part.pace.expected, time.time()
            self._clock.start(expected)
            self._send(OperationStarted(self._order.run_id, part.name, expected, started_at))

        self._begin(doing)
        asking = self._asking(part, database, warming=False)
        together = self._meeting.together
        gc.collect()
        meter = LoadMeter(self._meter, self._endpoint, self._stage, together=together)
        meter.before()
        meeting = self._meeting
        found = crew.carry_out(
            asking, part.pace, part.lanes, meter.ready, begin_timing, meter.end, meeting
        )
        metered = meter.told()
        if isinstance(meeting, HostsMeeting):
            self._verify_load(part, asking, found, database)
            found, metered, hosts = self._of_all_hosts(part, found, metered, meeting)
            self._tell_load(part, found, started_at, metered, hosts)
        else:
            self._tell_load(part, found, started_at, metered)
            self._verify_load(part, asking, found, database)
        self._wait_for_others()

    def _tell_load(
        self,
        part: LoadPart,
        found: LoadOutcome,
        started_at: float,
        metered: Metered,
        hosts: HostFigures | None = None,
    ) -> None:
        finished = found.event(self._order.run_id, part.name, started_at, metered)
        if hosts is not None:
            measures = {**(finished.measures or {}), START_SPREAD: spread_ms(hosts)}
            finished = replace(finished, measures=measures, hosts=hosts)
        self._send(finished)
        for name, kind in zip(part.kind_names, found.kinds, strict=True):
            told = uncounted(finished.finished_at)
            kind_finished = kind.event(self._order.run_id, name, started_at, told)
            self._events.send(ToldApart(kind_finished))
        if found.generator_limited:
            self._send(_limited(finished))

    def _verify_load(
        self, part: LoadPart, asking: Asking, found: LoadOutcome, database: str
    ) -> None:
        self._begin(phrase("verifying {operation}", operation=part.name))
        with self._engine.connect(self._endpoint, database) as session:
            part.verify(self._setting(session, ()), asking, found.completed_of)

    def _of_all_hosts(
        self, part: LoadPart, found: LoadOutcome, metered: Metered, meeting: HostsMeeting
    ) -> tuple[LoadOutcome, Metered, HostFigures]:
        """The load of all hosts, with the CPU of all their lanes, and what each has told."""
        assert meeting.agreed is not None
        self._begin(_FOR_HOSTS)
        told = told_of(found, metered["worker_cpu_s"], meeting.agreed.round_trip)
        side = 0 if self._turns is None else self._turns.side.number
        self._events.send(OthersWanted(self._loads - 1, side, told, found.began))
        loads: tuple[HostLoad, ...] = _answered()
        self._begin(phrase("timing {operation}", operation=part.name))
        cpu = [each.told.cpu_s for each in loads]
        whole = None if None in cpu else sum(each for each in cpu if each is not None)
        return (
            together([each.told for each in loads]),
            {**metered, "worker_cpu_s": whole},
            figures_of(loads, meeting.agreed.agreed),
        )

    def _agreed_start(self) -> Start:
        """Wait until all hosts are ready for the next load."""
        self._begin(_FOR_HOSTS)
        self._events.send(StartWanted(self._loads))
        self._loads += 1
        start: Start = _answered()
        return start

    @property
    def _meeting(self) -> Meeting:
        own = Meeting()
        if self._turns is not None:
            own = SidesMeeting(self._turns.side, self._wait_for_others, self._events.send)
        return own if self._order.host == ONE_HOST else HostsMeeting(own, self._agreed_start)

    def clear_away(self) -> None:
        if self._order.side is not None:
            self._order.side.take_up()
        super().clear_away()

    def _asking(self, part: LoadPart, database: str, *, warming: bool) -> Asking:
        with self._engine.connect(self._endpoint, database) as session:
            setting = self._setting(session, ())
            return part.asking(setting, self._place, self._stage, warming=warming)

    def _verify(self, operation: Operation, database: str) -> None:
        self._begin(phrase("verifying {operation}", operation=operation.name))
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


_FOR_HOSTS = phrase("waiting for the other hosts")


def _answered() -> Any:
    """Raises: CipherbenchError where that was the answer"""
    told = answer()
    if isinstance(told, CipherbenchError):
        raise told
    return told


def _of_host(part: LoadPart, host: tuple[int, int]) -> LoadPart:
    """What one of several hosts does of a load."""
    warmup = None if part.warmup is None else replace(part.warmup, host=host)
    return replace(part, pace=replace(part.pace, host=host), warmup=warmup)


def _limited(finished: OperationFinished) -> Noted:
    said = phrase(
        "{operation}: the load generator could not keep up. Its latencies show delays of this "
        "machine, not of the server: lower the rate, or add lanes.",
        operation=finished.operation,
    )
    return Noted(said, "warning", time.time(), finished.run_id)


def _loaded(order: RunOrder, filling: float, finishing: float) -> Noted:
    said = plural(
        "Loading {n} rows took {seconds} s; indexing and ANALYZE took {more} s",
        "Loading {n} row took {seconds} s; indexing and ANALYZE took {more} s",
        order.options.size,
        seconds=Number(filling, 1),
        more=Number(finishing, 1),
    )
    return Noted(said, "info", time.time(), order.run_id)


def _without_key(plan: str, sealer: Sealer) -> str:
    """A plan repeats conditions word for word, and with them the key that the server was handed."""
    forms = () if sealer.handed_key is None else spellings(sealer.handed_key)
    for form in sorted(forms, key=len, reverse=True):
        plan = plan.replace(form, STARS)
    return plan
