"""The tab with throughput and latency by clients, for campaigns whose clients vary."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.findings.scalability import Curve
from app.report.charts.scalability import scalability_charts
from app.report.drawing.chart import without
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.scalability import SCALABILITY_METHOD, carried_words
from app.report.words.terms import PROTECTION
from app.window.base.messages import message_text
from app.window.base.store_reader import StoreReader
from app.window.pages.results.latency_tab import fit_height
from app.window.pages.results.scope import ReportTab, Scope
from app.window.shared.charts import ChartView
from widgets.fields.number_field import NumberField
from widgets.layout.layouts import FlowLayout, VerticalScroll
from widgets.parts.cards import FormLabel
from widgets.tables.data_table import Column, DataTable
from workloads.registry import clients_of

_MOST_MS, _USUAL_MS = 60_000, 10


class ClientsTab(ReportTab):
    """A limit for the 99th percentile, two graphs for each server and size, and the table."""

    def __init__(self, scope: Scope, reader: StoreReader, parent: QWidget | None = None) -> None:
        super().__init__(scope, reader, parent)
        self.limit = NumberField(1, _MOST_MS, _USUAL_MS, self.tr(" ms"), self)
        self.limit.valueChanged.connect(self.redraw)
        self.table = DataTable(self)
        self.table.setAccessibleName(self.tr("Throughput by clients"))
        self.table.setToolTip(message_text(SCALABILITY_METHOD))
        self.grids: list[ChartView] = []
        self._lay_out()

    @classmethod
    def title(cls) -> str:
        return QCoreApplication.translate("ClientsTab", "Clients")

    @staticmethod
    def fits(report: CampaignReport) -> bool:
        work = report.campaign.workload.name
        return len({clients_of(work, each.case) for each in report.cells} - {None}) > 1

    def draw(self, report: CampaignReport) -> None:
        curves = [
            each
            for each in report.scalability(float(self.limit.value()))
            if self._scope.shows(each.server, each.protection)
        ]
        self._show_table(report, curves)
        charts = list(scalability_charts(report, curves))
        while len(self.grids) < len(charts):
            grid = ChartView(self)
            grid.picture_failed.connect(self.picture_failed)
            self._inside.insertWidget(len(self.grids), grid)
            self.grids.append(grid)
        for at, grid in enumerate(self.grids):
            grid.setVisible(at < len(charts))
            if at < len(charts):
                grid.set_caption(message_text(charts[at].caption), "clients")
                grid.show_chart(partial(without, charts[at]))

    def _show_table(self, report: CampaignReport, curves: list[Curve]) -> None:
        head, lines = carried_words(report, curves)
        words, named = [message_text(each) for each in head], head.index(PROTECTION)
        columns = [
            Column(str(at), word[:1].upper() + word[1:], "right" if at > named else "left")
            for at, word in enumerate(words)
        ]
        self.table.set_rows(columns, [[message_text(each) for each in line] for line in lines])
        self.table.fit_to_lines()
        fit_height(self.table, len(lines))

    def _lay_out(self) -> None:
        bar = QWidget(self)
        flow = FlowLayout(bar, gap=6, line_gap=4, wish=900)
        flow.addWidget(FormLabel(self.tr("p99 &latency to hold"), self.limit))
        flow.addWidget(self.limit)
        holder = QWidget(self)
        self._inside = QVBoxLayout(holder)
        self._inside.setContentsMargins(0, 0, 0, 0)
        self._inside.setSpacing(8)
        self._inside.addWidget(self.table)
        self._inside.addStretch(1)
        area = VerticalScroll(self.tr("Throughput by clients"), self)
        area.setWidget(holder)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        column.addWidget(bar)
        column.addWidget(area, 1)
