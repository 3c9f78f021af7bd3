"""A panel of lines or points over two axes of numbers, each plain or logarithmic."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QGridLayout, QToolTip, QVBoxLayout, QWidget

from widgets.charts.plot_canvas import PlotCanvas
from widgets.look.names import plain_tip
from widgets.look.numbers import format_significant, nice_ceiling
from widgets.look.theme import current_palette, scaled_font, series_pen, series_style
from widgets.parts.cards import ElidedLabel, ToneLabel

_NEAR = 12.0
"""Pixels around a point within which it is pointed at."""
_HEIGHT = 250


@dataclass(frozen=True)
class Line:
    """A named line through points, or points alone where it has no pen; `hollow` ones for what the
    others are compared with."""

    label: str
    colour_key: str
    points: Sequence[tuple[float, float]]
    pen: Qt.PenStyle = Qt.PenStyle.SolidLine
    symbol: str = ""
    hollow: bool = False


@dataclass(frozen=True)
class PlotData:
    """A panel. `x_ticks` are named places of its axis, `x_words` says an x in a tooltip."""

    title: str
    unit: str
    x_title: str
    lines: Sequence[Line]
    x_log: bool = False
    y_log: bool = False
    x_ticks: Sequence[tuple[float, str]] = ()
    x_words: Callable[[float], str] = format_significant


class PlotPanel(QWidget):
    """A title, a unit, and lines; pointing at one tells its value."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._data = PlotData("", "", "", ())
        self._hidden: frozenset[str] = frozenset()
        self._canvas = PlotCanvas()
        self._canvas.setMinimumSize(160, 90)
        self._canvas.plot.setMouseEnabled(x=False, y=False)
        self._canvas.scene().sigMouseMoved.connect(self._on_pointer_moved)
        self._canvas.viewport().installEventFilter(self)
        self._lay_out()

    @property
    def data(self) -> PlotData:
        """What it shows."""
        return self._data

    def set_data(self, data: PlotData, hidden: frozenset[str] = frozenset()) -> None:
        """Show a panel without lines of `hidden` names."""
        self._data, self._hidden = data, hidden
        self._heading.setText(data.title)
        self._unit.setText(data.unit)
        self._x_title.setText(data.x_title)
        self.setAccessibleName(f"{data.title}, {data.unit}")
        self._canvas.recolour()
        self._canvas.plot.clear()
        self._set_axes()
        for line in self.shown():
            self._draw(line)

    def shown(self) -> list[Line]:
        """The lines that are drawn."""
        return [each for each in self._data.lines if each.label not in self._hidden]

    def text_near(self, position: QPointF) -> str:
        """What pointing at a place of the scene says; empty beside all points."""
        near = [
            (self._distance(point, position), line.label, point)
            for line in self.shown()
            for point in _known(line, self._data)
        ]
        if not near or min(near)[0] > _NEAR:
            return ""
        _, label, (x, y) = min(near)
        told = f"{format_significant(y)} {self._data.unit}"
        return f"{label}\n{self._data.x_words(x)}: {told}"

    def scene_place(self, x: float, y: float) -> QPointF:
        """Where a point stands in the scene."""
        place: QPointF = self._canvas.box.mapViewToScene(QPointF(*self._scaled(x, y)))
        return place

    def _distance(self, point: tuple[float, float], position: QPointF) -> float:
        place = self.scene_place(*point)
        return math.hypot(place.x() - position.x(), place.y() - position.y())

    def _lay_out(self) -> None:
        self._heading = ToneLabel()
        self._heading.setFont(scaled_font(bold=True))
        self._unit = ElidedLabel("", "muted")
        self._x_title = ElidedLabel("", "muted")
        self._x_title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        head = QGridLayout()
        head.setHorizontalSpacing(8)
        head.addWidget(self._heading, 0, 0)
        head.addWidget(self._unit, 0, 1)
        head.setColumnStretch(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(self._canvas, 1)
        column.addWidget(self._x_title)
        self.setFixedHeight(_HEIGHT)

    def _set_axes(self) -> None:
        data, canvas = self._data, self._canvas
        points = [point for line in data.lines for point in _known(line, data)]
        low, high = _span([x for x, _ in points], data.x_log, from_zero=not data.x_log)
        bottom, top = _span([y for _, y in points], data.y_log, from_zero=True)
        canvas.y_axis.set_log(data.y_log)
        canvas.x_axis.set_log(data.x_log)
        named = [(_log(x, data.x_log), name) for x, name in data.x_ticks if low <= x <= high]
        canvas.x_axis.setTicks([named] if named else None)
        canvas.box.setXRange(_log(low, data.x_log), _log(high, data.x_log), padding=0.01)
        canvas.box.setYRange(_log(bottom, data.y_log), _log(top, data.y_log), padding=0)
        names = canvas.y_axis.tickStrings([_log(top, data.y_log)], 1, top / 5)
        canvas.y_axis.reserve(max([*names, "0,000"], key=len))

    def _draw(self, line: Line) -> None:
        known = [self._scaled(x, y) for x, y in _known(line, self._data)]
        if not known:
            return
        colour = series_style(line.colour_key).colour
        filling = current_palette().surface if line.hollow else colour
        drawn = pg.PlotDataItem(
            x=[x for x, _ in known],
            y=[y for _, y in known],
            pen=series_pen(colour, line.pen),
            symbol=line.symbol or None,
            symbolSize=8,
            symbolPen=pg.mkPen(colour, width=1),
            symbolBrush=pg.mkBrush(filling),
            antialias=False,
        )
        self._canvas.plot.addItem(drawn)
        if not line.symbol:  # only now it has a view to be cut to
            drawn.setDownsampling(auto=True, method="peak")
            drawn.setClipToView(True)

    def _scaled(self, x: float, y: float) -> tuple[float, float]:
        return _log(x, self._data.x_log), _log(y, self._data.y_log)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            QToolTip.hideText()
        return super().eventFilter(watched, event)

    def _on_pointer_moved(self, position: QPointF) -> None:
        QToolTip.showText(QCursor.pos(), plain_tip(self.text_near(position)), self._canvas)


def _span(values: Sequence[float], log: bool, *, from_zero: bool) -> tuple[float, float]:
    """The ends of an axis that holds all values: decades, or from 0 to a round number."""
    if log:
        low, high = min(values, default=1.0), max(values, default=10.0)
        floor, top = math.floor(math.log10(low) + 1e-9), math.ceil(math.log10(high) - 1e-9)
        return 10.0**floor, 10.0 ** max(top, floor + 1)
    top_value = max(values, default=1.0)
    return (0.0 if from_zero else min(values, default=0.0)), nice_ceiling(1.05 * top_value or 1.0)


def _log(value: float, log: bool) -> float:
    return math.log10(value) if log else value


def _known(line: Line, data: PlotData) -> Iterator[tuple[float, float]]:
    """Its points that the axes can show."""
    for x, y in line.points:
        if math.isfinite(x + y) and (x > 0 or not data.x_log) and (y > 0 or not data.y_log):
            yield x, y
