"""The tab of cost against protection."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.report.charts.protection_cost import guarding_chart
from app.report.figures.campaign_report import CampaignReport
from app.window.base.store_reader import StoreReader
from app.window.pages.results.common.report_tab import ReportTab
from app.window.pages.results.common.scope import Scope
from app.window.pages.results.cost_and_protection.panels import CostAndProtectionPanels


class CostAndProtectionTab(ReportTab):
    """The chart of the report, without hidden servers and protections."""

    def __init__(self, scope: Scope, reader: StoreReader, parent: QWidget | None = None) -> None:
        super().__init__(scope, reader, parent)
        self.panels = CostAndProtectionPanels(self)
        self.panels.grid.picture_failed.connect(self.picture_failed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.panels)

    @classmethod
    def title(cls) -> str:
        return QCoreApplication.translate("CostAndProtection", "Risk")

    @staticmethod
    def fits(report: CampaignReport) -> bool:
        return guarding_chart(report) is not None

    def draw(self, report: CampaignReport) -> None:
        self.panels.show_chart(guarding_chart(report, self._scope.shows))
