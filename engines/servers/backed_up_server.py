"""A database backed up with all files of its server, and restored by starting another server."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from engines.base.backed_up import BackedUp, BackedUpDatabase
from engines.base.backup import FilesBackup
from engines.base.engine import Engine
from engines.contract.endpoint import Endpoint, Source
from engines.contract.errors import Unsupported
from engines.contract.message import phrase
from engines.contract.session import Session
from engines.contract.transition import BackupKind
from engines.servers.launched import launch_restored
from engines.servers.server import Server, ServerSpec


@dataclass
class BackedUpServer(BackedUp):
    """The other server has its data in an encrypted folder where the first has them in one."""

    engine: Engine
    backup: FilesBackup
    endpoint: Callable[[], Endpoint]
    database: str
    restored: Server | None = field(default=None, init=False)

    def back_up(self, file: Path) -> None:
        self.backup.back_up(self._files_endpoint(), file)

    def session_detached(self, session: Session) -> AbstractContextManager[None]:
        del session
        return nullcontext()

    @contextmanager
    def restore_target(self) -> Iterator[str]:
        self._files_endpoint()
        try:
            yield self.database
        finally:
            if self.restored is not None:
                self.restored.close()
                self.restored = None

    def restore(self, file: Path, database: str) -> None:
        del database
        endpoint = self._files_endpoint()
        launcher = self.engine.servers.launcher(Source.LOCAL)
        assert launcher is not None, "its servers are started here"
        secrets = self.backup.make_ready(endpoint, file)
        spec = ServerSpec(
            self.engine.name,
            Source.LOCAL,
            "restored",
            binaries=endpoint.programs,
            encrypted_folder=endpoint.encrypted_folder,
        )
        self.restored = launch_restored(spec, self.engine, launcher, file, secrets)

    def connect_restored(self, database: str) -> Session:
        assert self.restored is not None
        return self.engine.driver.connect(self.restored.endpoint, database)

    def _files_endpoint(self) -> Endpoint:
        """Raises: Unsupported where its files are not ours to copy"""
        endpoint = self.endpoint()
        if endpoint.programs is None:
            raise Unsupported(
                phrase("Only on a server of our own"),
                phrase("Its files hold other databases, too, and another server starts on them."),
                phrase("Choose a local or embedded server."),
            )
        return endpoint


def backed_up(
    engine: Engine, endpoint: Callable[[], Endpoint], database: str
) -> Mapping[BackupKind, BackedUp]:
    """In every way that the engine has."""
    known = engine.catalogue
    found: dict[BackupKind, BackedUp] = {}
    if known.backup is not None:
        found[BackupKind.DATABASE] = BackedUpDatabase(known, known.backup, endpoint, database)
    if known.files_backup is not None:
        found[BackupKind.FILES] = BackedUpServer(engine, known.files_backup, endpoint, database)
    elif known.page_backup is not None:
        found[BackupKind.FILES] = BackedUpDatabase(known, known.page_backup, endpoint, database)
    return found
