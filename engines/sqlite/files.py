"""Database files of our own: found, opened, marked and removed.

A sealed file cannot be asked for its mark by somebody without its key, the runner that cleans up
after a killed worker for one. Beside each database therefore lies a file `<name>.cipherbench` that
holds the mark, signed for this very file; the database is not opened to see whose it is.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from functools import partial
from pathlib import Path

import apsw

from engines.base.engine import DATABASE_PREFIX
from engines.base.ownership import Sighting
from engines.contract.endpoint import Endpoint, StorageKey
from engines.contract.errors import CipherbenchError, ServerUnavailable, disk_full
from engines.contract.message import NOTHING, phrase
from engines.sqlite.ciphers import unlock

_SUFFIX, _SIDECAR = ".sqlite", ".cipherbench"

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
            phrase("Folder not found"),
            phrase("SQLite has no folder for its databases: {folder}."),
            phrase("Restart the server."),
            folder=endpoint.directory or phrase("none is set"),
        )
    return Path(endpoint.directory)


def path_of(endpoint: Endpoint, database: str) -> Path:
    """The main file of a database."""
    return folder_of(endpoint) / f"{database}{_SUFFIX}"


def files_of(path: Path) -> list[Path]:
    """A database's file and what SQLite keeps beside it, as far as they are there."""
    beside = [path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal")]
    return [each for each in (*beside, path) if each.exists()]


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
            phrase("{path} is not opened as an SQLite database: {said}."),
            phrase("Name the file of an SQLite database that is not encrypted."),
            path=path,
            said=str(error).rstrip("."),
        ) from error
    return connection


def make(path: Path) -> None:
    """Take a name for a database of ours: an empty file.

    Raises: ServerUnavailable where something of that name is there already
    """
    try:
        if os.path.lexists(_sidecar(path)):
            raise FileExistsError
        _write_new(path, "")
    except FileExistsError as error:
        raise _not_made(path, "there is a file of that name") from error
    except OSError as error:
        raise _not_made(path, error.strerror or str(error)) from error


def mark(path: Path, text: str) -> None:
    """Put our mark beside a database.

    Raises: ServerUnavailable
    """
    try:
        _write_new(_sidecar(path), text)
    except OSError as error:
        raise _not_made(path, error.strerror or str(error)) from error


def _write_new(path: Path, text: str) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    with os.fdopen(os.open(path, flags, 0o600), "w") as handle:
        handle.write(text)


def _not_made(path: Path, said: str) -> ServerUnavailable:
    return ServerUnavailable(
        phrase("Database not created"),
        phrase("SQLite cannot create the database {path}: {said}."),
        phrase(
            "Check that the folder exists, that you may write to it, and that the disk is not full."
        ),
        path=path,
        said=said,
    )


def marked(endpoint: Endpoint) -> list[Path]:
    """Databases named as ours that have a file of ours beside them."""
    found = folder_of(endpoint).glob(f"{DATABASE_PREFIX}*{_SIDECAR}")
    return sorted(each.with_suffix(_SUFFIX) for each in found)


def look(path: Path) -> Sighting | None:
    """What is said of a database, none of whose files is followed elsewhere; None without one.

    The place is the file itself, by its number on its disk, in its folder.
    """
    try:
        status = path.lstat()
    except FileNotFoundError:
        return None
    except OSError as error:
        return Sighting(path.stem, unseen=error.strerror or str(error))
    if not stat.S_ISREG(status.st_mode):
        return Sighting(path.stem, foreign=phrase("it is not an ordinary file"))
    if status.st_uid != os.geteuid():
        return Sighting(path.stem, foreign=phrase("it belongs to another user"))
    return Sighting(path.stem, place_of(path), _mark_of(path), drop=partial(remove, path))


def place_of(path: Path) -> str:
    """Identity of a file: device, inode and folder."""
    status = path.lstat()
    return f"{status.st_dev} {status.st_ino} {path.parent.resolve()}"


def _mark_of(path: Path) -> str | None:
    """What the file beside a database says; None without an ordinary one."""
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
    with suppress(OSError), os.fdopen(os.open(_sidecar(path), flags), "rb") as handle:
        if stat.S_ISREG(os.fstat(handle.fileno()).st_mode):
            return handle.read(_LONGEST).decode(errors="replace")
    return None


_LONGEST = 4096
"""Bytes of a mark that are read; ours have some 130."""


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
        phrase("Database not opened"),
        phrase("SQLite cannot open {database}: {said}."),
        phrase("Check key and cipher: it may be encrypted with others, or may not be a database.")
        if sealed
        else NOTHING,
        database=path.name,
        said=error,
    )
