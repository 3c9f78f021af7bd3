"""What values of each type become before they are sealed: bytes, since ciphers know nothing else.

A text becomes its UTF-8, as it always has. A number becomes eight bytes and a truth value one,
whatever its size, so that a ciphertext's length tells nothing of it:

- a whole number in two's complement, the highest byte first, its sign bit turned over;
- a real number as IEEE 754 has it (binary64), the highest byte first, all bits turned over where it
  is negative, else the sign bit alone; minus zero becomes zero, and what is no number is refused;
- false is 0 and true is 1.

So these bytes are equal where the values are, and stand in the order of the values: a server that
opens them compares them as bytes, and no cast to a type is wanted, which each engine writes and
rounds in its own way. Texts stand in the order of their code points, not of a collation. What is
sealed has no order at all; where a protection is deterministic it has equality, and nothing more.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from typing import Any

from engines.sql.statement import Value, ValueType

_SIGN = 1 << 63
_ALL = (1 << 64) - 1

WIDTHS = {ValueType.INTEGER: 8, ValueType.REAL: 8, ValueType.BOOLEAN: 1}
"""Bytes of a value of each type; texts and bytes are as long as they are."""


def width_of(kind: ValueType, size: int) -> int:
    """The most bytes of a value of a type, `size` of a text or of bytes."""
    return WIDTHS.get(kind, size)


def to_bytes(value: Value, kind: ValueType) -> bytes:
    """What is sealed in place of a value that is not None.

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
    if len(raw) != WIDTHS[kind]:
        raise ValueError(f"{len(raw)} bytes are no {kind} value")
    if kind is ValueType.BOOLEAN:
        return raw == b"\1"
    number = int.from_bytes(raw, "big")
    return number - _SIGN if kind is ValueType.INTEGER else _real(number)


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


def _real(number: int) -> float:
    bits = number ^ (_SIGN if number & _SIGN else _ALL)
    return float(struct.unpack(">d", bits.to_bytes(8, "big"))[0])


_ENCODERS: dict[ValueType, Callable[[Any], bytes]] = {
    ValueType.INTEGER: _integer_bytes,
    ValueType.REAL: _real_bytes,
    ValueType.BOOLEAN: _truth_bytes,
}
