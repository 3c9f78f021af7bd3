"""PostgreSQL's messages: in full for the screen, and without data for the store.

Stored are SQLSTATE, position, and the message without what it quotes; DETAIL and CONTEXT never. Of
errors about data, and of those that functions raise, only the name of the condition is stored.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engines.base.late_imports import late_driver
from engines.contract.errors import storable_words
from engines.contract.message import ServerWords

if TYPE_CHECKING:
    import psycopg
else:
    psycopg = late_driver("psycopg")

_OF_DATA = "22", "23", "P0", "XX"
"""Classes of SQLSTATE: data, constraints, what functions raise, and internal errors."""

CONFLICTS = (b"40001", b"40P01")
"""SQLSTATE of a serialization failure and of a deadlock."""


def words(text: str, code: bytes | str | None, position: bytes | str | None) -> ServerWords:
    """`text` is the first line of the server's or libpq's message; `code` the SQLSTATE, `position`
    that in the statement, if the server sent them."""
    code = code.decode() if isinstance(code, bytes) else code
    position = position.decode() if isinstance(position, bytes) else position
    if code is None:
        return ServerWords(text, storable_words(text))
    storable = f"{_condition(code) if code[:2] in _OF_DATA else storable_words(text)} ({code}"
    return ServerWords(
        text, f"{storable}, at character {position})" if position else f"{storable})"
    )


def words_of(error: psycopg.Error) -> ServerWords:
    return words(first_line(error), error.sqlstate, error.diag.statement_position)


def first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def _condition(code: str) -> str:
    """The condition's name in PostgreSQL's manual (appendix A), from the driver's class."""
    try:
        name = psycopg.errors.lookup(code).__name__
    except KeyError:
        return "ERROR"
    return "ERROR: " + re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()
