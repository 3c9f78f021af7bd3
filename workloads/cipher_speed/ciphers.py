"""The ciphers whose speed can be measured, by the names that plans and OpenSSL have for them."""

from __future__ import annotations

import re

from engines.contract.message import phrase
from engines.contract.protection import Cipher
from workloads.contract import Better, Measure

# What is measured of raw ciphers, by the names that stores have it under.

BYTES_PER_SECOND = Measure("bytes_per_second", phrase("Throughput"), "B/s", Better.MORE)
OPERATIONS_PER_SECOND = Measure(
    "operations_per_second", phrase("Operations per second"), "1/s", Better.MORE
)

ENCRYPTION, OPENING = "encrypt", "decrypt"
"""Operations of a cipher; of RSA with the public and with the private key."""
SIGNING, VERIFYING = "sign", "verify"
"""Operations of RSA alone."""


AEAD_MODES = frozenset({"gcm", "poly1305"})
"""Modes that encrypt each block as a message of its own: nonce, associated data and a tag."""

ASSOCIATED_DATA = b"\xcc" * 13
"""Associated data of a message, of the length that `openssl speed -aead` uses (a TLS record's)."""

RSA_OPERATIONS = ("sign", "verify", "encrypt", "decrypt")
"""In the order in which `openssl speed` measures them."""

MESSAGE_BYTES = 36
"""What `openssl speed` signs and encrypts by RSA: two digests, as long as TLS 1.1 had them."""

_AES = re.compile(r"aes-(128|192|256)-(ecb|cbc|ctr|gcm)")
_CHACHA = "chacha20-poly1305"


def cipher_named(name: str) -> Cipher:
    """The cipher called `name`, such as aes-128-cbc; KeyError where none is."""
    if name == _CHACHA:
        return Cipher("chacha20", 256, "poly1305")
    if (aes := _AES.fullmatch(name)) is None:
        raise KeyError(name)
    return Cipher("aes", int(aes[1]), aes[2])


def name_of(cipher: Cipher) -> str:
    """The name of a cipher, as `cipher_named` takes it."""
    if cipher.algorithm == "chacha20":
        return _CHACHA
    return f"{cipher.algorithm}-{cipher.bits}-{cipher.mode}"


def operations_of(cipher: Cipher) -> tuple[str, ...]:
    """What is measured of it: encryption; decryption in CBC only.

    CBC encrypts block after block and decrypts many at once. In the other modes decryption is the
    same work, and older versions of `openssl speed` decrypt AEAD messages with a wrong tag.
    """
    return ("encrypt", "decrypt") if cipher.mode == "cbc" else ("encrypt",)
