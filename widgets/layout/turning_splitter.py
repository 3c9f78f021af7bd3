"""A splitter that has no room for its parts side by side, and sets them one above the other."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget


class TurningSplitter(QSplitter):
    """Side by side from `room` pixels on. It asks for no more width than its widest part."""

    def __init__(self, room: int, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._room = room

    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        parts = filter(None, map(self.widget, range(self.count())))
        needs = (part.minimumSizeHint().expandedTo(part.minimumSize()).width() for part in parts)
        return QSize(max(needs, default=0), least.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        across = self.width() >= self._room
        wanted = Qt.Orientation.Horizontal if across else Qt.Orientation.Vertical
        if wanted is not self.orientation():
            self.setOrientation(wanted)
