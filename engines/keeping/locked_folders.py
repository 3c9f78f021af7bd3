"""Temporary folders with a lock: some with short paths for sockets (at most 107 bytes, wherever
home and TMPDIR are), some for backups, where there is room.

Their parent belongs to this user alone. A folder whose lock is free and whose program has ended was
left by a killed program, and is removed; where either cannot be told, it counts as in use.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from engines.contract.errors import ServerUnavailable
from engines.keeping import home
from engines.keeping.owning_program import has_program_ended, program_identity
from engines.platform.file_access import mode_of, open_file
from engines.platform.locks import lock, try_lock
from engines.platform.users import is_ours, is_root, user_number

_LOCK, _ALL = "lock", ".all"
_MOST_BYTES = 1024
_LONGEST = 60
"""Bytes of the folder's path, so that a socket in one of its folders fits."""


@dataclass(frozen=True)
class LockedFolder:
    """A new folder for this user alone. Its `lock` is the descriptor of an open file: held until
    `remove`, or until a process that has inherited it ends."""

    path: Path
    lock: int

    def remove(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self.lock)


def new_short_folder() -> LockedFolder:
    """Raises: OSError, ServerUnavailable"""
    return _new_in(_folder())


def new_backup_folder() -> LockedFolder:
    """Raises: OSError, ServerUnavailable"""
    return _new_in(_for_backups())


def _new_in(above: Path) -> LockedFolder:
    with _one_at_a_time(above):
        path = Path(tempfile.mkdtemp(dir=above))
        held = open_file(path / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        lock(held)
        os.write(held, program_identity().encode())
    return LockedFolder(path, held)


def tidy_short_folders() -> int:
    """Remove those that killed programs left; how many there were."""
    return _tidied(_folder)


def tidy_backup_folders() -> int:
    """The same, of backups."""
    return _tidied(_for_backups)


def _tidied(folder: Callable[[], Path]) -> int:
    removed = 0
    with suppress(OSError, ServerUnavailable):
        above = folder()
        with _one_at_a_time(above):
            for each in above.iterdir():
                if each.is_dir() and _was_left(each):
                    shutil.rmtree(each, ignore_errors=True)
                    removed += not each.exists()
    return removed


def _was_left(folder: Path) -> bool:
    try:
        handle = open_file(folder / _LOCK, os.O_RDWR)
    except FileNotFoundError:
        return not any(folder.iterdir())
    except OSError:
        return False
    try:
        try_lock(handle)
        return has_program_ended(os.read(handle, _MOST_BYTES).decode(errors="replace"))
    except OSError:
        return False
    finally:
        os.close(handle)


def _for_backups() -> Path:
    return home.own_folder("backups", 0o700)


def _folder() -> Path:
    """The folder above: the first that is ours, and that nobody can put another in the place of."""
    for each in short_folders():
        if len(os.fsencode(each)) > _LONGEST:
            continue
        with suppress(OSError):
            with suppress(FileExistsError):
                each.mkdir(0o700)
                each.chmod(0o711 if is_root() else 0o700)
            if _is_fit(each):
                return each
    return home.own_folder("short", 0o711)


def short_folders() -> Iterator[Path]:
    """Candidate parent folders, in the order tried."""
    if is_root():  # servers of root's run as somebody else, who must be able to pass
        yield Path("/run/cipherbench-short")
    elif named := os.environ.get("XDG_RUNTIME_DIR"):
        yield Path(named) / "cipherbench-short"
    for above in ("/tmp", "/var/tmp"):
        yield Path(above) / f"cipherbench-{user_number()}"


def _is_fit(folder: Path) -> bool:
    status = folder.lstat()
    ours = stat.S_ISDIR(status.st_mode) and is_ours(status)
    return (
        ours
        and not mode_of(status) & 0o022
        and all(home.is_safe(above.stat()) for above in folder.parents)
    )


@contextmanager
def _one_at_a_time(above: Path) -> Iterator[None]:
    """Holds the parent's lock: a folder that has no lock yet would look like one that was left."""
    handle = open_file(above / _ALL, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        lock(handle)
        yield
    finally:
        os.close(handle)
