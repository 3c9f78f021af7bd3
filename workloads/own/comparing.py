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


def determined(
    rows: Sequence[Sequence[Value]], order: Sequence[int] | None, *, limited: bool
) -> list[Sequence[Value]]:
    """What of a statement's rows its text decides: where equal ones may come in any order, in one
    of their own, and where a limit may cut through equal ones, none of those. `order` are the
    places of what they are ordered by, none of them in the list where it is empty; None: they come
    as they like."""
    if order is None or (limited and not order):
        return [(len(rows),)] if limited else list(sorted_rows(rows))
    if not order:
        return list(comparable_rows(rows))
    keys = comparable_rows([tuple(row[place] for place in order) for row in rows])
    cut = {keys[0], keys[-1]} if limited and keys else set()
    whole = [row for row, key in zip(rows, keys, strict=True) if key not in cut]
    return [*keys, *sorted_rows(whole)]


def sorted_rows(rows: Iterable[Sequence[Value]]) -> list[tuple[Value, ...]]:
    """The same, in an order of their own."""
    return sorted(comparable_rows(rows), key=repr)
