"""Settings that every session sets for itself, whatever role, database, server and environment say.

They are put into the catalogue for the database that we create, where they stand above all that was
set for the role, the database or the server. So they hold from the first statement, cost no round
trip, and hold behind a pooler that deals transactions to sessions: a SET there would reach sessions
of others.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from engines.postgresql.session import PostgresSession

PINS: Mapping[str, str] = {
    "search_path": "public",
    "row_security": "on",
    "session_replication_role": "origin",
    "default_transaction_isolation": "read committed",
    "default_transaction_read_only": "off",
    "default_transaction_deferrable": "off",
    "statement_timeout": "0",
    "lock_timeout": "0",
    "transaction_timeout": "0",
    "idle_in_transaction_session_timeout": "0",
    "idle_session_timeout": "0",
    "default_tablespace": "",
    "temp_tablespaces": "",
    "default_table_access_method": "heap",
    "default_toast_compression": "pglz",
    "standard_conforming_strings": "on",
    "backslash_quote": "safe_encoding",
    "bytea_output": "hex",
    "datestyle": "ISO, YMD",
    "intervalstyle": "postgres",
    "timezone": "UTC",
    "extra_float_digits": "1",
    "array_nulls": "on",
    "xmloption": "content",
    "xmlbinary": "base64",
    "transform_null_equals": "off",
    "default_text_search_config": "pg_catalog.simple",
    "lc_messages": "C",
    "lc_monetary": "C",
    "lc_numeric": "C",
    "lc_time": "C",
    "client_min_messages": "notice",
    "quote_all_identifiers": "off",
    "check_function_bodies": "on",
    "gin_fuzzy_search_limit": "0",
}
"""What a server of its version has of them, and this user may set. The encoding is asked for when a
connection begins."""

_MAY_BE_SET = """
    select lower(name) from pg_settings where lower(name) = any(string_to_array($1, ','))
    and (context = 'user' or context = 'superuser'
        and (select rolsuper from pg_roles where rolname = session_user))"""


def pinned(admin: PostgresSession) -> dict[str, str]:
    """Those that this server has and this user may set."""
    found = {name for (name,) in admin.ask(_MAY_BE_SET, ",".join(PINS))}
    return {name: value for name, value in PINS.items() if name in found}


def pin_database(admin: PostgresSession, database: str, *, managed: bool) -> None:
    """Have every session in a database of ours begin so: of any login on a `managed` server, on
    another one of the login that we have, above whatever was set for it.

    Raises: StatementFailed
    """
    which = f"database {admin.quoted(database)}"
    before: tuple[str, ...] = ()
    if not managed:
        ((login,),) = admin.ask("select session_user::text")
        which = f"role {admin.quoted(str(login))} in {which}"
        # One that works as another role may change its own settings, not that role's.
        before = ("set local role none",)
    setting = (
        f"alter {which} set {name} to {admin.literal(value)}"
        for name, value in pinned(admin).items()
    )
    admin.execute("; ".join((*before, *setting)))


_HINDRANCES = """
    select name from pg_settings where (name, setting) in (
        ('default_transaction_read_only', 'on'), ('default_transaction_deferrable', 'on'))
    or name = any(array['statement_timeout', 'lock_timeout', 'transaction_timeout'])
        and setting <> '0'"""


def let_create(admin: PostgresSession) -> None:
    """Have a session create and drop databases whatever was set for its login. Behind a pooler it
    stays as it is: other sessions would get what is set here.

    Raises: StatementFailed
    """
    found = [str(name) for (name,) in admin.ask(_HINDRANCES)]
    if found and not admin.is_pooled:
        admin.execute("; ".join(f"set {name} to {PINS[name]}" for name in found))


_LIBPQ = re.compile(r"PG[A-Z]+")


def forget_environment() -> None:
    """Have libpq find nothing in this process's environment: it would send some of it (PGTZ,
    PGDATESTYLE) behind what we ask for, and look for services (PGSERVICE) that add settings."""
    for name in filter(_LIBPQ.fullmatch, list(os.environ)):
        del os.environ[name]
