"""A column of the users' tables, how identifiers are quoted, and the error for a column that cannot
be read."""

from __future__ import annotations

from dataclasses import dataclass

from engines.contract.errors import InputError
from engines.contract.message import phrase


def quoted_identifier(name: str, quote: str) -> str:
    """A name as an SQL identifier in quotes, those inside it doubled."""
    return quote + name.replace(quote, 2 * quote) + quote


@dataclass(frozen=True, order=True)
class TableColumn:
    """A column by its full name; engines without schemas leave `schema` empty."""

    database: str
    schema: str
    table: str
    column: str


def column_not_readable(engine: str, column: TableColumn) -> InputError:
    """The error for a column that is not of an ordinary table, or of another type."""
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
