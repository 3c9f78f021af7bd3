"""Spots with their intervals in rows along an axis: one half of a forest plot."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QPointF
from PySide6.QtGui import QColor, QCursor
from PySide6.QtWidgets import QSizePolicy, QToolTip

from widgets.charts.plot_canvas import PlotCanvas
from widgets.look.names import plain_tip, shortened_lines
from widgets.look.theme import current_palette, mix, series_style, tone_color

SYMBOLS = ("o", "s", "t1", "d", "star", "p", "h", "t")
"""pyqtgraph's names of the markers of a panel's series, in order."""

_NEAR = 9.0
_ARROW, _ARROW_INSET = 7, 0.012
"""Pixels, and the share of the axis that keeps an arrow whole at its end."""


@dataclass(frozen=True)
class Spot:
    """A value in a row, with its interval where it is known; `series` is an index into SYMBOLS.

    Hollow ones stand for plaintext, faint ones for what is not proved. `band` is the half-width of
    what counts as nothing, around 0. Those with a `look` were measured by others: hollow, in the
    colour of that series, and in a `lane` of their own below ours.
    """

    row: int
    series: int
    value: float
    low: float | None = None
    high: float | None = None
    tip: str = ""
    hollow: bool = False
    faint: bool = False
    band: float | None = None
    look: str = ""
    lane: int = 0
    colour_key: str = ""
    """That of a series of its own, in place of the panel's."""


class ForestPlot(PlotCanvas):
    """Spots in rows along a horizontal axis; pointing at one tells of it."""

    def __init__(self) -> None:
        super().__init__()
        self._spots: Sequence[Spot] = ()
        self._places: dict[Spot, float] = {}
        self.plot.show_grid(x=0.6)
        self.box.setMouseEnabled(x=False, y=False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumWidth(120)
        self.scene().sigMouseMoved.connect(self._on_pointer_moved)
        self.viewport().installEventFilter(self)

    def set_spots(
        self,
        spots: Sequence[Spot],
        rows: Sequence[str],
        shown: Sequence[int],
        colour_key: str,
        span: tuple[float, float],
        zero: bool = False,
    ) -> None:
        """Draw the series in `shown` over `span` of the axis, and a line at 0 where there is to be
        one; an empty name leaves no room."""
        self._spots = [spot for spot in spots if spot.series in shown]
        lanes = lane_count(self._spots)
        self._places = {spot: _place(spot, shown, lanes) for spot in self._spots}
        self.recolour()
        self.plot.clear()
        self._set_rows(rows)
        self.box.setXRange(*span, padding=0)
        if zero:
            self._draw_bands(0.8 / max(1, len(shown) * lanes))
        colour = series_style(colour_key).colour
        self._draw_intervals(colour, span)
        for series in shown:
            self._draw(series, [spot for spot in self._spots if spot.series == series], colour)

    def spots(self) -> list[Spot]:
        """What is drawn."""
        return list(self._spots)

    def text_near(self, position: QPointF) -> str:
        """What pointing at a place of the scene says; empty beside all spots."""
        nearest = min(self._spots, key=lambda spot: self._distance(spot, position), default=None)
        if nearest is None or self._distance(nearest, position) > _NEAR:
            return ""
        return nearest.tip

    def _distance(self, spot: Spot, position: QPointF) -> float:
        at = self.box.mapViewToScene(QPointF(spot.value, self._places[spot]))
        return math.hypot(at.x() - position.x(), at.y() - position.y())

    def _set_rows(self, rows: Sequence[str]) -> None:
        names = [shortened_lines(name) for name in rows]
        self.y_axis.setTicks([[(-float(at), name) for at, name in enumerate(names)]])
        self.box.setYRange(-len(rows) + 0.45, 0.55, padding=0)

    def _draw_bands(self, height: float) -> None:
        """Each spot's own band behind it, and 0."""
        palette = current_palette()
        faint = QColor(mix(palette.surface, palette.muted, 0.14))
        banded = [(spot, spot.band) for spot in self._spots if spot.band is not None]
        bars = pg.BarGraphItem(
            x0=[-band for _, band in banded],
            width=[2 * band for _, band in banded],
            y=[self._places[spot] for spot, _ in banded],
            height=height,
            pen=pg.mkPen(None),
            brush=faint,
        )
        bars.setZValue(-2000)
        if banded:
            self.plot.addItem(bars, ignoreBounds=True)
        self.plot.addItem(pg.InfiniteLine(0.0, pen=pg.mkPen(palette.control, width=1)))

    def _draw_intervals(self, colour: QColor, span: tuple[float, float]) -> None:
        """A line each, all of one colour in one item; an arrow where it goes on beyond the axis."""
        kinds: dict[tuple[bool, str, str], list[tuple[float, float, float]]] = {}
        for spot in sorted(self._spots, key=lambda each: not each.faint):
            ends = _ends(spot, span)
            if ends is not None:
                line = *ends, self._places[spot]
                kinds.setdefault((spot.faint, spot.look, spot.colour_key), []).append(line)
        for (faint, look, own), known in kinds.items():
            ink = tone_color("muted") if faint else _own(own, colour)
            ink = series_style(look).colour if look else ink
            reach = np.array([(low, high) for low, high, _ in known]).ravel()
            heights = np.repeat([place for *_, place in known], 2)
            pen = pg.mkPen(ink, width=1)
            self.plot.addItem(pg.PlotCurveItem(reach, heights, pen=pen, connect="pairs"))
            self._draw_arrows(arrows(known, span), ink)

    def _draw_arrows(self, found: Sequence[tuple[float, float, str]], ink: QColor) -> None:
        if found:
            places, heights, symbols = zip(*found, strict=True)
            drawn = pg.ScatterPlotItem(
                x=places,
                y=heights,
                symbol=symbols,
                size=_ARROW,
                pen=pg.mkPen(None),
                brush=pg.mkBrush(ink),
            )
            self.plot.addItem(drawn, ignoreBounds=True)

    def _draw(self, series: int, spots: Sequence[Spot], colour: QColor) -> None:
        if not spots:
            return
        inks = [_ink(spot, colour) for spot in spots]
        surface = QColor(current_palette().surface)
        fills = [
            surface if spot.hollow or spot.look else ink
            for spot, ink in zip(spots, inks, strict=True)
        ]
        self.plot.addItem(
            pg.ScatterPlotItem(
                x=[spot.value for spot in spots],
                y=[self._places[spot] for spot in spots],
                symbol=SYMBOLS[series % len(SYMBOLS)],
                size=8,
                pen=[
                    pg.mkPen(ink, width=1.6 if spot.look else 1)
                    for spot, ink in zip(spots, inks, strict=True)
                ],
                brush=[pg.mkBrush(fill) for fill in fills],
                antialias=False,
            )
        )

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            QToolTip.hideText()
        return bool(super().eventFilter(watched, event))

    def _on_pointer_moved(self, position: QPointF) -> None:
        QToolTip.showText(QCursor.pos(), plain_tip(self.text_near(position)), self)


def _ink(spot: Spot, colour: QColor) -> QColor:
    if spot.look:
        return series_style(spot.look).colour
    return tone_color("muted") if spot.faint else _own(spot.colour_key, colour)


def _own(key: str, colour: QColor) -> QColor:
    return series_style(key).colour if key else colour


def _ends(spot: Spot, span: tuple[float, float]) -> tuple[float, float] | None:
    """What is drawn as a line; of a value of others beyond the axis the way there."""
    if spot.low is not None and spot.high is not None:
        return spot.low, spot.high
    if spot.look and not span[0] <= spot.value <= span[1]:
        return spot.value, spot.value
    return None


def lane_count(spots: Iterable[Spot]) -> int:
    """How many lanes each series of a row has."""
    return 1 + max((spot.lane for spot in spots), default=0)


def _place(spot: Spot, shown: Sequence[int], lanes: int) -> float:
    """Where a spot stands across: series of a row below each other, each in its lanes."""
    many = len(shown) * lanes
    at = list(shown).index(spot.series) * lanes + spot.lane
    return -spot.row - (at - (many - 1) / 2) * 0.8 / max(1, many)


def arrows(
    intervals: Iterable[tuple[float, float, float]], span: tuple[float, float]
) -> list[tuple[float, float, str]]:
    """Where intervals (low, high, height) go on beyond an axis: the place on it, the height, and
    pyqtgraph's name of the arrow."""
    inset = _ARROW_INSET * (span[1] - span[0])
    found = []
    for low, high, height in intervals:
        if low < span[0]:
            found.append((span[0] + inset, height, "t3"))
        if high > span[1]:
            found.append((span[1] - inset, height, "t2"))
    return found
