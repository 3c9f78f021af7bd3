"""Backups as gbak and nbackup make them, by the service manager: in this process, or by a server,
which sends and takes those of gbak over the connection, and writes and reads those of nbackup."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from engines.base.backup import Deadline
from engines.base.late_imports import late_driver
from engines.contract.endpoint import Endpoint
from engines.firebird.connection import open_services
from engines.firebird.session import failed, turn
from engines.platform.users import give_away, is_root

driver = late_driver("firebird.driver")


def write_backup(endpoint: Endpoint, path: str, file: Path) -> None:
    """Back up the database at `path`, none of whose triggers runs.

    Raises: ServerUnavailable, StatementFailed
    """
    with _services(endpoint) as server, _timely(file, "xb") as stream:
        flags = driver.SrvBackupFlag.NO_TRIGGERS
        server.database.local_backup(database=path, backup_stream=stream, flags=flags)


def read_backup(endpoint: Endpoint, path: str, file: Path) -> None:
    """Put what is backed up in the place of the database at `path`.

    Raises: ServerUnavailable, StatementFailed
    """
    with _services(endpoint) as server, _timely(file, "rb") as stream:
        flags = driver.SrvRestoreFlag.REPLACE
        server.database.local_restore(backup_stream=stream, database=path, flags=flags)


def write_pages(endpoint: Endpoint, path: str, file: Path) -> None:
    """Copy the pages of the database at `path`, while others go on writing.

    Raises: OSError, ServerUnavailable, StatementFailed
    """
    written = Path(f"{path}{_PAGES}")
    try:
        with _services(endpoint) as server:
            server.database.nbackup(database=path, backup=str(written))
        shutil.move(written, file)
    finally:
        written.unlink(missing_ok=True)


def read_pages(endpoint: Endpoint, path: str, file: Path) -> None:
    """Put such a copy in the place of the database at `path`, which nobody has open.

    Raises: OSError, ServerUnavailable, StatementFailed
    """
    read, made = Path(f"{path}{_PAGES}"), Path(f"{path}.new")
    database = Path(path)
    owner = database.stat()
    try:
        shutil.copyfile(file, read)
        if is_root():
            with read.open("rb") as copy:
                give_away(copy.fileno(), owner.st_uid, owner.st_gid)
        with _services(endpoint) as server:
            server.database.nrestore(backups=[str(read)], database=str(made))
        made.replace(database)
    finally:
        read.unlink(missing_ok=True)
        made.unlink(missing_ok=True)


_PAGES = ".nbk"


@contextmanager
def _timely(file: Path, mode: str) -> Iterator[Any]:
    """A file that comes piece by piece, until a deadline."""
    deadline = Deadline("gbak")

    def checked(move: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def moved(piece: Any) -> Any:
            deadline.check()
            return move(piece)

        return moved

    with file.open(mode) as stream:
        yield SimpleNamespace(read=checked(stream.read), write=checked(stream.write))


def _wait(server: Any, deadline: Deadline) -> None:
    """As the driver's own, which waits for ever."""
    while server.is_running():
        while server.readline_timed(_LOOK_SECONDS) is not None:
            deadline.check()


_LOOK_SECONDS = 1


@contextmanager
def _services(endpoint: Endpoint) -> Iterator[Any]:
    with turn(endpoint):
        try:
            with open_services(endpoint) as server:
                server.wait = partial(_wait, server, Deadline("nbackup"))
                yield server
        except driver.DatabaseError as error:
            raise failed(error) from error
