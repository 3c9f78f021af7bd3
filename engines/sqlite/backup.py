"""Backups by SQLite's own backup of a file that is in use, which copies its pages: the copy is
encrypted as the database is."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import apsw

from engines.base.backup import Backup
from engines.contract.endpoint import Endpoint
from engines.sqlite import encrypted_files
from engines.sqlite.session import failed


class SqliteBackup(Backup):
    def back_up(self, endpoint: Endpoint, database: str, file: Path) -> None:
        file.touch(0o600)
        _copy(endpoint, encrypted_files.FILES.path_of(endpoint, database), file)

    def restore(self, endpoint: Endpoint, database: str, file: Path) -> None:
        _copy(endpoint, file, encrypted_files.FILES.path_of(endpoint, database))


def _copy(endpoint: Endpoint, source: Path, target: Path) -> None:
    try:
        with (
            closing(
                encrypted_files.open_file(source, endpoint.storage, endpoint.connect_seconds)
            ) as reading,
            closing(
                encrypted_files.open_file(target, endpoint.storage, endpoint.connect_seconds)
            ) as writing,
        ):
            with writing.backup("main", reading, "main") as copying:
                copying.step()
            writing.pragma("wal_checkpoint", "truncate")
    except apsw.Error as error:
        raise failed(error) from error
