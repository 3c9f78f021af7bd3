"""The structure of a user's tables, from which similar benchmark tables are made: columns, keys,
references, indexes and statistics as a server's catalogue has them, and which statements ran how
often. Nothing here is a value of a row.

All of it is queried in one transaction that may only read, with a deadline for each query.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar

from engines.contract.errors import InputError
from engines.contract.message import NOTHING, Message, phrase, plural
from engines.contract.session import Row, Session

# A column of the users' tables, how identifiers are quoted, and the error for a column that cannot
# be read.


def quoted_identifier(name: str, quote: str) -> str:
    """A name as an SQL identifier in quotes, those inside it doubled."""
    return quote + name.replace(quote, 2 * quote) + quote


@dataclass(frozen=True, order=True)
class TableColumn:
    """A column by its full name; engines without schemas leave `schema` empty."""

    database: str
    schema: str
    table: str
    column: str


def column_not_readable(engine: str, column: TableColumn) -> InputError:
    """The error for a column that is not of an ordinary table, or of another type."""
    return InputError(
        phrase("Column not read"),
        phrase(
            "{table}.{column} on {engine} does not exist, is not text or bytes, or is not an "
            "ordinary column of an ordinary table."
        ),
        phrase(
            "Choose another column. Views, foreign tables and computed columns are not read, since "
            "that can run other people's code."
        ),
        engine=engine,
        table=column.table,
        column=column.column,
    )


QUERY_SECONDS, COUNTING_SECONDS = 30, 600
"""How long the server may take for one query, and for one that counts a whole table."""

FEWEST = 5
"""Rows that a value must have before its frequency is told: a rarer one may single somebody out."""

_MOST_FREQUENCIES = 50

FILL = "{fill}"
JSON_FORM, UUID_FORM = f'{{"v": "{FILL}"}}', "^^^^^^^^-^^^^-4^^^-8^^^-^^^^^^^^^^^^"
ADDRESS_FORM, TIME_FORM = "10.1#.1#.1##", "1#:3#:2#"
"""Forms of values that engines have in common, as each writes them back."""

OWN_MARK = "cipherbench_counts"
"""A name that our own queries give a column: servers that count statements drop comments, but keep
names, so that ours never come back as the user's."""


class StoredKind(StrEnum):
    """What kind of values a column of any engine holds."""

    INTEGER = "integer"
    REAL = "real"
    DECIMAL = "decimal"
    BOOLEAN = "boolean"
    TEXT = "text"
    DATE = "date"
    TIMESTAMP = "timestamp"
    BYTES = "bytes"
    OTHER = "other"


@dataclass(frozen=True, order=True)
class TableName:
    """A table of a database; engines without schemas leave `schema` empty."""

    schema: str
    name: str

    def __str__(self) -> str:
        return f"{self.schema}.{self.name}" if self.schema else self.name


@dataclass(frozen=True)
class TableSummary:
    """A table that can be chosen, and the server's estimate of its rows; None where it has none."""

    name: TableName
    rows: int | None = None


@dataclass(frozen=True)
class Relation:
    """What is not an ordinary table, such as a view: its name, and what it is."""

    name: TableName
    what: Message


A_VIEW, MATERIALIZED = phrase("a view"), phrase("a materialized view")


@dataclass(frozen=True)
class CopiedType:
    """The type that a column has in the copied table, and the values that fill it there."""

    native: str = ""
    """Its name in CREATE TABLE; empty where the general type of the column's kind stands in."""
    form: str = ""
    """Values are texts of this form, written as the engine writes them back: `#` a digit, `?` a
    letter, `^` a hexadecimal digit, `~` a 0 or 1, FILL as many letters as the mean width requires.
    Without a form they are values of the column's kind, from `least` to `most`."""
    least: int = 0
    most: int = 0
    auto_increment_native: str = ""
    """Its name where the server numbers the rows."""
    words: bool = False
    """Whether a list of words follows its name, as in ENUM; they are made up."""
    step: float = 0.0
    """Numbers and timestamps are multiples of it (seconds for timestamps) where the type has no
    others."""
    padded: bool = False
    """Whether a text is padded with blanks to its size."""
    auto_increment_without_index: bool = False
    """Whether the server numbers rows in such a column without an index on it."""
    long: bool = False
    """Whether it takes no index."""
    undefaulted: bool = False
    """Whether such a column takes no constant as its default."""
    changes: Message = NOTHING
    """What differs from the source."""


@dataclass(frozen=True)
class Collation:
    """How a server compares texts where it is not by their bytes, as the copied table does;
    `changes` says what differs in that."""

    name: str
    changes: Message


SINGLE = CopiedType(most=9_999, step=0.25)
"""Of a type of four bytes for real numbers: values that all of them hold and write exactly."""


@dataclass(frozen=True)
class ColumnFacts:
    """A column as it is declared."""

    name: str
    kind: StoredKind
    declared_type: str
    """Its type in the server's words."""
    size: int = 0
    """The most characters of a text, digits of a decimal or bytes; 0 where there is no limit."""
    scale: int = 0
    nullable: bool = True
    auto_increment: bool = False
    """Whether the server numbers its values."""
    default: bool = False
    """Whether rows without a value get one, which is never read."""
    copied_type: CopiedType | None = None
    """Its type in the copied table; None: a general one for its kind."""
    words: int = 0
    """How many an ENUM or a SET has."""
    computed: bool = False
    """Whether the server computes it: its values are never read, which would run code of others."""
    domain: str = ""
    """The domain that it is of, where that may have checks."""
    collation: Collation | None = None


@dataclass(frozen=True)
class IndexFacts:
    """An index of a special kind: its `kind` among the engine's `index_kinds`, and its columns,
    each with what stands behind its name: ` desc`, `(10)`, an operator class."""

    kind: str
    columns: tuple[tuple[str, str], ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.columns)

    def __str__(self) -> str:
        return f"{self.kind} ({', '.join(f'{name}{ending}' for name, ending in self.columns)})"


@dataclass(frozen=True)
class ReferenceFacts:
    """Columns that point to those of another table; what becomes of them `on_delete` and
    `on_update` of that row, in SQL's words."""

    columns: tuple[str, ...]
    table: TableName
    to: tuple[str, ...]
    on_delete: str = "no action"
    on_update: str = "no action"

    def __str__(self) -> str:
        return f"({', '.join(self.columns)}) → {self.table} ({', '.join(self.to)})"


@dataclass(frozen=True)
class CheckFacts:
    """The condition of a CHECK in the engine's SQL; that of a domain is of a `column`, which it
    calls VALUE."""

    condition: str = field(repr=False)
    column: str = ""


@dataclass(frozen=True)
class ValueDistribution:
    """How the values of a column are distributed."""

    nulls: float = 0.0
    """The share of rows with NULL."""
    distinct: float = 0.0
    """The number of different values; 0: not known."""
    width: float = 0.0
    """Their mean length in bytes; 0: not known."""
    frequencies: tuple[float, ...] = ()
    """The shares of the most frequent values, the largest first."""
    exact: bool = False
    """All rows were counted, not a sample."""


@dataclass(frozen=True)
class OmittedPart:
    """A part of a table that the copied table does not have, and what that `changes`."""

    what: Message
    changes: Message

    @classmethod
    def triggers(cls, count: int) -> tuple[OmittedPart, ...]:
        """The omitted triggers, if there are any."""
        what = plural("{n} triggers", "{n} trigger", count)
        return (cls(what, phrase("a change runs no other statements")),) if count else ()

    @classmethod
    def options(cls, options: object) -> OmittedPart:
        """Options of a table's storage."""
        changes = phrase("rows and pages have the size that the server's defaults give")
        return cls(phrase("the options {options}", options=options), changes)


NO_INDEX = phrase("no index finds these rows")
ON_EXPRESSION = OmittedPart(phrase("an index on an expression"), NO_INDEX)
PARTITIONS = OmittedPart(phrase("partitions"), phrase("one table and its indexes have all rows"))


@dataclass(frozen=True)
class TableFacts:
    """A table as its server knows it. `unique` and `indexes` are sets of columns; `distributions`
    has the columns of which anything is known."""

    name: TableName
    rows: int | None
    columns: tuple[ColumnFacts, ...]
    key: tuple[str, ...] = ()
    unique: tuple[tuple[str, ...], ...] = ()
    indexes: tuple[tuple[str, ...], ...] = ()
    references: tuple[ReferenceFacts, ...] = ()
    distributions: Mapping[str, ValueDistribution] = field(default_factory=dict)
    special_indexes: tuple[IndexFacts, ...] = ()
    """Those of the engine's other kinds."""
    omitted: tuple[OmittedPart, ...] = ()
    """Parts that the copied table does not have: triggers, partitions, indexes on expressions."""


@dataclass(frozen=True)
class CountedStatement:
    """A statement that the server has counted: its text with the values taken out, how often it ran
    and how many seconds all of that took."""

    text: str = field(repr=False)
    calls: int
    seconds: float


@dataclass(frozen=True)
class StatementCounts:
    """The statements that a server has counted; `why_not` where it tells none. `others` is the time
    of those whose texts stayed in the server, since they read or change no rows of these tables.
    `digests` are texts that a server has put together anew, and that are no SQL as they are."""

    statements: tuple[CountedStatement, ...] = ()
    others: float = 0.0
    why_not: Message = NOTHING
    digests: bool = False


class Queries:
    """A session for catalogue queries, and the texts of all that were `sent` in it, each once."""

    def __init__(self, session: Any) -> None:
        self.session = session
        self.sent: list[str] = []

    def rows(self, sql: str, *values: str) -> list[Row]:
        """Rows of one query with bound values.

        Raises: StatementFailed
        """
        self._note(sql)
        found: list[Row] = self.session.ask(sql, *values)
        return found

    def run(self, sql: str) -> None:
        """A statement without rows.

        Raises: StatementFailed
        """
        self._note(sql)
        self.session.execute(sql)

    def _note(self, sql: str) -> None:
        text = " ".join(sql.split())
        if text not in self.sent:
            self.sent.append(text)


class Structure[Entered: Session](ABC):
    """How an engine's catalogue is queried, in its own SQL."""

    quote = '"'
    uncounted: ClassVar[frozenset[StoredKind]] = frozenset({StoredKind.OTHER})
    """Kinds of columns whose values are not counted."""
    mean_bytes: ClassVar[str]
    """The SQL of the mean bytes of texts or bytes in the column `{name}`."""
    no_mean: ClassVar[str] = "0"
    """What stands in its place for other kinds."""
    first_counts, last_counts = "", "limit 50"
    """What bounds a list to 50 rows: one of both, as the engine writes it."""

    def quoted(self, *names: str) -> str:
        """A name as an identifier, behind that of its schema if it has one."""
        return ".".join(quoted_identifier(name, self.quote) for name in names if name)

    @abstractmethod
    def begin(self, queries: Queries, seconds: int = QUERY_SECONDS) -> None:
        """Begin a transaction that only reads, in which each query may take so long."""

    @abstractmethod
    def tables(self, queries: Queries) -> list[TableSummary]:
        """The ordinary tables of the database."""

    @abstractmethod
    def relations(self, queries: Queries) -> list[Relation]:
        """Views and the like, which have rows but cannot be chosen."""

    @abstractmethod
    def table(self, queries: Queries, name: TableName) -> TableFacts | None:
        """What is declared of a table, without distributions; None where there is no such table."""

    def checks(self, queries: Queries, name: TableName) -> list[CheckFacts]:
        """The checks of a table and of its columns' domains."""
        del queries, name
        return []

    @abstractmethod
    def statistics(self, queries: Queries, table: TableFacts) -> dict[str, ValueDistribution]:
        """How values distribution by the server's own statistics, of which no value is read."""

    @abstractmethod
    def count_in_server(
        self, queries: Queries, table: TableFacts
    ) -> tuple[int, dict[str, ValueDistribution]]:
        """Rows, and how values distribution, counted inside the server by reading the whole table.

        Raises: InputError where it is no ordinary table any more
        """

    def distributions(
        self, queries: Queries, table: TableFacts, quoted: str, rows: int
    ) -> dict[str, ValueDistribution]:
        """Of the columns of a table, counted inside the server over all `rows`; values rarer than
        `FEWEST` are left out."""
        return {
            each.name: self._distribution(queries, each, quoted, rows)
            for each in table.columns
            if each.kind not in self.uncounted and not each.computed
        }

    def _distribution(
        self, queries: Queries, column: ColumnFacts, table: str, rows: int
    ) -> ValueDistribution:
        name = self.quoted(column.name)
        long = column.kind in (StoredKind.TEXT, StoredKind.BYTES)
        width = self.mean_bytes.format(name=name) if long else self.no_mean
        filled, distinct, mean = queries.rows(
            f"select count({name}) as {OWN_MARK}, count(distinct {name}), {width} from {table}"
        )[0]
        counts = queries.rows(
            f"select {self.first_counts} f, count(*) as {OWN_MARK} from (select count(*) f from "
            f"{table} where {name} is not null group by {name}) x where f >= {FEWEST} "
            f"group by f order by f desc {self.last_counts}"
        )
        common = unrolled(counts)[:_MOST_FREQUENCIES] if rows else ()
        return ValueDistribution(
            (rows - int(str(filled))) / rows if rows else 0.0,
            float(str(distinct)),
            float(str(mean or 0)),
            tuple(count / rows for count in common),
            exact=True,
        )

    def statements(
        self, queries: Queries, tables: Sequence[TableName], most: int
    ) -> StatementCounts:
        """The statements that took most of the server's time in this database, of those that speak
        of these tables."""
        del queries, tables, most
        return StatementCounts(why_not=phrase("this engine counts no statements"))


def unrolled(counts: Iterable[Sequence[object]]) -> list[int]:
    """How often each of the commonest values stands, out of (count, how many values have it)."""
    return [
        int(str(count))
        for count, times in counts
        for _ in range(min(int(str(times)), _MOST_FREQUENCIES))
    ]


def reported_frequencies(shares: Sequence[float], rows: int | None) -> tuple[float, ...]:
    """The shares of a server's statistics that stand for enough rows."""
    known = rows or 0
    return tuple(share for share in shares if share * known >= FEWEST)[:_MOST_FREQUENCIES]


def no_such_table(engine: str, name: TableName) -> InputError:
    """The error for what is no ordinary table."""
    return InputError(
        phrase("Table not found"),
        phrase("{engine} has no ordinary table “{table}” in this database."),
        phrase("Choose another table. Views, foreign tables and system tables are not read."),
        engine=engine,
        table=name,
    )
