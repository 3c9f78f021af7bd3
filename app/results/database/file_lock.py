"""The write lock of an SQLite store's file, and whether that file was replaced since it was opened.

The lock is on the file itself, so that neither another path to it (a link, a bind mount) nor a lock
file that somebody removed admits two writers. It locks a byte far behind any data, for the open
file description; SQLite's own locks are on other bytes, and for the process.
"""

from __future__ import annotations

import errno
import os
import stat
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from engines.contract.errors import InputError
from engines.contract.message import NOTHING, Message, phrase
from engines.inspection.regular_files import expanded
from engines.platform.file_access import open_file, set_mode
from engines.platform.locks import byte_is_locked, byte_locker, lock_byte, unlock_byte
from engines.platform.private_files import PRIVATE, private_folder, resolve_trusted

_BYTE = 1 << 62


class StoreInUse(InputError):
    """Another program has the store open to write."""


type FileId = tuple[int, int]
"""Device and inode: the same by whatever path."""


def trusted_path(file: Path) -> Path:
    """The file that a store's path leads to; only links of this user or the system are followed.

    Raises: InputError for a link that another user may have put there
    """
    file = expanded(file)
    try:
        return resolve_trusted(file)
    except OSError as error:
        raise _not_writable(file, error) from error


def check_is_file(file: Path) -> None:
    """Check that a path, if it exists, is an ordinary file; it is not opened (a pipe would block).

    Raises: InputError for anything else
    """
    try:
        mode = file.stat().st_mode
    except FileNotFoundError:
        return
    except OSError as error:
        raise _not_writable(file, error) from error
    if not stat.S_ISREG(mode):
        raise InputError(
            phrase("Not a store"),
            phrase("{path} is {kind}, not a file."),
            phrase("Name a file, or a URL such as postgresql+psycopg://user@host/database."),
            path=file,
            kind=next(word for fits, word in _KINDS if fits(mode)),
        )


def file_id(file: Path) -> FileId | None:
    """What file is at a path now; None where there is none. The file is not opened."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def has_writer(file: Path) -> bool:
    """Whether some process writes to the store in `file`, which is not opened."""
    return byte_is_locked(file, _BYTE)


def writer_of(file: Path) -> int | None:
    """The process that writes to the store in `file`: 0 where it cannot be told which, None where
    nobody does.

    The file is not opened: closing it again would cost this process SQLite's own locks.
    """
    return byte_locker(file, _BYTE)


class StoreFileLock:
    """An open store's file: registered for reading, or locked for writing by this process alone.

    Closing any descriptor of a file gives up all locks that SQLite has on it in this process. So
    our descriptors are closed only with the last store of this process that is open on the file.
    """

    def __init__(self, file: Path, key: FileId | None, *, writes: bool) -> None:
        self._file, self._key, self._writes = file, key, writes
        self._log: FileId | None = None
        self._left = False

    @classmethod
    def for_reading(cls, file: Path) -> StoreFileLock:
        """Register a reader, which blocks no one."""
        with _guard:
            key = file_id(file)
            if key is not None:
                _users[key] += 1
        return cls(file, key, writes=False)

    @classmethod
    def for_writing(cls, file: Path) -> StoreFileLock:
        """Lock the store in `file` (a trusted path) for writing; the file is created if missing.

        Raises: InputError if another program has the lock, or the file cannot be written
        """
        with _guard:
            if file_id(file) in _writers:
                raise in_use_error(file, os.getpid())
            handle = _open_to_lock(file)
            found = os.fstat(handle)
            key = found.st_dev, found.st_ino
            _parked.setdefault(key, []).append(handle)
            _users[key] += 1
            try:
                _lock(handle, file)
                _check_single(found, file)
            except InputError:
                _let_go(key)
                raise
            _writers.add(key)
        return cls(file, key, writes=True)

    @property
    def writes(self) -> bool:
        return self._writes

    def fault(self) -> Message:
        """How the file or its log was removed or replaced since it was opened; NOTHING if not."""
        now = file_id(self._file)
        if now is None:
            return phrase("the file was removed")
        if now != self._key:
            return phrase("another file replaced it")
        log = file_id(Path(f"{self._file}-wal"))
        if self._log is None:
            self._log = log
        if log != self._log:
            return phrase("its log (-wal) was removed or replaced")
        return NOTHING

    def forget_log(self) -> None:
        """To be called when all connections of the writer are closed: the next begin a new log."""
        self._log = None

    def release(self) -> None:
        """Release the lock. May be called twice."""
        with _guard:
            if self._left or self._key is None:
                return
            self._left = True
            if self._writes:
                _writers.discard(self._key)
                for handle in _parked.get(self._key, ()):
                    unlock_byte(handle, _BYTE)
            _let_go(self._key)


_guard = threading.Lock()
_users: Counter[FileId] = Counter()
_writers: set[FileId] = set()
_parked: dict[FileId, list[int]] = {}
"""Open descriptors by file."""


def _let_go(key: FileId) -> None:
    _users[key] -= 1
    if not _users[key]:
        del _users[key]
        for handle in _parked.pop(key, ()):
            os.close(handle)


def _open_to_lock(file: Path) -> int:
    try:
        private_folder(file.parent)
        check_is_file(file)
        _check_neighbours(file)
        with suppress(FileExistsError):
            handle = open_file(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE)
            set_mode(handle, PRIVATE)  # an odd umask takes away what even we need
            return handle
        return open_file(file, os.O_RDWR)
    except OSError as error:
        raise _not_writable(file, error) from error


def _check_neighbours(file: Path) -> None:
    """SQLite opens by name what it keeps beside a file: a link there would lead it elsewhere.

    Raises: OSError
    """
    for end in ("-wal", "-shm", "-journal"):
        if Path(f"{file}{end}").is_symlink():
            raise OSError(errno.ELOOP, f"{file.name}{end} next to it is a link")


def _lock(handle: int, file: Path) -> None:
    try:
        lock_byte(handle, _BYTE)
    except BlockingIOError as error:
        raise in_use_error(file, writer_of(file)) from error
    except OSError as error:
        raise _not_writable(file, error) from error


def _check_single(found: os.stat_result, file: Path) -> None:
    """SQLite names its log after the path, so that a log left under one name of a file is not seen
    under another, and what is written then destroys both."""
    if found.st_nlink > 1:
        raise InputError(
            phrase("Store has two names"),
            phrase(
                "{path} is one file with {count} names (hard links). SQLite cannot write to it "
                "safely."
            ),
            phrase("Copy it to a file of its own, then name the copy."),
            path=file,
            count=found.st_nlink,
        )


def in_use_error(file: Path, process: int | None = None) -> StoreInUse:
    """The error for a store that another program writes to, with its process if known."""
    message = phrase("{path} is being written by another Cipherbench.")
    if process:
        message = phrase("{path} is being written by another Cipherbench (process {process}).")
    return StoreInUse(
        phrase("Store in use"),
        message,
        phrase("Wait until it has finished, or name another store."),
        path=file,
        process=process,
    )


def _not_writable(file: Path, error: OSError) -> InputError:
    return InputError(
        phrase("Store not writable"),
        phrase("{path} cannot be written: {reason}."),
        phrase("Name a file in a folder that you can write to."),
        path=file,
        reason=error.strerror,
    )


_KINDS: tuple[tuple[Callable[[int], bool], str], ...] = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (lambda _mode: True, "a device"),
)
