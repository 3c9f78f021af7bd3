"""The login that a campaign's statements have on servers that Cipherbench starts: with the rights
on one database that work in its tables requires, and no other. And what rights a login on a server
that is not ours has too many."""

from __future__ import annotations

import secrets

from engines.base.ownership import login_of
from engines.mysql_family.session import FamilySession

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
