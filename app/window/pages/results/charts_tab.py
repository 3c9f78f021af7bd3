"""The Charts tab: a panel for each server with the cost and its interval at the left, and a measure
that the user chooses (time, CPU, memory) at the right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QCheckBox, QWidget

from app.plan.cell_key import ALL_CASES
from app.report.charts.cost_chart import ChartedMeasure, CostChoice, cost_chart
from app.report.drawing.chart import Chart
from app.report.figures.campaign_report import CampaignReport
from app.window.pages.results.measures import main_measure_name
from app.window.pages.results.scope import Scope, ScopeBar, ScopedTab, case_title
from app.window.pages.results.study_widgets import StudyMenu, StudyStrip
from app.window.shared.charts import ChartView
from widgets.fields.choice import Choice
from widgets.layout.boxes import STRETCH, vbox
from widgets.layout.layouts import VerticalScroll
from widgets.look.names import filled
from widgets.look.numbers import format_number
from widgets.parts.cards import ToneLabel
from widgets.saving.saving import ask_save_path
from workloads.contract import Case
from workloads.registry import has_database

_tr = QCoreApplication.translate


class ResultsCharts(ScopedTab):
    """Choices above panels. Each operation has a marker of its own."""

    def __init__(self, scope: Scope, parent: QWidget | None = None) -> None:
        super().__init__(scope, parent)
        self._chart_view = ChartView(self)
        self._empty = ToneLabel("", "muted")
        self.studies = StudyMenu(scope, self)
        self.study_strip = StudyStrip(self)
        self._make_choices()
        self._lay_out()

    @property
    def chart_view(self) -> ChartView:
        return self._chart_view

    def show_report(self, report: CampaignReport) -> None:
        self._offer_measures(report.campaign.workload.name)
        super().show_report(report)

    def ask_where_to_save(self, save: Callable[[Path], None]) -> None:
        """Ask for a picture's file; `save` gets the path."""
        ask_save_path(
            self, self._chart_view.picture_name(), self._chart_view.picture_filters(), save
        )

    def choose_second_measure(self, measure: str) -> None:
        """Show a second measure: time, cpu or memory."""
        self._measure.setCurrentIndex(self._measure.findData(measure))

    def _offer_measures(self, workload: str = "") -> None:
        """Offer no measures of the server for work without a database."""
        words = {
            "time": self.tr("time"),
            "cpu": self.tr("CPU time of the server"),
            "memory": self.tr("memory of the server"),
        }
        known = words.items() if has_database(workload) else [("time", words["time"])]
        self._measure.set_choices(known)

    def _make_choices(self) -> None:
        self._measure = Choice(8, self)
        self._offer_measures()
        self._spread = Choice(8, self)
        spreads = {"interval": self.tr("95 % interval"), "sd": self.tr("standard deviation")}
        for spread, word in spreads.items():
            self._spread.addItem(word, spread)
        self._same_scale = QCheckBox(self.tr("Same &scale"), self)
        self._same_scale.setToolTip(self.tr("Use the same value axis for all servers"))
        self._measure.currentIndexChanged.connect(self.redraw)
        self._spread.currentIndexChanged.connect(self.redraw)
        self._same_scale.toggled.connect(self.redraw)

    def _lay_out(self) -> None:
        self._bar = ScopeBar(self._scope, self)
        self._bar.add(self.tr("Ri&ght side"), self._measure)
        self._bar.add(self.tr("&with"), self._spread)
        self._bar.add_widget(self._same_scale)
        self._bar.add_filters()
        self._bar.add_widget(self.studies)
        area = VerticalScroll(self.tr("Charts"), self)
        area.setAlignment(Qt.AlignmentFlag.AlignTop)
        holder = QWidget(area)
        vbox(holder, self._chart_view, STRETCH)
        area.setWidget(holder)
        vbox(
            self,
            self._bar,
            self._empty,
            (area, 1),
            self.study_strip,
            margins=(0, 8, 0, 0),
            spacing=8,
        )

    def draw(self, report: CampaignReport) -> None:
        self._measure.setItemText(0, main_measure_name(report, self._scope.case))
        self.study_strip.show_studies(self._scope.matched(report))
        caption = _caption(report, self._scope.case)
        self._chart_view.set_caption(caption, self._measure.currentData())
        drawn, rows = self._choice(), self._scope.rows(report)
        self._chart_view.show_chart(
            lambda hidden: cost_chart(report, replace(drawn, hidden_operations=hidden), rows)
        )
        self._show_if_empty(self._chart_view.chart)

    def _show_if_empty(self, chart: Chart | None) -> None:
        """Show a sentence in place of axes without data, which would look broken."""
        panels = chart.panels if chart else ()
        empty = bool(panels) and not any(plot.spots for each in panels for plot in each.plots)
        self._empty.setText(self.tr("Nothing has been measured yet.") if empty else "")
        self._empty.setVisible(empty)
        self._chart_view.setVisible(not empty)

    def _choice(self) -> CostChoice:
        return CostChoice(
            self._scope.case,
            ChartedMeasure(self._measure.currentData()),
            deviation=self._spread.currentData() == "sd",
            same_scale=self._same_scale.isChecked(),
            shows=self._scope.is_shown,
            studies=self._scope.studies,
        )


def _caption(report: CampaignReport, case: Case) -> str:
    """“three engines · 1,000 records · n = 10”."""
    counts = sorted({row.n for row in report.comparison if row.n and case in (row.at, ALL_CASES)})
    count = "–".join(format_number(count) for count in dict.fromkeys((*counts[:1], *counts[-1:])))
    frame = _tr("ResultsCharts", "{name} · {case} · n = {n}")
    title = case_title(report.campaign.workload.name, case)
    return filled(frame, name=report.summary.name, case=title, n=count or "0")
