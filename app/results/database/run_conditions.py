"""SQL conditions on runs: stalled, repeated, or spare.

They decide the status of cells and campaigns, and what a resumed campaign repeats. Which runs count
in figures is decided in `app.results.run_counting`.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, exists, true
from sqlalchemy.orm import aliased

from app.results.database.models import RunRow
from app.results.records import MEASURED


def was_repeated() -> ColumnElement[bool]:
    """Whether a run stalled and was repeated by a later one."""
    return and_(RunRow.stalled, _has_other(later=True))


def is_given_up() -> ColumnElement[bool]:
    """Whether a run that should count stalled and was not repeated."""
    return and_(RunRow.stalled, ~RunRow.warmup, ~_has_other(later=True))


def is_spare() -> ColumnElement[bool]:
    """Whether a run that is not done was to repeat one that is: its repetition has been
    measured."""
    return and_(~_has_measured(RunRow), _has_other(later=False, measured=True))


def _has_measured(run: type[RunRow]) -> ColumnElement[bool]:
    return and_(*(getattr(run, name) == value for name, value in MEASURED.items()))


def _has_other(*, later: bool, measured: bool = False) -> ColumnElement[bool]:
    other = aliased(RunRow)
    alike = (
        other.cell_id == RunRow.cell_id,
        other.repetition == RunRow.repetition,
        other.warmup == RunRow.warmup,
        other.position > RunRow.position if later else other.position < RunRow.position,
    )
    good = _has_measured(other) if measured else true()
    return exists().where(*alike, good)
