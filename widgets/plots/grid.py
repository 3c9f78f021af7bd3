"""Panels beside each other, as many as fit, under one legend."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from widgets.charts.chart_frame import ChartFrame
from widgets.charts.legend import Legend, Mark
from widgets.look.theme import theme_signals
from widgets.plots.panel import Line, PlotData, PlotPanel

_LEAST_WIDTH, _GAP = 320, 16


class PlotGrid(ChartFrame):
    """Each name has an entry in a legend, which hides and shows its lines in all panels."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._data: Sequence[PlotData] = ()
        self._panels: list[PlotPanel] = []
        self._hidden: frozenset[str] = frozenset()
        self._columns = 1
        self._legend = Legend(self)
        self._legend.toggled.connect(self._on_toggled)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(_GAP)
        self._grid.setVerticalSpacing(12)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(10)
        column.addWidget(self._legend)
        column.addLayout(self._grid, 1)
        theme_signals().changed.connect(self._draw)

    def set_panels(self, panels: Sequence[PlotData]) -> None:
        """Show panels in order."""
        self._data = panels
        self.setAccessibleName(", ".join(data.title for data in panels))
        while len(self._panels) > len(panels):
            gone = self._panels.pop()
            self._grid.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        while len(self._panels) < len(panels):
            self._panels.append(PlotPanel(self))
        self._fill_legend()
        self._arrange()
        self._draw()

    def panels(self) -> list[PlotPanel]:
        """The panels, in order."""
        return list(self._panels)

    @property
    def legend(self) -> Legend:
        """The names above the panels."""
        return self._legend

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._wanted_columns() != self._columns:
            self._arrange()

    def _pictured(self) -> AbstractContextManager[None]:
        """Whole, also where it has not been seen yet."""
        self.resize(self.width(), max(self.height(), self.sizeHint().height()))
        return super()._pictured()

    def _fill_legend(self) -> None:
        lines: dict[str, Line] = {}
        for data in self._data:
            for line in data.lines:
                lines.setdefault(line.label, line)
        if self._legend.keys() == list(lines):
            return
        self._legend.clear()
        self._hidden = frozenset()
        for label, line in lines.items():
            mark = Mark.LINE
            if line.pen is Qt.PenStyle.NoPen:
                mark = Mark.HOLLOW if line.hollow else Mark.FULL
            self._legend.add(label, label, line.colour_key, mark, line.pen)

    def _on_toggled(self, label: str, on: bool) -> None:
        self._hidden = self._hidden - {label} if on else self._hidden | {label}
        self._draw()

    def _wanted_columns(self) -> int:
        room = (self.width() + _GAP) // (_LEAST_WIDTH + _GAP)
        return max(1, min(room, len(self._panels), 2))

    def _arrange(self) -> None:
        self._columns = self._wanted_columns()
        for panel in self._panels:
            self._grid.removeWidget(panel)
        for at, panel in enumerate(self._panels):
            self._grid.addWidget(panel, at // self._columns, at % self._columns)
        for column in range(max(self._grid.columnCount(), self._columns)):
            self._grid.setColumnStretch(column, 1 if column < self._columns else 0)

    def _draw(self) -> None:
        for panel, data in zip(self._panels, self._data, strict=True):
            panel.set_data(data, self._hidden)
