"""Values as they are compared: drivers and engines have words of their own for the same ones."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from datetime import date, time, timedelta
from decimal import Context, Decimal
from typing import Any
from uuid import UUID

from engines.sql.statement import Value
from engines.sql.typed import written

_DIGITS = 12
"""Digits of a real number that are looked at: sums in another order differ in the last ones."""

_CONTEXT = Context(prec=60)
_OTHERS: tuple[type[Any], ...] = (time, timedelta, UUID, list)


def comparable(value: Value) -> Value:
    """A value, the same for all that are equal: numbers and truth values as decimals, dates as
    texts, which SQLite has in their place; what drivers make of an engine's own types as well."""
    if isinstance(value, _OTHERS):
        return f"[{', '.join(map(str, value))}]" if isinstance(value, list) else str(value)
    match value:
        case bool() | int():
            return _number(Decimal(int(value)))
        case float() if math.isfinite(value):
            return _number(Decimal(f"{value + 0.0:.{_DIGITS}g}"))
        case Decimal() | float():
            return _number(value) if isinstance(value, Decimal) else str(value)
        case date():
            return written(value)
    return bytes(value) if isinstance(value, (bytes, bytearray)) else value


def _number(value: Decimal) -> Value:
    return _CONTEXT.normalize(_CONTEXT.plus(value)) if value.is_finite() else str(value)


def comparable_rows(rows: Iterable[Sequence[Value]]) -> list[tuple[Value, ...]]:
    return [tuple(map(comparable, row)) for row in rows]


def sorted_rows(rows: Iterable[Sequence[Value]]) -> list[tuple[Value, ...]]:
    """The same, in an order of their own."""
    return sorted(comparable_rows(rows), key=repr)
