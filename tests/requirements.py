"""What tests need of the machine.

CIPHERBENCH_REQUIRE lists engines that must be there (CI sets it): a missing one then fails
instead of being skipped.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import NoReturn

import pytest

from engines.base.engine import Engine
from engines.contract.endpoint import Source
from engines.contract.errors import ServerUnavailable
from engines.registry import engine_named
from engines.servers.server import ServerSpec

_REQUIRED = {name for name in os.environ.get("CIPHERBENCH_REQUIRE", "").split(",") if name}

NEWER = "newer mariadb"
"""MariaDB from 11.2 on, which knows modes and key lengths; Debian 12 has an older one."""


def is_required(name: str) -> bool:
    """Whether it must be there."""
    return name in _REQUIRED


def lacking(name: str, reason: str) -> NoReturn:
    """Skip a test for want of something, or fail it where that is required."""
    if is_required(name):
        pytest.fail(f"{name} is required here: {reason}")
    pytest.skip(reason)


def mount(*words: str | Path) -> None:
    """Skips where nobody may."""
    done = subprocess.run(["mount", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        lacking("tmpfs", f"Nothing can be mounted here: {done.stderr.strip()}")


_FOLDERS = {"mysql": "CIPHERBENCH_MYSQL_BINARIES"}
"""Engines whose programs are in no usual folder → the variable that names it."""


def spec_of(engine: str, name: str = "") -> ServerSpec:
    """The first source of an engine that is to be had here; skips or fails without one."""
    if engine == NEWER:
        return _newer_mariadb()
    if folder := os.environ.get(_FOLDERS.get(engine, "")):
        return ServerSpec(name or engine, Source.LOCAL, engine, binaries=folder)
    reason = ""
    for launcher in engine_named(engine).servers.launchers:
        try:
            launcher.find(None)
        except ServerUnavailable as error:
            reason = error.message
        else:
            return ServerSpec(name or engine, Source(launcher.source), engine)
    lacking(engine, reason)


def _newer_mariadb() -> ServerSpec:
    folder = os.environ.get("CIPHERBENCH_MARIADB_BINARIES")
    if folder:
        return ServerSpec(NEWER, Source.LOCAL, "mariadb", binaries=folder)
    output = (
        "CIPHERBENCH_MARIADB_BINARIES names no folder of a newer MariaDB (scripts/newer_mariadb)"
    )
    lacking(NEWER, output)


def needs_cascades(engine: Engine) -> None:
    """Skip what the hospital does on an engine that it is refused on."""
    if not engine.driver.dialect.cascades:
        pytest.skip(f"{engine.title} knows no ON DELETE CASCADE")


def needs_processes(engine: Engine) -> None:
    """Skip what several processes ask of a database where an engine lets one open it."""
    if engine.driver.connects_once:
        pytest.skip(f"{engine.title} lets one process open a database")
