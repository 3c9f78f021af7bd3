"""Estimates the remaining time of a campaign."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from statistics import fmean

from app.plan.campaign import Campaign, Order
from app.plan.matrix import Cell, order_of, simultaneous_sides
from workloads.contract import Options
from workloads.registry import workload_named

_OVERHEAD_SECONDS, _LOCKSTEP_OVERHEAD_SECONDS = 0.7, 0.2
"""Seconds around a run (worker start, database, warm-up): as a whole run, and in lockstep, where
the sides share them."""

_START_SECONDS = 0.2
"""Seconds for starting a worker."""

_SECONDS_PER_RECORD = 0.0012
"""Before anything has run: seconds of one record over all operations (three engines, AES-128,
one core of an AMD EPYC: 108 runs of 1,000 records in 122 s in turns, in 212 s as whole runs)."""


def planned_seconds(campaign: Campaign) -> Callable[[Cell], float | None]:
    """Seconds of a cell's run if the workload knows its duration, divided by the runs done at the
    same time; else None."""
    workload = workload_named(campaign.workload.name)

    def seconds(cell: Cell) -> float | None:
        options = Options(campaign.workload, cell.case, campaign.seed)
        found = workload.seconds(options, cell.protection)
        return None if found is None else found / simultaneous_sides(campaign, cell.case)

    return seconds


def in_lockstep(campaign: Campaign) -> Callable[[Cell], bool]:
    """Whether a cell's runs are interleaved with those of the other protections."""
    return lambda cell: order_of(campaign, cell.case) is Order.LOCKSTEP


@dataclass
class Estimate:
    """Estimates from finished runs: of the same cell if there are any, else of its server by size.

    `planned` and `in_lockstep` are what `planned_seconds` and the function `in_lockstep` return.
    """

    planned: Callable[[Cell], float | None]
    in_lockstep: Callable[[Cell], bool]
    _cells: dict[Cell, list[float]] = field(default_factory=dict)
    _rates: dict[str, list[float]] = field(default_factory=dict)

    def add(self, cell: Cell, seconds: float) -> None:
        """Record the duration of a run of `cell`."""
        self._cells.setdefault(cell, []).append(seconds)
        rate = max(0.0, seconds - self._overhead(cell)) / cell.size
        self._rates.setdefault(cell.server, []).append(rate)

    def remaining(self, cells: Iterable[Cell]) -> float:
        """Estimated seconds for one run of each of `cells`."""
        return sum(self._expected(cell) for cell in cells)

    def _expected(self, cell: Cell) -> float:
        if cell in self._cells:
            return fmean(self._cells[cell])
        if (planned := self.planned(cell)) is not None:
            return planned + _START_SECONDS
        known = self._rates.get(cell.server)
        rate = fmean(known) if known else _SECONDS_PER_RECORD
        return self._overhead(cell) + rate * cell.size

    def _overhead(self, cell: Cell) -> float:
        return _LOCKSTEP_OVERHEAD_SECONDS if self.in_lockstep(cell) else _OVERHEAD_SECONDS
