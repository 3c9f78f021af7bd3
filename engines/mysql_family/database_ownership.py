"""Finds databases that carry Cipherbench's mark, by the information schema, and drops them.

Where databases have comments the mark is one, which the server keeps in a file of its own beside
the tables: none of them is opened to read it. Elsewhere the comment of our table is read, as long
as it is an ordinary one.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from engines.base.ownership import MARKER_TABLE, ExaminedDatabase
from engines.contract.errors import StatementFailed
from engines.mysql_family.session import FamilySession

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
