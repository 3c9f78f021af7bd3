"""The random numbers of the tables, by arithmetic that every server can do and that is repeated
here for verification.

A number of the source is drawn by a multiplicative congruential generator (Park and Miller's, with
the multiplier 48271) from its position, so that servers make millions of them without any being
sent, and the result can be checked row for row. A row's factor is drawn in the same way from its
value: a server's own random numbers could not be verified.

Products stay below 2⁵³: SQLite's `mod` works on floating point.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

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
    """SQL expression of a row's factor."""
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
