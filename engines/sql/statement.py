"""Statements that say what is encrypted: pieces of SQL, and between them places.

A place is a parameter, a value that the protection under test encrypts for a column, a column that
it opens, or what stands in a condition or an index where the server opens it. Columns of other
types than text are encrypted as bytes or as their text (`engines.sql.value_encoding`). Where the
key of a row is known when its values are encrypted, a place may name it: a protection that
authenticates then refuses a value that was moved to another row, as it refuses one moved to another
column.

What a SELECT gives is a list of such pieces, one item a column, so that nobody has to read SQL to
know it. `engines.sql.statement_text` makes statements of text, which most workloads write; whoever
has taken SQL apart makes the places itself. The engine supplies the placeholders and an `Encryptor`
the SQL around them (`engines.sql.compilation`).
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Self

type Value = str | int | float | bool | bytes | date | Decimal | None
"""What is bound and read; a date may be a `datetime`."""


class ValueType(StrEnum):
    """The type of a parameter or column; `engines.sql.value_encoding` says what of each is
    encrypted."""

    TEXT = "text"
    INTEGER = "integer"
    REAL = "real"
    BOOLEAN = "boolean"
    DATE = "date"
    TIMESTAMP = "timestamp"
    """To the millisecond, and of no time zone."""
    DECIMAL = "decimal"
    BYTES = "bytes"


class Role(StrEnum):
    """What a placeholder carries: the value, the value to be encrypted, or its fresh IV."""

    VALUE = "value"
    ENCRYPTED = "sealed"
    IV = "iv"


USUAL_BYTES = 255
"""The most bytes of UTF-8 in a value where nobody says otherwise."""


@dataclass(frozen=True)
class Target:
    """The column that a value is encrypted for or opened from; `size` is its most bytes of UTF-8,
    or the most digits of a decimal, `scale` of them behind the point.

    `key` names the row's key: a parameter where it is encrypted, a column where it is opened. A
    value that is `as_text` is encrypted as its text, which a server that opens it casts to its
    type. Where equal values are encrypted into equal bytes, the columns of a `domain` have them in
    common.

    `person` names the parameter that says whose value is encrypted, which `people` has the numbers
    of: “users.account”. Only an encryptor that is `per_person` reads it. Without one it is
    nobody's.
    """

    table: str
    column: str
    size: int = USUAL_BYTES
    key: str | None = None
    type: ValueType = ValueType.TEXT
    scale: int = 0
    as_text: bool = False
    domain: str = ""
    person: str | None = None
    people: str = ""


@dataclass(frozen=True)
class Parameter:
    """A value that is bound as it is; `size` is its most bytes. `native` is an engine and the type
    that its column has there, where that is none of ours."""

    name: str
    type: ValueType = ValueType.TEXT
    size: int = USUAL_BYTES
    native: tuple[str, str] | None = None


@dataclass(frozen=True)
class Encrypted:
    """A parameter that is encrypted for a column, and bound as that."""

    parameter: Parameter
    target: Target


@dataclass(frozen=True)
class Decrypted:
    """A column that is opened; `column` is how the statement names it. A text that the server goes
    on working with is to be opened `as_text`, with the character set and collation of a column; a
    value whose target is `as_text` is cast to its type then."""

    column: str
    target: Target
    as_text: bool = False


@dataclass(frozen=True)
class Compared:
    """A parameter that is compared with what the server opens of a column: as the bytes that would
    be encrypted, or as it is where nothing is encrypted."""

    parameter: Parameter
    target: Target


@dataclass(frozen=True)
class Comparable:
    """What the server opens of a column to compare it: bytes, or the column itself where nothing
    is encrypted."""

    column: str
    target: Target


@dataclass(frozen=True)
class EncryptedByServer:
    """A text that the server works out and encrypts for a column itself
    (`Encryptor.can_reencrypt`)."""

    pieces: Pieces
    target: Target


type Place = Parameter | Encrypted | Decrypted | Compared | Comparable | EncryptedByServer


type Pieces = tuple[str | Place, ...]


@dataclass(frozen=True)
class Statement:
    """A statement of a workload. What gives rows has their list in `columns`, each item one column
    of the result, so that none is a `*`; `head` stands before the list, and `pieces` are what
    follows it, or the whole.

    `reads`: whether it gives rows. `separate` says the same, with the same parameters in the same
    order, to a server that does not let a statement read the table that it changes.
    """

    pieces: Pieces
    columns: tuple[Pieces, ...] = ()
    reads: bool = False
    head: Pieces = ("select ",)
    separate: Statement | None = None

    def __post_init__(self) -> None:
        """Raises: ValueError for a list whose items are not a column each"""
        if any(isinstance(each[-1], str) and each[-1].endswith("*") for each in self.columns):
            raise ValueError("a list of columns names them one by one")

    @property
    def whole(self) -> Pieces:
        """List and what follows it."""
        if not self.columns:
            return self.pieces
        first, *others = self.columns
        listed = (*first, *(piece for each in others for piece in (", ", *each)))
        return (*self.head, *listed, " ", *self.pieces)

    @property
    def text(self) -> str:
        """The whole as `engines.sql.statement_text` would read it."""
        return "".join(piece if isinstance(piece, str) else _written(piece) for piece in self.whole)

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names in the order of their first appearance, behind them those that only say whose a
        value is: the order of the values to bind."""
        whole = self.whole
        names = (name for piece in whole for name in _names_of(piece))
        persons = (e.target.person for e in whole if isinstance(e, Encrypted) and e.target.person)
        return tuple(dict.fromkeys([*names, *persons]))

    def of_person(self, parameter: str, people: str) -> Statement:
        """The same, all that it encrypts being of the person whom a parameter names."""

        def owned(piece: str | Place) -> str | Place:
            if not isinstance(piece, Encrypted):
                return piece
            return replace(piece, target=replace(piece.target, person=parameter, people=people))

        separate = self.separate and self.separate.of_person(parameter, people)
        return replace(self, pieces=tuple(map(owned, self.pieces)), separate=separate)


def person_bytes(people: str, number: object) -> bytes:
    """Who has a number among people; empty where nobody has."""
    return b"" if number is None else f"{people}\0{number}".encode()


def decrypted_column(piece: str | Place) -> str | None:
    """The column that the server would have to open for a piece; None where it opens nothing."""
    match piece:
        case Decrypted(column) | Comparable(column):
            return column
        case Compared(target=target) | EncryptedByServer(target=target):
            return f"{target.table}.{target.column}"
        case _:
            return None


def _names_of(piece: str | Place) -> Iterator[str]:
    match piece:
        case Parameter(name):
            yield name
        case Encrypted(Parameter(name), target):
            yield name
            if target.key is not None:
                yield target.key
        case Compared(Parameter(name)):
            yield name
        case EncryptedByServer(pieces):
            yield from (name for each in pieces for name in _names_of(each))


def _written(place: Place) -> str:
    match place:
        case Parameter(name):
            return f":{name}"
        case Encrypted(Parameter(name), target):
            key = f", :{target.key}" if target.key else ""
            return f"seal(:{name}, {target.table}.{target.column}{key})"
        case Decrypted(column, target):
            return f"open({column}, {target.key})" if target.key else f"open({column})"
        case Compared(Parameter(name), target):
            return f"value(:{name}, {target.table}.{target.column})"
        case Comparable(column):
            return f"value({column})"
        case EncryptedByServer(pieces, target):
            inner = "".join(each if isinstance(each, str) else _written(each) for each in pieces)
            return f"seal({inner}, {target.table}.{target.column})"


class Encryptor(ABC):
    """How one protection with one key is written in one engine's SQL."""

    iv_size: int = 0
    """Bytes of fresh IV bound beside each encrypted value; 0 for none."""

    deterministic: bool = True
    """Whether equal values are encrypted into equal bytes, so that `=` still works."""

    per_person: bool = False
    """Whether a person's values have a key of their own, which can be deleted."""

    changes_values: bool = True
    """Whether stored values differ from plaintext, so that their columns hold bytes."""

    stores_text: bool = False
    """Whether those columns hold text all the same."""

    decrypts_in_server: bool = True
    """Whether `open` may stand anywhere in a statement; else only in the list that is selected."""

    most_bytes: int | None = None
    """The longest value that can be encrypted; None for no limit of its own."""

    table_options: str = ""
    """What follows the parenthesis of CREATE TABLE."""

    session_setting: str = ""
    """The statement by which a connection is made ready for its SQL; none if empty."""

    blind_index: bool = True
    """Whether blind indexes stand beside columns that are sought by equality."""

    lasting: bool = True
    """Whether another process opens what it has encrypted by the same keying."""

    can_reencrypt: bool = False
    """Whether the server can encrypt a text that it has worked out itself, a value of each row by
    itself: what it draws, it draws for each."""

    handed_key: bytes | None = None
    """What a server is handed to open values by; None where it is handed nothing."""

    @property
    def needs_blind_index(self) -> bool:
        """Whether equal values are found by a blind index alone, and it is not left out."""
        return self.changes_values and not self.deterministic and self.blind_index

    @abstractmethod
    def encrypt_sql(self, placeholder: Callable[[Role], str]) -> str:
        """The SQL that encrypts one value; `placeholder(role)` gives the placeholder for each
        part."""

    @abstractmethod
    def decrypt_sql(self, column: str, size: int = USUAL_BYTES) -> str:
        """The SQL that opens an encrypted column of at most `size` bytes of plaintext."""

    def reencrypt_sql(self, text: str) -> str:
        """The SQL that encrypts bytes which the server has worked out, where it `can_reencrypt`."""
        return self.encrypt_sql(lambda role: text)

    def to_column(self, encrypted: str) -> str:
        """The SQL that brings encrypted bytes into the form that their column holds."""
        return encrypted

    def from_column(self, column: str) -> str:
        """The SQL that gives the encrypted bytes of a column."""
        return column

    def encrypted_size(self, size: int) -> int:
        """The most bytes that `size` bytes of plaintext become."""
        return size

    def encode(self, value: bytes) -> bytes:
        """What the client does to a value before it is bound (padding, for one)."""
        return value

    def draw_iv(self) -> bytes:
        """A fresh IV for one value, `iv_size` bytes."""
        return os.urandom(self.iv_size)

    def decrypt_bytes_sql(self, column: str, size: int = USUAL_BYTES) -> str:
        """As `open`, but giving bytes that need not be text."""
        return self.decrypt_sql(column, size)

    def decrypt_text_sql(self, column: str, size: int = USUAL_BYTES) -> str:
        """As `open`, but giving a text that the server works with as with that of a column."""
        return self.decrypt_sql(column, size)

    def bytes_of(self, text: str, size: int = USUAL_BYTES) -> str:
        """The SQL that gives the UTF-8 of a text of at most `size` bytes, to be encrypted."""
        del size
        return text

    def without_blind_index(self) -> Self:
        """The same for columns that no blind index stands beside."""
        other = copy(self)
        vars(other)["blind_index"] = False  # some are frozen
        return other

    def preparations(self) -> Sequence[str]:
        """SQL that our own database needs before the first statement."""
        return ()


class Unencrypted(Encryptor):
    """Plaintext: values and columns as they are."""

    changes_values = False

    def __init__(self, table_options: str = "") -> None:
        self.table_options = table_options

    def encrypt_sql(self, placeholder: Callable[[Role], str]) -> str:
        return placeholder(Role.VALUE)

    def decrypt_sql(self, column: str, size: int = USUAL_BYTES) -> str:
        return column
