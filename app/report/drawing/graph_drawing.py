"""Draws a chart's graphs (lines or histograms over two axes) as SVG, in rows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise

from app.report.drawing.chart import Axis, Chart, ChartLine, Graph, LineStyle, Stroke
from app.report.drawing.medium import HoverMark, Medium, RangeZone
from app.report.drawing.svg_shapes import (
    SLACK,
    horizontal,
    marker,
    number,
    rectangle,
    text_at,
    ticks,
    truncated,
    vertical,
    width_of,
    wrapped,
)
from app.report.words.colours import mixed
from engines.contract.message import phrase, significant

_TEXT, _SMALL = 12.0, 11.0
_GAP, _TITLE_HEIGHT, _TICKS_HEIGHT, _AXIS_TITLE_HEIGHT, _NOTE_HEIGHT, _BOTTOM_MARGIN = (
    28.0,
    24.0,
    18.0,
    15.0,
    14.0,
    14.0,
)
_MIN_WIDTH, _MIN_PLOT, _MAX_PLOT, _ASPECT, _PLOT_STEP = 320.0, 160.0, 240.0, 0.385, 40.0
"""Units of the drawing; the plot is `_ASPECT` of the width high, in steps of `_PLOT_STEP`."""
_MIN_LABEL_WIDTH, _LABEL_SPACING, _DENSE_SPACING = 46.0, 32.0, 13.0
"""Least width of the y labels; distance of two of them; the same where there are many."""
_DASHES = {"dash": "7 4", "dot": "2 3", "dash-dot": "8 3 2 3"}
_SHAPES = {"o": 0, "s": 1, "t": 2, "t1": 2, "d": 3}
"""Marker → number of its shape in `svg_shapes.py`."""
_ALWAYS_LABELLED = 5
"""An axis divided into this many parts has three round values at least."""
_TINT = 0.86
_ZOOMABLE_POINTS = 60
"""Points from which on a graph can be zoomed."""


def graph_rows(graphs: Sequence[Graph], room: float) -> list[tuple[Graph, ...]]:
    """Graphs by row, evenly; a wide one has a row of its own."""
    most = _columns(sum(not each.wide for each in graphs), room)
    rows: list[tuple[Graph, ...]] = []
    for graph in graphs:
        if graph.wide or not rows or len(rows[-1]) == most or rows[-1][0].wide:
            rows.append((graph,))
        else:
            rows[-1] = (*rows[-1], graph)
    return rows


def _columns(graphs: int, room: float) -> int:
    most = max(1, int((room + _GAP) // (_MIN_WIDTH + _GAP)))
    lines = max(1, math.ceil(graphs / most))
    return max(1, math.ceil(graphs / lines))


def frames_in_row(
    row: Sequence[Graph], chart: Chart, medium: Medium, left: float, top: float, room: float
) -> list[GraphFrame]:
    count = 1 if row[0].wide else _columns(sum(not each.wide for each in chart.graphs), room)
    width = (room - (count - 1) * _GAP) / count
    first = chart.graphs.index(row[0])
    return [
        GraphFrame(
            first + at, graph, chart.line_styles, medium, left + at * (width + _GAP), top, width
        )
        for at, graph in enumerate(row)
    ]


def line_sample(style: LineStyle, medium: Medium, x: float, y: float) -> Iterator[str]:
    """A piece of a line for a legend, 22 units long."""
    ink = medium.colour(style.colour)
    if style.stroke != "none":
        yield _path(((x, y), (x + 22, y)), ink, style.stroke)
    if style.marker:
        fill = medium.inks.paper if style.hollow else ink
        yield marker(_SHAPES[style.marker], x + 11, y, ink, fill)


@dataclass(frozen=True)
class GraphFrame:
    number: int
    graph: Graph
    line_styles: Sequence[LineStyle]
    medium: Medium
    at: float
    top: float
    full_width: float

    @property
    def height(self) -> float:
        return (
            _TITLE_HEIGHT
            + self._plot_height
            + self._axis_height
            + _NOTE_HEIGHT * len(self._note_lines)
            + _BOTTOM_MARGIN
        )

    def shapes(self) -> Iterator[str]:
        yield from self._title()
        for line in self.graph.lines:
            yield from self._mean(line)
        yield from self._y_axis()
        yield from self._bars()
        yield from self._x_axis()
        for line in self.graph.lines:
            yield from self._line(line)
        yield from self._uprights()
        first = self._bottom + self._axis_height + 12
        for at, (text, ink) in enumerate(self._note_lines):
            yield text_at(self.at, first + at * _NOTE_HEIGHT, text, _SMALL, ink=ink)

    def hover_marks(self) -> Iterator[HoverMark]:
        """One for each histogram bar and point of a line."""
        for block in self.graph.blocks:
            x = self._x((block.left + block.right) / 2)
            yield HoverMark(x, self._y(block.height), partial(self.medium.words, block.message))
        for line in self.graph.lines:
            for at, (x, y) in enumerate(line.points):
                if self._in_range(x):
                    yield HoverMark(self._x(x), self._y(y), partial(self._point_text, line, at))

    def zones(self) -> Iterator[RangeZone]:
        """The plot, if it can be zoomed."""
        if sum(len(line.points) for line in self.graph.lines) >= _ZOOMABLE_POINTS:
            right = self._left + self._width
            yield RangeZone(self.number, self._left, self.top, right, self._bottom, self._value_at)

    def _value_at(self, x: float) -> float:
        axis, share = self.graph.x, min(1.0, max(0.0, (x - self._left) / self._width))
        if axis.log:
            return float(axis.low * (axis.high / axis.low) ** share)
        return axis.low + share * (axis.high - axis.low)

    def _in_range(self, x: float) -> bool:
        """Whether a value is on the x axis, which may show a part of the data."""
        room = 1e-9 * (self.graph.x.high - self.graph.x.low)
        return self.graph.x.low - room <= x <= self.graph.x.high + room

    def _point_text(self, line: ChartLine, at: int) -> str:
        words, (x, y) = self.medium.words, line.points[at]
        far = words(self.graph.far) if at in line.marked else ""
        axes = (self.graph.x, x), (self.graph.y, y)
        values = ": ".join(_value_text(axis, value, self.medium) for axis, value in axes)
        return "\n".join(filter(None, (words(self.line_styles[line.style].name), values, far)))

    @property
    def _plot_height(self) -> float:
        """In steps, so that what is below seldom moves while a window is resized."""
        if self.graph.height:
            return self.graph.height
        steps = math.floor(_ASPECT * self.full_width / _PLOT_STEP)
        return min(_MAX_PLOT, max(_MIN_PLOT, steps * _PLOT_STEP))

    @cached_property
    def _axis_height(self) -> float:
        """Of the tick labels, which may have several lines, and of the axis title."""
        places = self.graph.x.tick_labels
        lines = max((str(name).count("\n") + 1 for _, name in places), default=1)
        return _TICKS_HEIGHT + (lines - 1) * 13 + (_AXIS_TITLE_HEIGHT if self.graph.x.title else 0)

    @cached_property
    def _note_lines(self) -> list[tuple[str, str]]:
        """Wrapped lines of the notes below the graph, each with its colour."""
        inks = self.medium.inks
        return [
            (line, inks.warning if heeded else inks.muted)
            for message, heeded in self.graph.words
            for line in wrapped(self.medium.words(message), _SMALL, self.full_width / SLACK)
        ]

    @cached_property
    def _y_ticks(self) -> list[tuple[float, str]]:
        return y_ticks(self.graph.y, self._plot_height, self.medium)

    @cached_property
    def _label_width(self) -> float:
        widths = (width_of(label, _SMALL) for _, label in self._y_ticks)
        return max(_MIN_LABEL_WIDTH, max(widths, default=0.0) + 10)

    @property
    def _left(self) -> float:
        return self.at + self._label_width

    @property
    def _width(self) -> float:
        return self.full_width - self._label_width - 6

    @property
    def _bottom(self) -> float:
        return self.top + _TITLE_HEIGHT + self._plot_height

    def _x(self, value: float) -> float:
        return self._left + min(1.0, max(0.0, _fraction(self.graph.x, value))) * self._width

    def _x_unclamped(self, value: float) -> float:
        """Also beyond the ends of the axis."""
        return self._left + _fraction(self.graph.x, value) * self._width

    def _y(self, value: float) -> float:
        return self._bottom - min(1.0, max(0.0, _fraction(self.graph.y, value))) * self._plot_height

    def _title(self) -> Iterator[str]:
        words, inks = self.medium.words, self.medium.inks
        title = truncated(words(self.graph.title), _TEXT, self.full_width * 0.66, bold=True)
        base = self.top + 12
        yield text_at(self.at, base, title, _TEXT, bold=True, ink=inks.ink)
        taken = SLACK * width_of(title, _TEXT, bold=True) + 6
        unit = truncated(words(self.graph.y.title), _SMALL, self.full_width - taken)
        yield text_at(self.at + taken, base, unit, _SMALL, ink=inks.muted)

    def _y_axis(self) -> Iterator[str]:
        axis, inks = self.graph.y, self.medium.inks
        for value, label in self._y_ticks:
            y = self._y(value)
            ink = inks.muted if value == 0 and not axis.log else inks.grid
            yield horizontal(self._left, self._left + self._width, y, ink)
            yield text_at(self._left - 6, y + 4, label, _SMALL, ink=inks.muted, anchor="end")

    def _x_axis(self) -> Iterator[str]:
        axis, below, muted = self.graph.x, self._bottom, self.medium.inks.muted
        yield horizontal(self._left, self._left + self._width, below, muted)
        free = self._left - 30
        for value, label in _ticks(axis, int(self._width // 60), self.medium):
            x, lines = self._x(value), label.split("\n")
            half = max(width_of(each, _SMALL) for each in lines) / 2
            if x - half < free:
                continue
            free = x + half + 4
            yield vertical(x, below, below + 4, muted)
            for at, line in enumerate(lines):
                yield text_at(x, below + 16 + at * 13, line, _SMALL, ink=muted, anchor="middle")
        if axis.title:
            title = truncated(self.medium.words(axis.title), _SMALL, self.full_width)
            right, base = self._left + self._width, below + self._axis_height - 2
            yield text_at(right, base, title, _SMALL, ink=muted, anchor="end")

    def _bars(self) -> Iterator[str]:
        """With one unit between two of them."""
        for block in self.graph.blocks:
            left, right, top = self._x(block.left), self._x(block.right), self._y(block.height)
            ink = self.medium.colour(block.colour)
            if block.height > 0:
                yield rectangle(left + 0.5, top, right - left - 1, self._bottom - top, ink)

    def _uprights(self) -> Iterator[str]:
        """Each on a strip of the paper's colour, to stand out before bars; texts that would meet
        are one below the other."""
        taken: list[float] = []  # of each row of texts, where its last one ends
        for each in sorted(self.graph.uprights, key=lambda each: each.x):
            x, top = self._x(each.x), self.top + _TITLE_HEIGHT
            ink, paper = self.medium.colour(each.colour), self.medium.inks.paper
            yield rectangle(x - 2, top, 4, self._plot_height, paper)
            yield _path(((x, top), (x, self._bottom)), ink, "dash", width=2)
            if not each.message:
                continue
            words = self.medium.words(each.message)
            width = SLACK * width_of(words, _SMALL)
            right = x + 6 + width > self._left + self._width
            left = x - 6 - width if right else x + 6
            row = next((at for at, end in enumerate(taken) if end < left), len(taken))
            taken[row : row + 1] = [left + width + 6]
            yield text_at(left, top + 10 + row * _NOTE_HEIGHT, words, _SMALL, bold=True, ink=ink)

    def _mean(self, line: ChartLine) -> Iterator[str]:
        """A line across all points, its interval as a pale band behind it."""
        if line.mean is None or not line.points:
            return
        mean, low, high = line.mean
        left, right = self._x(line.points[0][0] - 0.4), self._x(line.points[-1][0] + 0.4)
        ink = self._ink(line)
        pale = mixed(ink, self.medium.inks.paper, _TINT)
        yield rectangle(
            left, self._y(high), right - left, max(0.5, self._y(low) - self._y(high)), pale
        )
        yield horizontal(left, right, self._y(mean), ink)

    def _line(self, line: ChartLine) -> Iterator[str]:
        style, ink, inks = self.line_styles[line.style], self._ink(line), self.medium.inks
        if style.stroke != "none":
            places = [(self._x_unclamped(x), self._y(y)) for x, y in line.points]
            for run in _visible_runs(places, self._left, self._left + self._width):
                yield _path(run, ink, style.stroke, width=1.5)
        for at, (x, y) in enumerate(line.points if style.marker else ()):
            far = at in line.marked
            own = inks.ink if far else ink
            shape, fill = _SHAPES["d" if far else style.marker], inks.paper if style.hollow else own
            if self._in_range(x):
                yield marker(shape, self._x(x), self._y(y), own, fill)

    def _ink(self, line: ChartLine) -> str:
        return self.medium.colour(self.line_styles[line.style].colour)


def _value_text(axis: Axis, value: float, medium: Medium) -> str:
    """A value for people: by the axis' own text, the name of its tick, or as a number."""
    if axis.text_of is not None:
        return medium.words(axis.text_of(value))
    name = dict(axis.tick_labels).get(value)
    if name is None:
        return medium.words(phrase("{value}", value=significant(value, 3)))
    unit = medium.words(axis.title)
    return " ".join(filter(None, (medium.words(name).replace("\n", ", "), unit)))


def _fraction(axis: Axis, value: float) -> float:
    """Position of a value along an axis; 0 to 1 within it."""
    low, high, here = axis.low, axis.high, value
    if axis.log:
        low, high, here = (math.log10(max(each, 1e-12)) for each in (low, high, here))
    return (here - low) / (high - low)


def _visible_runs(
    points: Sequence[tuple[float, float]], left: float, right: float
) -> Iterator[list[tuple[float, float]]]:
    """The connected pieces of a line between two x positions."""
    run: list[tuple[float, float]] = []
    for one, other in pairwise(points):
        if max(one[0], other[0]) < left or min(one[0], other[0]) > right:
            continue
        first, last = _clip(one, other, left, right), _clip(other, one, left, right)
        if run and run[-1] != first:
            yield run
            run = []
        run += [last] if run else [first, last]
    if run:
        yield run


def _clip(
    one: tuple[float, float], other: tuple[float, float], left: float, right: float
) -> tuple[float, float]:
    """The end `one` of a segment, or where the segment crosses the nearer edge."""
    x = min(right, max(left, one[0]))
    if x == one[0]:
        return one
    return x, one[1] + (other[1] - one[1]) * (x - one[0]) / (other[0] - one[0])


def y_ticks(axis: Axis, height: float, medium: Medium) -> list[tuple[float, str]]:
    """Values and labels: three or more on any height that has room for five."""
    most = int(height // _LABEL_SPACING)
    found = _ticks(axis, most, medium)
    if axis.tick_labels:
        return found
    if axis.log:
        return found if len(found) * _DENSE_SPACING <= height else _decades(axis, medium, (1,))
    return found if len(found) > 2 else _ticks(axis, max(_ALWAYS_LABELLED, most), medium)


def _ticks(axis: Axis, most: int, medium: Medium) -> list[tuple[float, str]]:
    if axis.tick_labels:
        inside = [(at, name) for at, name in axis.tick_labels if axis.low <= at <= axis.high]
        return [(at, medium.words(name)) for at, name in inside]
    if axis.log:
        return _decades(axis, medium)
    return ticks(axis.low, axis.high, max(2, most), medium.digits)


def _decades(axis: Axis, medium: Medium, steps: tuple[int, ...] = ()) -> list[tuple[float, str]]:
    """Powers of ten; with few of them also twice and five times as much."""
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
