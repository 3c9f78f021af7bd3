"""SQLite as an engine: places on disk, catalogue, driver, changes of storage encryption, and its
settings."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar

import apsw

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
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.contract.storage_change import StorageChange, StorageMethod
from engines.contract.structure import TableColumn, column_not_readable
from engines.contract.transition import StorageWay
from engines.inspection.ciphertext_place import with_ciphertext_place
from engines.sql.schema import Dialect
from engines.sql.statement import Value
from engines.sqlite import FACTS, encrypted_files
from engines.sqlite.encrypted_files import BY_PASSPHRASE, KEY_BYTES, confine
from engines.sqlite.session import TYPES, SqliteSession, failed
from engines.sqlite.structure import SqliteStructure


class SqliteBackup(Backup):
    def back_up(self, endpoint: Endpoint, database: str, file: Path) -> None:
        file.touch(0o600)
        _copy(endpoint, encrypted_files.FILES.path_of(endpoint, database), file)

    def restore(self, endpoint: Endpoint, database: str, file: Path) -> None:
        _copy(endpoint, file, encrypted_files.FILES.path_of(endpoint, database))


def _copy(endpoint: Endpoint, source: Path, target: Path) -> None:
    try:
        with (
            closing(
                encrypted_files.open_file(source, endpoint.storage, endpoint.connect_seconds)
            ) as reading,
            closing(
                encrypted_files.open_file(target, endpoint.storage, endpoint.connect_seconds)
            ) as writing,
        ):
            with writing.backup("main", reading, "main") as copying:
                copying.step()
            writing.pragma("wal_checkpoint", "truncate")
    except apsw.Error as error:
        raise failed(error) from error


def places(path: Path) -> tuple[DataPlace, ...]:
    """Where SQLite writes: the database's file and its companions. This build has its temporary
    files in memory."""
    root, name = str(path.parent), path.name
    return with_ciphertext_place(
        (
            DataPlace(
                PlaceName.DATA,
                root,
                (name, f"{name}{encrypted_files.COPY}"),
                must_find_plaintext=True,
            ),
            DataPlace(
                PlaceName.WRITE_AHEAD_LOG,
                root,
                (f"{name}-wal", f"{name}-journal"),
                must_find_plaintext=True,
            ),
            DataPlace(PlaceName.MAPPED, root, (f"{name}-shm",)),
        ),
        root,
    )


_COLUMNS = """
    select m.name, c.name from sqlite_schema m, pragma_table_xinfo(m.name) c
    where m.type = 'table' and m.rootpage > 0 and c.hidden = 0
    and lower(c.type) in ('', 'blob', 'text')
"""
"""Virtual tables have no root page; computed columns are hidden ones."""


class SqliteCatalogue(FileCatalogue[SqliteSession]):
    """Ordinary tables of our own databases, and of a file that is named by its path. One
    transaction sees one schema."""

    files = encrypted_files.FILES
    structure = SqliteStructure()
    backup = SqliteBackup()

    def make_file(self, endpoint: Endpoint, path: Path) -> SqliteSession:
        self.files.write_new(path)
        try:
            return self.driver.connect(endpoint, path.stem)
        except CipherbenchError:
            self.files.remove(path)
            raise

    def data_places(self, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
        return places(self.files.path_of(endpoint, database))

    def checkpoint(self, endpoint: Endpoint, database: str) -> None:
        """Checkpoint the write-ahead log; it stays as long as another client is connected."""
        with self.driver.connect(endpoint, database) as session:
            session.flush()

    def open_to_read(self, endpoint: Endpoint, path: Path) -> SqliteSession:
        return SqliteSession(encrypted_files.open_to_read(path, endpoint.connect_seconds))

    def _columns(self, session: SqliteSession) -> list[tuple[str, str, str]]:
        _make_read_only(session)
        rows = session.fetch(_COLUMNS + "order by m.name, c.cid")
        return [("", str(table), str(column)) for table, column in rows]

    def values_in(self, session: SqliteSession, column: TableColumn, most: int) -> list[Value]:
        _make_read_only(session)
        found = session.ask(_COLUMNS + "and m.name = ? and c.name = ?", column.table, column.column)
        if not found:
            raise column_not_readable("SQLite", column)
        name, table = self.quoted(column.column), self.quoted(column.table)
        rows = session.fetch(f"select {name} from main.{table} limit {int(most)}")
        return [value for (value,) in rows]


def _make_read_only(session: SqliteSession) -> None:
    """Nothing is written, and nothing is run that a schema holds."""
    session.fetch("pragma trusted_schema = off")
    session.fetch("pragma query_only = on")
    session.begin()


class EmbeddedSqlite(EmbeddedFolder):
    """The library that the package apsw-sqlite3mc carries, run inside the worker."""

    facts = FACTS
    data_folder_mb = 16

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
        late_reference="",
        deferred=" deferrable initially deferred",
        index_kinds=FACTS.index_kinds,
    )

    def connect(self, endpoint: Endpoint, database: str | None = None) -> SqliteSession:
        if database is None:
            encrypted_files.FILES.folder_of(endpoint)
            return SqliteSession(apsw.Connection(":memory:"))
        path = encrypted_files.FILES.path_of(endpoint, database)
        connection = encrypted_files.open_file(path, endpoint.storage, endpoint.connect_seconds)
        if endpoint.buffer_mb is not None:
            connection.pragma("cache_size", -1024 * endpoint.buffer_mb)
        if endpoint.confined:
            confine(connection, endpoint.buffer_mb)
        return SqliteSession(connection)


class Rekey(StorageMethod[SqliteSession]):
    """Each page is encrypted anew, in a file that nobody else has open and that is not in WAL mode.
    Plaintext is rewritten by VACUUM."""

    needs_exclusive_access = True

    def carry_out(self, session: SqliteSession, change: StorageChange) -> None:
        path, before = encrypted_files.FILES.path_of(change.before, change.database), change.before
        connection = encrypted_files.open_file(path, before.storage, before.connect_seconds)
        session.adopt_connection(SqliteSession(connection))
        try:
            if change.plain:
                connection.execute("vacuum")
            else:
                connection.pragma("journal_mode", "delete")
                encrypted_files.rekey(connection, change.after.storage)
        except apsw.Error as error:
            raise failed(error) from error
        session.adopt_connection(SqliteDriver().connect(change.after, change.database))

    def is_encrypted(self, session: SqliteSession, change: StorageChange) -> bool:
        return _is_encrypted(change)


class VacuumInto(StorageMethod[SqliteSession]):
    """What is in the file is written into another one, which takes its place."""

    needs_exclusive_access = True

    def carry_out(self, session: SqliteSession, change: StorageChange) -> None:
        path, before = encrypted_files.FILES.path_of(change.before, change.database), change.before
        connection = encrypted_files.open_file(
            path, before.storage, before.connect_seconds, apsw.SQLITE_OPEN_URI
        )
        session.adopt_connection(SqliteSession(connection))
        try:
            connection.pragma("journal_mode", "delete")  # or the log would be taken for the copy's
            copy = encrypted_files.copy_file(connection, path, change.after.storage)
        except apsw.Error as error:
            raise failed(error) from error
        encrypted_files.FILES.replace_file(copy, path, FACTS.name)
        session.adopt_connection(SqliteDriver().connect(change.after, change.database))

    def is_encrypted(self, session: SqliteSession, change: StorageChange) -> bool:
        return _is_encrypted(change)


def _is_encrypted(change: StorageChange) -> bool:
    path = encrypted_files.FILES.path_of(change.after, change.database)
    with path.open("rb") as file:
        return file.read(len(_HEADER)) != _HEADER


_HEADER = b"SQLite format 3\0"


class SqliteEncryption(FileEncryption):
    key_bytes = MappingProxyType({**KEY_BYTES, **BY_PASSPHRASE})
    storage_methods: ClassVar[Mapping[StorageWay, StorageMethod[SqliteSession]]] = {
        StorageWay.REKEY: Rekey(),
        StorageWay.VACUUM_INTO: VacuumInto(),
    }


class SqliteServers(ServerControl[SqliteSession]):
    catalogue: SqliteCatalogue
    speed_neutral_settings = frozenset({"key"})
    buffer_per_connection = True
    arranged_settings = frozenset({"cache_size"})
    why_logs_not_arranged = phrase("SQLite encrypts its log exactly when it encrypts its file.")
    launchers = (EmbeddedSqlite(),)

    def probe(self, endpoint: Endpoint) -> Capabilities:
        started = time.perf_counter()
        storage, refused = try_file_ciphers(self.catalogue, endpoint, KEY_BYTES)
        settings = self._settings(endpoint)
        raw = {(each.algorithm, each.bits) for each in storage}
        derived = {each for each in BY_PASSPHRASE if (each.algorithm, each.bits) in raw}
        return Capabilities(
            apsw.sqlite_lib_version(),
            refused=refused,
            settings=settings,
            probe_seconds=time.perf_counter() - started,
            storage=storage | derived,
        )

    def _settings(self, endpoint: Endpoint) -> Mapping[str, str]:
        with (
            self.catalogue.probe_database(endpoint) as database,
            self.driver.connect(endpoint, database) as session,
        ):
            settings = {name: str(session.fetch(f"pragma {name}")[0][0]) for name in _SETTINGS}
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
