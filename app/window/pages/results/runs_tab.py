"""The Runs tab: a table of all runs, and the telemetry (CPU, memory, throughput, latency) of the
selected one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtWidgets import QGridLayout, QSplitter, QWidget

from app.findings.measured import measure_of, measures_of, value_of
from app.plan.status import Status
from app.report.figures.campaign_report import CampaignReport
from app.report.words.protection_names import weakness_marks
from app.results.records import OperationRecord, ProbeSample, RunRecord
from app.window.base.messages import message_text
from app.window.base.store_reader import StoreReader
from app.window.pages.results.scope import ReportTab, Scope
from app.window.shared.protection_words import with_marks
from app.window.shared.run_words import case_words
from app.window.shared.states import CELL_STATUSES
from app.window.shared.telemetry import Telemetry
from widgets.layout.boxes import vbox
from widgets.look.names import filled, isolated
from widgets.look.numbers import format_number, format_significant
from widgets.parts.cards import WrappedLabel
from widgets.tables.cell_grid import status_word
from widgets.tables.data_table import Column, DataTable
from widgets.tables.table_model import plain_text
from workloads.contract import SECONDS, Case, readable
from workloads.registry import axis_heading, has_database

_tr = QCoreApplication.translate
_HEIGHT_FOR_FOUR_PX, _WIDTH_FOR_TWO_PX, _LEAST_WIDTH_PX = 320, 500, 250
_BEFORE_ANY_REPETITION = -1000
"""Added to warm-ups' numbers, so that they sort before repetition 1."""
_STALLED, _REPLACED = "stalled", "replaced"
_TONES = {Status.FAILED: "bad", Status.CANCELLED: "warning", Status.RUNNING: "accent"}


class ResultsRuns(ReportTab):
    """A table of runs above the telemetry of one."""

    def __init__(self, scope: Scope, reader: StoreReader, parent: QWidget | None = None) -> None:
        super().__init__(scope, reader, parent)
        self._campaign, self._run = 0, 0
        """The ids of what is shown."""
        self.table = DataTable(self)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.setAccessibleName(self.tr("Runs"))
        self.table.set_placeholder(self.tr("No run has been planned."))
        self.table.current_row_changed.connect(self._on_row)
        self._title = WrappedLabel("", "muted")
        self._charts = QGridLayout()
        self._charts.setSpacing(8)
        for column in (0, 1):
            self._charts.setColumnStretch(column, 1)
        self._telemetry: Telemetry | None = None
        self._lay_out()

    @classmethod
    def title(cls) -> str:
        return _tr("ResultsView", "Runs")

    def draw(self, report: CampaignReport) -> None:
        """Fill the table and keep the selected run."""
        same, self._campaign = self._campaign == report.summary.id, report.summary.id
        operations = list(dict.fromkeys(each.operation for each in report.operations))
        by_run: dict[int, dict[str, OperationRecord]] = {}
        for each in report.operations:
            by_run.setdefault(each.run_id, {})[each.operation] = each
        names = [with_marks(cell.protection, weakness_marks(cell)) for cell in report.cells]
        loading = any(run.loading_s is not None for run in report.runs)
        rows = [
            _row(run, names[run.cell], by_run.get(run.id, {}), operations, loading)
            for run in report.runs
        ]
        columns = self._columns(report, operations, loading=loading)
        self.table.set_rows(columns, rows)
        self.table.fit_to_lines()
        self._select(report, self._run if same else 0)

    def _columns(
        self, report: CampaignReport, operations: Sequence[str], *, loading: bool
    ) -> list[Column]:
        workload = report.campaign.workload.name
        return [
            Column("number", self.tr("#"), "right"),
            Column("server", self.tr("Server"), named=True),
            Column("protection", self.tr("Protection"), named=True),
            Column("size", message_text(axis_heading(workload)), "right", partial(_case, workload)),
            Column("repetition", self.tr("Repetition"), "right", self._repetition),
            Column("status", self.tr("Status"), "left", self._status, _tone, tip=_status_tooltip),
            *(
                Column(
                    name,
                    self._operation_head(report, name),
                    "right",
                    _reading_text,
                )
                for name in operations
            ),
            Column(
                "server_seconds",
                self.tr("Server, s"),
                "right",
                _seconds,
                tooltip=self.tr("Time measured by the server itself, over all operations"),
            ),
            *(self._loading_columns() if loading else ()),
            Column("reason", self.tr("Reason"), tip=plain_text),
        ]

    def _loading_columns(self) -> tuple[Column, Column]:
        return (
            Column(
                "loading_s",
                self.tr("Loading, s"),
                "right",
                _seconds,
                tooltip=self.tr(
                    "Inserting rows before timing starts; empty if the rows were already there"
                ),
            ),
            Column(
                "indexing_s",
                self.tr("Indexes, s"),
                "right",
                _seconds,
                tooltip=self.tr("Indexing and ANALYZE"),
            ),
        )

    def _operation_head(self, report: CampaignReport, name: str) -> str:
        unit = _unit(report, name)
        return self.tr("{name}, {unit}").format(name=name, unit=unit) if unit else name

    def _repetition(self, value: object) -> str:
        """Warm-ups have a number below 1."""
        if not isinstance(value, int):
            return ""
        return self.tr("warm-up") if value <= 0 else format_number(value)

    def _status(self, value: object) -> str:
        words = {_STALLED: self.tr("stalled"), _REPLACED: self.tr("replaced")}
        return words[value] if isinstance(value, str) and value in words else _status(value)

    def _select(self, report: CampaignReport, run_id: int) -> None:
        runs = report.runs
        wanted = [row for row, run in enumerate(runs) if run.id == run_id]
        finished = [row for row, run in enumerate(runs) if run.status.ended and not run.warmup]
        for row in (wanted or finished)[:1]:
            self.table.select_source_row(row)

    def _on_row(self, row: int) -> None:
        if row < 0 or self._report is None:
            return
        run = self._report.runs[row]
        if run.id != self._run:
            self._run = run.id
            self._reader.read(lambda store: store.samples(run.id), lambda s: self._draw_run(run, s))

    def _draw_run(self, run: RunRecord, samples: list[ProbeSample] | None) -> None:
        if self._report is None or run.id != self._run:
            return
        telemetry = self._fresh_charts()
        telemetry.add_server(run.server, run.engine, _in_process(samples or []))
        origin = run.started_at or (samples[0].at if samples else 0.0)
        telemetry.has_statements = has_database(run.workload)
        telemetry.restart(origin)
        telemetry.add_samples(samples or [], run.server)
        self._arrange()  # a queue is known by its samples alone
        for each in self._report.operations:
            if each.run_id == run.id:
                telemetry.begin_operation(each.operation, each.started_at)
                telemetry.end_operation(each.finished_at)
        end = max((sample.at for sample in samples or []), default=origin + 1)
        telemetry.cpu.set_follow_window(end - origin)
        title = filled(
            self.tr("Run {number}: {server} · {protection} · {case}"),
            number=format_number(run.position + 1),
            server=run.server,
            protection=run.protection,
            case=case_words(run.workload, run.case),
        )
        self._title.setText(title)
        telemetry.set_caption(f"{isolated(self._report.summary.name)} · {title}")

    def _fresh_charts(self) -> Telemetry:
        """New charts, without the series of the run that was shown before."""
        if self._telemetry is not None:
            for chart in (*self._telemetry.charts, self._telemetry.queue):
                self._charts.removeWidget(chart)
                chart.deleteLater()
        self._telemetry = Telemetry(live=False)
        self._telemetry.queue.setParent(self._below)
        self._arrange()
        return self._telemetry

    def _arrange(self) -> None:
        """Show four charts where there is room, else CPU and throughput; the queue below them where
        requests arrive. Work without statements has CPU and memory. Where two do not fit side by
        side, they are stacked."""
        if self._telemetry is None:
            return
        telemetry, roomy = self._telemetry, self._below.height() >= _HEIGHT_FOR_FOUR_PX
        counted = telemetry.has_statements
        upper = [telemetry.cpu, telemetry.memory if roomy or not counted else telemetry.rate]
        lower = [telemetry.rate, telemetry.latency] if roomy and counted else []
        columns = 2 if self._below.width() >= _WIDTH_FOR_TWO_PX else 1
        for at, chart in enumerate(upper + lower):
            self._charts.addWidget(chart, at // columns, at % columns)
        queued = roomy and telemetry.has_load
        if queued:
            self._charts.addWidget(telemetry.queue, 4, 0, 1, columns)
        telemetry.queue.setVisible(queued)
        for chart in telemetry.charts:
            chart.setVisible(chart in upper + lower)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._below and event.type() == QEvent.Type.Resize:
            self._arrange()
        return super().eventFilter(watched, event)

    def _lay_out(self) -> None:
        self._below = below = QWidget(self)
        below.setMinimumWidth(_LEAST_WIDTH_PX)  # its charts are stacked then
        below.installEventFilter(self)
        vbox(below, self._title, (self._charts, 1), margins=(0, 4, 0, 0), spacing=4)
        self.table.setMinimumHeight(120)
        splitter = QSplitter(Qt.Orientation.Vertical, self)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(8)
        splitter.addWidget(self.table)
        splitter.addWidget(below)
        splitter.setSizes([400, 400])
        vbox(self, splitter, margins=(0, 12, 0, 0))


def _in_process(samples: Sequence[ProbeSample]) -> bool:
    """Whether the engine ran inside the worker: then their memory is one and the same."""
    known = [each for each in samples if each.server_memory is not None]
    return bool(known) and all(each.server_memory == each.worker_memory for each in known)


def _row(
    run: RunRecord,
    protection: str,
    measured: dict[str, OperationRecord],
    operations: Sequence[str],
    loading: bool,
) -> list[object]:
    """Values in the order of `_columns`."""
    server_seconds = [each.server_seconds for each in measured.values()]
    known = [each for each in server_seconds if each is not None]
    return [
        run.position + 1,
        run.server,
        protection,
        run.case,
        run.repetition + _BEFORE_ANY_REPETITION if run.warmup else run.repetition,
        _status_value(run),
        *(_value(measured[name]) if name in measured else None for name in operations),
        sum(known) if known else None,
        *((run.loading_s, run.indexing_s) if loading else ()),
        _reason_text(run) or None,
    ]


@dataclass(frozen=True, order=True)
class _Reading:
    """A value and how it is written: times with four decimals, all else with three digits."""

    value: float
    unit: str

    def __str__(self) -> str:
        if self.unit == SECONDS.unit:
            return format_number(self.value, 4)
        return format_significant(self.value)


def _value(operation: OperationRecord) -> _Reading | None:
    """The main measure, in a readable unit."""
    measure = measure_of(operation.run.workload, operation)
    value = None if measure is None else value_of(operation, measure)
    if measure is None or value is None:
        return None
    scale, unit = readable(measure.unit)
    return _Reading(value / scale, unit)


def _unit(report: CampaignReport, name: str) -> str:
    """The unit of all runs of an operation; empty if they differ."""
    operations = (each for each in report.operations if each.operation == name)
    units = {found.unit for each in operations if (found := _value(each))}
    units = units or {readable(measures_of(report.campaign.workload.name)[0].unit)[1]}
    return units.pop() if len(units) == 1 else ""


def _reading_text(value: object) -> str:
    return str(value) if isinstance(value, _Reading) else "–"


def _case(workload: str, value: object) -> str:
    """The case as a number, or in words if it has a name."""
    if not isinstance(value, Case):
        return ""
    return case_words(workload, value) if value.name else format_number(value.size)


class _StatusWithReason(str):
    """A state that is not a plain status, with its reason."""

    reason = ""


def _status_value(run: RunRecord) -> object:
    """Its status; for a run that does not count, why."""
    name = _STALLED if run.stalled else _REPLACED if run.replaced else ""
    status = _StatusWithReason(name)
    status.reason = _reason_text(run)
    return status if name else run.status


def _status_tooltip(value: object) -> str:
    return value.reason if isinstance(value, _StatusWithReason) else ""


def _reason_text(run: RunRecord) -> str:
    known = [message_text(run.why)]
    if run.replaced:
        known.append(
            _tr("ResultsRuns", "Repeated later. The last run of this repetition counts instead.")
        )
    return " ".join(filter(None, known))


def _seconds(value: object) -> str:
    return format_number(value, 4) if isinstance(value, float) else "–"


def _status(value: object) -> str:
    return status_word(CELL_STATUSES[value]) if isinstance(value, Status) else ""


def _tone(value: object) -> str | None:
    if value == _STALLED:
        return "warning"
    return _TONES.get(value) if isinstance(value, Status) else None
