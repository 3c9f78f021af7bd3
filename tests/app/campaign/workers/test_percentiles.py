"""Percentiles are the library's own, to the last digit."""

from __future__ import annotations

import pytest
from hdrh.histogram import HdrHistogram
from hypothesis import given, settings
from hypothesis import strategies as some

from app.campaign.workers.percentiles import percentiles

ASKED = (0.001, 50, 95, 99, 99.9, 100)


def histogram_of(values: list[int]) -> HdrHistogram:
    histogram = HdrHistogram(1, 3_600_000_000_000, 3)
    for value in values:
        histogram.record_value(value)
    return histogram


@settings(max_examples=30)
@given(some.lists(some.integers(1, 3_600_000_000_000), max_size=30))
def test_that_percentiles_are_those_of_the_library(values: list[int]) -> None:
    histogram = histogram_of(values)
    assert percentiles(histogram, *ASKED) == tuple(map(histogram.get_value_at_percentile, ASKED))


@pytest.mark.parametrize("most", [1, 2, 2047, 2048, 2049, 10**6])
def test_that_the_edges_of_buckets_are_those_of_the_library(most: int) -> None:
    histogram = HdrHistogram.decode(histogram_of([1, most - 1 or 1, most, most + 1]).encode())
    assert percentiles(histogram, *ASKED) == tuple(map(histogram.get_value_at_percentile, ASKED))
