"""Database files of our own, and others that are read: how they are opened."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote, urlencode

import apsw

from engines.base.database_files import DatabaseFiles
from engines.contract.endpoint import StorageKey
from engines.contract.errors import CipherbenchError, ServerUnavailable, disk_full
from engines.contract.limits import ROW_BYTES
from engines.contract.message import NOTHING, phrase
from engines.contract.protection import Cipher

# Restricts a SQLite connection to work in the tables of its file: limits, switches and an
# authorizer with lists of what is allowed.

_HEAP_BYTES = 512 << 20
"""What SQLite may take in a process beside its cache of pages."""

_SQL_BYTES = 16 << 20

_LIMITS = {
    apsw.SQLITE_LIMIT_LENGTH: ROW_BYTES,
    apsw.SQLITE_LIMIT_SQL_LENGTH: _SQL_BYTES,
    apsw.SQLITE_LIMIT_ATTACHED: 0,
    apsw.SQLITE_LIMIT_WORKER_THREADS: 0,
    apsw.SQLITE_LIMIT_VDBE_OP: 1_000_000,
}

_SWITCHES = {
    apsw.SQLITE_DBCONFIG_DEFENSIVE: 1,
    apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA: 0,
    apsw.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION: 0,
    apsw.SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER: 0,
    apsw.SQLITE_DBCONFIG_ENABLE_ATTACH_CREATE: 0,
    apsw.SQLITE_DBCONFIG_ENABLE_ATTACH_WRITE: 0,
    apsw.SQLITE_DBCONFIG_WRITABLE_SCHEMA: 0,
}

_ALLOWED = frozenset({
    *(apsw.SQLITE_SELECT, apsw.SQLITE_READ, apsw.SQLITE_RECURSIVE),
    *(apsw.SQLITE_INSERT, apsw.SQLITE_UPDATE, apsw.SQLITE_DELETE),
    *(apsw.SQLITE_TRANSACTION, apsw.SQLITE_SAVEPOINT, apsw.SQLITE_ANALYZE, apsw.SQLITE_REINDEX),
    *(apsw.SQLITE_CREATE_TABLE, apsw.SQLITE_DROP_TABLE, apsw.SQLITE_ALTER_TABLE),
    *(apsw.SQLITE_CREATE_INDEX, apsw.SQLITE_DROP_INDEX),
    *(apsw.SQLITE_CREATE_TEMP_TABLE, apsw.SQLITE_DROP_TEMP_TABLE),
    *(apsw.SQLITE_CREATE_TEMP_INDEX, apsw.SQLITE_DROP_TEMP_INDEX),
})  # fmt: skip
"""ATTACH, DETACH, virtual tables, triggers and views are not among them."""

_REFUSED_FUNCTIONS = ("load_extension", "fts3_tokenizer", "sqlite3mc_")
"""Prefixes of their names; the last one's functions change how files are encrypted."""

_PRAGMAS = frozenset({
    *(("page_size", None), ("page_count", None), ("cache_size", None)),
    ("wal_checkpoint", "passive"),
})  # fmt: skip
"""Those that sessions of Cipherbench run while they work."""


def confine(connection: apsw.Connection, buffer_mb: int | None) -> None:
    """Restrict a connection to work in the tables of its file, whoever wrote the statement. SQLite
    asks its authorizer while a statement is compiled, outside the clock."""
    for limit, value in _LIMITS.items():
        connection.limit(limit, value)
    for switch, value in _SWITCHES.items():
        connection.config(switch, value)
    apsw.hard_heap_limit(_HEAP_BYTES + ((buffer_mb or 0) << 20))
    connection.authorizer = _authorize


def _authorize(
    action: int, first: str | None, second: str | None, database: str | None, inside: str | None
) -> int:
    del database, inside
    if action in _ALLOWED:
        allowed = True
    elif action == apsw.SQLITE_FUNCTION:
        allowed = not (second or "").lower().startswith(_REFUSED_FUNCTIONS)
    elif action == apsw.SQLITE_PRAGMA:
        allowed = ((first or "").lower(), second) in _PRAGMAS
    else:
        allowed = False
    return apsw.SQLITE_OK if allowed else apsw.SQLITE_DENY


# The ciphers of SQLite3 Multiple Ciphers that encrypt whole database files, and their keys.
#
# Every page is encrypted by itself, in the database file and in its write-ahead log alike;
# temporary files stay in memory (SQLITE_TEMP_STORE=2 of the package's build).
#
# Where a cipher takes a raw key it gets one, since a key drawn at random needs no stretching: its
# key derivation (0.02 to 0.13 s at each opening, PBKDF2 or Argon2id) is for passphrases that people
# choose, and a protection of its own to be measured. `aes128cbc`, `aes256cbc` and `rc4` know no raw
# key and derive theirs in 0 to 1.5 ms.

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
open, the first that fits. Ascon-128 draws the 128 bits that encrypt a page
from a longer key; RC4's are cut from a SHA-1 digest."""

BY_PASSPHRASE: Mapping[Cipher, int] = {
    Cipher("sqlcipher", 256, "passphrase"): 32,
    Cipher("aegis", 256, "passphrase"): 32,
}
"""The same ciphers with their key derivation: 256,000 rounds of PBKDF2 with HMAC-SHA-512, and
Argon2id. They encrypt as with a raw key: what was probed of that holds for them, too."""

_DERIVES = frozenset({"aes128cbc", "aes256cbc", "rc4"})
"""Ciphers that accept no raw key."""

_AEGIS = {16: "aegis-128l", 32: "aegis-256"}
"""Key bytes → variant of AEGIS."""


def unlock(connection: apsw.Connection, storage: StorageKey) -> None:
    """Give a connection cipher and key before it touches its file.

    Raises: apsw.Error for a cipher that this build does not know
    """
    _choose(connection, storage)
    _give(connection, storage, "key")


def rekey(connection: apsw.Connection, storage: StorageKey | None) -> None:
    """Have a file that is open, and not in WAL mode, encrypted by another cipher and key, or by
    none.

    Raises: apsw.Error
    """
    if storage is None:
        _set(connection, "rekey", "", "ok")
        return
    _choose(connection, storage)
    _give(connection, storage, "rekey")


def copy_file(connection: apsw.Connection, path: Path, after: StorageKey | None) -> Path:
    """A copy of the database in the file `path`, encrypted by another key, or by none; it is on the
    disk. The connection reads names of files as URIs.

    Raises: apsw.Error, OSError
    """
    copy = path.with_name(path.name + COPY)
    copy.unlink(missing_ok=True)
    connection.execute("vacuum into ?", (_as_uri(copy, after),))
    with copy.open("rb") as file:
        os.fsync(file.fileno())
    return copy


def _as_uri(path: Path, storage: StorageKey | None) -> str:
    """A file that is to be encrypted so; without a key it would get that of the one it is made
    of."""
    if storage is None:
        return f"file:{quote(str(path))}?key="
    prefix, key = _given(storage)
    named = {"cipher": storage.cipher, f"{prefix}key": key}
    if storage.cipher == "aegis":
        named["algorithm"] = _AEGIS[len(storage.key)]
    return f"file:{quote(str(path))}?{urlencode(named, quote_via=quote)}"


def _give(connection: apsw.Connection, storage: StorageKey, pragma: str) -> None:
    prefix, key = _given(storage)
    _set(connection, f"{prefix}{pragma}", key, "ok")


def _given(storage: StorageKey) -> tuple[str, str]:
    """What stands before the name of a key, and the key."""
    key = storage.key.hex()
    if storage.passphrase:
        return "", key
    return ("hex", key) if storage.cipher in _DERIVES else ("", f"x'{key}'")


def _choose(connection: apsw.Connection, storage: StorageKey) -> None:
    _set(connection, "cipher", storage.cipher, storage.cipher)
    if storage.cipher == "aegis":
        variant = _AEGIS[len(storage.key)]
        _set(connection, "algorithm", variant, variant)


def _set(connection: apsw.Connection, name: str, value: str, answer: str) -> None:
    """SQLite passes over a pragma that it does not know, which would leave the file plain."""
    if connection.pragma(name, value) != answer:
        raise apsw.SQLError(f"this SQLite does not support “pragma {name}”")


COPY = "-copy"
FILES = DatabaseFiles("SQLite", ".sqlite", ("-wal", "-shm", "-journal", COPY))

PRAGMAS = (
    ("journal_mode", "wal"),
    ("synchronous", "full"),
    ("foreign_keys", "on"),
)
"""What every connection sets. A commit is on the disk before it returns, as on the other engines
(FULL is SQLite's own default); all else stays as SQLite has it."""


def open_file(
    path: Path, storage: StorageKey | None, seconds: int, flags: int = 0
) -> apsw.Connection:
    """A connection to a database file, its key given and its pragmas set, with more `flags`.

    It waits `seconds` for others' locks.

    Raises: ServerUnavailable, DiskFull
    """
    connection = None
    try:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE | flags)
        connection.set_busy_timeout(1000 * seconds)
        if storage is not None:
            unlock(connection, storage)
        for name, value in PRAGMAS:
            connection.pragma(name, value)
    except apsw.Error as error:
        if connection is not None:
            connection.close()
        raise _unavailable(path, error) from error
    return connection


def open_to_read(path: Path, seconds: int) -> apsw.Connection:
    """A connection to a file of anybody's that cannot write to it.

    Raises: ServerUnavailable
    """
    try:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        connection.set_busy_timeout(1000 * seconds)
        connection.execute("select 1 from sqlite_schema limit 1").fetchall()
    except apsw.Error as error:
        raise ServerUnavailable(
            phrase("Database not opened"),
            phrase("{path} is not opened as an SQLite database: {words}."),
            phrase("Name the file of an SQLite database that is not encrypted."),
            path=path,
            words=str(error).rstrip("."),
        ) from error
    return connection


def _unavailable(path: Path, error: apsw.Error) -> CipherbenchError:
    if isinstance(error, apsw.FullError):
        return disk_full("SQLite", str(error))
    encrypted = isinstance(error, apsw.NotADBError)
    return ServerUnavailable(
        phrase("Database not opened"),
        phrase("SQLite cannot open {database}: {words}."),
        phrase("Check key and cipher: it may be encrypted with others, or may not be a database.")
        if encrypted
        else NOTHING,
        database=path.name,
        words=error,
    )
