"""Values of a column: from a workload file, from a CSV in the same folder, and, of numbers and
dates, as whole numbers of the type's unit: hundredths of a real number, last digit of a decimal,
days or milliseconds since 1970."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from engines.contract.errors import InputError, Unfit
from engines.contract.message import Message, phrase
from engines.inspection.csv_file import open_csv
from engines.inspection.regular_files import why_not_read
from engines.sql.statement import Value, ValueType
from engines.sql.value_encoding import at_scale
from workloads.own.model import ColumnType, ColumnWork, Distribution, Given

_MOST_MB = 1024


def value_of(value: Any, kind: ValueType, scale: int = 0) -> Value:
    """Convert a value from TOML, or text, into one of type `kind`.

    Raises: ValueError
    """
    try:
        known: Value = _READERS[kind](value, scale)
        return known
    except (TypeError, OverflowError, InvalidOperation) as error:
        raise ValueError(f"it is no {kind}") from error


def csv_column(path: Path, column: str, kind: ValueType, scale: int, size: int) -> list[Value]:
    """The values of a column; an empty cell is NULL. A symbolic link out of the folder is refused,
    by which a stranger's workload file could send another file's lines to a server.

    Raises: InputError, which names the line, never the value
    """
    try:
        if path.resolve().parent != path.parent.resolve():
            raise _wrong(path, phrase("it is a link out of the workload file's folder"))
        with open_csv(path, most_mb=_MOST_MB) as table:
            if column not in table.columns:
                raise _wrong(path, phrase("it has no column “{column}”", column=column))
            return [_cell(row[column], kind, scale, size, path, line) for line, row in table]
    except (OSError, ValueError) as error:
        message = error.message if isinstance(error, Unfit) else why_not_read(error)
        raise _wrong(path, message) from error


def _cell(text: str, kind: ValueType, scale: int, size: int, path: Path, line: int) -> Value:
    if not text:
        return None
    if kind is ValueType.TEXT and len(text.encode()) > size:
        message = phrase("line {line} is longer than {size} bytes", line=line, size=size)
        raise _wrong(path, message)
    try:
        return value_of(text, kind, scale)
    except ValueError:
        message = phrase("line {line} is no value of type {kind}", line=line, kind=kind.value)
        raise _wrong(path, message) from None


def _wrong(path: Path, message: Message | str) -> InputError:
    return InputError(
        phrase("Data not read"),
        phrase("{path} cannot be used: {words}."),
        path=path,
        words=message,
    )


def _text(value: Any, _: int) -> str:
    if not isinstance(value, str):
        raise ValueError("it is no text")
    return value


def _integer(value: Any, _: int) -> int:
    if isinstance(value, (bool, float)):
        raise ValueError("it is no whole number")
    number = int(value)
    if not -(2**31) <= number < 2**31:
        raise ValueError("it has more than 32 bits")
    return number


def _real(value: Any, _: int) -> float:
    number = float(value)
    if isinstance(value, bool) or not math.isfinite(number):
        raise ValueError("it is no number")
    return number


def _decimal(value: Any, scale: int) -> Decimal:
    number = Decimal(str(value))
    if isinstance(value, bool) or not number.is_finite() or abs(number) >= 10**18:
        raise ValueError("it is no number")
    return at_scale(number, scale)


def _boolean(value: Any, _: int) -> bool:
    known = {"true": True, "1": True, "t": True, "false": False, "0": False, "f": False}
    found = value if isinstance(value, bool) else known.get(str(value).strip().lower())
    if found is None:
        raise ValueError("it is no truth value")
    return found


def _date(value: Any, _: int) -> date:
    if isinstance(value, datetime):
        return value.date()
    return value if isinstance(value, date) else date.fromisoformat(value)


def _timestamp(value: Any, _: int) -> datetime:
    moment = value if isinstance(value, date) else datetime.fromisoformat(value)
    if not isinstance(moment, datetime):
        moment = datetime(moment.year, moment.month, moment.day)
    moment = moment.replace(tzinfo=None)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


_READERS: dict[ValueType, Any] = {
    ValueType.TEXT: _text,
    ValueType.INTEGER: _integer,
    ValueType.REAL: _real,
    ValueType.DECIMAL: _decimal,
    ValueType.BOOLEAN: _boolean,
    ValueType.DATE: _date,
    ValueType.TIMESTAMP: _timestamp,
    ValueType.BYTES: lambda value, scale: bytes.fromhex(value),
}


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
