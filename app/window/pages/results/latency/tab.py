"""The tab with latencies under load, which only campaigns have whose requests arrive."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from app.plan.status import Status
from app.report.all_cases import ALL_CASES
from app.report.campaign_report import CampaignReport
from app.report.latency import is_loaded, load_rows, load_sentence
from app.results.records import CellRecord, RunRecord
from app.window.messages import message_text
from app.window.pages.results.latency.panels import panels_of
from app.window.pages.results.latency.subjects import Subject, subjects_of
from app.window.pages.results.latency.table import PercentileTable
from app.window.pages.results.report_tab import ReportTab
from app.window.pages.results.scope import Scope, ScopeBar, case_title
from app.window.store_reader import StoreReader
from widgets.fields.choice import Choice
from widgets.look.names import isolated, shortened
from widgets.look.numbers import format_number
from widgets.parts.cards import CutLabel
from widgets.plots.grid import PlotGrid

if TYPE_CHECKING:
    from app.results.database.store import Store


class LatencyTab(ReportTab):
    """Choices, what was late or dropped in words, the table, and four charts of one operation."""

    def __init__(self, scope: Scope, reader: StoreReader, parent: QWidget | None = None) -> None:
        super().__init__(scope, reader, parent)
        self._server, self._operation = Choice(9, self), Choice(6, self)
        self._run = Choice(3, self)
        self._said = CutLabel(2, "muted")
        self.table = PercentileTable(self)
        self.grid = PlotGrid(self)
        self.grid.picture_failed.connect(self.picture_failed)
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

    def said(self) -> str:
        """What it says of late and dropped requests."""
        return self._said.text()

    def draw(self, report: CampaignReport) -> None:
        scope = self._scope
        rows = [
            row
            for row in load_rows(report)
            if scope.case in (row.case, ALL_CASES) and scope.shows(row.server, row.protection)
        ]
        self._said.setText(message_text(load_sentence(rows)))
        self._said.set_tone("warning" if any(row.limited for row in rows) else "muted")
        self.table.show_rows(report.campaign.workload.name, rows)
        case = case_title(report.campaign.workload.name, scope.case)
        self.grid.set_caption(f"{isolated(report.summary.name)} · {case}")
        self._read_charts(report)

    def _read_charts(self, report: CampaignReport) -> None:
        """Read histograms and samples of what is chosen, and draw them."""
        operation, run = self._operation.currentData(), self._run.currentData()
        if operation is None or run is None:
            return
        subjects = subjects_of(self._cells(report), report.baseline)
        runs = {each.cell: each for each in report.runs if _is_wanted(each, run)}
        wanted = (self._scope.case, self._server.currentData(), operation, run)

        def drawn(found: list[Subject] | None) -> None:
            now = (
                self._scope.case,
                self._server.currentData(),
                self._operation.currentData(),
                self._run.currentData(),
            )
            if self._report is report and now == wanted:
                panels = panels_of(found or [], report.operations, operation, run)
                self.grid.set_panels(panels)

        self._reader.read(
            lambda store: _filled(store, report.summary.id, subjects, runs, operation), drawn
        )

    def _cells(self, report: CampaignReport) -> list[CellRecord]:
        scope, server = self._scope, self._server.currentData()
        return [
            cell
            for cell in report.cells
            if cell.server == server
            and scope.case in (cell.case, ALL_CASES)
            and scope.shows(cell.server, cell.protection)
            and not cell.control
            and cell.status is not Status.UNSUPPORTED
        ]

    def _lay_out(self) -> None:
        bar = ScopeBar(self._scope, self)
        bar.add(self.tr("Ser&ver"), self._server)
        bar.add(self.tr("O&peration"), self._operation)
        bar.add(self.tr("&Repetition"), self._run)
        bar.add_filters(servers=False)
        inside = QWidget(self)
        stacked = QVBoxLayout(inside)
        stacked.setContentsMargins(0, 0, 0, 0)
        stacked.setSpacing(8)
        stacked.addWidget(self.table)
        stacked.addWidget(self.grid)
        stacked.addStretch(1)
        area = QScrollArea(self)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inside)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        column.addWidget(bar)
        column.addWidget(self._said)
        column.addWidget(area, 1)


def _is_wanted(run: RunRecord, repetition: int) -> bool:
    done = run.status is Status.DONE and not (run.warmup or run.stalled or run.replaced)
    return done and run.repetition == repetition


def _filled(
    store: Store,
    campaign_id: int,
    subjects: Sequence[Subject],
    runs: dict[int, RunRecord],
    operation: str,
) -> list[Subject]:
    """The subjects with what the store has of them."""
    found = []
    for each in subjects:
        run = runs.get(each.cell.position)
        found.append(
            replace(
                each,
                histogram=store.histogram(campaign_id, each.cell.position, operation),
                samples=store.samples(run.id) if run is not None else (),
            )
        )
    return found


def _offer(choice: Choice, names: Sequence[str], values: Iterable[object] | None = None) -> None:
    """Offer names, and keep the one that was chosen."""
    wanted = dict(zip(names, values or names, strict=True))
    before = choice.currentData()
    choice.clear()
    for name, value in wanted.items():
        choice.addItem(isolated(shortened(name)), value)
    choice.setCurrentIndex(max(0, choice.findData(before)))
