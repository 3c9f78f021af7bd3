"""Runs that were repeated, as questions to the store.

A run that stood still never counts, and is followed by another one unless it was given up. The
others of its mirror block are done again with it; of the runs of one repetition that are done and
did not stand still the last counts.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, exists
from sqlalchemy.orm import aliased

from app.plan.status import Status
from app.results.database.models import RunRow


def was_repeated() -> ColumnElement[bool]:
    """Whether a run stood still and another one has taken its place."""
    return and_(RunRow.stalled, _has_other(later=True))


def is_given_up() -> ColumnElement[bool]:
    """Whether a run that should count stood still and no other one has taken its place."""
    return and_(RunRow.stalled, ~RunRow.warmup, ~_has_other(later=True))


def was_replaced() -> ColumnElement[bool]:
    """Whether a later run of the same repetition counts."""
    return _has_other(later=True, counting=True)


def is_spare() -> ColumnElement[bool]:
    """Whether a run was to take the place of one that counts, and is not done: its repetition has
    been measured all the same."""
    counts = and_(RunRow.status == Status.DONE, ~RunRow.stalled)
    return and_(~counts, _has_other(later=False, counting=True))


def _has_other(*, later: bool, counting: bool = False) -> ColumnElement[bool]:
    other = aliased(RunRow)
    alike = (
        other.cell_id == RunRow.cell_id,
        other.repetition == RunRow.repetition,
        other.warmup == RunRow.warmup,
        other.position > RunRow.position if later else other.position < RunRow.position,
    )
    good = (other.status == Status.DONE, ~other.stalled) if counting else ()
    return exists().where(*alike, *good)
