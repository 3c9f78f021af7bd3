"""Pseudo-random numbers that are the same on every machine and with every version of a library."""

from __future__ import annotations

from typing import Any

import numpy as np


def splitmix64(numbers: Any) -> Any:
    """SplitMix64's output function (Steele, Lea and Flood, 2014), applied to an array of
    `uint64`: each gives 64 pseudo-random bits."""
    drawn = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    drawn = (drawn ^ (drawn >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return drawn ^ (drawn >> np.uint64(31))


def random_uint64(seed: int, purpose: str, count: int) -> Any:
    """`count` random numbers for one purpose; a larger count begins with the same numbers."""
    state = seed & _ALL
    for byte in purpose.encode():
        state = ((state ^ byte) * 0x100000001B3) & _ALL  # FNV-1a's prime
    start = (state * 0x9E3779B97F4A7C15) & _ALL
    return splitmix64(np.arange(count, dtype=np.uint64) + np.uint64(start))


def unit_floats(numbers: Any) -> Any:
    """Random `uint64` as real numbers, from 0 to below 1."""
    return (numbers >> np.uint64(11)).astype(np.float64) / float(1 << 53)


def zipf_ranks(numbers: Any, count: int, skew: float) -> Any:
    """Ranks 0 to `count` - 1, the first ones more often: Zipf's law with exponent `skew`, above 1,
    by the inverse of its continuous form. `numbers` are random `uint64`."""
    exponent = 1.0 - skew
    reach = float(count + 1) ** exponent - 1.0
    ranks = (unit_floats(numbers) * reach + 1.0) ** (1.0 / exponent)
    return np.minimum(ranks.astype(np.int64) - 1, count - 1)


_ALL = (1 << 64) - 1
