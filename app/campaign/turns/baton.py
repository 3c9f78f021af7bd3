"""The baton: which of several workers, the sides of a lockstep, may run.

Sides go through the same phases: each makes its database and warms up, then comes one operation
after another, and after each its verification. Within a phase the one that holds the baton runs and
hands it on, forwards through all sides and then backwards, so that two rounds mirror each other;
one that is done with a phase rests until all are. What all do at the same time (requests that
arrive) is done with the baton put down. Only the holder writes what is shared, so that no
lock is needed; it wakes the next one by a byte in a pipe (some 10 µs).
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter_ns

from engines.platform.shared_memory import Gate, Opener, SharedMemory

_HOLDER, _PLACE, _INSTANT = range(3)
"""Places of: who holds it, how many turns of this phase have been or were passed over, and the
instant at which all begin something together in it, 0 until the first has named one."""
_STATES = 8
_MOST_SIDES = 256
_TIMES = _STATES + _MOST_SIDES
"""From here on, nanoseconds that a statement takes: operation after operation, side after side."""
_MOST_OPERATIONS = 256
_FIXED = _TIMES + _MOST_OPERATIONS * _MOST_SIDES
"""And from here on how many statements a turn of each operation has, once that is settled."""
_BYTES = 8 * (_FIXED + _MOST_OPERATIONS)

_PLAYING, _RESTING, _LEFT = range(3)
_SITS_OUT = -1
"""In place of the time of a statement."""

TURN_NS = 7_500_000
"""How long the quickest side's turn should take: shorter ones cool caches so often that it shows,
longer ones do not meet the same moments."""
_LONGEST_NS = 50_000_000
"""How long the slowest side's turn may take, where one statement is not longer."""
MOST_STATEMENTS = 1 << 14


class Baton:
    """What all sides of a lockstep share, made by the program that starts them."""

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
        others = [gate.opener() for gate in self._gates]
        return Side(self._memory, number, self._gates[number], others)

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
    """One worker's end of the baton."""

    def __init__(
        self, memory: SharedMemory, number: int, mine: Gate, others: Sequence[Opener]
    ) -> None:
        self.number = number
        self._memory, self._mine, self._others = memory, mine, list(others)
        self._count = len(others)
        self._cells: memoryview[int] | None = None
        self._put_down = False

    def __reduce__(self) -> tuple[object, ...]:
        return Side, (self._memory, self.number, self._mine, self._others)

    def wait(self) -> None:
        """Wait for this side's turn."""
        self._mine.wait()

    def hand_on(self) -> None:
        """The turn is over: returns when the next one begins."""
        if self._pass_on():
            self.wait()

    def rest(self) -> None:
        """This side is done with the phase: returns when its turn in the next one comes, which
        begins when all sides are done."""
        self.put_down()
        self.take_up()

    def put_down(self) -> None:
        """This side is done with the phase, and goes on with what needs no baton."""
        self._shared[_STATES + self.number] = _RESTING
        self._put_down = True
        if not self._pass_on():  # it is this side that comes next
            self._mine.open()

    def take_up(self) -> None:
        """Until its turn in the next phase comes, where it has put the baton down."""
        if self._put_down:
            self.wait()
            self._put_down = False

    def leave(self) -> None:
        """This side takes no part any more; may be called twice, but only by who holds it, or has
        put it down: then this waits for it."""
        self.take_up()
        cells = self._shared
        if cells[_STATES + self.number] != _LEFT:
            cells[_STATES + self.number] = _LEFT
            self._pass_on()

    @property
    def share(self) -> tuple[int, int]:
        """The how manieth it is, from 0, of how many that are there still."""
        states = self._shared[_STATES : _STATES + self._count].tolist()
        there = [each for each in range(self._count) if states[each] != _LEFT]
        return there.index(self.number), len(there)

    def instant(self, ahead: int) -> int:
        """The instant (`perf_counter_ns`) at which all begin something in this phase: so many
        nanoseconds from now for the first that asks, and the same for the others."""
        cells = self._shared
        cells[_INSTANT] = cells[_INSTANT] or perf_counter_ns() + ahead
        return cells[_INSTANT]

    def time(self, operation: int, nanoseconds: int) -> None:
        """A statement of an operation, by its number, takes about so long here."""
        place = operation % _MOST_OPERATIONS * _MOST_SIDES + self.number
        self._shared[_TIMES + place] = max(1, nanoseconds)

    def sit_out(self, operation: int) -> None:
        """This side takes no part in an operation, by its number: it has no say in its turns."""
        place = operation % _MOST_OPERATIONS * _MOST_SIDES + self.number
        self._shared[_TIMES + place] = _SITS_OUT

    def statements(self, operation: int) -> int | None:
        """How many statements a turn of an operation has, the same for all sides: settled by the
        first that asks. None where one of them has not said how long it takes."""
        cells = self._shared
        if settled := cells[_FIXED + operation % _MOST_OPERATIONS]:
            return settled
        times = [
            cells[_TIMES + operation % _MOST_OPERATIONS * _MOST_SIDES + each]
            for each in range(self._count)
            if cells[_STATES + each] != _LEFT
        ]
        times = [each for each in times if each != _SITS_OUT]
        if not times or not all(times):
            return None
        self.settle(operation, statements_of(times))
        return statements_of(times)

    def settle(self, operation: int, statements: int) -> None:
        """A turn of this operation has so many statements from now on."""
        self._shared[_FIXED + operation % _MOST_OPERATIONS] = statements

    @property
    def _shared(self) -> memoryview[int]:
        if self._cells is None:
            self._cells = memoryview(self._memory.mapped()).cast("q")
        return self._cells

    def _pass_on(self) -> bool:
        """Pass the baton on; whether another side has it now."""
        following = self._following()
        if following is None or following == self.number:
            return False
        self._shared[_HOLDER] = following
        self._others[following].open()
        return True

    def _following(self) -> int | None:
        """Who comes next; where all rest, in the next phase, and nobody where all have left."""
        cells, count = self._shared, self._count
        states = cells[_STATES : _STATES + count].tolist()
        if _PLAYING not in states:
            if _RESTING not in states:
                return None
            for each in range(count):
                if states[each] == _RESTING:
                    cells[_STATES + each] = states[each] = _PLAYING
            cells[_PLACE], cells[_INSTANT] = -1, 0
        while True:
            cells[_PLACE] += 1
            following = in_mirror(cells[_PLACE], count)
            if states[following] == _PLAYING:
                return following


def in_mirror(number: int, count: int) -> int:
    """Whose turn it is at a place, from 0: forwards through so many sides, then backwards."""
    rounds, number = divmod(number, count)
    return count - 1 - number if rounds % 2 else number


def statements_of(times: Sequence[int]) -> int:
    """How many statements a turn has where one takes these nanoseconds on each side."""
    wanted = -(-TURN_NS // min(times))
    longest = _LONGEST_NS // max(times)
    return max(1, min(wanted, longest, MOST_STATEMENTS))
