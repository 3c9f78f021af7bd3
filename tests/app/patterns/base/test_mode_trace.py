"""The traced values are those of the library, and of the standard's own vectors."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from app.patterns.base.software_cipher import (
    TAG_BYTES,
    TRACED_MODES,
    Mode,
    Node,
    decrypt,
    decryption_trace,
    encrypt,
    encryption_trace,
)

KEY, IV = bytes(range(16)), bytes(range(240, 256))


@pytest.mark.parametrize("mode", TRACED_MODES)
@pytest.mark.parametrize("length", [0, 1, 15, 16, 17, 48])
def test_that_what_is_drawn_is_what_the_library_computes(mode: Mode, length: int) -> None:
    data = bytes(at * 7 % 256 for at in range(length))
    ciphertext = encrypt(mode, KEY, IV, data)
    trace = encryption_trace(mode, KEY, IV, data)
    assert trace.joined(Node.CIPHER) + trace.joined(Node.TAG) == ciphertext
    opened = decryption_trace(mode, KEY, IV, ciphertext)
    assert opened.joined(Node.PLAIN) == decrypt(mode, KEY, IV, ciphertext)
    assert not opened.tag_mismatch


def test_that_the_tag_is_that_of_the_standard() -> None:
    """Test case 3 of McGrew and Viega, The Galois/Counter Mode of Operation."""
    key = bytes.fromhex("feffe9928665731c6d6a8f9467308308")
    nonce = bytes.fromhex("cafebabefacedbaddecaf888")
    data = bytes.fromhex(
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
        "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255"
    )
    trace = encryption_trace(Mode.GCM, key, nonce + bytes(4), data)
    assert trace.joined(Node.TAG).hex() == "4d5c2af327cd64a62cf35abd2ba6fab4"
    assert trace.joined(Node.CIPHER) == AESGCM(key).encrypt(nonce, data, None)[:-TAG_BYTES]


@pytest.mark.parametrize(
    ("mode", "damaged"), [(Mode.ECB, {0}), (Mode.CBC, {0, 1}), (Mode.CTR, {0}), (Mode.GCM, {0})]
)
def test_that_a_flipped_bit_ends_up_where_the_mode_puts_it(mode: Mode, damaged: set[int]) -> None:
    data = bytes(64)
    ciphertext = bytearray(encrypt(mode, KEY, IV, data))
    ciphertext[3] ^= 0x10
    trace = decryption_trace(mode, KEY, IV, bytes(ciphertext))
    plain = trace.joined(Node.PLAIN)[:64]
    assert {at // 16 for at in range(64) if plain[at]} == damaged
    assert trace.tag_mismatch is (mode is Mode.GCM)
    assert (decrypt(mode, KEY, IV, bytes(ciphertext)) is None) is (mode is Mode.GCM)
    if mode is Mode.CTR:
        assert plain == bytes(3) + b"\x10" + bytes(60), "one bit, in its own place"
    if mode is Mode.CBC:
        assert plain[16:] == bytes(3) + b"\x10" + bytes(44), "and one in the next block"


@pytest.mark.parametrize("mode", [Mode.CFB, Mode.OFB])
def test_that_a_mode_without_a_trace_is_not_traced_as_another(mode: Mode) -> None:
    with pytest.raises(ValueError, match=mode.name):
        encryption_trace(mode, KEY, IV, bytes(16))
    with pytest.raises(ValueError, match=mode.name):
        decryption_trace(mode, KEY, IV, bytes(16))


def test_that_a_decrypted_block_is_not_called_xored() -> None:
    data = bytes(range(48))
    ciphertext = encrypt(Mode.CBC, KEY, IV, data)
    trace = decryption_trace(Mode.CBC, KEY, IV, ciphertext)
    assert trace.joined(Node.BLOCK_OUTPUT) == decrypt(Mode.ECB, KEY, IV, ciphertext)
    assert not trace.joined(Node.XORED)
