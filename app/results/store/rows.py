"""Rows as a statement takes them, for tables whose statements are written once.

A statement that is built anew for each row takes the program several times as long as the database
needs for the row; those that go with every run are made when their module is loaded, on plain
tables, and take many rows at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Table, insert
from sqlalchemy.orm import Session

from app.results.database.models import Base

type Row = Mapping[str, object]


def table_of(row: type[Base]) -> Table:
    """The plain table of a class of rows."""
    return Base.metadata.tables[row.__tablename__]


def insert_all(session: Session, row: type[Base], rows: Sequence[Row]) -> None:
    """Add rows, which all name the same columns."""
    if rows:
        session.execute(insert(table_of(row)), [dict(each) for each in rows])
