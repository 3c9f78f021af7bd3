"""How an estimate is drawn: a dot with its interval, on a stem from 0 where it is proved."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from widgets.look.numbers import format_number
from widgets.look.theme import current_palette, mix, tone_color
from widgets.tables.interval_model import Estimate, Scale

_DOT = 3.0
_STEM = 2.5
_TIP = 4.0
_TICK_ROOM = 20


def draw_estimate(
    painter: QPainter,
    box: QRectF,
    estimate: Estimate,
    scale: Scale,
    tone: str,
    series: QColor | None = None,
) -> None:
    """Draw an estimate into a box that is as wide as the scale; 0 is a line from top to bottom.
    That of another `series` is hollow, in its colour; beyond the scale it is an arrow."""
    palette = current_palette()
    if estimate.band is not None:
        left, right = (_x(box, scale, each) for each in (-estimate.band, estimate.band))
        faint = QColor(mix(palette.surface, palette.muted, 0.14))
        band = QRectF(left, box.top(), right - left, box.height())
        painter.fillRect(band.intersected(box), faint)
    painter.setPen(QColor(palette.control))
    zero = round(_x(box, scale, 0.0))
    painter.drawLine(QPointF(zero, box.top()), QPointF(zero, box.bottom()))
    colour = series or tone_color(tone)
    at, middle = _x(box, scale, estimate.value), box.center().y()
    if series and not scale.low <= estimate.value <= scale.high:
        painter.setPen(Qt.PenStyle.NoPen)
        side = 1 if estimate.value > scale.high else -1
        edge = box.right() if side > 0 else box.left()
        _draw_arrow(painter, QPointF(edge, middle), side, colour)
        return
    if tone != "muted":
        stem = QRectF(QPointF(zero, middle - _STEM), QPointF(at, middle + _STEM)).normalized()
        painter.fillRect(stem, QColor(mix(palette.surface, colour.name(), 0.25)))
    if estimate.low is not None and estimate.high is not None:
        _draw_interval(painter, box, scale, (estimate.low, estimate.high), colour)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 1.6) if series else Qt.PenStyle.NoPen)
    painter.setBrush(QColor(palette.surface) if series else colour)
    painter.drawEllipse(QPointF(at, middle), _DOT, _DOT)


def draw_ticks(painter: QPainter, box: QRectF, scale: Scale) -> None:
    """Draw 0 and the last round number of a scale at the lower edge of a box."""
    painter.setPen(tone_color("muted"))
    taken = QRectF()
    for value in ticks(scale, box.width()):
        text = "0" if not value else f"{format_number(value)} %".replace("-", "−")
        if scale.log and value > 0:
            text = f"× {format_number(1 + value / 100)}"
        room = painter.fontMetrics().horizontalAdvance(text)
        middle = _x(box, scale, value)
        left = min(max(middle - room / 2, box.left() - 8), box.right() + 6 - room)
        place = QRectF(left, box.top(), room + 1, box.height() - 5)
        if place.adjusted(-3, 0, 3, 0).intersects(taken):
            continue  # long numbers on a narrow scale
        taken = place
        painter.drawText(place, int(Qt.AlignmentFlag.AlignBottom), text)


def ticks(scale: Scale, width: float) -> list[float]:
    """0, and the last 1, 2 or 5 × 10ⁿ percent of the longer side, or so many times on a
    logarithmic one, where there is room for it."""
    zero = scale.place(0.0)
    end = max(scale.high, scale.low, key=lambda each: abs(scale.place(each) - zero))
    if scale.log and end > 0:
        last = 100 * (_round_below(1 + end / 100) - 1)
    else:
        last = math.copysign(_round_below(abs(end)), end)
    return [0.0, last] if abs(scale.place(last) - zero) * width > _TICK_ROOM else [0.0]


def _round_below(value: float) -> float:
    """The last 1, 2 or 5 × 10ⁿ that is not above a positive value."""
    power = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in (5, 2, 1) if step * power <= value)


def _draw_interval(
    painter: QPainter, box: QRectF, scale: Scale, ends: tuple[float, float], colour: QColor
) -> None:
    """A line with short ends; an arrow where it goes on beyond the scale."""
    middle = box.center().y()
    left, right = (_x(box, scale, each) for each in ends)
    shown = max(left, box.left()), min(right, box.right())
    painter.setPen(QPen(colour, 1))
    painter.drawLine(QPointF(shown[0], middle), QPointF(shown[1], middle))
    for at, end in zip(shown, (left, right), strict=True):
        if at == end:
            painter.drawLine(QPointF(at, middle - _TIP), QPointF(at, middle + _TIP))
        else:
            _draw_arrow(painter, QPointF(at, middle), 1 if end > at else -1, colour)


def _draw_arrow(painter: QPainter, tip: QPointF, side: int, colour: QColor) -> None:
    back = QPointF(side * _TIP, 0)
    up = QPointF(0, _TIP)
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF([tip, tip - back + up, tip - back - up]))


def _x(box: QRectF, scale: Scale, value: float) -> float:
    return box.left() + scale.place(value) * box.width()
