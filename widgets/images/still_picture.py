"""A picture as large as there is room, whose pixels can be clicked."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.look.theme import current_palette, scaled_font, theme_signals, tone_color

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
