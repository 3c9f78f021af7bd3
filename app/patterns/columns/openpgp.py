"""The random part of OpenPGP messages (as pgcrypto writes them), without the envelope.

Every message begins with the same few bytes (packet types, lengths, algorithms; RFC 4880). They are
no secret and reveal nothing, but statistics would take them for patterns of the ciphertext.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

_PUBLIC_KEY_SESSION, _PASSPHRASE_SESSION, _ENCRYPTED_DATA = 1, 3, 18
"""Packet tags (RFC 4880, 4.3): the session key under a public key, or under a passphrase, and the
data encrypted with it."""
_SALTED, _ITERATED = 1, 3
"""Kinds of key derivation that have a salt (RFC 4880, 3.7)."""
_SALT = slice(4, 12)
"""In a packet for a passphrase: after version, cipher, kind of derivation and hash."""
_ALGORITHM, _RSA = 9, (1, 2, 3)
"""In a packet for a public key: the algorithm's position, after version and key id; RSA's
numbers."""
_RSA_NUMBER = 13
"""Position in such a packet after the algorithm, the number's length in bits and its first byte:
that byte is at most the modulus's, and so hardly random."""
_TWO_BYTES, _FIVE_BYTES = 192, 255
"""First byte from which a length takes two bytes; the one of a length of five bytes."""


def without_envelopes(values: Sequence[bytes]) -> Sequence[bytes]:
    """The random part of each value; the values unchanged unless all are OpenPGP messages."""
    random_parts = []
    for value in values:
        part = _random_part(value)
        if not part:
            return values
        random_parts.append(part)
    return random_parts or values


def _random_part(value: bytes) -> bytes:
    """Salt or encrypted session key, and ciphertext of a message; empty for anything else."""
    packets = list(_packets(value))
    if len(packets) != 2 or packets[1][0] != _ENCRYPTED_DATA:
        return b""
    (tag, key), (_, encrypted) = packets
    random = _RANDOM_OF_KEY[tag](key) if tag in _RANDOM_OF_KEY else b""
    return random + encrypted[1:] if random else b""  # without the version


def _salt_of(key: bytes) -> bytes:
    salted = len(key) >= _SALT.stop and key[2] in (_SALTED, _ITERATED)
    return key[_SALT] if salted else b""


def _rsa_number_of(key: bytes) -> bytes:
    return key[_RSA_NUMBER:] if len(key) > _RSA_NUMBER and key[_ALGORITHM] in _RSA else b""


_RANDOM_OF_KEY = {_PASSPHRASE_SESSION: _salt_of, _PUBLIC_KEY_SESSION: _rsa_number_of}


def _packets(value: bytes) -> Iterator[tuple[int, bytes]]:
    """Tag and body of each packet of the new format (RFC 4880, 4.2.2); tag −1 where there is no
    packet."""
    at = 0
    while at < len(value):
        tag, (head, size) = value[at] & 0x3F, _length(value[at + 1 : at + 6])
        begin = at + 1 + head
        whole = value[at] >= 0xC0 and head > 0 and begin + size <= len(value)
        yield (tag, value[begin : begin + size]) if whole else (-1, b"")
        at = begin + size if whole else len(value)


def _length(octets: bytes) -> tuple[int, int]:
    """The size of the length field and the length of the body; size 0 if there is none."""
    first = octets[0] if octets else 0
    if octets and first < _TWO_BYTES:
        return 1, first
    if _TWO_BYTES <= first < 224 and len(octets) > 1:
        return 2, ((first - _TWO_BYTES) << 8) + octets[1] + _TWO_BYTES
    if first == _FIVE_BYTES and len(octets) == 5:
        return 5, int.from_bytes(octets[1:], "big")
    return 0, 0
