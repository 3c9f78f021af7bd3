"""A header whose lower line runs the whole width of the table."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from widgets.look.theme import current_palette


class LinedHeader(QHeaderView):
    """A horizontal header, quiet, with one line under all of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setHighlightSections(False)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setPen(QColor(current_palette().border))
        bottom = self.viewport().rect().bottom()
        painter.drawLine(0, bottom, self.viewport().width(), bottom)
