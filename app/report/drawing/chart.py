"""What a chart shows: rows of spots with their intervals along an axis, rows of stacked bars, and
graphs of lines over two axes.

`drawing.py` beside this draws it, for files and for the page *Results* alike. A `colour` is a key
of `words/series.py` or `#rrggbb`; the medium that it is drawn for says what a key looks like.
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
    """A value in a row with its interval where it is known; `series` is an index into those of the
    chart.

    Hollow ones stand for the baseline, faint ones for what is not proved. `band` is the half-width
    of what counts as nothing, around 0. `message` is what there is to say of it. What another has
    measured is `by` the first, second, … of the chart's `others`, hollow and in a lane of its own.
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
    """Of its own, in place of the panel's."""


def cost_spot(
    row: int,
    series: int,
    cost: Cost,
    *,
    faint: bool = False,
    by: int = 0,
    colour: str = "",
) -> ValueMark:
    """A cost that is known, with its interval and margin."""
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
    """A stretch of a row; those that follow each other are a stack. `part` is an index into the
    parts of the chart. A `thin` one stands below the stack, to be measured against it."""

    row: int
    part: int
    start: float
    end: float
    thin: bool = False
    message: Message = NOTHING
    """Of one that can be pointed at, at its end."""


@dataclass(frozen=True)
class Dot:
    """One of the values that a row is made of, in the `lane` of so many that it is drawn in; where
    it is one of a pair, `partner` is the other one, hollow, with a line between them."""

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
    """A row's name, and in a second line what is weak about it, or where that was."""

    name: str
    marks: tuple[Message, ...] = ()
    where: str = ""


@dataclass(frozen=True)
class MarkPlot:
    """Spots along an axis from `low` to `high`, with a line at 0 where they stand around it. It
    has no places between whole numbers if it counts something (`whole`)."""

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
    """Costs in percent by their ratios."""


@dataclass(frozen=True)
class PlotPanel:
    """Plots beside each other that share their rows."""

    title: str
    colour: str
    rows: tuple[Row, ...]
    plots: tuple[MarkPlot, ...]
    message: Message = NOTHING
    """The title where it is a sentence, for whoever translates it."""


@dataclass(frozen=True)
class OtherStudy:
    """Who else has measured what is shown, and where that can be read."""

    name: str
    source: str
    colour: str


@dataclass(frozen=True)
class StackPart:
    """What bars are stacked of."""

    name: Message
    colour: str


@dataclass(frozen=True)
class LineStyle:
    """How a line looks wherever it stands. `marker` has a name of pyqtgraph's (o, s, t1, d), empty
    for none."""

    name: Message
    colour: str
    stroke: Stroke = "solid"
    marker: str = ""
    hollow: bool = False


@dataclass(frozen=True)
class Axis:
    """From `low` to `high`; `places` are told by their names, without them round ones by their
    values. `text_of` gives the text of a value."""

    title: Message
    low: float
    high: float
    log: bool = False
    places: tuple[tuple[float, Message], ...] = ()
    text_of: Callable[[float], Message] | None = None


@dataclass(frozen=True)
class ChartLine:
    """Points (x, y) from one to the next; `look` is an index into those of the chart. Points at the
    places `marked` stand out. `mean` is drawn across, with the bounds of its interval."""

    look: int
    points: tuple[tuple[float, float], ...]
    marked: tuple[int, ...] = ()
    mean: tuple[float, float, float] | None = None


@dataclass(frozen=True)
class HistogramBar:
    """A block of a histogram from `left` to `right`."""

    colour: str
    left: float
    right: float
    height: float
    message: Message


@dataclass(frozen=True)
class VerticalLine:
    """A place of the axis across, marked over the whole height; `message` stands beside it."""

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
    """It has the whole width."""
    height: float = 0.0
    """Units of a drawing that its plot has; 0: by its width."""
    far: Message = NOTHING
    """What is said of points that stand out."""
    blocks: tuple[HistogramBar, ...] = ()
    uprights: tuple[VerticalLine, ...] = ()


@dataclass(frozen=True)
class Chart:
    """Panels below each other, and below them graphs, two beside each other. `name` is fit for a
    file, `series` are told by their markers, `parts` by their colours, `looks` by their lines."""

    name: str
    title: Message
    caption: Message
    series: tuple[Message, ...]
    panels: tuple[PlotPanel, ...]
    others: tuple[OtherStudy, ...] = ()
    parts: tuple[StackPart, ...] = ()
    looks: tuple[LineStyle, ...] = ()
    graphs: tuple[Graph, ...] = ()
    row_height: float = 0.0
    """Units of a drawing that rows have at least."""
    notes: tuple[Message, ...] = ()
    """What is said below all of it, a paragraph each."""

    @property
    def lanes(self) -> int:
        """How many lanes each series of a row has: one for ours, one for each other."""
        return 1 + len(self.others)


def without(chart: Chart, names: frozenset[str]) -> Chart:
    """A chart without the lines whose looks have these names; its axes stay."""

    def left(lines: Iterable[ChartLine]) -> tuple[ChartLine, ...]:
        return tuple(each for each in lines if str(chart.looks[each.look].name) not in names)

    return replace(chart, graphs=tuple(replace(g, lines=left(g.lines)) for g in chart.graphs))


def zoomed(chart: Chart, ranges: Mapping[int, tuple[float, float]]) -> Chart:
    """A chart of whose graphs, by number, only a range of the axis across is seen."""

    def narrow(at: int, graph: Graph) -> Graph:
        low, high = ranges.get(at, (graph.x.low, graph.x.high))
        return replace(graph, x=replace(graph.x, low=low, high=high))

    return replace(chart, graphs=tuple(narrow(*each) for each in enumerate(chart.graphs)))


def only(chart: Chart, at: int) -> Chart:
    """A chart of one of its panels or, by the numbers behind theirs, of one of its graphs."""
    place = at - len(chart.panels)
    if place >= 0:
        return replace(chart, panels=(), graphs=chart.graphs[place : place + 1])
    return replace(chart, panels=chart.panels[at : at + 1], graphs=())


def cost_plot(title: Message, spots: Iterable[ValueMark], span: tuple[float, float]) -> MarkPlot:
    """Costs on an axis with these ends, by ratios where one is three times as much."""
    low, high = span
    if high < LOGARITHMIC_PERCENT:
        return MarkPlot(title, tuple(spots), low, high, zero=True)
    known = tuple(spots)
    least = min([_LEAST_LOGARITHMIC, *(end for each in known for end in _drawn_values(each))])
    low = max(low, least, -90.0)
    return MarkPlot(title, known, low, high, zero=True, logarithmic=True)


def span_around_0(spots: Iterable[ValueMark]) -> tuple[float, float]:
    """An axis that holds 0, all values and the intervals that are proved, and of others and of
    mere noise what does not leave these without room."""
    known = list(spots)
    ends = [-2.0, 10.0, *(each for spot in known if not spot.by for each in _drawn_values(spot))]
    noise = (each for spot in known if spot.faint for each in (spot.low, spot.high))
    ends += [each for each in list(noise) if each is not None and _fits(each, ends, _WIDER_NOISE)]
    theirs = (each for spot in known if spot.by for each in _drawn_values(spot))
    ends += [each for each in list(theirs) if _fits(each, ends, _WIDER_COSTS)]
    room = 0.04 * (max(ends) - min(ends))
    return min(ends) - room, max(ends) + room


def span_from_0(spots: Iterable[ValueMark]) -> tuple[float, float]:
    """An axis from 0 that holds all values and their intervals; of others as `span_around_0`."""
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
"""Axes grow by so many times themselves at most for what others found, and for intervals that
prove nothing; an arrow with its number tells of what is beyond."""


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
