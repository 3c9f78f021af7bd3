"""One panel per server: cost with its interval first, and next to it what was measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Qt
from PySide6.QtWidgets import QCheckBox, QFrame, QScrollArea, QVBoxLayout, QWidget

from app.findings.figure import ALL_CASES
from app.report.charts.costs import Choice as Drawn
from app.report.charts.costs import cost_chart
from app.report.charts.readings import Beside, main_measure
from app.report.drawing.chart import Panel, Row
from app.report.drawing.chart import Spot as Described
from app.report.figures.campaign_report import CampaignReport
from app.report.files.charts import drawn
from app.window.base.messages import message_text
from app.window.pages.results.common.scope import Scope, ScopeBar, ScopedTab, case_title
from app.window.pages.results.measures import main_title
from app.window.pages.results.studies.looks import looks_of
from app.window.pages.results.studies.menu import StudyMenu
from app.window.pages.results.studies.strip import StudyStrip
from app.window.servers.colours import colour_keys
from app.window.shared.costs import spot_shown
from app.window.shared.protection_words import marks_words
from app.window.shared.run_words import percent_text
from engines.contract.errors import InputError
from widgets.charts.forest import ForestData, ForestGrid
from widgets.charts.forest_plot import Spot
from widgets.fields.choice import Choice
from widgets.look.names import filled, isolated
from widgets.look.numbers import format_number, format_significant
from widgets.parts.cards import ToneLabel
from widgets.saving.files import ask_save_path
from widgets.saving.last_saved import saving
from workloads.contract import SECONDS, Case, readable
from workloads.registry import has_database

_tr = QCoreApplication.translate


class ResultsCharts(ScopedTab):
    """Choices above panels, in which each operation has a marker of its own."""

    def __init__(self, scope: Scope, parent: QWidget | None = None) -> None:
        super().__init__(scope, parent)
        self._operations: list[str] = []
        self._others: list[tuple[str, str]] = []
        """Looks and names of the studies that have something to draw."""
        self._grid = ForestGrid(self)
        self._grid.set_paper(self._on_paper)
        self._empty = ToneLabel("", "muted")
        self._menu = StudyMenu(scope, self)
        self._study_strip = StudyStrip(self)
        self._make_choices()
        self._lay_out()

    @property
    def studies(self) -> StudyMenu:
        """The menu of published studies."""
        return self._menu

    @property
    def study_strip(self) -> StudyStrip:
        """The matches and differences of the chosen studies."""
        return self._study_strip

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
        ask_save_path(self, self._grid.picture_name(), self._grid.picture_filters(), save)

    def choose(self, measure: str) -> None:
        """Show a second measure: time, cpu or memory."""
        self._measure.setCurrentIndex(self._measure.findData(measure))

    def _offer_measures(self, workload: str = "") -> None:
        """Offer no measures of the server for work without a database."""
        words = {
            "time": self.tr("time"),
            "cpu": self.tr("CPU time of the server"),
            "memory": self.tr("memory of the server"),
        }
        before = self._measure.currentData()
        with QSignalBlocker(self._measure):
            self._measure.clear()
            for measure, word in words.items():
                if measure == "time" or has_database(workload):
                    self._measure.addItem(word, measure)
            self._measure.setCurrentIndex(max(0, self._measure.findData(before)))

    def _make_choices(self) -> None:
        self._measure = Choice(8, self)
        self._offer_measures()
        self._spread = Choice(8, self)
        reaches = {"interval": self.tr("95 % interval"), "sd": self.tr("standard deviation")}
        for reach, word in reaches.items():
            self._spread.addItem(word, reach)
        self._same = QCheckBox(self.tr("Same &scale"), self)
        self._same.setToolTip(self.tr("Use the same value axis for all servers"))
        self._measure.currentIndexChanged.connect(self.redraw)
        self._spread.currentIndexChanged.connect(self.redraw)
        self._same.toggled.connect(self.redraw)

    def _lay_out(self) -> None:
        self._bar = ScopeBar(self._scope, self)
        self._bar.add(self.tr("Ri&ght side"), self._measure)
        self._bar.add(self.tr("&with"), self._spread)
        self._bar.add_widget(self._same)
        self._bar.add_filters()
        self._bar.add_widget(self._menu)
        area = QScrollArea(self)
        area.setAccessibleName(self.tr("Charts"))
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
        column.addWidget(self._empty)
        column.addWidget(area, 1)
        column.addWidget(self._study_strip)

    def draw(self, report: CampaignReport) -> None:
        self._measure.setItemText(0, main_title(report, self._scope.case))
        chart = cost_chart(report, self._drawn(), self._scope.rows(report))
        colours = colour_keys((cell.server, cell.engine) for cell in report.cells)
        laid = self._scope.laid(report)
        self._study_strip.show_laid(laid)
        names = [other.name for other in chart.others]
        self._others = list(zip(looks_of(laid), names, strict=True))
        self._grid.set_caption(_caption(report, self._scope.case), self._measure.currentData())
        panels = [self._panel(report, each, colours[each.title]) for each in chart.panels]
        self._grid.set_panels(panels, chart.series, self._same.isChecked(), self._others)
        self._tell_whether_empty(panels)

    def _tell_whether_empty(self, panels: Sequence[ForestData]) -> None:
        """Show a sentence in place of axes without data, which would look broken."""
        empty = bool(panels) and not any(each.costs or each.values for each in panels)
        self._empty.setText(self.tr("Nothing has been measured yet.") if empty else "")
        self._empty.setVisible(empty)
        self._grid.setVisible(not empty)

    def _on_paper(self, format: str) -> bytes:
        """The chart that is shown, in a file format.

        Raises: OSError for a format that there is not
        """
        assert self._report is not None
        chips = zip(self._operations, self._grid.chips(), strict=True)
        hidden = frozenset(name for name, chip in chips if not chip.isChecked())
        chart = cost_chart(self._report, replace(self._drawn(), hides=hidden))
        try:
            return drawn(chart, format, saving().dpi)
        except InputError as error:
            raise OSError(error.message) from error

    def _drawn(self) -> Drawn:
        return Drawn(
            self._scope.case,
            Beside(self._measure.currentData()),
            deviation=self._spread.currentData() == "sd",
            same_scale=self._same.isChecked(),
            shows=self._scope.shows,
            studies=self._scope.studies,
        )

    def _panel(self, report: CampaignReport, panel: Panel, colour_key: str) -> ForestData:
        costs, values = panel.plots
        return ForestData(
            title=panel.title,
            colour_key=colour_key,
            rows=[_row_name(row) for row in panel.rows],
            costs=[self._spot(panel, each, _cost_words(each)) for each in costs.spots],
            values=[self._spot(panel, each, self._value(each)) for each in values.spots],
            cost_title=filled(self.tr("cost over {baseline}, %"), baseline=report.baseline),
            unit=f"{self._measure.currentText()}, {self._unit()}",
        )

    def _spot(self, panel: Panel, spot: Described, words: str) -> Spot:
        title = f"{isolated(panel.rows[spot.row].name)} · {self._operations[spot.series]}"
        look, other = self._others[spot.by - 1] if spot.by else ("", "")
        title = f"{isolated(other)} · {title}" if other else title
        return spot_shown(spot, f"{title}\n{words}", look=look)

    def _value(self, spot: Described) -> str:
        if spot.by:
            return message_text(spot.said)
        return f"{_value_words(spot.value, spot.low, spot.high)} {self._unit()}"

    def _unit(self) -> str:
        measure = main_measure(self._report, self._scope.case) if self._report else SECONDS
        units = {
            "time": readable(measure.unit)[1],
            "cpu": self.tr("s"),
            "memory": self.tr("MB"),
        }
        return units[self._measure.currentData()]


def _caption(report: CampaignReport, case: Case) -> str:
    """“three engines · 1,000 records · n = 10”."""
    counts = sorted({row.n for row in report.comparison if row.n and case in (row.at, ALL_CASES)})
    count = "–".join(format_number(count) for count in dict.fromkeys((*counts[:1], *counts[-1:])))
    frame = _tr("ResultsCharts", "{name} · {case} · n = {n}")
    title = case_title(report.campaign.workload.name, case)
    return filled(frame, name=report.summary.name, case=title, n=count or "0")


def _row_name(row: Row) -> str:
    """Its name, and in a second line what is weak about it."""
    return "\n".join(filter(None, (isolated(row.name), marks_words(row.marks))))


def _cost_words(spot: Described) -> str:
    return message_text(spot.said) if spot.said else percent_text(spot.value)


def _value_words(value: float, low: float | None, high: float | None) -> str:
    text = format_significant(value)
    if low is None or high is None:
        return text
    frame = _tr("ResultsCharts", "{value} ({low} to {high})")
    return frame.format(value=text, low=format_significant(low), high=format_significant(high))
