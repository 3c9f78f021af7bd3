"""A lane: a load generator process that sends requests to the server, each at its arrival's
instant.

For each load: connect → ready → wait for the common start → send requests → send what was counted.
The worker tells it what to do through a pipe; it ends when the pipe is closed, also because the
worker was killed. It has one connection, or those of many clients of a closed load, which the
native loop serves.
"""

from __future__ import annotations

import gc
import os
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from time import perf_counter_ns, sleep

from app.campaign.load.arrivals import Arrival, ArrivalQueue, ArrivalSource, ClosedLoopSource
from app.campaign.load.latency_counts import BITS, BUCKETS, LatencyRecorder, Spans, Tally
from app.campaign.machine.cores import Cores
from app.processes.live_counters import COUNT, FIRST, MASK, RING, SLOTS, LiveCounters
from app.processes.own_database import as_user_error
from app.system.process_setup import begin_child
from engines.contract.errors import CipherbenchError, TransactionConflict
from engines.contract.key_source import KeyCalls
from engines.contract.limits import TRIED_NS, TRIES
from engines.native.client_load import BoundRequests, ClientLoad, LiveCells, bound_requests
from engines.platform.resource_limits import limit_memory, worker_bytes
from engines.platform.scheduling import bind_to, set_timer_slack
from workloads.load import ClosedPace, LaneRequests, Pace, Request, RequestSource, drawn_kinds

LATE_NS = 1_000_000
"""A request that starts later than this after its arrival is late."""

_SPIN_NS = 20_000
"""A lane spins instead of sleeping for the last 20 µs before an instant, as the kernel wakes it
some 10 µs late; no longer, since the core may be the server's too."""


@dataclass(frozen=True)
class LoadJob:
    """One load: its requests and their pace; `clients` is how many the lane is if the native loop
    can send the requests, else it is one."""

    request_source: RequestSource
    pace: Pace
    clients: int = 0


@dataclass(frozen=True)
class BeginLoad:
    """Message to all lanes: begin at the instant `at` (`perf_counter_ns`). `spans` is the number of
    seconds to count separately, 0 for none."""

    at: int
    pace: Pace
    lanes: int
    spans: int = 0


@dataclass(frozen=True)
class Ready:
    """A lane has connected: its process ID, and for each of its clients the ID of the process or
    thread of the server that serves it alone (None: not known)."""

    pid: int
    threads: tuple[int | None, ...]


@dataclass(frozen=True)
class KindCounts:
    """As `LaneCounts`, of the requests of one kind in a mix."""

    latency: Tally
    service: Tally
    late: int
    spans: Spans | None


@dataclass(frozen=True)
class LaneCounts:
    """What one lane counted in one load.

    `latency` is from arrival to answer, `service` from sending to answer. `woken` is the delay of
    requests whose arrival an idle lane was waiting for: the generator's own. `late` requests were
    sent more than `LATE_NS` after their arrival. Of requests that had waited for a lane, `busy_ns`
    is the sum of their service times, `own_ns` the time that the lane itself took before them.
    `began` is when it woke for the load, `ended` when its last request was answered
    (`perf_counter_ns`). `completed` are the answered requests of each kind, `retried` those of them
    that needed more than one try. `spans` are latencies by the second of arrival, `kinds` the
    counts of each kind of a mix. `limited`: the native loop was busy all the time.
    """

    latency: Tally
    service: Tally
    woken: Tally
    late: int
    busy_ns: int
    own_ns: int
    ended: int
    completed: tuple[int, ...]
    retried: tuple[int, ...]
    spans: Spans | None
    kinds: tuple[KindCounts, ...] = ()
    began: int = 0
    limited: bool = False
    key_calls: KeyCalls | None = None
    lead_completed: tuple[int, ...] = ()
    """Answered requests of each kind in the lead, which do not count."""


class LeaveLoad:
    """Message to a lane: the server's work for it has been metered; it may disconnect."""


@dataclass(frozen=True)
class LaneFailed:
    error: CipherbenchError


def run_lane(
    pipe: Connection, counters: LiveCounters, arrivals: ArrivalQueue, cores: Cores | None
) -> None:
    """Carry out loads until there are no more; the entry point of a lane's process."""
    if cores is not None:
        with suppress(OSError):
            bind_to(cores)  # while there is one thread
    begin_child()
    limit_memory(worker_bytes())
    set_timer_slack()
    reported: queue.SimpleQueue[object] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(pipe, reported), daemon=True).start()
    with suppress(OSError):
        while True:
            job = reported.get()
            assert isinstance(job, LoadJob)
            try:
                with _opened_clients(job) as clients, _without_garbage_collection():
                    pipe.send(Ready(os.getpid(), clients.threads))
                    begin = reported.get()
                    assert isinstance(begin, BeginLoad)
                    source = arrivals.source(begin.pace, begin.lanes)
                    began = wait_until(begin.at)
                    pipe.send(replace(clients.ask(source, counters, begin), began=began))
                    reported.get()  # some servers forget what a connection that is closed has cost
            except Exception as error:  # noqa: BLE001 it is told, and the worker ends this lane
                pipe.send(LaneFailed(as_user_error(error)))


def _listen(pipe: Connection, reported: queue.SimpleQueue[object]) -> None:
    """Read the worker's messages; exit when it ends."""
    with suppress(EOFError, OSError):
        while True:
            reported.put(pipe.recv())
    os._exit(1)


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """A collection would be charged to a request; the first one takes 0.1 s."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def wait_until(instant: int) -> int:
    """Sleep, and at last spin, until an instant (`perf_counter_ns`); the instant it is then."""
    while (left := instant - (now := perf_counter_ns())) > 0:
        if left > _SPIN_NS:
            sleep((left - _SPIN_NS) / 1e9)
    return now


@contextmanager
def _opened_clients(job: LoadJob) -> Iterator[_PythonClient | _NativeClients]:
    with ExitStack() as opened:
        first = opened.enter_context(job.request_source.open())
        bound = _requests_bound_ahead(first, job.pace) if job.clients else None
        if bound is None:
            yield _PythonClient(first)
        else:
            others = (
                opened.enter_context(job.request_source.open()) for _ in range(job.clients - 1)
            )
            yield _NativeClients([first, *others], bound)


_MOST_BOUND = 1 << 16
"""At most so many requests are bound before the clock starts; after the last they repeat."""


def _requests_bound_ahead(requests: LaneRequests, pace: Pace) -> BoundRequests | None:
    """The requests that the native loop is to send; None where it cannot."""
    prepared = [each.prepared for each in requests.kinds if each.prepared is not None]
    if len(prepared) < len(requests.kinds) or not isinstance(pace, ClosedPace):
        return None
    if any(each.native is None for each in prepared):
        return None
    many = _MOST_BOUND if pace.seconds is not None else min(_MOST_BOUND, pace.requests)
    kinds, order = requests.kinds, drawn_kinds(pace) if pace.mix else b"\0"
    steps = ((order[number % len(order)], number) for number in range(many))
    return bound_requests(prepared, [(kind, kinds[kind].make(number)) for kind, number in steps])


class _PythonClient:
    """One connection, whose requests are sent from Python."""

    def __init__(self, requests: LaneRequests) -> None:
        self._requests = requests
        self.threads = (requests.thread,)

    def ask(self, source: ArrivalSource, counters: LiveCounters, begin: BeginLoad) -> LaneCounts:
        """Send requests until the load ends.

        Where several have waited they are sent in one tight loop, which reads the clock once
        between two of them, and counted afterwards: after the server's turn code and memory are
        cold, and what a lane takes for itself delays the next request.
        """
        if (asked := self._requests.key_calls) is not None:
            asked.clear()
        recorder, leads = _LaneRecorder(self._requests, counters, begin), begin.pace.lead > 0
        take, ask, done = (
            source.take,
            _python_sender(self._requests, recorder.retried),
            perf_counter_ns(),
        )
        while some := take():
            if leads and perf_counter_ns() >= source.counted_from:
                leads = False
                recorder.forget_retried()
                if asked is not None:
                    asked.clear()
            moments = ask(some)
            if leads:
                recorder.record_lead(some, moments)
            else:
                recorder.record(some, moments, moments[0] - done)
            done = moments[-1]
        return replace(recorder.counts(done), key_calls=asked)


_SATURATED = 0.9
"""A client thread on a core for more than this share of the time counts as the load's limit."""


class _NativeClients:
    """Connections of a closed load, whose requests the native loop sends."""

    def __init__(self, clients: Sequence[LaneRequests], bound: BoundRequests) -> None:
        self.threads = tuple(each.thread for each in clients)
        prepared = [
            [each.prepared for each in client.kinds if each.prepared is not None]
            for client in clients
        ]
        self._load = ClientLoad(prepared, bound, BITS, BUCKETS)

    def ask(self, source: ArrivalSource, counters: LiveCounters, begin: BeginLoad) -> LaneCounts:
        """Send requests until the load ends."""
        assert isinstance(source, ClosedLoopSource)
        load, cells = self._load, counters.cells
        cells[FIRST] = cells[COUNT]
        live = LiveCells(cells[COUNT : COUNT + 1], cells[RING : RING + SLOTS])
        load.run(source.numbers, live, source.window, source.think)
        tallies = [Tally.of(*each) for each in zip(load.counts, load.latency_sums, strict=True)]
        whole = Tally.merged(tallies)
        took = max(1, load.ended - begin.at)
        return LaneCounts(
            whole,
            whole,
            Tally(),
            late=0,
            busy_ns=0,
            own_ns=0,
            ended=load.ended,
            completed=tuple(each.count for each in tallies),
            retried=tuple(load.retried),
            spans=None,
            kinds=tuple(KindCounts(each, each, 0, None) for each in tallies if begin.pace.mix),
            limited=load.cpu_ns > _SATURATED * took * load.threads,
            lead_completed=tuple(load.lead_completed),
        )


def _python_sender(
    requests: LaneRequests, retried: list[int]
) -> Callable[[Sequence[Arrival]], list[int]]:
    """A function that sends requests one after another from the instant of the first on. It returns
    when that began and when each was answered. `retried` counts those of each kind that it sends
    again."""
    kinds = requests.kinds
    make, send = [each.make for each in kinds], [each.send for each in kinds]
    is_answered = [each.is_answered for each in kinds]
    now, wait = perf_counter_ns, wait_until

    def ask(some: Sequence[Arrival]) -> list[int]:
        made = [make[kind](number) for _, kind, number, _ in some]
        due = some[0][0]
        began = now()
        if began < due:
            began = wait(due)
        moments = [began]
        add = moments.append
        for request, (_, kind, number, _) in zip(made, some, strict=True):
            try:
                arrived = send[kind](request)
                done = now()
                if not is_answered[kind](arrived):
                    raise _failure_of(kinds[kind], number, arrived)
            except TransactionConflict:
                done = _retry(kinds[kind], request, number, moments[-1])
                retried[kind] += 1
            add(done)
        return moments

    return ask


def _retry(kind: Request, request: object, number: int, began: int) -> int:
    """Try a request that began at an instant again until it is answered; the instant it was.

    Raises: CipherbenchError, also a conflict after as many tries as there may be. None is kept in
    a variable: nothing is collected meanwhile.
    """
    tried = 1
    while True:
        tried += 1
        try:
            arrived = kind.send(request)
            done = perf_counter_ns()
            if not kind.is_answered(arrived):
                raise _failure_of(kind, number, arrived)
        except TransactionConflict:
            if tried >= TRIES or perf_counter_ns() - began > TRIED_NS:
                raise
        else:
            return done


class _LaneRecorder:
    def __init__(self, requests: LaneRequests, counters: LiveCounters, begin: BeginLoad) -> None:
        self._spans = Spans.of(begin.spans, begin.at) if begin.spans else None
        self._latencies, self._services, self._wakings = (
            LatencyRecorder(),
            LatencyRecorder(),
            LatencyRecorder(),
        )
        self._late = self._busy = self._own = 0
        self._answered = [0] * len(requests.kinds)
        self.retried = [0] * len(requests.kinds)
        self._led = [0] * len(requests.kinds)
        self._kinds = [_KindRecorder(begin) for _ in begin.pace.mix]
        self._counters = counters
        self._count = counters.cells[COUNT]
        counters.cells[FIRST] = self._count

    def forget_retried(self) -> None:
        self.retried[:] = [0] * len(self.retried)

    def record_lead(self, some: Sequence[Arrival], moments: Sequence[int]) -> None:
        """Requests of the lead, which count for live charts alone."""
        for (_, kind, *_), began, done in zip(some, moments, moments[1:], strict=False):
            self._counters.cells[RING + (self._count & MASK)] = done - began
            self._count += 1
            self._led[kind] += 1
        self._counters.cells[COUNT] = self._count

    def record(self, some: Sequence[Arrival], moments: Sequence[int], own: int) -> None:
        """Requests that were sent one after another. `moments`: when the first began, and when each
        was answered; `own`: nanoseconds that the lane took for itself before them."""
        cells, count = self._counters.cells, self._count
        latency_of, service_of = self._latencies.add, self._services.add
        for (due, kind, _, waited), began, done in zip(some, moments, moments[1:], strict=False):
            latency = done - (due or began)
            cells[RING + (count & MASK)] = latency
            count += 1
            self._answered[kind] += 1
            latency_of(latency)
            service_of(done - began)
            if waited:
                self._busy += done - began
            elif due:
                self._wakings.add(began - due)
            if due and began - due > LATE_NS:
                self._late += 1
        cells[COUNT] = self._count = count
        if self._spans is not None:
            for (due, *_), done in zip(some, moments[1:], strict=False):
                self._spans.add(due, done - due)
        if self._kinds:
            for (due, kind, *_), began, done in zip(some, moments, moments[1:], strict=False):
                self._kinds[kind].record(due, began, done)
        if some[0][3]:
            self._own += own

    def counts(self, ended: int) -> LaneCounts:
        """All that was recorded; the last answer came at the instant `ended`."""
        return LaneCounts(
            self._latencies.tally(),
            self._services.tally(),
            self._wakings.tally(),
            self._late,
            self._busy,
            self._own,
            ended,
            tuple(self._answered),
            tuple(self.retried),
            self._spans,
            tuple(each.counts() for each in self._kinds),
            lead_completed=tuple(self._led),
        )


class _KindRecorder:
    """Counters of a lane, of one kind of a mix."""

    def __init__(self, begin: BeginLoad) -> None:
        self._spans = Spans.of(begin.spans, begin.at) if begin.spans else None
        self._latencies, self._services = LatencyRecorder(), LatencyRecorder()
        self._late = 0

    def record(self, due: int, began: int, done: int) -> None:
        """A request that arrived, was sent and was answered at these instants."""
        self._latencies.add(done - (due or began))
        self._services.add(done - began)
        if due and began - due > LATE_NS:
            self._late += 1
        if self._spans is not None:
            self._spans.add(due, done - due)

    def counts(self) -> KindCounts:
        latency, service = self._latencies.tally(), self._services.tally()
        return KindCounts(latency, service, self._late, self._spans)


def _failure_of(kind: Request, number: int, arrived: object) -> CipherbenchError:
    assert kind.failure is not None  # `is_answered` comes with it
    return kind.failure(number, arrived)
