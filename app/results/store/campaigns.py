"""Campaigns: made with all that their plan says, known by a name, left behind, removed."""

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
from app.results.database.location import lift_statement_timeout
from app.results.database.models import (
    CampaignRow,
    CellRow,
    EnvironmentRow,
    EvidenceRow,
    RunRow,
    ServerRow,
    SessionRow,
)
from app.results.message_json import refusals_to_json
from app.results.records import CampaignSummary, SessionRecord
from app.results.store.rows import Row, insert_all, table_of
from app.results.store.runs import settle
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
    """A new campaign with its servers, cells and pending runs; its id.

    One that was made elsewhere has the moment and the places of its runs from there.
    """
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


def is_there(session: Session, campaign_id: int) -> bool:
    """Whether the store still has the campaign."""
    return session.scalar(select(CampaignRow.id).where(CampaignRow.id == campaign_id)) is not None


def rename(session: Session, campaign_id: int, name: str) -> None:
    """Give a campaign another name; its plan keeps the name it was made with."""
    session.execute(update(CampaignRow).where(CampaignRow.id == campaign_id).values(name=name))


def delete_campaign(session: Session, campaign_id: int) -> None:
    """Remove a campaign and all that belongs to it."""
    lift_statement_timeout(session.connection())
    session.execute(delete(CampaignRow).where(CampaignRow.id == campaign_id))


def added_since(session: Session, seen: CampaignSummary, seen_at: float) -> Message:
    """What a campaign has that it had not when it was seen; nothing also where it is gone."""
    if not is_there(session, seen.id):
        return NOTHING
    now = campaign_list.summary(session, seen.id)
    if _measured(now) != _measured(seen):
        return plural(
            "results were added, and {done} of {n} runs are done now",
            "results were added, and {done} of {n} run is done now",
            now.runs_total,
            done=Number(now.runs_done),
        )
    if _user_fields(now) != _user_fields(seen):
        return phrase("its name, tags, notes or requirements were changed")
    if _later(session, SessionRow, seen.id, seen_at):
        return phrase("it was resumed")
    if _later(session, EvidenceRow, seen.id, seen_at):
        return phrase("evidence was gathered")
    return NOTHING


def _user_fields(summary: CampaignSummary) -> tuple[object, ...]:
    return summary.name, summary.tags, summary.notes, summary.advice


def _measured(summary: CampaignSummary) -> tuple[int | float | None, ...]:
    """What grows with results, and stays where only a status is set right."""
    counts = (summary.runs_total, summary.runs_done, summary.runs_failed)
    return (*counts, summary.finished_at)


def _later(
    session: Session, table: type[SessionRow | EvidenceRow], campaign_id: int, moment: float
) -> bool:
    query = select(table.id).where(table.campaign_id == campaign_id, table.at > moment)
    return session.scalar(query.limit(1)) is not None


def left_running(session: Session) -> list[int]:
    """Campaigns that run, or whose program ended without a word."""
    of_runs = (
        select(CellRow.campaign_id)
        .join(RunRow, RunRow.cell_id == CellRow.id)
        .where(RunRow.status == Status.RUNNING)
    )
    meant = or_(CampaignRow.status == Status.RUNNING, CampaignRow.id.in_(of_runs))
    return list(session.scalars(select(CampaignRow.id).where(meant).order_by(CampaignRow.id)))


def abandon(session: Session, campaign_id: int) -> None:
    """Mark as cancelled what a Cipherbench that was killed left running of a campaign.

    Only for what nobody else can be writing to.
    """
    theirs = select(CellRow.id).where(CellRow.campaign_id == campaign_id)
    running = (RunRow.status == Status.RUNNING, RunRow.cell_id.in_(theirs))
    _set_runs(session, running, Status.CANCELLED, _INTERRUPTED)
    _set_status(session, campaign_id, Status.RUNNING, Status.CANCELLED)


def take_back(session: Session, campaign_id: int, runs: Collection[int]) -> None:
    """Undo `abandon` for a campaign that is at work all the same, and for these of its runs: its
    program was cut off for so long that another held it for dead."""
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
    settle(session, cells)


def _set_status(session: Session, campaign_id: int, before: Status, status: Status) -> None:
    which = (CampaignRow.id == campaign_id, CampaignRow.status == before)
    session.execute(update(CampaignRow).where(*which).values(status=status))


def set_environment(session: Session, campaign_id: int, facts: Mapping[str, object]) -> None:
    """Note what is known of the machine and the program that measure; what was noted stays."""
    known = select(EnvironmentRow.key).where(EnvironmentRow.campaign_id == campaign_id)
    noted = set(session.scalars(known))
    rows = [
        {"campaign_id": campaign_id, "key": key, "value": value}
        for key, value in facts.items()
        if key not in noted
    ]
    insert_all(session, EnvironmentRow, rows)


def add_session(session: Session, campaign_id: int, conditions: SessionRecord) -> None:
    """Note the conditions of a session beside those of the sessions before."""
    insert_all(session, SessionRow, [{"campaign_id": campaign_id, **asdict(conditions)}])


def mode_in_use(cell: Cell) -> str | None:
    """The mode of a cell's cipher: the engine's default where a native protection names none."""
    protection = cell.protection
    return facts_of(cell.engine).default_mode if protection.takes_default_mode else protection.mode


def _server_rows(campaign_id: int, campaign: Campaign, cells: Sequence[Cell]) -> list[Row]:
    """The servers of the plan; where it has none, the providers of its cells."""
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
