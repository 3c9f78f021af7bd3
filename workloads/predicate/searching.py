"""Searches, and whether server or client answers them under a protection and with an index.

The server does wherever it can: it compares plaintext, values that it decrypts, equal ciphertext of
a deterministic protection, or a blind index. Where it cannot, the client reads rows and decrypts
them: those of two buckets of a blind index, or all of them, a range of ids at a time, so that
neither side ever holds the whole table.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from engines.contract.session import Prepared
from engines.sql.statement import Statement, Value, ValueType
from engines.sql.statement_text import select
from engines.sql.value_encoding import to_bytes
from workloads.contract import Clock, Setting, fetch_rows
from workloads.predicate.blind_indexes import (
    BEGINNING,
    BUCKET,
    DIGEST_BYTES,
    EQUAL,
    BlindIndex,
    IndexedStatement,
    IndexKind,
    bucket_width,
    index_of,
)
from workloads.predicate.rows import (
    COLUMN_TYPES,
    ENCRYPTED,
    LETTERS,
    LOWEST,
    NAME_BYTES,
    PREFIX_LETTERS,
    TABLE,
    VALUE_RANGES,
    Rows,
    as_type,
)

_ROWS_AT_ONCE = 20_000
_NUMBER_BYTES = 8


class SearchCondition(Enum):
    """Kind of search: equality, range or prefix, and its SQL condition."""

    EQUAL = "{column} = {low}"
    RANGE = "{column} >= {low} and {column} <= {high}"
    PREFIX = "{column} >= {low} and {column} < {high}"
    """As a range of texts, which every engine's B-tree answers."""


@dataclass(frozen=True)
class SearchQuery:
    """A search: `high` is the end of a range, or a text above all that begin with `low`."""

    kind: SearchCondition
    column: str
    low: Any
    high: Any

    def matches(self, value: Any) -> bool:
        if self.kind is SearchCondition.EQUAL:
            return bool(value == self.low)
        return bool(self.low <= value and (value < self.high or value == self._last))

    @property
    def _last(self) -> Any:
        return None if self.kind is SearchCondition.PREFIX else self.high

    def matching_codes(self, rows: Rows) -> set[int]:
        if self.column == "code":
            return {self.low}
        exclude_high = self.kind is SearchCondition.PREFIX
        return rows.codes_between(self.column, self.low, self.high, exclude_high=exclude_high)


def query_for_row(
    kind: SearchCondition, column: str, row: Sequence[Value], rows: int
) -> SearchQuery:
    """A search of a kind that at least this row answers."""
    value: Any = row[list(COLUMN_TYPES).index(column)]
    match kind:
        case SearchCondition.EQUAL:
            # the rarer of the two booleans
            return SearchQuery(
                kind, column, *((True, True) if column == "flag" else (value, value))
            )
        case SearchCondition.RANGE:
            width = bucket_width(column, rows)
            low = max(LOWEST[column], value - width // 2)
            high = min(LOWEST[column] + VALUE_RANGES[column] - 1, low + width - 1)
            number = type(value)
            return SearchQuery(kind, column, number(low), number(high))
        case SearchCondition.PREFIX:
            begins = value[:PREFIX_LETTERS]
            # letters only, since collations order other characters differently
            return SearchQuery(kind, column, begins, begins + "z" * (LETTERS - PREFIX_LETTERS + 1))


@dataclass(frozen=True)
class SearchHits:
    """The codes that were found, and how many bytes were sent to the client."""

    codes: list[int]
    bytes_received: int


type _Complete = Callable[[Sequence[Any]], Sequence[Value]]
"""Makes the bound values from a search's values, such as HMACs, inside the clock."""


class PreparedSearch(ABC):
    """A prepared search of one kind in one column."""

    def __init__(
        self, setting: Setting, statement: Statement, complete: _Complete | None = None
    ) -> None:
        self.statement = statement
        self.prepared: Prepared = setting.session.prepare(statement, setting.encryptor)
        if complete is not None:
            self.prepared = IndexedStatement(self.prepared, complete)

    @abstractmethod
    def values(self, query: SearchQuery) -> Sequence[Value]:
        """Values to bind for the first statement."""

    @abstractmethod
    def find(self, clock: Clock, query: SearchQuery) -> SearchHits:
        """Run the search, timed."""

    def warm_up(self, clock: Clock, query: SearchQuery) -> SearchHits:
        """Run the search as a warm-up, over as few rows as possible."""
        return self.find(clock, query)

    def close(self) -> None:
        self.prepared.close()


class _ServerSearch(PreparedSearch):
    """The server decides which rows match."""

    def __init__(
        self,
        setting: Setting,
        statement: Statement,
        values: Callable[[SearchQuery], Sequence[Value]],
        complete: _Complete | None = None,
    ) -> None:
        super().__init__(setting, statement, complete)
        self._values = values

    def values(self, query: SearchQuery) -> Sequence[Value]:
        return self._values(query)

    def find(self, clock: Clock, query: SearchQuery) -> SearchHits:
        rows = self.prepared.rows(clock.run(self.prepared, self._values(query)))
        return SearchHits([int(row[0]) for row in rows], _NUMBER_BYTES * len(rows))  # type: ignore[arg-type]


class _ClientFilter(_ServerSearch):
    """The server returns candidates; the client decrypts and filters them."""

    def __init__(
        self,
        setting: Setting,
        statement: Statement,
        values: Callable[[SearchQuery], Sequence[Value]],
        column: str,
        complete: _Complete | None = None,
    ) -> None:
        super().__init__(setting, statement, values, complete)
        self._column, self._encryptor = COLUMN_TYPES[column], setting.encryptor

    def find(self, clock: Clock, query: SearchQuery) -> SearchHits:
        rows = self.prepared.rows(clock.run(self.prepared, self._values(query)))
        return self._filtered(rows, query)

    def _filtered(self, rows: Sequence[Sequence[Value]], query: SearchQuery) -> SearchHits:
        kind, size = self._column, self._encryptor.encrypted_size
        values = [as_type(row[1], kind) for row in rows]
        bytes_received = sum(_NUMBER_BYTES + size(len(to_bytes(value, kind))) for value in values)
        codes = [
            int(row[0])  # type: ignore[arg-type]
            for row, value in zip(rows, values, strict=True)
            if query.matches(value)
        ]
        return SearchHits(codes, bytes_received)


class _ClientScan(_ClientFilter):
    """The client decrypts every row and decides."""

    def __init__(self, setting: Setting, column: str) -> None:
        statement = select(
            ("code", f"open({TABLE}.{column})"),
            f"from {TABLE} where id >= :first and id < :beyond",
            {**_types(column), "first": ValueType.INTEGER, "beyond": ValueType.INTEGER},
            _sizes(),
        )
        first, self._last = _first_and_last(setting)
        self._first = first
        super().__init__(setting, statement, lambda query: (first, first + _ROWS_AT_ONCE), column)

    def find(self, clock: Clock, query: SearchQuery) -> SearchHits:
        return self._find(clock, query, self._last)

    def warm_up(self, clock: Clock, query: SearchQuery) -> SearchHits:
        return self._find(clock, query, min(self._first, self._last))

    def _find(self, clock: Clock, query: SearchQuery, last: int) -> SearchHits:
        codes: list[int] = []
        bytes_received = 0
        for first in range(self._first, last + 1, _ROWS_AT_ONCE):
            arrived = clock.run(self.prepared, (first, first + _ROWS_AT_ONCE))
            some = self._filtered(self.prepared.rows(arrived), query)
            codes += some.codes
            bytes_received += some.bytes_received
        return SearchHits(codes, bytes_received)


def prepare_search(setting: Setting, kind: SearchCondition, column: str) -> PreparedSearch:
    encryptor, index = setting.encryptor, index_of(setting.options.case)
    if column not in ENCRYPTED or not encryptor.changes_values:
        return _server_search(setting, kind, column)
    if index is IndexKind.BLIND:
        return _blind_index_search(setting, kind, column)
    if index is IndexKind.DETERMINISTIC and kind is SearchCondition.EQUAL:
        place = f"seal(:low, {TABLE}.{column})"
        return _ServerSearch(setting, _codes(column, f"{column} = {place}"), _low)
    if encryptor.decrypts_in_server:
        return _server_search(setting, kind, column)
    return _ClientScan(setting, column)


def _server_search(setting: Setting, kind: SearchCondition, column: str) -> PreparedSearch:
    """The server compares plaintext, or values that it decrypts."""
    return _ServerSearch(setting, _codes(column, _condition(kind, column)), _BOUNDS[kind])


def _condition(kind: SearchCondition, column: str) -> str:
    if column not in ENCRYPTED:
        return kind.value.format(column=column, low=":low", high=":high")
    return kind.value.format(
        column=f"value({TABLE}.{column})",
        low=f"value(:low, {TABLE}.{column})",
        high=f"value(:high, {TABLE}.{column})",
    )


def _blind_index_search(setting: Setting, kind: SearchCondition, column: str) -> PreparedSearch:
    types = dict.fromkeys(("index", "first", "second"), ValueType.BYTES)
    digest = BlindIndex(setting.index_key, setting.options.size).digest_for(
        f"{column}_{_INDEX[kind]}"
    )
    if kind is not SearchCondition.RANGE:
        statement = _codes(column, f"{column}_{_INDEX[kind]} = :index", types)
        return _ServerSearch(setting, statement, _low, lambda low: (digest(low[0]),))
    where = f"{column}_{BUCKET} in (:first, :second)"
    if setting.encryptor.decrypts_in_server:
        statement = _codes(column, f"{where} and {_condition(kind, column)}", types)
        return _ServerSearch(
            setting, statement, _low_and_high, lambda ends: (*map(digest, ends), *ends)
        )
    listed = ("code", f"open({TABLE}.{column})")
    statement = select(listed, f"from {TABLE} where {where}", {**_types(column), **types}, _sizes())
    return _ClientFilter(
        setting, statement, _low_and_high, column, lambda ends: [*map(digest, ends)]
    )


_INDEX = {
    SearchCondition.EQUAL: EQUAL,
    SearchCondition.RANGE: BUCKET,
    SearchCondition.PREFIX: BEGINNING,
}


def _codes(column: str, where: str, types: dict[str, ValueType] | None = None) -> Statement:
    kinds = {
        **_types(column),
        **dict.fromkeys(("low", "high"), COLUMN_TYPES[column]),
        **(types or {}),
    }
    return select(("code",), f"from {TABLE} where {where}", kinds, _sizes())


def _types(column: str) -> dict[str, ValueType]:
    return {f"{TABLE}.{column}": COLUMN_TYPES[column]}


def _sizes() -> dict[str, int]:
    blind = dict.fromkeys(("index", "first", "second"), DIGEST_BYTES)
    return {f"{TABLE}.name": NAME_BYTES, "low": NAME_BYTES, "high": NAME_BYTES, **blind}


def _low(query: SearchQuery) -> Sequence[Value]:
    return (query.low,)


def _low_and_high(query: SearchQuery) -> Sequence[Value]:
    return query.low, query.high


_BOUNDS = {
    SearchCondition.EQUAL: _low,
    SearchCondition.RANGE: _low_and_high,
    SearchCondition.PREFIX: _low_and_high,
}


def _first_and_last(setting: Setting) -> tuple[int, int]:
    statement = select(("min(id)", "max(id)"), f"from {TABLE}")
    first, last = fetch_rows(setting, statement)[0]
    return (int(str(first)), int(str(last))) if first is not None and last is not None else (0, -1)
