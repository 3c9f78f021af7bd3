"""A grouped bar chart: its data, the positions of its bars, and the widget that draws them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QColor, QCursor, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from widgets.charts.plot_canvas import PlotCanvas
from widgets.layout.boxes import hbox, vbox
from widgets.look.names import plain_tip
from widgets.look.numbers import format_significant, nice_ceiling
from widgets.look.theme import plain_variant, scaled_font, series_style, theme_signals
from widgets.parts.cards import ElidedLabel, ToneLabel

GROUP_WIDTH = 0.78


@dataclass(frozen=True)
class BarSeries:
    """One bar in every group; hollow bars stand for plaintext.

    `values` (in the panel's unit) has one entry a group; None is drawn as nothing.
    """

    key: str
    label: str
    colour_key: str
    hollow: bool
    values: Sequence[float | None]


@dataclass(frozen=True)
class PanelData:
    """One panel: groups along x, series side by side in each group, values in `unit`."""

    title: str
    unit: str
    groups: Sequence[str]
    series: Sequence[BarSeries]
    log: bool = False
    x_title: str = ""


@dataclass(frozen=True)
class PlacedBar:
    """One bar with its place: x from `left` to `right`, one group a whole number."""

    series: BarSeries
    group: str
    left: float
    right: float
    value: float

    @property
    def middle(self) -> float:
        """x of the bar's centre."""
        return (self.left + self.right) / 2


def place_bars(data: PanelData) -> Iterator[PlacedBar]:
    """All bars that have a value, with their places; a log panel leaves out values up to 0."""
    width = GROUP_WIDTH / max(1, len(data.series))
    for number, series in enumerate(data.series):
        for group, (name, value) in enumerate(zip(data.groups, series.values, strict=True)):
            if value is None or not math.isfinite(value) or (data.log and value <= 0):
                continue
            left = group - GROUP_WIDTH / 2 + number * width
            yield PlacedBar(series, name, left, left + width * 0.9, value)


def axis_maximum(panels: Sequence[PanelData]) -> float | None:
    """The upper end of an axis that holds all these panels; None if they have no values."""
    tops = [bar.value for data in panels for bar in place_bars(data)]
    return nice_ceiling(max(tops)) if tops else None


def log_axis_minimum(panels: Sequence[PanelData]) -> float:
    """The lower end of a log axis: the decade below the smallest value."""
    values = [bar.value for data in panels for bar in place_bars(data) if bar.value > 0]
    return 10.0 ** math.floor(math.log10(min(values)) - 1e-9) if values else 1.0


class BarPanel(QWidget):
    """One panel of grouped bars; hovering a bar tells its value and unit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._data = PanelData("", "", (), ())
        self._limits: tuple[float | None, float | None] = (None, None)
        self._bars: list[PlacedBar] = []
        self._build_plot()
        self._lay_out()
        theme_signals().changed.connect(self._draw)

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
        return list(self._bars)

    def text_at(self, x: float) -> str:
        """The tooltip of the bar at x; empty between bars."""
        bar = next((bar for bar in self._bars if bar.left <= x <= bar.right), None)
        if bar is None:
            return ""
        value = f"{format_significant(bar.value)} {self._data.unit}"
        return f"{bar.series.label}\n{bar.group}: {value}"

    def _build_plot(self) -> None:
        self._canvas = PlotCanvas()
        self._canvas.setMinimumSize(160, 90)
        self._canvas.box.setMouseEnabled(x=False, y=False)
        self._canvas.scene().sigMouseMoved.connect(self._on_pointer_moved)
        self._canvas.viewport().installEventFilter(self)

    def _lay_out(self) -> None:
        self._heading = ToneLabel()
        self._heading.setFont(scaled_font(bold=True))
        self._unit = ElidedLabel("", "muted")
        self._x_title = ElidedLabel("", "muted")
        self._x_title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        head = hbox(None, self._heading, (self._unit, 1), spacing=8)
        vbox(self, head, (self._canvas, 1), self._x_title, spacing=2)

    def _draw(self) -> None:
        self._canvas.recolour()
        self._bars = list(place_bars(self._data))
        self._set_axes()
        self._canvas.plot.clear()
        for number, series in enumerate(self._data.series):
            self._draw_series(series, _darkening(self._data.series, number))

    def _set_axes(self) -> None:
        log = self._data.log
        self._canvas.y_axis.set_log(log)
        self._canvas.x_axis.setTicks([list(enumerate(self._data.groups))])
        self._canvas.box.setXRange(-0.55, len(self._data.groups) - 0.45, padding=0)
        lowest, highest = self._limits
        top = highest or axis_maximum([self._data]) or 1.0
        self._floor = (lowest or log_axis_minimum([self._data])) if log else 0.0
        self._canvas.box.setYRange(self._scaled(self._floor), self._scaled(top), padding=0)
        names = [*self._canvas.y_axis.tickStrings([self._scaled(top)], 1, top / 5), "0,000"]
        self._canvas.y_axis.reserve(self._canvas.y_axis.widest_label(names))

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
