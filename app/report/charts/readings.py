"""What was measured in every run that counts, as charts show it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from statistics import fmean, geometric_mean

from app.findings.measured import (
    Quantity,
    engine_cpu_seconds,
    measures_of,
    values_of,
)
from app.plan.cell_key import ALL_CASES, CellKey
from app.report.figures.campaign_report import CampaignReport
from workloads.contract import CPU_TIME, SECONDS, Case
from workloads.contract import Measure as WorkMeasure

type Readings = Mapping[CellKey, Sequence[float]]
"""A value for each repetition."""


class SecondMeasure(StrEnum):
    """What is shown beside cost: what is compared, CPU seconds, or MB of memory."""

    TIME = "time"
    CPU = "cpu"
    MEMORY = "memory"


def main_measure(report: CampaignReport, case: Case) -> WorkMeasure:
    """What verdicts are about in a case: the first measure that its operations yield."""
    of_work = measures_of(report.campaign.workload.name)
    known = {each.name: each for each in (*of_work, CPU_TIME)}
    used = (row.measure for row in report.comparison if case in (row.at, ALL_CASES))
    return next((known[name] for name in used if name in known), SECONDS)


def readings(report: CampaignReport, case: Case, what: SecondMeasure) -> Readings:
    """Of all cases together a repetition has the sum of its seconds, the mean of its memory, or the
    geometric mean of anything else that is compared, so that each case weighs the same."""
    quantity = _QUANTITIES[what](report)
    found: dict[CellKey, dict[int, list[float]]] = {}
    for each in report.operations:
        reading = quantity(each)
        if each.counts and case in (each.run.case, ALL_CASES) and reading is not None:
            key = each.key._replace(case=case)
            found.setdefault(key, {}).setdefault(each.run.repetition, []).append(reading)
    whole = _whole(report, case, what)
    return {
        key: [whole(values) for values in repetitions.values() if len(values) == most]
        for key, repetitions in found.items()
        for most in [max(map(len, repetitions.values()))]
    }


def _whole(
    report: CampaignReport, case: Case, what: SecondMeasure
) -> Callable[[Sequence[float]], float]:
    timed = what is SecondMeasure.TIME and main_measure(report, case).unit == SECONDS.unit
    if timed or what is SecondMeasure.CPU:
        return sum
    return fmean if what is SecondMeasure.MEMORY else _middle


def _main(report: CampaignReport) -> Quantity:
    """What is compared, in the unit of its measure."""
    return values_of(report, report.compared.measure)


def _memory(_: CampaignReport) -> Quantity:
    return lambda operation: operation.memory_mb


def _middle(values: Sequence[float]) -> float:
    """The geometric mean; 0 where one of them is."""
    return geometric_mean(values) if all(each > 0 for each in values) else 0.0


_QUANTITIES: Mapping[SecondMeasure, Callable[[CampaignReport], Quantity]] = {
    SecondMeasure.TIME: _main,
    SecondMeasure.CPU: engine_cpu_seconds,
    SecondMeasure.MEMORY: _memory,
}
