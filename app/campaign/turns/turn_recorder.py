"""Records the turns of one worker (a side) of a lockstep, an interleaved measurement in which
protection and baseline alternate every few milliseconds: seconds, CPU time and statement count of
each turn."""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass
from time import perf_counter_ns, process_time_ns

from app.campaign.machine.server_cpu import CpuReader
from app.campaign.turns.baton import MOST_STATEMENTS, TURN_NS, Side
from app.results.turns import Turns


@dataclass(frozen=True)
class _Readings:
    """Readings at one end of a turn, in nanoseconds."""

    at: int
    worker: int
    server: int | None


class TurnRecorder:
    """Counts the statements of turns and reads CPU at their ends, outside the clock.

    `begin` an operation, then for each turn `open`, `close` and `record_turn`, with `side.hand_on`
    between turns.
    """

    def __init__(self, side: Side) -> None:
        self.side = side
        self._operation = 0
        self._statements: int | None = None
        self._server: CpuReader = lambda: None
        self._opened: _Readings | None = None
        self._first = 0
        self._forget()

    def _forget(self) -> None:
        self._seconds, self._elapsed, self._cpu = array("d"), array("d"), array("d")
        self._counts = array("I")
        self._worker_ns = 0
        self._server_ns: int | None = 0

    def begin(self, operation: int, server: CpuReader) -> None:
        """Begin the operation of that number; `server` is read at the ends of its turns."""
        self._forget()
        self._operation, self._server = operation, server
        self._statements = self.side.statements(operation)

    @property
    def is_open(self) -> bool:
        return self._opened is not None

    def open(self, count: int) -> int:
        """Begin the next turn, after `count` statements of the operation; returns the count at
        which it is over."""
        self._first = count
        # Another side may have set it meanwhile.
        self._statements = self._statements or self.side.statements(self._operation)
        self._opened = _Readings(perf_counter_ns(), process_time_ns(), self._server())
        return count + (self._statements or 1)

    def has_time(self, count: int) -> bool:
        """Whether the turn has time for another statement; only in the first turn of an operation
        without a warm-up, whose length is not known in advance. The first call after `TURN_NS`
        sets the statements in a turn of this operation, for all sides."""
        if self._statements is not None or self._opened is None:
            return False
        done = count - self._first
        over = perf_counter_ns() - self._opened.at >= TURN_NS or done >= MOST_STATEMENTS
        if over and done:
            self._statements = done
            self.side.set_statements(self._operation, done)
        return not over

    def close(self) -> None:
        """End the turn and record what it took."""
        assert self._opened is not None
        opened, self._opened = self._opened, None
        server = self._server()
        worker = process_time_ns() - opened.worker
        self._elapsed.append((perf_counter_ns() - opened.at) / 1e9)
        self._worker_ns += worker
        if server is None or opened.server is None or self._server_ns is None:
            self._server_ns = None
            self._cpu.append(math.nan)
        else:
            self._server_ns += server - opened.server
            self._cpu.append((worker + server - opened.server) / 1e9)

    def record_turn(self, count: int, seconds: float) -> None:
        """Record the turn that was closed: it ended at `count` statements of the operation, and
        spent `seconds` inside statements, without the worker's own time between them."""
        self._seconds.append(seconds)
        self._counts.append(count - self._first)

    def to_turns(self) -> Turns:
        return Turns(
            tuple(self._seconds), tuple(self._elapsed), tuple(self._cpu), tuple(self._counts)
        )

    @property
    def worker_cpu_s(self) -> float:
        return self._worker_ns / 1e9

    @property
    def server_cpu_s(self) -> float | None:
        """None if the server's CPU cannot be read."""
        return None if self._server_ns is None else self._server_ns / 1e9
