"""Whole numbers between two bounds, as a distribution has them."""

from __future__ import annotations

from typing import Any

import numpy as np

from workloads.drawing import mixed, shares, zipf_ranks


def uniform(numbers: Any, least: int, most: int) -> Any:
    return least + (numbers % np.uint64(most - least + 1)).astype(np.int64)


def normal(numbers: Any, least: int, most: int, mean: float, deviation: float) -> Any:
    """A normal distribution; what lies beyond a bound becomes the bound."""
    return _within(mean + deviation * _normal(numbers), least, most)


def lognormal(numbers: Any, least: int, most: int, median: float, deviation: float) -> Any:
    """A distribution whose logarithm is normal, of that deviation."""
    return _within(median * np.exp(deviation * _normal(numbers)), least, most)


def zipf(numbers: Any, least: int, most: int, skew: float) -> Any:
    """The least is the commonest, by Zipf's law."""
    return least + zipf_ranks(numbers, most - least + 1, skew)


def permuted(numbers: Any, least: int, most: int) -> Any:
    """No number twice, spread over all of them.

    Raises: ValueError where there are not as many
    """
    count = len(numbers)
    if most - least + 1 < count:
        raise ValueError(f"{most - least + 1} numbers for {count} rows")
    step = (most - least + 1) // max(1, count)
    return least + np.argsort(numbers, kind="stable").astype(np.int64) * step


def _normal(numbers: Any) -> Any:
    """Box and Muller (1958)."""
    radius = np.sqrt(-2.0 * np.log1p(-shares(numbers)))
    return radius * np.cos(2.0 * np.pi * shares(mixed(numbers + np.uint64(1))))


def _within(values: Any, least: int, most: int) -> Any:
    return np.clip(np.rint(values), least, most).astype(np.int64)
