"""What a server holds that may be looked at: databases, and their columns of text or bytes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.statement import Value

if TYPE_CHECKING:
    from engines.contract import Engine
    from engines.endpoint import Endpoint


@dataclass(frozen=True)
class Catalogue:
    """How an engine is asked, in its own SQL.

    `databases` gives the names of those that may be entered (empty: only ours are known), `columns`
    rows of schema, table and column of the database entered, `values` the values of one column,
    `{most}` at most, from `{table}`. `quote` stands around names and is doubled inside them.
    """

    columns: str
    databases: str = ""
    values: str = "select {column} from {table} limit {most}"
    quote: str = '"'

    def quoted(self, name: str) -> str:
        """A name as an identifier."""
        return self.quote + name.replace(self.quote, 2 * self.quote) + self.quote


@dataclass(frozen=True, order=True)
class TableColumn:
    """A column on a server; engines without schemas leave `schema` empty."""

    database: str
    schema: str
    table: str
    column: str


def databases(engine: Engine, endpoint: Endpoint) -> list[str]:
    """The databases that may be looked into, by name.

    Raises: ServerUnavailable, StatementFailed
    """
    if not engine.catalogue.databases:
        return sorted({*engine.owned_databases(endpoint), *_not_none(endpoint.database)})
    with engine.connect(endpoint) as session:
        return sorted(str(name) for (name,) in session.fetch(engine.catalogue.databases))


def columns(engine: Engine, endpoint: Endpoint, database: str) -> list[TableColumn]:
    """The columns of a database that hold text or bytes, in the order of their tables.

    Raises: ServerUnavailable, StatementFailed
    """
    with engine.connect(endpoint, database) as session:
        rows = session.fetch(engine.catalogue.columns)
    return [TableColumn(database, *(str(name).strip() for name in row)) for row in rows]


def values(engine: Engine, endpoint: Endpoint, column: TableColumn, most: int) -> list[Value]:
    """Up to `most` values of a column, in the order the server gives them. Nothing is changed.

    Raises: ServerUnavailable, StatementFailed
    """
    catalogue = engine.catalogue
    table = ".".join(map(catalogue.quoted, filter(None, (column.schema, column.table))))
    text = catalogue.values.format(
        column=catalogue.quoted(column.column), table=table, most=int(most)
    )
    with engine.connect(endpoint, column.database) as session:
        return [value for (value,) in session.fetch(text)]


def _not_none(name: str | None) -> Iterable[str]:
    return () if name is None else (name,)
