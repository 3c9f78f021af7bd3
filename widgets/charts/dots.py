"""Dots in order, such as the blocks of a measurement in the order of time, with their mean."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QPointF
from PySide6.QtGui import QColor, QCursor, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QToolTip, QVBoxLayout, QWidget

from widgets.charts.chart_frame import ChartFrame
from widgets.charts.legend import Legend, Mark
from widgets.charts.plot_canvas import PlotCanvas
from widgets.look.names import plain_tip, shortened
from widgets.look.theme import (
    current_palette,
    mix,
    scaled_font,
    series_style,
    theme_signals,
    tone_color,
)
from widgets.parts.cards import ToneLabel

_NEAR = 9.0
_MOST_WORDS = 4
_TWO_WIDE = 760
_HEIGHT = 210


@dataclass(frozen=True)
class Dot:
    """A value at a place in the order; a marked one stands out from the others."""

    at: float
    value: float
    tip: str = ""
    marked: bool = False


@dataclass(frozen=True)
class DotSeries:
    """Dots of one colour with their mean and the bounds of its interval; hollow ones in the
    background."""

    label: str
    colour_key: str
    dots: Sequence[Dot]
    mean: tuple[float, float, float] | None = None
    hollow: bool = False


@dataclass(frozen=True)
class DotData:
    """A panel: series over one order. `words` stand below it, each with a tone, four at most."""

    title: str
    unit: str
    x_title: str
    series: Sequence[DotSeries]
    words: Sequence[tuple[str, str]] = ()


class DotPanel(QWidget):
    """One panel; pointing at a dot tells of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._data = DotData("", "", "", ())
        self._title = ToneLabel()
        self._title.setFont(scaled_font(bold=True))
        self._unit = ToneLabel("", "muted")
        self._x_title = ToneLabel("", "muted")
        self._canvas = PlotCanvas()
        self._canvas.setFixedHeight(_HEIGHT)
        self._canvas.box.setMouseEnabled(x=False, y=False)
        self._canvas.scene().sigMouseMoved.connect(self._on_pointer_moved)
        self._canvas.viewport().installEventFilter(self)
        self._words = [ToneLabel("", "muted") for _ in range(_MOST_WORDS)]
        self._lay_out()
        theme_signals().changed.connect(self._draw)

    def set_data(self, data: DotData) -> None:
        """Show a panel."""
        self._data = data
        self._title.setText(shortened(data.title))
        self._title.setToolTip(plain_tip(data.title))
        self._unit.setText(data.unit)
        self._x_title.setText(data.x_title)
        self.setAccessibleName(f"{data.title}, {data.unit}")
        told = [*data.words, *[("", "muted")] * len(self._words)]
        for label, (text, tone) in zip(self._words, told, strict=False):
            label.setText(text)
            label.set_tone(tone)
            label.setVisible(bool(text))
        self._draw()

    @property
    def data(self) -> DotData:
        """What it shows."""
        return self._data

    def text_near(self, position: QPointF) -> str:
        """What pointing at a place of the scene says; empty beside all dots."""
        dots = [dot for series in self._data.series for dot in series.dots]
        nearest = min(dots, key=lambda dot: self._distance(dot, position), default=None)
        if nearest is None or self._distance(nearest, position) > _NEAR:
            return ""
        return nearest.tip

    def _distance(self, dot: Dot, position: QPointF) -> float:
        at = self._canvas.box.mapViewToScene(QPointF(dot.at, dot.value))
        return math.hypot(at.x() - position.x(), at.y() - position.y())

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._title)
        head.addWidget(self._unit)
        head.addStretch(1)
        head.addWidget(self._x_title)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(self._canvas, 1)
        for label in self._words:
            label.setWordWrap(True)
            column.addWidget(label)

    def _draw(self) -> None:
        canvas, data = self._canvas, self._data
        canvas.recolour()
        canvas.plot.clear()
        self._set_axes()
        palette = current_palette()
        canvas.plot.addItem(pg.InfiniteLine(0.0, 0, pen=pg.mkPen(palette.control, width=1)))
        for series in data.series:
            self._draw_series(series)

    def _set_axes(self) -> None:
        dots = [dot for series in self._data.series for dot in series.dots]
        steps = sorted({dot.at for dot in dots}) or [1.0]
        self._canvas.box.setXRange(steps[0] - 0.6, steps[-1] + 0.6, padding=0)
        every = max(1, math.ceil(len(steps) / 12))
        self._canvas.x_axis.setTicks([[(at, f"{at:.0f}") for at in steps[::every]]])
        ends = [0.0, *(dot.value for dot in dots)]
        ends += [end for series in self._data.series for end in series.mean or ()]
        room = max(0.5, 0.08 * (max(ends) - min(ends)))
        self._canvas.box.setYRange(min(ends) - room, max(ends) + room, padding=0)
        self._canvas.y_axis.reserve("−0,000")

    def _draw_series(self, series: DotSeries) -> None:
        style = series_style(series.colour_key)
        surface = QColor(current_palette().surface)
        if series.mean is not None and series.dots:
            self._draw_mean(series, style.colour)
        warning = tone_color("warning")
        inks = [warning if dot.marked else style.colour for dot in series.dots]
        fills = [surface if series.hollow else ink for ink in inks]
        self._canvas.plot.addItem(
            pg.ScatterPlotItem(
                x=[dot.at for dot in series.dots],
                y=[dot.value for dot in series.dots],
                symbol=["d" if dot.marked else "o" for dot in series.dots],
                size=[11 if dot.marked else 8 for dot in series.dots],
                pen=[pg.mkPen(ink, width=1) for ink in inks],
                brush=[pg.mkBrush(fill) for fill in fills],
                antialias=False,
            )
        )

    def _draw_mean(self, series: DotSeries, colour: QColor) -> None:
        """The mean as a line across, its interval as a pale stretch behind it."""
        assert series.mean is not None
        mean, low, high = series.mean
        ends = np.array([series.dots[0].at - 0.4, series.dots[-1].at + 0.4])
        pale = QColor(mix(current_palette().surface, colour.name(), 0.14))
        lower, upper = (pg.PlotCurveItem(ends, np.full(2, each)) for each in (low, high))
        between = pg.FillBetweenItem(lower, upper, brush=pale)
        between.setZValue(-1500)
        self._canvas.plot.addItem(between)
        line = pg.PlotCurveItem(ends, np.full(2, mean), pen=pg.mkPen(colour, width=1))
        self._canvas.plot.addItem(line)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            QToolTip.hideText()
        return super().eventFilter(watched, event)

    def _on_pointer_moved(self, position: QPointF) -> None:
        QToolTip.showText(QCursor.pos(), plain_tip(self.text_near(position)), self._canvas)


class DotGrid(ChartFrame):
    """Panels side by side under one legend, as many in a row as there is room for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._panels: list[DotPanel] = []
        self._places: dict[DotPanel, tuple[int, int]] = {}
        self._legend = Legend(self, clickable=False)
        self._grid = QGridLayout()
        self._grid.setSpacing(16)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(10)
        column.addWidget(self._legend)
        column.addLayout(self._grid)
        column.addStretch(1)

    def set_panels(self, panels: Sequence[DotData]) -> None:
        """Show panels in reading order."""
        self.setAccessibleName(", ".join(data.title for data in panels))
        self._fill_legend(panels)
        while len(self._panels) > len(panels):
            gone = self._panels.pop()
            self._grid.removeWidget(gone)
            self._places.pop(gone, None)
            gone.deleteLater()
        while len(self._panels) < len(panels):
            self._panels.append(DotPanel(self))
        for panel, data in zip(self._panels, panels, strict=True):
            panel.set_data(data)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        columns = 2 if self.width() >= _TWO_WIDE and len(self._panels) > 1 else 1
        for number, panel in enumerate(self._panels):
            place = (number // columns, number % columns)
            if self._places.get(panel) != place:
                self._grid.addWidget(panel, *place)
                self._places[panel] = place

    def panels(self) -> list[DotPanel]:
        """The panels, in reading order."""
        return list(self._panels)

    def _fill_legend(self, panels: Sequence[DotData]) -> None:
        self._legend.clear()
        known = {series.label: series for data in panels for series in data.series}
        for label, series in known.items():
            mark = Mark.HOLLOW if series.hollow else Mark.FULL
            self._legend.add(label, label, series.colour_key, mark)
