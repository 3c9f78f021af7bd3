"""Percentiles of latencies, as hdrhistogram gives them: for each it walks through 30,000 counts in
Python, which costs a short operation more than its statements do."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

from hdrh.histogram import HdrHistogram


def percentiles(histogram: HdrHistogram, *percents: float) -> tuple[int, ...]:
    """The values of a histogram, in its unit, that so many percent (above 0, at most 100) of those
    counted do not exceed, to its number of digits; 0 where it has counted nothing."""
    if not histogram.get_total_count():
        return (0,) * len(percents)
    until = list(accumulate(histogram.counts))
    return tuple(
        histogram.get_highest_equivalent_value(
            histogram.get_value_from_index(
                bisect_left(until, histogram.get_target_count_at_percentile(percent))
            )
        )
        for percent in percents
    )
