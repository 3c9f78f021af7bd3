"""Prepares a PostgreSQL database as a store that several hosts share: schema, queue, roles,
logins."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from types import ModuleType

from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import OperationalError

from app.hosts.facts import facts_of_this_machine
from app.hosts.roles import (
    LOGINS,
    create_login,
    has_password,
    make_roles,
    revoke_public_rights,
    set_password,
)
from app.hosts.store_login import StoreLogin, readable_login_errors
from app.results.database.store_connection import make_engine, store_url
from app.results.store.store import open_store
from app.system.password_sources import password_in_environment
from engines.contract.errors import InputError
from engines.contract.message import phrase
from engines.contract.secrecy import register_secret


@dataclass(frozen=True)
class NewPassword:
    """The password that a role was given; `is_generated`: by us, so that the user must be shown
    it."""

    role: str
    password: str = field(repr=False)
    is_generated: bool


def prepare_store(url: str, hosts: Collection[str]) -> list[NewPassword]:
    """Create schema, roles and the logins of `hosts` where missing; returns new passwords.

    Hosts may be running. Row policies are created anew, which locks tables in another order than
    hosts do: if PostgreSQL ends this transaction for a deadlock, it is retried.

    Raises: InputError
    """
    with readable_login_errors(StoreLogin(store_url(url))):
        open_store(url, write=True).close()
        for left in reversed(range(_ATTEMPTS)):
            try:
                return _prepare(url, hosts)
            except OperationalError as error:
                if not left or getattr(error.orig, "sqlstate", "") not in _LOCK_CONFLICTS:
                    raise
    raise AssertionError


_ATTEMPTS = 5
_LOCK_CONFLICTS = ("40P01", "55P03")
"""PostgreSQL's codes for a deadlock and for a lock that was not available in time."""


def _prepare(url: str, hosts: Collection[str]) -> list[NewPassword]:
    queue = queue_library().schema.SchemaManager.get_schema()
    with _owner_connection(url) as connection:
        if not inspect(connection).has_schema("hosts"):
            connection.exec_driver_sql(files("app.hosts").joinpath("schema.sql").read_text())
            _make_queue(connection, queue)
        make_roles(connection)
        revoke_public_rights(connection)
        _store_facts(connection)
        for name in hosts:
            create_login(connection, name)
        return [
            _set_new_password(connection, name)
            for name in (*LOGINS, *hosts)
            if not has_password(connection, name) or password_in_environment(name) is not None
        ]


def _make_queue(connection: Connection, tables: str) -> None:
    """Create Procrastinate's `tables` in a schema of their own, with an owner for each worker."""
    connection.exec_driver_sql("CREATE SCHEMA queue")
    connection.exec_driver_sql("SET LOCAL search_path = queue")
    connection.exec_driver_sql(tables)
    connection.exec_driver_sql(
        "ALTER TABLE procrastinate_workers ADD owner text NOT NULL DEFAULT session_user"
    )
    connection.exec_driver_sql(_OWN_WORKERS)
    connection.exec_driver_sql("SET LOCAL search_path = public")


_OWN_WORKERS = """
    CREATE OR REPLACE FUNCTION queue.procrastinate_unregister_worker_v1(worker_id bigint)
    RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        DELETE FROM queue.procrastinate_workers WHERE id = worker_id AND owner = session_user
    $$;
    CREATE OR REPLACE FUNCTION
        queue.procrastinate_prune_stalled_workers_v1(seconds_since_heartbeat float)
    RETURNS TABLE (worker_id bigint)
    LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        DELETE FROM queue.procrastinate_workers
        WHERE last_heartbeat < now() - seconds_since_heartbeat * interval '1 s'
            AND owner = session_user
        RETURNING id
    $$;
"""
"""By these functions a host removes its own workers without a right to delete, which would include
locking the table."""


def _store_facts(connection: Connection) -> None:
    connection.exec_driver_sql("DELETE FROM hosts.coordinator")
    connection.execute(
        text("INSERT INTO hosts.coordinator (facts) VALUES (CAST(:facts AS jsonb))"),
        {"facts": json.dumps(facts_of_this_machine().to_json())},
    )


def _set_new_password(connection: Connection, role: str) -> NewPassword:
    chosen = password_in_environment(role)
    password = chosen or secrets.token_urlsafe(18)
    register_secret(password)
    set_password(connection, role, password)
    return NewPassword(role, password, is_generated=chosen is None)


@contextmanager
def _owner_connection(url: str) -> Iterator[Connection]:
    place = store_url(url)
    engine = make_engine(place, write=True)
    try:
        as_owner = engine.execution_options(no_parameters=True)  # several statements in one text
        with as_owner.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def queue_library() -> ModuleType:
    """The package, with the modules of it that we use.

    Raises: InputError where it is missing
    """
    try:
        import procrastinate
        import procrastinate.schema
    except ImportError as error:
        raise InputError(
            phrase("Queue not installed"),
            phrase("Several machines need the package procrastinate, which is not installed."),
            phrase("Install it: `pip install 'cipherbench[hosts]'`."),
        ) from error
    return procrastinate
