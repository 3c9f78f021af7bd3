"""Reads values from a workload file's lists, or from a column of a CSV in the same folder."""

from __future__ import annotations

import math
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from engines.contract.errors import InputError, Unfit
from engines.contract.message import Message, phrase
from engines.inspection.csv_file import open_csv
from engines.inspection.regular_files import why_not_read
from engines.sql.statement import Value, ValueType
from engines.sql.value_encoding import at_scale

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
