"""How a part of a picture lies on the screen, and what is painted there."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from widgets.look.theme import current_palette

GRID_FROM = 5.0
"""Screen pixels per picture pixel from which on blocks are outlined."""
_LEAST_RING = 9.0


@dataclass(frozen=True)
class PictureFrame:
    """The whole picture lies in `box` of a view whose own rectangle is `view`; `scale` is in
    device-independent pixels per picture pixel, `ratio` in device pixels per independent one."""

    view: QRectF
    box: QRectF
    scale: float
    ratio: float

    @property
    def part(self) -> QRectF:
        """The part of the picture that is in view, in its pixels."""
        seen = self.view & self.box
        corner = (seen.topLeft() - self.box.topLeft()) / self.scale
        return QRectF(corner, seen.size() / self.scale)

    def on_screen(self, part: QRectF) -> QRectF:
        """A part of the picture in the view, rounded to device pixels."""
        corner = self.box.topLeft() + part.topLeft() * self.scale
        whole = QRectF(corner, part.size() * self.scale)
        edges = (whole.left(), whole.top(), whole.right(), whole.bottom())
        left, top, right, bottom = (round(edge * self.ratio) / self.ratio for edge in edges)
        return QRectF(left, top, right - left, bottom - top)

    def paint(self, painter: QPainter, image: QImage, held: QRectF, area: QRectF) -> None:
        """Paint what is in view of an area, from an image that holds `held`; edges lie on whole
        device pixels, so that neighbours meet."""
        seen = QRectF(self.part.toAlignedRect()) & area
        x, y = image.width() / held.width(), image.height() / held.height()
        source = QRectF(
            (seen.left() - held.left()) * x,
            (seen.top() - held.top()) * y,
            seen.width() * x,
            seen.height() * y,
        )
        painter.drawImage(self.on_screen(seen), image, source)

    def paint_grid(self, painter: QPainter, block: int) -> None:
        """Outline blocks of so many pixels in a row, where there is room for it."""
        if self.scale < GRID_FROM:
            return
        part, seen = self.part, self.view & self.box
        first = int(part.left()) // block * block
        across = range(first, math.ceil(part.right()) + 1, block)
        down = range(int(part.top()), math.ceil(part.bottom()) + 1)
        lines = [QLineF(x, seen.top(), x, seen.bottom()) for x in map(self._x, across)]
        lines += [QLineF(seen.left(), y, seen.right(), y) for y in map(self._y, down)]
        painter.setPen(QPen(QColor(128, 128, 128), 0))
        painter.drawLines(lines)

    def paint_ring(self, painter: QPainter, block: QRect) -> None:
        """Ring a block, however small it is on the screen."""
        seen = self.on_screen(QRectF(block))
        x = max(0.0, _LEAST_RING - seen.width()) / 2 + 1
        y = max(0.0, _LEAST_RING - seen.height()) / 2 + 1
        ring = seen.adjusted(-x, -y, x, y)
        for colour, width in ((current_palette().surface, 4), (current_palette().accent, 2)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawRect(ring)

    def _x(self, column: int) -> float:
        return self.box.left() + column * self.scale

    def _y(self, row: int) -> float:
        return self.box.top() + row * self.scale
