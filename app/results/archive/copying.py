"""A campaign copied from one store into another: an archive is written so, and taken in so."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import batched

from sqlalchemy import insert
from sqlalchemy.orm import Session

from app.results.database.models import CampaignRow
from app.results.database.tables import (
    Carried,
    Numbers,
    Row,
    carried_tables,
    numbered_from,
    rows_of,
)


def copied(source: Session, campaign_id: int, target: Session) -> int:
    """All rows of a campaign, with numbers as the target gives them; the campaign's there.

    Raises: LookupError for a row that refers to none of the campaign
    """
    numbers: Numbers = {}
    for each in carried_tables():
        own = numbers.setdefault(each.name, {})
        for rows in batched(rows_of(source, each, campaign_id), each.at_once):
            reported = [numbered_from(row, each, numbers) for row in rows]
            known = [row.pop(each.numbered) for row in reported] if each.numbered else []
            own.update(zip(known, _inserted(target, each, reported), strict=False))
    return numbers[CampaignRow.__tablename__][campaign_id]


def _inserted(target: Session, each: Carried, rows: Sequence[Row]) -> list[int]:
    """The numbers that rows were given, where others refer to them."""
    if not each.is_referred_to or each.numbered is None:
        target.execute(insert(each.table), list(rows))
        return []
    made = insert(each.table).returning(each.table.c[each.numbered], sort_by_parameter_order=True)
    return list(target.scalars(made, list(rows)))
