"""Why a statement of one's own is refused."""

from __future__ import annotations

from enum import StrEnum

from engines.contract.errors import Unfit
from engines.contract.message import Message, phrase


class Reason(StrEnum):
    """What a statement wants that cannot be had."""

    SYNTAX = "syntax"
    """It is written in words that are not understood, or not measured."""
    SEARCH = "search"
    """It looks for equal values, whose ciphertexts differ."""
    RANGE = "range"
    """It compares values otherwise than for equality."""
    COLUMNS = "columns"
    """It compares two columns."""
    GROUP = "group"
    """It puts equal values together: GROUP BY, DISTINCT, UNION."""
    ORDER = "order"
    """It orders rows where the application cannot do so afterwards."""
    COMPUTE = "compute"
    """It works something out of values: functions, aggregates, CASE, windows."""
    SUBQUERY = "subquery"
    """A subquery hands a value on to where nobody opens it."""
    VALUE = "value"
    """It gives a column what nobody seals."""


UNDESCRIBED = phrase("parameter “:{name}” is not described in “parameters”")


class Refused(Unfit):
    """A statement that cannot be had under a protection."""

    def __init__(self, reason: Reason, message: Message) -> None:
        super().__init__(message)
        self.reason = reason


def reason_of(error: Unfit) -> Reason:
    """Why; of what was never understood, its syntax."""
    return error.reason if isinstance(error, Refused) else Reason.SYNTAX


def refused(reason: Reason, column: object) -> Refused:
    """That only the application opens a column, and what the server would have to do with it."""
    return Refused(reason, _TEXTS[reason].with_values(column=str(column)))


_TEXTS = {
    Reason.SEARCH: phrase(
        "{column} cannot be searched here: equal values have different ciphertexts"
    ),
    Reason.RANGE: phrase(
        "{column} is encrypted in the application, so the server cannot compare its values here"
    ),
    Reason.COLUMNS: phrase(
        "{column} is encrypted in the application and compared with another column"
    ),
    Reason.GROUP: phrase(
        "{column} cannot be grouped: equal values have different ciphertexts, or the sides differ"
    ),
    Reason.ORDER: phrase(
        "{column} is encrypted in the application, so the server cannot sort by it here"
    ),
    Reason.COMPUTE: phrase(
        "{column} is encrypted in the application, so the server cannot compute with it"
    ),
    Reason.SUBQUERY: phrase(
        "{column} is encrypted in the application, and a subquery returns it as a value"
    ),
    Reason.VALUE: phrase(
        "{column} is encrypted: only a parameter or a constant can be assigned to it here"
    ),
}
