"""PostgreSQL as an engine: databases, tables, capabilities."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial

from engines.base.capability import Capabilities, own_words
from engines.base.diagnosis import Diagnosis
from engines.base.engine import DATABASE_PREFIX, MARKER_TABLE, Engine, database_name, settings_from
from engines.base.ownership import Sighting, all_or_nothing, drop_patiently, sign
from engines.contract.data_place import DataPlace
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError, StatementFailed
from engines.contract.message import Message, phrase
from engines.contract.protection import Cipher, Keying, Protection
from engines.contract.session import Session
from engines.looking.processes import is_here, parent_if_named
from engines.postgresql import DEFAULT_MODE
from engines.postgresql.catalogue import PostgresCatalogue
from engines.postgresql.connection import open_connection, pgcrypto_findings
from engines.postgresql.container import RECIPE
from engines.postgresql.owned import administration, beginning, drop, mark_ours, named
from engines.postgresql.places import places
from engines.postgresql.sealer import pgcrypto_sealer, to_try, try_ciphers
from engines.postgresql.servers import EmbeddedPostgreSQL, LocalPostgreSQL
from engines.postgresql.session import TYPES, PostgresSession
from engines.sql.schema import Dialect
from engines.sql.statement import Sealer

_SETTINGS = (
    "shared_buffers", "work_mem", "fsync", "synchronous_commit", "full_page_writes", "wal_level",
    "max_wal_size", "max_connections", "jit", "ssl", "data_checksums", "server_encoding",
    "block_size", "wal_sync_method", "wal_compression", "commit_delay",
)  # fmt: skip


class PostgreSQL(Engine):
    """PostgreSQL with the extension pgcrypto."""

    name = "postgresql"
    title = "PostgreSQL"
    usual_socket = "/var/run/postgresql"
    drivers = ("psycopg", "libpq")
    harmless_settings = frozenset({"max_connections", "ssl"})
    seals_logs = phrase("PostgreSQL cannot encrypt its write-ahead log.")
    arranged_settings = frozenset({"shared_buffers"})
    default_mode = DEFAULT_MODE
    catalogue = PostgresCatalogue()
    container = RECIPE
    dialect = Dialect(
        "integer generated always as identity primary key",
        TYPES,
        indexes_foreign_keys=False,
        expression_index="create index {name} on {table} (({expression}))",
        statistics="vacuum (analyze) {table}",
    )
    default_port = 5432
    grant_hint = phrase("Ask an administrator for it: ALTER ROLE … CREATEDB.")

    def connect(self, endpoint: Endpoint, database: str | None = None) -> PostgresSession:
        return PostgresSession(open_connection(endpoint, database))

    def _administration(self, endpoint: Endpoint) -> PostgresSession:
        return administration(self.connect(endpoint))

    def diagnose(self, endpoint: Endpoint) -> list[Diagnosis]:
        try:
            with self._administration(endpoint) as session:
                findings = pgcrypto_findings(session)
        except CipherbenchError as error:
            return [Diagnosis(error)]
        return [*findings, *super().diagnose(endpoint)]

    def probe(self, endpoint: Endpoint) -> Capabilities:
        started = time.perf_counter()
        with self._administration(endpoint) as session:
            version = self.version_of(session)
            names = ", ".join(f"'{name}'" for name in _SETTINGS)
            settings = session.fetch(
                f"select name, current_setting(name) from pg_settings where name in ({names})"
            )
        native, refused = self._ciphers(endpoint)
        return Capabilities(
            version, native, refused, settings_from(settings), time.perf_counter() - started
        )

    def version_of(self, session: Session) -> str:
        return str(session.fetch("show server_version")[0][0]).split()[0]

    def _ciphers(self, endpoint: Endpoint) -> tuple[frozenset[Cipher], dict[Cipher, Message]]:
        """What pgcrypto does, asked in a database of our own: in any other its functions may be
        somebody else's."""
        identifier = f"probe_{os.urandom(4).hex()}"
        try:
            own = self.create_database(endpoint, identifier)
        except StatementFailed as error:
            return frozenset(), dict.fromkeys(to_try(), own_words(error))
        try:
            with self.connect(endpoint, own) as inside:
                return try_ciphers(inside.connection)
        finally:
            drop_patiently(self, endpoint, own)

    def native_sealer(
        self, protection: Protection, keying: Keying, *, text_columns: bool = False
    ) -> Sealer:
        cipher = Cipher(
            protection.algorithm or "", protection.bits or 0, protection.mode or self.default_mode
        )
        return pgcrypto_sealer(cipher, keying, text_columns=text_columns)

    def create_database(self, endpoint: Endpoint, identifier: str) -> str:
        name = database_name(identifier)
        with self._administration(endpoint) as admin:
            admin.execute(
                f"create database {admin.quoted(name)} encoding 'UTF8' template template0 "
                "allow_connections false"
            )
            with all_or_nothing(self, endpoint, name, partial(drop, admin, name)):
                mark_ours(admin, name, self._mark(admin, name, identifier))
                self._furnish(endpoint, name, identifier)
        return name

    def _mark(self, admin: PostgresSession, database: str, identifier: str) -> str:
        seen = named(admin, database)
        if seen is None or seen.foreign:
            raise StatementFailed(
                phrase("Database not Cipherbench's"),
                phrase(
                    "PostgreSQL created the database {database}, but it is not Cipherbench's: "
                    "{said}."
                ),
                phrase(
                    "Check the settings of the administrative database: one may have changed the "
                    "role."
                ),
                database=database,
                said=seen.foreign if seen else phrase("there is no database of that name"),
            )
        return sign(self.name, seen.place, database, identifier)

    def _furnish(self, endpoint: Endpoint, database: str, identifier: str) -> None:
        with self.connect(endpoint, database) as inside:
            table = f"public.{MARKER_TABLE}"
            inside.execute(f"create table {table} (id text not null)")
            inside.execute(f"insert into {table} values ({inside.literal(identifier)})")
            with suppress(StatementFailed):  # without it there is no native encryption, and no more
                inside.execute(CREATE_EXTENSION)

    @contextmanager
    def sighted(self, endpoint: Endpoint, database: str) -> Iterator[Sighting | None]:
        with self._administration(endpoint) as admin:
            yield named(admin, database)

    def sightings(self, endpoint: Endpoint) -> list[Sighting]:
        with self._administration(endpoint) as admin:
            return beginning(admin, DATABASE_PREFIX)

    def removal(self, endpoint: Endpoint, database: str) -> str:
        return f"DROP DATABASE {PostgresSession.quoted(database)};"

    def server_seconds(self, endpoint: Endpoint, database: str) -> float | None:
        """`pg_stat_database.active_time`, written when a backend ends: so wait for that."""
        admin = self._administration(endpoint)
        # In this order: who is not counted any more has written.
        told = "select numbackends, active_time / 1000 from pg_stat_database where datname = $1"
        try:
            deadline = time.monotonic() + 1.0
            while (found := admin.ask(told, database)) and found[0][0]:
                if time.monotonic() >= deadline:
                    break
                time.sleep(0.005)
            return float(str(found[0][1])) if found else None
        except StatementFailed:
            return None  # before PostgreSQL 14 the column does not exist
        finally:
            admin.close()

    def server_pid(self, endpoint: Endpoint) -> int | None:
        if not is_here(endpoint):
            return None
        with self._administration(endpoint) as admin:
            backend = int(str(admin.fetch("select pg_backend_pid()")[0][0]))
            return parent_if_named(backend, "postgres")

    def data_directory(self, endpoint: Endpoint) -> str | None:
        with (
            self._administration(endpoint) as admin,
            suppress(StatementFailed),
        ):  # it takes a privilege
            return str(admin.fetch("show data_directory")[0][0])
        return None

    def data_places(self, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
        with self._administration(endpoint) as admin:
            return places(admin, endpoint, database)

    def settle(self, endpoint: Endpoint, database: str) -> None:
        with (
            self._administration(endpoint) as admin,
            suppress(StatementFailed),
        ):  # it takes a privilege
            admin.flush()


PostgreSQL.launchers = (EmbeddedPostgreSQL(), LocalPostgreSQL())


CREATE_EXTENSION = "create extension if not exists pgcrypto"
