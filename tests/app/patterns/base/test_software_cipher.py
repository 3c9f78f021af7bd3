"""The modes drawn block by block are those of the library, and of the standard's own vectors."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from app.patterns.base.software_cipher import (
    TAG,
    Mode,
    Part,
    decrypt,
    decryption_trace,
    encrypt,
    encryption_trace,
)

KEY, VECTOR = bytes(range(16)), bytes(range(240, 256))
DRAWN = (Mode.ECB, Mode.CBC, Mode.CTR, Mode.GCM)


@pytest.mark.parametrize("mode", DRAWN)
@pytest.mark.parametrize("length", [0, 1, 15, 16, 17, 48])
def test_that_what_is_drawn_is_what_the_library_computes(mode: Mode, length: int) -> None:
    data = bytes(at * 7 % 256 for at in range(length))
    sealed = encrypt(mode, KEY, VECTOR, data)
    trace = encryption_trace(mode, KEY, VECTOR, data)
    assert trace.joined(Part.CIPHER) + trace.joined(Part.TAG) == sealed
    opened = decryption_trace(mode, KEY, VECTOR, sealed)
    assert opened.joined(Part.PLAIN) == decrypt(mode, KEY, VECTOR, sealed)
    assert not opened.refused


def test_that_the_tag_is_that_of_the_standard() -> None:
    """Test case 3 of McGrew and Viega, The Galois/Counter Mode of Operation."""
    key = bytes.fromhex("feffe9928665731c6d6a8f9467308308")
    nonce = bytes.fromhex("cafebabefacedbaddecaf888")
    data = bytes.fromhex(
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
        "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255"
    )
    trace = encryption_trace(Mode.GCM, key, nonce + bytes(4), data)
    assert trace.joined(Part.TAG).hex() == "4d5c2af327cd64a62cf35abd2ba6fab4"
    assert trace.joined(Part.CIPHER) == AESGCM(key).encrypt(nonce, data, None)[:-TAG]


@pytest.mark.parametrize(
    ("mode", "damaged"), [(Mode.ECB, {0}), (Mode.CBC, {0, 1}), (Mode.CTR, {0}), (Mode.GCM, {0})]
)
def test_that_a_flipped_bit_ends_up_where_the_mode_puts_it(mode: Mode, damaged: set[int]) -> None:
    data = bytes(64)
    sealed = bytearray(encrypt(mode, KEY, VECTOR, data))
    sealed[3] ^= 0x10
    trace = decryption_trace(mode, KEY, VECTOR, bytes(sealed))
    plain = trace.joined(Part.PLAIN)[:64]
    assert {at // 16 for at in range(64) if plain[at]} == damaged
    assert trace.refused is (mode is Mode.GCM)
    assert (decrypt(mode, KEY, VECTOR, bytes(sealed)) is None) is (mode is Mode.GCM)
    if mode is Mode.CTR:
        assert plain == bytes(3) + b"\x10" + bytes(60), "one bit, in its own place"
    if mode is Mode.CBC:
        assert plain[16:] == bytes(3) + b"\x10" + bytes(44), "and one in the next block"
