"""The choices above a comparison: rows, columns, measure, baseline and filters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.findings.across.baseline import OWN, Baseline
from app.findings.across.figures import Dimension, Gathered
from app.findings.across.pivot import Pivot, fitting
from app.report.words.wording import inside_sentence
from app.window.base.messages import message_text
from app.window.pages.results.compare.compare_table import (
    baseline_title,
    dimension_title,
    dimensions_title,
    filter_title,
    value_title,
)
from widgets.fields.check_list import FilterMenu
from widgets.fields.choice import Choice
from widgets.layout.layouts import FlowLayout
from widgets.look.names import isolated, shortened
from widgets.parts.cards import FormLabel

_HELD = (Dimension.CASE, Dimension.OPERATION)
_FILTERED = (Dimension.SERVER, Dimension.PROTECTION)
"""Filtered even if they are on no axis; other dimensions only on an axis."""

_ENOUGH = 3
"""From this number of sources on, single ones can be hidden."""

_AS_BASELINE = (
    Dimension.SOURCE,
    Dimension.SERVER,
    Dimension.VERSION,
    Dimension.MACHINE,
    Dimension.PROTECTION,
)


class _Values[V](Choice):
    """A choice among values of any type: Qt itself would make lists of tuples."""

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


class _Pair(QWidget):
    """A field and its name, which stay together where a row of them wraps."""

    def __init__(self, label: FormLabel, field: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 4, 0)
        row.setSpacing(6)
        row.addWidget(label)
        row.addWidget(field)


class Choices(QWidget):
    """The layout of a comparison as fields."""

    chosen = Signal(object)
    """Another Pivot."""

    measure_chosen = Signal(object)
    """The name of a measure; None for each work's first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._gathered: Gathered | None = None
        self._pivot = Pivot()
        self._flow = FlowLayout(self, gap=6, line_gap=4, wish=900)
        self.rows: _Values[Dimension] = _Values(7, self)
        self.groups: _Values[tuple[Dimension, ...]] = _Values(9, self)
        self.columns: _Values[Dimension] = _Values(8, self)
        self.measure: _Values[str | None] = _Values(6, self)
        self.baseline: _Values[Baseline] = _Values(12, self)
        self.held: dict[Dimension, _Values[str]] = {each: _Values(8, self) for each in _HELD}
        self._pairs: dict[QWidget, _Pair] = {}
        self._add_fields()
        self.filters = {each: self._filter(each) for each in Dimension}
        self._connect()

    def add_widget(self, part: QWidget) -> None:
        self._flow.addWidget(part)

    def show_layout(self, gathered: Gathered, pivot: Pivot) -> None:
        """Fill all fields from the figures, and show the layout."""
        self._gathered, self._pivot = gathered, pivot
        known = [*gathered.distinguished_by()]
        axes = [each for each in Dimension if each in (*known, *pivot.axes, Dimension.PROTECTION)]
        self.rows.offer(((dimension_title(each), each) for each in axes), pivot.rows[-1])
        groups = dict.fromkeys([*_groups(axes, pivot), pivot.rows[:-1]])
        titled = ((dimensions_title(each), each) for each in groups)
        self.groups.offer(titled, pivot.rows[:-1])
        self.columns.offer(((dimension_title(each), each) for each in axes), pivot.columns)
        self._offer_measures(gathered)
        baselines = [(baseline_title(gathered, each), each) for each in _baselines(gathered)]
        self.baseline.offer(baselines, pivot.baseline)
        for dimension in _HELD:
            self._offer_held(gathered, pivot, dimension)
        for dimension, menu in self.filters.items():
            self._offer_filter(gathered, pivot, dimension, menu)

    def _offer_measures(self, gathered: Gathered) -> None:
        others = [
            (inside_sentence(message_text(title)), name)
            for name, title in gathered.measures.items()
        ]
        first = self.tr("main measure") if others else self.tr("time")
        units = {figure.unit for figure in gathered.figures if figure.unit}
        if units <= {"s"} and gathered.measure is None:
            first = self.tr("time")
        self.measure.offer([(first, None), *others], gathered.measure)

    def _offer_held(self, gathered: Gathered, pivot: Pivot, dimension: Dimension) -> None:
        values = gathered.values(dimension)
        field = self.held[dimension]
        titled = [(value_title(gathered, dimension, each), each) for each in values]
        field.offer(titled, pivot.held.get(dimension, ""))
        shown = dimension not in pivot.axes and len(values) > 1
        self._pairs[field].setVisible(shown)

    def _offer_filter(
        self, gathered: Gathered, pivot: Pivot, dimension: Dimension, menu: FilterMenu
    ) -> None:
        filtered = dimension in (*_FILTERED, *pivot.axes)
        values = gathered.values(dimension) if filtered else []
        if dimension is Dimension.SOURCE and len(values) < _ENOUGH:
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
            self.held[Dimension.CASE]: self.tr("&Case"),
            self.held[Dimension.OPERATION]: self.tr("O&peration"),
        }
        for field, word in named.items():
            self._pairs[field] = _Pair(FormLabel(word, field), field, self)
            self._flow.addWidget(self._pairs[field])

    def _filter(self, dimension: Dimension) -> FilterMenu:
        menu = FilterMenu(filter_title(dimension), self)
        menu.changed.connect(lambda: self._leave_out(dimension, menu.hidden()))
        self._flow.addWidget(menu)
        return menu

    def _connect(self) -> None:
        for held, field in self.held.items():
            field.activated.connect(lambda _, at=held: self._hold(at, self.held[at].value()))
        self.rows.activated.connect(
            lambda: self._lay_out((*self._pivot.rows[:-1], self.rows.value()))
        )
        self.groups.activated.connect(
            lambda: self._lay_out((*self.groups.value(), self._pivot.rows[-1]))
        )
        self.columns.activated.connect(self._choose_columns)
        self.measure.activated.connect(lambda: self.measure_chosen.emit(self.measure.value()))
        self.baseline.activated.connect(
            lambda: self._tell(replace(self._pivot, baseline=self.baseline.value()))
        )

    def _lay_out(self, rows: tuple[Dimension, ...]) -> None:
        """Change rows or groups, so that each dimension is used once. A group that becomes the rows
        swaps with them. Columns that become rows or a group get the first free dimension."""
        last, before = rows[-1], self._pivot.rows[-1]
        groups = tuple(dict.fromkeys(before if each is last else each for each in rows[:-1]))
        columns = self._pivot.columns
        if columns in (last, *groups):
            columns = next(
                each for each in (*self._pivot.rows, *Dimension) if each not in (*groups, last)
            )
        self._tell(replace(self._pivot, rows=(*groups, last), columns=columns))

    def _choose_columns(self) -> None:
        """Swap: rows by the new dimension get that of the columns, unless that can be held at one
        value."""
        columns, before = self.columns.value(), self._pivot.columns
        rows = tuple(before if each is columns else each for each in self._pivot.rows)
        if before in _HELD and len(rows) > 1:
            rows = tuple(each for each in rows if each is not before)
        self._tell(replace(self._pivot, rows=rows, columns=columns))

    def _hold(self, dimension: Dimension, value: str) -> None:
        self._tell(replace(self._pivot, held={**self._pivot.held, dimension: value}))

    def _leave_out(self, dimension: Dimension, values: frozenset[str]) -> None:
        others = {each for each in self._pivot.hidden if each[0] is not dimension}
        hidden = frozenset(others | {(dimension, each) for each in values})
        self._tell(replace(self._pivot, hidden=hidden))

    def _tell(self, pivot: Pivot) -> None:
        if self._gathered is not None:
            self.chosen.emit(fitting(self._gathered, pivot))


def _groups(axes: Sequence[Dimension], pivot: Pivot) -> list[tuple[Dimension, ...]]:
    """No groups, each free dimension, and sources combined with each of these."""
    free = [each for each in axes if each not in (pivot.rows[-1], pivot.columns)]
    pairs = [
        (Dimension.SOURCE, each)
        for each in free
        if Dimension.SOURCE in free and each is not Dimension.SOURCE
    ]
    return [(), *((each,) for each in free), *pairs]


def _baselines(gathered: Gathered) -> list[Baseline]:
    found = [OWN]
    for dimension in _AS_BASELINE:
        values = gathered.values(dimension)
        controls = {each.protection for each in gathered.figures if each.control}
        if len(values) > 1:
            found += [Baseline(dimension, each) for each in values if each not in controls]
    return found
