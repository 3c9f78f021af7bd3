"""CPU and memory of one operation, from the probe samples of its run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean

type UsageReading = tuple[float, float | None, float | None]
"""When it was taken, the server's CPU in percent of one core and its memory in MB."""


@dataclass(frozen=True)
class Memory:
    """Mean and most of the readings of an operation, in MB; None where it has none."""

    mean: float | None
    peak: float | None


def cpu_within(
    readings: Sequence[UsageReading], started_at: float, finished_at: float
) -> float | None:
    """Mean CPU percent of the server during an operation.

    The published study's way: of the readings taken in (started_at, finished_at] the first is
    dropped, since it also covers what came before, and the others are averaged; with fewer than
    three none is dropped. An operation too short to hold a reading takes the first one after it,
    which covers it. None where the run has no such reading or the system did not tell.
    `readings` are in order of time.
    """
    inside = [reading for reading in readings if started_at < reading[0] <= finished_at]
    if not inside:
        inside = [reading for reading in readings if reading[0] > finished_at][:1]
    if len(inside) >= 3:
        inside = inside[1:]
    return _mean(cpu for _, cpu, _ in inside)


def memory_within(
    readings: Sequence[UsageReading],
    started_at: float,
    finished_at: float,
    ends: Iterable[float | None] = (),
) -> Memory:
    """Memory of the server during an operation: what was read at its two ends, and what samples
    read in between. Samples repeat a reading until there is another one: what was read before the
    operation is none of it.
    """
    known = [each for each in ends if each is not None]
    for before, (at, _, memory) in pairwise([(0.0, None, None), *readings]):
        if memory is not None and memory != before[2] and started_at < at <= finished_at:
            known.append(memory)
    return Memory(fmean(known), max(known)) if known else Memory(None, None)


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None
