"""The filling, and the study's three scenarios: create and update, whose tables are verified row by
row, and aggregate, by its answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from engines.contract.message import phrase, plural
from engines.contract.session import Row
from engines.sql.statement import Statement, ValueType
from engines.sql.statement_text import insert, select, statement
from workloads.contract import Clock, Operation, Setting, SingleStatement, VerificationFailed

SOURCE, DERIVED, THOUSAND, WORDS = "source", "made", "thousand", "words"
"""Tables: the random numbers, the table made from them, 0 to 999 to count by, and words, which
nothing timed reads: evidence plants its marker there."""

COLUMN, NUMBER, WORD = "r", "n", "word"
"""Columns of the tables."""

_THOUSAND = 1000


class Fill(Operation):
    """Has the server draw the numbers, one for each combination of three rows of the table of a
    thousand. Never timed."""

    name = "FILL"

    def statements(self, size: int) -> int:
        """`size`: records, which are words here."""
        return _THOUSAND + size + 1

    def run(self, setting: Setting, clock: Clock) -> int:
        session, encryptor = setting.session, setting.encryptor
        integer = {NUMBER: ValueType.INTEGER}
        counting = session.prepare(
            insert(THOUSAND, {NUMBER: f":{NUMBER}"}, integer), setting.encryptor
        )
        word = f"seal(:{WORD}, {WORDS}.{WORD})"
        noting = session.prepare(insert(WORDS, {WORD: word}), encryptor)
        clock.run_many((counting, (number,)) for number in range(_THOUSAND))
        clock.run_many((noting, record) for record in setting.count_rows(setting.records))
        numbers_of = _insert_numbers(
            setting.options.size, setting.options.seed, session.whole_number
        )
        drawing = session.prepare(numbers_of, encryptor)
        clock.run(drawing, ())
        for each in (counting, noting, drawing):
            each.close()
        return setting.options.size

    def verify(self, setting: Setting) -> None:
        _check(_counts(setting, SOURCE), _source(setting))


class Create(SingleStatement):
    """CREATE TABLE AS SELECT of each source number plus 10, and of each minus 100.

    On an engine without it the table is created before, untimed, as in the study.
    """

    name = "CREATE"

    def run(self, setting: Setting, clock: Clock) -> int:
        session, options = setting.session, setting.encryptor.table_options
        text = f"insert into {DERIVED} ({COLUMN}) {_TWICE}"
        if session.creates_from_select:
            text = " ".join(f"create table {DERIVED} {options} as {_TWICE}".split())
        else:
            session.execute(f"create table {DERIVED} ({COLUMN} integer) {options}".strip())
            session.begin()
        _run_one(setting, clock, statement(text))
        return 2 * setting.options.size

    def verify(self, setting: Setting) -> None:
        _check(_counts(setting, DERIVED), derived_counts(_source(setting)))


class Update(SingleStatement):
    """Multiplies every row of the derived table by a factor from 1 to 10."""

    name = "UPDATE"

    def run(self, setting: Setting, clock: Clock) -> int:
        times = f"{COLUMN} * {factor_sql(COLUMN, setting.session.whole_number)}"
        _run_one(setting, clock, statement(f"update {DERIVED} set {COLUMN} = {times}"))
        return 2 * setting.options.size

    def verify(self, setting: Setting) -> None:
        _check(_counts(setting, DERIVED), _multiplied(setting))


class Aggregate(SingleStatement):
    name = "AGGREGATE"

    def __init__(self) -> None:
        self._answer: Row = ()

    def run(self, setting: Setting, clock: Clock) -> int:
        columns = (f"max({COLUMN})", f"min({COLUMN})", f"sum({COLUMN})")
        (self._answer,) = _run_one(setting, clock, select(columns, f"from {DERIVED}"))
        return 2 * setting.options.size

    def verify(self, setting: Setting) -> None:
        held = _multiplied(setting)
        total = sum(number * count for number, count in held.items())
        wanted = (max(held), min(held), total)
        answered = tuple(int(str(value)) for value in self._answer)
        if answered != wanted:
            raise VerificationFailed(
                phrase(
                    "maximum, minimum and sum are {held}, not {wanted}",
                    held=repr(answered),
                    wanted=repr(wanted),
                )
            )


_TWICE = (
    f"select {COLUMN} + 10 as {COLUMN} from {SOURCE} "
    f"union all select {COLUMN} - 100 as {COLUMN} from {SOURCE}"
)


def _insert_numbers(rows: int, seed: int, integer_type: str) -> Statement:
    """The INSERT that draws so many numbers, over just the combinations of rows that it needs."""
    most = _THOUSAND * _THOUSAND
    parts = {"b": -(-min(rows, most) // _THOUSAND), "c": -(-rows // most)}
    place = f"a.{NUMBER} + {_THOUSAND} * b.{NUMBER} + {most} * c.{NUMBER}"
    some = " and ".join(f"{name}.{NUMBER} < {limit}" for name, limit in parts.items())
    places = (
        f"select {place} as {NUMBER} from {THOUSAND} c cross join {THOUSAND} b "
        f"cross join {THOUSAND} a where {some}"
    )
    number = number_sql(NUMBER, seed, integer_type)
    return statement(
        f"insert into {SOURCE} ({COLUMN}) select {number} from ({places}) counted "
        f"where {NUMBER} < {rows}"
    )


def _run_one(setting: Setting, clock: Clock, statement: Statement) -> list[Row]:
    prepared = clock.prepare(setting.session, statement, setting.encryptor)
    rows = list(prepared.rows(clock.run(prepared, ())))
    prepared.close()
    return rows


def _counts(setting: Setting, table: str) -> Mapping[int, int]:
    """Number → how many rows of a table have it."""
    found = setting.session.fetch(f"select {COLUMN}, count(*) from {table} group by {COLUMN}")
    return {int(str(number)): int(str(count)) for number, count in found}


def _source(setting: Setting) -> Mapping[int, int]:
    return source_counts(setting.options.size, setting.options.seed)


def _multiplied(setting: Setting) -> Mapping[int, int]:
    return multiplied_counts(derived_counts(_source(setting)))


def _check(held: Mapping[int, int], wanted: Mapping[int, int]) -> None:
    """Raises: VerificationFailed"""
    if held == wanted:
        return
    number = min(each for each in {*held, *wanted} if held.get(each) != wanted.get(each))
    raise VerificationFailed(
        plural(
            "{number} appears in {n} rows of the table, not in {wanted}",
            "{number} appears in {n} row of the table, not in {wanted}",
            held.get(number, 0),
            number=number,
            wanted=wanted.get(number, 0),
        )
    )


# The random numbers of the tables, by arithmetic that every server can do and that is repeated here
# for verification.
#
# A number of the source is drawn by a multiplicative congruential generator (Park and Miller's,
# with the multiplier 48271) from its position, so that servers make millions of them without any
# being sent, and the result can be checked row for row. A row's factor is drawn in the same way
# from its value: a server's own random numbers could not be verified.
#
# Products stay below 2⁵³: SQLite's `mod` works on floating point.

_MULTIPLIER, _MODULUS = 48271, 2**31 - 1
_HIGHEST = 500
"""Numbers of the source are 0 to this, as in the study."""

_OFFSET = 2**31
"""Added to positions: the first ones become as random as the others, and servers whose integers
have 32 bits calculate in wider ones."""

FACTORS = 10
"""The largest factor of a row; the study's were not whole numbers."""

_FACTOR_MODULUS = 65521
"""The largest prime below 2¹⁶."""
_FACTOR_OFFSET = 1000
"""Added to numbers, the least of which is -100, so that no remainder is negative."""


def number_sql(position: str, seed: int, integer_type: str) -> str:
    """SQL expression of the source number at a position, which is itself SQL and counts from 0.

    `integer_type` is the engine's name for it in CAST, here and below.
    """
    wide = f"({position} + {_start(seed)}) * {_MULTIPLIER}"
    return f"cast(mod(mod({wide}, {_MODULUS}), {_HIGHEST + 1}) as {integer_type})"


def factor_sql(column: str, integer_type: str) -> str:
    positive = f"({column} + {_FACTOR_OFFSET}) * {_MULTIPLIER}"
    return f"(1 + cast(mod(mod({positive}, {_FACTOR_MODULUS}), {FACTORS}) as {integer_type}))"


@lru_cache(maxsize=1)
def source_counts(rows: int, seed: int) -> Mapping[int, int]:
    """Source number → how often it is among the first `rows`."""
    first = _start(seed) * _MULTIPLIER
    products = range(first, first + rows * _MULTIPLIER, _MULTIPLIER)
    return Counter(product % _MODULUS % (_HIGHEST + 1) for product in products)


def derived_counts(numbers: Mapping[int, int]) -> Mapping[int, int]:
    """The same for the derived table: each number plus 10, and each minus 100."""
    counts = Counter[int]()
    for number, count in numbers.items():
        counts[number + 10] += count
        counts[number - 100] += count
    return counts


def multiplied_counts(numbers: Mapping[int, int]) -> Mapping[int, int]:
    """The same after every row was multiplied by its factor."""
    counts = Counter[int]()
    for number, count in numbers.items():
        factor = 1 + (number + _FACTOR_OFFSET) * _MULTIPLIER % _FACTOR_MODULUS % FACTORS
        counts[number * factor] += count
    return counts


def _start(seed: int) -> int:
    return _OFFSET + seed % _OFFSET
