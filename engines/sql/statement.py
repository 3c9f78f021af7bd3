"""Statements that say what is sealed, and their compilation into one engine's SQL.

A workload writes ordinary SQL with these kinds of places:

    :name                        a parameter
    seal(:name, table.column)    a parameter that the protection under test seals for a column
    open(table.column)           a column that it opens
    value(table.column)          the same in a condition or an index, where the server opens it,
    value(:name, table.column)   and a parameter that it is compared with

Columns of other types than text are sealed as bytes (`engines.sql.typed`): a statement gives
their types by the name `table.column`. What `value` stands for is these bytes, of a text its UTF-8,
and the column itself where nothing is sealed.

Where the key of a row is known when its values are sealed, it may be named: `seal(:name,
table.column, :id)` and `open(table.column, table.id)`. A protection that authenticates then
refuses a value that was moved to another row, as it refuses one moved to another column.

What a SELECT gives is a list of such places and of the server's own expressions, one item a column
(`select`), and an INSERT pairs columns with what they get (`insert`): nobody has to read SQL to
know them. The engine supplies the placeholders and a `Sealer` the SQL around them
(`engines.sql.compilation`).
"""

from __future__ import annotations

import os
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

type Value = str | int | float | bool | bytes | None


class ValueType(StrEnum):
    """The type of a parameter or column; `engines.sql.typed` says what of each is sealed."""

    TEXT = "text"
    INTEGER = "integer"
    REAL = "real"
    BOOLEAN = "boolean"
    BYTES = "bytes"


class Role(StrEnum):
    """What a placeholder carries: the value, the value to be sealed, or its fresh IV."""

    VALUE = "value"
    SEALED = "sealed"
    IV = "iv"


USUAL_BYTES = 255
"""The most bytes of UTF-8 in a value by default."""


@dataclass(frozen=True)
class Target:
    """The column that a value is sealed for or opened from; `size` is its most bytes of UTF-8.

    `key` names the row's key: a parameter where it is sealed, a column where it is opened.
    """

    table: str
    column: str
    size: int = USUAL_BYTES
    key: str | None = None
    type: ValueType = ValueType.TEXT


@dataclass(frozen=True)
class Statement:
    """A statement of a workload; parameters are TEXT where `types` does not say otherwise.

    `sizes` gives the most bytes of a parameter, or of a sealed column (`table.column`), where
    they are not `USUAL_BYTES`, `types` also the type of a sealed column that is no text. A SELECT
    has its list in `columns`, each item one column of the result, so that none is a `*`; `text` is
    what follows the list. `tables` maps the other names that tables go by in the statement to the
    tables.
    """

    text: str
    types: Mapping[str, ValueType] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)
    columns: tuple[str, ...] = ()
    tables: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raises: ValueError for a list whose items are not a column each"""
        if any(each.endswith("*") for each in self.columns):
            raise ValueError("a list of columns names them one by one")

    @property
    def sql(self) -> str:
        """The whole statement: list and text."""
        return f"select {', '.join(self.columns)} {self.text}" if self.columns else self.text

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names in the order of their first appearance: the order of the values to bind."""
        names = (
            match[part]
            for match in PLACES.finditer(self.sql)
            for part in ("sealed", "seal_key", "compared", "plain")
        )
        return tuple(dict.fromkeys(name for name in names if name))

    def size_of(self, name: str) -> int:
        """The most bytes of a parameter or of a column `table.column`."""
        return self.sizes.get(name, USUAL_BYTES)

    def target(self, match: re.Match[str]) -> Target:
        """The column that a `seal(…)`, `open(…)` or `value(…)` found by `PLACES` is about."""
        named = next(match[part] for part in _TARGETS if match[part])
        table, _, column = named.partition(".")
        key = match["seal_key"] or match["open_key"]
        known = self.tables.get(table, table)
        kind = self.types.get(named, ValueType.TEXT)
        return Target(known, column, self.size_of(named), key, kind)


def select(
    columns: Sequence[str],
    text: str,
    types: Mapping[str, ValueType] | None = None,
    sizes: Mapping[str, int] | None = None,
    tables: Mapping[str, str] | None = None,
) -> Statement:
    """A SELECT of `columns`; `text` goes on with FROM."""
    return Statement(text, types or {}, sizes or {}, tuple(columns), tables or {})


def insert(
    table: str,
    values: Mapping[str, str],
    types: Mapping[str, ValueType] | None = None,
    sizes: Mapping[str, int] | None = None,
) -> Statement:
    """An INSERT of one row: column → what it gets (`:name`, `seal(…)`)."""
    text = f"insert into {table} ({', '.join(values)}){_VALUES}({', '.join(values.values())})"
    return Statement(text, types or {}, sizes or {})


def repeated(inserting: Statement, times: int) -> Statement:
    """An `insert` of so many rows in place of one, whose values are bound row after row."""
    head, _, row = inserting.text.partition(_VALUES)
    names = inserting.parameters

    def numbered[T](known: Mapping[str, T]) -> dict[str, T]:
        here = [name for name in names if name in known]
        return {**known, **{f"{name}_{n}": known[name] for n in range(times) for name in here}}

    rows = (_PARAMETER.sub(rf":\1_{n}", row) for n in range(times))
    types, sizes = numbered(inserting.types), numbered(inserting.sizes)
    return Statement(head + _VALUES + ", ".join(rows), types, sizes)


_VALUES = " values "
_PARAMETER = re.compile(r"(?<![:\w]):(\w+)")


class Sealer(ABC):
    """How one protection with one key is written in one engine's SQL."""

    iv_size: int = 0
    """Bytes of fresh IV bound beside each sealed value; 0 for none."""

    deterministic: bool = True
    """Whether equal values are sealed into equal bytes, so that `=` still works."""

    changes_values: bool = True
    """Whether stored values differ from plaintext, so that their columns hold bytes."""

    stores_text: bool = False
    """Whether columns of encrypted values have a text type."""

    opens_in_server: bool = True
    """Whether `open` may stand anywhere in a statement; else only in the list that is selected."""

    most_bytes: int | None = None
    """The longest value that can be sealed; None for no limit of its own."""

    table_options: str = ""
    """What follows the parenthesis of CREATE TABLE."""

    lasting: bool = True
    """Whether another process opens what it has sealed by the same keying."""

    handed_key: bytes | None = None
    """What a server is handed to open values by; None where it is handed nothing."""

    @abstractmethod
    def seal(self, place: Callable[[Role], str]) -> str:
        """The SQL that seals one value; `place(role)` gives the placeholder for each part."""

    @abstractmethod
    def open(self, column: str, size: int = USUAL_BYTES) -> str:
        """The SQL that opens a sealed column of at most `size` bytes of plaintext."""

    def to_column(self, sealed: str) -> str:
        """The SQL that brings sealed bytes into the form that their column holds."""
        return sealed

    def from_column(self, column: str) -> str:
        """The SQL that gives the sealed bytes of a column."""
        return column

    def sealed_size(self, size: int) -> int:
        """The most bytes that `size` bytes of plaintext become."""
        return size

    def encode(self, value: bytes) -> bytes:
        """What the client does to a value before it is bound (padding, for one)."""
        return value

    def draw_iv(self) -> bytes:
        """A fresh IV for one value, `iv_size` bytes."""
        return os.urandom(self.iv_size)

    def open_bytes(self, column: str, size: int = USUAL_BYTES) -> str:
        """As `open`, but giving bytes that need not be text."""
        return self.open(column, size)

    def preparations(self) -> Sequence[str]:
        """SQL that our own database needs before the first statement."""
        return ()


class Unsealed(Sealer):
    """Plaintext: values and columns as they are."""

    changes_values = False

    def __init__(self, table_options: str = "") -> None:
        self.table_options = table_options

    def seal(self, place: Callable[[Role], str]) -> str:
        return place(Role.VALUE)

    def open(self, column: str, size: int = USUAL_BYTES) -> str:
        return column


PLACES = re.compile(
    r"seal\(:(?P<sealed>\w+),\s*(?P<seal_target>\w+\.\w+)(?:,\s*:(?P<seal_key>\w+))?\)"
    r"|open\((?P<open_target>\w+\.\w+)(?:,\s*(?P<open_key>[\w.]+))?\)"
    r"|\bvalue\(:(?P<compared>\w+),\s*(?P<compared_target>\w+\.\w+)\)"
    r"|\bvalue\((?P<value_target>\w+\.\w+)\)"
    r"|(?<![:\w]):(?P<plain>\w+)"
)
"""`seal(…)`, `open(…)` and other placeholders in a statement's text."""

_TARGETS = ("seal_target", "open_target", "compared_target", "value_target")
