"""OpenPGP's packets: what of a value is ciphertext, and what is an envelope that says so.

Every value begins with the same few bytes (packet types, lengths, algorithms; RFC 4880). They are
nobody's secret and give nothing away, but would be taken for patterns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

_SESSION_KEY, _SEALED = 3, 18
_SALTED, _ITERATED = 1, 3
_SALT = slice(4, 12)
"""Of a packet for a passphrase: behind version, cipher, kind of derivation and hash."""
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
    """Salt and ciphertext of a message under a passphrase; empty for anything else."""
    packets = list(_packets(value))
    if [tag for tag, _ in packets] != [_SESSION_KEY, _SEALED]:
        return b""
    (_, key), (_, sealed) = packets
    if len(key) < _SALT.stop or key[2] not in (_SALTED, _ITERATED):
        return b""
    return key[_SALT] + sealed[1:]  # behind the version


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
    """How many bytes tell the length of a body, and that length; 0 bytes where none is told."""
    first = octets[0] if octets else 0
    if octets and first < _TWO_BYTES:
        return 1, first
    if _TWO_BYTES <= first < 224 and len(octets) > 1:
        return 2, ((first - _TWO_BYTES) << 8) + octets[1] + _TWO_BYTES
    if first == _FIVE_BYTES and len(octets) == 5:
        return 5, int.from_bytes(octets[1:], "big")
    return 0, 0
