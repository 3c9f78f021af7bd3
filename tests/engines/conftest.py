"""A database of our own on each engine's server, fresh for every test."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

import pytest

from engines.server import Server


@pytest.fixture
def database(server: Server) -> Iterator[str]:
    """The name of a fresh database on `server`."""
    name = server.engine.create_database(server.endpoint, f"test_{secrets.token_hex(4)}")
    yield name
    server.engine.drop_database(server.endpoint, name)
