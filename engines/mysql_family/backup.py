"""Backups by the dump that comes with the engine's client, as distributions have it in PATH."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engines.base.backup import Backup, run_backup_program
from engines.base.ownership import MARKER_TABLE
from engines.contract.endpoint import Endpoint, TlsMode
from engines.inspection import tls_files as tls
from engines.keeping.child_environment import minimal_environment
from engines.keeping.programs import call_program
from engines.mysql_family.session_settings import CHARACTER_SET

_DUMPED = (
    *("--single-transaction", "--hex-blob", "--skip-comments", "--skip-triggers"),
    "--no-tablespaces",  # which takes a privilege
)


@dataclass(frozen=True)
class FamilyBackup(Backup):
    """`secured` are the options of each mode of TLS; `dumped` those of the dump that the other
    engine's does not know. `another` stands in the version of a program of that one, which
    distributions install under the same name."""

    dump: str
    client: str
    secured: Mapping[TlsMode, Sequence[str]]
    dumped: Sequence[str] = ()
    another: str = ""

    def back_up(self, endpoint: Endpoint, database: str, file: Path) -> None:
        marker = f"--ignore-table={database}.{MARKER_TABLE}"
        arguments = (*_DUMPED, *self.dumped, marker, f"--result-file={file}", database)
        self._run(self.dump, endpoint, arguments)

    def restore(self, endpoint: Endpoint, database: str, file: Path) -> None:
        self._run(self.client, endpoint, ("--batch", database), reads=file)

    def _run(
        self,
        program: str,
        endpoint: Endpoint,
        arguments: Sequence[str],
        reads: Path | None = None,
    ) -> None:
        """No password stands among a program's arguments, which all users see."""
        known = (*self.entrance(endpoint), f"--default-character-set={CHARACTER_SET}", *arguments)
        secret = {"MYSQL_PWD": endpoint.password or ""}
        run_backup_program(
            self._found(program), program, known, minimal_environment() | secret, reads
        )

    def _found(self, program: str) -> str | None:
        found = shutil.which(program)
        if (
            found
            and self.another
            and self.another in call_program([found, "--version"], minimal_environment()).out
        ):
            return None
        return found

    def entrance(self, endpoint: Endpoint) -> Iterator[str]:
        """The arguments by which a program connects."""
        yield "--no-defaults"
        yield f"--user={endpoint.user or ''}"
        if endpoint.socket:
            yield f"--socket={endpoint.socket}"
            return
        yield from ("--protocol=tcp", f"--host={endpoint.host}", f"--port={endpoint.port}")
        asked = endpoint.tls
        yield from self.secured[asked.mode]
        if asked.mode is TlsMode.VERIFY_FULL:
            yield f"--ssl-ca={tls.authorities(asked)}"
        if asked.certificate:
            yield f"--ssl-cert={asked.certificate}"
            yield f"--ssl-key={asked.key or asked.certificate}"
