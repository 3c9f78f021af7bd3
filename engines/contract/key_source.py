"""Keys that live outside of the application: in a hardware module, or with a service."""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from copy import copy
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from shutil import rmtree
from typing import ClassVar, Self

from engines.contract.errors import StatementFailed
from engines.contract.message import NOTHING, Message, phrase, plural, significant
from engines.contract.parameter import Shown, parameter, set_by_us

KEY_CALLS, KEY_BYTES = "key_calls", "key_bytes"
KEY_SECONDS, KEY_P50_MS, KEY_P99_MS = "key_s", "key_p50_ms", "key_p99_ms"
"""What an operation asked of a key service: calls, bytes to and fro, seconds in all calls, and
milliseconds of one."""


class DataKey(StrEnum):
    """What one data key encrypts in the application, which the service's own key wraps.

    `TABLE`: the wrapped key is in a file, unwrapped once a run. `ROW`: it is new for each statement
    that writes, and stored in front of each value. `PERSON`: one for each person, whoever writes
    and whatever table; the value has its name, the wrapped key is in a file, and who deletes it
    there makes all of the person unreadable. What names nobody has a new one for each row.
    `CACHED`: as `ROW`, but used for several values. `NONE`: the service encrypts each value itself.
    """

    TABLE = "table"
    ROW = "row"
    PERSON = "person"
    CACHED = "cached"
    NONE = "none"


_DATA_KEYS = {
    DataKey.TABLE: (phrase("per table"), phrase("One data key a table, unwrapped once")),
    DataKey.ROW: (phrase("per row"), phrase("A new data key for each row that is written")),
    DataKey.PERSON: (
        phrase("per person"),
        phrase("A data key for each person, in a file: delete it there"),
    ),
    DataKey.CACHED: (phrase("cached"), phrase("A data key serves several values for some time")),
    DataKey.NONE: (phrase("none"), phrase("The key service encrypts each value")),
}

_USES = {
    DataKey.TABLE: phrase("{service} key per table"),
    DataKey.ROW: phrase("{service} key per row"),
    DataKey.PERSON: phrase("{service} key per person"),
    DataKey.NONE: phrase("each value by {service}"),
}
_CACHED = phrase("{service} key cached for {seconds}")
_USUAL_VALUES = 1000
_AWAY = phrase("{use}, {delay} away")
_TITLE = phrase("{cipher}, {use}")


class KeyFault(StrEnum):
    """Why a key service did not do what was asked."""

    LOGIN = "login"
    EXPIRED = "expired"
    LOCKED = "locked"
    NO_KEY = "no-key"
    NO_MODULE = "no-module"
    MODULE_NOT_ALLOWED = "module-not-allowed"
    NO_TOKEN = "no-token"
    DENIED = "denied"
    TOKEN = "token"
    SEALED = "sealed"
    BUSY = "busy"
    AWAY = "away"
    SILENT = "silent"
    CERTIFICATE = "certificate"
    NO_CA = "no-ca"
    NOT_STARTED = "not-started"
    TOO_LONG = "too-long"
    DELETED = "deleted"
    OTHER = "other"


_FAULTS: Mapping[KeyFault, tuple[Message, Message]] = {
    KeyFault.LOGIN: (
        phrase("{service} at {place} rejects the PIN or token."),
        phrase("Set {variable} to the right one."),
    ),
    KeyFault.EXPIRED: (
        phrase("The token or PIN for {service} at {place} has expired."),
        phrase("Renew it and set {variable}."),
    ),
    KeyFault.LOCKED: (
        phrase("{service} at {place} is locked after too many wrong PINs."),
        phrase("Unlock the token as its security officer."),
    ),
    KeyFault.NO_KEY: (
        phrase("{service} at {place} has no usable key “{key}”."),
        phrase("Create it, or name another key in the plan."),
    ),
    KeyFault.NO_MODULE: (
        phrase("The PKCS#11 module {module} cannot be loaded: {words}."),
        phrase("Install the module (softhsm2), or correct its path in the plan."),
    ),
    KeyFault.MODULE_NOT_ALLOWED: (
        phrase("The PKCS#11 module {module} is not allowed on this machine."),
        phrase("A module is a program. If you trust it, name it in {allowing}."),
    ),
    KeyFault.NO_TOKEN: (
        phrase("{place} has no token “{token}”."),
        phrase("Insert or initialize the token, or name another one in the plan."),
    ),
    KeyFault.DENIED: (
        phrase("{service} at {place} does not let this user use the key “{key}”."),
        phrase("Allow it to encrypt and decrypt."),
    ),
    KeyFault.TOKEN: (
        phrase("{service} at {place} rejects the token: it is wrong or has expired."),
        phrase("Set {variable} to a valid one."),
    ),
    KeyFault.SEALED: (
        phrase("{service} at {place} is sealed."),
        phrase("Unseal it, then start again."),
    ),
    KeyFault.BUSY: (
        phrase("{service} at {place} accepts no more calls at the moment."),
        phrase("Raise its limit, or use a data key for several values."),
    ),
    KeyFault.AWAY: (
        phrase("{service} at {place} cannot be reached: {words}."),
        phrase("Start it, or correct its address in the plan."),
    ),
    KeyFault.SILENT: (
        phrase("{service} at {place} did not answer within {seconds} s."),
        phrase("Look at its load and the network, or raise timeout_s in the plan."),
    ),
    KeyFault.CERTIFICATE: (
        phrase("The certificate of {service} at {place} is not trusted: {words}."),
        phrase("Name in ca, in the plan, who signed it."),
    ),
    KeyFault.NO_CA: (
        phrase("The CA file {file} of {service} cannot be used: {words}."),
        phrase("Name a file with certificates in PEM form."),
    ),
    KeyFault.NOT_STARTED: (
        phrase("{program} could not be started: {words}."),
        phrase("Name the address of one that runs, or install {program}."),
    ),
    KeyFault.TOO_LONG: (
        phrase("{service} encrypts no value that is longer (bytes: {most})."),
        phrase("Choose a data key in the plan: it encrypts values of any length."),
    ),
    KeyFault.DELETED: (
        phrase("The data key of a value was deleted."),
        phrase("Its row cannot be decrypted any more."),
    ),
    KeyFault.OTHER: (
        phrase("{service} at {place} failed: {words}."),
        phrase("Look into its log."),
    ),
}


class KeyServiceFailed(StatementFailed):
    """A key service did not do what was asked."""

    fault = KeyFault.OTHER

    @classmethod
    def of(cls, fault: KeyFault, source: KeySource, words: object = "", **values: object) -> Self:
        message, hint = _FAULTS[fault]
        made = cls(
            phrase("Key service failed"),
            message,
            hint,
            service=source.title,
            place=source.place,
            words=str(words).strip().rstrip("."),
            variable=source.secret_variable,
            **values,
        )
        made.fault = fault
        return made

    def reworded(self, title: Message, message: Message, hint: Message) -> Self:
        made = super().reworded(title, message, hint)
        made.fault = self.fault
        return made

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self.messages, {"fault": self.fault}


class KeyService(ABC):
    """A connection to what holds a key that never leaves it."""

    @abstractmethod
    def encrypt(self, plain: bytes, context: bytes) -> bytes:
        """Under the service's key; `context` must be given again to decrypt.

        Raises: KeyServiceFailed
        """

    @abstractmethod
    def decrypt(self, encrypted: bytes, context: bytes) -> bytes:
        """Raises: KeyServiceFailed, ValueError for what was changed or has another context"""

    def new_data_key(self, size: int, context: bytes) -> tuple[bytes, bytes]:
        """A key of `size` bytes, plain and wrapped, by one call.

        Raises: KeyServiceFailed
        """
        plain = os.urandom(size)
        return plain, self.encrypt(plain, context)

    def encrypt_all(self, values: Sequence[tuple[bytes, bytes]]) -> list[bytes]:
        """Values, each with its context, by one call where the service takes them together.

        Raises: KeyServiceFailed
        """
        return [self.encrypt(*each) for each in values]

    def decrypt_all(self, encrypted: Sequence[tuple[bytes, bytes]]) -> list[bytes]:
        """Raises: KeyServiceFailed, ValueError if one was changed or has another context"""
        return [self.decrypt(*each) for each in encrypted]


class KeyCalls:
    """What is asked of a key service from now on."""

    def __init__(self) -> None:
        self.bytes = 0
        self.nanoseconds = array("Q")

    def clear(self) -> None:
        self.bytes, self.nanoseconds = 0, array("Q")

    def taken(self) -> KeyCalls:
        """What was asked since it was last taken."""
        found = KeyCalls()
        found.bytes, found.nanoseconds = self.bytes, self.nanoseconds
        self.clear()
        return found

    @classmethod
    def merged(cls, asked: Iterable[KeyCalls | None]) -> KeyCalls | None:
        """Of several processes; None where none has a key service."""
        known = [each for each in asked if each is not None]
        if not known:
            return None
        found = cls()
        for each in known:
            found.bytes += each.bytes
            found.nanoseconds.extend(each.nanoseconds)
        return found

    def measures(self) -> dict[str, float]:
        ordered = sorted(self.nanoseconds)
        count = len(ordered)
        known = {
            KEY_CALLS: float(count), KEY_BYTES: float(self.bytes), KEY_SECONDS: sum(ordered) / 1e9
        }  # fmt: skip
        if count:
            known[KEY_P50_MS] = ordered[(count - 1) // 2] / 1e6
            known[KEY_P99_MS] = ordered[max(0, -(-count * 99 // 100) - 1)] / 1e6
        return known


class MeteredService(KeyService):
    """Counts and times calls of another, each of which takes `delay` seconds more: the way there
    and back to a service farther away, in which this process waits as for an answer."""

    def __init__(self, service: KeyService, calls: KeyCalls, delay: float) -> None:
        self._service, self._calls, self.delay = service, calls, delay

    def encrypt(self, plain: bytes, context: bytes) -> bytes:
        encrypted = self._called(lambda: self._service.encrypt(plain, context))
        self._calls.bytes += len(plain) + len(encrypted)
        return encrypted

    def decrypt(self, encrypted: bytes, context: bytes) -> bytes:
        plain = self._called(lambda: self._service.decrypt(encrypted, context))
        self._calls.bytes += len(encrypted) + len(plain)
        return plain

    def new_data_key(self, size: int, context: bytes) -> tuple[bytes, bytes]:
        plain, wrapped = self._called(lambda: self._service.new_data_key(size, context))
        self._calls.bytes += len(plain) + len(wrapped)
        return plain, wrapped

    def encrypt_all(self, values: Sequence[tuple[bytes, bytes]]) -> list[bytes]:
        """As one call: only services that take them together are asked so."""
        encrypted = self._called(lambda: self._service.encrypt_all(values))
        self._calls.bytes += sum(len(value) for value, _ in values) + sum(map(len, encrypted))
        return encrypted

    def decrypt_all(self, encrypted: Sequence[tuple[bytes, bytes]]) -> list[bytes]:
        plain = self._called(lambda: self._service.decrypt_all(encrypted))
        self._calls.bytes += sum(len(value) for value, _ in encrypted) + sum(map(len, plain))
        return plain

    def _called[T](self, ask: Callable[[], T]) -> T:
        begun = time.perf_counter_ns()
        try:
            if self.delay:
                time.sleep(self.delay)
            return ask()
        finally:
            self._calls.nanoseconds.append(time.perf_counter_ns() - begun)


@dataclass(frozen=True)
class KeyAccess:
    """What a plan never has: the PIN or token, a folder of ours, the address of a service that we
    have started, and the database that data keys are for: their wrapped ones go with it."""

    secret: str = field(default="", repr=False)
    folder: str = ""
    address: str = ""
    database: str = ""

    @property
    def keys_folder(self) -> str:
        """Where wrapped data keys are."""
        return str(Path(self.folder) / self.database)


@dataclass(frozen=True, kw_only=True)
class KeySource(ABC):
    """Where the key of a protection in the application is, and how it is used. A source that comes
    out of a plan has no `access` yet."""

    source: ClassVar[str]
    title: ClassVar[str]
    secret_form: ClassVar[Message] = phrase("token")
    """What is to be typed as its secret."""

    data_key: DataKey = parameter(
        DataKey.TABLE, shown=Shown(label=phrase("Data key"), choices=_DATA_KEYS)
    )
    values: int = parameter(
        _USUAL_VALUES,
        least=1,
        most=2_000_000_000,
        shown=Shown(label=phrase("Values per key"), help=phrase("Of cached data keys.")),
    )
    seconds: float = parameter(
        300.0,
        least=0,
        most=86_400,
        shown=Shown(
            label=phrase("Key lifetime"), help=phrase("Of cached data keys."), unit=phrase("s")
        ),
    )
    delay_ms: float = parameter(
        0.0,
        least=0,
        most=10_000,
        shown=Shown(
            label=phrase("Network delay"),
            help=phrase("Added to each call: 0.5 is the same site, 30 another region."),
            unit=phrase("ms"),
        ),
    )
    access: KeyAccess = set_by_us(KeyAccess(), secret=True)

    def with_access(self, access: KeyAccess) -> Self:
        other = copy(self)
        object.__setattr__(other, "access", access)
        return other

    def keep_keys(self) -> None:
        """Make the folder for the wrapped data keys of a database."""
        with suppress(OSError):  # who writes there says what is wrong
            Path(self.access.keys_folder).mkdir(mode=0o700, exist_ok=True)

    def forget_keys(self) -> None:
        """Delete those of a database that is gone."""
        if self.access.database:
            rmtree(self.access.keys_folder, ignore_errors=True)

    @property
    def managed(self) -> bool:
        """Whether it is made for the campaign, with a secret of ours."""
        return False

    @property
    def batches(self) -> bool:
        """Whether one call encrypts all values of a statement."""
        return False

    @property
    @abstractmethod
    def place(self) -> str:
        """Which service it is: a password belongs to it."""

    @property
    def fault(self) -> Message:
        """A clause on options that do not fit each other."""
        return NOTHING

    @property
    def secret_variable(self) -> str:
        """The environment variable that holds its PIN or token."""
        return f"CIPHERBENCH_PASSWORD_{self.source.upper()}"

    @abstractmethod
    def encrypted_bytes(self, plain: int) -> int:
        """The most bytes that the service makes of so many."""

    def prepare(self, undone: ExitStack, cores: Collection[int] | None = None) -> KeyAccess:
        """Make what is ours and has to be there before anybody connects, and have it `undone` in
        the end; the access to it. A service that is started for it runs on `cores`.

        Raises: KeyServiceFailed
        """
        return self.access

    @property
    def check_seconds(self) -> float:
        """How long `check` may take."""
        return 30.0

    def check(self) -> None:
        """Use the key once, as the protection does.

        Raises: KeyServiceFailed
        """
        service, plain = self.connect(), bytes(32)
        if self.data_key is DataKey.NONE:
            encrypted = service.encrypt(plain, b"check")
        else:
            plain, encrypted = service.new_data_key(len(plain), b"check")
        try:
            same = service.decrypt(encrypted, b"check") == plain
        except ValueError:  # it rejects what it has just encrypted
            same = False
        if not same:
            raise KeyServiceFailed.of(KeyFault.OTHER, self, phrase("it decrypts to something else"))

    @abstractmethod
    def connect(self) -> KeyService:
        """Raises: KeyServiceFailed"""

    @property
    def service(self) -> str:
        """What tells it from others of its kind."""
        return self.title

    @property
    def use(self) -> Message:
        """“PKCS#11 key per table, 30 ms away”, “PKCS#11 key cached for 300 s”."""
        if self.data_key is DataKey.CACHED and self.values == _USUAL_VALUES:
            use = _CACHED.with_values(
                service=self.service, seconds=significant(self.seconds, 3, "s")
            )
        elif self.data_key is DataKey.CACHED:
            use = plural(
                "{service} keys cached for {n} values, {seconds}",
                "{service} keys cached for {n} value, {seconds}",
                self.values,
                service=self.service,
                seconds=significant(self.seconds, 3, "s"),
            )
        else:
            use = _USES[self.data_key].with_values(service=self.service)
        if not self.delay_ms:
            return use
        return _AWAY.with_values(use=use, delay=significant(self.delay_ms, 3, "ms"))

    def titled(self, cipher: Message) -> Message:
        """A cipher with this key: “AES-256-GCM in the application, PKCS#11 key per table, 30 ms
        away”."""
        return _TITLE.with_values(cipher=cipher, use=self.use)
