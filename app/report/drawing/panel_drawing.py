"""Draws a chart's panels as SVG: rows of values with intervals, stacked bars and dots along
axes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from app.report.drawing.chart import Chart, MarkPlot, PlotPanel, Row, ValueMark
from app.report.drawing.medium import HoverMark, Medium, RangeZone
from app.report.drawing.svg_shapes import (
    SLACK,
    arrow,
    horizontal,
    marker,
    number,
    pixel_centre,
    rectangle,
    scaled_cost,
    text_at,
    ticks,
    times_ticks,
    truncated,
    truncated_name,
    vertical,
    width_of,
    wrapped,
)
from app.report.words.colours import NEUTRAL, mixed

_TEXT, _SMALL, _TINY = 12.0, 11.0, 9.0
_GAP, _HEAD, _HEAD_LINE, _AXIS = 24.0, 26.0, 15.0, 30.0
_ROW_STEP, _ROW_ROOM, _LEAST_ROW = 9.0, 12.0, 32.0
_PALE = 0.86
"""How near to the paper what lies behind dots is."""
_MOST_NAME, _MOST_NAMES, _SHARE = 240.0, 0.4, 0.58
"""Names of rows: room at most, and as a share of the width; share of the first of two plots."""
_THEIRS = 1.5
"""Width of the outlines of published values, which are hollow."""
_A_TICK = 52
"""Room for what stands at a place of an axis."""


def row_height(chart: Chart) -> float:
    steps = len(chart.series) * chart.lanes
    return max(_LEAST_ROW, steps * _ROW_STEP + _ROW_ROOM, chart.row_height)


def room_for_names(chart: Chart, medium: Medium, width: float) -> float:
    """How wide the names of rows are in all panels, so that these line up."""
    lines = (line for panel in chart.panels for row in panel.rows for line in _lines(row, medium))
    widest = max((width_of(line, _TEXT) for line in lines), default=0.0)
    return min(_MOST_NAME, _MOST_NAMES * width, widest) + 10


@dataclass(frozen=True)
class _Place:
    """The rectangle of a plot, and the scale of its axis."""

    left: float
    top: float
    width: float
    row: float
    plot: MarkPlot
    rows: int
    series: int
    lanes: int

    @property
    def bottom(self) -> float:
        return self.top + self.rows * self.row

    @property
    def right(self) -> float:
        return self.left + self.width

    def x(self, value: float) -> float:
        """Where a value is; at the end of the axis for one beyond it."""
        low, high, at = (
            scaled_cost(each, logarithmic=self.plot.logarithmic)
            for each in (self.plot.low, self.plot.high, value)
        )
        share = (at - low) / (high - low)
        return self.left + min(1.0, max(0.0, share)) * self.width

    def lane(self, row: int, lane: float, lanes: int) -> float:
        """Where a lane of a row is, of so many."""
        part = row + 0.5 + (lane - (lanes - 1) / 2) * 0.8 / max(1, lanes)
        return pixel_centre(self.top + part * self.row)

    def y(self, spot: ValueMark) -> float:
        """Series of a row stand below each other, each in its lanes."""
        lane = spot.series * self.lanes + spot.by
        return self.lane(spot.row, lane, self.series * self.lanes)


@dataclass(frozen=True)
class PanelFrame:
    """A panel of a chart, and where it stands; `names` is the room for those of its rows."""

    chart: Chart
    panel: PlotPanel
    medium: Medium
    left: float
    top: float
    width: float
    names: float

    @property
    def height(self) -> float:
        return self._head + len(self.panel.rows) * row_height(self.chart) + _AXIS

    @cached_property
    def head_lines(self) -> list[str]:
        """A title that is a sentence takes as many lines as it needs, the last of them with room
        for what its axis counts; a name, which may be cut, has one."""
        panel, room = self.panel, self.width - 16
        if not panel.message:
            return [panel.title]
        lines = wrapped(self.medium.words(panel.message), _TEXT, room / SLACK, bold=True)
        axis = self.medium.words(panel.plots[0].title)
        taken = width_of(lines[-1], _TEXT, bold=True) + width_of(axis, _SMALL)
        return lines if SLACK * taken + 20 <= room else [*lines, ""]

    @property
    def _head(self) -> float:
        return _HEAD + (len(self.head_lines) - 1) * _HEAD_LINE

    @cached_property
    def places(self) -> list[_Place]:
        left, room = self.left + self.names, self.width - self.names - _GAP
        plots = self.panel.plots
        widths = [share * room for share in _shares(len(plots))]
        lefts = [left + sum(widths[:at]) + at * _GAP for at in range(len(widths))]
        counts = len(self.panel.rows), len(self.chart.series), self.chart.lanes
        row = row_height(self.chart)
        return [
            _Place(x, self.top + self._head, width, row, plot, *counts)
            for x, width, plot in zip(lefts, widths, plots, strict=True)
        ]

    def shapes(self) -> Iterator[str]:
        yield from self._title()
        for at, row in enumerate(self.panel.rows):
            place = self.places[0]
            yield from self._row_name(row, place.top + (at + 0.5) * place.row)
        for place in self.places:
            yield from _axis(place, self.medium)
            yield from _bars(place, [each.colour for each in self.chart.parts], self.medium)
            yield from _stretches(place, self.panel.colour, self.medium)
            yield from _dots(place, self.panel.colour, self.medium)
            yield from _spots(place, self._inks, self.medium)

    @property
    def _inks(self) -> Sequence[str]:
        """The keys of ours, and of others."""
        return (self.panel.colour, *(other.colour for other in self.chart.others))

    def hover_marks(self) -> Iterator[HoverMark]:
        """Its spots, row by row, or bars that have something to say."""
        for place in self.places:
            for bar in place.plot.bars:
                if bar.message:
                    y = place.top + (bar.row + 0.41) * place.row
                    yield HoverMark(place.x(bar.end), y, partial(self.medium.words, bar.message))
        found = [(spot, place) for place in self.places for spot in place.plot.spots]
        for spot, place in sorted(found, key=lambda each: each[0].row):
            yield HoverMark(place.x(spot.value), place.y(spot), partial(self._spot_text, spot))

    def zones(self) -> Iterable[RangeZone]:
        """Rows are compared along the whole axis."""
        return ()

    def _spot_text(self, spot: ValueMark) -> str:
        row, words = self.panel.rows[spot.row], self.medium.words
        name = f"{row.name} ({_marks(row, self.medium)})" if row.marks else row.name
        whose = [self.chart.others[spot.by - 1].name] if spot.by else []
        series = [words(self.chart.series[spot.series])] if len(self.chart.series) > 1 else []
        first = " · ".join((*whose, *filter(None, [row.where]), name, *series))
        return "\n".join(filter(None, (first, words(spot.message), words(self.panel.message))))

    def _title(self) -> Iterator[str]:
        base, x, words = self.top + 14, self.left + 16, self.medium.words
        ink, muted = self.medium.inks.ink, self.medium.inks.muted
        yield rectangle(self.left, base - 10, 10, 10, self.medium.colour(self.panel.colour))
        first, *others = self.places
        *above, title = self.head_lines
        for line in above:
            yield text_at(x, base, line, _TEXT, bold=True, ink=ink)
            base += _HEAD_LINE
        axis = words(first.plot.title)
        if not self.panel.message:
            taken = 0 if others else first.width - SLACK * width_of(axis, _SMALL) - 40
            title = truncated_name(title, _TEXT, (220 + taken) / SLACK, bold=True)
        after = max(first.left, self.left + 20 + SLACK * width_of(title, _TEXT, bold=True))
        if title:
            yield text_at(x, base, title, _TEXT, bold=True, ink=ink)
        end = others[0].left - 8 if others else self.left + self.width
        yield text_at(after, base, truncated(axis, _SMALL, end - after), _SMALL, ink=muted)
        for each in others:
            plot_title = truncated(words(each.plot.title), _SMALL, each.width)
            yield text_at(each.left, base, plot_title, _SMALL, ink=muted)

    def _row_name(self, row: Row, middle: float) -> Iterator[str]:
        lines, right = _lines(row, self.medium), self.left + self.names - 10
        for at, line in enumerate(lines):
            base = middle + 4 + (at - (len(lines) - 1) / 2) * 13
            name, size = truncated_name(line, _TEXT, self.names - 10), _SMALL if at else _TEXT
            ink = self.medium.inks.muted if at else self.medium.inks.ink
            yield text_at(right, base, name, size, ink=ink, anchor="end")


def _lines(row: Row, medium: Medium) -> list[str]:
    weak = _marks(row, medium)
    if row.where:
        return [f"{row.name} ({weak})" if weak else row.name, row.where]
    return [row.name, *([weak] if weak else [])]


def _marks(row: Row, medium: Medium) -> str:
    return ", ".join(map(medium.words, row.marks))


def _shares(plots: int) -> Sequence[float]:
    return (_SHARE, 1 - _SHARE) if plots == 2 else [1 / plots] * plots


def _axis(place: _Place, medium: Medium) -> Iterator[str]:
    most = max(2, int(place.width // _A_TICK))
    if place.plot.in_integers:
        most = min(most, max(1, round(place.plot.high - place.plot.low)))
    ends = place.plot.low, place.plot.high
    if place.plot.logarithmic:
        places = list(times_ticks(place.plot.high, most, medium.digits))
    else:
        places = ticks(*ends, most, medium.digits)
    for value, label in places:
        x = place.x(value)
        yield vertical(x, place.top, place.bottom, medium.inks.grid)
        base, muted = place.bottom + 15, medium.inks.muted
        yield text_at(x, base, label, _SMALL, ink=muted, anchor="middle")
    yield horizontal(place.left, place.right, place.bottom, medium.inks.muted)


def _zero(place: _Place, medium: Medium) -> Iterator[str]:
    if place.plot.zero:
        yield vertical(place.x(0), place.top, place.bottom, medium.inks.muted)


def _bars(place: _Place, colours: Sequence[str], medium: Medium) -> Iterator[str]:
    """Stacks fill the upper two thirds of a row; thin bars stand below them."""
    if place.plot.bars:
        yield from _zero(place, medium)
    for bar in place.plot.bars:
        left, right = sorted((place.x(bar.start), place.x(bar.end)))
        share, height = (0.72, 0.12) if bar.thin else (0.16, 0.5)
        y = place.top + (bar.row + share) * place.row
        yield rectangle(left, y, right - left, height * place.row, medium.colour(colours[bar.part]))


def _stretches(place: _Place, colour: str, medium: Medium) -> Iterator[str]:
    """The interval pale behind the dots, the mean across it."""
    inks, own = medium.inks, medium.colour(colour)
    for each in place.plot.stretches:
        left, right, mean = place.x(each.low), place.x(each.high), place.x(each.mean)
        top = place.top + (each.row + 0.06) * place.row
        pale = inks.faint if each.faint else mixed(own, inks.paper, _PALE)
        yield rectangle(left, top, max(1.0, right - left), 0.88 * place.row, pale)
        line = inks.muted if each.faint else own
        yield vertical(mean, top, top + 0.88 * place.row, line)
        yield from _cut(place, (each.low, each.high), top + 0.44 * place.row, line, medium)
    if place.plot.stretches:
        yield from _zero(place, medium)


def _dots(place: _Place, colour: str, medium: Medium) -> Iterator[str]:
    inks, own = medium.inks, medium.colour(colour)
    for dot in place.plot.dots:
        x, y = place.x(dot.value), place.lane(dot.row, dot.lane, dot.lanes)
        if dot.partner is not None:
            other = place.x(dot.partner)
            yield horizontal(other, x, y, mixed(own, inks.paper, 0.5))
            yield _circle(other, y, inks.muted, inks.paper)
        yield _circle(x, y, own, own)


def _circle(x: float, y: float, ink: str, fill: str) -> str:
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="2.6" fill="{fill}" stroke="{ink}"/>'


def _spots(place: _Place, keys: Sequence[str], medium: Medium) -> Iterator[str]:
    """Bands behind everything, then 0, intervals, and the values on top; `keys` are that of ours,
    and those of others."""
    height = 0.8 / max(1, place.series * place.lanes) * place.row
    yield from _bands(place, height, medium)
    yield from _zero(place, medium)
    inked = [
        (spot, medium.colour(NEUTRAL if spot.faint else spot.colour or keys[spot.by]))
        for spot in place.plot.spots
    ]
    for spot, ink in inked:
        yield from _interval(place, spot, ink, medium)
    for spot, ink in inked:
        if spot.by and not place.plot.low <= spot.value <= place.plot.high:
            yield from _cut(place, (spot.value, spot.value), place.y(spot), ink, medium)
            continue
        fill = medium.inks.paper if spot.hollow or spot.by else ink
        width = _THEIRS if spot.by else 1
        yield marker(spot.series, place.x(spot.value), place.y(spot), ink, fill, width)


def _bands(place: _Place, height: float, medium: Medium) -> Iterator[str]:
    for spot in place.plot.spots:
        if spot.band is not None:
            left, right = place.x(-spot.band), place.x(spot.band)
            top = math.floor(place.y(spot) - height / 2)
            yield rectangle(left, top, right - left, math.ceil(height), medium.inks.faint)


def _interval(place: _Place, spot: ValueMark, ink: str, medium: Medium) -> Iterator[str]:
    if spot.low is None or spot.high is None:
        return
    y = place.y(spot)
    yield horizontal(place.x(spot.low), place.x(spot.high), y, ink)
    yield from _cut(place, (spot.low, spot.high), y, ink, medium)


def _cut(
    place: _Place, ends: tuple[float, float], y: float, ink: str, medium: Medium
) -> Iterator[str]:
    """Arrows where something goes beyond the axis, each with the value that is out there."""
    low, high = ends
    if low < place.plot.low:
        yield arrow(place.left, y, -1, ink)
        yield _cut_value(place.left + 8, y, low, "start", medium)
    if high > place.plot.high:
        yield arrow(place.right, y, 1, ink)
        yield _cut_value(place.right - 8, y, high, "end", medium)


def _cut_value(x: float, y: float, value: float, anchor: str, medium: Medium) -> str:
    digits = medium.digits(value, 0 if abs(value) >= 10 else 1).replace("-", "−")
    return text_at(x, y - 2, digits, _TINY, ink=medium.inks.muted, anchor=anchor)
