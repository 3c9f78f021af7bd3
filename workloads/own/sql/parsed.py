"""A user's statement after parsing: where its text names columns, parameters and items."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum

from engines.contract.errors import Unfit
from engines.contract.message import Message, phrase
from engines.sql.statement import Statement, Value
from workloads.own.sql.conditions import Condition
from workloads.own.sql.row_filter import RowFilter

# Why a statement of one's own is refused.


class Obstacle(StrEnum):
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
    """It gives a column what nobody encrypts."""
    PERSON = "person"
    """It does not say whose row it writes."""


UNDESCRIBED = phrase("parameter “:{name}” is not described in “parameters”")


class Refused(Unfit):
    """A statement that cannot be had under a protection."""

    def __init__(self, reason: Obstacle, message: Message) -> None:
        super().__init__(message)
        self.reason = reason


def reason_of(error: Unfit) -> Obstacle:
    """Why; of what was never understood, its syntax."""
    return error.reason if isinstance(error, Refused) else Obstacle.SYNTAX


def refused(reason: Obstacle, column: object) -> Refused:
    """That only the application opens a column, and what the server would have to do with it."""
    return Refused(reason, _TEXTS[reason].with_values(column=str(column)))


_TEXTS = {
    Obstacle.SEARCH: phrase(
        "{column} cannot be searched here: equal values have different ciphertexts"
    ),
    Obstacle.RANGE: phrase(
        "{column} is encrypted in the application, so the server cannot compare its values here"
    ),
    Obstacle.COLUMNS: phrase(
        "{column} is encrypted in the application and compared with another column"
    ),
    Obstacle.GROUP: phrase(
        "{column} cannot be grouped: equal values have different ciphertexts, or the sides differ"
    ),
    Obstacle.ORDER: phrase(
        "{column} is encrypted in the application, so the server cannot sort by it here"
    ),
    Obstacle.COMPUTE: phrase(
        "{column} is encrypted in the application, so the server cannot compute with it"
    ),
    Obstacle.SUBQUERY: phrase(
        "{column} is encrypted in the application, and a subquery returns it as a value"
    ),
    Obstacle.PERSON: phrase(
        "{column} has a key for each person, and the statement does not say whose row it writes"
    ),
    Obstacle.VALUE: phrase(
        "{column} is encrypted: only a parameter or a constant can be assigned to it here"
    ),
}


@dataclass(frozen=True)
class ColumnName:
    table: str
    column: str

    def __str__(self) -> str:
        return f"{self.table}.{self.column}"


@dataclass(frozen=True)
class TextSpan:
    """A stretch of the statement's text, `end` beyond it."""

    start: int
    end: int

    def holds(self, other: TextSpan) -> bool:
        """Whether the other lies within."""
        return self.start <= other.start and other.end <= self.end


class ColumnUse(StrEnum):
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
    EXCLUDED = "excluded"
    """It is given what the row that could not be inserted has of it."""
    OTHER = "other"


@dataclass(frozen=True)
class Equality:
    """A comparison of one column with parameters or constants. `sure` says that nothing around it
    turns it over, so that more rows are the worst that a wrong answer gives."""

    span: TextSpan
    column: TextSpan
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

    span: TextSpan
    written: str
    column: ColumnName
    use: ColumnUse
    item: int | None = None
    carried: bool = False
    named: str = ""
    source: str = ""
    why: Obstacle = Obstacle.COMPUTE
    equality: Equality | None = None


@dataclass(frozen=True)
class Occurrence:
    """Where a parameter stands, or a `constant` that is compared with or given to a column that is
    encrypted; `column` is what it is compared with or given to, if it is one column of a table, and
    `use` that column's."""

    span: TextSpan
    name: str
    column: ColumnName | None
    use: ColumnUse
    constant: Value = None

    @property
    def is_constant(self) -> bool:
        """Whether it stands for no parameter."""
        return not self.name


@dataclass(frozen=True)
class AssignedValue:
    """What a column is given, by SET or an INSERT; `simple` says that it is a parameter, a
    constant, NULL, or what is `EXCLUDED`, and `lone` that nothing else is given to it as
    well."""

    column: ColumnName
    span: TextSpan
    use: ColumnUse
    simple: bool
    lone: bool = True


@dataclass(frozen=True)
class Conjunct:
    """One of the conditions of WHERE that must all hold; `tree` is None where only a server can
    tell whether it does."""

    span: TextSpan
    tree: Condition | None


@dataclass(frozen=True)
class OrderKey:
    """What rows are ordered by. `column` is None where it is no column alone; `item` is its place
    in the list, if it is there, else it is written so; `counts` that it is a number of rows.
    `nulls_first` None is the engine's way."""

    column: ColumnName | None
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
    open them, with the reason. Of an UPDATE of one table `fixed` are the columns that all rows it
    changes have a parameter's value in, and that.
    """

    text: str
    references: tuple[Reference, ...]
    occurrences: tuple[Occurrence, ...]
    items: tuple[TextSpan, ...]
    begin: int
    rest: int
    reads: bool
    ordered: bool
    flat: bool = False
    limited: bool = False
    where: TextSpan | None = None
    conjuncts: tuple[Conjunct, ...] = ()
    order: TextSpan | None = None
    keys: tuple[OrderKey, ...] = ()
    given: tuple[AssignedValue, ...] = ()
    together: frozenset[ColumnName] = frozenset()
    unlike: frozenset[ColumnName] = frozenset()
    misplaced: tuple[tuple[ColumnName, Obstacle], ...] = field(default=())
    fixed: tuple[tuple[ColumnName, str], ...] = ()

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


# A statement that was rewritten for a protection, and the names of blind indexes in it.

INDEX_BYTES = 16
"""Bytes of an HMAC that a blind index keeps: no two of 10^12 values meet by chance."""


@dataclass(frozen=True)
class BoundValue:
    """A value to bind: that of a parameter of the operation, or a `constant` where it names none,
    as it is or as `index` has it."""

    parameter: str
    index: ColumnName | None = None
    constant: Value = None


@dataclass(frozen=True)
class Rewritten:
    """A statement as a session is given it; `values` says what each of its parameters is, in their
    order, and after them those that the rows are filtered by; `ordered` whether its rows have an
    order, and `keys` the places in the list of what they are ordered by, where all of it is
    there; `limited` whether they are some of all that were found."""

    statement: Statement
    values: tuple[BoundValue, ...]
    ordered: bool
    keys: tuple[int, ...] = ()
    row_filter: RowFilter | None = None
    limited: bool = False


def names_catalogue(name: str) -> bool:
    """Whether an engine or this program may have a table of that name that no file describes."""
    return _CATALOGUE.match(name.lower()) is not None


_CATALOGUE = re.compile(
    r"(pg|sqlite|pragma|duckdb|cipherbench)_|(rdb|mon|sec)\$|seq_\d+_to_\d+"
    r"|(information_schema|performance_schema|mysql|sys|dual|dbstat|json_each|json_tree"
    r"|bytecode|tables_used|completion)\b"
)
"""What such names begin with; of MariaDB also tables of numbers, of SQLite virtual ones."""


def index_name(column: str) -> str:
    """The column that holds a blind index."""
    return f"{column[:-1]}_index{column[-1]}" if column[-1:] in '"`]' else f"{column}_index"
