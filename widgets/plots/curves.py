"""Curves over a few named points: a panel, and panels beside each other on one scale.

Points stand evenly, whatever they count, as sizes and key lengths double more often than they grow
by a step. A curve without a value at a point goes on at its next one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from widgets.charts.legend import Mark
from widgets.look.numbers import format_significant, nice_ceiling
from widgets.look.theme import current_palette, series_pen, series_style
from widgets.plots.panel_grid import Entry, PanelGrid
from widgets.plots.pointed_panel import PointedPanel, decades

_PANEL_HEIGHT = 240
_LOG_ROOM = 0.03
"""Share of a logarithmic axis beyond its ends, so that a point there is whole."""


@dataclass(frozen=True)
class Curve:
    """A named line with one value a point, in the panel's unit; None where there is none."""

    label: str
    colour_key: str
    values: Sequence[float | None]
    pen: Qt.PenStyle = Qt.PenStyle.SolidLine
    symbol: str = "o"
    hollow: bool = False


@dataclass(frozen=True)
class CurveData:
    """A panel: the names of its points, and curves over them in `unit`. A wide one has long names,
    and stands in a line of its own."""

    title: str
    unit: str
    points: Sequence[str]
    curves: Sequence[Curve]
    x_title: str = ""
    log: bool = False
    wide: bool = False


class CurvePanel(PointedPanel):
    """A title, a unit, and curves; pointing at one tells its value."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_PANEL_HEIGHT, parent)
        self._data = CurveData("", "", (), ())
        self._hidden: frozenset[str] = frozenset()

    @property
    def data(self) -> CurveData:
        """What it shows."""
        return self._data

    def set_data(
        self, data: CurveData, span: tuple[float, float], hidden: frozenset[str] = frozenset()
    ) -> None:
        """Show a panel over a span of its axis, in its unit, without curves of `hidden` names."""
        self._data, self._hidden = data, hidden
        self._begin(data.title, data.unit, data.x_title)
        self._set_axes(span)
        for curve in self.shown():
            self._draw(curve)

    def shown(self) -> list[Curve]:
        """The curves that are drawn."""
        return [each for each in self._data.curves if each.label not in self._hidden]

    def y_range(self) -> tuple[float, float]:
        """Lower and upper end of the axis, in the unit."""
        low, high = self._canvas.box.viewRange()[1]
        return (10**low, 10**high) if self._data.log else (low, high)

    def scene_place(self, at: int, value: float) -> QPointF:
        """Where a value at a point stands in the scene."""
        return self._place(at, self._scaled(value))

    def _told(self) -> Iterator[tuple[QPointF, str]]:
        for curve in self.shown():
            for at, value in _known(curve, self._data.log):
                told = f"{format_significant(value)} {self._data.unit}"
                text = f"{curve.label}\n{self._data.points[at]}: {told}"
                yield self.scene_place(at, value), text

    def _set_axes(self, span: tuple[float, float]) -> None:
        canvas = self._canvas
        canvas.y_axis.set_log(self._data.log)
        canvas.x_axis.setTicks([list(enumerate(self._data.points))])
        canvas.box.setXRange(-0.35, len(self._data.points) - 0.65, padding=0)
        low, high = (self._scaled(each) for each in span)
        canvas.box.setYRange(low, high, padding=_LOG_ROOM if self._data.log else 0)
        canvas.x_axis.reserve(max(self._data.points, key=lambda name: name.count("\n"), default=""))
        step = span[1] / 5
        names = [*canvas.y_axis.tickStrings([high], 1, step), "0,000"]
        canvas.y_axis.reserve(canvas.y_axis.widest(names))

    def _draw(self, curve: Curve) -> None:
        known = list(_known(curve, self._data.log))
        if not known:
            return
        colour = series_style(curve.colour_key).colour
        self._canvas.plot.addItem(
            pg.PlotDataItem(
                x=[at for at, _ in known],
                y=[self._scaled(value) for _, value in known],
                pen=series_pen(colour, curve.pen),
                symbol=curve.symbol,
                symbolSize=7,
                symbolPen=pg.mkPen(colour, width=1),
                symbolBrush=pg.mkBrush(_filling(curve, colour)),
                antialias=False,
            )
        )

    def _scaled(self, value: float) -> float:
        return math.log10(value) if self._data.log else value


class CurveGrid(PanelGrid[CurveData, CurvePanel]):
    """Panels of curves, on one scale where they are to share it."""

    least_width = 280
    _same = True

    def set_panels(self, panels: Sequence[CurveData], *, same_scale: bool = True) -> None:
        """Show panels in order."""
        self._same = same_scale
        self._show_panels(panels, [data.title for data in panels])

    def _new_panel(self) -> CurvePanel:
        return CurvePanel(self)

    def _entries(self, data: CurveData) -> Iterator[Entry]:
        for curve in data.curves:
            mark = Mark.LINE
            if curve.pen is Qt.PenStyle.NoPen:
                mark = Mark.HOLLOW if curve.hollow else Mark.FULL
            symbol = curve.symbol if curve.hollow else ""
            yield Entry(curve.label, curve.colour_key, mark, curve.pen, symbol)

    def _places(self) -> Iterator[tuple[int, int, int]]:
        """Row, column and how many columns, of each panel."""
        place = 0
        for data in self._data:
            if data.wide:
                place = -(-place // self._columns) * self._columns
            yield place // self._columns, place % self._columns, self._columns if data.wide else 1
            place += self._columns if data.wide else 1

    def _draw(self) -> None:
        for panel, data in zip(self._panels, self._data, strict=True):
            panel.set_data(data, span_of(self._data if self._same else [data]), self._hidden)


def span_of(panels: Iterable[CurveData]) -> tuple[float, float]:
    """The axis that holds all curves of some panels: from 0, or from decade to decade."""
    alike = list(panels)
    log = any(data.log for data in alike)
    values = [
        value for data in alike for curve in data.curves for _, value in _known(curve, data.log)
    ]
    if not log:
        return 0.0, nice_ceiling(max(values, default=1.0))
    return decades(values)


def _known(curve: Curve, log: bool) -> Iterable[tuple[int, float]]:
    for at, value in enumerate(curve.values):
        if value is not None and math.isfinite(value) and (value > 0 or not log):
            yield at, value


def _filling(curve: Curve, colour: QColor) -> QColor:
    """Dashed curves have hollow points, so that points alone tell them apart."""
    full = curve.pen in (Qt.PenStyle.SolidLine, Qt.PenStyle.NoPen)
    return colour if full and not curve.hollow else QColor(current_palette().surface)
