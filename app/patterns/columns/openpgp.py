"""OpenPGP's packets: which part of a value is ciphertext, and which is the envelope.

Every value begins with the same few bytes (packet types, lengths, algorithms; RFC 4880). They are
nobody's secret and give nothing away, but would be taken for patterns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

_FOR_A_KEY, _SESSION_KEY, _SEALED = 1, 3, 18
_SALTED, _ITERATED = 1, 3
_SALT = slice(4, 12)
"""Of a packet for a passphrase: behind version, cipher, kind of derivation and hash."""
_ALGORITHM, _RSA = 9, (1, 2, 3)
"""Of a packet for a public key: behind version and the key's number."""
_NUMBER = 13
"""Behind the algorithm, how many bits RSA's number has, and its first byte: none is above the
modulus, whose own is the same in every value."""
_TWO_BYTES, _FIVE_BYTES = 192, 255


def without_envelopes(values: Sequence[bytes]) -> Sequence[bytes]:
    """What is random of each value, or the values as they are unless all are OpenPGP messages."""
    bare = []
    for value in values:
        inside = _inside(value)
        if not inside:
            return values
        bare.append(inside)
    return bare or values


def _inside(value: bytes) -> bytes:
    """Salt or sealed key, and ciphertext of a message; empty for anything else."""
    packets = list(_packets(value))
    if len(packets) != 2 or packets[1][0] != _SEALED:
        return b""
    (kind, key), (_, sealed) = packets
    random = _RANDOM[kind](key) if kind in _RANDOM else b""
    return random + sealed[1:] if random else b""  # behind the version


def _of_passphrase(key: bytes) -> bytes:
    salted = len(key) >= _SALT.stop and key[2] in (_SALTED, _ITERATED)
    return key[_SALT] if salted else b""


def _of_public_key(key: bytes) -> bytes:
    return key[_NUMBER:] if len(key) > _NUMBER and key[_ALGORITHM] in _RSA else b""


_RANDOM = {_SESSION_KEY: _of_passphrase, _FOR_A_KEY: _of_public_key}


def _packets(value: bytes) -> Iterator[tuple[int, bytes]]:
    """Tag and body of each packet of the new format (RFC 4880, 4.2.2); tag −1 for what is none."""
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
