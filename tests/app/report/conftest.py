"""A store to export from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.results.database.store import Store, open_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A new SQLite store, open to write."""
    with open_store(str(tmp_path / "results.sqlite"), write=True) as store:
        yield store
