"""Shaded stretches of time behind a chart, drawn by one item however many there are."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from widgets.look.theme import current_palette, scaled_font

MOST_BANDS = 400
STRIP = 16


@dataclass
class Band:
    """One stretch, in seconds; `end` is None while it is still open."""

    label: str
    start: float
    end: float | None = None


class BandItem(pg.GraphicsObject):  # type: ignore[misc]
    """Draws the newest 400 bands of the view, each with its label in a strip at the top."""

    def __init__(self) -> None:
        super().__init__()
        self._bands: deque[Band] = deque(maxlen=MOST_BANDS)
        self._hues: dict[str, int] = {}
        self._newest = 0.0
        self.setZValue(-100)

    @property
    def bands(self) -> list[Band]:
        """The bands that are kept, oldest first."""
        return list(self._bands)

    def begin(self, label: str, x: float) -> None:
        """Open a band, drawn from the next `extend_to` on; one that is still open ends here."""
        self.end(x)
        self._hues.setdefault(label, len(self._hues))
        self._bands.append(Band(label, x))

    def end(self, x: float) -> None:
        """Close the open band, if there is one, before the next `extend_to`."""
        if self._bands and self._bands[-1].end is None:
            self._bands[-1].end = x

    def extend_to(self, x: float) -> None:
        """Draw an open band up to here."""
        self._newest = x
        self.update()

    def clear(self) -> None:
        """Forget all bands."""
        self._bands.clear()
        self.update()

    def viewRangeChanged(self) -> None:
        self.prepareGeometryChange()

    def boundingRect(self) -> QRectF:
        return QRectF(self.viewRect())

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        view, pixels = QRectF(self.viewRect()), self.getViewBox().boundingRect()
        scale = pixels.width() / view.width()
        down = -view.height() / max(1, pixels.height())
        painter.save()
        painter.translate(view.left(), view.bottom())  # in pixels from the upper left corner
        painter.scale(view.width() / max(1, pixels.width()), down)
        painter.setFont(scaled_font(0.85))
        metrics = QFontMetrics(painter.font())
        for band in self._bands:
            end = max(self._newest, band.start) if band.end is None else band.end
            if end >= view.left() and band.start <= view.right():
                left = max(0.0, (band.start - view.left()) * scale)
                right = min(pixels.width(), (end - view.left()) * scale)
                box = QRectF(left, 0.0, right - left, pixels.height())
                self._paint_band(painter, metrics, band.label, box)
        painter.restore()

    def _paint_band(
        self, painter: QPainter, metrics: QFontMetrics, label: str, box: QRectF
    ) -> None:
        palette = current_palette()
        colour = QColor(palette.spare[self._hues[label] % len(palette.spare)])
        colour.setAlphaF(0.07)
        painter.fillRect(box, colour)
        strip = QRectF(box.left(), box.top(), max(1.0, box.width() - 1), STRIP)
        colour.setAlphaF(0.16)
        painter.fillRect(strip, colour)
        text = strip.adjusted(4, 0, -2, 0)
        for words in (label, label[:1]):
            if metrics.horizontalAdvance(words) <= text.width():
                painter.setPen(QColor(palette.text))
                painter.drawText(text, Qt.AlignmentFlag.AlignVCenter, words)
                return
