"""Panels beside each other, as many as fit, under one legend that hides what they draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from widgets.charts.chart_frame import ChartFrame
from widgets.charts.legend import Legend, Mark
from widgets.look.theme import theme_signals

_GAP = 16


class Entry(NamedTuple):
    """A name in the legend, and how it is drawn."""

    label: str
    colour_key: str
    mark: Mark
    pen: Qt.PenStyle
    symbol: str = ""
    """On its line, hollow; empty where colour and line tell enough."""


class PanelGrid[Data, Panel: QWidget](ChartFrame):
    """A panel for each piece of data. What is hidden by the legend is hidden in all of them."""

    least_width: int
    """Pixels of a panel below which one less stands in a row."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._data: Sequence[Data] = ()
        self._panels: list[Panel] = []
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

    def _show_panels(self, data: Sequence[Data], titles: Sequence[str]) -> None:
        self._data = data
        self.setAccessibleName(", ".join(titles))
        while len(self._panels) > len(data):
            gone = self._panels.pop()
            self._grid.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        while len(self._panels) < len(data):
            self._panels.append(self._new_panel())
        self._fill_legend()
        self._arrange()
        self._draw()

    def panels(self) -> list[Panel]:
        """The panels, in order."""
        return list(self._panels)

    @property
    def legend(self) -> Legend:
        """The names above the panels."""
        return self._legend

    def _new_panel(self) -> Panel:
        """A panel without anything in it."""
        raise NotImplementedError

    def _entries(self, data: Data) -> Iterator[Entry]:
        """What a panel adds to the legend."""
        raise NotImplementedError

    def _draw(self) -> None:
        """Have each panel show its data without what is hidden."""
        raise NotImplementedError

    def _places(self) -> Iterator[tuple[int, int, int]]:
        """Row, column and how many columns, of each panel."""
        for at in range(len(self._panels)):
            yield at // self._columns, at % self._columns, 1

    def _most_columns(self) -> int:
        return len(self._panels)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._wanted_columns() != self._columns:
            self._arrange()

    def _pictured(self) -> AbstractContextManager[None]:
        """Whole, also where it has not been seen yet."""
        self.resize(self.width(), max(self.height(), self.sizeHint().height()))
        return super()._pictured()

    def _fill_legend(self) -> None:
        entries: dict[str, Entry] = {}
        for data in self._data:
            for entry in self._entries(data):
                entries.setdefault(entry.label, entry)
        if self._legend.keys() == list(entries):
            return
        self._legend.clear()
        self._hidden = frozenset()
        for label, entry in entries.items():
            self._legend.add(
                label, label, entry.colour_key, entry.mark, entry.pen, symbol=entry.symbol
            )

    def _on_toggled(self, label: str, on: bool) -> None:
        self._hidden = self._hidden - {label} if on else self._hidden | {label}
        self._draw()

    def _wanted_columns(self) -> int:
        room = (self.width() + _GAP) // (self.least_width + _GAP)
        return max(1, min(room, self._most_columns()))

    def _arrange(self) -> None:
        self._columns = self._wanted_columns()
        for panel in self._panels:
            self._grid.removeWidget(panel)
        for panel, (row, column, width) in zip(self._panels, self._places(), strict=True):
            self._grid.addWidget(panel, row, column, 1, width)
        for column in range(max(self._grid.columnCount(), self._columns)):
            self._grid.setColumnStretch(column, 1 if column < self._columns else 0)
