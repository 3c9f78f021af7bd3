"""What the marks of a matrix mean, in one line where it is wide enough."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from widgets.layout.flow_layout import FlowLayout
from widgets.look.theme import scaled_font, theme_signals
from widgets.parts.cards import ToneLabel
from widgets.tables.matrix_view import CellState, paint_answer


class MatrixLegend(QWidget):
    """Each mark with its words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        lines = FlowLayout(self, gap=20, line_gap=2)
        entries: tuple[tuple[CellState, bool, str], ...] = (
            ("yes", False, self.tr("supported")),
            ("yes", True, self.tr("supported, but weak (ECB, reused key stream)")),
            ("no", False, self.tr("refused")),
        )
        for state, warned, words in entries:
            lines.addWidget(_entry(_Mark(state, warned), _small(words)))
        lines.addWidget(_small(self.tr("empty: no such cipher")))


def _entry(*parts: QWidget) -> QWidget:
    entry = QWidget()
    row = QHBoxLayout(entry)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(6)
    for part in parts:
        row.addWidget(part)
    return entry


class _Mark(QWidget):
    def __init__(self, state: CellState, warned: bool) -> None:
        super().__init__()
        self._state, self._warned = state, warned
        theme_signals().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(14, 14)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_answer(painter, QRectF(self.rect()), self._state, warned=self._warned)


def _small(words: str) -> ToneLabel:
    label = ToneLabel(words, "muted")
    label.setFont(scaled_font(0.92))
    return label
