"""Latencies that studies have beside those of a load of ours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from app.findings.figure import Figure
from app.findings.studies.study import Study
from app.report.figures.latency import LATENCIES, RATE, is_loaded
from app.report.figures.matched_study import MatchedStudy
from app.report.figures.study_values import TheirValues, lay_values, only
from app.results.records import CampaignSnapshot, CellRecord
from engines.contract.message import phrase
from workloads.contract import Case

P99 = "latency_p99_ms"
_SHARES = {"p50": 2.0, "p95": 20.0, "p99": 100.0, "p999": 1000.0}
"""Names of percentiles, and 1 ÷ (1 − share): where they stand in a plot."""
_UNITS = {**{f"latency_{name}_ms": "ms" for name in LATENCIES}, RATE: "/s"}


def lay_latencies(
    studies: Iterable[Study],
    snapshot: CampaignSnapshot,
    rows: Iterable[Figure],
    shows: Callable[[str, str, Case], bool] = lambda _server, _protection, _case: True,
) -> list[MatchedStudy]:
    """Studies beside what was under load: latencies, and requests answered per second. Places that
    are not shown, by server, protection and case, are left out."""
    loaded = {
        (each.server, each.protection, each.operation, each.case)
        for each in snapshot.operations
        if is_loaded(each) and shows(each.server, each.protection, each.case)
    }
    wanted = [
        replace(row, measure=measure, unit=unit)
        for row in rows
        if (row.server, row.protection, row.operation, row.at) in loaded
        for measure, unit in _UNITS.items()
    ]
    return lay_values(studies, snapshot, wanted, _NO_LATENCY)


_NO_LATENCY = phrase(
    "{study}: no latency matches an engine, protection, operation and case of this campaign."
)


def latencies_of(
    matched: Iterable[MatchedStudy], cells: Iterable[CellRecord], operation: str
) -> list[MatchedStudy]:
    """The studies with what stands beside these cells in one operation."""
    known = list(matched)
    places = {(each.server, each.protection, operation, each.case) for each in cells}
    return only(known, (b for each in known for b in each.found if b.place in places))


def percentile_points(reported: TheirValues) -> Iterator[tuple[float, float]]:
    """Its percentiles as points of `percentiles_of`, in milliseconds; one that is too short to have
    been measured is left out."""
    for name, place in _SHARES.items():
        value = reported.values.get(f"latency_{name}_ms", 0.0)
        if value > 0:
            yield place, value
