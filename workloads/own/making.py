"""The rows of a workload of one's own: the same for the same file, seed and size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from engines.sql.statement import Value
from workloads.drawing import drawn_numbers, shares, zipf_ranks
from workloads.own.lists import LISTS
from workloads.own.model import ColumnWork, Draw, DrawnValue, Kind, Work

_CODES = 1 << 28
"""Numbers that texts are drawn from where they are not unique: so few that lists repeat."""


@dataclass(frozen=True)
class Made:
    """All tables of a work in a case whose main table has `size` rows."""

    work: Work
    seed: int
    size: int

    def rows_of(self, table: str) -> int:
        """Rows of a table: as the file has them, in proportion to those of the main table."""
        known = self.work.table
        return max(1, round(known[table].rows * self.size / known[self.work.main].rows))

    def rows(self, table: str) -> Iterator[tuple[Value, ...]]:
        """The rows of a table, columns in the order of the file."""
        columns = (self.column(table, name) for name in self.work.table[table].column)
        return zip(*columns, strict=True)

    def column(self, table: str, name: str) -> Sequence[Value]:
        """The values of a column, a row after another."""
        if (table, name) not in self._columns:
            self._columns[table, name] = self._made(table, name)
        return self._columns[table, name]

    def drawn(self, operation: str, parameter: str, said: DrawnValue, times: int) -> list[Value]:
        """Values of a parameter, one for each time that an operation is carried out."""
        table, _, name = said.column.partition(".")
        column, known = self.work.table[table].column[name], self.column(table, name)
        purpose = f"{operation}\0{parameter}"
        chosen = _places(self._numbers(purpose, times), len(known), said.draw, said.skew)
        values: list[Value] = [known[place] for place in chosen.tolist()]
        if said.missing:
            misses = shares(self._numbers(f"{purpose}\0missing", times)) < said.missing
            for place in np.flatnonzero(misses).tolist():
                values[place] = _absent(column, len(known) + place)
        return values

    @cached_property
    def _columns(self) -> dict[tuple[str, str], Sequence[Value]]:
        return {}

    def _numbers(self, purpose: str, count: int) -> Any:
        return drawn_numbers(self.seed * 1_000_003 + self.work.seed, purpose, count)

    def _made(self, table: str, name: str) -> Sequence[Value]:
        column, count = self.work.table[table].column[name], self.rows_of(table)
        values = self._all(f"{table}.{name}", column, count)
        if not column.nulls:
            return values
        empty = shares(self._numbers(f"{table}.{name}\0nulls", count)) < column.nulls
        return [None if none else value for none, value in zip(empty, values, strict=True)]

    def _all(self, purpose: str, column: ColumnWork, count: int) -> Sequence[Value]:
        numbers = self._numbers(purpose, count)
        match column.make:
            case "serial":
                return range(1, count + 1)
            case "reference":
                of = self.rows_of(column.to.partition(".")[0])
                chosen = _places(numbers, of, column.draw, column.skew) + 1
                return chosen.tolist()  # type: ignore[no-any-return]
            case "number":
                return _numbers_of(column, numbers)
            case _:
                codes = np.argsort(numbers) if column.unique else _codes(column, numbers)
                made = LISTS[column.make]
                return [made(code)[: column.size] for code in codes.tolist()]


def _places(numbers: Any, of: int, draw: Draw, skew: float) -> Any:
    match draw:
        case Draw.UNIFORM:
            return (numbers % np.uint64(of)).astype(np.int64)
        case Draw.ZIPF:
            return zipf_ranks(numbers, of, skew)
        case Draw.NEWEST:
            return of - 1 - zipf_ranks(numbers, of, skew)


def _codes(column: ColumnWork, numbers: Any) -> Any:
    """The numbers of texts: the commonest have the first ones."""
    codes = (numbers % np.uint64(column.distinct or _CODES)).astype(np.int64)
    if not column.frequencies:
        return codes
    reached = np.cumsum(np.asarray(column.frequencies))
    ranks = np.searchsorted(reached, shares(numbers), side="right")
    return np.where(ranks < len(reached), ranks, len(reached) + codes)


def _numbers_of(column: ColumnWork, numbers: Any) -> Sequence[Value]:
    least, most = column.least, column.most
    match column.type:
        case Kind.BOOLEAN:
            share = column.frequencies[0] if column.frequencies else 0.5
            return (shares(numbers) < share).tolist()  # type: ignore[no-any-return]
        case Kind.REAL:
            # Hundredths, as amounts have them.
            return np.round(least + shares(numbers) * (most - least), 2).tolist()  # type: ignore[no-any-return]
    of = int(most) - int(least) + 1
    return (int(least) + (numbers % np.uint64(of)).astype(np.int64)).tolist()  # type: ignore[no-any-return]


def _absent(column: ColumnWork, number: int) -> Value:
    """A value that stands in no row, of a column whose values are of one kind."""
    match column.type:
        case Kind.TEXT:
            return f"absent {number}"[: column.size]
        case Kind.BOOLEAN:
            return None
        case Kind.REAL:
            return column.most + number
        case Kind.INTEGER:
            return int(column.most) + number
