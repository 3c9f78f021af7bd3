"""Findings of a connection test."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.window.servers.words import error_texts
from engines.base.diagnosis import Diagnosis
from widgets.look.theme import draw_box, scaled_font, theme_signals
from widgets.parts.cards import ToneLabel


class DiagnosisPanel(QWidget):
    """One strip per finding; hidden while there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        self.hide()

    def show_findings(self, findings: Iterable[Diagnosis]) -> None:
        self.clear()
        for finding in findings:
            self._column.addWidget(_Strip(finding))
            self.show()

    def clear(self) -> None:
        while item := self._column.takeAt(0):
            if widget := item.widget():
                widget.hide()
                widget.deleteLater()
        self.hide()


class _Strip(QWidget):
    def __init__(self, finding: Diagnosis) -> None:
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
        theme_signals().changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_box(QPainter(self), self.rect(), "warning")
