"""The encoding of values to bytes before they are encrypted, and back.

A text becomes its UTF-8, as it always has. A value of another type has two forms.

In the first a number becomes eight bytes and a truth value one, whatever its size, so that a
ciphertext's length tells nothing of it:

- a whole number in two's complement, the highest byte first, its sign bit turned over; a decimal
  as the whole number of its smallest units;
- a real number as IEEE 754 has it (binary64), the highest byte first, all bits turned over where it
  is negative, else the sign bit alone; minus zero becomes zero, and what is no number is refused;
- false is 0 and true is 1;
- a date or a timestamp becomes its text as ISO 8601 has it, always of the same length.

So these bytes are equal where the values are, and stand in the order of the values: a server that
opens them compares them as bytes, and no cast to a type is wanted, which each engine writes and
rounds in its own way. Texts stand in the order of their code points, not of a collation. What is
encrypted has no order at all; where a protection is deterministic it has equality, and nothing
more.

In the second, `Target.as_text`, every value becomes its text, one text for equal values: a decimal
with all digits of its column's scale, a truth value as 1 or 0. A server that opens such a value
casts it to its type, which none can do with the bytes of the first form, and has a number, a date,
a truth value to go on with. The length of a ciphertext tells that of the number then.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from engines.sql.statement import Target, Value, ValueType

_SIGN = 1 << 63
_ALL = (1 << 64) - 1

_DATE_BYTES, _TIMESTAMP_BYTES = len("2026-01-31"), len("2026-01-31 12:00:00.000")

WIDTHS = {
    ValueType.INTEGER: 8,
    ValueType.REAL: 8,
    ValueType.BOOLEAN: 1,
    ValueType.DECIMAL: 8,
    ValueType.DATE: _DATE_BYTES,
    ValueType.TIMESTAMP: _TIMESTAMP_BYTES,
}
"""Bytes of a value of each type; texts and bytes are as long as they are."""

_WRITTEN_WIDTHS = {**WIDTHS, ValueType.INTEGER: len(str(-_SIGN)), ValueType.REAL: 24}
"""The most bytes of the text of a value; 24 are those of -2.2250738585072014e-308."""

MOST_DIGITS = 18
"""Digits of a decimal: as many as fit into eight bytes."""


def width_of(kind: ValueType, size: int) -> int:
    """The most bytes of a value of a type, `size` of a text or of bytes."""
    return WIDTHS.get(kind, size)


def encrypted_width(target: Target) -> int:
    """The most bytes that are encrypted of a value of a column."""
    if not target.as_text:
        return width_of(target.type, target.size)
    if target.type is ValueType.DECIMAL:
        return target.size + len("-0.")
    return _WRITTEN_WIDTHS.get(target.type, target.size)


def column_encoder(target: Target) -> Callable[[Any], bytes]:
    """The function that encodes a value of this column (never None) for encrypting.

    It raises: ValueError, OverflowError as `to_bytes` does
    """
    if target.type is ValueType.DECIMAL and not target.as_text:
        unit = Decimal(10) ** target.scale
        return lambda value: _integer_bytes(at_scale(value, target.scale) * unit)
    if target.type is ValueType.DECIMAL:
        return lambda value: f"{at_scale(value, target.scale):f}".encode()
    if target.as_text and target.type in _TEXT_ENCODERS:
        return _TEXT_ENCODERS[target.type]
    return encoder(target.type)


def column_decoder(target: Target) -> Callable[[bytes], Value]:
    """The function that decodes what was encrypted of a value of this column.

    It raises: ValueError for bytes that no value becomes
    """
    kind, scale = target.type, target.scale
    if kind is ValueType.DECIMAL and not target.as_text:
        unit = Decimal(10) ** -scale
        return lambda raw: _integer(raw) * unit
    if target.as_text and kind in _TEXT_DECODERS:
        return _TEXT_DECODERS[kind]
    return lambda raw: from_bytes(raw, kind)


def to_bytes(value: Value, kind: ValueType) -> bytes:
    """What is encrypted in place of a value that is not None, in bytes that stand in order.

    Raises: ValueError for a real number that is none, OverflowError for a whole one beyond 64 bits
    """
    return encoder(kind)(value)


def encoder(kind: ValueType) -> Callable[[Any], bytes]:
    """`to_bytes` for many values of one type, so that it is looked up once."""
    return _ENCODERS.get(kind, _as_bytes)


def from_bytes(raw: bytes, kind: ValueType) -> Value:
    """The value that became these bytes.

    Raises: ValueError for bytes that no value becomes
    """
    match kind:
        case ValueType.BYTES:
            return raw
        case ValueType.TEXT:
            return raw.decode()
        case ValueType.DATE:
            return date.fromisoformat(raw.decode())
        case ValueType.TIMESTAMP:
            return datetime.fromisoformat(raw.decode())
    if len(raw) != WIDTHS[kind]:
        raise ValueError(f"{len(raw)} bytes are no {kind} value")
    if kind is ValueType.BOOLEAN:
        return raw == b"\1"
    return _integer(raw) if kind is ValueType.INTEGER else _real(int.from_bytes(raw, "big"))


def at_scale(value: Any, scale: int) -> Decimal:
    """A number with so many digits behind the point, rounded as the engines do: half away from
    zero."""
    number = value if isinstance(value, Decimal) else Decimal(str(value))
    return number.quantize(Decimal(1).scaleb(-scale), ROUND_HALF_UP)


def value_text(value: Value) -> str:
    """An ISO date, a timestamp with a space and milliseconds, as every engine reads them; any other
    value as `str` gives it."""
    if isinstance(value, datetime):
        return value.isoformat(" ", "milliseconds")
    return value.isoformat() if isinstance(value, date) else str(value)


def _as_bytes(value: Any) -> bytes:
    return value.encode() if isinstance(value, str) else bytes(value)


def _integer_bytes(value: Any) -> bytes:
    return (int(value) + _SIGN).to_bytes(8, "big")


def _truth_bytes(value: Any) -> bytes:
    return b"\1" if value else b"\0"


def _real_bytes(value: Any) -> bytes:
    number = float(value)
    if math.isnan(number):
        raise ValueError("what is no number has no order")
    bits = int.from_bytes(struct.pack(">d", number + 0.0), "big")
    return (bits ^ (_ALL if bits & _SIGN else _SIGN)).to_bytes(8, "big")


def _date_bytes(value: Any) -> bytes:
    if isinstance(value, datetime):
        value = value.date()
    day: date = value if isinstance(value, date) else date.fromisoformat(value)
    return value_text(day).encode()


def _timestamp_bytes(value: Any) -> bytes:
    if not isinstance(value, date):
        value = datetime.fromisoformat(value)
    elif not isinstance(value, datetime):
        value = datetime(value.year, value.month, value.day)
    return value_text(value).encode()


def _integer(raw: bytes) -> int:
    if len(raw) != WIDTHS[ValueType.INTEGER]:
        raise ValueError(f"{len(raw)} bytes are no whole number")
    return int.from_bytes(raw, "big") - _SIGN


def _real(number: int) -> float:
    bits = number ^ (_SIGN if number & _SIGN else _ALL)
    return float(struct.unpack(">d", bits.to_bytes(8, "big"))[0])


_ENCODERS: dict[ValueType, Callable[[Any], bytes]] = {
    ValueType.INTEGER: _integer_bytes,
    ValueType.REAL: _real_bytes,
    ValueType.BOOLEAN: _truth_bytes,
    ValueType.DATE: _date_bytes,
    ValueType.TIMESTAMP: _timestamp_bytes,
}

_TEXT_ENCODERS: dict[ValueType, Callable[[Any], bytes]] = {
    ValueType.INTEGER: lambda value: b"%d" % int(value),
    ValueType.REAL: lambda value: repr(float(value) + 0.0).encode(),
    ValueType.BOOLEAN: lambda value: b"1" if value else b"0",
}

_TEXT_DECODERS: dict[ValueType, Callable[[bytes], Value]] = {
    ValueType.INTEGER: int,
    ValueType.REAL: float,
    ValueType.BOOLEAN: lambda raw: raw == b"1",
    ValueType.DECIMAL: lambda raw: Decimal(raw.decode()),
}
