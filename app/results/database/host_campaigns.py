"""Checks campaigns that a host (another machine) has written into a shared store, like an imported
archive, before anything of them is shown or counted.

A host has a share of a campaign to measure; while it has it, it may write anything that PostgreSQL
accepts, and nothing afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import URL, Row, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from app.plan.plan_file import parse_plan
from app.results.database import reader
from app.results.database.models import Base, CampaignRow, HistogramRow, SampleRow
from app.results.database.soundness import (
    NOT_OF_PLAN,
    campaign_condition,
    check_matches_plan,
    rows_fault,
)
from app.results.database.store_connection import asked_once, display_location
from engines.contract.errors import CipherbenchError, InputError, Unfit
from engines.contract.message import NOTHING, Message, phrase

_CAMPAIGNS = CampaignRow.__tablename__
_LONG = frozenset({SampleRow.__tablename__, HistogramRow.__tablename__})
"""Tables that are checked when they are read, and as a whole once the share is over."""
_MOST_ROWS = 30_000_000
"""Limit of the rows of a table: as many probe samples as an archive may have."""
_IS_SHARED = "SELECT pg_catalog.to_regclass('hosts.shares') IS NOT NULL"
_SHARES = (
    "SELECT campaign_id, min(host) AS host, min(plan) AS plan, "
    "bool_or(state IN ('waiting', 'taken')) AS goes_on, max(ended_at)::text AS ended, "
    "count(*) AS shares FROM hosts.shares WHERE campaign_id IS NOT NULL "
)


class HostDataRefused(InputError):
    """A host has written rows that Cipherbench never writes."""


@dataclass(frozen=True)
class _Key:
    """A share that is over, whose rows cannot change any more: key of the cache `_judged`."""

    store: str
    campaign: int
    ended: str
    shares: int


_judged: dict[_Key, Message] = {}


def check_host_campaign(
    session: Session, url: URL, campaign_id: int, rows: Mapping[str, str] | None = None
) -> None:
    """Check a campaign if a host has written it: all of it once its share is over (cached), before
    that the `rows` that are about to be read (table → SQL condition), by default all but the long
    tables.

    Raises: HostDataRefused
    """
    share = _share(session, campaign_id)
    if share is not None and (fault := _fault(session, url, share, rows)):
        raise _refused(url, share, fault)


@contextmanager
def read_from_host(session: Session, url: URL, campaign_id: int) -> Iterator[None]:
    """Turn errors of readers in this block into a refusal, if a host has written the campaign.

    Raises: HostDataRefused
    """
    try:
        yield
    except CipherbenchError:
        raise
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        share = _share(session, campaign_id)
        if share is None:
            raise
        raise _refused(url, share, NOT_OF_PLAN) from error


def _refused(url: URL, share: Row[tuple[object, ...]], fault: Message) -> HostDataRefused:
    return HostDataRefused(
        phrase("Results refused"),
        phrase("Campaign #{number}, which {host} wrote into {store}, is not shown: {fault}."),
        phrase("Measure it again with a host that you trust, and delete this one."),
        number=share.campaign_id,
        host=share.host,
        store=display_location(url),
        fault=fault,
    )


def refused_in_list(session: Session) -> list[int]:
    """Campaigns of hosts whose line of the list cannot be shown."""
    if not _is_shared(session):
        return []
    found = session.execute(text(f"{_SHARES} GROUP BY campaign_id"))
    return [
        row.campaign_id
        for row in found.all()
        if rows_fault(session, {_CAMPAIGNS: _rows(row.campaign_id)[_CAMPAIGNS]})
    ]


def _fault(
    session: Session, url: URL, share: Row[tuple[object, ...]], rows: Mapping[str, str] | None
) -> Message:
    if share.goes_on:
        return _fault_of(session, share, rows or _rows(share.campaign_id, _LONG), whole=False)
    key = _Key(str(url), share.campaign_id, share.ended, share.shares)
    if key not in _judged:
        _judged[key] = _fault_of(session, share, _rows(share.campaign_id), whole=True)
    return _judged[key]


def _fault_of(
    session: Session, share: Row[tuple[object, ...]], rows: Mapping[str, str], *, whole: bool
) -> Message:
    try:
        _check_length(session, rows)
        if fault := rows_fault(session, rows):
            return fault
        if _CAMPAIGNS in rows:
            _check_plan(session, share)
        if whole:
            check_matches_plan(session, share.campaign_id)
    except Unfit as error:
        return error.message
    except CipherbenchError as error:
        return error.messages[1]
    except SQLAlchemyError:
        raise
    except Exception:  # noqa: BLE001 whatever readers make of strange values
        return NOT_OF_PLAN
    return NOTHING


def _check_length(session: Session, rows: Mapping[str, str]) -> None:
    for table, where in rows.items():
        more = f'SELECT 1 FROM "{table}" WHERE {where} OFFSET {_MOST_ROWS} LIMIT 1'
        if session.connection().exec_driver_sql(more).first() is not None:
            raise Unfit(phrase("{table} in it has too many rows", table=table))


def _check_plan(session: Session, share: Row[tuple[object, ...]]) -> None:
    given = parse_plan(share.plan, phrase("the plan of the share"))
    if reader.plan(session, share.campaign_id) != given:
        raise Unfit(phrase("its plan is not the one that the host was given"))


def _rows(campaign_id: int, without: frozenset[str] = frozenset()) -> dict[str, str]:
    return {
        each.name: campaign_condition(each, campaign_id)
        for each in Base.metadata.sorted_tables
        if each.name not in without
    }


def _share(session: Session, campaign_id: int) -> Row[tuple[object, ...]] | None:
    """The share of the host that wrote a campaign; None for one that no host wrote."""
    if not _is_shared(session):
        return None
    query = text(f"{_SHARES} AND campaign_id = :campaign GROUP BY campaign_id")
    return session.execute(query, {"campaign": campaign_id}).one_or_none()


def _is_shared(session: Session) -> bool:
    return asked_once(session.connection(), _IS_SHARED)
