"""Values of each repetition that cost charts show next to costs: the main measure, CPU or
memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from statistics import fmean, geometric_mean

from app.findings.measured import Quantity, engine_cpu_seconds, measures_of, values_of
from app.plan.cell_key import ALL_CASES, CellKey
from app.report.figures.campaign_report import CampaignReport
from workloads.contract import CPU_TIME, SECONDS, Case, Measure

type Readings = Mapping[CellKey, Sequence[float]]
"""A value for each repetition."""


class ChartedMeasure(StrEnum):
    """What is charted next to cost: the measure that costs are of, CPU seconds, or MB of memory.

    A new one also needs an entry in `_QUANTITIES`, `_TITLES` and `_UNITS` in cost_chart.py, and a
    choice in results/charts_tab.py.
    """

    MAIN = "time"
    CPU = "cpu"
    MEMORY = "memory"


def main_measure(report: CampaignReport, case: Case) -> Measure:
    """The measure that costs of a case are of: the first that its operations have."""
    of_work = measures_of(report.campaign.workload.name)
    known = {each.name: each for each in (*of_work, CPU_TIME)}
    used = (row.measure for row in report.comparison if case in (row.at, ALL_CASES))
    return next((known[name] for name in used if name in known), SECONDS)


def readings(report: CampaignReport, case: Case, what: ChartedMeasure) -> Readings:
    """One value for each repetition of each cell and operation; repetitions that lack cases are
    left out.

    Over all cases the value is the sum of seconds, the mean of memory, or the geometric mean of any
    other measure, so that each case weighs the same.
    """
    quantity = _QUANTITIES[what](report)
    found: dict[CellKey, dict[int, list[float]]] = {}
    for each in report.operations:
        reading = quantity(each)
        if each.is_counted and case in (each.run.case, ALL_CASES) and reading is not None:
            key = each.key._replace(case=case)
            found.setdefault(key, {}).setdefault(each.run.repetition, []).append(reading)
    combined = _combined_by(report, case, what)
    return {
        key: [combined(values) for values in repetitions.values() if len(values) == most]
        for key, repetitions in found.items()
        for most in [max(map(len, repetitions.values()))]
    }


def _combined_by(
    report: CampaignReport, case: Case, what: ChartedMeasure
) -> Callable[[Sequence[float]], float]:
    timed = what is ChartedMeasure.MAIN and main_measure(report, case).unit == SECONDS.unit
    if timed or what is ChartedMeasure.CPU:
        return sum
    return fmean if what is ChartedMeasure.MEMORY else _geometric_mean_or_zero


def _compared_measure(report: CampaignReport) -> Quantity:
    return values_of(report, report.compared.measure)


def _memory(_: CampaignReport) -> Quantity:
    return lambda operation: operation.memory_mb


def _geometric_mean_or_zero(values: Sequence[float]) -> float:
    return geometric_mean(values) if all(each > 0 for each in values) else 0.0


_QUANTITIES: Mapping[ChartedMeasure, Callable[[CampaignReport], Quantity]] = {
    ChartedMeasure.MAIN: _compared_measure,
    ChartedMeasure.CPU: engine_cpu_seconds,
    ChartedMeasure.MEMORY: _memory,
}
