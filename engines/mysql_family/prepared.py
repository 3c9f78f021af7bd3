"""A database that was prepared for a login that may create none: we work in tables there whose
names begin alike, for each database of ours in another way. The mark is the comment of one of
them; all are dropped by their names, and nothing else in the database is touched.
"""

from __future__ import annotations

from functools import partial

from engines.base.ownership import (
    DATABASE_PREFIX,
    FORMAT,
    MARKER_TABLE,
    Sighting,
    database_name,
    sign,
)
from engines.contract.errors import NotPermitted
from engines.mysql_family.prefixed import prefix_of
from engines.mysql_family.session import FamilySession


def is_prepared(session: FamilySession, tried: str) -> bool:
    """Whether the login may create no database, but tables in the one that was entered: both are
    tried, under names of ours."""
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
    mark = session.literal(sign(engine, place(session), database, identifier))
    session.execute(
        f"create table {MARKER_TABLE} (id varchar(64) not null primary key) engine=InnoDB "
        f"comment {mark}"
    )
    session.ask(f"insert into {MARKER_TABLE} values (?)", identifier)


def drop_tables(session: FamilySession, database: str) -> None:
    """Drop all that begin so, that with the mark last.

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


def place(session: FamilySession) -> str:
    """What tells a database on this server from all others."""
    return f"{session.place()} {session.database()}"


def removal(database: str) -> str:
    """How somebody removes them by hand."""
    return f"DROP TABLE … -- {prefix_of(database)}*"


def tables_named(session: FamilySession, database: str) -> Sighting | None:
    """What is said of the tables of one database of ours; None where there are none."""
    found = [each for each in tables_marked(session) if each.database == database]
    return found[0] if found else None


def tables_marked(session: FamilySession) -> list[Sighting]:
    """What is said of all that carry a mark."""
    marked = session.ask(
        "select table_name, table_comment from information_schema.tables "
        "where table_schema = database() and table_type = 'BASE TABLE' and engine = 'InnoDB' "
        "and left(table_name, char_length(?)) = ? and right(table_name, char_length(?)) = ?",
        *(DATABASE_PREFIX, DATABASE_PREFIX, MARKER_TABLE, MARKER_TABLE),
    )
    where, found = place(session), []
    for name, mark in marked:
        identifier = str(mark).removeprefix(FORMAT).rpartition(":")[0]
        database = database_name(identifier) if identifier else str(name)
        if str(name) == prefix_of(database) + MARKER_TABLE:
            drop = partial(drop_tables, session, database)
            found.append(Sighting(database, where, str(mark), drop=drop))
    return found
