"""How cells stand, which their runs decide."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import batched

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from app.plan.status import Status
from app.results.database.models import CellRow, RunRow
from app.results.database.repeats import is_spare, was_repeated
from app.results.store.rows import Row, table_of
from engines.contract.message import NOTHING, Message

type _RunStatus = tuple[Status, bool, Message]
"""The status of a run, whether it is a warm-up, and why it is not done."""

_AT_ONCE = 500
"""Cells in one question, well below the parameters that any database takes."""

_DECIDING_RUNS = (
    select(RunRow.cell_id, RunRow.status, RunRow.warmup, RunRow.why, RunRow.stalled)
    .where(RunRow.cell_id.in_(bindparam("cells", expanding=True)), ~was_repeated(), ~is_spare())
    .order_by(RunRow.position)
)
_CELLS = table_of(CellRow)
_CHANGE = update(_CELLS).where(_CELLS.c.id == bindparam("which"))


def cell_status(runs: Iterable[tuple[Status, bool]]) -> Status:
    """The status of a cell from its runs' (status, warm-up), those left out that were repeated.

    Done when every run that counts is done, else failed when any run failed, else running or
    cancelled when any is; a cell that waits for its next run is pending.
    """
    known = list(runs)
    counted = {status for status, warmup in known if not warmup}
    if counted == {Status.DONE}:
        return Status.DONE
    seen = {status for status, _ in known}
    order = (Status.FAILED, Status.RUNNING, Status.CANCELLED)
    return next((status for status in order if status in seen), Status.PENDING)


def settle(session: Session, cells: Iterable[int]) -> None:
    """Derive the status and reason of `cells` from their runs. Of a repetition that stood still
    the last run counts; where that one did so as well, it has failed."""
    session.flush()
    for some in batched(sorted(set(cells)), _AT_ONCE):
        runs = _runs_of(session, some)
        session.execute(_CHANGE, [_settled(cell, runs[cell]) for cell in some])


def _runs_of(session: Session, cells: Iterable[int]) -> defaultdict[int, list[_RunStatus]]:
    found: defaultdict[int, list[_RunStatus]] = defaultdict(list)
    for cell, status, warmup, why, stalled in session.execute(_DECIDING_RUNS, {"cells": cells}):
        failed = stalled and not warmup
        found[cell].append((Status.FAILED if failed else status, warmup, why))
    return found


def _settled(cell: int, runs: Iterable[_RunStatus]) -> Row:
    known = list(runs)
    status = cell_status(each[:2] for each in known)
    why = next((why for each, _, why in known if each is status and why), NOTHING)
    return {"which": cell, "status": status, "why": why}
