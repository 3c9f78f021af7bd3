"""A strip with a notice to the user."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from widgets.look.icons import icon
from widgets.look.theme import draw_box, theme_signals
from widgets.parts.cards import ToneLabel


class NoticeStrip(QWidget):
    """Stays until it is closed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = ToneLabel()
        self._words.setWordWrap(True)
        close = QToolButton(self)
        close.setAutoRaise(True)
        close.setIcon(icon("close"))
        close.setAccessibleName(self.tr("Close"))
        close.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 8, 6)
        row.setSpacing(8)
        row.addWidget(self._words, 1)
        row.addWidget(close, 0, Qt.AlignmentFlag.AlignVCenter)
        theme_signals().changed.connect(self.update)
        self.hide()

    def tell(self, words: str) -> None:
        self._words.setText(words)
        self.show()

    def text(self) -> str:
        return self._words.text()

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_box(QPainter(self), self.rect(), "warning")
