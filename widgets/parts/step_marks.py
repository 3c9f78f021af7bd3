"""Which step of several is in front: numbers in circles, and their words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from widgets.look.theme import current_palette, drawing_scale, scaled_font, theme_signals

_GAP, _BETWEEN = 6, 22


def _circle() -> int:
    """The pixels of a circle around a number, which grows with the letters."""
    return round(19 * drawing_scale())


class StepMarks(QWidget):
    """Shows the steps in a row; those before the current one are done."""

    def __init__(self, words: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = list(words)
        self._current = 0
        theme_signals().changed.connect(self.update)
        self.set_current(0)

    def set_current(self, step: int) -> None:
        """Show the step with this number, from 0."""
        self._current = step
        frame = self.tr("Step {0} of {1}: {2}")
        message = frame.format(step + 1, len(self._words), self._words[step])
        self.setAccessibleName(message)
        self.setToolTip(message)
        self.update()

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(scaled_font(bold=True))
        circle = _circle()
        words = sum(metrics.horizontalAdvance(each) + circle + _GAP for each in self._words)
        return QSize(words + _BETWEEN * (len(self._words) - 1) + 8, circle + 6)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left, top = 1.0, (self.height() - _circle()) / 2
        for number, word in enumerate(self._words):
            left = self._paint_step(painter, number, word, left, top)

    def _paint_step(
        self, painter: QPainter, number: int, word: str, left: float, top: float
    ) -> float:
        """Paint one step and give the place of the next."""
        palette, size = current_palette(), _circle()
        reached = number <= self._current
        ink = QColor(palette.accent if reached else palette.muted)
        circle = QRectF(left, top, size, size)
        painter.setFont(scaled_font(0.92, bold=number == self._current))
        painter.setPen(ink)
        painter.setBrush(ink if number == self._current else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(circle.adjusted(0.5, 0.5, -0.5, -0.5))
        current = number == self._current
        painter.setPen(QColor(palette.accent_text) if current else ink)
        painter.drawText(circle, int(Qt.AlignmentFlag.AlignCenter), str(number + 1))
        painter.setPen(QColor(palette.text if number == self._current else palette.muted))
        painter.setFont(scaled_font(bold=number == self._current))
        width = painter.fontMetrics().horizontalAdvance(word)
        box = QRectF(left + size + _GAP, 0, width + 2, self.height())
        painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter), word)
        return left + size + _GAP + width + _BETWEEN
