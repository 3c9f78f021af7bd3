"""What tests of engines share: fresh databases, disks, programs to be killed."""

from __future__ import annotations

import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engines.servers.server import Server
from tests.engines.other_programs import start_elsewhere


@pytest.fixture
def database(server: Server) -> Iterator[str]:
    """The name of a fresh database on `server`."""
    name = server.engine.catalogue.create_database(server.endpoint, f"test_{secrets.token_hex(4)}")
    yield name
    server.engine.catalogue.drop_database(server.endpoint, name)


@pytest.fixture
def victim(
    server: Server, disk: Path
) -> Iterator[tuple[subprocess.Popen[str], list[dict[str, Any]]]]:
    """A program that has started two servers, the second with its data on `disk`."""
    if server.spec.engine == "mysql":
        pytest.skip("the keeper that ends MariaDB ends MySQL, which starts ten times as slowly")
    program, report = start_elsewhere(server.spec, disk)
    yield program, report
    program.kill()
    program.wait()
    assert program.stdout is not None
    program.stdout.close()


@pytest.fixture
def disk(home: Path) -> Iterator[Path]:
    """A folder that the serving user can enter, as a mounted disk would be."""
    made = Path(tempfile.mkdtemp(prefix="disk-", dir=home))
    made.chmod(0o711)
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture
def tiny(disk: Path) -> Iterator[Path]:
    """A disk of 4 MB."""
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m,mode=755", "tmpfs", str(disk)],
        check=False,
        capture_output=True,
        text=True,
    )
    if mounted.returncode:
        pytest.skip(f"no tmpfs can be mounted here: {mounted.stderr.strip()}")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)
