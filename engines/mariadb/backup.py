"""Backups by mariadb-dump, restored by mariadb, as distributions have them in PATH."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from engines.base.backup import Backup, run_program
from engines.base.ownership import MARKER_TABLE
from engines.contract.endpoint import Endpoint, TlsMode
from engines.keeping.surroundings import bare
from engines.mysql_family.session_settings import CHARACTER_SET

_DUMPED = ("--single-transaction", "--hex-blob", "--skip-comments", "--skip-triggers")


class MariaBackup(Backup):
    def back_up(self, endpoint: Endpoint, database: str, file: Path) -> None:
        marker = f"--ignore-table={database}.{MARKER_TABLE}"
        _run("mariadb-dump", endpoint, *_DUMPED, marker, f"--result-file={file}", database)

    def restore(self, endpoint: Endpoint, database: str, file: Path) -> None:
        _run("mariadb", endpoint, "--batch", f"--execute=source {file}", database)


def _run(program: str, endpoint: Endpoint, *arguments: str) -> None:
    """No password stands among a program's arguments, which all users see."""
    found = shutil.which(program)
    known = (*_entrance(endpoint), f"--default-character-set={CHARACTER_SET}", *arguments)
    run_program(found, program, known, bare() | {"MYSQL_PWD": endpoint.password or ""})


def _entrance(endpoint: Endpoint) -> Iterator[str]:
    yield "--no-defaults"
    yield f"--user={endpoint.user or ''}"
    if endpoint.socket:
        yield f"--socket={endpoint.socket}"
        return
    yield from ("--protocol=tcp", f"--host={endpoint.host}", f"--port={endpoint.port}")
    asked = endpoint.tls
    if asked.mode is TlsMode.OFF:
        yield "--skip-ssl"
        return
    yield "--ssl"
    if asked.mode is TlsMode.VERIFY_FULL:
        yield "--ssl-verify-server-cert"
    for name, path in (("ca", asked.ca), ("cert", asked.certificate), ("key", asked.key)):
        if path:
            yield f"--ssl-{name}={path}"
