"""Graphs of lines over two axes on paper, two beside each other."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from app.report.drawing.chart import Axis, Graph, Line, Look, Stroke
from app.report.drawing.marks import marker, number, ticks
from app.report.drawing.text import SLACK, fitting, text_at, width_of, wrapped
from app.report.words.series import GRID, INK, MUTED, PAPER, WARNING, mixed

_TEXT, _SMALL = 12.0, 11.0
_GAP, _HEAD, _PLOT, _TICKS, _AXIS_NAME, _WORDS, _FOOT = 28.0, 24.0, 160.0, 18.0, 15.0, 14.0, 14.0
_LABELS, _UPWARDS = 46.0, 5
"""The least room for what stands at the places of the axis upwards, and how many there are at most
of round ones."""
_DASHES = {"dash": "7 4", "dot": "2 3", "dash-dot": "8 3 2 3"}
_SHAPES = {"o": 0, "s": 1, "t": 2, "t1": 2, "d": 3}
"""Which shape of `marks.py` a marker is."""
_PALE = 0.86


def graph_rows(graphs: Sequence[Graph]) -> list[tuple[Graph, ...]]:
    """Those that stand beside each other: two of them, or a wide one."""
    rows: list[tuple[Graph, ...]] = []
    for graph in graphs:
        alone = graph.wide or not rows or len(rows[-1]) > 1 or rows[-1][0].wide
        if alone:
            rows.append((graph,))
        else:
            rows[-1] = (*rows[-1], graph)
    return rows


def graphs_height(row: Sequence[Graph], room: float) -> float:
    """How high a row of graphs is that has so much room across."""
    return max(_height(graph, _width(graph, room)) for graph in row)


def drawn_graphs(
    row: Sequence[Graph], looks: Sequence[Look], left: float, top: float, room: float
) -> Iterator[str]:
    """A row of graphs from there on."""
    for at, graph in enumerate(row):
        width = _width(graph, room)
        yield from _graph(_Frame(graph, left + at * (width + _GAP), top, width), looks)


def look_sample(look: Look, x: float, y: float) -> Iterator[str]:
    """A piece of a line as it looks, 22 units long, for a legend."""
    if look.stroke != "none":
        yield _path(((x, y), (x + 22, y)), look.colour, look.stroke)
    if look.marker:
        fill = PAPER if look.hollow else look.colour
        yield marker(_SHAPES[look.marker], x + 11, y, look.colour, fill)


def _width(graph: Graph, room: float) -> float:
    return room if graph.wide else (room - _GAP) / 2


def _height(graph: Graph, width: float) -> float:
    return _HEAD + _PLOT + _below(graph) + _WORDS * len(_words(graph, width)) + _FOOT


def _below(graph: Graph) -> float:
    """Room for the names of places, in as many lines as they have, and for that of the axis."""
    lines = max((str(name).count("\n") + 1 for _, name in graph.x.places), default=1)
    return _TICKS + (lines - 1) * 13 + (_AXIS_NAME if graph.x.title else 0)


def _words(graph: Graph, width: float) -> list[tuple[str, str]]:
    """Lines and their colours."""
    return [
        (line, WARNING if heeded else MUTED)
        for said, heeded in graph.words
        for line in wrapped(str(said), _SMALL, width)
    ]


@dataclass(frozen=True)
class _Frame:
    """A graph, and where it stands."""

    graph: Graph
    at: float
    top: float
    whole: float

    @cached_property
    def _labels(self) -> float:
        """Room for what stands at the places of the axis upwards."""
        widths = (width_of(told, _SMALL) for _, told in _places(self.graph.y, _UPWARDS))
        return max(_LABELS, max(widths, default=0.0) + 10)

    @property
    def left(self) -> float:
        return self.at + self._labels

    @property
    def width(self) -> float:
        return self.whole - self._labels - 6

    @property
    def upper(self) -> float:
        return self.top + _HEAD

    @property
    def lower(self) -> float:
        return self.upper + _PLOT

    def x(self, value: float) -> float:
        return self.left + _share(self.graph.x, value) * self.width

    def y(self, value: float) -> float:
        return self.lower - _share(self.graph.y, value) * _PLOT


def _share(axis: Axis, value: float) -> float:
    """How far along an axis a value stands, 0 to 1; at its end for one beyond it."""
    low, high, here = axis.low, axis.high, value
    if axis.log:
        low, high, here = math.log10(low), math.log10(high), math.log10(max(value, axis.low))
    return min(1.0, max(0.0, (here - low) / (high - low)))


def _graph(frame: _Frame, looks: Sequence[Look]) -> Iterator[str]:
    graph = frame.graph
    yield from _head(frame)
    for line in graph.lines:
        yield from _mean(frame, line, looks[line.look])
    yield from _upwards(frame)
    yield from _across(frame)
    for line in graph.lines:
        yield from _line(frame, line, looks[line.look])
    first = frame.lower + _below(graph) + 12
    for at, (told, ink) in enumerate(_words(graph, frame.whole)):
        yield text_at(frame.at, first + at * _WORDS, told, _SMALL, ink=ink)


def _head(frame: _Frame) -> Iterator[str]:
    title = fitting(str(frame.graph.title), _TEXT, frame.whole * 0.66, bold=True)
    yield text_at(frame.at, frame.top + 12, title, _TEXT, bold=True)
    taken = SLACK * width_of(title, _TEXT, bold=True) + 4
    unit = fitting(str(frame.graph.y.title), _SMALL, frame.whole - taken)
    yield text_at(frame.at + taken, frame.top + 12, unit, _SMALL, ink=MUTED)


def _upwards(frame: _Frame) -> Iterator[str]:
    axis = frame.graph.y
    for value, told in _places(axis, _UPWARDS):
        y = frame.y(value)
        ink = MUTED if value == 0 and not axis.log else GRID
        yield _path(((frame.left, y), (frame.left + frame.width, y)), ink)
        yield text_at(frame.left - 6, y + 4, told, _SMALL, ink=MUTED, anchor="end")


def _across(frame: _Frame) -> Iterator[str]:
    axis, below = frame.graph.x, frame.lower
    yield _path(((frame.left, below), (frame.left + frame.width, below)), MUTED)
    free = frame.left - 30
    for value, told in _places(axis, int(frame.width // 60)):
        x, lines = frame.x(value), told.split("\n")
        half = max(width_of(each, _SMALL) for each in lines) / 2
        if x - half < free:
            continue
        free = x + half + 4
        yield _path(((x, below), (x, below + 4)), MUTED)
        for at, line in enumerate(lines):
            base = below + 16 + at * 13
            yield text_at(x, base, line, _SMALL, ink=MUTED, anchor="middle")
    if axis.title:
        told = fitting(str(axis.title), _SMALL, frame.whole)
        base = below + _below(frame.graph) - 2
        yield text_at(frame.left + frame.width, base, told, _SMALL, ink=MUTED, anchor="end")


def _places(axis: Axis, most: int) -> list[tuple[float, str]]:
    if axis.places:
        return [(at, str(name)) for at, name in axis.places if axis.low <= at <= axis.high]
    return _decades(axis) if axis.log else ticks(axis.low, axis.high, max(2, most))


def _decades(axis: Axis) -> list[tuple[float, str]]:
    """Powers of ten, and twice and five times as much where there are few of them."""
    first, last = math.floor(math.log10(axis.low)), math.ceil(math.log10(axis.high))
    steps = (1,) if last - first > 3 else (1, 2, 5)
    found = (step * 10.0**power for power in range(first, last + 1) for step in steps)
    inside = (at for at in found if axis.low * (1 - 1e-9) <= at <= axis.high * (1 + 1e-9))
    return [(at, f"{at:,.0f}" if at >= 1 else f"{at:.6f}".rstrip("0")) for at in inside]


def _mean(frame: _Frame, line: Line, look: Look) -> Iterator[str]:
    """Across all points, its interval as a pale stretch behind it."""
    if line.mean is None or not line.points:
        return
    mean, low, high = line.mean
    ends = frame.x(line.points[0][0] - 0.4), frame.x(line.points[-1][0] + 0.4)
    pale = mixed(look.colour, PAPER, _PALE)
    yield _box(ends[0], frame.y(high), ends[1], frame.y(low), pale)
    y = frame.y(mean)
    yield _path(((ends[0], y), (ends[1], y)), look.colour)


def _line(frame: _Frame, line: Line, look: Look) -> Iterator[str]:
    places = [(frame.x(x), frame.y(y)) for x, y in line.points]
    if look.stroke != "none" and len(places) > 1:
        yield _path(places, look.colour, look.stroke, width=1.5)
    for at, (x, y) in enumerate(places if look.marker else ()):
        far = at in line.marked
        ink = INK if far else look.colour
        shape = _SHAPES["d" if far else look.marker]
        yield marker(shape, x, y, ink, PAPER if look.hollow else ink)


def _path(
    points: Sequence[tuple[float, float]], ink: str, stroke: Stroke = "solid", width: float = 1
) -> str:
    told = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    style = f'fill="none" stroke="{ink}"'
    style += f' stroke-width="{number(width)}"' if width != 1 else ""
    style += f' stroke-dasharray="{_DASHES[stroke]}"' if stroke in _DASHES else ""
    return f'<polyline points="{told}" {style}/>'


def _box(left: float, upper: float, right: float, lower: float, ink: str) -> str:
    size = f'width="{number(right - left)}" height="{number(max(0.5, lower - upper))}"'
    return f'<rect x="{number(left)}" y="{number(upper)}" {size} fill="{ink}"/>'
