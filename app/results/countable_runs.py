"""Whether a run may count in figures: one rule for runs in memory and for queries of the store.
(`run_counting` chooses among several runs of one repetition.)"""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import Protocol

from app.plan.status import Status


class EndedRun(Protocol):
    @property
    def status(self) -> Status: ...

    @property
    def warmup(self) -> bool: ...

    @property
    def stalled(self) -> bool: ...


MEASURED: Mapping[str, object] = {"status": Status.DONE, "stalled": False}
"""The fields of a run that has measured its operations, as conditions for queries too."""

_as_it_ended, _AS_MEASURED = attrgetter(*MEASURED), tuple(MEASURED.values())


def is_countable(run: EndedRun) -> bool:
    """Whether a run counts, unless another one replaces it (`app.results.run_counting`)."""
    return not run.warmup and has_measured(run)


def has_measured(run: EndedRun) -> bool:
    """Whether it is done and did not stall."""
    return _as_it_ended(run) == _AS_MEASURED
