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

from engines.contract.endpoint import StorageKey
from engines.contract.protection import Cipher

KEY_BYTES: Mapping[Cipher, int] = {
    Cipher("aes128cbc", 128, "file"): 16,
    Cipher("aes256cbc", 256, "file"): 32,
    Cipher("chacha20", 256, "file"): 32,
    Cipher("sqlcipher", 256, "file"): 32,
    Cipher("rc4", 128, "file"): 16,
    Cipher("ascon128", 128, "file"): 32,
    Cipher("aegis", 256, "file"): 32,
    Cipher("aegis", 128, "file"): 16,
}
"""Every cipher worth trying → bytes of the key it is given; where a protection leaves the bits
open, the first that fits. Ascon-128 draws the 128 bits that seal a page
from a longer key; RC4's are cut from a SHA-1 digest."""

_DERIVES = frozenset({"aes128cbc", "aes256cbc", "rc4"})
"""Ciphers that accept no raw key."""

_AEGIS = {16: "aegis-128l", 32: "aegis-256"}
"""Key bytes → variant of AEGIS."""


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
