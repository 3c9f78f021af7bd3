"""Inserting and deleting many rows at once, on SQLAlchemy's plain tables.

Building a statement for each row takes several times as long as the database needs for the row; so
statements of every run are built when their module is loaded, and take many rows at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import ColumnElement, Table, delete, func, insert, select
from sqlalchemy.orm import Session

from app.results.database.models import Base
from app.results.database.store_connection import asked_once

type Row = Mapping[str, object]


def table_of(row: type[Base]) -> Table:
    """The plain table of a class of rows."""
    return Base.metadata.tables[row.__tablename__]


def insert_all(session: Session, row: type[Base], rows: Sequence[Row]) -> None:
    """Add rows, which all name the same columns."""
    if rows:
        session.execute(insert(table_of(row)), [dict(each) for each in rows])


def discard(
    session: Session,
    row: type[Base],
    *where: ColumnElement[bool],
    values: Sequence[Mapping[str, object]] = ({},),
) -> None:
    """Delete rows, once for each of the `values` of the parameters in `where`. In a shared store a
    host has no right to delete (which would include locking tables): it calls a function there."""
    if not values:
        return
    table = table_of(row)
    if not asked_once(session.connection(), _IS_HOST):
        session.execute(delete(table).where(*where), [dict(each) for each in values])
        return
    removed = getattr(func.hosts, f"discard_{table.name}")(table.c.id)
    for each in values:
        session.execute(select(removed).where(*where), dict(each))


_IS_HOST = (
    "SELECT pg_catalog.to_regclass('hosts.shares') IS NOT NULL "
    "AND NOT pg_catalog.has_table_privilege('public.runs', 'DELETE')"
)
"""Whether this is a host in a shared store, which deletes by functions."""
