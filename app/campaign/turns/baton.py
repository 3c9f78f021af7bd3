"""The baton: a turn token in shared memory; of several workers, the sides of a lockstep, only the
one that holds it may run.

Sides go through the same phases: setup with warm-up, then each operation and its verification. In a
phase the holder runs for a turn and hands the baton on, forwards through all sides and then
backwards, so that two rounds mirror each other; a side that is done rests until all are done. Work
that all do at the same time (a load's requests) is done with the baton put down. Only the holder
writes the shared memory, so no lock is needed; it wakes the next side by a byte in a pipe (some 10
µs).
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter_ns

from engines.platform.shared_memory import Gate, Opener, SharedMemory

_HOLDER, _TURNS, _INSTANT = range(3)
"""Cells of the shared memory: number of the holder; turns of this phase so far, skipped ones
included; instant at which all sides begin something together in this phase, 0 until the first sets
it."""
_STATES = 8
_MOST_SIDES = 256
_TIMES = _STATES + _MOST_SIDES
"""From here on, nanoseconds that a statement takes, by operation and side."""
_MOST_OPERATIONS = 256
_FIXED = _TIMES + _MOST_OPERATIONS * _MOST_SIDES
"""From here on, statements in a turn of each operation; 0 until decided."""
_BYTES = 8 * (_FIXED + _MOST_OPERATIONS)

_ACTIVE, _RESTING, _LEFT = range(3)
_SKIPS = -1
"""Instead of a statement's time: the side skips the operation."""

TURN_NS = 7_500_000
"""Length of the fastest side's turn: with shorter turns cold caches cost measurably more, with
longer ones the sides no longer run under the same momentary conditions."""
_LONGEST_NS = 50_000_000
"""The slowest side's turn is at most so long, unless a single statement takes longer."""
MOST_STATEMENTS = 1 << 14


class Baton:
    """The shared memory of a lockstep, created by the program that starts the sides."""

    def __init__(self, sides: int) -> None:
        """Raises: OSError where the system has no room for it"""
        self.sides = sides
        self._memory = SharedMemory(_BYTES)
        self._cells = memoryview(self._memory.map).cast("q")
        self._gates: list[Gate] = []
        try:
            for _ in range(sides):
                self._gates.append(Gate())
        except OSError:
            self.close()
            raise
        self._gates[0].open()

    def side(self, number: int) -> Side:
        """One side's end of it; pickles, so that it reaches a worker."""
        openers = [gate.opener() for gate in self._gates]
        return Side(self._memory, number, self._gates[number], openers)

    @property
    def holder(self) -> int:
        """The side whose turn it is."""
        return self._cells[_HOLDER]

    def close(self) -> None:
        """Unmap the memory; the sides keep their mapping."""
        self._cells.release()
        self._memory.close()
        for gate in self._gates:
            gate.close()
        self._gates.clear()


class Side:
    def __init__(
        self, memory: SharedMemory, number: int, own_gate: Gate, openers: Sequence[Opener]
    ) -> None:
        self.number = number
        self._memory, self._own_gate, self._openers = memory, own_gate, list(openers)
        self._count = len(openers)
        self._cells: memoryview[int] | None = None
        self._put_down = False

    def __reduce__(self) -> tuple[object, ...]:
        return Side, (self._memory, self.number, self._own_gate, self._openers)

    def wait(self) -> None:
        """Wait for this side's turn."""
        self._own_gate.wait()

    def hand_on(self) -> None:
        """End the turn; returns when this side's next one begins."""
        if self._pass_on():
            self.wait()

    def rest(self) -> None:
        """End the phase for this side; returns at its first turn in the next phase, which begins
        when all sides are done."""
        self.put_down()
        self.take_up()

    def put_down(self) -> None:
        """End the phase for this side, which goes on with work that needs no baton."""
        self._shared[_STATES + self.number] = _RESTING
        self._put_down = True
        if not self._pass_on():  # it is this side that comes next
            self._own_gate.open()

    def take_up(self) -> None:
        """Wait for this side's turn in the next phase, if it has put the baton down."""
        if self._put_down:
            self.wait()
            self._put_down = False

    def leave(self) -> None:
        """Leave the lockstep; waits for the baton if this side has put it down. May be called
        twice, but only by a side that holds it or has put it down."""
        self.take_up()
        cells = self._shared
        if cells[_STATES + self.number] != _LEFT:
            cells[_STATES + self.number] = _LEFT
            self._pass_on()

    @property
    def share(self) -> tuple[int, int]:
        """The index of this side among those that have not left, from 0, and their number."""
        states = self._shared[_STATES : _STATES + self._count].tolist()
        there = [each for each in range(self._count) if states[each] != _LEFT]
        return there.index(self.number), len(there)

    def common_instant(self, ahead: int) -> int:
        """The instant (`perf_counter_ns`) at which all sides begin something in this phase: `ahead`
        nanoseconds after the first call, the same for the others."""
        cells = self._shared
        cells[_INSTANT] = cells[_INSTANT] or perf_counter_ns() + ahead
        return cells[_INSTANT]

    def report_time(self, operation: int, nanoseconds: int) -> None:
        """Report how long a statement of an operation (by number) takes on this side."""
        index = operation % _MOST_OPERATIONS * _MOST_SIDES + self.number
        self._shared[_TIMES + index] = max(1, nanoseconds)

    def skip(self, operation: int) -> None:
        """This side skips an operation (by number), which does not count for the length of
        turns."""
        index = operation % _MOST_OPERATIONS * _MOST_SIDES + self.number
        self._shared[_TIMES + index] = _SKIPS

    def statements(self, operation: int) -> int | None:
        """The number of statements in a turn of an operation, the same for all sides, computed at
        the first call. None if a side has not reported how long a statement takes."""
        cells = self._shared
        if settled := cells[_FIXED + operation % _MOST_OPERATIONS]:
            return settled
        times = [
            cells[_TIMES + operation % _MOST_OPERATIONS * _MOST_SIDES + each]
            for each in range(self._count)
            if cells[_STATES + each] != _LEFT
        ]
        times = [each for each in times if each != _SKIPS]
        if not times or not all(times):
            return None
        self.set_statements(operation, statements_per_turn(times))
        return statements_per_turn(times)

    def set_statements(self, operation: int, statements: int) -> None:
        """Set the number of statements in a turn of an operation."""
        self._shared[_FIXED + operation % _MOST_OPERATIONS] = statements

    @property
    def _shared(self) -> memoryview[int]:
        if self._cells is None:
            self._cells = memoryview(self._memory.mapped()).cast("q")
        return self._cells

    def _pass_on(self) -> bool:
        """Pass the baton on; whether another side has it now."""
        next_side = self._next_side()
        if next_side is None or next_side == self.number:
            return False
        self._shared[_HOLDER] = next_side
        self._openers[next_side].open()
        return True

    def _next_side(self) -> int | None:
        """The next side; if all rest, the first of the next phase; None if all have left."""
        cells, count = self._shared, self._count
        states = cells[_STATES : _STATES + count].tolist()
        if _ACTIVE not in states:
            if _RESTING not in states:
                return None
            for each in range(count):
                if states[each] == _RESTING:
                    cells[_STATES + each] = states[each] = _ACTIVE
            cells[_TURNS], cells[_INSTANT] = -1, 0
        while True:
            cells[_TURNS] += 1
            next_side = side_at(cells[_TURNS], count)
            if states[next_side] == _ACTIVE:
                return next_side


def side_at(number: int, count: int) -> int:
    """The side of a turn, by its number from 0: forwards through `count` sides, then backwards."""
    rounds, number = divmod(number, count)
    return count - 1 - number if rounds % 2 else number


def statements_per_turn(times: Sequence[int]) -> int:
    """The number of statements in a turn, from the nanoseconds of one statement on each side."""
    wanted = -(-TURN_NS // min(times))
    longest = _LONGEST_NS // max(times)
    return max(1, min(wanted, longest, MOST_STATEMENTS))
