"""One panel per server: cost with its interval first, and beside it what was measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import fmean, geometric_mean

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Qt
from PySide6.QtWidgets import QCheckBox, QFrame, QScrollArea, QVBoxLayout, QWidget

from app.plan.status import Status
from app.report.all_cases import ALL_CASES
from app.report.campaign_report import CampaignReport
from app.report.published.laid import Laid
from app.report.wording import marks
from app.results.compare import ComparisonRow
from app.results.measured import (
    Figure,
    Place,
    Spread,
    engine_cpu_seconds,
    measure_of,
    spread,
    value_of,
)
from app.results.records import CampaignSnapshot, CellRecord, OperationRecord
from app.window.messages import message_text
from app.window.pages.results.measures import main_measure, main_title, verdict_tone
from app.window.pages.results.scope import Scope, ScopeBar, ScopedTab, case_title
from app.window.pages.results.studies.menu import StudyMenu
from app.window.pages.results.studies.spots import cost_spots, other_names, value_spots
from app.window.pages.results.studies.strip import StudyStrip
from app.window.servers.colours import colour_keys
from app.window.shared.protection_words import marks_words
from app.window.shared.run_words import percent_text
from widgets.charts.forest import ForestData, ForestGrid
from widgets.charts.forest_plot import Spot
from widgets.fields.choice import Choice
from widgets.look.names import filled, isolated
from widgets.look.numbers import format_number, format_significant
from widgets.saving.files import ask_save_path
from widgets.saving.last_saved import file_name
from workloads.contract import SECONDS, Case, readable
from workloads.registry import has_database

type _Values = dict[tuple[Place, str], list[float]]

_tr = QCoreApplication.translate


class ResultsCharts(ScopedTab):
    """Choices above panels, in which each operation has a marker of its own."""

    def __init__(self, scope: Scope, parent: QWidget | None = None) -> None:
        super().__init__(scope, parent)
        self._operations: list[str] = []
        self._main = readable(SECONDS.unit)
        """What the main measure is divided by to read well, and its unit then."""
        self._grid = ForestGrid(self)
        self._menu = StudyMenu(scope, self)
        self._beside = StudyStrip(self)
        self._make_choices()
        self._lay_out()

    @property
    def studies(self) -> StudyMenu:
        """What can be laid beside."""
        return self._menu

    @property
    def beside(self) -> StudyStrip:
        """What is said of the studies that are."""
        return self._beside

    @property
    def grid(self) -> ForestGrid:
        """The panels."""
        return self._grid

    def show_report(self, report: CampaignReport) -> None:
        self._operations = list(dict.fromkeys(row.operation for row in report.comparison))
        self._offer_measures(report.campaign.workload.name)
        super().show_report(report)

    def ask_where_to_save(self, save: Callable[[Path], None]) -> None:
        """Ask for a picture's file; `save` gets the path."""
        filters = [self.tr("PNG picture (*.png)"), self.tr("SVG drawing (*.svg)")]
        summary = self._report.summary if self._report else None
        name = file_name(summary.name if summary else "", self._measure.currentData(), ending="png")
        ask_save_path(self, name, filters, save)

    def choose(self, measure: str) -> None:
        """Show another measure beside cost: time, cpu or memory."""
        self._measure.setCurrentIndex(self._measure.findData(measure))

    def _offer_measures(self, workload: str = "") -> None:
        """Where there is no database there is no server to be looked at."""
        before = self._measure.currentData()
        with QSignalBlocker(self._measure):
            self._measure.clear()
            self._measure.addItem(self.tr("time"), "time")
            if has_database(workload):
                self._measure.addItem(self.tr("CPU time of the server"), "cpu")
                self._measure.addItem(self.tr("memory of the server"), "memory")
            self._measure.setCurrentIndex(max(0, self._measure.findData(before)))

    def _make_choices(self) -> None:
        self._measure = Choice(8, self)
        self._offer_measures()
        self._spread = Choice(8, self)
        reaches = {"interval": self.tr("95 % interval"), "sd": self.tr("standard deviation")}
        for reach, word in reaches.items():
            self._spread.addItem(word, reach)
        self._same = QCheckBox(self.tr("Same &scale"), self)
        self._same.setToolTip(self.tr("Give all servers the same axis of values"))
        self._measure.currentIndexChanged.connect(self.redraw)
        self._spread.currentIndexChanged.connect(self.redraw)
        self._same.toggled.connect(self.redraw)

    def _lay_out(self) -> None:
        self._bar = ScopeBar(self._scope, self)
        self._bar.add(self.tr("&Beside it"), self._measure)
        self._bar.add(self.tr("&with"), self._spread)
        self._bar.add_widget(self._same)
        self._bar.add_filters()
        self._bar.add_widget(self._menu)
        area = QScrollArea(self)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAlignment(Qt.AlignmentFlag.AlignTop)
        holder = QWidget(area)
        inside = QVBoxLayout(holder)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self._grid)
        inside.addStretch(1)
        area.setWidget(holder)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._bar)
        column.addWidget(area, 1)
        column.addWidget(self._beside)

    def draw(self, report: CampaignReport) -> None:
        self._measure.setItemText(0, main_title(report, self._scope.case))
        self._main = readable(main_measure(report, self._scope.case).unit)
        laid = self._scope.laid(report)
        self._beside.show_laid(laid)
        self._grid.set_caption(_caption(report, self._scope.case, laid))
        readings = _readings(report, self._scope.case, self._measure.currentData())
        panels = [self._panel(report, name, readings) for name in self._scope.servers]
        full = [panel for panel in panels if panel.rows]
        self._grid.set_panels(full, self._operations, self._same.isChecked(), other_names(laid))

    def _panel(self, report: CampaignReport, server: str, readings: _Values) -> ForestData:
        scope = self._scope
        cells = [
            cell
            for cell in scope.cells(report)
            if cell.server == server and not (cell.control or cell.status is Status.UNSUPPORTED)
        ]
        names = [c.protection for c in cells if scope.shows(server, c.protection)]
        colours = colour_keys((cell.server, cell.engine) for cell in report.cells)
        return ForestData(
            title=server,
            colour_key=colours[server],
            rows=[_row_name(cell) for cell in cells if cell.protection in names],
            costs=[
                *self._costs(report, server, names),
                *cost_spots(scope.laid(report), server, names, self._operations),
            ],
            values=[
                *self._values(report.baseline, server, names, readings),
                *self._published(report, server, names),
            ],
            cost_title=filled(self.tr("cost over {baseline}, %"), baseline=report.baseline),
            unit=f"{self._measure.currentText()}, {self._unit()}",
        )

    def _costs(self, report: CampaignReport, server: str, names: Sequence[str]) -> Iterator[Spot]:
        for row in self._scope.rows(report):
            if row.server == server and row.protection in names and row.cost_percent is not None:
                yield Spot(
                    names.index(row.protection),
                    self._operations.index(row.operation),
                    row.cost_percent,
                    row.cost_low_percent,
                    row.cost_high_percent,
                    tip=_cost_tip(row),
                    faint=verdict_tone(row.verdict) == "muted",
                    band=row.margin_percent,
                )

    def _values(
        self, baseline: str, server: str, names: Sequence[str], readings: _Values
    ) -> Iterator[Spot]:
        for (place, protection), values in readings.items():
            if place.server != server or protection not in names:
                continue
            scale = self._main[0] if self._measure.currentData() == "time" else 1.0
            known = spread([value / scale for value in values])
            low, high = self._reach(known)
            title = f"{isolated(protection)} · {place.operation}"
            yield Spot(
                names.index(protection),
                self._operations.index(place.operation),
                known.mean,
                low,
                high,
                tip=f"{title}\n{_value_words(known.mean, low, high)} {self._unit()}",
                hollow=protection == baseline,
            )

    def _published(
        self, report: CampaignReport, server: str, names: Sequence[str]
    ) -> Iterator[Spot]:
        """The studies' values, which are all in the measure that is compared."""
        if self._measure.currentData() == "time":
            laid, scale = self._scope.laid(report), self._main[0]
            yield from value_spots(laid, server, names, self._operations, scale)

    def _reach(self, known: Spread) -> tuple[float | None, float | None]:
        if self._spread.currentData() == "interval":
            return known.low, known.high
        if known.sd is None:
            return None, None
        return known.mean - known.sd, known.mean + known.sd

    def _unit(self) -> str:
        units = {
            "time": self._main[1],
            "cpu": self.tr("s"),
            "memory": self.tr("MB"),
        }
        return units[self._measure.currentData()]


def _caption(report: CampaignReport, case: Case, laid: Sequence[Laid]) -> str:
    """“three engines · 1,000 records · n = 10”, and where studies come from."""
    counts = sorted({row.n for row in report.comparison if row.n and case in (row.at, ALL_CASES)})
    told = "–".join(format_number(count) for count in dict.fromkeys((*counts[:1], *counts[-1:])))
    frame = _tr("ResultsCharts", "{name} · {case} · n = {n}")
    title = case_title(report.campaign.workload.name, case)
    said = filled(frame, name=report.summary.name, case=title, n=told or "0")
    sources = (f"○ {each.study.short_name}, {each.study.found_at}" for each in laid)
    return " · ".join((said, *sources))


def _row_name(cell: CellRecord) -> str:
    """Its name, and in a second line what is weak about it."""
    return "\n".join(filter(None, (isolated(cell.protection), marks_words(marks(cell)))))


def _cost_tip(row: ComparisonRow) -> str:
    title = f"{isolated(row.protection)} · {row.operation}"
    said = message_text(row.said.said) if row.said else percent_text(row.cost_percent or 0.0)
    return f"{title}\n{said}"


def _value_words(value: float, low: float | None, high: float | None) -> str:
    text = format_significant(value)
    if low is None or high is None:
        return text
    frame = _tr("ResultsCharts", "{value} ({low} to {high})")
    return frame.format(value=text, low=format_significant(low), high=format_significant(high))


def _figure(snapshot: CampaignSnapshot, name: str, wanted: str | None) -> Figure:
    """What is drawn beside cost: what is compared, cpu or memory."""
    match name:
        case "cpu":
            return engine_cpu_seconds(snapshot)
        case "memory":
            return _memory
    return _main(wanted)


def _main(wanted: str | None) -> Figure:
    """What is compared, in the unit of its measure."""

    def figure(operation: OperationRecord) -> float | None:
        measure = measure_of(operation.workload, operation, wanted)
        return None if measure is None else value_of(operation, measure)

    return figure


def _middle(values: Sequence[float]) -> float:
    """The geometric mean; 0 where one of them is."""
    return geometric_mean(values) if all(each > 0 for each in values) else 0.0


def _memory(operation: OperationRecord) -> float | None:
    return operation.memory_mb


def _readings(report: CampaignReport, case: Case, name: str) -> _Values:
    """What was measured in every run that counts, by place and protection. Of all cases together a
    repetition has the sum of its seconds, the mean of its memory, or the geometric mean of anything
    else that is compared, so that each case weighs the same."""
    figure = _figure(report, name, report.measure)
    found: dict[tuple[Place, str], dict[int, list[float]]] = {}
    for each in report.operations:
        reading = figure(each)
        if each.counts and case in (each.case, ALL_CASES) and reading is not None:
            key = Place(each.server, case, each.operation), each.protection
            found.setdefault(key, {}).setdefault(each.repetition, []).append(reading)
    summed = name == "cpu" or (name == "time" and main_measure(report, case).name == SECONDS.name)
    whole = sum if summed else fmean if name == "memory" else _middle
    return {
        key: [whole(values) for values in repetitions.values() if len(values) == most]
        for key, repetitions in found.items()
        for most in [max(map(len, repetitions.values()))]
    }
