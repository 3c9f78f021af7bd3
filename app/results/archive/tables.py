"""The tables of the store as an archive carries them: told by their own columns, so that a further
table or column needs nothing here.

Rows are numbered anew from 1 in the order of their keys, so that the archive of a campaign has the
same bytes whichever store it comes from.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, make_dataclass
from functools import cache, cached_property
from typing import Any, get_args, get_type_hints

from sqlalchemy import JSON, Column, ColumnElement, LargeBinary, String, Table, select
from sqlalchemy.orm import DeclarativeBase, Session
from sqlalchemy.sql.schema import ScalarElementColumnDefault

from app.results.database.models import Base, CampaignRow
from app.results.spool.strict import is_moment, parsed_json, strict_converter

LEFT_OUT: Mapping[str, str] = {}
"""Tables of the store that belong to no campaign, and why they stay behind."""

type Row = dict[str, Any]
type Numbers = dict[str, dict[int, int]]
"""By table: the number that a row has there, by the one that it has here."""

_BATCH, _FEW = 1000, 10
_MOMENTS = {"at", "created_at", "started_at", "finished_at"}


@dataclass(frozen=True, eq=False)
class Carried:
    """A table, and what is asked of each of its rows; all by the names of columns."""

    table: Table
    told: str
    record: type
    is_referred_to: bool

    @property
    def name(self) -> str:
        return self.table.name

    @cached_property
    def columns(self) -> list[str]:
        """In the order in which rows have them."""
        return [column.name for column in self.table.columns]

    @cached_property
    def numbered(self) -> str | None:
        """The column that numbers its rows, which has no meaning beyond."""
        keys = list(self.table.primary_key)
        return keys[0].name if len(keys) == 1 and not keys[0].foreign_keys else None

    @cached_property
    def references(self) -> dict[str, str]:
        """Column → the table whose rows it names."""
        return {
            column.name: key.column.table.name
            for column in self.table.columns
            for key in column.foreign_keys
        }

    @cached_property
    def binary(self) -> list[str]:
        return self._of_type(LargeBinary)

    @cached_property
    def composed(self) -> list[str]:
        """Those that hold JSON."""
        return self._of_type(JSON)

    @cached_property
    def at_once(self) -> int:
        """How many rows are read together: few where one may be long."""
        return _FEW if self.binary or self.composed else _BATCH

    @cached_property
    def needed(self) -> list[str]:
        """Those that have a value in every row."""
        return [each.name for each in self.table.columns if not each.nullable]

    @cached_property
    def limited(self) -> dict[str, int]:
        """Those that hold so many letters at most."""
        return {
            column.name: column.type.length
            for column in self.table.columns
            if isinstance(column.type, String) and column.type.length
        }

    @cached_property
    def moments(self) -> list[str]:
        return [each for each in self.columns if each in _MOMENTS]

    def _of_type(self, kind: type) -> list[str]:
        return [each.name for each in self.table.columns if isinstance(each.type, kind)]


@cache
def carried_tables() -> tuple[Carried, ...]:
    """The tables in an order in which each stands behind those that it refers to."""
    models = {each.class_.__tablename__: each.class_ for each in Base.registry.mappers}
    tables = [each for each in Base.metadata.sorted_tables if each.name not in LEFT_OUT]
    named = {key.column.table.name for each in tables for key in each.foreign_keys}
    return tuple(_carried(each, models[each.name], each.name in named) for each in tables)


def _carried(table: Table, model: type[DeclarativeBase], is_referred_to: bool) -> Carried:
    return Carried(table, model.__doc__ or "", _record(table, model), is_referred_to)


def lines(session: Session, each: Carried, campaign_id: int, numbers: Numbers) -> Iterator[bytes]:
    """The rows of a campaign as they stand in an archive; `numbers` has those of the tables before,
    and gets this one's."""
    own = numbers.setdefault(each.name, {})
    for place, row in enumerate(rows_of(session, each, campaign_id), 1):
        for name, other in each.references.items():
            row[name] = None if row[name] is None else numbers[other][row[name]]
        if each.numbered:
            if each.is_referred_to:
                own[row[each.numbered]] = place
            row[each.numbered] = place
        yield written(row).encode() + b"\n"


def written(row: Row) -> str:
    """A row as JSON; bytes are in base64."""
    return _ENCODE(
        {
            name: base64.b64encode(value).decode() if isinstance(value, bytes) else value
            for name, value in row.items()
        }
    )


_ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def parsed(each: Carried, line: bytes) -> Row:
    """A row of an archive, its values as the table takes them but for what refers to others.

    Raises: ValueError, TypeError, LookupError, RecursionError or cattrs.BaseValidationError for
        what is no row of this table
    """
    raw = parsed_json(line)
    if type(raw) is not dict:
        raise TypeError("no row is anything else")
    row: Row = vars(_CONVERTER.structure(raw, each.record))
    for name in each.composed:
        if name in raw:
            row[name] = raw[name]  # 1 is not to become 1.0 in there
            _check_texts(raw[name])
    _check(each, row)
    return row


def _check(each: Carried, row: Row) -> None:
    if any(row[name] is None for name in each.needed if name not in each.composed):
        raise ValueError("a value is missing")
    if any(len(row[name] or "") > most for name, most in each.limited.items()):
        raise ValueError("a text is too long")
    if not all(row[name] is None or is_moment(row[name]) for name in each.moments):
        raise ValueError("something is not in our times")


def _check_texts(value: object) -> None:
    """That texts within JSON are such as every store can hold: no half letters, no NUL."""
    written = _ENCODE(value).encode()
    if b"\\u0000" in written.replace(b"\\\\", b""):
        raise ValueError("there is a NUL")


def rows_of(session: Session, each: Carried, campaign_id: int) -> Iterator[Row]:
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


def _record(table: Table, model: type[DeclarativeBase]) -> type:
    """A class whose fields are the columns, those that a row may lack with what they then are."""
    hints = get_type_hints(model)
    kinds = [(column.name, get_args(hints[column.name])[0], column) for column in table.columns]
    return make_dataclass(
        model.__name__,
        [(name, kind, field(default=_default(column))) for name, kind, column in kinds],
        kw_only=True,
    )


def _default(column: Column[Any]) -> Any:
    if isinstance(column.default, ScalarElementColumnDefault):
        return column.default.arg
    return None if column.nullable else MISSING


def _bytes(value: Any, _: Any) -> bytes:
    return base64.b64decode(value, validate=True)


def _make_converter() -> Any:
    converter = strict_converter()
    converter.register_structure_hook(bytes, _bytes)
    return converter


_CONVERTER = _make_converter()
