"""The files that a server's processes have mapped shared (mmap), where plaintext may lie."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator
from pathlib import Path

import psutil

from engines.contract.data_place import DataPlace, PlaceName, local_path
from engines.contract.endpoint import Endpoint
from engines.contract.message import phrase
from engines.platform.process_inspection import memory_map


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
_NOT_OURS = phrase("The server's processes belong to another user.")
