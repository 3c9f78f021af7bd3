"""The login that a campaign's statements have on servers that we start: its database's name is its
own, and there is nothing else that it may do. And what rights a login on a server that is not ours
has too many.

It owns nothing but what it creates. The database, its schema and extensions stay ours: their owner
could bring in other languages, or put its own functions before those that an administrator calls.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from base64 import b64encode

from engines.base.ownership import MARKER_TABLE
from engines.postgresql.session import PostgresSession

_PASSWORD_BYTES = 32

_RIGHTS = "login nosuperuser nocreatedb nocreaterole noreplication nobypassrls noinherit"

_LISTENING = (
    "log_min_duration_statement",
    "log_min_messages",
    "log_parameter_max_length",
    "lc_messages",
)
"""Settings by which a session hears of its own statements' phases (`phases.py`)."""

_PARAMETERS_SINCE = 150_000
"""The version that added GRANT … ON PARAMETER."""

_LOCK = "select pg_catalog.pg_advisory_xact_lock(22093000017)"
"""One at a time: two that change one entry of a shared catalogue disturb each other."""

INSIDE = (
    # Nobody but our login enters the database.
    "grant create on schema public to public",
    f"grant select on public.{MARKER_TABLE} to public",
    # Files of the server are out of reach; so is what would lie there without any table.
    "revoke execute on function lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) "
    "from public",
)
"""What is carried out in a database of ours before a statement of others' runs there."""


def confine(admin: PostgresSession, database: str, mark: str) -> str:
    """Create the login of a database, marked, or give the one that is there another password, which
    is returned.

    Raises: StatementFailed
    """
    name, password = admin.quoted(database), secrets.token_hex(_PASSWORD_BYTES)
    rights = f"{_RIGHTS} password {admin.literal(verifier(password))}"
    if admin.ask("select 1 from pg_roles where rolname = $1", database):
        admin.execute(f"alter role {name} {rights}")
        return password
    statements = [
        _LOCK,
        f"create role {name} {rights}",
        f"comment on role {name} is {admin.literal(mark)}",
        f"grant connect, temporary on database {name} to {name}",
    ]
    if admin.connection.info.server_version >= _PARAMETERS_SINCE:
        statements.append(f"grant set on parameter {', '.join(_LISTENING)} to {name}")
    admin.execute("; ".join(statements))  # all of them or none
    return password


_POWERS = """
    select case when rolsuper then 'superuser' else rolname::text end from pg_roles
    where rolname = session_user and rolsuper
        or rolname = any(array['pg_read_server_files', 'pg_write_server_files',
            'pg_execute_server_program', 'pg_read_all_data', 'pg_write_all_data'])
        and not (select rolsuper from pg_roles where rolname = session_user)
        and pg_has_role(session_user, oid, 'member')
    order by 1"""


def excess_powers(admin: PostgresSession) -> tuple[str, ...]:
    """What a login on a server that is not ours may do that statements of a workload file
    should not.

    Raises: StatementFailed
    """
    return tuple(str(name) for (name,) in admin.ask(_POWERS))


def release(admin: PostgresSession, login: str) -> None:
    """Drop the login of a database that is gone, and with it what it was granted.

    Raises: StatementFailed
    """
    name = admin.quoted(login)
    admin.execute(f"{_LOCK}; drop owned by {name}; drop role {name}")


def verifier(password: str) -> str:
    """What the server keeps of a password (RFC 5803): statements and logs never have it itself.

    One round: nobody guesses a random password of 32 bytes from its digest, and more rounds would
    be measured with each connection.
    """
    salt, rounds = os.urandom(16), 1
    salted = hashlib.pbkdf2_hmac("sha256", password.encode(), salt, rounds)
    stored_key = hashlib.sha256(hmac.digest(salted, b"Client Key", "sha256")).digest()
    server = hmac.digest(salted, b"Server Key", "sha256")
    salt64, stored64, server64 = (b64encode(each).decode() for each in (salt, stored_key, server))
    return f"SCRAM-SHA-256${rounds}:{salt64}${stored64}:{server64}"
