"""The speed of ciphers by the library `cryptography`, whose OpenSSL comes with it.

Inside the clock is what a program in Python pays for a block:

* ECB, CBC and CTR: one call of `update_into` of a context that is used again and again, into a
  buffer that is there. The key schedule stands outside, as in `openssl speed`.
* GCM and ChaCha20-Poly1305: one call of `encrypt`, for each block is a message of its own: nonce,
  13 bytes of associated data, ciphertext in a fresh object, tag. The nonce is always the same,
  which is fine for a stopwatch and for nothing else.

The way from Python into the library and back is inside, too: a few tenths of a microsecond, most
of the time of a block of 16 bytes and a fiftieth of one of 16 KiB.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from cryptography.hazmat.backends.openssl.backend import backend
from cryptography.hazmat.primitives.ciphers import Cipher as Encryption
from cryptography.hazmat.primitives.ciphers import aead, algorithms, modes

from engines.contract.protection import Cipher
from workloads.cipher_speed.ciphers import AEAD_MODES, ASSOCIATED
from workloads.cipher_speed.loop import Batch, Pace, Tell, batch_of, paced

_MODES: Mapping[str, Callable[[], modes.ECB | modes.CBC | modes.CTR]] = {
    "ecb": modes.ECB,
    "cbc": lambda: modes.CBC(bytes(16)),
    "ctr": lambda: modes.CTR(bytes(16)),
}
_NONCE = bytes(12)


def openssl_version() -> str:
    """The version of the OpenSSL inside `cryptography`."""
    return str(backend.openssl_version_text())


def cipher_pace(cipher: Cipher, operation: str, block: int, seconds: float, tell: Tell) -> Pace:
    """How many blocks of so many bytes are sealed (`encrypt`) or opened (`decrypt`)."""
    make = _message if cipher.mode in AEAD_MODES else _stream
    return paced(make(cipher, operation, block), seconds, tell)


def _stream(cipher: Cipher, operation: str, block: int) -> Batch:
    encryption = Encryption(algorithms.AES(os.urandom(cipher.bits // 8)), _MODES[cipher.mode]())
    made = encryption.encryptor() if operation == "encrypt" else encryption.decryptor()
    return batch_of(made.update_into, os.urandom(block), bytearray(block + 16))


def _message(cipher: Cipher, operation: str, block: int) -> Batch:
    key, data = os.urandom(cipher.bits // 8), os.urandom(block)
    box = aead.AESGCM(key) if cipher.algorithm == "aes" else aead.ChaCha20Poly1305(key)
    if operation == "encrypt":
        return batch_of(box.encrypt, _NONCE, data, ASSOCIATED)
    return batch_of(box.decrypt, _NONCE, box.encrypt(_NONCE, data, ASSOCIATED), ASSOCIATED)
