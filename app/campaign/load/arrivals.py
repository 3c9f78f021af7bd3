"""The queue of arriving requests, in memory that all lanes (processes that send them) share.

A free lane takes the next arrival itself: the oldest that is due, else the next to come, for whose
instant it waits. So there is one queue before all lanes, first come, first served, and no process
to dispatch, which would have to be woken for each arrival and would need a core.

A few integers and a lock are shared. A lane holds the lock for some 2 µs and others spin for it: if
they slept in the kernel, four lanes would manage a tenth of the requests.
"""

from __future__ import annotations

import math
import random
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import chain, count, cycle, islice, repeat, takewhile
from multiprocessing.synchronize import Lock
from time import perf_counter_ns, sleep

from app.processes.fork_server import new_lock
from engines.native.client_load import RequestNumbers
from engines.platform.shared_memory import SharedMemory
from workloads.load import Arrivals, ClosedPace, OpenPace, Pace, drawn_kinds

# When requests arrive: computed by each lane for itself, a little ahead, always the same.

_SECOND = 1_000_000_000
_COMPUTED_PER_STEP = 64
"""Arrivals that are computed at a time, some 30 µs."""
_PAST_ARRIVALS = 1024
"""Past arrivals that are kept before they are discarded."""

_CARDS_PER_SHARE: Mapping[Arrivals, int] = {Arrivals.CONSTANT: 1, Arrivals.POISSON: 16}
"""Arrivals are dealt to shares (sides of a lockstep) from shuffled decks with so many cards of each
share: every share gets the planned rate, and all meet the same moments. One card each keeps
constant arrivals evenly spaced. For random ones that would make gaps too even (a third of their
variance for three shares); with sixteen, shares look independently drawn."""

type Due = tuple[int, int, int]
"""An arrival: its instant (`perf_counter_ns`), the kind of request, and its number among those."""


class Schedule:
    """The arrivals of a load that begins at `start` (`perf_counter_ns`), each by its index.

    However many there are, only those around now are kept.
    """

    def __init__(self, pace: OpenPace, start: int) -> None:
        self._coming = _merged(pace, start)
        self._first = 0
        self._dues: list[Due] = []
        self._last = start
        self._extend()

    def compute_until(self, now: int) -> None:
        """Compute arrivals up to the first after `now`; usually none is missing."""
        while self._last <= now and self._extend():
            pass

    def due_until(self, index: int, now: int) -> int:
        """The index of the first arrival, from `index` on, that is not due by `now`. Arrivals
        before `index` may be forgotten."""
        if index - self._first >= _PAST_ARRIVALS:
            self._forget(index)
        if self._last <= now:
            self.compute_until(now)
        return self._first + bisect_left(self._dues, (now + 1,), index - self._first)

    def due_from(self, index: int, count: int) -> list[Due]:
        """At most `count` arrivals, from `index` on."""
        begin = index - self._first
        return self._dues[begin : begin + count]

    def __getitem__(self, index: int) -> Due | None:
        """One arrival that is not forgotten; None after the last."""
        while index >= self._first + len(self._dues):
            if not self._extend():
                return None
        return self._dues[index - self._first]

    def _forget(self, index: int) -> None:
        over = index - self._first
        while over > len(self._dues) and self._extend():  # others have seen to them
            pass
        del self._dues[:over]
        self._first = index

    def _extend(self) -> bool:
        """Compute more arrivals; False at the end."""
        some = list(islice(self._coming, _COMPUTED_PER_STEP))
        self._dues += some
        if some:
            self._last = some[-1][0]
        return bool(some)


def _merged(pace: OpenPace, start: int) -> Iterator[Due]:
    """The arrivals of all streams in order of time; with n hosts every n-th, this host's."""
    place, hosts = pace.host
    return islice(_of_all_hosts(pace, start), place, None, hosts)


def _of_all_hosts(pace: OpenPace, start: int) -> Iterator[Due]:
    if pace.mix:
        return _mixed(pace, start)
    kinds = [_of_kind(pace, kind, start) for kind in range(len(pace.rates))]
    return kinds[0] if len(kinds) == 1 else merge(*kinds)


def _mixed(pace: OpenPace, start: int) -> Iterator[Due]:
    """Each share draws the same kinds, so that all have the same requests in the same order."""
    numbers = [count() for _ in pace.mix]
    for (due, _, _), kind in zip(_of_kind(pace, 0, start), cycle(drawn_kinds(pace)), strict=False):
        yield due, kind, next(numbers[kind])


def _of_kind(pace: OpenPace, kind: int, start: int) -> Iterator[Due]:
    _, shares = pace.share
    gap, end = _SECOND / (pace.rates[kind] * shares), start + round(pace.seconds * _SECOND)
    instants = (
        _at_random(gap, f"{pace.seed}/{kind}", start)
        if pace.arrivals is Arrivals.POISSON
        else _constant(gap, start)
    )
    coming = takewhile(lambda due: due < end, instants)
    own = coming if shares == 1 else _own_share(coming, pace, kind)
    return zip(own, repeat(kind), count())


def _constant(gap: float, start: int) -> Iterator[int]:
    return (start + int(gap * number) for number in count())


def _at_random(gap: float, seed: str, start: int) -> Iterator[int]:
    """Gaps are exponentially distributed, independent of each other."""
    draw, log, due = random.Random(seed).random, math.log, float(start)
    while True:
        due -= log(1.0 - draw()) * gap
        yield int(due)


def _own_share(coming: Iterator[int], pace: OpenPace, kind: int) -> Iterator[int]:
    """The arrivals of this share; the lanes of other shares draw the same decks."""
    (own, shares), each = pace.share, _CARDS_PER_SHARE[pace.arrivals]
    deck, shuffle = [*range(shares)] * each, random.Random(f"{pace.seed}/{kind}/shares").shuffle
    while some := list(islice(coming, len(deck))):
        shuffle(deck)
        yield from (due for due, share in zip(some, deck, strict=False) if share == own)


_START, _SEEN, _HEAD, _WAITING, _DROPPED, _COUNTED, _UNTIL = range(7)
"""Cells of the shared memory: instant at which the load began; arrivals taken, queued or dropped so
far; of the ring of waiting arrivals its first slot, its length, and how many found it full; instant
from which requests count, and instant after which a closed loop sends none."""
_RING_START = 8
_NEVER = (1 << 63) - 1
_CELLS_PER_ARRIVAL = 3
"""Cells that one waiting arrival takes: its instant, kind and number."""

_SPIN_TRIES = 200
"""How often a held lock is tried (some 20 µs in all) before its holder is assumed to have lost its
core, and the lane sleeps."""
_ADMIT_LOCK_S = 0.05
_MOST_PER_TAKE, _WAITING_PER_TAKE = 32, 8
"""A lane takes n arrivals at once (at most `_MOST_PER_TAKE`) when n × `_WAITING_PER_TAKE` wait for
each lane: exact order among requests that have waited for long matters less than the lock."""

type Arrival = tuple[int, int, int, bool]
"""One arrival that a lane has taken: its instant (`perf_counter_ns`; 0 in a closed loop), the kind
of request and its number, and whether it was due already, all lanes being busy. A plain tuple: one
with names takes ten times as long to make."""


@dataclass(frozen=True)
class QueueSnapshot:
    """The queue at one moment; `waiting` are arrivals that no lane has taken yet."""

    arrived: int
    dropped: int
    waiting: int


class ArrivalQueue:
    """The queue that lanes take requests from; pickles, so that it reaches their processes."""

    def __init__(self, memory: SharedMemory, lock: Lock) -> None:
        self._memory, self._lock = memory, lock
        self._cells = memoryview(memory.map).cast("q")

    @classmethod
    def create(cls, most: int) -> ArrivalQueue:
        """An empty queue, in which at most `most` arrivals can wait."""
        return cls(SharedMemory(_bytes(most)), new_lock())

    def __reduce__(self) -> tuple[object, ...]:
        return ArrivalQueue, (self._memory, self._lock)

    def begin(self, start: int, pace: Pace) -> None:
        """Empty the queue and begin a load at an instant (`perf_counter_ns`). If its pace has a
        lead (warm-up of a closed loop), nothing counts, and nothing ends, until `count_from`."""
        self._cells[:_RING_START] = memoryview(bytes(8 * _RING_START)).cast("q")
        self._cells[_START] = start
        if pace.lead:
            self._cells[_COUNTED] = self._cells[_UNTIL] = _NEVER
        else:
            self.count_from(start, pace)

    def count_from(self, instant: int, pace: Pace) -> None:
        """Count requests from an instant on, and end the load its pace's seconds later."""
        self._cells[_UNTIL] = instant + round((pace.seconds or 1e9) * 1e9)
        self._cells[_COUNTED] = instant

    def source(self, pace: Pace, lanes: int = 1) -> ArrivalSource:
        """What one of `lanes` processes takes requests by, once the load has begun."""
        if isinstance(pace, ClosedPace):
            return ClosedLoopSource(self._cells, self._lock, pace)
        return OpenLoopSource(self._cells, self._lock, pace, lanes)

    def snapshot(self) -> QueueSnapshot:
        cells = self._cells
        return QueueSnapshot(cells[_SEEN], cells[_DROPPED], cells[_WAITING])

    def close(self) -> None:
        """Unmap the memory; other processes keep their mapping."""
        self._cells.release()
        self._memory.close()


class ArrivalSource:
    def __init__(self, cells: memoryview[int], lock: Lock) -> None:
        self._cells, self._lock = cells, lock

    @property
    def counted_from(self) -> int:
        """Requests that are sent before this instant (`perf_counter_ns`) do not count."""
        return self._cells[_COUNTED]

    def take(self) -> Sequence[Arrival]:
        """The next requests for a free lane, mostly one; empty at the end of the load."""
        raise NotImplementedError

    def admit(self) -> None:
        """Queue, or drop, what has arrived meanwhile, so that a snapshot is up to date also while
        all lanes are busy."""

    def _spin_lock(self) -> None:
        """Spins at first: the holder mostly runs on another core and is done in 2 µs."""
        acquire = self._lock.acquire
        for _ in range(_SPIN_TRIES):
            if acquire(False):
                return
        acquire()


class ClosedLoopSource(ArrivalSource):
    """Takes the next request of a closed loop."""

    def __init__(self, cells: memoryview[int], lock: Lock, pace: ClosedPace) -> None:
        super().__init__(cells, lock)
        self._place, self._hosts = pace.host
        endless = 1 << 62 if pace.most is None else pace.most
        self._requests = pace.requests if pace.seconds is None else endless
        self.think = pace.think
        self._kinds = drawn_kinds(pace) if pace.mix else b"\0"

    @property
    def window(self) -> memoryview[int]:
        """Instants from which requests count and after which none is sent; a live view."""
        return self._cells[_COUNTED : _UNTIL + 1]

    @property
    def numbers(self) -> RequestNumbers:
        """The counter of requests for the native loop, which takes them without the lock; then all
        lanes have to."""
        taken = self._cells[_SEEN : _SEEN + 1]
        return RequestNumbers(taken, self._place, self._hosts, self._requests)

    def take(self) -> Sequence[Arrival]:
        if self.think:
            sleep(self.think)
        self._spin_lock()
        number = self._place + self._hosts * self._cells[_SEEN]
        over = number >= self._requests or perf_counter_ns() >= self._cells[_UNTIL]
        self._cells[_SEEN] += not over
        self._lock.release()
        kinds = self._kinds
        return () if over else ((0, kinds[number % len(kinds)], number, False),)


class OpenLoopSource(ArrivalSource):
    """Takes the next arrival of an open loop."""

    def __init__(self, cells: memoryview[int], lock: Lock, pace: OpenPace, lanes: int) -> None:
        super().__init__(cells, lock)
        self._schedule = Schedule(pace, cells[_START])
        self._room = pace.queue
        self._waiting_per_take = _WAITING_PER_TAKE * lanes

    def take(self) -> Sequence[Arrival]:
        cells, schedule = self._cells, self._schedule
        now = perf_counter_ns()
        schedule.compute_until(now)  # while nobody waits for the lock
        self._spin_lock()
        try:
            seen, waiting = cells[_SEEN], cells[_WAITING]
            until = schedule.due_until(seen, now)
            if waiting or until > seen + 1:
                if until > seen:
                    self._admit(seen, until)
                return self._take_waiting()
            arrival = schedule[seen]  # which the queue would hold alone, or which is still to come
            if arrival is None:
                return ()
            cells[_SEEN] = seen + 1
            return ((*arrival, until > seen),)
        finally:
            self._lock.release()

    def admit(self) -> None:
        now = perf_counter_ns()
        self._schedule.compute_until(now)
        if self._lock.acquire(timeout=_ADMIT_LOCK_S):
            try:
                seen = self._cells[_SEEN]
                self._admit(seen, self._schedule.due_until(seen, now))
            finally:
                self._lock.release()

    def _admit(self, seen: int, until: int) -> None:
        """Queue the arrivals that are due, and drop those beyond its room. Nothing has left the
        queue since the last call, so every arrival finds it as long as it was at its instant."""
        cells, room = self._cells, self._room
        waiting = cells[_WAITING]
        joining = min(until - seen, room - waiting)
        end = (cells[_HEAD] + waiting) % room
        fits = min(joining, room - end)
        self._write(end, self._schedule.due_from(seen, fits))
        self._write(0, self._schedule.due_from(seen + fits, joining - fits))
        cells[_WAITING] = waiting + joining
        cells[_DROPPED] += until - seen - joining
        cells[_SEEN] = until

    def _write(self, place: int, some: Sequence[Due]) -> None:
        begin = _RING_START + _CELLS_PER_ARRIVAL * place
        flat = array("q", chain.from_iterable(some))
        self._cells[begin : begin + len(flat)] = flat

    def _take_waiting(self) -> Sequence[Arrival]:
        cells, room = self._cells, self._room
        head, waiting = cells[_HEAD], cells[_WAITING]
        leaving = max(1, min(_MOST_PER_TAKE, waiting // self._waiting_per_take, room - head))
        begin = _RING_START + _CELLS_PER_ARRIVAL * head
        flat = cells[begin : begin + _CELLS_PER_ARRIVAL * leaving].tolist()
        cells[_HEAD] = (head + leaving) % room
        cells[_WAITING] = waiting - leaving
        return list(
            zip(
                flat[::_CELLS_PER_ARRIVAL],
                flat[1::_CELLS_PER_ARRIVAL],
                flat[2::_CELLS_PER_ARRIVAL],
                repeat(True),
            )
        )


def _bytes(most: int) -> int:
    return 8 * (_RING_START + _CELLS_PER_ARRIVAL * most)
