"""The chart of cost against protection on the screen."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from app.report.drawing.chart import Chart, Panel, Row
from app.report.drawing.chart import Spot as Described
from app.report.files.charts import drawn
from app.window.base.messages import message_text
from app.window.shared.costs import spot_shown
from app.window.shared.protection_words import marks_words
from app.window.shared.run_words import percent_text
from engines.contract.errors import InputError
from widgets.charts.forest import ForestData, ForestGrid
from widgets.charts.forest_plot import Spot
from widgets.look.names import isolated, shortened
from widgets.parts.cards import ToneLabel

_tr = QCoreApplication.translate


class CostAndProtectionPanels(QWidget):
    """Panels, the strongest protection first. Weak choices are marked at the names."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chart: Chart | None = None
        self.grid = ForestGrid(self)
        self.grid.set_paper(self._on_paper)
        self._caption = ToneLabel("", "muted")
        self._caption.setWordWrap(True)
        inside = QWidget(self)
        stacked = QVBoxLayout(inside)
        stacked.setContentsMargins(0, 0, 0, 0)
        stacked.addWidget(self.grid)
        stacked.addStretch(1)
        area = QScrollArea(self)
        area.setAccessibleName(self.tr("Risk and cost"))
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inside)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(6)
        column.addWidget(self._caption)
        column.addWidget(area, 1)

    def show_chart(self, chart: Chart | None, colours: Mapping[str, str]) -> None:
        """Draw a chart, None if there is no data; `colours` are colour keys by server."""
        self._chart = chart
        panels = [_panel(each, colours) for each in chart.panels] if chart else []
        self.grid.set_panels(panels, (_tr("Results", "all operations"),) if chart else ())
        for chip in self.grid.chips():
            chip.hide()  # one series is no choice
        self.grid.setVisible(bool(chart))
        self._caption.setText(_words() if chart else _nothing())

    def _on_paper(self, format: str) -> bytes:
        """Raises: OSError for a format that there is not"""
        assert self._chart is not None
        try:
            return drawn(self._chart, format)
        except InputError as error:
            raise OSError(error.message) from error


def _words() -> str:
    return _tr(
        "CostAndProtection",
        "Strongest protection first. Dots: cost of all operations with its 95 % interval, on one "
        "scale. Grey: no verdict. Weak choices are marked at the name.",
    )


def _nothing() -> str:
    return _tr("CostAndProtection", "No protection has been compared with its baseline yet.")


def _panel(panel: Panel, colours: Mapping[str, str]) -> ForestData:
    plot = panel.plots[0]
    return ForestData(
        title=message_text(panel.said),
        colour_key="neutral",
        rows=[_row_name(each) for each in panel.rows],
        costs=[_spot(panel, each, colours) for each in plot.spots],
        values=(),
        cost_title=message_text(plot.title),
        unit="",
        sentence=message_text(panel.said),
    )


def _row_name(row: Row) -> str:
    """The protection with its weak marks; below it, where it was measured."""
    *where, name = row.parts
    weak = f" ({marks_words(row.marks)})" if row.marks else ""
    return f"{isolated(shortened(name))}{weak}\n{' · '.join(map(isolated, where))}"


def _spot(panel: Panel, spot: Described, colours: Mapping[str, str]) -> Spot:
    row = panel.rows[spot.row]
    weak = f" ({marks_words(row.marks)})" if row.marks else ""
    words = message_text(spot.said) if spot.said else percent_text(spot.value)
    tip = f"{isolated(row.name)}{weak}\n{words}\n{message_text(panel.said)}"
    return spot_shown(spot, tip, colour_key=colours.get(spot.owner, ""))
