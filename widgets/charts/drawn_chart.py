"""Shows a chart that was drawn as SVG elsewhere (`app/report/drawing`): zoomable, with tooltips,
and readable by keyboard."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from PySide6.QtCore import QByteArray, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton, QScrollArea, QToolTip, QWidget

from widgets.charts.chart_frame import ChartFrame
from widgets.layout.boxes import STRETCH, vbox
from widgets.layout.layouts import FlowLayout
from widgets.look.names import plain_tip, shortened
from widgets.look.theme import current_palette, drawing_scale, tone_color

# A legend entry: a name after a sample of its mark, which is SVG, too.

_MOST_LETTERS = 44
_ENTRY_GAP = 4


class LegendSwatch(Protocol):
    """What a legend entry shows: `svg` is `width` units wide, `key` identifies it in any
    language."""

    @property
    def key(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def width(self) -> float: ...

    @property
    def svg(self) -> str: ...


class LegendButton(QAbstractButton):
    """A legend entry as a button, pale while its marks are hidden; just a name if not
    `choosable`."""

    def __init__(self, sample: LegendSwatch, parent: QWidget, *, choosable: bool = True) -> None:
        super().__init__(parent)
        self.key = sample.key
        self._sample = QSvgRenderer(QByteArray(sample.svg.encode()), self)
        self._scale = drawing_scale()
        self.setText(shortened(sample.name, _MOST_LETTERS))
        self.setToolTip("" if self.text() == sample.name else plain_tip(sample.name))
        self.setAccessibleName(sample.name)
        self.setCheckable(True)
        self.setChecked(True)
        self.setEnabled(choosable)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if choosable else Qt.FocusPolicy.NoFocus)

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        words = metrics.horizontalAdvance(self.text())
        return QSize(round(self._mark().width()) + _ENTRY_GAP + words + 6, metrics.height() + 6)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(1.0 if self.isChecked() else 0.4)
        mark = self._mark()
        self._sample.render(painter, mark)
        words = QRectF(self.rect()).adjusted(mark.right() + _ENTRY_GAP, 0, 0, 0)
        painter.setPen(tone_color("text"))
        painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter), self.text())
        if self.hasFocus():
            painter.setPen(QPen(QColor(current_palette().accent), 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)

    def _mark(self) -> QRectF:
        size = self._sample.viewBoxF().size() * self._scale
        return QRectF(3, (self.height() - size.height()) / 2, size.width(), size.height())


_HOVER_RADIUS = 10.0
"""A mark is pointed at within so many pixels."""
_LEAST_WIDTH = 260.0
_RING_RADIUS = 7.5
_MARGIN, _GAP = 8, 8
_LEAST_RANGE = 8.0
"""A range chosen by dragging is at least so many units wide."""
_ENLARGED = (3.0, 2.5, 2.25, 2.0, 1.75, 1.5)
"""Enlargements of a chart that fills the screen; the first that fits is taken."""
_ZOOM_KEYS = (Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_0)


class Mark(Protocol):
    """Something that can be pointed at: its centre, and its tooltip."""

    @property
    def x(self) -> float: ...

    @property
    def y(self) -> float: ...

    @property
    def text(self) -> Callable[[], str]: ...


class Zone(Protocol):
    """An area in which a range of the axis of graph `number` can be chosen by dragging."""

    @property
    def number(self) -> int: ...

    @property
    def left(self) -> float: ...

    @property
    def top(self) -> float: ...

    @property
    def right(self) -> float: ...

    @property
    def bottom(self) -> float: ...

    @property
    def value_at(self) -> Callable[[float], float]: ...


class Strip(Protocol):
    """A horizontal part of a picture, as SVG in units of which letters are 12 high. `marks` are in
    reading order, in coordinates of the whole picture. Both are computed on first access."""

    @property
    def svg(self) -> str: ...

    @property
    def top(self) -> float: ...

    @property
    def height(self) -> float: ...

    @property
    def marks(self) -> Sequence[Mark]: ...

    @property
    def zones(self) -> Sequence[Zone]: ...


class Picture(Protocol):
    """A picture made of strips, one below the other."""

    @property
    def width(self) -> float: ...

    @property
    def height(self) -> float: ...

    @property
    def strips(self) -> Sequence[Strip]: ...


class DrawnChart(ChartFrame):
    """A picture under a legend whose entries hide and show their marks."""

    hidden_changed = Signal()
    range_chosen = Signal(int, float, float)
    """A range of an axis was chosen: number of the graph, begin and end of the range."""
    full_range_requested = Signal(int)
    """The whole axis of a graph is to be shown again: its number."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._legend = FlowLayout(gap=12, line_gap=2)
        self._entries: list[LegendButton] = []
        self._names: list[LegendButton] = []
        self.canvas = Canvas(self)
        self.canvas.range_chosen.connect(self.range_chosen)
        self.canvas.full_range_requested.connect(self.full_range_requested)
        vbox(
            self,
            self._legend,
            self.canvas,
            STRETCH,
            margins=(12, _MARGIN, 12, _MARGIN),
            spacing=_GAP,
        )

    def set_legend(
        self, entries: Sequence[LegendSwatch], names: Sequence[LegendSwatch] = ()
    ) -> None:
        """Show `entries`, then `names` that cannot be hidden. If the entries are the same as
        before, hidden ones stay hidden."""
        hidden = self.hidden() if self.keys() == [each.key for each in entries] else frozenset()
        for gone in (*self._entries, *self._names):
            self._legend.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        self._entries = [LegendButton(each, self) for each in entries]
        self._names = [LegendButton(each, self, choosable=False) for each in names]
        for entry in self._entries:
            entry.setChecked(entry.key not in hidden)
            entry.toggled.connect(self.hidden_changed)
        for each in (*self._entries, *self._names):
            self._legend.addWidget(each)
            each.show()

    def entries(self) -> list[LegendButton]:
        return list(self._entries)

    def names(self) -> list[str]:
        """The names behind them."""
        return [each.accessibleName() for each in self._names]

    def keys(self) -> list[str]:
        """What the entries stand for."""
        return [each.key for each in self._entries]

    def hidden(self) -> frozenset[str]:
        """What the legend hides."""
        return frozenset(each.key for each in self._entries if not each.isChecked())

    def set_picture(self, draw: Callable[[float], Picture]) -> None:
        """Show the picture that `draw` returns for a width (in its units); called again for each
        width."""
        self.canvas.set_picture(draw)

    def scale_to(self, size: QSize) -> None:
        """Enlarge to fill `size` (pixels), beyond it with scrolling; an empty size: as usual. The
        width is the widget's at the time."""
        legend = self._legend.heightForWidth(self.width()) + 2 * _MARGIN + _GAP
        self.canvas.enlarge(0 if size.isEmpty() else max(1, size.height() - legend))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        marks, at = self.canvas.marks(), self.canvas.marked
        places = {
            Qt.Key.Key_Right: 0 if at is None else at + 1,
            Qt.Key.Key_Left: -1 if at is None else at - 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: -1,
        }
        if self._zoom(Qt.Key(event.key())):
            return
        place = places.get(Qt.Key(event.key()))
        if place is None or not marks or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
            return
        self._announce(place % len(marks))

    def _zoom(self, key: Qt.Key) -> bool:
        """Zoom the axis around the marked mark, or out; returns whether the key was a zoom key."""
        at = self.canvas.marked
        zone = self.canvas.zone_at(QPointF(self.canvas.point_of(at))) if at is not None else None
        if at is None or zone is None or key not in _ZOOM_KEYS:
            return False
        mark = self.canvas.marks()[at]
        text = mark.text()
        if key is Qt.Key.Key_Plus:
            quarter = (zone.right - zone.left) / 4
            middle = min(zone.right - quarter, max(zone.left + quarter, mark.x))
            ends = (zone.value_at(middle - quarter), zone.value_at(middle + quarter))
            self.range_chosen.emit(zone.number, *ends)
        else:
            self.full_range_requested.emit(zone.number)
        alike = (n for n, each in enumerate(self.canvas.marks()) if each.text() == text)
        self.canvas.mark(next(alike, None))
        return True

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.canvas.mark(None)

    def _announce(self, at: int) -> None:
        """Announce a mark to screen readers, with its tooltip, and scroll to it."""
        text = self.canvas.marks()[at].text()
        self.canvas.mark(at)
        place = self.canvas.point_of(at)
        self._scroll_to(place)
        QToolTip.showText(self.canvas.mapToGlobal(place), plain_tip(text), self.canvas)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    def _scroll_to(self, place: QPoint) -> None:
        part: QWidget | None = self
        while part is not None and not isinstance(part, QScrollArea):
            part = part.parentWidget()
        whole = part.widget() if part is not None else None
        if part is not None and whole is not None:
            inside = self.canvas.mapTo(whole, place)
            part.ensureVisible(inside.x(), inside.y(), 40, 60)


_WIDEST_BAR = 40
"""Width of a scroll bar at most, with its distance, in pixels."""


class Canvas(QWidget):
    """The picture, laid out anew for each width."""

    range_chosen = Signal(int, float, float)
    full_range_requested = Signal(int)

    redrawn = Signal()
    """The picture was drawn anew, or for another width."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.marked: int | None = None
        self._draw: Callable[[float], Picture] | None = None
        self._picture: Picture | None = None
        self._renderers: dict[int, QSvgRenderer] = {}
        self._scale = self._enlargement = 1.0
        self._width_before = 0
        self._dragged: tuple[Zone, float, float] | None = None
        """The zone that is dragged in, and the x of both ends of the range."""
        self.setMouseTracking(True)
        self.setMinimumWidth(round(_LEAST_WIDTH))

    def set_picture(self, draw: Callable[[float], Picture]) -> None:
        """Draw from now on what `draw` gives."""
        self._draw, self.marked, self._dragged = draw, None, None
        self._lay_out()

    @property
    def picture(self) -> Picture | None:
        return self._picture

    def enlarge(self, height: int) -> None:
        """Enlarge to fill a height in pixels, at least 1.5 times; 0: as large as the program's
        letters."""
        self._enlargement = 1.0
        if self._draw is not None and height > 0:
            fitting = (each for each in _ENLARGED if self._height_at(each) <= height)
            self._enlargement = next(fitting, _ENLARGED[-1])
        self._lay_out()

    def _height_at(self, larger: float) -> float:
        assert self._draw is not None
        scale = drawing_scale() * larger
        return self._draw(max(_LEAST_WIDTH, self.width() / scale)).height * scale

    def marks(self) -> Sequence[Mark]:
        """What can be pointed at."""
        return [mark for each in self._strips() for mark in each.marks]

    def point_of(self, at: int) -> QPoint:
        """The centre of a mark, in pixels."""
        mark = self.marks()[at]
        return (QPointF(mark.x, mark.y) * self._scale).toPoint()

    def text_at(self, position: QPointF) -> str:
        """The tooltip at a position in pixels; empty away from marks."""
        x, y = position.x() / self._scale, position.y() / self._scale
        reach = _HOVER_RADIUS / self._scale
        marks = [mark for each in self._strips(y - reach, y + reach) for mark in each.marks]
        near = min(marks, key=lambda each: math.hypot(each.x - x, each.y - y), default=None)
        if near is None or math.hypot(near.x - x, near.y - y) > reach:
            return ""
        return near.text()

    def zone_at(self, position: QPointF) -> Zone | None:
        x, y = position.x() / self._scale, position.y() / self._scale
        zones = (zone for each in self._strips(y, y) for zone in each.zones)
        inside = (z for z in zones if z.left <= x <= z.right and z.top <= y <= z.bottom)
        return next(inside, None)

    def mark(self, at: int | None) -> None:
        """Draw a ring around a mark; None: no ring."""
        self.marked = at
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Redraw for another width, but not for the width of a scroll bar that disappears: a wider
        picture may be taller and need the bar again, endlessly."""
        super().resizeEvent(event)
        width, last = event.size().width(), event.oldSize().width()
        if width == last:
            return
        bar_gone = width == self._width_before and 0 < width - last <= _WIDEST_BAR
        self._width_before = last
        if not bar_gone:
            self._lay_out()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._picture is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self._scale, self._scale)
        seen = event.rect()
        for strip in self._strips(seen.top() / self._scale, seen.bottom() / self._scale):
            place = QRectF(0, strip.top, self._picture.width, strip.height)
            self._renderer(strip).render(painter, place)
        if self._dragged is not None:
            zone, first, last = self._dragged
            tint = QColor(current_palette().accent)
            tint.setAlphaF(0.15)
            painter.fillRect(QRectF(first, zone.top, last - first, zone.bottom - zone.top), tint)
        if self.marked is not None:
            mark = self.marks()[self.marked]
            painter.setPen(QPen(QColor(current_palette().accent), 2))
            painter.drawEllipse(QPointF(mark.x, mark.y), _RING_RADIUS, _RING_RADIUS)

    def _strips(self, top: float = -math.inf, bottom: float = math.inf) -> Iterator[Strip]:
        """Strips that overlap a range of heights, in units."""
        for each in self._picture.strips if self._picture else ():
            if each.top <= bottom and each.top + each.height >= top:
                yield each

    def _renderer(self, strip: Strip) -> QSvgRenderer:
        if id(strip) not in self._renderers:
            self._renderers[id(strip)] = QSvgRenderer(QByteArray(strip.svg.encode()))
        return self._renderers[id(strip)]

    def mousePressEvent(self, event: QMouseEvent) -> None:
        zone = self.zone_at(event.position())
        if zone is not None and event.button() is Qt.MouseButton.LeftButton:
            x = event.position().x() / self._scale
            self._dragged = zone, x, x

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        dragged, self._dragged = self._dragged, None
        self.update()
        if dragged is not None and abs(dragged[2] - dragged[1]) >= _LEAST_RANGE:
            zone, *ends = dragged
            self.range_chosen.emit(zone.number, *map(zone.value_at, sorted(ends)))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if (zone := self.zone_at(event.position())) is not None:
            self.full_range_requested.emit(zone.number)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragged is not None:
            zone, first, _ = self._dragged
            here = min(zone.right, max(zone.left, event.position().x() / self._scale))
            self._dragged = zone, first, here
            self.update()
            return
        over = self.zone_at(event.position()) is not None
        self.setCursor(Qt.CursorShape.CrossCursor if over else Qt.CursorShape.ArrowCursor)
        tip = plain_tip(self.text_at(event.position()))
        QToolTip.showText(event.globalPosition().toPoint(), tip, self)

    def _lay_out(self) -> None:
        if self._draw is None:
            return
        self._scale = drawing_scale() * self._enlargement
        room = max(_LEAST_WIDTH, self.width() / self._scale)
        self._picture = self._draw(room)
        if self._picture.width > room:  # it needs more, and is drawn smaller
            self._scale *= room / self._picture.width
        self._renderers.clear()
        self.setFixedHeight(math.ceil(self._picture.height * self._scale))
        self.update()
        self.redrawn.emit()
