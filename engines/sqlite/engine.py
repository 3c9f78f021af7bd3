"""SQLite as an engine: databases, tables, capabilities."""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import apsw

from engines.base.capability import Capabilities
from engines.base.engine import MARKER_TABLE, Engine, database_name
from engines.base.ownership import Sighting, drop_patiently, sign
from engines.contract.data_place import DataPlace
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError, ServerUnavailable, Unsupported
from engines.contract.message import phrase
from engines.contract.protection import Keying, Protection, ProtectionKind
from engines.sql.schema import Dialect
from engines.sql.statement import Sealer
from engines.sqlite import FACTS, files
from engines.sqlite.catalogue import SqliteCatalogue
from engines.sqlite.ciphers import storage_key
from engines.sqlite.places import places
from engines.sqlite.servers import EmbeddedSqlite
from engines.sqlite.session import TYPES, SqliteSession
from engines.sqlite.storage import try_file_ciphers
from engines.sqlite.structure.tables import SqliteStructure


class SQLite(Engine):
    """SQLite in the worker's process: no encryption functions, but whole files can be sealed."""

    name = "sqlite"
    title = "SQLite"
    harmless_settings = frozenset({"key"})
    buffer_per_connection = True
    arranged_settings = frozenset({"cache_size"})
    seals_logs = phrase("SQLite encrypts its log exactly when it encrypts its file.")
    facts = FACTS
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
    default_port = 0
    address_fields = frozenset()
    tls_modes = ()
    launchers = (EmbeddedSqlite(),)

    def connect(self, endpoint: Endpoint, database: str | None = None) -> SqliteSession:
        if database is None:
            files.folder_of(endpoint)
            return SqliteSession(apsw.Connection(":memory:"))
        path = files.path_of(endpoint, database)
        connection = files.open_file(path, endpoint.storage, endpoint.connect_seconds)
        if endpoint.buffer_mb is not None:
            connection.pragma("cache_size", -1024 * endpoint.buffer_mb)
        return SqliteSession(connection)

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
        raise Unsupported(
            phrase("Function not available"),
            phrase("SQLite has no encryption functions."),
            phrase("Choose a client-side protection."),
        )

    def storage_endpoint(
        self, endpoint: Endpoint, protection: Protection, keying: Keying
    ) -> Endpoint:
        if protection.kind is not ProtectionKind.STORAGE or protection.below_server:
            return endpoint
        return replace(endpoint, storage=storage_key(protection, keying))

    def create_database(self, endpoint: Endpoint, identifier: str) -> str:
        name = database_name(identifier)
        path = files.path_of(endpoint, name)
        files.make(path)
        try:
            files.mark(path, sign(self.name, files.place_of(path), name, identifier))
            with self.connect(endpoint, name) as session:
                session.begin()
                session.fetch(f"create table {MARKER_TABLE} (id text not null)")
                session.ask(f"insert into {MARKER_TABLE} values (?)", identifier)
                session.commit()
        except CipherbenchError:
            files.remove(path)
            raise
        return name

    @contextmanager
    def sighted(self, endpoint: Endpoint, database: str) -> Iterator[Sighting | None]:
        try:
            path = files.path_of(endpoint, database)
        except ServerUnavailable:  # the folder is gone, and everything with it
            yield None
            return
        yield files.look(path)

    def sightings(self, endpoint: Endpoint) -> list[Sighting]:
        found = [files.look(path) for path in files.marked(endpoint)]
        return [each for each in found if each is not None]

    def removal(self, endpoint: Endpoint, database: str) -> str:
        file = shlex.quote(str(Path(endpoint.directory or "") / database))
        return f"rm -f {file}.sqlite* {file}.cipherbench"

    def data_places(self, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
        return places(files.path_of(endpoint, database))

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
