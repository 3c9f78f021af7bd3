"""CHECK constraints of a workload file: `> 0`, `>= 1 and <= 5`, `in ('a', 'b')`.

They are parsed and regenerated, so that no other text of the file reaches a server.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.contract.message import NOTHING, Message, phrase
from engines.sql.statement import Value
from workloads.own.column_values import DATES, NUMBERS, bounds_of, in_units, value_of
from workloads.own.model import ColumnType, ColumnWork

_CONSTANT = r"-?\d{1,30}(?:\.\d{1,30})?|'[A-Za-z0-9 .:_-]{1,40}'"
_RANGE = re.compile(rf"(<|<=|>|>=) ({_CONSTANT})")
_LIST = re.compile(rf"in \(((?:{_CONSTANT})(?:, (?:{_CONSTANT}))*)\)")
_MOST = 200
"""Most values of a list."""

type Condition = tuple[str, tuple[Value, ...]]
"""An operator and the constants that a value is compared with."""


@dataclass(frozen=True)
class CheckNotUsable(ValueError):
    """`message`: why a check cannot be used."""

    message: Message


def conditions_of(column: ColumnWork) -> tuple[Condition, ...]:
    """The conditions of a column's check.

    Raises: CheckNotUsable
    """
    return tuple(_conditions(column)) if column.check else ()


def _conditions(column: ColumnWork) -> Iterator[Condition]:
    if listed := _LIST.fullmatch(column.check):
        constants = re.findall(_CONSTANT, listed[1])
        if len(constants) > _MOST:
            raise CheckNotUsable(phrase("check has more values than {most}", most=_MOST))
        yield "in", tuple(_value(column, each) for each in constants)
        return
    for part in column.check.split(" and "):
        match = _RANGE.fullmatch(part)
        if match is None:
            raise CheckNotUsable(phrase("check must be like “> 0”, “>= 1 and <= 5” or “in (1, 2)”"))
        if column.type not in (*NUMBERS, *DATES):
            raise CheckNotUsable(phrase("only numbers and dates are compared by size in a check"))
        yield match[1], (_value(column, match[2]),)


def _value(column: ColumnWork, constant: str) -> Value:
    try:
        return value_of(_constant(column, constant), column.type.value_type, column.scale)
    except ValueError as error:
        message = phrase("check must compare with values of type {type}", type=column.type.value)
        raise CheckNotUsable(message) from error


def _constant(column: ColumnWork, constant: str) -> str | float:
    if constant.startswith("'"):
        return constant[1:-1]
    return float(constant) if column.type is ColumnType.REAL else constant


def fault_of_check(column: ColumnWork) -> Message:
    """Why a column's generator may violate its check; nothing where it cannot."""
    if not column.check:
        return NOTHING
    if column.make == "serial":
        return phrase("a column that is counted has no check")
    try:
        conditions = conditions_of(column)
        values = list(_extremes(column))
    except CheckNotUsable as error:
        return error.message
    except ValueError:
        return NOTHING  # reported for its bounds or values
    sized = [
        (operator, tuple(_size(column, each) for each in known)) for operator, known in conditions
    ]
    if values and all(_COMPARED[each](value, known) for value in values for each, known in sized):
        return NOTHING
    return phrase("its generator makes values that its check refuses")


def _extremes(column: ColumnWork) -> Iterator[Any]:
    """Values, in units, that fulfil a check only if all of a column's do; none where unknown."""
    if column.like:
        return
    match column.make:
        case "number" | "date" if column.type in (*NUMBERS, *DATES):
            yield from bounds_of(column)
        case "values":
            yield from (_size(column, each) for each in column.values)
        case _:
            return
    if column.default is not None:
        yield _size(column, column.default)


def _size(column: ColumnWork, value: Any) -> Any:
    """A value in units of its type, as checks compare it."""
    if column.type in (*NUMBERS, *DATES):
        return in_units(column, value)
    return value_of(value, column.type.value_type, column.scale)


_COMPARED: Mapping[str, Callable[[Any, Sequence[Any]], bool]] = {
    "in": lambda value, known: value in known,
    "<": lambda value, known: bool(value < known[0]),
    "<=": lambda value, known: bool(value <= known[0]),
    ">": lambda value, known: bool(value > known[0]),
    ">=": lambda value, known: bool(value >= known[0]),
}
