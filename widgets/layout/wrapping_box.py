"""A column of parts some of which wrap: each has the height that its lines need."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget


class WrappingBox(QWidget):
    """It asks for the height that its layout needs at its width. A plain widget asks for that of
    the narrowest lines or of one line, and in a scroll area its parts come to lie over others."""

    def minimumSizeHint(self) -> QSize:
        least, layout = super().minimumSizeHint(), self.layout()
        if layout is None or not layout.hasHeightForWidth():
            return least
        width = max(self.width(), least.width())
        return QSize(least.width(), layout.totalMinimumHeightForWidth(width))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
