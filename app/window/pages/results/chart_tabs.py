"""Tabs of the results page that are charts above each other: Charts (a panel for each server, with
the cost and its interval at the left, and a measure that the user chooses at the right), Stability
(the differences from the baseline in time order, to see drift and outliers), and those that only
some campaigns have: Speeds (bytes per second by cipher and message size), Clients (throughput and
latency by number of clients) and Keys (calls to a key service, and the cost of its distance)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from app.findings.figure import Figure
from app.findings.key_services import key_service_rows
from app.plan.cell_key import ALL_CASES
from app.report.charts.cipher_speed_charts import (
    SpeedSelection,
    graph_groups,
    speeds_of,
    throughput_choices,
)
from app.report.charts.cost_chart import ChartedMeasure, CostChoice, cost_chart
from app.report.charts.key_service_distance_chart import KEY_DISTANCE_METHOD, key_distance_charts
from app.report.charts.published_charts import Speed, published_speeds, study_speeds
from app.report.charts.scalability_chart import scalability_charts
from app.report.charts.stability_charts import (
    block_line_styles,
    steadiness_graph,
    turn_line_styles,
    turns_graph,
)
from app.report.drawing.chart import Chart, Graph, LineStyle, without_lines
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.matched_study import restricted_to
from app.report.tables.key_service_table import (
    KEY_SERVICE,
    KEY_SERVICE_METHOD,
    key_service_words,
)
from app.report.tables.measured_tables import (
    LOAD_BY_CLIENTS,
    SCALABILITY_METHOD,
    client_points_rows,
    scalability_rows,
)
from app.report.words.colours import NEUTRAL, colour_keys
from app.report.words.terms import PROTECTION
from app.window.base.messages import message_text
from app.window.base.store_reader import StoreReader
from app.window.pages.results.cost_table_tab import count_range, main_measure_name
from app.window.pages.results.latency_tab import LEAST_CELL_PADDING_PX, fit_height_to_rows
from app.window.pages.results.scope import Scope, ScopeBar, ScopedTab, case_title, labelled
from app.window.pages.results.study_widgets import StudyMenu, StudyStrip
from app.window.shared.charts import ChartView
from engines.contract.message import Message, phrase
from widgets.fields.choice import Choice
from widgets.fields.number_field import NumberField
from widgets.layout.boxes import STRETCH, vbox
from widgets.layout.layouts import FlowLayout, VerticalScroll
from widgets.look.names import filled
from widgets.parts.cards import FormLabel, SectionTitle, ToneLabel, WrappedLabel
from widgets.tables.data_table import Column, DataTable
from workloads.contract import Case
from workloads.registry import clients_of, has_database

_tr = QCoreApplication.translate


_PERCENTILE_OR_UNIT = re.compile(r"p\d|ms\b")


class ChartStack(VerticalScroll):
    """Charts, one below another, below them a `table` and above them a `first` if there are such;
    `kind` begins the file names of their saved pictures. Where there are several and they are
    `captioned`, each has its caption above."""

    picture_failed = Signal(str)

    def __init__(
        self,
        name: str,
        kind: str,
        parent: QWidget,
        table: DataTable | None = None,
        first: DataTable | None = None,
        *,
        captioned: bool = False,
    ) -> None:
        super().__init__(name, parent)
        self._kind, self._has_first, self._captioned = kind, first is not None, captioned
        self.charts: list[ChartView] = []
        self.captions: list[SectionTitle] = []
        inside = QWidget(self)
        self._column = vbox(inside, STRETCH, spacing=8)
        if table is not None:
            self._column.insertWidget(0, table, 1)
            self._column.setStretch(1, 0)
        if first is not None:
            self._column.insertWidget(0, first)
        self.setWidget(inside)

    def show_charts(self, charts: Sequence[Chart], captions: Sequence[str]) -> None:
        """Each with the caption of its saved picture; views that are not needed now are hidden."""
        while len(self.charts) < len(charts):
            label, view = SectionTitle("", self), ChartView(self)
            view.picture_failed.connect(self.picture_failed)
            at = 2 * len(self.charts) + self._has_first
            self._column.insertWidget(at, label)
            self._column.insertWidget(at + 1, view)
            self.captions.append(label)
            self.charts.append(view)
        for number, (label, view) in enumerate(zip(self.captions, self.charts, strict=True)):
            view.setVisible(number < len(charts))
            label.setVisible(self._captioned and 1 < len(charts) > number)
        for label, view, chart, caption in zip(
            self.captions, self.charts, charts, captions, strict=False
        ):
            label.setText(caption)
            view.set_caption(caption, self._kind)
            view.show_chart(partial(without_lines, chart))


class ChartsAboveTable(ChartStack):
    """With the table of their figures below; `method`, its tooltip, says how these were
    computed."""

    def __init__(
        self,
        name: str,
        kind: str,
        method: Message,
        parent: QWidget,
        first: DataTable | None = None,
        *,
        captioned: bool = False,
    ) -> None:
        table = DataTable()
        super().__init__(name, kind, parent, table, first, captioned=captioned)
        self.table = table
        self.table.setAccessibleName(name)
        self.table.setToolTip(message_text(method))

    def show_lines(
        self, head: Sequence[Message], lines: Sequence[Sequence[Message]], figures_from: int
    ) -> None:
        """Columns from `figures_from` on are figures."""
        _fill(self.table, head, lines, figures_from, grows=True)


def _fill(
    table: DataTable,
    head: Sequence[Message],
    lines: Sequence[Sequence[Message]],
    figures_from: int,
    *,
    grows: bool,
) -> None:
    columns = [
        Column(str(at), _headed(word), "right" if at >= figures_from else "left")
        for at, word in enumerate(map(message_text, head))
    ]
    table.set_rows(columns, [[message_text(each) for each in line] for line in lines])
    table.fit_to_lines(least=LEAST_CELL_PADDING_PX)
    fit_height_to_rows(table, len(lines), grows=grows)


def _headed(words: str) -> str:
    """With a capital letter, unless they begin with a percentile or a unit."""
    return words if _PERCENTILE_OR_UNIT.match(words) else words[:1].upper() + words[1:]


class ResultsCharts(ScopedTab):
    """Choices above panels. Each operation has a marker of its own."""

    def __init__(self, scope: Scope, reader: StoreReader, parent: QWidget | None = None) -> None:
        super().__init__(scope, reader, parent)
        self.chart_view = ChartView(self)
        self.chart_view.picture_failed.connect(self.picture_failed)
        self._empty = ToneLabel("", "muted")
        self.studies = StudyMenu(scope, self)
        self.studies.failed.connect(self.study_failed)
        self.study_strip = StudyStrip(self)
        self._make_choices()
        self._lay_out()

    @classmethod
    def title(cls) -> str:
        return _tr("ResultsView", "Charts")

    def show_report(self, report: CampaignReport) -> None:
        self._offer_measures(report.campaign.workload.name)
        super().show_report(report)

    def choose_second_measure(self, measure: str) -> None:
        """Show a second measure: time, cpu or memory."""
        self._measure.setCurrentIndex(self._measure.findData(measure))

    def _offer_measures(self, workload: str = "") -> None:
        """Offer no measures of the server for work without a database."""
        words = {
            "time": self.tr("time"),
            "cpu": self.tr("CPU time of the server"),
            "memory": self.tr("memory of the server"),
        }
        known = words.items() if has_database(workload) else [("time", words["time"])]
        self._measure.set_choices(known)

    def _make_choices(self) -> None:
        self._measure = Choice(8, self)
        self._offer_measures()
        self._spread = Choice(8, self)
        spreads = {"interval": self.tr("95 % interval"), "sd": self.tr("standard deviation")}
        for spread, word in spreads.items():
            self._spread.addItem(word, spread)
        self._same_scale = QCheckBox(self.tr("Same &scale"), self)
        self._same_scale.setToolTip(self.tr("Use the same value axis for all servers"))
        self._measure.currentIndexChanged.connect(self.redraw)
        self._spread.currentIndexChanged.connect(self.redraw)
        self._same_scale.toggled.connect(self.redraw)

    def _lay_out(self) -> None:
        self._bar = ScopeBar(self._scope, self)
        self._bar.add(self.tr("Ri&ght side"), self._measure)
        self._bar.add(self.tr("&with"), self._spread)
        self._bar.add_widget(self._same_scale)
        self._bar.add_filters()
        self._bar.add_widget(self.studies)
        area = VerticalScroll(self.tr("Charts"), self)
        area.setAlignment(Qt.AlignmentFlag.AlignTop)
        holder = QWidget(area)
        vbox(holder, self.chart_view, STRETCH)
        area.setWidget(holder)
        vbox(
            self,
            self._bar,
            self._empty,
            (area, 1),
            self.study_strip,
            margins=(0, 8, 0, 0),
            spacing=8,
        )

    def draw(self, report: CampaignReport) -> None:
        self._measure.setItemText(0, main_measure_name(report, self._scope.case))
        self.study_strip.show_studies(self._scope.matched(report))
        caption = _caption(report, self._scope.case)
        self.chart_view.set_caption(caption, self._measure.currentData())
        drawn, rows = self._choice(), self._scope.rows(report)
        self.chart_view.show_chart(
            lambda hidden: cost_chart(report, replace(drawn, hidden_operations=hidden), rows)
        )
        self._show_if_empty(self.chart_view.chart)

    def _show_if_empty(self, chart: Chart | None) -> None:
        """Show a sentence in place of axes without data, which would look broken."""
        panels = chart.panels if chart else ()
        empty = bool(panels) and not any(plot.spots for each in panels for plot in each.plots)
        self._empty.setText(self.tr("Nothing has been measured yet.") if empty else "")
        self._empty.setVisible(empty)
        self.chart_view.setVisible(not empty)

    def _choice(self) -> CostChoice:
        return CostChoice(
            self._scope.case,
            ChartedMeasure(self._measure.currentData()),
            deviation=self._spread.currentData() == "sd",
            same_scale=self._same_scale.isChecked(),
            shows=self._scope.is_shown,
            studies=self._scope.studies,
        )


def _caption(report: CampaignReport, case: Case) -> str:
    """“three engines · 1,000 records · n = 10”."""
    counts = sorted({row.n for row in report.comparison if row.n and case in (row.at, ALL_CASES)})
    frame = _tr("ResultsCharts", "{name} · {case} · n = {n}")
    title = case_title(report.campaign.workload.name, case)
    return filled(frame, name=report.summary.name, case=title, n=count_range(counts))


class ResultsStability(ScopedTab):
    """One server and operation in one case: a panel for every protection."""

    def __init__(self, scope: Scope, reader: StoreReader, parent: QWidget | None = None) -> None:
        super().__init__(scope, reader, parent)
        self._server = Choice(12, self)
        self._operation = Choice(9, self)
        self._shown = Choice(9, self)
        self._shown.addItem(self.tr("Block by block"), False)
        self._shown.addItem(self.tr("Turn by turn"), True)
        self.chart_view = ChartView(self)
        self.chart_view.picture_failed.connect(self.picture_failed)
        self._empty = WrappedLabel("", "muted")
        for choice in (self._server, self._operation, self._shown):
            choice.currentIndexChanged.connect(self.redraw)
        self._lay_out()

    @classmethod
    def title(cls) -> str:
        return _tr("ResultsView", "Stability")

    def placeholder(self) -> str:
        """The sentence shown in place of panels."""
        return self._empty.text()

    def show_report(self, report: CampaignReport) -> None:
        self._server.set_names(row.server for row in report.comparison)
        self._operation.set_names(row.operation for row in report.comparison)
        super().show_report(report)

    def _lay_out(self) -> None:
        bar = ScopeBar(self._scope, self)
        bar.add(self.tr("Ser&ver"), self._server)
        bar.add(self.tr("O&peration"), self._operation)
        bar.add_filters(servers=False)
        bar.add(self.tr("Sho&w"), self._shown)
        self._hint = hint = WrappedLabel("", "muted")
        area = VerticalScroll(self.tr("Stability"), self)
        area.setWidget(self.chart_view)
        vbox(self, bar, hint, self._empty, (area, 1), margins=(0, 8, 0, 0), spacing=6)

    def draw(self, report: CampaignReport) -> None:
        wanted = (self._server.currentData(), self._operation.currentData())
        rows = [r for r in self._scope.rows(report) if (r.server, r.operation) == wanted]
        controls = [row for row in rows if row.control and row.cost.blocks]
        shows = self._scope.is_shown
        seen = [row for row in rows if row.cost.blocks and shows(row.server, row.protection)]
        compared = [row for row in seen if not row.control]
        by_turn = bool(self._shown.currentData())
        if by_turn:
            titles = [phrase("{protection}", protection=row.protection) for row in seen]
            found = (turns_graph(report, *each) for each in zip(seen, titles, strict=True))
            graphs = [each for each in found if each is not None]
        else:
            graphs = [self._graph(report, row, controls) for row in compared or controls]
        styles = _line_styles(report, self._server.currentData(), by_turn=by_turn)
        self._hint.setText(self._hints()[by_turn])
        self._empty.setText("" if graphs else self._empty_texts()[by_turn])
        self._empty.setVisible(not graphs)
        self.chart_view.setVisible(bool(graphs))
        self.chart_view.set_caption(report.summary.name, "stability")
        about = phrase("{server} · {operation}", server=wanted[0] or "", operation=wanted[1] or "")
        chart = Chart("stability", Message(report.summary.name), about, (), (), line_styles=styles,
                      graphs=tuple(graphs))  # fmt: skip
        self.chart_view.show_chart(partial(without_lines, chart))

    def _hints(self) -> tuple[str, str]:
        return (
            self.tr(
                "Each dot is a block, in time order: one repetition in lockstep, two in ABBA "
                "order. Diamond: far from the others."
            ),
            self.tr(
                "Each dot is a turn, or one second of requests, in time order. Hollow: baseline. "
                "Filled: protection. If the machine slows down, both rise together."
            ),
        )

    def _empty_texts(self) -> tuple[str, str]:
        return (
            self.tr(
                "No complete block. A block is all runs of one repetition, or of two in ABBA order."
            ),
            self.tr("No turns: these runs were measured one after another."),
        )

    def _graph(self, report: CampaignReport, row: Figure, controls: Sequence[Figure]) -> Graph:
        blocks = self._scope.comparison_of(report, row)
        others = [self._scope.comparison_of(report, each) for each in controls if each is not row]
        title = phrase("{protection}", protection=row.protection)
        return steadiness_graph(report, row, blocks, others, title)


def _line_styles(
    report: CampaignReport, server: str | None, *, by_turn: bool
) -> tuple[LineStyle, LineStyle]:
    keys = colour_keys((cell.server, cell.engine) for cell in report.cells)
    return (turn_line_styles if by_turn else block_line_styles)(keys.get(server or "", NEUTRAL))


class SpeedsTab(ScopedTab):
    """Choices above a chart for each measure, and remarks on them."""

    def __init__(self, scope: Scope, reader: StoreReader, parent: QWidget | None = None) -> None:
        super().__init__(scope, reader, parent)
        self._speeds: list[Speed] = []
        self.studies, self.study_strip = StudyMenu(scope, self), StudyStrip(self)
        self.studies.failed.connect(self.study_failed)
        self._case, self._operation = Choice(16, self), Choice(8, self)
        self._case_label = FormLabel(self.tr("&Cases"), self._case)
        self._operation_label = FormLabel(self.tr("O&peration"), self._operation)
        self._same_scale = QCheckBox(self.tr("Same &scale"), self)
        self._same_scale.setToolTip(self.tr("Use the same speed axis for all modes"))
        self._same_scale.toggled.connect(self.redraw)
        self._remarks = WrappedLabel("", "muted")
        self._charts = ChartStack(self.tr("Speeds"), "", self)
        self._charts.picture_failed.connect(self.picture_failed)
        self._lay_out()
        self._case.activated.connect(self.redraw)
        self._operation.activated.connect(self.redraw)

    def chart_views(self) -> list[ChartView]:
        """The charts of each measure, from the top."""
        return [each for each in self._charts.charts if not each.isHidden()]

    @classmethod
    def title(cls) -> str:
        return _tr("SpeedsTab", "Speeds")

    @staticmethod
    def is_for(report: CampaignReport) -> bool:
        return bool(speeds_of(report))

    def show_report(self, report: CampaignReport) -> None:
        self._speeds = speeds_of(report)
        cases, operations = throughput_choices(self._speeds)
        self._case.set_choices((name, _case_words(name)) for name in cases)
        self._operation.set_choices((name, name) for name in operations)
        for field, label, count in (
            (self._case, self._case_label, len(cases)),
            (self._operation, self._operation_label, len(operations)),
        ):
            field.setVisible(count > 1)
            label.setVisible(count > 1)
        self._remarks.setText(" ".join(map(message_text, report.remarks)))
        self._remarks.setVisible(bool(report.remarks))
        super().show_report(report)

    def draw(self, report: CampaignReport) -> None:
        wanted = SpeedSelection(self._case.currentData() or "", self._operation.currentData() or "")
        matched = study_speeds(self._scope.studies, report, self._speeds)
        speeds = [*self._speeds, *published_speeds(matched, self._speeds)]
        sections = graph_groups(speeds, wanted, same=self._same_scale.isChecked())
        name = report.summary.name
        shown = [each.published for section in sections for each in section.shown if each.published]
        self.study_strip.show_studies(restricted_to(matched, shown))
        charts = [section.chart(name, matched) for section in sections]
        self._charts.show_charts(charts, [name for _ in sections])

    def _lay_out(self) -> None:
        bar = QWidget(self)
        flow = FlowLayout(bar, gap=6, line_gap=4, wish=900)
        choices = (self._case_label, self._case, self._operation_label, self._operation)
        for part in (*choices, self._same_scale, self.studies):
            flow.addWidget(part)
        vbox(
            self,
            bar,
            self._remarks,
            (self._charts, 1),
            self.study_strip,
            margins=(0, 8, 0, 0),
            spacing=8,
        )


def _case_words(name: str) -> str:
    from workloads.cipher_speed.workload import AES_OFF, BYTES

    known = {
        BYTES: _tr("Results", "AES instructions in use"),
        AES_OFF: _tr("Results", "AES instructions off"),
    }
    return known.get(name, name)


_MOST_MS, _DEFAULT_MS = 60_000, 10


class ClientsTab(ScopedTab):
    """A limit for the 99th percentile, the table of curves, two graphs for each server, operation
    and size, and the table of points."""

    def __init__(self, scope: Scope, reader: StoreReader, parent: QWidget | None = None) -> None:
        super().__init__(scope, reader, parent)
        self.limit = NumberField(1, _MOST_MS, _DEFAULT_MS, self.tr(" ms"), self)
        self.limit.valueChanged.connect(self.redraw)
        name = self.tr("Throughput by clients")
        self.curves = DataTable()
        self.curves.setAccessibleName(name)
        self.curves.setToolTip(message_text(SCALABILITY_METHOD))
        self.content = ChartsAboveTable(
            message_text(LOAD_BY_CLIENTS),
            "clients",
            SCALABILITY_METHOD,
            self,
            self.curves,
            captioned=True,
        )
        self.content.picture_failed.connect(self.picture_failed)
        bar = labelled(self, self.tr("p99 &latency to hold"), self.limit)
        bar.setContentsMargins(8, 0, 8, 0)
        vbox(self, bar, (self.content, 1), margins=(0, 8, 0, 0), spacing=8)

    @classmethod
    def title(cls) -> str:
        return _tr("ClientsTab", "Clients")

    @staticmethod
    def is_for(report: CampaignReport) -> bool:
        work = report.campaign.workload.name
        return len({clients_of(work, each.case) for each in report.cells} - {None}) > 1

    def draw(self, report: CampaignReport) -> None:
        curves = [
            each
            for each in report.scalability(float(self.limit.value()))
            if self._scope.is_shown(each.server, each.protection)
        ]
        charts = list(scalability_charts(report, curves))
        self.content.show_charts(charts, [message_text(each.caption) for each in charts])
        head, lines = scalability_rows(report, curves)
        _fill(self.curves, head, lines, head.index(PROTECTION) + 1, grows=False)
        head, lines = client_points_rows(report, curves)
        self.content.show_lines(head, lines, head.index(PROTECTION) + 1)


class KeysTab(ScopedTab):
    """A graph for each server whose key service was measured at several distances, and the
    table."""

    def __init__(self, scope: Scope, reader: StoreReader, parent: QWidget | None = None) -> None:
        super().__init__(scope, reader, parent)
        name = message_text(KEY_SERVICE)
        self.content = ChartsAboveTable(name, "keys", KEY_SERVICE_METHOD, self)
        self.content.picture_failed.connect(self.picture_failed)
        vbox(self, (self.content, 1), margins=(0, 8, 0, 0))

    @classmethod
    def title(cls) -> str:
        return _tr("KeysTab", "Keys")

    @staticmethod
    def is_for(report: CampaignReport) -> bool:
        return bool(key_service_rows(report))

    def draw(self, report: CampaignReport) -> None:
        charts = [
            each
            for each in key_distance_charts(report)
            if str(each.caption) not in self._scope.hidden_servers
        ]
        self.content.show_charts(charts, [message_text(each.title) for each in charts])
        for view in self.content.charts:
            view.setToolTip(message_text(KEY_DISTANCE_METHOD))
        rows = [
            each
            for each in key_service_rows(report)
            if self._scope.is_shown(each.key.server, each.key.protection)
        ]
        self.content.show_lines(*key_service_words(report, rows))
