"""The tab with what operations asked of key services, for campaigns whose keys are elsewhere."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.findings.key_services import key_service_rows
from app.report.charts.key_distance import KEY_DISTANCE_METHOD, key_distance_charts
from app.report.drawing.chart import without
from app.report.figures.campaign_report import CampaignReport
from app.report.tables.key_service_table import (
    KEY_SERVICE,
    KEY_SERVICE_METHOD,
    PLACES,
    key_service_words,
)
from app.window.base.messages import message_text
from app.window.base.store_reader import StoreReader
from app.window.pages.results.latency_tab import fit_height
from app.window.pages.results.scope import ReportTab, Scope
from app.window.shared.charts import ChartView
from widgets.layout.layouts import VerticalScroll
from widgets.tables.data_table import Column, DataTable


class KeysTab(ReportTab):
    """A graph for each server whose key service was measured at several distances, and the
    table."""

    def __init__(self, scope: Scope, reader: StoreReader, parent: QWidget | None = None) -> None:
        super().__init__(scope, reader, parent)
        self.table = DataTable(self)
        self.table.setAccessibleName(message_text(KEY_SERVICE))
        self.table.setToolTip(message_text(KEY_SERVICE_METHOD))
        self.charts: list[ChartView] = []
        self._lay_out()

    @classmethod
    def title(cls) -> str:
        return QCoreApplication.translate("KeysTab", "Keys")

    @staticmethod
    def fits(report: CampaignReport) -> bool:
        return bool(key_service_rows(report))

    def draw(self, report: CampaignReport) -> None:
        shown = [
            each
            for each in key_distance_charts(report)
            if str(each.caption) not in self._scope.hidden_servers
        ]
        while len(self.charts) < len(shown):
            view = ChartView(self)
            view.picture_failed.connect(self.picture_failed)
            view.setToolTip(message_text(KEY_DISTANCE_METHOD))
            self._inside.insertWidget(len(self.charts), view)
            self.charts.append(view)
        for at, view in enumerate(self.charts):
            view.setVisible(at < len(shown))
            if at < len(shown):
                view.set_caption(message_text(shown[at].title), "keys")
                view.show_chart(partial(without, shown[at]))
        self._show_table(report)

    def _show_table(self, report: CampaignReport) -> None:
        rows = [
            each
            for each in key_service_rows(report)
            if self._scope.shows(each.key.server, each.key.protection)
        ]
        head, lines = key_service_words(report, rows)
        columns = [
            Column(str(at), word[:1].upper() + word[1:], "right" if at >= PLACES else "left")
            for at, word in enumerate(map(message_text, head))
        ]
        self.table.set_rows(columns, [[message_text(each) for each in line] for line in lines])
        self.table.fit_to_lines()
        fit_height(self.table, len(lines))

    def _lay_out(self) -> None:
        holder = QWidget(self)
        self._inside = QVBoxLayout(holder)
        self._inside.setContentsMargins(0, 0, 0, 0)
        self._inside.setSpacing(8)
        self._inside.addWidget(self.table)
        self._inside.addStretch(1)
        area = VerticalScroll(message_text(KEY_SERVICE), self)
        area.setWidget(holder)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.addWidget(area, 1)
