"""Repeats blocks of runs that were interrupted, as a whole, when a campaign is resumed.

The runs of a block are compared with each other. If some were measured today and others yesterday,
the comparison would include how the machine changed in between. So if a campaign was interrupted
within a block, or a run of it failed, the runs of the block that are done are repeated, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sqlalchemy import update
from sqlalchemy.orm import Session

from app.plan.cell_key import GroupKey
from app.plan.matrix import RepetitionsPerBlock, block_of
from app.plan.status import FINAL, Status
from app.results.database import reader
from app.results.database.models import CellRow, RunRow
from app.results.records import RunRecord
from app.results.store.rows import discard
from app.results.store.runs import add_repeat, last_position
from workloads.contract import Case

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
