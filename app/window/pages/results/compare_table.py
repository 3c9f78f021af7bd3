"""The comparison of campaigns as rows and cells of the interval table, with the titles of its
dimensions. (A pivot says which dimension is rows, columns or held at one value.)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import QCoreApplication

from app.findings.across.pivot import Pivot, PivotRow, PivotTable, RowKey
from app.findings.across.sourced_figures import Dimension, GatheredFigures, SourcedFigure
from app.findings.across.unpaired_comparison import Baseline, PivotCell
from app.findings.cost import ComparisonMethod, VerdictKind
from app.report.charts.published_charts import study_colour_key
from app.report.words.colours import colour_keys
from app.window.base.messages import enumerated, message_text
from app.window.pages.results.cost_table_tab import number_text
from app.window.shared.charts import estimate_of, margin_text, verdict_tone
from app.window.shared.protection_words import marks_words
from app.window.shared.run_words import percent_text
from widgets.look.names import filled, isolated
from widgets.look.numbers import format_significant
from widgets.tables.interval_view import IntervalCell, IntervalColumn, IntervalGroup, IntervalRow

_tr = QCoreApplication.translate
_NO_VALUE = "–"


def dimension_title(dimension: Dimension) -> str:
    """“campaign”, “protection”."""
    titles = {
        Dimension.SOURCE: _tr("Compare", "campaign"),
        Dimension.ENGINE: _tr("Compare", "engine"),
        Dimension.SERVER: _tr("Compare", "server"),
        Dimension.VERSION: _tr("Compare", "version"),
        Dimension.MACHINE: _tr("Compare", "machine"),
        Dimension.PROTECTION: _tr("Compare", "protection"),
        Dimension.CASE: _tr("Compare", "case"),
        Dimension.OPERATION: _tr("Compare", "operation"),
    }
    return titles[dimension]


def dimensions_title(dimensions: Iterable[Dimension]) -> str:
    """“campaign and server”; “no groups” if there are none."""
    titles = [dimension_title(each) for each in dimensions]
    return enumerated(titles) or _tr("Compare", "no groups")


def filter_title(dimension: Dimension) -> str:
    titles = {
        Dimension.SOURCE: _tr("Compare", "Campaigns"),
        Dimension.ENGINE: _tr("Compare", "Engines"),
        Dimension.SERVER: _tr("Compare", "Servers"),
        Dimension.VERSION: _tr("Compare", "Versions"),
        Dimension.MACHINE: _tr("Compare", "Machines"),
        Dimension.PROTECTION: _tr("Compare", "Protections"),
        Dimension.CASE: _tr("Compare", "Cases"),
        Dimension.OPERATION: _tr("Compare", "Operations"),
    }
    return titles[dimension]


def value_title(gathered: GatheredFigures, dimension: Dimension, value: str) -> str:
    """A value in words; “not stated” if it is unknown."""
    return message_text(gathered.title_of(dimension, value)) or _tr("Compare", "not stated")


def title_with_weaknesses(
    gathered: GatheredFigures, dimension: Dimension, value: str, figures: Iterable[SourcedFigure]
) -> str:
    """A value in words, with the weaknesses (such as ECB) that all of these figures share."""
    title = value_title(gathered, dimension, value)
    weak = marks_words(shared_marks(figures)) if dimension is Dimension.PROTECTION else ""
    return f"{isolated(title)} ({weak})" if weak else title


def shared_marks(figures: Iterable[SourcedFigure]) -> list[str]:
    """The weaknesses that all of these share: a protection may use another mode on each engine."""
    first, *others = [each.marks for each in figures if not each.published] or [()]
    return [mark for mark in first if all(mark in each for each in others)]


def baseline_title(gathered: GatheredFigures, baseline: Baseline) -> str:
    """What figures are compared with."""
    if baseline.dimension is None:
        return _tr("Compare", "own baseline")
    value = value_title(gathered, baseline.dimension, baseline.value)
    return filled(
        _tr("Compare", "{dimension} {value}"),
        dimension=dimension_title(baseline.dimension),
        value=value,
    )


def fixed_values_title(gathered: GatheredFigures, pivot: Pivot) -> str:
    """“all operations · 1,000 records”: the values that the pivot's filters hold dimensions at."""
    held = [value_title(gathered, each, value) for each, value in pivot.filters.items() if value]
    return " · ".join(held)


class PivotFigures:
    """The rows, columns and cells of a pivot, for the interval table."""

    def __init__(self, gathered: GatheredFigures, table: PivotTable) -> None:
        self._gathered = gathered
        self._table = table
        servers = ((each.server, each.engine) for each in gathered.figures)
        self._colours = colour_keys(servers)
        studies = [each.key for each in gathered.sources if each.campaign is None]
        self._study_colours = {key: study_colour_key(at) for at, key in enumerate(studies)}

    @property
    def counts(self) -> list[int]:
        """The numbers of repetitions in the shown cells, ascending."""
        figures = (cell.figure for row in self._table.rows for cell in row.cells)
        return sorted({each.n for each in figures if each is not None and each.n})

    def columns(self) -> list[IntervalColumn]:
        """One for each value of the columns' dimension."""
        return [self._column(each) for each in self._table.columns]

    def _column(self, value: str) -> IntervalColumn:
        dimension = self._table.pivot.columns
        figures = self._figures_along(dimension, value)
        name = title_with_weaknesses(self._gathered, dimension, value, figures)
        baseline_words = filled(
            _tr("Compare", "Compared with {baseline}"),
            baseline=baseline_title(self._gathered, self._table.pivot.baseline),
        )
        heads = [
            _tr("Results", "{name}, %"),
            _tr("Results", "{name} from, %"),
            _tr("Results", "{name} to, %"),
            _tr("Compare", "{name}, value"),
            _tr("Compare", "{name}, unit"),
            _tr("Compare", "{name}, verdict"),
        ]
        return IntervalColumn(
            value_title(self._gathered, dimension, value),
            [filled(head, name=name) for head in heads],
            f"{name}\n{baseline_words}",
            note=marks_words(shared_marks(figures)) if dimension is Dimension.PROTECTION else "",
        )

    def _figures_along(self, dimension: Dimension, value: str) -> list[SourcedFigure]:
        """The shown figures of one value of a dimension."""
        return [each for each in _figures(self._table.rows) if each.along(dimension) == value]

    def groups(self) -> list[IntervalGroup]:
        """The pinned rows first, then all others in their groups."""
        pinned = [row for row in self._table.rows if row.pinned]
        groups: dict[RowKey, list[PivotRow]] = {}
        for row in self._table.rows:
            if not row.pinned:
                groups.setdefault(row.key[:-1], []).append(row)
        first = [self._pinned(pinned)] if pinned else []
        return [*first, *(self._group(key, rows) for key, rows in groups.items())]

    def _pinned(self, rows: list[PivotRow]) -> IntervalGroup:
        lines = [self._row(row, [row], with_group=True) for row in rows]
        return IntervalGroup(_tr("Compare", "Pinned"), "", "", lines, pinned=True)

    def _group(self, key: RowKey, rows: list[PivotRow]) -> IntervalGroup:
        held = fixed_values_title(self._gathered, self._table.pivot)
        lines = [self._row(row, rows) for row in rows]
        if not key:
            return IntervalGroup(held or _tr("Compare", "all"), "", "", lines)
        title = self._group_title(key, _figures(rows))
        return IntervalGroup(title, self._note(key), self._colour(rows), lines)

    def _group_title(self, key: RowKey, figures: list[SourcedFigure]) -> str:
        """The title of a group. A campaign is its number alone if it is not the only part."""
        dimensions = self._table.pivot.rows
        single = len(key) == 1
        return " · ".join(
            value
            if dimension is Dimension.SOURCE and value.startswith("#") and not single
            else title_with_weaknesses(self._gathered, dimension, value, figures)
            for dimension, value in zip(dimensions, key, strict=False)
        )

    def _note(self, key: RowKey) -> str:
        """The version of a server, where the group is of one."""
        pivot = self._table.pivot
        if Dimension.SERVER not in pivot.rows[:-1]:
            return ""
        server = key[pivot.rows.index(Dimension.SERVER)]
        versions = {
            each.version
            for each in self._gathered.figures
            if each.server == server and not each.published and each.version
        }
        return versions.pop() if len(versions) == 1 else ""

    def _colour(self, rows: list[PivotRow]) -> str:
        """The colour of the server, if the group has only one."""
        figures = [cell.figure for row in rows for cell in row.cells if cell.figure is not None]
        servers = {each.server for each in figures}
        return self._colours[servers.pop()] if len(servers) == 1 else ""

    def _row(
        self, row: PivotRow, group: Sequence[PivotRow], *, with_group: bool = False
    ) -> IntervalRow:
        dimensions = self._table.pivot.rows
        figures = _figures([row])
        label = value_title(self._gathered, dimensions[-1], row.key[-1])
        if with_group:
            label = " · ".join(map(isolated, (label, self._group_title(row.key[:-1], figures))))
        weak = shared_marks(figures) if dimensions[-1] is Dimension.PROTECTION else []
        note = marks_words(weak)
        is_control = bool(figures) and all(each.control for each in figures)
        key = row.key, row.pinned
        shown_marks = weak
        if Dimension.PROTECTION in dimensions[:-1]:
            shown_marks = shared_marks(_figures(group))
        cells = [self._cell(each, shown_marks) for each in row.cells]
        return IntervalRow(key, label, note, note, cells, quiet=is_control)

    def _cell(self, cell: PivotCell, shown_marks: Sequence[str]) -> IntervalCell:
        """`shown_marks` are those that its row or group shows already; others follow the value."""
        figure, cost = cell.figure, cell.cost
        value = self._with_marks(figure, shown_marks)
        copied = (
            *map(number_text, (cost.percent, cost.low, cost.high)),
            *_value_unit_verdict(cell),
        )
        tip = self._tip(cell)
        middle = cost.middle
        if figure is None or middle is None:
            below = _tr("Compare", "baseline") if self._is_baseline(cell) else ""
            return IntervalCell(value or _NO_VALUE, below, tip=tip, copied=copied)
        text = percent_text(middle) if cost.percent is not None else message_text(cell.cost.message)
        shows_noise_margin = figure.control and cost.method is ComparisonMethod.PAIRED
        if shows_noise_margin and self._table.pivot.baseline.dimension is None:
            text = margin_text(cost)
        return IntervalCell(
            text,
            "" if figure.control else value,  # its row has one line
            estimate_of(cost),
            "muted" if shows_noise_margin else verdict_tone(cost.verdict),
            tip=tip,
            copied=copied,
            colour_key=self._study_colours.get(figure.source, "") if figure.published else "",
        )

    def _with_marks(self, figure: SourcedFigure | None, shown_marks: Sequence[str]) -> str:
        """A figure's value, and those of its marks that neither row, group nor column shows."""
        if figure is None:
            return ""
        columns = self._table.pivot.columns
        if columns is Dimension.PROTECTION:
            shown_marks = shared_marks(self._figures_along(columns, figure.protection))
        left = [each for each in figure.marks if each not in shown_marks]
        return " · ".join(filter(None, (_value(figure), marks_words(left))))

    def _is_baseline(self, cell: PivotCell) -> bool:
        control = cell.figure is not None and cell.figure.control
        return cell.cost.verdict is VerdictKind.BASELINE and not control

    def _tip(self, cell: PivotCell) -> str:
        return "\n".join(filter(None, self._explanation(cell)))

    def sentences(self, key: tuple[RowKey, bool], column: int) -> tuple[str, str]:
        """Of a cell: its row and column with the verdict's sentence, and what that means."""
        row = next((each for each in self._table.rows if each.key == key[0]), None)
        if row is None or column >= len(row.cells):
            return "", ""
        pivot, cell = self._table.pivot, row.cells[column]
        axes = zip(
            (*pivot.rows, pivot.columns), (*row.key, self._table.columns[column]), strict=True
        )
        own = [cell.figure] if cell.figure is not None else []
        about = [isolated(title_with_weaknesses(self._gathered, *each, own)) for each in axes]
        sentence, *rest = self._explanation(cell)
        return f"{' · '.join(about)}: {sentence}", " ".join(filter(None, rest))

    def _explanation(self, cell: PivotCell) -> Iterator[str]:
        figure = cell.figure
        yield message_text(cell.cost.message)
        yield message_text(cell.cost.meaning)
        if figure is not None:
            yield from (message_text(each) for each in figure.differences)
            if figure.marks:
                yield filled(_tr("Compare", "Weak: {marks}."), marks=marks_words(figure.marks))
            if figure.source_lines:
                lines = "; ".join(figure.source_lines)
                yield filled(_tr("Compare", "Source: {lines}"), lines=lines)


def _figures(rows: Iterable[PivotRow]) -> list[SourcedFigure]:
    return [cell.figure for row in rows for cell in row.cells if cell.figure is not None]


def _value(figure: SourcedFigure | None) -> str:
    shown = figure and figure.scaled
    if shown is None or shown.mean is None:
        return ""
    value = format_significant(shown.mean)
    return filled(_tr("Results", "{figure} {unit}"), figure=value, unit=shown.unit)


def _value_unit_verdict(cell: PivotCell) -> tuple[str, str, str]:
    shown, verdict = cell.figure and cell.figure.scaled, message_text(cell.cost.message)
    if shown is None or shown.mean is None:
        return "", "", verdict
    return format_significant(shown.mean), shown.unit, verdict
