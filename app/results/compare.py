"""Cells side by side with their baseline: means, deviations, cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median

from app.plan.campaign import BASELINE
from app.plan.status import Status
from app.results.cost import CostDifference, StudyCost, percent_over, sample_deviation, study_cost
from app.results.records import CampaignSnapshot, CellRecord, OperationRecord
from engines.contract.errors import InputError
from engines.contract.message import phrase
from workloads.registry import workload_named, workload_names


@dataclass(frozen=True)
class ComparisonRow:
    """One operation of one cell over its `n` repetitions that count.

    Times are seconds inside statements and commit; `sd_s` is the sample standard deviation.
    `cpu_percent` (of one core) and `memory_mb` are means over runs. `cost_percent` compares
    `mean_s` with the baseline of the same server, size and operation; None for the baseline.
    """

    server: str
    engine: str
    protection: str
    workload: str
    size: int
    operation: str
    n: int
    mean_s: float | None
    sd_s: float | None
    median_s: float | None
    cpu_percent: float | None
    memory_mb: float | None
    cost_percent: float | None
    status: Status


@dataclass(frozen=True)
class HeadlineItem:
    """What a protection costs on a server, over operations and sizes, by the study's method.

    `complete` is False where some operation or size has no cost yet and so isn't in the mean.
    """

    engine: str
    server: str
    protection: str
    cost_percent: float
    sd_percent: float | None
    complete: bool


def compare(snapshot: CampaignSnapshot, baseline: str = BASELINE) -> list[ComparisonRow]:
    """A row per cell and operation in the order of the matrix, also for cells without results.

    Warm-ups and runs that were not done never count.

    Raises: InputError for a baseline that is not among the campaign's protections.
    """
    cells = snapshot.cells
    _check_baseline(cells, baseline)
    counted = _by_cell(snapshot.operations)
    rows = [
        _row(cell, operation, counted.get((cell.position, operation), []))
        for cell in cells
        for operation in _operations(cell, counted)
    ]
    return _with_costs(rows, baseline)


def headline(rows: Sequence[ComparisonRow]) -> list[HeadlineItem]:
    """Cost per server and protection, for “AES-128 costs 16 % on PostgreSQL, 5 % on MariaDB”.

    Protections without any cost (the baseline, those unsupported or still to run) are left out.
    """
    groups: dict[tuple[str, str, str], list[ComparisonRow]] = {}
    for row in rows:
        groups.setdefault((row.engine, row.server, row.protection), []).append(row)
    return [
        HeadlineItem(*key, cost.mean_percent, cost.sd_percent, _complete(group))
        for key, group in groups.items()
        if (cost := _cost(group)) is not None
    ]


type _Counted = dict[tuple[int, str], list[OperationRecord]]


def _check_baseline(cells: Sequence[CellRecord], baseline: str) -> None:
    known = list(dict.fromkeys(cell.protection for cell in cells))
    if cells and baseline not in known:
        raise InputError(
            phrase("Unknown baseline"),
            phrase("The campaign has no protection named “{baseline}”."),
            phrase("Its protections: {known}."),
            baseline=baseline,
            known=", ".join(known),
        )


def _by_cell(operations: Iterable[OperationRecord]) -> _Counted:
    found: _Counted = {}
    for each in operations:
        if each.counts:
            found.setdefault((each.cell, each.operation), []).append(each)
    return found


def _operations(cell: CellRecord, counted: _Counted) -> Iterable[str]:
    """Names of the operations of a cell; what is stored where the workload is not known here."""
    if cell.workload in workload_names():
        return workload_named(cell.workload).operations
    return dict.fromkeys(operation for _, operation in counted)


def _with_costs(rows: Sequence[ComparisonRow], baseline: str) -> list[ComparisonRow]:
    means = {
        (row.server, row.size, row.operation): row.mean_s
        for row in rows
        if row.protection == baseline and row.mean_s is not None
    }
    return [
        replace(row, cost_percent=_cost_percent(row, means)) if row.protection != baseline else row
        for row in rows
    ]


def _cost_percent(row: ComparisonRow, means: Mapping[tuple[str, int, str], float]) -> float | None:
    base = means.get((row.server, row.size, row.operation))
    return percent_over(row.mean_s, base) if row.mean_s is not None and base else None


def _row(cell: CellRecord, operation: str, runs: Sequence[OperationRecord]) -> ComparisonRow:
    seconds = [run.seconds for run in runs]
    mean = fmean(seconds) if seconds else None
    return ComparisonRow(
        server=cell.server,
        engine=cell.engine,
        protection=cell.protection,
        workload=cell.workload,
        size=cell.size,
        operation=operation,
        n=len(runs),
        mean_s=mean,
        sd_s=sample_deviation(seconds),
        median_s=median(seconds) if seconds else None,
        cpu_percent=_mean(run.cpu_percent for run in runs),
        memory_mb=_mean(run.memory_mb for run in runs),
        cost_percent=None,
        status=cell.status,
    )


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def _cost(rows: Sequence[ComparisonRow]) -> StudyCost | None:
    differences = [
        CostDifference(row.operation, row.size, row.cost_percent)
        for row in rows
        if row.cost_percent is not None
    ]
    return study_cost(differences) if differences else None


def _complete(rows: Sequence[ComparisonRow]) -> bool:
    return all(row.cost_percent is not None for row in rows)
