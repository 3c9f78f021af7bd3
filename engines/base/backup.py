"""How an engine writes a database of ours into a file, and fills another one from it, and how it
copies its files: by what its users make backups with."""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from engines.contract.endpoint import Endpoint
from engines.contract.errors import ServerUnavailable
from engines.contract.message import Message, phrase
from engines.contract.session import Session
from engines.keeping.programs import ProgramFailed, call_program, timed_out

MOST_SECONDS = 6 * 3600.0
"""A deadline of a run is shorter."""


class Deadline:
    """Of what an engine does by itself, by the name of its program: `check` it between two steps,
    or have a step interrupted by `interrupting`."""

    def __init__(self, program: str) -> None:
        self._program, self._seconds = program, MOST_SECONDS
        self._until = time.monotonic() + MOST_SECONDS

    def check(self) -> None:
        """Raises: ProgramFailed"""
        if time.monotonic() > self._until:
            raise timed_out(self._program, self._seconds)

    @contextmanager
    def interrupting(self, interrupt: Callable[[], None]) -> Iterator[None]:
        """Raises: ProgramFailed"""
        timer = threading.Timer(self._until - time.monotonic(), interrupt)
        timer.daemon = True
        timer.start()
        try:
            yield
        except Exception as error:
            self._check_after(error)
            raise
        finally:
            timer.cancel()

    def _check_after(self, error: Exception) -> None:
        try:
            self.check()
        except ProgramFailed as late:
            raise late from error


class Backup(ABC):
    @contextmanager
    def session_detached(
        self, session: Session, endpoint: Endpoint, database: str
    ) -> Iterator[None]:
        """Meanwhile the session is out of its database, where a backup is of one that nobody has
        open.

        Raises: ServerUnavailable
        """
        del session, endpoint, database
        yield

    @abstractmethod
    def back_up(self, endpoint: Endpoint, database: str, file: Path) -> None:
        """Write all but our mark into a file, or a folder, that is not there yet.

        Raises: ProgramFailed, ServerUnavailable, StatementFailed
        """

    @abstractmethod
    def restore(self, endpoint: Endpoint, database: str, file: Path) -> None:
        """Fill a database that has nothing but our mark.

        Raises: ProgramFailed, ServerUnavailable, StatementFailed
        """


class FilesBackup(ABC):
    """How the files of a whole server of ours are copied while it runs, so that another server can
    start on the copy."""

    @abstractmethod
    def back_up(self, endpoint: Endpoint, folder: Path) -> None:
        """Write them into a folder that is not there yet.

        Raises: ProgramFailed, ServerUnavailable
        """

    def make_ready(self, endpoint: Endpoint, folder: Path) -> Mapping[str, str]:
        """Bring a copy into the state that a server starts on; the secrets of the server that it is
        of which that one needs, by the names of their files.

        Raises: ProgramFailed, ServerUnavailable, StatementFailed
        """
        del endpoint, folder
        return {}


def run_backup_program(
    program: Path | str | None,
    name: str,
    arguments: Sequence[str],
    environment: Mapping[str, str],
    reads: Path | None = None,
) -> None:
    """Call a program that makes or restores a backup, and wait for its end; it ends with us, even
    when we are killed.

    Raises: ServerUnavailable where it is not there, ProgramFailed
    """
    if program is None:
        raise ServerUnavailable(_TITLE, _NOT_FOUND, _INSTALL, program=name)
    command = [str(program), *arguments]
    call_program(command, environment, seconds=MOST_SECONDS, reads=reads, ends_with_parent=True)


_TITLE: Message = phrase("Program not found")
_NOT_FOUND = phrase("{program} was not found in PATH.")
_INSTALL = phrase("Install the engine's client programs.")
