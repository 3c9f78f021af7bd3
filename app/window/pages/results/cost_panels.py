"""The chart of cost against protection."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.report.drawing.chart import Chart
from app.window.shared.charts import ChartView
from widgets.layout.layouts import VerticalScroll
from widgets.parts.cards import ToneLabel

_tr = QCoreApplication.translate


class CostAndProtectionPanels(QWidget):
    """Panels, the strongest protection first. Weak choices are marked at the names."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.grid = ChartView(self)
        self._caption = ToneLabel("", "muted")
        self._caption.setWordWrap(True)
        inside = QWidget(self)
        stacked = QVBoxLayout(inside)
        stacked.setContentsMargins(0, 0, 0, 0)
        stacked.addWidget(self.grid)
        stacked.addStretch(1)
        area = VerticalScroll(self.tr("Risk and cost"), self)
        area.setWidget(inside)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(6)
        column.addWidget(self._caption)
        column.addWidget(area, 1)

    def show_chart(self, chart: Chart | None) -> None:
        """Draw a chart, None if there is no data."""
        self.grid.setVisible(chart is not None)
        self._caption.setText(_words() if chart else _nothing())
        if chart is not None:
            self.grid.show_chart(lambda _: chart)


def _words() -> str:
    return _tr(
        "CostAndProtection",
        "Strongest protection first. Dots: cost of all operations with its 95 % interval, on one "
        "scale. Grey: no verdict. Weak choices are marked at the name.",
    )


def _nothing() -> str:
    return _tr("CostAndProtection", "No protection has been compared with its baseline yet.")
