"""Two cells that were measured at different times, by Welch's t test on the means of their blocks.

A value is the mean of ln(effort) over a mirror block of one cell. Nothing pairs them: what the
machine did on one day and not on the other counts as a difference.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, variance

from app.findings.statistics import Interval, percent


def welch(first: Sequence[float], second: Sequence[float]) -> tuple[Interval, float] | None:
    """By how much the second cell is over the first, and the two-sided p value of no difference, of
    logarithms; None with less than two blocks on a side. Welch (1947), with the degrees of freedom
    of Satterthwaite (1946)."""
    from scipy import special

    if min(len(first), len(second)) < 2:
        return None
    shift = fmean(second) - fmean(first)
    one, other = variance(first) / len(first), variance(second) / len(second)
    if one + other == 0:
        same = Interval(percent(shift), percent(shift), percent(shift))
        return same, 0.0 if shift else 1.0
    error = math.sqrt(one + other)
    parts = one**2 / (len(first) - 1) + other**2 / (len(second) - 1)
    freedom = (one + other) ** 2 / parts
    reach = float(special.stdtrit(freedom, 0.975)) * error
    interval = Interval(percent(shift), percent(shift - reach), percent(shift + reach))
    return interval, 2 * float(special.stdtr(freedom, -abs(shift) / error))
