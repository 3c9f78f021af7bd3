"""The tab with latencies under load, for campaigns whose requests arrive."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from app.findings.figure import ALL_CASES
from app.plan.status import Status
from app.report.charts.latencies import Loaded, latency_graphs, loaded_in
from app.report.drawing.chart import Chart, without
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.latency import is_loaded, load_rows, load_sentence
from app.report.figures.load_hosts import host_rows
from app.report.figures.matched_study import MatchedStudy
from app.report.figures.study_values import their_values
from app.report.published.charted import notes_of, others_of
from app.report.published.latencies import latencies_of, lay_latencies
from app.results.records import CellRecord
from app.window.base.messages import message_text
from app.window.base.store_reader import StoreReader
from app.window.pages.results.common.report_tab import ReportTab
from app.window.pages.results.common.scope import Scope, ScopeBar, case_title
from app.window.pages.results.latency.hosts import HostsTable
from app.window.pages.results.latency.table import PercentileTable
from app.window.pages.results.studies.menu import StudyMenu
from app.window.pages.results.studies.strip import StudyStrip
from app.window.shared.charts import ChartView
from engines.contract.message import Message, phrase
from widgets.fields.choice import Choice
from widgets.look.names import isolated, shortened
from widgets.look.numbers import format_number
from widgets.parts.cards import CutLabel
from workloads.contract import Case


class LatencyTab(ReportTab):
    """Choices, what was late or dropped in words, the table, of a load from several hosts one of
    these, and four charts of one operation."""

    def __init__(self, scope: Scope, reader: StoreReader, parent: QWidget | None = None) -> None:
        super().__init__(scope, reader, parent)
        self._server, self._operation = Choice(9, self), Choice(6, self)
        self._run = Choice(3, self)
        self._warnings = CutLabel(2, "muted")
        self.table = PercentileTable(self)
        self.hosts = HostsTable(self)
        self.grid = ChartView(self)
        self.grid.picture_failed.connect(self.picture_failed)
        self.studies, self.study_strip = StudyMenu(scope, self), StudyStrip(self)
        self.studies.failed.connect(self.study_failed)
        self._matched: list[MatchedStudy] = []
        for choice in (self._server, self._operation, self._run):
            choice.activated.connect(self.redraw)
        self._lay_out()

    @classmethod
    def title(cls) -> str:
        return QCoreApplication.translate("Latency", "Latency")

    @staticmethod
    def fits(report: CampaignReport) -> bool:
        return any(map(is_loaded, report.operations))

    def show_report(self, report: CampaignReport) -> None:
        _offer(self._server, [cell.server for cell in report.cells])
        _offer(self._operation, [row.operation for row in report.comparison])
        runs = sorted({run.repetition for run in report.runs if not run.warmup})
        _offer(self._run, [format_number(number) for number in runs], runs)
        super().show_report(report)

    def warnings(self) -> str:
        """The warnings about late and dropped requests."""
        return self._warnings.text()

    def draw(self, report: CampaignReport) -> None:
        scope = self._scope
        rows = [
            row for row in load_rows(report) if self._shows(row.server, row.protection, row.case)
        ]
        self._warnings.setText(message_text(load_sentence(rows)))
        self._warnings.set_tone("warning" if any(row.limited for row in rows) else "muted")
        self._matched = lay_latencies(scope.studies, report, report.comparison, self._shows)
        self.study_strip.show_studies(self._matched)
        theirs = list(their_values(self._matched))
        self.table.show_rows(report.campaign.workload.name, rows, theirs)
        by_host = [
            row for row in host_rows(report) if self._shows(row.server, row.protection, row.case)
        ]
        self.hosts.show_rows(report.campaign.workload.name, by_host)
        case = case_title(report.campaign.workload.name, scope.case)
        self.grid.set_caption(f"{isolated(report.summary.name)} · {case}", "latency")
        self._read_charts(report)

    def _shows(self, server: str, protection: str, case: Case) -> bool:
        scope = self._scope
        return scope.case in (case, ALL_CASES) and scope.shows(server, protection)

    def _read_charts(self, report: CampaignReport) -> None:
        """Read histograms and samples of what is chosen, and draw them."""
        operation, run = self._operation.currentData(), self._run.currentData()
        if operation is None or run is None:
            return
        cells = self._cells(report)
        wanted = (self._scope.case, self._server.currentData(), operation, run)

        def drawn(found: list[Loaded] | None) -> None:
            now = (
                self._scope.case,
                self._server.currentData(),
                self._operation.currentData(),
                self._run.currentData(),
            )
            if self._report is report and now == wanted:
                self._show_charts(report, found or [], operation, run)

        self._reader.read(lambda store: loaded_in(store, report, cells, operation, run), drawn)

    def _show_charts(
        self, report: CampaignReport, loaded: Sequence[Loaded], operation: str, run: int
    ) -> None:
        matched = latencies_of(self._matched, [each.cell for each in loaded], operation)
        looks, graphs = latency_graphs(
            loaded, report.baseline, report.operations, operation, run, matched
        )
        server = loaded[0].cell.server if loaded else ""
        label = phrase("{server} · {operation}", server=server, operation=operation)
        chart = Chart(
            "latency",
            Message(report.summary.name),
            label,
            (),
            (),
            others=tuple(others_of(matched)),
            looks=looks,
            graphs=graphs,
            notes=tuple(notes_of(matched)),
        )
        self.grid.show_chart(partial(without, chart))

    def _cells(self, report: CampaignReport) -> list[CellRecord]:
        server = self._server.currentData()
        return [
            cell
            for cell in report.cells
            if cell.server == server
            and self._shows(cell.server, cell.protection, cell.case)
            and not cell.control
            and cell.status is not Status.UNSUPPORTED
        ]

    def _lay_out(self) -> None:
        bar = ScopeBar(self._scope, self)
        bar.add(self.tr("Ser&ver"), self._server)
        bar.add(self.tr("O&peration"), self._operation)
        bar.add(self.tr("&Repetition"), self._run)
        bar.add_filters(servers=False)
        bar.add_widget(self.studies)
        inside = QWidget(self)
        stacked = QVBoxLayout(inside)
        stacked.setContentsMargins(0, 0, 0, 0)
        stacked.setSpacing(8)
        stacked.addWidget(self.table)
        stacked.addWidget(self.hosts)
        stacked.addWidget(self.grid)
        stacked.addStretch(1)
        area = QScrollArea(self)
        area.setAccessibleName(self.tr("Latencies"))
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inside)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        column.addWidget(bar)
        column.addWidget(self._warnings)
        column.addWidget(area, 1)
        column.addWidget(self.study_strip)


def _offer(choice: Choice, names: Sequence[str], values: Iterable[object] | None = None) -> None:
    """Fill a choice and keep its selection."""
    wanted = dict(zip(names, values or names, strict=True))
    before = choice.currentData()
    choice.clear()
    for name, value in wanted.items():
        choice.addItem(isolated(shortened(name)), value)
    choice.setCurrentIndex(max(0, choice.findData(before)))
