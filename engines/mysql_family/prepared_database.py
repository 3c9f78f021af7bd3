"""A database that was prepared for a login that may create none.

Cipherbench works in tables there whose names have a prefix, another one for each database that it
would create elsewhere. The mark is the comment of one of them; all are dropped by their names, and
nothing else in the database is touched.
"""

from __future__ import annotations

from functools import partial

from engines.base.ownership import (
    DATABASE_PREFIX,
    FORMAT,
    MARKER_TABLE,
    ExaminedDatabase,
    database_name,
    sign,
)
from engines.contract.errors import NotPermitted
from engines.mysql_family.session import FamilySession
from engines.mysql_family.table_prefix import prefix_of


def is_prepared(session: FamilySession, tried: str) -> bool:
    """Whether the login may create no database, but tables in the one that was entered: both are
    tried, under the name `tried`."""
    try:
        session.execute(f"create database {session.quoted(tried)}")
    except NotPermitted:
        pass
    else:
        session.execute(f"drop database {session.quoted(tried)}")
        return False
    try:
        session.execute(f"create table {session.quoted(tried)} (id integer primary key)")
    except NotPermitted:
        return False
    session.execute(f"drop table {session.quoted(tried)}")
    return True


def create_tables(session: FamilySession, engine: str, database: str, identifier: str) -> None:
    """Raises: StatementFailed"""
    mark = session.literal(sign(engine, prepared_place(session), database, identifier))
    session.execute(
        f"create table {MARKER_TABLE} (id varchar(64) not null primary key) engine=InnoDB "
        f"comment {mark}"
    )
    session.ask(f"insert into {MARKER_TABLE} values (?)", identifier)


def drop_tables(session: FamilySession, database: str) -> None:
    """Drop all tables with the prefix of `database`, the marked one last.

    Raises: StatementFailed
    """
    prefix = prefix_of(database)
    found = session.ask(
        "select table_name from information_schema.tables where table_schema = database() "
        "and table_type = 'BASE TABLE' and left(table_name, char_length(?)) = ? "
        "order by table_comment like ?, table_name",
        *(prefix, prefix, f"{FORMAT}%"),
    )
    if not found:
        return
    names = ", ".join(session.quoted(str(name)) for (name,) in found)
    session.execute("set session foreign_key_checks = 0, lock_wait_timeout = 10")
    session.execute(f"drop table {names}")


def prepared_place(session: FamilySession) -> str:
    """An identifier of the prepared database among those of all servers."""
    return f"{session.place()} {session.database()}"


def removal_statement(database: str) -> str:
    """How a person removes the tables by hand."""
    return f"DROP TABLE … -- {prefix_of(database)}*"


def find_tables(session: FamilySession, database: str) -> ExaminedDatabase | None:
    """The tables that stand for one database, with their mark; None where there are none."""
    found = [each for each in marked_tables(session) if each.database == database]
    return found[0] if found else None


def marked_tables(session: FamilySession) -> list[ExaminedDatabase]:
    """All that stand for a database and carry a mark."""
    marked = session.ask(
        "select table_name, table_comment from information_schema.tables "
        "where table_schema = database() and table_type = 'BASE TABLE' and engine = 'InnoDB' "
        "and left(table_name, char_length(?)) = ? and right(table_name, char_length(?)) = ?",
        *(DATABASE_PREFIX, DATABASE_PREFIX, MARKER_TABLE, MARKER_TABLE),
    )
    where, found = prepared_place(session), []
    for name, mark in marked:
        identifier = str(mark).removeprefix(FORMAT).rpartition(":")[0]
        database = database_name(identifier) if identifier else str(name)
        if str(name) == prefix_of(database) + MARKER_TABLE:
            drop = partial(drop_tables, session, database)
            found.append(ExaminedDatabase(database, where, str(mark), drop=drop))
    return found
