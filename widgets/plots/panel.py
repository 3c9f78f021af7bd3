"""A panel of lines or points over two axes of numbers, each plain or logarithmic."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QWidget

from widgets.look.numbers import format_significant, nice_ceiling
from widgets.look.theme import current_palette, series_pen, series_style
from widgets.plots.pointed_panel import PointedPanel, decades

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


class PlotPanel(PointedPanel):
    """A title, a unit, and lines; pointing at one tells its value."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_HEIGHT, parent)
        self._data = PlotData("", "", "", ())
        self._hidden: frozenset[str] = frozenset()

    @property
    def data(self) -> PlotData:
        """What it shows."""
        return self._data

    def set_data(self, data: PlotData, hidden: frozenset[str] = frozenset()) -> None:
        """Show a panel without lines of `hidden` names."""
        self._data, self._hidden = data, hidden
        self._begin(data.title, data.unit, data.x_title)
        self._set_axes()
        for line in self.shown():
            self._draw(line)

    def shown(self) -> list[Line]:
        """The lines that are drawn."""
        return [each for each in self._data.lines if each.label not in self._hidden]

    def scene_place(self, x: float, y: float) -> QPointF:
        """Where a point stands in the scene."""
        return self._place(*self._scaled(x, y))

    def _told(self) -> Iterator[tuple[QPointF, str]]:
        for line in self.shown():
            for x, y in _known(line, self._data):
                told = f"{format_significant(y)} {self._data.unit}"
                yield self.scene_place(x, y), f"{line.label}\n{self._data.x_words(x)}: {told}"

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
        canvas.y_axis.reserve(canvas.y_axis.widest([*names, "0,000"]))

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


def _span(values: Sequence[float], log: bool, *, from_zero: bool) -> tuple[float, float]:
    """The ends of an axis that holds all values: decades, or from 0 to a round number."""
    if log:
        return decades(values)
    top_value = max(values, default=1.0)
    return (0.0 if from_zero else min(values, default=0.0)), nice_ceiling(1.05 * top_value or 1.0)


def _log(value: float, log: bool) -> float:
    return math.log10(value) if log else value


def _known(line: Line, data: PlotData) -> Iterator[tuple[float, float]]:
    """Its points that the axes can show."""
    for x, y in line.points:
        if math.isfinite(x + y) and (x > 0 or not data.x_log) and (y > 0 or not data.y_log):
            yield x, y
