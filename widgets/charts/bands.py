"""Shaded stretches of time behind a chart, drawn by one item however many there are."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from widgets.charts.band_legend import band_hue
from widgets.look.theme import Palette, current_palette, scaled_font

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
        self._looks: dict[str, _Look] = {}
        self._looks_of: tuple[Palette, QFont] | None = None
        """How each label is drawn with this palette and font: found anew for each band of each
        frame it took the most of one."""
        self._newest = 0.0
        self.setZValue(-100)

    @property
    def bands(self) -> list[Band]:
        """The bands that are kept, oldest first."""
        return list(self._bands)

    @property
    def labels(self) -> tuple[str, ...]:
        """Those of all bands since it was made, in the order of their colours."""
        return tuple(self._hues)

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
        palette, font = current_palette(), scaled_font(0.85)
        painter.setFont(font)
        painter.setPen(QColor(palette.text))
        self._know_looks(palette, font)
        first, last, most, height = view.left(), view.right(), pixels.width(), pixels.height()
        for band in reversed(self._bands):
            end = max(self._newest, band.start) if band.end is None else band.end
            if end < first:
                break  # those before have ended earlier
            if band.start <= last:
                left = max(0.0, (band.start - first) * scale)
                width = min(most, (end - first) * scale) - left
                look = self._looks[band.label]
                painter.fillRect(QRectF(left, 0.0, width, height), look.ground)
                painter.fillRect(QRectF(left, 0.0, max(1.0, width - 1), STRIP), look.strip)
                if words := look.words(width - 7):
                    place = QRectF(left + 4, 0.0, width - 7, STRIP)
                    painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, words)
        painter.restore()

    def _know_looks(self, palette: Palette, font: QFont) -> None:
        if self._looks_of != (palette, font):
            self._looks_of = palette, font
            self._looks.clear()
        for label in self._hues.keys() - self._looks.keys():
            hue = band_hue(palette, self._hues[label])
            self._looks[label] = _Look(label, hue, QFontMetrics(font))


class _Look:
    """How the bands of one label are drawn."""

    def __init__(self, label: str, hue: QColor, metrics: QFontMetrics) -> None:
        self.ground, self.strip = QColor(hue), QColor(hue)
        self.ground.setAlphaF(0.07)
        self.strip.setAlphaF(0.16)
        self._words = [(metrics.horizontalAdvance(each), each) for each in (label, label[:1])]

    def words(self, room: float) -> str:
        """The label, or its first letter, as far as there is room; empty where there is none."""
        return next((words for width, words in self._words if width <= room), "")
