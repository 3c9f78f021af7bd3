"""Places that a server's processes tell of: the file behind its error stream, where it keeps no log
file of its own, and files mapped shared (mmap), where plaintext may lie."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator
from pathlib import Path

import psutil

from engines.contract.data_place import DataPlace, PlaceName, file_place, local_path
from engines.contract.endpoint import Endpoint
from engines.contract.message import Message, phrase
from engines.platform.process_inspection import memory_map
from engines.platform.processes import error_stream_of


def message_log(endpoint: Endpoint) -> DataPlace:
    """The file behind a server's error stream, or why it cannot be read."""
    if endpoint.log is not None:
        return file_place(PlaceName.SERVER_LOG, Path(endpoint.log))
    if endpoint.container is not None:
        return unread_log(_HELD_BY_DAEMON)
    if endpoint.pid is None:
        return unread_log(_ELSEWHERE)
    try:
        file = error_stream_of(endpoint.pid)
    except OSError:
        return unread_log(_NOT_OURS)
    is_file = file.is_absolute() and file.is_file()  # else a pipe, a terminal or /dev/null
    return file_place(PlaceName.SERVER_LOG, file) if is_file else unread_log(_NO_FILE)


def unread_log(reason: Message) -> DataPlace:
    """A log that exists but cannot be read."""
    return DataPlace(PlaceName.SERVER_LOG, None, reason=reason)


_HELD_BY_DAEMON = phrase("The container daemon keeps the server's log.")
_ELSEWHERE = phrase("The server's log is on another machine.")
_NOT_OURS = phrase("The server's processes belong to another user.")
_NO_FILE = phrase("The server writes no log file that can be read here.")


def mapped_places(endpoint: Endpoint) -> tuple[DataPlace, ...]:
    """Regular files that a server's processes have mapped shared, segments in /dev/shm among them;
    one place for each folder, or one that holds nothing where there are none."""
    if endpoint.pid is None:
        return (DataPlace(PlaceName.MAPPED, None, reason=_NO_PROCESS),)
    try:
        files = set(_mapped(endpoint))
    except (OSError, psutil.Error):
        return (DataPlace(PlaceName.MAPPED, None, reason=_NOT_OURS),)
    folders = sorted({file.parent for file in files})
    if not folders:
        return (DataPlace(PlaceName.MAPPED, local_path(endpoint, "/dev/shm"), ()),)
    return tuple(
        DataPlace(
            PlaceName.MAPPED,
            str(folder),
            tuple(sorted(file.name for file in files if file.parent == folder)),
        )
        for folder in folders
    )


_SHARED = re.compile(r"^\S+ ...s \S+ \S+ [1-9]\d* +(/.*)$", re.MULTILINE)
"""A line of proc_pid_maps(5) that is shared and has an inode."""


def _mapped(endpoint: Endpoint) -> Iterator[Path]:
    root = psutil.Process(endpoint.pid)
    for process in (root, *root.children(recursive=True)):
        try:
            maps = memory_map(process.pid)
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has ended since
        for match in _SHARED.finditer(maps):
            path = Path(local_path(endpoint, match[1]))
            if _is_file(path):
                yield path


def _is_file(path: Path) -> bool:
    """Deleted files bear “ (deleted)” behind their name and are there no more."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return False


_NO_PROCESS = phrase("The server's processes are not on this machine.")
