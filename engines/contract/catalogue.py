"""Columns of other people's tables, by name."""

from __future__ import annotations

from dataclasses import dataclass

from engines.contract.errors import InputError
from engines.contract.message import phrase


def identifier(name: str, quote: str) -> str:
    """A name between signs that are doubled inside it."""
    return quote + name.replace(quote, 2 * quote) + quote


@dataclass(frozen=True, order=True)
class TableColumn:
    """A column on a server; engines without schemas leave `schema` empty."""

    database: str
    schema: str
    table: str
    column: str


def not_read(engine: str, column: TableColumn) -> InputError:
    """The error for a column that is none of an ordinary table."""
    return InputError(
        phrase("Column not read"),
        phrase(
            "{table}.{column} on {engine} does not exist, is not text or bytes, or is not an "
            "ordinary column of an ordinary table."
        ),
        phrase(
            "Choose another column. Views, foreign tables and computed columns are not read, since "
            "that can run other people's code."
        ),
        engine=engine,
        table=column.table,
        column=column.column,
    )
