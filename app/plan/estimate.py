"""How long the rest of a campaign will take."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from statistics import fmean

from app.plan.campaign import Campaign
from app.plan.matrix import Cell
from workloads.contract import Options
from workloads.registry import workload_named

_OVERHEAD_SECONDS = 0.7
"""A worker's start, its database and its warm-up."""

_START_SECONDS = 0.2
"""A worker's start alone."""

_SECONDS_PER_RECORD = 0.003
"""Before anything has run: about what one record costs over all operations."""


def planned_seconds(campaign: Campaign) -> Callable[[Cell], float | None]:
    """How long a run of a cell takes where the work itself says so; None where it does not."""
    workload = workload_named(campaign.workload.name)
    return lambda cell: workload.seconds(
        Options(campaign.workload, cell.case, campaign.seed), cell.protection
    )


@dataclass
class Estimate:
    """Learns from finished runs: the same cell's if there are any, else its server's by size.

    `planned` says how long a run of a cell will take as `planned_seconds` does.
    """

    planned: Callable[[Cell], float | None] = lambda cell: None
    _cells: dict[Cell, list[float]] = field(default_factory=dict)
    _rates: dict[str, list[float]] = field(default_factory=dict)

    def add(self, cell: Cell, seconds: float) -> None:
        """A run of `cell` took this long."""
        self._cells.setdefault(cell, []).append(seconds)
        rate = max(0.0, seconds - _OVERHEAD_SECONDS) / cell.size
        self._rates.setdefault(cell.server, []).append(rate)

    def remaining(self, cells: Iterable[Cell]) -> float:
        """Seconds for a run of each of `cells`."""
        return sum(self._expected(cell) for cell in cells)

    def _expected(self, cell: Cell) -> float:
        if cell in self._cells:
            return fmean(self._cells[cell])
        if (planned := self.planned(cell)) is not None:
            return planned + _START_SECONDS
        known = self._rates.get(cell.server)
        rate = fmean(known) if known else _SECONDS_PER_RECORD
        return _OVERHEAD_SECONDS + rate * cell.size
