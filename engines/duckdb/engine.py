"""DuckDB as an engine: places on disk, catalogue, driver, changes of storage encryption, and its
settings."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from engines.base.backup import Backup
from engines.base.capability import Capabilities
from engines.base.database_files import (
    EmbeddedFolder,
    FileCatalogue,
    FileDriver,
    FileEncryption,
    try_file_ciphers,
)
from engines.base.engine import Engine
from engines.base.server_control import ServerControl
from engines.contract.data_place import DataPlace, PlaceName
from engines.contract.endpoint import Endpoint, Source
from engines.contract.errors import CipherbenchError
from engines.contract.launch import Arrangement, Logs
from engines.contract.message import NOTHING, Message
from engines.contract.protection import Cipher
from engines.contract.storage_change import StorageChange, StorageMethod
from engines.contract.structure import TableColumn, column_not_readable
from engines.contract.transition import StorageWay
from engines.duckdb import FACTS, installation
from engines.duckdb.installation import library
from engines.duckdb.structure import DuckStructure
from engines.inspection.ciphertext_place import with_ciphertext_place
from engines.sql.schema import Dialect
from engines.sql.statement import Value

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from engines.duckdb.session import DuckSession, LentSession

# Where DuckDB keeps things on disk: a file per database, its log, and a folder that it spills to
# what does not fit into memory.


def places(path: Path) -> tuple[DataPlace, ...]:
    """The places of the database in the file `path`."""
    root, name = str(path.parent), path.name
    kinds = {
        PlaceName.DATA: (name, f"{name}{installation.COPY}"),
        PlaceName.WRITE_AHEAD_LOG: (f"{name}.wal*",),
        PlaceName.TEMPORARY: (f"{name}.tmp/*",),
    }
    return with_ciphertext_place(
        (
            DataPlace(kind, root, patterns, must_find_plaintext=True)
            for kind, patterns in kinds.items()
        ),
        root,
    )


_COLUMNS = """
    select c.schema_name, c.table_name, c.column_name
    from duckdb_columns() c join duckdb_tables() t using (database_name, table_oid)
    where database_name = current_database() and not c.internal and not t.temporary
    and c.data_type in ('VARCHAR', 'BLOB') and t.sql not ilike '%generated always%'
"""
"""Of a table with computed columns none is read: the catalogue does not say which they are."""


# Tables of DuckDB files, read without running anything that a schema holds.


class DuckCatalogue(FileCatalogue["DuckSession"]):
    """Ordinary tables of our own databases, and of a file that is named by its path."""

    files = installation.FILES
    structure = DuckStructure()

    @property
    def backup(self) -> Backup:  # type: ignore[override]
        from engines.duckdb.session import DuckBackup

        return DuckBackup()

    def make_file(self, endpoint: Endpoint, path: Path) -> DuckSession:
        from engines.duckdb import attached_files
        from engines.duckdb.session import DuckSession

        try:
            session = DuckSession(attached_files.open_file(path, endpoint, new=True))
        except CipherbenchError:
            self.files.remove(path)
            raise
        try:
            self.files.make_private(path)
        except BaseException:
            session.close()
            raise
        return session

    def data_places(self, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
        return places(self.files.path_of(endpoint, database))

    def checkpoint(self, endpoint: Endpoint, database: str) -> None:
        with self.driver.connect(endpoint, database) as session:
            session.flush()

    def open_to_read(self, endpoint: Endpoint, path: Path) -> DuckSession:
        from engines.duckdb.attached_files import open_to_read
        from engines.duckdb.session import DuckSession

        return DuckSession(open_to_read(path))

    def _columns(self, session: DuckSession) -> list[tuple[str, str, str]]:
        session.begin()
        rows = session.fetch(f"{_COLUMNS} order by 1, 2, c.column_index")
        return [(_shown(schema), str(table), str(column)) for schema, table, column in rows]

    def values_in(self, session: DuckSession, column: TableColumn, most: int) -> list[Value]:
        session.begin()
        schema = column.schema or _USUAL
        found = session.ask(
            f"{_COLUMNS} and c.schema_name = ? and c.table_name = ? and c.column_name = ?",
            schema, column.table, column.column,
        )  # fmt: skip
        if not found:
            raise column_not_readable("DuckDB", column)
        name, table = self.quoted(column.column), self.quoted(column.table)
        query = f"select {name} from {self.quoted(schema)}.{table} limit {int(most)}"
        return [value for (value,) in session.fetch(query)]


_USUAL = "main"


def _shown(schema: Value) -> str:
    return "" if schema == _USUAL else str(schema)


class EmbeddedDuckDB(EmbeddedFolder):
    """The library that the package duckdb carries, run inside the worker."""

    facts = FACTS
    data_folder_mb = 32

    def find(self, binaries: Path | None) -> Path:
        return library()


_KEY_BYTES = {Cipher(algorithm, 256, "file"): 32 for algorithm in installation.CIPHERS}


class DuckDriver(FileDriver["DuckSession"]):
    facts = FACTS
    connects_once = True
    dialect = Dialect(
        "{type} primary key default nextval('{table}_counted')",
        installation.TYPES,
        indexes_foreign_keys=False,
        statistics="analyze {table}",
        before_keyed="create or replace sequence {table}_counted",
        cascades=False,
        checks_self_references=False,
        late_reference="",
    )

    def connect(self, endpoint: Endpoint, database: str | None = None) -> DuckSession:
        from engines.duckdb import attached_files
        from engines.duckdb.session import DuckSession

        if database is None:
            installation.FILES.folder_of(endpoint)
            return DuckSession(attached_files.without_file())
        connection = attached_files.open_file(
            installation.FILES.path_of(endpoint, database), endpoint
        )
        return DuckSession(connection, confined=endpoint.confined)


class CopyDatabase(StorageMethod["DuckSession"]):
    """All tables are copied into another file, which takes the place of the first."""

    needs_exclusive_access = True

    def carry_out(self, session: DuckSession, change: StorageChange) -> None:
        import duckdb

        from engines.duckdb.attached_files import copy_file
        from engines.duckdb.session import failed

        path = installation.FILES.path_of(change.before, change.database)
        session.close()
        try:
            copy = copy_file(path, change.before, change.after.storage)
        except duckdb.Error as error:
            raise failed(error) from error
        installation.FILES.replace_file(copy, path, FACTS.name)
        session.take(DuckDriver().connect(change.after, change.database))

    def is_encrypted(self, session: DuckSession, change: StorageChange) -> bool:
        ((encrypted,),) = session.fetch(
            "select encrypted from duckdb_databases() where database_name = current_database()"
        )
        return bool(encrypted)


class DuckEncryption(FileEncryption):
    key_bytes = _KEY_BYTES
    storage_methods: ClassVar[Mapping[StorageWay, StorageMethod[DuckSession]]] = {
        StorageWay.COPY: CopyDatabase(),
    }


class DuckServers(ServerControl["DuckSession"]):
    catalogue: DuckCatalogue
    buffer_per_connection = True
    why_logs_not_arranged = NOTHING
    """Its temporary files are left readable, or encrypted by `temp_file_encryption`."""
    arranged_settings = frozenset({"memory_limit", "temp_file_encryption"})
    reported_settings = (
        "memory_limit", "checkpoint_threshold", "temp_file_encryption",
        "force_compression", "preserve_insertion_order", "force_mbedtls_unsafe",
    )  # fmt: skip
    launchers = (EmbeddedDuckDB(),)

    def why_not_arranged(
        self, wanted: Arrangement, source: Source, capabilities: Capabilities | None = None
    ) -> Message:
        if wanted.logs is Logs.ENCRYPTED and installation.httpfs() is None:
            return installation.NO_OPENSSL
        return super().why_not_arranged(wanted, source, capabilities)

    def probe(self, endpoint: Endpoint) -> Capabilities:
        from engines.duckdb import attached_files

        started = time.perf_counter()
        with closing(attached_files.alone()) as lent:
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
        if installation.httpfs() is None:
            return frozenset(), dict.fromkeys(_KEY_BYTES, installation.NO_OPENSSL)

        from engines.duckdb.attached_files import attach
        from engines.duckdb.session import LentSession

        def open_session(encrypted: Endpoint, database: str) -> LentSession:
            attach(lent, self.catalogue.files.path_of(encrypted, database), encrypted.storage)
            return LentSession(lent)

        return try_file_ciphers(self.catalogue, endpoint, _KEY_BYTES, open_session)

    def _settings(self, lent: DuckDBPyConnection) -> Mapping[str, str]:
        from engines.duckdb.session import DuckSession

        rows = DuckSession(lent).fetch("select name, value from duckdb_settings()")
        settings = {str(name): str(value) for name, value in rows}
        return {
            **{name: settings[name] for name in self.reported_settings},
            "threads": "one per core of the worker",
            "cryptography": "mbedTLS, read only"
            if installation.httpfs() is None
            else "OpenSSL (httpfs)",
        }


ENGINE = Engine.of(DuckDriver, DuckEncryption, DuckCatalogue, DuckServers)
