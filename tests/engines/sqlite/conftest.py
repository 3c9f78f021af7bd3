"""Databases in files, encrypted or plain."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engines.contract.endpoint import Endpoint
from engines.contract.protection import Cipher, Protection, ProtectionKind
from engines.servers.server import Server
from tests.engines.sqlite.ciphers import KEYING


@pytest.fixture
def sqlite(servers: Any) -> Server:
    server: Server = servers["sqlite"]
    return server


@pytest.fixture
def make(sqlite: Server) -> Iterator[Callable[..., tuple[Endpoint, str]]]:
    """Makes databases, encrypted by a cipher or plain; they are gone after the test."""
    names: list[str] = []

    def make_one(cipher: Cipher | None = None) -> tuple[Endpoint, str]:
        kind = ProtectionKind.STORAGE if cipher else ProtectionKind.PLAINTEXT
        wanted = Protection("p", kind)
        if cipher:
            wanted = Protection("p", kind, cipher.algorithm, cipher.bits, cipher.mode)
        endpoint = sqlite.engine.encryption.storage_endpoint(sqlite.endpoint, wanted, KEYING)
        names.append(sqlite.engine.catalogue.create_database(endpoint, f"s_{secrets.token_hex(4)}"))
        return endpoint, names[-1]

    yield make_one
    for name in names:
        sqlite.engine.catalogue.drop_database(sqlite.endpoint, name)
