"""Whether a figure grows with the number of runs, and by how much."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy

_LEAST = 4
"""Readings; a slope of fewer has no interval."""


@dataclass(frozen=True)
class Slope:
    """By how much a figure grows with each run: the 95 % interval, and the lower end of the wider
    one that all measures of a soak keep together in 95 of 100 soaks without a leak."""

    per_run: float
    low: float
    high: float
    proven_from: float

    @property
    def grows(self) -> bool:
        """Whether it does, beyond what chance makes of so many measures."""
        return self.proven_from > 0


def slope(runs: Sequence[float], values: Sequence[float], measures: int) -> Slope | None:
    """A line through readings, one after each round; None for fewer than four.

    Neighbours are alike, as a cache that grew stays grown: the residuals' correlation with their
    neighbours makes as many readings of the independent ones as n (1 - r) / (1 + r), after Bartlett
    1946, and the interval is that of so many.
    """
    if len(runs) < _LEAST:
        return None
    x, y = np.asarray(runs, float), np.asarray(values, float)
    line = scipy.stats.linregress(x, y)
    left = y - line.intercept - line.slope * x
    count = len(x)
    alike = float(left[1:] @ left[:-1] / (left @ left)) if left.any() else 0.0
    worth = max(3.0, count * (1 - alike) / (1 + alike)) if alike > 0 else float(count)
    error = line.stderr * math.sqrt((count - 2) / (worth - 2))
    wide = error * scipy.stats.t.ppf(0.975, worth - 2)
    wider = error * scipy.stats.t.ppf(1 - 0.025 / measures, worth - 2)
    at = float(line.slope)
    return Slope(at, float(at - wide), float(at + wide), float(at - wider))
