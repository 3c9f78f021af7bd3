"""A gocryptfs that tests mount and unmount."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.app.campaign.storage.mounts import Mount
from tests.gocryptfs import run
from tests.requirements import lacking


@pytest.fixture
def mount(home: Path) -> Iterator[Mount]:
    if not shutil.which("gocryptfs") or not os.access("/dev/fuse", os.W_OK):
        lacking("gocryptfs", "gocryptfs or /dev/fuse is missing")
    folder = Path(tempfile.mkdtemp(prefix="below-", dir=home))
    folder.chmod(0o711)
    made = Mount(folder / "plain", folder / "cipher", folder / "password")
    for each in (made.plain, made.cipher):
        each.mkdir(mode=0o711)
    made.password.write_text(secrets.token_hex())
    made.password.chmod(0o600)
    run("gocryptfs", "-init", "-q", "-scryptn", "10", "-passfile", made.password, made.cipher)
    try:
        made.mount()
    except OSError as error:
        lacking("gocryptfs", f"FUSE does not mount here: {error}")
    yield made
    with suppress(OSError):
        made.unmount()
    shutil.rmtree(folder)
