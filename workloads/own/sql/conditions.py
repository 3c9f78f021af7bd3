"""Conditions that the application can evaluate on a row as a server does, with SQL's three truth
values.

A comparison with NULL is unknown; AND, OR and NOT combine these as in SQL (ISO/IEC 9075-2, 8.20),
and a row passes where the result is true.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engines.sql.statement import Value


class Comparator(StrEnum):
    """How two values are compared."""

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
    """All operands of a condition, in order."""
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
