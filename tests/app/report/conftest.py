"""A store to export from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.results.store.store import Store, open_store


@pytest.fixture(scope="module", autouse=True)
def _forked(children_forked: None) -> None:
    """In all of these modules: to begin a process for a document takes half a second of a core."""


@pytest.fixture(scope="session")
def _empty(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("empty") / "results.sqlite"
    open_store(str(path), write=True).close()
    return path.read_bytes()


@pytest.fixture
def store(_empty: bytes, tmp_path: Path) -> Iterator[Store]:
    """A new SQLite store, made once for all tests, open to write."""
    path = tmp_path / "results.sqlite"
    path.write_bytes(_empty)
    with open_store(str(path), write=True) as store:
        yield store
