"""A database of ours as it is backed up and restored."""

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
    """The database that its backup is restored into: who clears up after a killed worker knows."""
    return f"{database}_restored"


class BackedUp(ABC):
    """A database that is backed up in one way, and restored."""

    @abstractmethod
    def back_up(self, file: Path) -> None:
        """Raises: CipherbenchError"""

    @abstractmethod
    def left(self, session: Session) -> AbstractContextManager[None]:
        """A context for the backup, in which the session has left its database; afterwards it is in
            it
        again."""

    @abstractmethod
    def another(self) -> AbstractContextManager[str]:
        """The name of the database to restore it into, which is gone in the end.

        Raises: CipherbenchError
        """

    @abstractmethod
    def restore(self, file: Path, database: str) -> None:
        """Raises: CipherbenchError"""

    @abstractmethod
    def enter(self, database: str) -> Session:
        """The restored one.

        Raises: ServerUnavailable
        """


@dataclass(frozen=True)
class BackedUpDatabase(BackedUp):
    """Into another database of the same server; entered by the server's own login, as whoever makes
    backups is."""

    catalogue: Catalogue[Session]
    backup: Backup
    endpoint: Callable[[], Endpoint]
    database: str

    @classmethod
    def of(
        cls,
        catalogue: Catalogue[Session],
        made: Backup | None,
        endpoint: Callable[[], Endpoint],
        database: str,
    ) -> BackedUp | None:
        """None where the engine has no backup."""
        return None if made is None else cls(catalogue, made, endpoint, database)

    def back_up(self, file: Path) -> None:
        self._refuse_prepared()
        self.backup.back_up(self.endpoint(), self.database, file)

    def left(self, session: Session) -> AbstractContextManager[None]:
        return self.backup.left(session, self.endpoint(), self.database)

    @contextmanager
    def another(self) -> Iterator[str]:
        self._refuse_prepared()
        identifier = restored_name(self.database).removeprefix(DATABASE_PREFIX)
        name = self.catalogue.create_database(self.endpoint(), identifier)
        try:
            yield name
        finally:
            drop_patiently(self.catalogue, self.endpoint(), name)

    def restore(self, file: Path, database: str) -> None:
        self.backup.restore(self.endpoint(), database, file)

    def enter(self, database: str) -> Session:
        return self.catalogue.driver.connect(self.endpoint(), database)

    def _refuse_prepared(self) -> None:
        if self.endpoint().prepared:
            raise Unsupported(
                phrase("No second database"),
                phrase("A backup is restored into a database of its own, which this login may not "
                       "create."),
                phrase("Choose a server whose login may create databases."),
            )  # fmt: skip
