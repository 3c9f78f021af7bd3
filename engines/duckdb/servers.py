"""DuckDB as a server: a folder of its own, and no process."""

from __future__ import annotations

from pathlib import Path

from engines.contract.endpoint import Endpoint, Source
from engines.contract.launch import Launch, Launcher
from engines.duckdb import FACTS
from engines.duckdb.installed import library


class EmbeddedDuckDB(Launcher):
    """The library that the package duckdb carries, run inside the worker."""

    source = Source.EMBEDDED
    data_mb = 32

    def find(self, binaries: Path | None) -> Path:
        return library()

    def launch(
        self,
        installation: Path,
        directory: Path,
        data: Path | None = None,
        sockets: Path | None = None,
    ) -> Launch:
        place = str(data or directory)
        return Launch(Endpoint("duckdb", directory=place, in_process=FACTS.in_process))
