"""Runs that stood still, as questions to the store. None of them counts.

Each is followed by another run of the same cell and repetition, unless it was given up.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, exists
from sqlalchemy.orm import aliased

from app.results.database.models import RunRow


def was_repeated() -> ColumnElement[bool]:
    """Whether a run stood still and another one has taken its place."""
    return and_(RunRow.stalled, _has_later())


def is_given_up() -> ColumnElement[bool]:
    """Whether a run that should count stood still and no other one has taken its place."""
    return and_(RunRow.stalled, ~RunRow.warmup, ~_has_later())


def _has_later() -> ColumnElement[bool]:
    later = aliased(RunRow)
    return exists().where(
        later.cell_id == RunRow.cell_id,
        later.repetition == RunRow.repetition,
        later.warmup == RunRow.warmup,
        later.position > RunRow.position,
    )
