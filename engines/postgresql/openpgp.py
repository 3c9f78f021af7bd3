"""RSA keys as OpenPGP packets (RFC 9580), in the form that pgcrypto reads.

pgcrypto skips the main key and takes the one encryption subkey behind it (pgp-pubkey.c); it asks
for neither user id nor signature.
"""

from __future__ import annotations

from collections.abc import Iterable

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

_SECRET_KEY, _PUBLIC_KEY, _SECRET_SUBKEY, _PUBLIC_SUBKEY = 5, 6, 7, 14

_VERSION, _CREATED, _RSA, _UNENCRYPTED = b"\x04", bytes(4), b"\x01", b"\x00"


def public_key(pair: RSAPrivateKey) -> bytes:
    body = _public(pair)
    return _packet(_PUBLIC_KEY, body) + _packet(_PUBLIC_SUBKEY, body)


def secret_key(pair: RSAPrivateKey) -> bytes:
    """A transferable secret key without a passphrase."""
    numbers = pair.private_numbers()
    p, q = sorted((numbers.p, numbers.q))  # u is the inverse of the smaller modulo the larger
    secrets = _mpis((numbers.d, p, q, pow(p, -1, q)))
    checksum = (sum(secrets) % 65536).to_bytes(2)
    body = _public(pair) + _UNENCRYPTED + secrets + checksum
    return _packet(_SECRET_KEY, body) + _packet(_SECRET_SUBKEY, body)


def _public(pair: RSAPrivateKey) -> bytes:
    numbers = pair.public_key().public_numbers()
    return _VERSION + _CREATED + _RSA + _mpis((numbers.n, numbers.e))


def _mpis(numbers: Iterable[int]) -> bytes:
    """Integers, each behind its length in bits."""
    return b"".join(
        number.bit_length().to_bytes(2) + number.to_bytes((number.bit_length() + 7) // 8)
        for number in numbers
    )


def _packet(tag: int, body: bytes) -> bytes:
    """A packet with the old header and a length of two bytes."""
    return bytes([0x80 | tag << 2 | 1]) + len(body).to_bytes(2) + body
