"""The one place that decides whether a database is ours, for all engines.

A database is ours when it belongs to the user we log in as (where the engine knows owners) and its
catalogue entry carries a mark that we have signed: an identifier and an HMAC-SHA-256 over format,
engine, place, name and identifier. The place identifies this database on this server, so that a
copied mark is worthless. The mark is a comment in the engine's own catalogue: reading it touches no
table, view or function of anybody's, and mostly needs no connection to the database.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from typing import Protocol

from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError, NotDropped, NotExamined, NotVisible
from engines.contract.message import NOTHING, Message, phrase
from engines.keeping.signatures import signature, verify

FORMAT = "cipherbench:2:"

DATABASE_PREFIX = "cipherbench_"
MARKER_TABLE = "cipherbench_marker"


def database_name(identifier: str) -> str:
    """The name of the database marked with `identifier` (letters, digits and underscores)."""
    return DATABASE_PREFIX + identifier


def login_of(database: str) -> str:
    """The login of one database of ours: 31 characters, as Firebird 3 takes; MySQL takes 32, and a
    database's name may have 64."""
    return f"cb_{hashlib.sha256(database.encode()).hexdigest()[:28]}"


PATIENCE_SECONDS = 3.0
"""How long dropping a database is retried while somebody waits."""


@dataclass(frozen=True)
class Owned:
    """Made by us under `identifier`."""

    identifier: str


@dataclass(frozen=True)
class NotOwned:
    """Somebody else's, or not provably ours."""

    reason: Message


@dataclass(frozen=True)
class Unseen:
    """It could not be examined: it may be ours."""

    reason: str


@dataclass(frozen=True)
class Gone:
    """It does not exist."""


type Verdict = Owned | NotOwned | Unseen | Gone


def _nothing() -> None:
    raise AssertionError("a database is dropped through the look at it")


@dataclass(frozen=True)
class ExaminedDatabase:
    """A database in a server's catalogue.

    `place` identifies it among all databases of all servers, also after a restart. `mark` is its
    comment; `foreign`: why it is not ours whatever its mark; `unseen`: why it could not be
    examined. `drop` drops just the database that was examined."""

    database: str
    place: str = ""
    mark: str | None = None
    foreign: Message = NOTHING
    unseen: str = ""
    drop: Callable[[], None] = _nothing


class DatabaseLookup(Protocol):
    """The part of a `Catalogue` that this module uses."""

    @property
    def name(self) -> str: ...

    def examine_one(
        self, endpoint: Endpoint, database: str
    ) -> AbstractContextManager[ExaminedDatabase | None]: ...

    def examine_all(self, endpoint: Endpoint) -> list[ExaminedDatabase]: ...

    def removal_statement(self, endpoint: Endpoint, database: str) -> str: ...


def sign(engine: str, place: str, database: str, identifier: str) -> str:
    """The mark of a database of ours.

    Raises: ServerUnavailable where the key that signs cannot be had
    """
    return f"{FORMAT}{identifier}:{signature(*_parts(engine, place, database, identifier))}"


def judge(engine: str, seen: ExaminedDatabase | None) -> Verdict:
    """`seen` None: no such database.

    Raises: ServerUnavailable where the key that signs cannot be had
    """
    if seen is None:
        return Gone()
    if seen.unseen:
        return Unseen(seen.unseen)
    if seen.foreign:
        return NotOwned(seen.foreign)
    if seen.mark is None or not seen.mark.startswith(FORMAT):
        return NotOwned(phrase("it has no signature of Cipherbench"))
    identifier, _, signed = seen.mark.removeprefix(FORMAT).rpartition(":")
    if verify(signed, *_parts(engine, seen.place, seen.database, identifier)):
        return Owned(identifier)
    return NotOwned(phrase("it was signed for another database, or by another user of Cipherbench"))


def drop(catalogue: DatabaseLookup, endpoint: Endpoint, database: str) -> Verdict:
    """Drop a database if it is ours; returns what it was.

    Raises: NotExamined, NotDropped
    """
    with ExitStack() as looking:
        try:
            seen = looking.enter_context(catalogue.examine_one(endpoint, database))
            verdict = judge(catalogue.name, seen)
        except CipherbenchError as error:
            raise _stays(NotExamined, catalogue, endpoint, database, error.message) from error
        if isinstance(verdict, Unseen):
            raise _stays(NotVisible, catalogue, endpoint, database, verdict.reason)
        if seen is not None and isinstance(verdict, Owned):
            try:
                seen.drop()
            except CipherbenchError as error:
                raise _stays(NotDropped, catalogue, endpoint, database, error.message) from error
        return verdict


def judge_all(catalogue: DatabaseLookup, endpoint: Endpoint) -> dict[str, Verdict]:
    """Database → verdict, of all with our prefix.

    Raises: ServerUnavailable, StatementFailed
    """
    return {seen.database: judge(catalogue.name, seen) for seen in catalogue.examine_all(endpoint)}


def drop_patiently(
    catalogue: DatabaseLookup,
    endpoint: Endpoint,
    database: str,
    seconds: float = PATIENCE_SECONDS,
    pause: Callable[[float], object] = time.sleep,
) -> Verdict:
    """`drop`, retried for `seconds` while it fails.

    Raises: NotExamined, NotDropped
    """
    deadline = time.monotonic() + seconds
    while True:
        try:
            return drop(catalogue, endpoint, database)
        except NotDropped:
            if time.monotonic() + _RETRY_SECONDS > deadline:
                raise
        pause(_RETRY_SECONDS)


@contextmanager
def all_or_nothing(
    catalogue: DatabaseLookup, endpoint: Endpoint, database: str, undo: Callable[[], None]
) -> Iterator[None]:
    """`undo` the creation of a database if it fails half-way.

    Raises: NotDropped where that could not be undone
    """
    try:
        yield
    except CipherbenchError as error:
        try:
            undo()
        except CipherbenchError as again:
            message = f"{error.message} {again.message}"
            raise _stays(NotDropped, catalogue, endpoint, database, message) from error
        raise


def refused(
    catalogue: DatabaseLookup, endpoint: Endpoint, database: str, verdict: NotOwned
) -> NotDropped:
    """The error for a database that is not provably ours and stays."""
    return NotDropped(
        phrase("Database not dropped"),
        phrase("{database} was not dropped: {reason}."),
        phrase("If it is not needed: {statement}"),
        database=database,
        reason=verdict.reason,
        statement=catalogue.removal_statement(endpoint, database),
    )


def perhaps_owned(
    catalogue: DatabaseLookup, endpoint: Endpoint, database: str, reason: str
) -> NotExamined:
    """The error for a database that could not be examined."""
    return _stays(NotExamined, catalogue, endpoint, database, reason)


_RETRY_SECONDS = 0.5


def _stays[Kind: NotDropped](
    kind: type[Kind], catalogue: DatabaseLookup, endpoint: Endpoint, database: str, reason: str
) -> Kind:
    return kind(
        phrase("Database not dropped"),
        _OURS if kind is NotDropped else _PERHAPS_OWNED,
        phrase("After solving this: {statement}"),
        database=database,
        reason=reason.rstrip("."),
        statement=catalogue.removal_statement(endpoint, database),
    )


_OURS = phrase("{database} is Cipherbench's and could not be dropped: {reason}.")
_PERHAPS_OWNED = phrase("{database} may be Cipherbench's, but could not be examined: {reason}.")


def _parts(engine: str, place: str, database: str, identifier: str) -> tuple[str, ...]:
    return "database", FORMAT, engine, place, database, identifier
