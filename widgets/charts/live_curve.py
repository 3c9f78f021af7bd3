"""The line of one live series, drawn with as little work as may be."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget


class LiveCurve(pg.PlotCurveItem):  # type: ignore[misc]
    """A plain line as large as the view: what pyqtgraph does to find the extent of its samples, for
    each change of either axis, took a fifth of a frame."""

    def __init__(self) -> None:
        super().__init__(antialias=False, connect="finite")

    def boundingRect(self) -> QRectF:
        return self.viewRect() or QRectF()

    def viewTransformChanged(self) -> None:
        self._cachedView = None
        self.prepareGeometryChange()

    def paint(
        self, p: QPainter, opt: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        p.setRenderHint(QPainter.RenderHint.Antialiasing, self.opts["antialias"])
        p.setPen(self.opts["pen"])
        p.drawPath(self.getPath())
