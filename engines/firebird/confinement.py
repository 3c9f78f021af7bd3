"""Whom a campaign's statements work as on a Firebird that we started: a user that owns nothing but
what it creates.

A server has its users' passwords in a file of ours. The embedded engine asks for no password, and a
user there is only a name; still it may do what was granted to that name alone.
"""

from __future__ import annotations

import secrets

from engines.base.ownership import MARKER_TABLE, login_of
from engines.firebird.session import FirebirdSession, text_literal

_PASSWORD_BYTES = 10
"""SRP takes 20 characters."""

_RIGHTS = ("create table", "create function")
"""Functions that take padding away belong to some ciphers."""


def user_of(database: str) -> str:
    return login_of(database).upper()


def confine(admin: FirebirdSession, database: str, *, has_logins: bool) -> str | None:
    """Let the user of the database that `admin` is in work there; its password, where it has one.

    Raises: StatementFailed
    """
    user, password = user_of(database), None
    if has_logins:
        password = secrets.token_hex(_PASSWORD_BYTES)
        admin.execute(
            f"create or alter user {user} password {text_literal(password)} using plugin Srp"
        )
    for right in (*_RIGHTS, f"select on {MARKER_TABLE}"):
        admin.execute(f"grant {right} to user {user}")
    return password


def powers_of(session: FirebirdSession) -> tuple[str, ...]:
    """What the user of a session is beyond an owner of databases.

    Raises: StatementFailed
    """
    asked = "select trim(current_user), trim(current_role) from rdb$database"
    return tuple(str(each) for each in session.fetch(asked)[0] if each in _ADMINISTRATORS)


_ADMINISTRATORS = {"SYSDBA", "RDB$ADMIN"}


def release(admin: FirebirdSession, database: str) -> None:
    """Drop the user of a database, if the server has one.

    Raises: StatementFailed
    """
    user = user_of(database)
    if admin.ask("select 1 from sec$users where sec$user_name = ?", user):
        admin.execute(f"drop user {user} using plugin Srp")
