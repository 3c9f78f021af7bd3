"""Why a statement of one's own is refused."""

from __future__ import annotations

from enum import StrEnum

from engines.contract.errors import Unfit
from engines.contract.message import Message


class Reason(StrEnum):
    """What a statement wants that cannot be had."""

    SYNTAX = "syntax"
    """It is written in words that are not understood, or not measured."""
    SEARCH = "search"
    """Equal values have different ciphertexts, and there is no blind index."""
    USE = "use"
    """Only the application opens the column, and the server would have to work with its values."""
    VALUE = "value"
    """A sealed column is given what nobody seals."""


class Refused(Unfit):
    """A statement that cannot be had under a protection."""

    def __init__(self, reason: Reason, said: Message) -> None:
        super().__init__(said)
        self.reason = reason


def reason_of(error: Unfit) -> Reason:
    """Why; of what was never understood, its syntax."""
    return error.reason if isinstance(error, Refused) else Reason.SYNTAX
