"""The store's tables as archives and checks need them, derived from SQLAlchemy's metadata (a new
table or column needs no change here): rows and digests of a campaign, and copying one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import batched
from typing import Any, get_args, get_type_hints

from sqlalchemy import JSON, ColumnElement, LargeBinary, Table, insert, select
from sqlalchemy.orm import DeclarativeBase, Session

from app.results.database.models import Base, CampaignRow, MessageColumn

type Row = dict[str, Any]
type Numbers = dict[str, dict[int, int]]
"""Table → primary key of a row in the source → its key in the target."""

_BATCH, _FEW = 1000, 10


@dataclass(frozen=True, eq=False)
class ArchivedTable:
    table: Table
    model: type[DeclarativeBase]
    is_referred_to: bool

    @property
    def name(self) -> str:
        return self.table.name

    @property
    def description(self) -> str:
        return self.model.__doc__ or ""

    @cached_property
    def columns(self) -> list[str]:
        return [column.name for column in self.table.columns]

    @cached_property
    def number_column(self) -> str | None:
        """The single-column primary key, a number without meaning outside this store."""
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
    def json_columns(self) -> Mapping[str, Any]:
        """Columns that hold JSON, and the Python type of their values."""
        hints = get_type_hints(self.model)
        known = (
            each.name for each in self.table.columns if isinstance(each.type, JSON | MessageColumn)
        )
        return {name: get_args(hints[name])[0] for name in known}

    @cached_property
    def batch_size(self) -> int:
        """Rows per read: few where rows may be long."""
        binary = any(isinstance(each.type, LargeBinary) for each in self.table.columns)
        return _FEW if binary or self.json_columns else _BATCH


@cache
def archived_tables() -> tuple[ArchivedTable, ...]:
    """Each table after those that it refers to."""
    models = {each.class_.__tablename__: each.class_ for each in Base.registry.mappers}
    tables = Base.metadata.sorted_tables
    named = {key.column.table.name for each in tables for key in each.foreign_keys}
    return tuple(ArchivedTable(each, models[each.name], each.name in named) for each in tables)


def rows_of(session: Session, each: ArchivedTable, campaign_id: int) -> Iterator[Row]:
    """The rows of a campaign by rising primary key, with the store's own numbers."""
    keys = list(each.table.primary_key)
    query = select(each.table).where(belongs_to(each.table, campaign_id))
    if len(keys) == 1:
        found = session.execute(
            query.order_by(*keys), execution_options={"yield_per": each.batch_size}
        )
        for row in found:
            yield dict(zip(each.columns, row, strict=True))
    else:  # keys with texts: databases differ in collation
        rows = [dict(zip(each.columns, row, strict=True)) for row in session.execute(query)]
        yield from sorted(rows, key=lambda row: tuple(row[key.name] for key in keys))


def belongs_to(table: Table, campaign_id: int) -> ColumnElement[bool]:
    """SQL condition: a row belongs to a campaign, by its own foreign key or its parents'."""
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


def with_archive_numbers(row: Row, each: ArchivedTable, numbers: Numbers) -> Row:
    """Replaces foreign keys by their numbers in the archive.

    Raises: LookupError for a reference to another campaign
    """
    for name, other in each.references.items():
        row[name] = None if row[name] is None else numbers[other][row[name]]
    return row


def campaign_digests(session: Session, campaign_id: int) -> Mapping[str, str]:
    """Table → SHA-256 of a campaign's rows. Rows are numbered from 1: every store has the same.

    Raises: LookupError as `with_archive_numbers` does
    """
    numbers: Numbers = {}
    found: dict[str, str] = {}
    for each in archived_tables():
        own, seen = numbers.setdefault(each.name, {}), hashlib.sha256()
        for place, row in enumerate(rows_of(session, each, campaign_id), 1):
            with_archive_numbers(row, each, numbers)
            if each.number_column:
                if each.is_referred_to:
                    own[row[each.number_column]] = place
                row[each.number_column] = place
            seen.update(repr(list(row.values())).encode())
        found[each.name] = seen.hexdigest()
    return found


def copy_campaign(source: Session, campaign_id: int, target: Session) -> int:
    """Copy all rows of a campaign into another store, which gives them new keys; the new key of the
    campaign.

    Raises: LookupError for a row that refers to none of the campaign
    """
    numbers: Numbers = {}
    for each in archived_tables():
        own = numbers.setdefault(each.name, {})
        for rows in batched(rows_of(source, each, campaign_id), each.batch_size):
            copies = [with_archive_numbers(row, each, numbers) for row in rows]
            known = [row.pop(each.number_column) for row in copies] if each.number_column else []
            own.update(zip(known, _inserted(target, each, copies), strict=False))
    return numbers[CampaignRow.__tablename__][campaign_id]


def _inserted(target: Session, each: ArchivedTable, rows: Sequence[Row]) -> list[int]:
    """The new keys of rows, if other tables refer to them."""
    if not each.is_referred_to or each.number_column is None:
        target.execute(insert(each.table), list(rows))
        return []
    made = insert(each.table).returning(
        each.table.c[each.number_column], sort_by_parameter_order=True
    )
    return list(target.scalars(made, list(rows)))
