"""Curves over a few named points: a panel, and panels beside each other on one scale.

Points stand evenly, whatever they count, as sizes and key lengths double more often than they grow
by a step. A curve without a value at a point goes on at its next one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QColor, QCursor
from PySide6.QtWidgets import QGridLayout, QToolTip, QVBoxLayout, QWidget

from widgets.charts.chart_frame import ChartFrame
from widgets.charts.legend import Legend, Mark
from widgets.charts.plot_canvas import PlotCanvas
from widgets.look.names import plain_tip
from widgets.look.numbers import format_significant, nice_ceiling
from widgets.look.theme import (
    current_palette,
    scaled_font,
    series_pen,
    series_style,
    theme_signals,
)
from widgets.parts.cards import ElidedLabel, ToneLabel

_NEAR = 12.0
"""Pixels around a point within which it is pointed at."""
_LEAST_WIDTH, _PANEL_HEIGHT = 280, 240
_GAP = 16
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


class CurvePanel(QWidget):
    """A title, a unit, and curves; pointing at one tells its value."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._data = CurveData("", "", (), ())
        self._hidden: frozenset[str] = frozenset()
        self._canvas = PlotCanvas()
        self._canvas.setMinimumSize(160, 90)
        self._canvas.plot.setMouseEnabled(x=False, y=False)
        self._canvas.scene().sigMouseMoved.connect(self._on_pointer_moved)
        self._canvas.viewport().installEventFilter(self)
        self._lay_out()

    @property
    def data(self) -> CurveData:
        """What it shows."""
        return self._data

    def set_data(
        self, data: CurveData, span: tuple[float, float], hidden: frozenset[str] = frozenset()
    ) -> None:
        """Show a panel over a span of its axis, in its unit, without curves of `hidden` names."""
        self._data, self._hidden = data, hidden
        self._heading.setText(data.title)
        self._unit.setText(data.unit)
        self._x_title.setText(data.x_title)
        self.setAccessibleName(f"{data.title}, {data.unit}")
        self._canvas.recolour()
        self._canvas.plot.clear()
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

    def text_near(self, position: QPointF) -> str:
        """What pointing at a place of the scene says; empty beside all points."""
        near = [
            (self._distance(at, value, position), curve.label, at, value)
            for curve in self.shown()
            for at, value in _known(curve, self._data.log)
        ]
        if not near or min(near)[0] > _NEAR:
            return ""
        _, label, at, value = min(near)
        told = f"{format_significant(value)} {self._data.unit}"
        return f"{label}\n{self._data.points[at]}: {told}"

    def scene_place(self, at: int, value: float) -> QPointF:
        """Where a value at a point stands in the scene."""
        place: QPointF = self._canvas.box.mapViewToScene(QPointF(at, self._scaled(value)))
        return place

    def _distance(self, at: int, value: float, position: QPointF) -> float:
        place = self.scene_place(at, value)
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
        self.setFixedHeight(_PANEL_HEIGHT)

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
        canvas.y_axis.reserve(max(names, key=len))

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

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            QToolTip.hideText()
        return super().eventFilter(watched, event)

    def _on_pointer_moved(self, position: QPointF) -> None:
        QToolTip.showText(QCursor.pos(), plain_tip(self.text_near(position)), self._canvas)


class CurveGrid(ChartFrame):
    """Panels beside each other, as many as fit, on one scale where they are to share it.

    Above them each name has an entry in a legend, which hides and shows its curves in all panels.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._data: Sequence[CurveData] = ()
        self._panels: list[CurvePanel] = []
        self._hidden: frozenset[str] = frozenset()
        self._same = True
        self._columns = 1
        self._legend = Legend(self)
        self._legend.toggled.connect(self._on_toggled)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(_GAP)
        self._grid.setVerticalSpacing(12)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(10)
        column.addWidget(self._legend)
        column.addLayout(self._grid, 1)
        theme_signals().changed.connect(self._draw)

    def set_panels(self, panels: Sequence[CurveData], *, same_scale: bool = True) -> None:
        """Show panels in order."""
        self._data, self._same = panels, same_scale
        self.setAccessibleName(", ".join(data.title for data in panels))
        while len(self._panels) > len(panels):
            gone = self._panels.pop()
            self._grid.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        while len(self._panels) < len(panels):
            self._panels.append(CurvePanel(self))
        self._fill_legend()
        self._arrange()
        self._draw()

    def panels(self) -> list[CurvePanel]:
        """The panels, in order."""
        return list(self._panels)

    @property
    def legend(self) -> Legend:
        """The names above the panels."""
        return self._legend

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]
        if self._wanted_columns() != self._columns:
            self._arrange()

    def _pictured(self) -> AbstractContextManager[None]:
        """Whole, also where it has not been seen yet."""
        self.resize(self.width(), max(self.height(), self.sizeHint().height()))
        return super()._pictured()

    def _fill_legend(self) -> None:
        curves = {curve.label: curve for data in self._data for curve in data.curves}
        if self._legend.keys() == list(curves):
            return
        self._legend.clear()
        self._hidden = frozenset()
        for label, curve in curves.items():
            mark = Mark.FULL if curve.pen is Qt.PenStyle.NoPen else Mark.LINE
            self._legend.add(label, label, curve.colour_key, mark, curve.pen)

    def _on_toggled(self, label: str, on: bool) -> None:
        self._hidden = self._hidden - {label} if on else self._hidden | {label}
        self._draw()

    def _wanted_columns(self) -> int:
        room = (self.width() + _GAP) // (_LEAST_WIDTH + _GAP)
        return max(1, min(room, len(self._panels)))

    def _arrange(self) -> None:
        self._columns = self._wanted_columns()
        for panel in self._panels:
            self._grid.removeWidget(panel)
        for panel, (row, column, width) in zip(self._panels, self._places(), strict=True):
            self._grid.addWidget(panel, row, column, 1, width)
        for column in range(max(self._grid.columnCount(), self._columns)):
            self._grid.setColumnStretch(column, 1 if column < self._columns else 0)

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
    low, high = min(values, default=1.0), max(values, default=10.0)
    floor, top = math.floor(math.log10(low) + 1e-9), math.ceil(math.log10(high) - 1e-9)
    return 10.0**floor, 10.0 ** max(top, floor + 1)


def _known(curve: Curve, log: bool) -> Iterable[tuple[int, float]]:
    for at, value in enumerate(curve.values):
        if value is not None and math.isfinite(value) and (value > 0 or not log):
            yield at, value


def _filling(curve: Curve, colour: QColor) -> QColor:
    """Dashed curves have hollow points, so that points alone tell them apart."""
    full = curve.pen in (Qt.PenStyle.SolidLine, Qt.PenStyle.NoPen)
    return colour if full else QColor(current_palette().surface)
