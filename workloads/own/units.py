"""Numbers and dates as whole numbers of their type's unit (hundredths of a real number, last digit
of a decimal, days or milliseconds since 1970), and rows in a form that compares across engines."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Context, Decimal
from typing import Any
from uuid import UUID

from engines.sql.statement import Value
from engines.sql.value_encoding import value_text
from workloads.own.generators.file_values import value_of
from workloads.own.model import ColumnType, ColumnWork, Distribution, Given

_DIGITS = 12
"""Significant digits of a real number that are compared: sums in another order differ beyond."""

_CONTEXT = Context(prec=60)
_OTHERS: tuple[type[Any], ...] = (time, timedelta, UUID, list)


def comparable(value: Value) -> Value:
    """A form of a value that is equal for equal values of any driver: numbers and booleans as
    decimals, dates as texts (as in SQLite), values of native types as texts."""
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
            return value_text(value)
    return bytes(value) if isinstance(value, (bytes, bytearray)) else value


def _number(value: Decimal) -> Value:
    return _CONTEXT.normalize(_CONTEXT.plus(value)) if value.is_finite() else str(value)


def comparable_rows(rows: Iterable[Sequence[Value]]) -> list[tuple[Value, ...]]:
    return [tuple(map(comparable, row)) for row in rows]


def determined(
    rows: Sequence[Sequence[Value]], order: Sequence[int] | None, *, limited: bool
) -> list[Sequence[Value]]:
    """The part of a result that the statement determines, so that servers can be compared.
    Rows that may come in any order are sorted; where a limit may cut through rows of equal sort
    keys, those are left out. `order` has the positions of the sort keys in a row, and is empty
    where they are not in the list; None: the statement has no order."""
    if order is None or (limited and not order):
        return [(len(rows),)] if limited else list(sorted_rows(rows))
    if not order:
        return list(comparable_rows(rows))
    keys = comparable_rows([tuple(row[place] for place in order) for row in rows])
    cut = {keys[0], keys[-1]} if limited and keys else set()
    whole = [row for row, key in zip(rows, keys, strict=True) if key not in cut]
    return [*keys, *sorted_rows(whole)]


def sorted_rows(rows: Iterable[Sequence[Value]]) -> list[tuple[Value, ...]]:
    """The rows in comparable form, sorted."""
    return sorted(comparable_rows(rows), key=repr)


NUMBERS = (ColumnType.INTEGER, ColumnType.REAL, ColumnType.DECIMAL)
DATES = (ColumnType.DATE, ColumnType.TIMESTAMP)


def bounds_of(column: ColumnWork) -> tuple[int, int]:
    """The least and the most of a number or a date.

    Raises: ValueError
    """
    least, most = _USUAL_BOUNDS.get(column.type, _USUAL_BOUNDS[ColumnType.DATE])
    given = (
        (least if column.least is None else column.least),
        (most if column.most is None else column.most),
    )
    low, high = (in_units(column, each) for each in given)
    if column.type is ColumnType.DECIMAL and column.most is None:
        high = max(low + 1, min(high, 10**column.precision - 1))
    return low, high


def in_units(column: ColumnWork, value: Given) -> int:
    """A number or a date in whole units of its column's type.

    Raises: ValueError
    """
    kind = ColumnType.DATE if column.type is ColumnType.TEXT else column.type
    if kind is ColumnType.INTEGER and isinstance(value, float):
        value = round(value)
    known = value_of(value, kind.value_type, column.scale)
    match known:
        case datetime():
            return round((known - datetime(1970, 1, 1)).total_seconds() * 1000)
        case date():
            return known.toordinal() - date(1970, 1, 1).toordinal()
        case float():
            return round(known * 100)
        case int():
            return known
    return int(known.scaleb(column.scale))  # type: ignore[union-attr]


def step_of(column: ColumnWork) -> int:
    """The step of its values in units."""
    if not column.step:
        return 1
    if column.type is ColumnType.TIMESTAMP:
        return max(1, round(column.step * 1000))
    return max(1, in_units(column, column.step))


def further(column: ColumnWork, value: Value, width: Given) -> Value:
    """A value `width` above another: units of a number, days of a date."""
    step = Decimal(str(width))
    match value:
        case date():
            try:
                return value + timedelta(days=float(step))
            except OverflowError:
                return value
        case Decimal():
            return value + step.quantize(Decimal(1).scaleb(-column.scale))
        case bool() | str() | bytes() | None:
            return value
        case float():
            return value + float(step)
    return min(int(value + int(step)), _MOST_INTEGER)


_MOST_INTEGER = (1 << 31) - 1
_USUAL_BOUNDS: Mapping[ColumnType, tuple[Given, Given]] = {
    ColumnType.INTEGER: (0, 1_000_000),
    ColumnType.REAL: (0, 1_000_000),
    ColumnType.DECIMAL: (0, 1_000_000),
    ColumnType.DATE: (date(1930, 1, 1), date(2025, 12, 31)),
    ColumnType.TIMESTAMP: (
        datetime(2020, 1, 1),
        datetime(2025, 12, 31, 23, 59, 59),
    ),
}


def middle_of(column: ColumnWork) -> tuple[float, float]:
    """Mean and deviation of a column in its units; of a lognormal one the median, and the deviation
    of the logarithm.

    Raises: ValueError
    """
    least, most = bounds_of(column)
    if column.distribution is Distribution.LOGNORMAL:
        usual = math.sqrt(max(1, least) * max(1, most))
        deviation = 1.0 if column.deviation is None else column.deviation
    else:
        usual = (least + most) / 2
        unit = in_units(column, 1) if column.type in NUMBERS else 1
        if column.type is ColumnType.TIMESTAMP:
            unit = 86_400_000
        deviation = (most - least) / 6 if column.deviation is None else column.deviation * unit
    return usual if column.mean is None else in_units(column, column.mean), deviation
