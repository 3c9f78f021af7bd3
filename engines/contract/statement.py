"""Statements that say what is sealed, and their compilation into one engine's SQL.

A workload writes ordinary SQL with three kinds of places:

    :name                        a parameter
    seal(:name, table.column)    a parameter that the protection under test seals for a column
    open(table.column)           a column that it opens

Where the key of a row is known when its values are sealed, it may be named: `seal(:name,
table.column, :id)` and `open(table.column, table.id)`. A protection that authenticates then
refuses a value that was moved to another row, as it refuses one moved to another column.

The engine supplies the placeholders and a `Sealer` the SQL around them. Compilation happens once
per statement, long before any clock runs.
"""

from __future__ import annotations

import os
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

type Value = str | int | bool | bytes | None


class ValueType(StrEnum):
    """The type of a parameter or column. TEXT is what protections seal."""

    TEXT = "text"
    INTEGER = "integer"
    BOOLEAN = "boolean"
    BYTES = "bytes"


class Role(StrEnum):
    """What a placeholder carries: the value, the value to be sealed, or its fresh IV."""

    VALUE = "value"
    SEALED = "sealed"
    IV = "iv"


USUAL_BYTES = 255
"""The most bytes of UTF-8 in a value where nobody says otherwise."""


@dataclass(frozen=True)
class Target:
    """The column that a value is sealed for or opened from; `size` is its most bytes of UTF-8.

    `key` names the row's key: a parameter where it is sealed, a column where it is opened.
    """

    table: str
    column: str
    size: int = USUAL_BYTES
    key: str | None = None


@dataclass(frozen=True)
class Statement:
    """A statement of a workload; parameters are TEXT where `types` does not say otherwise.

    `sizes` gives the most bytes of a parameter, or of a sealed column (`table.column`), where
    they are not `USUAL_BYTES`.
    """

    text: str
    types: Mapping[str, ValueType] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names in the order of their first appearance: the order of the values to bind."""
        names = (
            match[part]
            for match in PLACES.finditer(self.text)
            for part in ("sealed", "seal_key", "plain")
        )
        return tuple(dict.fromkeys(name for name in names if name))

    def size_of(self, name: str) -> int:
        """The most bytes of a parameter or of a column `table.column`."""
        return self.sizes.get(name, USUAL_BYTES)

    def target(self, match: re.Match[str]) -> Target:
        """The column that a `seal(…)` or `open(…)` found by `PLACES` is about."""
        named = match["seal_target"] or match["open_target"]
        table, _, column = named.partition(".")
        return Target(table, column, self.size_of(named), match["seal_key"] or match["open_key"])


@dataclass(frozen=True)
class Slot:
    """One placeholder: which value goes there (an index into the bound values) and as what.

    `size` is the most bytes that the bound value has.
    """

    index: int
    role: Role
    type: ValueType
    size: int = USUAL_BYTES


class Sealer(ABC):
    """How one protection with one key is written in one engine's SQL."""

    iv_size: int = 0
    """Bytes of fresh IV bound beside each sealed value; 0 for none."""

    deterministic: bool = True
    """Whether equal values are sealed into equal bytes, so that `=` still works."""

    changes_values: bool = True
    """Whether stored values differ from plaintext, so that their columns hold bytes."""

    opens_in_server: bool = True
    """Whether `open` may stand anywhere in a statement; else only in the list that is selected."""

    most_bytes: int | None = None
    """The longest value that can be sealed; None for no limit of its own."""

    table_options: str = ""
    """What follows the parenthesis of CREATE TABLE."""

    @abstractmethod
    def seal(self, place: Callable[[Role], str]) -> str:
        """The SQL that seals one value; `place(role)` gives the placeholder for each part."""

    @abstractmethod
    def open(self, column: str, size: int = USUAL_BYTES) -> str:
        """The SQL that opens a sealed column of at most `size` bytes of plaintext."""

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


@dataclass(frozen=True)
class Compiled:
    """A statement in one engine's SQL, and what each placeholder carries."""

    sql: str
    slots: tuple[Slot, ...]
    sealer: Sealer = field(repr=False)


def compile_statement(
    statement: Statement,
    sealer: Sealer,
    placeholder: Callable[[int, Slot], str],
    *,
    reusable: bool,
) -> Compiled:
    """Write `statement` in an engine's SQL.

    `placeholder(position, slot)` gives the text of a placeholder, position counted from 1;
    `reusable` says that one numbered placeholder may stand in several places ($1).
    """
    order = {name: index for index, name in enumerate(statement.parameters)}
    slots: list[Slot] = []

    def place(slot: Slot) -> str:
        if reusable and slot in slots:
            return placeholder(slots.index(slot) + 1, slot)
        slots.append(slot)
        return placeholder(len(slots), slot)

    def plain(name: str) -> str:
        declared = statement.types.get(name, ValueType.TEXT)
        return place(Slot(order[name], Role.VALUE, declared, statement.size_of(name)))

    def sealed(name: str, size: int) -> str:
        def part(role: Role) -> str:
            if role is Role.VALUE:
                return plain(name)
            most = sealer.iv_size if role is Role.IV else sealer.sealed_size(size)
            return place(Slot(order[name], role, ValueType.BYTES, most))

        return sealer.seal(part)

    def write(match: re.Match[str]) -> str:
        if name := match["sealed"]:
            return sealed(name, statement.target(match).size)
        if column := match["open_target"]:
            return sealer.open(column, statement.target(match).size)
        return plain(match["plain"])

    return Compiled(PLACES.sub(write, statement.text), tuple(slots), sealer)


def make_binder(
    compiled: Compiled, encoder_of: Callable[[ValueType], Callable[[Any], Any]]
) -> Callable[[Sequence[Value]], list[Any]]:
    """The function that brings a statement's values into the driver's form, one per placeholder.

    `encoder_of(type)` gives what the driver wants of a value that is not None. Text that is sealed
    becomes UTF-8 bytes, and a fresh IV is drawn for each value that needs one. It runs between
    two timed statements: hence one comprehension where no IV is wanted.
    """
    sealer = compiled.sealer

    def encoder(slot: Slot) -> Callable[[Any], Any]:
        encode = encoder_of(slot.type)
        if slot.role is Role.SEALED:
            return lambda value: encode(
                sealer.encode(value.encode() if isinstance(value, str) else value)
            )
        return encode

    plan = [(slot.index, encoder(slot)) for slot in compiled.slots]

    def bind(values: Sequence[Value]) -> list[Any]:
        return [
            None if (value := values[index]) is None else encode(value) for index, encode in plan
        ]

    def bind_with_ivs(values: Sequence[Value]) -> list[Any]:
        drawn: dict[int, bytes] = {}
        return [
            encode(drawn.setdefault(index, sealer.draw_iv()))
            if slot.role is Role.IV
            else None
            if values[index] is None
            else encode(values[index])
            for slot, (index, encode) in zip(compiled.slots, plan, strict=True)
        ]

    return bind_with_ivs if any(slot.role is Role.IV for slot in compiled.slots) else bind


PLACES = re.compile(
    r"seal\(:(?P<sealed>\w+),\s*(?P<seal_target>\w+\.\w+)(?:,\s*:(?P<seal_key>\w+))?\)"
    r"|open\((?P<open_target>\w+\.\w+)(?:,\s*(?P<open_key>[\w.]+))?\)"
    r"|(?<![:\w]):(?P<plain>\w+)"
)
"""The three kinds of places in a statement's text."""
