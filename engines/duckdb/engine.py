"""DuckDB as an engine: databases, tables, capabilities."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from engines.base.capability import Capabilities
from engines.base.database_files import EmbeddedFolder, FileDriver, FileEncryption, try_file_ciphers
from engines.base.engine import Engine
from engines.base.server_control import ServerControl
from engines.contract.endpoint import Endpoint, Source
from engines.contract.launch import Arrangement, Logs
from engines.contract.message import NOTHING, Message
from engines.contract.protection import Cipher
from engines.duckdb import FACTS, installed
from engines.duckdb.catalogue import DuckCatalogue
from engines.duckdb.installed import library
from engines.sql.schema import Dialect

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from engines.duckdb.session import DuckSession, LentSession


class EmbeddedDuckDB(EmbeddedFolder):
    """The library that the package duckdb carries, run inside the worker."""

    facts = FACTS
    data_mb = 32

    def find(self, binaries: Path | None) -> Path:
        return library()


_KEY_BYTES = {Cipher(algorithm, 256, "file"): 32 for algorithm in installed.CIPHERS}


class DuckDriver(FileDriver["DuckSession"]):
    facts = FACTS
    connects_once = True
    dialect = Dialect(
        "{type} primary key default nextval('{table}_counted')",
        installed.TYPES,
        indexes_foreign_keys=False,
        statistics="analyze {table}",
        before_keyed="create or replace sequence {table}_counted",
        cascades=False,
        checks_self_references=False,
    )

    def connect(self, endpoint: Endpoint, database: str | None = None) -> DuckSession:
        from engines.duckdb import files
        from engines.duckdb.session import DuckSession

        if database is None:
            installed.FILES.folder_of(endpoint)
            return DuckSession(files.without_file())
        return DuckSession(files.open_file(installed.FILES.path_of(endpoint, database), endpoint))


class DuckEncryption(FileEncryption):
    key_bytes = _KEY_BYTES


class DuckServers(ServerControl["DuckSession"]):
    catalogue: DuckCatalogue
    buffer_per_connection = True
    seals_logs = NOTHING
    """Its temporary files are left readable, or encrypted by `temp_file_encryption`."""
    arranged_settings = frozenset({"memory_limit", "temp_file_encryption"})
    reported_settings = (
        "memory_limit", "checkpoint_threshold", "temp_file_encryption",
        "force_compression", "preserve_insertion_order", "force_mbedtls_unsafe",
    )  # fmt: skip
    launchers = (EmbeddedDuckDB(),)

    def why_not_arranged(
        self, wanted: Arrangement, source: Source, reported: Capabilities | None = None
    ) -> Message:
        if wanted.logs is Logs.SEALED and installed.httpfs() is None:
            return installed.NO_OPENSSL
        return super().why_not_arranged(wanted, source, reported)

    def probe(self, endpoint: Endpoint) -> Capabilities:
        from engines.duckdb import files

        started = time.perf_counter()
        with closing(files.alone()) as lent:
            storage, refused = self._tried(endpoint, lent)
            settings = self._settings(lent)
        return Capabilities(
            version("duckdb"),
            refused=refused,
            settings=settings,
            probe_seconds=time.perf_counter() - started,
            storage=storage,
        )

    def _tried(
        self, endpoint: Endpoint, lent: DuckDBPyConnection
    ) -> tuple[frozenset[Cipher], Mapping[Cipher, Message]]:
        if installed.httpfs() is None:
            return frozenset(), dict.fromkeys(_KEY_BYTES, installed.NO_OPENSSL)

        from engines.duckdb.files import attach
        from engines.duckdb.session import LentSession

        def enter(sealed: Endpoint, database: str) -> LentSession:
            attach(lent, self.catalogue.files.path_of(sealed, database), sealed.storage)
            return LentSession(lent)

        return try_file_ciphers(self.catalogue, endpoint, _KEY_BYTES, enter)

    def _settings(self, lent: DuckDBPyConnection) -> Mapping[str, str]:
        from engines.duckdb.session import DuckSession

        rows = DuckSession(lent).fetch("select name, value from duckdb_settings()")
        reported = {str(name): str(value) for name, value in rows}
        return {
            **{name: reported[name] for name in self.reported_settings},
            "threads": "one per core of the worker",
            "cryptography": "mbedTLS, read only"
            if installed.httpfs() is None
            else "OpenSSL (httpfs)",
        }


ENGINE = Engine.of(DuckDriver, DuckEncryption, DuckCatalogue, DuckServers)
