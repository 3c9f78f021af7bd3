"""Compares the cells of a campaign with their baseline, operation by operation and in total: the
class `Comparisons`, which gives a `Figure` with its cost for each."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from statistics import fmean, median
from typing import NamedTuple

from app.findings.cost import NO_COST, Cost, VerdictKind
from app.findings.figure import Figure, Outlier, comparable, pooled_rows
from app.findings.load_shortfalls import dropped_share, generator_limited_share, shortfalls
from app.findings.measured import (
    Measured,
    OthersShares,
    Quantity,
    cpu_seconds,
    cpu_seconds_per_request,
    efforts,
    measure_of,
    measures_of,
    others_shares,
    sum_comparisons,
    turns_of,
    value_of,
)
from app.findings.mix_weights import covered_percent, operations_of_all_protections, shares_of
from app.findings.statistics import (
    LEAST_MARGIN,
    Comparison,
    Interval,
    benjamini_hochberg,
    margin_percent,
    mean_log_interval,
    mean_of_known,
)
from app.findings.study_method import StudyCost, percent_over, sample_deviation, study_cost
from app.findings.verdict import Circumstances, judge
from app.plan.campaign import CONTROL, Campaign
from app.plan.cell_key import ALL_CASES, CellKey, GroupKey
from app.plan.matrix import protections_of
from app.plan.status import Status
from app.results.records import CampaignSnapshot, CellRecord, OperationRecord
from app.results.turns import Turns, trimmed_ratio
from engines.contract.errors import InputError
from engines.contract.message import phrase
from engines.contract.protection import ProtectionKind
from workloads.contract import CPU_TIME, SECONDS, Better, Case, Measure
from workloads.load import MEAN_LATENCY
from workloads.registry import case_label, headline_group, workload_named

# The figures of a campaign, a row for each cell and operation, before anything is compared.


def figure_rows(snapshot: CampaignSnapshot, measure: str | None) -> list[Figure]:
    """In the order of the matrix, also for cells without results."""
    counted: dict[tuple[int, str], list[OperationRecord]] = {}
    for each in snapshot.operations:
        if each.is_counted:
            counted.setdefault((each.run.cell, each.operation), []).append(each)
    cpu = cpu_seconds(snapshot)
    return [
        _row(cell, operation, counted.get((cell.position, operation), []), measure, cpu)
        for cell in snapshot.cells
        for operation in _operations(snapshot.campaign, cell, counted)
    ]


def _operations(
    campaign: Campaign, cell: CellRecord, counted: Iterable[tuple[int, str]]
) -> Iterable[str]:
    """Names of the operations of a cell: those of its workload, and others that are stored of it
    (the workload's file may have changed, or be missing)."""
    operations = [operation for position, operation in counted if position == cell.position]
    operations += [each.operation for each in cell.refused]
    if cell.workload == campaign.workload.name:
        workload = workload_named(cell.workload)
        protection = protections_of(campaign).get(cell.protection)
        if protection is not None:
            planned = workload.operations(campaign.workload, cell.case, protection)
            return dict.fromkeys((*planned, *operations))
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
        by_run = [cpu(run) for run in runs]
    else:
        found = (measure_of(cell.workload, run, wanted) for run in runs)
        measure = next(filter(None, found), None) or _planned_measure(cell.workload, wanted)
        by_run = [value_of(run, measure) for run in runs]
    values = [value for value in by_run if value is not None]
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
        cpu_percent=mean_of_known(run.cpu_percent for run in runs),
        memory_mb=mean_of_known(run.memory_mb for run in runs),
        peak_memory_mb=max(
            (run.peak_memory_mb for run in runs if run.peak_memory_mb), default=None
        ),
        server_cpu_s=mean_of_known(run.server_cpu_s for run in runs),
        worker_cpu_s=mean_of_known(run.worker_cpu_s for run in runs),
        api_cpu_s=mean_of_known(run.api_cpu_s for run in runs),
        refused=refused,
    )


def _planned_measure(workload: str, wanted: str | None) -> Measure:
    """What is compared where nothing has been measured yet."""
    known = measures_of(workload)
    return next((each for each in known if each.name == wanted), known[0])


_PLAIN = ProtectionKind.PLAINTEXT
_SUMMED = (SECONDS.name, CPU_TIME.name)
"""Measures of which those of several operations add up."""
_OUTLIER, _DOUBLED = 3.0, 100.0
"""An operation is a total's outlier if its factor (time with over without protection) is at least
`_OUTLIER` times the total's, and its cost at least `_DOUBLED` percent."""
_TURNS_OF: Mapping[str, Callable[[Turns], Sequence[float]]] = {
    SECONDS.name: lambda turns: turns.seconds,
    CPU_TIME.name: lambda turns: turns.cpu,
    MEAN_LATENCY: lambda turns: turns.seconds_per_statement,
}
"""Measure → its values of single turns; other measures have none."""


class _Compared(NamedTuple):
    """Rows of one protection that share one cost: its blocks, the `ratio` of their means to the
    baseline's in percent, and the cost by the study's method."""

    rows: Sequence[Figure]
    blocks: Comparison
    ratio: float
    study: StudyCost


class Comparisons:
    """Every cell of a campaign compared with `baseline`; the control (the campaign's own baseline,
    measured again) always with the campaign's own baseline.

    Warm-ups and runs that are not done never count.
    """

    def __init__(
        self,
        snapshot: CampaignSnapshot,
        baseline: str | None = None,
        measure: str | None = None,
        others: OthersShares | None = None,
    ) -> None:
        """By default with the campaign's baseline, in the workload's first measure. `others` are
        shares of the core that other programs took, where they are known already.

        Raises: InputError for a baseline or measure that the campaign does not have
        """
        self._usual = snapshot.campaign.baseline
        self._baseline = baseline = baseline or self._usual
        _check_baseline(snapshot.cells, baseline)
        _check_measure(snapshot.cells, measure)
        self._snapshot = snapshot
        self._kinds = {cell.protection: cell.kind for cell in snapshot.cells}
        self._mirrored = snapshot.campaign.paired
        self._target = snapshot.campaign.target_percent
        self._by_cpu = by_cpu = measure == CPU_TIME.name
        self._times = Measured(
            snapshot, cpu_seconds_per_request(snapshot) if by_cpu else efforts(measure)
        )
        self._overall: dict[Case | None, list[Figure]] = {}
        self._controls: dict[tuple[tuple[GroupKey, ...], tuple[float, ...]], Interval | None] = {}
        self._shares = shares_of(snapshot)
        self._shortfalls = shortfalls(snapshot.operations)
        self._others = others_shares(snapshot) if others is None else others
        self.measure = measure
        """The name of what is compared; None: the workload's first."""
        self.in_cpu = (
            None if by_cpu else Comparisons(snapshot, baseline, CPU_TIME.name, self._others)
        )
        """The same comparison in CPU time; None where this is it."""
        self.rows = self._with_costs(figure_rows(snapshot, measure))
        self.rows = self._with_cpu(self.rows)
        """One per cell and operation in the order of the matrix, also for cells without results."""

    @property
    def baseline(self) -> str:
        return self._baseline

    @cached_property
    def in_reported_measure(self) -> Comparisons:
        """The same in the measure that all pages report: CPU time where it decides more costs than
        elapsed time does (other programs used the core, or a load was not reached)."""
        timed = all(row.better is Better.LESS for row in self.rows)
        if self.in_cpu is None or not timed:
            return self
        decided = [
            sum(each.cost.decided for each in known.totals() if not each.control)
            for known in (self, self.in_cpu)
        ]
        return self.in_cpu if decided[1] > decided[0] else self

    def totals(self, case: Case | None = None) -> list[Figure]:
        """The total cost of each protection of each server, over the time of all operations (by
        their weights, if any): of one case, or by default of all cases of each kind. Kinds without
        a headline are left out, and so are protections without a cost (the baseline, unsupported
        ones, those still to run).
        """
        if case not in self._overall:
            totals = self._totals(case)
            if self.in_cpu is not None:
                cpu = {each.total_key: each.cost for each in self.in_cpu.totals(case)}
                totals = [replace(each, cpu=cpu.get(each.total_key, each.cpu)) for each in totals]
            elif self._by_cpu:
                totals = [replace(each, cpu=each.cost) for each in totals]
            self._overall[case] = [self._with_outlier(each) for each in totals]
        return self._overall[case]

    def _totals(self, case: Case | None) -> list[Figure]:
        """Without CPU time and outliers."""
        found: dict[_Group, list[Figure]] = {}
        for row in self.rows:
            kind = headline_group(row.workload, row.at) if case is None else row.case
            if case in (None, row.at) and kind is not None:
                key = _Group(row.engine, row.server, row.protection, kind)
                found.setdefault(key, []).append(row)
        groups = {key: self.rows_of_total(rows) for key, rows in found.items()}
        costs = self.costs_of(groups)
        return [self._total(groups[key], key.kind, cost) for key, cost in costs.items()]

    def by_case(self) -> list[Figure]:
        cases = dict.fromkeys(row.at for row in self.rows)
        return [total for case in cases for total in self.totals(case)]

    def weighted(self) -> list[Figure]:
        """The weighted totals of each case; none without weights, or of measures that do not add
        up."""
        return [each for each in self.by_case() if each.covered_percent is not None]

    def rows_in_mix(self, rows: Iterable[Figure]) -> list[Figure]:
        """Those of the rows that a weighted total sums."""
        return [row for row in rows if row.group in self._mix and row.measure in _SUMMED]

    @cached_property
    def _mix(self) -> frozenset[GroupKey]:
        return operations_of_all_protections(row for row in self.rows if row.group in self._shares)

    def rows_of_total(self, rows: Sequence[Figure]) -> Sequence[Figure]:
        """Those of the rows of one protection that its total sums."""
        return self.rows_in_mix(rows) or pooled_rows(rows)

    def _total(self, rows: Sequence[Figure], kind: str, cost: Cost) -> Figure:
        if not self._is_weighted(rows):
            return _total(rows, kind, cost)
        here = {(row.server, row.at) for row in rows}
        refused = {
            each.operation: each
            for row in self.rows
            if (row.server, row.at) in here
            for each in row.refused
        }
        return replace(
            _total(rows, kind, cost),
            refused=tuple(refused.values()),
            covered_percent=covered_percent(self._shares, [row.group for row in rows]),
        )

    def _is_weighted(self, rows: Sequence[Figure]) -> bool:
        return all(row.group in self._mix and row.measure in _SUMMED for row in rows)

    def _with_outlier(self, total: Figure) -> Figure:
        """With the operation that costs most, where that is `_OUTLIER` times what all of them
        cost."""
        if not total.cost.decided or total.cost.percent is None:
            return total
        most = _OUTLIER * (100 + total.cost.percent) - 100
        found = {
            row.operation: row.cost.percent
            for row in self.rows
            if (row.server, row.protection) == (total.server, total.protection)
            and (total.is_total or row.at == total.at)
            and row.operation in total.covered
            and row.cost.verdict is VerdictKind.COSTS
            and row.cost.percent is not None
            and row.cost.percent > max(most, _DOUBLED)
        }
        if not found:
            return total
        operation, cost = max(found.items(), key=lambda each: each[1])
        return replace(total, outlier=Outlier(operation, cost, len(found)))

    def costs_of[Key](self, groups: Mapping[Key, Sequence[Figure]]) -> dict[Key, Cost]:
        """The joint cost of each group of rows, corrected for the number of groups; groups of which
        no row has a cost are left out."""
        known = {key: comparable(rows) for key, rows in groups.items()}
        return self._costs({key: self._pooled(rows) for key, rows in known.items() if rows})

    def pooled_comparison(self, rows: Sequence[Figure]) -> Comparison:
        """The blocks of several rows as one comparison: block by block their (weighted) sums."""
        known = comparable(rows)
        return sum_comparisons([self.comparison(row) for row in known], self._weights(known))

    def _weights(self, rows: Sequence[Figure]) -> Sequence[float]:
        """One weight a row; empty for a plain sum."""
        if len(rows) < 2 or not self._is_weighted(rows):
            return ()
        return [self._shares[row.group].per_execution for row in rows]

    def comparison(self, row: Figure) -> Comparison:
        """The blocks of repetitions that a row's cost comes from."""
        return self._times.comparison(row.key, self._compared(row.protection))

    def trimmed_cost(self, row: Figure) -> Interval | None:
        """The row's cost by trimmed means over turns; None for fewer than two repetitions, and
        where there are no turns."""
        of = _TURNS_OF.get(row.measure)
        sides = [self._turns.get(row.group.cell(e), {}) for e in self._both(row.protection)]
        numbers = [block.number for block in self.comparison(row).blocks]
        if of is None or len(numbers) < 2 or not all(each.keys() >= {*numbers} for each in sides):
            return None
        found = [
            trimmed_ratio(*(of(Turns.from_bytes(side[number])) for side in sides))
            for number in numbers
        ]
        known = [each for each in found if each is not None]
        return mean_log_interval(known) if len(known) == len(numbers) else None

    def mean_log_efforts(self, rows: Sequence[Figure]) -> tuple[float, ...]:
        """One value for each block: the mean of ln(effort) of the sum of these rows, which are of
        one protection. No baseline is needed."""
        own = [self._times.comparison(row.key, row.protection) for row in rows]
        found = sum_comparisons(own, self._weights(rows))
        return tuple(fmean(map(math.log, block.protected)) for block in found.blocks)

    def control_interval(self, rows: Sequence[Figure]) -> Interval | None:
        """By how much the control (the baseline measured again) differs from the baseline, over the
        operations of these rows; None with fewer than two blocks."""
        weights = self._weights(rows)
        key = tuple(row.group for row in rows), tuple(weights)
        if key not in self._controls:
            controls = [row.group.cell(CONTROL.name) for row in rows]
            found = sum_comparisons(
                [self._times.comparison(e, self._usual) for e in controls], weights
            )
            self._controls[key] = found.interval() if found.testable else None
        return self._controls[key]

    @cached_property
    def _turns(self) -> Mapping[CellKey, Mapping[int, bytes]]:
        return turns_of(self._snapshot)

    def _both(self, protection: str) -> tuple[str, str]:
        return protection, self._compared(protection)

    def _compared(self, protection: str) -> str:
        return self._usual if protection == CONTROL.name else self._baseline

    def _with_costs(self, rows: Sequence[Figure]) -> list[Figure]:
        compared = {index: self._alone(row) for index, row in enumerate(rows)}
        costs = self._costs({index: each for index, each in compared.items() if each})
        return [
            replace(row, cost=costs[index], others_percent=self._others_percent(row))
            if index in costs
            else row
            for index, row in enumerate(rows)
        ]

    def _alone(self, row: Figure) -> _Compared | None:
        """A row's own comparison; None for the baseline itself and without values."""
        neighbour = self._compared(row.protection)
        mean, plain = map(self._times.mean, (row.key, row.group.cell(neighbour)))
        if row.protection == neighbour or not mean or not plain:
            return None
        ratio = percent_over(mean, plain)
        study = StudyCost({row.operation: ratio}, ratio, None)
        return _Compared([row], self.comparison(row), ratio, study)

    def _pooled(self, rows: Sequence[Figure]) -> _Compared:
        study = study_cost((row.operation, row.cost.study_method_percent or 0.0) for row in rows)
        return _Compared(rows, self.pooled_comparison(rows), self._ratio(rows), study)

    def _ratio(self, rows: Sequence[Figure]) -> float:
        """By how many percent the sum of their means is over the baseline's."""
        neighbour = self._compared(rows[0].protection)
        weights = self._weights(rows) or [1.0] * len(rows)
        sums = [
            sum(
                weight * (self._times.mean(row.group.cell(each)) or 0.0)
                for weight, row in zip(weights, rows, strict=True)
            )
            for each in (rows[0].protection, neighbour)
        ]
        return percent_over(*sums)

    def _others_percent(self, row: Figure) -> float | None:
        share = self._share_of_others([row.group], self._both(row.protection))
        return None if share is None else 100 * share

    def _with_cpu(self, rows: list[Figure]) -> list[Figure]:
        """Rows with what CPU time tells of the same cells."""
        cpu_rows = rows if self.in_cpu is None else self.in_cpu.rows
        return [
            row if row.better is Better.MORE else replace(row, cpu=cpu.cost)
            for row, cpu in zip(rows, cpu_rows, strict=True)
        ]

    def _costs[Key](self, compared: Mapping[Key, _Compared]) -> dict[Key, Cost]:
        """Costs of one table: p values are corrected for the number of its tests; controls are not
        among them."""
        tested = {
            key: each.blocks
            for key, each in compared.items()
            if each.blocks.testable and not each.rows[0].control
        }
        p_values = benjamini_hochberg([each.t_p_value for each in tested.values()])
        corrected = dict(zip(tested, p_values, strict=True))
        return {
            key: self._cost(each, corrected.get(key), len(corrected))
            for key, each in compared.items()
        }

    def _cost(self, of: _Compared, p_adjusted: float | None, comparisons: int) -> Cost:
        around = self.circumstances(of.rows, p_adjusted, comparisons)
        cost = judge(of.blocks, around, control=of.rows[0].control)
        percent = of.ratio if cost.percent is None else cost.percent
        study = of.study
        return replace(
            cost, percent=percent, study_method_percent=study.mean_percent, sd=study.sd_percent
        )

    def circumstances(
        self, rows: Sequence[Figure], p_adjusted: float | None, comparisons: int
    ) -> Circumstances:
        """What a verdict on these rows, all of one protection, must consider."""
        groups, protection = [row.group for row in rows], rows[0].protection
        control = self.control_interval(rows) if self._mirrored else None
        both = self._both(protection)
        return Circumstances(
            margin=LEAST_MARGIN if control is None else margin_percent(control),
            control=control,
            p_adjusted=p_adjusted,
            comparisons=comparisons,
            mirrored=self._mirrored,
            repetitions=min(row.n for row in rows),
            target=self._target,
            others_share=None if self._by_cpu else self._share_of_others(groups, both),
            generator_limited_share=self._limited(groups, both),
            dropped_share=dropped_share(self._shortfalls, groups, both),
            has_database=self._kinds[self._baseline] != ProtectionKind.CIPHER,
            compares_encrypted=self._encrypts(protection) and self._kinds[self._baseline] == _PLAIN,
        )

    def _limited(self, groups: Sequence[GroupKey], protections: tuple[str, str]) -> float:
        """None of CPU time: a request that begins late takes as much of it."""
        return (
            0.0 if self._by_cpu else generator_limited_share(self._shortfalls, groups, protections)
        )

    def _share_of_others(
        self, groups: Iterable[GroupKey], protections: Iterable[str]
    ) -> float | None:
        keys = [group.cell(each) for group in groups for each in protections]
        known = [self._others[key] for key in keys if key in self._others]
        return fmean(known) if known else None

    def _encrypts(self, protection: str) -> bool:
        return self._kinds[protection] not in (_PLAIN, ProtectionKind.STORED_FORM)


def compare_campaign(
    snapshot: CampaignSnapshot, baseline: str | None = None, measure: str | None = None
) -> Comparisons:
    """A campaign compared in `measure`, by default in the one that all pages report.

    Raises: InputError as `Comparisons`
    """
    found = Comparisons(snapshot, baseline, measure)
    return found.in_reported_measure if measure is None else found


class _Group(NamedTuple):
    """What has one headline; `kind` is the name of its cases, or a case in words."""

    engine: str
    server: str
    protection: str
    kind: str


def _total(rows: Sequence[Figure], kind: str, cost: Cost) -> Figure:
    """All operations of these rows together."""
    first, cases, known = rows[0], {row.at for row in rows}, comparable(rows)
    able = [row for row in rows if not row.refused]
    return Figure(
        first.server,
        first.engine,
        first.protection,
        first.workload,
        first.at if len(cases) == 1 else ALL_CASES,
        case=kind,
        measure=first.measure,
        n=min(row.n for row in able),
        cost=cost,
        control=first.control,
        complete=len(known) == len(able),
        refused=tuple({each.operation: each for row in rows for each in row.refused}.values()),
        covered=tuple(dict.fromkeys(row.operation for row in able)),
    )


def _check_baseline(cells: Sequence[CellRecord], baseline: str) -> None:
    known = list(dict.fromkeys(cell.protection for cell in cells))
    if cells and baseline not in known:
        raise InputError(
            phrase("Unknown baseline"),
            phrase("The campaign has no protection named “{baseline}”."),
            phrase("Choose one of: {known}."),
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
            phrase("Choose one of: {known}."),
            measure=measure,
            known=", ".join(known),
        )


# Each operation over all cases together.

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
        """The blocks of repetitions that a row's cost comes from."""
        return self._compared.pooled_comparison(_of_one_kind(self._groups[_key(row)]))


def _key(row: Figure) -> Key:
    return row.server, row.protection, row.operation


def _of_one_kind(rows: Sequence[Figure]) -> Sequence[Figure]:
    """The rows; none where their cases do not belong together."""
    return rows if len({headline_group(row.workload, row.at) for row in rows}) == 1 else []


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
