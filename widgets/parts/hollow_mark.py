"""The mark of a series that others measured, as charts and tables draw its values."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

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


class MarkedName(QWidget):
    """The mark, and what it stands for."""

    def __init__(self, look: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = QLabel(name, self)
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 4, 4, 4)
        row.setSpacing(6)
        row.addWidget(HollowMark(look, self))
        row.addWidget(self._name)

    def text(self) -> str:
        """The name."""
        return self._name.text()
