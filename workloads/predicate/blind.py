"""Blind indexes: HMAC-SHA-256 of a value, of the bucket it lies in, of the letters it begins with.

Sixteen bytes of the HMAC are kept: among a million values two meet by chance once in 10^27 tables,
so that nobody has to look whether what was found is what was meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from cryptography.hazmat.primitives import hashes, hmac

from engines.sql.statement import Value
from engines.sql.typed import encoder
from workloads.predicate.rows import ANSWERS, KINDS, LOWEST, PREFIX, SEALED, SPANS

BYTES = 16

EQUAL, BUCKET, BEGINNING = "index", "bucket", "prefix"
COLUMNS: tuple[str, ...] = (
    *(f"{name}_{EQUAL}" for name in SEALED),
    *(f"{name}_{BUCKET}" for name in SPANS),
    f"name_{BEGINNING}",
)
"""The columns that stand beside the sealed ones, in the order in which `BlindIndex` gives them."""

_DISTINCT = frozenset(f"{name}_{EQUAL}" for name in ("number", "amount", "name"))
"""Index columns of which hardly two rows have the same."""

_REMEMBERED = 1 << 15
"""Values of what rows have in common: at a million rows there are 20,000 buckets of each column and
17,576 beginnings, some five MB each."""


class BlindIndex:
    """What stands in a blind index of a table of so many rows, under a key."""

    def __init__(self, key: bytes, rows: int) -> None:
        mac = hmac.HMAC(key, hashes.SHA256())
        self._columns = {
            name: _Column(source, reported, _digest(mac, name))
            for name, (source, reported) in _reported(rows).items()
        }

    def of(self, index: str) -> Callable[[Any], bytes]:
        """What gives, of a value, what stands in an index column."""
        return self._columns[index].of

    def of_row(self, about: Sequence[str]) -> Callable[[Sequence[Any]], list[bytes]]:
        """What gives, of values in the columns `about`, what stands in the index columns that these
        have."""
        made = [
            (about.index(each.source), each.of)
            for each in self._columns.values()
            if each.source in about
        ]
        return lambda values: [of(values[place]) for place, of in made]

    def of_columns(self, columns: Mapping[str, Sequence[Value]]) -> Iterator[Sequence[bytes]]:
        """The values of many rows, column after column. What rows have in common is made once and
        remembered."""
        for name, each in self._columns.items():
            digest = each.digest if name in _DISTINCT else each.remembered
            yield list(map(digest, map(each.reported, columns[each.source])))


@dataclass(frozen=True)
class _Column:
    """An index column: which column it is about, and what of a value is digested."""

    source: str
    reported: Callable[[Any], bytes]
    digest: Callable[[bytes], bytes]

    def of(self, value: Value) -> bytes:
        """The stored digest of one value."""
        return self.digest(self.reported(value))

    @cached_property
    def remembered(self) -> Callable[[bytes], bytes]:
        """`digest` with a cache of recent results."""
        return lru_cache(_REMEMBERED)(self.digest)


def _reported(rows: int) -> dict[str, tuple[str, Callable[[Any], bytes]]]:
    """Index column → the column it is about, and what of a value is digested."""
    return {
        **{f"{name}_{EQUAL}": (name, encoder(KINDS[name])) for name in SEALED},
        **{f"{name}_{BUCKET}": (name, _bucket(name, rows)) for name in SPANS},
        f"name_{BEGINNING}": ("name", _beginning),
    }


def _digest(mac: hmac.HMAC, purpose: str) -> Callable[[bytes], bytes]:
    """A MAC goes on from a purpose, and is copied for each value: to hash the key anew takes three
    times as long. No purpose holds the byte that ends it."""
    begun = mac.copy()
    begun.update(purpose.encode() + b"\0")
    copy = begun.copy

    def digest(value: bytes) -> bytes:
        going_on = copy()
        going_on.update(value)
        return going_on.finalize()[:BYTES]

    return digest


def _bucket(column: str, rows: int) -> Callable[[Any], bytes]:
    lowest, width = LOWEST[column], bucket_width(column, rows)
    return lambda value: b"%d" % int((value - lowest) // width)


def _beginning(value: str) -> bytes:
    return value[:PREFIX].encode()


def bucket_width(column: str, rows: int) -> float:
    """How wide the buckets of a column are: as wide as the ranges that are asked for, so that a
    range lies in two buckets at most."""
    return max(1.0, float(SPANS[column] * ANSWERS // max(rows, ANSWERS)))
