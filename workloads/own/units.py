"""Numbers and dates as whole numbers of their type's units: hundredths of a real number, the last
digit of a decimal, days and milliseconds since 1970."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal

from engines.sql.statement import Value
from workloads.own.generators.given import value_of
from workloads.own.model import ColumnWork, Distribution, Given, Kind

NUMBERS = (Kind.INTEGER, Kind.REAL, Kind.DECIMAL)
DATES = (Kind.DATE, Kind.TIMESTAMP)


def bounds_of(column: ColumnWork) -> tuple[int, int]:
    """The least and the most of a number or a date.

    Raises: ValueError
    """
    least, most = _USUAL_BOUNDS.get(column.type, _USUAL_BOUNDS[Kind.DATE])
    given = (
        (least if column.least is None else column.least),
        (most if column.most is None else column.most),
    )
    low, high = (in_units(column, each) for each in given)
    if column.type is Kind.DECIMAL and column.most is None:
        high = max(low + 1, min(high, 10**column.precision - 1))
    return low, high


def in_units(column: ColumnWork, value: Given) -> int:
    """A number or a date in whole units of its column's type.

    Raises: ValueError
    """
    kind = Kind.DATE if column.type is Kind.TEXT else column.type
    if kind is Kind.INTEGER and isinstance(value, float):
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
    if column.type is Kind.TIMESTAMP:
        return max(1, round(column.step * 1000))
    return max(1, in_units(column, column.step))


def further(column: ColumnWork, value: Value, width: Given) -> Value:
    """A value so many units of a number, or days of a date, above another."""
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
_USUAL_BOUNDS: Mapping[Kind, tuple[Given, Given]] = {
    Kind.INTEGER: (0, 1_000_000),
    Kind.REAL: (0, 1_000_000),
    Kind.DECIMAL: (0, 1_000_000),
    Kind.DATE: (date(1930, 1, 1), date(2025, 12, 31)),
    Kind.TIMESTAMP: (
        datetime(2020, 1, 1),
        datetime(2025, 12, 31, 23, 59, 59),
    ),
}


def middle_of(column: ColumnWork) -> tuple[float, float]:
    """Mean and deviation of a column in its units; of a lognormal one the median, and the
    deviation of the logarithm.

    Raises: ValueError
    """
    least, most = bounds_of(column)
    if column.distribution is Distribution.LOGNORMAL:
        usual = math.sqrt(max(1, least) * max(1, most))
        deviation = 1.0 if column.deviation is None else column.deviation
    else:
        usual = (least + most) / 2
        unit = in_units(column, 1) if column.type in NUMBERS else 1
        if column.type is Kind.TIMESTAMP:
            unit = 86_400_000
        deviation = (most - least) / 6 if column.deviation is None else column.deviation * unit
    return usual if column.mean is None else in_units(column, column.mean), deviation
