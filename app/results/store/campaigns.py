"""Creates, renames and deletes campaigns in the store, and cancels those that a killed program left
running."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict

from sqlalchemy import ColumnElement, delete, insert, or_, select, update
from sqlalchemy.orm import Session

from app.plan.campaign import Campaign
from app.plan.matrix import Cell, PlannedRun
from app.plan.plan_file import key_table, write_plan
from app.plan.status import Status
from app.results.database import campaign_list
from app.results.database.models import (
    CampaignRow,
    CellRow,
    EnvironmentRow,
    EvidenceRow,
    RunRow,
    ServerRow,
    SessionRow,
)
from app.results.database.store_connection import lift_statement_timeout
from app.results.message_json import refusals_to_json
from app.results.records import CampaignSummary, SessionRecord
from app.results.store.rows import Row, insert_all, table_of
from app.results.store.runs import derive_cell_status
from engines.contract.message import NOTHING, Message, Number, phrase, plural
from engines.registry import facts_of
from workloads.workload import PROVIDED

_INTERRUPTED = phrase("Cipherbench was interrupted.")


def add_campaign(
    session: Session,
    campaign: Campaign,
    cells: Sequence[Cell],
    runs: Sequence[PlannedRun],
    created_at: float | None = None,
    places: Sequence[int] | None = None,
) -> int:
    """Add a campaign with its servers, cells and pending runs; its id. An import gives `created_at`
    and the positions of the runs (`places`)."""
    campaign_id = session.scalars(
        insert(CampaignRow).returning(CampaignRow.id),
        {
            "name": campaign.name,
            "plan": write_plan(campaign),
            "seed": campaign.seed,
            "order": campaign.order.value,
            "status": Status.PENDING,
            "created_at": time.time() if created_at is None else created_at,
        },
    ).one()
    insert_all(session, ServerRow, _server_rows(campaign_id, campaign, cells))
    cell_ids = _add_cells(session, campaign_id, campaign, cells)
    insert_all(session, RunRow, _run_rows(cell_ids, runs, places or range(len(runs))))
    return campaign_id


def same_campaign(session: Session, created_at: float, plan: str) -> int | None:
    """The campaign in this store that has the same plan and began at the same moment."""
    same = (CampaignRow.created_at == created_at, CampaignRow.plan == plan)
    return session.scalar(select(CampaignRow.id).where(*same).order_by(CampaignRow.id).limit(1))


def exists(session: Session, campaign_id: int) -> bool:
    return session.scalar(select(CampaignRow.id).where(CampaignRow.id == campaign_id)) is not None


def rename(session: Session, campaign_id: int, name: str) -> None:
    """Rename a campaign; its plan keeps the original name."""
    session.execute(update(CampaignRow).where(CampaignRow.id == campaign_id).values(name=name))


def delete_campaign(session: Session, campaign_id: int) -> None:
    """Delete a campaign with everything that belongs to it, by cascade."""
    lift_statement_timeout(session.connection())
    session.execute(delete(CampaignRow).where(CampaignRow.id == campaign_id))


def changes_since(session: Session, seen: CampaignSummary, seen_at: float) -> Message:
    """What has changed of a campaign since `seen_at`; NOTHING also if it no longer exists."""
    if not exists(session, seen.id):
        return NOTHING
    now = campaign_list.summary(session, seen.id)
    if _result_counts(now) != _result_counts(seen):
        return plural(
            "results were added, and {done} of {n} runs are done now",
            "results were added, and {done} of {n} run is done now",
            now.runs_total,
            done=Number(now.runs_done),
        )
    if _user_fields(now) != _user_fields(seen):
        return phrase("its name, tags, notes or requirements were changed")
    if _has_later_rows(session, SessionRow, seen.id, seen_at):
        return phrase("it was resumed")
    if _has_later_rows(session, EvidenceRow, seen.id, seen_at):
        return phrase("evidence was gathered")
    return NOTHING


def _user_fields(summary: CampaignSummary) -> tuple[object, ...]:
    return summary.name, summary.tags, summary.notes, summary.advice


def _result_counts(summary: CampaignSummary) -> tuple[int | float | None, ...]:
    """Values that change with new results, but not when a status is corrected."""
    counts = (summary.runs_total, summary.runs_done, summary.runs_failed)
    return (*counts, summary.finished_at)


def _has_later_rows(
    session: Session, table: type[SessionRow | EvidenceRow], campaign_id: int, moment: float
) -> bool:
    query = select(table.id).where(table.campaign_id == campaign_id, table.at > moment)
    return session.scalar(query.limit(1)) is not None


def left_running(session: Session) -> list[int]:
    """Campaigns whose stored status is running: they run, or their program was killed."""
    of_runs = (
        select(CellRow.campaign_id)
        .join(RunRow, RunRow.cell_id == CellRow.id)
        .where(RunRow.status == Status.RUNNING)
    )
    meant = or_(CampaignRow.status == Status.RUNNING, CampaignRow.id.in_(of_runs))
    return list(session.scalars(select(CampaignRow.id).where(meant).order_by(CampaignRow.id)))


def cancel_left_running(session: Session, campaign_id: int) -> None:
    """Cancel the campaign and its runs that a killed program left running. Only where no other
    program can be writing."""
    theirs = select(CellRow.id).where(CellRow.campaign_id == campaign_id)
    running = (RunRow.status == Status.RUNNING, RunRow.cell_id.in_(theirs))
    _set_runs(session, running, Status.CANCELLED, _INTERRUPTED)
    _set_status(session, campaign_id, Status.RUNNING, Status.CANCELLED)


def undo_cancel(session: Session, campaign_id: int, runs: Collection[int]) -> None:
    """Undo `cancel_left_running` for a campaign and these of its runs: its program lost its
    connection for so long that another program took it for dead."""
    abandoned = (
        RunRow.status == Status.CANCELLED, RunRow.finished_at.is_(None), RunRow.id.in_(runs)
    )  # fmt: skip
    _set_runs(session, abandoned, Status.RUNNING, NOTHING)
    _set_status(session, campaign_id, Status.CANCELLED, Status.RUNNING)


def _set_runs(
    session: Session, which: Sequence[ColumnElement[bool]], status: Status, why: Message
) -> None:
    cells = session.scalars(select(RunRow.cell_id).where(*which).distinct()).all()
    session.execute(update(RunRow).where(*which).values(status=status, why=why))
    derive_cell_status(session, cells)


def _set_status(session: Session, campaign_id: int, before: Status, status: Status) -> None:
    which = (CampaignRow.id == campaign_id, CampaignRow.status == before)
    session.execute(update(CampaignRow).where(*which).values(status=status))


def set_environment(session: Session, campaign_id: int, facts: Mapping[str, object]) -> None:
    """Add facts on machine and program; existing ones stay."""
    known = select(EnvironmentRow.key).where(EnvironmentRow.campaign_id == campaign_id)
    noted = set(session.scalars(known))
    rows = [
        {"campaign_id": campaign_id, "key": key, "value": value}
        for key, value in facts.items()
        if key not in noted
    ]
    insert_all(session, EnvironmentRow, rows)


def add_session(session: Session, campaign_id: int, conditions: SessionRecord) -> None:
    insert_all(session, SessionRow, [{"campaign_id": campaign_id, **asdict(conditions)}])


def mode_in_use(cell: Cell) -> str | None:
    """The engine's default where a native protection names no mode."""
    protection = cell.protection
    return facts_of(cell.engine).default_mode if protection.takes_default_mode else protection.mode


def _server_rows(campaign_id: int, campaign: Campaign, cells: Sequence[Cell]) -> list[Row]:
    """The plan's servers, or, without any, the providers of its cells."""
    known = {each.name: (each.engine, each.source.value) for each in campaign.servers}
    provided = {each.server: (each.engine, PROVIDED) for each in cells}
    return [
        {
            "campaign_id": campaign_id,
            "name": name,
            "engine": engine,
            "source": source,
            "version": "",
            "settings": {},
            "lies_on": "",
        }
        for name, (engine, source) in (known or provided).items()
    ]


def _add_cells(
    session: Session, campaign_id: int, campaign: Campaign, cells: Sequence[Cell]
) -> list[int]:
    if not cells:
        return []
    rows = [_cell_row(campaign, cell, position) for position, cell in enumerate(cells)]
    table = table_of(CellRow)
    made = insert(table).returning(table.c.id, sort_by_parameter_order=True)
    return list(session.scalars(made, [{"campaign_id": campaign_id, **row} for row in rows]))


def _cell_row(campaign: Campaign, cell: Cell, position: int) -> Row:
    return {
        "position": position,
        "server": cell.server,
        "engine": cell.engine,
        "protection": cell.protection.name,
        "kind": cell.protection.kind.value,
        "algorithm": cell.protection.algorithm,
        "bits": cell.protection.bits,
        "mode": mode_in_use(cell),
        "blind_index": cell.protection.blind_index,
        "key_source": key_table(source) if (source := cell.protection.key_source) else None,
        "workload": campaign.workload.name,
        "profile": campaign.workload.profile.value,
        "size": cell.size,
        "case_name": cell.case_name,
        "status": Status.UNSUPPORTED if cell.why else Status.PENDING,
        "why": cell.why,
        "refused": refusals_to_json(cell.refused),
    }


def _run_rows(
    cell_ids: Sequence[int], runs: Sequence[PlannedRun], places: Sequence[int]
) -> list[Row]:
    return [
        {
            "cell_id": cell_ids[run.cell],
            "position": position,
            "repetition": run.repetition,
            "warmup": run.warmup,
            "status": Status.PENDING,
            "why": NOTHING,
        }
        for position, run in zip(places, runs, strict=True)
    ]
