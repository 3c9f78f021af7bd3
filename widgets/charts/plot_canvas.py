"""The bare plot that all charts draw on: our axes, a quiet grid, no menu of its own."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QFrame, QGraphicsGridLayout, QGraphicsItem, QSizePolicy, QWidget

from widgets.charts.number_axis import NumberAxis
from widgets.look.theme import current_palette

_MARGINS = (0, 8, 18, 2)


class PlotCanvas(pg.GraphicsView):  # type: ignore[misc]
    """A plot without padding, buttons or menu, with horizontal grid lines behind the data."""

    def __init__(self, x_suffix: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.y_axis = NumberAxis("left")
        self.x_axis = NumberAxis("bottom", suffix=x_suffix)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setCacheMode(self.CacheModeFlag.CacheNone)
        viewport = self.viewport()
        viewport.setAutoFillBackground(False)
        viewport.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # its ground covers it all
        self.plot = Plot(self.x_axis, self.y_axis)
        self.setCentralItem(self.plot)
        self.plot.show_grid(y=0.9)
        self.box = self.plot.box
        self.x_axis.reserve("0")

    def recolour(self) -> None:
        """Take over the colours of the palette in force."""
        palette = current_palette()
        self.setBackground(QColor(palette.surface))
        for axis in (self.y_axis, self.x_axis):
            axis.recolour(palette)

    def prepare(self) -> None:
        """Do now what pyqtgraph does when it paints: moved only then, all is painted once more."""
        self.sceneObj.prepareForPaint()

    def x_at(self, position: QPointF) -> float | None:
        """The x under a position in the scene; None outside the plot's frame."""
        if not self.box.sceneBoundingRect().contains(position):
            return None
        return float(self.box.mapSceneToView(position).x())


class Plot(pg.GraphicsWidget):  # type: ignore[misc]
    """A frame for data with an axis at the left and one below.

    In place of pyqtgraph's `PlotItem`, which makes all widgets of its menu, shown or not.
    """

    def __init__(self, x_axis: NumberAxis, y_axis: NumberAxis) -> None:
        super().__init__()
        self.items: list[QGraphicsItem] = []
        self._axes = x_axis, y_axis
        self.box = pg.ViewBox(parent=self, enableMenu=False, defaultPadding=0.0)
        grid = QGraphicsGridLayout()
        grid.setContentsMargins(*_MARGINS)
        grid.setSpacing(0)
        grid.addItem(self.box, 0, 1)
        grid.addItem(y_axis, 0, 0)
        grid.addItem(x_axis, 1, 1)
        grid.setRowStretchFactor(0, 100)
        grid.setColumnStretchFactor(1, 100)
        self.setLayout(grid)
        for axis in self._axes:
            axis.linkToView(self.box)
            axis.setZValue(-1000)
            axis.setFlag(QGraphicsItem.GraphicsItemFlag.ItemNegativeZStacksBehindParent)

    def addItem(self, item: QGraphicsItem, *, ignoreBounds: bool = False) -> None:
        """Draw an item; its extent counts where the frame finds its range by itself."""
        self.items.append(item)
        self.box.addItem(item, ignoreBounds=ignoreBounds)

    def clear(self) -> None:
        """Draw nothing."""
        for item in self.items:
            self.box.removeItem(item)
        self.items.clear()

    def show_grid(self, x: float = 0.0, y: float = 0.0) -> None:
        """Draw lines at the ticks of each axis, of this opacity from 0 to 1; 0 draws none."""
        for axis, opacity in zip(self._axes, (x, y), strict=True):
            axis.setGrid(int(255 * opacity) or False)
