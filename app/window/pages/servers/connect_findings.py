"""What a test found worth knowing, each with a button for what can be done about it."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.window.servers.words import error_texts
from engines.diagnosis import Finding
from widgets.look.theme import current_palette, mix, scaled_font, theme_signals, tone_tint
from widgets.parts.cards import ToneLabel


class FindingsPanel(QWidget):
    """One strip per finding; hidden while there is none."""

    remedy_asked = Signal(str)
    """The name of a remedy."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        self.hide()

    def show_findings(self, findings: Iterable[Finding]) -> None:
        """Show these instead of those before."""
        self.clear()
        for finding in findings:
            strip = _Strip(finding)
            strip.remedy_asked.connect(self.remedy_asked)
            self._column.addWidget(strip)
            self.show()

    def clear(self) -> None:
        """Show none."""
        while item := self._column.takeAt(0):
            if widget := item.widget():
                widget.hide()
                widget.deleteLater()
        self.hide()


class _Strip(QWidget):
    remedy_asked = Signal(str)

    def __init__(self, finding: Finding) -> None:
        super().__init__()
        title, message, hint = error_texts(finding.error)
        words = QVBoxLayout()
        words.setSpacing(4)
        head = ToneLabel(title)
        head.setFont(scaled_font(bold=True))
        words.addWidget(head)
        for text, tone in ((message, "text"), (hint, "muted")):
            label = ToneLabel(text, tone)
            label.setWordWrap(True)
            words.addWidget(label)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 12, 12, 12)
        row.setSpacing(12)
        row.addLayout(words, 1)
        if finding.remedy:
            row.addWidget(self._button(finding.remedy))
        theme_signals().changed.connect(self.update)

    def _button(self, remedy: str) -> QPushButton:
        button = QPushButton(remedy[:1].upper() + remedy[1:])
        button.clicked.connect(lambda: self.remedy_asked.emit(remedy))
        return button

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = current_palette()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(mix(palette.surface, palette.warning, 0.45)))
        painter.setBrush(tone_tint("warning"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
