"""Other people's tables, read without running anything of theirs.

HANDLER reads ordinary tables alone: it opens and locks a table and refuses a view, so that nobody
can put one in its place in between, as they could before a SELECT. It gives whole rows, computed
columns among them; those the server lets call no function of anybody's.

What a table's columns are, HANDLER says as well. Nobody else is asked: COLUMNS of the information
schema, SHOW COLUMNS and SHOW CREATE TABLE resolve each view that they meet, and resolving one runs
the functions whose arguments are constants. TABLES of the information schema resolves none.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from engines.contract.catalogue import Catalogue, CataloguedEngine, TableColumn, not_read
from engines.contract.endpoint import Endpoint
from engines.contract.errors import StatementFailed
from engines.mysql_family.session import FamilySession
from engines.sql.statement import Value

_TABLES = """
    select table_name from information_schema.tables
    where table_schema = ? and table_type = 'BASE TABLE'
    and engine in ('InnoDB', 'MyISAM', 'Aria', 'MEMORY')
"""
"""Other engines than these reach for other servers, files or generators."""

_IN_ORDER = "order by table_name"
_THIS_ONE = "and table_name = ?"

_KINDS = {15, 245, *range(249, 255)}
"""Types of the protocol: texts and bytes of every length, and JSON, which is a text."""

_OTHERS = 32 | 256 | 2048
"""Flags of what comes as a text and is none: UUID and addresses (unsigned), ENUM and SET."""

_CLIENTS = range(2000, 3000)
"""Numbers of the client library's errors, as when the server is gone."""

_PATIENCE = "set lock_wait_timeout = 1"
"""Seconds: somebody may hold a table for days."""

_ROWS = 500
"""How many whole rows are fetched at a time."""


class FamilyCatalogue(Catalogue[FamilySession]):
    """Ordinary tables of the engines that keep their data themselves."""

    quote = "`"

    def databases(self, engine: CataloguedEngine, endpoint: Endpoint) -> list[str]:
        with engine.connect(endpoint) as session:
            found = session.fetch(
                "select schema_name from information_schema.schemata where schema_name not in "
                "('information_schema', 'mysql', 'performance_schema', 'sys')"
            )
        return [str(name) for (name,) in found]

    def columns(self, session: FamilySession) -> list[tuple[str, str, str]]:
        database = session.database()
        tables = [str(name) for (name,) in session.ask(_TABLES + _IN_ORDER, database)]
        session.execute(_PATIENCE)
        return [
            ("", table, name)
            for table in tables
            for name in self._columns_of(session, database, table)
        ]

    def _columns_of(self, session: FamilySession, database: str, table: str) -> list[str]:
        """The columns of text or bytes; none of a table that does not let itself be read."""
        try:
            with self._opened(session, database, table):
                return _text_or_bytes(session)
        except StatementFailed as error:
            if getattr(error.__cause__, "errno", None) in _CLIENTS:
                raise
            return []

    def values(self, session: FamilySession, column: TableColumn, most: int) -> list[Value]:
        if not session.ask(_TABLES + _THIS_ONE, column.database, column.table):
            raise not_read(session.title, column)
        with self._opened(session, column.database, column.table):
            names = [name.lower() for name in _text_or_bytes(session)]
            if column.column.lower() not in names:
                raise not_read(session.title, column)
            return _read(session, column.column, most)

    @contextmanager
    def _opened(self, session: FamilySession, database: str, table: str) -> Iterator[None]:
        """Opens an ordinary table by HANDLER, as `looked_at`."""
        session.execute(f"handler {self.quoted(database)}.{self.quoted(table)} open as looked_at")
        try:
            yield
        finally:
            with suppress(StatementFailed):  # it is closed by itself when somebody alters the table
                session.execute("handler looked_at close")


def _text_or_bytes(session: FamilySession) -> list[str]:
    described = session.described("handler looked_at read first limit 0")
    return [name for name, kind, flags in described if kind in _KINDS and not flags & _OTHERS]


def _read(session: FamilySession, name: str, most: int) -> list[Value]:
    found: list[Value] = []
    step = "first"
    while len(found) < most:
        rows = session.column(
            f"handler looked_at read {step} limit {min(_ROWS, most - len(found))}", name
        )
        if not rows:
            break
        found += rows
        step = "next"
    return found
