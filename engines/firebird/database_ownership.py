"""What tells whether Cipherbench created a Firebird database (`engines.base.ownership` decides):
its owner, age and comment.

All three are in tables of the system, which nobody can replace or give triggers to. The database
is entered without its triggers.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import cast

from engines.base.ownership import ExaminedDatabase, sign
from engines.contract.message import NOTHING, phrase
from engines.firebird.session import FirebirdSession, text_literal


def examine(session: FirebirdSession, database: str) -> ExaminedDatabase:
    """The database that the session is in, with its mark and its owner."""
    owner, user, mark = session.fetch(
        "select trim(mon$owner), trim(current_user), rdb$description "
        "from mon$database cross join rdb$database"
    )[0]
    return ExaminedDatabase(
        database,
        place=_database_identity(session),
        mark=None if mark is None else str(mark),
        foreign=NOTHING if owner == user else phrase("it belongs to the user {owner}", owner=owner),
        drop=session.drop,
    )


def mark_database(session: FirebirdSession, engine: str, database: str, identifier: str) -> None:
    """Sign the database that the session is in as created by Cipherbench."""
    signed = sign(engine, _database_identity(session), database, identifier)
    session.execute(f"comment on database is {text_literal(signed)}")


def _database_identity(session: FirebirdSession) -> str:
    """The path of its file and when it was made; from Firebird 4.0 on that has a time zone."""
    asked = "select mon$database_name, mon$creation_date from mon$database"
    path, made = cast("tuple[str, datetime]", session.fetch(asked)[0])
    if made.tzinfo is not None:
        made = made.astimezone(UTC).replace(tzinfo=None)
    return f"{made} {path}"
