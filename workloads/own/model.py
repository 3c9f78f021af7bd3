"""The model of a workload file that a user writes (TOML): tables with columns, and operations with
their statements. Attributes have the names of the file's keys."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from functools import cached_property
from graphlib import TopologicalSorter
from pathlib import Path

from engines.contract.message import phrase
from engines.sql.statement import Encryptor, Parameter, Target, ValueType
from workloads.own.load_model import LoadWork


class ColumnType(StrEnum):
    INTEGER = "integer"
    REAL = "real"
    DECIMAL = "decimal"
    BOOLEAN = "boolean"
    DATE = "date"
    TIMESTAMP = "timestamp"
    TEXT = "text"
    BYTES = "bytes"

    @property
    def value_type(self) -> ValueType:
        return ValueType(self.value)


class SearchKind(StrEnum):
    """What an encrypted column is searched by. EQUAL gives it a blind index where ciphertexts of
    equal values differ; RANGE is for servers that open values. PREFIX is known, and refused."""

    NONE = "none"
    EQUAL = "equal"
    RANGE = "range"
    PREFIX = "prefix"


class TextFold(StrEnum):
    """How a text is normalised before it is stored, encrypted or searched: LOWER makes it lower
    case, so that comparisons with and without case agree."""

    NONE = "none"
    LOWER = "lower"


class RowDistribution(StrEnum):
    """Which rows values are drawn from: all equally, the first ones more often (Zipf's law, as in
    YCSB), the last ones more often, or one row after another."""

    UNIFORM = "uniform"
    ZIPF = "zipf"
    NEWEST = "newest"
    SEQUENTIAL = "sequential"


class Distribution(StrEnum):
    """How numbers and dates are distributed between `least` and `most`."""

    UNIFORM = "uniform"
    NORMAL = "normal"
    LOGNORMAL = "lognormal"
    ZIPF = "zipf"


type Given = str | int | float | bool | date
"""A value in a file; a date may be a `datetime`."""


@dataclass(frozen=True)
class ColumnWork:
    """A column, and how its values are generated. Attributes are keys of the file."""

    type: ColumnType
    make: str = ""
    """The generator of its values (`workloads.own.validation.GENERATORS`); empty: by its type."""
    size: int = 255
    """Bytes of a text."""
    precision: int = 12
    scale: int = 2
    """Digits of a decimal, and those after the point."""
    nulls: float = 0.0
    """Share of rows with NULL."""
    unique: bool = False
    seal: bool = False
    """Whether it is encrypted."""
    search: SearchKind = SearchKind.NONE
    fold: TextFold = TextFold.NONE
    domain: str = ""
    """Columns of one domain are compared with each other: their blind indexes are alike."""
    frequencies: tuple[float, ...] = ()
    """Shares of the commonest values."""
    distinct: int = 0
    """Number of distinct values; 0: about as many as rows."""
    distribution: Distribution = Distribution.UNIFORM
    least: Given | None = None
    most: Given | None = None
    mean: Given | None = None
    deviation: float | None = None
    """Of a lognormal distribution the median, and the deviation of the logarithm."""
    to: str = ""
    """The `table.column` that a reference (foreign key) points to."""
    draw: RowDistribution = RowDistribution.UNIFORM
    skew: float = 1.2
    """How rows of a reference are drawn; the exponent of Zipf's law, also of `distribution`."""
    index: bool | None = None
    values: tuple[Given, ...] = ()
    pattern: str = ""
    """Read by `workloads.own.text_generators`."""
    file: str = ""
    column: str = ""
    """A CSV file in the folder of the workload file, and its column."""
    by: str = ""
    """An earlier column on whose value this one depends: `cases` has the values' shares for each of
    its values; `serial` numbers the rows of each of its values separately."""
    cases: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    like: str = ""
    share: float = 1.0
    """An earlier column whose value is copied in this share of rows."""
    required: bool = False
    """NOT NULL."""
    default: Given | None = None
    native: str = ""
    """A type of the file's own engine, used on that engine in place of the general one where the
    column is not encrypted."""
    step: float = 0.0
    """Numbers and timestamps are multiples of it (in seconds): a native type may hold no others."""
    check: str = ""
    """A condition that all values fulfil, read by `workloads.own.check_constraints`."""

    def target(self, table: str, name: str) -> Target:
        """Table and column that its values are encrypted for, with their type."""
        return Target(
            table,
            name,
            self.bytes_or_digits,
            None,
            self.type.value_type,
            self.digits_behind,
            as_text=self.type not in (ColumnType.TEXT, ColumnType.BYTES),
            domain=self.domain,
        )

    def parameter(self, name: str, dialect: str = "") -> Parameter:
        """A parameter for its values, in a file whose own engine is `dialect`."""
        return Parameter(name, self.type.value_type, self.bytes_or_digits, self.native_on(dialect))

    def native_on(self, dialect: str) -> tuple[str, str] | None:
        """Engine and name of the native type; None without one."""
        return (dialect, self.native) if self.native and dialect else None

    @property
    def bytes_or_digits(self) -> int:
        """Its size in a schema."""
        return self.precision if self.type is ColumnType.DECIMAL else self.size

    @property
    def digits_behind(self) -> int:
        """Digits after the point of a decimal; else 0."""
        return self.scale if self.type is ColumnType.DECIMAL else 0


def has_index(column: ColumnWork, encryptor: Encryptor) -> bool:
    """Whether a column has a blind index under a protection."""
    return column.seal and column.search is SearchKind.EQUAL and encryptor.needs_blind_index


INDEX_COLUMN = re.compile(
    r"([a-z][a-z0-9_]{0,29})((?:\(\d{1,4}\))?(?: collate (?:binary|nocase|rtrim))?"
    r"(?: [a-z0-9_]{1,40}_ops)?(?: desc)?)"
)
"""A column of an index, and what may follow its name: a prefix length, a collation of SQLite's, an
operator class, DESC."""


@dataclass(frozen=True)
class IndexWork:
    """An index of a `kind` that only the file's own engine has; a column's name may be followed by
    what `INDEX_COLUMN` allows. Other engines leave it out."""

    kind: str
    columns: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(re.split(r"[ (]", each, maxsplit=1)[0] for each in self.columns)

    @property
    def endings(self) -> tuple[str, ...]:
        pairs = zip(self.columns, self.names, strict=True)
        return tuple(each.removeprefix(name) for each, name in pairs)


@dataclass(frozen=True)
class ReferenceWork:
    """A foreign key of several columns: `columns` reference those of `to`, each a `table.column` of
    one table. Columns whose own `to` are these take their values from one drawn row; any other set
    must follow from the foreign keys of its columns (`is_implied`)."""

    columns: tuple[str, ...]
    to: tuple[str, ...]

    @property
    def table(self) -> str:
        return self.to[0].partition(".")[0] if self.to else ""

    @property
    def targets(self) -> tuple[str, ...]:
        return tuple(each.partition(".")[2] for each in self.to)


@dataclass(frozen=True)
class TableWork:
    """A table with its columns in order. `rows` is scaled with the size of a plan's case. `key` are
    the columns of the primary key, empty for none; `unique` and `indexes` are sets of several
    columns, `other_indexes` indexes of special kinds. `person` is the column that names the person
    (data subject) of a row, such as an order's customer, where that is not the key."""

    rows: int
    column: Mapping[str, ColumnWork]
    key: tuple[str, ...] = ("id",)
    unique: tuple[tuple[str, ...], ...] = ()
    indexes: tuple[tuple[str, ...], ...] = ()
    other_indexes: tuple[IndexWork, ...] = ()
    references: tuple[ReferenceWork, ...] = ()
    person: str = ""

    @property
    def counted(self) -> str | None:
        """The key that the server numbers: a single integer column made by `serial`; else None."""
        known = self.column.get(self.key[0]) if len(self.key) == 1 else None
        serial = known is not None and known.make == "serial" and not known.by
        return self.key[0] if serial else None

    @property
    def keys(self) -> tuple[tuple[str, ...], ...]:
        """The sets of columns that identify rows: the primary key and unique sets."""
        return tuple(each for each in (self.key, *self.unique) if each)

    def reference_of(self, name: str) -> tuple[str, ...]:
        """The columns of the foreign key of several columns that this one belongs to, whose values
        come from one row; else itself."""
        for each in self.references:
            if name in each.columns and self.is_drawn_whole(each):
                return each.columns
        return (name,)

    def is_drawn_whole(self, reference: ReferenceWork) -> bool:
        """Whether all columns of a foreign key take their values from one drawn row."""
        known = [self.column[name].to for name in reference.columns if name in self.column]
        return len(known) > 1 and tuple(known) == reference.to

    def lookup_columns(self, name: str) -> tuple[str, ...]:
        """The columns of a key or a reference of several columns that this one belongs to, by which
        a row is looked up; else itself."""
        sets = (*self.keys, self.reference_of(name))
        return next((each for each in sets if name in each and len(each) > 1), (name,))

    def references_forming_key(self, name: str) -> tuple[tuple[str, ...], ...]:
        """The references that form a key of several columns, this one among them: their rows are
        drawn together, so that no combination comes twice."""
        for each in self.keys:
            if name in each and len(each) > 1 and (found := self.references_in(each)):
                return found
        return ()

    def references_in(self, key: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """The references whose columns are those of a key, none where it has other columns."""
        if not all(name in self.column and self.column[name].to for name in key):
            return ()
        found = tuple(dict.fromkeys(self.reference_of(name) for name in key))
        return found if {name for each in found for name in each} == set(key) else ()

    def distinct_references(self) -> Iterator[tuple[tuple[str, ...], ...]]:
        """The references of each key that consists of references only: the table has no more rows
        than combinations of the referenced ones."""
        alone = ((name,) for name, each in self.column.items() if each.to and each.unique)
        return filter(None, map(self.references_in, (*self.keys, *alone)))

    def is_unique(self, name: str) -> bool:
        """Whether a column has no value twice."""
        known = self.column[name]
        return known.unique or (known.make == "serial" and not known.by)


@dataclass(frozen=True)
class DrawnValue:
    """Where the values of a parameter come from: from a column as it was loaded, in rows drawn by
    `draw`; a share of `missing` ones are in no row. `value` is a constant instead. The upper end of
    a range is `above` another parameter by `width` (units of a number, days of a date); without a
    width it is any value of the column that is not less."""

    column: str
    draw: RowDistribution = RowDistribution.UNIFORM
    skew: float = 1.2
    missing: float = 0.0
    value: Given | None = None
    above: str = ""
    width: Given | None = None


@dataclass(frozen=True)
class OperationWork:
    """Statements that are run one after another, `times` in a run, or as often as the table `each`
    has rows, after those that are run `once`. `weight` is its weight in a mix. `sql_of` (engine →
    text) replaces `sql` on an engine."""

    name: str
    sql: tuple[str, ...]
    once: tuple[str, ...] = ()
    parameters: Mapping[str, DrawnValue] = field(default_factory=dict)
    times: int = 100
    each: str = ""
    weight: float = 1.0
    sql_of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def statements_for(self, engine: str) -> tuple[str, ...]:
        """Its statements on an engine, after those that are run once."""
        return (*self.once, *(self.sql_of.get(engine) or self.sql))


@dataclass(frozen=True, eq=False)
class WorkFile:
    """The contents of a file; `dialect` is the engine in whose SQL its statements are written.
    `differences` says how its tables differ from the database that it was designed from, a row of
    cells for each (`DIFFERENCE_HEADS`)."""

    name: str
    dialect: str
    table: Mapping[str, TableWork]
    operation: tuple[OperationWork, ...]
    format: int = 1
    seed: int = 1
    load: LoadWork | None = None
    differences: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, eq=False)
class WorkSpec(WorkFile):
    """A workload that a file describes; `folder` is where that file lies."""

    folder: Path | None = None

    @property
    def main(self) -> str:
        """The table whose rows a case's size counts: the first."""
        return next(iter(self.table))

    @property
    def marker_table(self) -> str:
        """The table that a marker is planted in: a text that the search for plaintext looks for
        wherever a server writes."""
        return self.marker_place[0]

    @property
    def marker_column(self) -> str:
        return self.marker_place[1]

    @property
    def marker_place(self) -> tuple[str, str]:
        """Table and column that a marker fits into: an encrypted text, else the first text.

        Raises: ValueError where there is none
        """
        texts = [
            (table, name, each.seal)
            for table, name, each in self.columns()
            if each.type is ColumnType.TEXT and each.size >= MARKER_BYTES and not each.to
            if name not in self.table[table].key and self.table[table].rows
        ]
        table, column, _ = max(texts, key=lambda known: known[2])
        return table, column

    def columns(self) -> Iterator[tuple[str, str, ColumnWork]]:
        """All columns, with their table's and their own name."""
        for table, known in self.table.items():
            for column, each in known.column.items():
                yield table, column, each

    def encrypted_columns(
        self, searched: Collection[SearchKind] = tuple(SearchKind)
    ) -> tuple[str, ...]:
        """The encrypted columns with one of these kinds of search, as `table.column`."""
        return tuple(
            f"{table}.{name}"
            for table, name, each in self.columns()
            if each.seal and each.search in searched
        )

    def column(self, named: str) -> ColumnWork | None:
        """The column `table.column`; None where there is none."""
        table, _, column = named.partition(".")
        known = self.table.get(table)
        return None if known is None else known.column.get(column)

    def subject_column(self, table: str) -> str:
        """The column that names the person (data subject) of a table's rows; empty where each row
        is another person's."""
        known = self.table[table]
        return known.person or (known.key[0] if len(known.key) == 1 else "")

    def root_subject_column(self, table: str) -> str:
        """The column, as `table.column`, at the end of the chain of references from the person's
        column: rows that have one value there are one person's."""
        named = f"{table}.{self.subject_column(table)}"
        while (known := self.column(named)) is not None and known.to:
            named = known.to
        return named

    @cached_property
    def referenced_columns(self) -> frozenset[str]:
        """The columns, as `table.column`, that foreign keys reference."""
        return frozenset(each.to for _, _, each in self.columns() if each.to)

    def references(self, table: str) -> Iterator[ReferenceWork]:
        """All foreign keys of a table: those of single columns first."""
        known = self.table[table]
        for name, each in known.column.items():
            if each.to and known.reference_of(name) == (name,):
                yield ReferenceWork((name,), (each.to,))
        yield from known.references

    def is_deferred(self, table: str, reference: ReferenceWork) -> bool:
        """Whether a reference is part of a circle of tables and leads to one further down in the
        file: a deferred constraint, checked once all tables are filled."""
        return reference.table in self._later.get(table, ())

    @cached_property
    def _later(self) -> Mapping[str, frozenset[str]]:
        """Table → tables further down in the file that it references within a circle."""
        direct = {
            name: {each.table for each in self.references(name)} & set(self.table)
            for name in self.table
        }
        places = {name: place for place, name in enumerate(self.table)}
        reached = {name: _reached(direct, name) for name in self.table}
        return {
            name: frozenset(x for x in others if places[x] > places[name] and name in reached[x])
            for name, others in direct.items()
        }

    def in_order(self) -> tuple[str, ...]:
        """Tables in an order for filling: after those that they reference, except deferred ones."""
        sorting: TopologicalSorter[str] = TopologicalSorter()
        for table in self.table:
            targets = {each.table for each in self.references(table)} - self._later[table]
            sorting.add(table, *sorted(targets - {table}))
        return tuple(each for each in sorting.static_order() if each in self.table)


def is_implied(tables: Mapping[str, TableWork], table: str, reference: ReferenceWork) -> bool:
    """Whether the foreign keys of its columns, followed from table to table, already lead to the
    rows of the reference."""
    names, seen = reference.columns, set[str]()
    while table in tables and table not in seen:
        seen.add(table)
        known = tables[table]
        if not all(each in known.column for each in names):
            return False
        to = tuple(known.column[each].to for each in names)
        if not all(to) or len({each.partition(".")[0] for each in to}) > 1:
            return False
        if len(names) > 1 and not set(names) <= set(known.reference_of(names[0])):
            return False
        if to == reference.to:
            return True
        table = to[0].partition(".")[0]
        names = tuple(each.partition(".")[2] for each in to)
    return False


def _reached(direct: Mapping[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    ahead = [start]
    while ahead:
        fresh = direct[ahead.pop()] - found
        found |= fresh
        ahead += fresh
    return found


DIFFERENCE_HEADS = (
    phrase("Place"),
    phrase("Source"),
    phrase("Here"),
    phrase("What it changes"),
)
"""Heads of the table of differences between a workload and the database it was designed from."""
LONGEST_DIFFERENCE = 200
"""Most characters of a cell."""

MARKER_BYTES, LONGEST_KEY = 32, 255
"""Bytes of a marker; most bytes of a text with an index."""
