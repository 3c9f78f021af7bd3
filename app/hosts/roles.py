"""Rights in a shared store: three roles, row-level security, and a login for each host.

A host is identified by the user it logged in as (`session_user`, which `SET ROLE` does not change).
It reads its own shares and the campaigns that it created for them, and may change these campaigns
while their share is taken. Everything else goes through functions that run as the store's owner.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sqlalchemy import Connection, Table, text

from app.results.database.migrate import VERSION_TABLE
from app.results.database.models import Base
from engines.contract.errors import InputError
from engines.contract.message import phrase

COORDINATOR, HOST, VIEWER = "coordinator", "host", "viewer"
LOGINS = (COORDINATOR, VIEWER)
_MARK = "made by Cipherbench"
_MARK_OF_LOGIN = "made by Cipherbench, with a password"
"""Comments on roles: which of them are ours, and have been given a password."""
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")

_CAMPAIGNS_TABLE = "campaigns"


def check_name(name: str) -> None:
    """Raises: InputError for what is no name of a host"""
    if not _NAME.fullmatch(name) or name in (*LOGINS, HOST, "all") or name.startswith("pg_"):
        raise InputError(
            phrase("Invalid host name"),
            phrase("“{name}” cannot be the name of a host."),
            phrase("Use lower-case letters, digits, “-” and “_”, such as rack1."),
            name=name,
        )


def make_roles(connection: Connection) -> None:
    """Create the three roles, if missing, and grant their rights.

    Raises: InputError where a role of that name is somebody else's
    """
    for name in (HOST, *LOGINS):
        _make_role(connection, name, login=name != HOST)
    for statement in (*_rights(), *_policies()):
        connection.exec_driver_sql(statement)


def revoke_public_rights(connection: Connection) -> None:
    """Revoke the right of PUBLIC to create tables and large objects, in a database that holds
    nothing but a store; one that holds more is left to its owner."""
    tables = [*Base.metadata.tables, VERSION_TABLE]
    if not connection.scalar(text(_ONLY_OURS), {"tables": tables}):
        return
    for statement in _CLOSED:
        connection.exec_driver_sql(statement)
    if connection.scalar(text(_IS_SUPERUSER)):
        connection.exec_driver_sql(_NO_LARGE_OBJECTS)


_ONLY_OURS = """
    SELECT pg_catalog.pg_get_userbyid(datdba) = current_user AND NOT EXISTS (
        SELECT FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = relnamespace
        WHERE relkind IN ('r', 'p', 'v', 'm', 'f')
        AND nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast', 'hosts', 'queue')
        AND NOT (nspname = 'public' AND relname = ANY (:tables))
    ) FROM pg_catalog.pg_database WHERE datname = current_database()
"""
_IS_SUPERUSER = "SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user"
_NO_LARGE_OBJECTS = """
    DO $$ DECLARE each regprocedure; BEGIN
        FOR each IN SELECT oid FROM pg_catalog.pg_proc
            WHERE pronamespace = 'pg_catalog'::regnamespace
            AND (proname ~ '^lo_' OR proname IN ('loread', 'lowrite'))
        LOOP EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', each); END LOOP;
    END $$
"""
"""Large objects have no owner's rights by row: any login could fill the disk with them."""
_CLOSED = (
    "DO $$ BEGIN EXECUTE format('REVOKE CREATE, TEMPORARY ON DATABASE %I FROM PUBLIC', "
    "current_database()); END $$",
    "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
)


def create_login(connection: Connection, name: str) -> None:
    """Create a host's login role, without a password yet.

    Raises: InputError
    """
    check_name(name)
    _make_role(connection, name, login=True)
    connection.exec_driver_sql(f'GRANT {HOST} TO "{name}"')


def has_password(connection: Connection, name: str) -> bool:
    """Whether a role that we created was given a password."""
    return _comment(connection, name) == _MARK_OF_LOGIN


def set_password(connection: Connection, name: str, password: str) -> None:
    """Set a role's password; the server receives only its SCRAM verifier."""
    driver = connection.connection.driver_connection
    assert driver is not None
    verifier = driver.pgconn.encrypt_password(password.encode(), name.encode(), b"scram-sha-256")
    connection.exec_driver_sql(f"ALTER ROLE \"{name}\" PASSWORD '{verifier.decode()}'")
    connection.exec_driver_sql(f"COMMENT ON ROLE \"{name}\" IS '{_MARK_OF_LOGIN}'")


def _make_role(connection: Connection, name: str, *, login: bool) -> None:
    known = _comment(connection, name)
    if known is None:
        kind = "LOGIN" if login else "NOLOGIN"
        connection.exec_driver_sql(f'CREATE ROLE "{name}" {kind}')
        connection.exec_driver_sql(f"COMMENT ON ROLE \"{name}\" IS '{_MARK}'")
    elif known not in (_MARK, _MARK_OF_LOGIN):
        raise InputError(
            phrase("Role not ours"),
            phrase("The server already has a role “{name}” that Cipherbench did not make."),
            phrase("Choose another name for the host, or another server for the store."),
            name=name,
        )


def _comment(connection: Connection, name: str) -> str | None:
    """What a role's comment says; None where there is no such role."""
    query = (
        "SELECT coalesce(pg_catalog.shobj_description(oid, 'pg_authid'), '') "
        "FROM pg_catalog.pg_roles WHERE rolname = :name"
    )
    message: str | None = connection.scalar(text(query), {"name": name})
    return message


def _rights() -> Iterator[str]:
    """GRANT and REVOKE on tables, functions and sequences; rows are restricted by `_policies`."""
    tables = ", ".join(f"public.{each}" for each in Base.metadata.tables)
    yield (
        f"DO $$ BEGIN EXECUTE format('GRANT CONNECT ON DATABASE %I TO {COORDINATOR}, {HOST}, "
        f"{VIEWER}', current_database()); END $$"
    )
    yield f"GRANT USAGE ON SCHEMA public, hosts, queue TO {COORDINATOR}, {HOST}, {VIEWER}"
    yield f"GRANT SELECT ON public.{VERSION_TABLE} TO {COORDINATOR}, {HOST}, {VIEWER}"
    yield f"GRANT SELECT ON {tables} TO {VIEWER}"
    yield f"GRANT SELECT, INSERT, UPDATE, DELETE ON {tables} TO {COORDINATOR}"
    yield f"REVOKE UPDATE, DELETE, TRUNCATE ON {tables} FROM {HOST}"
    yield f"GRANT SELECT, INSERT ON {tables} TO {HOST}"
    yield from _rights_to_change()
    yield f"REVOKE INSERT ON public.{_CAMPAIGNS_TABLE} FROM {HOST}"
    # Its id is the sequence's: whoever chooses one could have another's campaign adopted.
    names = [each.name for each in Base.metadata.tables[_CAMPAIGNS_TABLE].columns]
    free = ", ".join(f'"{each}"' for each in names if each != "id")
    yield f"GRANT INSERT ({free}) ON public.{_CAMPAIGNS_TABLE} TO {HOST}"
    yield f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA public, queue TO {COORDINATOR}, {HOST}"
    yield f"GRANT SELECT ON ALL TABLES IN SCHEMA hosts TO {COORDINATOR}, {HOST}, {VIEWER}"
    yield f"REVOKE SELECT ON hosts.holders FROM {COORDINATOR}, {HOST}, {VIEWER}"
    columns = "token, host, plan, seed, part, parts, batch, campaign_id"
    yield f"GRANT INSERT ({columns}) ON hosts.shares TO {COORDINATOR}"
    yield "REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA hosts FROM PUBLIC"
    yield f"GRANT EXECUTE ON FUNCTION hosts.claim(integer), hosts.unclaim(integer) TO {COORDINATOR}"
    yield f"GRANT EXECUTE ON FUNCTION hosts.claimed(integer) TO {COORDINATOR}, {HOST}, {VIEWER}"
    for function in _OF_HOSTS:
        yield f"GRANT EXECUTE ON FUNCTION hosts.{function} TO {HOST}"
    for function in _OF_LOADS:
        yield f"GRANT EXECUTE ON FUNCTION hosts.{function} TO {HOST}"
    yield f"GRANT EXECUTE ON FUNCTION hosts.withdraw(uuid) TO {COORDINATOR}"
    yield f"GRANT EXECUTE ON FUNCTION hosts.mine(integer), hosts.open(integer) TO {HOST}"
    # The queue's own functions run as their caller.
    yield f"GRANT SELECT, INSERT ON queue.procrastinate_jobs TO {COORDINATOR}"
    yield f"GRANT SELECT ON queue.procrastinate_jobs TO {HOST}"
    yield (
        f"GRANT UPDATE (status, worker_id, attempts, abort_requested) ON queue.procrastinate_jobs "
        f"TO {HOST}"
    )
    yield f"GRANT SELECT, INSERT ON queue.procrastinate_events TO {COORDINATOR}, {HOST}"
    yield f"GRANT SELECT, INSERT, UPDATE (last_heartbeat) ON queue.procrastinate_workers TO {HOST}"


def _rights_to_change() -> Iterator[str]:
    """A host may update columns of its rows, and deletes by functions: a right to update a whole
    table or to delete from it would include locking it against everybody."""
    for name, table in Base.metadata.tables.items():
        free = ", ".join(f'"{each.name}"' for each in table.columns if not each.primary_key)
        yield f"GRANT UPDATE ({free}) ON public.{name} TO {HOST}"
    for name in DISCARDABLE_TABLES:
        _, changeable = _host_conditions(Base.metadata.tables[name])
        yield (
            f"CREATE OR REPLACE FUNCTION hosts.discard_{name}(wanted integer) RETURNS void "
            "LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$ "
            f"DELETE FROM public.{name} WHERE id = wanted AND {changeable} $$"
        )
        yield f"REVOKE EXECUTE ON FUNCTION hosts.discard_{name}(integer) FROM PUBLIC"
        yield f"GRANT EXECUTE ON FUNCTION hosts.discard_{name}(integer) TO {HOST}"


DISCARDABLE_TABLES = ("runs", "operations", "probe_samples", "evidence")
"""Tables in which a campaign deletes rows, of runs that are repeated or dropped."""
_OF_HOSTS = (
    "hold_name()",
    "claim(integer)",
    "unclaim(integer)",
    "join(jsonb)",
    "beat()",
    "take(uuid)",
    "finish(uuid, text, jsonb)",
)
_OF_LOADS = (
    "ready(uuid, text, integer, integer, double precision)",
    "status(uuid, text, integer, integer)",
    "others(uuid)",
    "break_off(uuid, text, text, text)",
    "tell(uuid, text, integer, integer, integer, double precision, jsonb)",
    "reported(uuid, text, integer, integer, integer)",
)
"""Functions by which hosts coordinate a load."""


def _policies() -> Iterator[str]:
    for name, table in Base.metadata.tables.items():
        own, changeable = _host_conditions(table)
        where = f"public.{name}"
        yield from _enable_row_security(where)
        yield _policy(where, COORDINATOR, "ALL", "true", "true")
        yield _policy(where, VIEWER, "SELECT", "true")
        yield _policy(where, HOST, "SELECT", own)
        yield _policy(where, HOST, "INSERT", "", changeable)
        yield _policy(where, HOST, "UPDATE", changeable, changeable)
    yield from _policies_of_shares()
    yield from _policies_of_queue()


def _host_conditions(table: Table) -> tuple[str, str]:
    """SQL conditions on the rows that a host may read and change: all foreign keys of the latter
    lead to campaigns of its own."""
    if table.name == _CAMPAIGNS_TABLE:
        return "hosts.mine(id)", "hosts.open(id)"
    keys = [each.parent.name for each in table.foreign_keys]
    written = [_leads_to_own(table, key, " AND s.state = 'taken'") for key in sorted(keys)]
    seen = "campaign_id" if "campaign_id" in keys else keys[0]
    return _leads_to_own(table, seen, ""), " AND ".join(written)


def _leads_to_own(table: Table, key: str, state: str) -> str:
    """The condition that a foreign key leads to a campaign of the host's own, or is null."""
    rows = f"{key} IN ({_own_keys(table, key, state)})"
    return f"({key} IS NULL OR {rows})" if table.c[key].nullable else rows


def _own_keys(table: Table, key: str, state: str) -> str:
    if key == "campaign_id":
        return f"SELECT s.campaign_id FROM hosts.shares s WHERE s.host = session_user{state}"
    parent = next(each.column.table for each in table.foreign_keys if each.parent.name == key)
    above = next(iter(parent.foreign_keys)).parent.name
    identity = next(iter(parent.primary_key)).name
    return (
        f"SELECT {identity} FROM public.{parent.name} "
        f"WHERE {above} IN ({_own_keys(parent, above, state)})"
    )


def _policies_of_shares() -> Iterator[str]:
    for name in ("coordinator", "hosts", "shares", "rounds", "loads", "counted"):
        where = f"hosts.{name}"
        yield from _enable_row_security(where)
        yield _policy(where, COORDINATOR, "ALL", "true", "true")
        yield _policy(where, VIEWER, "SELECT", "true")
    yield _policy("hosts.coordinator", HOST, "SELECT", "true")
    yield _policy("hosts.hosts", HOST, "SELECT", "name = session_user")
    yield _policy("hosts.shares", HOST, "SELECT", "host = session_user")


def _policies_of_queue() -> Iterator[str]:
    jobs, events, workers = (
        f"queue.procrastinate_{each}" for each in ("jobs", "events", "workers")
    )
    own = "queue_name = session_user"
    of_own = "job_id IN (SELECT id FROM queue.procrastinate_jobs)"
    for where in (jobs, events, workers):
        yield from _enable_row_security(where)
        yield _policy(where, COORDINATOR, "ALL", "true", "true")
    yield _policy(jobs, HOST, "SELECT", own)
    yield _policy(jobs, HOST, "UPDATE", own, own)
    yield _policy(events, HOST, "ALL", of_own, of_own)
    yield _policy(workers, HOST, "ALL", "owner = session_user", "owner = session_user")


def _enable_row_security(table: str) -> Iterator[str]:
    yield f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY"


def _policy(table: str, role: str, command: str, seen: str, written: str = "") -> str:
    name = f"{role}_{command.lower()}"
    using = f" USING ({seen})" if seen else ""
    check = f" WITH CHECK ({written})" if written else ""
    return (
        f"DROP POLICY IF EXISTS {name} ON {table}; "
        f"CREATE POLICY {name} ON {table} FOR {command} TO {role}{using}{check}"
    )
