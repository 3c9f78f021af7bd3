"""Draws a chart as SVG, without a screen: for files, and for the page *Results*.

The same chart gives the same bytes. In a file it has title, legend and notes; in the window these
are widgets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from app.report.drawing.chart import Chart, Graph, LineStyle, PlotPanel
from app.report.drawing.graph_drawing import GraphFrame, frames_in_row, graph_rows, line_sample
from app.report.drawing.medium import ON_PAPER, HoverMark, Medium, RangeZone
from app.report.drawing.panel_drawing import PanelFrame, room_for_names
from app.report.drawing.svg_shapes import (
    FONTS,
    SLACK,
    marker,
    number,
    rectangle,
    text_at,
    truncated,
    truncated_name,
    width_of,
    wrapped,
)
from app.system.escaping import svg_text

WIDTH = 900
"""Of a chart in a file, in units of 1/96 inch."""
_MARGIN = 20.0
_TITLE, _TEXT, _SMALL = 16.0, 12.0, 11.0
_HEAD, _LEGEND_LINE, _NOTE_LINE = 48.0, 20.0, 14.0
_MOST_NAME = 240.0
_SPILL = 16.0
"""In the window: room at the right for half of an axis' last label."""
_SAMPLE = 16.0


@dataclass(frozen=True)
class LegendSample:
    """An entry of a legend: a drawing of what `name` stands for, `width` wide; `key` is the English
    name."""

    key: str
    name: str
    width: float
    svg: str


type _Frame = PanelFrame | GraphFrame


@dataclass(frozen=True)
class DrawnStrip:
    """A panel or a row of graphs, drawn on demand; coordinates are those of the whole chart, and
    marks are in the order of reading."""

    frames: Sequence[_Frame]
    top: float
    width: float
    height: float

    @cached_property
    def svg(self) -> str:
        shapes = (shape for each in self.frames for shape in each.shapes())
        return _document(self.width, self.height, shapes, self.top)

    @cached_property
    def marks(self) -> Sequence[HoverMark]:
        return tuple(mark for each in self.frames for mark in each.hover_marks())

    @cached_property
    def zones(self) -> Sequence[RangeZone]:
        return tuple(zone for each in self.frames for zone in each.zones())


@dataclass(frozen=True)
class Drawing:
    width: float
    height: float
    strips: tuple[DrawnStrip, ...]


def svg(chart: Chart, medium: Medium = ON_PAPER) -> str:
    sheet = _Sheet(chart, medium, WIDTH - 2 * _MARGIN, _MARGIN)
    sheet.head()
    sheet.body()
    sheet.notes()
    height = sheet.y + _MARGIN - 10
    ground = f'<rect width="{WIDTH}" height="{number(height)}" fill="{medium.inks.paper}"/>'
    title = f"<title>{svg_text(f'{chart.title} · {medium.words(chart.caption)}')}</title>"
    return _document(WIDTH, height, (title, ground, *sheet.shapes))


def draw(chart: Chart, medium: Medium, width: float) -> Drawing:
    """A chart for the window: without title, legend and notes."""
    strips, top = [], 0.0
    for frames in _frames(chart, medium, 0.0, top, width - _SPILL):
        height = max(each.height for each in frames)
        strips.append(DrawnStrip(frames, top, width, height))
        top += height
    return Drawing(width, top, tuple(strips))


def legend(chart: Chart, medium: Medium) -> Iterator[LegendSample]:
    """Series with their markers, stacked parts with their colours, line styles with a line."""
    for key, name, width, drawn in _samples(chart, medium):
        yield LegendSample(
            key, name, width, _document(width, _SAMPLE, list(drawn(0.0, _SAMPLE / 2)))
        )


def study_legend(chart: Chart, medium: Medium) -> Iterator[LegendSample]:
    for each in chart.others:
        ring = marker(0, 5, _SAMPLE / 2, medium.colour(each.colour), medium.inks.paper)
        yield LegendSample(each.name, each.name, 12, _document(12, _SAMPLE, (ring,)))


def panel_height(chart: Chart, panel: PlotPanel) -> float:
    return PanelFrame(chart, panel, ON_PAPER, 0, 0, WIDTH - 2 * _MARGIN, 0).height


def graph_row_height(chart: Chart, row: Sequence[Graph]) -> float:
    frames = frames_in_row(row, chart, ON_PAPER, 0.0, 0.0, WIDTH - 2 * _MARGIN)
    return max(each.height for each in frames)


def rows_on_paper(graphs: Sequence[Graph]) -> list[tuple[Graph, ...]]:
    return graph_rows(graphs, WIDTH - 2 * _MARGIN)


def _frames(
    chart: Chart, medium: Medium, left: float, top: float, width: float
) -> Iterator[Sequence[_Frame]]:
    """Each panel, then each row of graphs."""
    names = room_for_names(chart, medium, width)
    for panel in chart.panels:
        frame = PanelFrame(chart, panel, medium, left, top, width, names)
        yield [frame]
        top += frame.height
    for row in graph_rows(chart.graphs, width):
        frames = frames_in_row(row, chart, medium, left, top, width)
        yield frames
        top += max(each.height for each in frames)


def _document(width: float, height: float, shapes: Iterable[str], top: float = 0.0) -> str:
    wide, high = number(width), number(height)
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
            f'viewBox="0 {number(top)} {wide} {high}" role="img" font-family="{FONTS}">',
            *shapes,
            "</svg>",
            "",
        )
    )


type _Drawn = Callable[[float, float], Iterable[str]]
"""Draws at (x, y)."""


def _samples(chart: Chart, medium: Medium) -> Iterator[tuple[str, str, float, _Drawn]]:
    """English name, shown name, width of the sample, and what draws it."""
    for at, series in enumerate(chart.series):
        drawn = partial(_series_sample, at, medium.inks.ink)
        yield str(series), medium.words(series), 12, drawn
    for part in chart.parts:
        sample = partial(_part_sample, medium.colour(part.colour))
        yield str(part.name), medium.words(part.name), 14, sample
    named: dict[str, LineStyle] = {}
    for style in chart.line_styles:
        named.setdefault(str(style.name), style)
    for name, style in named.items():
        yield name, medium.words(style.name), 26, partial(line_sample, style, medium)


def _series_sample(at: int, ink: str, x: float, y: float) -> Iterator[str]:
    yield marker(at, x + 5, y, ink, ink)


def _part_sample(ink: str, x: float, y: float) -> Iterator[str]:
    yield rectangle(x, y - 5.5, 11, 11, ink)


class _Sheet:
    """Collects SVG from the top downwards; `y` is where it goes on."""

    def __init__(self, chart: Chart, medium: Medium, room: float, margin: float) -> None:
        self._chart, self._medium = chart, medium
        self._room, self._margin = room, margin
        self.y = margin
        self.shapes: list[str] = []

    def head(self) -> None:
        ink, muted = self._medium.inks.ink, self._medium.inks.muted
        title = truncated(self._medium.words(self._chart.title), _TITLE, self._room, bold=True)
        self._text(self._margin, 14, title, _TITLE, ink, bold=True)
        caption = truncated(self._medium.words(self._chart.caption), _TEXT, self._room)
        self._text(self._margin, 33, caption, _TEXT, muted)
        self.y += _HEAD
        self._legend()
        self._others()

    def body(self) -> None:
        for frames in _frames(self._chart, self._medium, self._margin, self.y, self._room):
            for each in frames:
                self.shapes += each.shapes()
            self.y += max(each.height for each in frames)

    def notes(self) -> None:
        for note in self._chart.notes:
            self.y += 6
            for line in wrapped(self._medium.words(note), _SMALL, self._room / SLACK):
                self.y += _NOTE_LINE
                self._text(self._margin, 0, line, _SMALL, self._medium.inks.muted)

    def _text(
        self, x: float, down: float, text: str, size: float, ink: str, *, bold: bool = False
    ) -> None:
        self.shapes.append(text_at(x, self.y + down, text, size, ink=ink, bold=bold))

    def _legend(self) -> None:
        x = self._margin
        for _, name, width, drawn in _samples(self._chart, self._medium):
            name_shown = truncated_name(name, _TEXT, _MOST_NAME)
            taken = width + 18 + width_of(name_shown, _TEXT)
            if x + taken > self._margin + self._room and x > self._margin:
                x, self.y = self._margin, self.y + _LEGEND_LINE
            self.shapes += drawn(x, self.y + 4)
            self._text(x + width + 2, 8, name_shown, _TEXT, self._medium.inks.ink)
            x += taken
        self.y += _LEGEND_LINE + 8 if x > self._margin else 0

    def _others(self) -> None:
        """A line for each study, with its source."""
        for other in self._chart.others:
            label = truncated(f"{other.name}, {other.source}", _TEXT, self._room - 14)
            ink = self._medium.colour(other.colour)
            self.shapes.append(marker(0, self._margin + 5, self.y, ink, self._medium.inks.paper))
            self._text(self._margin + 14, 4, label, _TEXT, self._medium.inks.ink)
            self.y += _LEGEND_LINE
