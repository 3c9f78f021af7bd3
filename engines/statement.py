"""Statements that say what is sealed, and their compilation into one engine's SQL.

A workload writes ordinary SQL with three kinds of places:

    :name          a parameter
    seal(:name)    a parameter that the protection under test seals
    open(column)   a column that it opens

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


@dataclass(frozen=True)
class Statement:
    """A statement of a workload; parameters are TEXT where `types` does not say otherwise."""

    text: str
    types: Mapping[str, ValueType] = field(default_factory=dict)

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names in the order of their first appearance: the order of the values to bind."""
        names = (match["sealed"] or match["plain"] for match in _PLACES.finditer(self.text))
        return tuple(dict.fromkeys(name for name in names if name))


@dataclass(frozen=True)
class Slot:
    """One placeholder: which value goes there (an index into the bound values) and as what."""

    index: int
    role: Role
    type: ValueType


class Sealer(ABC):
    """How one protection with one key is written in one engine's SQL."""

    iv_size: int = 0
    """Bytes of fresh IV bound beside each sealed value; 0 for none."""

    deterministic: bool = True
    """Whether equal values are sealed into equal bytes, so that `=` still works."""

    changes_values: bool = True
    """Whether stored values differ from plaintext, so that their columns hold bytes."""

    @abstractmethod
    def seal(self, place: Callable[[Role], str]) -> str:
        """The SQL that seals one value; `place(role)` gives the placeholder for each part."""

    @abstractmethod
    def open(self, column: str) -> str:
        """The SQL that opens a sealed column."""

    def sealed_size(self, size: int) -> int:
        """The most bytes that `size` bytes of plaintext become."""
        return size

    def encode(self, value: bytes) -> bytes:
        """What the client does to a value before it is bound (padding, for one)."""
        return value

    def preparations(self) -> Sequence[str]:
        """SQL that our own database needs before the first statement."""
        return ()


class Unsealed(Sealer):
    """Plaintext: values and columns as they are."""

    changes_values = False

    def seal(self, place: Callable[[Role], str]) -> str:
        return place(Role.VALUE)

    def open(self, column: str) -> str:
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

    def place(name: str, role: Role) -> str:
        declared = statement.types.get(name, ValueType.TEXT)
        slot = Slot(order[name], role, ValueType.BYTES if role is not Role.VALUE else declared)
        if reusable and slot in slots:
            return placeholder(slots.index(slot) + 1, slot)
        slots.append(slot)
        return placeholder(len(slots), slot)

    def write(match: re.Match[str]) -> str:
        if sealed := match["sealed"]:
            return sealer.seal(lambda role: place(sealed, role))
        if column := match["column"]:
            return sealer.open(column)
        return place(match["plain"], Role.VALUE)

    return Compiled(_PLACES.sub(write, statement.text), tuple(slots), sealer)


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
            encode(drawn.setdefault(index, os.urandom(sealer.iv_size)))
            if slot.role is Role.IV
            else None
            if values[index] is None
            else encode(values[index])
            for slot, (index, encode) in zip(compiled.slots, plan, strict=True)
        ]

    return bind_with_ivs if any(slot.role is Role.IV for slot in compiled.slots) else bind


_PLACES = re.compile(
    r"seal\(:(?P<sealed>\w+)\)|open\((?P<column>[\w.]+)\)|(?<![:\w]):(?P<plain>\w+)"
)
