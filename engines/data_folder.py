"""Where the database files of servers we start go: beside their sockets, or where a user wants
them, as on an encrypted disk."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from engines import home
from engines.errors import ServerUnavailable

_PREFIX = "cipherbench-"


def inside(directory: Path) -> Path:
    """The folder for database files inside a server's own directory."""
    data = directory / "data"
    data.mkdir(mode=0o700)
    return data


def make(parent: Path, needed_mb: int) -> Path:
    """A fresh private folder of ours in `parent`, where `needed_mb` (10⁶ bytes) must be free.

    Raises: ServerUnavailable
    """
    parent = parent.expanduser().absolute()
    if not parent.is_dir():
        raise ServerUnavailable(
            "No such folder",
            "The folder {folder} for the server's data is not there.",
            "Make it first (and mount what belongs there), or choose another.",
            folder=parent,
        )
    free_mb = shutil.disk_usage(parent).free // 1_000_000
    if free_mb < needed_mb:
        raise ServerUnavailable(
            "Folder too full",
            "{folder} has {free} MB left; the data of a fresh server take {needed} MB.",
            "Free some space, or choose another folder.",
            folder=parent,
            free=free_mb,
            needed=needed_mb,
        )
    try:
        return Path(tempfile.mkdtemp(prefix=_PREFIX, dir=parent))
    except OSError as error:
        raise _not_writable(parent, "this user", error.strerror or str(error)) from error


def hand_over(data: Path) -> None:
    """Give a folder to the user that servers run as, and make sure that this user gets in.

    Raises: ServerUnavailable
    """
    if not home.is_root():
        return
    try:
        shutil.chown(data, home.SERVE_AS, _group())
    except OSError as error:
        raise _not_writable(data.parent, home.SERVE_AS, error.strerror or str(error)) from error
    # Asked as that user: folders above, or a FUSE mount, may let nobody else in.
    asked = subprocess.run(
        ["test", "-w", str(data)],
        user=home.SERVE_AS,
        group=_group(),
        extra_groups=[],
        cwd="/",
        check=False,
    )
    if asked.returncode:
        raise _not_writable(data.parent, home.SERVE_AS, "permission denied")


def remove_noted(note: Path) -> None:
    """Remove the folder that a note in a server's directory names, if it is one of ours."""
    try:
        data = Path(note.read_text())
        status = data.lstat()
    except OSError:
        return
    ours = data.name.startswith(_PREFIX) and status.st_uid in _owners()
    if ours and data.is_dir() and not data.is_symlink():
        shutil.rmtree(data, ignore_errors=True)


def _owners() -> set[int]:
    import pwd

    return {os.geteuid()} | ({pwd.getpwnam(home.SERVE_AS).pw_uid} if home.is_root() else set())


def _group() -> int:
    import pwd

    return pwd.getpwnam(home.SERVE_AS).pw_gid


def _not_writable(folder: Path, user: str, reason: str) -> ServerUnavailable:
    hint = "Let that user enter it and the folders above, or choose another."
    if user == home.SERVE_AS:
        hint = "Servers that root starts run as {user}. " + hint
    return ServerUnavailable(
        "Folder not writable",
        "{user} cannot keep data in {folder}: {reason}.",
        hint,
        folder=folder,
        user=user,
        reason=reason,
    )
