"""The tab with charts of speeds, for campaigns that measure them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QCheckBox, QFrame, QScrollArea, QVBoxLayout, QWidget

from app.report.charts.speeds import Wanted, choices_of, sections_of, speeds_of
from app.report.drawing.chart import without
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.study_values import only
from app.report.published.speeds import Speed, published_speeds, study_speeds
from app.window.base.messages import message_text
from app.window.base.store_reader import StoreReader
from app.window.pages.results.common.report_tab import ReportTab
from app.window.pages.results.common.scope import Scope
from app.window.pages.results.studies.menu import StudyMenu
from app.window.pages.results.studies.strip import StudyStrip
from app.window.shared.charts import ChartView
from widgets.fields.choice import Choice
from widgets.layout.flow_layout import FlowLayout
from widgets.parts.cards import FormLabel, ToneLabel

_tr = QCoreApplication.translate


class SpeedsTab(ReportTab):
    """Choices above panels, and what the figures say together in words."""

    def __init__(self, scope: Scope, reader: StoreReader, parent: QWidget | None = None) -> None:
        super().__init__(scope, reader, parent)
        self._speeds: list[Speed] = []
        self.studies, self.study_strip = StudyMenu(scope, self), StudyStrip(self)
        self.studies.failed.connect(self.study_failed)
        self._case, self._operation = Choice(16, self), Choice(8, self)
        self._case_label = FormLabel(self.tr("&Cases"), self._case)
        self._operation_label = FormLabel(self.tr("O&peration"), self._operation)
        self._same = QCheckBox(self.tr("Same &scale"), self)
        self._same.setToolTip(self.tr("Use the same speed axis for all modes"))
        self._same.toggled.connect(self.redraw)
        self._remarks = ToneLabel("", "muted")
        self._remarks.setWordWrap(True)
        self._grids: list[ChartView] = []
        self._lay_out()
        self._case.activated.connect(self.redraw)
        self._operation.activated.connect(self.redraw)

    def grids(self) -> list[ChartView]:
        """The charts of each measure, from the top."""
        return [each for each in self._grids if not each.isHidden()]

    @classmethod
    def title(cls) -> str:
        return _tr("SpeedsTab", "Speeds")

    @staticmethod
    def fits(report: CampaignReport) -> bool:
        return bool(speeds_of(report))

    def show_report(self, report: CampaignReport) -> None:
        self._speeds = speeds_of(report)
        cases, operations = choices_of(self._speeds)
        _offer(self._case, {name: _case_words(name) for name in cases})
        _offer(self._operation, {name: name for name in operations})
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
        wanted = Wanted(self._case.currentData() or "", self._operation.currentData() or "")
        matched = study_speeds(self._scope.studies, report, self._speeds)
        speeds = [*self._speeds, *published_speeds(matched, self._speeds)]
        sections = sections_of(speeds, wanted, same=self._same.isChecked())
        name = report.summary.name
        shown = [each.reported for section in sections for each in section.shown if each.reported]
        self.study_strip.show_studies(only(matched, shown))
        while len(self._grids) < len(sections):
            self._add_grid()
        for grid in self._grids[len(sections) :]:
            grid.hide()
        for grid, section in zip(self._grids, sections, strict=False):
            grid.show()
            grid.set_caption(name)
            grid.show_chart(partial(without, section.chart(name, matched)))

    def _add_grid(self) -> None:
        grid = ChartView(self)
        grid.picture_failed.connect(self.picture_failed)
        self._inside.insertWidget(len(self._grids), grid)
        self._grids.append(grid)

    def _lay_out(self) -> None:
        bar = QWidget(self)
        flow = FlowLayout(bar, gap=6, line_gap=4, wish=900)
        choices = (self._case_label, self._case, self._operation_label, self._operation)
        for part in (*choices, self._same, self.studies):
            flow.addWidget(part)
        area = QScrollArea(self)
        area.setAccessibleName(self.tr("Speeds"))
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        holder = QWidget(area)
        self._inside = QVBoxLayout(holder)
        self._inside.setContentsMargins(0, 0, 0, 0)
        self._inside.setSpacing(8)
        self._inside.addStretch(1)
        area.setWidget(holder)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        column.addWidget(bar)
        column.addWidget(self._remarks)
        column.addWidget(area, 1)
        column.addWidget(self.study_strip)


def _offer(field: Choice, words: dict[str, str]) -> None:
    before = field.currentData()
    field.clear()
    for name, word in words.items():
        field.addItem(word, name)
    field.setCurrentIndex(max(0, field.findData(before)))


def _case_words(name: str) -> str:
    from workloads.cipher_speed.workload import BYTES, LAME

    known = {
        BYTES: _tr("Results", "AES instructions in use"),
        LAME: _tr("Results", "AES instructions off"),
    }
    return known.get(name, name)
