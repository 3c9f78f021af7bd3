"""Generates the rows of a user's workload: the same for the same file, seed and size."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import cached_property, lru_cache
from itertools import batched
from typing import Any

import numpy as np

from engines.contract.errors import InputError
from engines.contract.message import phrase, plural
from engines.sql.statement import Value
from workloads.own.column_values import (
    bounds_of,
    csv_column,
    location_and_scale,
    shifted,
    step_of,
    value_of,
)
from workloads.own.model import (
    ColumnType,
    ColumnWork,
    Distribution,
    OperationWork,
    RowDistribution,
    TextFold,
    WorkSpec,
)
from workloads.own.text_generators import TEXT_GENERATORS, texts_of_pattern
from workloads.random_numbers import random_uint64, splitmix64, unit_floats, zipf_ranks

# Whole numbers between two bounds by a distribution; `numbers` are random uint64.


def uniform(numbers: Any, least: int, most: int) -> Any:
    return least + (numbers % np.uint64(most - least + 1)).astype(np.int64)


def normal(numbers: Any, least: int, most: int, mean: float, deviation: float) -> Any:
    """A normal distribution, clipped at the bounds."""
    return _within(mean + deviation * _normal(numbers), least, most)


def lognormal(numbers: Any, least: int, most: int, median: float, deviation: float) -> Any:
    """A distribution whose logarithm is normal with this deviation."""
    return _within(median * np.exp(deviation * _normal(numbers)), least, most)


def zipf(numbers: Any, least: int, most: int, skew: float) -> Any:
    """Zipf's law; `least` is the commonest."""
    return least + zipf_ranks(numbers, most - least + 1, skew)


def permuted(numbers: Any, least: int, most: int) -> Any:
    """Distinct numbers in random order, spread over the range.

    Raises: ValueError where the range has too few
    """
    count = len(numbers)
    if most - least + 1 < count:
        raise ValueError(f"{most - least + 1} numbers for {count} rows")
    step = (most - least + 1) // max(1, count)
    return least + np.argsort(numbers, kind="stable").astype(np.int64) * step


def _normal(numbers: Any) -> Any:
    """Box and Muller (1958)."""
    radius = np.sqrt(-2.0 * np.log1p(-unit_floats(numbers)))
    return radius * np.cos(2.0 * np.pi * unit_floats(splitmix64(numbers + np.uint64(1))))


def _within(values: Any, least: int, most: int) -> Any:
    return np.clip(np.rint(values), least, most).astype(np.int64)


_CODES = 1 << 28
"""Range of the codes that non-unique texts are made from."""

_VALUES_PER_BATCH = 10_000
_CODE_GENERATORS = frozenset({"pattern", *TEXT_GENERATORS})
"""Generators that make a text from any code."""


@dataclass(frozen=True)
class GeneratedTables:
    """All tables of a workload in a case whose main table has `size` rows; columns are generated
    when first used."""

    work: WorkSpec
    seed: int
    size: int

    def rows_of(self, table: str) -> int:
        """The number of rows of a table: the file's, scaled like the main table's; at most as many
        as there are combinations of referenced rows, where these form a key."""
        return self._rows_of(table, ())

    def _rows_of(self, table: str, before: tuple[str, ...]) -> int:
        known = self.work.table
        rows = known[table].rows
        if not rows:
            return 0
        count = max(1, round(rows * self.size / known[self.work.main].rows))
        for joined in known[table].distinct_references():
            others = [known[table].column[each[0]].to.partition(".")[0] for each in joined]
            fits = rows <= math.prod(known[each].rows for each in others)
            if fits and not {table, *before} & set(others):
                count = min(count, math.prod(self._rows_of(x, (*before, table)) for x in others))
        return count

    def rows(self, table: str) -> Iterator[tuple[Value, ...]]:
        """The rows of a table, columns in the order of the file."""
        columns = (self.column(table, name) for name in self.work.table[table].column)
        return zip(*columns, strict=True)

    def column(self, table: str, name: str) -> Sequence[Value]:
        """The values of a column, one per row.

        Raises: InputError for data that cannot be used
        """
        if (table, name) not in self._columns:
            self._columns[table, name] = self._generate(table, name)
        return self._columns[table, name]

    def drawn(self, operation: OperationWork, parameter: str, times: int) -> list[Value]:
        """Values of a parameter, one for each run of an operation."""
        drawn = operation.parameters[parameter]
        table, _, name = drawn.column.partition(".")
        column = self.work.table[table].column[name]
        if drawn.value is not None:
            return [
                _folded(column, value_of(drawn.value, column.type.value_type, column.scale))
            ] * times
        if drawn.above:
            lower = self.drawn(operation, drawn.above, times)
            if drawn.width is not None:
                return [shifted(column, each, drawn.width) for each in lower]
        known = self.column(table, name)
        purpose = f"{operation.name}\0{self._row_of(operation, parameter)}"
        chosen = _row_indexes(self._numbers(purpose, times), len(known), drawn.draw, drawn.skew)
        values: list[Value] = [known[place] for place in chosen.tolist()]
        if drawn.missing:
            missing = f"{operation.name}\0{parameter}\0missing"
            misses = unit_floats(self._numbers(missing, times)) < drawn.missing
            places = np.flatnonzero(misses)
            if self.work.table[table].references_forming_key(name):
                fresh = self._key_combinations(table, name, column, len(known), times)
                for place in places.tolist():
                    values[place] = fresh[place]
            else:
                for place in places.tolist():
                    values[place] = _absent(column, len(known) + place)
        if drawn.above:
            pairs = zip(lower, values, strict=True)
            return [max(pair, key=str) if None not in pair else pair[1] for pair in pairs]
        return values

    def _row_of(self, operation: OperationWork, parameter: str) -> str:
        """What the row of a parameter's value is drawn by: parameters of the columns of one key or
        foreign key take their values from the same row, the first of each column from one row, the
        second of each from another."""
        table, _, name = operation.parameters[parameter].column.partition(".")
        whole = self.work.table[table].lookup_columns(name)
        if len(whole) < 2:
            return parameter
        columns = [each.column for each in operation.parameters.values()]
        place = list(operation.parameters).index(parameter)
        times = columns[:place].count(columns[place])
        return f"{table}\0{', '.join(whole)}\0{times}"

    @cached_property
    def digest(self) -> str:
        """SHA-256 of all values of all tables, equal for equal rows."""
        digest = hashlib.sha256()
        for table, known in self.work.table.items():
            for name in known.column:
                digest.update(f"\x1d{table}\x1e{name}".encode())
                for some in batched(self.column(table, name), _VALUES_PER_BATCH):
                    texts: Iterable[str] = map(str, some)
                    if None in some:
                        texts = ("\0" if each is None else str(each) for each in some)
                    digest.update("\x1f".join(texts).encode())
                    digest.update(b"\x1f")
        return digest.hexdigest()

    @cached_property
    def _columns(self) -> dict[tuple[str, str], Sequence[Value]]:
        return {}

    def _numbers(self, purpose: str, count: int) -> Any:
        return random_uint64(self.seed * 1_000_003 + self.work.seed, purpose, count)

    def _generate(self, table: str, name: str) -> Sequence[Value]:
        column, count = self.work.table[table].column[name], self.rows_of(table)
        if not count:
            return []
        values = self._generate_values(table, name, column, count)
        if column.like:
            other = self.column(table, column.like)
            taken = unit_floats(self._numbers(f"{table}.{name}\0like", count)) < column.share
            rows = zip(taken.tolist(), other, values, strict=True)
            values = [theirs if take else own for take, theirs, own in rows]
        if column.fold is not TextFold.NONE:
            values = [_folded(column, value) for value in values]
        if not column.nulls:
            return values
        together = ", ".join(self.work.table[table].reference_of(name))
        empty = unit_floats(self._numbers(f"{table}.{together}\0nulls", count)) < column.nulls
        return [None if none else value for none, value in zip(empty.tolist(), values, strict=True)]

    def _generate_values(
        self, table: str, name: str, column: ColumnWork, count: int
    ) -> Sequence[Value]:
        together = ", ".join(self.work.table[table].reference_of(name))
        numbers = self._numbers(f"{table}.{together}", count)
        match column.make:
            case "serial":
                return self._serial_values(table, column, count)
            case "reference":
                return self._reference_values(table, name, column, numbers)
            case "csv":
                return self._csv_values(column, numbers)
            case "cases":
                return self._case_values(table, column, numbers)
            case "number" | "date":
                return self._number_values(f"{table}.{name}", column, numbers)
        return _listed(column, numbers)

    def _serial_values(self, table: str, column: ColumnWork, count: int) -> Sequence[Value]:
        """Numbers from 1: of all rows, or with `by` of the rows of each value of that column."""
        if not column.by:
            return range(1, count + 1)
        numbers: list[Value] = []
        counted: Counter[Value] = Counter()
        for value in self.column(table, column.by):
            counted[value] += 1
            numbers.append(counted[value])
        return numbers

    def _reference_values(
        self, table: str, column_name: str, column: ColumnWork, numbers: Any
    ) -> Sequence[Value]:
        target, _, name = column.to.partition(".")
        if self.work.table[table].references_forming_key(column_name):
            return self._key_combinations(table, column_name, column, 0, len(numbers))
        if target == table:
            # An earlier row, so that rows can be inserted in order; the first has NULL, or itself
            # where NULL is not allowed.
            earlier = np.maximum(np.arange(len(numbers), dtype=np.uint64), np.uint64(1))
            chosen = (numbers % earlier).astype(np.int64)
        else:
            chosen = _row_indexes(numbers, self.rows_of(target), column.draw, column.skew)
        known = self.column(target, name)
        if isinstance(known, range):
            values: list[Value] = (chosen + 1).tolist()
        else:
            values = [known[place] for place in chosen.tolist()]
        return [None, *values[1:]] if target == table and not column.required else values

    def _key_combinations(
        self, table: str, name: str, column: ColumnWork, first: int, count: int
    ) -> list[Value]:
        """Values of a column whose references together form a key, for `count` rows from the
        `first` on: distinct combinations of referenced rows.

        Raises: InputError where there are more rows than combinations
        """
        joined = self.work.table[table].references_forming_key(name)
        known = self.work.table[table].column
        sizes = [self.rows_of(known[each[0]].to.partition(".")[0]) for each in joined]
        combinations = math.prod(sizes)
        if count > combinations:
            raise InputError(
                phrase("Too few values"),
                phrase("{table} has more rows than its key has values.", table=table),
                phrase("Give the tables that its key points to more rows."),
            )
        step = max(1, round(combinations * 0.618))
        while math.gcd(step, combinations) > 1:
            step += 1
        codes = np.arange(first, first + count, dtype=object) * step % combinations
        place = next(number for number, each in enumerate(joined) if name in each)
        chosen = codes // math.prod(sizes[place + 1 :]) % sizes[place]
        target, _, pointed = column.to.partition(".")
        values = self.column(target, pointed)
        return [values[each] for each in chosen.tolist()]

    def _csv_values(self, column: ColumnWork, numbers: Any) -> Sequence[Value]:
        assert self.work.folder is not None  # only files in folders have CSV columns
        path = self.work.folder / column.file
        kind = column.type.value_type
        known = csv_column(path, column.column, kind, column.scale, column.size)
        if len(known) < (len(numbers) if column.unique else 1):
            raise InputError(
                phrase("Too few records"),
                plural(
                    "{path} has {n} records; needed: {wanted}.",
                    "{path} has {n} record; needed: {wanted}.",
                    len(known),
                ),
                path=path,
                wanted=len(numbers) if column.unique else 1,
            )
        draw = RowDistribution.SEQUENTIAL if column.draw is RowDistribution.UNIFORM else column.draw
        chosen = _row_indexes(numbers, len(known), draw, column.skew)
        return [known[place] for place in chosen.tolist()]

    def _case_values(self, table: str, column: ColumnWork, numbers: Any) -> Sequence[Value]:
        """Values by the shares of the other column's value; NULL where that has no case."""
        place_of_case = {case: place for place, case in enumerate(column.cases)}
        deciding = self.column(table, column.by)
        others = place_of_case.get("", -1)
        chosen = np.array(
            [place_of_case.get(str(value), others) for value in deciding], dtype=np.int64
        )
        values: Any = np.full(len(chosen), None, dtype=object)
        drawn = unit_floats(numbers)
        for place, known in enumerate(column.cases.values()):
            rows = np.flatnonzero(chosen == place)
            reached = np.cumsum(np.array(list(known.values())))
            ranks = np.searchsorted(reached / reached[-1], drawn[rows], side="right")
            texts: Any = np.empty(len(known), dtype=object)
            texts[:] = [value_of(each, column.type.value_type, column.scale) for each in known]
            values[rows] = texts[np.minimum(ranks, len(known) - 1)]
        return values.tolist()  # type: ignore[no-any-return]

    def _number_values(self, purpose: str, column: ColumnWork, numbers: Any) -> Sequence[Value]:
        if column.type is ColumnType.BOOLEAN:
            share = column.frequencies[0] if column.frequencies else 0.5
            return (unit_floats(numbers) < share).tolist()  # type: ignore[no-any-return]
        least, most = bounds_of(column)
        step = step_of(column)
        if column.unique:
            try:
                steps = permuted(numbers, 0, (most - least) // step)
                return _values_of_units(column, least + step * steps)
            except ValueError as error:
                raise InputError(
                    phrase("Too few values"),
                    phrase("{column} has fewer values than rows.", column=purpose),
                    phrase("Widen “least” and “most”."),
                ) from error
        if column.frequencies or column.distinct:
            numbers = splitmix64(_codes(column, numbers).astype(np.uint64) + np.uint64(1))
        units = _distributed(column, numbers, least, most)
        return _values_of_units(column, least + (units - least) // step * step)


generated_tables = lru_cache(2)(GeneratedTables)
"""Cached: once for a run, and once for its trial."""


def _listed(column: ColumnWork, numbers: Any) -> Sequence[Value]:
    """Values of a list, or texts of a pattern or a text generator."""
    if column.make == "values":
        known = [value_of(each, column.type.value_type, column.scale) for each in column.values]
        return [known[place] for place in _codes(column, numbers, len(known)).tolist()]
    codes = (
        np.argsort(numbers, kind="stable").astype(np.int64)
        if column.unique
        else _codes(column, numbers)
    )
    return _texts(column, codes)


def _texts(column: ColumnWork, codes: Any) -> Sequence[Value]:
    """The texts, or bytes, of codes."""
    if column.make == "bytes":
        return [hashlib.shake_128(b"%d" % code).digest(column.size) for code in codes.tolist()]
    if column.make == "pattern":
        return texts_of_pattern(codes, column.pattern)
    return _cut(TEXT_GENERATORS[column.make](codes), column)


def _distributed(column: ColumnWork, numbers: Any, least: int, most: int) -> Any:
    match column.distribution:
        case Distribution.UNIFORM:
            return uniform(numbers, least, most)
        case Distribution.ZIPF:
            return zipf(numbers, least, most, column.skew)
        case Distribution.NORMAL:
            return normal(numbers, least, most, *location_and_scale(column))
        case Distribution.LOGNORMAL:
            return lognormal(numbers, least, most, *location_and_scale(column))


def _values_of_units(column: ColumnWork, units: Any) -> Sequence[Value]:
    """Values of a column's type from whole numbers of its units
    (`workloads.own.column_values`)."""
    values: list[Value]
    match column.type:
        case ColumnType.DECIMAL:
            digit = Decimal(1).scaleb(-column.scale)
            values = list(map(digit.__mul__, map(Decimal, units.tolist())))
        case ColumnType.REAL:
            values = (units / 100.0).tolist()
        case ColumnType.DATE:
            values = units.astype("M8[D]").tolist()
        case ColumnType.TIMESTAMP:
            values = units.astype("M8[ms]").tolist()
        case ColumnType.TEXT:
            values = np.datetime_as_string(units.astype("M8[D]")).tolist()
        case _:
            values = units.tolist()
    return values


def _row_indexes(numbers: Any, of: int, draw: RowDistribution, skew: float) -> Any:
    """Indexes of drawn rows, among `of` rows."""
    match draw:
        case RowDistribution.UNIFORM:
            return (numbers % np.uint64(of)).astype(np.int64)
        case RowDistribution.ZIPF:
            return zipf_ranks(numbers, of, skew)
        case RowDistribution.NEWEST:
            return of - 1 - zipf_ranks(numbers, of, skew)
        case RowDistribution.SEQUENTIAL:
            return np.arange(len(numbers), dtype=np.int64) % of


def _codes(column: ColumnWork, numbers: Any, of: int = 0) -> Any:
    """Codes of values: the commonest have the first ones. `of`: how many distinct values there are;
    0: the column's `distinct`."""
    of = of or column.distinct or _CODES
    common = len(column.frequencies)
    if not common:
        return (numbers % np.uint64(of)).astype(np.int64)
    reached = np.cumsum(np.asarray(column.frequencies))
    ranks = np.searchsorted(reached, unit_floats(numbers), side="right")
    # Mixed again, since the numbers above the frequencies are only part of the range.
    rest = (splitmix64(numbers + np.uint64(1)) % np.uint64(max(1, of - common))).astype(np.int64)
    return np.minimum(np.where(ranks < common, ranks, common + rest), max(of, common) - 1)


def _cut(texts: list[str], column: ColumnWork) -> list[str]:
    """Texts cut to the column's size in bytes, at whole characters."""
    most = column.size
    if max(map(len, texts), default=0) * 4 <= most:
        return texts
    return [
        text if len(text) * 4 <= most else text.encode()[:most].decode(errors="ignore")
        for text in texts
    ]


def _folded(column: ColumnWork, value: Value) -> Value:
    return value.lower() if column.fold is TextFold.LOWER and isinstance(value, str) else value


def _absent(column: ColumnWork, number: int) -> Value:
    """A value that no row has; None where there is none."""
    match column.type:
        case ColumnType.BYTES | ColumnType.TEXT:
            return _absent_text(column, number)
        case ColumnType.BOOLEAN:
            return None
        case ColumnType.INTEGER if column.make in ("serial", "reference"):
            return number + 1
    least, most = bounds_of(column)
    beyond = most + (1 + number) * step_of(column)
    match column.type:
        case ColumnType.DATE:
            return _beyond(date(1970, 1, 1), timedelta(days=beyond))
        case ColumnType.TIMESTAMP:
            return _beyond(datetime(1970, 1, 1), timedelta(milliseconds=beyond))
    if column.type is ColumnType.INTEGER and beyond >= 1 << 31:
        beyond = least - 1 - number
    return _values_of_units(column, np.array([beyond]))[0]


def _absent_text(column: ColumnWork, number: int) -> Value:
    """A text or bytes that no row has, in the form of the others where the server checks it."""
    if column.type is ColumnType.TEXT and not (column.unique or column.native):
        return f"absent {number}"[: column.size]
    if column.make not in (*_CODE_GENERATORS, "bytes"):
        return None
    return _texts(column, np.array([number if column.unique else _CODES + number]))[0]


def _beyond(start: date, by: timedelta) -> date | None:
    try:
        return start + by
    except OverflowError:
        return None
