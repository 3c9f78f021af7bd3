"""The clock of the timed loop.

Around each statement: `perf_counter_ns`, the driver's call, `perf_counter_ns`. The latency goes
into the board's ring, and from the full ring into an HDR histogram while no clock runs, so that
memory stays constant however long an operation is.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter_ns

from hdrh.histogram import HdrHistogram

from app.campaign.board import BUSY, COUNT, EXPECTED, FIRST, MASK, RING, SLOTS, Board
from engines.contract import Prepared, Row
from engines.statement import Value

_LOWEST_NS, _HIGHEST_NS, _DIGITS = 1, 3_600_000_000_000, 3


class TimedClock:
    """Runs statements, times them and counts them. One operation at a time."""

    def __init__(self, board: Board) -> None:
        self._cells = board.cells
        self._board = board
        self._count = 0
        self._busy = 0
        self._drained = 0
        self._first = 0
        self._first_busy = 0
        self._histogram = _histogram()

    def start(self, expected: int) -> None:
        """Begin an operation that will take about `expected` statements."""
        self._first, self._first_busy, self._drained = self._count, self._busy, self._count
        self._histogram = _histogram()
        self._cells[FIRST], self._cells[EXPECTED] = self._count, expected

    def rows(self, prepared: Prepared, values: Sequence[Value]) -> Sequence[Row]:
        """Run a statement inside the clock; its parameters and rows are made outside."""
        bound = prepared.bind(values)
        started = perf_counter_ns()
        arrived = prepared.run(bound)
        self._record(perf_counter_ns() - started)
        return prepared.rows(arrived)

    def affected(self, prepared: Prepared, values: Sequence[Value]) -> int:
        """Run a statement inside the clock; how many rows it changed."""
        bound = prepared.bind(values)
        started = perf_counter_ns()
        arrived = prepared.run(bound)
        self._record(perf_counter_ns() - started)
        return prepared.affected(arrived)

    @property
    def statements(self) -> int:
        """Statements of this operation so far."""
        return self._count - self._first

    @property
    def busy_seconds(self) -> float:
        """Seconds inside the statements of this operation so far."""
        return (self._busy - self._first_busy) / 1e9

    def histogram(self) -> HdrHistogram:
        """The latencies of this operation in nanoseconds, to three digits."""
        self._drain()
        return self._histogram

    def _record(self, spent: int) -> None:
        cells, count = self._cells, self._count
        cells[RING + (count & MASK)] = spent
        self._count = count = count + 1
        self._busy = cells[BUSY] = self._busy + spent
        cells[COUNT] = count
        if count - self._drained == SLOTS:
            self._drain()

    def _drain(self) -> None:
        record = self._histogram.record_value
        for latency in self._board.latencies(self._drained, self._count):
            record(min(max(latency, _LOWEST_NS), _HIGHEST_NS))
        self._drained = self._count


def _histogram() -> HdrHistogram:
    return HdrHistogram(_LOWEST_NS, _HIGHEST_NS, _DIGITS)
