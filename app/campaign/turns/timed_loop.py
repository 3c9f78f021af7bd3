"""The timed loop: runs statements, measures the latency of each, and counts them.

Around each statement: `perf_counter_ns`, the driver's call, `perf_counter_ns`; in a tight loop the
reading after one statement is the one before the next. The latency goes into the counters' ring,
and from the full ring into an HDR histogram while no clock runs, so that memory stays constant
however long an operation is.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice, starmap
from operator import sub
from time import perf_counter_ns
from typing import NamedTuple

from hdrh.histogram import HdrHistogram

from app.campaign.machine.server_cpu import CpuReader
from app.campaign.turns.turn_recorder import TurnRecorder
from app.processes.live_counters import COUNT, EXPECTED, FIRST, MASK, RING, SLOTS, LiveCounters
from app.results.turns import Turns
from engines.contract.session import Bound, Prepared, RawResult, Session
from engines.native.burst import Burst, burst_of
from engines.sql.statement import Encryptor, Statement, Value

type _Step = tuple[
    Callable[..., RawResult],
    tuple[object, ...],
    frozenset[int] | None,
    Callable[[RawResult], RawResult],
]
"""A prepared statement's `call` of what is bound, its `success_statuses` and `check_outcome`."""

_CHUNK_NS, _MOST_STEPS = 30_000_000, 1_000
_NEVER = 1 << 62
_LOWEST_NS, _HIGHEST_NS, _DIGITS = 1, 3_600_000_000_000, 3


class _Loops(NamedTuple):
    """The clock's closures: its loops, and what reads or sets the numbers that they share."""

    run: Callable[[Prepared, Sequence[Value]], RawResult]
    run_bound: Callable[[Sequence[_Step]], None]
    publish: Callable[[array[int]], None]
    counted: Callable[[], int]
    left: Callable[[], int]
    turn_over_at: Callable[[int], None]


class TimedClock:
    """Runs statements, times them and counts them. One operation at a time.

    `run(prepared, values)` binds outside the clock, executes inside it, and gives back what
    arrived. `bound(steps)` makes what runs many statements in one tight loop. Loops are closures,
    made once: their numbers in local cells instead of attributes cost a third of the time.
    """

    run: Callable[[Prepared, Sequence[Value]], RawResult]

    def __init__(
        self, counters: LiveCounters, turns: TurnRecorder | None = None, *, native: bool = True
    ) -> None:
        """With `turns` it waits for this side's turn before a statement, once they have begun.
        Without `native` it is always Python that loops."""
        self._counters, self._turns = counters, turns
        self._drained = 0
        self._first = 0
        self._busy = 0
        self.prepare_seconds = 0.0
        """Seconds in which statements of this operation were prepared."""
        self._histogram = _histogram()
        self._busy_before = 0
        """Nanoseconds inside the statements of this operation when the turn began."""
        self._native = native
        loops = self._make_loops()
        self.run, self._run_bound, self._publish = loops.run, loops.run_bound, loops.publish
        self._counted, self._left = loops.counted, loops.left
        self._turn_over_at = loops.turn_over_at

    def prepare(self, session: Session, statement: Statement, encryptor: Encryptor) -> Prepared:
        """Have the server prepare a statement, timed apart."""
        began = perf_counter_ns()
        prepared = session.prepare(statement, encryptor)
        self.prepare_seconds += (perf_counter_ns() - began) / 1e9
        return prepared

    def run_many(self, steps: Iterable[tuple[Prepared, Sequence[Value]]]) -> None:
        """Run statements whose results are not needed.

        Parameters are made before the clock starts, for as many statements as take about
        `_CHUNK_NS`, so that the live counters still show what happens.
        """
        left = iter(steps)
        size = 1
        for first in left:
            some = [first, *islice(left, min(size, self._left()) - 1)]
            run = self.bound(some)
            began = perf_counter_ns()
            run()
            mean = (perf_counter_ns() - began) / len(some)
            size = max(1, min(_MOST_STEPS, int(_CHUNK_NS / mean)))

    def bound(self, steps: Iterable[tuple[Prepared, Sequence[Value]]]) -> Callable[[], None]:
        """Bind statements whose results are not needed; returns what runs and times them in one
        tight loop, the native one (C) if it can run all of them, else Python's."""
        some = [(prepared, prepared.bind(values)) for prepared, values in steps]
        burst = burst_of(some) if self._native else None
        if burst is not None:
            return partial(self._run_burst, burst)
        return partial(self._run_bound, list(starmap(_step_of, some)))

    def _run_burst(self, burst: Burst) -> None:
        try:
            burst.run()
        finally:
            self._publish(burst.durations_ns)

    def take_turns(self, operation: int, server: CpuReader) -> None:
        """Run this operation, known by its number, in turns from its first statement on."""
        assert self._turns is not None
        self._turns.begin(operation, server)
        self._turn_over_at(self._counted())

    def end_turns(self, commit_seconds: float) -> Turns:
        """The operation is over and its commit took `commit_seconds`; returns its turns."""
        turns = self._turns
        assert turns is not None
        if turns.is_open:
            self._close_turn(turns, self._counted(), commit_seconds)
        self._turn_over_at(_NEVER)
        return turns.to_turns()

    def start(self, expected: int) -> None:
        """Begin an operation that will take about `expected` statements."""
        self._drain()
        self._first, self._busy, self.prepare_seconds = self._counted(), 0, 0.0
        self._histogram = _histogram()
        self._counters.cells[FIRST], self._counters.cells[EXPECTED] = self._first, expected

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

    def _make_loops(self) -> _Loops:  # noqa: C901, PLR0915 they share their numbers in cells
        cells, now = self._counters.cells, perf_counter_ns
        count, full, over = 0, SLOTS, _NEVER
        stop = SLOTS  # whatever comes first: the ring is full, or the turn is over

        def run(prepared: Prepared, values: Sequence[Value]) -> RawResult:
            nonlocal count
            if count >= stop:
                go_on()
            bound = prepared.bind(values)
            execute = prepared.run
            started = now()
            arrived = execute(bound)
            cells[RING + (count & MASK)] = now() - started
            count += 1
            cells[COUNT] = count
            return prepared.check_outcome(arrived)

        def run_bound(steps: Sequence[_Step]) -> None:
            # One reading between two statements, no call beside it, and no result kept: code and
            # memory are cold after the server's turn on the same core, and a fifth of a short
            # statement was ours. A `partial` of a function and its arguments took 0.2 µs more.
            moments = [now()]
            try:
                for call, arguments, fine, check_outcome in steps:
                    arrived = call(*arguments)
                    moments.append(now())
                    if fine is not None and arrived.status not in fine:  # type: ignore[attr-defined]
                        check_outcome(arrived)
                check_outcome(arrived)  # of one result of a chunk, as that costs none its time
            finally:
                publish(array("q", map(sub, moments[1:], moments)))

        def publish(spent: array[int]) -> None:
            nonlocal count
            if count + len(spent) > full:
                make_room()
            self._counters.put(count, spent)
            count += len(spent)
            cells[COUNT] = count

        def go_on() -> None:
            if count >= over:
                turn_over_at(self._next_turn(count))
            if count >= full:
                make_room()

        def make_room() -> None:
            nonlocal full, stop
            self._drain()
            full = count + SLOTS
            stop = min(full, over)

        def turn_over_at(many: int) -> None:
            nonlocal over, stop
            over = many
            stop = min(full, over)

        def left() -> int:
            """Number of statements to run in the next tight loop."""
            if count >= stop:
                go_on()
            return stop - count

        return _Loops(run, run_bound, publish, lambda: count, left, turn_over_at)

    def _next_turn(self, count: int) -> int:
        """Have the other sides run, if a turn is over; after how many statements in all the next
        one is."""
        turns = self._turns
        assert turns is not None
        if turns.is_open:
            if turns.has_time(count):
                return count + 1
            self._close_turn(turns, count)
            turns.side.hand_on()
        self._busy_before = self._busy
        return turns.open(count)

    def _close_turn(self, turns: TurnRecorder, count: int, commit_seconds: float = 0.0) -> None:
        turns.close()
        self._drain()
        turns.record_turn(count, (self._busy - self._busy_before) / 1e9 + commit_seconds)

    def _drain(self) -> None:
        """Move latencies from the ring into the histogram; at most `SLOTS` have come since."""
        count = self._counted()
        assert count - self._drained <= SLOTS
        latencies = self._counters.latencies(self._drained, count)
        self._drained = count
        self._busy += sum(latencies)
        record = self._histogram.record_value
        for latency, often in Counter(latencies).items():
            record(min(max(latency, _LOWEST_NS), _HIGHEST_NS), often)


def _step_of(prepared: Prepared, bound: Bound) -> _Step:
    return *prepared.call(bound), prepared.success_statuses, prepared.check_outcome


def _histogram() -> HdrHistogram:
    return HdrHistogram(_LOWEST_NS, _HIGHEST_NS, _DIGITS)


def percentiles(histogram: HdrHistogram, *percents: float) -> list[int]:
    """Values at these percentiles, as the library's `get_value_at_percentile` has them. That calls
    a function for each of some ten thousand counts, which takes a millisecond."""
    # Workers have it; the program, which may have to do with 400 MB of addresses, need not.
    import numpy as np

    reached = np.cumsum(np.frombuffer(histogram.counts, np.uint64))
    targets = [histogram.get_target_count_at_percentile(each) for each in percents]
    return [
        histogram.get_highest_equivalent_value(histogram.get_value_from_index(int(index)))
        if index < len(reached)
        else 0
        for index in np.searchsorted(reached, targets)
    ]
