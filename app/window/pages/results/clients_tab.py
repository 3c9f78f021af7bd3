"""The Clients tab, for campaigns in which the number of clients varies: throughput and latency by
clients, and the most that each protection carries within a latency limit."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.report.charts.scalability_chart import scalability_charts
from app.report.figures.campaign_report import CampaignReport
from app.report.tables.measured_tables import SCALABILITY_METHOD, scalability_rows
from app.report.words.terms import PROTECTION
from app.window.base.store_reader import StoreReader
from app.window.pages.results.charts_above_table import ChartsAboveTable
from app.window.pages.results.scope import ReportTab, Scope
from widgets.fields.number_field import NumberField
from widgets.layout.boxes import vbox
from widgets.layout.layouts import FlowLayout
from widgets.parts.cards import FormLabel
from workloads.registry import clients_of

_MOST_MS, _DEFAULT_MS = 60_000, 10


class ClientsTab(ReportTab):
    """A limit for the 99th percentile, two graphs for each server and size, and the table."""

    def __init__(self, scope: Scope, reader: StoreReader, parent: QWidget | None = None) -> None:
        super().__init__(scope, reader, parent)
        self.limit = NumberField(1, _MOST_MS, _DEFAULT_MS, self.tr(" ms"), self)
        self.limit.valueChanged.connect(self.redraw)
        name = self.tr("Throughput by clients")
        self.content = ChartsAboveTable(name, "clients", SCALABILITY_METHOD, self)
        self.content.picture_failed.connect(self.picture_failed)
        self._lay_out()

    @classmethod
    def title(cls) -> str:
        return QCoreApplication.translate("ClientsTab", "Clients")

    @staticmethod
    def is_for(report: CampaignReport) -> bool:
        work = report.campaign.workload.name
        return len({clients_of(work, each.case) for each in report.cells} - {None}) > 1

    def draw(self, report: CampaignReport) -> None:
        curves = [
            each
            for each in report.scalability(float(self.limit.value()))
            if self._scope.is_shown(each.server, each.protection)
        ]
        charts = list(scalability_charts(report, curves))
        self.content.show_charts(charts, [each.caption for each in charts])
        head, lines = scalability_rows(report, curves)
        self.content.show_lines(head, lines, head.index(PROTECTION) + 1)

    def _lay_out(self) -> None:
        bar = QWidget(self)
        flow = FlowLayout(bar, gap=6, line_gap=4, wish=900)
        flow.addWidget(FormLabel(self.tr("p99 &latency to hold"), self.limit))
        flow.addWidget(self.limit)
        vbox(self, bar, (self.content, 1), margins=(0, 8, 0, 0), spacing=8)
