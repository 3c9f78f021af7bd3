"""Numbers and dates of a column as whole numbers of its type's unit: hundredths of a real number,
last digit of a decimal, days or milliseconds since 1970."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal

from engines.sql.statement import Value
from workloads.own.generators.file_values import value_of
from workloads.own.model import ColumnType, ColumnWork, Distribution, Given

NUMBERS = (ColumnType.INTEGER, ColumnType.REAL, ColumnType.DECIMAL)
DATES = (ColumnType.DATE, ColumnType.TIMESTAMP)


def bounds_of(column: ColumnWork) -> tuple[int, int]:
    """Minimum and maximum of a column of numbers or dates, in units.

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
    """The spacing of the column's values, in units."""
    if not column.step:
        return 1
    if column.type is ColumnType.TIMESTAMP:
        return max(1, round(column.step * 1000))
    return max(1, in_units(column, column.step))


def shifted(column: ColumnWork, value: Value, width: Given) -> Value:
    """A value shifted upwards by `width`, which is in units of a number and days of a date. Texts,
    bytes and booleans stay as they are."""
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


def location_and_scale(column: ColumnWork) -> tuple[float, float]:
    """Mean and standard deviation of a column, in units; of a lognormal one the median, and the
    standard deviation of the logarithm.

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
