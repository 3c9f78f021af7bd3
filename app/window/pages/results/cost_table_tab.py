"""The Table tab: costs with their intervals. Rows are servers and protections, columns operations;
where there are many operations, they are rows and protections columns. It shows one case (a point
on the workload's axes, such as a number of records), by one measure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.findings.across.pivot import Pivot, PivotRow, PivotTable, build_pivot_table
from app.findings.across.sourced_figures import ALL_OPERATIONS, Dimension, SourcedFigure
from app.findings.cost import Cost
from app.findings.figure import Figure
from app.findings.measured import measure_of, measures_of
from app.findings.studies.matching import CPU_SECONDS
from app.findings.verdict import NOISY_MARGIN_PERCENT
from app.plan.campaign import BASELINE
from app.plan.cell_key import ALL_CASES
from app.plan.status import Status
from app.report.charts.cost_chart import main_measure
from app.report.figures.campaign_figures import case_value
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.matched_study import MatchedStudy
from app.report.tables.cost_tables import covered_text
from app.report.words.colours import colour_keys
from app.report.words.cost_words import outlier_words
from app.report.words.protection_names import fitting_decimals, inside_sentence, weakness_marks
from app.results.records import CellRecord
from app.window.base.messages import message_text
from app.window.base.store_reader import StoreReader
from app.window.pages.results.scope import Scope, ScopeBar, ScopedTab
from app.window.pages.results.study_widgets import StudyFigures, StudyKey, StudyMenu, StudyStrip
from app.window.shared.charts import estimate_of, margin_text, verdict_tone
from app.window.shared.protection_words import cipher_title, marks_words
from app.window.shared.run_words import percent_text, points_text
from engines.contract.message import plural
from engines.contract.protection import ProtectionKind
from engines.properties import ECB
from widgets.fields.choice import Choice
from widgets.layout.boxes import vbox
from widgets.look.names import filled, isolated, shortened
from widgets.look.numbers import format_number, format_significant
from widgets.parts.cards import ToneLabel, WrappedLabel
from widgets.parts.strips import SentenceStrip
from widgets.tables.interval_view import (
    IntervalCell,
    IntervalColumn,
    IntervalGroup,
    IntervalRow,
    IntervalTable,
)
from workloads.contract import CPU_TIME, SECONDS, TIMES, WEIGHT, Case, Measure
from workloads.registry import has_database

_tr = QCoreApplication.translate


class ComparedMeasure(StrEnum):
    TIME = "time"
    """The report's own measure, which is time for most workloads."""
    CPU = "cpu"
    STUDY = "study"
    """The ratio of means that published studies give, without interval or verdict."""


def secondary_measures(report: CampaignReport) -> list[Measure]:
    """Measures that can be compared and are the main one of no operation."""
    workload = report.campaign.workload.name
    main = {each.name for op in report.operations if (each := measure_of(workload, op))}
    yielded = {name for operation in report.operations for name in operation.measures or ()}
    return [each for each in measures_of(workload) if each.compared and each.name in yielded - main]


def elapsed_measures(report: CampaignReport) -> list[Measure]:
    """The main measures of operations, to be offered where the report compares CPU time instead."""
    workload = report.campaign.workload.name
    found = {each.name: each for op in report.operations if (each := measure_of(workload, op))}
    return list(found.values())


def main_measure_name(report: CampaignReport, case: Case) -> str:
    """The name of what is compared first, inside a sentence: “time”, “CPU time”."""
    return inside_sentence(message_text(main_measure(report, case).title))


def column_tip(measure: ComparedMeasure, baseline: str) -> str:
    words = {
        ComparedMeasure.TIME: _tr("Results", "Cost over {baseline} with its 95 % interval"),
        ComparedMeasure.CPU: _tr("Results", "CPU cost over {baseline} with its 95 % interval"),
        ComparedMeasure.STUDY: _tr(
            "Results", "The study's ratio of means over {baseline}, without an interval"
        ),
    }
    return filled(words[measure], baseline=baseline)


def table_hint(measure: ComparedMeasure) -> str:
    words = {
        ComparedMeasure.TIME: _tr(
            "Results",
            "Lines: 95 % intervals on one scale. Grey band: detection limit. Coloured: verdict. "
            "Grey: none.",
        ),
        ComparedMeasure.CPU: _tr(
            "Results",
            "Lines: 95 % intervals of the CPU cost (server, worker and API). Grey band: "
            "detection limit. Coloured: verdict. Grey: none.",
        ),
        ComparedMeasure.STUDY: _tr(
            "Results",
            "Dots: the study's ratio of means, without interval or verdict.",
        ),
    }
    return words[measure]


def cpu_sentence(row: Figure) -> str:
    """“CPU time: costs 15 % (14 to 16)”: its verdict."""
    return _tr("Results", "CPU time: {words}").format(words=message_text(row.cpu.message))


def study_sentence(figure: Figure) -> str:
    """“+42 %: the study's ratio of means, no interval”."""
    frame = _tr("Results", "{cost}: the study's ratio of means, no interval")
    deviation = figure.cost.sd
    if deviation is not None:
        frame = _tr(
            "Results",
            "{cost}: the study's ratio of means, no interval; standard deviation over "
            "operations: {deviation}",
        )
    return frame.format(
        cost=percent_text(figure.cost.study_method_percent or 0.0),
        deviation=points_text(deviation or 0.0),
    )


def study_meaning() -> str:
    return _tr(
        "Results",
        "The mean compared with the baseline's, as in the published study. It does not account "
        "for chance, so there is no verdict.",
    )


_NO_VALUE = "–"
_ABSENT = IntervalCell(copied=("", "", "", ""))
"""The cell of an operation that a protection does not have."""

type Key = tuple[str, str]
"""Server and protection; server and operation where operations are rows."""

MOST_COLUMNS = 5
"""Operations are columns; more than these are rows instead, with a column for each protection."""


class CaseFigures:
    """The figures of one case of a campaign, by one measure."""

    def __init__(self, report: CampaignReport, scope: Scope, measure: ComparedMeasure) -> None:
        self._report = report
        self._case = scope.case
        self._measure = measure
        self._cells = {(cell.server, cell.protection): cell for cell in scope.cells(report)}
        self._studies = scope.studies
        matched = (
            []
            if measure is ComparedMeasure.STUDY and report.measure
            else self._matched_studies(scope)
        )
        self._study_figures = StudyFigures(matched, report.compared_with_others)
        self._own_source = report.figures.sources[0].key
        self._shown_columns: list[str] = []
        """The protections that are columns, where operations are rows."""
        self._table = self._pivot_table()
        operations = [each for each in self._table.columns if each != ALL_OPERATIONS]
        self.operations_are_rows = len(operations) > MOST_COLUMNS and not matched
        self._own_figures = [
            cell.figure
            for row in self._table.rows
            if row.key[-1] == self._own_source
            for cell in row.cells
            if cell.figure is not None and cell.figure.operation != ALL_OPERATIONS
        ]
        self.counts = sorted({row.n for row in self._own_figures if row.n})
        """How many repetitions count, over all cells."""
        times = (self._mean(row) for row in self._own_figures if self._unit(row) == SECONDS.unit)
        self._decimals = fitting_decimals([each for each in times if each], least=3)

    def _matched_studies(self, scope: Scope) -> Sequence[MatchedStudy]:
        return scope.matched(
            self._report, CPU_SECONDS if self._measure is ComparedMeasure.CPU else None
        )

    def _pivot_table(self) -> PivotTable:
        """Rows by server and protection: the campaign's own first, below it those of studies."""
        case = case_value(self._report.campaign.workload.name, self._case)
        total = frozenset({(Dimension.OPERATION, ALL_OPERATIONS)})
        pivot = Pivot(
            rows=(Dimension.SERVER, Dimension.PROTECTION, Dimension.SOURCE),
            columns=Dimension.OPERATION,
            filters={Dimension.CASE: case},
            hidden=total if self._measure is ComparedMeasure.CPU else frozenset(),
            keep_source_order=True,
        )
        return build_pivot_table(self._study_figures.appended_to(self._report.figures), pivot)

    def _own_figure(self, key: Key, operation: str) -> SourcedFigure | None:
        """The campaign's own figure; None where a protection has no such operation."""
        cell = self._table.cell((*key, self._own_source), operation)
        return None if cell is None else cell.figure

    def is_current(self, report: CampaignReport, scope: Scope, measure: ComparedMeasure) -> bool:
        """Whether these figures were made from this report with these choices."""
        known = (self._case, self._studies, self._measure)
        return self._report is report and known == (scope.case, scope.studies, measure)

    def columns(self, is_shown: Callable[[str, str], bool]) -> list[IntervalColumn]:
        """A column for each operation, all of them together first; or for each protection.
        `is_shown` takes server and protection."""
        tip = column_tip(self._measure, message_text(self._report.over))
        if self.operations_are_rows:
            return [
                self._column(name, self._unit_of(), f"{isolated(name)}\n{tip}")
                for name in self._protections(is_shown)
            ]
        return [
            self._column(
                _operation_title(name),
                self._unit_of(name),
                "\n".join([_operation_title(name), tip, *self._total_tip(name)]),
            )
            for name in self._table.columns
        ]

    def _column(self, name: str, unit: str, tip: str) -> IntervalColumn:
        heads = [
            _tr("Results", "{name}, %"),
            _tr("Results", "{name} from, %"),
            _tr("Results", "{name} to, %"),
            _tr("Results", "{name}, {unit}"),
        ]
        return IntervalColumn(name, [head.format(name=name, unit=unit) for head in heads], tip)

    def _protections(self, is_shown: Callable[[str, str], bool]) -> list[str]:
        """Protections that are columns: all but the control, whose intervals are the grey bands."""
        return list(
            dict.fromkeys(
                name
                for (server, name), cell in self._cells.items()
                if not cell.control and is_shown(server, name)
            )
        )

    def _total_tip(self, operation: str) -> list[str]:
        """How operations are counted together."""
        if operation != ALL_OPERATIONS:
            return []
        if self._report.weighted:
            return [
                _tr(
                    "Results",
                    "Each operation counts as often as its weight says, with the time that it "
                    "takes. Operations that a compared protection cannot do are left out.",
                )
            ]
        return [_tr("Results", "The time of all operations together.")]

    def groups(self, is_shown: Callable[[str, str], bool]) -> list[IntervalGroup]:
        """A group per server, with the protections that are shown."""
        servers = {name: cell.engine for (name, _), cell in self._cells.items()}
        colours = colour_keys(servers.items())
        versions = {each.name: each.version for each in self._report.servers}
        notes = {name: _note(name, of, versions.get(name, "")) for name, of in servers.items()}
        lines = self._operation_lines if self.operations_are_rows else self._lines
        return [
            IntervalGroup(server, notes[server], colours[server], rows)
            for server in servers
            if (rows := list(lines(server, is_shown)))
        ]

    def largest_detection_limit(self) -> float | None:
        """The widest detection limit of the case, in percent; None without a control."""
        known = [self._cost(row).margin for row in self._own_figures if row.control]
        return max((each for each in known if each is not None), default=None)

    def sentences(self, key: Key | StudyKey, column: int) -> tuple[str, str]:
        """The sentence of a cell with its place, and its meaning for a lay reader."""
        if isinstance(key, StudyKey):
            return self._study_figures.sentences(key, self._table.columns[column])
        if self.operations_are_rows:
            server, operation = key
            key = server, self._shown_columns[column]
            if key not in self._cells:
                return isolated(key[1]), _tr("Results", "Not planned on this server.")
        else:
            operation = self._table.columns[column]
        about = [*key, _operation_title(operation)]
        found = self._own_figure(key, operation)
        place = " · ".join(map(isolated, about))
        if found is None or not found.cost:
            return place, self._why_no_cost(key, operation)
        if self._cost(found).percent is None:
            return place, _cpu_not_counted()
        sentence, meaning = self._sentences(found)
        return f"{place}: {sentence}", meaning

    def _sentences(self, found: Figure) -> tuple[str, str]:
        """The sentence of a figure, and its meaning."""
        if self._measure is ComparedMeasure.STUDY:
            return study_sentence(found), study_meaning()
        if self._measure is ComparedMeasure.CPU:
            return cpu_sentence(found), message_text(found.cpu.meaning)
        meaning = message_text(found.cost.meaning)
        bound = self._report.bounds.get(found.key)
        if bound is not None:
            meaning = f"{meaning} {message_text(bound.message)}"
        if found.covered_percent is not None:
            meaning = f"{meaning} {message_text(covered_text(found.covered_percent))}"
        return message_text(found.cost.message), meaning

    def _why_no_cost(self, key: Key, operation: str) -> str:
        cell = self._cells[key]
        row = self._own_figure(key, operation)
        if key[1] == self._report.baseline:
            return _tr("Results", "The baseline: all others on this server are compared with it.")
        if row is None:
            return _tr("Results", "This operation is not measured here.")
        if row.refused and operation != ALL_OPERATIONS:
            return message_text(row.refused[0].message)
        if row.n and row.is_total and operation == ALL_OPERATIONS:
            return _tr("Results", "These cases are different work: they have no cost together.")
        if row.n:
            return filled(
                _tr("Results", "Nothing to compare with: no {baseline} here."),
                baseline=message_text(self._report.over),
            )
        return reason_of(cell)

    def _lines(self, server: str, is_shown: Callable[[str, str], bool]) -> Iterator[IntervalRow]:
        for key, cell in self._cells.items():
            if key[0] == server and is_shown(*key):
                for row in self._rows_by_cell.get(key, ()):
                    is_own = row.key[-1] == self._own_source
                    yield self._row(key, cell, row) if is_own else self._study_figures.row(row)

    def _operation_lines(
        self, server: str, is_shown: Callable[[str, str], bool]
    ) -> Iterator[IntervalRow]:
        """A row for each operation, with all of them together first; a cell for each protection."""
        self._shown_columns = self._protections(is_shown)
        cells = [self._cells.get((server, name)) for name in self._shown_columns]
        if not any(is_shown(server, cell.protection) for cell in cells if cell is not None):
            return
        for operation in self._table.columns:
            yield IntervalRow(
                key=(server, operation),
                label=_operation_title(operation),
                note=self._share_words(server, operation),
                tip=_operation_title(operation),
                cells=[
                    _ABSENT
                    if cell is None or not is_shown(server, cell.protection)
                    else self._cell(
                        cell, self._own_figure((server, cell.protection), operation), operation
                    )
                    for cell in cells
                ],
            )

    def _share_words(self, server: str, operation: str) -> str:
        """“60 % of the weight · 120 calls”: how much an operation counts in the total."""
        calls, weights = self._mix.get((server, operation), (0.0, 0.0))
        total = sum(weight for (of, _), (_, weight) in self._mix.items() if of == server)
        words = []
        if weights and total:
            share = format_number(100 * weights / total, 0)
            words.append(_tr("Results", "{share} % of the weight").format(share=share))
        if calls:
            counted = plural("{n} calls", "{n} call", round(calls))
            words.append(message_text(counted))
        return " · ".join(words)

    @cached_property
    def _mix(self) -> Mapping[Key, tuple[float, float]]:
        """By server and operation: how often it is called in a run, and its weight."""
        found: dict[Key, tuple[float, float]] = {}
        for each in self._report.operations:
            if self._case in (each.run.case, ALL_CASES):
                measures = each.measures or {}
                known = measures.get(TIMES.name, 0.0), measures.get(WEIGHT.name, 0.0)
                found.setdefault((each.run.server, each.operation), known)
        return found

    @cached_property
    def _rows_by_cell(self) -> Mapping[Key, Sequence[PivotRow]]:
        """By server and protection: the campaign's own row, and those of studies below it."""
        found: dict[Key, list[PivotRow]] = {}
        for row in self._table.rows:
            server, protection, _ = row.key
            found.setdefault((server, protection), []).append(row)
        return found

    def _row(self, key: Key, cell: CellRecord, row: PivotRow) -> IntervalRow:
        baseline = cell.protection == self._report.baseline
        figures = zip(self._table.columns, (each.figure for each in row.cells), strict=True)
        return IntervalRow(
            key=key,
            label=isolated(cell.protection),
            note="" if cell.control else cipher_note(cell),
            tip=_control_tip(cell) if cell.control else cipher_note(cell),
            cells=[self._cell(cell, figure, operation) for operation, figure in figures],
            quiet=baseline or cell.control,
        )

    def _cell(self, cell: CellRecord, row: SourcedFigure | None, operation: str) -> IntervalCell:
        total = operation == ALL_OPERATIONS
        if row is None or (total and not row.cost):
            return self._total_time(cell) if total else _ABSENT
        mean, cost = None if total else self._mean(row), self._cost(row)
        if row.refused and not total:
            tip = message_text(row.refused[0].message)
            words = _tr("Results", "unsupported")
            return IntervalCell(words=words, tone="muted", tip=tip, copied=(words, "", "", ""))
        if mean is None and cost.percent is None:
            tip = reason_of(cell) if not row.n else _cpu_not_counted()
            return IntervalCell(_NO_VALUE, tip=tip, copied=("", "", "", ""))
        figure = "" if mean is None else self._mean_text(row, mean)
        time = figure and _tr("Results", "{figure} {unit}").format(
            figure=figure, unit=self._unit(row)
        )
        copied = (*map(number_text, (cost.percent, cost.low, cost.high)), figure)
        if cost.percent is None:
            tip = self._why_no_cost((row.server, row.protection), row.operation)
            return IntervalCell(time, tip=tip, copied=copied)
        tip = "\n".join(self._sentences(row))
        estimate = estimate_of(cost)
        if row.control:
            first = operation == self._table.columns[0]
            within = self._control_text(cost) if first or cost.margin is None else ""
            return IntervalCell(within, "", estimate, "muted", "", tip, copied)
        text, tone = percent_text(cost.percent), verdict_tone(cost.verdict)
        second_line = message_text(outlier_words(row.outlier)) if total else time
        return IntervalCell(text, second_line, estimate, tone, tip=tip, copied=copied)

    def _total_time(self, cell: CellRecord) -> IntervalCell:
        """The baseline's time of all operations, as the summary has it; an empty cell for other
        protections, and where operations have weights or other units."""
        empty = ("", "", "", "")
        rows = [
            row
            for row in self._own_figures
            if (row.server, row.protection) == (cell.server, cell.protection)
        ]
        units = {self._unit(row) for row in rows}
        if cell.protection != self._report.baseline or self._report.weighted:
            return IntervalCell(copied=empty)
        if units != {SECONDS.unit}:
            return IntervalCell(copied=empty)
        known = [self._mean(row) for row in rows]
        figure = format_number(sum(each or 0.0 for each in known), self._decimals)
        time = _tr("Results", "{figure} {unit}").format(figure=figure, unit=SECONDS.unit)
        return IntervalCell(time, copied=(*empty[:3], figure))

    def _mean_text(self, row: Figure, mean: float) -> str:
        """Times with the same number of decimals throughout, all else with three digits."""
        if self._unit(row) == SECONDS.unit:
            return format_number(mean, self._decimals)
        return format_significant(mean)

    def _unit(self, row: Figure) -> str:
        return SECONDS.unit if self._measure is ComparedMeasure.CPU else row.scaled.unit

    def _unit_of(self, operation: str = ALL_OPERATIONS) -> str:
        units = {
            self._unit(row)
            for row in self._own_figures
            if operation in (row.operation, ALL_OPERATIONS)
        }
        return units.pop() if len(units) == 1 else ""

    def _mean(self, row: Figure) -> float | None:
        """The mean in the unit that `_unit` gives; None if it was not measured."""
        if self._measure is not ComparedMeasure.CPU:
            return row.scaled.mean
        if row.worker_cpu_s is None:
            return None
        return row.worker_cpu_s + (row.server_cpu_s or 0.0) + (row.api_cpu_s or 0.0)

    def _cost(self, row: Figure) -> Cost:
        """The cost by the chosen measure. The study's method has neither interval nor verdict."""
        match self._measure:
            case ComparedMeasure.CPU:
                return row.cpu
            case ComparedMeasure.STUDY:
                return Cost(row.cost.study_method_percent)
        return row.cost

    def _control_text(self, cost: Cost) -> str:
        if self._measure is ComparedMeasure.STUDY:
            return percent_text(cost.percent or 0.0)
        return margin_text(cost)


def _operation_title(operation: str) -> str:
    return _tr("Results", "all operations") if operation == ALL_OPERATIONS else operation


def cipher_note(cell: CellRecord) -> str:
    """“AES-128-CBC · fixed IV”; empty for plaintext."""
    kind = ProtectionKind(cell.kind)
    if kind is ProtectionKind.PLAINTEXT:
        return ""
    shown = [mark for mark in weakness_marks(cell) if mark != ECB]  # its title has that already
    return " · ".join(filter(None, (cipher_title(cell.as_used), marks_words(shown))))


def reason_of(cell: CellRecord) -> str:
    if cell.why:
        return message_text(cell.why)
    if cell.status in (Status.PENDING, Status.RUNNING):
        return _tr("Results", "Not measured yet.")
    return _tr("Results", "Nothing was measured.")


def _note(server: str, engine: str, version: str) -> str:
    """“18.6”, and the engine's name before it where the server has another."""
    words = [version] if server.casefold() == engine.casefold() else [engine, version]
    return " ".join(filter(None, words))


def _control_tip(cell: CellRecord) -> str:
    if cell.kind == ProtectionKind.CIPHER:
        return _tr(
            "Results",
            "The baseline again. The difference between the two is the smallest detectable cost.",
        )
    return _tr(
        "Results",
        "Plaintext again, in its own database. The difference between the two is the "
        "smallest detectable cost.",
    )


def _cpu_not_counted() -> str:
    return _tr("Results", "CPU time was not counted.")


def count_range(counts: Sequence[int]) -> str:
    """“8–12” of ascending counts, “8” if all are the same."""
    ends = dict.fromkeys((*counts[:1], *counts[-1:]))
    return "–".join(map(format_number, ends)) or "0"


def number_text(value: float | None) -> str:
    return "" if value is None else format_number(value, 1)


_LEAST_HEIGHT_PX = 170
"""For the heads and about four rows: where a window is lower, the page scrolls."""

_NOISY_LIMIT = 2 * NOISY_MARGIN_PERCENT
"""Detection limit in percent above which the machine is called noisy."""


class ResultsTable(ScopedTab):
    """One case, measure and baseline. Below it: the verdict of the chosen cell."""

    def __init__(self, scope: Scope, reader: StoreReader, parent: QWidget | None = None) -> None:
        super().__init__(scope, reader, parent)
        self._figures: CaseFigures | None = None
        self._baselines: list[str] = []
        self._by_cpu = False
        """Whether CPU time is the report's main measure, in place of time."""
        self._measure = Choice(11, self)
        self._baseline_choice = Choice(8, self)
        self._counts = ToneLabel("", "muted")
        self._noise = WrappedLabel("", "warning")
        self._noise.hide()
        self.table = IntervalTable(self)
        self.table.setAccessibleName(self.tr("Comparison"))
        self.table.set_placeholder(self.tr("Nothing has been measured yet."))
        self.table.setMinimumHeight(_LEAST_HEIGHT_PX)
        self.strip = SentenceStrip(self)
        """The verdict of the chosen cell."""
        self.studies = StudyMenu(scope, self)
        self.studies.failed.connect(self.study_failed)
        self.study_strip = StudyStrip(self)
        self._fill_measures()
        self._lay_out()
        self._measure.activated.connect(self._on_measure)
        self._baseline_choice.activated.connect(self._on_baseline)
        self.table.chosen.connect(self._show_sentence)

    @classmethod
    def title(cls) -> str:
        return _tr("ResultsView", "Table")

    @property
    def baseline(self) -> str:
        return self._report.baseline if self._report is not None else BASELINE

    def show_report(self, report: CampaignReport) -> None:
        """Show a campaign's figures over the report's baseline."""
        self.table.setEnabled(True)
        names = (cell.protection for cell in report.cells if not cell.control)
        self._baselines = list(dict.fromkeys(names))
        self._baseline_choice.clear()
        self._baseline_choice.addItems([isolated(shortened(name)) for name in self._baselines])
        if report.baseline in self._baselines:
            self._baseline_choice.setCurrentIndex(self._baselines.index(report.baseline))
        self._offer_measures(report)
        super().show_report(report)

    def choose_measure(self, measure: ComparedMeasure) -> None:
        self._measure.setCurrentIndex(self._measure.findData(measure))
        self._on_measure()

    def _fill_measures(self, others: Sequence[Measure] = (), workload: str = "") -> None:
        self._measure.clear()
        self._measure.addItem(
            self.tr("CPU time") if self._by_cpu else self.tr("time"), ComparedMeasure.TIME
        )
        for each in others:
            self._measure.addItem(inside_sentence(message_text(each.title)), each.name)
        if has_database(workload) and not self._by_cpu:
            self._measure.addItem(self.tr("CPU time"), ComparedMeasure.CPU)
        self._measure.addItem(self.tr("the study's method"), ComparedMeasure.STUDY)

    def _offer_measures(self, report: CampaignReport) -> None:
        """Offer the other measures after the main one. Work without a database runs for a set time:
        its CPU time means nothing."""
        before = self._measure.currentData()
        if report.measure is None:
            self._by_cpu = report.compared.measure == CPU_TIME.name
        others = secondary_measures(report)
        if self._by_cpu:
            others = [*elapsed_measures(report), *others]
        self._fill_measures(others, report.campaign.workload.name)
        if report.measure is not None:
            before = report.measure
        elif before not in tuple(ComparedMeasure) or self._measure.findData(before) < 0:
            before = ComparedMeasure.TIME
        self._measure.setCurrentIndex(self._measure.findData(before))

    def _compared_measure(self) -> ComparedMeasure:
        """What the table compares: `TIME` for any measure that is the report's."""
        chosen = self._measure.currentData()
        return ComparedMeasure(chosen) if chosen in tuple(ComparedMeasure) else ComparedMeasure.TIME

    def _on_measure(self) -> None:
        chosen = self._measure.currentData()
        wanted = None if chosen in tuple(ComparedMeasure) else chosen
        if wanted != self._scope.measure:
            self._counts.setText(self.tr("reading…"))
            self.table.setEnabled(False)
            self._scope.choose_measure(wanted)
        else:
            self.redraw()

    def _lay_out(self) -> None:
        self._bar = ScopeBar(self._scope, self)
        self._bar.add(self.tr("&Measure"), self._measure)
        self._bar.add(self.tr("&Over"), self._baseline_choice)
        self._bar.add_filters()
        self._bar.add_widget(self.studies)
        self._bar.add_widget(self._counts)
        vbox(
            self,
            self._bar,
            self._noise,
            (self.table, 1),
            self.strip,
            self.study_strip,
            margins=(0, 8, 0, 0),
            spacing=8,
        )

    def draw(self, report: CampaignReport) -> None:
        case, measure = self._scope.case, self._compared_measure()
        figures = self._figures
        if figures is None or not figures.is_current(report, self._scope, measure):
            figures = self._figures = CaseFigures(report, self._scope, measure)
        if report.measure is None:
            self._measure.setItemText(0, main_measure_name(report, case))
        is_shown = self._scope.is_shown
        self.table.set_groups(figures.columns(is_shown), figures.groups(is_shown))
        self._warn_of_noise(figures.largest_detection_limit())
        self.study_strip.show_studies(self._scope.matched(report))
        self._counts.setText(self.tr("n = {n}").format(n=count_range(figures.counts)))
        self.strip.show_sentence(
            self.tr("Choose a cell to read what its verdict means."),
            table_hint(measure),
        )
        index = self.table.currentIndex()
        if index.isValid():
            self.table.chosen.emit(self.table.current_key(), index.column())

    def _warn_of_noise(self, limit: float | None) -> None:
        """Show one line for a high detection limit, in place of one in each cell."""
        noisy = limit is not None and limit > _NOISY_LIMIT
        if noisy and limit is not None:
            self._noise.setText(
                self.tr(
                    "Noisy machine: two identical databases differed by up to {limit} %."
                ).format(limit=format_number(limit, 0))
            )
        self._noise.setVisible(noisy)

    def _on_baseline(self, at: int) -> None:
        if self._baselines[at] != self._scope.baseline:
            self._counts.setText(self.tr("reading…"))
            self.table.setEnabled(False)  # its figures are not over what is chosen
            self._scope.choose_baseline(self._baselines[at])

    def _show_sentence(self, key: Key | StudyKey, column: int) -> None:
        if self._figures is not None:
            self.strip.show_sentence(*self._figures.sentences(key, column))
