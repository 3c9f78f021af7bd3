"""Where what tests write lies."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import psutil

_DISK = Path("/var/tmp")
_MEMORY = Path("/dev/shm")
NAME = "cipherbench-test-"
"""How what tests write is called, before the number of their process."""
_ROOM = 6_000_000_000
"""Bytes: what four workers' servers keep at once, and half as much again."""


def new_home() -> Path:
    """A home for this session's servers. Homes of sessions that were killed go: they take memory.

    Not pytest's own tmp_path: the unprivileged user that serves must be able to enter it.
    """
    above = roomy_folder()
    for left in above.glob(f"{NAME}*-*"):
        pid, _, _ = left.name.removeprefix(NAME).partition("-")
        if pid.isdigit() and not psutil.pid_exists(int(pid)):
            _unmount_below(left)
            shutil.rmtree(left, ignore_errors=True)
    home = Path(tempfile.mkdtemp(prefix=f"{NAME}{os.getpid()}-", dir=above))
    home.chmod(0o711)
    return home


def _unmount_below(folder: Path) -> None:
    """What a killed session left mounted: who looks into a mount whose program is stopped waits for
    good."""
    mounts = [Path(each.mountpoint) for each in psutil.disk_partitions(all=True)]
    for mount in sorted(filter(lambda each: each.is_relative_to(folder), mounts), reverse=True):
        subprocess.run(["umount", "--lazy", mount], capture_output=True, check=False, timeout=60)


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
