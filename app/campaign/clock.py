"""The clock of the timed loop.

Around each statement: `perf_counter_ns`, the driver's call, `perf_counter_ns`. The latency goes
into the board's ring, and from the full ring into an HDR histogram while no clock runs, so that
memory stays constant however long an operation is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter_ns

from hdrh.histogram import HdrHistogram

from app.campaign.board import COUNT, EXPECTED, FIRST, MASK, RING, SLOTS, Board
from engines.contract import Arrived, Prepared
from engines.statement import Value

_LOWEST_NS, _HIGHEST_NS, _DIGITS = 1, 3_600_000_000_000, 3


class TimedClock:
    """Runs statements, times them and counts them. One operation at a time.

    `run(prepared, values)` binds outside the clock, executes inside it, and gives back what
    arrived. It is a closure, made once: its numbers in local cells instead of attributes cost a
    third of the time per statement.
    """

    run: Callable[[Prepared, Sequence[Value]], Arrived]

    def __init__(self, board: Board) -> None:
        self._board = board
        self._drained = 0
        self._first = 0
        self._busy = 0
        self._histogram = _histogram()
        self.run, self._counted = self._make_run()

    def start(self, expected: int) -> None:
        """Begin an operation that will take about `expected` statements."""
        self._drain()
        self._first, self._busy = self._counted(), 0
        self._histogram = _histogram()
        self._board.cells[FIRST], self._board.cells[EXPECTED] = self._first, expected

    @property
    def statements(self) -> int:
        """Statements of this operation so far."""
        return self._counted() - self._first

    @property
    def busy_seconds(self) -> float:
        """Seconds inside the statements of this operation so far."""
        self._drain()
        return self._busy / 1e9

    def histogram(self) -> HdrHistogram:
        """The latencies of this operation in nanoseconds, to three digits."""
        self._drain()
        return self._histogram

    def _make_run(
        self,
    ) -> tuple[Callable[[Prepared, Sequence[Value]], Arrived], Callable[[], int]]:
        cells, now, drain = self._board.cells, perf_counter_ns, self._drain
        count = 0

        def run(prepared: Prepared, values: Sequence[Value]) -> Arrived:
            nonlocal count
            bound = prepared.bind(values)
            execute = prepared.run
            started = now()
            arrived = execute(bound)
            cells[RING + (count & MASK)] = now() - started
            count += 1
            cells[COUNT] = count
            if not count & MASK:
                drain()
            return prepared.settle(arrived)

        return run, lambda: count

    def _drain(self) -> None:
        """Move latencies from the ring into the histogram; at most `SLOTS` have come since."""
        count = self._counted()
        assert count - self._drained <= SLOTS
        latencies = self._board.latencies(self._drained, count)
        self._drained = count
        self._busy += sum(latencies)
        record = self._histogram.record_value
        for latency in latencies:
            record(min(max(latency, _LOWEST_NS), _HIGHEST_NS))


def _histogram() -> HdrHistogram:
    return HdrHistogram(_LOWEST_NS, _HIGHEST_NS, _DIGITS)
