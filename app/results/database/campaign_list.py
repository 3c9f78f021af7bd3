"""The list of a store's campaigns, with their status; and finding one by name or number."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, bindparam, case, func, or_, select
from sqlalchemy.orm import Session

from app.plan.requirements import requirements_in
from app.plan.status import Status
from app.results.database.models import CampaignRow, CellRow, RunRow, ServerRow
from app.results.database.run_conditions import is_given_up, is_spare
from app.results.records import CampaignSummary
from engines.contract.errors import InputError
from engines.contract.message import phrase

_SHOWN_NAMES = 5


def find(session: Session, name_or_id: str) -> int:
    """The id of the newest campaign with that name, or of the one with that number (`12`, `#12`).

    Raises: InputError that lists campaigns there are.
    """
    newest = select(CampaignRow.id).order_by(CampaignRow.id.desc()).limit(1)
    found = session.scalar(newest.where(CampaignRow.name == name_or_id))
    number = name_or_id.strip().removeprefix("#")
    if found is None and number.isascii() and number.isdigit() and len(number) < 10:
        found = session.scalar(newest.where(CampaignRow.id == int(number)))
    if found is None:
        raise unknown(session, name_or_id)
    return found


def campaigns(session: Session, without: Collection[int] = ()) -> list[CampaignSummary]:
    """All campaigns except `without`, newest first."""
    names = _servers(session)
    found = session.execute(_but(_summaries(), without))
    return [_summed_up(row, names.get(row.id, ())) for row in found]


def running(session: Session, without: Collection[int] = ()) -> list[CampaignSummary]:
    """The campaigns whose stored status is running, oldest first."""
    names = _servers(session)
    found = session.execute(_but(_running_summaries(), without))
    return [_summed_up(row, names.get(row.id, ())) for row in found][::-1]


def _but(summaries: Select[*tuple[Any, ...]], without: Collection[int]) -> Select[*tuple[Any, ...]]:
    return summaries.where(CampaignRow.id.not_in(without)) if without else summaries


def summary(
    session: Session, campaign_id: int, servers: Sequence[str] | None = None
) -> CampaignSummary:
    """One campaign's line of the list; `servers` are their names, if they are known already.

    Raises: InputError
    """
    found = session.execute(_summary(), {"campaign": campaign_id}).one_or_none()
    if found is None:
        raise unknown(session, f"#{campaign_id}")
    if servers is None:
        known = _servers(session, ServerRow.campaign_id == campaign_id)
        servers = known.get(campaign_id, ())
    return _summed_up(found, servers)


def _summed_up(row: Row[Any], servers: Iterable[str]) -> CampaignSummary:
    known: dict[str, Any] = {**row._mapping, "servers": tuple(servers)}
    known["tags"], known["notes"] = tuple(known["tags"] or ()), known["notes"] or ""
    known["advice"] = requirements_in(known["advice"])
    return CampaignSummary(**known)


# Cached: building these statements takes longer than running them on a store of usual size.


@cache
def _summary() -> Select[*tuple[Any, ...]]:
    return _summaries().where(CampaignRow.id == bindparam("campaign"))


@cache
def _running_summaries() -> Select[*tuple[Any, ...]]:
    return _summaries().where(CampaignRow.status == Status.RUNNING)


@cache
def _summaries() -> Select[*tuple[Any, ...]]:
    done = and_(RunRow.status == Status.DONE, ~is_given_up())
    failed = or_(RunRow.status == Status.FAILED, is_given_up())
    return (
        select(
            CampaignRow.id,
            CampaignRow.name,
            CampaignRow.status,
            CampaignRow.created_at,
            CampaignRow.finished_at,
            func.count(RunRow.id).label("runs_total"),
            func.count(case((done, 1))).label("runs_done"),
            func.count(case((and_(failed, ~is_spare()), 1))).label("runs_failed"),
            CampaignRow.ended_by,
            CampaignRow.tags,
            CampaignRow.notes,
            CampaignRow.archived,
            CampaignRow.advice,
        )
        .outerjoin(CellRow, CellRow.campaign_id == CampaignRow.id)
        .outerjoin(RunRow, RunRow.cell_id == CellRow.id)
        .group_by(CampaignRow.id)
        .order_by(CampaignRow.id.desc())
    )


def _servers(session: Session, *of_campaigns: ColumnElement[bool]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    query = select(ServerRow.campaign_id, ServerRow.name).where(*of_campaigns)
    for campaign_id, name in session.execute(query.order_by(ServerRow.id)):
        found.setdefault(campaign_id, []).append(name)
    return found


def unknown(session: Session, name: str) -> InputError:
    """The error for a campaign that does not exist, with the newest ones that do."""
    newest = select(CampaignRow.name).order_by(CampaignRow.id.desc())
    known = list(dict.fromkeys(session.scalars(newest)))[:_SHOWN_NAMES]
    return InputError(
        phrase("Unknown campaign"),
        phrase("There is no campaign “{name}” in the store."),
        phrase("Newest campaigns: {known}.")
        if known
        else phrase("The store has no campaigns yet."),
        name=name,
        known=", ".join(f"“{each}”" for each in known),
    )
