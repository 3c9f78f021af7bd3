"""SQLite as an engine: databases, tables, capabilities."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path

import apsw

from engines.base.capability import Capabilities
from engines.base.database_files import EmbeddedFolder, FileDriver, FileEncryption, try_file_ciphers
from engines.base.engine import Engine
from engines.base.ownership import drop_patiently
from engines.base.server_control import ServerControl
from engines.contract.endpoint import Endpoint
from engines.contract.message import phrase
from engines.sql.schema import Dialect
from engines.sqlite import FACTS, files
from engines.sqlite.catalogue import SqliteCatalogue
from engines.sqlite.ciphers import KEY_BYTES
from engines.sqlite.confinement import confine
from engines.sqlite.session import TYPES, SqliteSession


class EmbeddedSqlite(EmbeddedFolder):
    """The library that the package apsw-sqlite3mc carries, run inside the worker."""

    facts = FACTS
    data_mb = 16

    def find(self, binaries: Path | None) -> Path:
        return Path(str(apsw.__file__)).parent


class SqliteDriver(FileDriver[SqliteSession]):
    facts = FACTS
    # The row's own number is the key. AUTOINCREMENT would write to one more table each time,
    # only to keep the number of a deleted last row from being used again.
    dialect = Dialect(
        "integer primary key",
        TYPES,
        indexes_foreign_keys=False,
        statistics="analyze {table}",
        index_kinds=FACTS.index_kinds,
    )

    def connect(self, endpoint: Endpoint, database: str | None = None) -> SqliteSession:
        if database is None:
            files.FILES.folder_of(endpoint)
            return SqliteSession(apsw.Connection(":memory:"))
        path = files.FILES.path_of(endpoint, database)
        connection = files.open_file(path, endpoint.storage, endpoint.connect_seconds)
        if endpoint.buffer_mb is not None:
            connection.pragma("cache_size", -1024 * endpoint.buffer_mb)
        if endpoint.confined:
            confine(connection, endpoint.buffer_mb)
        return SqliteSession(connection)


class SqliteEncryption(FileEncryption):
    key_bytes = KEY_BYTES


class SqliteServers(ServerControl[SqliteSession]):
    catalogue: SqliteCatalogue
    harmless_settings = frozenset({"key"})
    buffer_per_connection = True
    arranged_settings = frozenset({"cache_size"})
    seals_logs = phrase("SQLite encrypts its log exactly when it encrypts its file.")
    launchers = (EmbeddedSqlite(),)

    def probe(self, endpoint: Endpoint) -> Capabilities:
        started = time.perf_counter()
        storage, refused = try_file_ciphers(self.catalogue, endpoint, KEY_BYTES)
        settings = self._settings(endpoint)
        return Capabilities(
            apsw.sqlite_lib_version(),
            refused=refused,
            settings=settings,
            probe_seconds=time.perf_counter() - started,
            storage=storage,
        )

    def _settings(self, endpoint: Endpoint) -> Mapping[str, str]:
        database = self.catalogue.create_database(endpoint, f"probe_{os.urandom(4).hex()}")
        try:
            with self.driver.connect(endpoint, database) as session:
                settings = {name: str(session.fetch(f"pragma {name}")[0][0]) for name in _SETTINGS}
        finally:
            drop_patiently(self.catalogue, endpoint, database)
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


ENGINE = Engine.of(SqliteDriver, SqliteEncryption, SqliteCatalogue, SqliteServers)
