"""What a server leaves behind, taken away: mounts, folders, and what lies outside of them."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from contextlib import suppress
from pathlib import Path

from engines.platform.volumes import is_mounted, mounts_below

_AGAIN_SECONDS = 0.02
_SWEEP_SECONDS = 10.0
_UNMOUNT_SECONDS = 10.0

FolderIdentity = tuple[int, int] | None


def folder_identity(data: str | None) -> FolderIdentity:
    """The folder that data lie in, by device and inode; another is there once a mount is gone."""
    try:
        status = os.stat(os.path.dirname(data)) if data else None  # noqa: PTH116, PTH120
    except OSError:
        return None
    return (status.st_dev, status.st_ino) if status else None


def remove(
    directory: Path,
    inner: Path,
    data: str | None,
    seconds: float = 0.0,
    place: FolderIdentity = None,
) -> None:
    """Remove a server's directory and the data that lie elsewhere; what stays since somebody who
    ends still writes there is tried again for so many seconds.

    The control files go last, and only when the rest has gone: by them the next start knows what
    is left as ours. Data that cannot be looked at have not gone, nor have those that are missing
    since another `place` is there than they lay in.
    """
    if _may_hold_mounts(str(directory)):
        return  # what is somebody's, or still to be unmounted
    if data and Path(data).is_relative_to(directory):
        data = None  # it goes with that one
    place = place or folder_identity(data)
    until = time.monotonic() + seconds
    while not (gone := _all_removed(inner, data, place)) and time.monotonic() < until:
        time.sleep(_AGAIN_SECONDS)
    if gone:
        shutil.rmtree(directory, ignore_errors=True)


def _all_removed(inner: Path, data: str | None, place: FolderIdentity) -> bool:
    if data:
        shutil.rmtree(data, ignore_errors=True)
    shutil.rmtree(inner, ignore_errors=True)
    return _is_gone(str(inner)) and (
        not data or (_is_gone(data) and folder_identity(data) == place)
    )


def _is_gone(folder: str) -> bool:
    try:
        os.lstat(folder)
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:  # a mount that has died
        return False
    return False


def _may_hold_mounts(folder: str) -> bool:
    try:
        return bool(mounts_below(folder))
    except OSError:
        return True


def unmount(mounts: list[tuple[str, str, str, list[str]]]) -> None:
    """Take off what an encrypted folder of ours has mounted and is still there; what else is
    mounted in its places stays."""
    for kind, source, point, command in mounts:
        with suppress(OSError):
            if is_mounted(kind, source, point):
                _call_quietly(command, _UNMOUNT_SECONDS)


def sweep(command: list[str]) -> None:
    """Remove what a killed server has left outside its folders, while these are still there."""
    if command:
        _call_quietly(command, _SWEEP_SECONDS)


def _call_quietly(command: list[str], seconds: float) -> None:
    quiet = subprocess.DEVNULL
    with suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(
            command, stdin=quiet, stdout=quiet, stderr=quiet, cwd="/", env={},
            timeout=seconds, check=False,
        )  # fmt: skip
