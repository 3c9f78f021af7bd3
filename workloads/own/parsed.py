"""A statement of one's own as it was taken apart: what stands where in its text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    table: str
    column: str

    def __str__(self) -> str:
        return f"{self.table}.{self.column}"


@dataclass(frozen=True)
class Span:
    """A stretch of the statement's text, `end` beyond it."""

    start: int
    end: int


class Use(StrEnum):
    """What a statement does with a column."""

    LISTED = "listed"
    """It is a column of the result, alone."""
    EQUAL = "equal"
    """It is compared with one parameter, or with some by IN."""
    TESTED = "tested"
    """Only whether it is NULL matters."""
    ASSIGNED = "assigned"
    """It is given a value by SET."""
    INSERTED = "inserted"
    """It stands in the list of columns of an INSERT."""
    OTHER = "other"


@dataclass(frozen=True)
class Reference:
    """Where a column of a table is named, as it is written; `item` is its place in the list that is
    selected, where it is alone there."""

    span: Span
    written: str
    column: Column
    use: Use
    item: int | None = None


@dataclass(frozen=True)
class Occurrence:
    """Where a parameter stands; `column` is what it is compared with or given to, if it is one
    column of a table, and `use` that column's."""

    span: Span
    name: str
    column: Column | None
    use: Use


@dataclass(frozen=True)
class Parsed:
    """A statement taken apart. `items` are the spans of the list that a plain SELECT begins with,
    and `rest` is where it goes on;
    `ordered` says whether its rows come in an order. `rows` are those of an INSERT's VALUES,
    `by_alias` the columns that are ordered or grouped by under the name that the list gave them."""

    text: str
    references: tuple[Reference, ...]
    occurrences: tuple[Occurrence, ...]
    items: tuple[Span, ...]
    rest: int
    reads: bool
    ordered: bool
    rows: int = 1
    by_alias: frozenset[Column] = frozenset()
