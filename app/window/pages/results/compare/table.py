"""The table of a comparison: ordered, filtered and pinned in place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.findings.across.baseline import Baseline
from app.findings.across.figures import Dimension, Gathered
from app.findings.across.pivot import Pivot, PivotTable, RowKey, pivoted
from app.window.base.messages import message_text
from app.window.pages.results.compare.figures import PivotFigures
from widgets.layout.fitting_scroll_area import FittingScrollArea
from widgets.parts.cards import ToneLabel
from widgets.parts.sentence_strip import SentenceStrip
from widgets.tables.interval_arranging import Arranging
from widgets.tables.interval_view import IntervalTable

_NOTE_LINES = 3
"""Visible lines of the notes; more are scrolled to."""

type _Key = tuple[RowKey, bool]
"""A row's values, and whether it is pinned."""


class ComparisonTable(QWidget):
    """A table. Below it: the verdict of the chosen cell, and notes on all figures."""

    chosen = Signal(object)
    """Another Pivot."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._gathered: Gathered | None = None
        self._matched: PivotTable | None = None
        self._figures: PivotFigures | None = None
        self.table = IntervalTable(self)
        self.table.setAccessibleName(self.tr("Comparison"))
        self.table.set_placeholder(
            self.tr("All figures are hidden. Press Ctrl+Shift+A to show them.")
        )
        self.strip = SentenceStrip(self)
        self._note = ToneLabel("", "muted")
        self._note.setWordWrap(True)
        self.note = FittingScrollArea(self._note, self)
        self.note.setFrameShape(QFrame.Shape.NoFrame)
        self.note.setMaximumHeight(_NOTE_LINES * self._note.fontMetrics().lineSpacing())
        self.actions_offered = self._make_actions()
        self._lay_out()
        arranging = Arranging(self.table)
        arranging.row_moved.connect(self._move_row)
        arranging.column_moved.connect(self._move_column)
        self.table.chosen.connect(self._tell)

    def show_table(self, gathered: Gathered, pivot: Pivot) -> None:
        """Show figures in a layout."""
        self._gathered, self._matched = gathered, pivoted(gathered, pivot)
        self._figures = PivotFigures(gathered, self._matched)
        self.table.set_groups(self._figures.columns(), self._figures.groups())
        self.strip.tell(
            self.tr("Choose a cell to read its verdict."),
            self.tr(
                "Lines: 95 % intervals on one scale. Coloured: verdict. Grey: none. Right-click "
                "to hide, pin or compare. Drag titles to reorder."
            ),
        )
        for name, dimension in (("over-row", pivot.rows[-1]), ("over-column", pivot.columns)):
            fits = dimension not in (Dimension.CASE, Dimension.OPERATION)
            self.actions_offered[name].setEnabled(fits)
        notes = [*self._matched.message, *gathered.remarks]
        notes += [each for source in gathered.sources for each in source.differs]
        self._note.setText(" ".join(message_text(each) for each in notes if each))
        self.note.setVisible(any(notes))
        self.note.verticalScrollBar().setValue(0)
        index = self.table.currentIndex()
        if index.isValid():
            self._tell(self.table.current_key(), index.column())

    def notes(self) -> str:
        return self._note.text()

    def _tell(self, key: object, column: int) -> None:
        if self._figures is not None and key is not None:
            self.strip.tell(*self._figures.sentences(key, column))  # type: ignore[arg-type]

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.table, 1)
        column.addWidget(self.strip)
        column.addWidget(self.note)

    def _make_actions(self) -> dict[str, QAction]:
        made = {
            "pin": self._action(self.tr("&Pin or unpin this row"), "Ctrl+P", self._pin),
            "hide-row": self._action(
                self.tr("&Hide this row in all groups"), "Del", self._hide_row
            ),
            "hide-column": self._action(
                self.tr("Hide this c&olumn"), "Shift+Del", self._hide_column
            ),
            "over-row": self._action(self.tr("Compare with this &row"), "", self._over_row),
            "over-column": self._action(
                self.tr("Compare with this co&lumn"), "", self._over_column
            ),
            "again": self._action(
                self.tr("&Show all and reset order"), "Ctrl+Shift+A", self._all_again
            ),
        }
        self.table.offer(list(made.values()))
        return made

    def _action(self, text: str, key: str, then: Callable[[], None]) -> QAction:
        action = QAction(text, self.table)
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        if key:
            action.setShortcut(QKeySequence(key))
        action.triggered.connect(then)
        self.table.addAction(action)
        return action

    def _place(self) -> tuple[PivotTable, RowKey, str] | None:
        """The pivot table, and the row and column of the current cell."""
        key, column = self.table.current_key(), self.table.currentIndex().column()
        matched = self._matched
        if matched is None or not isinstance(key, tuple) or not 0 <= column < len(matched.columns):
            return None
        return matched, key[0], matched.columns[column]

    def _pin(self) -> None:
        if place := self._place():
            matched, row, _ = place
            column = self.table.currentIndex().column()
            self.chosen.emit(matched.pivot.with_pinned(row))
            self.table.choose((row, row not in matched.pivot.pinned), column)

    def _hide_row(self) -> None:
        if place := self._place():
            matched, row, _ = place
            self.chosen.emit(matched.pivot.without(matched.pivot.rows[-1], row[-1]))

    def _hide_column(self) -> None:
        if place := self._place():
            matched, _, column = place
            self.chosen.emit(matched.pivot.without(matched.pivot.columns, column))

    def _over_row(self) -> None:
        if place := self._place():
            matched, row, _ = place
            self._compare_with(matched.pivot, matched.pivot.rows[-1], row[-1])

    def _over_column(self) -> None:
        if place := self._place():
            matched, _, column = place
            self._compare_with(matched.pivot, matched.pivot.columns, column)

    def _compare_with(self, pivot: Pivot, dimension: Dimension, value: str) -> None:
        self.chosen.emit(replace(pivot, baseline=Baseline(dimension, value)))

    def _all_again(self) -> None:
        if self._matched is not None:
            again = replace(self._matched.pivot, hidden=frozenset(), order={}, pinned=())
            self.chosen.emit(again)

    def _move_row(self, key: _Key, target: _Key) -> None:
        """Move a row to the place of another one. Across groups, the whole group moves."""
        matched = self._matched
        if matched is None or key[1] or target[1]:
            return
        both = zip(matched.pivot.rows, key[0], target[0], strict=True)
        found = next((each for each in both if each[1] != each[2]), None)
        if found is not None:
            dimension, value, there = found
            column = self.table.currentIndex().column()
            shown = matched.shown(dimension)
            moved = matched.pivot.moved(dimension, shown, value, shown.index(there))
            self.chosen.emit(moved)
            self.table.choose(key, column)

    def _move_column(self, at: int, to: int) -> None:
        if self._matched is not None:
            pivot, columns = self._matched.pivot, self._matched.columns
            key = self.table.current_key()
            self.chosen.emit(pivot.moved(pivot.columns, columns, columns[at], to))
            if key is not None:
                self.table.choose(key, to)
