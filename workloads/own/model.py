"""What a file says of a workload: tables with columns, and operations of statements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engines.sql.statement import ValueType


class Dialect(StrEnum):
    """Whose SQL statements are written in; Firebird's is read as PostgreSQL's."""

    POSTGRESQL = "postgresql"
    MARIADB = "mariadb"
    SQLITE = "sqlite"
    FIREBIRD = "firebird"


class Kind(StrEnum):
    """The type of a column."""

    INTEGER = "integer"
    REAL = "real"
    BOOLEAN = "boolean"
    TEXT = "text"

    @property
    def value_type(self) -> ValueType:
        """The type of its values."""
        return ValueType(self.value)


class Search(StrEnum):
    """What a sealed column is searched by: EQUAL gives it a blind index where ciphertexts of equal
    values differ."""

    NONE = "none"
    EQUAL = "equal"


class Draw(StrEnum):
    """Which rows values are drawn from: each as often, the first ones more often (Zipf's law, as
    YCSB has it), or the last ones."""

    UNIFORM = "uniform"
    ZIPF = "zipf"
    NEWEST = "newest"


@dataclass(frozen=True)
class ColumnWork:
    """A column. `make` names what makes its values: `serial`, `reference`, `number`, `words` or a
    list of `workloads.own.lists`; `nulls` is the share of rows that have none.

    `frequencies` are the shares of the commonest values, `distinct` how many there are (0: as many
    as rows, more or less); `least` and `most` bound numbers; `to`
    is the column that a reference points to, `draw` and `skew` how its rows are drawn.
    """

    type: Kind
    make: str = ""
    size: int = 255
    nulls: float = 0.0
    unique: bool = False
    seal: bool = False
    search: Search = Search.NONE
    frequencies: tuple[float, ...] = ()
    distinct: int = 0
    least: float = 0.0
    most: float = 1_000_000.0
    to: str = ""
    draw: Draw = Draw.UNIFORM
    skew: float = 1.2
    index: bool = False


@dataclass(frozen=True)
class TableWork:
    """A table: so many rows, unless a plan asks for others, and its columns in order; `key` is the
    column of its whole numbers that count rows from 1."""

    rows: int
    column: Mapping[str, ColumnWork]
    key: str = "id"


@dataclass(frozen=True)
class DrawnValue:
    """Where the values of a parameter come from: the values of a column as it was loaded, in rows
    drawn so; a share of `missing` stand in no row."""

    column: str
    draw: Draw = Draw.UNIFORM
    skew: float = 1.2
    missing: float = 0.0


@dataclass(frozen=True)
class OperationWork:
    """Statements that are carried out one after another, `times` in a run; `weight` is its share of
    the whole. Text for an engine stands in for `sql` there."""

    name: str
    sql: tuple[str, ...]
    parameters: Mapping[str, DrawnValue] = field(default_factory=dict)
    times: int = 100
    weight: float = 1.0
    sql_postgresql: tuple[str, ...] = ()
    sql_mariadb: tuple[str, ...] = ()
    sql_sqlite: tuple[str, ...] = ()
    sql_firebird: tuple[str, ...] = ()

    def statements_for(self, dialect: Dialect) -> tuple[str, ...]:
        """Its statements as an engine is given them."""
        own: tuple[str, ...] = getattr(self, f"sql_{dialect.value}")
        return own or self.sql


@dataclass(frozen=True)
class Work:
    """A workload that a file describes."""

    name: str
    dialect: Dialect
    table: Mapping[str, TableWork]
    operation: tuple[OperationWork, ...]
    format: int = 1
    seed: int = 1

    @property
    def main(self) -> str:
        """The table whose rows cases count: the first."""
        return next(iter(self.table))

    @property
    def marked(self) -> str:
        """The table that a marker is planted in: the first with a sealed text, else the first."""
        return self._marked[0]

    @property
    def marked_column(self) -> str:
        """The column of it: a sealed text, else its first text."""
        return self._marked[1]

    @property
    def _marked(self) -> tuple[str, str]:
        texts = [(t, c, each.seal) for t, c, each in self.columns() if each.type is Kind.TEXT]
        table, column, _ = max(texts, key=lambda known: known[2])
        return table, column

    def columns(self) -> Iterator[tuple[str, str, ColumnWork]]:
        """Table, column, and what the file says of it."""
        for table, known in self.table.items():
            for column, each in known.column.items():
                yield table, column, each

    def column(self, named: str) -> ColumnWork | None:
        """The column `table.column`; None where there is none."""
        table, _, column = named.partition(".")
        known = self.table.get(table)
        return None if known is None else known.column.get(column)
