"""Adds, repeats and resets runs that are still to be done, and derives the status of cells from
their runs. When a campaign is resumed, interrupted blocks are repeated as a whole."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import batched

from sqlalchemy import ColumnElement, bindparam, func, insert, select, update
from sqlalchemy.orm import Session

from app.plan.cell_key import GroupKey
from app.plan.matrix import PlannedRun, RepetitionsPerBlock, Unworkable, block_of
from app.plan.status import FINAL, Status
from app.results.database import reader
from app.results.database.models import CellRow, OperationRow, RunRow, SampleRow
from app.results.database.run_conditions import is_given_up, is_spare, was_repeated
from app.results.message_json import refusals_to_json
from app.results.records import RunRecord
from app.results.store.rows import Row, discard, table_of
from engines.contract.message import NOTHING, Message
from workloads.contract import Case

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


# Interrupted blocks, repeated as a whole when a campaign is resumed.
#
# The runs of a block are compared with each other. If some were measured today and others
# yesterday, the comparison would include how the machine changed in between. So if a campaign was
# interrupted within a block, or a run of it failed, the runs of the block that are done are
# repeated, too.

type _Block = dict[tuple[int, int], list[RunRecord]]
"""(Cell, repetition) → its runs, in the order of the campaign."""


def repeat_interrupted_blocks(
    session: Session, campaign_id: int, repetitions_per_block: RepetitionsPerBlock
) -> None:
    """Repeat the runs of every interrupted block together at the end of the campaign, in order.

    A last block with fewer planned repetitions is not repeated. Failed and cancelled runs count as
    unfinished.
    """
    for case, block in _blocks(session, campaign_id, repetitions_per_block):
        unfinished = {
            cell_repetition: [run for run in runs if run.status not in FINAL]
            for cell_repetition, runs in block.items()
        }
        whole = len({repetition for _, repetition in block}) == repetitions_per_block(case)
        if whole and _is_interrupted(unfinished):
            _repeat_together(session, campaign_id, block, unfinished)


def _blocks(
    session: Session, campaign_id: int, repetitions_per_block: RepetitionsPerBlock
) -> Iterator[tuple[Case, _Block]]:
    supported = CellRow.campaign_id == campaign_id, CellRow.status != Status.UNSUPPORTED
    found: dict[tuple[GroupKey, int], _Block] = {}
    for run in reader.runs_of(session, *supported, RunRow.warmup.is_(False)):
        number = block_of(run.repetition, repetitions_per_block(run.case))
        block = found.setdefault((run.key.group, number), {})
        block.setdefault((run.cell, run.repetition), []).append(run)
    for (group, _), block in found.items():
        yield group.case, block


def _is_interrupted(unfinished: Mapping[tuple[int, int], Sequence[RunRecord]]) -> bool:
    """False where every cell and repetition has one unfinished run (the block has not begun), or
    none has (it is complete)."""
    return {len(runs) for runs in unfinished.values()} not in ({0}, {1})


def _repeat_together(
    session: Session,
    campaign_id: int,
    block: _Block,
    unfinished: Mapping[tuple[int, int], Sequence[RunRecord]],
) -> None:
    """Move the last unfinished run of each cell and repetition to the end of the campaign, discard
    those before it, and add a run where all are finished."""
    for cell_repetition, runs in block.items():
        if unfinished[cell_repetition]:
            *surplus, last = (run.id for run in unfinished[cell_repetition])
            discard(session, RunRow, RunRow.id.in_(surplus))
            position = last_position(session, campaign_id) + 1
            session.execute(update(RunRow).where(RunRow.id == last).values(position=position))
        else:
            add_repeat(session, runs[-1].id)
