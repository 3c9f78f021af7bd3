"""Graphs of lines over two axes, beside each other where there is room."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise

from app.report.drawing.chart import Axis, Chart, ChartLine, Graph, LineStyle, Stroke
from app.report.drawing.marks import (
    SLACK,
    across,
    box,
    fitting,
    marker,
    number,
    text_at,
    ticks,
    upright,
    width_of,
    wrapped,
)
from app.report.drawing.medium import HoverMark, Medium, RangeZone
from app.report.words.series import mixed
from engines.contract.message import phrase, significant

_TEXT, _SMALL = 12.0, 11.0
_GAP, _HEAD, _TICKS, _AXIS_NAME, _WORDS, _FOOT = 28.0, 24.0, 18.0, 15.0, 14.0, 14.0
_LEAST_WIDTH, _LEAST_PLOT, _MOST_PLOT, _HIGH, _STEP = 320.0, 160.0, 240.0, 0.385, 40.0
"""Of a graph; how high its plot is, as a share of the width, and in which steps."""
_LABELS, _UPWARDS, _CLOSE = 46.0, 32.0, 13.0
"""The least room for what stands at the places of the axis upwards; for one of them; for one of
many."""
_DASHES = {"dash": "7 4", "dot": "2 3", "dash-dot": "8 3 2 3"}
_SHAPES = {"o": 0, "s": 1, "t": 2, "t1": 2, "d": 3}
"""Which shape of `marks.py` a marker is."""
_FEW = 5
"""As many places as an axis is divided into have three round ones at least."""
_PALE = 0.86
_CROWDED = 60
"""Points from which on a part of a graph shows more than the whole."""


def graph_rows(graphs: Sequence[Graph], room: float) -> list[tuple[Graph, ...]]:
    """Those that stand beside each other, as many in each row; a wide one is alone."""
    most = _columns(sum(not each.wide for each in graphs), room)
    rows: list[tuple[Graph, ...]] = []
    for graph in graphs:
        if graph.wide or not rows or len(rows[-1]) == most or rows[-1][0].wide:
            rows.append((graph,))
        else:
            rows[-1] = (*rows[-1], graph)
    return rows


def _columns(graphs: int, room: float) -> int:
    most = max(1, int((room + _GAP) // (_LEAST_WIDTH + _GAP)))
    lines = max(1, math.ceil(graphs / most))
    return max(1, math.ceil(graphs / lines))


def placed(
    row: Sequence[Graph], chart: Chart, medium: Medium, left: float, top: float, room: float
) -> list[GraphFrame]:
    count = 1 if row[0].wide else _columns(sum(not each.wide for each in chart.graphs), room)
    width = (room - (count - 1) * _GAP) / count
    first = chart.graphs.index(row[0])
    return [
        GraphFrame(first + at, graph, chart.looks, medium, left + at * (width + _GAP), top, width)
        for at, graph in enumerate(row)
    ]


def look_sample(look: LineStyle, medium: Medium, x: float, y: float) -> Iterator[str]:
    """A piece of a line as it looks, 22 units long, for a legend."""
    ink = medium.colour(look.colour)
    if look.stroke != "none":
        yield _path(((x, y), (x + 22, y)), ink, look.stroke)
    if look.marker:
        fill = medium.inks.paper if look.hollow else ink
        yield marker(_SHAPES[look.marker], x + 11, y, ink, fill)


@dataclass(frozen=True)
class GraphFrame:
    number: int
    graph: Graph
    looks: Sequence[LineStyle]
    medium: Medium
    at: float
    top: float
    whole: float

    @property
    def height(self) -> float:
        return _HEAD + self._plot + self._below + _WORDS * len(self._words) + _FOOT

    def shapes(self) -> Iterator[str]:
        yield from self._title()
        for line in self.graph.lines:
            yield from self._mean(line)
        yield from self._upwards()
        yield from self._blocks()
        yield from self._across()
        for line in self.graph.lines:
            yield from self._line(line)
        yield from self._uprights()
        first = self._lower + self._below + 12
        for at, (text, ink) in enumerate(self._words):
            yield text_at(self.at, first + at * _WORDS, text, _SMALL, ink=ink)

    def pointed(self) -> Iterator[HoverMark]:
        """Its blocks, and the points of its lines."""
        for block in self.graph.blocks:
            x = self._x((block.left + block.right) / 2)
            yield HoverMark(x, self._y(block.height), partial(self.medium.words, block.message))
        for line in self.graph.lines:
            for at, (x, y) in enumerate(line.points):
                if self._sees(x):
                    yield HoverMark(self._x(x), self._y(y), partial(self._point_text, line, at))

    def zones(self) -> Iterator[RangeZone]:
        """The plot, where it has so many points that a part of it shows more."""
        if sum(len(line.points) for line in self.graph.lines) >= _CROWDED:
            right = self._left + self._width
            yield RangeZone(self.number, self._left, self.top, right, self._lower, self._value_at)

    def _value_at(self, x: float) -> float:
        axis, share = self.graph.x, min(1.0, max(0.0, (x - self._left) / self._width))
        if axis.log:
            return float(axis.low * (axis.high / axis.low) ** share)
        return axis.low + share * (axis.high - axis.low)

    def _sees(self, x: float) -> bool:
        """Whether its axis across holds a value, which it may not hold in part."""
        room = 1e-9 * (self.graph.x.high - self.graph.x.low)
        return self.graph.x.low - room <= x <= self.graph.x.high + room

    def _point_text(self, line: ChartLine, at: int) -> str:
        words, (x, y) = self.medium.words, line.points[at]
        far = words(self.graph.far) if at in line.marked else ""
        axes = (self.graph.x, x), (self.graph.y, y)
        values = ": ".join(_value_text(axis, value, self.medium) for axis, value in axes)
        return "\n".join(filter(None, (words(self.looks[line.look].name), values, far)))

    @property
    def _plot(self) -> float:
        """In steps: what stands below moves seldom while a window is made wider."""
        if self.graph.height:
            return self.graph.height
        steps = math.floor(_HIGH * self.whole / _STEP)
        return min(_MOST_PLOT, max(_LEAST_PLOT, steps * _STEP))

    @cached_property
    def _below(self) -> float:
        """Room for the names of places, in as many lines as they have, and for that of the axis."""
        places = self.graph.x.places
        lines = max((str(name).count("\n") + 1 for _, name in places), default=1)
        return _TICKS + (lines - 1) * 13 + (_AXIS_NAME if self.graph.x.title else 0)

    @cached_property
    def _words(self) -> list[tuple[str, str]]:
        """Lines and their colours."""
        inks = self.medium.inks
        return [
            (line, inks.warning if heeded else inks.muted)
            for message, heeded in self.graph.words
            for line in wrapped(self.medium.words(message), _SMALL, self.whole / SLACK)
        ]

    @cached_property
    def _levels(self) -> list[tuple[float, str]]:
        return levels(self.graph.y, self._plot, self.medium)

    @cached_property
    def _labels(self) -> float:
        """Room for what stands at the places of the axis upwards."""
        widths = (width_of(label, _SMALL) for _, label in self._levels)
        return max(_LABELS, max(widths, default=0.0) + 10)

    @property
    def _left(self) -> float:
        return self.at + self._labels

    @property
    def _width(self) -> float:
        return self.whole - self._labels - 6

    @property
    def _lower(self) -> float:
        return self.top + _HEAD + self._plot

    def _x(self, value: float) -> float:
        return self._left + min(1.0, max(0.0, _share(self.graph.x, value))) * self._width

    def _anywhere(self, value: float) -> float:
        """The same of one beyond the axis as well."""
        return self._left + _share(self.graph.x, value) * self._width

    def _y(self, value: float) -> float:
        return self._lower - min(1.0, max(0.0, _share(self.graph.y, value))) * self._plot

    def _title(self) -> Iterator[str]:
        words, inks = self.medium.words, self.medium.inks
        title = fitting(words(self.graph.title), _TEXT, self.whole * 0.66, bold=True)
        base = self.top + 12
        yield text_at(self.at, base, title, _TEXT, bold=True, ink=inks.ink)
        taken = SLACK * width_of(title, _TEXT, bold=True) + 6
        unit = fitting(words(self.graph.y.title), _SMALL, self.whole - taken)
        yield text_at(self.at + taken, base, unit, _SMALL, ink=inks.muted)

    def _upwards(self) -> Iterator[str]:
        axis, inks = self.graph.y, self.medium.inks
        for value, label in self._levels:
            y = self._y(value)
            ink = inks.muted if value == 0 and not axis.log else inks.grid
            yield across(self._left, self._left + self._width, y, ink)
            yield text_at(self._left - 6, y + 4, label, _SMALL, ink=inks.muted, anchor="end")

    def _across(self) -> Iterator[str]:
        axis, below, muted = self.graph.x, self._lower, self.medium.inks.muted
        yield across(self._left, self._left + self._width, below, muted)
        free = self._left - 30
        for value, label in _places(axis, int(self._width // 60), self.medium):
            x, lines = self._x(value), label.split("\n")
            half = max(width_of(each, _SMALL) for each in lines) / 2
            if x - half < free:
                continue
            free = x + half + 4
            yield upright(x, below, below + 4, muted)
            for at, line in enumerate(lines):
                yield text_at(x, below + 16 + at * 13, line, _SMALL, ink=muted, anchor="middle")
        if axis.title:
            title = fitting(self.medium.words(axis.title), _SMALL, self.whole)
            right, base = self._left + self._width, below + self._below - 2
            yield text_at(right, base, title, _SMALL, ink=muted, anchor="end")

    def _blocks(self) -> Iterator[str]:
        """A unit of the drawing stays free between two of them."""
        for block in self.graph.blocks:
            left, right, top = self._x(block.left), self._x(block.right), self._y(block.height)
            ink = self.medium.colour(block.colour)
            if block.height > 0:
                yield box(left + 0.5, top, right - left - 1, self._lower - top, ink)

    def _uprights(self) -> Iterator[str]:
        """On a strip of the paper's colour each, so that they are seen before blocks, too."""
        for each in self.graph.uprights:
            x, top = self._x(each.x), self.top + _HEAD
            ink, paper = self.medium.colour(each.colour), self.medium.inks.paper
            yield box(x - 2, top, 4, self._plot, paper)
            yield _path(((x, top), (x, self._lower)), ink, "dash", width=2)
            words = self.medium.words(each.message) if each.message else ""
            right = x + 6 + SLACK * width_of(words, _SMALL) > self._left + self._width
            at, anchor = (x - 6, "end") if right else (x + 6, "start")
            yield text_at(at, top + 10, words, _SMALL, bold=True, ink=ink, anchor=anchor)

    def _mean(self, line: ChartLine) -> Iterator[str]:
        """Across all points, its interval as a pale stretch behind it."""
        if line.mean is None or not line.points:
            return
        mean, low, high = line.mean
        left, right = self._x(line.points[0][0] - 0.4), self._x(line.points[-1][0] + 0.4)
        ink = self._ink(line)
        pale = mixed(ink, self.medium.inks.paper, _PALE)
        yield box(left, self._y(high), right - left, max(0.5, self._y(low) - self._y(high)), pale)
        yield across(left, right, self._y(mean), ink)

    def _line(self, line: ChartLine) -> Iterator[str]:
        look, ink, inks = self.looks[line.look], self._ink(line), self.medium.inks
        if look.stroke != "none":
            places = [(self._anywhere(x), self._y(y)) for x, y in line.points]
            for run in _within(places, self._left, self._left + self._width):
                yield _path(run, ink, look.stroke, width=1.5)
        for at, (x, y) in enumerate(line.points if look.marker else ()):
            far = at in line.marked
            own = inks.ink if far else ink
            shape, fill = _SHAPES["d" if far else look.marker], inks.paper if look.hollow else own
            if self._sees(x):
                yield marker(shape, self._x(x), self._y(y), own, fill)

    def _ink(self, line: ChartLine) -> str:
        return self.medium.colour(self.looks[line.look].colour)


def _value_text(axis: Axis, value: float, medium: Medium) -> str:
    """A value of an axis in words: as the axis tells it, by the name of its place, or as it is."""
    if axis.text_of is not None:
        return medium.words(axis.text_of(value))
    name = dict(axis.places).get(value)
    if name is None:
        return medium.words(phrase("{value}", value=significant(value, 3)))
    unit = medium.words(axis.title)
    return " ".join(filter(None, (medium.words(name).replace("\n", ", "), unit)))


def _share(axis: Axis, value: float) -> float:
    """How far along an axis a value stands, 0 to 1 where it holds it."""
    low, high, here = axis.low, axis.high, value
    if axis.log:
        low, high, here = (math.log10(max(each, 1e-12)) for each in (low, high, here))
    return (here - low) / (high - low)


def _within(
    points: Sequence[tuple[float, float]], left: float, right: float
) -> Iterator[list[tuple[float, float]]]:
    """What of a line stands between two places across, in runs that hang together."""
    run: list[tuple[float, float]] = []
    for one, other in pairwise(points):
        if max(one[0], other[0]) < left or min(one[0], other[0]) > right:
            continue
        first, last = _cut(one, other, left, right), _cut(other, one, left, right)
        if run and run[-1] != first:
            yield run
            run = []
        run += [last] if run else [first, last]
    if run:
        yield run


def _cut(
    one: tuple[float, float], other: tuple[float, float], left: float, right: float
) -> tuple[float, float]:
    """The end `one` of a piece of a line, or where the piece crosses the nearer edge."""
    x = min(right, max(left, one[0]))
    if x == one[0]:
        return one
    return x, one[1] + (other[1] - one[1]) * (x - one[0]) / (other[0] - one[0])


def levels(axis: Axis, height: float, medium: Medium) -> list[tuple[float, str]]:
    """The places of an axis upwards: three or more on any height that has room for five."""
    most = int(height // _UPWARDS)
    found = _places(axis, most, medium)
    if axis.places:
        return found
    if axis.log:
        return found if len(found) * _CLOSE <= height else _decades(axis, medium, (1,))
    return found if len(found) > 2 else _places(axis, max(_FEW, most), medium)


def _places(axis: Axis, most: int, medium: Medium) -> list[tuple[float, str]]:
    if axis.places:
        inside = [(at, name) for at, name in axis.places if axis.low <= at <= axis.high]
        return [(at, medium.words(name)) for at, name in inside]
    if axis.log:
        return _decades(axis, medium)
    return ticks(axis.low, axis.high, max(2, most), medium.digits)


def _decades(axis: Axis, medium: Medium, steps: tuple[int, ...] = ()) -> list[tuple[float, str]]:
    """Powers of ten, and twice and five times as much where there are few of them."""
    first, last = math.floor(math.log10(axis.low)), math.ceil(math.log10(axis.high))
    steps = steps or ((1,) if last - first > 3 else (1, 2, 5))
    found = ((step * 10.0**power, power) for power in range(first, last + 1) for step in steps)
    low, high = axis.low * (1 - 1e-9), axis.high * (1 + 1e-9)
    return [(at, medium.digits(at, max(0, -power))) for at, power in found if low <= at <= high]


def _path(
    points: Iterable[tuple[float, float]], ink: str, stroke: Stroke = "solid", width: float = 1
) -> str:
    coordinates = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    style = f'fill="none" stroke="{ink}"'
    style += f' stroke-width="{number(width)}"' if width != 1 else ""
    style += f' stroke-dasharray="{_DASHES[stroke]}"' if stroke in _DASHES else ""
    return f'<polyline points="{coordinates}" {style}/>'
