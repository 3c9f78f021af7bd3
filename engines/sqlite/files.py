"""Database files of our own: found, opened, marked and removed.

A sealed file cannot be asked for its marker by somebody without its key, the runner that cleans up
after a killed worker for one. Beside each database therefore lies a file `<name>.cipherbench` that
holds its identifier. A database that can be read without a key must hold the marker's table too.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import apsw

from engines.contract import DATABASE_PREFIX
from engines.endpoint import Endpoint, StorageKey
from engines.errors import CipherbenchError, ServerUnavailable, disk_full
from engines.sqlite.ciphers import unlock

_SUFFIX, _SIDECAR = ".sqlite", ".cipherbench"
_PLAIN_HEADER = b"SQLite format 3\0"

PRAGMAS = (
    ("journal_mode", "wal"),
    ("synchronous", "full"),
    ("foreign_keys", "on"),
)
"""What every connection sets. A commit is on the disk before it returns, as on the other engines
(FULL is SQLite's own default); all else stays as SQLite has it."""


def folder_of(endpoint: Endpoint) -> Path:
    """The folder that databases live in.

    Raises: ServerUnavailable when it is gone
    """
    if endpoint.directory is None or not Path(endpoint.directory).is_dir():
        raise ServerUnavailable(
            "Folder not there",
            "SQLite finds no folder for its databases: {folder}.",
            "Start the server again.",
            folder=endpoint.directory or "none is named",
        )
    return Path(endpoint.directory)


def path_of(endpoint: Endpoint, database: str) -> Path:
    """The main file of a database."""
    return folder_of(endpoint) / f"{database}{_SUFFIX}"


def files_of(path: Path) -> list[Path]:
    """A database's file and what SQLite keeps beside it, as far as they are there."""
    beside = [path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal")]
    return [each for each in (*beside, path) if each.exists()]


def open_file(
    path: Path, storage: StorageKey | None, seconds: int, *, create: bool = False
) -> apsw.Connection:
    """A connection to a database file, its key given and its pragmas set.

    It waits `seconds` for others' locks.

    Raises: ServerUnavailable, DiskFull
    """
    flags = apsw.SQLITE_OPEN_READWRITE | (apsw.SQLITE_OPEN_CREATE if create else 0)
    connection = None
    try:
        connection = apsw.Connection(str(path), flags=flags)
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


def mark(path: Path, identifier: str) -> None:
    """Take a name for a database of ours.

    Raises: ServerUnavailable where something of that name is there already
    """
    try:
        if path.exists():
            raise FileExistsError("there is a file of that name")
        with _sidecar(path).open("x") as handle:
            handle.write(identifier)
    except OSError as error:
        raise ServerUnavailable(
            "Database not made",
            "SQLite can make no database {path}: {said}.",
            path=path,
            said=error.strerror or error,
        ) from error


def marked(endpoint: Endpoint) -> list[Path]:
    """Databases that have our file beside them."""
    found = folder_of(endpoint).glob(f"{DATABASE_PREFIX}*{_SIDECAR}")
    return sorted(path for each in found if (path := each.with_suffix(_SUFFIX)).exists())


def identifier_of(path: Path) -> str | None:
    """What the file beside a database says; None without one."""
    try:
        return _sidecar(path).read_text()
    except FileNotFoundError:
        return None


def is_readable(path: Path) -> bool:
    """Whether a database can be read without a key."""
    with path.open("rb") as handle:
        return handle.read(len(_PLAIN_HEADER)) == _PLAIN_HEADER


def remove(path: Path) -> None:
    """Remove a database, our mark last, so that half of one is still known as ours."""
    for each in (*files_of(path), _sidecar(path)):
        with suppress(FileNotFoundError):
            each.unlink()


def _sidecar(path: Path) -> Path:
    return path.with_suffix(_SIDECAR)


def _unavailable(path: Path, error: apsw.Error) -> CipherbenchError:
    if isinstance(error, apsw.FullError):
        return disk_full("SQLite", str(error))
    sealed = isinstance(error, apsw.NotADBError)
    return ServerUnavailable(
        "Database not opened",
        "SQLite says of {database}: {said}.",
        "It is sealed with another key or cipher, or no database at all." if sealed else "",
        database=path.name,
        said=error,
    )
