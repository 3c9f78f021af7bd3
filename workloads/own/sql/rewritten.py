"""A statement that was rewritten for a protection, and the names of blind indexes in it."""

from __future__ import annotations

from dataclasses import dataclass

from engines.sql.statement import Statement, Value
from workloads.own.sql.parsed import Column
from workloads.own.sql.sifting import Sift

INDEX_BYTES = 16
"""Bytes of an HMAC that a blind index keeps: no two of 10^12 values meet by chance."""


@dataclass(frozen=True)
class Bound:
    """A value to bind: that of a parameter of the operation, or a `constant` where it names none,
    as it is or as `index` has it."""

    parameter: str
    index: Column | None = None
    constant: Value = None


@dataclass(frozen=True)
class Rewritten:
    """A statement as a session is given it; `values` says what each of its parameters is, in their
    order, and behind them those that the rows are sifted by; `ordered` whether its rows have an
    order, and `keys` the places in the list of what they are ordered by, where all of it is
    there; `limited` whether they are some of all that were found."""

    statement: Statement
    values: tuple[Bound, ...]
    ordered: bool
    keys: tuple[int, ...] = ()
    sift: Sift | None = None
    limited: bool = False


def index_name(column: str) -> str:
    """The column that holds a blind index."""
    return f"{column[:-1]}_index{column[-1]}" if column[-1:] in '"`]' else f"{column}_index"
