"""Rows filtered and sorted in the application, where the server cannot read encrypted values.

Conditions are evaluated as a server does, with SQL's three truth values: a comparison with NULL is
unknown; AND, OR and NOT combine these as in SQL (ISO/IEC 9075-2, 8.20), and a row passes where the
result is true.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from typing import Any as Anything

from engines.contract.facts import TextComparison
from engines.contract.session import Bound, Prepared, RawResult, Row
from engines.sql.statement import Value, ValueType
from engines.sql.value_encoding import value_text


class Comparator(StrEnum):
    EQUAL = "="
    OTHER = "<>"
    LESS = "<"
    LESS_OR_EQUAL = "<="
    MORE = ">"
    MORE_OR_EQUAL = ">="
    SAME = "is not distinct from"
    """Equality in which NULL equals NULL."""


@dataclass(frozen=True)
class NamedColumn:
    """A column in a statement; `place` is the offset of its name in the text."""

    place: int


@dataclass(frozen=True)
class ParameterValue:
    """The value that is bound to a parameter."""

    parameter: str


@dataclass(frozen=True)
class Constant:
    value: Value


type Operand = NamedColumn | ParameterValue | Constant


@dataclass(frozen=True)
class Compare:
    how: Comparator
    left: Operand
    right: Operand


@dataclass(frozen=True)
class Like:
    """A pattern with % and _; `escape` None: the engine's default."""

    left: Operand
    pattern: Operand
    escape: str | None


@dataclass(frozen=True)
class IsNull:
    operand: Operand


@dataclass(frozen=True)
class Not:
    condition: Condition


@dataclass(frozen=True)
class All:
    conditions: tuple[Condition, ...]


@dataclass(frozen=True)
class Any:
    conditions: tuple[Condition, ...]


type Condition = Compare | Like | IsNull | Not | All | Any


def operands_of(condition: Condition) -> list[Operand]:
    match condition:
        case Compare(left=left, right=right) | Like(left=left, pattern=right):
            return [left, right]
        case IsNull(operand):
            return [operand]
        case Not(inner):
            return operands_of(inner)
        case All(inner) | Any(inner):
            return [each for one in inner for each in operands_of(one)]


def comparisons_of(condition: Condition) -> list[tuple[Operand, Operand, bool]]:
    """Pairs of operands that are compared, and whether as texts only (LIKE)."""
    match condition:
        case Compare(left=left, right=right):
            return [(left, right, False)]
        case Like(left=left, pattern=pattern):
            return [(left, pattern, True)]
        case IsNull():
            return []
        case Not(inner):
            return comparisons_of(inner)
        case All(inner) | Any(inner):
            return [each for one in inner for each in comparisons_of(one)]


@dataclass(frozen=True)
class Field:
    """The position of a column in a row, from 0, and the type of its values."""

    place: int
    type: ValueType


@dataclass(frozen=True)
class SortKey:
    field: Field
    descending: bool
    nulls_first: bool


CODE_POINT_ORDER_TEST = "select case when 'a' < 'B' then 1 else 0 end"
"""Returns 0 where the server orders texts by code points."""


@dataclass(frozen=True)
class RowFilter:
    """Keeps rows for which all `conditions` hold, sorts them by `keys`, keeps the first `width`
    columns.

    `fields`: offset of a column's name in the statement → its position in a row. `parameters` are
    the conditions' parameters with their types; their values follow the statement's own.
    """

    conditions: tuple[Condition, ...]
    fields: Mapping[int, Field]
    keys: tuple[SortKey, ...]
    width: int
    parameters: Mapping[str, ValueType]
    ways: TextComparison


class FilteredStatement(Prepared):
    """A prepared statement whose rows are then filtered, inside the clock as decryption is."""

    def __init__(self, inner: Prepared, given: int, row_filter: RowFilter) -> None:
        """`given`: how many of the bound values are the statement's own."""
        self._inner, self._given, self._row_filter = inner, given, row_filter
        self._tests = [_ConditionCompiler(row_filter).of(each) for each in row_filter.conditions]
        self.bind = _unchanged
        self.run = self._run

    def _run(self, bound: Bound) -> RawResult:
        inner, given = self._inner, self._given
        arrived = inner.check_outcome(inner.run(inner.bind(bound[:given])))  # type: ignore[arg-type]
        rows = inner.rows(arrived)
        if self._tests:
            asked = dict(zip(self._row_filter.parameters, bound[given:], strict=True))
            tests = self._tests
            rows = [row for row in rows if all(test(row, asked) for test in tests)]
        return self._in_order(rows)

    def _in_order(self, rows: Sequence[Row]) -> Sequence[Row]:
        for key in reversed(self._row_filter.keys):
            place, value_of = key.field.place, _TYPED.get(key.field.type, _unchanged)
            nulls = [row for row in rows if row[place] is None]
            known = [row for row in rows if row[place] is not None]
            known.sort(key=lambda row: value_of(row[place]), reverse=key.descending)
            rows = [*nulls, *known] if key.nulls_first else [*known, *nulls]
        width = self._row_filter.width
        return [tuple(row[:width]) for row in rows]

    def rows(self, arrived: RawResult) -> Sequence[Row]:
        return arrived  # type: ignore[return-value]

    def affected(self, arrived: RawResult) -> int:
        return len(arrived)  # type: ignore[arg-type]

    def explain(self, values: Sequence[Value]) -> str:
        return self._inner.explain(values[: self._given])

    def close(self) -> None:
        self._inner.close()


def _unchanged(value: Anything) -> Anything:
    return value


def _day(value: Anything) -> str:
    return value_text(value if isinstance(value, date) else date.fromisoformat(value))


def _moment(value: Anything) -> str:
    return value_text(value if isinstance(value, date) else datetime.fromisoformat(value))


_TYPED: Mapping[ValueType, Callable[[Anything], Anything]] = {
    ValueType.DATE: _day,
    ValueType.TIMESTAMP: _moment,
    ValueType.DECIMAL: lambda value: Decimal(str(value)),
    ValueType.REAL: float,
    ValueType.BOOLEAN: bool,
    ValueType.INTEGER: int,
}
"""Converts driver values into ones that compare as in SQL."""

type _Test = Callable[[Row, Mapping[str, object]], bool | None]
type _Get = Callable[[Row, Mapping[str, object]], Anything]


class _ConditionCompiler:
    """Compiles conditions into functions that return true, false, or None for SQL's unknown."""

    def __init__(self, row_filter: RowFilter) -> None:
        self._fields, self._types = row_filter.fields, row_filter.parameters
        self._ways = row_filter.ways

    def of(self, condition: Condition) -> _Test:
        match condition:
            case Compare(how, left, right):
                return self._compare(how, self._get(left), self._get(right))
            case Like(left, pattern, escape):
                return self._like(self._get(left), self._get(pattern), escape)
            case IsNull(operand):
                get = self._get(operand)
                return lambda row, asked: get(row, asked) is None
            case Not(inner):
                test = self.of(inner)
                return lambda row, asked: _negated(test(row, asked))
            case All(conditions):
                tests = [self.of(each) for each in conditions]
                return lambda row, asked: _every(test(row, asked) for test in tests)
            case Any(conditions):
                tests = [self.of(each) for each in conditions]
                return lambda row, asked: _negated(
                    _every(_negated(test(row, asked)) for test in tests)
                )

    def _get(self, operand: Operand) -> _Get:
        match operand:
            case NamedColumn(at):
                place = self._fields[at].place
                typed = _TYPED.get(self._fields[at].type, _unchanged)
                return lambda row, asked: None if row[place] is None else typed(row[place])
            case ParameterValue(parameter):
                known = _TYPED.get(self._types[parameter], _unchanged)
                return lambda row, asked: (
                    None if asked[parameter] is None else known(asked[parameter])
                )
            case Constant(value):
                return lambda row, asked: value

    def _compare(self, how: Comparator, left: _Get, right: _Get) -> _Test:
        compared, alike = _COMPARED[how], _padded if self._ways.padded else _paired
        same = how is Comparator.SAME

        def test(row: Row, asked: Mapping[str, object]) -> bool | None:
            one, other = left(row, asked), right(row, asked)
            if one is None or other is None:
                return one is other if same else None
            return compared(*alike(one, other))

        return test

    def _like(self, left: _Get, pattern: _Get, escape: str | None) -> _Test:
        sign = self._ways.escape if escape is None else escape
        like_ignores_case = self._ways.like_ignores_case

        def test(row: Row, asked: Mapping[str, object]) -> bool | None:
            text, wanted = left(row, asked), pattern(row, asked)
            if text is None or wanted is None:
                return None
            return _expression(wanted, sign, like_ignores_case).fullmatch(text) is not None

        return test


def _negated(truth: bool | None) -> bool | None:
    return None if truth is None else not truth


def _every(truths: Anything) -> bool | None:
    """AND: false where one is false, else unknown where one is."""
    result: bool | None = True
    for each in truths:
        if each is False:
            return False
        if each is None:
            result = None
    return result


def _paired(one: Anything, other: Anything) -> tuple[Anything, Anything]:
    """A constant that is compared with a float becomes one."""
    if isinstance(one, float) or isinstance(other, float):
        return float(one), float(other)
    return one, other


def _padded(one: Anything, other: Anything) -> tuple[Anything, Anything]:
    """Texts padded with blanks to one length."""
    if isinstance(one, str) and isinstance(other, str):
        width = max(len(one), len(other))
        return one.ljust(width), other.ljust(width)
    return _paired(one, other)


_COMPARED: Mapping[Comparator, Callable[[Anything, Anything], bool]] = {
    Comparator.EQUAL: lambda one, other: one == other,
    Comparator.SAME: lambda one, other: one == other,
    Comparator.OTHER: lambda one, other: one != other,
    Comparator.LESS: lambda one, other: one < other,
    Comparator.LESS_OR_EQUAL: lambda one, other: one <= other,
    Comparator.MORE: lambda one, other: one > other,
    Comparator.MORE_OR_EQUAL: lambda one, other: one >= other,
}


@lru_cache(256)
def _expression(pattern: str, escape: str, like_ignores_case: bool) -> re.Pattern[str]:
    parts, at = [], 0
    while at < len(pattern):
        sign = pattern[at]
        if escape and sign == escape and at + 1 < len(pattern):
            at += 1
            parts.append(re.escape(pattern[at]))
        else:
            parts.append({"%": ".*", "_": "."}.get(sign, re.escape(sign)))
        at += 1
    flags = re.DOTALL | (re.IGNORECASE | re.ASCII if like_ignores_case else re.NOFLAG)
    return re.compile("".join(parts), flags)
