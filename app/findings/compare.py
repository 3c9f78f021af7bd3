"""Cells side by side with their baseline: means, deviations, cost, verdict."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from statistics import fmean, median
from typing import NamedTuple

from app.findings.measured import (
    Figure,
    Measured,
    Place,
    cpu_seconds,
    efforts,
    measure_of,
    measures_of,
    others_shares,
    together,
    turns_of,
    value_of,
)
from app.findings.shortfalls import dropped_share, limited_share, shortfalls
from app.findings.statistics import (
    LEAST_MARGIN,
    Comparison,
    Interval,
    adjusted,
    margin_percent,
    mean_interval,
)
from app.findings.study_method import CostDifference, percent_over, sample_deviation, study_cost
from app.findings.verdict import Circumstances, Verdict, VerdictKind, judge, judge_control
from app.plan.campaign import CONTROL, Campaign
from app.plan.matrix import protections_of
from app.plan.status import Status
from app.results.records import CampaignSnapshot, CellRecord, OperationRecord
from app.results.turns import Turns, trimmed_ratio
from engines.contract.errors import InputError
from engines.contract.message import phrase
from engines.contract.protection import ProtectionKind
from workloads.contract import CPU_TIME, SECONDS, Better, Case, Measure
from workloads.load import MEAN_LATENCY
from workloads.registry import case_label, told_with, workload_named

_PLAIN = ProtectionKind.PLAINTEXT
_TURNS_OF: Mapping[str, Callable[[Turns], Sequence[float]]] = {
    SECONDS.name: lambda turns: turns.seconds,
    CPU_TIME.name: lambda turns: turns.cpu,
    MEAN_LATENCY: lambda turns: turns.each,
}
"""What a turn has of the measures that it is told in."""


@dataclass(frozen=True)
class ComparisonRow:
    """One operation of one cell over its `n` repetitions that count.

    Times are seconds inside statements and commit; `sd_s` is the sample standard deviation.
    `cpu_percent` (of one core) and `memory_mb` are means over runs, `peak_memory_mb` is the most of
    all. What follows `cost_percent`
    compares with the baseline of the same server, size and operation, and is None for the baseline:
    the estimate from mirror blocks (from two blocks on; else that of the study), its 95 % interval,
    what the machine can tell apart (None where no control tells it), the p value of the exact test,
    and the verdict.
    `study_cost_percent` is by how much `mean_s` is over the baseline's, as the study has it.
    `server_cpu_s`, `worker_cpu_s` and, where an API stands between the two, `api_cpu_s` are means
    of CPU seconds, `cpu_cost_percent` compares their sums as `cost_percent` compares times, with an
    interval, margin, p value and verdict of its own. `others_percent` is the share of the core that
    others took from its turns, where it had one with the server alone. A `control` is plaintext
    beside plaintext: its interval is what the machine can tell apart. `case` is the case in words;
    `mean`, `sd` and `median` are of the `measure` that is compared, in its `unit`. A cost is by how
    much it is worse: where more of it is better, that of its reciprocal.
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
    peak_memory_mb: float | None
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
    server_cpu_s: float | None = None
    worker_cpu_s: float | None = None
    cpu_cost_percent: float | None = None
    cpu_cost_low_percent: float | None = None
    cpu_cost_high_percent: float | None = None
    cpu_margin_percent: float | None = None
    cpu_p_value: float | None = None
    cpu_verdict: VerdictKind | None = None
    cpu_verdict_text: str | None = None
    others_percent: float | None = None
    control: bool = False
    case: str = ""
    measure: str = SECONDS.name
    unit: str = SECONDS.unit
    mean: float | None = None
    sd: float | None = None
    median: float | None = None
    api_cpu_s: float | None = None
    said: Verdict | None = field(default=None, repr=False)
    cpu_said: Verdict | None = field(default=None, repr=False)
    at: Case = field(default=Case(0), repr=False)

    @property
    def better(self) -> Better:
        """Which way of its measure is better."""
        known = measures_of(self.workload)
        return next((each.better for each in known if each.name == self.measure), Better.LESS)

    @property
    def place(self) -> Place:
        """Where it is compared."""
        return Place(self.server, self.at, self.operation)

    def to_json(self) -> dict[str, object]:
        """Its figures by name, as `compare --json` and exports have them: `case` is its name, as
        everywhere, and `case_text` the case in words."""
        told = {"case": self.at.name, "case_text": self.case}
        return {name: told[name] if name in told else getattr(self, name) for name in FIGURES}


_NOT_TOLD = ("said", "cpu_said", "at")
FIGURES = tuple(
    name
    for each in fields(ComparisonRow)
    if each.name not in _NOT_TOLD
    for name in ((each.name, "case_text") if each.name == "case" else (each.name,))
)
"""The names of a row's figures, in order."""


@dataclass(frozen=True)
class HeadlineItem:
    """What a protection costs on a server over all operations of one case, or of all those that
    belong together (`size` is None, `case` their name, which is empty where they have none).

    `cost_percent` is the estimate from mirror blocks of the operations together, each weighing the
    same, with its interval, margin and verdict as in a `ComparisonRow`; below two blocks it is that
    of the study, which is `study_cost_percent` with the deviation `sd_percent` over operations.
    `complete` is False where some operation or size has no cost yet and so isn't in it. The same of
    CPU time stands beside it.
    """

    engine: str
    server: str
    protection: str
    cost_percent: float
    sd_percent: float | None
    complete: bool
    size: int | None = None
    cost_low_percent: float | None = None
    cost_high_percent: float | None = None
    margin_percent: float | None = None
    blocks: int | None = None
    verdict: VerdictKind | None = None
    verdict_text: str | None = None
    study_cost_percent: float | None = None
    cpu_cost_percent: float | None = None
    cpu_cost_low_percent: float | None = None
    cpu_cost_high_percent: float | None = None
    cpu_verdict: VerdictKind | None = None
    cpu_verdict_text: str | None = None
    control: bool = False
    case: str = ""
    in_cpu_time: bool = False
    """Whether its cost and verdict are those of CPU time."""
    said: Verdict | None = field(default=None, repr=False)
    at: Case | None = field(default=None, repr=False)

    @property
    def key(self) -> tuple[str, str, str]:
        """What it tells of."""
        return self.server, self.protection, self.case

    def to_json(self) -> dict[str, object]:
        """Its figures by name."""
        told = (each.name for each in fields(self) if each.name not in _NOT_TOLD)
        return {name: getattr(self, name) for name in told}


class Comparisons:
    """Every cell of a campaign beside `baseline`. A control stands beside plaintext whatever the
    baseline is.

    Warm-ups and runs that were not done never count.
    """

    def __init__(
        self, snapshot: CampaignSnapshot, baseline: str | None = None, measure: str | None = None
    ) -> None:
        """Without a baseline it is the campaign's, without a measure the workload's first.

        Raises: InputError for a baseline that is not among the campaign's protections, and for a
            measure that is none of the workload's
        """
        self._usual = snapshot.campaign.baseline
        self._baseline = baseline = baseline or self._usual
        _check_baseline(snapshot.cells, baseline)
        _check_measure(snapshot.cells, measure)
        self._snapshot, self._measure = snapshot, measure
        self._kinds = {cell.protection: cell.kind for cell in snapshot.cells}
        self._mirrored = snapshot.campaign.paired
        self._target = snapshot.campaign.target_percent
        self._by_cpu = measure == CPU_TIME.name
        figure = cpu_seconds(snapshot) if self._by_cpu else efforts(measure)
        self._times = Measured(snapshot, figure)
        self._controls: dict[tuple[Place, ...], Interval | None] = {}
        self._shortfalls = shortfalls(snapshot.operations)
        self._others = {} if self._by_cpu else others_shares(snapshot)
        self._in_cpu = None if self._by_cpu else Comparisons(snapshot, baseline, CPU_TIME.name)
        self.rows = self._with_cpu(self._with_costs(_rows(snapshot, measure)))
        """One per cell and operation in the order of the matrix, also for cells without results."""

    def _with_cpu(self, rows: list[ComparisonRow]) -> list[ComparisonRow]:
        """Rows with what CPU time tells of the same cells."""
        told = rows if self._in_cpu is None else self._in_cpu.rows
        return [
            row if row.better is Better.MORE else _with_cpu_time(row, cpu)
            for row, cpu in zip(rows, told, strict=True)
        ]

    def overall(self, case: Case | None = None) -> list[HeadlineItem]:
        """Cost per server and protection over the operations of one case, or of all of them; of
        cases that do not belong together one for each kind, those left out that are no headline's.

        Protections without any cost (the baseline, those unsupported or still to run) are left out.
        """
        groups: dict[_Group, list[ComparisonRow]] = {}
        for row in self.rows:
            kind = told_with(row.workload, row.at) if case is None else row.case
            if case in (None, row.at) and kind is not None:
                key = _Group(row.engine, row.server, row.protection, kind)
                groups.setdefault(key, []).append(row)
        compared = {key: self._all_of(group) for key, group in groups.items()}
        corrected = _corrected(
            {key: each for key, each in compared.items() if key.protection != CONTROL.name}
        )
        size = None if case is None else case.size
        found = [
            replace(
                self._headline(group, compared[key], key.kind, corrected.get(key), len(corrected)),
                size=size,
                at=_one([row.at for row in group]),
            )
            for key, group in groups.items()
            if any(row.study_cost_percent is not None for row in group)
        ]
        if self._in_cpu is None:
            return found
        cpu = {each.key: each for each in self._in_cpu.overall(case)}
        return [_told_with_cpu(each, cpu.get(each.key)) for each in found]

    def comparison(self, row: ComparisonRow) -> Comparison:
        """The mirror blocks that a row's cost comes from."""
        return self._times.comparison(row.place, row.protection, self._beside(row.protection))

    def trimmed(self, row: ComparisonRow) -> Interval | None:
        """The cost by trimmed means over turns, of the repetitions that the row's own cost comes
        from; None for fewer than two, and where a measure or an order has no turns."""
        of = _TURNS_OF.get(row.measure)
        sides = [self._turns.get((row.place, each), {}) for each in self._both(row.protection)]
        numbers = [block.number for block in self.comparison(row).blocks]
        if of is None or len(numbers) < 2 or not all(each.keys() >= {*numbers} for each in sides):
            return None
        found = [
            trimmed_ratio(*(of(Turns.unpacked(side[number])) for side in sides))
            for number in numbers
        ]
        known = [each for each in found if each is not None]
        return mean_interval(known) if len(known) == len(numbers) else None

    def own_blocks(self, rows: Sequence[ComparisonRow]) -> tuple[float, ...]:
        """The mean of ln(effort) over each mirror block of one protection, of rows together."""
        own = [self._times.comparison(row.place, row.protection, row.protection) for row in rows]
        return tuple(fmean(map(math.log, block.protected)) for block in together(own).blocks)

    def control(self, places: Sequence[Place]) -> Interval | None:
        """By how much the second plaintext cell differs from the first over all of these places;
        None where there are no two blocks of it."""
        key = tuple(places)
        if key not in self._controls:
            known = self._times.comparisons(places, CONTROL.name, self._usual)
            found = together(list(known.values()))
            self._controls[key] = found.interval() if found.testable else None
        return self._controls[key]

    @cached_property
    def _turns(self) -> Mapping[tuple[Place, str], Mapping[int, bytes]]:
        return turns_of(self._snapshot)

    def _both(self, protection: str) -> tuple[str, str]:
        return protection, self._beside(protection)

    def _beside(self, protection: str) -> str:
        return self._usual if protection == CONTROL.name else self._baseline

    def _with_costs(self, rows: Sequence[ComparisonRow]) -> list[ComparisonRow]:
        compared = {
            index: self.comparison(row)
            for index, row in enumerate(rows)
            if row.protection != self._beside(row.protection)
            and self._times.mean(row.place, row.protection)
            and self._times.mean(row.place, self._beside(row.protection))
        }
        corrected = _corrected(
            {index: each for index, each in compared.items() if not rows[index].control}
        )
        return [
            self._with_cost(row, compared[index], corrected.get(index), len(corrected))
            if index in compared
            else row
            for index, row in enumerate(rows)
        ]

    def _with_cost(
        self, row: ComparisonRow, blocks: Comparison, p_adjusted: float | None, comparisons: int
    ) -> ComparisonRow:
        around = self.around([row], p_adjusted, comparisons)
        verdict = judge_control(blocks, around) if row.control else judge(blocks, around)
        study = percent_over(
            self._times.mean(row.place, row.protection) or 0.0,
            self._times.mean(row.place, self._beside(row.protection)) or 1.0,
        )
        found = _estimate(blocks, around, study)
        return replace(
            row,
            cost_percent=found.percent,
            cost_low_percent=found.low,
            cost_high_percent=found.high,
            p_value=blocks.p_value if blocks.testable and around.mirrored else None,
            study_cost_percent=study,
            margin_percent=around.known_margin,
            blocks=len(blocks.blocks),
            verdict=verdict.kind,
            verdict_text=str(verdict.said),
            said=verdict,
            others_percent=100 * around.others if self._others else None,
        )

    def around(
        self, rows: Sequence[ComparisonRow], p_adjusted: float | None, comparisons: int
    ) -> Circumstances:
        """The circumstances of some rows of one protection."""
        places, protection = [row.place for row in rows], rows[0].protection
        control = self.control(places) if self._mirrored else None
        both = self._both(protection)
        return Circumstances(
            margin=LEAST_MARGIN if control is None else margin_percent(control),
            control=control,
            p_adjusted=p_adjusted,
            comparisons=comparisons,
            mirrored=self._mirrored,
            repetitions=min(row.n for row in rows),
            target=self._target,
            others=self._share_of_others(places, both),
            limited=limited_share(self._shortfalls, places, both),
            dropped=dropped_share(self._shortfalls, places, both),
            database=self._kinds[self._baseline] != ProtectionKind.CIPHER,
            sealing=self._seals(protection) and self._kinds[self._baseline] == _PLAIN,
        )

    def _share_of_others(self, places: Iterable[Place], protections: Iterable[str]) -> float:
        keys = [(place, each) for place in places for each in protections]
        known = [self._others[key] for key in keys if key in self._others]
        return fmean(known) if known else 0.0

    def _seals(self, protection: str) -> bool:
        return self._kinds[protection] not in (_PLAIN, ProtectionKind.STORED_FORM)

    def _all_of(self, rows: Sequence[ComparisonRow]) -> Comparison:
        return together(
            [self.comparison(row) for row in rows if row.study_cost_percent is not None]
        )

    def _headline(
        self,
        rows: Sequence[ComparisonRow],
        blocks: Comparison,
        kind: str,
        p_adjusted: float | None,
        comparisons: int,
    ) -> HeadlineItem:
        known = [row for row in rows if row.study_cost_percent is not None]
        study = study_cost(
            CostDifference(row.operation, row.size, row.study_cost_percent or 0.0) for row in known
        )
        around = self.around(known, p_adjusted, comparisons)
        control = rows[0].control
        verdict = judge_control(blocks, around) if control else judge(blocks, around)
        found = _estimate(blocks, around, study.mean_percent)
        return HeadlineItem(
            rows[0].engine,
            rows[0].server,
            rows[0].protection,
            sd_percent=study.sd_percent,
            complete=len(known) == len(rows),
            case=kind,
            cost_percent=found.percent,
            cost_low_percent=found.low,
            cost_high_percent=found.high,
            margin_percent=around.known_margin,
            blocks=len(blocks.blocks),
            verdict=verdict.kind,
            verdict_text=str(verdict.said),
            study_cost_percent=study.mean_percent,
            control=control,
            said=verdict,
        )


def _with_cpu_time(row: ComparisonRow, cpu: ComparisonRow) -> ComparisonRow:
    return replace(
        row,
        cpu_cost_percent=cpu.cost_percent,
        cpu_cost_low_percent=cpu.cost_low_percent,
        cpu_cost_high_percent=cpu.cost_high_percent,
        cpu_margin_percent=cpu.margin_percent,
        cpu_p_value=cpu.p_value,
        cpu_verdict=cpu.verdict,
        cpu_verdict_text=cpu.verdict_text,
        cpu_said=cpu.said,
    )


def _told_with_cpu(item: HeadlineItem, cpu: HeadlineItem | None) -> HeadlineItem:
    if cpu is None:
        return item
    return replace(
        item,
        cpu_cost_percent=cpu.cost_percent,
        cpu_cost_low_percent=cpu.cost_low_percent,
        cpu_cost_high_percent=cpu.cost_high_percent,
        cpu_verdict=cpu.verdict,
        cpu_verdict_text=cpu.verdict_text,
    )


def compare(
    snapshot: CampaignSnapshot, baseline: str | None = None, measure: str | None = None
) -> list[ComparisonRow]:
    """A row per cell and operation in the order of the matrix, also for cells without results.

    Raises: InputError as `Comparisons`
    """
    return Comparisons(snapshot, baseline, measure).rows


def _one(cases: Iterable[Case]) -> Case | None:
    """The case, where all are the same."""
    found = set(cases)
    return found.pop() if len(found) == 1 else None


class _Group(NamedTuple):
    """What a headline tells as one; `kind` is the name of its cases, or a case in words."""

    engine: str
    server: str
    protection: str
    kind: str


class _Estimate(NamedTuple):
    percent: float
    low: float | None = None
    high: float | None = None


def _estimate(blocks: Comparison, around: Circumstances, study: float) -> _Estimate:
    """The estimate from mirror blocks with its interval; the study's where there are none."""
    if not around.mirrored or not blocks.testable:
        return _Estimate(study)
    found = blocks.interval()
    return _Estimate(found.percent, found.low, found.high)


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


def _check_measure(cells: Sequence[CellRecord], measure: str | None) -> None:
    known = {each.name: each for cell in cells for each in measures_of(cell.workload)}
    known.setdefault(CPU_TIME.name, CPU_TIME)
    if cells and measure not in (None, *known):
        raise InputError(
            phrase("Unknown measure"),
            phrase("The campaign has no measure named “{measure}”."),
            phrase("Its measures: {known}."),
            measure=measure,
            known=", ".join(known),
        )


def _rows(snapshot: CampaignSnapshot, measure: str | None) -> list[ComparisonRow]:
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
    """Names of the operations of a cell; what is stored where the workload is not known here."""
    if cell.workload == campaign.workload.name:
        workload = workload_named(cell.workload)
        protection = protections_of(campaign).get(cell.protection)
        if protection is not None:
            return workload.operations(campaign.workload, cell.case, protection)
    return dict.fromkeys(operation for _, operation in counted)


def _corrected[Key](compared: Mapping[Key, Comparison]) -> dict[Key, float]:
    """The t tests' p values of one table, corrected for their number."""
    tested = {key: each for key, each in compared.items() if each.testable}
    p_values = adjusted([each.t_p_value for each in tested.values()])
    return dict(zip(tested, p_values, strict=True))


def _row(
    cell: CellRecord,
    operation: str,
    runs: Sequence[OperationRecord],
    wanted: str | None,
    cpu: Figure,
) -> ComparisonRow:
    if wanted == CPU_TIME.name:
        measure = CPU_TIME
        told = [cpu(run) for run in runs]
    else:
        found = (measure_of(cell.workload, run, wanted) for run in runs)
        measure = next(filter(None, found), None) or _planned_measure(cell.workload, wanted)
        told = [value_of(run, measure) for run in runs]
    values = [value for value in told if value is not None]
    seconds = [run.seconds for run in runs]
    return ComparisonRow(
        server=cell.server,
        engine=cell.engine,
        protection=cell.protection,
        workload=cell.workload,
        size=cell.size,
        operation=operation,
        n=len(runs),
        mean_s=fmean(seconds) if seconds else None,
        sd_s=sample_deviation(seconds),
        median_s=median(seconds) if seconds else None,
        cpu_percent=_mean(run.cpu_percent for run in runs),
        memory_mb=_mean(run.memory_mb for run in runs),
        peak_memory_mb=max(
            (run.peak_memory_mb for run in runs if run.peak_memory_mb), default=None
        ),
        cost_percent=None,
        status=cell.status,
        server_cpu_s=_mean(run.server_cpu_s for run in runs),
        worker_cpu_s=_mean(run.worker_cpu_s for run in runs),
        api_cpu_s=_mean(run.api_cpu_s for run in runs),
        control=cell.control,
        case=str(case_label(cell.workload, cell.case)),
        at=cell.case,
        measure=measure.name,
        unit=measure.unit,
        mean=fmean(values) if values else None,
        sd=sample_deviation(values),
        median=median(values) if values else None,
    )


def _planned_measure(workload: str, wanted: str | None) -> Measure:
    """What is compared where nothing has been measured yet."""
    known = measures_of(workload)
    return next((each for each in known if each.name == wanted), known[0])


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None
