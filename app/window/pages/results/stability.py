"""How steady a comparison is: block by block in the order of time, with the control beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from app.report.all_cases import ALL_CASES
from app.report.campaign_report import CampaignReport
from app.report.stability import Stability
from app.results.compare import ComparisonRow
from app.results.statistics import Comparison, percent
from app.window.messages import message_text
from app.window.pages.results.scope import Scope, ScopeBar, ScopedTab
from app.window.servers.colours import colour_keys
from app.window.shared.run_words import percent_text
from widgets.charts.dots import Dot, DotData, DotGrid, DotSeries
from widgets.fields.choice import Choice
from widgets.look.names import filled, isolated, shortened
from widgets.look.numbers import format_number
from widgets.parts.cards import ToneLabel

_tr = QCoreApplication.translate


class ResultsStability(ScopedTab):
    """One server and operation in one case: a panel for every protection."""

    def __init__(self, scope: Scope, parent: QWidget | None = None) -> None:
        super().__init__(scope, parent)
        self._server = Choice(12, self)
        self._operation = Choice(9, self)
        self._grid = DotGrid(self)
        self._empty = ToneLabel("", "muted")
        self._empty.setWordWrap(True)
        for choice in (self._server, self._operation):
            choice.currentIndexChanged.connect(self.redraw)
        self._lay_out()

    @property
    def grid(self) -> DotGrid:
        """The panels."""
        return self._grid

    def told(self) -> str:
        """What stands in place of panels where there are none."""
        return self._empty.text()

    def show_report(self, report: CampaignReport) -> None:
        _offer(self._server, [row.server for row in report.comparison])
        _offer(self._operation, [row.operation for row in report.comparison])
        super().show_report(report)

    def _lay_out(self) -> None:
        bar = ScopeBar(self._scope, self)
        bar.add(self.tr("Ser&ver"), self._server)
        bar.add(self.tr("O&peration"), self._operation)
        bar.add_filters(servers=False)
        hint = ToneLabel(
            self.tr(
                "A dot is a mirror block, a pass forwards and one backwards, in the order of time. "
                "A diamond stands far from the others; shaded blocks were disturbed by other work."
            ),
            "muted",
        )
        hint.setWordWrap(True)
        area = QScrollArea(self)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self._grid)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(6)
        column.addWidget(bar)
        column.addWidget(hint)
        column.addWidget(self._empty)
        column.addWidget(area, 1)

    def draw(self, report: CampaignReport) -> None:
        wanted = (self._server.currentData(), self._operation.currentData())
        rows = [r for r in self._scope.rows(report) if (r.server, r.operation) == wanted]
        controls = [row for row in rows if row.control and row.blocks]
        shows = self._scope.shows
        seen = [row for row in rows if row.blocks and shows(row.server, row.protection)]
        compared = [row for row in seen if not row.control]
        panels = [self._panel(report, row, controls) for row in compared or controls]
        self._empty.setText(
            ""
            if panels
            else self.tr("No mirror block is complete here: it takes two repetitions of each cell.")
        )
        self._empty.setVisible(not panels)
        self._grid.setVisible(bool(panels))
        self._grid.set_caption(report.summary.name)
        self._grid.set_panels(panels)

    def _panel(
        self, report: CampaignReport, row: ComparisonRow, controls: Sequence[ComparisonRow]
    ) -> DotData:
        colours = colour_keys((cell.server, cell.engine) for cell in report.cells)
        blocks = self._scope.blocks(report, row)
        series = [
            _series(self._scope.blocks(report, each), self.tr("control"), "neutral", hollow=True)
            for each in controls
            if each is not row
        ]
        label = self.tr("protection") if not row.control else self.tr("control")
        series.append(_series(blocks, label, colours[row.server]))
        baseline = report.campaign.baseline if row.control else report.baseline
        return DotData(
            title=isolated(row.protection),
            unit=filled(self.tr("cost over {baseline}, %"), baseline=shortened(baseline)),
            x_title=self.tr("block"),
            series=series,
            shaded=list(_disturbed(report, row)),
            words=list(_words(row, blocks)),
        )


def _offer(choice: Choice, names: Sequence[str]) -> None:
    """Offer names, and keep the one that was chosen."""
    wanted = list(dict.fromkeys(names))
    if [choice.itemData(at) for at in range(choice.count())] == wanted:
        return
    before = choice.currentData()
    choice.blockSignals(True)
    choice.clear()
    for name in wanted:
        choice.addItem(isolated(shortened(name)), name)
    choice.setCurrentIndex(max(0, choice.findData(before)))
    choice.blockSignals(False)


def _series(blocks: Comparison, label: str, colour_key: str, hollow: bool = False) -> DotSeries:
    outliers = blocks.outliers()
    dots = [
        Dot(
            block.number,
            percent(block.value),
            _tip(label, block.number, percent(block.value), block.number in outliers),
            block.number in outliers,
        )
        for block in blocks.blocks
    ]
    mean = None
    if blocks.testable and not hollow:
        found = blocks.interval()
        mean = (found.percent, found.low, found.high)
    return DotSeries(label, colour_key, dots, mean, hollow)


def _tip(label: str, number: int, value: float, outlier: bool) -> str:
    frame = _tr("Stability", "{label}, block {number}: {value}")
    said = frame.format(label=label, number=format_number(number), value=percent_text(value))
    if not outlier:
        return said
    return f"{said}\n" + _tr("Stability", "Far from the other blocks; it counts all the same.")


def _disturbed(report: CampaignReport, row: ComparisonRow) -> Iterator[tuple[float, float]]:
    """The blocks in which a run of this server and case was disturbed, and still counts."""
    hit = {
        (run.repetition + 1) // 2
        for run in report.runs
        if run.disturbed
        and not (run.warmup or run.replaced)
        and run.server == row.server
        and row.at in (run.case, ALL_CASES)
    }
    for number in sorted(hit):
        yield number - 0.5, number + 0.5


def _words(row: ComparisonRow, blocks: Comparison) -> Iterator[tuple[str, str]]:
    """Estimates, order effect and drift, and what matters of them, where there are two blocks."""
    found = None if row.cost_low_percent is None else Stability(row, blocks)
    for each in found.observations if found else ():
        yield message_text(each.said), "warning" if each.matters else "muted"
