"""Cost and protection of several campaigns."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.findings.across.figures import Gathered
from app.findings.across.pivot import Pivot
from app.report.charts.protection_cost import guarding_across
from app.window.pages.results.cost_and_protection.panels import CostAndProtectionPanels


class ComparedCosts(QWidget):
    """What is hidden in the table is hidden here."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.panels = CostAndProtectionPanels(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.panels)

    def show_figures(self, gathered: Gathered, pivot: Pivot) -> None:
        """Draw what the pivot does not hide."""
        self.panels.show_chart(guarding_across(gathered, pivot))
