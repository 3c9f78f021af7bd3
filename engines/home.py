"""The folder where servers we start live, and what we unpack for them.

An ordinary user's servers live under the user's data folder. Root's live under /var/lib, since
PostgreSQL and MariaDB refuse to run as root and the unprivileged user that serves in root's place
must be able to reach them. CIPHERBENCH_HOME overrides both.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_data_path

from engines.errors import ServerUnavailable

SERVE_AS = "nobody"
"""Who runs servers when root starts them."""


def home() -> Path:
    """The folder, made when it is missing and fit to hold servers.

    Raises: ServerUnavailable when it cannot be made or belongs to somebody else.
    """
    if named := os.environ.get("CIPHERBENCH_HOME"):
        folder = Path(named)
    elif is_root():
        folder = Path("/var/lib/cipherbench")
    else:
        folder = user_data_path("cipherbench")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ServerUnavailable(
            "Folder not made",
            "{folder} cannot be made: {why}.",
            "Set CIPHERBENCH_HOME to a folder of your own.",
            folder=folder,
            why=error.strerror or str(error),
        ) from error
    if folder.stat().st_uid != os.geteuid():
        raise ServerUnavailable(
            "Folder not ours",
            "{folder} belongs to another user.",
            "Set CIPHERBENCH_HOME to a folder of your own.",
            folder=folder,
        )
    if is_root():
        folder.chmod(0o711)
    return folder


def is_root() -> bool:
    """Whether servers must be started as `SERVE_AS`."""
    return os.name == "posix" and os.geteuid() == 0


def servers_folder() -> Path:
    """Where each server we start has a directory of its own."""
    folder = home() / "servers"
    folder.mkdir(exist_ok=True)
    folder.chmod(0o711)
    return folder


def new_server_directory(name: str) -> Path:
    """A fresh private directory of the serving user. Short: socket paths end at 107 bytes."""
    directory = Path(tempfile.mkdtemp(prefix=f"{name[:12]}-", dir=servers_folder()))
    if is_root():
        shutil.chown(directory, SERVE_AS)
    return directory


def runtime(name: str, unpack: Callable[[Path], None]) -> Path:
    """The folder `runtime/name`, filled by `unpack` the first time it is asked for."""
    parent = home() / "runtime"
    parent.mkdir(exist_ok=True)
    target = parent / name
    with _locked(parent / ".unpacking"):
        if not target.exists():
            fresh = Path(tempfile.mkdtemp(prefix=".new-", dir=parent))
            try:
                unpack(fresh)
                fresh.chmod(0o755)
                fresh.rename(target)
            except BaseException:
                shutil.rmtree(fresh, ignore_errors=True)
                raise
    return target


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
