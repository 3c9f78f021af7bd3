"""A lane: a process that asks the server, each request at the instant of its arrival.

connect → for each load: ready → the instant that all lanes begin at → requests → what was counted.
It is told what to do by a pipe from the worker, and ends when that is closed, also because the
worker was killed.
"""

from __future__ import annotations

import ctypes
import gc
import os
import queue
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import accumulate
from multiprocessing.connection import Connection
from time import perf_counter_ns, sleep

from app.campaign.load.arrivals import Arrival, ArrivalQueue, Taking, TakingInTurn
from app.campaign.load.tally import Counts, Spans, Tally
from app.campaign.machine.cores import Cores
from app.processes.live_counters import COUNT, FIRST, MASK, RING, LiveCounters
from app.processes.own_database import as_reported
from app.system.process import begin_child
from engines.contract.errors import CipherbenchError
from engines.contract.session import Bound, Prepared
from engines.keeping.memory_bound import bound_memory, worker_bytes
from engines.native.burst import Burst, burst_of
from workloads.load import Asking, Pace, Request, Requests

LATE_NS = 1_000_000
"""A request that starts later than this after its arrival is late."""

_SPIN_NS = 20_000
"""How long before its instant a lane that waits no longer sleeps: the kernel wakes it some 10 µs
late. It is no more since the core may be the server's too."""


@dataclass(frozen=True)
class Job:
    """One load: what is asked. `native`: the native loop may ask it where all of it can be run
    there."""

    asking: Asking
    native: bool = False


@dataclass(frozen=True)
class Begin:
    """All lanes are ready; they begin at this instant (`perf_counter_ns`), so many of them at this
    pace. `spans` is how many seconds of it are told apart, 0 where none are."""

    at: int
    pace: Pace
    lanes: int
    spans: int = 0


@dataclass(frozen=True)
class Ready:
    """A lane has opened what it is to ask; the number of its process, and of the server's own that
    serves it alone."""

    pid: int
    thread: int | None


@dataclass(frozen=True)
class CountedKind:
    """The same of the requests of one kind."""

    latency: Tally
    service: Tally
    late: int
    spans: Spans | None


@dataclass(frozen=True)
class Counted:
    """What one lane counted in one load.

    `latency` is from the arrival, `service` from the start of the request itself to its end;
    `woken` is by how much requests started late that a lane was waiting for, which is the
    generator's own doing. `late` started more than `LATE_NS` after their arrival. Of those that had
    waited for a lane, `busy_ns` is their service and `own_ns` what the lane took before them for
    itself. `began` is when it was awake for the load, `ended` when its last request was answered
    (`perf_counter_ns`), `completed` how many were, of each kind. `spans` are latencies by the
    seconds of their arrivals. `kinds` are those of a mix, each by itself.
    """

    latency: Tally
    service: Tally
    woken: Tally
    late: int
    busy_ns: int
    own_ns: int
    ended: int
    completed: tuple[int, ...]
    spans: Spans | None
    kinds: tuple[CountedKind, ...] = ()
    began: int = 0


class Leave:
    """What the server has done for a lane has been counted: it may go."""


@dataclass(frozen=True)
class LaneFailed:
    error: CipherbenchError


def run_lane(
    pipe: Connection, counters: LiveCounters, arrivals: ArrivalQueue, cores: Cores | None
) -> None:
    """Carry out loads until there are no more; the entry point of a lane's process."""
    if cores is not None:
        with suppress(OSError):
            os.sched_setaffinity(0, cores)  # while there is one thread
    begin_child()
    bound_memory(worker_bytes())
    _wake_precisely()
    reported: queue.SimpleQueue[object] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(pipe, reported), daemon=True).start()
    with suppress(OSError):
        while True:
            job = reported.get()
            assert isinstance(job, Job)
            try:
                with job.asking.open() as requests, _uncollected():
                    pipe.send(Ready(os.getpid(), requests.thread))
                    begin = reported.get()
                    assert isinstance(begin, Begin)
                    taking = arrivals.taking(begin.pace, begin.lanes)
                    book = _Book(requests, counters, begin)
                    began = wait_until(begin.at)
                    ask = _ask_natively if job.native and _can_natively(requests, taking) else _ask
                    pipe.send(replace(ask(requests, taking, book), began=began))
                    reported.get()  # some servers forget what a connection that is closed has cost
            except Exception as error:  # noqa: BLE001 it is told, and the worker ends this lane
                pipe.send(LaneFailed(as_reported(error)))


def _listen(pipe: Connection, reported: queue.SimpleQueue[object]) -> None:
    """Read the worker's messages; exit when it ends."""
    with suppress(EOFError, OSError):
        while True:
            reported.put(pipe.recv())
    os._exit(1)


def _wake_precisely() -> None:
    """Have the kernel wake this process when it is to be, and not together with others: it may
    take 50 µs longer otherwise."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_TIMERSLACK, 1)


_PR_SET_TIMERSLACK = 29


@contextmanager
def _uncollected() -> Iterator[None]:
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


def _ask(requests: Requests, taking: Taking, book: _Book) -> Counted:
    """Ask until there is nothing more to be asked.

    Where several have waited they are asked in one tight loop, one reading between two of them, and
    counted afterwards: after the server's turn code and memory are cold, and what a lane takes for
    itself delays the request after.
    """
    take, ask, done = taking.take, _in_python(requests), perf_counter_ns()
    while some := take():
        moments = ask(some)
        book.enter(some, moments, moments[0] - done)
        done = moments[-1]
    return book.counted(done)


def _in_python(requests: Requests) -> Callable[[Sequence[Arrival]], list[int]]:
    """What asks requests one after another from the instant of the first on: when that began, and
    when each was over."""
    kinds = requests.kinds
    ready, send = [each.ready for each in kinds], [each.send for each in kinds]
    holds = [each.holds for each in kinds]
    now, wait = perf_counter_ns, wait_until

    def ask(some: Sequence[Arrival]) -> list[int]:
        made = [ready[kind](number) for _, kind, number, _ in some]
        due = some[0][0]
        began = now()
        if began < due:
            began = wait(due)
        moments = [began]
        add = moments.append
        for request, (_, kind, number, _) in zip(made, some, strict=True):
            arrived = send[kind](request)
            add(now())
            if not holds[kind](arrived):
                raise _why(kinds[kind], number, arrived)
        return moments

    return ask


_BURST_NS, _MOST_IN_BURST = 5_000_000, 256
"""The native loop asks for about so long before a lane counts, and so many at most."""


def _can_natively(requests: Requests, taking: Taking) -> bool:
    """Whether requests follow each other, and each is one statement that the native loop has."""
    native = all(each.prepared and each.prepared.native for each in requests.kinds)
    return native and isinstance(taking, TakingInTurn)


def _ask_natively(requests: Requests, taking: Taking, book: _Book) -> Counted:
    """As `_ask`, many at a time: what a lane takes for itself is no part of what clients carry."""
    assert isinstance(taking, TakingInTurn)
    ask, done, size = _in_python(requests), perf_counter_ns(), 1
    while some := taking.take_many(size):
        burst = burst_of(list(_steps(requests, some)))
        moments = ask(some) if burst is None else _moments(burst)
        book.enter(some, moments, moments[0] - done)
        done = moments[-1]
        spent = max(1, done - moments[0])
        size = max(1, min(_MOST_IN_BURST, len(some) * _BURST_NS // spent))
    return book.counted(done)


def _steps(requests: Requests, some: Sequence[Arrival]) -> Iterator[tuple[Prepared, Bound]]:
    for _, kind, number, _ in some:
        request = requests.kinds[kind]
        assert request.prepared is not None
        yield request.prepared, request.ready(number)


def _moments(burst: Burst) -> list[int]:
    began = perf_counter_ns()
    burst.run()
    return list(accumulate(burst.spent, initial=began))


class _Book:
    def __init__(self, requests: Requests, counters: LiveCounters, begin: Begin) -> None:
        self._spans = Spans.of(begin.spans, begin.at) if begin.spans else None
        self._latencies, self._services, self._wakings = Counts(), Counts(), Counts()
        self._late = self._busy = self._own = 0
        self._answered = [0] * len(requests.kinds)
        self._kinds = [_KindBook(begin) for _ in begin.pace.mix]
        self._counters = counters
        self._count = counters.cells[COUNT]
        counters.cells[FIRST] = self._count

    def enter(self, some: Sequence[Arrival], moments: Sequence[int], own: int) -> None:
        """Requests that were asked one after another: when the first began, and when each was
        over; before them the lane took so long for itself."""
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
                self._kinds[kind].enter(due, began, done)
        if some[0][3]:
            self._own += own

    def counted(self, ended: int) -> Counted:
        """All of it, the last answer having come at that instant."""
        return Counted(
            self._latencies.tally(),
            self._services.tally(),
            self._wakings.tally(),
            self._late,
            self._busy,
            self._own,
            ended,
            tuple(self._answered),
            self._spans,
            tuple(each.counted() for each in self._kinds),
        )


class _KindBook:
    """Counters of a lane, of one kind of a mix."""

    def __init__(self, begin: Begin) -> None:
        self._spans = Spans.of(begin.spans, begin.at) if begin.spans else None
        self._latencies, self._services = Counts(), Counts()
        self._late = 0

    def enter(self, due: int, began: int, done: int) -> None:
        """A request that arrived, began and was over at these instants."""
        self._latencies.add(done - (due or began))
        self._services.add(done - began)
        if due and began - due > LATE_NS:
            self._late += 1
        if self._spans is not None:
            self._spans.add(due, done - due)

    def counted(self) -> CountedKind:
        latency, service = self._latencies.tally(), self._services.tally()
        return CountedKind(latency, service, self._late, self._spans)


def _why(kind: Request, number: int, arrived: object) -> CipherbenchError:
    assert kind.why is not None  # who tells what holds says why it does not
    return kind.why(number, arrived)
