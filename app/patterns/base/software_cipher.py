"""AES in six modes by the cryptography library; for one mode, key and IV it gives the same bytes as
any server's function. Key and IV come from the pattern lab and are no secret."""

from __future__ import annotations

from enum import StrEnum

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.decrepit.ciphers.modes import CFB, OFB
from cryptography.hazmat.primitives.ciphers import Cipher, aead, algorithms, modes
from cryptography.hazmat.primitives.padding import PKCS7

BLOCK_BYTES = 16
NONCE_BYTES = 12
TAG_BYTES = 16

type _LibraryMode = modes.ECB | modes.CBC | CFB | OFB | modes.CTR


class Mode(StrEnum):
    ECB = "ecb"
    CBC = "cbc"
    CFB = "cfb"
    OFB = "ofb"
    CTR = "ctr"
    GCM = "gcm"


PADDED = frozenset({Mode.ECB, Mode.CBC})
"""Modes whose last block is padded (PKCS #7)."""


def encrypt(mode: Mode, key: bytes, iv: bytes, data: bytes) -> bytes:
    """Ciphertext, with GCM followed by its tag of 16 bytes. GCM's nonce is the first 12 bytes of
    `iv`."""
    if mode is Mode.GCM:
        return aead.AESGCM(key).encrypt(iv[:NONCE_BYTES], data, None)
    if mode in PADDED:
        padder = PKCS7(8 * BLOCK_BYTES).padder()
        data = padder.update(data) + padder.finalize()
    encryptor = Cipher(algorithms.AES(key), _library_mode(mode, iv)).encryptor()
    return encryptor.update(data) + encryptor.finalize()


def decrypt(mode: Mode, key: bytes, iv: bytes, data: bytes) -> bytes | None:
    """Plaintext with its padding; None if GCM's tag does not match."""
    if mode is Mode.GCM:
        try:
            return aead.AESGCM(key).decrypt(iv[:NONCE_BYTES], data, None)
        except InvalidTag:
            return None
    decryptor = Cipher(algorithms.AES(key), _library_mode(mode, iv)).decryptor()
    return decryptor.update(data) + decryptor.finalize()


def _library_mode(mode: Mode, iv: bytes) -> _LibraryMode:
    match mode:
        case Mode.ECB:
            return modes.ECB()
        case Mode.CBC:
            return modes.CBC(iv)
        case Mode.CFB:
            return CFB(iv)
        case Mode.OFB:
            return OFB(iv)
        case _:
            return modes.CTR(iv)
