"""A panel of grouped bars with error bars."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QColor, QCursor, QPen
from PySide6.QtWidgets import QHBoxLayout, QToolTip, QVBoxLayout, QWidget

from widgets.charts.bars import BarSeries, PanelData, PlacedBar, floor_of, place_bars, top_of
from widgets.charts.plot_canvas import PlotCanvas
from widgets.look.names import plain_tip
from widgets.look.numbers import format_significant
from widgets.look.theme import (
    current_palette,
    plain_variant,
    scaled_font,
    series_style,
    theme_signals,
)
from widgets.parts.cards import ElidedLabel, ToneLabel

__all__ = ["BarPanel", "BarSeries", "PanelData"]


class BarPanel(QWidget):
    """One panel of grouped bars; hovering a bar tells its value, error and unit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._data = PanelData("", "", (), ())
        self._limits: tuple[float | None, float | None] = (None, None)
        self._bars: list[PlacedBar] = []
        self._build_plot()
        self._lay_out()
        theme_signals().changed.connect(self._draw)

    def set_data(
        self,
        groups: Sequence[str],
        series: Sequence[BarSeries],
        unit: str,
        title: str,
        log: bool = False,
        max_y: float | None = None,
    ) -> None:
        """Show groups of bars; `max_y` in the unit fixes the upper end of the axis."""
        self.set_panel(PanelData(title, unit, groups, series, log), max_y=max_y)

    def set_panel(
        self, data: PanelData, max_y: float | None = None, min_y: float | None = None
    ) -> None:
        """Show a panel; `min_y` only matters to a log axis."""
        self._data = data
        self._limits = (min_y, max_y)
        self._heading.setText(data.title)
        self._unit.setText(data.unit)
        self._x_title.setText(data.x_title)
        self._x_title.setVisible(bool(data.x_title))
        self.setAccessibleName(f"{data.title}, {data.unit}")
        self._draw()

    def y_range(self) -> tuple[float, float]:
        """Lower and upper end of the axis, in the unit."""
        low, high = self._canvas.box.viewRange()[1]
        return (10**low, 10**high) if self._data.log else (low, high)

    def bars(self) -> list[PlacedBar]:
        """The bars that are drawn."""
        return list(self._bars)

    def text_at(self, x: float) -> str:
        """What hovering at a place says; empty beside the bars."""
        bar = next((bar for bar in self._bars if bar.left <= x <= bar.right), None)
        if bar is None:
            return ""
        error = "" if bar.error is None else f" ± {format_significant(bar.error)}"
        value = f"{format_significant(bar.value)}{error} {self._data.unit}"
        return f"{bar.series.label}\n{bar.group}: {value}"

    def _build_plot(self) -> None:
        self._canvas = PlotCanvas()
        self._canvas.setMinimumSize(160, 90)
        self._canvas.plot.setMouseEnabled(x=False, y=False)
        self._canvas.scene().sigMouseMoved.connect(self._on_pointer_moved)
        self._canvas.viewport().installEventFilter(self)

    def _lay_out(self) -> None:
        self._heading = ToneLabel()
        self._heading.setFont(scaled_font(bold=True))
        self._unit = ElidedLabel("", "muted")
        self._x_title = ElidedLabel("", "muted")
        self._x_title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._heading)
        head.addWidget(self._unit, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(self._canvas, 1)
        column.addWidget(self._x_title)

    def _draw(self) -> None:
        self._canvas.recolour()
        self._bars = list(place_bars(self._data))
        self._set_axes()
        self._canvas.plot.clear()
        for number, series in enumerate(self._data.series):
            self._draw_series(series, _darkening(self._data.series, number))
        self._draw_errors()

    def _set_axes(self) -> None:
        log = self._data.log
        self._canvas.y_axis.set_log(log)
        self._canvas.x_axis.setTicks([list(enumerate(self._data.groups))])
        self._canvas.box.setXRange(-0.55, len(self._data.groups) - 0.45, padding=0)
        lowest, highest = self._limits
        top = highest or top_of([self._data]) or 1.0
        self._floor = (lowest or floor_of([self._data])) if log else 0.0
        self._canvas.box.setYRange(self._scaled(self._floor), self._scaled(top), padding=0)
        names = [*self._canvas.y_axis.tickStrings([self._scaled(top)], 1, top / 5), "0,000"]
        self._canvas.y_axis.reserve(max(names, key=len))

    def _draw_series(self, series: BarSeries, darkening: int) -> None:
        bars = [bar for bar in self._bars if bar.series is series]
        if not bars:
            return
        colour = series_style(series.colour_key).colour
        fill = plain_variant(colour) if series.hollow else colour.darker(darkening)
        self._canvas.plot.addItem(
            pg.BarGraphItem(
                x0=[bar.left for bar in bars],
                x1=[bar.right for bar in bars],
                y0=[self._scaled(self._floor)] * len(bars),
                y1=[self._scaled(bar.value) for bar in bars],
                brush=fill,
                pen=_cosmetic(colour.darker(darkening), 1.5),
            )
        )

    def _draw_errors(self) -> None:
        bars = [bar for bar in self._bars if bar.error]
        if not bars:
            return
        tops = [self._scaled(bar.top) - self._scaled(bar.value) for bar in bars]
        lows = [max(self._floor or 0.0, bar.value - (bar.error or 0.0)) for bar in bars]
        pairs = zip(bars, lows, strict=True)
        item = pg.ErrorBarItem(
            x=np.array([bar.middle for bar in bars]),
            y=np.array([self._scaled(bar.value) for bar in bars]),
            top=np.array(tops),
            bottom=np.array([self._scaled(bar.value) - self._scaled(low) for bar, low in pairs]),
            beam=0.3 * (bars[0].right - bars[0].left),
            pen=_cosmetic(QColor(current_palette().text), 1.2),
        )
        self._canvas.plot.addItem(item)

    def _scaled(self, value: float) -> float:
        return math.log10(value) if self._data.log else value

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            QToolTip.hideText()
        return super().eventFilter(watched, event)

    def _on_pointer_moved(self, position: QPointF) -> None:
        x = self._canvas.x_at(position)
        text = "" if x is None else self.text_at(x)
        QToolTip.showText(QCursor.pos(), plain_tip(text), self._canvas)


def _cosmetic(colour: QColor, width: float) -> QPen:
    pen = QPen(colour, width)
    pen.setCosmetic(True)
    return pen


def _darkening(series: Sequence[BarSeries], number: int) -> int:
    """100, 135, 170 … for the first, second, third full bar of one colour."""
    this = series[number]
    if this.hollow:
        return 100
    earlier = [s for s in series[:number] if s.colour_key == this.colour_key and not s.hollow]
    return 100 + 35 * len(earlier)
