"""PostgreSQL as an engine: databases, tables, capabilities."""

from __future__ import annotations

import os
import time
from contextlib import suppress

from engines.capability import Capabilities, Cipher
from engines.catalogue import Catalogue
from engines.contract import DATABASE_PREFIX, MARKER_TABLE, Engine, database_name, settings_from
from engines.data_place import DataPlace
from engines.ddl import create_statements
from engines.diagnosis import Finding
from engines.endpoint import Endpoint
from engines.errors import CipherbenchError, ServerUnavailable, StatementFailed
from engines.postgresql import DEFAULT_MODE
from engines.postgresql.connection import (
    CREATE_PGCRYPTO,
    may_have_pgcrypto,
    open_connection,
    pgcrypto_findings,
)
from engines.postgresql.container import RECIPE
from engines.postgresql.places import places
from engines.postgresql.sealer import PgcryptoSealer, pgcrypto_sealer, try_ciphers
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
    default_mode = DEFAULT_MODE
    catalogue = Catalogue(
        databases="select datname from pg_database where datallowconn and not datistemplate "
        "and has_database_privilege(datname, 'connect')",
        columns="select table_schema, table_name, column_name from information_schema.columns "
        "where table_schema not in ('pg_catalog', 'information_schema') and data_type in "
        "('bytea', 'text', 'character varying', 'character') "
        "order by table_schema, table_name, ordinal_position",
    )
    container = RECIPE
    default_port = 5432
    grant_hint = "An administrator allows it: ALTER ROLE … CREATEDB."

    def connect(self, endpoint: Endpoint, database: str | None = None) -> PostgresSession:
        return PostgresSession(open_connection(endpoint, database))

    def diagnose(self, endpoint: Endpoint) -> list[Finding]:
        try:
            with self.connect(endpoint) as session:
                findings = pgcrypto_findings(session)
        except CipherbenchError as error:
            return [Finding(error)]
        return [*findings, *super().diagnose(endpoint)]

    def remedy(self, endpoint: Endpoint, name: str) -> None:
        if name != CREATE_PGCRYPTO:
            super().remedy(endpoint, name)
        with self.connect(endpoint) as session:
            session.execute(CREATE_EXTENSION)

    def probe(self, endpoint: Endpoint) -> Capabilities:
        started = time.perf_counter()
        with self.connect(endpoint) as session:
            version = str(session.fetch("show server_version")[0][0]).split()[0]
            names = ", ".join(f"'{name}'" for name in _SETTINGS)
            settings = session.fetch(
                f"select name, current_setting(name) from pg_settings where name in ({names})"
            )
            native, refused = self._ciphers(endpoint, session)
        return Capabilities(
            version, native, refused, settings_from(settings), time.perf_counter() - started
        )

    def _ciphers(
        self, endpoint: Endpoint, session: PostgresSession
    ) -> tuple[frozenset[Cipher], dict[Cipher, str]]:
        """What pgcrypto does, asked in a database of our own where this one may not have it."""
        if may_have_pgcrypto(session):
            return try_ciphers(session.connection)
        try:
            own = self.create_database(endpoint, f"probe_{os.urandom(4).hex()}")
        except StatementFailed:
            return try_ciphers(session.connection)  # refused, in the server's words
        try:
            with self.connect(endpoint, own) as inside:
                return try_ciphers(inside.connection)
        finally:
            self.drop_database(endpoint, own)

    def native_sealer(
        self, protection: Protection, keying: Keying, *, text_columns: bool = False
    ) -> Sealer:
        cipher = Cipher(
            protection.algorithm or "", protection.bits or 0, protection.mode or self.default_mode
        )
        return pgcrypto_sealer(cipher, keying, text_columns=text_columns)

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
            try:
                self._mark(endpoint, name, identifier)
            except CipherbenchError:
                with suppress(CipherbenchError):  # nobody would know it as ours
                    _drop(admin, name)
                raise
        return name

    def _mark(self, endpoint: Endpoint, database: str, identifier: str) -> None:
        with self.connect(endpoint, database) as inside:
            inside.execute(f"create table {MARKER_TABLE} (id text not null)")
            inside.execute(f"insert into {MARKER_TABLE} values ('{identifier}')")
            with suppress(StatementFailed):  # without it there is no native encryption, and no more
                inside.execute(CREATE_EXTENSION)

    def drop_database(self, endpoint: Endpoint, database: str) -> None:
        with self.connect(endpoint) as admin:
            if self._marker(endpoint, database) is not None:
                _drop(admin, database)

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

    def data_directory(self, endpoint: Endpoint) -> str | None:
        with self.connect(endpoint) as admin, suppress(StatementFailed):  # it takes a privilege
            return str(admin.fetch("show data_directory")[0][0])
        return None

    def data_places(self, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
        with self.connect(endpoint) as admin:
            return places(admin, endpoint, database)

    def settle(self, endpoint: Endpoint, database: str) -> None:
        with self.connect(endpoint) as admin, suppress(StatementFailed):  # it takes a privilege
            admin.execute("checkpoint")

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


CREATE_EXTENSION = "create extension if not exists pgcrypto"

_FORCE_SINCE = 130_000
"""The version from which on DROP DATABASE ends sessions by itself."""


def _drop(admin: PostgresSession, database: str) -> None:
    if admin.connection.info.server_version >= _FORCE_SINCE:
        admin.execute(f'drop database if exists "{database}" with (force)')
        return
    admin.fetch(
        f"select pg_terminate_backend(pid) from pg_stat_activity where datname = '{database}'"
    )
    deadline = time.monotonic() + 5.0
    while True:
        try:
            admin.execute(f'drop database if exists "{database}"')
            return
        except StatementFailed:  # those that were ended have not all left
            if time.monotonic() > deadline:
                raise
        time.sleep(0.05)


def _type(column: Column, sealer: Sealer) -> str:
    if column.protected and sealer.changes_values:
        holds_hex = isinstance(sealer, PgcryptoSealer) and sealer.text_columns
        return "text" if holds_hex else "bytea"
    return TYPES[column.type]
