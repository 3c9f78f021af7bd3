"""Two sides measured in turns, so that whatever disturbs the machine disturbs both."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from statistics import median

ROUNDS = 5

type Side = Callable[[], float]


def median_ratio(first: Side, second: Side, unit: str) -> float:
    """The median of `ROUNDS` ratios first / second; who begins changes with every round."""
    return median([one / other for one, other in _turns(first, second, unit)])


def ratio_of_medians(first: Side, second: Side, unit: str) -> float:
    """The ratio of two medians over `ROUNDS` turns, for sides that are noisy each by themselves."""
    turns = list(_turns(first, second, unit))
    return median([one for one, _ in turns]) / median([other for _, other in turns])


def _turns(first: Side, second: Side, unit: str) -> Iterator[tuple[float, float]]:
    for number in range(ROUNDS):
        one, other = _in_turn(first, second, number % 2 == 1)
        line = f"  {one:11,.2f} : {other:11,.2f} {unit}  {one / other:.3f}"
        print(line, file=sys.stderr, flush=True)
        yield one, other


def _in_turn(first: Side, second: Side, swapped: bool) -> tuple[float, float]:
    if swapped:
        other = second()
        return first(), other
    return first(), second()
