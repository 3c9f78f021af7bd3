"""Draws page one's picture (`protections`) as SVG: a row for each protection, with cost and
marks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from app.findings.cost import Cost
from app.report.drawing.medium import ON_PAPER, HoverMark, Medium, RangeZone
from app.report.drawing.protections import (
    ATTACKED,
    EXCLUSION_WORDS,
    SEARCH_BY,
    ProtectionMark,
    ProtectionRow,
    Protections,
    SearchBy,
    ServerRows,
)
from app.report.drawing.svg_shapes import (
    FONTS,
    LOGARITHMIC_PERCENT,
    number,
    rectangle,
    scaled_cost,
    text_at,
    ticks,
    times_ticks,
    truncated,
    vertical,
    width_of,
    wrapped,
)
from app.report.words.colours import colour_keys
from app.report.words.cost_words import cost_label
from engines.contract.message import Message, percent, phrase
from engines.properties import Exclusion

PAPER_WIDTH, PAPER_SIZE = 499.0, 9.5
"""In points: what has room between the margins of A4, and its letters."""
SCREEN_SIZE = 12.0
_LEAST_WIDTH = 50 * SCREEN_SIZE
"""Of a picture on a screen with letters of that size."""
_LEFT_OF_ZERO = -20.0
"""Where a logarithmic axis begins: a little to the left of 0."""
_EMPTY_AXIS, _SHORTEST_AXIS = 10.0, 5.0
"""Percent at the end of an axis without a cost, and at least at that of any."""
_FASTEST = -90.0
"""Percent: a logarithmic axis never reaches -100, which is no time at all."""
_CUT_ABOVE, _CUT_BELOW, _LEAST_LARGEST = 2.5, -0.5, 4.0
"""Intervals are cut at so many times the largest decided cost or limit (taken for at least so many
percent), and below 0 at this share of the axis while no decided cost is negative."""
_MARGIN_SHARE = 0.08
"""Of a linear axis, left of 0."""
_DOT_RADIUS = 0.38
"""Of a cost, in sizes of letters."""
_A_TICK = 32.0
"""Room for what stands at a place of the axis."""


@dataclass(frozen=True)
class DrawnProposal:
    """The position, in units of the drawing, of a proposed protection that was not measured: a
    screen puts a button there."""

    row: ProtectionRow
    x: float
    y: float


@dataclass(frozen=True)
class ProtectionsDrawing:
    """The drawn picture; `proposals` are rows that can be measured."""

    svg: str
    height: float
    marks: Sequence[HoverMark]
    proposals: Sequence[DrawnProposal]
    top: float = 0.0
    """With `zones` for the protocol `Strip` of `widgets.charts.drawn_chart`."""
    zones: Sequence[RangeZone] = ()


def picture_svg(page: Protections) -> str:
    """On paper: a unit is a point."""
    return _Picture(page, ON_PAPER, PAPER_WIDTH, PAPER_SIZE).sheet().svg


@dataclass(frozen=True)
class ScreenDrawing:
    """A `Picture` (its strip a `Strip`) for `widgets.charts.drawn_chart`: as wide as there is room,
    always one strip."""

    width: float
    height: float
    strips: tuple[ProtectionsDrawing]


def picture(page: Protections, medium: Medium, width: float) -> ScreenDrawing:
    """At least so wide that names and marks have room beside each other."""
    width = max(width, _LEAST_WIDTH)
    sheet = _Picture(page, medium, width, SCREEN_SIZE).sheet()
    return ScreenDrawing(width, sheet.height, (sheet,))


@dataclass(frozen=True)
class _Axis:
    """From percent to a place; logarithmic where some cost is three times as much."""

    low: float
    high: float
    left: float
    right: float
    logarithmic: bool

    def at(self, cost: float) -> float:
        place, low, high = (
            scaled_cost(each, logarithmic=self.logarithmic) for each in (cost, self.low, self.high)
        )
        share = (place - low) / (high - low)
        return self.left + min(1.0, max(0.0, share)) * (self.right - self.left)

    def ticks(self, digits: Callable[[float, int], str]) -> Iterator[tuple[float, str]]:
        if not self.logarithmic:
            most = max(3, int((self.right - self.left) // _A_TICK))
            yield from ticks(self.low, self.high, most, digits)
            return
        for value, text in times_ticks(self.high, int((self.right - self.left) // _A_TICK), digits):
            if value == 0 or self.at(value) - self.at(0) >= _A_TICK / 2:  # else it lies on “×1”
                yield value, text


class _Picture:
    def __init__(self, page: Protections, medium: Medium, width: float, size: float) -> None:
        self._page, self._medium, self._width, self._size = page, medium, width, size
        self._inks = medium.inks
        self._shapes: list[str] = []
        self._pointed: list[HoverMark] = []
        self._proposals: list[DrawnProposal] = []
        self._colours = colour_keys((each.server, each.engine) for each in page.servers)
        self._y = 0.0
        self._bands: list[str] = []
        """What is advised stands out below the lines of the axis."""
        self._spans: list[tuple[float, float]] = []
        """From where to where there are rows: these lines cross no server's title."""

    def sheet(self) -> ProtectionsDrawing:
        self._heads()
        ground = len(self._shapes)
        for server in self._page.servers:
            self._server(server)
        lines = (line for top, bottom in self._spans for line in self._grid(top, bottom))
        self._shapes[ground:ground] = [*self._bands, *lines]
        self._scale()
        self._legend()
        height = self._y
        sizes = f'width="{number(self._width)}" height="{number(height)}"'
        frame = f'viewBox="0 0 {number(self._width)} {number(height)}"'
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" {sizes} {frame} role="img" '
            f'font-family="{FONTS}">'
        )
        svg = "\n".join((head, "<title></title>", *self._shapes, "</svg>", ""))
        return ProtectionsDrawing(svg, height, self._pointed, self._proposals)

    @cached_property
    def _titles(self) -> list[list[str]]:
        """The words above each column of marks, in at most two lines."""
        message = [column.message for column in self._page.columns]
        words = [self._medium.words(each) for each in (*message, SEARCH_BY)] if message else []
        return [_two_lines(each, self._size) for each in words]

    @cached_property
    def _columns(self) -> list[tuple[float, float]]:
        """The middle and the width of each of them, from the right."""
        gap, right, found = 0.8 * self._size, self._width, []
        for lines in reversed(self._titles):
            wide = max(*(width_of(e, self._size) for e in lines), 2.2 * self._size)
            found.append((right - wide / 2, wide))
            right -= wide + gap
        return found[::-1]

    @cached_property
    def _marks_left(self) -> float:
        if not self._columns:
            return self._width
        middle, wide = self._columns[0]
        return middle - wide / 2 - 0.8 * self._size

    @cached_property
    def _names_width(self) -> float:
        words, size = self._medium.words, self._size
        named = [width_of(words(each.name), size, bold=True) for each in self._page.rows]
        below = [width_of(words(each.where), size) for each in self._page.rows]
        wanted = max([*named, *below, 6 * size]) + 2.2 * size
        return min(wanted, max(0.42 * self._marks_left, self._marks_left - 13 * size))

    @cached_property
    def _axis(self) -> _Axis:
        costs = [each.cost for each in self._page.rows if each.cost.percent is not None]
        ends = [end for each in costs for end in (each.percent, each.low, each.high)]
        known = [each for each in (*ends, self._page.limit_percent) if each is not None]
        decided = [each.percent or 0.0 for each in costs if each.decided]
        most = max(decided or known, default=_EMPTY_AXIS)
        logarithmic = max([most, self._page.limit_percent or 0.0]) >= LOGARITHMIC_PERCENT
        low, high = self._cost_range(known, decided, most, logarithmic)
        left = self._names_width + 0.5 * self._size
        share = _Axis(low, high, 0, 1, logarithmic).at
        width = self._axis_width(costs, share, self._marks_left - left)
        return _Axis(low, high, left, left + width, logarithmic)

    def _cost_range(
        self, known: Sequence[float], decided: Sequence[float], most: float, logarithmic: bool
    ) -> tuple[float, float]:
        """Percent at both ends of the axis: intervals of undecided costs may be cut off, so that
        they do not squeeze the decided ones."""
        high = max(known, default=_EMPTY_AXIS)
        if not logarithmic:
            largest = max(most, self._page.limit_percent or 0.0, _LEAST_LARGEST)
            high = min(high, _CUT_ABOVE * largest)
        low = max(_FASTEST, min([0.0, *known]))
        if not any(each < 0 for each in decided):
            low = max(low, _CUT_BELOW * high)
        high = max(high, _SHORTEST_AXIS)
        return min(low, _LEFT_OF_ZERO if logarithmic else -_MARGIN_SHARE * high), high

    def _axis_width(self, costs: Sequence[Cost], share: Callable[[float], float],
                    room: float) -> float:  # fmt: skip
        """In units of the drawing, at most `room`: each cost's label has its place behind the end
        of what is drawn of it, which is at this share of the axis."""
        width = room - 0.5 * self._size
        for each in costs:
            label = width_of(self._medium.words(cost_label(each)), self._size, bold=True)
            end = share(max(each.percent or 0.0, each.high or 0.0, each.margin or 0.0))
            beyond = room - label - (_DOT_RADIUS + 0.45) * self._size
            width = min(width, beyond / max(end, 0.01))
        return width

    def _text(self, x: float, y: float, text: str, ink: str, *, bold: bool = False,
              anchor: str = "start") -> None:  # fmt: skip
        self._shapes.append(text_at(x, y, text, self._size, ink=ink, bold=bold, anchor=anchor))

    def _heads(self) -> None:
        size, muted = self._size, self._inks.muted
        above = 1.6 * size if self._columns else 0.0
        first, second = above + size * 1.1, above + size * 2.3
        if self._columns:
            left = self._columns[0][0] - self._columns[0][1] / 2
            self._text(left, size, self._medium.words(_KEEPS_OUT), muted, bold=True)
            attackers = sum(each in ATTACKED for each in self._page.columns)
            middle, wide = self._columns[attackers - 1]
            self._shapes.append(
                rectangle(left, 1.35 * size, middle + wide / 2 - left, 0.8, self._inks.grid)
            )
        self._text(0, second, self._medium.words(_PROTECTION), muted, bold=True)
        cost = _HEADS[self._page.by_cpu, self._axis.logarithmic]
        if self._page.of_peak:
            cost = _LOST
        self._text(self._axis.left, second, self._medium.words(cost), muted, bold=True)
        for (middle, _), lines in zip(self._columns, self._titles, strict=True):
            for line, y in zip(
                lines, (first, second) if len(lines) > 1 else (second,), strict=True
            ):
                self._text(middle, y, line, muted, anchor="middle")
        self._y = above + size * 2.9

    def _server(self, server: ServerRows) -> None:
        size, words = self._size, self._medium.words
        self._y += 0.35 * size
        base = self._y + 1.1 * size
        colour = self._medium.colour(self._colours[server.server])
        self._shapes.append(rectangle(0, base - 0.75 * size, 0.8 * size, 0.8 * size, colour))
        room = self._marks_left - 1.4 * size
        title = truncated(words(server.title), size, room, bold=True)
        self._text(1.4 * size, base, title, self._inks.ink, bold=True)
        self._y += 1.65 * size
        if server.topology:
            line = truncated(words(server.topology), size, self._width - 1.4 * size)
            self._text(1.4 * size, self._y + 0.75 * size, line, self._inks.muted)
            self._y += 1.2 * size
        top = self._y
        for row in server.rows:
            self._row(row, colour)
        self._spans.append((top, self._y))

    def _row(self, row: ProtectionRow, colour: str) -> None:
        size, inks, words = self._size, self._inks, self._medium.words
        room = self._names_width - 1.4 * size
        below = wrapped(words(row.where), size, room)
        height = (1.75 + 1.1 * len(below)) * size
        if row.advised:
            self._bands.append(
                f'<rect x="0" y="{number(self._y)}" width="{number(self._width)}" '
                f'height="{number(height)}" rx="4" fill="{inks.band}"/>'
            )
        middle = self._y + height / 2
        ink = inks.muted if row.proposed else inks.ink
        name = truncated(words(row.name), size, room, bold=row.advised)
        y = middle + (0.35 - 0.58 * len(below)) * size
        self._text(1.4 * size, y, name, ink, bold=row.advised)
        for line in below:
            y += 1.2 * size
            self._text(1.4 * size, y, line, inks.muted)
        self._cost(row, middle, colour)
        for mark, (x, _) in zip(row.marks, self._columns, strict=False):
            self._mark(mark, x, middle, faint=row.proposed)
            message = _POINTED.with_values(what=mark.column.message, why=mark.reason)
            self._point(x, middle, message)
        if row.marks:
            x = self._columns[-1][0]
            if row.search is SearchBy.NONE:
                no = partial(_sign, Exclusion.NONE, r=0.58 * size, medium=self._medium)
                self._shapes.append(no(x, middle))
            else:
                sign = words(row.search.sign)
                self._text(x, middle + 0.35 * size, sign, inks.muted, anchor="middle")
            self._point(x, middle, _POINTED.with_values(what=SEARCH_BY, why=row.search.message))
        self._y += height

    def _point(self, x: float, y: float, message: Message) -> None:
        words = self._medium.words
        self._pointed.append(HoverMark(x, y, lambda: words(message)))

    def _cost(self, row: ProtectionRow, middle: float, colour: str) -> None:
        axis, size, inks, cost = self._axis, self._size, self._inks, row.cost
        words = self._medium.words
        if cost.percent is None:
            x = axis.at(0) + 0.6 * size
            if self._medium is ON_PAPER or not row.proposed:
                self._text(x, middle + 0.35 * size, words(row.missing), inks.muted)
            else:
                self._proposals.append(DrawnProposal(row, x, middle))
            return
        margin = cost.margin or 0.0
        left, right = axis.at(-margin), axis.at(margin)
        if margin:
            top, high = middle - 0.7 * size, 1.4 * size
            self._shapes.append(_noise(left, top, right - left, high, inks.muted))
        x, low, high = (axis.at(e) for e in (cost.percent, cost.low or cost.percent,
                                             cost.high or cost.percent))  # fmt: skip
        if high > low:
            self._shapes.append(
                f'<line x1="{number(low)}" y1="{number(middle)}" x2="{number(high)}" '
                f'y2="{number(middle)}" stroke="{colour}" stroke-width="2"/>'
            )
        fill = colour if cost.decided else inks.paper
        self._shapes.append(_dot(x, middle, r=_DOT_RADIUS * size, fill=fill, ink=colour))
        label = words(cost_label(cost))
        ink = inks.ink if cost.decided else inks.muted
        self._text(
            max(high, x + _DOT_RADIUS * size, right if margin > cost.percent else 0) + 0.45 * size,
            middle + 0.35 * size, label, ink, bold=row.advised,
        )  # fmt: skip
        self._point(x, middle, _POINTED.with_values(what=row.name, why=cost.message))

    def _shows_interval(self, cost: Cost) -> bool:
        """Whether it reaches beyond its dot."""
        if cost.low is None or cost.high is None:
            return False
        return self._axis.at(cost.high) - self._axis.at(cost.low) > 2 * _DOT_RADIUS * self._size

    def _mark(self, mark: ProtectionMark, x: float, y: float, *, faint: bool = False) -> None:
        size, inks = self._size, self._inks
        self._shapes.append(_sign(mark.exclusion, x, y, 0.58 * size, self._medium, faint=faint))
        if mark.found:
            ink = _ink(mark.exclusion, self._medium)
            self._shapes.append(
                f'<circle cx="{number(x + 0.95 * size)}" cy="{number(y - 0.55 * size)}" '
                f'r="{number(0.2 * size)}" fill="{ink}" stroke="{inks.paper}" stroke-width="0.5"/>'
            )

    def _grid(self, top: float, bottom: float) -> Iterator[str]:
        axis, inks = self._axis, self._inks
        for value, _ in axis.ticks(self._medium.digits):
            yield vertical(axis.at(value), top, bottom, inks.muted if value == 0 else inks.grid)
        if (limit := self._page.limit_percent) is not None:
            x = number(axis.at(limit))
            yield (
                f'<line x1="{x}" y1="{number(top)}" x2="{x}" y2="{number(bottom)}" '
                f'stroke="{inks.warning}" stroke-width="1.3" stroke-dasharray="4 3"/>'
            )

    def _scale(self) -> None:
        size, axis, inks = self._size, self._axis, self._inks
        self._y += 1.3 * size
        for value, text in axis.ticks(self._medium.digits):
            self._text(axis.at(value), self._y, text, inks.muted, anchor="middle")
        if (limit := self._page.limit_percent) is not None:
            message = self._medium.words(_LIMIT.with_values(limit=percent(limit)))
            self._y += 1.3 * size
            self._text(axis.at(limit), self._y, message, inks.warning, anchor="middle")
        self._y += 0.6 * size

    def _legend(self) -> None:
        """Below all: what marks and colours mean, in as many lines as it takes."""
        size, words = self._size, self._medium.words
        x, self._y = 0.0, self._y + 1.3 * size
        for drawn, message in self._entries():
            text = words(message)
            half = width_of(_SIGN, size) / 2 if drawn.func is _sign_words else 0.6 * size
            wide = 2 * half + 0.5 * size + width_of(text, size) + 1.3 * size
            if x and x + wide > self._width:
                x, self._y = 0.0, self._y + 1.6 * size
            self._shapes.append(drawn(x + half, self._y - 0.35 * size))
            self._text(x + 2 * half + 0.5 * size, self._y, text, self._inks.muted)
            x += wide
        self._y += 0.6 * size

    def _entries(self) -> Iterator[tuple[partial[str], Message]]:
        size, inks, rows = self._size, self._inks, list(self._page.rows)
        shown = [mark for row in rows for mark in row.marks]
        for exclusion, message in EXCLUSION_WORDS.items():
            if exclusion is not None and any(each.exclusion is exclusion for each in shown):
                yield partial(_sign, exclusion, r=0.58 * size, medium=self._medium), message
        if any(each.found for each in shown):
            yield partial(_dot, r=0.2 * size, fill=inks.bad, ink=inks.bad), _FOUND
        if any(each.exclusion is None for each in shown):
            yield partial(_sign, None, r=0.58 * size, medium=self._medium), _NO_LOGINS
        if any(row.proposed for row in rows):
            yield (
                partial(_sign, Exclusion.FULL, r=0.58 * size, medium=self._medium, faint=True),
                _BY_DESIGN,
            )
        if any(self._shows_interval(row.cost) for row in rows):
            yield partial(_bar, size=size, ink=inks.muted), _INTERVAL
        if any(row.cost.margin for row in rows):
            yield partial(_sample, size=size, ink=inks.muted), _GREY
        if any(row.cost.percent is not None and not row.cost.decided for row in rows):
            yield partial(_dot, r=_DOT_RADIUS * size, fill=inks.paper, ink=inks.ink), _HOLLOW
        if any(row.search in (SearchBy.ALL, SearchBy.EQUALITY) for row in rows):
            yield partial(_sign_words, size=size, ink=inks.muted), _SEARCHES


def _sign_words(x: float, y: float, *, size: float, ink: str) -> str:
    return text_at(x, y + 0.35 * size, _SIGN, size, ink=ink, anchor="middle")


def _dot(x: float, y: float, *, r: float, fill: str, ink: str) -> str:
    middle = f'cx="{number(x)}" cy="{number(y)}" r="{number(r)}"'
    return f'<circle {middle} fill="{fill}" stroke="{ink}" stroke-width="1.5"/>'


def _bar(x: float, y: float, *, size: float, ink: str) -> str:
    return rectangle(x - 0.6 * size, y - 1, 1.2 * size, 2, ink)


def _noise(x: float, y: float, width: float, height: float, ink: str) -> str:
    """Seen on the band of what is advised as well."""
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" '
        f'height="{number(height)}" fill="{ink}" fill-opacity="0.2"/>'
    )


def _sample(x: float, y: float, *, size: float, ink: str) -> str:
    return _noise(x - 0.6 * size, y - 0.5 * size, 1.2 * size, size, ink)


def _two_lines(text: str, size: float) -> list[str]:
    """A heading in two lines as even as its words allow."""
    if " " not in text:
        return [text]
    words = text.split()
    splits = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return list(min(splits, key=lambda each: max(width_of(part, size) for part in each)))


def _ink(exclusion: Exclusion | None, medium: Medium) -> str:
    inks = medium.inks
    return {
        Exclusion.FULL: inks.good,
        Exclusion.PARTLY: inks.warning,
        Exclusion.NONE: inks.bad,
    }.get(exclusion or Exclusion.NONE, inks.muted)


def _sign(
    exclusion: Exclusion | None,
    x: float,
    y: float,
    r: float,
    medium: Medium,
    *,
    faint: bool = False,
) -> str:
    """A filled circle with a tick, a half one, one with a cross, or a dash; outlines alone of what
    was not measured."""
    ink, paper = _ink(exclusion, medium), medium.inks.paper
    middle = f'cx="{number(x)}" cy="{number(y)}" r="{number(r)}"'

    def path(*places: tuple[float, float], line: str, width: float) -> str:
        points = " ".join(f"{number(x + r * one)},{number(y + r * other)}" for one, other in places)
        return (
            f'<polyline points="{points}" fill="none" stroke="{line}" '
            f'stroke-width="{number(width)}" stroke-linecap="round" stroke-linejoin="round"/>'
        )

    if exclusion is None:
        return path((-0.6, 0), (0.6, 0), line=medium.inks.muted, width=1.4)
    if exclusion is Exclusion.FULL:
        fill, line = (paper, ink) if faint else (ink, paper)
        tick = path((-0.45, 0.02), (-0.12, 0.38), (0.5, -0.36), line=line, width=0.28 * r)
        return f'<circle {middle} fill="{fill}" stroke="{ink}" stroke-width="1.2"/>{tick}'
    ring = f'<circle {middle} fill="{paper}" stroke="{ink}" stroke-width="1.3"/>'
    if exclusion is Exclusion.PARTLY:
        half = (
            f'<path d="M{number(x)} {number(y - r)}a{number(r)} {number(r)} 0 0 0 0 '
            f'{number(2 * r)}z" fill="{ink}"/>'
        )
        return ring + half
    return (
        ring
        + path((-0.38, -0.38), (0.38, 0.38), line=ink, width=1.4)
        + path((0.38, -0.38), (-0.38, 0.38), line=ink, width=1.4)
    )


_SIGN = "=, <"
_PROTECTION, _KEEPS_OUT = phrase("Protection"), phrase("Keeps out")
_HEADS = {
    (False, False): phrase("Added time, %"),
    (True, False): phrase("Added CPU time, %"),
    (False, True): phrase("Time, × unprotected"),
    (True, True): phrase("CPU time, × unprotected"),
}
"""By whether it is CPU time, and whether the axis is logarithmic."""
_LOST = phrase("Lost throughput, %")
_LIMIT = phrase("your limit: {limit}")
_POINTED = phrase("{what}: {why}")
_FOUND = phrase("found here")
_GREY = phrase("noise")
_SEARCHES = phrase("equality, ranges")
_HOLLOW = phrase("unclear")
_NO_LOGINS, _BY_DESIGN = phrase("no logins"), phrase("by design")
_INTERVAL = phrase("95 % interval")
