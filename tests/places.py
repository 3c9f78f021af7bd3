"""Where what tests write lies."""

from __future__ import annotations

import os
from pathlib import Path

import psutil

_DISK = Path("/var/tmp")
_MEMORY = Path("/dev/shm")
_ROOM = 6_000_000_000
"""Bytes: what two workers' servers keep at once, three times over."""


def roomy_folder() -> Path:
    """A folder in memory, where `fsync` waits for no disk, or on the disk where there is no room.

    CIPHERBENCH_TEST_FOLDER names another.
    """
    named = os.environ.get("CIPHERBENCH_TEST_FOLDER")
    if named:
        return Path(named)
    return _MEMORY if _is_fit(_MEMORY) else _DISK


def _is_fit(folder: Path) -> bool:
    """Whether servers find room in it and programs can be run there."""
    try:
        state = os.statvfs(folder)
    except OSError:
        return False
    free = min(state.f_bavail * state.f_frsize, psutil.virtual_memory().available)
    return free >= _ROOM and not state.f_flag & os.ST_NOEXEC
