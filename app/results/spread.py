"""How plain values of runs lie: mean, deviation, and the interval of the mean."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from scipy import special

from app.results.cost import sample_deviation


@dataclass(frozen=True)
class Spread:
    """The mean of values, their sample standard deviation, and the bounds of the mean's interval,
    all in the unit of the values; None for a single value."""

    mean: float
    sd: float | None = None
    low: float | None = None
    high: float | None = None


def spread(values: Sequence[float], confidence: float = 0.95) -> Spread:
    """Of one value or more, with Student's t interval of the mean."""
    mean, sd = fmean(values), sample_deviation(values)
    if sd is None:
        return Spread(mean)
    quantile = float(special.stdtrit(len(values) - 1, (1 + confidence) / 2))
    reach = quantile * sd / math.sqrt(len(values))
    return Spread(mean, sd, mean - reach, mean + reach)
