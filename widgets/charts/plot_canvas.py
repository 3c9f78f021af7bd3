"""The pyqtgraph plot that all charts draw on: own number axes, a light grid, no menu."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsGridLayout,
    QGraphicsItem,
    QGraphicsSceneResizeEvent,
    QSizePolicy,
    QStyleOptionGraphicsItem,
    QWidget,
)

from widgets.look.numbers import format_number, tick_step
from widgets.look.theme import Palette, current_palette, number_font

# Axes with steady steps of 1, 2 or 5 × 10ⁿ and thousands separated.

_LABEL_OVERHANG = 24
_PX_PER_TICK = {"left": 30.0, "bottom": 70.0}
_NOTHING: tuple[None, list[Any], list[Any]] = None, [], []
"""What is drawn of an axis without length."""


class NumberAxis(pg.AxisItem):  # type: ignore[misc]
    """An axis of plain numbers; in log mode it is given log10 and names decades."""

    def __init__(self, orientation: str, suffix: str = "") -> None:
        self.picture: Any
        self._bounds: QRectF | None = None
        """Cached bounding rectangle; None after it or its view was moved."""
        super().__init__(orientation, maxTickLength=0)
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self._log = False
        self._suffix = suffix
        self.enableAutoSIPrefix(False)
        self.setStyle(tickTextOffset=6, autoExpandTextSpace=False, hideOverlappingLabels=True)
        self.setTickFont(number_font(0.9))

    def set_log(self, log: bool) -> None:
        """Switch between plain numbers and log10."""
        self._log = log

    def recolour(self, palette: Palette) -> None:
        """Take over the colours of a scheme."""
        self.setTextPen(QColor(palette.muted))
        self.setPen(QPen(QColor(palette.border)))

    @staticmethod
    def widest_label(labels: Iterable[str]) -> str:
        """The label that is drawn widest; empty without labels."""
        return max(labels, key=QFontMetrics(number_font(0.9)).horizontalAdvance, default="")

    def reserve(self, widest_label: str) -> None:
        """Keep a fixed room for labels as wide as `widest_label`, so that stacked charts line
        up."""
        metrics = QFontMetrics(number_font(0.9))
        if self.orientation == "left":
            self.setWidth(metrics.horizontalAdvance(widest_label) + 12)
        else:
            self.setHeight(metrics.height() * (widest_label.count("\n") + 1) + 8)

    def resizeEvent(self, event: QGraphicsSceneResizeEvent | None = None) -> None:
        self._bounds = None
        super().resizeEvent(event)

    def linkedViewChanged(self, view: Any, newRange: Any = None) -> None:
        self._bounds = None
        super().linkedViewChanged(view, newRange)

    def boundingRect(self) -> QRectF:
        """Leave room for the outermost labels, which stand half outside the plot."""
        if self._bounds is None:
            across = self.orientation == "left"
            spill_x, spill_y = (0, _LABEL_OVERHANG) if across else (_LABEL_OVERHANG, 0)
            whole = QRectF(super().boundingRect())
            self._bounds = whole.adjusted(-spill_x, -spill_y, spill_x, spill_y)
        return self._bounds

    def paint(
        self, p: QPainter, opt: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """As pyqtgraph does, without its `QPicture` (a sixth of a frame), and without labels
        outside the painted area: most frames only paint the plot."""
        if self.picture is None:
            self.picture = _AxisDrawing(*(self.generateDrawSpecs(p) or _NOTHING))
        self.picture.lines(p)
        if self.picture.labelled.intersects(opt.exposedRect):
            p.setFont(self.style["tickFont"])
            p.setPen(self.textPen())
            p.setClipRect(self.boundingRect().toAlignedRect())
            self.picture.labels(p)

    def tickValues(
        self, minVal: float, maxVal: float, size: float
    ) -> list[tuple[float | None, list[float]]]:
        if self._log:
            return [(None, log_ticks(minVal, maxVal))]
        low, high = sorted((minVal, maxVal))
        step = tick_step(high - low, size / _PX_PER_TICK[self.orientation])
        first, last = math.ceil(low / step), math.floor(high / step)
        return [(step, [number * step for number in range(first, last + 1)])]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        if self._log:
            return [_plain(10**value) for value in values]
        decimals = max(0, -math.floor(math.log10(spacing) + 1e-9)) if spacing else 0
        return [format_number(value, decimals) + self._suffix for value in values]


class _AxisDrawing:
    """The prepared drawing of an axis: lines by pen, and labels."""

    def __init__(
        self,
        axis: tuple[QPen, QPointF, QPointF] | None,
        ticks: list[tuple[QPen, QPointF, QPointF]],
        texts: list[tuple[QRectF, int, str]],
    ) -> None:
        self._lines = [
            (pen, [QLineF(one, other) for _, one, other in group])
            for pen, group in groupby([*([axis] if axis else ()), *ticks], itemgetter(0))
        ]
        self._texts = [(place, int(flags), text) for place, flags, text in texts]
        self.labelled = QRectF()
        """Where there are labels."""
        for place, *_ in self._texts:
            self.labelled |= place

    def lines(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for pen, lines in self._lines:
            painter.setPen(pen)
            painter.drawLines(lines)

    def labels(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing, True)
        for label in self._texts:
            painter.drawText(*label)


def log_ticks(low: float, high: float) -> list[float]:
    """Ticks as log10: decades, and 2 and 5 between them where fewer than three decades show."""
    decades = range(math.floor(low), math.ceil(high) + 1)
    steps = (1, 2, 5) if high - low < 2.5 else (1,)
    ticks = [decade + math.log10(step) for decade in decades for step in steps]
    return [tick for tick in ticks if low - 1e-9 <= tick <= high + 1e-9]


def _plain(value: float) -> str:
    decimals = max(0, -math.floor(math.log10(value) + 1e-9))
    return format_number(value, decimals)


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
        self.plot = PlotFrame(self.x_axis, self.y_axis)
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
        """Update positions now; pyqtgraph would do so when it paints, and then paint everything
        twice."""
        self.sceneObj.prepareForPaint()

    def x_at(self, position: QPointF) -> float | None:
        """The x under a position in the scene; None outside the plot's frame."""
        if not self.box.sceneBoundingRect().contains(position):
            return None
        return float(self.box.mapSceneToView(position).x())


class PlotFrame(pg.GraphicsWidget):  # type: ignore[misc]
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
