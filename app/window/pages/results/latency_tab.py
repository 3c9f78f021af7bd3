"""The Latency tab, for campaigns with an open load (requests arrive at a rate): percentiles by
protection and by load generator host, and charts of one operation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.findings.load_shortfalls import ARRIVED, COMPLETED, DROPPED, LATE
from app.plan.cell_key import ALL_CASES
from app.plan.status import Status
from app.report.charts.latency_charts import CellUnderLoad, latency_graphs, read_cells_under_load
from app.report.charts.published_charts import (
    charted_studies,
    latencies_of,
    match_latencies,
    study_notes,
)
from app.report.drawing.chart import Chart, without_lines
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.latency import LATENCIES, LoadRow, is_under_load, load_rows, load_sentence
from app.report.figures.matched_study import MatchedStudy, PublishedValues, published_values
from app.report.tables.load_hosts import HostRow, host_rows
from app.results.records import CellRecord
from app.window.base.messages import message_text
from app.window.base.store_reader import StoreReader
from app.window.pages.results.scope import Scope, ScopeBar, ScopedTab, case_title
from app.window.pages.results.study_widgets import StudyMenu, StudyStrip
from app.window.shared.charts import ChartView
from app.window.shared.run_words import case_words
from engines.contract.message import Message, phrase
from widgets.fields.choice import Choice
from widgets.layout.boxes import STRETCH, vbox
from widgets.layout.layouts import VerticalScroll
from widgets.look.names import filled, isolated
from widgets.look.numbers import format_number, format_significant
from widgets.parts.cards import CutLabel
from widgets.tables.data_table import Column, DataTable
from workloads.contract import Case
from workloads.load import RATE

_tr = QCoreApplication.translate
_MOST_VISIBLE_ROWS = 8
LEAST_CELL_PADDING_PX = 18
"""Least horizontal padding of a cell, where columns with more would not all fit: it is what the
stylesheet uses, and less would cut texts."""


class PercentileTable(DataTable):
    """Percentiles, with how many requests arrived, were late and were dropped."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Latencies by protection"))
        self.set_placeholder(self.tr("No run has ended yet."))
        self._names: list[str] = []

    def show_rows(
        self, workload: str, rows: Sequence[LoadRow], published: Sequence[PublishedValues] = ()
    ) -> None:
        """Show a row per protection, and below it the matching rows of studies."""
        several = varying_columns(rows)
        found: list[list[object]] = []
        for row in rows:
            found.append(list(_percentile_cells(workload, row, several)))
            matching = (each for each in published if each.key == row.key)
            found += [list(_published_cells(workload, row, each, several)) for each in matching]
        self.set_rows(_percentile_columns(several), found)
        names = [each.name for each in published]
        if names != self._names:
            self._names = names
            self.fit_to_lines()
        fit_height_to_rows(self, len(found))


def fit_height_to_rows(table: DataTable, rows: int, *, grows: bool = False) -> None:
    """Make a table as high as its rows, at most `_MOST_VISIBLE_ROWS` of them; one that `grows`
    shows more where there is room."""
    rows = max(1, rows)
    height = table.horizontalHeader().sizeHint().height() + 4
    height += table.horizontalScrollBar().sizeHint().height()
    line = table.verticalHeader().defaultSectionSize()
    table.setMinimumHeight(height + min(rows, _MOST_VISIBLE_ROWS) * line)
    table.setMaximumHeight(height + (rows if grows else min(rows, _MOST_VISIBLE_ROWS)) * line)


def varying_columns(rows: Sequence[LoadRow] | Sequence[HostRow]) -> list[str]:
    """Which of “case” and “server” differ among rows, and so need a column."""
    cases, servers = {row.key.case for row in rows}, {row.key.server for row in rows}
    counts = {"case": len(cases), "server": len(servers)}
    return [name for name, count in counts.items() if count > 1]


def key_columns(several: Sequence[str]) -> Iterator[Column]:
    places = {"case": _tr("Latency", "Case"), "server": _tr("Latency", "Server")}
    yield Column("operation", _tr("Latency", "Operation"))
    yield Column("protection", _tr("Latency", "Protection"))
    yield from (Column(name, places[name]) for name in several)


def key_cells(workload: str, row: LoadRow | HostRow, several: Sequence[str]) -> Iterator[object]:
    yield row.key.operation
    yield isolated(row.key.protection)
    places = {"case": case_words(workload, row.key.case), "server": isolated(row.key.server)}
    yield from (places[name] for name in several)


def _percentile_columns(several: Sequence[str]) -> list[Column]:
    heads = {
        "mean": _tr("Latency", "Mean, ms"),
        "min": _tr("Latency", "Min, ms"),
        "p50": _tr("Latency", "Median, ms"),
        "p95": _tr("Latency", "p95, ms"),
        "p99": _tr("Latency", "p99, ms"),
        "p999": _tr("Latency", "p99.9, ms"),
        "max": _tr("Latency", "Max, ms"),
    }
    return [
        *key_columns(several),
        *(Column(name, heads[name], "right", milliseconds) for name in LATENCIES),
        Column(LATE, _tr("Latency", "Late"), "right", count_text, warning_tone),
        Column(DROPPED, _tr("Latency", "Dropped"), "right", count_text, warning_tone),
        Column(ARRIVED, _tr("Latency", "Arrived"), "right", count_text),
        Column(COMPLETED, _tr("Latency", "Answered"), "right", count_text),
        Column("rate", _tr("Latency", "Answered, 1/s"), "right", _rate),
        Column("n", _tr("Latency", "Runs"), "right", count_text),
    ]


def _published_cells(
    workload: str, row: LoadRow, published: PublishedValues, several: Sequence[str]
) -> Iterator[object]:
    """A row of a study; values that it does not report are empty."""
    frame = _tr("Latency", "{protection} · {study}")
    yield row.key.operation
    yield filled(frame, protection=row.key.protection, study=published.name)
    places = {"case": case_words(workload, row.key.case), "server": isolated(row.key.server)}
    yield from (places[name] for name in several)
    yield from (published.values.get(f"latency_{name}_ms") for name in LATENCIES)
    yield from (None for _ in (LATE, DROPPED, ARRIVED, COMPLETED))
    yield published.values.get(RATE)
    yield None


def _percentile_cells(workload: str, row: LoadRow, several: Sequence[str]) -> Iterator[object]:
    yield from key_cells(workload, row, several)
    yield from (row.latencies[name] for name in LATENCIES)
    yield from (row.counts[name] for name in (LATE, DROPPED, ARRIVED, COMPLETED))
    yield row.rate
    yield row.n


def milliseconds(value: object) -> str:
    return format_number(value, 2) if isinstance(value, float) else ""


def _rate(value: object) -> str:
    return format_significant(value) if isinstance(value, float) else ""


def count_text(value: object) -> str:
    return format_number(value) if isinstance(value, int) else ""


def warning_tone(value: object) -> str | None:
    return "warning" if value else None


class HostsTable(DataTable):
    """Latencies by host that sent requests: for each load a row for all hosts together and one for
    each host. Hidden where no other host took part."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Latencies by host"))

    def show_rows(self, workload: str, rows: Sequence[HostRow]) -> None:
        several = varying_columns(rows)
        self.set_rows(
            _host_columns(several), [list(_host_cells(workload, row, several)) for row in rows]
        )
        self.setVisible(bool(rows))
        fit_height_to_rows(self, len(rows))


def _host_columns(several: Sequence[str]) -> list[Column]:
    return [
        *key_columns(several),
        Column("host", _tr("Latency", "Host")),
        Column("p50", _tr("Latency", "Median, ms"), "right", milliseconds),
        Column("p99", _tr("Latency", "p99, ms"), "right", milliseconds),
        Column("late", _tr("Latency", "Late"), "right", count_text, warning_tone),
        Column("dropped", _tr("Latency", "Dropped"), "right", count_text, warning_tone),
        Column("arrived", _tr("Latency", "Arrived"), "right", count_text),
        Column("cpu", _tr("Latency", "CPU, %"), "right", _percent),
        Column("start", _tr("Latency", "Start, ms"), "right", milliseconds),
        Column("spread", _tr("Latency", "Spread, ms"), "right", milliseconds),
        Column("limited", _tr("Latency", "Generator limited, runs"), "right", count_text,
               warning_tone),
    ]  # fmt: skip


def _host_cells(workload: str, row: HostRow, several: Sequence[str]) -> Iterator[object]:
    yield from key_cells(workload, row, several)
    yield isolated(row.host) if row.host else _tr("Latency", "all hosts")
    yield from (row.p50_ms, row.p99_ms, row.late, row.dropped, row.arrived)
    yield from (row.cpu_percent, row.start_ms, row.spread_ms, row.limited)


def _percent(value: object) -> str:
    return format_number(value) if isinstance(value, float) else ""


class LatencyTab(ScopedTab):
    """Choices, a warning of late and dropped requests, both tables, and four charts of one server,
    operation and repetition."""

    def __init__(self, scope: Scope, reader: StoreReader, parent: QWidget | None = None) -> None:
        super().__init__(scope, reader, parent)
        self._server, self._operation = Choice(9, self), Choice(6, self)
        self._run = Choice(3, self)
        self._warnings = CutLabel(2, "muted")
        self.table = PercentileTable(self)
        self.hosts = HostsTable(self)
        self.chart_view = ChartView(self)
        self.chart_view.picture_failed.connect(self.picture_failed)
        self.studies, self.study_strip = StudyMenu(scope, self), StudyStrip(self)
        self.studies.failed.connect(self.study_failed)
        self._matched: list[MatchedStudy] = []
        for choice in (self._server, self._operation, self._run):
            choice.activated.connect(self.redraw)
        self._lay_out()

    @classmethod
    def title(cls) -> str:
        return QCoreApplication.translate("Latency", "Latency")

    @staticmethod
    def is_for(report: CampaignReport) -> bool:
        return any(map(is_under_load, report.operations))

    def show_report(self, report: CampaignReport) -> None:
        self._server.set_names(cell.server for cell in report.cells)
        self._operation.set_names(row.operation for row in report.comparison)
        runs = sorted({run.repetition for run in report.runs if not run.warmup})
        self._run.set_choices((number, format_number(number)) for number in runs)
        super().show_report(report)

    def warnings(self) -> str:
        return self._warnings.text()

    def draw(self, report: CampaignReport) -> None:
        scope = self._scope
        rows = [row for row in load_rows(report) if self._shows(*row.key[:3])]
        self._warnings.setText(message_text(load_sentence(rows)))
        self._warnings.set_tone("warning" if any(row.limited for row in rows) else "muted")
        self._matched = match_latencies(scope.studies, report, report.comparison, self._shows)
        self.study_strip.show_studies(self._matched)
        published = list(published_values(self._matched))
        self.table.show_rows(report.campaign.workload.name, rows, published)
        by_host = [row for row in host_rows(report) if self._shows(*row.key[:3])]
        self.hosts.show_rows(report.campaign.workload.name, by_host)
        case = case_title(report.campaign.workload.name, scope.case)
        self.chart_view.set_caption(f"{isolated(report.summary.name)} · {case}", "latency")
        self._read_charts(report)

    def _shows(self, server: str, protection: str, case: Case) -> bool:
        scope = self._scope
        return scope.case in (case, ALL_CASES) and scope.is_shown(server, protection)

    def _read_charts(self, report: CampaignReport) -> None:
        """Read histograms and samples of the chosen operation and repetition, and draw them."""
        wanted = self._chosen()
        _, _, operation, run = wanted
        if operation is None or run is None:
            return
        cells = self._host_cells(report)

        def drawn(found: list[CellUnderLoad] | None) -> None:
            if self._report is report and self._chosen() == wanted:
                self._show_charts(report, found or [], operation, run)

        self._reader.read(
            lambda store: read_cells_under_load(store, report, cells, operation, run), drawn
        )

    def _chosen(self) -> tuple[Case, Any, Any, Any]:
        """Case, server, operation and repetition."""
        choices = (self._server, self._operation, self._run)
        server, operation, run = (each.currentData() for each in choices)
        return self._scope.case, server, operation, run

    def _show_charts(
        self, report: CampaignReport, loaded: Sequence[CellUnderLoad], operation: str, run: int
    ) -> None:
        matched = latencies_of(self._matched, [each.cell for each in loaded], operation)
        styles, graphs = latency_graphs(
            loaded, report.baseline, report.operations, operation, run, matched
        )
        server = loaded[0].cell.server if loaded else ""
        label = phrase("{server} · {operation}", server=server, operation=operation)
        chart = Chart(
            "latency",
            Message(report.summary.name),
            label,
            series=(),
            panels=(),
            others=tuple(charted_studies(matched)),
            line_styles=styles,
            graphs=graphs,
            notes=tuple(study_notes(matched)),
        )
        self.chart_view.show_chart(partial(without_lines, chart))

    def _host_cells(self, report: CampaignReport) -> list[CellRecord]:
        server = self._server.currentData()
        return [
            cell
            for cell in report.cells
            if cell.server == server
            and self._shows(cell.server, cell.protection, cell.case)
            and not cell.control
            and cell.status is not Status.UNSUPPORTED
        ]

    def _lay_out(self) -> None:
        bar = ScopeBar(self._scope, self)
        bar.add(self.tr("Ser&ver"), self._server)
        bar.add(self.tr("O&peration"), self._operation)
        bar.add(self.tr("&Repetition"), self._run)
        bar.add_filters(servers=False)
        bar.add_widget(self.studies)
        inside = QWidget(self)
        vbox(inside, self.table, self.hosts, self.chart_view, STRETCH, spacing=8)
        area = VerticalScroll(self.tr("Latencies"), self)
        area.setWidget(inside)
        vbox(
            self, bar, self._warnings, (area, 1), self.study_strip, margins=(0, 8, 0, 0), spacing=8
        )
