"""What a lesson's campaign finds that its protections cost, and plaintext beside itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.findings.cost import Cost
from app.findings.figure import Figure
from app.lessons.attempt import Figures, Fixed
from app.lessons.figures import cost_figures
from app.lessons.lesson import Lesson
from app.window.base.messages import message_text
from app.window.pages.lessons.bench.campaign import CampaignBench
from app.window.shared.costs import estimate_of, verdict_tone
from app.window.shared.protection_words import cipher_title
from app.window.shared.run_words import case_words, cost_text, percent_text
from app.window.workbench.workbench import Workbench
from widgets.look.names import filled
from widgets.look.numbers import format_number
from widgets.parts.cards import SectionTitle, ToneLabel
from widgets.parts.sentence_strip import SentenceStrip
from widgets.tables.interval_view import (
    IntervalCell,
    IntervalColumn,
    IntervalGroup,
    IntervalRow,
    IntervalTable,
)

if TYPE_CHECKING:
    from app.report.figures.campaign_report import CampaignReport
    from app.results.store.store import Store


class CostBench(CampaignBench["CampaignReport"]):
    """A table of costs over all operations, each with its interval, and their verdicts."""

    def __init__(
        self, workbench: Workbench, lesson: Lesson, fixed: Fixed, parent: QWidget | None = None
    ) -> None:
        self.table = IntervalTable()
        self.verdicts: Sequence[SentenceStrip] = ()
        self._said = ToneLabel("", "muted")
        self._said.setWordWrap(True)
        self._said.hide()
        self._below = QVBoxLayout()
        super().__init__(workbench, lesson, fixed, parent)

    def _view(self) -> QWidget:
        self.table.setAccessibleName(self.tr("Costs"))
        self.table.set_placeholder(self.tr("Costs appear here after Run."))
        self._below.setSpacing(10)
        view = QWidget()
        column = QVBoxLayout(view)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(SectionTitle(self.tr("How much longer the same work takes")))
        column.addWidget(self._said)
        column.addWidget(self.table, 1)
        column.addLayout(self._below)
        return view

    def _clear(self) -> None:
        self.table.set_groups([], [])
        self._tell([])
        self._said.hide()

    def _read(self, store: Store, campaign_id: int) -> CampaignReport:
        from app.report.figures.campaign_report import report_on

        return report_on(store, campaign_id)

    def _show(self, found: CampaignReport, names: Mapping[str, str]) -> Figures:
        totals = found.compared.overall()
        titles = {each.protection: self._titled(each, found) for each in totals}
        done = found.campaign.repetitions
        rows = [
            IntervalRow((found.summary.id, name), titles[name], cells=[_cell(each.cost)])
            for each in totals
            for name in (each.protection,)
        ]
        title = filled(self.tr("Repetitions: {0}"), format_number(done))
        column = IntervalColumn(self.tr("all operations"), [self.tr("Cost, %")])
        before = [replace(each, note=self.tr("before")) for each in self.table.groups()[:1]]
        now = [IntervalGroup(title, "", "", rows)] if rows else []
        self.table.set_groups([column], [*now, *before])
        self._tell([(titles[each.protection], each.cost) for each in totals])
        self._said.show()
        self._said.setText(
            filled(
                self.tr("{0}. Line: 95 % interval. Grey band: below the detection limit."),
                case_words(found.campaign.workload.name, found.cells[0].case),
            )
        )
        return cost_figures(totals, names, done)

    def _tell(self, costs: Sequence[tuple[str, Cost]]) -> None:
        for each in self.verdicts:
            self._below.removeWidget(each)
            each.hide()
            each.deleteLater()
        self.verdicts = [SentenceStrip(self) for _ in costs]
        for strip, (title, cost) in zip(self.verdicts, costs, strict=True):
            sentence = f"{title}: {message_text(cost.said)}"
            strip.tell(sentence, message_text(cost.meaning))
            self._below.addWidget(strip)

    def _titled(self, figure: Figure, found: CampaignReport) -> str:
        if figure.control:
            return self.tr("Plaintext again")
        measured = found.campaign.measured
        protection = next(
            each.protection for each in measured if each.protection.name == figure.protection
        )
        return cipher_title(protection)


def _cell(cost: Cost) -> IntervalCell:
    text = "" if cost.percent is None else percent_text(cost.percent)
    if cost.percent is not None and cost.low is not None and cost.high is not None:
        text = cost_text(cost.percent, cost.low, cost.high)
    tone, tip = verdict_tone(cost.verdict), message_text(cost.said)
    return IntervalCell(text, "", estimate_of(cost), tone, tip=tip, copied=(text,))
