"""Whether a figure grows with the number of runs and by how much, as a table with verdicts; and a
drawing of each figure over time."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

import numpy as np
import scipy

from tests.soak.measures import MEASURES, Measure, Reading

_LEAST = 4
"""Readings; a slope of fewer has no interval."""


@dataclass(frozen=True)
class Slope:
    """By how much a figure grows with each run: the 95 % interval, and the lower end of the wider
    one that all measures of a soak keep together in 95 of 100 soaks without a leak."""

    per_run: float
    low: float
    high: float
    proven_from: float

    @property
    def grows(self) -> bool:
        """Whether it does, beyond what chance makes of so many measures."""
        return self.proven_from > 0


def slope(runs: Sequence[float], values: Sequence[float], measures: int) -> Slope | None:
    """A line through readings, one after each round; None for fewer than four.

    Neighbours are alike, as a cache that grew stays grown: the residuals' correlation with their
    neighbours makes as many readings of the independent ones as n (1 - r) / (1 + r), after Bartlett
    1946, and the interval is that of so many.
    """
    if len(runs) < _LEAST:
        return None
    x, y = np.asarray(runs, float), np.asarray(values, float)
    line = scipy.stats.linregress(x, y)
    left = y - line.intercept - line.slope * x
    count = len(x)
    alike = float(left[1:] @ left[:-1] / (left @ left)) if left.any() else 0.0
    worth = max(3.0, count * (1 - alike) / (1 + alike)) if alike > 0 else float(count)
    error = line.stderr * math.sqrt((count - 2) / (worth - 2))
    wide = error * scipy.stats.t.ppf(0.975, worth - 2)
    wider = error * scipy.stats.t.ppf(1 - 0.025 / measures, worth - 2)
    at = float(line.slope)
    return Slope(at, float(at - wide), float(at + wide), float(at - wider))


_WARM_UP = 0.25
"""The part of all rounds in which caches fill; it counts for nothing."""
_WIDTH, _HEIGHT, _GAP = 900, 110, 34


@dataclass(frozen=True)
class Moment:
    """What was read at some `seconds`, after so many `runs` and `failures`; `resting` between two
    rounds."""

    seconds: float
    runs: int
    failures: int
    resting: bool
    figures: Reading


@dataclass(frozen=True)
class MeasuredSlope:
    """A measure, its last figure and its slope over the rounds that count."""

    measure: Measure
    last: float
    slope: Slope | None

    @property
    def leaks(self) -> bool:
        return bool(self.slope and self.slope.grows and not self.measure.may_grow)

    def line(self) -> str:
        unit = self.measure.unit
        begin = f"{self.measure.name:<22} {self.last:>12,.0f} {unit:<3}"
        if self.slope is None:
            return f"{begin} too few rounds"
        report = f"{self.slope.per_run:>+9.3f} [{self.slope.low:+.3f}, {self.slope.high:+.3f}]"
        return f"{begin} {report:<34} {self._verdict(self.slope)}"

    def _verdict(self, found: Slope) -> str:
        if self.leaks:
            return "GROWS"
        if self.measure.may_grow:
            return "keeps results"
        at_most = max(0.0, found.high)
        return f"none found, at most {at_most:.3g} {self.measure.unit} a run".replace("  ", " ")


def report(moments: Sequence[Moment]) -> list[MeasuredSlope]:
    resting = [each for each in moments if each.resting]
    counted = resting[int(len(resting) * _WARM_UP) :]
    runs = [each.runs for each in counted]
    return [
        MeasuredSlope(
            measure,
            resting[-1].figures[measure.name],
            slope(runs, [each.figures[measure.name] for each in counted], len(MEASURES)),
        )
        for measure in MEASURES
    ]


def table(moments: Sequence[Moment]) -> str:
    """For the terminal; slopes are per run, with their 95 % intervals."""
    rounds = sum(each.resting for each in moments)
    head = (
        f"{moments[-1].seconds / 60:.0f} minutes, {rounds} rounds, {moments[-1].runs} runs, "
        f"{moments[-1].failures} errors in the window; "
        f"growth per run with its 95 % interval, the first {_WARM_UP:.0%} of rounds left out"
    )
    return "\n".join([head, *(each.line() for each in report(moments))])


def drawing(moments: Sequence[Moment]) -> str:
    """An SVG: a panel for each measure, lines for all moments and dots for those at rest."""
    height = len(MEASURES) * (_HEIGHT + _GAP) + _GAP
    panels = "".join(
        f'<g transform="translate(10 {_GAP + at * (_HEIGHT + _GAP)})">{_panel(each, moments)}</g>'
        for at, each in enumerate(MEASURES)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH + 20}" height="{height}" '
        f'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" '
        f'fill="white"/>{panels}</svg>\n'
    )


def _panel(measure: Measure, moments: Sequence[Moment]) -> str:
    values = [each.figures[measure.name] for each in moments]
    low, high = min(values), max(values)
    span, last = high - low or 1.0, moments[-1].seconds or 1.0
    places = [
        (each.seconds / last * _WIDTH, _HEIGHT - (value - low) / span * _HEIGHT)
        for each, value in zip(moments, values, strict=True)
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    title = f"{measure.name}: {low:,.0f} to {high:,.0f} {measure.unit}"
    return (
        f'<text y="-6">{escape(title.strip())}</text>'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="none" stroke="#cccccc"/>'
        f'<polyline points="{line}" fill="none" stroke="#9ab0c9"/>{"".join(_dots(moments, places))}'
    )


def _dots(moments: Sequence[Moment], places: Sequence[tuple[float, float]]) -> Iterator[str]:
    for moment, (x, y) in zip(moments, places, strict=True):
        if moment.resting:
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="#1f4e79"/>'
