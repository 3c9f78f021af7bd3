"""Blind indexes: HMAC-SHA-256 of a value, of the bucket it lies in, of the letters it begins with.

Sixteen bytes of the HMAC are stored: among a million values two collide once in 10^27 tables, so
that results need not be checked for collisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Any

from cryptography.hazmat.primitives import hashes, hmac

from engines.contract.message import Message, phrase
from engines.contract.session import Bound, Prepared, RawResult, Row
from engines.sql.statement import Value
from engines.sql.value_encoding import encoder
from workloads.contract import Case
from workloads.predicate.rows import (
    COLUMN_TYPES,
    ENCRYPTED,
    LOWEST,
    PREFIX_LETTERS,
    ROWS_PER_ANSWER,
    VALUE_RANGES,
)

# The kinds of index that a case has, and what each of them leaks to whoever reads the database.


class IndexKind(StrEnum):
    """How rows are found. Plaintext has ordinary B-trees in every case but the first."""

    NONE = "none"
    BTREE = "b-tree"
    DETERMINISTIC = "deterministic"
    BLIND = "blind"
    EXPRESSION = "expression"


def index_of(case: Case) -> IndexKind:
    """The index of a case; the first kind for an unknown name."""
    return IndexKind(case.name) if case.name in tuple(IndexKind) else IndexKind.NONE


CASE_WORDS: Mapping[IndexKind, Message] = {
    IndexKind.NONE: phrase("{rows}, no index"),
    IndexKind.BTREE: phrase("{rows}, B-tree on the plain column"),
    IndexKind.DETERMINISTIC: phrase("{rows}, index on deterministic ciphertext"),
    IndexKind.BLIND: phrase("{rows}, blind index"),
    IndexKind.EXPRESSION: phrase("{rows}, index on the decrypted value"),
}

LEAKS: Mapping[IndexKind, Message] = {
    IndexKind.NONE: phrase(
        "Without an index, nothing is given away beyond what the protection itself gives away. "
        "Searches still show which rows match."
    ),
    IndexKind.BTREE: phrase(
        "The B-tree on the plain column gives away its order and its values, which are not "
        "encrypted. It gives away nothing about the encrypted columns."
    ),
    IndexKind.DETERMINISTIC: phrase(
        "The index on deterministic ciphertext shows which rows have equal values, and how often "
        "each occurs. A thief of the disk sees it too. In a column with few values, such as true "
        "and false, this reveals nearly everything."
    ),
    IndexKind.BLIND: phrase(
        "The blind index shows which rows have equal values, values in one bucket, or texts with "
        "equal beginnings, and how many. It does not show which of two buckets is higher. Without "
        "its key no value can be guessed; with it, every value can."
    ),
    IndexKind.EXPRESSION: phrase(
        "The index on the decrypted value stores the plaintext, in order, on disk. Its definition "
        "stores the key, in the server's catalogue and in every dump. Either one defeats the "
        "protection."
    ),
}
"""What each kind of index leaks beyond what the protection itself leaks."""

NOT_EQUAL_BYTES = phrase(
    "It encrypts equal values to different bytes, with a new nonce or IV each. An index on such "
    "ciphertext finds nothing"
)
NOT_IN_SERVER = phrase("The server cannot decrypt the values, so it cannot index decrypted values")
NO_EXPRESSIONS = phrase("This engine cannot index a decrypted value")
"""Why a protection or an engine cannot have an index of a kind."""


# Statements with values in blind indexes, which an application must make for each of them.


class IndexedStatement(Prepared):
    """A statement whose `run` also computes the HMACs of its parameters, inside the clock as
    encryption is. `complete` returns the statement's values, with HMACs, in order."""

    def __init__(
        self, inner: Prepared, complete: Callable[[Sequence[Value]], Sequence[Value]]
    ) -> None:
        self._inner, self._complete = inner, complete
        self.bind, self.success_statuses = _as_they_are, inner.success_statuses
        self.check_outcome = inner.check_outcome  # type: ignore[method-assign]
        self.run = self._run

    def _run(self, bound: Bound) -> RawResult:
        inner = self._inner  # whose `run` may be a shorter one after the first time
        return inner.run(inner.bind(self._complete(bound)))  # type: ignore[arg-type]

    def rows(self, arrived: RawResult) -> Sequence[Row]:
        return self._inner.rows(arrived)

    def affected(self, arrived: RawResult) -> int:
        return self._inner.affected(arrived)

    def explain(self, values: Sequence[Value]) -> str:
        return self._inner.explain(self._complete(values))

    def close(self) -> None:
        self._inner.close()


def _as_they_are(values: Sequence[Value]) -> Bound:
    return values


DIGEST_BYTES = 16

EQUAL, BUCKET, BEGINNING = "index", "bucket", "prefix"
COLUMNS: tuple[str, ...] = (
    *(f"{name}_{EQUAL}" for name in ENCRYPTED),
    *(f"{name}_{BUCKET}" for name in VALUE_RANGES),
    f"name_{BEGINNING}",
)
"""The blind index columns, in the order of `BlindIndex.column_digests`."""

_DISTINCT = frozenset(f"{name}_{EQUAL}" for name in ("number", "amount", "name"))
"""Index columns whose values hardly repeat, so that caching them is useless."""

_CACHED_VALUES = 1 << 15
"""Size of the cache of repeating index values: at a million rows there are 20,000 buckets of each
column and 17,576 beginnings, some five MB each."""


class BlindIndex:
    """Computes the blind index values of a table of so many rows, with a key."""

    def __init__(self, key: bytes, rows: int) -> None:
        mac = hmac.HMAC(key, hashes.SHA256())
        self._columns = {
            name: _Column(source, encode, _digest(mac, name))
            for name, (source, encode) in _index_sources(rows).items()
        }

    def digest_for(self, index: str) -> Callable[[Any], bytes]:
        """The function from a value to its digest in an index column."""
        return self._columns[index].digest_of

    def row_digests(self, about: Sequence[str]) -> Callable[[Sequence[Any]], list[bytes]]:
        """The function from values of the columns `about` to the digests in their index columns."""
        digests = [
            (about.index(each.source), each.digest_of)
            for each in self._columns.values()
            if each.source in about
        ]
        return lambda values: [digest(values[position]) for position, digest in digests]

    def column_digests(self, columns: Mapping[str, Sequence[Value]]) -> Iterator[Sequence[bytes]]:
        """The digests of many rows, one index column after another; repeating values are cached."""
        for name, each in self._columns.items():
            digest = each.digest if name in _DISTINCT else each.cached_digest
            yield list(map(digest, map(each.encode, columns[each.source])))


@dataclass(frozen=True)
class _Column:
    """An index column: its source column, and which bytes of a value are digested."""

    source: str
    encode: Callable[[Any], bytes]
    digest: Callable[[bytes], bytes]

    def digest_of(self, value: Value) -> bytes:
        return self.digest(self.encode(value))

    @cached_property
    def cached_digest(self) -> Callable[[bytes], bytes]:
        """`digest` with a cache of recent results."""
        return lru_cache(_CACHED_VALUES)(self.digest)


def _index_sources(rows: int) -> dict[str, tuple[str, Callable[[Any], bytes]]]:
    """Index column → its source column, and which bytes of a value are digested."""
    return {
        **{f"{name}_{EQUAL}": (name, encoder(COLUMN_TYPES[name])) for name in ENCRYPTED},
        **{f"{name}_{BUCKET}": (name, _bucket(name, rows)) for name in VALUE_RANGES},
        f"name_{BEGINNING}": ("name", _beginning),
    }


def _digest(mac: hmac.HMAC, purpose: str) -> Callable[[bytes], bytes]:
    """The HMAC of a purpose and a value. Its state after the purpose is copied for each value,
    which takes a third of the time of a new HMAC. The purpose ends in a zero byte, which no
    purpose contains."""
    started = mac.copy()
    started.update(purpose.encode() + b"\0")
    copy = started.copy

    def digest(value: bytes) -> bytes:
        state = copy()
        state.update(value)
        return state.finalize()[:DIGEST_BYTES]

    return digest


def _bucket(column: str, rows: int) -> Callable[[Any], bytes]:
    lowest, width = LOWEST[column], bucket_width(column, rows)
    return lambda value: b"%d" % int((value - lowest) // width)


def _beginning(value: str) -> bytes:
    return value[:PREFIX_LETTERS].encode()


def bucket_width(column: str, rows: int) -> float:
    """Width of a column's buckets: that of the searched ranges, so that a range is in two buckets
    at most."""
    return max(1.0, float(VALUE_RANGES[column] * ROWS_PER_ANSWER // max(rows, ROWS_PER_ANSWER)))
