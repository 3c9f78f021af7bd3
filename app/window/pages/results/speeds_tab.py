"""The Speeds tab: charts of bytes per second by cipher and message size, for campaigns that measure
them, with published studies."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QCheckBox, QWidget

from app.report.charts.cipher_speed_charts import (
    SpeedSelection,
    graph_groups,
    speeds_of,
    throughput_choices,
)
from app.report.charts.published_charts import Speed, published_speeds, study_speeds
from app.report.drawing.chart import without_lines
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.matched_study import restricted_to
from app.window.base.messages import message_text
from app.window.base.store_reader import StoreReader
from app.window.pages.results.scope import ReportTab, Scope
from app.window.pages.results.study_widgets import StudyMenu, StudyStrip
from app.window.shared.charts import ChartView
from widgets.fields.choice import Choice
from widgets.layout.boxes import STRETCH, vbox
from widgets.layout.layouts import FlowLayout, VerticalScroll
from widgets.parts.cards import FormLabel, ToneLabel

_tr = QCoreApplication.translate


class SpeedsTab(ReportTab):
    """Choices above a chart for each measure, and remarks on them."""

    def __init__(self, scope: Scope, reader: StoreReader, parent: QWidget | None = None) -> None:
        super().__init__(scope, reader, parent)
        self._speeds: list[Speed] = []
        self.studies, self.study_strip = StudyMenu(scope, self), StudyStrip(self)
        self.studies.failed.connect(self.study_failed)
        self._case, self._operation = Choice(16, self), Choice(8, self)
        self._case_label = FormLabel(self.tr("&Cases"), self._case)
        self._operation_label = FormLabel(self.tr("O&peration"), self._operation)
        self._same_scale = QCheckBox(self.tr("Same &scale"), self)
        self._same_scale.setToolTip(self.tr("Use the same speed axis for all modes"))
        self._same_scale.toggled.connect(self.redraw)
        self._remarks = ToneLabel("", "muted")
        self._remarks.setWordWrap(True)
        self._chart_views: list[ChartView] = []
        self._lay_out()
        self._case.activated.connect(self.redraw)
        self._operation.activated.connect(self.redraw)

    def chart_views(self) -> list[ChartView]:
        """The charts of each measure, from the top."""
        return [each for each in self._chart_views if not each.isHidden()]

    @classmethod
    def title(cls) -> str:
        return _tr("SpeedsTab", "Speeds")

    @staticmethod
    def is_for(report: CampaignReport) -> bool:
        return bool(speeds_of(report))

    def show_report(self, report: CampaignReport) -> None:
        self._speeds = speeds_of(report)
        cases, operations = throughput_choices(self._speeds)
        self._case.set_choices((name, _case_words(name)) for name in cases)
        self._operation.set_choices((name, name) for name in operations)
        for field, label, count in (
            (self._case, self._case_label, len(cases)),
            (self._operation, self._operation_label, len(operations)),
        ):
            field.setVisible(count > 1)
            label.setVisible(count > 1)
        self._remarks.setText(" ".join(map(message_text, report.remarks)))
        self._remarks.setVisible(bool(report.remarks))
        super().show_report(report)

    def draw(self, report: CampaignReport) -> None:
        wanted = SpeedSelection(self._case.currentData() or "", self._operation.currentData() or "")
        matched = study_speeds(self._scope.studies, report, self._speeds)
        speeds = [*self._speeds, *published_speeds(matched, self._speeds)]
        sections = graph_groups(speeds, wanted, same=self._same_scale.isChecked())
        name = report.summary.name
        shown = [each.published for section in sections for each in section.shown if each.published]
        self.study_strip.show_studies(restricted_to(matched, shown))
        while len(self._chart_views) < len(sections):
            self._add_chart_view()
        for chart_view in self._chart_views[len(sections) :]:
            chart_view.hide()
        for chart_view, section in zip(self._chart_views, sections, strict=False):
            chart_view.show()
            chart_view.set_caption(name)
            chart_view.show_chart(partial(without_lines, section.chart(name, matched)))

    def _add_chart_view(self) -> None:
        chart_view = ChartView(self)
        chart_view.picture_failed.connect(self.picture_failed)
        self._inside.insertWidget(len(self._chart_views), chart_view)
        self._chart_views.append(chart_view)

    def _lay_out(self) -> None:
        bar = QWidget(self)
        flow = FlowLayout(bar, gap=6, line_gap=4, wish=900)
        choices = (self._case_label, self._case, self._operation_label, self._operation)
        for part in (*choices, self._same_scale, self.studies):
            flow.addWidget(part)
        area = VerticalScroll(self.tr("Speeds"), self)
        holder = QWidget(area)
        self._inside = vbox(holder, STRETCH, spacing=8)
        area.setWidget(holder)
        vbox(self, bar, self._remarks, (area, 1), self.study_strip, margins=(0, 8, 0, 0), spacing=8)


def _case_words(name: str) -> str:
    from workloads.cipher_speed.workload import AES_OFF, BYTES

    known = {
        BYTES: _tr("Results", "AES instructions in use"),
        AES_OFF: _tr("Results", "AES instructions off"),
    }
    return known.get(name, name)
