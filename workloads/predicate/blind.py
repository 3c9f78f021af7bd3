"""Blind indexes: HMAC-SHA-256 of a value, of the bucket it lies in, of the letters it begins with.

Sixteen bytes of the HMAC are kept: among a million values two meet by chance once in 10^27 tables,
so that nobody has to look whether what was found is what was meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from cryptography.hazmat.primitives import hashes, hmac

from engines.contract.statement import Value
from engines.sealing.typed import to_bytes
from workloads.predicate.rows import ANSWERS, KINDS, LOWEST, PREFIX, SEALED, SPANS

BYTES = 16

EQUAL, BUCKET, BEGINNING = "index", "bucket", "prefix"
COLUMNS: tuple[str, ...] = (
    *(f"{name}_{EQUAL}" for name in SEALED),
    *(f"{name}_{BUCKET}" for name in SPANS),
    f"name_{BEGINNING}",
)
"""The columns that stand beside the sealed ones, in the order of `index_values`."""


class BlindIndex:
    """What stands in a blind index of a table of so many rows, under a key."""

    def __init__(self, key: bytes, rows: int) -> None:
        # Copied for each value: to hash the key anew takes three times as long.
        self._mac = hmac.HMAC(key, hashes.SHA256())
        self._widths = {name: bucket_width(name, rows) for name in SPANS}

    def equal(self, column: str, value: Value) -> bytes:
        """What equal values of a column have in common."""
        return self._digest(f"{column}_{EQUAL}", to_bytes(value, KINDS[column]))

    def bucket(self, column: str, value: Value) -> bytes:
        """What the values in one bucket of a column have in common."""
        assert isinstance(value, (int, float))
        number = (value - LOWEST[column]) // self._widths[column]
        return self._digest(f"{column}_{BUCKET}", b"%d" % int(number))

    def beginning(self, value: Value) -> bytes:
        """What names that begin alike have in common."""
        assert isinstance(value, str)
        return self._digest(f"name_{BEGINNING}", value[:PREFIX].encode())

    def of_row(self, row: Mapping[str, Value]) -> tuple[bytes, ...]:
        """The values of all index columns of a row."""
        found: Iterator[bytes] = chain(
            (self.equal(name, row[name]) for name in SEALED),
            (self.bucket(name, row[name]) for name in SPANS),
            (self.beginning(row["name"]),),
        )
        return tuple(found)

    def _digest(self, purpose: str, value: bytes) -> bytes:
        # No purpose holds the byte that ends it.
        mac = self._mac.copy()
        mac.update(purpose.encode() + b"\0" + value)
        return mac.finalize()[:BYTES]


def bucket_width(column: str, rows: int) -> float:
    """How wide the buckets of a column are: as wide as the ranges that are asked for, so that a
    range lies in two buckets at most."""
    return max(1.0, float(SPANS[column] * ANSWERS // max(rows, ANSWERS)))
