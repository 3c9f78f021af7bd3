"""Long values through a server's function are the bytes of one call over the whole."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from cryptography.hazmat.decrepit.ciphers.modes import CFB, OFB
from cryptography.hazmat.primitives.ciphers import Cipher as Encryption
from cryptography.hazmat.primitives.ciphers import algorithms, modes
from cryptography.hazmat.primitives.padding import PKCS7

from engines.base.bulk import encrypt_bytes
from engines.contract.protection import Cipher, Keying, Protection, ProtectionKind
from engines.contract.session import Session
from engines.servers.server import Server
from tests.engines.offers import capabilities_of
from tests.requirements import needs_processes

_KEY, _IV = bytes(range(16)), b"\xff" * 15 + b"\xf0"
"""The counter of CTR overflows within the first piece."""

_MODES: dict[str, Callable[[bytes], Any]] = {
    "ecb": lambda iv: modes.ECB(),
    "cbc": modes.CBC,
    "cfb": CFB,
    "ofb": OFB,
    "ctr": modes.CTR,
}
_PIECE = 1 << 12


@pytest.fixture(scope="module")
def sessions(server: Server) -> Iterator[list[Session]]:
    needs_processes(server.engine)
    """Three connections into a database of ours, with short pieces."""
    engine, endpoint = server.engine, server.endpoint
    database = engine.catalogue.create_database(endpoint, f"bulk_{os.urandom(4).hex()}")
    with ExitStack() as stack:
        stack.callback(engine.catalogue.drop_database, endpoint, database)
        opened = [stack.enter_context(engine.driver.connect(endpoint, database)) for _ in range(3)]
        for session in opened:
            session.piece_bytes = _PIECE
        yield opened


def native(server: Server, mode: str) -> Protection:
    if Cipher("aes", 128, mode) not in capabilities_of(server).native:
        pytest.skip(f"{server.spec.name} has no aes-128-{mode}")
    return Protection(mode, ProtectionKind.NATIVE, "aes", 128, mode)


@pytest.mark.parametrize("mode", _MODES)
def test_that_pieces_are_chained_as_if_they_were_one(
    server: Server, sessions: list[Session], mode: str
) -> None:
    protection, keying = native(server, mode), Keying(_KEY, _IV)
    for size in (0, 5, 16, _PIECE - 1, _PIECE, 3 * _PIECE + 100):
        data = os.urandom(size)
        expected = reference(mode, data, _IV)
        assert encrypt_bytes(server.engine, sessions[:1], protection, keying, data) == expected
        assert encrypt_bytes(server.engine, sessions, protection, keying, data) == expected


@pytest.mark.parametrize("mode", ["cbc", "ctr", "ofb"])
def test_that_a_fresh_vector_stands_in_front(
    server: Server, sessions: list[Session], mode: str
) -> None:
    data = os.urandom(2 * _PIECE + 7)
    encrypted = encrypt_bytes(server.engine, sessions, native(server, mode), Keying(_KEY), data)
    assert encrypted[16:] == reference(mode, data, encrypted[:16])
    again = encrypt_bytes(server.engine, sessions, native(server, mode), Keying(_KEY), data)
    assert again[:16] != encrypted[:16]


def test_that_progress_is_reported_and_can_end_the_work(
    server: Server, sessions: list[Session]
) -> None:
    data, seen = os.urandom(20 * _PIECE), list[tuple[int, int]]()
    protection, keying = native(server, "ecb"), Keying(_KEY, _IV)
    encrypted = encrypt_bytes(
        server.engine, sessions, protection, keying, data, lambda *at: seen.append(at)
    )
    assert seen[-1] == (len(data), len(data)) and len(seen) >= 20
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)

    def stop(done: int, total: int) -> None:
        if done > total // 2:
            raise KeyError(done)

    with pytest.raises(KeyError):
        encrypt_bytes(server.engine, sessions, protection, keying, data, stop)
    assert encrypt_bytes(server.engine, sessions, protection, keying, data) == encrypted


def reference(mode: str, data: bytes, iv: bytes) -> bytes:
    if mode in ("ecb", "cbc"):
        padder = PKCS7(128).padder()
        data = padder.update(data) + padder.finalize()
    encryptor = Encryption(algorithms.AES(_KEY), _MODES[mode](iv)).encryptor()
    return encryptor.update(data) + encryptor.finalize()
