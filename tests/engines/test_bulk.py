"""Long values through a server's function are the bytes of one call over the whole."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.decrepit.ciphers.modes import CFB, OFB
from cryptography.hazmat.primitives.ciphers import Cipher as Encryption
from cryptography.hazmat.primitives.ciphers import algorithms, modes
from cryptography.hazmat.primitives.padding import PKCS7

from engines.bulk import seal_bytes
from engines.capability import Cipher
from engines.protection import Keying, Protection, ProtectionKind
from engines.server import Server

_KEY, _IV = bytes(range(16)), b"\xff" * 15 + b"\xf0"
"""The counter of CTR overflows within the first chunk."""

_MODES: dict[str, Callable[[], Any]] = {
    "ecb": modes.ECB,
    "cbc": lambda: modes.CBC(_IV),
    "cfb": lambda: CFB(_IV),
    "ofb": lambda: OFB(_IV),
    "ctr": lambda: modes.CTR(_IV),
}


@pytest.mark.parametrize("mode", _MODES)
def test_that_pieces_are_chained_as_if_they_were_one(server: Server, mode: str) -> None:
    engine, endpoint = server.engine, server.endpoint
    if Cipher("aes", 128, mode) not in engine.probe(endpoint).native:
        pytest.skip(f"{server.spec.name} has no aes-128-{mode}")
    database = engine.create_database(endpoint, f"bulk_{mode}")
    try:
        with engine.connect(endpoint, database) as session:
            session.most_bytes = 1 << 16
            data = os.urandom((1 << 16) * 3 + 100)
            native = Protection(mode, ProtectionKind.NATIVE, "aes", 128, mode)
            seen: list[tuple[int, int]] = []
            sealed = seal_bytes(
                engine, session, native, Keying(_KEY, _IV), data, lambda *at: seen.append(at)
            )
    finally:
        engine.drop_database(endpoint, database)
    assert sealed == _reference(mode, data)
    assert seen[-1] == (len(data), len(data)) and len(seen) == 4


def _reference(mode: str, data: bytes) -> bytes:
    if mode in ("ecb", "cbc"):
        padder = PKCS7(128).padder()
        data = padder.update(data) + padder.finalize()
    encryptor = Encryption(algorithms.AES(_KEY), _MODES[mode]()).encryptor()
    return encryptor.update(data) + encryptor.finalize()
