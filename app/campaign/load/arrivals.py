"""Arrivals, and the queue of those that wait for a lane, in memory that all lanes share.

Nobody hands arrivals out: a lane that is free takes the next one itself. Are some due, it takes the
oldest; is none, it takes the next that will be and waits for its instant. That is one queue before
all lanes, first come, first served. It needs no process of its own, which would have to be woken
for each arrival and would want a core; and instants are computed as they are needed, so that a
million of them take no more memory than ten.
"""

from __future__ import annotations

import fcntl
import math
import mmap
import os
import tempfile
from dataclasses import dataclass
from multiprocessing import reduction
from time import perf_counter_ns
from typing import Any, NamedTuple

from workloads.load import Arrivals, ClosedPace, OpenPace, Pace

_HEAD, _WAITING, _ARRIVED, _DROPPED, _START, _ENDS = range(6)
_KINDS, _MOST_KINDS = 8, 4
"""From `_KINDS` on two cells a kind of request: the instant of its next arrival and its number."""
_RING = _KINDS + 2 * _MOST_KINDS
_PARTS = 3
"""Cells that one waiting arrival takes: its instant, kind and number."""

_NEVER = 1 << 62
_SECOND = 1_000_000_000


class Arrival(NamedTuple):
    """One arrival that a lane has taken: its instant (`perf_counter_ns`; 0 in a closed loop), the
    kind of request and its number, and whether it was due already, all lanes being busy."""

    due: int
    kind: int
    number: int
    waited: bool


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
        cells = self._cells
        cells[:_RING] = memoryview(bytes(8 * _RING)).cast("q")
        cells[_START] = start
        kinds = len(pace.rates) if isinstance(pace, OpenPace) else 0
        taking = self.taking(pace)
        for kind in range(kinds):
            cells[_KINDS + 2 * kind] = start + taking.gap(kind, 0)
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
        self._kinds = len(pace.rates) if isinstance(pace, OpenPace) else 0
        seconds = pace.seconds
        self._end = cells[_START] + round(seconds * _SECOND) if seconds is not None else _NEVER

    def take(self) -> Arrival | None:
        """The next arrival for a lane that is free; None where there will be none any more."""
        fcntl.lockf(self._descriptor, fcntl.LOCK_EX)
        try:
            if isinstance(self._pace, ClosedPace):
                return self._take_closed(self._pace)
            self._admit(self._pace)
            return self._take_waiting() if self._cells[_WAITING] else self._take_ahead()
        finally:
            fcntl.lockf(self._descriptor, fcntl.LOCK_UN)

    def admit(self) -> None:
        """Have those that have arrived meanwhile stand in the queue, or be dropped; so that what is
        seen of it is no older than this, also while all lanes are busy."""
        if isinstance(self._pace, OpenPace):
            fcntl.lockf(self._descriptor, fcntl.LOCK_EX)
            try:
                self._admit(self._pace)
            finally:
                fcntl.lockf(self._descriptor, fcntl.LOCK_UN)

    def _take_closed(self, pace: ClosedPace) -> Arrival | None:
        cells = self._cells
        number = cells[_ARRIVED]
        over = perf_counter_ns() >= self._end if pace.seconds else number >= pace.requests
        if over:
            return None
        cells[_ARRIVED] = number + 1
        return Arrival(0, 0, number, False)

    def _admit(self, pace: OpenPace) -> None:
        """What is due joins the queue where it has room. Nobody has left it since this was last
        done, so that each arrival meets it as long as it was then."""
        cells, now, room = self._cells, perf_counter_ns(), pace.queue
        while (coming := self._coming()) is not None and coming.due <= now:
            waiting = cells[_WAITING]
            if waiting < room:
                place = _RING + _PARTS * ((cells[_HEAD] + waiting) % room)
                cells[place], cells[place + 1], cells[place + 2] = coming[:3]
                cells[_WAITING] = waiting + 1
            else:
                cells[_DROPPED] += 1
            self._pass(coming)

    def _take_waiting(self) -> Arrival:
        cells = self._cells
        head = cells[_HEAD]
        place = _RING + _PARTS * head
        assert isinstance(self._pace, OpenPace)
        cells[_HEAD] = (head + 1) % self._pace.queue
        cells[_WAITING] -= 1
        return Arrival(cells[place], cells[place + 1], cells[place + 2], True)

    def _take_ahead(self) -> Arrival | None:
        coming = self._coming()
        if coming is not None:
            self._pass(coming)
        return coming

    def _coming(self) -> Arrival | None:
        """The next arrival of any kind, which is left where it is."""
        cells, kind, due = self._cells, 0, _NEVER
        for each in range(self._kinds):
            if cells[_KINDS + 2 * each] < due:
                kind, due = each, cells[_KINDS + 2 * each]
        return Arrival(due, kind, cells[_KINDS + 2 * kind + 1], False) if due < self._end else None

    def _pass(self, arrival: Arrival) -> None:
        """The one after it is the next of its kind."""
        cells, place = self._cells, _KINDS + 2 * arrival.kind
        number = arrival.number + 1
        cells[_ARRIVED] += 1
        cells[place], cells[place + 1] = arrival.due + self.gap(arrival.kind, number), number

    def gap(self, kind: int, number: int) -> int:
        """Nanoseconds from the arrival before to this one, from the beginning to the first one."""
        pace = self._pace
        assert isinstance(pace, OpenPace)
        mean = _SECOND / pace.rates[kind]
        if pace.arrivals is Arrivals.CONSTANT:
            return round(mean * number) - round(mean * (number - 1)) if number else 0
        return round(-math.log(1.0 - _drawn(pace.seed, kind, number)) * mean)


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
