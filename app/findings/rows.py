"""The figures of a campaign, a row for each cell and operation, before anything is compared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean, median

from app.findings.figure import Figure
from app.findings.measured import Quantity, cpu_seconds, measure_of, measures_of, value_of
from app.findings.study_method import sample_deviation
from app.plan.campaign import Campaign
from app.plan.matrix import protections_of
from app.plan.status import Status
from app.results.records import CampaignSnapshot, CellRecord, OperationRecord
from workloads.contract import CPU_TIME, Measure
from workloads.registry import case_label, workload_named


def figure_rows(snapshot: CampaignSnapshot, measure: str | None) -> list[Figure]:
    """In the order of the matrix, also for cells without results."""
    counted: dict[tuple[int, str], list[OperationRecord]] = {}
    for each in snapshot.operations:
        if each.counts:
            counted.setdefault((each.cell, each.operation), []).append(each)
    cpu = cpu_seconds(snapshot)
    return [
        _row(cell, operation, counted.get((cell.position, operation), []), measure, cpu)
        for cell in snapshot.cells
        for operation in _operations(snapshot.campaign, cell, counted)
    ]


def _operations(
    campaign: Campaign, cell: CellRecord, counted: Iterable[tuple[int, str]]
) -> Iterable[str]:
    """Names of the operations of a cell: those that its workload has, and what is stored beyond
    them, as where the workload or its file is not here."""
    stored = [operation for position, operation in counted if position == cell.position]
    stored += [each.operation for each in cell.refused]
    if cell.workload == campaign.workload.name:
        workload = workload_named(cell.workload)
        protection = protections_of(campaign).get(cell.protection)
        if protection is not None:
            planned = workload.operations(campaign.workload, cell.case, protection)
            return dict.fromkeys((*planned, *stored))
    return dict.fromkeys(operation for _, operation in counted)


def _row(
    cell: CellRecord,
    operation: str,
    runs: Sequence[OperationRecord],
    wanted: str | None,
    cpu: Quantity,
) -> Figure:
    if wanted == CPU_TIME.name:
        measure = CPU_TIME
        reported = [cpu(run) for run in runs]
    else:
        found = (measure_of(cell.workload, run, wanted) for run in runs)
        measure = next(filter(None, found), None) or _planned_measure(cell.workload, wanted)
        reported = [value_of(run, measure) for run in runs]
    values = [value for value in reported if value is not None]
    seconds = [run.seconds for run in runs]
    refused = tuple(each for each in cell.refused if each.operation == operation)
    return Figure(
        server=cell.server,
        engine=cell.engine,
        protection=cell.protection,
        workload=cell.workload,
        at=cell.case,
        operation=operation,
        case=str(case_label(cell.workload, cell.case)),
        measure=measure.name,
        unit=measure.unit,
        better=measure.better,
        n=len(runs),
        mean=fmean(values) if values else None,
        sd=sample_deviation(values),
        median=median(values) if values else None,
        status=Status.UNSUPPORTED if refused else cell.status,
        control=cell.control,
        mean_s=fmean(seconds) if seconds else None,
        sd_s=sample_deviation(seconds),
        median_s=median(seconds) if seconds else None,
        cpu_percent=_mean(run.cpu_percent for run in runs),
        memory_mb=_mean(run.memory_mb for run in runs),
        peak_memory_mb=max(
            (run.peak_memory_mb for run in runs if run.peak_memory_mb), default=None
        ),
        server_cpu_s=_mean(run.server_cpu_s for run in runs),
        worker_cpu_s=_mean(run.worker_cpu_s for run in runs),
        api_cpu_s=_mean(run.api_cpu_s for run in runs),
        refused=refused,
    )


def _planned_measure(workload: str, wanted: str | None) -> Measure:
    """What is compared where nothing has been measured yet."""
    known = measures_of(workload)
    return next((each for each in known if each.name == wanted), known[0])


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None
