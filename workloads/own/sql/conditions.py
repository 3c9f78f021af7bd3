"""Conditions that an application can tell of a row as a server does, with three truth values.

NULL makes a comparison unknown; AND, OR and NOT go on with that as SQL has it (ISO/IEC 9075-2,
8.20), and a row is kept where the whole is true.
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
    """As equal, and NULL is the same as NULL."""


@dataclass(frozen=True)
class NamedColumn:
    """A column as the statement writes it; `place` is where it begins in its text."""

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
    """A pattern with % and _; `escape` None is the engine's own way."""

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
    """All that stand in it, in their order."""
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
    """Pairs of operands that are compared; whether as texts alone."""
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
