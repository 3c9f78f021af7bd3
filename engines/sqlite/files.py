"""Database files of our own, and others that are read: how they are opened."""

from __future__ import annotations

from pathlib import Path

import apsw

from engines.base.database_files import DatabaseFiles
from engines.contract.endpoint import StorageKey
from engines.contract.errors import CipherbenchError, ServerUnavailable, disk_full
from engines.contract.message import NOTHING, phrase
from engines.sqlite.ciphers import unlock

FILES = DatabaseFiles("SQLite", ".sqlite", ("-wal", "-shm", "-journal"))

PRAGMAS = (
    ("journal_mode", "wal"),
    ("synchronous", "full"),
    ("foreign_keys", "on"),
)
"""What every connection sets. A commit is on the disk before it returns, as on the other engines
(FULL is SQLite's own default); all else stays as SQLite has it."""


def open_file(path: Path, storage: StorageKey | None, seconds: int) -> apsw.Connection:
    """A connection to a database file, its key given and its pragmas set.

    It waits `seconds` for others' locks.

    Raises: ServerUnavailable, DiskFull
    """
    connection = None
    try:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
        connection.set_busy_timeout(1000 * seconds)
        if storage is not None:
            unlock(connection, storage)
        for name, value in PRAGMAS:
            connection.pragma(name, value)
    except apsw.Error as error:
        if connection is not None:
            connection.close()
        raise _unavailable(path, error) from error
    return connection


def open_to_read(path: Path, seconds: int) -> apsw.Connection:
    """A connection to a file of anybody's that cannot write to it.

    Raises: ServerUnavailable
    """
    try:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        connection.set_busy_timeout(1000 * seconds)
        connection.execute("select 1 from sqlite_schema limit 1").fetchall()
    except apsw.Error as error:
        raise ServerUnavailable(
            phrase("Database not opened"),
            phrase("{path} is not opened as an SQLite database: {words}."),
            phrase("Name the file of an SQLite database that is not encrypted."),
            path=path,
            words=str(error).rstrip("."),
        ) from error
    return connection


def _unavailable(path: Path, error: apsw.Error) -> CipherbenchError:
    if isinstance(error, apsw.FullError):
        return disk_full("SQLite", str(error))
    sealed = isinstance(error, apsw.NotADBError)
    return ServerUnavailable(
        phrase("Database not opened"),
        phrase("SQLite cannot open {database}: {words}."),
        phrase("Check key and cipher: it may be encrypted with others, or may not be a database.")
        if sealed
        else NOTHING,
        database=path.name,
        words=error,
    )
