"""The tab that opens first: the picture of page one between requirements and three cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.plan.requirements import Requirements
from app.report.figures.campaign_report import CampaignReport
from app.report.page_one.making import page_one
from app.report.page_one.model import PageOne
from app.window.base.messages import message_text
from app.window.pages.results.common.scope import Scope, ScopedTab
from app.window.pages.results.summary.answer_cards import AnswerCards
from app.window.pages.results.summary.picture import SummaryPicture
from app.window.pages.results.summary.requirements_form import RequirementsForm
from widgets.layout.flow_layout import FlowLayout
from widgets.look.theme import theme_signals
from widgets.parts.cards import Badge


class ResultsSummary(ScopedTab):
    """Chips, the picture, cards. Its headline stands above the tabs."""

    answered = Signal(object)
    """The user's `Requirements` for this campaign."""
    measure_asked = Signal(str)
    """A protection in the application is to be measured on this server."""

    def __init__(self, scope: Scope, parent: QWidget | None = None) -> None:
        super().__init__(scope, parent)
        self._usual: Callable[[], Requirements] = Requirements
        self._asked_of = 0
        self.page: PageOne | None = None
        self.form = RequirementsForm(self)
        self.ask = QPushButton(self.tr("Re&quirements …"), self)
        self.ask.clicked.connect(self._ask)
        self.form.answered.connect(self.answered)
        self._chips = FlowLayout(gap=6, line_gap=4)
        self._chip_labels: list[Badge] = []
        self.picture = SummaryPicture(self)
        self.picture.measure_asked.connect(self.measure_asked)
        self.cards = AnswerCards(self)
        inside = QWidget(self)
        stacked = QVBoxLayout(inside)
        stacked.setContentsMargins(0, 8, 0, 8)
        stacked.setSpacing(10)
        stacked.addLayout(self._chips)
        for part in (self.form, self.picture, self.cards):
            stacked.addWidget(part)
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
        self._chips.addWidget(self.ask)
        theme_signals().changed.connect(self.redraw)

    @property
    def chips(self) -> list[str]:
        """What stands before the button of requirements."""
        return [each.text() for each in self._chip_labels]

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
        page = self.page = page_one(replace(report, requirements=asked))
        if report.summary.id != self._asked_of:  # answers are for the campaign they were begun for
            self._asked_of = report.summary.id
            self.form.hide()
        if self.form.isHidden():
            self.form.show_answers(asked)
        self.ask.setVisible(bool(page.columns))
        badge = [self.tr("CPU time")] if page.by_cpu else []
        about = message_text(page.about)
        self._show_chips([about, *badge, *map(message_text, page.asked)])
        self.picture.show_page(page)
        self.cards.show_cards(page.cards)

    def _show_chips(self, texts: Sequence[str]) -> None:
        for label in self._chip_labels:
            self._chips.removeWidget(label)
            label.hide()
            label.deleteLater()
        self._chip_labels = [Badge(text, parent=self) for text in texts if text]
        self._chips.removeWidget(self.ask)
        for label in self._chip_labels:
            self._chips.addWidget(label)
            label.show()
        self._chips.addWidget(self.ask)
