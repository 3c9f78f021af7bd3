"""An offer in one line below the cards."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from widgets.look.theme import current_palette, theme_signals
from widgets.parts.cards import SectionTitle, ToneLabel


class OfferStrip(QWidget):
    """A title, a sentence and a button."""

    def __init__(self, title: str, text: str, button: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.button = QPushButton(button)
        message = ToneLabel(text, "muted")
        message.setWordWrap(True)
        words = QVBoxLayout()
        words.setSpacing(2)
        head = SectionTitle(title)
        head.setWordWrap(True)
        words.addWidget(head)
        words.addWidget(message)
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 12, 24, 12)
        row.setSpacing(16)
        row.addLayout(words, 1)
        row.addWidget(self.button)
        theme_signals().changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = current_palette()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(palette.border))
        painter.setBrush(QColor(palette.surface))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
