"""A chart that is drawn elsewhere, as SVG: sharp at any scale, read by pointer and by keyboard."""

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
from PySide6.QtWidgets import QAbstractButton, QScrollArea, QToolTip, QVBoxLayout, QWidget

from widgets.charts.chart_frame import ChartFrame
from widgets.layout.layouts import FlowLayout
from widgets.look.names import plain_tip, shortened
from widgets.look.theme import current_palette, drawing_scale, tone_color

# An entry of a legend: a name behind a sample of what it stands for, which was drawn elsewhere.

_MOST_LETTERS = 44
_ENTRY_GAP = 4


class Sample(Protocol):
    """`svg` is so many units wide; `key` is the name in no language."""

    @property
    def key(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def width(self) -> float: ...

    @property
    def svg(self) -> str: ...


class SampleEntry(QAbstractButton):
    """Pale while what it stands for is hidden; one that is no choice is a name alone."""

    def __init__(self, sample: Sample, parent: QWidget, *, choosable: bool = True) -> None:
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


_NEAR = 10.0
"""Pixels around a mark within which it is pointed at."""
_LEAST_WIDTH = 260.0
_RING = 7.5
_MARGIN, _GAP = 8, 8
_LEAST_RANGE = 8.0
"""Units that a range is wide at least."""
_ENLARGED = (3.0, 2.5, 2.25, 2.0, 1.75, 1.5)
"""How many times as large as usual a chart is drawn that has the screen to itself."""
_ZOOMING = (Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_0)


class Mark(Protocol):
    """Something that can be pointed at: where its middle is, and what is said of it."""

    @property
    def x(self) -> float: ...

    @property
    def y(self) -> float: ...

    @property
    def text(self) -> Callable[[], str]: ...


class Zone(Protocol):
    """Where a range of an axis can be chosen, that of graph `number`."""

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
    """SVG, in units of which a letter is twelve high; `marks` stand in the order of reading, where
    they are in the whole picture. Neither is made before it is asked for."""

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
    """Strips below each other."""

    @property
    def width(self) -> float: ...

    @property
    def height(self) -> float: ...

    @property
    def strips(self) -> Sequence[Strip]: ...


class DrawnChart(ChartFrame):
    """A picture under a legend whose entries hide and show what they stand for."""

    hidden_changed = Signal()
    range_chosen = Signal(int, float, float)
    """Of the axis of a graph: its number, and where the range begins and ends."""
    whole_wanted = Signal(int)
    """The number of a graph whose whole axis is to be seen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._legend = FlowLayout(gap=12, line_gap=2)
        self._entries: list[SampleEntry] = []
        self._names: list[SampleEntry] = []
        self.canvas = Canvas(self)
        self.canvas.range_chosen.connect(self.range_chosen)
        self.canvas.whole_wanted.connect(self.whole_wanted)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, _MARGIN, 12, _MARGIN)
        column.setSpacing(_GAP)
        column.addLayout(self._legend)
        column.addWidget(self.canvas)
        column.addStretch(1)

    def set_legend(self, entries: Sequence[Sample], names: Sequence[Sample] = ()) -> None:
        """Show entries, and behind them names of what cannot be hidden; what is hidden stays so
        where the entries are those of before."""
        hidden = self.hidden() if self.keys() == [each.key for each in entries] else frozenset()
        for gone in (*self._entries, *self._names):
            self._legend.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        self._entries = [SampleEntry(each, self) for each in entries]
        self._names = [SampleEntry(each, self, choosable=False) for each in names]
        for entry in self._entries:
            entry.setChecked(entry.key not in hidden)
            entry.toggled.connect(self.hidden_changed)
        for each in (*self._entries, *self._names):
            self._legend.addWidget(each)
            each.show()

    def entries(self) -> list[SampleEntry]:
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
        """Show what `draw` gives for a width in its units, again for each width."""
        self.canvas.set_picture(draw)

    def scale_to(self, size: QSize) -> None:
        """Be drawn as large as has room in so many pixels, or larger than usual and be scrolled; an
        empty size: as usual. Its width is what it has by then."""
        legend = self._legend.heightForWidth(self.width()) + 2 * _MARGIN + _GAP
        self.canvas.enlarge(0 if size.isEmpty() else max(1, size.height() - legend))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        marks, at = self.canvas.marks(), self.canvas.read_at
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
        self._read(place % len(marks))

    def _zoom(self, key: Qt.Key) -> bool:
        """Half the axis around the mark that is read, or all of it; whether that was asked for."""
        at = self.canvas.read_at
        zone = self.canvas.zone_at(QPointF(self.canvas.place_of(at))) if at is not None else None
        if at is None or zone is None or key not in _ZOOMING:
            return False
        mark = self.canvas.marks()[at]
        text = mark.text()
        if key is Qt.Key.Key_Plus:
            quarter = (zone.right - zone.left) / 4
            middle = min(zone.right - quarter, max(zone.left + quarter, mark.x))
            ends = (zone.value_at(middle - quarter), zone.value_at(middle + quarter))
            self.range_chosen.emit(zone.number, *ends)
        else:
            self.whole_wanted.emit(zone.number)
        alike = (n for n, each in enumerate(self.canvas.marks()) if each.text() == text)
        self.canvas.read(next(alike, None))
        return True

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.canvas.read(None)

    def _read(self, at: int) -> None:
        """Say a mark, and have it in sight."""
        text = self.canvas.marks()[at].text()
        self.canvas.read(at)
        place = self.canvas.place_of(at)
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
"""Pixels, with the distance that a style keeps from it."""


class Canvas(QWidget):
    """The picture, laid out anew for each width."""

    range_chosen = Signal(int, float, float)
    whole_wanted = Signal(int)

    redrawn = Signal()
    """There is another picture, or the same for another width."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.read_at: int | None = None
        self._draw: Callable[[float], Picture] | None = None
        self._picture: Picture | None = None
        self._renderers: dict[int, QSvgRenderer] = {}
        self._scale = self._larger = 1.0
        self._width_before = 0
        self._dragged: tuple[Zone, float, float] | None = None
        """A zone, and from where to where a range of it is chosen."""
        self.setMouseTracking(True)
        self.setMinimumWidth(round(_LEAST_WIDTH))

    def set_picture(self, draw: Callable[[float], Picture]) -> None:
        """Draw from now on what `draw` gives."""
        self._draw, self.read_at, self._dragged = draw, None, None
        self._lay_out()

    @property
    def picture(self) -> Picture | None:
        return self._picture

    def enlarge(self, height: int) -> None:
        """Draw as large as fits into so many pixels, and at least half as large again; 0: letters
        are as large as the program's."""
        self._larger = 1.0
        if self._draw is not None and height > 0:
            fitting = (each for each in _ENLARGED if self._height_at(each) <= height)
            self._larger = next(fitting, _ENLARGED[-1])
        self._lay_out()

    def _height_at(self, larger: float) -> float:
        assert self._draw is not None
        scale = drawing_scale() * larger
        return self._draw(max(_LEAST_WIDTH, self.width() / scale)).height * scale

    def marks(self) -> Sequence[Mark]:
        """What can be pointed at."""
        return [mark for each in self._strips() for mark in each.marks]

    def place_of(self, at: int) -> QPoint:
        """Where a mark stands, in pixels."""
        mark = self.marks()[at]
        return (QPointF(mark.x, mark.y) * self._scale).toPoint()

    def text_at(self, position: QPointF) -> str:
        """What pointing at a place in pixels says; empty beside all marks."""
        x, y = position.x() / self._scale, position.y() / self._scale
        reach = _NEAR / self._scale
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

    def read(self, at: int | None) -> None:
        """Have a ring around a mark, or none."""
        self.read_at = at
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A wider picture may be taller: it calls for a scroll bar, whose width makes it shorter,
        so that the bar goes again, without an end. What such a bar gives back is left empty."""
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
        if self.read_at is not None:
            mark = self.marks()[self.read_at]
            painter.setPen(QPen(QColor(current_palette().accent), 2))
            painter.drawEllipse(QPointF(mark.x, mark.y), _RING, _RING)

    def _strips(self, top: float = -math.inf, bottom: float = math.inf) -> Iterator[Strip]:
        """Those that reach between two heights, in units."""
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
            self.whole_wanted.emit(zone.number)

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
        self._scale = drawing_scale() * self._larger
        room = max(_LEAST_WIDTH, self.width() / self._scale)
        self._picture = self._draw(room)
        if self._picture.width > room:  # it needs more, and is drawn smaller
            self._scale *= room / self._picture.width
        self._renderers.clear()
        self.setFixedHeight(math.ceil(self._picture.height * self._scale))
        self.update()
        self.redrawn.emit()
