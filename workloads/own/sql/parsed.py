"""A statement of one's own as it was taken apart: what stands where in its text."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from engines.sql.statement import Value
from workloads.own.sql.conditions import Condition
from workloads.own.sql.refused import Reason


@dataclass(frozen=True)
class Column:
    table: str
    column: str

    def __str__(self) -> str:
        return f"{self.table}.{self.column}"


@dataclass(frozen=True)
class Span:
    """A stretch of the statement's text, `end` beyond it."""

    start: int
    end: int

    def holds(self, other: Span) -> bool:
        """Whether the other lies within."""
        return self.start <= other.start and other.end <= self.end


class Use(StrEnum):
    """What a statement does with a column."""

    LISTED = "listed"
    """It is a column of the result, alone."""
    CARRIED = "carried"
    """It is a column of what a query within gives to the one around it, alone."""
    EQUAL = "equal"
    """It is compared with parameters or constants, by =, <> or IN."""
    PAIRED = "paired"
    """It is compared with itself in another row, or with a column of its domain, by =, <> or IN."""
    TESTED = "tested"
    """Only whether it is NULL matters."""
    GROUPED = "grouped"
    """Equal values are put together, or counted once."""
    ORDERED = "ordered"
    """The rows of the result are ordered by it alone."""
    ASSIGNED = "assigned"
    """It is given a value by SET."""
    INSERTED = "inserted"
    """It stands in the list of columns of an INSERT."""
    EXCLUSION_TERMS = "kept"
    """It is given what the row that could not be inserted has of it."""
    OTHER = "other"


@dataclass(frozen=True)
class Equality:
    """A comparison of one column with parameters or constants. `sure` says that nothing around it
    turns it over, so that more rows are the worst that a wrong answer gives."""

    span: Span
    column: Span
    negated: bool
    sure: bool


@dataclass(frozen=True)
class Reference:
    """Where a column of a table is named, as it is written; `item` is its place in the list that is
    selected, where it is alone there.

    It is `carried` where what is named is not the table's column but what a query within gives of
    it. `named` is the name that a list gives it, empty where it has one of its own; `source` the
    name of its table there, where its own name might be taken for another. `why` is what it would
    be refused for, where it has no use of its own.
    """

    span: Span
    written: str
    column: Column
    use: Use
    item: int | None = None
    carried: bool = False
    named: str = ""
    source: str = ""
    why: Reason = Reason.COMPUTE
    equality: Equality | None = None


@dataclass(frozen=True)
class Occurrence:
    """Where a parameter stands, or a `constant` that is compared with or given to a column that is
    sealed; `column` is what it is compared with or given to, if it is one column of a table, and
    `use` that column's."""

    span: Span
    name: str
    column: Column | None
    use: Use
    constant: Value = None

    @property
    def is_constant(self) -> bool:
        """Whether it stands for no parameter."""
        return not self.name


@dataclass(frozen=True)
class Given:
    """What a column is given, by SET or an INSERT; `simple` says that it is a parameter, a
    constant, NULL, or what is `EXCLUSION_TERMS`, and `lone` that nothing else is given to it as
    well."""

    column: Column
    span: Span
    use: Use
    simple: bool
    lone: bool = True


@dataclass(frozen=True)
class Conjunct:
    """One of the conditions of WHERE that must all hold; `tree` is None where only a server can
    tell whether it does."""

    span: Span
    tree: Condition | None


@dataclass(frozen=True)
class Key:
    """What rows are ordered by. `column` is None where it is no column alone; `item` is its place
    in the list, if it is there, else it is written so; `counts` that it is a number of rows.
    `nulls_first` None is the engine's way."""

    column: Column | None
    written: str
    item: int | None
    descending: bool
    nulls_first: bool | None
    counts: bool = False


@dataclass(frozen=True)
class Parsed:
    """A statement taken apart.

    `items` are the spans of the list of the outermost SELECT, or of RETURNING; `begin` is where it
    begins and `rest` where it ends. Of a `flat` SELECT each row of its tables gives one of its own,
    none of them is left out but by WHERE (`where`, from that word on, and its `conjuncts`), and
    `order` is the span of its ORDER BY, `keys` what that names. `together` are the columns of which
    a DISTINCT or a set operation puts equal values together, `unlike` those that a set operation
    puts into one column with something else, and `misplaced` those that are named where nobody can
    open them, with the reason.
    """

    text: str
    references: tuple[Reference, ...]
    occurrences: tuple[Occurrence, ...]
    items: tuple[Span, ...]
    begin: int
    rest: int
    reads: bool
    ordered: bool
    flat: bool = False
    limited: bool = False
    where: Span | None = None
    conjuncts: tuple[Conjunct, ...] = ()
    order: Span | None = None
    keys: tuple[Key, ...] = ()
    given: tuple[Given, ...] = ()
    together: frozenset[Column] = frozenset()
    unlike: frozenset[Column] = frozenset()
    misplaced: tuple[tuple[Column, Reason], ...] = field(default=())

    @property
    def writes(self) -> bool:
        """Whether it may change tables; RETURNING gives rows of what was changed."""
        return not self.reads or bool(self.given) or "delete" in self.text.lower()

    @property
    def listed_keys(self) -> tuple[int, ...]:
        """The places in the list of what the rows are ordered by, where all of it is there."""
        found = tuple(each.item for each in self.keys if each.item is not None)
        return found if len(found) == len(self.keys) else ()

    def item_of(self, written: str) -> int | None:
        """The place in the list of what is written so and orders the rows."""
        return next((each.item for each in self.keys if each.written == written), None)
