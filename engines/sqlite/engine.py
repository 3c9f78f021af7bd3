"""SQLite as an engine: databases, tables, capabilities."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import apsw

from engines.base.capability import Capabilities
from engines.base.database_files import FileEngine
from engines.base.file_ciphers import try_file_ciphers
from engines.base.ownership import drop_patiently
from engines.contract.data_place import DataPlace
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.contract.protection import Keying, Protection, ProtectionKind
from engines.sql.schema import Dialect
from engines.sqlite import FACTS, files
from engines.sqlite.catalogue import SqliteCatalogue
from engines.sqlite.ciphers import KEY_BYTES, storage_key
from engines.sqlite.confinement import confine
from engines.sqlite.places import places
from engines.sqlite.servers import EmbeddedSqlite
from engines.sqlite.session import TYPES, SqliteSession
from engines.sqlite.structure.tables import SqliteStructure


class SQLite(FileEngine):
    """SQLite in the worker's process: no encryption functions, but whole files can be sealed."""

    name = "sqlite"
    harmless_settings = frozenset({"key"})
    buffer_per_connection = True
    arranged_settings = frozenset({"cache_size"})
    seals_logs = phrase("SQLite encrypts its log exactly when it encrypts its file.")
    facts = FACTS
    files = files.FILES
    catalogue = SqliteCatalogue()
    structure = SqliteStructure()
    # The row's own number is the key. AUTOINCREMENT would write to one more table each time,
    # only to keep the number of a deleted last row from being used again.
    dialect = Dialect(
        "integer primary key",
        TYPES,
        indexes_foreign_keys=False,
        statistics="analyze {table}",
    )
    launchers = (EmbeddedSqlite(),)

    def connect(self, endpoint: Endpoint, database: str | None = None) -> SqliteSession:
        if database is None:
            self.files.folder_of(endpoint)
            return SqliteSession(apsw.Connection(":memory:"))
        path = self.files.path_of(endpoint, database)
        connection = files.open_file(path, endpoint.storage, endpoint.connect_seconds)
        if endpoint.buffer_mb is not None:
            connection.pragma("cache_size", -1024 * endpoint.buffer_mb)
        if endpoint.confined:
            confine(connection, endpoint.buffer_mb)
        return SqliteSession(connection)

    def probe(self, endpoint: Endpoint) -> Capabilities:
        started = time.perf_counter()
        storage, refused = try_file_ciphers(self, endpoint, KEY_BYTES)
        settings = self._settings(endpoint)
        return Capabilities(
            apsw.sqlite_lib_version(),
            refused=refused,
            settings=settings,
            probe_seconds=time.perf_counter() - started,
            storage=storage,
        )

    def storage_endpoint(
        self, endpoint: Endpoint, protection: Protection, keying: Keying
    ) -> Endpoint:
        if protection.kind is not ProtectionKind.STORAGE or protection.below_server:
            return endpoint
        return replace(endpoint, storage=storage_key(protection, keying))

    def make_file(self, endpoint: Endpoint, path: Path) -> SqliteSession:
        self.files.write_new(path)
        try:
            return self.connect(endpoint, path.stem)
        except CipherbenchError:
            self.files.remove(path)
            raise

    def data_places(self, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
        return places(self.files.path_of(endpoint, database))

    def settle(self, endpoint: Endpoint, database: str) -> None:
        """Pages are copied from the write-ahead log, which keeps them as long as anybody else is
        connected."""
        with self.connect(endpoint, database) as session:
            session.flush()

    def _settings(self, endpoint: Endpoint) -> Mapping[str, str]:
        database = self.create_database(endpoint, f"probe_{os.urandom(4).hex()}")
        try:
            with self.connect(endpoint, database) as session:
                settings = {name: str(session.fetch(f"pragma {name}")[0][0]) for name in _SETTINGS}
        finally:
            drop_patiently(self, endpoint, database)
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
