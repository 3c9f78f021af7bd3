"""The description of a chart, independent of how it is drawn: panels of rows with values, bars or
dots along an axis, and graphs of lines over two axes.

`chart_drawing.py` draws it, for files and for the page *Results* alike. A `colour` is a key of
`words/colours.py` or `#rrggbb`; the `Medium` that it is drawn for says what a key looks like.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from app.findings.cost import Cost
from app.report.drawing.svg_shapes import LOGARITHMIC_PERCENT
from engines.contract.message import NOTHING, Message

type Stroke = Literal["solid", "dash", "dot", "dash-dot", "none"]


@dataclass(frozen=True)
class ValueMark:
    """A value in a row, with its interval if known; `series` is an index into the chart's series.

    Hollow marks stand for the baseline, faint ones for what is not proved. `band` is the half-width
    of the margin around 0. `message` explains it. A value of a published study has the
    `study_number` of the study among the chart's `studies`, from 1; it is drawn hollow, in a lane
    of its own.
    """

    row: int
    series: int
    value: float
    low: float | None = None
    high: float | None = None
    hollow: bool = False
    faint: bool = False
    band: float | None = None
    message: Message = NOTHING
    by: int = 0
    colour: str = ""
    """Its own colour, instead of the panel's."""


def cost_mark(
    row: int,
    series: int,
    cost: Cost,
    *,
    faint: bool = False,
    by: int = 0,
    colour: str = "",
) -> ValueMark:
    """The mark of a known cost, with its interval and margin."""
    return ValueMark(
        row,
        series,
        cost.middle or 0.0,
        cost.low,
        cost.high,
        faint=faint,
        band=cost.margin,
        message=cost.message,
        by=by,
        colour=colour,
    )


@dataclass(frozen=True)
class Bar:
    """A bar in a row; adjacent ones form a stack. `part` is an index into the chart's parts. A
    `thin` bar stands below the stack, for comparison."""

    row: int
    part: int
    start: float
    end: float
    thin: bool = False
    message: Message = NOTHING
    """Shown when its end is pointed at."""


@dataclass(frozen=True)
class Dot:
    """One of the single values of a row, in lane `lane` of `lanes`. `partner` is the other value of
    a pair, drawn hollow and joined by a line."""

    row: int
    lane: int
    lanes: int
    value: float
    partner: float | None = None


@dataclass(frozen=True)
class MeanMark:
    """A mean across a row with the bounds of its interval; faint where nothing is proved."""

    row: int
    mean: float
    low: float
    high: float
    faint: bool = False


@dataclass(frozen=True)
class Row:
    """A row's name, with marks of weaknesses, or where it was measured, in a second line."""

    name: str
    marks: tuple[Message, ...] = ()
    where: str = ""


@dataclass(frozen=True)
class MarkPlot:
    """Values, bars, means and dots along an axis from `low` to `high`; with `zero_line` a line at
    0, with `in_integers` ticks at whole numbers only."""

    title: Message
    spots: tuple[ValueMark, ...]
    low: float
    high: float
    zero: bool = False
    bars: tuple[Bar, ...] = ()
    stretches: tuple[MeanMark, ...] = ()
    dots: tuple[Dot, ...] = ()
    in_integers: bool = False
    logarithmic: bool = False
    """Whether the axis is logarithmic in 1 + cost."""


@dataclass(frozen=True)
class PlotPanel:
    """Plots side by side that share their rows."""

    title: str
    colour: str
    rows: tuple[Row, ...]
    plots: tuple[MarkPlot, ...]
    message: Message = NOTHING
    """The title as a translatable message, if it is a sentence."""


@dataclass(frozen=True)
class ChartedStudy:
    """A published study in a chart, and where it can be read."""

    name: str
    source: str
    colour: str


@dataclass(frozen=True)
class StackPart:
    name: Message
    colour: str


@dataclass(frozen=True)
class LineStyle:
    """The style of a line in all graphs of a chart. `marker` is one of pyqtgraph's names (o, s, t1,
    d), empty for none."""

    name: Message
    colour: str
    stroke: Stroke = "solid"
    marker: str = ""
    hollow: bool = False


@dataclass(frozen=True)
class Axis:
    """An axis from `low` to `high`. `tick_labels` are (value, text) pairs; without them ticks are
    at round values. `text_of` formats a value."""

    title: Message
    low: float
    high: float
    log: bool = False
    tick_labels: tuple[tuple[float, Message], ...] = ()
    text_of: Callable[[float], Message] | None = None


@dataclass(frozen=True)
class ChartLine:
    """A line through points (x, y); `style` is an index into the chart's line styles. `marked` are
    indices of points that stand out. `mean` (mean, low, high) is drawn across."""

    style: int
    points: tuple[tuple[float, float], ...]
    marked: tuple[int, ...] = ()
    mean: tuple[float, float, float] | None = None


@dataclass(frozen=True)
class HistogramBar:
    colour: str
    left: float
    right: float
    height: float
    message: Message


@dataclass(frozen=True)
class VerticalLine:
    """A line over the whole height at `x`, with `message` beside it."""

    colour: str
    x: float
    message: Message


@dataclass(frozen=True)
class Graph:
    """Lines over two axes. `words` stand below it, each with whether it is to be heeded."""

    title: Message
    x: Axis
    y: Axis
    lines: tuple[ChartLine, ...]
    words: tuple[tuple[Message, bool], ...] = ()
    wide: bool = False
    """Whether it takes the whole width."""
    height: float = 0.0
    """Height of its plot in units of the drawing; 0: by its width."""
    far: Message = NOTHING
    """Explains the points that stand out."""
    blocks: tuple[HistogramBar, ...] = ()
    uprights: tuple[VerticalLine, ...] = ()


@dataclass(frozen=True)
class Chart:
    """Panels, and below them graphs. `name` is usable as a file name. The legend explains `series`
    by markers, `parts` by colours and `line_styles` by lines."""

    name: str
    title: Message
    caption: Message
    series: tuple[Message, ...] = ()
    panels: tuple[PlotPanel, ...] = ()
    others: tuple[ChartedStudy, ...] = ()
    parts: tuple[StackPart, ...] = ()
    line_styles: tuple[LineStyle, ...] = ()
    graphs: tuple[Graph, ...] = ()
    row_height: float = 0.0
    """Least height of rows in units of the drawing."""
    notes: tuple[Message, ...] = ()
    """Paragraphs below the chart."""

    @property
    def lanes(self) -> int:
        """How many lanes each series of a row has: one for measured values, one a study."""
        return 1 + len(self.others)


def without_lines(chart: Chart, names: frozenset[str]) -> Chart:
    """A chart without the lines whose styles have these names; its axes stay."""

    def left(lines: Iterable[ChartLine]) -> tuple[ChartLine, ...]:
        return tuple(each for each in lines if str(chart.line_styles[each.style].name) not in names)

    return replace(chart, graphs=tuple(replace(g, lines=left(g.lines)) for g in chart.graphs))


def zoomed(chart: Chart, ranges: Mapping[int, tuple[float, float]]) -> Chart:
    """A chart whose graphs, by number, show only a range of the x axis."""

    def narrow(at: int, graph: Graph) -> Graph:
        low, high = ranges.get(at, (graph.x.low, graph.x.high))
        return replace(graph, x=replace(graph.x, low=low, high=high))

    return replace(chart, graphs=tuple(narrow(*each) for each in enumerate(chart.graphs)))


def single_part(chart: Chart, at: int) -> Chart:
    """A chart with one panel (`at` counts panels, then graphs) or one graph only."""
    place = at - len(chart.panels)
    if place >= 0:
        return replace(chart, panels=(), graphs=chart.graphs[place : place + 1])
    return replace(chart, panels=chart.panels[at : at + 1], graphs=())


def cost_plot(title: Message, spots: Iterable[ValueMark], span: tuple[float, float]) -> MarkPlot:
    """Costs on an axis with these ends; logarithmic if one is three times as much or more."""
    low, high = span
    if high < LOGARITHMIC_PERCENT:
        return MarkPlot(title, tuple(spots), low, high, zero=True)
    known = tuple(spots)
    least = min([_LEAST_LOGARITHMIC, *(end for each in known for end in _drawn_values(each))])
    low = max(low, least, -90.0)
    return MarkPlot(title, known, low, high, zero=True, logarithmic=True)


def span_around_0(spots: Iterable[ValueMark]) -> tuple[float, float]:
    """The ends of an axis that holds 0, all values and all proved intervals; also published values
    and unproved intervals, unless they would leave too little room for these."""
    known = list(spots)
    ends = [-2.0, 10.0, *(each for spot in known if not spot.by for each in _drawn_values(spot))]
    noise = (each for spot in known if spot.faint for each in (spot.low, spot.high))
    ends += [each for each in list(noise) if each is not None and _fits(each, ends, _WIDER_NOISE)]
    theirs = (each for spot in known if spot.by for each in _drawn_values(spot))
    ends += [each for each in list(theirs) if _fits(each, ends, _WIDER_COSTS)]
    room = 0.04 * (max(ends) - min(ends))
    return min(ends) - room, max(ends) + room


def span_from_0(spots: Iterable[ValueMark]) -> tuple[float, float]:
    """The ends of an axis from 0 that holds all values and their intervals; published values as in
    `span_around_0`."""
    known = [(spot.by, max(spot.value, spot.high or 0.0)) for spot in spots]
    ours = [top for by, top in known if not by]
    theirs = [
        top for by, top in known if by and (not ours or _fits(top, [0.0, *ours], _WIDER_VALUES))
    ]
    return 0.0, _ceiling(max((*ours, *theirs), default=1.0))


def _drawn_values(spot: ValueMark) -> list[float]:
    """Its value, and the interval that is proved."""
    bounds = () if spot.faint else (spot.low, spot.high)
    return [spot.value, *(each for each in bounds if each is not None)]


def _fits(value: float, ends: Sequence[float], wider: float) -> bool:
    """Whether an axis could hold a value as well and still be read."""
    room = wider * (max(ends) - min(ends))
    return min(ends) - room <= value <= max(ends) + room


_LEAST_LOGARITHMIC = -15.0
"""Where a logarithmic axis begins, in percent, if nothing is below."""
_WIDER_COSTS, _WIDER_VALUES, _WIDER_NOISE = 3.0, 1.5, 1.0
"""Axes grow at most by so many times their length for published costs, published values and
unproved intervals; an arrow with its number stands for what is beyond."""


def _ceiling(value: float) -> float:
    """The first of `_STEPS` × 10ⁿ that isn't below a value."""
    if value <= 0:
        return 1.0
    scale = 1.0
    while scale > value:
        scale /= 10
    while scale * 10 <= value:
        scale *= 10
    return next(step * scale for step in _STEPS if value <= step * scale * (1 + 1e-9))


_STEPS = (1.0, 1.2, 1.6, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)
