"""SQLite as an engine: databases, tables, capabilities."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

import apsw

from engines.capability import Capabilities
from engines.catalogue import Catalogue
from engines.contract import MARKER_TABLE, Engine, database_name
from engines.data_place import DataPlace
from engines.ddl import create_statements
from engines.endpoint import Endpoint
from engines.errors import CipherbenchError, ServerUnavailable, StatementFailed, Unsupported
from engines.protection import Keying, Protection, ProtectionKind
from engines.schema import Column, Schema
from engines.sqlite import DEFAULT_MODE, files
from engines.sqlite.ciphers import storage_key
from engines.sqlite.places import places
from engines.sqlite.servers import EmbeddedSqlite
from engines.sqlite.session import SqliteSession
from engines.sqlite.storage import try_file_ciphers
from engines.statement import Sealer, ValueType


class SQLite(Engine):
    """SQLite in the worker's process: no encryption functions, but whole files can be sealed."""

    name = "sqlite"
    title = "SQLite"
    default_mode = DEFAULT_MODE
    catalogue = Catalogue(
        columns="select '', m.name, c.name from sqlite_schema m, pragma_table_info(m.name) c "
        "where m.type = 'table' and lower(c.type) in ('', 'blob', 'text') order by m.name, c.cid"
    )
    default_port = 0
    address_fields = frozenset()
    tls_modes = ()
    launchers = (EmbeddedSqlite(),)

    def connect(self, endpoint: Endpoint, database: str | None = None) -> SqliteSession:
        if database is None:
            files.folder_of(endpoint)
            return SqliteSession(apsw.Connection(":memory:"))
        path = files.path_of(endpoint, database)
        return SqliteSession(files.open_file(path, endpoint.storage, endpoint.connect_seconds))

    def probe(self, endpoint: Endpoint) -> Capabilities:
        started = time.perf_counter()
        storage, refused = try_file_ciphers(self, endpoint)
        settings = self._settings(endpoint)
        return Capabilities(
            apsw.sqlite_lib_version(),
            refused=refused,
            settings=settings,
            probe_seconds=time.perf_counter() - started,
            storage=storage,
        )

    def native_sealer(
        self, protection: Protection, keying: Keying, *, text_columns: bool = False
    ) -> Sealer:
        raise Unsupported("No such function", "SQLite has no encryption functions.")

    def storage_endpoint(
        self, endpoint: Endpoint, protection: Protection, keying: Keying
    ) -> Endpoint:
        if protection.kind is not ProtectionKind.STORAGE or protection.below_server:
            return endpoint
        return replace(endpoint, storage=storage_key(protection, keying))

    def schema_statements(self, schema: Schema, sealer: Sealer) -> list[str]:
        # The row's own number is the key. AUTOINCREMENT would write to one more table each time,
        # only to keep the number of a deleted last row from being used again.
        return create_statements(
            schema,
            "integer primary key",
            lambda column: _type(column, sealer),
            indexes_foreign_keys=False,
            options=sealer.table_options,
        )

    def create_database(self, endpoint: Endpoint, identifier: str) -> str:
        name = database_name(identifier)
        path = files.path_of(endpoint, name)
        files.mark(path, identifier)
        try:
            connection = files.open_file(
                path, endpoint.storage, endpoint.connect_seconds, create=True
            )
            with SqliteSession(connection) as session:
                session.execute(
                    f"begin; create table {MARKER_TABLE} (id text not null);"
                    f"insert into {MARKER_TABLE} values ('{identifier}'); commit"
                )
        except CipherbenchError:
            files.remove(path)
            raise
        return name

    def drop_database(self, endpoint: Endpoint, database: str) -> None:
        with suppress(ServerUnavailable):  # the folder is gone, and everything with it
            path = files.path_of(endpoint, database)
            if path.exists() and self._identifier(endpoint, database) is not None:
                files.remove(path)

    def owned_databases(self, endpoint: Endpoint) -> dict[str, str]:
        owners = {
            path.stem: self._identifier(endpoint, path.stem) for path in files.marked(endpoint)
        }
        return {name: owner for name, owner in owners.items() if owner is not None}

    def data_places(self, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
        return places(files.path_of(endpoint, database))

    def settle(self, endpoint: Endpoint, database: str) -> None:
        """Pages are copied from the write-ahead log, which keeps them as long as anybody else is
        connected."""
        with self.connect(endpoint, database) as session:
            session.fetch("pragma wal_checkpoint(passive)")

    def _identifier(self, endpoint: Endpoint, database: str) -> str | None:
        """What marks a database as ours; the word of the file beside it where it is sealed."""
        path = files.path_of(endpoint, database)
        beside = files.identifier_of(path)
        if beside is None or not files.is_readable(path):
            return beside
        try:
            with self.connect(replace(endpoint, storage=None), database) as session:
                rows = session.fetch(f"select id from {MARKER_TABLE}")
        except (ServerUnavailable, StatementFailed):
            return None
        return str(rows[0][0]) if rows else None

    def _settings(self, endpoint: Endpoint) -> Mapping[str, str]:
        database = self.create_database(endpoint, f"probe_{os.urandom(4).hex()}")
        try:
            with self.connect(endpoint, database) as session:
                settings = {name: str(session.fetch(f"pragma {name}")[0][0]) for name in _SETTINGS}
        finally:
            self.drop_database(endpoint, database)
        return {
            **settings,
            "synchronous": _SYNCHRONOUS[int(settings["synchronous"])],
            "ciphers": getattr(apsw, "mc_version", "none"),
            "key": "raw; derived by aes128cbc, aes256cbc, rc4",
        }


_SETTINGS = (
    "journal_mode", "synchronous", "foreign_keys", "page_size", "cache_size", "mmap_size",
    "wal_autocheckpoint", "secure_delete",
)  # fmt: skip
_SYNCHRONOUS = ("off", "normal", "full", "extra")


def _type(column: Column, sealer: Sealer) -> str:
    if column.protected and sealer.changes_values:
        return "blob"
    return {
        ValueType.TEXT: "text",
        ValueType.INTEGER: "integer",
        ValueType.BOOLEAN: "boolean",
        ValueType.BYTES: "blob",
    }[column.type]
