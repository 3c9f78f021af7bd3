"""Where a load fell short of its plan: requests that were dropped or began late, and runs in which
the load generator could not keep up."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.plan.cell_key import CellKey, GroupKey
from app.results.records import OperationRecord

ARRIVED, LATE, DROPPED = "arrived", "late", "dropped"
COMPLETED, RETRIED = "completed", "retried"
LIMITED = "generator_limited"


@dataclass(frozen=True)
class Shortfall:
    """Sums over `runs` runs of an operation of a cell: of requests, and of runs `limited` by the
    load generator."""

    runs: int
    limited: int
    arrived: int
    late: int
    dropped: int


type Shortfalls = Mapping[CellKey, Shortfall]
"""By cell and operation, of loads only."""


def shortfalls(operations: Iterable[OperationRecord]) -> Shortfalls:
    """Of the runs that count."""
    found: dict[CellKey, list[Mapping[str, float]]] = {}
    for each in operations:
        if each.is_counted and each.measures and ARRIVED in each.measures:
            found.setdefault(each.key, []).append(each.measures)
    return {key: _shortfall(runs) for key, runs in found.items()}


def generator_limited_share(
    found: Shortfalls, groups: Sequence[GroupKey], protections: Collection[str]
) -> float:
    """The share of runs, over all of these cells, in which the load generator was the limit; 0
    where there was no load."""
    known = _of(found, groups, protections)
    return sum(each.limited for each in known) / max(1, sum(each.runs for each in known))


def dropped_share(
    found: Shortfalls, groups: Sequence[GroupKey], protections: Collection[str]
) -> float:
    """The largest share of requests that one of these cells has dropped in an operation."""
    known = _of(found, groups, protections)
    return max((each.dropped / max(1, each.arrived) for each in known), default=0.0)


def _of(
    found: Shortfalls, groups: Sequence[GroupKey], protections: Collection[str]
) -> list[Shortfall]:
    keys = [group.cell(name) for group in groups for name in protections]
    return [found[key] for key in keys if key in found]


def _shortfall(runs: Sequence[Mapping[str, float]]) -> Shortfall:
    def total(name: str) -> int:
        return round(sum(each.get(name, 0.0) for each in runs))

    limited = sum(each.get(LIMITED, 0.0) > 0 for each in runs)
    return Shortfall(len(runs), limited, total(ARRIVED), total(LATE), total(DROPPED))
