"""Values that a file gives: in a list, or in the column of a CSV beside it."""

from __future__ import annotations

import math
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from engines.contract.errors import InputError, Unfit
from engines.contract.message import Message, phrase
from engines.looking.csv_file import open_csv
from engines.looking.reading import why_not_read
from engines.sql.statement import Value, ValueType
from engines.sql.typed import at_scale

_MOST_MB = 1024


def value_of(given: Any, kind: ValueType, scale: int = 0) -> Value:
    """A value of a type, of what a file has: of that type, or its text.

    Raises: ValueError
    """
    try:
        known: Value = _READERS[kind](given, scale)
        return known
    except (TypeError, OverflowError, InvalidOperation) as error:
        raise ValueError(f"it is no {kind}") from error


def csv_column(path: Path, column: str, kind: ValueType, scale: int, size: int) -> list[Value]:
    """The values of a column of a CSV, NULL where a cell is empty. A link that came with it must
    not lead to what somebody keeps elsewhere, such as a key: its lines would go to a server.

    Raises: InputError, which names the line and never the value
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


def _text(given: Any, _: int) -> str:
    if not isinstance(given, str):
        raise ValueError("it is no text")
    return given


def _integer(given: Any, _: int) -> int:
    if isinstance(given, (bool, float)):
        raise ValueError("it is no whole number")
    number = int(given)
    if not -(2**31) <= number < 2**31:
        raise ValueError("it has more than 32 bits")
    return number


def _real(given: Any, _: int) -> float:
    number = float(given)
    if isinstance(given, bool) or not math.isfinite(number):
        raise ValueError("it is no number")
    return number


def _decimal(given: Any, scale: int) -> Decimal:
    number = Decimal(str(given))
    if isinstance(given, bool) or not number.is_finite() or abs(number) >= 10**18:
        raise ValueError("it is no number")
    return at_scale(number, scale)


def _truth(given: Any, _: int) -> bool:
    known = {"true": True, "1": True, "t": True, "false": False, "0": False, "f": False}
    found = given if isinstance(given, bool) else known.get(str(given).strip().lower())
    if found is None:
        raise ValueError("it is no truth value")
    return found


def _date(given: Any, _: int) -> date:
    if isinstance(given, datetime):
        return given.date()
    return given if isinstance(given, date) else date.fromisoformat(given)


def _timestamp(given: Any, _: int) -> datetime:
    moment = given if isinstance(given, date) else datetime.fromisoformat(given)
    if not isinstance(moment, datetime):
        moment = datetime(moment.year, moment.month, moment.day)
    moment = moment.replace(tzinfo=None)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


_READERS: dict[ValueType, Any] = {
    ValueType.TEXT: _text,
    ValueType.INTEGER: _integer,
    ValueType.REAL: _real,
    ValueType.DECIMAL: _decimal,
    ValueType.BOOLEAN: _truth,
    ValueType.DATE: _date,
    ValueType.TIMESTAMP: _timestamp,
    ValueType.BYTES: lambda given, scale: bytes.fromhex(given),
}
