"""How runs stand that stood still or repeat others, as questions to the store.

They decide how cells and campaigns stand, and what a resumed campaign does again. Which runs enter
figures is not asked here: see `app.results.sessions`.
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
