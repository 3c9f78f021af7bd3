"""Which of several runs of one repetition counts, and which runs belong to one attempt at a block.

A run may count if it is done (done implies verified), no warm-up and not stalled
(`records.is_countable`). Of several such runs of one repetition the last in campaign order
counts; the others are `replaced`. Blocks are compared only if all their runs are of one attempt.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from app.plan.cell_key import CellKey, GroupKey
from app.plan.matrix import RepetitionsPerBlock, block_of
from app.results.records import RunRecord, is_countable


@dataclass
class _Attempt:
    number: int
    session: int
    parts: set[tuple[str, int]] = field(default_factory=set)


class Attempts:
    """Which attempt at its block each run belongs to; runs are added in the order of their starts.

    A new attempt at a block (of `repetitions_per_block` runs a side) begins when one of its runs is
    repeated, and when another session continues it. `starts`: when the sessions began, sorted.
    """

    def __init__(
        self, repetitions_per_block: RepetitionsPerBlock, starts: Sequence[float] = ()
    ) -> None:
        self.number_by_run: dict[int, int] = {}
        """Number of the attempt, by run ID."""
        self._repetitions_per_block, self._starts = repetitions_per_block, starts
        self._latest: dict[tuple[GroupKey, int], _Attempt] = {}

    def add(self, run: int, cell: CellKey, repetition: int, at: float) -> None:
        """Add a run, not a warm-up, when it begins; it belongs to its attempt even if it fails."""
        block = cell.group, block_of(repetition, self._repetitions_per_block(cell.case))
        session = bisect_right(self._starts, at)
        known = self._latest.get(block, _Attempt(0, -1))
        if known.session != session or (cell.protection, repetition) in known.parts:
            known = self._latest[block] = _Attempt(known.number + 1, session)
        known.parts.add((cell.protection, repetition))
        self.number_by_run[run] = known.number


def attempts_of(
    runs: Iterable[RunRecord], starts: Iterable[float], repetitions_per_block: RepetitionsPerBlock
) -> Attempts:
    """The attempts of the runs that have begun; `starts` are the times at which sessions began."""
    found = Attempts(repetitions_per_block, sorted(starts))
    begun = [(run.started_at, run.position, run) for run in runs if run.started_at is not None]
    for at, _, run in sorted(begun, key=lambda each: each[:2]):
        if not run.warmup:
            found.add(run.id, run.key, run.repetition, at)
    return found


type Repetition = tuple[CellKey, int]
"""A cell and the number of one of its repetitions, from 1."""


class CountingRuns:
    """Which runs count, of those that were added."""

    def __init__(self) -> None:
        self._counting_run: dict[Repetition, tuple[int, int]] = {}
        """Position and ID of the run that counts."""
        self.replaced: set[int] = set()
        """Runs that do not count because a later run of the repetition does."""

    def add(self, run: int, repetition: Repetition, position: int) -> bool:
        """Add a run that may count, with its place in the campaign; whether it counts now."""
        made, known = (position, run), self._counting_run.get(repetition)
        if known is None:
            self._counting_run[repetition] = made
            return True
        earlier, self._counting_run[repetition] = sorted((known, made))
        self.replaced.add(earlier[1])
        return self._counting_run[repetition] is made

    def run_of(self, repetition: Repetition) -> int | None:
        """The run that counts of a repetition; None while there is none."""
        known = self._counting_run.get(repetition)
        return None if known is None else known[1]


def counting_runs(runs: Iterable[RunRecord]) -> CountingRuns:
    """Which of these runs count; they may be in any order."""
    found = CountingRuns()
    for run in runs:
        if is_countable(run):
            found.add(run.id, repetition_of(run), run.position)
    return found


def repetition_of(run: RunRecord) -> Repetition:
    """The repetition that a stored run belongs to."""
    return run.key, run.repetition
