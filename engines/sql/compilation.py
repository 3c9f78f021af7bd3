"""Compiles statements into one engine's SQL, once each and outside the timed loop."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engines.sql.statement import (
    USUAL_BYTES,
    Comparable,
    Compared,
    Decrypted,
    Encrypted,
    EncryptedByServer,
    Encryptor,
    Parameter,
    Place,
    Role,
    Statement,
    Target,
    Value,
    ValueType,
)
from engines.sql.value_encoding import column_encoder, encrypted_width


@dataclass(frozen=True)
class Slot:
    """One placeholder: `index` into the statement's values, and how that value is bound.

    `size`: most bytes of the bound value. `of`: the column whose typed value is bound as bytes;
    None for a value that is bound as it is. `native` as in `Parameter`.
    """

    index: int
    role: Role
    type: ValueType
    size: int = USUAL_BYTES
    of: Target | None = None
    native: tuple[str, str] | None = None


@dataclass(frozen=True)
class Compiled:
    sql: str
    slots: tuple[Slot, ...]
    encryptor: Encryptor = field(repr=False)
    reads: bool
    """Whether it returns rows."""


def compile_statement(
    statement: Statement,
    encryptor: Encryptor,
    placeholder: Callable[[int, Slot], str],
    *,
    reusable: bool,
    types: Mapping[ValueType, str],
) -> Compiled:
    """`placeholder(position, slot)` gives the text of a placeholder, position counted from 1;
    `reusable`: one numbered placeholder may occur several times ($1). `types` are SQL types that
    decrypted text is cast to, with `{size}` and `{scale}` for the digits of a decimal.
    """
    writer = _Writer(statement, encryptor, placeholder, reusable, types)
    sql = "".join(map(writer.write, statement.whole))
    return Compiled(sql, tuple(writer.slots), encryptor, statement.reads)


class _Writer:
    """Writes a statement piece by piece, and collects its slots."""

    def __init__(
        self,
        statement: Statement,
        encryptor: Encryptor,
        placeholder: Callable[[int, Slot], str],
        reusable: bool,
        types: Mapping[ValueType, str],
    ) -> None:
        self._encryptor, self._types = encryptor, types
        self._placeholder, self._reusable = placeholder, reusable
        self._order = {name: index for index, name in enumerate(statement.parameters)}
        self.slots: list[Slot] = []
        self._positions: dict[Slot, int] = {}

    def write(self, piece: str | Place) -> str:
        return piece if isinstance(piece, str) else self._sql_of(piece)

    def _sql_of(self, place: Place) -> str:
        match place:
            case Parameter():
                return self._value_placeholder(place)
            case Encrypted(parameter, target):
                return self._encrypted(parameter, target)
            case Decrypted(column, target, as_text):
                return self._opened(column, target, as_text)
            case Compared(parameter, target):
                return self._compared(parameter, target)
            case Comparable(column, target):
                return self._comparable(column, target)
        return self._reencrypted(place)

    def _placeholder_of(self, slot: Slot) -> str:
        if not self._reusable or slot not in self._positions:
            self.slots.append(slot)
            self._positions[slot] = len(self.slots)
        return self._placeholder(self._positions[slot], slot)

    def _value_placeholder(self, parameter: Parameter) -> str:
        index = self._order[parameter.name]
        return self._placeholder_of(
            Slot(index, Role.VALUE, parameter.type, parameter.size, native=parameter.native)
        )

    def _opened(self, column: str, target: Target, as_text: bool) -> str:
        encryptor, size = self._encryptor, encrypted_width(target)
        if as_text and (target.as_text or target.type is ValueType.TEXT):
            return self._cast(encryptor.decrypt_text_sql(column, size), target)
        typed = target.type is not ValueType.TEXT and encryptor.changes_values
        return (
            encryptor.decrypt_bytes_sql(column, size)
            if typed
            else encryptor.decrypt_sql(column, size)
        )

    def _cast(self, text: str, target: Target) -> str:
        """Decrypted text as a value of its column's type."""
        opened = self._encryptor.changes_values and self._encryptor.decrypts_in_server
        if not opened or target.type is ValueType.TEXT:
            return text
        if target.type is ValueType.BOOLEAN:  # for which MariaDB has no type
            return f"({text} = '1')"
        kind = self._types[target.type].format(size=target.size, scale=target.scale)
        return f"cast({text} as {kind})"

    def _compared(self, parameter: Parameter, target: Target) -> str:
        if not self._encryptor.changes_values:
            return self._value_placeholder(parameter)
        size, index = encrypted_width(target), self._order[parameter.name]
        return self._placeholder_of(Slot(index, Role.VALUE, ValueType.BYTES, size, target))

    def _comparable(self, column: str, target: Target) -> str:
        if not self._encryptor.changes_values:
            return column
        return self._encryptor.decrypt_bytes_sql(column, encrypted_width(target))

    def _reencrypted(self, place: EncryptedByServer) -> str:
        text = "".join(map(self.write, place.pieces))
        raw = self._encryptor.bytes_of(text, place.target.size)
        return self._encryptor.reencrypt_sql(raw)

    def _encrypted(self, parameter: Parameter, target: Target) -> str:
        encryptor, index = self._encryptor, self._order[parameter.name]
        of = None if target.type is ValueType.TEXT else target
        max_size = encryptor.encrypted_size(encrypted_width(target))

        def part(role: Role) -> str:
            match role:
                case Role.VALUE:
                    return self._value_placeholder(parameter)
                case Role.IV:
                    return self._placeholder_of(
                        Slot(index, role, ValueType.BYTES, encryptor.iv_size)
                    )
                case Role.ENCRYPTED:
                    return self._placeholder_of(Slot(index, role, ValueType.BYTES, max_size, of))

        return encryptor.encrypt_sql(part)


def make_binder(
    compiled: Compiled, encoder_of: Callable[[ValueType], Callable[[Any], Any]]
) -> Callable[[Sequence[Value]], list[Any]]:
    """A function from a statement's values to the driver's parameters, one per placeholder.

    `encoder_of(type)` converts a value other than None for the driver. Text to be encrypted becomes
    UTF-8 bytes, and each value that needs an IV gets a fresh one. It runs between two timed
    statements: hence a single comprehension where no IV is needed.
    """
    encryptor = compiled.encryptor

    def encoder(slot: Slot) -> Callable[[Any], Any]:
        encode = encoder_of(slot.type)
        if (target := slot.of) is not None:
            typed = column_encoder(target)
            if slot.role is Role.ENCRYPTED:
                return lambda value: encode(encryptor.encode(typed(value)))
            return lambda value: encode(typed(value))
        if slot.role is Role.ENCRYPTED:
            return lambda value: encode(
                encryptor.encode(value.encode() if isinstance(value, str) else value)
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
            encode(drawn.setdefault(index, encryptor.draw_iv()))
            if slot.role is Role.IV
            else None
            if values[index] is None
            else encode(values[index])
            for slot, (index, encode) in zip(compiled.slots, plan, strict=True)
        ]

    return bind_with_ivs if any(slot.role is Role.IV for slot in compiled.slots) else bind
