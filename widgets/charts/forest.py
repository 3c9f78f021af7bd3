"""Estimates with intervals in rows: a panel of two plots, and panels below each other on one scale.

The left plot shows costs in percent around 0, the right one what they are costs of, in its unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from widgets.charts.chart_frame import ChartFrame
from widgets.charts.forest_plot import ForestPlot, Spot, lane_count
from widgets.charts.number_axis import NumberAxis
from widgets.fields.toggle_chip import ToggleChip
from widgets.layout.flow_layout import FlowLayout
from widgets.look.names import plain_tip, shortened, shortened_lines
from widgets.look.numbers import nice_ceiling
from widgets.look.theme import (
    scaled_font,
    series_style,
    theme_signals,
)
from widgets.parts.cards import ToneLabel
from widgets.parts.hollow_mark import MarkedName

SIGNS = ("●", "■", "▲", "◆", "★", "⬟", "⬢", "▼")
"""The markers of SYMBOLS as characters, for words beside them."""

_ROW_STEP, _ROW_ROOM = 9, 12
_LEAST_ROW = 32
"""Pixels: two lines of a name."""
_AXIS_ROOM = 30


@dataclass(frozen=True)
class ForestData:
    """A panel: named rows, costs in percent, values in `unit`; without a unit costs alone.

    A title may be a `sentence`: then that stands above, whole, in place of title and mark.
    """

    title: str
    colour_key: str
    rows: Sequence[str]
    costs: Sequence[Spot]
    values: Sequence[Spot]
    cost_title: str
    unit: str
    sentence: str = ""


class ForestPanel(QWidget):
    """A title, and below it costs at the left and values at the right, in the same rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._data = ForestData("", "", (), (), (), "", "")
        self._mark = _Mark(self)
        self._title = ToneLabel()
        self._title.setFont(scaled_font(bold=True))
        self._sentence = ToneLabel()
        self._sentence.setFont(scaled_font(bold=True))
        self._sentence.setWordWrap(True)
        self._cost_title = ToneLabel("", "muted")
        self._unit = ToneLabel("", "muted")
        self.costs, self.values = ForestPlot(), ForestPlot()
        self._lay_out()

    def set_data(
        self,
        data: ForestData,
        shown: Sequence[int],
        cost_span: tuple[float, float],
        value_span: tuple[float, float],
        widest: str,
    ) -> None:
        """Show a panel, with the spans of its two axes and room for the `widest` name."""
        self._data = data
        self._mark.set_key(data.colour_key)
        self._title.setText(shortened(data.title))
        self._title.setToolTip(plain_tip(data.title))
        self._sentence.setText(data.sentence)
        self._sentence.setVisible(bool(data.sentence))
        for part in (self._mark, self._title):
            part.setVisible(not data.sentence)
        for part in (self._unit, self.values):
            part.setVisible(bool(data.unit))
        self._cost_title.setText(data.cost_title)
        self._unit.setText(data.unit)
        self.setAccessibleName(f"{data.title}, {data.cost_title}, {data.unit}")
        blank = [""] * len(data.rows)
        key = data.colour_key
        self.costs.set_spots(data.costs, data.rows, shown, key, cost_span, zero=True)
        own = [spot for spot in data.values if not spot.look or spot.value <= value_span[1]]
        self.values.set_spots(own, blank, shown, key, value_span)
        self.costs.y_axis.reserve(widest)
        self.values.y_axis.reserve("")
        lanes = lane_count((*data.costs, *data.values))
        row = max(_LEAST_ROW, len(shown) * lanes * _ROW_STEP + _ROW_ROOM)
        for plot in (self.costs, self.values):
            plot.setFixedHeight(max(1, len(data.rows)) * row + _AXIS_ROOM)

    @property
    def data(self) -> ForestData:
        """What it shows."""
        return self._data

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(self._mark)
        head.addWidget(self._title)
        head.addWidget(self._cost_title, 1)
        titles = QHBoxLayout()
        titles.setSpacing(4)
        titles.addLayout(head, 3)
        titles.addWidget(self._unit, 2)
        plots = QHBoxLayout()
        plots.setSpacing(4)
        plots.addWidget(self.costs, 3)
        plots.addWidget(self.values, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self._sentence)
        column.addLayout(titles)
        column.addLayout(plots)


class _Mark(QWidget):
    """A box in the colour of a series."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._key = ""
        self.setFixedSize(QSize(10, 10))

    def set_key(self, key: str) -> None:
        self._key = key
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), series_style(self._key).colour)


class ForestGrid(ChartFrame):
    """Panels below each other: costs on one scale, values on one each unless they are to share.

    Above them each series has a chip with its marker, which hides and shows it.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._data: Sequence[ForestData] = ()
        self._same = False
        self._panels: list[ForestPanel] = []
        self._chips: list[ToggleChip] = []
        self._others: list[MarkedName] = []
        self._legend = FlowLayout(gap=6, line_gap=4)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 8, 12, 8)
        self._column.setSpacing(10)
        self._column.addLayout(self._legend)
        theme_signals().changed.connect(self._draw)

    def set_panels(
        self,
        panels: Sequence[ForestData],
        series: Sequence[str],
        same_scale: bool = False,
        others: Sequence[tuple[str, str]] = (),
    ) -> None:
        """Show panels in order; `series` are the names of what their spots belong to, `others`
        are looks of spots with the names of who else measured them."""
        self._data, self._same = panels, same_scale
        self.setAccessibleName(", ".join(data.title for data in panels))
        self._fill_legend([f"{SIGNS[at % len(SIGNS)]} {name}" for at, name in enumerate(series)])
        self._name_others(others)
        while len(self._panels) > len(panels):
            gone = self._panels.pop()
            self._column.removeWidget(gone)
            gone.deleteLater()
        while len(self._panels) < len(panels):
            self._panels.append(ForestPanel(self))
            self._column.addWidget(self._panels[-1])
        self._draw()

    def _pictured(self) -> AbstractContextManager[None]:
        """Whole, also where it has not been seen yet."""
        self._column.activate()
        self.resize(self.width(), max(self.height(), self.sizeHint().height()))
        return super()._pictured()

    def panels(self) -> list[ForestPanel]:
        """The panels, from the top."""
        return list(self._panels)

    def chips(self) -> list[ToggleChip]:
        """The chip of each series."""
        return list(self._chips)

    def _fill_legend(self, words: Sequence[str]) -> None:
        if [chip.text() for chip in self._chips] == list(words):
            return
        for chip in self._chips:
            self._legend.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._chips = [ToggleChip(word, self) for word in words]
        for chip in self._chips:
            chip.setChecked(True)
            chip.toggled.connect(self._draw)
            self._legend.addWidget(chip)

    def others(self) -> list[str]:
        """Who else has measured what is shown."""
        return [each.text() for each in self._others]

    def _name_others(self, others: Sequence[tuple[str, str]]) -> None:
        for gone in self._others:
            self._legend.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        self._others = [MarkedName(look, name, self) for look, name in others]
        for each in self._others:
            self._legend.addWidget(each)

    def _draw(self) -> None:
        shown = [at for at, chip in enumerate(self._chips) if chip.isChecked()]

        def seen(spots: Iterable[Spot]) -> list[Spot]:
            return [spot for spot in spots if spot.series in shown]

        costs = cost_span(spot for data in self._data for spot in seen(data.costs))
        common = value_span(spot for data in self._data for spot in seen(data.values))
        names = [shortened_lines(name) for data in self._data for name in data.rows]
        lines = (line for name in names for line in name.split("\n"))
        widest = NumberAxis.widest(lines)  # so that all panels line up
        for panel, data in zip(self._panels, self._data, strict=True):
            own = common if self._same else value_span(seen(data.values))
            panel.set_data(data, shown, costs, own, widest)


def cost_span(spots: Iterable[Spot]) -> tuple[float, float]:
    """An axis that holds 0, all values and the intervals that are proved; of others only what does
    not leave ours without room."""
    known = list(spots)
    ends = [-2.0, 10.0, *(each for spot in known if not spot.look for each in _reach(spot))]
    theirs = (each for spot in known if spot.look for each in _reach(spot))
    ends += [each for each in list(theirs) if _fits(each, ends, _WIDER_COSTS)]
    room = 0.04 * (max(ends) - min(ends))
    return min(ends) - room, max(ends) + room


def _fits(value: float, ends: Sequence[float], wider: float) -> bool:
    """Whether an axis could hold a value as well and still be read."""
    room = wider * (max(ends) - min(ends))
    return min(ends) - room <= value <= max(ends) + room


_WIDER_COSTS, _WIDER_VALUES = 3.0, 1.5
"""Axes grow by so many times themselves at most for what others found; an arrow tells of costs
beyond that."""


def value_span(spots: Iterable[Spot]) -> tuple[float, float]:
    """An axis from 0 that holds all values and their intervals; of others what does not leave ours
    without room: what others took on another machine is not drawn beyond it."""
    known = [(bool(spot.look), max(spot.value, spot.high or 0.0)) for spot in spots]
    ours = [top for other, top in known if not other]
    theirs = [
        top
        for other, top in known
        if other and (not ours or _fits(top, (0.0, *ours), _WIDER_VALUES))
    ]
    return 0.0, nice_ceiling(max((*ours, *theirs), default=1.0))


def _reach(spot: Spot) -> list[float]:
    """Its value, and the interval that is proved."""
    bounds = () if spot.faint else (spot.low, spot.high)
    return [spot.value, *(each for each in bounds if each is not None)]
