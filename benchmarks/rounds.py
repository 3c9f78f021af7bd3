"""Two sides measured in turns, so that whatever disturbs the machine disturbs both."""

from __future__ import annotations

import sys
from collections.abc import Callable
from statistics import median

ROUNDS = 5

type Side = Callable[[], float]
type Turn = tuple[float, float]


def median_ratio(first: Side, second: Side, unit: str, rounds: int = ROUNDS) -> float:
    """The median over the rounds of first / second."""
    return median([one / other for one, other in _rounds(first, second, unit, rounds)])


def ratio_of_medians(first: Side, second: Side, unit: str) -> float:
    """The ratio of two medians over `ROUNDS`, for sides that are noisy each by themselves."""
    rounds = _rounds(first, second, unit, ROUNDS)
    return median([one for one, _ in rounds]) / median([other for _, other in rounds])


def _rounds(first: Side, second: Side, unit: str, rounds: int) -> list[Turn]:
    return [_round(first, second, unit) for _ in range(rounds)]


def _round(first: Side, second: Side, unit: str) -> Turn:
    """A B B A, each side's mean: what drifts meanwhile falls on both alike."""
    one, other = first(), second()
    other = (other + second()) / 2
    one = (one + first()) / 2
    line = f"  {one:11,.2f} : {other:11,.2f} {unit}  {one / other:.3f}"
    print(line, file=sys.stderr, flush=True)
    return one, other
