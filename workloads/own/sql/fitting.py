"""Whether a value may be given to a sealed column: no server casts it to the column's type any
more."""

from __future__ import annotations

from decimal import Decimal

from engines.contract.message import Message, phrase
from engines.sql.statement import Target, Value, ValueType
from engines.sql.typed import sealed_form
from workloads.own.sql.refused import Reason, Refused

_WIDENED = {
    (ValueType.INTEGER, ValueType.DECIMAL),
    (ValueType.INTEGER, ValueType.REAL),
    (ValueType.DECIMAL, ValueType.REAL),
}
"""Types whose values are the same in another."""

_IN_WORDS = frozenset(
    {ValueType.TEXT, ValueType.INTEGER, ValueType.DECIMAL, ValueType.DATE, ValueType.TIMESTAMP}
)
"""Types that a constant in quotes may be of."""


def check_type(target: Target, given: ValueType) -> None:
    """Raises: Refused for a parameter of another type"""
    if given is not target.type and (given, target.type) not in _WIDENED:
        raise _unfit(target, Message(given.value))


def check_constant(target: Target, constant: Value) -> None:
    """Raises: Refused for a constant that is no value of its type"""
    if not _is_of(target, constant):
        raise _unfit(target, _TEXT if isinstance(constant, str) else _NUMBER)


def _is_of(target: Target, constant: Value) -> bool:
    match constant:
        case str() if target.type not in _IN_WORDS:
            return False
        case int() | Decimal() if not _takes(target.type, constant):
            return False
    try:
        sealed_form(target)(constant)
    except (ValueError, ArithmeticError, TypeError):
        return False
    return True


def _takes(kind: ValueType, number: int | Decimal) -> bool:
    match kind:
        case ValueType.INTEGER:
            return number == int(number)
        case ValueType.BOOLEAN:
            return number in (0, 1)
    return kind in (ValueType.DECIMAL, ValueType.REAL)


_NUMBER, _TEXT = phrase("this number"), phrase("this text")


def _unfit(target: Target, given: Message) -> Refused:
    return Refused(
        Reason.VALUE,
        phrase(
            "{table}.{column} is encrypted as {kind}, so it cannot be given {given}",
            table=target.table,
            column=target.column,
            kind=target.type.value,
            given=given,
        ),
    )
