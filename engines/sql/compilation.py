"""Statements in one engine's SQL: once for each, long before any clock runs."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engines.sql.statement import PLACES, USUAL_BYTES, Role, Sealer, Statement, Value, ValueType
from engines.sql.typed import encoder as bytes_of
from engines.sql.typed import width_of


@dataclass(frozen=True)
class Slot:
    """One placeholder: which value goes there (an index into the bound values) and as what.

    `size` is the most bytes that the bound value has. Where it is bound as the bytes of a typed
    value, `of` is the type of that value.
    """

    index: int
    role: Role
    type: ValueType
    size: int = USUAL_BYTES
    of: ValueType | None = None


@dataclass(frozen=True)
class Compiled:
    """A statement in one engine's SQL, and what each placeholder carries."""

    sql: str
    slots: tuple[Slot, ...]
    sealer: Sealer = field(repr=False)

    @property
    def reads(self) -> bool:
        """Whether the statement returns rows."""
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
    writer = _Writer(statement, sealer, placeholder, reusable)
    return Compiled(PLACES.sub(writer.write, statement.sql), tuple(writer.slots), sealer)


class _Writer:
    """Writes one place of a statement after another, and keeps what each placeholder carries."""

    def __init__(
        self,
        statement: Statement,
        sealer: Sealer,
        placeholder: Callable[[int, Slot], str],
        reusable: bool,
    ) -> None:
        self._said, self._sealer = statement, sealer
        self._placeholder, self._reusable = placeholder, reusable
        self._order = {name: index for index, name in enumerate(statement.parameters)}
        self.slots: list[Slot] = []

    def write(self, match: re.Match[str]) -> str:
        if name := match["plain"]:
            return self._plain(name)
        target, sealer = self._said.target(match), self._sealer
        size = width_of(target.type, target.size)
        if name := match["sealed"]:
            return self._sealed(name, target.type, size)
        if column := match["open_target"]:
            typed = target.type is not ValueType.TEXT and sealer.changes_values
            return sealer.open_bytes(column, size) if typed else sealer.open(column, size)
        if not sealer.changes_values:
            return match["value_target"] or self._plain(match["compared"])
        if name := match["compared"]:
            value = Slot(self._order[name], Role.VALUE, ValueType.BYTES, size, target.type)
            return self._place(value)
        return sealer.open_bytes(match["value_target"], size)

    def _place(self, slot: Slot) -> str:
        if self._reusable and slot in self.slots:
            return self._placeholder(self.slots.index(slot) + 1, slot)
        self.slots.append(slot)
        return self._placeholder(len(self.slots), slot)

    def _plain(self, name: str) -> str:
        declared = self._said.types.get(name, ValueType.TEXT)
        size = self._said.size_of(name)
        return self._place(Slot(self._order[name], Role.VALUE, declared, size))

    def _sealed(self, name: str, kind: ValueType, size: int) -> str:
        def part(role: Role) -> str:
            if role is Role.VALUE:
                return self._plain(name)
            if role is Role.IV:
                vector = Slot(self._order[name], role, ValueType.BYTES, self._sealer.iv_size)
                return self._place(vector)
            of = None if kind is ValueType.TEXT else kind
            most = self._sealer.sealed_size(size)
            return self._place(Slot(self._order[name], role, ValueType.BYTES, most, of))

        return self._sealer.seal(part)


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
        if (kind := slot.of) is not None:
            typed = bytes_of(kind)
            if slot.role is Role.SEALED:
                return lambda value: encode(sealer.encode(typed(value)))
            return lambda value: encode(typed(value))
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
