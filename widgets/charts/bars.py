"""What a panel of grouped bars shows, as plain data, and where its bars stand."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from widgets.look.numbers import nice_ceiling

GROUP_WIDTH = 0.78


@dataclass(frozen=True)
class BarSeries:
    """One bar in every group; hollow bars stand for plaintext.

    `values` (in the panel's unit) has one entry a group; None is drawn as nothing.
    """

    key: str
    label: str
    colour_key: str
    hollow: bool
    values: Sequence[float | None]


@dataclass(frozen=True)
class PanelData:
    """One panel: groups along x, series side by side in each group, values in `unit`."""

    title: str
    unit: str
    groups: Sequence[str]
    series: Sequence[BarSeries]
    log: bool = False
    x_title: str = ""


@dataclass(frozen=True)
class PlacedBar:
    """One bar with its place: x from `left` to `right`, one group a whole number."""

    series: BarSeries
    group: str
    left: float
    right: float
    value: float

    @property
    def middle(self) -> float:
        """x of the bar's centre."""
        return (self.left + self.right) / 2


def place_bars(data: PanelData) -> Iterator[PlacedBar]:
    """All bars that have a value, with their places; a log panel leaves out values up to 0."""
    width = GROUP_WIDTH / max(1, len(data.series))
    for number, series in enumerate(data.series):
        for group, (name, value) in enumerate(zip(data.groups, series.values, strict=True)):
            if value is None or not math.isfinite(value) or (data.log and value <= 0):
                continue
            left = group - GROUP_WIDTH / 2 + number * width
            yield PlacedBar(series, name, left, left + width * 0.9, value)


def top_of(panels: Sequence[PanelData]) -> float | None:
    """The upper end of an axis that holds all these panels; None if they have no values."""
    tops = [bar.value for data in panels for bar in place_bars(data)]
    return nice_ceiling(max(tops)) if tops else None


def floor_of(panels: Sequence[PanelData]) -> float:
    """The lower end of a log axis: the decade below the smallest value."""
    values = [bar.value for data in panels for bar in place_bars(data) if bar.value > 0]
    return 10.0 ** math.floor(math.log10(min(values)) - 1e-9) if values else 1.0
