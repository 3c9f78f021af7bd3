"""Arrivals, and the queue of those that wait for a lane, in memory that all lanes share.

Nobody hands arrivals out: a lane that is free takes the next one itself. Are some due, it takes the
oldest; is none, it takes the next that will be and waits for its instant. That is one queue before
all lanes, first come, first served. It needs no process of its own, which would have to be woken
for each arrival and would want a core; and instants are computed as they are needed, so that a
million of them take no more memory than ten.
"""

from __future__ import annotations

import math
import mmap
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from fcntl import LOCK_EX, LOCK_UN, lockf
from multiprocessing import reduction
from time import perf_counter_ns
from typing import Any

from workloads.load import Arrivals, ClosedPace, OpenPace, Pace

_HEAD, _WAITING, _ARRIVED, _DROPPED, _START = range(5)
_KINDS, _MOST_KINDS = 8, 4
"""From `_KINDS` on two cells a kind of request: the instant of its next arrival and its number."""
_RING = _KINDS + 2 * _MOST_KINDS
_PARTS = 3
"""Cells that one waiting arrival takes: its instant, kind and number."""

_NEVER = 1 << 62
_SECOND = 1_000_000_000


type Arrival = tuple[int, int, int, bool]
"""One arrival that a lane has taken: its instant (`perf_counter_ns`; 0 in a closed loop), the kind
of request and its number, and whether it was due already, all lanes being busy. A plain tuple: one
with names takes ten times as long to make."""


@dataclass(frozen=True)
class QueueGlance:
    """The queue at one moment; `waiting` are those that nobody sees to yet."""

    arrived: int
    dropped: int
    waiting: int


class ArrivalQueue:
    """The shared queue. Its file has no name, and is locked by whoever takes from it: the kernel
    frees the lock of a process that is killed.

    `most` is how many may ever wait.
    """

    def __init__(self, descriptor: int, most: int) -> None:
        self._descriptor = descriptor
        self._most = most
        self._map = mmap.mmap(descriptor, _bytes(most))
        self._cells = memoryview(self._map).cast("q")

    @classmethod
    def create(cls, most: int) -> ArrivalQueue:
        """An empty one."""
        with tempfile.TemporaryFile() as file:
            os.ftruncate(file.fileno(), _bytes(most))
            return cls(os.dup(file.fileno()), most)

    def __reduce__(self) -> tuple[object, ...]:
        return _attach, (reduction.DupFd(self._descriptor), self._most)

    def begin(self, pace: Pace, start: int) -> Taking:
        """Have arrivals begin at an instant (`perf_counter_ns`); the queue is empty again."""
        self._cells[:_RING] = memoryview(bytes(8 * _RING)).cast("q")
        self._cells[_START] = start
        taking = self.taking(pace)
        taking.schedule_first()
        return taking

    def taking(self, pace: Pace) -> Taking:
        """A process's own way to take from it, at the pace that it was begun with."""
        return Taking(self._cells, self._descriptor, pace)

    def glance(self) -> QueueGlance:
        """The numbers now."""
        cells = self._cells
        return QueueGlance(cells[_ARRIVED], cells[_DROPPED], cells[_WAITING])

    def close(self) -> None:
        """Unmap it; who else has it mapped keeps it."""
        self._cells.release()
        self._map.close()
        os.close(self._descriptor)


class Taking:
    """Takes arrivals for one process."""

    def __init__(self, cells: memoryview[int], descriptor: int, pace: Pace) -> None:
        self._cells, self._descriptor, self._pace = cells, descriptor, pace
        rates = pace.rates if isinstance(pace, OpenPace) else ()
        self._places = [_KINDS + 2 * kind for kind in range(len(rates))]
        self._after = _instants(pace, cells[_START]) if isinstance(pace, OpenPace) else None
        self._start, self._end = cells[_START], _NEVER
        if pace.seconds is not None:
            self._end = self._start + round(pace.seconds * _SECOND)

    def schedule_first(self) -> None:
        """Have the first arrival of each kind come."""
        if self._after is not None:
            for kind, place in enumerate(self._places):
                self._cells[place] = self._after(kind, 0, self._start)

    def take(self) -> Arrival | None:
        """The next arrival for a lane that is free; None where there will be none any more."""
        lockf(self._descriptor, LOCK_EX)
        try:
            if self._after is None:
                return self._take_closed()
            return self._take_open(perf_counter_ns())
        finally:
            lockf(self._descriptor, LOCK_UN)

    def admit(self) -> None:
        """Have those that have arrived meanwhile stand in the queue, or be dropped; so that what is
        seen of it is no older than this, also while all lanes are busy."""
        if self._after is not None:
            lockf(self._descriptor, LOCK_EX)
            try:
                self._admit(perf_counter_ns())
            finally:
                lockf(self._descriptor, LOCK_UN)

    def _take_closed(self) -> Arrival | None:
        cells, pace = self._cells, self._pace
        assert isinstance(pace, ClosedPace)
        number = cells[_ARRIVED]
        if perf_counter_ns() >= self._end if pace.seconds else number >= pace.requests:
            return None
        cells[_ARRIVED] = number + 1
        return 0, 0, number, False

    def _take_open(self, now: int) -> Arrival | None:
        if not self._cells[_WAITING]:
            first = self._pass(self._next())
            if first is None:
                return None
            if first[0] > now:
                return first
            if self._cells[self._next()] > now:  # the queue would hold this one alone
                return *first[:3], True
            self._join(first)
        self._admit(now)
        return self._leave()

    def _admit(self, now: int) -> None:
        """What is due joins the queue where it has room. Nobody has left it since this was last
        done, so that each arrival meets it as long as it was then."""
        cells = self._cells
        while cells[place := self._next()] <= now and (arrival := self._pass(place)) is not None:
            self._join(arrival)

    def _next(self) -> int:
        """The place of the kind that comes next."""
        places, cells = self._places, self._cells
        return places[0] if len(places) == 1 else min(places, key=cells.__getitem__)

    def _pass(self, place: int) -> Arrival | None:
        """The arrival that is next of a kind, and after which another one is; None at the end."""
        cells = self._cells
        due = cells[place]
        if due >= self._end:
            return None
        kind, number = (place - _KINDS) >> 1, cells[place + 1]
        cells[place] = self._after(kind, number + 1, due)  # type: ignore[misc]
        cells[place + 1] = number + 1
        cells[_ARRIVED] += 1
        return due, kind, number, False

    def _join(self, arrival: Arrival) -> None:
        cells, room = self._cells, self._pace.queue
        waiting = cells[_WAITING]
        if waiting >= room:
            cells[_DROPPED] += 1
            return
        place = _RING + _PARTS * ((cells[_HEAD] + waiting) % room)
        cells[place], cells[place + 1], cells[place + 2] = arrival[:3]
        cells[_WAITING] = waiting + 1

    def _leave(self) -> Arrival:
        cells = self._cells
        head = cells[_HEAD]
        place = _RING + _PARTS * head
        cells[_HEAD] = (head + 1) % self._pace.queue
        cells[_WAITING] -= 1
        return cells[place], cells[place + 1], cells[place + 2], True


def _instants(pace: OpenPace, start: int) -> Callable[[int, int, int], int]:
    """The instant of an arrival by its kind, its number and the instant of the one before."""
    gaps = [_SECOND / rate for rate in pace.rates]

    def constant(kind: int, number: int, before: int) -> int:
        del before
        return start + int(gaps[kind] * number)

    def at_random(kind: int, number: int, before: int) -> int:
        return before + int(-math.log(1.0 - _drawn(pace.seed, kind, number)) * gaps[kind])

    return constant if pace.arrivals is Arrivals.CONSTANT else at_random


def _drawn(seed: int, kind: int, number: int) -> float:
    """A number in [0, 1) that is always the same: SplitMix64 (Steele, Lea, Flood, 2014)."""
    mixed = (seed * 0xD1342543DE82EF95 + kind * 0xDA942042E4DD58B5) & _BITS
    mixed = (mixed + (number + 1) * 0x9E3779B97F4A7C15) & _BITS
    mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) & _BITS
    mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & _BITS
    return ((mixed ^ mixed >> 31) >> 11) / (1 << 53)


_BITS = (1 << 64) - 1


def _bytes(most: int) -> int:
    return 8 * (_RING + _PARTS * most)


def _attach(descriptor: Any, most: int) -> ArrivalQueue:
    return ArrivalQueue(descriptor.detach(), most)
