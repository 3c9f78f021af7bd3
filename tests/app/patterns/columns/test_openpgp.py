"""OpenPGP's envelopes are told from what is encrypted in them."""

from __future__ import annotations

import os

from app.patterns.columns.openpgp import without_envelopes


def message(salt: bytes, encrypted: bytes) -> bytes:
    """As pgcrypto writes one: a key from a passphrase, then the encrypted packet."""
    key = bytes([0xC3, 13, 4, 7, 3, 2]) + salt + b"\x60"
    size = len(encrypted) + 1
    head = bytes([size]) if size < 192 else bytes([192 + (size - 192 >> 8), (size - 192) & 255])
    return key + b"\xd2" + head + b"\x01" + encrypted


def test_that_only_salt_and_ciphertext_are_left_of_a_message() -> None:
    parts = [(os.urandom(8), os.urandom(size)) for size in (40, 190, 191, 192, 1_000)]
    assert without_envelopes([message(*each) for each in parts]) == [a + b for a, b in parts]


def test_that_of_a_message_for_a_key_its_random_parts_are_left() -> None:
    """pgcrypto's own layout: version, the key's number, RSA, and a number of 2,047 bits."""
    number, encrypted = os.urandom(255), os.urandom(60)
    body = b"\x03" + b"keynumbr" + b"\x01" + (2047).to_bytes(2, "big") + b"\x5a" + number
    size = len(body) - 192
    whole = b"\xc1" + bytes([192 + (size >> 8), size & 255]) + body
    whole += b"\xd2" + bytes([len(encrypted) + 1]) + b"\x01" + encrypted
    assert without_envelopes([whole]) == [number + encrypted]


def test_that_anything_else_stays_as_it_is() -> None:
    whole = message(os.urandom(8), os.urandom(40))
    for other in (b"", b"\xc3", whole[:-1], whole + b"x", os.urandom(60)):
        assert without_envelopes([whole, other]) == [whole, other]
