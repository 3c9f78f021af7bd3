"""Databases that Cipherbench creates on MariaDB and MySQL, and users' tables, read without running
anything of theirs.

HANDLER reads ordinary tables alone: it opens and locks a table and refuses a view, so that nobody
can put one in its place in between, as they could before a SELECT. It gives whole rows, computed
columns among them; those the server lets call no function of anybody's.

What a table's columns are, HANDLER says as well. Nothing else is asked: COLUMNS of the information
schema, SHOW COLUMNS and SHOW CREATE TABLE resolve each view that they meet, and resolving one
runs the functions whose arguments are constants. TABLES of the information schema resolves none.
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
    ExaminedDatabase,
    all_or_nothing,
    database_name,
    login_of,
    sign,
)
from engines.contract.endpoint import Endpoint
from engines.contract.errors import StatementFailed
from engines.contract.structure import TableColumn, column_not_readable
from engines.mysql_family.prepared_database import (
    create_tables,
    drop_tables,
    find_tables,
    is_prepared,
    marked_tables,
    removal_statement,
)
from engines.mysql_family.session import FamilySession
from engines.sql.statement import Value

# The login that a campaign's statements have on servers that Cipherbench starts: with the rights on
# one database that work in its tables requires, and no other. And what rights a login on a server
# that is not ours has too many.

_PASSWORD_BYTES = 24

_RIGHTS = (
    *("select", "insert", "update", "delete", "create", "drop", "alter", "index", "references"),
    *("create temporary tables", "lock tables"),
)
"""None of them reaches beyond the database. Left out are routines, events, triggers and views, and
whatever is granted on all databases: FILE, PROCESS, RELOAD, SUPER and their kind."""

_FROM = "%"
"""Only whoever gets to the socket or port of a server of ours can show a password there at all."""


def confine(admin: FamilySession, database: str) -> str:
    """Create the login of a database, or give the one that is there another password, which is
    returned.

    Raises: StatementFailed
    """
    account, password = _account(admin, database), secrets.token_hex(_PASSWORD_BYTES)
    identified = admin.identified_clause(password)
    admin.execute(f"create user if not exists {account} identified {identified}")
    admin.execute(f"alter user {account} identified {identified}")
    only = admin.quoted(database.replace("\\", "\\\\").replace("_", "\\_").replace("%", "\\%"))
    admin.execute(f"grant {', '.join(_RIGHTS)} on {only}.* to {account}")
    for right in admin.rights_to_itself:
        admin.execute(f"grant {right} to {account}")
    return password


_POWERS = ("FILE", "SUPER", "SHUTDOWN", "CREATE USER", "SET USER", "SET_ANY_DEFINER")
"""Rights on the whole server that lead to its files, its users or its end."""


def excess_powers(session: FamilySession) -> tuple[str, ...]:
    """What a login on a server that is not ours may do that statements of a workload file
    should not.

    Raises: StatementFailed
    """
    names = ", ".join(f"'{each}'" for each in _POWERS)
    rows = session.fetch(
        "select privilege_type from information_schema.user_privileges "
        "where replace(grantee, '''', '') = current_user() "
        f"and privilege_type in ({names}) order by 1"
    )
    return tuple(str(name) for (name,) in rows)


def release(admin: FamilySession, database: str) -> None:
    """Drop the login of a database, if it has one.

    Raises: StatementFailed
    """
    admin.execute(f"drop user if exists {_account(admin, database)}")


def _account(admin: FamilySession, database: str) -> str:
    return f"{admin.literal(login_of(database))}@'{_FROM}'"


# Finds databases that carry Cipherbench's mark, by the information schema, and drops them.
#
# Where databases have comments the mark is one, which the server keeps in a file of its own beside
# the tables: none of them is opened to read it. Elsewhere the comment of our table is read, as long
# as it is an ordinary one.

_UNKNOWN_DATABASE = 1049


def find_database(session: FamilySession, database: str) -> ExaminedDatabase | None:
    """A database with its mark; None where there is none of that name."""
    found = _examined(session, "schema_name = ?", database)
    return found[0] if found else _unlisted(session, database)


def databases_with_prefix(session: FamilySession, prefix: str) -> list[ExaminedDatabase]:
    """The databases with that prefix that the user may see, with their marks."""
    return _examined(session, "left(schema_name, char_length(?1)) = ?1", prefix)


def _examined(session: FamilySession, which: str, value: str) -> list[ExaminedDatabase]:
    values = [value] * which.count("?")
    asked = (_BY_DATABASE if session.comments_databases else _BY_TABLE) + which.replace("?1", "?")
    where = session.place()
    return [
        ExaminedDatabase(
            str(name), where, str(mark or ""), drop=partial(drop_database, session, str(name))
        )
        for name, mark in session.ask(asked, *values)
    ]


_BY_DATABASE = "select schema_name, schema_comment from information_schema.schemata where binary "
_BY_TABLE = (
    "select schema_name, table_comment from information_schema.schemata left join "
    "information_schema.tables on table_schema = schema_name "
    f"and table_name = '{MARKER_TABLE}' and table_type = 'BASE TABLE' and engine = 'InnoDB' "
    "where binary "
)


def _unlisted(session: FamilySession, database: str) -> ExaminedDatabase | None:
    """A server lists the databases that a user has rights on; whether another exists, SHOW CREATE
    DATABASE may say."""
    try:
        session.fetch(f"show create database {session.quoted(database)}")
    except StatementFailed as error:
        if getattr(error.__cause__, "errno", None) == _UNKNOWN_DATABASE:
            return None
        return ExaminedDatabase(database, unseen=error.values["words"])
    return ExaminedDatabase(database, unseen="the server did not list it")


def drop_database(session: FamilySession, database: str) -> None:
    """Drop a database, ending whatever works in it: it would hold locks that DROP waits for."""
    for (connection,) in session.ask(session.busy_connections_query, database):
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

_TEXT_TYPES = {15, 245, *range(249, 255)}
"""Types of the protocol: texts and bytes of every length, and JSON, which is a text."""

_NOT_TEXT = 32 | 256 | 2048
"""Flags of what comes as a text and is none: UUID and addresses (unsigned), ENUM and SET."""

_CLIENT_ERRORS = range(2000, 3000)
"""Numbers of the client library's errors, as when the server is gone."""

_SHORT_LOCK_TIMEOUT = "set lock_wait_timeout = 1"
"""Seconds: somebody may hold a table for days."""

_ROWS_AT_ONCE = 500
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
                f"create database {quoted} {session.settings.charset_clause}"
                + (f" comment {mark}" if commented else "")
            )
            with all_or_nothing(self, endpoint, name, partial(drop_database, session, name)):
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

    def restricted_login(self, endpoint: Endpoint, database: str) -> Endpoint:
        if not endpoint.managed:
            return endpoint
        with self.driver.connect(endpoint) as admin:
            password = confine(admin, database)
        return replace(endpoint, user=login_of(database), password=password, confined=True)

    @contextmanager
    def examine_one(self, endpoint: Endpoint, database: str) -> Iterator[ExaminedDatabase | None]:
        with self.driver.connect(endpoint) as session:
            if endpoint.prepared:
                yield find_tables(session, database)
                return
            seen = find_database(session, database)
            yield self._with_login(endpoint, session, seen) if seen else None

    def examine_all(self, endpoint: Endpoint) -> list[ExaminedDatabase]:
        with self.driver.connect(endpoint) as session:
            if endpoint.prepared:
                return marked_tables(session)
            found = databases_with_prefix(session, DATABASE_PREFIX)
            return [self._with_login(endpoint, session, each) for each in found]

    def _with_login(
        self, endpoint: Endpoint, session: FamilySession, seen: ExaminedDatabase
    ) -> ExaminedDatabase:
        """The same; dropping it drops its login too, where Cipherbench has made one."""
        if not endpoint.managed:
            return seen

        def drop_both() -> None:
            seen.drop()
            release(session, seen.database)

        return replace(seen, drop=drop_both)

    def removal_statement(self, endpoint: Endpoint, database: str) -> str:
        if endpoint.prepared:
            return removal_statement(database)
        return f"DROP DATABASE {FamilySession.quoted(database)};"

    def checkpoint(self, endpoint: Endpoint, database: str) -> None:
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
        session.execute(_SHORT_LOCK_TIMEOUT)
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
            if getattr(error.__cause__, "errno", None) in _CLIENT_ERRORS:
                raise
            return []

    def values_in(self, session: FamilySession, column: TableColumn, most: int) -> list[Value]:
        if not session.ask(_TABLES + _THIS_ONE, column.database, column.table):
            raise column_not_readable(session.title, column)
        with self._opened(session, column.database, column.table):
            names = [name.lower() for name in _text_or_bytes(session)]
            if column.column.lower() not in names:
                raise column_not_readable(session.title, column)
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
    return [
        name for name, kind, flags in described if kind in _TEXT_TYPES and not flags & _NOT_TEXT
    ]


def _read(session: FamilySession, name: str, most: int) -> list[Value]:
    found: list[Value] = []
    step = "first"
    while len(found) < most:
        rows = session.column(
            f"handler looked_at read {step} limit {min(_ROWS_AT_ONCE, most - len(found))}", name
        )
        if not rows:
            break
        found += rows
        step = "next"
    return found
