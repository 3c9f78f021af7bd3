"""The Stability tab: the differences from the baseline in time order, to see drift and outliers. A
block is one repetition of both sides (two in ABBA order), a turn a few ms of one side's
statements."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.findings.figure import Figure
from app.report.charts.stability_charts import (
    block_line_styles,
    steadiness_graph,
    turn_line_styles,
    turns_graph,
)
from app.report.drawing.chart import Chart, Graph, LineStyle, without_lines
from app.report.figures.campaign_report import CampaignReport
from app.report.words.colours import NEUTRAL, colour_keys
from app.window.pages.results.scope import Scope, ScopeBar, ScopedTab
from app.window.shared.charts import ChartView
from engines.contract.message import Message, phrase
from widgets.fields.choice import Choice
from widgets.layout.boxes import vbox
from widgets.layout.layouts import VerticalScroll
from widgets.parts.cards import ToneLabel

_tr = QCoreApplication.translate


class ResultsStability(ScopedTab):
    """One server and operation in one case: a panel for every protection."""

    def __init__(self, scope: Scope, parent: QWidget | None = None) -> None:
        super().__init__(scope, parent)
        self._server = Choice(12, self)
        self._operation = Choice(9, self)
        self._shown = Choice(9, self)
        self._shown.addItem(self.tr("Block by block"), False)
        self._shown.addItem(self.tr("Turn by turn"), True)
        self._chart_view = ChartView(self)
        self._empty = ToneLabel("", "muted")
        self._empty.setWordWrap(True)
        for choice in (self._server, self._operation, self._shown):
            choice.currentIndexChanged.connect(self.redraw)
        self._lay_out()

    @property
    def chart_view(self) -> ChartView:
        return self._chart_view

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
        self._hint = hint = ToneLabel("", "muted")
        hint.setWordWrap(True)
        area = VerticalScroll(self.tr("Stability"), self)
        area.setWidget(self._chart_view)
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
        self._chart_view.setVisible(bool(graphs))
        self._chart_view.set_caption(report.summary.name, "stability")
        about = phrase("{server} · {operation}", server=wanted[0] or "", operation=wanted[1] or "")
        chart = Chart("stability", Message(report.summary.name), about, (), (), line_styles=styles,
                      graphs=tuple(graphs))  # fmt: skip
        self._chart_view.show_chart(partial(without_lines, chart))

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
