"""The sessions of a campaign: what differs between them, which runs count, and which lie together.

**What counts** is one rule, for what happens and for what is stored. A run counts that is done, and
verified, and is no warm-up and never stood still. Where several of one repetition are like that, as
when a block was done again, the last one in the order of the campaign counts, and replaces the
others from the moment that it is done. Blocks are compared only where all their runs are of one
attempt.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from app.plan.cell_key import CellKey, GroupKey
from app.plan.matrix import Passes, block_of
from app.results.counting import may_count
from app.results.records import RunRecord, SessionRecord

_FACTS = ("cipherbench", "cpu", "cores_allowed", "cpu_quota", "os", "kernel", "python")
DATA = "data (SHA-256)"
"""Name of the fact that holds the data's checksum."""


def session_lines(session: SessionRecord) -> Iterator[tuple[str, str]]:
    """(fact, value): the program, the machine, the servers that answered and the data."""
    for name in _FACTS:
        if session.environment.get(name) is not None:
            yield name, str(session.environment[name])
    for server in session.servers:
        yield server.name, f"{server.engine} {server.version}, {server.source}"
    if session.data:
        yield DATA, session.data


@dataclass
class _Attempt:
    number: int
    session: int
    parts: set[tuple[str, int]] = field(default_factory=set)


class Attempts:
    """Which attempt at its block each run belongs to, from the runs in the order in which they were
    done.

    A block, of so many `passes`, is attempted anew where one of its runs is done once more, and
    where another session goes on with it: `starts` are the moments at which sessions began, the
    first one first.
    """

    def __init__(self, passes: Passes, starts: Sequence[float] = ()) -> None:
        self.of: dict[int, int] = {}
        """Number of the attempt, by run ID."""
        self._passes, self._starts = passes, starts
        self._latest: dict[tuple[GroupKey, int], _Attempt] = {}

    def add(self, run: int, cell: CellKey, repetition: int, at: float) -> None:
        """A run that is no warm-up begins; whatever becomes of it, it is a part of its attempt."""
        block = cell.group, block_of(repetition, self._passes(cell.case))
        session = bisect_right(self._starts, at)
        known = self._latest.get(block, _Attempt(0, -1))
        if known.session != session or (cell.protection, repetition) in known.parts:
            known = self._latest[block] = _Attempt(known.number + 1, session)
        known.parts.add((cell.protection, repetition))
        self.of[run] = known.number


def attempts_of(runs: Iterable[RunRecord], starts: Iterable[float], passes: Passes) -> Attempts:
    """The attempts of a campaign as far as it has been run; `starts` are those of its sessions."""
    found = Attempts(passes, sorted(starts))
    begun = [(run.started_at, run.position, run) for run in runs if run.started_at is not None]
    for at, _, run in sorted(begun, key=lambda each: each[:2]):
        if not run.warmup:
            found.add(run.id, run.key, run.repetition, at)
    return found


type Repetition = tuple[CellKey, int]
"""What runs are of that are done in each other's place; counted from 1."""


class Counting:
    """The runs that count, as far as it has been told of runs that are over."""

    def __init__(self) -> None:
        self._of: dict[Repetition, tuple[int, int]] = {}
        """Position and ID of the run that counts."""
        self.replaced: set[int] = set()
        """Runs that do not count because another attempt does."""

    def add(self, run: int, repetition: Repetition, position: int) -> bool:
        """A run that may count is over, at its position in the order; whether it counts."""
        made, known = (position, run), self._of.get(repetition)
        if known is None:
            self._of[repetition] = made
            return True
        earlier, self._of[repetition] = sorted((known, made))
        self.replaced.add(earlier[1])
        return self._of[repetition] is made

    def run_of(self, repetition: Repetition) -> int | None:
        """The run that counts of a repetition; None while there is none."""
        known = self._of.get(repetition)
        return None if known is None else known[1]


def counting_of(runs: Iterable[RunRecord]) -> Counting:
    """What counts of the runs of a store, in whatever order."""
    found = Counting()
    for run in runs:
        if may_count(run):
            found.add(run.id, repetition_of(run), run.position)
    return found


def repetition_of(run: RunRecord) -> Repetition:
    """The repetition that a stored run belongs to."""
    return run.key, run.repetition
