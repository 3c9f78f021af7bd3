"""The comparison of campaigns, with published studies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QTabWidget, QVBoxLayout, QWidget

from app.findings.across.baseline import Baseline
from app.findings.across.figures import Dimension, Gathered
from app.findings.across.pivot import Pivot, PivotTable, RowKey, first_layout, fitting, pivoted
from app.report.across.gathering import gather
from app.report.charts.protection_cost import guarding_across
from app.report.document.build_document import ReportOptions
from app.report.files.export import export, removed_from_template
from app.window.base.messages import message_text
from app.window.base.store_reader import StoreReader
from app.window.pages.results.common.scope import Scope
from app.window.pages.results.compare.choices import Choices
from app.window.pages.results.compare.compare_table import PivotFigures
from app.window.pages.results.cost_and_protection.cost_panels import CostAndProtectionPanels
from app.window.pages.results.export_form.saving import (
    SavedReport,
    ask_for_report,
    template_cleaned,
)
from app.window.pages.results.studies.studies_strip import StudyMenu
from app.window.workbench.workbench import Workbench
from engines.contract.message import Message
from widgets.layout.page_stack import FittingScrollArea
from widgets.look.names import isolated
from widgets.look.numbers import format_number
from widgets.look.theme import scaled_font
from widgets.parts.cards import ElidedLabel, ToneLabel
from widgets.parts.strips import SentenceStrip
from widgets.saving.saving import saving
from widgets.tables.interval_view import Arranging, IntervalTable

if TYPE_CHECKING:
    from app.results.store.store import Store

# The table of a comparison: ordered, filtered and pinned in place.

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


# Cost and protection of several campaigns.


class ComparedCosts(QWidget):
    """What is hidden in the table is hidden here."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.panels = CostAndProtectionPanels(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.panels)

    def show_figures(self, gathered: Gathered, pivot: Pivot) -> None:
        """Draw what the pivot does not hide."""
        self.panels.show_chart(guarding_across(gathered, pivot))


type _Sources = tuple[tuple[int, ...], tuple[str, ...]]


class ComparisonView(QWidget):
    """Remembers the layout of each set of campaigns and studies."""

    left = Signal()
    """Back to one campaign."""

    def __init__(
        self, workbench: Workbench, reader: StoreReader, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._reader = reader
        self._campaigns: tuple[int, ...] = ()
        self._gathered: Gathered | None = None
        self._pivot = Pivot()
        self._measure: str | None = None
        self._stored: dict[_Sources, tuple[Pivot, str | None]] = {}
        self._scope = Scope(self)
        self._title = ToneLabel()
        self._title.setFont(scaled_font(1.15, bold=True))
        self._names = ElidedLabel("", "muted")
        self._back = QPushButton(self.tr("&Back to one campaign"))
        self._save = QPushButton(self.tr("Re&port…"))
        self._save.setToolTip(self.tr("One report on these campaigns"))
        self.stored = SavedReport()
        self.choices = Choices(self)
        self.studies = StudyMenu(self._scope, self)
        self.table = ComparisonTable(self)
        self.cost_and_protection = ComparedCosts(self)
        self._tabs = QTabWidget(self)
        self._lay_out()
        self._connect()

    @property
    def campaigns(self) -> tuple[int, ...]:
        return self._campaigns

    @property
    def pivot(self) -> Pivot:
        return self._pivot

    @property
    def tabs(self) -> QTabWidget:
        """The table, and cost against protection."""
        return self._tabs

    def compare(self, campaigns: Sequence[int]) -> None:
        if tuple(campaigns) != self._campaigns:
            self._campaigns = tuple(campaigns)
            self._gathered = None
            self._recall()
        self.read()

    def read(self) -> None:
        """Read the figures from the store and show them."""
        campaigns, studies = self._campaigns, self._scope.studies
        measure, over = self._measure, self._pivot.baseline.over
        wanted = (campaigns, studies, measure, over)

        def job(store: Store) -> Gathered:
            return gather([store.snapshot(each) for each in campaigns], studies, measure, over)

        def gathered(found: Gathered | None) -> None:
            now = self._campaigns, self._scope.studies, self._measure, self._pivot.baseline.over
            if found is not None and now == wanted:
                self._show(found)
            elif found is None:
                self.table.setEnabled(True)  # what it shows is still true of what was read before

        if campaigns:
            if self._gathered is None:
                self.table.setEnabled(False)
            self._reader.read(job, gathered)

    def lay_out(self, pivot: Pivot) -> None:
        """Change the layout. Another baseline is read from the store."""
        over = self._pivot.baseline.over
        self._pivot = pivot
        self._keep()
        if pivot.baseline.over != over:
            self.table.setEnabled(False)
            self.read()
        else:
            self._draw()

    def _ask_for_report(self) -> None:
        if self._gathered is not None:
            names = [each.title for each in self._gathered.sources if each.campaign is not None]
            ask_for_report(
                self, self.stored, " · ".join(names), self.export, self._workbench.failed.emit
            )

    def export(self, name: str, path: Path, options: ReportOptions | None = None) -> None:
        """Write one report on all campaigns that are compared, with their studies."""
        chosen, studies = self._campaigns, self._scope.studies

        def job(store: Store) -> tuple[Path, Message | None]:
            written = export(store, chosen, name, path, None, studies, options)
            return written, removed_from_template(name, options or ReportOptions())

        def done(result: tuple[Path, Message | None] | None) -> None:
            written, removed = result or (path, None)
            saving().tell(written)
            if removed is not None:
                self._workbench.failed.emit(template_cleaned(removed))

        self._reader.read(job, done)

    def _show(self, found: Gathered) -> None:
        if self._gathered is None and self._key not in self._stored:
            self._pivot = first_layout(found)
        same = found == self._gathered
        self._gathered = found
        self.table.setEnabled(True)
        if not same:
            self._pivot = fitting(found, self._pivot)
            works = {figure.workload for figure in found.figures}
            self._scope.workload = next(iter(works), "")
            self._draw()

    def _draw(self) -> None:
        found = self._gathered
        if found is None:
            return
        self._title.setText(self._headline(len(found.sources)))
        names = (each.title if each.campaign is None else f"{each.key} {each.title}"
                 for each in found.sources)  # fmt: skip
        self._names.setText(" · ".join(map(isolated, names)))
        self.choices.show_layout(found, self._pivot)
        self.table.show_table(found, self._pivot)
        self.cost_and_protection.show_figures(found, self._pivot)

    def _headline(self, sources: int) -> str:
        if sources == 1:
            return self.tr("Comparison within a campaign")
        return self.tr("{count} compared").format(count=format_number(sources))

    @property
    def _key(self) -> _Sources:
        return tuple(sorted(self._campaigns)), tuple(each.name for each in self._scope.studies)

    def _keep(self) -> None:
        self._stored[self._key] = self._pivot, self._measure

    def _recall(self) -> None:
        self._pivot, self._measure = self._stored.get(self._key, (Pivot(), None))

    def _choose_measure(self, measure: str | None) -> None:
        self._measure = measure
        self._keep()
        self.table.setEnabled(False)
        self.read()

    def _studies_changed(self) -> None:
        """Keep the layout when other studies are chosen."""
        if self._campaigns and self._gathered is not None:
            known = {each.key for each in self._gathered.sources}
            wanted = {each.name for each in self._scope.studies}
            if {key for key in known if not key.startswith("#")} != wanted:
                self._keep()
                self.read()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(self._title)
        head.addWidget(self._names, 1)
        head.addWidget(self._save)
        head.addWidget(self._back)
        self.choices.add_widget(self.studies)
        self._tabs.addTab(self.table, self.tr("Table"))
        self._tabs.addTab(self.cost_and_protection, self.tr("Cost and protection"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self.choices)
        column.addWidget(self._tabs, 1)

    def _connect(self) -> None:
        self._back.clicked.connect(self.left)
        self._save.clicked.connect(self._ask_for_report)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.left)
        self.choices.chosen.connect(self.lay_out)
        self.choices.measure_chosen.connect(self._choose_measure)
        self.table.chosen.connect(self.lay_out)
        self.studies.failed.connect(self._workbench.failed)
        self._scope.changed.connect(self._studies_changed)
