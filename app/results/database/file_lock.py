"""The file of an SQLite store: what may be one, who may write to it, and whether it is still there.

The lock lies on the file itself, so that neither another path to it (a link, a bind mount) nor a
lock file that somebody removed lets two programs in. It is a lock of an open file description on a
byte far behind any data: SQLite locks bytes of its own, and as a process.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import struct
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from engines.contract.errors import InputError
from engines.contract.message import NOTHING, Message, phrase
from engines.keeping.private_files import PRIVATE, private_folder, true_file
from engines.looking.reading import expanded

_BYTE = 1 << 62
_OFD_SETLK = getattr(fcntl, "F_OFD_SETLK", 37)
"""Linux's number, for interpreters that were built without its name, as those that uv fetches."""


class StoreInUse(InputError):
    """Another program writes to the store, as long as it lives."""


type FileId = tuple[int, int]
"""Device and inode: the same by whatever path."""


def true_path(file: Path) -> Path:
    """The file that a store's path leads to, past links of the user's own and of the system's.

    Raises: InputError for a link that another user may have put there
    """
    file = expanded(file)
    try:
        return true_file(file)
    except OSError as error:
        raise _not_writable(file, error) from error


def check_kind(file: Path) -> None:
    """Never opens it: opening a pipe would wait for somebody at its other end.

    Raises: InputError for what is there and no ordinary file.
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
    found = file_id(file)
    return found is not None and _locks_on(found[1], Path("/proc/locks"))


def writer_of(file: Path) -> int | None:
    """The process that writes to the store in `file`: 0 where it cannot be told which, None where
    nobody does.

    The file is not opened: closing it again would cost this process SQLite's own locks.
    """
    found = file_id(file)
    if found is None or not has_writer(file):
        return None
    for folder in sorted(Path("/proc").glob("[0-9]*"), key=lambda each: int(each.name)):
        with suppress(OSError):
            if any(_locks_on(found[1], each) for each in (folder / "fdinfo").iterdir()):
                return int(folder.name)
    return 0


def _locks_on(inode: int, table: Path) -> bool:
    """Whether a table of locks, as of proc(5), has ours on a file."""
    with suppress(OSError):
        return any(
            "OFDLCK" in line and f":{inode} {_BYTE} " in line
            for line in table.read_text().splitlines()
        )
    return False


class Presence:
    """That this process has a store open, alone in writing to it if made by `hold`.

    Closing any descriptor of a file gives up all locks that SQLite holds on it in this process.
    Ours are therefore closed with the last store here that is open on the file.
    """

    def __init__(self, file: Path, key: FileId | None, *, writes: bool) -> None:
        self._file, self._key, self._writes = file, key, writes
        self._log: FileId | None = None
        self._left = False

    @classmethod
    def look(cls, file: Path) -> Presence:
        """Presence of a reader, which blocks no one."""
        with _guard:
            key = file_id(file)
            if key is not None:
                _users[key] += 1
        return cls(file, key, writes=False)

    @classmethod
    def hold(cls, file: Path) -> Presence:
        """The right to write to the store in `file` (a true path), which is made if missing.

        Raises: InputError when another program has it, or the file cannot be written.
        """
        with _guard:
            if file_id(file) in _writers:
                raise in_use(file, os.getpid())
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
        """What has happened to the file or to its log since it was opened, if anything."""
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

    def settle(self) -> None:
        """All connections of the writer are closed; the next ones begin a new log."""
        self._log = None

    def leave(self) -> None:
        """Release the lock. May be called twice."""
        with _guard:
            if self._left or self._key is None:
                return
            self._left = True
            if self._writes:
                _writers.discard(self._key)
                for handle in _parked.get(self._key, ()):
                    _unlock(handle)
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
    flags = os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
    try:
        private_folder(file.parent)
        check_kind(file)
        _check_neighbours(file)
        with suppress(FileExistsError):
            handle = os.open(file, flags | os.O_CREAT | os.O_EXCL, PRIVATE)
            os.fchmod(handle, PRIVATE)  # an odd umask takes away what even we need
            return handle
        return os.open(file, flags)
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
        fcntl.fcntl(handle, _OFD_SETLK, _wanted(fcntl.F_WRLCK))
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EAGAIN):
            raise in_use(file, writer_of(file)) from error
        raise _not_writable(file, error) from error


def _unlock(handle: int) -> None:
    fcntl.fcntl(handle, _OFD_SETLK, _wanted(fcntl.F_UNLCK))


def _wanted(kind: int) -> bytes:
    """A `struct flock` for the one byte; its process must be 0 for such locks."""
    return struct.pack("@hhqqi4x", kind, os.SEEK_SET, _BYTE, 1, 0)


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


def in_use(file: Path, process: int | None = None) -> StoreInUse:
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
