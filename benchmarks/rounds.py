"""Two sides measured in turns, so that whatever disturbs the machine disturbs both."""

from __future__ import annotations

import sys
from collections.abc import Callable
from statistics import median

ROUNDS = 5

type Side = Callable[[], float]


def median_ratio(first: Side, second: Side, unit: str) -> float:
    """The median of `ROUNDS` ratios first / second; who begins changes with every round."""
    ratios = []
    for number in range(ROUNDS):
        one, other = _in_turn(first, second, number % 2 == 1)
        ratios.append(one / other)
        print(f"  {one:10,.1f} : {other:10,.1f} {unit}  {ratios[-1]:.3f}", file=sys.stderr, flush=True)
    return median(ratios)


def ratio_of_medians(first: Side, second: Side, unit: str) -> float:
    """The ratio of two medians over `ROUNDS` turns, for sides that are noisy each by themselves."""
    ones, others = [], []
    for number in range(ROUNDS):
        one, other = _in_turn(first, second, number % 2 == 1)
        ones.append(one)
        others.append(other)
        print(f"  {one:10,.3f} : {other:10,.3f} {unit}", file=sys.stderr, flush=True)
    return median(ones) / median(others)


def _in_turn(first: Side, second: Side, swapped: bool) -> tuple[float, float]:
    if swapped:
        other = second()
        return first(), other
    return first(), second()
