"""pgcrypto's OpenPGP functions, which draw a fresh session salt or key for every value.

What they encrypt carries a digest, so that a wrong key is refused. They are asked not to compress,
so that the length of a value doesn't decide what is measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

from engines.sql.statement import USUAL_BYTES, Encryptor, Role

# RSA keys as OpenPGP packets (RFC 9580), in the form that pgcrypto reads.
#
# pgcrypto skips the main key and takes the one encryption subkey behind it (pgp-pubkey.c); it asks
# for neither user id nor signature.

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


PGP = "pgp"
"""Name of the mode in plans."""

SYMMETRIC = {
    ("aes", 128): "aes128",
    ("aes", 192): "aes192",
    ("aes", 256): "aes256",
    ("3des", 192): "3des",
    ("bf", 128): "bf",
    ("cast5", 128): "cast5",
}
"""(algorithm, bits) → the cipher's name among pgcrypto's options."""

RSA_BITS = (2048, 3072, 4096)

_PACKETS = 96
"""Bytes of packet headers, salt, prefix and digest around a value (up to 72 were seen)."""


def utf8_of(text: str) -> str:
    return f"convert_to(({text})::text, 'UTF8')"


@dataclass(frozen=True)
class SymmetricEncryptor(Encryptor):
    """`pgp_sym_encrypt` with the key in hexadecimal as its passphrase.

    Nearly all of its time goes into stretching the passphrase. pgcrypto draws the number of bytes
    to be hashed at random for each value, from 65,536 upwards: here it is always 65,536. With
    SHA-256 one pass yields the longest key, where SHA-1 would need two for 192 and 256 bits: so
    key lengths can be compared.
    """

    deterministic = False
    can_reencrypt = True

    cipher: str
    key: bytes = field(repr=False)

    @property
    def handed_key(self) -> bytes:  # type: ignore[override]
        return self.key

    def encrypt_sql(self, placeholder: Callable[[Role], str]) -> str:
        options = (
            f"cipher-algo={self.cipher}, compress-algo=0, s2k-mode=3, s2k-count=65536, "
            "s2k-digest-algo=sha256"
        )
        return (
            f"pgp_sym_encrypt_bytea({placeholder(Role.ENCRYPTED)}, {self._passphrase}, '{options}')"
        )

    def decrypt_sql(self, column: str, size: int = USUAL_BYTES) -> str:
        # Without its COLLATE it has “C”, from the name of the encoding: upper('é') is 'é' then.
        return f"convert_from({self.decrypt_bytes_sql(column)}, 'UTF8') collate \"default\""

    def decrypt_bytes_sql(self, column: str, size: int = USUAL_BYTES) -> str:
        return f"pgp_sym_decrypt_bytea({column}, {self._passphrase})"

    def bytes_of(self, text: str, size: int = USUAL_BYTES) -> str:
        return utf8_of(text)

    def encrypted_size(self, size: int) -> int:
        return size + _PACKETS

    @property
    def _passphrase(self) -> str:
        return f"'{self.key.hex()}'"


class RsaEncryptor(Encryptor):
    """`pgp_pub_encrypt`: RSA encrypts a session key, and AES-256 with it the value."""

    deterministic = False
    can_reencrypt = True
    lasting = False

    def __init__(self, pair: RSAPrivateKey) -> None:
        self._bytes = pair.key_size // 8
        self._public = f"'\\x{public_key(pair).hex()}'::bytea"
        self.handed_key = secret_key(pair)
        self._secret = f"'\\x{self.handed_key.hex()}'::bytea"

    def encrypt_sql(self, placeholder: Callable[[Role], str]) -> str:
        options = "cipher-algo=aes256, compress-algo=0"
        return f"pgp_pub_encrypt_bytea({placeholder(Role.ENCRYPTED)}, {self._public}, '{options}')"

    def decrypt_sql(self, column: str, size: int = USUAL_BYTES) -> str:
        # Without its COLLATE it has “C”, from the name of the encoding: upper('é') is 'é' then.
        return f"convert_from({self.decrypt_bytes_sql(column)}, 'UTF8') collate \"default\""

    def decrypt_bytes_sql(self, column: str, size: int = USUAL_BYTES) -> str:
        return f"pgp_pub_decrypt_bytea({column}, {self._secret})"

    def bytes_of(self, text: str, size: int = USUAL_BYTES) -> str:
        return utf8_of(text)

    def encrypted_size(self, size: int) -> int:
        return size + self._bytes + _PACKETS
