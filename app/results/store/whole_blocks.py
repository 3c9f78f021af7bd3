"""Blocks that were interrupted, done again as a whole.

The runs of a block are compared with each other: some of today beside some of yesterday would bring
into it what the machine has done in between. So where a campaign goes on in the middle of a block,
or with a run of it that failed, those of its runs that are done already are done once more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.plan.matrix import Passes, block_of
from app.plan.status import FINAL, Status
from app.results.database.models import CellRow, RunRow
from app.results.store.rows import discard
from app.results.store.runs import last_position, repeat
from workloads.contract import Case


class _Run(NamedTuple):
    id: int
    cell: int
    repetition: int
    status: Status


type _Block = dict[tuple[int, int], list[_Run]]
"""The runs of each cell and repetition, all in the order of the campaign."""


def make_whole(session: Session, campaign_id: int, passes: Passes) -> None:
    """Put the runs of every interrupted block together, at the end of the campaign and in their
    order. What has only one of two passes is no block, and goes on where it was."""
    for case, block in _blocks(session, campaign_id, passes):
        waiting = {part: [run for run in runs if not _is_over(run)] for part, runs in block.items()}
        whole = len({repetition for _, repetition in block}) == passes(case)
        if whole and _is_interrupted(waiting):
            _put_together(session, campaign_id, block, waiting)


def _blocks(session: Session, campaign_id: int, passes: Passes) -> Iterator[tuple[Case, _Block]]:
    query = (
        select(
            RunRow.id,
            RunRow.cell_id,
            RunRow.repetition,
            RunRow.status,
            CellRow.server,
            CellRow.size,
            CellRow.case_name,
        )
        .join(CellRow, CellRow.id == RunRow.cell_id)
        .where(
            CellRow.campaign_id == campaign_id,
            CellRow.status != Status.UNSUPPORTED,
            RunRow.warmup.is_(False),
        )
        .order_by(RunRow.position)
    )
    found: dict[tuple[str, Case, int], _Block] = {}
    for number, cell, repetition, status, server, size, name in session.execute(query).all():
        run = _Run(number, cell, repetition, status)
        case = Case(size, name)
        block = found.setdefault((server, case, block_of(repetition, passes(case))), {})
        block.setdefault((cell, repetition), []).append(run)
    for (_, case, _), block in found.items():
        yield case, block


def _is_over(run: _Run) -> bool:
    return run.status in FINAL


def _is_interrupted(waiting: Mapping[tuple[int, int], Sequence[_Run]]) -> bool:
    """Whether not exactly one run of each is to be done, or none of any."""
    return {len(runs) for runs in waiting.values()} not in ({0}, {1})


def _put_together(
    session: Session,
    campaign_id: int,
    block: _Block,
    waiting: Mapping[tuple[int, int], Sequence[_Run]],
) -> None:
    for part, runs in block.items():
        if waiting[part]:
            *surplus, stored = (run.id for run in waiting[part])
            discard(session, RunRow, RunRow.id.in_(surplus))
            position = last_position(session, campaign_id) + 1
            session.execute(update(RunRow).where(RunRow.id == stored).values(position=position))
        else:
            repeat(session, runs[-1].id)
