"""What tests of secrets need of this session."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engines.tcp_servers import Reachable
from tests.security.listening import USER, fresh_password, guarded_postgres


@pytest.fixture(scope="session")
def guarded(home: Path) -> Iterator[tuple[Reachable, str]]:
    """A PostgreSQL whose user `maker` has this password and a database `results`."""
    password = fresh_password()
    with guarded_postgres(home, password) as server:
        with server.admin() as admin:
            admin.execute(f"create database results owner {USER}")
        yield server, password


@pytest.fixture
def cores_allowed() -> Iterator[bool]:
    """Core files of any size, as a developer's machine has it; whether that is to be had here."""
    before = resource.getrlimit(resource.RLIMIT_CORE)
    is_allowed = before[1] == resource.RLIM_INFINITY
    if is_allowed:
        resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    yield is_allowed
    resource.setrlimit(resource.RLIMIT_CORE, before)
