"""The mark of a series that others measured, as charts and tables draw its values."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from widgets.look.theme import series_style, theme_signals


class HollowMark(QWidget):
    """A ring in the colour of a series."""

    def __init__(self, look: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.setFixedSize(QSize(11, 11))
        theme_signals().changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(series_style(self._look).colour, 1.6))
        painter.drawEllipse(QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5))
