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

from engines.base.backup import Backup, Deadline
from engines.base.late_imports import late_driver
from engines.base.ownership import DATABASE_PREFIX, MARKER_TABLE
from engines.contract.endpoint import Endpoint
from engines.contract.errors import Unsupported
from engines.contract.message import phrase
from engines.firebird import FACTS
from engines.firebird.connection import open_separately, open_services
from engines.firebird.data_places import database_path, mark_database
from engines.firebird.session import FirebirdSession, failed, text_literal, turn
from engines.platform.users import change_owner, is_root

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
                change_owner(copy.fileno(), owner.st_uid, owner.st_gid)
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


class FirebirdBackup(Backup):
    def back_up(self, endpoint: Endpoint, database: str, file: Path) -> None:
        write_backup(endpoint, database_path(endpoint, database), file)

    def _read(self, endpoint: Endpoint, path: str, file: Path) -> None:
        read_backup(endpoint, path, file)

    def restore(self, endpoint: Endpoint, database: str, file: Path) -> None:
        """The file is another one then, and has lost our mark, which is put on it anew."""
        if not endpoint.managed:
            raise Unsupported(
                phrase("Only on a server of our own"),
                phrase("Interrupted, a restored database would stay on the server."),
                phrase("Choose a local or embedded server."),
            )
        path = database_path(endpoint, database)
        self._read(endpoint, path, file)
        identifier = database.removeprefix(DATABASE_PREFIX)
        with FirebirdSession(open_separately(endpoint, path), endpoint) as session:
            mark_database(session, FACTS.name, database, identifier)
            session.execute(f"update {MARKER_TABLE} set id = {text_literal(identifier)}")


class FirebirdPageBackup(FirebirdBackup):
    def back_up(self, endpoint: Endpoint, database: str, file: Path) -> None:
        if not endpoint.managed:
            raise Unsupported(
                phrase("Only on a server of our own"),
                phrase("The server writes the copy where only it may read it."),
                phrase("Choose a local or embedded server."),
            )
        write_pages(endpoint, database_path(endpoint, database), file)

    def _read(self, endpoint: Endpoint, path: str, file: Path) -> None:
        read_pages(endpoint, path, file)
