"""Wrapped data keys (encrypted under a service's key) in an SQLite file, by name; the file alone
decrypts nothing."""

from __future__ import annotations

import os
import sqlite3
import weakref
from pathlib import Path

from engines.contract.errors import StatementFailed
from engines.contract.message import phrase

_FILE = "wrapped-keys.sqlite"


class WrappedKeys:
    """Several processes share the file; each opens it when it first asks."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)
        self._opened: tuple[int, sqlite3.Connection] | None = None

    def get(self, name: bytes) -> bytes | None:
        """Raises: StatementFailed, as all of them"""
        try:
            row = self._file.execute("select wrapped from keys where name = ?", (name,)).fetchone()
        except sqlite3.Error as error:
            raise _not_usable(error) from error
        return None if row is None else bytes(row[0])

    def add(self, name: bytes, wrapped: bytes) -> bytes:
        """The key of that name: this one, or what another process has added before."""
        self._insert(name, wrapped, None)
        return self.get(name) or wrapped

    def of_person(self, person: bytes) -> tuple[bytes, bytes] | None:
        """The name of a person's key, and the key."""
        try:
            row = self._file.execute(
                "select name, wrapped from keys where person = ?", (person,)
            ).fetchone()
        except sqlite3.Error as error:
            raise _not_usable(error) from error
        return None if row is None else (bytes(row[0]), bytes(row[1]))

    def add_for(self, person: bytes, name: bytes, wrapped: bytes) -> tuple[bytes, bytes]:
        """Name and key of a person: these, or what another process has added before."""
        self._insert(name, wrapped, person)
        return self.of_person(person) or (name, wrapped)

    def _insert(self, name: bytes, wrapped: bytes, person: bytes | None) -> None:
        try:
            with self._file as file:
                file.execute("insert or ignore into keys values (?, ?, ?)", (name, wrapped, person))
        except sqlite3.Error as error:
            raise _not_usable(error) from error

    def delete(self, name: bytes) -> bool:
        """Whether there was one; its bytes are overwritten, and gone from the write-ahead log.

        Raises: StatementFailed where another process reads the log all the time
        """
        try:
            with self._file as file:
                deleted = file.execute("delete from keys where name = ?", (name,)).rowcount > 0
            (busy, *_) = file.execute("pragma wal_checkpoint(truncate)").fetchone()
        except sqlite3.Error as error:
            raise _not_usable(error) from error
        if busy:
            raise StatementFailed(
                phrase("Wrapped key not deleted"),
                phrase("Another process reads the file of wrapped keys. Its log has the key."),
                phrase("Try again when nothing else uses these keys."),
            )
        return deleted

    @property
    def _file(self) -> sqlite3.Connection:
        pid = os.getpid()
        if self._opened is None or self._opened[0] != pid:
            file = sqlite3.connect(self._folder / _FILE, timeout=30, check_same_thread=False)
            weakref.finalize(self, file.close)
            file.executescript(
                "pragma journal_mode = wal; pragma synchronous = normal;"
                "pragma secure_delete = on;"
                "create table if not exists keys"
                " (name blob primary key, wrapped blob not null, person blob unique) without rowid"
            )
            self._opened = pid, file
        return self._opened[1]


def _not_usable(error: sqlite3.Error) -> StatementFailed:
    return StatementFailed(
        phrase("Wrapped keys not usable"),
        phrase("The file of wrapped keys cannot be used: {words}."),
        phrase("Check the disk that the home folder of Cipherbench is on."),
        words=str(error),
    )
