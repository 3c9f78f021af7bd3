"""Statements in one engine's SQL: once for each, long before any clock runs."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engines.contract.statement import (
    PLACES,
    USUAL_BYTES,
    Role,
    Sealer,
    Statement,
    Value,
    ValueType,
)


@dataclass(frozen=True)
class Slot:
    """One placeholder: which value goes there (an index into the bound values) and as what.

    `size` is the most bytes that the bound value has.
    """

    index: int
    role: Role
    type: ValueType
    size: int = USUAL_BYTES


@dataclass(frozen=True)
class Compiled:
    """A statement in one engine's SQL, and what each placeholder carries."""

    sql: str
    slots: tuple[Slot, ...]
    sealer: Sealer = field(repr=False)

    @property
    def reads(self) -> bool:
        """Whether it gives rows."""
        return self.sql.lstrip()[:6].lower() == "select"


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

    return Compiled(PLACES.sub(write, statement.sql), tuple(slots), sealer)


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
