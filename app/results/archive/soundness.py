"""Whether the store of an archive is one: our tables alone, and values such as a store of ours has.

SQLite keeps any kind of value in any column, so that each is asked what it is before it is read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Double,
    Enum,
    Integer,
    LargeBinary,
    String,
    TypeDecorator,
    text,
)
from sqlalchemy.orm import Session
from sqlalchemy.types import TypeEngine

from app.results.archive.tables import Carried, carried_tables
from app.results.database.migrate import VERSION_TABLE
from app.results.message_json import message_from_json
from app.results.strict.values import LATEST, MOST_LINE, parsed_json, strict_converter
from engines.contract.message import NOTHING, Message, phrase

_MOMENTS = {"at", "created_at", "started_at", "finished_at"}
_SQLITES = "sqlite_sequence"
"""Its own, where it keeps the highest number of a campaign."""


def fault_of(session: Session) -> Message:
    """What is wrong with a store that came from anywhere, whose pages are sound; nothing where it
    may be read."""
    if found := _strange_table(session):
        return phrase("its tables or columns differ from those of a store: {name}", name=found[:80])
    if session.execute(text("PRAGMA foreign_key_check")).first() is not None:
        return phrase("a row in it refers to a row that does not exist")
    for each in carried_tables():
        if session.execute(text(_odd_rows(each))).first() is not None or _odd_json(session, each):
            return phrase("{table} in it holds data that the store rejects", table=each.name)
    return NOTHING


def _strange_table(session: Session) -> str:
    """A table or column that no store has, or that is missing."""
    query = text(
        "SELECT held.name, part.name FROM sqlite_master held, pragma_table_xinfo(held.name) part "
        "WHERE held.type = 'table'"
    )
    found = {(table, column) for table, column in session.execute(query)}
    wanted = {(each.name, column) for each in carried_tables() for column in each.columns}
    rest = {pair for pair in found ^ wanted if pair[0] not in (VERSION_TABLE, _SQLITES)}
    return ".".join(min(rest)) if rest else ""


def _odd_rows(each: Carried) -> str:
    """SQL for a row with a value that is not of its column's kind.

    Not by an index, which might have other values than the rows.
    """
    kinds = " AND ".join(_fits(column) for column in each.table.columns)
    size = " + ".join(f"coalesce(length(CAST({_quoted(c)} AS BLOB)), 0)" for c in each.columns)
    table = _quoted(each.name)
    return (
        f"SELECT 1 FROM {table} NOT INDEXED WHERE NOT ({kinds} AND {size} <= {MOST_LINE}) LIMIT 1"
    )


def _fits(column: Column[Any]) -> str:
    name = _quoted(column.name)
    fits = " AND ".join(each.format(name) for each in _conditions(column))
    return f"({name} IS NULL OR ({fits}))" if column.nullable else f"({fits})"


def _conditions(column: Column[Any]) -> Iterator[str]:
    """What holds for a value, each with a place for the column's name."""
    kind = _kind(column)
    yield f"typeof({{0}}) = '{_stored_as(column)}'"
    if isinstance(kind, Double):
        yield "abs({0}) <= 1.7976931348623157e308"
    if isinstance(kind, Boolean):
        yield "{0} IN (0, 1)"
    if isinstance(kind, Enum):
        yield "{0} IN (" + ", ".join(f"'{each}'" for each in kind.enums) + ")"
    if isinstance(kind, String):
        yield "instr({0}, char(0)) = 0"
        if kind.length:
            yield f"length({{0}}) <= {kind.length}"
    if column.name in _MOMENTS:
        yield f"{{0}} >= 0 AND {{0}} < {LATEST!r}"


def _kind(column: Column[Any]) -> TypeEngine[Any]:
    """The type of what lies in a column; a message is a text there."""
    return column.type.impl_instance if isinstance(column.type, TypeDecorator) else column.type


def _stored_as(column: Column[Any]) -> str:
    match _kind(column):
        case Double():
            return "real"
        case Integer() | Boolean():
            return "integer"
        case LargeBinary():
            return "blob"
        case String() | JSON():
            return "text"
    raise TypeError(f"no archive can carry {column}")


def _quoted(name: str) -> str:
    return f'"{name}"'


def _odd_json(session: Session, each: Carried) -> bool:
    """Whether a text is not JSON as we write it: what is read from it is what is stored again."""
    if not each.composed:
        return False
    columns = ", ".join(map(_quoted, each.composed))
    rows = session.execute(text(f"SELECT {columns} FROM {_quoted(each.name)} NOT INDEXED"))
    kinds = list(each.composed.values())
    return any(
        value is not None and not _is_ours(value, kind)
        for row in rows
        for value, kind in zip(row, kinds, strict=True)
    )


def _is_ours(reported: str, kind: Any) -> bool:
    try:
        value = parsed_json(reported.encode())
        _CONVERTER.structure(value, kind)
        plain = json.dumps(value, ensure_ascii=False).encode()
    except Exception:  # noqa: BLE001 whatever its readers make of strange values
        return False
    return json.dumps(value) == reported and b"\\u0000" not in plain.replace(b"\\\\", b"")


_CONVERTER = strict_converter()
_CONVERTER.register_structure_hook(Message, lambda data, _: message_from_json(data))
