"""The tables of the store as an archive carries them: told by their own columns, so that a further
table or column needs nothing here."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, get_args, get_type_hints

from sqlalchemy import JSON, ColumnElement, LargeBinary, Table, select
from sqlalchemy.orm import DeclarativeBase, Session

from app.results.database.models import Base, CampaignRow, MessageColumn

LEFT_OUT: Mapping[str, str] = {}
"""Tables of the store that belong to no campaign, and why they stay behind."""

type Row = dict[str, Any]
type Numbers = dict[str, dict[int, int]]
"""By table: the number that a row has there, by the one that it has here."""

_BATCH, _FEW = 1000, 10


@dataclass(frozen=True, eq=False)
class ArchivedTable:
    """A table of the store that archives carry."""

    table: Table
    model: type[DeclarativeBase]
    is_referred_to: bool

    @property
    def name(self) -> str:
        return self.table.name

    @property
    def description(self) -> str:
        """Description of its rows."""
        return self.model.__doc__ or ""

    @cached_property
    def columns(self) -> list[str]:
        """Names of the columns, in order."""
        return [column.name for column in self.table.columns]

    @cached_property
    def numbered(self) -> str | None:
        """The column that numbers its rows, which has no meaning beyond."""
        keys = list(self.table.primary_key)
        return keys[0].name if len(keys) == 1 and not keys[0].foreign_keys else None

    @cached_property
    def references(self) -> dict[str, str]:
        """Foreign keys: column → referenced table."""
        return {
            column.name: key.column.table.name
            for column in self.table.columns
            for key in column.foreign_keys
        }

    @cached_property
    def composed(self) -> Mapping[str, Any]:
        """Those that hold JSON, and the type of what it tells."""
        hints = get_type_hints(self.model)
        known = (
            each.name for each in self.table.columns if isinstance(each.type, JSON | MessageColumn)
        )
        return {name: get_args(hints[name])[0] for name in known}

    @cached_property
    def at_once(self) -> int:
        """How many rows are read together: few where one may be long."""
        binary = any(isinstance(each.type, LargeBinary) for each in self.table.columns)
        return _FEW if binary or self.composed else _BATCH


@cache
def carried_tables() -> tuple[ArchivedTable, ...]:
    """The tables in an order in which each stands behind those that it refers to."""
    models = {each.class_.__tablename__: each.class_ for each in Base.registry.mappers}
    tables = [each for each in Base.metadata.sorted_tables if each.name not in LEFT_OUT]
    named = {key.column.table.name for each in tables for key in each.foreign_keys}
    return tuple(ArchivedTable(each, models[each.name], each.name in named) for each in tables)


def rows_of(session: Session, each: ArchivedTable, campaign_id: int) -> Iterator[Row]:
    """The rows of a campaign in the order of their keys, as they stand in the store."""
    keys = list(each.table.primary_key)
    query = select(each.table).where(belongs_to(each.table, campaign_id))
    if len(keys) == 1:
        found = session.execute(
            query.order_by(*keys), execution_options={"yield_per": each.at_once}
        )
        for row in found:
            yield dict(zip(each.columns, row, strict=True))
    else:  # databases sort texts in ways of their own
        rows = [dict(zip(each.columns, row, strict=True)) for row in session.execute(query)]
        yield from sorted(rows, key=lambda row: tuple(row[key.name] for key in keys))


def belongs_to(table: Table, campaign_id: int) -> ColumnElement[bool]:
    """That a row belongs to a campaign, itself or by what it refers to."""
    root = Base.metadata.tables[CampaignRow.__tablename__]
    if table is root:
        return root.c.id == campaign_id
    known = [(column, key.column) for column in table.columns for key in column.foreign_keys]
    for column, other in known:
        if other.table is root:
            return column == campaign_id
    column, other = next(pair for pair in known if not pair[0].nullable)
    assert isinstance(other.table, Table)
    return column.in_(select(other).where(belongs_to(other.table, campaign_id)))


def numbered_from(row: Row, each: ArchivedTable, numbers: Numbers) -> Row:
    """What a row refers to has the numbers that it has there.

    Raises: LookupError for what is not of the same campaign
    """
    for name, other in each.references.items():
        row[name] = None if row[name] is None else numbers[other][row[name]]
    return row


def digests(session: Session, campaign_id: int) -> Mapping[str, str]:
    """By table, a checksum of the rows of a campaign: the same in whichever store it lies, since
    rows are counted from 1.

    Raises: LookupError as `numbered_from` does
    """
    numbers: Numbers = {}
    found: dict[str, str] = {}
    for each in carried_tables():
        own, seen = numbers.setdefault(each.name, {}), hashlib.sha256()
        for place, row in enumerate(rows_of(session, each, campaign_id), 1):
            numbered_from(row, each, numbers)
            if each.numbered:
                if each.is_referred_to:
                    own[row[each.numbered]] = place
                row[each.numbered] = place
            seen.update(repr(list(row.values())).encode())
        found[each.name] = seen.hexdigest()
    return found
