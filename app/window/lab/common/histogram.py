"""How many distinct blocks occur once, a few times, many times: what a frequency attack sees."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.patterns.base.statistics import BlockStatistics
from widgets.charts.bar_panel import BarPanel, BarSeries, PanelData, top_of
from widgets.charts.chart_frame import ChartFrame

_LOWEST = 0.6
"""Where the axis begins, so that a single block has a bar to be seen."""
_BINS = {1: "1", 2: "2+", 10: "10+", 100: "100+", 1000: "1k+"}
"""The least count of each bin, and its name: each ends where the next begins."""


class BlockHistogram(ChartFrame):
    """Bars for one picture or column, on axes that hold all that it is compared with."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.panel = BarPanel(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 8, 6)
        column.addWidget(self.panel)

    def show_counts(
        self, title: str, found: BlockStatistics, among: Sequence[BlockStatistics], *, plain: bool
    ) -> None:
        """Show the counts of `found`, which is one of `among`; `plain` says it is no ciphertext."""
        highest = top_of([self._panel_data(title, each, plain) for each in among])
        data = self._panel_data(title, found, plain)
        self.panel.set_panel(data, max_y=highest, min_y=_LOWEST)
        self.setAccessibleName(self.tr("Histogram of block counts, {0}").format(title))
        bars = zip(data.groups, data.series[0].values, strict=True)
        self.setAccessibleDescription("; ".join(f"{name}: {count}" for name, count in bars))

    def _panel_data(self, title: str, found: BlockStatistics, plain: bool) -> PanelData:
        counts = binned(found.histogram)
        bars = BarSeries("blocks", title, "neutral", plain, counts)
        across = self.tr("occurrences of a block")
        return PanelData(
            title, self.tr("distinct blocks"), list(_BINS.values()), [bars], True, across
        )


def binned(histogram: Sequence[tuple[int, int]]) -> list[int]:
    """How many distinct blocks fall into each bin, from pairs of count and distinct blocks."""
    counts = dict.fromkeys(_BINS, 0)
    for times, many in histogram:
        counts[max(each for each in _BINS if each <= times)] += many
    return list(counts.values())
