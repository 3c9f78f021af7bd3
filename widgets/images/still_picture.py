"""A picture as large as there is room, whose pixels can be clicked."""

from __future__ import annotations

import random
from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.look.theme import current_palette, scaled_font, theme_signals, tone_color

# A small picture that is drawn by mouse: pen, spray can and colours.

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


_WORDS, _RING = 24, 6


class StillPicture(QWidget):
    """With a title above it, and a ring around the pixel that is chosen."""

    clicked = Signal(QPoint)
    """The pixel under the mouse."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title, self._message = title, ""
        self._image = QImage()
        self._chosen: QPoint | None = None
        self.setAccessibleName(title)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(120, 90)
        theme_signals().changed.connect(self.update)

    def show_image(self, image: QImage, chosen: QPoint | None = None) -> None:
        """Show a picture, and a ring around a pixel of it."""
        self._image, self._chosen, self._message = image, chosen, ""
        self.setAccessibleDescription("")
        self.update()

    def show_message(self, text: str) -> None:
        """Say why there is no picture."""
        self._image, self._message = QImage(), text
        self.setAccessibleDescription(text)
        self.update()

    def image(self) -> QImage:
        """What is shown; null while a message is."""
        return self._image

    def message(self) -> str:
        """What is said in its place."""
        return self._message

    def place_of(self, pixel: QPoint) -> QPoint:
        """Where a pixel is in the widget."""
        box = self._box()
        scale = box.width() / max(1, self._image.width())
        return (box.topLeft() + (QPointF(pixel) + QPointF(0.5, 0.5)) * scale).toPoint()

    def sizeHint(self) -> QSize:
        return QSize(280, 220)

    def paintEvent(self, event: QPaintEvent) -> None:
        palette, painter = current_palette(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(scaled_font(bold=True))
        painter.setPen(tone_color("text"))
        painter.drawText(QRectF(0, 0, self.width(), _WORDS), 0, self._title)
        if self._image.isNull():
            room = QRectF(self.rect()).adjusted(0, _WORDS, 0, 0)
            painter.fillRect(room, QColor(palette.raised))
            painter.setFont(scaled_font())
            painter.setPen(tone_color("good" if self._message else "muted"))
            wrapped = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(room.adjusted(12, 0, -12, 0), int(wrapped), self._message)
            return
        box = self._box()
        painter.drawImage(box, self._image)
        if self._chosen is not None:
            middle = QPointF(self.place_of(self._chosen))
            for colour, width in ((palette.surface, 4.0), (palette.accent, 2.0)):
                painter.setPen(QPen(QColor(colour), width))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(middle, _RING, _RING)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        box = self._box()
        if self._image.isNull() or not box.contains(event.position()):
            return
        scale = self._image.width() / max(1.0, box.width())
        at = (event.position() - box.topLeft()) * scale
        pixel = QPoint(
            min(int(at.x()), self._image.width() - 1), min(int(at.y()), self._image.height() - 1)
        )
        self.clicked.emit(pixel)

    def _box(self) -> QRectF:
        room = QRectF(self.rect()).adjusted(0, _WORDS, 0, 0)
        size = self._image.size().scaled(room.size().toSize(), Qt.AspectRatioMode.KeepAspectRatio)
        box = QRectF(0, 0, size.width(), size.height())
        box.moveCenter(room.center())
        return box
