"""Protections of the application: values are encrypted before the driver sees them.

The work of encrypting and decrypting is what such a protection costs, so it stands inside the
clock, around the driver's call. The database only ever stores bytes.

Each scheme authenticates: table, column and, where a statement names it, the row's key are
associated data (RFC 5116, section 2.1), so that a value that was changed, moved or put into
another column is refused. A fresh random nonce is drawn for each value where the scheme has one
and stored in front of the ciphertext.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.ciphers import Cipher as Encryption
from cryptography.hazmat.primitives.ciphers import aead, algorithms, modes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.padding import PKCS7

from engines.client_encryption.client_encryptor import ClientEncryptor, bound_to, context_of
from engines.client_encryption.envelope import key_service_encryptor
from engines.contract.errors import Unsupported
from engines.contract.message import phrase
from engines.contract.protection import Cipher, Keying, Protection, ProtectionKind
from engines.sql.statement import Target

# RSA key pairs for servers with RSA functions: made here, handed over in the server's own form.

_EXPONENT = 65537


@lru_cache(maxsize=32)
def key_pair(key: bytes, bits: int) -> RSAPrivateKey:
    """The pair that stands for `key` in this process: drawn when it is first asked for.

    2048 bits take about 0.1 s, 4096 a second or more, which is why nothing does so inside a clock.
    """
    del key
    return rsa.generate_private_key(_EXPONENT, bits)


@cache
def probe_pair(bits: int) -> RSAPrivateKey:
    """A pair that anybody can work out, to ask a server with: never to protect anything.

    Drawing 3072 or 4096 bits would take longer than all the rest of a probe; each of these primes
    is instead a digest of its name plus the distance to the next prime, looked up below.
    """
    p, q = (
        _prime(bits, which, distance) for which, distance in zip("pq", _NEXT[bits], strict=True)
    )
    d = rsa.rsa_recover_private_exponent(_EXPONENT, p, q)
    numbers = rsa.RSAPrivateNumbers(
        p, q, d, rsa.rsa_crt_dmp1(d, p), rsa.rsa_crt_dmq1(d, q), rsa.rsa_crt_iqmp(p, q),
        rsa.RSAPublicNumbers(_EXPONENT, p * q),
    )  # fmt: skip
    return numbers.private_key(unsafe_skip_rsa_key_validation=True)


_NEXT = {1024: (404, 864), 2048: (384, 14), 3072: (1620, 972), 4096: (996, 4644)}


def _prime(bits: int, which: str, distance: int) -> int:
    """A prime of half the bits, its two highest ones set, so that the product has all of them."""
    digest = hashlib.shake_256(f"cipherbench probe {bits} {which}".encode()).digest(bits // 16)
    return (int.from_bytes(digest) | 3 << (bits // 2 - 2) | 1) + distance


_NONCE_BYTES = 12
_BLOCK_BYTES = 16


class _Nonced(ClientEncryptor):
    """AES-GCM (NIST SP 800-38D), ChaCha20-Poly1305 (RFC 8439), AES-GCM-SIV (RFC 8452): a nonce of
    12 bytes, the ciphertext, a tag of 16 bytes."""

    deterministic = False
    front_bytes, tag_bytes = _NONCE_BYTES, 16
    overhead = front_bytes + tag_bytes

    def __init__(self, scheme: Callable[[bytes], Any], key: bytes) -> None:
        box = scheme(key)
        self._encrypt, self._decrypt = box.encrypt, box.decrypt

    def encrypt_value(self, value: bytes, context: bytes) -> bytes:
        nonce = os.urandom(_NONCE_BYTES)
        return nonce + self._encrypt(nonce, value, context)  # type: ignore[no-any-return]

    def encrypt_column(self, values: Sequence[bytes], target: Target) -> Sequence[bytes]:
        """Nonces are drawn for all of them at once: each call of the system costs what a cipher
        does."""
        encrypt, context = self._encrypt, context_of(bound_to(target, self))
        drawn = os.urandom(_NONCE_BYTES * len(values))
        nonces = [drawn[at : at + _NONCE_BYTES] for at in range(0, len(drawn), _NONCE_BYTES)]
        return [
            nonce + encrypt(nonce, value, context)
            for nonce, value in zip(nonces, values, strict=True)
        ]

    def decrypt_value(self, encrypted: bytes, context: bytes) -> bytes:
        return self._decrypt(  # type: ignore[no-any-return]
            encrypted[:_NONCE_BYTES], encrypted[_NONCE_BYTES:], context
        )


class _Siv(ClientEncryptor):
    """AES-SIV (RFC 5297) without a nonce: equal values of one column become equal bytes, so that
    `=` and an index still work. The row's key would undo that and is left out."""

    front_bytes, tag_bytes = 16, 0
    overhead = 16

    def __init__(self, key: bytes) -> None:
        # Derived, since both halves of a published study's repeated key would be the same.
        box = aead.AESSIV(_derived(key, b"siv", len(key)))
        self._encrypt, self._decrypt = box.encrypt, box.decrypt

    def encrypt_value(self, value: bytes, context: bytes) -> bytes:
        return self._encrypt(value, [context])

    def decrypt_value(self, encrypted: bytes, context: bytes) -> bytes:
        return self._decrypt(encrypted, [context])


class _CbcHmac(ClientEncryptor):
    """AES-CBC with PKCS#7, then HMAC-SHA-256 over context, IV and ciphertext (encrypt, then MAC,
    as in RFC 7518 section 5.2, with the whole tag of 32 bytes): IV, ciphertext, tag."""

    deterministic = False
    front_bytes, tag_bytes = _BLOCK_BYTES, 32
    overhead = 2 * _BLOCK_BYTES + 32

    def __init__(self, key: bytes) -> None:
        self._aes = algorithms.AES(_derived(key, b"encryption", len(key)))
        self._mac = hmac.HMAC(_derived(key, b"authentication", 32), hashes.SHA256())

    def encrypted_size(self, size: int) -> int:
        padded = (size // _BLOCK_BYTES + 1) * _BLOCK_BYTES
        return self.front_bytes + padded + self.tag_bytes

    def encrypt_value(self, value: bytes, context: bytes) -> bytes:
        iv = os.urandom(_BLOCK_BYTES)
        padder, encryptor = PKCS7(128).padder(), Encryption(self._aes, modes.CBC(iv)).encryptor()
        padded = padder.update(value) + padder.finalize()
        body = iv + encryptor.update(padded) + encryptor.finalize()
        return body + self._authenticator(body, context).finalize()

    def decrypt_value(self, encrypted: bytes, context: bytes) -> bytes:
        body, tag = encrypted[:-32], encrypted[-32:]
        self._authenticator(body, context).verify(tag)
        decryptor = Encryption(self._aes, modes.CBC(body[:_BLOCK_BYTES])).decryptor()
        unpadder = PKCS7(128).unpadder()
        padded = decryptor.update(body[_BLOCK_BYTES:]) + decryptor.finalize()
        return unpadder.update(padded) + unpadder.finalize()

    def _authenticator(self, body: bytes, context: bytes) -> hmac.HMAC:
        mac = self._mac.copy()
        # The lengths keep (context, body) apart from any other pair with the same joined bytes.
        mac.update(len(context).to_bytes(8, "big") + context + body)
        return mac


def _derived(key: bytes, purpose: bytes, size: int) -> bytes:
    """A key for one purpose (HKDF with SHA-256, RFC 5869)."""
    return HKDF(hashes.SHA256(), size, None, b"cipherbench " + purpose).derive(key)


_SCHEMES: Mapping[tuple[str, str], tuple[tuple[int, ...], Callable[[bytes], ClientEncryptor]]] = {
    ("aes", "gcm"): ((128, 192, 256), lambda key: _Nonced(aead.AESGCM, key)),
    ("chacha20", "poly1305"): ((256,), lambda key: _Nonced(aead.ChaCha20Poly1305, key)),
    ("aes", "gcm-siv"): ((128, 192, 256), lambda key: _Nonced(aead.AESGCMSIV, key)),
    ("aes", "siv"): ((256, 384, 512), _Siv),
    ("aes", "cbc-hmac-sha256"): ((128, 192, 256), _CbcHmac),
}
"""(algorithm, mode) → key lengths in bits, and what encrypts. AES-SIV counts both of its keys."""


def cipher_behind(protection: Protection) -> Protection:
    """The protection whose form plaintext is stored in: the application's where it has a scheme of
    this algorithm and mode, else the server's own."""
    known = (protection.algorithm, protection.mode) in _SCHEMES
    return replace(protection, kind=ProtectionKind.CLIENT if known else ProtectionKind.NATIVE)


def client_encryptor(protection: Protection, keying: Keying) -> ClientEncryptor:
    """The encryptor of a client-side protection; the fixed IV of a keying is never used.

    Raises: Unsupported
    """
    lengths, make = _SCHEMES.get((protection.algorithm or "", protection.mode or ""), ((), None))
    if make is None or protection.bits not in lengths:
        raise Unsupported(
            phrase("Unknown protection"),
            phrase("There is no client-side protection {algorithm}-{bits}-{mode}."),
            phrase("Choose one of: {known}."),
            algorithm=protection.algorithm,
            bits=protection.bits,
            mode=protection.mode,
            known=", ".join(sorted(client_schemes())),
        )
    if protection.key_source is not None:
        return key_service_encryptor(make, protection.key_source, keying)
    return make(keying.key)


def client_schemes() -> frozenset[str]:
    """The names of all schemes (“aes-256-gcm”), whether or not the library has their cipher."""
    return frozenset(
        f"{algorithm}-{bits}-{mode}"
        for (algorithm, mode), (lengths, _) in _SCHEMES.items()
        for bits in lengths
    )


def client_algorithms() -> frozenset[str]:
    return frozenset(algorithm for algorithm, _ in _SCHEMES)


@cache
def client_ciphers() -> frozenset[Cipher]:
    """The schemes that the installed library encrypted and decrypted a value with."""
    return frozenset(
        Cipher(algorithm, bits, mode)
        for (algorithm, mode), (lengths, make) in _SCHEMES.items()
        for bits in lengths
        if _works(make, bits)
    )


def _works(make: Callable[[bytes], ClientEncryptor], bits: int) -> bool:
    try:
        encryptor = make(bytes(range(bits // 8)))
        return (
            encryptor.decrypt_value(encryptor.encrypt_value(b"probe", b"here"), b"here") == b"probe"
        )
    except UnsupportedAlgorithm:
        return False
