"""CPU and memory of one operation, from the probe samples of its run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean

type Reading = tuple[float, float | None, float | None]
"""When it was taken, the server's CPU in percent of one core and its memory in MB."""


def usage_within(
    readings: Sequence[Reading], started_at: float, finished_at: float
) -> tuple[float | None, float | None]:
    """Mean CPU percent and memory MB of the server during an operation.

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
    return _mean(cpu for _, cpu, _ in inside), _mean(memory for _, _, memory in inside)


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None
