"""What operations in a mix leave in the tables, and whether it is what it must be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from engines.contract.message import NOTHING, Message, phrase, plural
from engines.contract.session import Row
from engines.sql.statement import Value
from workloads.contract import Setting
from workloads.own.comparing import comparable
from workloads.own.filling import read_rows, rows_in
from workloads.own.making import Made
from workloads.own.sql.parsed import Column, Occurrence, Parsed, Use
from workloads.own.statements import parsed_statements

_LOOKED_AT = 200
"""Of so many first rows, and of as many that came first, sealed values are looked at."""


class MixTables:
    """The tables of a work while its operations are done in a mix, each of which stays done."""

    def __init__(self, made: Made) -> None:
        self._made = made

    def changed(self, engine: str) -> bool:
        """Whether any of them is written to."""
        return any(each.writes for each in _Given(self._made, engine).all())

    def counts(self, setting: Setting) -> tuple[int, ...]:
        """How many rows each holds now."""
        return tuple(rows_in(table, setting) for table in self._made.work.table)

    def fault(
        self, setting: Setting, held: Sequence[int], completed: Sequence[int], times: int
    ) -> Message:
        """What of the rows is not as it must be: as many have come as were inserted, and of some
        every sealed value is one that was loaded or drawn for a parameter, `times` of each."""
        given = _Given(self._made, setting.session.engine)
        counted = zip(self._made.work.table, held, self.counts(setting), strict=True)
        for table, before, now in counted:
            more = given.inserted(table, completed)
            if more is not None and now != before + more:
                return plural(
                    "{table} holds {n} rows, not {expected}",
                    "{table} holds {n} row, not {expected}",
                    now,
                    table=table,
                    expected=before + more,
                )
            if strange := self._strange(table, setting, given, times):
                frame = phrase("{column} holds a value that was never stored")
                return frame.with_values(column=f"{table}.{strange}")
        return NOTHING

    def _strange(self, table: str, setting: Setting, given: _Given, times: int) -> str:
        """A sealed column of a table that holds what nobody stored; looked for in its first rows
        and in those that came first."""
        known = self._made.work.table[table]
        sealed = [name for name, each in known.column.items() if each.seal]
        if not known.key or not sealed:
            return ""
        places = [list(known.column).index(name) for name in known.key]
        first = islice(self._made.rows(table), _LOOKED_AT)
        asked: list[Row] = [tuple(row[place] for place in places) for row in first]
        if known.counted:
            rows = self._made.rows_of(table)
            asked += [(rows + number,) for number in range(1, _LOOKED_AT + 1)]
        found = read_rows(self._made, table, setting, asked, by_key=True)
        for name in sealed:
            place, column = list(known.column).index(name), Column(table, name)
            if not given.only_drawn(column):
                continue  # that it could be opened is all that can be told
            left = {comparable(row[place]) for row in found} - {None}
            left -= set(map(comparable, self._made.column(table, name)))
            for values in given.values(column, times) if left else ():
                left -= set(map(comparable, values))
            if left:
                return name
        return ""


class _Given:
    """What the statements of a work give to columns, as an engine is given them."""

    def __init__(self, made: Made, engine: str) -> None:
        self._made = made
        operations = range(len(made.work.operation))
        self._statements = [parsed_statements(made.work, each, engine) for each in operations]

    def all(self) -> Iterator[Parsed]:
        """The statements of all operations."""
        return chain.from_iterable(self._statements)

    def inserted(self, table: str, completed: Sequence[int]) -> int | None:
        """Rows that so many of each operation put into a table; None where only rows can tell."""
        more = 0
        for count, statements in zip(completed, self._statements, strict=True):
            for each in statements:
                if not each.writes:
                    continue
                if not each.given or _says(each, "delete"):
                    return None  # it may be of any table
                if rows := _rows_of(each, table):
                    if not _adds_each_time(each):
                        return None
                    more += count * rows
        return more

    def only_drawn(self, column: Column) -> bool:
        """Whether a column is given parameters and constants, and nothing else."""
        return all(
            given.simple for each in self.all() for given in each.given if given.column == column
        )

    def values(self, column: Column, times: int) -> Iterator[Iterable[Value]]:
        """All that a column is given: constants, and so many values of each parameter."""
        for operation, statements in zip(self._made.work.operation, self._statements, strict=True):
            found = [one for each in statements for one in each.occurrences if _gives(one, column)]
            yield [each.constant for each in found if each.is_constant]
            for name in {each.name for each in found if not each.is_constant}:
                yield self._made.drawn(operation, name, times)


def _gives(occurrence: Occurrence, column: Column) -> bool:
    return occurrence.column == column and occurrence.use in (Use.ASSIGNED, Use.INSERTED)


def _rows_of(statement: Parsed, table: str) -> int:
    """How many rows of VALUES it has for a table."""
    given = [each.column for each in statement.given if each.use is Use.INSERTED]
    return max(Counter(each for each in given if each.table == table).values(), default=0)


def _adds_each_time(statement: Parsed) -> bool:
    """Whether an INSERT adds its rows whatever is there: of VALUES, without ON CONFLICT."""
    return _says(statement, "values") and not _says(
        statement, "select", "conflict", "duplicate", "ignore", "matching"
    )


def _says(statement: Parsed, *words: str) -> bool:
    text = statement.text.lower()
    return any(each in text for each in words)
