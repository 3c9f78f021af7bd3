"""Errors that a user can act on: a title, a message and a hint.

A `CipherbenchError` is a fault of the surroundings (a server that is not there, a plan with a
typing error). Our own bugs are ordinary exceptions: they reach the log, never a user.

Its class says what went wrong, as far as anything is decided by it, and a `Cause` why a server
could not be entered. Its texts decide nothing (`tests/words/test_decisions.py`).
"""

from __future__ import annotations

import errno
import logging
import os
import re
import struct
from enum import StrEnum
from typing import Self

from engines.contract.limits import RESULT_BYTES
from engines.contract.message import NOTHING, Message, Number, ServerWords, phrase

log = logging.getLogger(__name__)


class CipherbenchError(Exception):
    """A fault a user can meet: a title, a sentence, and a hint on what to do.

    `values` fill the places of all three. `messages` are the three for a window that translates
    them; everybody else takes the English `title`, `message` and `hint`.
    """

    def __init__(
        self, title: Message, message: Message, hint: Message = NOTHING, **values: object
    ) -> None:
        title, message, hint = (each.with_values(**values) for each in (title, message, hint))
        self.messages = title, message, hint
        self.values = {name: str(value) for name, value in self.messages[1].values.items()}
        super().__init__(*self.messages)

    @property
    def title(self) -> str:
        """Title of the error panel, a few words."""
        return str(self.messages[0])

    @property
    def message(self) -> str:
        """One sentence on what happened."""
        return str(self.messages[1])

    @property
    def hint(self) -> str:
        """What to do; may be empty."""
        return str(self.messages[2])

    @property
    def advice(self) -> Message:
        """Message and hint, where no panel shows them apart."""
        text, hint = self.messages[1:]
        if not hint:
            return text
        if self.message[-1:] in ".!?”":
            return phrase("{words} {hint}", words=text, hint=hint)
        return phrase("{words}. {hint}", words=text, hint=hint)

    def without_secrets(self) -> CipherbenchError:
        """The same without what this process has learnt since to be a secret."""
        return self.reworded(*(each.without_secrets() for each in self.messages))

    def reworded(self, title: Message, message: Message, hint: Message) -> Self:
        """A copy of the error with other texts."""
        return type(self)(title, message, hint)

    def __str__(self) -> str:
        return f"{self.title}: {self.advice}"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self.messages


class Unfit(ValueError):
    """A value that cannot be used; `message` is a clause that says why."""

    def __init__(self, text: Message) -> None:
        super().__init__(text)
        self.message = text


def clause_of(error: BaseException) -> Message:
    """What an error says: ours as a message, any other in the words that it has."""
    return error.message if isinstance(error, Unfit) else Message(str(error))


class InputError(CipherbenchError):
    """What the user gave cannot be used: a plan, a file, an option."""


class FailedAfterRun(CipherbenchError):
    """Something failed after the runs; their results are stored."""

    @classmethod
    def of(cls, error: CipherbenchError) -> FailedAfterRun:
        """The error as one of this kind, its texts unchanged."""
        return cls(*error.messages)


class Cause(StrEnum):
    """Why connecting to a server failed (`engines.base.diagnosis` has the words)."""

    REFUSED = "refused"
    NO_SOCKET = "no-socket"
    NO_ROUTE = "no-route"
    TIMEOUT = "timeout"
    UNKNOWN_HOST = "unknown-host"
    SOCKET_CLOSED = "socket-closed"
    LOGIN = "login"
    NOT_ALLOWED = "not-allowed"
    DATABASE = "database"
    NOT_POOLED = "not-pooled"
    NO_ACCESS = "no-access"
    BUSY = "busy"
    NOT_READY = "not-ready"
    TLS_MISSING = "tls-missing"
    TLS_DEMANDED = "tls-demanded"
    CLIENT_CERTIFICATE = "client-certificate"
    UNTRUSTED = "untrusted"
    HOST_NAME = "host-name"
    TLS_FILE = "tls-file"
    TLS_FAILED = "tls-failed"
    STRANGER = "stranger"
    BROKEN_OFF = "broken-off"
    OTHER = "other"


class ServerUnavailable(CipherbenchError):
    """A server cannot be found, started, reached or entered; `cause` says why it was not entered,
    None where it did not come to that."""

    def __init__(
        self,
        title: Message,
        message: Message,
        hint: Message = NOTHING,
        cause: Cause | None = None,
        **values: object,
    ) -> None:
        super().__init__(title, message, hint, **values)
        self.cause = cause

    def reworded(self, title: Message, message: Message, hint: Message) -> Self:
        return type(self)(title, message, hint, self.cause)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (*self.messages, self.cause)


class ServerGivenUp(ServerUnavailable):
    """A server did not answer for so long that retrying at once does not help."""


class Unsupported(CipherbenchError):
    """A server cannot do what a protection asks of it."""


class StatementFailed(CipherbenchError):
    """A server refused a statement, or was lost while it ran."""


class NotDropped(CipherbenchError):
    """A database that is ours, or may be, stays on a server; the hint names what removes it."""


class NotExamined(NotDropped):
    """A database could not be examined: it may be ours."""


class NotVisible(NotExamined):
    """A server answers, but does not show other users' databases to this user."""


class NotPermitted(StatementFailed):
    """A server refused a statement because the user lacks a right, by the error's own code."""


class TransactionConflict(StatementFailed):
    """A server undid a statement or its transaction because of others at work: a deadlock, a row
    that changed meanwhile, a lock that was waited for too long. Once rolled back, the transaction
    may succeed when tried again."""


class DriverFailed(StatementFailed):
    """A driver could not give a value to Python, or take one: `DRIVER_FAULTS`."""


DRIVER_FAULTS = (
    ArithmeticError, BufferError, LookupError, MemoryError, SystemError, TypeError, ValueError,
    struct.error,
)  # fmt: skip
"""What drivers raise beside their own errors: ValueError for the date 0000-00-00, OverflowError for
a year that Python does not know, UnicodeDecodeError for bytes that are no text, SystemError where
they could not even make an error."""


class MemoryLimitReached(StatementFailed):
    """A statement or its result took more memory than its process may."""


def memory_limit_reached() -> MemoryLimitReached:
    """The error for an allocation that failed."""
    return MemoryLimitReached(
        phrase("Memory limit reached"),
        phrase("A statement or its result needs more memory than one process may take."),
        phrase("Choose a statement with a smaller result, or fewer records."),
    )


class ResultTooLarge(StatementFailed):
    """A statement's result, or a row of it, is larger than we take."""


def result_too_large(engine: str, size: int, most: int = RESULT_BYTES) -> ResultTooLarge:
    """The error for a result, or a row with a `most` of its own, of so many bytes."""
    return ResultTooLarge(
        phrase("Result too large"),
        phrase("A result of {engine} has {size} MB; at most {most} MB are read."),
        phrase("Choose fewer rows or shorter values."),
        engine=engine,
        size=Number(size / 1e6),
        most=Number(most / 1e6),
    )


def driver_failed(engine: str, error: Exception) -> StatementFailed:
    """The error for one of `DRIVER_FAULTS`."""
    if isinstance(error, MemoryError):
        return memory_limit_reached()
    log.info("driver of %s", engine, exc_info=error)
    return DriverFailed(
        phrase("Value not readable"),
        phrase("The driver of {engine} has no form for a value: {words}"),
        phrase("Python has no such date, number or text. Leave its column out, or convert it."),
        engine=engine,
        words=ServerWords(f"{type(error).__name__}: {error}".rstrip(": "), type(error).__name__),
    )


class DiskFull(StatementFailed):
    """The disk that a server keeps its data on has no room left, but for what `file_size_limit`
    leaves free."""


def disk_full(engine: str, text: str) -> DiskFull:
    """The error for an engine's own words that tell of a full disk, or of a file's bound."""
    return DiskFull(
        phrase("Disk full"),
        phrase("The disk with the server's data is full, or nearly so. {engine} says: {words}."),
        phrase("Free some space on it, move the data to another disk, or choose fewer records."),
        engine=engine,
        words=text.strip().rstrip("."),
    )


def files_out_of_reach(error: OSError) -> ServerUnavailable:
    """The error for what the system says of files that we or an engine wanted, as where a mount has
    died under them."""
    why = error.strerror or str(error)
    if not error.filename:
        return ServerUnavailable(
            phrase("Refused by the operating system"),
            phrase("The operating system says: {why}."),
            phrase("Check permissions, free memory and free disk space, then try again."),
            why=why,
        )
    return ServerUnavailable(
        phrase("Files not accessible"),
        phrase("{file} cannot be accessed: {why}."),
        phrase("Check that its disk or mount is still connected."),
        file=error.filename,
        why=why,
    )


def server_words(text: str, code: object) -> ServerWords:
    """A server's words with its code for them, which stays where the words are kept."""
    return ServerWords(text, f"{storable_words(text)} ({code})")


def storable_words(text: str) -> str:
    """Of a server's words what may be kept: the first line, without what stands between quotation
    marks. What is quoted may itself have some, so that it goes from the first to the last; and
    where a line ends within a quotation, to the end."""
    line, *rest = text.strip().splitlines() or [""]
    if len(_MARK.findall(line)) % 2 or _MARK.search("\n".join(rest)):
        return _OPEN.sub("…", line)
    return _QUOTATION.sub("…", line)


_MARK = re.compile(r"""(?<![^\W\d_])["'`“‘]|["'`”’](?![^\W\d_])""")  # noqa: RUF001
_OPEN = re.compile(r"""(?<![^\W\d_])["'`“‘].*$""")  # noqa: RUF001
_QUOTATION = re.compile(r"""(?<![^\W\d_])["'`“‘].*["'`”’]""")  # noqa: RUF001 typographic ones are meant
"""Not the apostrophe within a word."""


def cause_of(error: CipherbenchError) -> Cause | None:
    """Why a server was not entered; None where that is not what went wrong."""
    return error.cause if isinstance(error, ServerUnavailable) else None


def says_disk_full(text: str) -> bool:
    """Whether an engine hands on what the system says of a disk without room, or of a file that may
    grow no more; or the number of either."""
    return _NO_SPACE.search(text) is not None


_NO_ROOM = (errno.ENOSPC, errno.EFBIG)
_NO_SPACE = re.compile(
    rf"{'|'.join(map(os.strerror, _NO_ROOM))}"
    rf"|\b(error|errno:|Errcode:) ({'|'.join(map(str, _NO_ROOM))})\b"
)
