"""Latency histograms of a load in constant memory (`LatencyRecorder` → `Tally`), and latencies by
second (`Spans`).

Buckets are those of an HDR histogram of three digits, so that one is made of them without loss;
here a value costs two operations on integers instead of the library's 2 µs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

from hdrh.histogram import HdrHistogram

from app.results.turns import Turns

HIGHEST_NS = 3_600_000_000_000
_DIGITS = 3
BITS, _HALF = 11, 10
"""2,048 values have a count of their own in the lowest bucket, and 1,024 in each one above it."""

BUCKETS = (HIGHEST_NS.bit_length() - BITS + 2) << _HALF
"""Number of counts. A value of up to `BITS` bits is its own index; one with `above` bits more drops
its last `above` bits, and its index is behind those of the `above` buckets before."""


def value_at(index: int) -> int:
    """The lowest value that is counted at an index."""
    above = (index >> _HALF) - 1
    return index if above <= 0 else (index - (above << _HALF)) << above


@dataclass
class Tally:
    """Latencies in nanoseconds to three digits: index (`value_at`) → count, and their exact sum."""

    counts: dict[int, int] = field(default_factory=dict)
    total: int = 0

    @property
    def count(self) -> int:
        """Number of values."""
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        """Mean in nanoseconds; 0 without values."""
        return self.total / self.count if self.counts else 0.0

    def count_above(self, value: int) -> int:
        return sum(often for index, often in self.counts.items() if value_at(index) > value)

    def add(self, other: Tally) -> None:
        for index, often in other.counts.items():
            self.counts[index] = self.counts.get(index, 0) + often
        self.total += other.total

    def histogram(self) -> HdrHistogram:
        """The same as a histogram of the field's own format."""
        histogram = HdrHistogram(1, HIGHEST_NS, _DIGITS)
        for index, often in self.counts.items():
            histogram.record_value(max(1, value_at(index)), often)
        return histogram

    @classmethod
    def of(cls, counts: Iterable[int], total: int) -> Self:
        """From the counts at all indices in turn, as an HDR histogram has them too."""
        return cls({index: often for index, often in enumerate(counts) if often}, total)

    @classmethod
    def merged(cls, tallies: Iterable[Tally]) -> Self:
        found = cls()
        for each in tallies:
            found.add(each)
        return found


_SECOND = 1_000_000_000


@dataclass
class Spans:
    """Sums of latencies in nanoseconds, and how many they are, by the seconds of a load in which
    requests arrived. The last span has all that comes after it begins."""

    start: int
    sums: list[int]
    counts: list[int]

    @classmethod
    def of(cls, spans: int, start: int) -> Self:
        """Empty spans of a load that begins at `start` (`perf_counter_ns`)."""
        return cls(start, [0] * spans, [0] * spans)

    def add(self, due: int, latency: int) -> None:
        """Count a request that arrived at an instant."""
        span = min((due - self.start) // _SECOND, len(self.sums) - 1)
        self.sums[span] += latency
        self.counts[span] += 1

    def add_all(self, other: Spans) -> None:
        """Add what another lane counted of the same load."""
        self.sums = [one + more for one, more in zip(self.sums, other.sums, strict=True)]
        self.counts = [one + more for one, more in zip(self.counts, other.counts, strict=True)]

    def turns(self, seconds: float) -> Turns:
        """Each span as a turn, of a load that lasted `seconds`. CPU use is unknown (nan), since all
        sides were at work."""
        spans = len(self.sums)
        return Turns(
            tuple(each / _SECOND for each in self.sums),
            (*(1.0 for _ in range(spans - 1)), seconds - (spans - 1)),
            (math.nan,) * spans,
            tuple(self.counts),
        )


def spans_in(seconds: float) -> int:
    """How many spans a load of so many seconds has: whole seconds, a rest belongs to the last."""
    return max(1, int(seconds))


class LatencyRecorder:
    """Counts latencies as they come, in a list allocated once."""

    def __init__(self) -> None:
        self._counts = [0] * BUCKETS
        self._total = 0

    def add(self, value: int) -> None:
        """Count a value in nanoseconds; about 0.2 µs."""
        above = value.bit_length() - BITS
        self._counts[value if above <= 0 else (above << _HALF) + (value >> above)] += 1
        self._total += value

    def tally(self) -> Tally:
        return Tally.of(self._counts, self._total)
