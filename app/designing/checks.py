"""Reads CHECK constraints of a database's tables, as far as generated rows can fulfil them: a
column compared with constants.

Numbers and dates are taken over; texts, as those of an ENUM, are replaced by made-up words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from decimal import Decimal, InvalidOperation
from itertools import product
from math import ceil, floor
from string import ascii_lowercase

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from engines.contract.structure import CheckFacts, ColumnFacts
from engines.registry import facts_of
from workloads.own.check_constraints import fault_of_check
from workloads.own.column_values import DATES, NUMBERS, bounds_of, in_units, step_of
from workloads.own.model import ColumnType, ColumnWork, Given

_MOST_WORDS = 60


@dataclass(frozen=True)
class ColumnCheck:
    """The check of a column, named by its key (`EngineFacts.column_key`): `bounds` are operators
    with constants, `values` the allowed ones, texts if `words`. `domain`: it comes from the
    column's SQL domain."""

    column: str
    bounds: tuple[tuple[str, str], ...] = ()
    values: tuple[str, ...] = ()
    words: bool = False
    domain: bool = False


@dataclass(frozen=True)
class Checks:
    """The checks of a table: `understood` ones, one per column; the number of `other_checks`;
    `domains`: columns with a domain check that was not understood."""

    understood: tuple[ColumnCheck, ...] = ()
    other_checks: int = 0
    domains: frozenset[str] = frozenset()


def read_checks(facts: Sequence[CheckFacts], dialect: str) -> Checks:
    """Parse checks; of their texts only constants are kept."""
    known: dict[str, ColumnCheck] = {}
    others, domains = 0, set[str]()
    for each in facts:
        check = _read(each, dialect)
        before = None if check is None else known.get(check.column)
        if check is not None and before is None:
            known[check.column] = check
        elif check is not None and before is not None and not (before.values or check.values):
            domain = before.domain and check.domain
            joined = replace(before, bounds=(*before.bounds, *check.bounds), domain=domain)
            known[check.column] = joined
        elif each.column:
            domains.add(each.column)
        else:
            others += 1
    return Checks(tuple(known.values()), others, frozenset(domains))


def _read(facts: CheckFacts, dialect: str) -> ColumnCheck | None:
    text = re.sub(r"^\s*check\b", "", facts.condition, flags=re.IGNORECASE)
    text = text.replace("\\'", "'")  # MySQL escapes quotes
    server = facts_of(dialect)
    try:
        tree = sqlglot.parse_one(f"select 1 where {text}", dialect=server.grammar)
        for each in tree.find_all(exp.Identifier):
            each.set("this", server.column_key(each.name, quoted=bool(each.quoted)))
        parts = list(_parts(tree.args["where"].this))
    except (SqlglotError, RecursionError, KeyError, _Unknown):
        return None
    columns = {each.column for each in parts}
    if len(columns) != 1 or (len(parts) > 1 and any(each.values for each in parts)):
        return None
    bounds = tuple(bound for each in parts for bound in each.bounds)
    found = replace(parts[0], bounds=bounds, domain=bool(facts.column))
    return replace(found, column=server.column_key(facts.column)) if facts.column else found


class _Unknown(Exception):
    pass


_OPERATORS = {exp.GT: ">", exp.GTE: ">=", exp.LT: "<", exp.LTE: "<="}
_TURNED = {">": "<", ">=": "<=", "<": ">", "<=": ">="}


def _parts(node: exp.Expr) -> Iterator[ColumnCheck]:
    """Raises: _Unknown"""
    node = unwrapped(node)
    match node:
        case exp.And():
            yield from _parts(node.this)
            yield from _parts(node.expression)
        case exp.Or():
            yield from _or_null(unwrapped(node.this), list(_parts(node.expression)))
        case exp.Between():
            bounds = (">=", _constant(node.args["low"])), ("<=", _constant(node.args["high"]))
            yield ColumnCheck(_column(node.this), bounds)
        case exp.In() if node.expressions:
            yield _listed(node.this, node.expressions)
        case exp.EQ() if isinstance(node.expression, exp.Any):
            array = unwrapped(node.expression.this)
            if not isinstance(array, exp.Array):
                raise _Unknown
            yield _listed(node.this, array.expressions)
        case exp.GT() | exp.GTE() | exp.LT() | exp.LTE():
            operator = _OPERATORS[type(node)]
            if isinstance(unwrapped(node.this), exp.Column):
                yield ColumnCheck(_column(node.this), ((operator, _constant(node.expression)),))
            else:
                bound = _TURNED[operator], _constant(node.this)
                yield ColumnCheck(_column(node.expression), (bound,))
        case _:
            raise _Unknown


def _or_null(first: exp.Expr, parts: list[ColumnCheck]) -> list[ColumnCheck]:
    """The parts after `x is null or …`, all about x: NULL fulfils any check."""
    if not isinstance(first, exp.Is) or not isinstance(first.expression, exp.Null):
        raise _Unknown
    if {each.column for each in parts} != {_column(first.this)}:
        raise _Unknown
    return parts


def _listed(column: exp.Expr, values: Sequence[exp.Expr]) -> ColumnCheck:
    words = any(
        isinstance(unwrapped(each), exp.Literal) and unwrapped(each).is_string for each in values
    )
    return ColumnCheck(_column(column), values=tuple(map(_constant, values)), words=words)


def unwrapped(node: exp.Expr) -> exp.Expr:
    """A node without brackets, casts and MySQL's character set introducers."""
    while isinstance(node, (exp.Paren, exp.Cast, exp.Introducer)):
        node = node.expression if isinstance(node, exp.Introducer) else node.this
    return node


def _column(node: exp.Expr) -> str:
    node = unwrapped(node)
    if not isinstance(node, exp.Column) or node.table:
        raise _Unknown
    return node.name


def _constant(node: exp.Expr) -> str:
    node = unwrapped(node)
    if isinstance(node, exp.Neg) and isinstance(unwrapped(node.this), exp.Literal):
        return f"-{_constant(node.this)}"
    if not isinstance(node, exp.Literal):
        raise _Unknown
    return node.name


def with_check(
    work: ColumnWork, check: ColumnCheck, column: ColumnFacts, *, unique: bool
) -> ColumnWork | None:
    """The column with the check and values that fulfil it; None where none can be generated."""
    try:
        made = _with_check(work, check, column, unique=unique)
    except (ValueError, InvalidOperation, OverflowError):
        return None
    return None if made is None or fault_of_check(made) else made


def _with_check(
    work: ColumnWork, check: ColumnCheck, column: ColumnFacts, *, unique: bool
) -> ColumnWork | None:
    if check.values:
        return None if unique else _column_of_listed_values(work, check, column)
    if work.make not in ("number", "date") or work.type not in (*NUMBERS, *DATES):
        return None
    low, high = bounds_of(work)
    step = step_of(work)
    bounds = [(operator, _units(work, operator, each)) for operator, each in check.bounds]
    floors = [each + (operator == ">") for operator, each in bounds if operator in (">", ">=")]
    tops = [each - (operator == "<") for operator, each in bounds if operator in ("<", "<=")]
    # Only one end given: the range keeps its width where the bound misses the default range.
    if floors:
        least = ceil(max(floors) / step) * step
        low, high = least, (high if least < high else least + (high - low))
    if tops:
        most = floor(min(tops) / step) * step
        low = low if floors or low < most else most - (high - low)
        high = min(high, most)
    if unique and tops:  # rows inserted later take unique values from the last quarter
        high = low + (high - low) * 3 // 4
    if work.type is ColumnType.DECIMAL and max(-low, high) >= 10**work.precision:
        return None
    known = replace(work, least=_given(work, low), most=_given(work, high))
    default = known.default
    if default is not None and not low <= in_units(known, default) <= high:
        default = known.least
    return replace(known, default=default, check=_check_sql(work, check.bounds))


def _units(work: ColumnWork, operator: str, constant: str) -> int:
    """A bound in units of the column. Between two units it is rounded so that `_with_check`, which
    takes > as ≥ n + 1 and < as ≤ n - 1, lands inside."""
    if work.type in DATES:
        return in_units(work, constant.replace(" ", "T", 1)[:23])
    scale = {ColumnType.DECIMAL: work.scale, ColumnType.REAL: 2}.get(work.type, 0)
    exact = Decimal(constant).scaleb(scale)
    if exact == int(exact):
        return int(exact)
    return floor(exact) if operator in (">", "<=") else ceil(exact)


def _given(work: ColumnWork, units: int) -> Given:
    match work.type:
        case ColumnType.DECIMAL:
            return float(Decimal(units).scaleb(-work.scale)) if work.scale else units
        case ColumnType.REAL:
            return units / 100
        case ColumnType.DATE:
            return date(1970, 1, 1) + timedelta(days=units)
        case ColumnType.TIMESTAMP:
            return datetime(1970, 1, 1) + timedelta(milliseconds=units)
    return units


def _check_sql(work: ColumnWork, bounds: Sequence[tuple[str, str]]) -> str:
    dated = work.type in DATES
    return " and ".join(
        f"{operator} '{constant}'" if dated else f"{operator} {constant}"
        for operator, constant in bounds
    )


def _column_of_listed_values(
    work: ColumnWork, check: ColumnCheck, column: ColumnFacts
) -> ColumnWork | None:
    shares = work.frequencies[: len(check.values)]
    count = len(check.values)
    if work.type is ColumnType.TEXT and check.words and count <= _MOST_WORDS:
        padded = column.copied_type is not None and column.copied_type.padded
        words = _made_up_words([work.size if padded else len(each) for each in check.values])
        if len(set(words)) < count:
            return None
        return _values_column(work, words, ", ".join(f"'{each}'" for each in words), shares)
    if work.type in NUMBERS and not check.words:
        numbers = tuple(
            float(each) if work.type is not ColumnType.INTEGER else int(each)
            for each in check.values
        )
        return _values_column(work, numbers, ", ".join(check.values), shares)
    return None


def _values_column(
    work: ColumnWork, values: tuple[Given, ...], listed: str, shares: tuple[float, ...]
) -> ColumnWork:
    return ColumnWork(
        work.type,
        "values",
        size=work.size,
        precision=work.precision,
        scale=work.scale,
        nulls=work.nulls,
        required=work.required,
        index=work.index,
        native=work.native,
        values=values,
        frequencies=shares,
        default=None if work.default is None else values[0],
        check=f"in ({listed})",
    )


def _made_up_words(sizes: Sequence[int]) -> tuple[str, ...]:
    pairs = map("".join, product(ascii_lowercase, repeat=2))
    return tuple(
        (pair if size > 1 else pair[1])[:size].ljust(size, "a")
        for pair, size in zip(pairs, sizes, strict=False)
    )
