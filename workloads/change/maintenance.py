"""Operations after a change: clean up (VACUUM, purge), drop old columns, rewrite the table; back up
the database, and restore the backup into another one."""

from __future__ import annotations

import time
import zlib
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from engines.base.backed_up import BackedUp
from engines.contract.errors import Unsupported
from engines.contract.message import phrase
from engines.contract.session import Session
from engines.contract.transition import CLEAN_UP, DROP_COLUMNS, REWRITE, BackupKind
from engines.inspection.scan import numbers_before
from engines.keeping.locked_folders import LockedFolder, new_backup_folder
from workloads.change.disk import DiskSearch
from workloads.change.measures import (
    BACKUP_BYTES,
    BACKUP_GZIP,
    BACKUP_READABLE,
    BACKUP_SECONDS,
    MAINTENANCE,
    RESTORE_SECONDS,
)
from workloads.change.table_choice import changed_table, tag_of
from workloads.contract import Clock, Measure, Setting, SingleStatement, UnpreparedWork


class _Maintenance(SingleStatement):
    server_cpu_is_session = False

    def __init__(self, disk: DiskSearch) -> None:
        self._disk = disk

    def run(self, setting: Setting, clock: Clock) -> int:
        setting.session.commit()
        with _administration(setting) as session, setting.count_resources():
            work = partial(self._carry_out, session, changed_table(setting.options).name)
            began = time.perf_counter()
            clock.run(UnpreparedWork(work), ())
            took = time.perf_counter() - began
        setting.measures[MAINTENANCE.name] = took
        setting.measures.update(self._disk.measure(setting))
        setting.session.begin()
        return setting.options.size

    @abstractmethod
    def _carry_out(self, session: Session, table: str) -> None:
        """Outside any transaction."""


class CleanUp(_Maintenance):
    """Removes row versions that updates have replaced: VACUUM, purge …"""

    name = CLEAN_UP

    def _carry_out(self, session: Session, table: str) -> None:
        session.clean_up(table)


class DropColumns(_Maintenance):
    """Drops the columns that no longer hold values."""

    name = DROP_COLUMNS

    def __init__(self, disk: DiskSearch, columns: Sequence[str]) -> None:
        super().__init__(disk)
        self._columns = columns

    def _carry_out(self, session: Session, table: str) -> None:
        for each in self._columns:
            session.execute(f"alter table {table} drop {each}")


class Rewrite(_Maintenance):
    """VACUUM FULL, ALTER TABLE … FORCE …"""

    name = REWRITE

    def _carry_out(self, session: Session, table: str) -> None:
        session.rewrite(table)

    def verify(self, setting: Setting) -> None:
        """Restores the engine's settings, as the last operation of a run."""
        if (stored := setting.storage) is not None:
            stored.method.restore(setting.session, stored.change)


@contextmanager
def _administration(setting: Setting) -> Iterator[Session]:
    """A session that may do maintenance: the login of campaigns lacks the rights for it."""
    if setting.open_admin_session is None:
        yield setting.session
        return
    with setting.open_admin_session() as session:
        yield session


_CHUNK_BYTES = 1 << 20
_GZIP_LEVEL = 6
"""The default of the program gzip."""


class BackupFile:
    """A backup in a private folder, removed once it is restored; that of a killed process is
    removed at the end of the campaign."""

    def __init__(self) -> None:
        self._folder: LockedFolder | None = None

    @property
    def path(self) -> Path:
        """Raises: OSError, ServerUnavailable"""
        if self._folder is None:
            self._folder = new_backup_folder()
        return self._folder.path / "backup"

    def remove(self) -> None:
        if self._folder is not None:
            self._folder.remove()
            self._folder = None


class _BackupOperation(SingleStatement):
    server_cpu_is_session = False

    def __init__(self, file: BackupFile, kind: BackupKind = BackupKind.DATABASE) -> None:
        self._file, self._kind = file, kind

    def _database(self, setting: Setting) -> BackedUp:
        if self._kind not in setting.backups:
            raise Unsupported(phrase("No backup"), phrase("This engine has no backup here."))
        return setting.backups[self._kind]


class BackUp(_BackupOperation):
    @property
    def name(self) -> str:  # type: ignore[override]
        return self._kind.back_up

    def run(self, setting: Setting, clock: Clock) -> int:
        database = self._database(setting)
        self._file.remove()
        path = self._file.path
        setting.session.commit()
        with setting.count_resources(), database.session_detached(setting.session):
            _timed(setting, clock, BACKUP_SECONDS, partial(database.back_up, path))
        setting.session.begin()
        files = [path] if path.is_file() else [e for e in sorted(path.rglob("*")) if e.is_file()]
        size, compressed = map(sum, zip(*map(_sizes, files), strict=True))
        tag = tag_of(setting).encode()
        names = set[int]().union(*(numbers_before(tag, each) for each in files))
        setting.measures.update(
            {
                BACKUP_BYTES.name: float(size),
                BACKUP_GZIP.name: float(compressed),
                BACKUP_READABLE.name: float(sum(0 < e <= setting.options.size for e in names)),
            }
        )
        return setting.options.size


class Restore(_BackupOperation):
    """Restores the backup into another database, where `verify` then checks the rows."""

    def __init__(
        self,
        file: BackupFile,
        verify: Callable[[Setting], None],
        kind: BackupKind = BackupKind.DATABASE,
    ) -> None:
        super().__init__(file, kind)
        self._verify = verify

    @property
    def name(self) -> str:  # type: ignore[override]
        return self._kind.restore

    def run(self, setting: Setting, clock: Clock) -> int:
        database = self._database(setting)
        setting.session.commit()
        try:
            with database.restore_target() as name:
                restoring = partial(database.restore, self._file.path, name)
                with setting.count_resources():
                    _timed(setting, clock, RESTORE_SECONDS, restoring)
                with database.connect_restored(name) as restored:
                    self._verify(replace(setting, session=restored, storage=None))
        finally:
            self._file.remove()
        setting.session.begin()
        return setting.options.size


def _timed(setting: Setting, clock: Clock, measure: Measure, work: Callable[[], None]) -> None:
    began = time.perf_counter()
    clock.run(UnpreparedWork(work), ())
    setting.measures[measure.name] = time.perf_counter() - began


def _sizes(path: Path) -> tuple[int, int]:
    """Bytes of a file, and of the file compressed by gzip."""
    size = compressed = 0
    gzip = zlib.compressobj(_GZIP_LEVEL, wbits=31)
    with path.open("rb") as file:
        while piece := file.read(_CHUNK_BYTES):
            size += len(piece)
            compressed += len(gzip.compress(piece))
    return size, compressed + len(gzip.flush())
