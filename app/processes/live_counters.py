"""Live counters of a worker (statements done, progress, recent latencies) in shared memory that the
runner reads at any moment.

A file of 64-bit integers mapped by both processes. The worker writes two numbers per statement
(about 0.1 µs); the runner takes rate, progress and recent latencies from them whenever it samples.
So live charts cost the timed loop no message, no lock and no system call.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engines.platform.shared_memory import SharedMemory

COUNT, FIRST, EXPECTED, THOUSANDTHS = range(4)
"""Places of: statements so far, `COUNT` when the operation began, how many statements the operation
expects, and how much is done of one that counts none."""

RING = 8
SLOTS = 1 << 16
MASK = SLOTS - 1
"""From `RING` on, the latencies of the last `SLOTS` statements in nanoseconds."""

_BYTES = (RING + SLOTS) * 8


@dataclass(frozen=True)
class CounterSnapshot:
    count: int
    first: int
    expected: int
    thousandths: int = 0

    @property
    def progress(self) -> float:
        """How much of the current operation is done, 0 to 1."""
        if not self.expected:
            return self.thousandths / 1000
        return min(1.0, (self.count - self.first) / self.expected)


class LiveCounters:
    """The mapped integers; `cells` is what the worker's clock writes to.

    A worker process gets them when they are among the arguments it is started with.
    """

    def __init__(self, memory: SharedMemory | None = None) -> None:
        """Raises: OSError where there is no room"""
        self._memory = memory or SharedMemory(_BYTES)
        self.cells = memoryview(self._memory.map).cast("q")

    def __reduce__(self) -> tuple[object, ...]:
        return LiveCounters, (self._memory,)

    def snapshot(self) -> CounterSnapshot:
        return CounterSnapshot(*self.cells[:4].tolist())

    def show_share(self, done: float) -> None:
        """Show how much is done, 0 to 1, of an operation that counts no statements."""
        self.cells[THOUSANDTHS] = int(1000 * done)

    def put(self, count: int, latencies: array[int]) -> None:
        """Write latencies of statements `count` and on into the ring; at most `SLOTS`."""
        low = count & MASK
        fits = min(len(latencies), SLOTS - low)
        written = memoryview(latencies)
        self.cells[RING + low : RING + low + fits] = written[:fits]
        self.cells[RING : RING + len(latencies) - fits] = written[fits:]

    def latencies(self, since: int, until: int) -> list[int]:
        """Latencies in nanoseconds of statements `since` to `until`, at most the last `SLOTS`."""
        since = max(since, until - SLOTS)
        low, high = since & MASK, until & MASK
        if since == until:
            return []
        if low < high:
            return self.cells[RING + low : RING + high].tolist()
        return self.cells[RING + low :].tolist() + self.cells[RING : RING + high].tolist()

    def close(self) -> None:
        """Unmap the memory; other processes keep their mapping."""
        self.cells.release()
        self._memory.close()


class CombinedCounters:
    """Counters of several processes that do one work, as if they were of one. Those that expect
    something say how much; the first knows how much is done where nothing is counted."""

    def __init__(self, counters: Sequence[LiveCounters]) -> None:
        self._counters = counters
        self._read = [each.snapshot().count for each in counters]

    def poll(self) -> tuple[CounterSnapshot, list[int]]:
        """The numbers now, and the latencies since the last call."""
        if len(self._counters) == 1:
            snapshot, before = self._counters[0].snapshot(), self._read[0]
            self._read[0] = snapshot.count
            return snapshot, self._counters[0].latencies(before, snapshot.count)
        seen, latencies = [each.snapshot() for each in self._counters], list[int]()
        for counters, snapshot, before in zip(self._counters, seen, self._read, strict=True):
            latencies += counters.latencies(before, snapshot.count)
        self._read = [each.count for each in seen]
        together = replace(
            seen[0],
            count=sum(each.count for each in seen),
            first=sum(each.first for each in seen),
            expected=sum(each.expected for each in seen),
        )
        return together, latencies
