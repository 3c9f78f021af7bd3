"""The cost chart of a case: for each server the cost of each protection, and beside it a measured
value (time, CPU or memory)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from statistics import fmean, geometric_mean

from app.findings.compare import AllCases
from app.findings.figure import Figure
from app.findings.measured import (
    Quantity,
    SampleStats,
    engine_cpu_seconds,
    measures_of,
    sample_stats,
    values_of,
)
from app.findings.studies.study import Study
from app.plan.cell_key import ALL_CASES, CellKey
from app.plan.status import Status
from app.report.charts.chart_names import slug
from app.report.charts.published_charts import charted_studies, study_notes
from app.report.drawing.chart import (
    Chart,
    MarkPlot,
    PlotPanel,
    Row,
    ValueMark,
    cost_mark,
    cost_plot,
    span_around_0,
    span_from_0,
)
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.matched_study import match_study, total_text
from app.report.words.colours import colour_keys
from app.report.words.protection_names import marks_text
from app.results.records import CellRecord
from engines.contract.message import Message, in_current_language, phrase, significant
from workloads.contract import CPU_TIME, SECONDS, Case, Measure, readable
from workloads.registry import case_label

type Readings = Mapping[CellKey, Sequence[float]]
"""A value for each repetition."""


class ChartedMeasure(StrEnum):
    """What is charted next to cost: the measure that costs are of, CPU seconds, or MB of memory.

    A new one also needs an entry in `_QUANTITIES`, `_TITLES` and `_UNITS`, and a
    choice in results/chart_tabs.py.
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


def _geometric_mean_or_zero(values: Sequence[float]) -> float:
    return geometric_mean(values) if all(each > 0 for each in values) else 0.0


_QUANTITIES: Mapping[ChartedMeasure, Callable[[CampaignReport], Quantity]] = {
    ChartedMeasure.MAIN: lambda report: values_of(report, report.compared.measure),
    ChartedMeasure.CPU: engine_cpu_seconds,
    ChartedMeasure.MEMORY: lambda _: lambda operation: operation.memory_mb,
}

_TOTAL = ""
"""The operation of a figure that is of all of them together."""
_ALL_OPERATIONS = phrase("all operations")


@dataclass(frozen=True)
class CostChoice:
    """What a cost chart shows: its case, the measure next to costs, whether values show their
    standard deviation instead of the mean's interval, whether servers share a scale, and which
    (server, protection) pairs are shown."""

    case: Case
    second_measure: ChartedMeasure = ChartedMeasure.MAIN
    deviation: bool = False
    same_scale: bool = False
    hidden_operations: frozenset[str] = frozenset()
    """Names of operations that are not drawn."""
    shows: Callable[[str, str], bool] = lambda server, protection: True
    studies: tuple[Study, ...] = ()
    """Published studies to compare with."""


def cost_charts(report: CampaignReport) -> list[Chart]:
    """One for all cases together where there are several, and one for each; empty before anything
    was measured."""
    cases = sorted({cell.case for cell in report.cells})
    wanted = [ALL_CASES, *cases] if len(cases) > 1 else cases
    studies = tuple(each.study for each in report.matched)
    drawn = [cost_chart(report, CostChoice(case, studies=studies)) for case in wanted]
    return [each for each in drawn if each.panels]


def cost_chart(
    report: CampaignReport, choice: CostChoice, rows: Sequence[Figure] | None = None
) -> Chart:
    """The chart of a choice; `rows` are the figures of its case, if they are known already."""
    return _CostChart(report, choice, rows or _rows(report, choice.case)).chart()


def _rows(report: CampaignReport, case: Case) -> list[Figure]:
    if case == ALL_CASES:
        return AllCases(report.compared).rows
    return [row for row in report.comparison if row.at == case]


class _CostChart:
    def __init__(self, report: CampaignReport, choice: CostChoice, rows: Sequence[Figure]) -> None:
        self._report = report
        self._choice = choice
        self._rows = rows
        known = dict.fromkeys(row.operation for row in report.comparison)
        together = (_TOTAL,) if len(known) > 1 else ()
        self._operations = tuple(
            each for each in (*together, *known) if _name(each) not in choice.hidden_operations
        )
        self._studies = [
            match_study(each, report, rows, report.compared.measure) for each in choice.studies
        ]
        self._studies_with_figures = [each for each in self._studies if each.found]
        self._readings: Readings = readings(report, choice.case, choice.second_measure)
        measure = main_measure(report, choice.case)
        self._scale, self._unit = readable(measure.unit)
        if choice.second_measure is not ChartedMeasure.MAIN:
            self._scale, self._unit = 1.0, _UNITS[choice.second_measure]
        title = _TITLES[choice.second_measure]
        self._title = title.with_values(measure=measure.title, unit=self._unit)

    def chart(self) -> Chart:
        report = self._report
        colours = colour_keys((cell.server, cell.engine) for cell in report.cells)
        panels = [self._panel(server, colours[server]) for server in colours]
        full = _on_common_scales([each for each in panels if each.rows], self._choice.same_scale)
        return Chart(
            f"cost-{slug(self._case())}",
            Message(report.summary.name),
            self._caption(),
            tuple(Message(each) if each else _ALL_OPERATIONS for each in self._operations),
            tuple(full),
            tuple(charted_studies(self._studies)),
            notes=tuple(study_notes(self._studies)),
        )

    def _case(self) -> str:
        case = self._choice.case
        return "all cases" if case == ALL_CASES else str(self._label())

    def _label(self) -> Message:
        if self._choice.case == ALL_CASES:
            return phrase("all cases")
        return case_label(self._report.campaign.workload.name, self._choice.case)

    def _caption(self) -> Message:
        case = self._choice.case
        counts = sorted({r.n for r in self._report.comparison if r.n and case in (r.at, ALL_CASES)})
        counts_text = "–".join(
            in_current_language(f"{count:,}")
            for count in dict.fromkeys((*counts[:1], *counts[-1:]))
        )
        return phrase("{case} · n = {n}", case=self._label(), n=counts_text or "0")

    def _panel(self, server: str, colour: str) -> PlotPanel:
        cells = self._cells(server)
        names = [cell.protection for cell in cells]
        costs = (*self._costs(server, names), *self._published(server, names, costs=True))
        values = (*self._values(server, names), *self._published(server, names, costs=False))
        over = phrase("cost over {baseline}, %", baseline=Message(self._report.baseline))
        plots = (MarkPlot(over, costs, 0, 1, zero=True), MarkPlot(self._title, values, 0, 1))
        rows = tuple(Row(cell.protection, marks_text(cell)) for cell in cells)
        return PlotPanel(server, colour, rows, plots)

    def _cells(self, server: str) -> list[CellRecord]:
        """Those that are drawn, the first of each protection where all cases are."""
        found: dict[str, CellRecord] = {}
        for cell in self._report.cells:
            wanted = self._choice.case in (cell.case, ALL_CASES) and not cell.control
            if cell.server == server and wanted and cell.status is not Status.UNSUPPORTED:
                found.setdefault(cell.protection, cell)
        return [cell for name, cell in found.items() if self._choice.shows(server, name)]

    def _costs(self, server: str, names: Sequence[str]) -> Iterator[ValueMark]:
        case = None if self._choice.case == ALL_CASES else self._choice.case
        operations = (row for row in self._rows if row.operation != _TOTAL)
        for row in (*self._report.compared.totals(case), *operations):
            drawn = row.protection in names and row.operation in self._operations
            if row.server == server and drawn and row.cost:
                at = names.index(row.protection), self._operations.index(row.operation)
                yield cost_mark(*at, row.cost, faint=not row.cost.exceeds_margin)

    def _values(self, server: str, names: Sequence[str]) -> Iterator[ValueMark]:
        for key, values in self._readings.items():
            drawn = key.protection in names and key.operation in self._operations
            if key.server == server and drawn:
                known = sample_stats([value / self._scale for value in values])
                error_bar = self._error_bar(known)
                yield ValueMark(
                    names.index(key.protection),
                    self._operations.index(key.operation),
                    known.mean,
                    *error_bar,
                    hollow=key.protection == self._report.baseline,
                    message=_message(known.mean, *error_bar, self._unit),
                )

    def _published(self, server: str, names: Sequence[str], *, costs: bool) -> Iterator[ValueMark]:
        """Costs or values of the second measure from published studies."""
        if not costs and self._choice.second_measure is not ChartedMeasure.MAIN:
            return
        for by, published in (
            (by, each)
            for by, matched in enumerate(self._studies_with_figures, 1)
            for each in matched.found
        ):
            key, cost = published.key, published.cost
            drawn = key.protection in names and key.operation in self._operations
            if key.server != server or not drawn:
                continue
            at = names.index(key.protection), self._operations.index(key.operation)
            if costs and cost:
                yield cost_mark(*at, replace(cost, message=total_text(published)), by=by)
            elif not costs and published.value is not None:
                yield ValueMark(
                    *at, published.value / self._scale, message=total_text(published), by=by
                )

    def _error_bar(self, known: SampleStats) -> tuple[float | None, float | None]:
        if not self._choice.deviation:
            return known.low, known.high
        if known.sd is None:
            return None, None
        return known.mean - known.sd, known.mean + known.sd


def _name(operation: str) -> str:
    """The name by which `CostChoice.hidden_operations` knows an operation."""
    return str(_ALL_OPERATIONS) if operation == _TOTAL else operation


def _message(value: float, low: float | None, high: float | None, unit: str) -> Message:
    shown = significant(value, 3)
    if low is None or high is None:
        return phrase("{value} {unit}", value=shown, unit=unit)
    ends = significant(low, 3), significant(high, 3)
    frame = phrase("{value} ({low} to {high}) {unit}", value=shown, low=ends[0], high=ends[1])
    return frame.with_values(unit=unit)


def _on_common_scales(panels: Sequence[PlotPanel], same: bool) -> Iterator[PlotPanel]:
    """Costs on one scale for all servers; values on a scale for each server, unless `same`."""
    costs = span_around_0(spot for panel in panels for spot in panel.plots[0].spots)
    common = span_from_0(spot for panel in panels for spot in panel.plots[1].spots)
    for panel in panels:
        cost, value = panel.plots
        own = common if same else span_from_0(value.spots)
        plots = (
            cost_plot(cost.title, cost.spots, costs),
            MarkPlot(value.title, tuple(_within(value.spots, own)), *own),
        )
        yield PlotPanel(panel.title, panel.colour, panel.rows, plots)


def _within(spots: Iterable[ValueMark], span: tuple[float, float]) -> Iterator[ValueMark]:
    """Without published values beyond the axis: another machine's seconds say little here."""
    return (spot for spot in spots if not spot.by or spot.value <= span[1])


_TITLES = {
    ChartedMeasure.MAIN: phrase("{measure}, {unit}"),
    ChartedMeasure.CPU: phrase("CPU time of the server, s"),
    ChartedMeasure.MEMORY: phrase("memory of the server, MB"),
}
_UNITS = {ChartedMeasure.CPU: "s", ChartedMeasure.MEMORY: "MB"}
