"""Cells and events of the run page, each brought up to date in a turn of its own, as charts are."""

from __future__ import annotations

from collections.abc import Iterable

from app.results.events import Event, Sampled
from app.window.pages.run.cell_grid import RunGrid
from app.window.pages.run.log import RunLog
from app.window.pages.run.tally import CellKey
from widgets.charts.frame_turns import FrameTurns


class CellsAndEvents:
    """Where runs end and others begin, the head, cells and events all have something new: painted
    in one go they would keep the window for 10 ms."""

    def __init__(self, grid: RunGrid, log: RunLog, turns: FrameTurns) -> None:
        self._grid, self._log, self._turns = grid, log, turns
        self._changed: dict[CellKey, None] = {}
        self._lines: list[Event] = []

    def change(self, place: CellKey) -> None:
        """Show a cell again, with the events that come."""
        self._changed[place] = None

    def take(self, events: Iterable[Event]) -> None:
        """Show what has changed, and add the lines of events."""
        self._lines += (each for each in events if not isinstance(each, Sampled))
        if self._changed:
            self._turns.ask_soon(self._show_cells)
        if self._lines:
            self._turns.ask_soon(self._show_lines)

    def end(self) -> None:
        """Show all that has come."""
        self._show_cells()
        self._show_lines()

    def forget(self) -> None:
        """Show nothing of what has come."""
        self._changed.clear()
        self._lines.clear()

    def _show_cells(self) -> None:
        changed, self._changed = self._changed, {}
        self._grid.refresh(changed)

    def _show_lines(self) -> None:
        lines, self._lines = self._lines, []
        self._log.take(lines)
