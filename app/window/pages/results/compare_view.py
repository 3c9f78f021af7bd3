"""The comparison of several campaigns and published studies: fields that choose its layout (a pivot
table), the table, and a chart of cost against protection."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QPushButton, QTabWidget, QWidget

from app.findings.across.pivot import (
    Pivot,
    PivotTable,
    RowKey,
    build_pivot_table,
    default_layout,
    fit_layout,
)
from app.findings.across.sourced_figures import Dimension, GatheredFigures
from app.findings.across.unpaired_comparison import OWN_BASELINE, Baseline
from app.findings.studies.study import Study
from app.report.across.gathering import gather
from app.report.charts.cost_and_protection_chart import cost_and_protection_across
from app.report.document.build_document import ReportOptions
from app.report.drawing.chart import Chart
from app.report.words.protection_names import inside_sentence
from app.window.base.messages import message_text
from app.window.base.store_reader import StoreReader
from app.window.pages.results.compare_table import (
    PivotFigures,
    baseline_title,
    dimension_title,
    dimensions_title,
    filter_title,
    value_title,
)
from app.window.pages.results.export_form import (
    ReportSource,
    SavedReport,
    ask_for_report,
    write_report,
)
from app.window.pages.results.scope import Scope
from app.window.pages.results.study_widgets import StudyMenu
from app.window.shared.charts import ChartView
from app.window.workbench.workbench import Workbench
from widgets.fields.choice import Choice
from widgets.fields.filter_menu import FilterMenu
from widgets.layout.boxes import STRETCH, hbox, vbox
from widgets.layout.layouts import FlowLayout, VerticalScroll
from widgets.layout.page_stack import FittingScrollArea
from widgets.look.names import isolated, shortened
from widgets.look.numbers import format_number
from widgets.look.theme import scaled_font
from widgets.parts.cards import ElidedLabel, FormLabel, ToneLabel, WrappedLabel
from widgets.parts.strips import SentenceStrip
from widgets.tables.interval_view import IntervalTable, IntervalTableMoves

if TYPE_CHECKING:
    from app.results.store.store import Store

_tr = QCoreApplication.translate

_SINGLE_VALUED = (Dimension.CASE, Dimension.OPERATION)
"""Held at one chosen value where they are on no axis."""
_FILTERED = (Dimension.SERVER, Dimension.PROTECTION)
"""Filtered even if they are on no axis; other dimensions only on an axis."""

_LEAST_SOURCES_TO_FILTER = 3
"""Fewer sources (campaigns and studies) cannot be hidden one by one."""

_AS_BASELINE = (
    Dimension.SOURCE,
    Dimension.SERVER,
    Dimension.VERSION,
    Dimension.MACHINE,
    Dimension.PROTECTION,
)


class _ValueChoice[V](Choice):
    """A choice among values of any type: Qt itself would turn tuples into lists."""

    def __init__(self, letters: int, parent: QWidget) -> None:
        super().__init__(letters, parent)
        self._values: list[V] = []

    def value(self) -> V:
        return self._values[self.currentIndex()]

    def offer(self, entries: Iterable[tuple[str, V]], chosen: V) -> None:
        """Fill the choice and select one entry, without a signal."""
        known = list(entries)
        self._values = [value for _, value in known]
        with QSignalBlocker(self):
            self.clear()
            self.addItems([isolated(shortened(word)) for word, _ in known])
            self.setCurrentIndex(self._values.index(chosen) if chosen in self._values else 0)

    def choose(self, value: V) -> None:
        """Choose a value as a user does, with the signal."""
        self.setCurrentIndex(self._values.index(value))
        self.activated.emit(self.currentIndex())


class _LabelledField(QWidget):
    """A field and its label, which stay together where a row of them wraps."""

    def __init__(self, label: FormLabel, field: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        hbox(self, label, field, margins=(0, 0, 4, 0), spacing=6)


class Choices(QWidget):
    """Fields for the layout of a comparison: rows, groups, columns, measure, baseline and
    filters."""

    chosen = Signal(object)
    """The changed layout (Pivot)."""

    measure_chosen = Signal(object)
    """The name of a measure; None for the main one of each workload."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._gathered: GatheredFigures | None = None
        self._pivot = Pivot()
        self._flow = FlowLayout(self, gap=6, line_gap=4, wish=900)
        self.rows: _ValueChoice[Dimension] = _ValueChoice(7, self)
        self.groups: _ValueChoice[tuple[Dimension, ...]] = _ValueChoice(9, self)
        self.columns: _ValueChoice[Dimension] = _ValueChoice(8, self)
        self.measure: _ValueChoice[str | None] = _ValueChoice(6, self)
        self.baseline: _ValueChoice[Baseline] = _ValueChoice(12, self)
        self.single_values: dict[Dimension, _ValueChoice[str]] = {
            each: _ValueChoice(8, self) for each in _SINGLE_VALUED
        }
        self._labelled_fields: dict[QWidget, _LabelledField] = {}
        self._add_fields()
        self.filters = {each: self._filter(each) for each in Dimension}
        self._connect()

    def add_widget(self, part: QWidget) -> None:
        self._flow.addWidget(part)

    def show_layout(self, gathered: GatheredFigures, pivot: Pivot) -> None:
        """Fill all fields from the figures, and show the layout."""
        self._gathered, self._pivot = gathered, pivot
        known = [*gathered.varying_dimensions()]
        axes = [each for each in Dimension if each in (*known, *pivot.axes, Dimension.PROTECTION)]
        self.rows.offer(((dimension_title(each), each) for each in axes), pivot.rows[-1])
        groups = dict.fromkeys([*_groups(axes, pivot), pivot.rows[:-1]])
        titled = ((dimensions_title(each), each) for each in groups)
        self.groups.offer(titled, pivot.rows[:-1])
        self.columns.offer(((dimension_title(each), each) for each in axes), pivot.columns)
        self._offer_measures(gathered)
        baselines = [(baseline_title(gathered, each), each) for each in _baselines(gathered)]
        self.baseline.offer(baselines, pivot.baseline)
        for dimension in _SINGLE_VALUED:
            self._offer_single_value(gathered, pivot, dimension)
        for dimension, menu in self.filters.items():
            self._offer_filter(gathered, pivot, dimension, menu)

    def _offer_measures(self, gathered: GatheredFigures) -> None:
        others = [
            (inside_sentence(message_text(title)), name)
            for name, title in gathered.measures.items()
        ]
        first = self.tr("main measure") if others else self.tr("time")
        units = {figure.unit for figure in gathered.figures if figure.unit}
        if units <= {"s"} and gathered.measure is None:
            first = self.tr("time")
        self.measure.offer([(first, None), *others], gathered.measure)

    def _offer_single_value(
        self, gathered: GatheredFigures, pivot: Pivot, dimension: Dimension
    ) -> None:
        values = gathered.values(dimension)
        field = self.single_values[dimension]
        titled = [(value_title(gathered, dimension, each), each) for each in values]
        field.offer(titled, pivot.filters.get(dimension, ""))
        shown = dimension not in pivot.axes and len(values) > 1
        self._labelled_fields[field].setVisible(shown)

    def _offer_filter(
        self, gathered: GatheredFigures, pivot: Pivot, dimension: Dimension, menu: FilterMenu
    ) -> None:
        filtered = dimension in (*_FILTERED, *pivot.axes)
        values = gathered.values(dimension) if filtered else []
        if dimension is Dimension.SOURCE and len(values) < _LEAST_SOURCES_TO_FILTER:
            values = []
        menu.set_entries(
            {each: isolated(value_title(gathered, dimension, each)) for each in values}
        )
        menu.hide_only(frozenset(value for known, value in pivot.hidden if known is dimension))

    def _add_fields(self) -> None:
        named: dict[QWidget, str] = {
            self.rows: self.tr("&Rows"),
            self.groups: self.tr("&Group by"),
            self.columns: self.tr("Co&lumns"),
            self.measure: self.tr("&Measure"),
            self.baseline: self.tr("&Over"),
            self.single_values[Dimension.CASE]: self.tr("&Case"),
            self.single_values[Dimension.OPERATION]: self.tr("O&peration"),
        }
        for field, word in named.items():
            self._labelled_fields[field] = _LabelledField(FormLabel(word, field), field, self)
            self._flow.addWidget(self._labelled_fields[field])

    def _filter(self, dimension: Dimension) -> FilterMenu:
        menu = FilterMenu(filter_title(dimension), self)
        menu.changed.connect(lambda: self._hide_values(dimension, menu.hidden()))
        self._flow.addWidget(menu)
        return menu

    def _connect(self) -> None:
        for held, field in self.single_values.items():
            field.activated.connect(
                lambda _, at=held: self._choose_single_value(at, self.single_values[at].value())
            )
        self.rows.activated.connect(
            lambda: self._change_rows((*self._pivot.rows[:-1], self.rows.value()))
        )
        self.groups.activated.connect(
            lambda: self._change_rows((*self.groups.value(), self._pivot.rows[-1]))
        )
        self.columns.activated.connect(self._choose_columns)
        self.measure.activated.connect(lambda: self.measure_chosen.emit(self.measure.value()))
        self.baseline.activated.connect(
            lambda: self._emit_layout(replace(self._pivot, baseline=self.baseline.value()))
        )

    def _change_rows(self, rows: tuple[Dimension, ...]) -> None:
        """Change groups (all but the last of `rows`) or rows (the last), so that each dimension is
        used once. A group that becomes the rows swaps with them. Columns that become rows or a
        group get the first free dimension."""
        last, before = rows[-1], self._pivot.rows[-1]
        groups = tuple(dict.fromkeys(before if each is last else each for each in rows[:-1]))
        columns = self._pivot.columns
        if columns in (last, *groups):
            columns = next(
                each for each in (*self._pivot.rows, *Dimension) if each not in (*groups, last)
            )
        self._emit_layout(replace(self._pivot, rows=(*groups, last), columns=columns))

    def _choose_columns(self) -> None:
        """Rows that have the new dimension of the columns get the old one in exchange, or are
        dropped where the old one can be held at one value."""
        columns, before = self.columns.value(), self._pivot.columns
        rows = tuple(before if each is columns else each for each in self._pivot.rows)
        if before in _SINGLE_VALUED and len(rows) > 1:
            rows = tuple(each for each in rows if each is not before)
        self._emit_layout(replace(self._pivot, rows=rows, columns=columns))

    def _choose_single_value(self, dimension: Dimension, value: str) -> None:
        self._emit_layout(replace(self._pivot, filters={**self._pivot.filters, dimension: value}))

    def _hide_values(self, dimension: Dimension, values: frozenset[str]) -> None:
        others = {each for each in self._pivot.hidden if each[0] is not dimension}
        hidden = frozenset(others | {(dimension, each) for each in values})
        self._emit_layout(replace(self._pivot, hidden=hidden))

    def _emit_layout(self, pivot: Pivot) -> None:
        if self._gathered is not None:
            self.chosen.emit(fit_layout(self._gathered, pivot))


def _groups(axes: Sequence[Dimension], pivot: Pivot) -> list[tuple[Dimension, ...]]:
    """No groups, each free dimension, and sources combined with each of these."""
    free = [each for each in axes if each not in (pivot.rows[-1], pivot.columns)]
    pairs = [
        (Dimension.SOURCE, each)
        for each in free
        if Dimension.SOURCE in free and each is not Dimension.SOURCE
    ]
    return [(), *((each,) for each in free), *pairs]


def _baselines(gathered: GatheredFigures) -> list[Baseline]:
    found = [OWN_BASELINE]
    for dimension in _AS_BASELINE:
        values = gathered.values(dimension)
        controls = {each.protection for each in gathered.figures if each.control}
        if len(values) > 1:
            found += [Baseline(dimension, each) for each in values if each not in controls]
    return found


_NOTE_LINES = 3
"""Visible lines of the notes; more are scrolled to."""

type _Key = tuple[RowKey, bool]
"""A row's values, and whether it is pinned."""


class ComparisonTable(QWidget):
    """A table whose rows and columns can be reordered, hidden and pinned. Below it: the verdict of
    the chosen cell, and notes on all figures."""

    chosen = Signal(object)
    """The changed layout (Pivot)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._gathered: GatheredFigures | None = None
        self._pivoted: PivotTable | None = None
        self._figures: PivotFigures | None = None
        self.table = IntervalTable(self)
        self.table.setAccessibleName(self.tr("Comparison"))
        self.table.set_placeholder(
            self.tr("All figures are hidden. Press Ctrl+Shift+A to show them.")
        )
        self.strip = SentenceStrip(self)
        self._note = WrappedLabel("", "muted")
        self.note = FittingScrollArea(self._note, self)
        self.note.setFrameShape(QFrame.Shape.NoFrame)
        self.note.setMaximumHeight(_NOTE_LINES * self._note.fontMetrics().lineSpacing())
        self.actions_offered = self._make_actions()
        self._lay_out()
        arranging = IntervalTableMoves(self.table)
        arranging.row_moved.connect(self._move_row)
        arranging.column_moved.connect(self._move_column)
        self.table.chosen.connect(self._show_sentence)

    def show_table(self, gathered: GatheredFigures, pivot: Pivot) -> None:
        self._gathered, self._pivoted = gathered, build_pivot_table(gathered, pivot)
        self._figures = PivotFigures(gathered, self._pivoted)
        self.table.set_groups(self._figures.columns(), self._figures.groups())
        self.strip.show_sentence(
            self.tr("Choose a cell to read its verdict."),
            self.tr(
                "Lines: 95 % intervals on one scale. Coloured: verdict. Grey: none. Right-click "
                "to hide, pin or compare. Drag titles to reorder."
            ),
        )
        for name, dimension in (("over-row", pivot.rows[-1]), ("over-column", pivot.columns)):
            fits = dimension not in (Dimension.CASE, Dimension.OPERATION)
            self.actions_offered[name].setEnabled(fits)
        notes = [*self._pivoted.remarks, *gathered.remarks]
        notes += [each for source in gathered.sources for each in source.differs]
        self._note.setText(" ".join(message_text(each) for each in notes if each))
        self.note.setVisible(any(notes))
        self.note.verticalScrollBar().setValue(0)
        index = self.table.currentIndex()
        if index.isValid():
            self._show_sentence(self.table.current_key(), index.column())

    def notes(self) -> str:
        return self._note.text()

    def _show_sentence(self, key: object, column: int) -> None:
        if self._figures is not None and key is not None:
            self.strip.show_sentence(*self._figures.sentences(key, column))  # type: ignore[arg-type]

    def _lay_out(self) -> None:
        vbox(self, (self.table, 1), self.strip, self.note, margins=(0, 8, 0, 0), spacing=6)

    def _make_actions(self) -> dict[str, QAction]:
        hide, compare = self._hide, self._compare_with
        made = {
            "pin": self._action(self.tr("&Pin or unpin this row"), "Ctrl+P", self._pin),
            "hide-row": self._action(
                self.tr("&Hide this row in all groups"), "Del", lambda: hide(of_row=True)
            ),
            "hide-column": self._action(
                self.tr("Hide this c&olumn"), "Shift+Del", lambda: hide(of_row=False)
            ),
            "over-row": self._action(
                self.tr("Compare with this &row"), "", lambda: compare(of_row=True)
            ),
            "over-column": self._action(
                self.tr("Compare with this co&lumn"), "", lambda: compare(of_row=False)
            ),
            "again": self._action(
                self.tr("&Show all and reset order"), "Ctrl+Shift+A", self._show_all
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

    def _current_cell(self) -> tuple[PivotTable, RowKey, str] | None:
        """The pivot table, and the row and column of the current cell."""
        key, column = self.table.current_key(), self.table.currentIndex().column()
        matched = self._pivoted
        if matched is None or not isinstance(key, tuple) or not 0 <= column < len(matched.columns):
            return None
        return matched, key[0], matched.columns[column]

    def _pin(self) -> None:
        if cell := self._current_cell():
            matched, row, _ = cell
            column = self.table.currentIndex().column()
            self.chosen.emit(matched.pivot.with_pinned(row))
            self.table.choose((row, row not in matched.pivot.pinned), column)

    def _current_value(self, *, of_row: bool) -> tuple[Pivot, Dimension, str] | None:
        """The layout, and the dimension and value of the current row or column."""
        if (cell := self._current_cell()) is None:
            return None
        matched, row, column = cell
        pivot = matched.pivot
        return (pivot, pivot.rows[-1], row[-1]) if of_row else (pivot, pivot.columns, column)

    def _hide(self, *, of_row: bool) -> None:
        if current := self._current_value(of_row=of_row):
            pivot, dimension, value = current
            self.chosen.emit(pivot.with_hidden(dimension, value))

    def _compare_with(self, *, of_row: bool) -> None:
        if current := self._current_value(of_row=of_row):
            pivot, dimension, value = current
            self.chosen.emit(replace(pivot, baseline=Baseline(dimension, value)))

    def _show_all(self) -> None:
        if self._pivoted is not None:
            again = replace(self._pivoted.pivot, hidden=frozenset(), order={}, pinned=())
            self.chosen.emit(again)

    def _move_row(self, key: _Key, target: _Key) -> None:
        """Move a row to the place of another one. Across groups, the whole group moves."""
        matched = self._pivoted
        if matched is None or key[1] or target[1]:
            return
        both = zip(matched.pivot.rows, key[0], target[0], strict=True)
        found = next((each for each in both if each[1] != each[2]), None)
        if found is not None:
            dimension, value, target_value = found
            column = self.table.currentIndex().column()
            shown = matched.values_along(dimension)
            moved = matched.pivot.with_moved(dimension, shown, value, shown.index(target_value))
            self.chosen.emit(moved)
            self.table.choose(key, column)

    def _move_column(self, at: int, to: int) -> None:
        if self._pivoted is not None:
            pivot, columns = self._pivoted.pivot, self._pivoted.columns
            key = self.table.current_key()
            self.chosen.emit(pivot.with_moved(pivot.columns, columns, columns[at], to))
            if key is not None:
                self.table.choose(key, to)


class CostAndProtectionPanels(QWidget):
    """The chart of cost against protection, the strongest first, without what the table hides."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chart_view = ChartView(self)
        self._caption = WrappedLabel("", "muted")
        inside = QWidget(self)
        vbox(inside, self.chart_view, STRETCH)
        area = VerticalScroll(self.tr("Risk and cost"), self)
        area.setWidget(inside)
        vbox(self, self._caption, (area, 1), margins=(0, 8, 0, 0), spacing=6)

    def show_chart(self, chart: Chart | None) -> None:
        """None: there is no data."""
        self.chart_view.setVisible(chart is not None)
        self._caption.setText(
            _tr(
                "CostAndProtection",
                "Strongest protection first. Dots: cost of all operations with its 95 % interval, "
                "on one scale. Grey: no verdict. Weak choices are marked at the name.",
            )
            if chart
            else _tr("CostAndProtection", "No protection has been compared with its baseline yet.")
        )
        if chart is not None:
            self.chart_view.show_chart(lambda _: chart)


type _Sources = tuple[tuple[int, ...], tuple[str, ...]]
"""Ids of campaigns and names of studies."""


class ComparisonView(QWidget):
    """Reads the figures and shows them in a layout, which is remembered for each set of campaigns
    and studies."""

    closed = Signal()
    """The user wants to go back to one campaign."""

    def __init__(
        self, workbench: Workbench, reader: StoreReader, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._reader = reader
        self.campaigns: tuple[int, ...] = ()
        self._gathered: GatheredFigures | None = None
        self.pivot = Pivot()
        self._measure: str | None = None
        self._pivots: dict[_Sources, tuple[Pivot, str | None]] = {}
        self._scope = Scope(self)
        self._title = ToneLabel()
        self._title.setFont(scaled_font(1.15, bold=True))
        self._names = ElidedLabel("", "muted")
        self._back = QPushButton(self.tr("&Back to one campaign"))
        self._save = QPushButton(self.tr("Re&port…"))
        self._save.setToolTip(self.tr("One report on these campaigns"))
        self.saved_report = SavedReport()
        self.choices = Choices(self)
        self.studies = StudyMenu(self._scope, self)
        self.table = ComparisonTable(self)
        self.cost_and_protection = CostAndProtectionPanels(self)
        self.tabs = QTabWidget(self)
        """The table, and cost against protection."""
        self._lay_out()
        self._connect()

    def compare(self, campaigns: Sequence[int]) -> None:
        if tuple(campaigns) != self.campaigns:
            self.campaigns = tuple(campaigns)
            self._gathered = None
            self._recall_layout()
        self.read()

    def read(self) -> None:
        """Read the figures from the store and show them."""
        campaigns, studies, measure, over = wanted = self._wanted

        def job(store: Store) -> GatheredFigures:
            return gather([store.snapshot(each) for each in campaigns], studies, measure, over)

        def gathered(found: GatheredFigures | None) -> None:
            if found is not None and self._wanted == wanted:
                self._show(found)
            elif found is None:
                self.table.setEnabled(True)  # what it shows is still true of what was read before

        if campaigns:
            if self._gathered is None:
                self.table.setEnabled(False)
            self._reader.read(job, gathered)

    @property
    def _wanted(self) -> tuple[tuple[int, ...], tuple[Study, ...], str | None, str | None]:
        """What figures are read of: campaigns and studies, the measure, and what costs are over."""
        over = self.pivot.baseline.paired_protection
        return self.campaigns, self._scope.studies, self._measure, over

    def change_layout(self, pivot: Pivot) -> None:
        """Change the layout. Another baseline is read from the store."""
        over = self.pivot.baseline.paired_protection
        self.pivot = pivot
        self._remember_layout()
        if pivot.baseline.paired_protection != over:
            self.table.setEnabled(False)
            self.read()
        else:
            self._draw()

    def _ask_for_report(self) -> None:
        if self._gathered is not None:
            names = [each.title for each in self._gathered.sources if each.campaign is not None]
            ask_for_report(
                self, self.saved_report, " · ".join(names), self.export, self._workbench.failed.emit
            )

    def export(self, name: str, path: Path, options: ReportOptions | None = None) -> None:
        """Write one report on all campaigns that are compared, with their studies."""
        source = ReportSource(self.campaigns, None, self._scope.studies)
        options = options or ReportOptions()
        write_report(self._reader, source, name, path, options, self._workbench.failed.emit)

    def _show(self, found: GatheredFigures) -> None:
        if self._gathered is None and self._key not in self._pivots:
            self.pivot = default_layout(found)
        same = found == self._gathered
        self._gathered = found
        self.table.setEnabled(True)
        if not same:
            self.pivot = fit_layout(found, self.pivot)
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
        self.choices.show_layout(found, self.pivot)
        self.table.show_table(found, self.pivot)
        self.cost_and_protection.show_chart(cost_and_protection_across(found, self.pivot))

    def _headline(self, sources: int) -> str:
        if sources == 1:
            return self.tr("Comparison within a campaign")
        return self.tr("{count} compared").format(count=format_number(sources))

    @property
    def _key(self) -> _Sources:
        return tuple(sorted(self.campaigns)), tuple(each.name for each in self._scope.studies)

    def _remember_layout(self) -> None:
        self._pivots[self._key] = self.pivot, self._measure

    def _recall_layout(self) -> None:
        self.pivot, self._measure = self._pivots.get(self._key, (Pivot(), None))

    def _choose_measure(self, measure: str | None) -> None:
        self._measure = measure
        self._remember_layout()
        self.table.setEnabled(False)
        self.read()

    def _studies_changed(self) -> None:
        """Keep the layout when other studies are chosen."""
        if self.campaigns and self._gathered is not None:
            known = {each.key for each in self._gathered.sources}
            wanted = {each.name for each in self._scope.studies}
            if {key for key in known if not key.startswith("#")} != wanted:
                self._remember_layout()
                self.read()

    def _lay_out(self) -> None:
        head = hbox(None, self._title, (self._names, 1), self._save, self._back, spacing=12)
        self.choices.add_widget(self.studies)
        self.tabs.addTab(self.table, self.tr("Table"))
        self.tabs.addTab(self.cost_and_protection, self.tr("Cost and protection"))
        vbox(self, head, self.choices, (self.tabs, 1), spacing=8)

    def _connect(self) -> None:
        self._back.clicked.connect(self.closed)
        self._save.clicked.connect(self._ask_for_report)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.closed)
        self.choices.chosen.connect(self.change_layout)
        self.choices.measure_chosen.connect(self._choose_measure)
        self.table.chosen.connect(self.change_layout)
        self.studies.failed.connect(self._workbench.failed)
        self._scope.changed.connect(self._studies_changed)
