"""A slim line of progress with words at both ends."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.look.numbers import format_number
from widgets.look.theme import (
    current_palette,
    number_font,
    scaled_font,
    theme_signals,
    tone_color,
    tone_tint,
)

_GAP = 12
_BAR = 6


class ProgressLine(QWidget):
    """Label, bar, words; a fraction of None is work whose length isn't known.

    The bar never moves by itself, so that showing progress costs the measured machine nothing.
    """

    def __init__(
        self,
        label: str = "",
        fraction: float | None = 0.0,
        right_text: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._label_width = 0
        self._right_width = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_progress(label, fraction, right_text)
        theme_signals().changed.connect(self.update)

    def show_progress(self, label: str, fraction: float | None, right_text: str) -> None:
        """Show a label, a fraction from 0 to 1, and words at the right."""
        wanted = self._label_width + self._right_width
        self._label = label
        self._fraction = None if fraction is None else min(1.0, max(0.0, fraction))
        self._right = right_text
        self._label_width = self._metrics(bold=True).horizontalAdvance(label)
        width = self._metrics(bold=False).horizontalAdvance(right_text)
        self._right_width = max(self._right_width if right_text else 0, width)
        percent = "" if self._fraction is None else f"{format_number(self._fraction * 100)} %"
        self.setAccessibleName(label)
        self.setAccessibleDescription(", ".join(filter(None, (percent, right_text))))
        if self._label_width + self._right_width != wanted:  # else the page is laid out for nothing
            self.updateGeometry()
        self.update()

    def set_fraction(self, fraction: float | None) -> None:
        """Move the bar and leave the words."""
        self.show_progress(self._label, fraction, self._right)

    def fraction(self) -> float | None:
        """The fraction shown, 0 to 1; None if unknown."""
        return self._fraction

    def sizeHint(self) -> QSize:
        words = self._label_width + self._right_width
        return QSize(words + 160 + 2 * _GAP, self._metrics(bold=True).height() + 8)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left = self._paint_words(painter)
        right = self.width() - (self._right_width + _GAP if self._right else 0)
        track = QRectF(left, (self.height() - _BAR) / 2, max(0, right - left), _BAR)
        self._paint_bar(painter, track)

    def _paint_words(self, painter: QPainter) -> float:
        """Draw the words and give the x where the bar begins."""
        middle = Qt.AlignmentFlag.AlignVCenter
        room = min(self._label_width, max(0, self.width() - self._right_width - 100))
        metrics = self._metrics(bold=True)
        label = metrics.elidedText(self._label, Qt.TextElideMode.ElideRight, room + 1)
        painter.setFont(scaled_font(bold=True))
        painter.setPen(tone_color("text"))
        painter.drawText(QRectF(0, 0, room + 2, self.height()), middle, label)
        painter.setFont(number_font())
        painter.setPen(tone_color("muted"))
        side = middle | Qt.AlignmentFlag.AlignRight
        painter.drawText(QRectF(self.rect()), side, self._right)
        return room + _GAP if self._label else 0.0

    def _paint_bar(self, painter: QPainter, track: QRectF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(current_palette().border))
        painter.drawRoundedRect(track, _BAR / 2, _BAR / 2)
        if self._fraction is None:
            painter.setBrush(tone_tint("accent"))
            painter.drawRoundedRect(track, _BAR / 2, _BAR / 2)
            return
        done = QRectF(track)
        done.setWidth(track.width() * self._fraction)
        if done.width() >= 1:
            painter.setBrush(QColor(current_palette().accent))
            painter.drawRoundedRect(done, _BAR / 2, _BAR / 2)

    def _metrics(self, *, bold: bool) -> QFontMetrics:
        return QFontMetrics(scaled_font(bold=True) if bold else number_font())
