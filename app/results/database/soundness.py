"""Checks whether untrusted rows are those of a valid store: only its tables, only values of the
right types and ranges.

Used for archives as a whole, and for campaigns that hosts write into a shared store
(`host_campaigns`). SQLite accepts any type of value in any column, so the types are checked by
queries before rows are read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
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
    Table,
    TypeDecorator,
    select,
    text,
)
from sqlalchemy.orm import Session
from sqlalchemy.types import TypeEngine

from app.plan.campaign import Campaign
from app.plan.matrix import operation_names, protections_of
from app.results.change_progress import unpack_points
from app.results.database import reader
from app.results.database.archived_tables import ArchivedTable, archived_tables, belongs_to
from app.results.database.histograms import decode_histogram
from app.results.database.migrate import VERSION_TABLE
from app.results.database.models import Base, HistogramRow, SampleRow
from app.results.message_json import message_from_json
from app.results.records import CellRecord
from app.results.strict_reading import (
    LATEST_TIMESTAMP,
    MOST_LINE_BYTES,
    parse_json_line,
    strict_converter,
)
from app.results.turns import Turns
from engines.contract.errors import Unfit
from engines.contract.limits import LONGEST_TEXT, control_character
from engines.contract.message import NOTHING, Message, phrase

_MOMENTS = {"at", "created_at", "started_at", "finished_at"}
_SQLITES = "sqlite_sequence"
"""SQLite's own table, which holds the highest number of a campaign."""


def store_fault(session: Session) -> Message:
    """What is wrong with an untrusted SQLite store whose pages are intact; NOTHING if it may be
    read."""
    if found := _strange_table(session):
        return phrase("its tables or columns differ from those of a store: {name}", name=found[:80])
    if session.execute(text("PRAGMA foreign_key_check")).first() is not None:
        return phrase("a row in it refers to a row that does not exist")
    return rows_fault(session, dict.fromkeys((each.name for each in archived_tables()), "1 = 1"))


def rows_fault(session: Session, rows: Mapping[str, str]) -> Message:
    """What is wrong with rows (table → SQL condition); NOTHING if they may be read."""
    for each in archived_tables():
        where = rows.get(each.name)
        if where is None:
            continue
        if (
            _odd_row(session, each, where)
            or _odd_json(session, each, where)
            or _odd_name(session, each, where)
        ):
            return phrase("{table} in it holds data that the store rejects", table=each.name)
    return NOTHING


def campaign_condition(table: Table, campaign_id: int) -> str:
    """The condition in SQL that a row belongs to a campaign."""
    where = belongs_to(table, campaign_id)
    return str(where.compile(compile_kwargs={"literal_binds": True}))


def check_matches_plan(session: Session, campaign_id: int) -> None:
    """Check that everything of a campaign matches its plan and can be read.

    Raises: Unfit, or whatever its readers make of strange values
    """
    found = reader.snapshot(session, campaign_id)
    reader.load(session, campaign_id)
    query = select(HistogramRow.encoded).where(belongs_to(_HISTOGRAMS, campaign_id))
    for encoded in session.scalars(query):
        decode_histogram(encoded)
    followed = select(_SAMPLES.c.points).where(_SAMPLES.c.points.is_not(None))
    for points in session.scalars(followed.where(belongs_to(_SAMPLES, campaign_id))):
        unpack_points(points)
    for each in found.operations:
        if each.turns is not None:
            Turns.from_bytes(each.turns)
    operations = set(operation_names(found.campaign))
    fits = all(_is_of_plan(each, found.campaign) for each in found.cells)
    known = not operations or {each.operation for each in found.operations} <= operations
    if not fits or not known:
        raise Unfit(NOT_OF_PLAN)


NOT_OF_PLAN = phrase("its results do not match its plan")
_SAMPLES = Base.metadata.tables[SampleRow.__tablename__]
_HISTOGRAMS = Base.metadata.tables[HistogramRow.__tablename__]


def _is_of_plan(cell: CellRecord, campaign: Campaign) -> bool:
    servers = {spec.name: spec.engine for spec in campaign.servers}
    protection = protections_of(campaign).get(cell.protection)
    workload = campaign.workload
    return (
        (not servers or servers.get(cell.server) == cell.engine)
        and protection is not None
        and (cell.kind, cell.blind_index, cell.key_source)
        == (protection.kind.value, protection.blind_index, protection.key_source)
        and (cell.workload, cell.profile) == (workload.name, workload.profile.value)
    )


def _strange_table(session: Session) -> str:
    """A table or column that no store has, or that is missing."""
    query = text(
        "SELECT held.name, part.name FROM sqlite_master held, pragma_table_xinfo(held.name) part "
        "WHERE held.type = 'table'"
    )
    found = {(table, column) for table, column in session.execute(query)}
    wanted = {(each.name, column) for each in archived_tables() for column in each.columns}
    rest = {pair for pair in found ^ wanted if pair[0] not in (VERSION_TABLE, _SQLITES)}
    return ".".join(min(rest)) if rest else ""


def _odd_row(session: Session, each: ArchivedTable, where: str) -> bool:
    """Whether a value is not of its column's type, or a row too long. NOT INDEXED, since an index
    might hold other values than the rows."""
    sqlite = session.get_bind().dialect.name == "sqlite"
    kinds = " AND ".join(_fits(column, sqlite) for column in each.table.columns)
    bytes_of = "length(CAST({} AS BLOB))" if sqlite else "octet_length(CAST({} AS TEXT))"
    size = " + ".join(f"coalesce({bytes_of.format(_quoted(c))}, 0)" for c in each.columns)
    table = f"{_quoted(each.name)} NOT INDEXED" if sqlite else _quoted(each.name)
    sound = f"{kinds} AND {size} <= {MOST_LINE_BYTES}"
    query = f"SELECT 1 FROM {table} WHERE ({where}) AND NOT ({sound}) LIMIT 1"
    return session.connection().exec_driver_sql(query).first() is not None


def _fits(column: Column[Any], sqlite: bool) -> str:
    name = _quoted(column.name)
    fits = " AND ".join(each.format(name) for each in _conditions(column, sqlite))
    return f"({name} IS NULL OR ({fits}))" if column.nullable else f"({fits})"


def _conditions(column: Column[Any], sqlite: bool) -> Iterator[str]:
    """SQL conditions on a value, each with a slot for the column's name. Databases other than
    SQLite enforce types and lengths themselves, but not ranges of numbers."""
    kind = _kind(column)
    yield "1 = 1"
    if sqlite:
        yield f"typeof({{0}}) = '{_stored_as(column)}'"
    if isinstance(kind, Double):
        yield f"({{0}} = 0 OR {{0}} BETWEEN {_LEAST!r} AND {_MOST!r})"
    if isinstance(kind, Integer) and column.name not in _SIGNED:
        yield f"{{0}} BETWEEN 0 AND {_MOST:.0f}"
    if isinstance(kind, Boolean) and sqlite:
        yield "{0} IN (0, 1)"
    if isinstance(kind, Enum):
        yield "{0} IN (" + ", ".join(f"'{each}'" for each in kind.enums) + ")"
    if isinstance(kind, String) and sqlite:
        yield "instr({0}, char(0)) = 0"
    if isinstance(kind, String) and kind.length:
        yield f"length({{0}}) <= {kind.length}"
    if column.name == "notes":  # a report reads them as Markdown: 4 MB would take gigabytes
        yield f"length({{0}}) <= {LONGEST_TEXT}"
    if column.name in _MOMENTS:
        yield f"{{0}} >= 0 AND {{0}} < {LATEST_TIMESTAMP!r}"


_LEAST, _MOST = 1e-12, 1e18
"""Measured values are 0 or between these, so that the quotient of any two is finite."""
_SIGNED = {"seed"}


def _kind(column: Column[Any]) -> TypeEngine[Any]:
    """The stored type of a column; that of a message is text."""
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


def _odd_json(session: Session, each: ArchivedTable, where: str) -> bool:
    """Whether a JSON column has a text that we would write otherwise, or that has other types."""
    if not each.json_columns:
        return False
    sqlite = session.get_bind().dialect.name == "sqlite"
    columns = ", ".join(
        _quoted(name) if sqlite else f"CAST({_quoted(name)} AS TEXT)" for name in each.json_columns
    )
    table = f"{_quoted(each.name)} NOT INDEXED" if sqlite else _quoted(each.name)
    rows = session.connection().exec_driver_sql(f"SELECT {columns} FROM {table} WHERE {where}")
    kinds = list(each.json_columns.values())
    return any(
        value is not None and not _is_ours(value, kind)
        for row in rows
        for value, kind in zip(row, kinds, strict=True)
    )


def _odd_name(session: Session, each: ArchivedTable, where: str) -> bool:
    """Whether a name has control characters, which change the text around it."""
    names = ", ".join(_quoted(name) for name in each.columns if name in _NAMES)
    if not names:
        return False
    query = f"SELECT {names} FROM {_quoted(each.name)} WHERE {where}"
    rows = session.connection().exec_driver_sql(query)
    return any(control_character(text) for row in rows for text in row if text is not None)


_NAMES = {"name", "server", "engine", "source", "version", "protection", "workload", "case_name"}


def _is_ours(text: str, kind: Any) -> bool:
    try:
        value = parse_json_line(text.encode())
        _CONVERTER.structure(value, kind)
        plain = json.dumps(value, ensure_ascii=False).encode()
    except Exception:  # noqa: BLE001 whatever its readers make of strange values
        return False
    return json.dumps(value) == text and b"\\u0000" not in plain.replace(b"\\\\", b"")


_CONVERTER = strict_converter()
_CONVERTER.register_structure_hook(Message, lambda data, _: message_from_json(data))
