"""The Keys tab, for campaigns whose keys come from a key service (KMS, Vault …): its calls by
operation, and cost by distance (network latency) to it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.findings.key_services import key_service_rows
from app.report.charts.key_service_distance_chart import KEY_DISTANCE_METHOD, key_distance_charts
from app.report.figures.campaign_report import CampaignReport
from app.report.tables.key_service_table import (
    KEY_SERVICE,
    KEY_SERVICE_METHOD,
    key_service_words,
)
from app.window.base.messages import message_text
from app.window.base.store_reader import StoreReader
from app.window.pages.results.charts_above_table import ChartsAboveTable
from app.window.pages.results.scope import ReportTab, Scope
from widgets.layout.boxes import vbox


class KeysTab(ReportTab):
    """A graph for each server whose key service was measured at several distances, and the
    table."""

    def __init__(self, scope: Scope, reader: StoreReader, parent: QWidget | None = None) -> None:
        super().__init__(scope, reader, parent)
        name = message_text(KEY_SERVICE)
        self.content = ChartsAboveTable(name, "keys", KEY_SERVICE_METHOD, self)
        self.content.picture_failed.connect(self.picture_failed)
        vbox(self, (self.content, 1), margins=(0, 8, 0, 0))

    @classmethod
    def title(cls) -> str:
        return QCoreApplication.translate("KeysTab", "Keys")

    @staticmethod
    def is_for(report: CampaignReport) -> bool:
        return bool(key_service_rows(report))

    def draw(self, report: CampaignReport) -> None:
        charts = [
            each
            for each in key_distance_charts(report)
            if str(each.caption) not in self._scope.hidden_servers
        ]
        self.content.show_charts(charts, [each.title for each in charts])
        for view in self.content.charts:
            view.setToolTip(message_text(KEY_DISTANCE_METHOD))
        rows = [
            each
            for each in key_service_rows(report)
            if self._scope.is_shown(each.key.server, each.key.protection)
        ]
        self.content.show_lines(*key_service_words(report, rows))
