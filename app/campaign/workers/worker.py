"""The worker: the process that carries out one run.

connect → setup → warm-up → operations → verify → result → teardown (always).
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from itertools import pairwise
from multiprocessing.connection import Connection

from app.campaign.load.barrier import HostsBarrier, LoadBarrier, SidesBarrier
from app.campaign.load.lane import Ready
from app.campaign.load.lanes import LaneGroup
from app.campaign.load.load_outcome import LoadOutcome
from app.campaign.load.other_hosts import (
    ExchangeRequest,
    HostFigures,
    HostLoad,
    Start,
    StartRequest,
    check_alike,
    figures_of,
    merge_reports,
    report_of,
    spread_ms,
)
from app.campaign.machine.meter import Meter, OperationCounters, unknown_counters
from app.campaign.machine.server_cpu import CpuReader, connections_cpu, server_cpu
from app.campaign.turns.timed_loop import percentiles
from app.campaign.workers.prepared_run import PreparedRun, await_answer
from app.campaign.workers.worker_messages import (
    ColdCacheWanted,
    OperationSkipped,
    RequestFigures,
    RunOrder,
)
from app.plan.status import Status
from app.processes.live_counters import LiveCounters
from app.processes.own_database import serve
from app.results.events import Noted, OperationFinished, OperationStarted, RunFinished
from app.system.wall_time import wall_time
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError, ServerUnavailable, StatementFailed
from engines.contract.key_source import KeyServiceFailed
from engines.contract.message import Number, phrase
from engines.contract.secrecy import STARS, spellings
from engines.contract.session import (
    FLUSHED,
    LOGGED,
    READ,
    WRITTEN,
    ApplicationEncryptor,
    EngineCounts,
    Session,
    key_calls_of,
    without_key_delay,
)
from engines.platform.scheduling import bind_to
from engines.sql.statement import Encryptor
from workloads.app_server import AppServer
from workloads.contract import COLD, FLUSHING, PREPARING, Operation
from workloads.load import ONE_HOST, START_SPREAD, LoadPart, RequestSource


class LoadMeter:
    """Meters the resources that a load uses: its lanes, their API, the server's part.

    Call `read_before` before the lanes connect, `ready` when they have, `end` after the last
    answer, then `totals`."""

    def __init__(
        self, meter: Meter, endpoint: Endpoint, stage: AppServer | None, *, simultaneous: bool
    ) -> None:
        """`simultaneous`: loads of other sides run at the same time, so the server's CPU is read
        only for the connections of this one."""
        self._meter, self._endpoint, self._stage = meter, endpoint, stage
        self._simultaneous = simultaneous
        self._server: CpuReader = lambda: None
        self._first: int | None = None
        self._spent: float | None = None
        self.standby_lag: float | None = None
        """As it is when the last request has been answered."""
        self.pooler_cpu: float | None = None
        """None where it works for other sides, too."""

    def read_before(self) -> None:
        """Take the readings before the first request."""
        self._meter.read_before()

    def ready(self, lanes: Sequence[Ready]) -> None:
        """Start measuring: these lanes are about to send requests."""
        if self._simultaneous:
            opened = [thread for each in lanes for thread in each.threads]
            threads = opened if self._stage is None else self._stage.threads
            self._server = connections_cpu(self._endpoint, threads)
        self._meter.begin([each.pid for each in lanes])
        self._first = self._server()

    def end(self) -> None:
        """Take the readings after the last request, while the lanes still exist."""
        last = self._server()
        if last is not None and self._first is not None:
            self._spent = (last - self._first) / 1e9
        self._meter.end()
        if not self._simultaneous:
            self.pooler_cpu = self._meter.pooler_cpu
        with suppress(StatementFailed, ServerUnavailable):  # a standby that is lost ends the run
            self.standby_lag = self._meter.standby_lag()

    def totals(self) -> OperationCounters:
        """All of it, once none of the lanes is connected any more."""
        return (
            self._meter.totals_of_one_side(self._spent)
            if self._simultaneous
            else self._meter.totals()
        )


class LoadRun(PreparedRun):
    """A run that can also carry out loads: requests that arrive, sent by lanes."""

    def _load(self, part: LoadPart) -> None:
        """Have lanes warm up, then carry out the load; in lockstep all sides do so at the same
        time."""
        lane_group = self._lane_group
        assert lane_group is not None
        part, warming = _of_host(part, self._order.host), phrase("warming up lanes")
        if part.warmup is not None:
            self._begin(warming)
            asking = self._asking(part, warming=True)
            lane_group.run_load(
                asking,
                part.warmup,
                part.lanes,
                begin=lambda: self._begin(warming),
                barrier=self._barrier,
            )
        doing, started_at = phrase("timing {operation}", operation=part.name), wall_time()

        def begin_timing() -> None:
            nonlocal started_at
            self._begin(doing)
            expected, started_at = part.pace.expected, wall_time()
            self._clock.start(expected)
            self._send(OperationStarted(self._order.run_id, part.name, expected, started_at))
            if self._stage is not None:
                self._stage.key_calls()

        self._begin(warming if part.pace.lead else doing)
        asking = self._asking(part, warming=False)
        simultaneous = self._barrier.simultaneous
        gc.collect()
        meter = LoadMeter(self._meter, self._endpoint, self._stage, simultaneous=simultaneous)
        meter.read_before()
        barrier = self._barrier
        found = lane_group.run_load(
            asking, part.pace, part.lanes, meter.ready, begin_timing, meter.end, barrier
        )
        metered = meter.totals()
        found = replace(found, standby_lag=meter.standby_lag, pooler_cpu=meter.pooler_cpu)
        if self._stage is not None:
            found = replace(found, key_calls=self._stage.key_calls())
        if isinstance(barrier, HostsBarrier):
            self._verify_load(part, asking, found)
            found, metered, hosts = self._of_all_hosts(part, found, metered, barrier)
            self._tell_load(part, found, started_at, metered, hosts)
        else:
            self._tell_load(part, found, started_at, metered)
            self._verify_load(part, asking, found)
        self._wait_for_others()

    def _tell_load(
        self,
        part: LoadPart,
        found: LoadOutcome,
        started_at: float,
        metered: OperationCounters,
        hosts: HostFigures | None = None,
    ) -> None:
        finished = found.event(self._order.run_id, part.name, started_at, metered)
        if hosts is not None:
            measures = {**(finished.measures or {}), START_SPREAD: spread_ms(hosts)}
            finished = replace(finished, measures=measures, hosts=hosts)
        self._send(finished)
        for name, kind in zip(part.kind_names, found.kinds, strict=True):
            rest = unknown_counters(finished.finished_at)
            kind_finished = kind.event(self._order.run_id, name, started_at, rest)
            self._events.send(RequestFigures(kind_finished))
        if found.generator_limited:
            self._send(_limited(finished))

    def _verify_load(self, part: LoadPart, asking: RequestSource, found: LoadOutcome) -> None:
        self._begin(phrase("verifying {operation}", operation=part.name))
        with self._enter() as session, without_key_delay(self._encryptor):
            part.verify(self._setting(session, ()), asking, found.answered_of)

    def _of_all_hosts(
        self, part: LoadPart, found: LoadOutcome, metered: OperationCounters, barrier: HostsBarrier
    ) -> tuple[LoadOutcome, OperationCounters, HostFigures]:
        """The load of all hosts, with the CPU of all their lanes, and what each has told."""
        assert barrier.agreed_start is not None
        self._begin(_FOR_HOSTS)
        work = self._workload.work_digest(self._order.options)
        load_report = report_of(
            found, metered["worker_cpu_s"], barrier.agreed_start.round_trip, work
        )
        side = 0 if self._turns is None else self._turns.side.number
        self._events.send(ExchangeRequest(self._loads - 1, side, load_report, found.began))
        loads: tuple[HostLoad, ...] = await_answer()
        check_alike(loads)
        self._begin(phrase("timing {operation}", operation=part.name))
        cpu = [each.reported.cpu_s for each in loads]
        whole = None if None in cpu else sum(each for each in cpu if each is not None)
        return (
            merge_reports([each.reported for each in loads]),
            {**metered, "worker_cpu_s": whole},
            figures_of(loads, barrier.agreed_start.agreed),
        )

    def _agreed_start(self) -> Start:
        """Wait until all hosts are ready for the next load."""
        self._begin(_FOR_HOSTS)
        self._events.send(StartRequest(self._loads))
        self._loads += 1
        start: Start = await_answer()
        return start

    @property
    def _barrier(self) -> LoadBarrier:
        own = LoadBarrier()
        if self._turns is not None:
            own = SidesBarrier(self._turns.side, self._wait_for_others, self._events.send)
        return own if self._order.host == ONE_HOST else HostsBarrier(own, self._agreed_start)

    def _asking(self, part: LoadPart, *, warming: bool) -> RequestSource:
        with self._enter() as session:
            setting = self._setting(session, ())
            return part.request_source(setting, self._place, self._stage, warming=warming)


_FOR_HOSTS = phrase("waiting for the other hosts")


def _of_host(part: LoadPart, host: tuple[int, int]) -> LoadPart:
    """What one of several hosts does of a load."""
    warmup = None if part.warmup is None else replace(part.warmup, host=host)
    return replace(part, pace=replace(part.pace, host=host), warmup=warmup)


def _limited(finished: OperationFinished) -> Noted:
    message = phrase(
        "{operation}: the load generator could not keep up. Its latencies show delays of this "
        "machine, not of the server: lower the rate, or add lanes.",
        operation=finished.operation,
    )
    return Noted(message, "warning", wall_time(), finished.run_id)


# Waits until the engine has done the background work that an operation left, such as purging.
#
# InnoDB goes through what an UPDATE has replaced a moment later, for a second where two million
# rows fit no buffer; PostgreSQL's checkpointer writes. It would be charged to the operation that
# follows. InnoDB may be a second late to begin (18 tries with 10.11 and 11.4), and tells by its
# history that it has yet to; where it does not tell, it is waited for as long.

MOST_IDLE_WAIT_S = 30.0
"""An engine that others use as well may never rest."""

_LOOK_SECONDS = 0.25
_STEADY = 3
"""The engine is idle after so many equal readings in a row."""
_STEADY_THOUGH_LEFT = 11
"""The same where work is left, or unknown: another client's transaction may delay its purge."""

_WORK = (READ, WRITTEN, LOGGED, FLUSHED)


def wait_until_idle(count: Callable[[], EngineCounts], most: float = MOST_IDLE_WAIT_S) -> bool:
    """Wait until the server's counters of reads and writes stop growing; False after `most`
    seconds. A server without counters is idle."""
    until = time.monotonic() + most
    readings = [_work(count())]
    while readings[0].growing and not _steady(readings):
        if time.monotonic() > until:
            return False
        time.sleep(_LOOK_SECONDS)
        readings.append(_work(count()))
    return True


def _steady(readings: list[EngineCounts]) -> bool:
    needed = _STEADY if readings[-1].left == 0 else _STEADY_THOUGH_LEFT
    last = readings[-needed:]
    return len(last) == needed and all(a == b for a, b in pairwise(last))


def _work(counts: EngineCounts) -> EngineCounts:
    done = {name: counts.growing[name] for name in _WORK if name in counts.growing}
    return EngineCounts(done, left=counts.left)


def run_worker(
    order: RunOrder, events: Connection, counters: LiveCounters, lane_group: LaneGroup | None = None
) -> None:
    """Carry out one run, some parts of it by lanes; the entry point of the worker process."""

    def failed(error: CipherbenchError) -> RunFinished:
        by_key_service = isinstance(error, KeyServiceFailed)
        finished = RunFinished(order.run_id, Status.FAILED, wall_time(), error.advice)
        return replace(finished, by_key_service=by_key_service)

    if order.cores is not None:
        with suppress(OSError):  # it has been seen that the system lets us
            bind_to(order.cores)  # while there is one thread
    try:
        serve(lambda: _Run(order, events, counters, lane_group), events, failed)
    finally:
        if order.side is not None:
            order.side.leave()


class _Run(LoadRun):
    def _work(self) -> RunFinished:
        try:
            return self._carried_out()
        except KeyServiceFailed:
            with suppress(CipherbenchError):  # the first error is the one to be told
                self._look_at_rows()
            raise

    def _look_at_rows(self) -> None:
        """Tell what its tables hold though the key service failed: whole encrypted rows, or
        none."""
        encryptor = self._encryptor
        assert isinstance(encryptor, ApplicationEncryptor)
        self._begin(phrase("looking at the stored rows"))
        plain = {str(each).encode() for record in self._records for each in record}
        with self._enter() as session:
            rows = [row for found in self._encrypted_rows(session).values() for row in found]
        whole = sum(
            all(
                each is None or (encryptor.is_encrypted(each) and each not in plain) for each in row
            )
            for row in rows
        )
        message = phrase(
            "The key service failed. Rows stored: {n}, whole and encrypted: {whole}.",
            n=Number(len(rows)),
            whole=Number(whole),
        )
        level = "info" if whole == len(rows) else "error"
        self._send(Noted(message, level, wall_time(), self._order.run_id))

    def _carried_out(self) -> RunFinished:
        if self._reused is not None and self._reused.filled:
            self._check_reused()
        else:
            self._make_schema()
            self._fill()
        with self._staged():
            self._warm_up()
            self._wait_for_others()
            for number, part in enumerate(self._parts):
                if self._refuses(part):
                    self._skip()
                elif isinstance(part, LoadPart):
                    self._load(part)
                else:
                    assert isinstance(part, Operation)
                    self._operate(number, part)
        self._stays = self._reused is not None and self._encryptor.lasting
        done = RunFinished(self._order.run_id, Status.DONE, wall_time())
        return replace(
            done,
            loading_s=self._loading,
            indexing_s=self._indexing,
            rows_digest=self._digest,
            loading_keys=self._loading_keys,
        )

    def _skip(self) -> None:
        """Skip an operation, but wait with the other sides while they time and verify it."""
        if self._turns is not None:
            self._events.send(OperationSkipped())
            self._wait_for_others()
            self._wait_for_others()

    def _restart_cold(self) -> None:
        """The meter begins anew, as the server may be another process now."""
        self._begin(phrase("restarting its server"), administrative=True)
        self._events.send(ColdCacheWanted())
        answer = await_answer()
        assert isinstance(answer, Endpoint)
        self._endpoint = replace(self._endpoint, pid=answer.pid)
        self._login = replace(self._login, pid=answer.pid)
        self._meter = Meter(self._engine, self._endpoint, self._database)
        if self._stage is not None:
            self._meter.watch_api(self._stage.pid)

    def _operate(self, number: int, operation: Operation) -> None:
        plans = self._plans(operation) if operation.explains else {}
        if self._arrangement.flushed:
            self._rest()
        if self._arrangement.cold:
            self._restart_cold()
        self._begin(phrase("timing {operation}", operation=operation.name))
        expected = operation.statements(len(self._records))
        started_at = wall_time()
        self._send(OperationStarted(self._order.run_id, operation.name, expected, started_at))
        self._clock.start(expected)
        if (calls := key_calls_of(self._encryptor)) is not None:
            calls.clear()
        finished = self._timed(number, operation, started_at)
        self._take_changed()
        self._send(replace(finished, plans=plans or None))
        if not operation.is_rolled_back:
            self._verify(operation)
        self._wait_for_others()

    def _rest(self) -> None:
        """Wait for the engine's background work, so that it is not charged to the next
        operation."""
        self._begin(phrase("waiting for the engine's remaining writes"))
        with self._enter() as session, self._administered(session):
            if session.counts_all:
                wait_until_idle(session.counted)
                self._warn_once_of_purge(session)

    def _warn_once_of_purge(self, session: Session) -> None:
        if not self._has_warned and session.counted().left is None:
            self._has_warned = True
            self._send(_untold_purge(self._order, self._engine.title))

    _has_warned = False

    def _plans(self, operation: Operation) -> dict[str, str]:
        """How the server says that it carries out an operation's statements, without the key."""
        self._begin(phrase("reading the query plans of {operation}", operation=operation.name))
        with self._enter() as session:
            session.begin()
            explained = operation.explained_statements(self._setting(session, self._records))
            plans = {each.statement.text: each.prepared.explain(each.values) for each in explained}
            session.rollback()
        return {sql: _without_key(plan, self._encryptor) for sql, plan in plans.items() if plan}

    def _timed(self, number: int, operation: Operation, started_at: float) -> OperationFinished:
        clock, meter, arranged = self._clock, self._meter, self._arrangement
        meter.read_before()
        gc.collect()
        gc.disable()  # a collection inside the clock would be charged to a statement
        try:
            with ExitStack() as leaving:
                opening = time.perf_counter()
                session = leaving.enter_context(self._enter())
                connected = time.perf_counter()
                if self._workload.engine_counts or arranged.flushed:
                    leaving.enter_context(self._administered(session))
                thread = session.thread if self._turns is not None else None
                span = MeteredSpan(meter, lambda: self._counted(session))
                span.begin()
                session.begin()
                setting = replace(
                    self._setting(session, self._records), count_resources=span.measured_part
                )
                if self._turns is not None:
                    clock.take_turns(number, self._server_cpu(operation, thread))
                rows = operation.run(setting, clock)
                committing = time.perf_counter()
                if not operation.is_rolled_back:
                    session.commit()
                committed = done = time.perf_counter()
                if arranged.flushed:
                    session.flush()
                    done = time.perf_counter()
                turns = clock.end_turns(done - committing) if self._turns is not None else None
                span.end(done)
                asked = self._key_calls()  # before it is verified, which asks as well
                self._wait_for_others()
                if operation.is_rolled_back:
                    with without_key_delay(self._encryptor):
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
            elapsed=span.seconds,
            connect_seconds=connected - opening,
            commit_seconds=committed - committing,
            statements=clock.statements,
            rows=rows,
            p50_us=median / 1000,
            p99_us=late / 1000,
            histogram=histogram.encode(),
            started_at=started_at,
            measures=self._measures(span.counted, done - committed, setting.measures | asked),
            turns=None if turns is None else turns.to_bytes(),
            **self._metered(),
        )

    def _server_cpu(self, operation: Operation, thread: int | None) -> CpuReader:
        if not operation.server_cpu_is_session:
            return lambda: None
        return server_cpu(self._endpoint, thread)

    def _metered(self) -> OperationCounters:
        """What was read at the operation's two ends, or at those of its turns."""
        if self._turns is None:
            return self._meter.totals()
        separate = self._meter.totals_of_one_side(self._turns.server_cpu_s)
        return {**separate, "worker_cpu_s": self._turns.worker_cpu_s}

    def _counted(self, session: Session) -> EngineCounts:
        return session.counted() if self._workload.engine_counts else EngineCounts()

    def _measures(
        self, counted: Mapping[str, float], flushing: float, yielded: Mapping[str, float]
    ) -> Mapping[str, float] | None:
        """What the operation tells; what the engine has counted, our clock apart and how the server
        was."""
        if not self._workload.engine_counts:
            return yielded or None
        return {
            PREPARING: self._clock.prepare_seconds,
            COLD: float(self._arrangement.cold),
            **({FLUSHING: flushing} if self._arrangement.flushed else {}),
            **counted,
            **yielded,
        }

    def _key_calls(self) -> dict[str, float]:
        """What the operation has asked of a key service, if it has one."""
        calls = key_calls_of(self._encryptor)
        return {} if calls is None else calls.measures()

    def _verify(self, operation: Operation) -> None:
        self._begin(phrase("verifying {operation}", operation=operation.name))
        with ExitStack() as leaving:
            session = leaving.enter_context(self._enter())
            leaving.enter_context(without_key_delay(self._encryptor))
            if self._storage is not None:
                leaving.enter_context(self._administered(session))
            operation.verify(self._setting(session, self._records))


class MeteredSpan:
    """What server, worker and engine use from one instant to another: of an operation, or of the
    part of it that is to be metered alone."""

    def __init__(self, meter: Meter, count: Callable[[], EngineCounts]) -> None:
        self._meter, self._count = meter, count
        self._before = self._after = EngineCounts()
        self._began = self._ended = 0.0
        self._over = False

    def begin(self) -> None:
        self._before = self._count()
        self._meter.begin()
        self._began = time.perf_counter()

    def end(self, at: float) -> None:
        if not self._over:
            self._ended = at
            self._meter.end()
            self._after = self._count()

    @contextmanager
    def measured_part(self) -> Iterator[None]:
        self.begin()
        yield
        self.end(time.perf_counter())
        self._over = True

    @property
    def seconds(self) -> float:
        return self._ended - self._began

    @property
    def counted(self) -> Mapping[str, float]:
        return self._after.since(self._before)


def _untold_purge(order: RunOrder, engine: str) -> Noted:
    message = phrase(
        "{engine} does not report how much it has left to purge. An operation may be slowed by "
        "purging after the one before. If the user lacks the PROCESS privilege, grant it.",
        engine=engine,
    )
    return Noted(message, "warning", wall_time(), order.run_id)


def _without_key(plan: str, encryptor: Encryptor) -> str:
    """A plan repeats conditions word for word, and with them the key that the server was handed."""
    forms = () if encryptor.handed_key is None else spellings(encryptor.handed_key)
    for form in sorted(forms, key=len, reverse=True):
        plan = plan.replace(form, STARS)
    return plan
