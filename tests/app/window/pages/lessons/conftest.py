"""A desk whose server stays for all tests of a module."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.window.workbench.workbench import Workbench
from tests.app.window.settling import await_, let_go


@pytest.fixture(scope="module")
def desk(
    home: Path, tmp_path_factory: pytest.TempPathFactory, qapp: QApplication
) -> Iterator[Workbench]:
    """With a PostgreSQL that runs."""
    made = Workbench(f"sqlite:///{tmp_path_factory.mktemp('lessons') / 'results.sqlite'}")
    made.servers.discover()
    await_(lambda: made.servers.discovered)
    made.servers.start("postgresql")
    await_(lambda: (entry := made.servers.entry("postgresql")) is not None and entry.running)
    yield made
    let_go(made)
