"""A small picture that is drawn by mouse: pen, spray can and colours."""

from __future__ import annotations

import random
from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.look.theme import current_palette, theme_signals

_SPRAY, _DROPS = 18, 90
_PEN = 5


class PixelCanvas(QWidget):
    """White at first. The pen draws one colour; the spray can strews pixels of random colours."""

    drawn = Signal()
    """A stroke is over."""

    def __init__(self, size: QSize, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._image = QImage(size, QImage.Format.Format_RGB32)
        self._image.fill(Qt.GlobalColor.white)
        self._colour = QColor("#1f5fbf")
        self._sprays = False
        self._last: QPointF | None = None
        self._random = random.Random(7)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(160, 100)
        theme_signals().changed.connect(self.update)

    def image(self) -> QImage:
        """A copy of the picture."""
        return self._image.copy()

    def clear(self) -> None:
        """White again."""
        self._image.fill(Qt.GlobalColor.white)
        self.update()
        self.drawn.emit()

    def use_pen(self, colour: QColor) -> None:
        """Draw in a colour from now on."""
        self._colour, self._sprays = QColor(colour), False

    def use_spray(self) -> None:
        """Strew pixels from now on."""
        self._sprays = True

    def sizeHint(self) -> QSize:
        return self._image.size() * 2

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        box = self._box()
        painter.drawImage(box, self._image)
        painter.setPen(QPen(QColor(current_palette().border), 1))
        painter.drawRect(box)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._last = self._pixel(event.position())
            self._draw_to(self._last)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._last is not None:
            self._draw_to(self._pixel(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._last is not None:
            self._last = None
            self.drawn.emit()

    def _draw_to(self, at: QPointF) -> None:
        painter = QPainter(self._image)
        if self._sprays:
            for x, y, colour in self._drops(at):
                painter.fillRect(x, y, 1, 1, colour)
        else:
            pen = QPen(self._colour, _PEN)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            last = self._last
            if last is None or last == at:
                painter.drawPoint(at)  # a line without a length is none
            else:
                painter.drawLine(last, at)
        painter.end()
        self._last = at
        self.update()

    def _drops(self, at: QPointF) -> Sequence[tuple[int, int, QColor]]:
        draw = self._random
        return [
            (
                round(at.x() + draw.gauss(0, _SPRAY / 2)),
                round(at.y() + draw.gauss(0, _SPRAY / 2)),
                QColor(draw.randrange(256), draw.randrange(256), draw.randrange(256)),
            )
            for _ in range(_DROPS)
        ]

    def _pixel(self, place: QPointF) -> QPointF:
        box = self._box()
        scale = self._image.width() / max(1.0, box.width())
        return QPointF((place - box.topLeft()) * scale)

    def place_of(self, pixel: QPoint) -> QPoint:
        """Where a pixel of the picture is in the widget."""
        box = self._box()
        scale = box.width() / max(1, self._image.width())
        return (box.topLeft() + QPointF(pixel) * scale).toPoint()

    def _box(self) -> QRectF:
        size = self._image.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        box = QRectF(0, 0, size.width(), size.height())
        box.moveCenter(QRectF(self.rect()).center())
        return box
