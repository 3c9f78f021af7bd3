"""What servers of ours leave behind whose keeper was killed."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import time
from pathlib import Path

from engines import data_folder, home, keeper
from engines.container.daemon import container_reason


def tidy() -> int:
    """Remove what servers left behind whose keeper was killed; how many there were."""
    removed = _tidy_containers()
    for directory in home.servers_folder().iterdir():
        lock = directory / keeper.LOCK_NAME
        if not directory.is_dir() or _is_new(directory):
            continue
        if lock.exists() and not _free(lock):
            continue
        _kill_leftover(directory / keeper.PID_NAME)
        data_folder.remove_noted(directory / keeper.DATA_NAME)
        shutil.rmtree(directory, ignore_errors=True)
        removed += 1
    return removed


def _tidy_containers() -> int:
    if container_reason() is not None:
        return 0
    from engines.container.server import tidy_containers

    return tidy_containers()


def _is_new(directory: Path) -> bool:
    """Whether a keeper may still be on its way to lock this directory."""
    return (
        time.time() - directory.stat().st_mtime < 2 and not (directory / keeper.LOCK_NAME).exists()
    )


def _free(lock: Path) -> bool:
    with lock.open() as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


def _kill_leftover(pid_file: Path) -> None:
    try:
        pid, _, started = pid_file.read_text().partition(" ")
    except OSError:
        return
    if started and keeper._started(int(pid)) == started:
        os.kill(int(pid), signal.SIGKILL)
