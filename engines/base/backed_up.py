"""Backing up and restoring one of our databases."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from engines.base.backup import Backup
from engines.base.catalogue import Catalogue
from engines.base.ownership import DATABASE_PREFIX, drop_patiently
from engines.contract.endpoint import Endpoint
from engines.contract.errors import Unsupported
from engines.contract.message import phrase
from engines.contract.session import Session


def restored_name(database: str) -> str:
    """The name of the database that a backup is restored into. It is fixed, so that cleanup after a
    killed worker finds it."""
    return f"{database}_restored"


class BackedUp(ABC):
    """A database that is backed up in one way, and restored."""

    @abstractmethod
    def back_up(self, file: Path) -> None:
        """Raises: CipherbenchError"""

    @abstractmethod
    def session_detached(self, session: Session) -> AbstractContextManager[None]:
        """Within the context the session has left its database, as some backups need; afterwards it
        is in it again."""

    @abstractmethod
    def restore_target(self) -> AbstractContextManager[str]:
        """Give the name of the database to restore into; it is dropped when the context ends.

        Raises: CipherbenchError
        """

    @abstractmethod
    def restore(self, file: Path, database: str) -> None:
        """Raises: CipherbenchError"""

    @abstractmethod
    def connect_restored(self, database: str) -> Session:
        """A session in the restored database.

        Raises: ServerUnavailable
        """


@dataclass(frozen=True)
class BackedUpDatabase(BackedUp):
    """Restores into another database of the same server. Uses the server's own login, not that of
    the campaign's statements."""

    catalogue: Catalogue[Session]
    backup: Backup
    endpoint: Callable[[], Endpoint]
    database: str

    def back_up(self, file: Path) -> None:
        self._refuse_prepared()
        self.backup.back_up(self.endpoint(), self.database, file)

    def session_detached(self, session: Session) -> AbstractContextManager[None]:
        return self.backup.session_detached(session, self.endpoint(), self.database)

    @contextmanager
    def restore_target(self) -> Iterator[str]:
        self._refuse_prepared()
        identifier = restored_name(self.database).removeprefix(DATABASE_PREFIX)
        name = self.catalogue.create_database(self.endpoint(), identifier)
        try:
            yield name
        finally:
            drop_patiently(self.catalogue, self.endpoint(), name)

    def restore(self, file: Path, database: str) -> None:
        self.backup.restore(self.endpoint(), database, file)

    def connect_restored(self, database: str) -> Session:
        return self.catalogue.driver.connect(self.endpoint(), database)

    def _refuse_prepared(self) -> None:
        if self.endpoint().prepared:
            raise Unsupported(
                phrase("No second database"),
                phrase("A backup is restored into a database of its own, which this login may not "
                       "create."),
                phrase("Choose a server whose login may create databases."),
            )  # fmt: skip
