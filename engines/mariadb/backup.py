"""Backups of MariaDB: of statements by mariadb-dump, of files by mariadb-backup."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from engines.base.backup import FilesBackup, run_backup_program
from engines.contract.endpoint import Endpoint, TlsMode
from engines.inspection.regular_files import read_text
from engines.keeping.child_environment import minimal_environment
from engines.mariadb import tablespace
from engines.mariadb.data_places import KEYS_SETTING
from engines.mariadb.session import MariaDBDriver
from engines.mysql_family.backup import FamilyBackup
from engines.mysql_family.data_places import settings

DUMP = FamilyBackup(
    "mariadb-dump",
    "mariadb",
    {
        TlsMode.OFF: ("--skip-ssl",),
        TlsMode.REQUIRE: ("--ssl",),
        TlsMode.VERIFY_FULL: ("--ssl", "--ssl-verify-server-cert"),
    },
)
_BACKUP_PROGRAM = "mariadb-backup"


class MariaDBFilesBackup(FilesBackup):
    """A copy of the files while the server goes on writing them: encrypted tables stay encrypted,
    and the redo log is copied as it is. Keys are not copied."""

    def back_up(self, endpoint: Endpoint, folder: Path) -> None:
        self._run(endpoint, *DUMP.entrance(endpoint), "--backup", f"--target-dir={folder}")

    def make_ready(self, endpoint: Endpoint, folder: Path) -> Mapping[str, str]:
        # Without the options that the copy was made with it takes encrypted tables for damaged.
        options = f"--defaults-file={folder / 'backup-my.cnf'}"
        self._run(endpoint, options, "--prepare", f"--target-dir={folder}")
        with MariaDBDriver().connect(endpoint) as session:
            path = settings(session, (KEYS_SETTING,)).get(KEYS_SETTING)
        return {tablespace.KEYS_NAME: read_text(path, 1)} if path else {}

    @staticmethod
    def _run(endpoint: Endpoint, *arguments: str) -> None:
        environment = minimal_environment() | {"MYSQL_PWD": endpoint.password or ""}
        run_backup_program(shutil.which(_BACKUP_PROGRAM), _BACKUP_PROGRAM, arguments, environment)
