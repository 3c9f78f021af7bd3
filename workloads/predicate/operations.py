"""The operations: filling, searches by encrypted columns and by the plain one, INSERT and UPDATE.

Results are compared with the expected ones after each search, outside the clock. Written rows are
read back, decrypted, compared and rolled back, so that every repetition finds the table unchanged;
no commit is timed, for plaintext either.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import batched, islice
from typing import ClassVar

from engines.contract.session import ApplicationEncryptor, Prepared, Row
from engines.sql.statement import Statement, Target, Value, ValueType
from engines.sql.statement_text import insert, select, statement
from engines.sql.value_encoding import encoder, width_of
from workloads.contract import Clock, ExplainedStatement, Operation, Setting, fetch_rows
from workloads.predicate.blind_indexes import (
    COLUMNS,
    DIGEST_BYTES,
    BlindIndex,
    IndexedStatement,
    IndexKind,
    index_of,
)
from workloads.predicate.parameters import PredicateParameters
from workloads.predicate.rows import (
    COLUMN_TYPES,
    ENCRYPTED,
    NAME_BYTES,
    TABLE,
    Rows,
    check_found,
    check_rows,
)
from workloads.predicate.searching import (
    PreparedSearch,
    SearchCondition,
    SearchQuery,
    prepare_search,
    query_for_row,
)


class Fill(Operation):
    """Stores all rows in one transaction: in bulk, or by INSERTs where the server encrypts them."""

    name = "FILL"

    def run(self, setting: Setting, clock: Clock) -> int:
        rows, encryptor = setting.records, setting.encryptor
        if encryptor.changes_values and not isinstance(encryptor, ApplicationEncryptor):
            complete = setting.count_rows(_with_indexes(setting, rows))
            # the clock counts statements, which shows that a slowly encrypting server is alive
            setting.session.insert_all(
                insert_statement(setting), encryptor, complete, clock.run_many
            )
        else:
            columns = dict(COLUMN_TYPES)
            if encryptor.changes_values:
                columns |= dict.fromkeys(ENCRYPTED, ValueType.BYTES)
            columns |= dict.fromkeys(index_columns(setting), ValueType.BYTES)
            setting.session.load(TABLE, columns, setting.count_rows(_encrypted_rows(setting, rows)))
        return len(rows)

    def verify(self, setting: Setting) -> None:
        check_rows(setting, setting.records)


def insert_statement(setting: Setting) -> Statement:
    """An INSERT of one row, encrypted, with its blind indexes where there are any."""
    blind = index_columns(setting)
    encrypted = {name: f"seal(:{name}, {TABLE}.{name})" for name in ENCRYPTED}
    places = {"code": ":code", **encrypted, **{name: f":{name}" for name in blind}}
    return insert(TABLE, places, column_types(blind), column_sizes(blind))


def column_types(blind: Sequence[str]) -> dict[str, ValueType]:
    """The types of parameters and encrypted columns in statements on the table."""
    return {
        **COLUMN_TYPES,
        **{f"{TABLE}.{name}": COLUMN_TYPES[name] for name in ENCRYPTED},
        **dict.fromkeys(blind, ValueType.BYTES),
    }


def column_sizes(blind: Sequence[str]) -> dict[str, int]:
    """The lengths in bytes of parameters and encrypted columns."""
    return {"name": NAME_BYTES, f"{TABLE}.name": NAME_BYTES, **dict.fromkeys(blind, DIGEST_BYTES)}


def index_columns(setting: Setting, about: Collection[str] = ENCRYPTED) -> Sequence[str]:
    """The blind index columns of some columns, where values are encrypted and the case has blind
    indexes."""
    blind = index_of(setting.options.case) is IndexKind.BLIND and setting.encryptor.changes_values
    return [name for name in COLUMNS if name.partition("_")[0] in about] if blind else ()


def index_values(
    setting: Setting, about: Sequence[str] = tuple(COLUMN_TYPES)
) -> Callable[[Sequence[Value]], Sequence[Value]] | None:
    """The function from values of the columns `about` to their blind indexes, in the order of
    `index_columns`; None where there are none."""
    if not index_columns(setting):
        return None
    return BlindIndex(setting.index_key, setting.options.size).row_digests(about)


def _with_indexes(setting: Setting, rows: Iterable[Sequence[Value]]) -> Iterator[Row]:
    """Rows followed by their blind indexes."""
    if not index_columns(setting):
        yield from map(tuple, rows)
        return
    blind = BlindIndex(setting.index_key, setting.options.size)
    for some in batched(rows, _ROWS_PER_BLOCK):
        columns = dict(zip(COLUMN_TYPES, zip(*some, strict=True), strict=True))
        yield from zip(*columns.values(), *blind.column_digests(columns), strict=True)


def _encrypted_rows(setting: Setting, rows: Iterable[Sequence[Value]]) -> Iterator[Row]:
    """Rows as their columns store them, encrypted here where the application encrypts."""
    encryptor = setting.encryptor
    if not isinstance(encryptor, ApplicationEncryptor):
        yield from map(tuple, rows)
        return
    kinds = len(COLUMN_TYPES)
    for some in encryptor.blocks(_with_indexes(setting, rows)):
        codes, *columns = zip(*some, strict=True)
        encrypted = (
            encryptor.encrypt_column(list(map(encoder(target.type), column)), target)
            for column, target in zip(columns, _TARGETS, strict=False)
        )
        yield from zip(codes, *encrypted, *columns[kinds - 1 :], strict=True)


_ROWS_PER_BLOCK = 1_000

_TARGETS = tuple(
    Target(TABLE, name, width_of(COLUMN_TYPES[name], NAME_BYTES), None, COLUMN_TYPES[name])
    for name in ENCRYPTED
)


BYTES_RECEIVED = "moved_bytes"
"""The measure of bytes sent to the client."""


class SearchOperation(Operation):
    """One kind of search, several times in each of its columns."""

    explains = True
    kind: ClassVar[SearchCondition]
    columns: ClassVar[Sequence[str]]
    answered_by: ClassVar[frozenset[IndexKind]]
    """The kinds of index that answer it also where values are encrypted."""

    def __init__(self, parameters: PredicateParameters, index: IndexKind) -> None:
        by_index = index in self.answered_by
        self._times = parameters.searches if by_index else parameters.scans

    def statements(self, size: int) -> int:
        """A client that decrypts every row reads the table in several statements, which do not
        count."""
        return self._times * len(self.columns)

    def run(self, setting: Setting, clock: Clock) -> int:
        rows = setting.records
        if not isinstance(rows, Rows):
            return self._warm_up(setting, clock)
        found = bytes_received = 0
        with self._prepared_searches(setting) as searches:
            for number in range(self._times):
                for each in self.columns:
                    query = self._query(setting, each, number)
                    got = searches[each].find(clock, query)
                    found, bytes_received = (
                        found + len(got.codes),
                        bytes_received + got.bytes_received,
                    )
                    check_found(self.name, each, got.codes, query.matching_codes(rows))
        setting.measures[BYTES_RECEIVED] = float(bytes_received)
        return found

    def _warm_up(self, setting: Setting, clock: Clock) -> int:
        """One search in each column, for a warm-up, which is given only a few records."""
        with self._prepared_searches(setting) as searches:
            query = {each: self._query(setting, each, 0) for each in self.columns}
            return sum(len(searches[each].warm_up(clock, query[each]).codes) for each in query)

    def explained_statements(self, setting: Setting) -> Iterator[ExplainedStatement]:
        with self._prepared_searches(setting) as searches:
            for column, each in searches.items():
                values = each.values(self._query(setting, column, 0))
                yield ExplainedStatement(each.statement, each.prepared, values)

    def _query(self, setting: Setting, column: str, number: int) -> SearchQuery:
        rows = setting.records
        place = (number * 7919 + 17) % len(rows)
        return query_for_row(self.kind, column, rows[place], setting.options.size)

    @contextmanager
    def _prepared_searches(self, setting: Setting) -> Iterator[Mapping[str, PreparedSearch]]:
        with ExitStack() as closing:
            made = {}
            for each in self.columns:
                made[each] = prepare_search(setting, self.kind, each)
                closing.callback(made[each].close)
            yield made


class SelectEqual(SearchOperation):
    """Rows with a number, with an amount, with a name; and those with the flag."""

    name = "SELECT ="
    kind = SearchCondition.EQUAL
    columns = ("number", "amount", "name", "flag")
    answered_by = frozenset({IndexKind.DETERMINISTIC, IndexKind.BLIND, IndexKind.EXPRESSION})


class SelectRange(SearchOperation):
    """Rows with a number, with an amount, between two: about fifty."""

    name = "SELECT range"
    kind = SearchCondition.RANGE
    columns = ("number", "amount")
    answered_by = frozenset({IndexKind.BLIND, IndexKind.EXPRESSION})


class SelectPrefix(SearchOperation):
    """Rows whose name begins with three letters."""

    name = "SELECT prefix"
    kind = SearchCondition.PREFIX
    columns = ("name",)
    answered_by = frozenset({IndexKind.BLIND, IndexKind.EXPRESSION})


class SelectPlain(SearchOperation):
    """Rows with a code, the plain column of a table whose other columns may be encrypted."""

    name = "SELECT plain"
    kind = SearchCondition.EQUAL
    columns = ("code",)
    answered_by = frozenset(IndexKind) - {IndexKind.NONE}


class Insert(Operation):
    """Inserts one row per statement, then rolls back."""

    name = "INSERT"
    is_rolled_back = True

    def __init__(self, parameters: PredicateParameters) -> None:
        self._writes = parameters.writes

    def statements(self, size: int) -> int:
        return self._writes

    def run(self, setting: Setting, clock: Clock) -> int:
        rows = self._rows(setting)
        with _prepared(setting, insert_statement(setting), _insert_completion(setting)) as prepared:
            clock.run_many((prepared, row) for row in rows)
        return len(rows)

    def verify(self, setting: Setting) -> None:
        check_rows(setting, self._rows(setting), setting.options.size)

    def _rows(self, setting: Setting) -> Rows:
        size = setting.options.size
        return Rows(setting.options.seed, self._writes, size, size)


class Update(Operation):
    """Updates number and name of rows by their key; rolled back."""

    name = "UPDATE"
    is_rolled_back = explains = True

    def __init__(self, parameters: PredicateParameters) -> None:
        self._writes = parameters.writes

    def statements(self, size: int) -> int:
        return self._writes

    def run(self, setting: Setting, clock: Clock) -> int:
        rows = self._rows(setting)
        ids = self._ids(setting, len(rows))
        with _prepared(
            setting, _update_statement(setting), _update_completion(setting)
        ) as prepared:
            clock.run_many(
                (prepared, _new_values(row, key)) for row, key in zip(rows, ids, strict=True)
            )
        return len(rows)

    def verify(self, setting: Setting) -> None:
        check_rows(setting, self._rows(setting))

    def explained_statements(self, setting: Setting) -> Iterator[ExplainedStatement]:
        rows = self._rows(setting)
        with _prepared(
            setting, _update_statement(setting), _update_completion(setting)
        ) as prepared:
            values = _new_values(rows[0], self._ids(setting, 1)[0])
            yield ExplainedStatement(_update_statement(setting), prepared, values)

    def _rows(self, setting: Setting) -> Sequence[Sequence[Value]]:
        """The first rows of the table as they will be, with numbers and names of rows beyond it."""
        size = setting.options.size
        some = min(size, self._writes)
        others = Rows(setting.options.seed, some, size, 2 * size)
        return [
            (row[0], other[1], row[2], other[3], row[4])
            for row, other in zip(Rows(setting.options.seed, some, size), others, strict=True)
        ]

    def _ids(self, setting: Setting, some: int) -> Sequence[Value]:
        statement = select(
            ("id", "code"),
            f"from {TABLE} where code < :beyond order by code",
            {"beyond": ValueType.INTEGER},
        )
        return [row[0] for row in islice(fetch_rows(setting, statement, some), some)]


_CHANGED = ("number", "name")


def _new_values(row: Sequence[Value], key: Value) -> Sequence[Value]:
    known = dict(zip(COLUMN_TYPES, row, strict=True))
    return (*(known[name] for name in _CHANGED), key)


def _update_statement(setting: Setting) -> Statement:
    blind = index_columns(setting, _CHANGED)
    changed = [f"{name} = seal(:{name}, {TABLE}.{name})" for name in _CHANGED]
    changed += [f"{name} = :{name}" for name in blind]
    return statement(
        f"update {TABLE} set {', '.join(changed)} where id = :id",
        {**column_types(blind), "id": ValueType.INTEGER},
        column_sizes(blind),
    )


type _Complete = Callable[[Sequence[Value]], Sequence[Value]]


def _insert_completion(setting: Setting) -> _Complete | None:
    """The function that appends blind indexes to a row's values; None where there are none."""
    index_of = index_values(setting)
    return index_of and (lambda row: (*row, *index_of(row)))


def _update_completion(setting: Setting) -> _Complete | None:
    """The function that inserts blind indexes into an UPDATE's values, before the key; None where
    there are none."""
    index_of = index_values(setting, _CHANGED)
    return index_of and (lambda values: (*values[:-1], *index_of(values), values[-1]))


@contextmanager
def _prepared(
    setting: Setting, statement: Statement, complete: _Complete | None
) -> Iterator[Prepared]:
    prepared = setting.session.prepare(statement, setting.encryptor)
    try:
        yield prepared if complete is None else IndexedStatement(prepared, complete)
    finally:
        prepared.close()
