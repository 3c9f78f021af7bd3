"""Backups as gbak makes them, by the service manager: in this process, or by a server that sends
and takes them over the connection."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engines.base.late_imports import late_driver
from engines.contract.endpoint import Endpoint
from engines.firebird.connection import open_services
from engines.firebird.session import failed, turn

driver = late_driver("firebird.driver")


def write_backup(endpoint: Endpoint, path: str, file: Path) -> None:
    """Back up the database at `path`, none of whose triggers runs.

    Raises: ServerUnavailable, StatementFailed
    """
    with _services(endpoint) as services, file.open("xb") as stream:
        flags = driver.SrvBackupFlag.NO_TRIGGERS
        services.local_backup(database=path, backup_stream=stream, flags=flags)


def read_backup(endpoint: Endpoint, path: str, file: Path) -> None:
    """Put what is backed up in the place of the database at `path`.

    Raises: ServerUnavailable, StatementFailed
    """
    with _services(endpoint) as services, file.open("rb") as stream:
        flags = driver.SrvRestoreFlag.REPLACE
        services.local_restore(backup_stream=stream, database=path, flags=flags)


@contextmanager
def _services(endpoint: Endpoint) -> Iterator[Any]:
    with turn(endpoint):
        try:
            with open_services(endpoint) as server:
                yield server.database
        except driver.DatabaseError as error:
            raise failed(error) from error
