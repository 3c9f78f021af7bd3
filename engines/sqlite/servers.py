"""SQLite as a server: a folder of its own, and no process."""

from __future__ import annotations

from pathlib import Path

import apsw

from engines.contract.endpoint import Endpoint, Source
from engines.contract.launch import Launch, Launcher
from engines.sqlite import FACTS


class EmbeddedSqlite(Launcher):
    """The library that the package apsw-sqlite3mc carries, run inside the worker."""

    source = Source.EMBEDDED
    data_mb = 16

    def find(self, binaries: Path | None) -> Path:
        return Path(str(apsw.__file__)).parent

    def launch(
        self,
        installation: Path,
        directory: Path,
        data: Path | None = None,
        sockets: Path | None = None,
    ) -> Launch:
        place = str(data or directory)
        return Launch(Endpoint("sqlite", directory=place, in_process=FACTS.in_process))
