"""What a server holds that may be looked at: databases, and their columns of text or bytes.

The tables are other people's. Nothing of theirs is run: views, foreign tables and computed columns
are left out, since reading them runs what their owners wrote, with our rights.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Protocol

from engines.contract.endpoint import Endpoint
from engines.contract.errors import InputError
from engines.contract.message import phrase
from engines.contract.session import Session
from engines.sql.statement import Value


class CataloguedEngine(Protocol):
    """An engine, as far as its catalogue is asked; `contract.engine` says what each means."""

    @property
    def catalogue(self) -> Catalogue[Any]: ...

    def connect(self, endpoint: Endpoint, database: str | None = None) -> Session: ...

    def owned_databases(self, endpoint: Endpoint) -> dict[str, str]: ...


class Catalogue[Entered: Session](ABC):
    """How an engine is asked, in its own SQL. Sessions that it is given have done nothing yet."""

    quote: str = '"'
    """What stands around names and is doubled inside them."""

    @abstractmethod
    def databases(self, engine: CataloguedEngine, endpoint: Endpoint) -> list[str]:
        """The databases that may be entered without running anything of their owners'."""

    @abstractmethod
    def columns(self, session: Entered) -> list[tuple[str, str, str]]:
        """Schema, table and column of what may be read of the database entered."""

    @abstractmethod
    def values(self, session: Entered, column: TableColumn, most: int) -> list[Value]:
        """Up to `most` values; refused where the column is, or has become, one not to be read."""

    def enter(
        self, engine: CataloguedEngine, endpoint: Endpoint, database: str | None = None
    ) -> Entered:
        """A session in a database that may be somebody else's."""
        return engine.connect(endpoint, database)  # type: ignore[return-value]

    def quoted(self, name: str) -> str:
        return identifier(name, self.quote)


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


def databases(engine: CataloguedEngine, endpoint: Endpoint) -> list[str]:
    """The databases that may be looked into, by name.

    Raises: ServerUnavailable, StatementFailed
    """
    return sorted(engine.catalogue.databases(engine, endpoint))


def columns(engine: CataloguedEngine, endpoint: Endpoint, database: str) -> list[TableColumn]:
    """The columns of a database that hold text or bytes, in the order of their tables.

    Raises: ServerUnavailable, StatementFailed
    """
    with engine.catalogue.enter(engine, endpoint, database) as session:
        return [TableColumn(database, *row) for row in engine.catalogue.columns(session)]


def values(
    engine: CataloguedEngine, endpoint: Endpoint, column: TableColumn, most: int
) -> list[Value]:
    """Up to `most` values of a column, in the order the server gives them. Nothing is changed, and
    nothing is run that its owner has written.

    Raises: ServerUnavailable, StatementFailed, InputError for what is not read
    """
    with engine.catalogue.enter(engine, endpoint, column.database) as session:
        return engine.catalogue.values(session, column, most)


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
