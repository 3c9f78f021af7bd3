"""Results in a form that compares across engines and drivers, for workloads that users design on
their own tables."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from datetime import date, time, timedelta
from decimal import Context, Decimal
from typing import Any
from uuid import UUID

from engines.sql.statement import Value
from engines.sql.value_encoding import value_text

_DIGITS = 12
"""Significant digits of a real number that are compared: sums in another order differ beyond."""

_CONTEXT = Context(prec=60)
_NATIVE_TYPES: tuple[type[Any], ...] = (time, timedelta, UUID, list)


def comparable(value: Value) -> Value:
    """A form of a value that is equal for equal values of any driver: numbers and booleans as
    decimals, dates as texts (as in SQLite), values of native types as texts."""
    if isinstance(value, _NATIVE_TYPES):
        return f"[{', '.join(map(str, value))}]" if isinstance(value, list) else str(value)
    match value:
        case bool() | int():
            return _number(Decimal(int(value)))
        case float() if math.isfinite(value):
            return _number(Decimal(f"{value + 0.0:.{_DIGITS}g}"))
        case Decimal() | float():
            return _number(value) if isinstance(value, Decimal) else str(value)
        case date():
            return value_text(value)
    return bytes(value) if isinstance(value, (bytes, bytearray)) else value


def _number(value: Decimal) -> Value:
    return _CONTEXT.normalize(_CONTEXT.plus(value)) if value.is_finite() else str(value)


def comparable_rows(rows: Iterable[Sequence[Value]]) -> list[tuple[Value, ...]]:
    return [tuple(map(comparable, row)) for row in rows]


def deterministic_part(
    rows: Sequence[Sequence[Value]], order: Sequence[int] | None, *, limited: bool
) -> list[Sequence[Value]]:
    """The part of a result that its statement determines, so that results of servers can be
    compared. Rows that may come in any order are sorted; where a limit may cut through rows of
    equal sort keys, those are left out. `order` has the positions of the sort keys in a row, and is
    empty where the SELECT list lacks them; None: the statement has no order."""
    if order is None or (limited and not order):
        return [(len(rows),)] if limited else list(sorted_rows(rows))
    if not order:
        return list(comparable_rows(rows))
    keys = comparable_rows([tuple(row[place] for place in order) for row in rows])
    # OFFSET may cut through the first key's rows, LIMIT through the last one's.
    cut = {keys[0], keys[-1]} if limited and keys else set()
    whole = [row for row, key in zip(rows, keys, strict=True) if key not in cut]
    return [*keys, *sorted_rows(whole)]


def sorted_rows(rows: Iterable[Sequence[Value]]) -> list[tuple[Value, ...]]:
    """The rows in comparable form, sorted."""
    return sorted(comparable_rows(rows), key=repr)
