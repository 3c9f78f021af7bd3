"""PostgreSQL's own words: whole while somebody watches, and what of them is kept.

SQLSTATE and position stay. What is quoted goes, DETAIL and CONTEXT are never taken; of errors about
data, and of those that functions raise, only the name of their condition stays.
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
    """`message` is the first line of what the server or libpq says, with the SQLSTATE and the
    position in the statement, where the server has told them."""
    code = code.decode() if isinstance(code, bytes) else code
    position = position.decode() if isinstance(position, bytes) else position
    if code is None:
        return ServerWords(text, storable_words(text))
    storable = f"{_condition(code) if code[:2] in _OF_DATA else storable_words(text)} ({code}"
    return ServerWords(
        text, f"{storable}, at character {position})" if position else f"{storable})"
    )


def words_of(error: psycopg.Error) -> ServerWords:
    """Those of an error that the driver raises."""
    text = (str(error).strip().splitlines() or [type(error).__name__])[0]
    return words(text, error.sqlstate, error.diag.statement_position)


def _condition(code: str) -> str:
    """Its name in PostgreSQL's manual (appendix A), which the driver's class is called by."""
    try:
        name = psycopg.errors.lookup(code).__name__
    except KeyError:
        return "ERROR"
    return "ERROR: " + re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()
