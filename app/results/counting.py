"""Which runs count: one rule for what happens and for what is stored.

A run counts that is done, and verified, and is no warm-up and never stood still. Where several of
one repetition are like that, as when a block was done again, the last one in the order of the
campaign counts, and replaces the others from the moment that it is done. Blocks are compared only
where all their runs are of one attempt: see `app.results.sessions`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from app.results.records import RunRecord, may_count
from workloads.contract import Case


class Repetition(NamedTuple):
    """What runs are of that are done in each other's place; `number` counts from 1."""

    server: str
    case: Case
    protection: str
    number: int


class _Run(NamedTuple):
    position: int
    id: int


class Counting:
    """The runs that count, as far as it has been told of runs that are over."""

    def __init__(self) -> None:
        self._of: dict[Repetition, _Run] = {}
        self.replaced: set[int] = set()
        """Runs that could count, were it not for others."""

    def add(self, run: int, repetition: Repetition, position: int) -> bool:
        """A run that may count is over, at its position in the order; whether it counts."""
        made, known = _Run(position, run), self._of.get(repetition)
        if known is None:
            self._of[repetition] = made
            return True
        earlier, self._of[repetition] = sorted((known, made))
        self.replaced.add(earlier.id)
        return self._of[repetition] is made

    def run_of(self, repetition: Repetition) -> int | None:
        """The run that counts of a repetition; None while there is none."""
        known = self._of.get(repetition)
        return None if known is None else known.id


def counting_of(runs: Iterable[RunRecord]) -> Counting:
    """What counts of the runs of a store, in whatever order."""
    found = Counting()
    for run in runs:
        if may_count(run):
            found.add(run.id, repetition_of(run), run.position)
    return found


def repetition_of(run: RunRecord) -> Repetition:
    """What a stored run is of."""
    return Repetition(run.server, run.case, run.protection, run.repetition)
