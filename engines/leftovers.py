"""What servers of ours leave behind whose keeper was killed.

Only what carries our own signed mark is touched, and only a process that is proved to be the server
we started there: a number in a file alone proves nothing.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from engines.container.daemon import LABEL, labelled, owner_is_gone
from engines.contract.errors import CipherbenchError
from engines.keeping import data_folder, home
from engines.keeping.locked_folders import tidy_backup_folders, tidy_short_folders
from engines.keeping.removal import remove, sweep, unmount
from engines.keeping.server_folder import (
    DATA,
    ENCRYPTED_FOLDER,
    INNER,
    LOCK,
    MARK,
    PID,
    SWEEP,
    TOKEN_VARIABLE,
    read_control,
    read_signed,
)
from engines.keeping.service_user import serving_user
from engines.platform.children import INHERITED_FILES_KEEP_LOCKS
from engines.platform.file_access import OpenFolder, opened
from engines.platform.locks import try_lock
from engines.platform.processes import (
    boot_id,
    environment_of,
    kill_by_handle,
    process_handle,
    runs_as,
    start_time_of,
)
from engines.platform.users import is_ours


def remove_leftovers() -> int:
    """Remove what servers left behind whose keeper was killed; how many there were.

    What is damaged, not ours or not to be removed stays: nothing of it keeps anybody from starting.
    """
    removed = _tidy_containers() + tidy_short_folders() + tidy_backup_folders()
    for directory in _directories():
        with suppress(OSError, CipherbenchError):
            removed += _tidied(directory)
    return removed


def _directories() -> list[Path]:
    if not INHERITED_FILES_KEEP_LOCKS:  # nobody can tell whether one is in use
        return []
    with suppress(OSError, CipherbenchError):
        return sorted(home.servers_folder().iterdir())
    return []


def _tidied(directory: Path) -> bool:
    """Whether it was ours and left behind, and is gone.

    Raises: OSError, CipherbenchError where that cannot be told
    """
    with opened(directory) as folder:
        if not _is_in_place(folder):
            return False
        token = read_signed(folder, directory.name, MARK)
        if token is None:
            return False
        with _lock_if_free(folder) as free:
            if not free:
                return False
            _kill_leftover(read_control(folder, PID), token)
            data = _noted_data(folder, directory.name)  # else the note stays, for another start
            unmount(json.loads(read_signed(folder, directory.name, ENCRYPTED_FOLDER) or "[]"))
            sweep(json.loads(read_signed(folder, directory.name, SWEEP) or "[]"))
            remove(directory, directory / INNER, str(data) if data else None)
    return not directory.exists()


def _is_in_place(folder: OpenFolder) -> bool:
    """Whether an entry is this user's folder, and nothing that is mounted there."""
    status = folder.status()
    return is_ours(status) and status.st_dev == home.servers_folder().stat().st_dev


@contextmanager
def _lock_if_free(folder: OpenFolder) -> Iterator[bool]:
    """Hold the lock of a directory, if no keeper does; one without a lock has lost its keeper."""
    try:
        handle = folder.open(LOCK, os.O_RDWR)
    except FileNotFoundError:
        yield True
        return
    try:
        try_lock(handle)
        free = True
    except BlockingIOError:
        free = False
    try:
        yield free
    finally:
        os.close(handle)


def _noted_data(folder: OpenFolder, directory: str) -> Path | None:
    """Raises: OSError if it cannot be read"""
    noted = read_signed(folder, directory, DATA)
    if noted is None:
        return None
    data, mount = json.loads(noted)
    return Path(data) if data_folder.is_ours(Path(data), mount) else None


_PROCESS = re.compile(rb"([1-9]\d{0,9}) (\d{1,20}) ([0-9a-f-]{36})")
"""Number, start in clock ticks since boot, and the boot."""


def _kill_leftover(pid_file: bytes, token: str) -> None:
    """Kill the server that was started here, if it has outlived its keeper.

    A pidfd is opened before the checks, so a process that reuses the PID is never killed.
    """
    found = _PROCESS.fullmatch(pid_file)
    if found is None or found[3].decode() != boot_id():
        return
    try:
        process = process_handle(int(found[1]))
    except (OSError, OverflowError):
        return
    pid, start = int(found[1]), found[2].decode()
    try:
        with suppress(OSError):  # it has ended meanwhile, or is another user's
            if start_time_of(pid) == start and _is_server(pid, token):
                kill_by_handle(process)
    finally:
        os.close(process)


def _is_server(pid: int, token: str) -> bool:
    """Whether a process runs as servers of ours do and began with the token of this one."""
    token_variable = f"{TOKEN_VARIABLE}={token}".encode()
    return runs_as(pid, serving_user()) and token_variable in environment_of(pid)


def _tidy_containers() -> int:
    known = labelled(LABEL)
    with suppress(CipherbenchError):  # without our key none can be known for ours
        if known is None or any(owner_is_gone(mark, name) for name, mark in known.items()):
            from engines.container.server import tidy_containers

            return tidy_containers()
    return 0
