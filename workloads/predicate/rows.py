"""The table and its rows, which are the same for the same seed, stored as one array per column.

A million rows take 27 MB as four arrays; as a list of tuples they would take 300.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, overload

import numpy as np

from engines.contract.message import Number, phrase, plural
from engines.sql.statement import Statement, Value, ValueType
from engines.sql.statement_text import select
from engines.sql.value_encoding import from_bytes
from workloads.contract import Setting, VerificationFailed, check_row_count
from workloads.random_numbers import splitmix64

TABLE = "item"
COLUMN_TYPES = {
    "code": ValueType.INTEGER,
    "number": ValueType.INTEGER,
    "amount": ValueType.REAL,
    "name": ValueType.TEXT,
    "flag": ValueType.BOOLEAN,
}
"""The columns of a row in order: `code` is plain and counts rows from 0, the others may be
encrypted."""

ENCRYPTED = ("number", "amount", "name", "flag")
NAME_BYTES = 32
LETTERS = 10
"""Letters of a name, all lower case, so that every collation orders them by code points."""

PREFIX_LETTERS = 3
"""Letters that a prefix search gives: one name in 17,576 (26³) matches."""

LOWEST = {"number": -(2**31), "amount": -(2.0**19)}
VALUE_RANGES = {"number": 2.0**32, "amount": 2.0**20}
"""Number of possible values. Integers have 32 bits; reals are multiples of 1/64, which no engine
rounds."""

ROWS_PER_ANSWER = 50
"""About how many rows a range search returns, and how many have the flag, at any table size."""

_CHUNK = 10_000


@dataclass(frozen=True)
class Rows(Sequence[Sequence[Value]]):
    """Rows `first` to `first + size - 1` of a table of `table_size` rows: code, number, amount,
    name, flag."""

    seed: int
    size: int
    table_size: int
    first: int = 0

    def __post_init__(self) -> None:
        numbers = np.arange(self.first, self.first + self.size, dtype=np.uint64)
        drawn = splitmix64(numbers + np.uint64(self.seed * 0x9E3779B97F4A7C15 % 2**64))
        columns = {
            "number": (drawn >> np.uint64(32)).astype(np.int64) + LOWEST["number"],
            "amount": (splitmix64(drawn + np.uint64(1)) >> np.uint64(38)).astype(np.float64) / 64
            + LOWEST["amount"],
            "name": _names(splitmix64(drawn + np.uint64(2))),
            "flag": splitmix64(drawn + np.uint64(3))
            % np.uint64(max(1, self.table_size // ROWS_PER_ANSWER))
            == 0,
        }
        columns["number"] = columns["number"].astype(np.int32)
        object.__setattr__(self, "_columns", columns)

    @property
    def columns(self) -> dict[str, Any]:
        """The encrypted columns as arrays of plaintext values, one per row."""
        known: dict[str, Any] = self._columns  # type: ignore[attr-defined]
        return known

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, index: int) -> Sequence[Value]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Sequence[Value]]: ...
    def __getitem__(self, index: int | slice) -> Sequence[Value] | Sequence[Sequence[Value]]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(self.size))]
        if not -self.size <= index < self.size:
            raise IndexError(index)
        index %= self.size
        return self._tuples(index, index + 1)[0]

    def __iter__(self) -> Iterator[Sequence[Value]]:
        for start in range(0, self.size, _CHUNK):
            yield from self._tuples(start, min(self.size, start + _CHUNK))

    def _tuples(self, start: int, stop: int) -> list[Sequence[Value]]:
        columns = {name: values[start:stop] for name, values in self.columns.items()}
        columns["name"] = columns["name"].astype(f"U{LETTERS}")
        codes = range(self.first + start, self.first + stop)
        return list(zip(codes, *(columns[name].tolist() for name in ENCRYPTED), strict=True))

    def codes_between(
        self, column: str, low: Any, high: Any, *, exclude_high: bool = False
    ) -> set[int]:
        """The codes of rows whose value lies between two, both included unless `exclude_high`."""
        values = self.columns[column]
        if column == "name":
            low, high = np.bytes_(low), np.bytes_(high)
        below = values < high if exclude_high else values <= high
        return set((np.flatnonzero((values >= low) & below) + self.first).tolist())


def _names(drawn: Any) -> Any:
    """Names of ten letters each, as bytes."""
    letters = np.empty((len(drawn), LETTERS), dtype=np.uint8)
    for place in range(LETTERS):
        letters[:, place] = drawn % np.uint64(26) + np.uint64(ord("a"))
        drawn = drawn // np.uint64(26)
    return letters.view(f"S{LETTERS}").reshape(-1)


def as_type(value: Value, kind: ValueType) -> Value:
    """A value as a driver returned it, as a value of its column's type: decrypted values are bytes,
    and drivers have representations of their own for numbers and booleans."""
    if isinstance(value, (bytes, bytearray)):
        return from_bytes(bytes(value), kind)
    match kind:
        case ValueType.INTEGER:
            return int(value)  # type: ignore[arg-type]
        case ValueType.REAL:
            return float(value)  # type: ignore[arg-type]
        case ValueType.BOOLEAN:
            return bool(value)
    return value


# Verification: rows found by a search, and rows that the table holds.

_ROWS_PER_READ = 10_000
_CHECKED_ROWS = 200


def check_found(operation: str, column: str, found: Collection[int], expected: set[int]) -> None:
    """Raises: VerificationFailed unless the same rows were found, each of them once"""
    if len(found) != len(expected) or set(found) != expected:
        raise VerificationFailed(
            plural(
                "{operation} found {n} rows by {column}, not {expected}",
                "{operation} found {n} row by {column}, not {expected}",
                len(found),
                operation=operation,
                column=column,
                expected=Number(len(expected)),
            )
        )


def check_rows(setting: Setting, rows: Sequence[Sequence[Value]], first: int = 0) -> None:
    """Read the rows stored from the code `first` on, decrypt them and compare each value.

    Raises: VerificationFailed
    """
    prepared = setting.session.prepare(_READ, setting.encryptor)
    try:
        left = iter(rows)
        beyond = first + len(rows)
        for start in range(first, beyond, _ROWS_PER_READ):
            arrived = prepared.execute(start, min(start + _ROWS_PER_READ, beyond))
            held = sorted(prepared.rows(arrived), key=lambda row: int(row[0]))  # type: ignore[arg-type]
            expected = list(islice(left, _ROWS_PER_READ))
            check_row_count(len(held), len(expected))
            for stored, row in zip(held, expected, strict=True):
                _check_row(stored, row)
    finally:
        prepared.close()


def check_still_filled(setting: Setting, rows: Sequence[Sequence[Value]]) -> None:
    """Check that a table which was filled before still has as many rows, and that the first
    `_CHECKED_ROWS` are unchanged: no transaction that was rolled back, or never ended, left
    anything.

    Raises: VerificationFailed
    """
    counted = setting.session.fetch(f"select count(*) from {TABLE}")[0][0]
    check_row_count(int(counted), len(rows))  # type: ignore[arg-type]
    check_rows(setting, list(islice(rows, _CHECKED_ROWS)))


def _check_row(stored: Sequence[Value], row: Sequence[Value]) -> None:
    for (name, kind), held, wanted in zip(COLUMN_TYPES.items(), stored, row, strict=True):
        if as_type(held, kind) != wanted:
            raise VerificationFailed(
                phrase(
                    "row {number} has {held} in {name}, but {wanted} was stored",
                    number=row[0],
                    held=repr(held),
                    name=name,
                    wanted=repr(wanted),
                )
            )


_READ: Statement = select(
    ("code", *(f"open({TABLE}.{name})" for name in ENCRYPTED)),
    f"from {TABLE} where code >= :first and code < :beyond",
    {
        **{f"{TABLE}.{name}": COLUMN_TYPES[name] for name in ENCRYPTED},
        **dict.fromkeys(("first", "beyond"), ValueType.INTEGER),
    },
    {f"{TABLE}.name": NAME_BYTES},
)
