"""Plots beside each other, two in a row where there is room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import Qt

from widgets.charts.legend import Mark
from widgets.plots.panel import PlotData, PlotPanel
from widgets.plots.panel_grid import Entry, PanelGrid


class PlotGrid(PanelGrid[PlotData, PlotPanel]):
    """Each name has an entry in a legend, which hides and shows its lines in all panels."""

    least_width = 320

    def set_panels(self, panels: Sequence[PlotData]) -> None:
        """Show panels in order."""
        self._show_panels(panels, [data.title for data in panels])

    def _new_panel(self) -> PlotPanel:
        return PlotPanel(self)

    def _entries(self, data: PlotData) -> Iterator[Entry]:
        for line in data.lines:
            mark = Mark.LINE
            if line.pen is Qt.PenStyle.NoPen:
                mark = Mark.HOLLOW if line.hollow else Mark.FULL
            symbol = line.symbol if line.hollow else ""
            yield Entry(line.label, line.colour_key, mark, line.pen, symbol)

    def _most_columns(self) -> int:
        return min(len(self._panels), 2)

    def _draw(self) -> None:
        for panel, data in zip(self._panels, self._data, strict=True):
            panel.set_data(data, self._hidden)
