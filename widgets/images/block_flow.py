"""Blocks of bytes that become other blocks, one at a time: columns of boxes with arrows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.layout.layouts import full_screen_kind
from widgets.look.fonts import mono_font
from widgets.look.theme import (
    current_palette,
    mix,
    scaled_font,
    theme_signals,
    tone_color,
    tone_tint,
)

_MOVING_MS = 550
_GAP_X, _GAP_Y, _PAD = 34, 24, 6
_LEAST_WIDTH, _MOST_WIDTH = 96, 210


@dataclass(frozen=True)
class FlowBox:
    """A block: its key, where it stands, what it is called, and the lines in it."""

    key: str
    column: int
    row: int
    title: str
    lines: tuple[str, ...]
    tone: str = "neutral"
    sources: tuple[tuple[str, str], ...] = ()
    """Keys of the boxes that it is made of, each with the sign of the operation."""


@full_screen_kind
class BlockFlow(QWidget):
    """As many boxes are seen as steps were taken. What the newest one is made of moves into it."""

    chosen = Signal(str)
    """The key of a box that was clicked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._boxes: Sequence[FlowBox] = ()
        self._seen = 0
        self._moving = QVariantAnimation(self)
        self._moving.setStartValue(0.0)
        self._moving.setEndValue(1.0)
        self._moving.setDuration(_MOVING_MS)
        self._moving.valueChanged.connect(lambda _: self.update())
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme_signals().changed.connect(self.update)

    def show_boxes(self, boxes: Sequence[FlowBox], seen: int | None = None) -> None:
        """Show these boxes, in the order in which they are made; all of them unless `seen` says how
        many."""
        self._boxes = tuple(boxes)
        self._moving.stop()
        self._see(len(self._boxes) if seen is None else seen)
        self.updateGeometry()

    def boxes(self) -> Sequence[FlowBox]:
        return self._boxes

    def seen(self) -> int:
        return self._seen

    def step(self, by: int = 1) -> None:
        """See more, or less; the last box that comes is made slowly."""
        before = self._seen
        self._see(self._seen + by)
        self._moving.stop()
        if by == 1 and self._seen > before:
            self._moving.start()

    def _see(self, count: int) -> None:
        self._seen = min(max(0, count), len(self._boxes))
        words = (f"{each.title}: {' '.join(each.lines)}" for each in self._boxes[: self._seen])
        self.setAccessibleDescription("; ".join(words))
        self.update()

    def sizeHint(self) -> QSize:
        columns, rows = self._grid()
        return QSize(columns * (_LEAST_WIDTH + _GAP_X), round(rows * self._pitch()))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def box_of(self, key: str) -> QRectF:
        found = next(each for each in self._boxes if each.key == key)
        return self._place(found)

    # what is painted

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        moving = self._moving.state() is QVariantAnimation.State.Running
        share = float(self._moving.currentValue() or 0.0) if moving else 1.0
        seen = self._boxes[: self._seen]
        places = {each.key: self._place(each) for each in seen}
        for each in seen:
            for source, sign in each.sources:
                if source in places:
                    self._paint_arrow(painter, places[source], places[each.key], sign)
        for at, each in enumerate(seen):
            newest = moving and at == len(seen) - 1 and bool(each.sources)
            self._paint_box(painter, each, places[each.key], share if newest else 1.0)
        if moving and seen:
            self._paint_movers(painter, seen[-1], places, share)

    def _paint_box(self, painter: QPainter, box: FlowBox, place: QRectF, share: float) -> None:
        painter.save()
        painter.setOpacity(max(0.15, share**3))
        edge = mix(current_palette().surface, tone_color(box.tone).name(), 0.6)
        painter.setPen(QPen(QColor(edge), 1.4))
        painter.setBrush(tone_tint(box.tone))
        painter.drawRoundedRect(place, 5, 5)
        inside = place.adjusted(_PAD, 2, -_PAD, -2)
        painter.setFont(scaled_font(0.8, bold=True))
        painter.setPen(tone_color(None if box.tone == "neutral" else box.tone))
        height = painter.fontMetrics().height()
        painter.drawText(QRectF(inside.left(), inside.top(), inside.width(), height), 0, box.title)
        painter.setFont(mono_font(0.8))
        painter.setPen(tone_color("text"))
        line_height = painter.fontMetrics().height()
        for at, line in enumerate(box.lines):
            top = inside.top() + height + at * line_height
            shown = painter.fontMetrics().elidedText(
                line, Qt.TextElideMode.ElideRight, int(inside.width())
            )
            painter.drawText(QRectF(inside.left(), top, inside.width(), line_height), 0, shown)
        painter.restore()

    def _paint_arrow(self, painter: QPainter, source: QRectF, target: QRectF, sign: str) -> None:
        start, middle, end = _bend(source, target)
        path = QPainterPath(start)
        path.cubicTo(middle[0], middle[1], end)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(current_palette().control), 1.6))
        painter.drawPath(path)
        before = path.pointAtPercent(0.94)
        direction = end - before
        length = max(1.0, (direction.x() ** 2 + direction.y() ** 2) ** 0.5)
        along = direction / length
        across = QPointF(-along.y(), along.x())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(current_palette().control))
        wings = [end - along * 8 + across * 4, end - along * 8 - across * 4]
        painter.drawPolygon(QPolygonF([end, *wings]))
        if sign:
            at = path.pointAtPercent(0.5)
            self._paint_sign(painter, at, sign)

    def _paint_sign(self, painter: QPainter, at: QPointF, sign: str) -> None:
        painter.setFont(scaled_font(0.85, bold=True))
        width = max(18.0, QFontMetricsF(painter.font()).horizontalAdvance(sign) + 8)
        disc = QRectF(at.x() - width / 2, at.y() - 9, width, 18)
        painter.setPen(QPen(QColor(current_palette().control), 1.2))
        painter.setBrush(QColor(current_palette().surface))
        painter.drawRoundedRect(disc, 9, 9)
        painter.setPen(tone_color("text"))
        painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, sign)

    def _paint_movers(
        self, painter: QPainter, newest: FlowBox, places: dict[str, QRectF], share: float
    ) -> None:
        """What the newest box is made of, on its way."""
        by_key = {each.key: each for each in self._boxes}
        for source, _ in newest.sources:
            if source not in places:
                continue
            start, middle, end = _bend(places[source], places[newest.key])
            path = QPainterPath(start)
            path.cubicTo(middle[0], middle[1], end)
            at = path.pointAtPercent(min(1.0, share))
            mover = QRectF(0, 0, 62, 18)
            mover.moveCenter(at)
            painter.setPen(QPen(tone_color(by_key[source].tone), 1.2))
            painter.setBrush(QColor(current_palette().surface))
            painter.drawRoundedRect(mover, 4, 4)
            painter.setFont(mono_font(0.75))
            text = by_key[source].lines[0][:6] + "…"
            painter.drawText(mover, Qt.AlignmentFlag.AlignCenter, text)

    # what the user does

    def mousePressEvent(self, event: QMouseEvent) -> None:
        for each in self._boxes[: self._seen]:
            if self._place(each).contains(event.position()):
                self.chosen.emit(each.key)
                return

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.step(step)

    def _grid(self) -> tuple[int, int]:
        columns = max((each.column for each in self._boxes), default=0) + 1
        return columns, max((each.row for each in self._boxes), default=0) + 1

    def _pitch(self) -> float:
        return self._box_height() + _GAP_Y

    def _box_height(self) -> float:
        lines = max((len(each.lines) for each in self._boxes), default=1)
        small, mono = QFontMetricsF(scaled_font(0.8)), QFontMetricsF(mono_font(0.8))
        return small.height() + lines * mono.height() + 6

    def _place(self, box: FlowBox) -> QRectF:
        columns, rows = self._grid()
        room = self.width() / columns
        width = min(_MOST_WIDTH, max(_LEAST_WIDTH, room - _GAP_X))
        pitch = max(self._pitch(), min(self.height() / rows, 1.35 * self._pitch()))
        left = box.column * max(room, width + _GAP_X) + (max(room, width + _GAP_X) - width) / 2
        return QRectF(left, box.row * pitch + 2, width, self._box_height())


def _bend(source: QRectF, target: QRectF) -> tuple[QPointF, tuple[QPointF, QPointF], QPointF]:
    """From edge to edge, by a curve that leaves and arrives straight."""
    if abs(source.center().y() - target.center().y()) < source.height() / 2:
        right = target.center().x() > source.center().x()
        start = QPointF(source.right() if right else source.left(), source.center().y())
        end = QPointF(target.left() if right else target.right(), target.center().y())
        middle = (start.x() + end.x()) / 2
        return start, (QPointF(middle, start.y()), QPointF(middle, end.y())), end
    down = target.center().y() > source.center().y()
    start = QPointF(source.center().x(), source.bottom() if down else source.top())
    end = QPointF(target.center().x(), target.top() if down else target.bottom())
    if abs(start.x() - end.x()) > source.width() / 2:  # into the side that is nearer
        left = end.x() > start.x()
        start = QPointF(source.right() if left else source.left(), source.center().y())
        end = QPointF(target.left() if left else target.right(), target.center().y())
        middle = (start.x() + end.x()) / 2
        return start, (QPointF(middle, start.y()), QPointF(middle, end.y())), end
    middle = (start.y() + end.y()) / 2
    return start, (QPointF(start.x(), middle), QPointF(end.x(), middle)), end
