"""PostgreSQL as an engine: databases, tables, capabilities."""

from __future__ import annotations

import time

import psycopg

from engines.capability import Capabilities
from engines.contract import (
    DATABASE_PREFIX,
    MARKER_TABLE,
    Endpoint,
    Engine,
    database_name,
    settings_from,
)
from engines.ddl import create_statements
from engines.errors import ServerUnavailable, StatementFailed, Unsupported
from engines.postgresql.sealer import BLOCK_BYTES, PgcryptoSealer, first_line, try_ciphers
from engines.postgresql.servers import EmbeddedPostgreSQL, LocalPostgreSQL
from engines.postgresql.session import TYPES, PostgresSession
from engines.processes import is_here, parent_if_named
from engines.protection import Keying, Protection
from engines.schema import Column, Schema
from engines.statement import (
    Sealer,
)

_SETTINGS = (
    "shared_buffers", "work_mem", "fsync", "synchronous_commit", "full_page_writes", "wal_level",
    "max_wal_size", "max_connections", "jit", "ssl", "data_checksums", "server_encoding",
)  # fmt: skip


class PostgreSQL(Engine):
    """PostgreSQL with the extension pgcrypto."""

    name = "postgresql"
    title = "PostgreSQL"
    default_mode = "cbc"
    default_port = 5432

    def connect(self, endpoint: Endpoint, database: str | None = None) -> PostgresSession:
        try:
            connection = psycopg.connect(
                host=endpoint.socket or endpoint.host,
                port=endpoint.port,
                user=endpoint.user,
                password=endpoint.password,
                dbname=database or endpoint.database or "postgres",
                connect_timeout=5,
                application_name="cipherbench",
                autocommit=True,
            )
        except psycopg.OperationalError as error:
            raise _unavailable(endpoint, error) from error
        return PostgresSession(connection)

    def probe(self, endpoint: Endpoint) -> Capabilities:
        started = time.perf_counter()
        with self.connect(endpoint) as session:
            version = str(session.fetch("show server_version")[0][0]).split()[0]
            names = ", ".join(f"'{name}'" for name in _SETTINGS)
            settings = session.fetch(
                f"select name, current_setting(name) from pg_settings where name in ({names})"
            )
            native, refused = try_ciphers(session.connection)
        return Capabilities(
            version, native, refused, settings_from(settings), time.perf_counter() - started
        )

    def native_sealer(
        self, protection: Protection, keying: Keying, *, text_columns: bool = False
    ) -> Sealer:
        mode = protection.mode or self.default_mode
        if protection.algorithm not in BLOCK_BYTES:
            raise Unsupported(
                "Unknown algorithm",
                "pgcrypto has no algorithm named “{algorithm}”.",
                algorithm=protection.algorithm,
            )
        return PgcryptoSealer(protection.algorithm, mode, keying, text_columns)

    def schema_statements(self, schema: Schema, sealer: Sealer) -> list[str]:
        return create_statements(
            schema,
            "integer generated always as identity primary key",
            lambda column: _type(column, sealer),
            indexes_foreign_keys=False,
            options=sealer.table_options,
        )

    def create_database(self, endpoint: Endpoint, identifier: str) -> str:
        name = database_name(identifier)
        with self.connect(endpoint) as admin:
            admin.execute(f"create database \"{name}\" encoding 'UTF8' template template0")
        with self.connect(endpoint, name) as inside:
            inside.execute(f"create table {MARKER_TABLE} (id text not null)")
            inside.execute(f"insert into {MARKER_TABLE} values ('{identifier}')")
            inside.execute("create extension if not exists pgcrypto")
        return name

    def drop_database(self, endpoint: Endpoint, database: str) -> None:
        if database not in self.owned_databases(endpoint):
            return
        with self.connect(endpoint) as admin:
            admin.execute(f'drop database if exists "{database}" with (force)')

    def owned_databases(self, endpoint: Endpoint) -> dict[str, str]:
        with self.connect(endpoint) as admin:
            names = admin.fetch(
                f"select datname from pg_database where starts_with(datname, '{DATABASE_PREFIX}')"
            )
        return {
            str(name): marker
            for (name,) in names
            if (marker := self._marker(endpoint, str(name))) is not None
        }

    def server_seconds(self, endpoint: Endpoint, database: str) -> float | None:
        """`pg_stat_database.active_time`, written when a backend ends: so wait for that."""
        admin = self.connect(endpoint)
        try:
            deadline = time.monotonic() + 1.0
            busy = f"select count(*) from pg_stat_activity where datname = '{database}'"
            while admin.fetch(busy)[0][0] and time.monotonic() < deadline:
                time.sleep(0.005)
            found = admin.fetch(
                f"select active_time / 1000 from pg_stat_database where datname = '{database}'"
            )
            return float(str(found[0][0])) if found else None
        except StatementFailed:
            return None  # before PostgreSQL 14 the column does not exist
        finally:
            admin.close()

    def server_pid(self, endpoint: Endpoint) -> int | None:
        if not is_here(endpoint):
            return None
        with self.connect(endpoint) as admin:
            backend = int(str(admin.fetch("select pg_backend_pid()")[0][0]))
            return parent_if_named(backend, "postgres")

    def _marker(self, endpoint: Endpoint, database: str) -> str | None:
        try:
            inside = self.connect(endpoint, database)
        except ServerUnavailable:
            return None
        try:
            return str(inside.fetch(f"select id from {MARKER_TABLE}")[0][0])
        except (StatementFailed, IndexError):
            return None
        finally:
            inside.close()


PostgreSQL.launchers = (EmbeddedPostgreSQL(), LocalPostgreSQL())


def _type(column: Column, sealer: Sealer) -> str:
    if column.protected and sealer.changes_values:
        holds_hex = isinstance(sealer, PgcryptoSealer) and sealer.text_columns
        return "text" if holds_hex else "bytea"
    return TYPES[column.type]


def _unavailable(endpoint: Endpoint, error: psycopg.OperationalError) -> ServerUnavailable:
    said = first_line(error)
    where = endpoint.socket or f"{endpoint.host}:{endpoint.port}"
    if "password" in said or "authentication" in said or "role" in said:
        title, hint = "Not let in", "Check user and password."
    elif "database" in said and "does not exist" in said:
        title, hint = "No such database", "Check the name of the database."
    else:
        title, hint = "Server not reached", "Check that it runs and that host and port are right."
    return ServerUnavailable(
        title, "PostgreSQL at {where} says: {said}.", hint, where=where, said=said.rstrip(".")
    )
