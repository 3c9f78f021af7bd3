"""Cells side by side with their baseline: means, deviations, cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from statistics import fmean, median

from app.plan.campaign import BASELINE, Order
from app.plan.status import Status
from app.results.cost import CostDifference, StudyCost, percent_over, sample_deviation, study_cost
from app.results.records import CampaignSnapshot, CellRecord, OperationRecord
from app.results.statistics import Comparison, adjusted, complete_blocks
from app.results.verdict import Circumstances, Verdict, VerdictKind, judge
from engines.contract.errors import InputError
from engines.contract.message import phrase
from workloads.registry import workload_named, workload_names


@dataclass(frozen=True)
class ComparisonRow:
    """One operation of one cell over its `n` repetitions that count.

    Times are seconds inside statements and commit; `sd_s` is the sample standard deviation.
    `cpu_percent` (of one core) and `memory_mb` are means over runs. What follows `cost_percent`
    compares with the baseline of the same server, size and operation, and is None for the baseline:
    the estimate from mirror blocks (from two blocks on; else that of the study), its 95 % interval,
    what the machine can tell apart, the p value of the exact test, and the verdict.
    `study_cost_percent` is by how much `mean_s` is over the baseline's, as the study has it.
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
    cost_low_percent: float | None = None
    cost_high_percent: float | None = None
    margin_percent: float | None = None
    blocks: int | None = None
    p_value: float | None = None
    verdict: VerdictKind | None = None
    verdict_text: str | None = None
    study_cost_percent: float | None = None
    said: Verdict | None = field(default=None, repr=False)

    def to_json(self) -> dict[str, object]:
        """Its figures by name, as `compare --json` and exports have them."""
        return {name: getattr(self, name) for name in FIGURES}


FIGURES = tuple(each.name for each in fields(ComparisonRow) if each.name != "said")
"""The names of a row's figures, in order."""


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
    return _with_costs(rows, _times(counted, cells), baseline, snapshot.campaign.order)


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


type _Place = tuple[str, int, str]
"""Server, size, operation: where cells are compared."""

type _Times = Mapping[tuple[_Place, str], list[tuple[int, float]]]
"""Place and protection → repetition and seconds of each run that counts."""


def _times(counted: _Counted, cells: Sequence[CellRecord]) -> _Times:
    known = {cell.position: cell for cell in cells}
    return {
        ((known[cell].server, known[cell].size, operation), known[cell].protection): [
            (run.repetition, run.seconds) for run in runs
        ]
        for (cell, operation), runs in counted.items()
    }


def _with_costs(
    rows: Sequence[ComparisonRow], times: _Times, baseline: str, order: Order
) -> list[ComparisonRow]:
    means = {_place(row): row.mean_s for row in rows if row.protection == baseline and row.mean_s}
    compared = {
        index: _comparison(row, times, baseline)
        for index, row in enumerate(rows)
        if row.protection != baseline and row.mean_s is not None and _place(row) in means
    }
    corrected = _corrected(compared)
    return [
        _with_cost(
            row,
            compared[index],
            percent_over(row.mean_s or 0.0, means[_place(row)]),
            Circumstances(
                p_adjusted=corrected.get(index),
                comparisons=len(corrected),
                mirrored=order is Order.ABBA,
                repetitions=row.n,
            ),
        )
        if index in compared
        else row
        for index, row in enumerate(rows)
    ]


def _place(row: ComparisonRow) -> _Place:
    return row.server, row.size, row.operation


def _comparison(row: ComparisonRow, times: _Times, baseline: str) -> Comparison:
    place = _place(row)
    one, other = (times.get((place, each), ()) for each in (baseline, row.protection))
    return Comparison(tuple(complete_blocks(one, other)))


def _corrected(compared: Mapping[int, Comparison]) -> dict[int, float]:
    """The t tests' p values of one table, corrected for their number, by row."""
    tested = {index: each for index, each in compared.items() if each.testable}
    p_values = adjusted([each.t_p_value for each in tested.values()])
    return dict(zip(tested, p_values, strict=True))


def _with_cost(
    row: ComparisonRow, blocks: Comparison, study: float, around: Circumstances
) -> ComparisonRow:
    verdict = judge(blocks, around)
    plain = replace(
        row,
        cost_percent=study,
        study_cost_percent=study,
        margin_percent=around.margin,
        blocks=len(blocks.blocks),
        verdict=verdict.kind,
        verdict_text=str(verdict.said),
        said=verdict,
    )
    if not blocks.testable or not around.mirrored:
        return plain
    interval = blocks.interval()
    return replace(
        plain,
        cost_percent=interval.percent,
        cost_low_percent=interval.low,
        cost_high_percent=interval.high,
        p_value=blocks.p_value,
    )


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
        CostDifference(row.operation, row.size, row.study_cost_percent)
        for row in rows
        if row.study_cost_percent is not None
    ]
    return study_cost(differences) if differences else None


def _complete(rows: Sequence[ComparisonRow]) -> bool:
    return all(row.study_cost_percent is not None for row in rows)
