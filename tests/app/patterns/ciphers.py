"""Reference ciphers for what is looked at here; the databases' own bytes are tested elsewhere."""

from __future__ import annotations

from cryptography.hazmat.decrepit.ciphers.modes import CFB, OFB
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.padding import PKCS7

VECTOR = bytes(range(100, 116))
KEY = bytes(range(16))

type _Mode = modes.ECB | modes.ModeWithInitializationVector | modes.ModeWithNonce


def encrypt(mode: str, data: bytes, vector: bytes = VECTOR) -> bytes:
    """AES-128 as engines do it: PKCS#7 in ECB and CBC, no padding in the others."""
    if mode in ("ecb", "cbc"):
        padder = PKCS7(128).padder()
        data = padder.update(data) + padder.finalize()
    working = _cipher(mode, vector).encryptor()
    return working.update(data) + working.finalize()


def decrypt(mode: str, data: bytes, vector: bytes = VECTOR) -> bytes:
    """The raw decryption, padding left on."""
    working = _cipher(mode, vector).decryptor()
    return working.update(data) + working.finalize()


def _cipher(mode: str, vector: bytes) -> Cipher[_Mode]:
    chosen: _Mode
    match mode:
        case "ecb":
            chosen = modes.ECB()
        case "cbc":
            chosen = modes.CBC(vector)
        case "cfb":
            chosen = CFB(vector)
        case "ctr":
            chosen = modes.CTR(vector)
        case _:
            chosen = OFB(vector)
    return Cipher(algorithms.AES(KEY), chosen)
