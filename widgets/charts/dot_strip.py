"""A dot plot (strip chart) that grows: one row for each quantity, one dot for each value."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.look.numbers import format_number
from widgets.look.theme import current_palette, scaled_font, series_style, theme_signals, tone_color

_ROW, _TALLEST_ROW, _AXIS, _GAP = 44, 110, 26, 12
_RADIUS, _NEW_DOT_SCALE = 4.5, 2.2
_LANES = 5
"""Dots of a row are spread over so many lanes (jitter) so that they do not hide each other."""
_LANDING_MS = 450
_AXIS_PADDING = 0.12
_LEAST_END = 10.0
"""The axis reaches from 0 to at least this."""


class DotStrip(QWidget):
    """Dots of successive values; the newest falls into place, a tick marks the mean of each row."""

    def __init__(self, unit: str = "", parent: QWidget | None = None) -> None:
        """`unit` follows the numbers of the axis."""
        super().__init__(parent)
        self._unit = unit
        self._labels: dict[str, str] = {}
        self._values: dict[str, list[float]] = {}
        self._series: dict[str, str] = {}
        self._newest = ""
        self._landing = QVariantAnimation(self)
        self._landing.setStartValue(0.0)
        self._landing.setEndValue(1.0)
        self._landing.setDuration(_LANDING_MS)
        self._landing.valueChanged.connect(lambda _: self.update())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        theme_signals().changed.connect(self.update)

    def set_rows(self, rows: Sequence[tuple[str, str, str]]) -> None:
        """Begin anew with these rows: key, label, and the series whose colour they have."""
        self._labels = {key: label for key, label, _ in rows}
        self._series = {key: series for key, _, series in rows}
        self._values = {key: [] for key in self._labels}
        self._newest = ""
        self._landing.stop()
        self._describe()
        self.updateGeometry()
        self.update()

    def add(self, key: str, value: float) -> None:
        """Add a value to a row."""
        self._values[key].append(value)
        self._newest = key
        self._landing.stop()
        self._landing.start()
        self._describe()

    def values(self, key: str) -> Sequence[float]:
        """The values of a row, in order of arrival."""
        return tuple(self._values.get(key, ()))

    def sizeHint(self) -> QSize:
        return QSize(420, max(1, len(self._labels)) * _ROW + _AXIS)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(scaled_font())
        low, high = self._range()
        left = self._label_width() + _GAP
        row = self._row_height()
        plot = QRectF(left, 0, max(20.0, self.width() - left - _GAP), len(self._labels) * row)
        self._paint_axis(painter, plot, low, high)
        for at, (key, label) in enumerate(self._labels.items()):
            box = QRectF(plot.left(), at * row, plot.width(), row)
            painter.setPen(tone_color("text"))
            name = QRectF(0, box.top(), left - _GAP, row)
            painter.drawText(name, Qt.AlignmentFlag.AlignVCenter, label)
            self._paint_row(painter, box, key, low, high)

    def _paint_axis(self, painter: QPainter, plot: QRectF, low: float, high: float) -> None:
        palette = current_palette()
        for value in _axis_ticks(low, high):
            x = plot.left() + plot.width() * (value - low) / (high - low)
            painter.setPen(QPen(QColor(palette.border if value else palette.text), 1.2))
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
            painter.setPen(tone_color("muted"))
            words = f"{format_number(value, 0)}{self._unit}".replace("-", "−")
            below = QRectF(x - 40, plot.bottom() + 4, 80, _AXIS - 4)
            painter.drawText(below, Qt.AlignmentFlag.AlignHCenter, words)

    def _paint_row(self, painter: QPainter, box: QRectF, key: str, low: float, high: float) -> None:
        values = self._values[key]
        colour = series_style(self._series[key]).colour
        landing = float(self._landing.currentValue() or 0.0)
        for at, value in enumerate(values):
            x = box.left() + box.width() * (value - low) / (high - low)
            lane = (at % _LANES - (_LANES - 1) / 2) * (box.height() - 16) / _LANES
            y, radius = box.center().y() + lane, _RADIUS
            newest = key == self._newest and at == len(values) - 1
            if newest and self._landing.state() is QVariantAnimation.State.Running:
                top = box.top() + _NEW_DOT_SCALE * _RADIUS
                y = top + (y - top) * landing
                radius *= _NEW_DOT_SCALE - (_NEW_DOT_SCALE - 1) * landing
            painter.setPen(QPen(QColor(current_palette().surface), 1))
            painter.setBrush(colour)
            painter.drawEllipse(QPointF(x, y), radius, radius)
        if values:
            mean = sum(values) / len(values)
            x = box.left() + box.width() * (mean - low) / (high - low)
            painter.setPen(QPen(colour, 2.4))
            painter.drawLine(QPointF(x, box.top() + 4), QPointF(x, box.bottom() - 4))

    def _row_height(self) -> float:
        """The widget's height shared among the rows, within limits, in pixels."""
        room = (self.height() - _AXIS) / max(1, len(self._labels))
        return max(_ROW, min(_TALLEST_ROW, room))

    def _label_width(self) -> float:
        metrics = QFontMetricsF(scaled_font())
        widest = max((metrics.horizontalAdvance(each) for each in self._labels.values()), default=0)
        return min(widest, self.width() * 0.4)

    def _range(self) -> tuple[float, float]:
        known = [value for values in self._values.values() for value in values]
        low, high = min([0.0, *known]), max([_LEAST_END, *known])
        room = _AXIS_PADDING * (high - low)
        return low - room, high + room

    def _describe(self) -> None:
        rows = (
            f"{label}: {', '.join(format_number(each, 0) + self._unit for each in values)}"
            for (key, label) in self._labels.items()
            if (values := self._values[key])
        )
        self.setAccessibleDescription("; ".join(rows))


def _axis_ticks(low: float, high: float) -> Sequence[float]:
    """Round values between the ends, six at most."""
    step = 1.0
    while (high - low) / step > 6:
        step *= 2.5 if f"{step:g}".startswith("2") else 2.0
    first = int(low // step) + 1
    return [at * step for at in range(first, int(high // step) + 1)]
