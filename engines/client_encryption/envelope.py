"""Values encrypted in the application with keys that a key service holds or wraps."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import time
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import batched
from pathlib import Path

from engines.client_encryption.client_encryptor import ClientEncryptor
from engines.contract.errors import StatementFailed
from engines.contract.key_source import (
    DataKey,
    KeyCalls,
    KeyFault,
    KeyServiceFailed,
    KeySource,
    MeteredService,
)
from engines.contract.message import phrase
from engines.contract.protection import Keying
from engines.sql.statement import Target

# Wrapped data keys (encrypted under a service's key) in an SQLite file, by name; the file alone
# decrypts nothing.

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


_CONTEXT = b"cipherbench data key"
_NAME_BYTES = 16
_LENGTH_BYTES = 2
_BATCH = 1000
"""Values of a call, where a service takes them together."""
_UNWRAPPED = 1000
"""Data keys that are remembered where they are cached."""


class KeyServiceEncryptor(ClientEncryptor):
    """Connects when it is first needed; what it asks is counted in `key_calls`."""

    front_bytes = tag_bytes = 0
    key_calls: KeyCalls

    def __init__(self, source: KeySource) -> None:
        self._source = source
        self.key_calls = KeyCalls()
        self._connected: list[MeteredService] = []  # shared with copies

    @property
    def _service(self) -> MeteredService:
        if not self._connected:
            delay = self._source.delay_ms / 1000
            self._connected.append(MeteredService(self._source.connect(), self.key_calls, delay))
        return self._connected[0]

    def data_key_of(self, encrypted: bytes, context: bytes) -> tuple[bytes, bytes] | None:
        """The data key that a value is encrypted with, plain and wrapped; None where none is.

        Raises: KeyServiceFailed
        """
        return None

    @contextmanager
    def without_key_delay(self) -> Iterator[None]:
        service = self._service
        delay, service.delay = service.delay, 0.0
        try:
            yield
        finally:
            service.delay = delay


class EachValue(KeyServiceEncryptor):
    """The service encrypts each value, or all of a statement by one call."""

    deterministic = False

    def __init__(self, source: KeySource) -> None:
        super().__init__(source)
        self.batches = source.batches

    def encrypted_size(self, size: int) -> int:
        return self._source.encrypted_bytes(size)

    def encrypt_value(self, value: bytes, context: bytes) -> bytes:
        return self._service.encrypt(value, context)

    def decrypt_value(self, encrypted: bytes, context: bytes) -> bytes:
        return self._service.decrypt(encrypted, context)

    def encrypt_batch(self, values: Sequence[tuple[bytes, bytes]]) -> list[bytes]:
        return self._in_batches(self._service.encrypt_all, values)

    def decrypt_batch(self, encrypted: Sequence[tuple[bytes, bytes]]) -> list[bytes]:
        return self._in_batches(self._service.decrypt_all, encrypted)

    def _in_batches(
        self,
        ask: Callable[[Sequence[tuple[bytes, bytes]]], list[bytes]],
        values: Sequence[tuple[bytes, bytes]],
    ) -> list[bytes]:
        return [each for some in batched(values, _BATCH) for each in ask(some)]


class KeyPerTable(KeyServiceEncryptor):
    """The wrapped key of a table lies in a file and is unwrapped once; values are as with a local
    key."""

    def __init__(
        self, make: Callable[[bytes], ClientEncryptor], source: KeySource, keying: Keying
    ) -> None:
        super().__init__(source)
        self._make, self._size = make, len(keying.key)
        self._form = make(keying.key)
        self.deterministic = self._form.deterministic
        self.front_bytes, self.tag_bytes = self._form.front_bytes, self._form.tag_bytes
        # Many campaigns have one key, and all services share the file.
        self._database = hashlib.sha256(repr(source).encode() + b"\0" + keying.key).digest()
        self._wrapped = WrappedKeys(source.access.keys_folder)
        self._encryptors: dict[bytes, ClientEncryptor] = {}

    def encrypted_size(self, size: int) -> int:
        return self._form.encrypted_size(size)

    def encrypt_value(self, value: bytes, context: bytes) -> bytes:
        return self._of(context).encrypt_value(value, context)

    def decrypt_value(self, encrypted: bytes, context: bytes) -> bytes:
        return self._of(context).decrypt_value(encrypted, context)

    def encrypt_column(self, values: Sequence[bytes], target: Target) -> Sequence[bytes]:
        return self._of(target.table.encode() + b"\0").encrypt_column(values, target)

    def data_key_of(self, encrypted: bytes, context: bytes) -> tuple[bytes, bytes]:
        name = _table_of(context)
        return self._unwrapped(name), self._wrapped.get(self._database + name) or b""

    def _of(self, context: bytes) -> ClientEncryptor:
        name = _table_of(context)
        known = self._encryptors.get(name)
        if known is None:
            known = self._encryptors[name] = self._make(self._unwrapped(name))
        return known

    def _unwrapped(self, table: bytes) -> bytes:
        name = self._database + table
        wrapped = self._wrapped.get(name)
        if wrapped is None:
            plain, made = self._service.new_data_key(self._size, _CONTEXT)
            wrapped = self._wrapped.add(name, made)
            if wrapped == made:
                return plain
        return self._service.decrypt(wrapped, _CONTEXT)


def _table_of(context: bytes) -> bytes:
    """The table, or the domain, that a context begins with."""
    return context[: context.index(0, 1)]


class Envelope(KeyServiceEncryptor):
    """Values with what leads to their data key in front: two bytes of its length, then the wrapped
    key itself, or its name in the file of wrapped keys."""

    deterministic = False

    def __init__(
        self, make: Callable[[bytes], ClientEncryptor], source: KeySource, keying: Keying
    ) -> None:
        super().__init__(source)
        self._make, self._size = make, len(keying.key)
        self._form = make(keying.key)
        self.per_person = named = source.data_key is DataKey.PERSON
        self._names = WrappedKeys(source.access.keys_folder) if named else None
        self._secret = keying.key
        self._person = b""
        lead = _NAME_BYTES if named else source.encrypted_bytes(self._size)
        self.overhead = _LENGTH_BYTES + lead
        cached = source.data_key is DataKey.CACHED
        self._seconds = source.seconds if cached else None
        self._current = _InUse(source.values if cached else None, self._seconds)
        self._opening = _Opened(_UNWRAPPED if cached else 1, self._seconds)
        self.begin_row = None if cached else self._forget

    def _forget(self) -> None:
        self._person = b""
        self._current.forget()
        self._opening.forget()

    def begin_person(self, person: bytes) -> None:
        if person != self._person:
            self._current.forget()
        self._person = person

    def encrypted_size(self, size: int) -> int:
        return self.overhead + self._form.encrypted_size(size)

    def encrypt_value(self, value: bytes, context: bytes) -> bytes:
        lead, encryptor = self._current.get() or self._current.take(*self._drawn())
        return lead + encryptor.encrypt_value(value, context)

    def decrypt_value(self, encrypted: bytes, context: bytes) -> bytes:
        end = _end_of_lead(encrypted)
        lead = encrypted[:end]
        encryptor = self._opening.get(lead)
        if encryptor is None:
            encryptor = self._make(self._unwrapped(lead[_LENGTH_BYTES:]))
            self._opening.put(lead, encryptor)
        return encryptor.decrypt_value(encrypted[end:], context)

    def is_encrypted(self, value: object) -> bool:
        if not isinstance(value, bytes) or _end_of_lead(value) > self.overhead:
            return False
        return self._form.is_encrypted(value[_end_of_lead(value) :])

    def data_key_of(self, encrypted: bytes, context: bytes) -> tuple[bytes, bytes]:
        wrapped = self._wrapped(encrypted[_LENGTH_BYTES : _end_of_lead(encrypted)])
        return self._service.decrypt(wrapped, _CONTEXT), wrapped

    def _drawn(self) -> tuple[bytes, ClientEncryptor]:
        if self._names is not None and self._person:
            lead, plain = self._of_person(self._names)
        else:
            plain, lead = self._service.new_data_key(self._size, _CONTEXT)
            if self._names is not None:
                wrapped, lead = lead, os.urandom(_NAME_BYTES)
                self._names.add(lead, wrapped)
        return len(lead).to_bytes(_LENGTH_BYTES) + lead, self._make(plain)

    def _of_person(self, names: WrappedKeys) -> tuple[bytes, bytes]:
        """The name of a person's data key, and the key, by one call. Who has the file cannot tell
        whose it is by trying numbers."""
        person = hashlib.blake2b(self._person, key=self._secret, digest_size=_NAME_BYTES).digest()
        known = names.of_person(person)
        if known is None:
            plain, wrapped = self._service.new_data_key(self._size, _CONTEXT)
            made = os.urandom(_NAME_BYTES), wrapped
            known = names.add_for(person, *made)
            if known == made:
                return known[0], plain
        return known[0], self._service.decrypt(known[1], _CONTEXT)

    def _unwrapped(self, lead: bytes) -> bytes:
        return self._service.decrypt(self._wrapped(lead), _CONTEXT)

    def _wrapped(self, lead: bytes) -> bytes:
        wrapped = lead if self._names is None else self._names.get(lead)
        if wrapped is None:
            raise KeyServiceFailed.of(KeyFault.DELETED, self._source)
        return wrapped

    @property
    def keys_folder(self) -> str:
        """Where the wrapped keys of persons are."""
        return self._source.access.keys_folder

    def key_name(self, encrypted: bytes) -> bytes:
        """Of the person that a value is of."""
        return encrypted[_LENGTH_BYTES : _end_of_lead(encrypted)]

    def shred(self, encrypted: bytes) -> bool:
        """Delete the key of the person that a value is of; whether it was there.

        Raises: StatementFailed where it is not gone for certain
        """
        assert self._names is not None
        self._forget()
        return self._names.delete(self.key_name(encrypted))


def _end_of_lead(encrypted: bytes) -> int:
    return _LENGTH_BYTES + int.from_bytes(encrypted[:_LENGTH_BYTES])


class _InUse:
    """The data key that values are encrypted with: for so many of them, and so many seconds."""

    def __init__(self, most: int | None, seconds: float | None) -> None:
        self._most, self._seconds = most, seconds
        self._held: tuple[bytes, ClientEncryptor] | None = None
        self._values, self._since = 0, 0.0

    def get(self) -> tuple[bytes, ClientEncryptor] | None:
        if self._held is None or (self._most is not None and self._values >= self._most):
            return None
        if self._seconds is not None and time.monotonic() - self._since > self._seconds:
            return None
        self._values += 1
        return self._held

    def take(self, lead: bytes, encryptor: ClientEncryptor) -> tuple[bytes, ClientEncryptor]:
        self._held, self._values, self._since = (lead, encryptor), 1, time.monotonic()
        return self._held

    def forget(self) -> None:
        self._held = None


class _Opened:
    """Data keys that values were opened with, the newest of them."""

    def __init__(self, most: int, seconds: float | None) -> None:
        self._most, self._seconds = most, seconds
        self._known: OrderedDict[bytes, tuple[float, ClientEncryptor]] = OrderedDict()

    def get(self, lead: bytes) -> ClientEncryptor | None:
        known = self._known.get(lead)
        if known is None:
            return None
        if self._seconds is not None and time.monotonic() - known[0] > self._seconds:
            del self._known[lead]
            return None
        return known[1]

    def put(self, lead: bytes, encryptor: ClientEncryptor) -> None:
        self._known[lead] = time.monotonic(), encryptor
        if len(self._known) > self._most:
            self._known.popitem(last=False)

    def forget(self) -> None:
        self._known.clear()


def key_service_encryptor(
    make: Callable[[bytes], ClientEncryptor], source: KeySource, keying: Keying
) -> ClientEncryptor:
    """The encryptor of a protection whose keys are at `source`."""
    match source.data_key:
        case DataKey.NONE:
            return EachValue(source)
        case DataKey.TABLE:
            return KeyPerTable(make, source, keying)
    return Envelope(make, source, keying)
