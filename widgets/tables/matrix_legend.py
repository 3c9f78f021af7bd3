"""What the marks of a matrix mean, in one line."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from widgets.look.theme import scaled_font, theme_signals
from widgets.parts.cards import ToneLabel
from widgets.tables.matrix_view import CellState, paint_answer


class MatrixLegend(QWidget):
    """Each mark with its words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        entries: tuple[tuple[CellState, bool, str], ...] = (
            ("yes", False, self.tr("supported")),
            ("yes", True, self.tr("supported, but weak (ECB, reused key stream)")),
            ("no", False, self.tr("refused")),
        )
        for state, warned, words in entries:
            row.addWidget(_Mark(state, warned))
            row.addWidget(_small(words))
            row.addSpacing(14)
        row.addWidget(_small(self.tr("empty: no such cipher")))
        row.addStretch(1)


class _Mark(QWidget):
    def __init__(self, state: CellState, warned: bool) -> None:
        super().__init__()
        self._state, self._warned = state, warned
        theme_signals().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(14, 14)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_answer(painter, QRectF(self.rect()), self._state, warned=self._warned)


def _small(words: str) -> ToneLabel:
    label = ToneLabel(words, "muted")
    label.setFont(scaled_font(0.92))
    return label
