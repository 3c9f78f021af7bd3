"""The bare plot that all charts draw on: our axes, a quiet grid, no menu of its own."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QFrame

from widgets.charts.number_axis import NumberAxis
from widgets.look.theme import current_palette

_MARGINS = (0, 8, 18, 2)


class PlotCanvas(pg.PlotWidget):  # type: ignore[misc]
    """A plot without padding, buttons or menu, with horizontal grid lines behind the data."""

    def __init__(self, x_suffix: str = "") -> None:
        self.y_axis = NumberAxis("left")
        self.x_axis = NumberAxis("bottom", suffix=x_suffix)
        super().__init__(axisItems={"left": self.y_axis, "bottom": self.x_axis}, enableMenu=False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setCacheMode(self.CacheModeFlag.CacheNone)
        self.viewport().setAutoFillBackground(False)
        self.plot = self.getPlotItem()
        self.plot.layout.setContentsMargins(*_MARGINS)
        self.plot.hideButtons()
        # pyqtgraph leaves it behind for ever, to be recoloured with all others.
        self.destroyed.connect(self.plot.ctrlMenu.deleteLater)
        self.plot.showGrid(x=False, y=True, alpha=0.9)
        self.box = self.plot.getViewBox()
        self.box.setDefaultPadding(0.0)
        self.x_axis.reserve("0")
        for axis in (self.y_axis, self.x_axis):
            axis.setZValue(-1000)

    def recolour(self) -> None:
        """Take over the colours of the palette in force."""
        palette = current_palette()
        self.setBackground(QColor(palette.surface))
        for axis in (self.y_axis, self.x_axis):
            axis.recolour(palette)

    def x_at(self, position: QPointF) -> float | None:
        """The x under a position in the scene; None outside the plot's frame."""
        if not self.box.sceneBoundingRect().contains(position):
            return None
        return float(self.box.mapSceneToView(position).x())
