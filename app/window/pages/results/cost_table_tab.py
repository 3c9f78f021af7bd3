"""The Table tab: costs with their intervals. Rows are servers and protections, columns operations;
where there are many operations, they are rows and protections columns."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from app.findings.verdict import NOISY_MARGIN_PERCENT
from app.plan.campaign import BASELINE
from app.report.figures.campaign_report import CampaignReport
from app.report.words.protection_names import inside_sentence
from app.window.base.messages import message_text
from app.window.pages.results.case_figures import CaseFigures, Key
from app.window.pages.results.measures import (
    ComparedMeasure,
    elapsed_measures,
    main_measure_name,
    secondary_measures,
    table_hint,
)
from app.window.pages.results.scope import Scope, ScopeBar, ScopedTab
from app.window.pages.results.study_widgets import StudyKey, StudyMenu, StudyStrip
from widgets.fields.choice import Choice
from widgets.layout.boxes import vbox
from widgets.look.names import isolated, shortened
from widgets.look.numbers import format_number
from widgets.parts.cards import ToneLabel
from widgets.parts.strips import SentenceStrip
from widgets.tables.interval_view import (
    IntervalTable,
)
from workloads.contract import CPU_TIME, Measure
from workloads.registry import has_database

_LEAST_HEIGHT_PX = 170
"""For the heads and about four rows: where a window is lower, the page scrolls."""

_NOISY_LIMIT = 2 * NOISY_MARGIN_PERCENT
"""Detection limit in percent above which the machine is called noisy."""


class ResultsTable(ScopedTab):
    """One case, measure and baseline. Below it: the verdict of the chosen cell."""

    def __init__(self, scope: Scope, parent: QWidget | None = None) -> None:
        super().__init__(scope, parent)
        self._figures: CaseFigures | None = None
        self._baselines: list[str] = []
        self._by_cpu = False
        """Whether CPU time is the report's main measure, in place of time."""
        self._measure = Choice(11, self)
        self._baseline_choice = Choice(8, self)
        self._counts = ToneLabel("", "muted")
        self._noise = ToneLabel("", "warning")
        self._noise.setWordWrap(True)
        self._noise.hide()
        self._table = IntervalTable(self)
        self._table.setAccessibleName(self.tr("Comparison"))
        self._table.set_placeholder(self.tr("Nothing has been measured yet."))
        self._table.setMinimumHeight(_LEAST_HEIGHT_PX)
        self._strip = SentenceStrip(self)
        self.studies = StudyMenu(scope, self)
        self.study_strip = StudyStrip(self)
        self._fill_measures()
        self._lay_out()
        self._measure.activated.connect(self._on_measure)
        self._baseline_choice.activated.connect(self._on_baseline)
        self._table.chosen.connect(self._show_sentence)

    @property
    def table(self) -> IntervalTable:
        return self._table

    @property
    def strip(self) -> SentenceStrip:
        """The verdict of the chosen cell."""
        return self._strip

    @property
    def baseline(self) -> str:
        """The protection that costs are over."""
        return self._report.baseline if self._report is not None else BASELINE

    def show_report(self, report: CampaignReport) -> None:
        """Show a campaign's figures over the report's baseline."""
        self._table.setEnabled(True)
        names = (cell.protection for cell in report.cells if not cell.control)
        self._baselines = list(dict.fromkeys(names))
        self._baseline_choice.clear()
        self._baseline_choice.addItems([isolated(shortened(name)) for name in self._baselines])
        if report.baseline in self._baselines:
            self._baseline_choice.setCurrentIndex(self._baselines.index(report.baseline))
        self._offer_measures(report)
        super().show_report(report)

    def choose_measure(self, measure: ComparedMeasure) -> None:
        """Compare another measure."""
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
            self._table.setEnabled(False)
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
            (self._table, 1),
            self._strip,
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
        self._table.set_groups(figures.columns(is_shown), figures.groups(is_shown))
        self._warn_of_noise(figures.largest_detection_limit())
        self.study_strip.show_studies(self._scope.matched(report))
        self._counts.setText(self._counts_text(figures.counts))
        self._strip.show_sentence(
            self.tr("Choose a cell to read what its verdict means."),
            table_hint(measure),
        )
        index = self._table.currentIndex()
        if index.isValid():
            self._table.chosen.emit(self._table.current_key(), index.column())

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

    def _counts_text(self, counts: list[int]) -> str:
        count = "–".join(format_number(n) for n in dict.fromkeys((*counts[:1], *counts[-1:])))
        return self.tr("n = {n}").format(n=count or "0")

    def _on_baseline(self, at: int) -> None:
        if self._baselines[at] != self._scope.baseline:
            self._counts.setText(self.tr("reading…"))
            self._table.setEnabled(False)  # its figures are not over what is chosen
            self._scope.choose_baseline(self._baselines[at])

    def _show_sentence(self, key: Key | StudyKey, column: int) -> None:
        if self._figures is not None:
            self._strip.show_sentence(*self._figures.sentences(key, column))
