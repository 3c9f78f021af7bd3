"""The Change tab, for campaigns that encrypt an existing table: time and cost of each method, a
chart of one, what stays readable afterwards, and an extrapolation to a table of the user's size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import astuple, dataclass, field
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.findings.cost import Cost
from app.findings.interval_words import data_size, duration, figure_with_bounds, signed_cost
from app.findings.statistics import Interval
from app.report.charts.encryption_change_charts import (
    FollowedCell,
    backup_charts,
    change_chart,
    followed_cells,
)
from app.report.drawing.chart import without_lines
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.change_figures import (
    BackupFigures,
    ChangeRow,
    Extrapolation,
    ReadableNames,
    change_rows,
    extrapolations,
    is_change,
    readable_rows,
)
from app.report.page_one.encryption_change_page import ChangePage
from app.report.tables.change_tables import (
    BACKED_UP,
    backups_method,
    extrapolated_from,
    readable_method,
)
from app.window.base.messages import message_text
from app.window.base.store_reader import StoreReader
from app.window.pages.results.latency_tab import (
    LEAST_CELL_PADDING_PX,
    count_text,
    fit_height_to_rows,
    warning_tone,
)
from app.window.pages.results.scope import Scope, ScopedTab, labelled
from app.window.shared.charts import ChartView
from engines.contract.message import Message
from engines.contract.session import LOGGED, STORED
from widgets.fields.choice import Choice
from widgets.fields.number_field import NumberField
from widgets.layout.boxes import STRETCH, vbox
from widgets.layout.layouts import VerticalScroll
from widgets.look.names import isolated
from widgets.look.numbers import format_number
from widgets.parts.cards import FormLabel, ToneLabel, WrappedLabel
from widgets.tables.data_table import Column, DataTable
from workloads.change.measures import FAILED, LOST
from workloads.contract import Case

_tr = QCoreApplication.translate
_MOST_ROWS, _INITIAL_ROWS = 2_000_000_000, 100_000_000


class ChangeTab(ScopedTab):
    """A row for each method; a chart over time of one repetition, for the server and case of the
    selected row; plaintext that is still readable afterwards; backups; time and log for a table of
    the user's size."""

    def __init__(self, scope: Scope, reader: StoreReader, parent: QWidget | None = None) -> None:
        super().__init__(scope, reader, parent)
        self._rows: list[ChangeRow] = []
        self._selected: tuple[str, Case] | None = None
        """Server and case of the selected row, whose chart is shown."""
        self.table = DataTable(self)
        self.table.setAccessibleName(_tr("Change", "Ways"))
        self.table.set_placeholder(_tr("Change", "No run has ended yet."))
        self.table.current_row_changed.connect(self._on_row)
        self.readable = DataTable(self)
        self.readable.setAccessibleName(_tr("Change", "Names that stay readable"))
        self.backups = DataTable(self)
        self.backups.setAccessibleName(_tr("Change", "Backup and restore"))
        self.backup_sizes = ChartView(self)
        self.backup_sizes.picture_failed.connect(self.picture_failed)
        self._backups_note = WrappedLabel("", "muted")
        self._readable_note = WrappedLabel("", "muted")
        self._repetition = Choice(3, self)
        self._repetition.activated.connect(self._read_timeline)
        self.chart_view = ChartView(self)
        self.chart_view.picture_failed.connect(self.picture_failed)
        self.rows = NumberField(1, _MOST_ROWS, _INITIAL_ROWS, parent=self)
        self.rows.valueChanged.connect(self._on_table_size)
        self.growth = DataTable(self)
        self.growth.setAccessibleName(_tr("Change", "For your table"))
        self._growth_note = ToneLabel("", "muted")
        self.advice = WrappedLabel("")
        self._lay_out()

    @classmethod
    def title(cls) -> str:
        return _tr("Change", "Change")

    @staticmethod
    def is_for(report: CampaignReport) -> bool:
        return any(map(is_change, report.operations))

    def show_report(self, report: CampaignReport) -> None:
        numbers = sorted({run.repetition for run in report.runs if run.is_counted})
        self._repetition.set_choices((number, format_number(number)) for number in numbers)
        super().show_report(report)

    def draw(self, report: CampaignReport) -> None:
        shows = self._scope.is_shown
        self._rows = [e for e in change_rows(report) if shows(e.key.server, e.key.protection)]
        by_cpu = any(row.costs_cpu for row in self._rows)
        _fill(self.table, _columns(by_cpu=by_cpu), [list(_cells(row)) for row in self._rows])
        places = [(row.key.server, row.key.case) for row in self._rows]
        if places:
            self.table.select_source_row(
                places.index(self._selected) if self._selected in places else len(places) - 1
            )
        self._show_readable(report)
        self._show_backups(report)
        self._show_growth(report)
        self._read_timeline()

    def _on_table_size(self) -> None:
        if self._report is not None:
            self._show_growth(self._report)

    def _on_row(self, row: int) -> None:
        if 0 <= row < len(self._rows):
            place = self._rows[row].key.server, self._rows[row].key.case
            if place != self._selected:
                self._selected = place
                self._read_timeline()

    def _show_readable(self, report: CampaignReport) -> None:
        found = readable_rows(report)
        shown = [e for e in found if self._scope.is_shown(e[0].key.server, e[0].key.protection)]
        self._readable_part.setVisible(bool(shown))
        if shown:
            cells = [list(_readable_cells(*each)) for each in shown]
            _fill(self.readable, _readable_columns(), cells)
            self._readable_note.setText(" ".join(map(message_text, readable_method(report))))

    def _show_backups(self, report: CampaignReport) -> None:
        cells = [list(_backup_cells(row, backup)) for row in self._rows for backup in row.backups]
        self._backups_part.setVisible(bool(cells))
        if cells:
            _fill(self.backups, _backup_columns(), cells)
            (chart,) = backup_charts(report, self._rows)
            self.backup_sizes.set_caption(message_text(chart.title), "backups")
            self.backup_sizes.show_chart(lambda hidden: chart)
            self._backups_note.setText(" ".join(map(message_text, backups_method(report))))

    def _show_growth(self, report: CampaignReport) -> None:
        known = extrapolations(report, self.rows.value())
        shown = [
            each for each in known if self._scope.is_shown(each.key.server, each.key.protection)
        ]
        self._growth_part.setVisible(bool(shown))
        advice = ChangePage(report).advice(self.rows.value())
        self.advice.setText("" if advice is None else message_text(advice.message))
        self.advice.setVisible(advice is not None)
        if shown:
            self._growth_note.setText(message_text(extrapolated_from(shown)))
            _fill(self.growth, _growth_columns(), [list(_growth_cells(each)) for each in shown])

    def _read_timeline(self) -> None:
        report, place, run = self._report, self._selected, self._repetition.currentData()
        if report is None or place is None or run is None:
            return
        server, case = place

        def drawn(found: list[FollowedCell] | None) -> None:
            now = self._report, self._selected, self._repetition.currentData()
            if now != (report, place, run):
                return
            shows = [e for e in found or [] if self._scope.is_shown(server, e.cell.protection)]
            chart = change_chart(report, shows, server, case)
            self.chart_view.setVisible(bool(chart.graphs))
            self.chart_view.set_caption(isolated(report.summary.name), "change")
            self.chart_view.show_chart(partial(without_lines, chart))

        self._reader.read(lambda store: followed_cells(store, report, server, case, run), drawn)

    def _lay_out(self) -> None:
        inside = QWidget(self)
        self._readable_part = _titled(
            inside,
            self.tr("Names that stay readable"),
            self.readable,
            self.readable,
            self._readable_note,
        )
        self._backups_part = _titled(
            inside,
            self.tr("Backup and restore"),
            self.backups,
            self.backup_sizes,
            self.backups,
            self._backups_note,
        )
        self._growth_part = QWidget(inside)
        vbox(
            self._growth_part,
            labelled(self._growth_part, self.tr("Rows of &your table"), self.rows),
            self.advice,
            self.growth,
            self._growth_note,
        )
        vbox(
            inside,
            self.table,
            self._readable_part,
            self._backups_part,
            labelled(inside, self.tr("&Repetition"), self._repetition),
            self.chart_view,
            self._growth_part,
            STRETCH,
            spacing=8,
        )
        area = VerticalScroll(self.tr("Change of encryption"), self)
        area.setWidget(inside)
        vbox(self, area, margins=(0, 8, 0, 0))


def _titled(parent: QWidget, title: str, table: DataTable, *parts: QWidget) -> QWidget:
    part = QWidget(parent)
    vbox(part, FormLabel(title, table), *parts)
    return part


@dataclass(frozen=True, order=True)
class _SortableText:
    """A number that rows are sorted by, and the text that shows it."""

    value: float
    text: str = field(compare=False)

    def __str__(self) -> str:
        return self.text


def _fill(table: DataTable, columns: list[Column], rows: list[list[object]]) -> None:
    """Show rows without columns that are empty, and without that of servers if there is only
    one."""
    shown = [
        at
        for at, column in enumerate(columns)
        if any(row[at] not in ("", None) for row in rows)
        and (column.key != "server" or len({row[at] for row in rows}) > 1)
    ]
    table.set_rows([columns[at] for at in shown], [[row[at] for at in shown] for row in rows])
    table.fit_to_lines(least=LEAST_CELL_PADDING_PX)
    fit_height_to_rows(table, len(rows))


def _place_columns() -> list[Column]:
    return [
        Column("server", _tr("Change", "Server")),
        Column("protection", _tr("Change", "Protection")),
        Column("way", _tr("Change", "Way")),
    ]


def _place_cells(row: ChangeRow | Extrapolation) -> Iterator[object]:
    yield isolated(row.key.server)
    yield message_text(row.title)
    yield message_text(row.way)


def _columns(*, by_cpu: bool) -> list[Column]:
    return [
        *_place_columns(),
        Column("time", _tr("Change", "Time"), "right"),
        Column("cost", _tr("Change", "CPU cost") if by_cpu else _tr("Change", "Cost"), "right"),
        Column("read", _tr("Change", "Longest read"), "right"),
        Column("update", _tr("Change", "Longest update"), "right"),
        Column("lost", _tr("Change", "Updates lost"), "right", count_text, warning_tone),
        Column("failed", _tr("Change", "Failed"), "right", count_text, warning_tone),
        Column("log", _tr("Change", "Log"), "right"),
        Column("disk", _tr("Change", "Tables"), "right"),
    ]


def _cells(row: ChangeRow) -> Iterator[object]:
    yield from _place_cells(row)
    yield _figure(row.time, duration)
    yield _cost(row.cost)
    for wait in (row.longest_read, row.longest_update):
        yield "" if wait is None else _SortableText(wait, message_text(duration(wait)))
    yield from (row.max_count(LOST.name), row.max_count(FAILED.name))
    for name in (LOGGED, STORED):
        found = row.figures.get(name)
        yield "" if found is None else _figure(found, data_size)


def _cost(cost: Cost) -> object:
    percent = cost.percent
    return "" if percent is None else _SortableText(percent, message_text(signed_cost(percent)))


def _figure(found: Interval, written: Callable[[float], Message]) -> _SortableText:
    return _SortableText(found.estimate, message_text(figure_with_bounds(found, written)))


def _readable_columns() -> list[Column]:
    return [
        *_place_columns(),
        Column("rows", _tr("Change", "Rows"), "right", count_text),
        Column("changed", _tr("Change", "Right after"), "right", count_text, warning_tone),
        Column("cleaned", _tr("Change", "After clean-up"), "right", count_text, warning_tone),
        Column("dropped", _tr("Change", "After DROP"), "right", count_text, warning_tone),
        Column("rewritten", _tr("Change", "After rewrite"), "right", count_text, warning_tone),
        Column("logs", _tr("Change", "In logs"), "right", count_text, warning_tone),
        Column("undo", _tr("Change", "In undo"), "right", count_text, warning_tone),
    ]


def _readable_cells(row: ChangeRow, readable: ReadableNames) -> Iterator[object]:
    yield from _place_cells(row)
    yield from astuple(readable)


def _backup_columns() -> list[Column]:
    return [
        *_place_columns(),
        Column("kind", _tr("Change", "Backup of")),
        Column("size", _tr("Change", "Size"), "right"),
        Column("gzip", _tr("Change", "By gzip"), "right"),
        Column("readable", _tr("Change", "Readable names"), "right", count_text),
        Column("seconds", _tr("Change", "Back up"), "right"),
        Column("cost", _tr("Change", "Its cost"), "right"),
        Column("restore", _tr("Change", "Restore"), "right"),
        Column("restore_cost", _tr("Change", "Its cost"), "right"),
    ]


def _backup_cells(row: ChangeRow, backup: BackupFigures) -> Iterator[object]:
    yield from _place_cells(row)
    yield message_text(BACKED_UP[backup.kind])
    yield _figure(backup.size, data_size)
    yield _figure(backup.gzip, data_size)
    yield backup.readable
    yield _figure(backup.seconds, duration)
    yield _cost(backup.cost)
    yield "" if backup.restore is None else _figure(backup.restore, duration)
    yield _cost(backup.restore_cost)


def _growth_columns() -> list[Column]:
    return [
        *_place_columns(),
        Column("time", _tr("Change", "Time"), "right"),
        Column("log", _tr("Change", "Log"), "right"),
    ]


def _growth_cells(found: Extrapolation) -> Iterator[object]:
    yield from _place_cells(found)
    yield _SortableText(found.time.estimate, message_text(found.time_words))
    yield "" if found.log is None else _figure(found.log, data_size)
