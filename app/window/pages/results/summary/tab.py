"""The tab that opens first: what a campaign answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import zip_longest

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.plan.requirements import Requirements
from app.report.figures.campaign_report import CampaignReport
from app.report.summary.making import summary_of
from app.window.base.messages import message_text
from app.window.pages.results.common.scope import Scope, ScopedTab
from app.window.pages.results.summary.answer_view import AnswerView
from app.window.pages.results.summary.requirements_form import RequirementsForm
from app.window.pages.results.summary.worded_table import WordedTable
from widgets.look.theme import scaled_font
from widgets.parts.cards import ToneLabel


class ResultsSummary(ScopedTab):
    """A sentence, readers' questions, a table of protections, and below it what is to be known."""

    answered = Signal(object)
    """The user's `Requirements` for this campaign."""

    def __init__(self, scope: Scope, parent: QWidget | None = None) -> None:
        super().__init__(scope, parent)
        self._lead = _label("")
        self._lead.setFont(scaled_font(1.12, bold=True))
        self._answers = [AnswerView(self) for _ in range(_MOST_ANSWERS)]
        self._usual: Callable[[], Requirements] = Requirements
        self._asked_of = 0
        self.form = RequirementsForm(self)
        self.ask = QPushButton(self.tr("Re&quirements …"), self)
        self.ask.clicked.connect(self._ask)
        self.form.answered.connect(self.answered)
        self.table = WordedTable(self.tr("Summary"), self)
        self._notes = _label("muted")
        inside = QWidget(self)
        stacked = QVBoxLayout(inside)
        stacked.setContentsMargins(0, 8, 0, 8)
        stacked.setSpacing(10)
        for part in (self._lead, *self._answers, self.ask, self.form, self.table,
                     self._notes):  # fmt: skip
            stacked.addWidget(part)
        stacked.setAlignment(self.ask, Qt.AlignmentFlag.AlignLeft)
        stacked.addStretch(1)
        self._area = area = QScrollArea(self)
        area.setAccessibleName(self.tr("Summary"))
        area.setObjectName("scrolled")
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setWidget(inside)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(area)

    @property
    def sentences(self) -> list[str]:
        """What stands above and below the table."""
        answers = (line for each in self._answers for line in each.said)
        return [each for each in (self._lead.text(), *answers, self._notes.text()) if each]

    def begin_with(self, usual: Callable[[], Requirements]) -> None:
        """What is remembered from other campaigns, prices above all."""
        self._usual = usual

    def allow(self, obstacle: str) -> None:
        """Say why answers cannot be kept now; empty where they can."""
        self.ask.setEnabled(not obstacle)
        self.ask.setToolTip(obstacle)

    def _ask(self) -> None:
        """Open the form, and show all of it down to its buttons."""
        self.form.open()
        QTimer.singleShot(0, self, lambda: self._area.ensureWidgetVisible(self.form.keep))

    def draw(self, report: CampaignReport) -> None:
        asked = report.requirements.over(self._usual())
        told = summary_of(replace(report, requirements=asked))
        if report.summary.id != self._asked_of:  # answers are for the campaign they were begun for
            self._asked_of = report.summary.id
            self.form.hide()
        if self.form.isHidden():
            self.form.show_answers(asked)
        self.ask.setVisible(bool(told.guarded and told.rows))
        for view, each in zip_longest(self._answers, told.answers):
            view.draw(each)
        _show(self._lead, message_text(told.opening) if told.opening else "")
        _show(self._notes, "\n".join(map(message_text, told.notes)))
        self.table.setVisible(bool(told.rows))
        self.table.set_cells(
            [message_text(each) for each in told.head],
            [["\n".join(map(message_text, cell)) for cell in line] for line in told.lines],
            told.shares,
        )


_MOST_ANSWERS = 5


def _label(tone: str) -> ToneLabel:
    label = ToneLabel("", tone)
    label.setWordWrap(True)
    return label


def _show(label: ToneLabel, text: str) -> None:
    label.setText(text)
    label.setVisible(bool(text))
