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
_MOST = 500
"""Numbers of the source are 0 to this, as in the study."""

_BEYOND = 2**31
"""Added to positions: the first ones become as random as the others, and servers whose integers
have 32 bits calculate in wider ones."""

FACTORS = 10
"""The largest factor of a row; the study's were not whole numbers."""

_PRIME = 65521
_ABOVE_ZERO = 1000


def drawn(position: str, seed: int, whole: str) -> str:
    """The SQL for the source number at a position, which is itself SQL and counts from 0.

    `whole` is the engine's name of the integer type in CAST, here and below.
    """
    wide = f"({position} + {_start(seed)}) * {_MULTIPLIER}"
    return f"cast(mod(mod({wide}, {_MODULUS}), {_MOST + 1}) as {whole})"


def factor(column: str, whole: str) -> str:
    """SQL expression of a row's factor."""
    above = f"({column} + {_ABOVE_ZERO}) * {_MULTIPLIER}"
    return f"(1 + cast(mod(mod({above}, {_PRIME}), {FACTORS}) as {whole}))"


@lru_cache(maxsize=1)
def source(rows: int, seed: int) -> Mapping[int, int]:
    """Source number → how often it is among the first `rows`."""
    first = _start(seed) * _MULTIPLIER
    products = range(first, first + rows * _MULTIPLIER, _MULTIPLIER)
    return Counter(product % _MODULUS % (_MOST + 1) for product in products)


def doubled(numbers: Mapping[int, int]) -> Mapping[int, int]:
    """The same for the derived table: each number plus 10, and each minus 100."""
    made = Counter[int]()
    for number, count in numbers.items():
        made[number + 10] += count
        made[number - 100] += count
    return made


def multiplied(numbers: Mapping[int, int]) -> Mapping[int, int]:
    """The same after every row was multiplied by its factor."""
    made = Counter[int]()
    for number, count in numbers.items():
        drawn = (number + _ABOVE_ZERO) * _MULTIPLIER % _PRIME % FACTORS
        made[number * (1 + drawn)] += count
    return made


def _start(seed: int) -> int:
    return _BEYOND + seed % _BEYOND
