"""The ciphers of SQLite3 Multiple Ciphers that seal whole database files, and their keys.

Every page is sealed by itself, in the database file and in its write-ahead log alike; temporary
files stay in memory (SQLITE_TEMP_STORE=2 of the package's build).

Where a cipher takes a raw key it gets one, since a key drawn at random needs no stretching: its key
derivation (0.02 to 0.13 s at each opening, PBKDF2 or Argon2id) is for passphrases that people
choose. `aes128cbc`, `aes256cbc` and `rc4` know no raw key and derive theirs in 0 to 1.5 ms.
"""

from __future__ import annotations

from collections.abc import Mapping

import apsw
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from engines.base.capability import fits
from engines.contract.endpoint import StorageKey
from engines.contract.errors import Unsupported
from engines.contract.message import phrase
from engines.contract.protection import Cipher, Keying, Protection

_KEY_BYTES: Mapping[tuple[str, int], int] = {
    ("aes128cbc", 128): 16,
    ("aes256cbc", 256): 32,
    ("chacha20", 256): 32,
    ("sqlcipher", 256): 32,
    ("rc4", 128): 16,
    ("ascon128", 128): 32,
    ("aegis", 256): 32,
    ("aegis", 128): 16,
}
"""Cipher and key bits → bytes of the key it is given. Ascon-128 draws the 128 bits that seal a page
from a longer key; RC4's are cut from a SHA-1 digest."""

_DERIVES = frozenset({"aes128cbc", "aes256cbc", "rc4"})
"""Ciphers that accept no raw key."""

FILE_CIPHERS = tuple(Cipher(algorithm, bits, "file") for algorithm, bits in _KEY_BYTES)
"""Every cipher worth trying; where a protection leaves the bits open, the first that fits."""

_AEGIS = {16: "aegis-128l", 32: "aegis-256"}
"""Key bytes → variant of AEGIS."""


def storage_key(protection: Protection, keying: Keying) -> StorageKey:
    """The key of a whole file, as long as its cipher takes it: stretched or shortened by HKDF
    (RFC 5869) where the keying's has another length.

    Raises: Unsupported
    """
    cipher = next((each for each in FILE_CIPHERS if fits(each, protection)), None)
    if cipher is None:
        raise Unsupported(
            phrase("Unknown file cipher"),
            phrase("SQLite does not support storage encryption by {algorithm}."),
            phrase("Ciphers: {known}."),
            algorithm="-".join(map(str, filter(None, (protection.algorithm, protection.bits)))),
            known=", ".join(dict.fromkeys(each.algorithm for each in FILE_CIPHERS)),
        )
    return StorageKey(cipher.algorithm, _of_length(keying.key, key_bytes(cipher)))


def key_bytes(cipher: Cipher) -> int:
    """How many bytes of key a file cipher is given."""
    return _KEY_BYTES[cipher.algorithm, cipher.bits]


def unlock(connection: apsw.Connection, storage: StorageKey) -> None:
    """Give a connection cipher and key before it touches its file.

    Raises: apsw.Error for a cipher that this build does not know
    """
    _set(connection, "cipher", storage.cipher, storage.cipher)
    if storage.cipher == "aegis":
        variant = _AEGIS[len(storage.key)]
        _set(connection, "algorithm", variant, variant)
    key = storage.key.hex()
    if storage.cipher in _DERIVES:
        _set(connection, "hexkey", key, "ok")
    else:
        _set(connection, "key", f"x'{key}'", "ok")


def _set(connection: apsw.Connection, name: str, value: str, answer: str) -> None:
    """SQLite passes over a pragma that it does not know, which would leave the file plain."""
    if connection.pragma(name, value) != answer:
        raise apsw.SQLError(f"this SQLite does not support “pragma {name}”")


def _of_length(key: bytes, length: int) -> bytes:
    if len(key) == length:
        return key
    return HKDF(SHA256(), length, None, b"cipherbench file").derive(key)
