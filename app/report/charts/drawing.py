"""A chart on paper: SVG of our own, made without a screen. The same chart gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.report.charts.chart import Chart, Panel, Plot, Row, Spot
from app.report.charts.marks import arrow, marker, number, ticks
from app.report.charts.text import FONTS, fitting, plain, text_at, width_of
from app.report.series import FAINT, GRID, INK, MUTED, PAPER

WIDTH = 900
"""Of every chart, in units of which 96 make an inch."""
_MARGIN, _GAP = 20.0, 24.0
_TITLE, _TEXT, _SMALL = 16.0, 12.0, 11.0
_HEAD, _LEGEND_LINE, _PANEL_HEAD, _AXIS = 48.0, 20.0, 26.0, 30.0
_ROW_STEP, _ROW_ROOM, _LEAST_ROW = 9.0, 12.0, 32.0
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

    def y(self, spot: Spot) -> float:
        """Series of a row stand below each other, each in its lanes."""
        many = self.series * self.lanes
        across = (spot.series * self.lanes + spot.by - (many - 1) / 2) * 0.8 / max(1, many)
        return self.top + (spot.row + 0.5 + across) * self.row


def svg(chart: Chart) -> str:
    """A drawing of a chart."""
    body = list(_Drawing(chart).parts())
    height = float(body.pop())
    words = plain(f"{chart.title} · {chart.caption}")
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


class _Drawing:
    def __init__(self, chart: Chart) -> None:
        self._chart = chart
        steps = len(chart.series) * chart.lanes
        self._row = max(_LEAST_ROW, steps * _ROW_STEP + _ROW_ROOM)
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
        yield str(self._y + _MARGIN - 10)

    def _legend(self) -> Iterator[str]:
        x = _MARGIN
        for at, name in enumerate(self._chart.series):
            told = fitting(name, _TEXT, _MOST_NAME)
            taken = 30 + width_of(told, _TEXT)
            if x + taken > WIDTH - _MARGIN and x > _MARGIN:
                x, self._y = _MARGIN, self._y + _LEGEND_LINE
            yield marker(at, x + 5, self._y + 4, INK, INK)
            yield text_at(x + 14, self._y + 8, told, _TEXT)
            x += taken
        self._y += _LEGEND_LINE + 8
        for other in self._chart.others:
            told = fitting(f"{other.name}, {other.source}", _TEXT, WIDTH - 2 * _MARGIN - 14)
            yield marker(0, _MARGIN + 5, self._y, other.colour, PAPER)
            yield text_at(_MARGIN + 14, self._y + 4, told, _TEXT)
            self._y += _LEGEND_LINE

    def _panel(self, panel: Panel) -> Iterator[str]:
        yield from self._panel_head(panel)
        self._y += _PANEL_HEAD
        for at, row in enumerate(panel.rows):
            yield from self._row_name(row, self._y + (at + 0.5) * self._row)
        for place in self._places(panel):
            yield from _axis(place)
            inks = (panel.colour, *(other.colour for other in self._chart.others))
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
        yield (
            f'<rect x="{number(_MARGIN)}" y="{number(base - 10)}" width="10" height="10" '
            f'fill="{panel.colour}"/>'
        )
        first, *others = self._places(panel)
        taken = 0 if others else first.width - width_of(str(first.plot.title), _SMALL) - 40
        title = fitting(panel.title, _TEXT, 220 + taken, bold=True)
        after = max(first.left, _MARGIN + 26 + width_of(title, _TEXT, bold=True))
        yield text_at(_MARGIN + 16, base, title, _TEXT, bold=True)
        yield text_at(after, base, str(first.plot.title), _SMALL, ink=MUTED)
        for each in others:
            told = fitting(str(each.plot.title), _SMALL, each.width)
            yield text_at(each.left, base, told, _SMALL, ink=MUTED)

    def _row_name(self, row: Row, middle: float) -> Iterator[str]:
        lines = _lines(row)
        for at, line in enumerate(lines):
            base = middle + 4 + (at - (len(lines) - 1) / 2) * 13
            told, size = fitting(line, _TEXT, _MOST_NAME), _SMALL if at else _TEXT
            ink = MUTED if at else INK
            yield text_at(_MARGIN + self._names - 10, base, told, size, ink=ink, anchor="end")


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


def _spots(place: _Place, inks: Sequence[str]) -> Iterator[str]:
    """Bands behind everything, then 0, intervals, and the values on top; `inks` are that of ours,
    and those of others."""
    spots = place.plot.spots
    height = 0.8 / max(1, place.series * place.lanes) * place.row
    for spot in spots:
        if spot.band is not None:
            left, right = place.x(-spot.band), place.x(spot.band)
            yield (
                f'<rect x="{number(left)}" y="{number(place.y(spot) - height / 2)}" '
                f'width="{number(right - left)}" height="{number(height)}" fill="{FAINT}"/>'
            )
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
    if spot.low < place.plot.low:
        yield arrow(place.left, y, -1, ink)
    if spot.high > place.plot.high:
        yield arrow(place.left + place.width, y, 1, ink)


def _line(x1: float, y1: float, x2: float, y2: float, ink: str) -> str:
    ends = f'x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
    return f'<line {ends} stroke="{ink}"/>'
