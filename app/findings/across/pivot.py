"""Pivot tables of figures, of one campaign or of several and of studies: which figures stand in
which row and column, in what order, and what they are compared with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from app.findings.across.sourced_figures import (
    ALL_CASES,
    ALL_OPERATIONS,
    Dimension,
    GatheredFigures,
    SourcedFigure,
    differing_dimensions,
)
from app.findings.across.unpaired_comparison import (
    OWN_BASELINE,
    Baseline,
    PivotCell,
    compare_with_baseline,
)
from app.findings.cost import ComparisonMethod, Cost
from engines.contract.message import Message, Number, listed, phrase
from workloads.registry import workload_named, workload_names

type RowKey = tuple[str, ...]
"""A row's values along the dimensions of rows."""

type DimensionValue = tuple[Dimension, str]


@dataclass(frozen=True)
class Pivot:
    """The layout of a pivot table.

    The last dimension of `rows` names a row, those before it its group. `filters` has dimensions
    of which one value only is shown; `hidden` values are left out. `order` lists the values that
    come first in their dimension; `pinned` rows stand above all others.
    """

    rows: tuple[Dimension, ...] = (Dimension.SERVER, Dimension.PROTECTION)
    columns: Dimension = Dimension.SOURCE
    baseline: Baseline = OWN_BASELINE
    filters: Mapping[Dimension, str] = field(default_factory=dict)
    hidden: frozenset[DimensionValue] = frozenset()
    order: Mapping[Dimension, tuple[str, ...]] = field(default_factory=dict)
    pinned: tuple[RowKey, ...] = ()
    keep_source_order: bool = False
    """Whether rows keep the order of the figures, instead of being sorted by their values."""

    @property
    def axes(self) -> tuple[Dimension, ...]:
        return (*self.rows, self.columns)

    def shows(self, figure: SourcedFigure) -> bool:
        """Whether a figure passes the filters. A dimension of rows or columns is not filtered."""
        passes = all(
            figure.along(each) == value
            for each, value in self.filters.items()
            if each not in self.axes
        )
        return passes and not any((each, figure.along(each)) in self.hidden for each in Dimension)

    def with_pinned(self, row: RowKey) -> Pivot:
        """With a row pinned, or unpinned where it was pinned."""
        rest = tuple(each for each in self.pinned if each != row)
        return replace(self, pinned=rest if row in self.pinned else (*self.pinned, row))

    def with_hidden(self, dimension: Dimension, value: str) -> Pivot:
        return replace(self, hidden=self.hidden | {(dimension, value)})

    def with_moved(self, dimension: Dimension, shown: Sequence[str], value: str, to: int) -> Pivot:
        """With a value at another place among the `shown` ones of its dimension."""
        left = [each for each in shown if each != value]
        at = min(max(to, 0), len(left))
        order = (*left[:at], value, *left[at:])
        return replace(self, order={**self.order, dimension: order})


@dataclass(frozen=True)
class PivotRow:
    """A row's cells, one for each column; None where there is nothing and nothing to be said."""

    key: RowKey
    cells: tuple[PivotCell, ...]
    pinned: bool = False


@dataclass(frozen=True)
class PivotTable:
    """Rows, the pinned ones first, under columns; `remarks` are sentences on all of it."""

    pivot: Pivot
    columns: tuple[str, ...]
    rows: tuple[PivotRow, ...]
    remarks: tuple[Message, ...] = ()

    @cached_property
    def _cells(self) -> Mapping[tuple[RowKey, str], PivotCell]:
        return {
            (row.key, at): cell
            for row in self.rows
            for at, cell in zip(self.columns, row.cells, strict=True)
        }

    def cell(self, row: RowKey, column: str) -> PivotCell | None:
        """What stands in a place; None where there is no such row or column."""
        return self._cells.get((row, column))

    def values_along(self, dimension: Dimension) -> list[str]:
        """The values along an axis that have a place, in their order."""
        if dimension is self.pivot.columns:
            return list(self.columns)
        at = self.pivot.rows.index(dimension)
        return list(dict.fromkeys(row.key[at] for row in self.rows))


def build_pivot_table(gathered: GatheredFigures, pivot: Pivot) -> PivotTable:
    """Arrange figures in a table. A cell that several figures fall into says in what they
    differ."""
    shown = [each for each in gathered.figures if pivot.shows(each)]
    found: dict[RowKey, dict[str, list[SourcedFigure]]] = {}
    for each in shown:
        along = found.setdefault(tuple(each.along(by) for by in pivot.rows), {})
        along.setdefault(each.along(pivot.columns), []).append(each)
    columns = _ordered(gathered, pivot, pivot.columns, {at for row in found.values() for at in row})
    keys = list(found) if pivot.keep_source_order else _ordered_rows(gathered, pivot, set(found))
    cells = {id(each.figure): each for each in compare_with_baseline(gathered, pivot.baseline)}

    def cell(row: RowKey, at: str) -> PivotCell:
        figures = found[row].get(at, ())
        return cells[id(figures[0])] if len(figures) == 1 else _none(figures)

    rows = tuple(
        PivotRow(row, tuple(cell(row, at) for at in columns), row in pivot.pinned) for row in keys
    )
    message = *_unpaired_remarks(rows), *_absent(gathered, pivot, shown)
    return PivotTable(pivot, tuple(columns), rows, message)


def _unpaired_remarks(rows: Iterable[PivotRow]) -> Iterable[Message]:
    """Remarks on costs of unpaired runs, those with a p-value."""
    costs = [
        cell.cost
        for row in rows
        for cell in row.cells
        if cell.cost.method is ComparisonMethod.UNPAIRED
    ]
    return {str(each.meaning): each.meaning for each in costs if each.p_value is not None}.values()


def _absent(
    gathered: GatheredFigures, pivot: Pivot, shown: Sequence[SourcedFigure]
) -> Iterator[Message]:
    """A sentence for each source that has figures, but none of what is looked at, unless it is the
    sources that are chosen."""
    there = {each.source for each in shown}
    for source in gathered.sources:
        chosen = pivot.filters.get(Dimension.SOURCE, source.key) == source.key
        hidden = (Dimension.SOURCE, source.key) in pivot.hidden
        if source.key not in there and chosen and not hidden:
            yield _absence(gathered, source.key).with_values(
                source=gathered.title_of(Dimension.SOURCE, source.key)
            )


def _absence(gathered: GatheredFigures, key: str) -> Message:
    """Why a source has nothing of what is looked at, and what to do about it."""
    own = [each for each in gathered.figures if each.source == key]
    others = [each for each in gathered.figures if each.source != key]
    works = {each.workload for each in own}
    if works and others and not works & {each.workload for each in others}:
        return _OTHER_WORK.with_values(workload=_titles(works))
    return _ABSENT


def no_common_cell(gathered: GatheredFigures) -> Message:
    """Why campaigns have no cell in common."""
    works = dict.fromkeys(each.workload for each in gathered.figures)
    return _WORKS_DIFFER.with_values(workloads=_titles(works)) if len(works) > 1 else _NOT_COMMON


def _titles(workloads: Iterable[str]) -> Message:
    """Workloads in words; one that is not known here by its name."""
    known = workload_names()
    titles = (workload_named(each).title if each in known else Message(each) for each in workloads)
    return listed(titles)


def _none(found: Sequence[SourcedFigure]) -> PivotCell:
    if not found:
        return PivotCell(None, Cost(message=_NOTHING_HERE))
    by = ", ".join(each.value for each in differing_dimensions(found))
    return PivotCell(None, Cost(message=_TOGETHER.with_values(count=Number(len(found)), by=by)))


def _ordered(
    gathered: GatheredFigures, pivot: Pivot, dimension: Dimension, there: set[str]
) -> list[str]:
    """The values along a dimension that are there: those with a place first."""
    first = pivot.order.get(dimension, ())
    known = [*first, *(each for each in gathered.values(dimension) if each not in first)]
    return [each for each in known if each in there]


def _ordered_rows(gathered: GatheredFigures, pivot: Pivot, there: set[RowKey]) -> list[RowKey]:
    places = [
        {
            value: at
            for at, value in enumerate(
                _ordered(gathered, pivot, each, {row[number] for row in there})
            )
        }
        for number, each in enumerate(pivot.rows)
    ]

    def place(row: RowKey) -> tuple[int, ...]:
        return tuple(known[value] for known, value in zip(places, row, strict=True))

    above = [each for each in pivot.pinned if each in there]
    return [*above, *sorted(there - set(above), key=place)]


_OTHER_WORK = phrase(
    "{source} has another workload (“{workload}”) and no case in common with the others."
)
_WORKS_DIFFER = phrase(
    "These campaigns have different workloads and no case in common: {workloads}."
)
_NOT_COMMON = phrase("These campaigns have no cell in common.")
_ABSENT = phrase(
    "{source} has no figures for this selection. Choose another case or operation, or show more."
)
_NOTHING_HERE = phrase("nothing was measured here")
_TOGETHER = phrase(
    "{count} figures share this place and differ by {by}. Use {by} as rows or columns, or show "
    "one value at a time."
)


# How figures are laid out before anybody has chosen, and what a choice brings with it.

_TOTALS = {Dimension.CASE: ALL_CASES, Dimension.OPERATION: ALL_OPERATIONS}


def by_operation(*rows: Dimension, server: str | None = None) -> Pivot:
    """The table of one campaign, or of one of its servers: a column for each operation, rows in the
    order of its cells, nothing of several operations or cases together."""
    return Pivot(
        rows=rows,
        columns=Dimension.OPERATION,
        filters={} if server is None else {Dimension.SERVER: server},
        hidden=frozenset({(Dimension.CASE, ALL_CASES), (Dimension.OPERATION, ALL_OPERATIONS)}),
        keep_source_order=True,
    )


def default_layout(gathered: GatheredFigures) -> Pivot:
    """A column for each source, costs over the first campaign; a column for each operation where
    there is one source. Campaigns of one plan on several hosts: a column for each machine, each
    over its own baseline."""
    if gathered.by_machine:
        return fit_layout(gathered, Pivot(columns=Dimension.MACHINE))
    campaigns = [each for each in gathered.sources if each.campaign is not None]
    baseline = Baseline(Dimension.SOURCE, campaigns[0].key) if len(campaigns) > 1 else OWN_BASELINE
    several = len(gathered.sources) > 1
    columns = Dimension.SOURCE if several else Dimension.OPERATION
    return fit_layout(gathered, Pivot(columns=columns, baseline=baseline))


def fit_layout(gathered: GatheredFigures, pivot: Pivot) -> Pivot:
    """The layout changed so that no two figures share a cell, as far as can be known: case and
    operation are filtered to one value where they are neither rows nor columns, and sources become
    rows where there are several."""
    rows = tuple(dict.fromkeys(each for each in pivot.rows if each is not pivot.columns))
    several = len(gathered.values(Dimension.SOURCE)) > 1
    placed = (*rows, pivot.columns, *pivot.filters)
    machines_shown = Dimension.MACHINE in placed and gathered.separates_sources(Dimension.MACHINE)
    if several and Dimension.SOURCE not in placed and not machines_shown:
        rows = (Dimension.SOURCE, *rows)
    if not rows:
        rows = (
            Dimension.SERVER if pivot.columns is not Dimension.SERVER else Dimension.PROTECTION,
        )
    filters = {
        each: value for each, value in pivot.filters.items() if each not in (*rows, pivot.columns)
    }
    for dimension in _TOTALS:
        if dimension not in (*rows, pivot.columns):
            filters[dimension] = _filter_value(gathered, dimension, filters.get(dimension, ""))
    pinned = pivot.pinned if rows == pivot.rows else ()
    return replace(pivot, rows=rows, filters=filters, pinned=pinned)


def _filter_value(gathered: GatheredFigures, dimension: Dimension, wanted: str) -> str:
    """`wanted` if it is there; else the total, where no value has more sources than it; else the
    last value that most sources have."""
    known = gathered.values(dimension)
    if wanted in known:
        return wanted
    having: dict[str, set[str]] = {}
    for figure in gathered.figures:
        having.setdefault(figure.along(dimension), set()).add(figure.source)
    most = max((len(each) for each in having.values()), default=0)
    if len(having.get(_TOTALS[dimension], ())) == most:
        return _TOTALS[dimension]
    return next((each for each in reversed(known) if len(having[each]) == most), "")
