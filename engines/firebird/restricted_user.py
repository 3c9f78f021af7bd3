"""The user that a campaign's statements work as on a Firebird that Cipherbench started: it owns
nothing but what it creates. And what rights a login on a server that is not ours has too many.

A server has its users' passwords in a file of ours. The embedded engine asks for no password, and
a user there is only a name: it may do what was granted to that name alone, but EXECUTE STATEMENT
could work as another, SYSDBA, in the same database. A trigger refuses administrators there; ours
enter without triggers (`open_connection`), for which no statement can ask.
"""

from __future__ import annotations

import secrets

from engines.base.ownership import MARKER_TABLE, login_of
from engines.firebird.session import FirebirdSession, text_literal

_PASSWORD_BYTES = 10
"""SRP takes 20 characters."""

_RIGHTS = ("create table", "create function")
"""Functions as well, since some ciphers take padding away by one."""


def user_of(database: str) -> str:
    return login_of(database).upper()


def confine(admin: FirebirdSession, database: str, *, has_logins: bool) -> str | None:
    """Let the user of the database that `admin` is in work there: with logins, create it and return
    its password; without, in the embedded engine, bar administrators by a trigger, and return None.

    Raises: StatementFailed
    """
    user, password = user_of(database), None
    if has_logins:
        password = secrets.token_hex(_PASSWORD_BYTES)
        admin.execute(
            f"create or alter user {user} password {text_literal(password)} using plugin Srp"
        )
    else:
        for statement in _NO_ADMINISTRATORS:
            admin.execute(statement)
    for right in (*_RIGHTS, f"select on {MARKER_TABLE}"):
        admin.execute(f"grant {right} to user {user}")
    return password


_NO_ADMINISTRATORS = (
    "create or alter exception cipherbench_refused 'No statement enters as an administrator'",
    "create or alter trigger cipherbench_entrance on connect as begin "
    "if (current_user = 'SYSDBA' or current_role = 'RDB$ADMIN') then "
    "exception cipherbench_refused; end",
)


def excess_powers(session: FirebirdSession) -> tuple[str, ...]:
    """The administrators (SYSDBA, RDB$ADMIN) that a session's user and role are: of a login on a
    server that is not ours, which a workload file's statements should not be.

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
