"""A user's statement after parsing: where its text names columns, parameters and items."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum

from engines.contract.errors import Unfit
from engines.contract.message import Message, phrase
from engines.sql.statement import Statement, Value
from workloads.own.sql.row_filter import Condition, RowFilter

# Why a user's statement is refused.


class Obstacle(StrEnum):
    """Why a statement cannot run under a protection (also `Refusal.code`)."""

    SYNTAX = "syntax"
    """It cannot be parsed, or is not supported."""
    SEARCH = "search"
    """It searches equal values, whose ciphertexts differ."""
    RANGE = "range"
    """It compares values other than for equality."""
    COLUMNS = "columns"
    """It compares two columns."""
    GROUP = "group"
    """It groups equal values: GROUP BY, DISTINCT, UNION."""
    ORDER = "order"
    """It orders rows where the application cannot do it afterwards."""
    COMPUTE = "compute"
    """It computes with values: functions, aggregates, CASE, windows."""
    SUBQUERY = "subquery"
    """A subquery returns a value to where it cannot be decrypted."""
    VALUE = "value"
    """It assigns a value that cannot be encrypted."""
    PERSON = "person"
    """It does not say whose row it writes."""


UNDESCRIBED = phrase("parameter “:{name}” is not described in “parameters”")


class Refused(Unfit):
    """A statement that cannot run under a protection."""

    def __init__(self, reason: Obstacle, message: Message) -> None:
        super().__init__(message)
        self.reason = reason


def reason_of(error: Unfit) -> Obstacle:
    """The reason of a refusal; SYNTAX for any other error."""
    return error.reason if isinstance(error, Refused) else Obstacle.SYNTAX


def refused(reason: Obstacle, column: object) -> Refused:
    """The refusal of a column that only the application decrypts, and what the server would
    need."""
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
    """A range of the statement's text; `end` is exclusive."""

    start: int
    end: int

    def holds(self, other: TextSpan) -> bool:
        return self.start <= other.start and other.end <= self.end


class ColumnUse(StrEnum):
    """What a statement does with a column."""

    LISTED = "listed"
    """It is an item of the result by itself."""
    SUBQUERY_OUTPUT = "carried"
    """It is an output column of a subquery by itself."""
    EQUAL = "equal"
    """It is compared with parameters or constants, by =, <> or IN."""
    PAIRED = "paired"
    """It is compared with itself in another row, or with a column of its domain, by =, <> or IN."""
    TESTED = "tested"
    """Only whether it is NULL matters."""
    GROUPED = "grouped"
    """Equal values are grouped, or counted once."""
    ORDERED = "ordered"
    """The rows of the result are ordered by it alone."""
    ASSIGNED = "assigned"
    """It is assigned by SET."""
    INSERTED = "inserted"
    """It is in the column list of an INSERT."""
    EXCLUDED = "excluded"
    """It is assigned the value of the row that could not be inserted (EXCLUDED)."""
    OTHER = "other"


@dataclass(frozen=True)
class Equality:
    """A comparison of one column with parameters or constants. `is_positive`: nothing around it
    negates it, so that a false match can only add rows."""

    span: TextSpan
    column: TextSpan
    negated: bool
    is_positive: bool


@dataclass(frozen=True)
class Reference:
    span: TextSpan
    written: str
    """Its text, as with a qualifier or quotes."""
    column: ColumnName
    use: ColumnUse
    item: int | None = None
    """The position of the SELECT item that it is."""
    from_subquery: bool = False
    """Whether it is an output column of a subquery, which has decrypted it where the server can."""
    output_name: str = ""
    """The alias that it needs once it is decrypted."""
    qualifier: str = ""
    """The table's name, needed where a SELECT item has the column's name."""
    why: Obstacle = Obstacle.COMPUTE
    equality: Equality | None = None


@dataclass(frozen=True)
class Occurrence:
    """One occurrence of a parameter, or of a `constant` that is compared with or assigned to an
    encrypted column; `column` is that column (None: no single one), and `use` its use."""

    span: TextSpan
    name: str
    column: ColumnName | None
    use: ColumnUse
    constant: Value = None

    @property
    def is_constant(self) -> bool:
        """Whether it is a constant and no parameter."""
        return not self.name


@dataclass(frozen=True)
class AssignedValue:
    """A value assigned to a column, by SET or INSERT. `simple`: it is a parameter, a constant, NULL
    or EXCLUDED; `lone`: it has a span of its own in the text."""

    column: ColumnName
    span: TextSpan
    use: ColumnUse
    simple: bool
    lone: bool = True


@dataclass(frozen=True)
class Conjunct:
    """One of the conditions of WHERE that are joined by AND; `tree` is None where only the server
    can evaluate it."""

    span: TextSpan
    tree: Condition | None


@dataclass(frozen=True)
class OrderKey:
    """A sort key. `column` is None where it is no single column; `item` is its position in the
    SELECT list, None where it is only in ORDER BY, as `written`; `counts`: it is a COUNT.
    `nulls_first` None: the engine's default."""

    column: ColumnName | None
    written: str
    item: int | None
    descending: bool
    nulls_first: bool | None
    counts: bool = False


@dataclass(frozen=True)
class Parsed:
    text: str
    references: tuple[Reference, ...]
    occurrences: tuple[Occurrence, ...]
    items: tuple[TextSpan, ...]
    """The items of the outermost SELECT list, or of RETURNING."""
    list_start: int
    list_end: int
    """Offsets of that list; `list_end` is exclusive."""
    reads: bool
    """Whether it returns rows."""
    is_ordered: bool
    """Whether the outermost query has an ORDER BY."""
    is_flat: bool = False
    """Whether each row of the result comes from one row of FROM: no groups, aggregates, DISTINCT or
    LIMIT."""
    is_limited: bool = False
    """Whether it has LIMIT or OFFSET."""
    where: TextSpan | None = None
    """From the word WHERE on."""
    conjuncts: tuple[Conjunct, ...] = ()
    order: TextSpan | None = None
    """From the words ORDER BY on."""
    keys: tuple[OrderKey, ...] = ()
    given: tuple[AssignedValue, ...] = ()
    grouped_columns: frozenset[ColumnName] = frozenset()
    """Encrypted columns whose equal values are grouped: DISTINCT, UNION, GROUP BY."""
    mixed_columns: frozenset[ColumnName] = frozenset()
    """Encrypted columns that a UNION puts into one output column with others."""
    unreadable_uses: tuple[tuple[ColumnName, Obstacle], ...] = field(default=())
    """Encrypted columns that are used by an alias or a position where the server must decrypt."""
    fixed_columns: tuple[tuple[ColumnName, str], ...] = ()
    """Columns that an UPDATE's WHERE requires to equal a parameter, and the parameter."""

    @property
    def writes(self) -> bool:
        """Whether it may change tables; with RETURNING it also `reads`."""
        return not self.reads or bool(self.given) or "delete" in self.text.lower()

    @property
    def listed_keys(self) -> tuple[int, ...]:
        """The positions of the sort keys in the SELECT list; empty unless all are there."""
        found = tuple(each.item for each in self.keys if each.item is not None)
        return found if len(found) == len(self.keys) else ()

    def item_of(self, written: str) -> int | None:
        """The position in the SELECT list of the sort key with this text."""
        return next((each.item for each in self.keys if each.written == written), None)


# A statement that was rewritten for a protection, and the names of blind indexes in it.

INDEX_BYTES = 16
"""Bytes of an HMAC that a blind index stores: 10^12 values have no collision by chance."""


@dataclass(frozen=True)
class BoundValue:
    """A value to bind: that of a `parameter` of the operation, or, where that is empty, a
    `constant`. With `index` it is the blind index of the value for that column."""

    parameter: str
    index: ColumnName | None = None
    constant: Value = None


@dataclass(frozen=True)
class Rewritten:
    """A statement rewritten for a protection. `values` are those of its parameters, in order, and
    after them those of `row_filter`; `keys` the positions of the sort keys in a row, empty unless
    all are there; `is_limited`: its rows are some of those found."""

    statement: Statement
    values: tuple[BoundValue, ...]
    is_ordered: bool
    keys: tuple[int, ...] = ()
    row_filter: RowFilter | None = None
    is_limited: bool = False


def names_catalogue(name: str) -> bool:
    """Whether a name is that of a system table of some engine, or of this program."""
    return _CATALOGUE.match(name.lower()) is not None


_CATALOGUE = re.compile(
    r"(pg|sqlite|pragma|duckdb|cipherbench)_|(rdb|mon|sec)\$|seq_\d+_to_\d+"
    r"|(information_schema|performance_schema|mysql|sys|dual|dbstat|json_each|json_tree"
    r"|bytecode|tables_used|completion)\b"
)
"""Beginnings of such names; with MariaDB's sequence tables and SQLite's virtual ones."""


def index_name(column: str) -> str:
    """The name of the column that holds a column's blind index."""
    return f"{column[:-1]}_index{column[-1]}" if column[-1:] in '"`]' else f"{column}_index"
