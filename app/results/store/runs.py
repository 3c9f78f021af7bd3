"""Adds, repeats and resets runs that are still to be done, and derives the status of cells from
their runs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import batched

from sqlalchemy import ColumnElement, bindparam, func, insert, select, update
from sqlalchemy.orm import Session

from app.plan.matrix import PlannedRun, Unworkable
from app.plan.status import FINAL, Status
from app.results.database.models import CellRow, OperationRow, RunRow, SampleRow
from app.results.database.run_conditions import is_given_up, is_spare, was_repeated
from app.results.message_json import refusals_to_json
from app.results.store.rows import Row, discard, table_of
from engines.contract.message import NOTHING, Message

# The status of cells, which their runs decide.

type _RunStatus = tuple[Status, bool, Message]
"""The status of a run, whether it is a warm-up, and why it is not done."""

_CELLS_PER_QUERY = 500
"""Well below the number of parameters that any database accepts."""

_DECIDING_RUNS = (
    select(RunRow.cell_id, RunRow.status, RunRow.warmup, RunRow.why, RunRow.stalled)
    .where(RunRow.cell_id.in_(bindparam("cells", expanding=True)), ~was_repeated(), ~is_spare())
    .order_by(RunRow.position)
)
_CELLS = table_of(CellRow)
_UPDATE_CELL = update(_CELLS).where(_CELLS.c.id == bindparam("which"))


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


def derive_cell_status(session: Session, cells: Iterable[int]) -> None:
    """Derive the status and reason of `cells` (ids) from their runs. Of a repetition that was
    repeated the last run counts; it has failed if that one stalled as well."""
    session.flush()
    for some in batched(sorted(set(cells)), _CELLS_PER_QUERY):
        runs = _runs_of(session, some)
        session.execute(_UPDATE_CELL, [_derived_row(cell, runs[cell]) for cell in some])


def _runs_of(session: Session, cells: Iterable[int]) -> defaultdict[int, list[_RunStatus]]:
    found: defaultdict[int, list[_RunStatus]] = defaultdict(list)
    for cell, status, warmup, why, stalled in session.execute(_DECIDING_RUNS, {"cells": cells}):
        failed = stalled and not warmup
        found[cell].append((Status.FAILED if failed else status, warmup, why))
    return found


def _derived_row(cell: int, runs: Iterable[_RunStatus]) -> Row:
    known = list(runs)
    status = cell_status(each[:2] for each in known)
    why = next((why for each, _, why in known if each is status and why), NOTHING)
    return {"which": cell, "status": status, "why": why}


def reset_unfinished(session: Session, campaign_id: int) -> None:
    """Make every unfinished run pending again, and delete what it had measured."""
    cells = select(CellRow.id).where(*_of_supported_cells(campaign_id))
    unfinished = (RunRow.cell_id.in_(cells), RunRow.status.not_in(FINAL))
    measured = select(RunRow.id).where(*unfinished)
    discard(session, OperationRow, OperationRow.run_id.in_(measured))
    discard(session, SampleRow, SampleRow.run_id.in_(measured))
    session.execute(
        update(RunRow)
        .where(*unfinished)
        .values(why=NOTHING, status=Status.PENDING, started_at=None, finished_at=None)
    )
    derive_cell_status(session, session.scalars(cells))


def mark_unsupported(session: Session, campaign_id: int, found: Mapping[int, Unworkable]) -> None:
    """Store which operations of cells (by position) are unsupported. A cell without any supported
    operation becomes unsupported and loses its runs, unless one of them is done."""
    done = select(RunRow.cell_id).where(RunRow.status == Status.DONE)
    for position, judgement in found.items():
        here = CellRow.campaign_id == campaign_id, CellRow.position == position
        if not judgement.why:
            refused = {"refused": refusals_to_json(judgement.refused)}
            session.execute(update(CellRow).where(*here).values(refused))
            continue
        cell_id = session.scalar(select(CellRow.id).where(*here, CellRow.id.not_in(done)))
        if cell_id is not None:
            discard(session, RunRow, RunRow.cell_id == cell_id)
            unsupported = {"status": Status.UNSUPPORTED, "why": judgement.why, "refused": []}
            session.execute(update(CellRow).where(CellRow.id == cell_id).values(unsupported))


def add_repeat(session: Session, run_id: int) -> tuple[int, int]:
    """Add another run of the same cell and repetition at the end of the campaign; its id and
    position."""
    run = session.get_one(RunRow, run_id)
    position = last_position(session, session.get_one(CellRow, run.cell_id).campaign_id) + 1
    made = _add(session, run.cell_id, position, run.repetition, warmup=run.warmup)
    derive_cell_status(session, (run.cell_id,))
    return made, position


def repeat_stalled(session: Session, campaign_id: int) -> None:
    """Repeat every run that stalled and was not repeated."""
    cells = select(CellRow.id).where(CellRow.campaign_id == campaign_id)
    stalled = select(RunRow.id).where(RunRow.cell_id.in_(cells), is_given_up())
    for run_id in session.scalars(stalled.order_by(RunRow.position)).all():
        add_repeat(session, run_id)


def last_position(session: Session, campaign_id: int) -> int:
    """The position of a campaign's last run."""
    of_campaign = select(func.max(RunRow.position)).join(CellRow)
    return session.scalar(of_campaign.where(CellRow.campaign_id == campaign_id)) or 0


def later_run_of(session: Session, run_id: int) -> tuple[int, int] | None:
    """The id and position of the run that already repeats another one, or None."""
    run = session.get_one(RunRow, run_id)
    alike = (RunRow.cell_id == run.cell_id, RunRow.repetition == run.repetition)
    after = (RunRow.warmup == run.warmup, RunRow.position > run.position)
    query = select(RunRow.id, RunRow.position).where(*alike, *after).order_by(RunRow.position)
    found = session.execute(query.limit(1)).one_or_none()
    return None if found is None else (found.id, found.position)


def add_runs(
    session: Session, campaign_id: int, runs: Iterable[PlannedRun]
) -> list[tuple[int, int]]:
    """Add repetitions at the end of the campaign, unless they exist; id and position of each."""
    cells = _cell_ids(session, campaign_id)
    known = {
        (row.cell_id, row.repetition): (row.id, row.position)
        for row in session.execute(
            select(RunRow.id, RunRow.cell_id, RunRow.repetition, RunRow.position)
            .where(RunRow.cell_id.in_(cells.values()), RunRow.warmup.is_(False))
            .order_by(RunRow.position.desc())  # the first of a repetition stays: others repeat it
        )
    }
    of_cells = RunRow.cell_id.in_(cells.values())
    position = session.scalar(select(func.max(RunRow.position)).where(of_cells)) or 0
    found = []
    for run in runs:
        place = cells[run.cell], run.repetition
        if place not in known:
            position += 1
            known[place] = _add(session, place[0], position, run.repetition), position
        found.append(known[place])
    derive_cell_status(session, cells.values())
    return found


def _add(
    session: Session, cell: int, position: int, repetition: int, *, warmup: bool = False
) -> int:
    row = {"cell_id": cell, "position": position, "repetition": repetition, "warmup": warmup}
    state = {"status": Status.PENDING, "why": NOTHING}
    return session.scalars(insert(RunRow).returning(RunRow.id), {**row, **state}).one()


def _cell_ids(session: Session, campaign_id: int) -> dict[int, int]:
    query = select(CellRow.position, CellRow.id).where(*_of_supported_cells(campaign_id))
    return {row.position: row.id for row in session.execute(query)}


def _of_supported_cells(campaign_id: int) -> tuple[ColumnElement[bool], ...]:
    return CellRow.campaign_id == campaign_id, CellRow.status != Status.UNSUPPORTED
