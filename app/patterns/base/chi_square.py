"""The chi-square test of a uniform distribution, without a statistics library."""

from __future__ import annotations

import math
from collections.abc import Sequence

FEWEST_EXPECTED = 5
"""Cochran's rule: below five expected per class the distribution is no longer chi-square's
(W. G. Cochran, "Some methods for strengthening the common χ² tests", Biometrics 10, 1954)."""


def uniform_statistic(counts: Sequence[int]) -> float:
    """Pearson's Σ (observed − expected)² / expected, all classes expected alike."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def p_value(statistic: float, degrees: int) -> float:
    """The probability that chance alone gives `statistic` or more.

    Abramowitz & Stegun, Handbook of Mathematical Functions, 26.4.4 (odd degrees of freedom) and
    26.4.5 (even): a finite sum of positive terms, taken as logarithms so that none overflows.

    Raises: ValueError for less than one degree of freedom.
    """
    if degrees < 1:
        raise ValueError(f"{degrees} degrees of freedom")
    if statistic <= 0:
        return 1.0
    half = statistic / 2
    if degrees % 2:
        first = math.erfc(math.sqrt(half))
        powers = [r - 0.5 for r in range(1, (degrees + 1) // 2)]
    else:
        first = 0.0
        powers = [float(r) for r in range(degrees // 2)]
    terms = (math.exp(power * math.log(half) - half - math.lgamma(power + 1)) for power in powers)
    return min(1.0, first + math.fsum(terms))
