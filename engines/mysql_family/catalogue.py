"""Other people's tables, read without running anything of theirs.

HANDLER reads ordinary tables alone: it opens and locks a table and refuses a view, so that nobody
can put one in its place in between, as they could before a SELECT. It gives whole rows, computed
columns among them; those the server lets call no function of anybody's.

What a table's columns are, HANDLER says as well. Nobody else is asked: COLUMNS of the information
schema, SHOW COLUMNS and SHOW CREATE TABLE resolve each view that they meet, and resolving one runs
the functions whose arguments are constants. TABLES of the information schema resolves none.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial

from engines.base.catalogue import Catalogue
from engines.base.ownership import (
    DATABASE_PREFIX,
    MARKER_TABLE,
    Sighting,
    all_or_nothing,
    database_name,
    login_of,
    sign,
)
from engines.contract.catalogue import TableColumn, not_read
from engines.contract.endpoint import Endpoint
from engines.contract.errors import StatementFailed
from engines.mysql_family.confinement import confine, release
from engines.mysql_family.prepared import (
    create_tables,
    drop_tables,
    is_prepared,
    removal,
    tables_marked,
    tables_named,
)
from engines.mysql_family.session import FamilySession
from engines.mysql_family.session_settings import CHARACTER_SET
from engines.sql.statement import Value

# What the information schema says of databases.
#
# Where databases have comments the mark is one, which the server keeps in a file of its own beside
# the tables: none of them is opened to read it. Elsewhere the comment of our table is read, as long
# as it is an ordinary one.

_UNKNOWN_DATABASE = 1049


def named(session: FamilySession, database: str) -> Sighting | None:
    """What is said of one database; None where there is none of that name."""
    found = _sightings(session, "schema_name = ?", database)
    return found[0] if found else _unlisted(session, database)


def beginning(session: FamilySession, prefix: str) -> list[Sighting]:
    """What is said of the databases whose names begin so, of those that the user may see."""
    return _sightings(session, "left(schema_name, char_length(?1)) = ?1", prefix)


def _sightings(session: FamilySession, which: str, value: str) -> list[Sighting]:
    values = [value] * which.count("?")
    asked = (_BY_DATABASE if session.comments_databases else _BY_TABLE) + which.replace("?1", "?")
    where = session.place()
    return [
        Sighting(str(name), where, str(mark or ""), drop=partial(drop, session, str(name)))
        for name, mark in session.ask(asked, *values)
    ]


_BY_DATABASE = "select schema_name, schema_comment from information_schema.schemata where binary "
_BY_TABLE = (
    "select schema_name, table_comment from information_schema.schemata left join "
    "information_schema.tables on table_schema = schema_name "
    f"and table_name = '{MARKER_TABLE}' and table_type = 'BASE TABLE' and engine = 'InnoDB' "
    "where binary "
)


def _unlisted(session: FamilySession, database: str) -> Sighting | None:
    """A server lists what a user has rights on, and tells others of no database whether it is
    there."""
    try:
        session.fetch(f"show create database {session.quoted(database)}")
    except StatementFailed as error:
        if getattr(error.__cause__, "errno", None) == _UNKNOWN_DATABASE:
            return None
        return Sighting(database, unseen=error.values["words"])
    return Sighting(database, unseen="the server did not list it")


def drop(session: FamilySession, database: str) -> None:
    """Drop a database, ending whatever works in it: it would hold locks that DROP waits for."""
    for (connection,) in session.ask(session.asks_working, database):
        with suppress(StatementFailed):  # it may end by itself in between
            session.execute(f"kill {int(str(connection))}")
    session.execute(f"drop database if exists {session.quoted(database)}")


TABLE_OPTIONS = "engine=InnoDB row_format=dynamic"

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

    def is_prepared(self, endpoint: Endpoint) -> bool:
        tried = f"probe_{secrets.token_hex(4)}"
        with self.driver.connect(endpoint) as session:
            return is_prepared(session, database_name(tried))

    def create_database(self, endpoint: Endpoint, identifier: str) -> str:
        name = database_name(identifier)
        if endpoint.prepared:
            self._create_tables(endpoint, name, identifier)
            return name
        with self.driver.connect(endpoint) as session:
            mark = session.literal(sign(self.name, session.place(), name, identifier))
            commented = session.comments_databases
            quoted, table = session.quoted(name), f"{session.quoted(name)}.{MARKER_TABLE}"
            session.execute(
                f"create database {quoted} character set {CHARACTER_SET} "
                f"collate {session.settings.collation}" + (f" comment {mark}" if commented else "")
            )
            with all_or_nothing(self, endpoint, name, partial(drop, session, name)):
                session.execute(
                    f"create table {table} (id varchar(64) not null primary key) {TABLE_OPTIONS}"
                    + ("" if commented else f" comment {mark}")
                )
                session.ask(f"insert into {table} values (?)", identifier)
                session.fetch(f"select id from {table}")
        return name

    def _create_tables(self, endpoint: Endpoint, name: str, identifier: str) -> None:
        with self.driver.connect(endpoint, name) as session:
            undo = partial(drop_tables, session, name)
            with all_or_nothing(self, endpoint, name, undo):
                create_tables(session, self.name, name, identifier)

    def confined(self, endpoint: Endpoint, database: str) -> Endpoint:
        if not endpoint.ours:
            return endpoint
        with self.driver.connect(endpoint) as admin:
            password = confine(admin, database)
        return replace(endpoint, user=login_of(database), password=password, confined=True)

    @contextmanager
    def sighted(self, endpoint: Endpoint, database: str) -> Iterator[Sighting | None]:
        with self.driver.connect(endpoint) as session:
            if endpoint.prepared:
                yield tables_named(session, database)
                return
            seen = named(session, database)
            yield self._with_login(endpoint, session, seen) if seen else None

    def sightings(self, endpoint: Endpoint) -> list[Sighting]:
        with self.driver.connect(endpoint) as session:
            if endpoint.prepared:
                return tables_marked(session)
            found = beginning(session, DATABASE_PREFIX)
            return [self._with_login(endpoint, session, each) for each in found]

    def _with_login(self, endpoint: Endpoint, session: FamilySession, seen: Sighting) -> Sighting:
        """The same, its login dropped with it where we have made one."""
        if not endpoint.ours:
            return seen

        def drop_both() -> None:
            seen.drop()
            release(session, seen.database)

        return replace(seen, drop=drop_both)

    def removal(self, endpoint: Endpoint, database: str) -> str:
        if endpoint.prepared:
            return removal(database)
        return f"DROP DATABASE {FamilySession.quoted(database)};"

    def settle(self, endpoint: Endpoint, database: str) -> None:
        """FLUSH TABLES … FOR EXPORT writes a table's changed pages and waits for it."""
        with (
            self.driver.connect(endpoint, database) as session,
            suppress(StatementFailed),
        ):  # it takes a privilege
            session.flush()

    def _databases(self, endpoint: Endpoint) -> list[str]:
        with self.driver.connect(endpoint) as session:
            found = session.fetch(
                "select schema_name from information_schema.schemata where schema_name not in "
                "('information_schema', 'mysql', 'performance_schema', 'sys')"
            )
        return [str(name) for (name,) in found]

    def _columns(self, session: FamilySession) -> list[tuple[str, str, str]]:
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

    def values_in(self, session: FamilySession, column: TableColumn, most: int) -> list[Value]:
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
