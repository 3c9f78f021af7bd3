"""Each operation over all cases together, as a comparison has it for each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.findings.compare import Comparisons
from app.findings.cost import NO_COST, Cost
from app.findings.figure import ALL_CASES, Figure
from app.findings.statistics import Comparison
from workloads.contract import SECONDS
from workloads.registry import shown_with

type Key = tuple[str, str, str]
"""Server, protection, operation."""


class AllCases:
    """Rows of the case `ALL_CASES`: seconds and costs are those of all cases together, and p values
    are corrected for the number of these rows."""

    def __init__(self, compared: Comparisons) -> None:
        self._compared = compared
        self._groups: dict[Key, list[Figure]] = {}
        for row in compared.rows:
            self._groups.setdefault(_key(row), []).append(row)
        alike = {key: _of_one_kind(rows) for key, rows in self._groups.items()}
        costs = compared.costs_of(alike)
        cpu = _cpu_costs(compared)
        self.rows = [
            replace(_summed(rows), cost=costs.get(key, NO_COST), cpu=cpu.get(key, NO_COST))
            for key, rows in self._groups.items()
        ]

    def comparison(self, row: Figure) -> Comparison:
        """The mirror blocks that a row's cost comes from."""
        return self._compared.blocks(_of_one_kind(self._groups[_key(row)]))


def _key(row: Figure) -> Key:
    return row.server, row.protection, row.operation


def _of_one_kind(rows: Sequence[Figure]) -> Sequence[Figure]:
    """The rows; none where their cases do not belong together."""
    return rows if len({shown_with(row.workload, row.at) for row in rows}) == 1 else []


def _cpu_costs(compared: Comparisons) -> Mapping[Key, Cost]:
    if compared.in_cpu is None:
        return {}
    return {_key(row): row.cost for row in AllCases(compared.in_cpu).rows}


def _summed(rows: Sequence[Figure]) -> Figure:
    """One row for all; without what cannot be summed."""
    return replace(
        rows[0],
        at=ALL_CASES,
        case="",
        n=min(row.n for row in rows),
        mean_s=_sum([row.mean_s for row in rows]),
        sd_s=None,
        median_s=None,
        mean=_sum([row.mean for row in rows]) if rows[0].measure == SECONDS.name else None,
        sd=None,
        median=None,
        cost=NO_COST,
        cpu=NO_COST,
        cpu_percent=None,
        memory_mb=None,
        peak_memory_mb=None,
        server_cpu_s=_sum([row.server_cpu_s for row in rows]),
        worker_cpu_s=_sum([row.worker_cpu_s for row in rows]),
        api_cpu_s=_sum([row.api_cpu_s for row in rows]),
    )


def _sum(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None
