"""Where the database files of servers we start go: beside their sockets, or where a user wants
them, as on an encrypted disk."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import tempfile
import threading
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path

from engines.contract.errors import ServerUnavailable, files_out_of_reach
from engines.contract.message import phrase
from engines.inspection.filesystem import mount_of
from engines.keeping.server_folder import give, may_write
from engines.keeping.service_user import SERVICE_USER, serving_user
from engines.platform.users import Account, user_number

_PREFIX = "cipherbench-"
_LOOK_SECONDS = 5.0


def inside(directory: Path) -> Path:
    """The folder for database files inside a server's own directory."""
    data = directory / "data"
    data.mkdir(mode=0o700)
    return data


def make(parent: Path, needed_mb: int) -> Path:
    """A fresh private folder of ours in `parent`, where `needed_mb` (10⁶ bytes) must be free.

    Raises: ServerUnavailable
    """
    with suppress(RuntimeError):  # there is no such user: nor is there the folder
        parent = parent.expanduser()
    parent = parent.absolute()
    free_mb = _free_mb(parent)
    if free_mb < needed_mb:
        raise ServerUnavailable(
            phrase("Too little disk space"),
            phrase("{folder} has {free} MB free; the data of a new server needs {needed} MB."),
            phrase("Free some space, or choose another folder."),
            folder=parent,
            free=free_mb,
            needed=needed_mb,
        )
    try:
        return Path(tempfile.mkdtemp(prefix=_PREFIX, dir=parent))
    except OSError as error:
        raise _not_writable(parent, "this user", error.strerror or str(error)) from error


def hand_over(data: Path, user: Account) -> None:
    """Give a folder to the user that servers run as, and make sure that this user gets in.

    Raises: ServerUnavailable
    """
    try:
        give(data, user)
    except OSError as error:
        raise _not_writable(data.parent, user.name, error.strerror or str(error)) from error
    if not may_write(data, user):
        raise _not_writable(data.parent, user.name, "permission denied")


def _free_mb(parent: Path) -> int:
    try:
        if stat.S_ISDIR(parent.stat().st_mode):  # `is_dir` does not tell a dead mount from none
            return shutil.disk_usage(parent).free // 1_000_000
    except ValueError:  # the system refuses the very name
        pass
    except OSError as error:
        if error.errno not in (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG):
            raise files_out_of_reach(error) from error
    raise ServerUnavailable(
        phrase("Folder not found"),
        phrase("The folder {folder} for the server's data does not exist."),
        phrase("Create it first (mount its disk if needed), or choose another folder."),
        folder=parent,
    )


def is_ours(data: Path, mount: str) -> bool:
    """Whether what a note of ours names is still a folder that we made, and no link to another.
    `mount` is what was mounted there.

    Raises: OSError where that cannot be looked at, as under a mount that has died or is not there
    """
    try:
        status = _status(data)
    except (FileNotFoundError, NotADirectoryError):
        if mount_of(data) != mount:
            raise
        return False
    return (
        data.name.startswith(_PREFIX)
        and stat.S_ISDIR(status.st_mode)
        and status.st_uid in {user_number(), serving_user()}
    )


def _status(data: Path) -> os.stat_result:
    """Raises: OSError, also where a mount answers nobody"""
    answer: Future[os.stat_result] = Future()

    def look() -> None:
        try:
            status = data.lstat()
            if stat.S_ISDIR(status.st_mode):
                next(data.iterdir(), None)  # the status alone may be one that the system has kept
            answer.set_result(status)
        except OSError as error:
            answer.set_exception(error)

    threading.Thread(target=look, daemon=True).start()
    return answer.result(_LOOK_SECONDS)


def _not_writable(folder: Path, user: str, reason: str) -> ServerUnavailable:
    hint = phrase("Give that user access to it and to the folders above, or choose another folder.")
    if user == SERVICE_USER:
        hint = phrase(
            "Give the user {user} access to it and to the folders above, or choose another folder. "
            "Servers started by root run as this user."
        )
    return ServerUnavailable(
        phrase("Folder not writable"),
        phrase("{user} cannot write data to {folder}: {reason}."),
        hint,
        folder=folder,
        user=user,
        reason=reason,
    )
