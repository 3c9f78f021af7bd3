"""A chart on paper: SVG of our own, made without a screen. The same chart gives the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from app.report.drawing.chart import Chart, Graph, Panel, Plot, Row, Spot
from app.report.drawing.graph_drawing import drawn_graphs, graph_rows, graphs_height, look_sample
from app.report.drawing.marks import arrow, marker, number, ticks
from app.report.drawing.text import FONTS, SLACK, fitting, fitting_name, text_at, width_of, wrapped
from app.report.words.series import FAINT, GRID, INK, MUTED, PAPER, mixed
from app.system.documents import svg_text

WIDTH = 900
"""Of every chart, in units of which 96 make an inch."""
_MARGIN, _GAP = 20.0, 24.0
_TITLE, _TEXT, _SMALL = 16.0, 12.0, 11.0
_HEAD, _LEGEND_LINE, _PANEL_HEAD, _AXIS = 48.0, 20.0, 26.0, 30.0
_ROW_STEP, _ROW_ROOM, _LEAST_ROW = 9.0, 12.0, 32.0
_NOTE_LINE = 14.0
_PALE = 0.86
"""How near to the paper what lies behind dots is."""
_HEAD_LINE, _TITLE_ROOM = 15.0, WIDTH - 2 * _MARGIN - 16
_MOST_NAME, _SHARE = 240.0, 0.58
"""Room for the names of rows at most; the share of the first of two plots."""


@dataclass(frozen=True)
class _Place:
    """Where a plot stands, and what its axis goes over."""

    left: float
    top: float
    width: float
    row: float
    plot: Plot
    rows: int
    series: int
    lanes: int

    @property
    def bottom(self) -> float:
        return self.top + self.rows * self.row

    def x(self, value: float) -> float:
        """Where a value is; at the end of the axis for one beyond it."""
        share = (value - self.plot.low) / (self.plot.high - self.plot.low)
        return self.left + min(1.0, max(0.0, share)) * self.width

    def lane(self, row: int, lane: float, lanes: int) -> float:
        """Where a lane of a row is, of so many."""
        return self.top + (row + 0.5 + (lane - (lanes - 1) / 2) * 0.8 / max(1, lanes)) * self.row

    def y(self, spot: Spot) -> float:
        """Series of a row stand below each other, each in its lanes."""
        lane = spot.series * self.lanes + spot.by
        return self.lane(spot.row, lane, self.series * self.lanes)


def svg(chart: Chart) -> str:
    """A drawing of a chart."""
    body = list(_Drawing(chart).parts())
    height = float(body.pop())
    words = svg_text(f"{chart.title} · {chart.caption}")
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{number(height)}" '
            f'viewBox="0 0 {WIDTH} {number(height)}" role="img" font-family="{FONTS}">',
            f"<title>{words}</title>",
            f'<rect width="{WIDTH}" height="{number(height)}" fill="{PAPER}"/>',
            *body,
            "</svg>",
            "",
        )
    )


def row_height(chart: Chart) -> float:
    """How high each row of a chart is."""
    steps = len(chart.series) * chart.lanes
    return max(_LEAST_ROW, steps * _ROW_STEP + _ROW_ROOM, chart.row_height)


def panel_height(chart: Chart, panel: Panel) -> float:
    """How high one of its panels is."""
    return _head_height(panel) + len(panel.rows) * row_height(chart) + _AXIS


def _head_height(panel: Panel) -> float:
    """A title that is a sentence takes as many lines as it needs; what its axis counts stands
    behind it, or below where it has no room there."""
    return _PANEL_HEAD + (len(_head_lines(panel)) - 1) * _HEAD_LINE


def _head_lines(panel: Panel) -> list[str]:
    """Those of a title that is a sentence, the last of them with room for what its axis counts; a
    name, which may be cut, has one."""
    if not panel.said:
        return [panel.title]
    lines = wrapped(panel.title, _TEXT, _TITLE_ROOM / SLACK, bold=True)
    taken = width_of(lines[-1], _TEXT, bold=True) + width_of(str(panel.plots[0].title), _SMALL)
    return lines if SLACK * taken + 20 <= _TITLE_ROOM else [*lines, ""]


def graph_row_height(row: Sequence[Graph]) -> float:
    """How high graphs beside each other are."""
    return graphs_height(row, WIDTH - 2 * _MARGIN)


class _Drawing:
    def __init__(self, chart: Chart) -> None:
        self._chart = chart
        self._row = row_height(chart)
        names = (text for panel in chart.panels for row in panel.rows for text in _lines(row))
        widest = max((width_of(name, _TEXT) for name in names), default=0.0)
        self._names = min(_MOST_NAME, widest) + 10
        self._y = _MARGIN

    def parts(self) -> Iterator[str]:
        """What is drawn, and at the end the height."""
        room = WIDTH - 2 * _MARGIN
        title = fitting(self._chart.title, _TITLE, room, bold=True)
        yield text_at(_MARGIN, self._y + 14, title, _TITLE, bold=True)
        caption = fitting(str(self._chart.caption), _TEXT, room)
        yield text_at(_MARGIN, self._y + 33, caption, _TEXT, ink=MUTED)
        self._y += _HEAD
        yield from self._legend()
        for panel in self._chart.panels:
            yield from self._panel(panel)
        for row in graph_rows(self._chart.graphs):
            yield from drawn_graphs(row, self._chart.looks, _MARGIN, self._y, room)
            self._y += graphs_height(row, room)
        yield from self._notes(room)
        yield str(self._y + _MARGIN - 10)

    def _notes(self, room: float) -> Iterator[str]:
        for note in self._chart.notes:
            self._y += 6
            for line in wrapped(str(note), _SMALL, room / SLACK):
                self._y += _NOTE_LINE
                yield text_at(_MARGIN, self._y, line, _SMALL, ink=MUTED)

    def _legend(self) -> Iterator[str]:
        """Series by their markers, parts by their colours, looks by a piece of their lines."""
        x = _MARGIN
        for name, width, sample in self._entries():
            told = fitting_name(name, _TEXT, _MOST_NAME)
            taken = width + 18 + width_of(told, _TEXT)
            if x + taken > WIDTH - _MARGIN and x > _MARGIN:
                x, self._y = _MARGIN, self._y + _LEGEND_LINE
            yield from sample(x, self._y + 4)
            yield text_at(x + width + 2, self._y + 8, told, _TEXT)
            x += taken
        self._y += _LEGEND_LINE + 8 if x > _MARGIN else 0
        yield from self._studies()

    def _entries(self) -> Iterator[tuple[str, float, Callable[[float, float], Iterable[str]]]]:
        """A name, how wide its sample is, and what draws that."""
        for at, name in enumerate(self._chart.series):
            yield name, 12, partial(_series_sample, at)
        for part in self._chart.parts:
            yield part.name, 14, partial(_part_sample, part.colour)
        named = {str(look.name): look for look in reversed(self._chart.looks)}
        for look in reversed(named.values()):
            yield str(look.name), 26, partial(look_sample, look)

    def _studies(self) -> Iterator[str]:
        for other in self._chart.others:
            told = fitting(f"{other.name}, {other.source}", _TEXT, WIDTH - 2 * _MARGIN - 14)
            yield marker(0, _MARGIN + 5, self._y, other.colour, PAPER)
            yield text_at(_MARGIN + 14, self._y + 4, told, _TEXT)
            self._y += _LEGEND_LINE

    def _panel(self, panel: Panel) -> Iterator[str]:
        yield from self._panel_head(panel)
        self._y += _head_height(panel)
        for at, row in enumerate(panel.rows):
            yield from self._row_name(row, self._y + (at + 0.5) * self._row)
        for place in self._places(panel):
            yield from _axis(place)
            inks = (panel.colour, *(other.colour for other in self._chart.others))
            yield from _bars(place, [part.colour for part in self._chart.parts])
            yield from _stretches(place, panel.colour)
            yield from _dots(place, panel.colour)
            yield from _spots(place, inks)
        self._y += len(panel.rows) * self._row + _AXIS

    def _places(self, panel: Panel) -> list[_Place]:
        left, room = _MARGIN + self._names, WIDTH - 2 * _MARGIN - self._names - _GAP
        shares = _shares(len(panel.plots))
        widths = [share * room for share in shares]
        lefts = [left + sum(widths[:at]) + at * _GAP for at in range(len(widths))]
        rows, series = len(panel.rows), len(self._chart.series)
        return [
            _Place(x, self._y, width, self._row, plot, rows, series, self._chart.lanes)
            for x, width, plot in zip(lefts, widths, panel.plots, strict=True)
        ]

    def _panel_head(self, panel: Panel) -> Iterator[str]:
        base = self._y + 14
        yield _box(_MARGIN, base - 10, 10, 10, panel.colour)
        first, *others = self._places(panel)
        *above, title = _head_lines(panel)
        for line in above:
            yield text_at(_MARGIN + 16, base, line, _TEXT, bold=True)
            base += _HEAD_LINE
        if not panel.said:
            axis = SLACK * width_of(str(first.plot.title), _SMALL)
            taken = 0 if others else first.width - axis - 40
            title = fitting_name(title, _TEXT, (220 + taken) / SLACK, bold=True)
        after = max(first.left, _MARGIN + 20 + SLACK * width_of(title, _TEXT, bold=True))
        if title:
            yield text_at(_MARGIN + 16, base, title, _TEXT, bold=True)
        yield text_at(after, base, str(first.plot.title), _SMALL, ink=MUTED)
        for each in others:
            told = fitting(str(each.plot.title), _SMALL, each.width)
            yield text_at(each.left, base, told, _SMALL, ink=MUTED)

    def _row_name(self, row: Row, middle: float) -> Iterator[str]:
        lines = _lines(row)
        for at, line in enumerate(lines):
            base = middle + 4 + (at - (len(lines) - 1) / 2) * 13
            told, size = fitting_name(line, _TEXT, _MOST_NAME), _SMALL if at else _TEXT
            ink = MUTED if at else INK
            yield text_at(_MARGIN + self._names - 10, base, told, size, ink=ink, anchor="end")


def _series_sample(at: int, x: float, y: float) -> Iterator[str]:
    yield marker(at, x + 5, y, INK, INK)


def _part_sample(ink: str, x: float, y: float) -> Iterator[str]:
    yield _box(x, y - 5.5, 11, 11, ink)


def _lines(row: Row) -> list[str]:
    return [row.name, *([", ".join(row.marks)] if row.marks else [])]


def _shares(plots: int) -> Sequence[float]:
    return (_SHARE, 1 - _SHARE) if plots == 2 else [1 / plots] * plots


def _axis(place: _Place) -> Iterator[str]:
    for value, told in ticks(place.plot.low, place.plot.high, max(2, int(place.width // 70))):
        x = place.x(value)
        yield _line(x, place.top, x, place.bottom, GRID)
        yield text_at(x, place.bottom + 15, told, _SMALL, ink=MUTED, anchor="middle")
    yield _line(place.left, place.bottom, place.left + place.width, place.bottom, MUTED)


def _box(x: float, y: float, width: float, height: float, ink: str) -> str:
    size = f'width="{number(width)}" height="{number(height)}"'
    return f'<rect x="{number(x)}" y="{number(y)}" {size} fill="{ink}"/>'


def _bars(place: _Place, colours: Sequence[str]) -> Iterator[str]:
    """Stacks fill the upper two thirds of a row; thin bars stand below them."""
    if place.plot.bars and place.plot.zero:
        yield _line(place.x(0), place.top, place.x(0), place.bottom, MUTED)
    for bar in place.plot.bars:
        left, right = sorted((place.x(bar.start), place.x(bar.end)))
        share, height = (0.72, 0.12) if bar.thin else (0.16, 0.5)
        y = place.top + (bar.row + share) * place.row
        yield _box(left, y, right - left, height * place.row, colours[bar.part])


def _stretches(place: _Place, ink: str) -> Iterator[str]:
    """The interval pale behind the dots, the mean across it."""
    for each in place.plot.stretches:
        left, right, mean = place.x(each.low), place.x(each.high), place.x(each.mean)
        top = place.top + (each.row + 0.06) * place.row
        pale = FAINT if each.faint else mixed(ink, PAPER, _PALE)
        yield _box(left, top, max(1.0, right - left), 0.88 * place.row, pale)
        line = MUTED if each.faint else ink
        yield _line(mean, top, mean, top + 0.88 * place.row, line)
        yield from _cut(place, each.low, each.high, top + 0.44 * place.row, line)
    if place.plot.stretches and place.plot.zero:
        yield _line(place.x(0), place.top, place.x(0), place.bottom, MUTED)


def _dots(place: _Place, ink: str) -> Iterator[str]:
    for dot in place.plot.dots:
        x, y = place.x(dot.value), place.lane(dot.row, dot.lane, dot.lanes)
        if dot.beside is not None:
            other = place.x(dot.beside)
            yield _line(other, y, x, y, mixed(ink, PAPER, 0.5))
            yield _circle(other, y, MUTED, PAPER)
        yield _circle(x, y, ink, ink)


def _circle(x: float, y: float, ink: str, fill: str) -> str:
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="2.6" fill="{fill}" stroke="{ink}"/>'


def _spots(place: _Place, inks: Sequence[str]) -> Iterator[str]:
    """Bands behind everything, then 0, intervals, and the values on top; `inks` are that of ours,
    and those of others."""
    spots = place.plot.spots
    height = 0.8 / max(1, place.series * place.lanes) * place.row
    for spot in spots:
        if spot.band is not None:
            left, right = place.x(-spot.band), place.x(spot.band)
            yield _box(left, place.y(spot) - height / 2, right - left, height, FAINT)
    if place.plot.zero:
        yield _line(place.x(0), place.top, place.x(0), place.bottom, MUTED)
    for spot in spots:
        yield from _interval(place, spot, _ink(spot, inks))
    for spot in spots:
        ink = _ink(spot, inks)
        if spot.by and not place.plot.low <= spot.value <= place.plot.high:
            yield from _beyond(place, spot, ink)
            continue
        fill = PAPER if spot.hollow or spot.by else ink
        yield marker(spot.series, place.x(spot.value), place.y(spot), ink, fill)


def _ink(spot: Spot, inks: Sequence[str]) -> str:
    return MUTED if spot.faint else spot.colour or inks[spot.by]


def _beyond(place: _Place, spot: Spot, ink: str) -> Iterator[str]:
    """An arrow to a value of others that the axis does not hold."""
    way = 1 if spot.value > place.plot.high else -1
    yield arrow(place.left + (place.width if way > 0 else 0), place.y(spot), way, ink)


def _interval(place: _Place, spot: Spot, ink: str) -> Iterator[str]:
    if spot.low is None or spot.high is None:
        return
    y = place.y(spot)
    yield _line(place.x(spot.low), y, place.x(spot.high), y, ink)
    yield from _cut(place, spot.low, spot.high, y, ink)


def _cut(place: _Place, low: float, high: float, y: float, ink: str) -> Iterator[str]:
    """Arrows where an interval goes beyond the axis."""
    if low < place.plot.low:
        yield arrow(place.left, y, -1, ink)
    if high > place.plot.high:
        yield arrow(place.left + place.width, y, 1, ink)


def _line(x1: float, y1: float, x2: float, y2: float, ink: str) -> str:
    ends = f'x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
    return f'<line {ends} stroke="{ink}"/>'
