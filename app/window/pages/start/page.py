"""The start page: cards to run the demo, connect to a database or open a plan, and recent
campaigns.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget

from app.plan.plan_file import read_plan
from app.plan.status import Status
from app.window.base.store_reader import StoreReader
from app.window.workbench.page import Page
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from widgets.fields.file_dialog import ask_for_file
from widgets.layout.boxes import STRETCH, hbox, vbox
from widgets.layout.layouts import CardGrid
from widgets.look.icons import icon
from widgets.look.names import isolated, shortened
from widgets.look.numbers import datetime_text, format_number
from widgets.look.theme import current_palette, scaled_font, theme_signals
from widgets.parts.cards import ActionCard, ElidedLabel, SectionTitle, ToneLabel, WrappedLabel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.results.records import CampaignSummary

MAX_RECENT = 3
_MAX_NAME_LETTERS = 48


class RecentCampaigns(QWidget):
    """The newest campaigns of the store, each with its state and a button: *Resume* if runs are
    left, else *Results*. Hidden without campaigns."""

    resume_requested = Signal(int)
    results_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = vbox(
            self, SectionTitle(self.tr("Recent campaigns")), margins=(0, 8, 0, 0), spacing=4
        )
        self._lines: list[QWidget] = []
        self._shown: tuple[object, ...] | None = None
        self.hide()

    def show_campaigns(self, campaigns: Sequence[CampaignSummary], *, resumable: bool) -> None:
        """Show the newest of these, with *Resume* only if they are `resumable` now."""
        recent = tuple([each for each in campaigns if not each.archived][:MAX_RECENT])
        if (recent, resumable) == self._shown:
            return
        self._shown = recent, resumable
        for line in self._lines:
            self._column.removeWidget(line)
            line.hide()
            line.deleteLater()
        self._lines = [self._line(each, resumable) for each in recent]
        for line in self._lines:
            self._column.addWidget(line)
            line.show()
        self.setVisible(bool(recent))

    def _line(self, campaign: CampaignSummary, resumable: bool) -> QWidget:
        line = QWidget(self)
        row = hbox(line, spacing=12)
        runs = self.tr("{done} of {total} runs").format(
            done=format_number(campaign.runs_done), total=format_number(campaign.runs_total)
        )
        name = ElidedLabel(isolated(campaign.name), cut=Qt.TextElideMode.ElideMiddle)
        facts = ElidedLabel(f"{runs} · {datetime_text(campaign.created_at)}", "muted")
        left = campaign.runs_done < campaign.runs_total and campaign.status is not Status.RUNNING
        if left and resumable:
            button = QPushButton(icon("play"), self.tr("Resume"), line)
            button.setAccessibleName(
                self.tr("Resume: {name}, {runs}").format(
                    name=shortened(campaign.name, _MAX_NAME_LETTERS), runs=runs
                )
            )
            button.clicked.connect(lambda: self.resume_requested.emit(campaign.id))
        else:
            button = QPushButton(self.tr("Results"), line)
            button.setAccessibleName(
                self.tr("Results of {name}").format(
                    name=shortened(campaign.name, _MAX_NAME_LETTERS)
                )
            )
            button.clicked.connect(lambda: self.results_requested.emit(campaign.id))
        button.setToolTip(button.accessibleName())
        row.addWidget(name, 3)
        row.addWidget(facts, 2)
        row.addWidget(button)
        return line


class OfferStrip(QWidget):
    """An offer below the cards: a title, a sentence and a button in one row."""

    def __init__(self, title: str, text: str, button: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.button = QPushButton(button)
        message = WrappedLabel(text, "muted")
        words = vbox(None, spacing=2)
        head = SectionTitle(title)
        head.setWordWrap(True)
        words.addWidget(head)
        words.addWidget(message)
        hbox(self, (words, 1), self.button, margins=(24, 12, 24, 12), spacing=16)
        theme_signals().changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = current_palette()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(palette.border))
        painter.setBrush(QColor(palette.surface))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)


_MAX_WIDTH_PX = 1040
_MIN_CARD_WIDTH_PX = 216


class StartPage(Page):
    key = "start"
    guide = "guide/first-campaign"

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(workbench, parent)
        self._reader = StoreReader(workbench.store_url, self)
        self._loaded = False
        """Whether the modules that read the store are imported, which is after the first paint."""
        self._recent = RecentCampaigns(self)
        self._recent.resume_requested.connect(workbench.resume)
        self._recent.results_requested.connect(self._show_results)
        workbench.campaign_ended.connect(self.shown)
        self._lay_out()

    def build_charts(self, *, at_once: bool = True) -> None:
        self._loaded = True
        self.shown()

    def shown(self) -> None:
        if self._loaded and self.isVisible():
            self._reader.read(lambda store: store.campaigns(), self._show_recent)

    def close_down(self) -> None:
        self._reader.close()

    def _show_recent(self, campaigns: list[CampaignSummary] | None) -> None:
        free = not self.workbench.read_only and not self.workbench.busy
        self._recent.show_campaigns(campaigns or [], resumable=free)

    def _show_results(self, campaign_id: int) -> None:
        self.workbench.page_requested.emit("results")
        self.workbench.campaign_selected.emit(campaign_id)

    def help_text(self) -> str:
        return self.tr(
            "Run the demo: in about a minute it measures what encryption costs on PostgreSQL and "
            "Firebird, which come with Cipherbench, and on MariaDB if its server is "
            "installed.\n\n"
            "Connect to a database to measure a server of your own. Cipherbench works only in "
            "databases that it created and marked as its own.\n\n"
            "Open a plan to run a campaign from a file.\n\n"
            "Measure my own makes a workload of your own tables and statements."
        )

    def run_demo(self) -> None:
        """Start the plan that ships as the demo."""
        try:
            self.workbench.start(read_plan("demo"))
        except CipherbenchError as error:
            self.workbench.failed.emit(error)

    def ask_for_plan(self) -> QFileDialog:
        """Show a dialog for a plan file, which is not modal."""
        filters = self.tr("Plans (*.toml)"), self.tr("All files (*)")
        return ask_for_file(self, self.tr("Open a plan"), filters, self.open_plan)

    def open_plan(self, path: Path) -> None:
        """Show a plan on the campaign page, or its error."""
        try:
            campaign = read_plan(path)
        except CipherbenchError as error:
            self.workbench.failed.emit(error)
            return
        self.workbench.page_requested.emit("campaign")
        self.workbench.plan_opened.emit(campaign)

    def _lay_out(self) -> None:
        name = SectionTitle(self.tr("Cipherbench"))
        name.setFont(scaled_font(2.2, bold=True))
        promise = ToneLabel(
            self.tr("What encryption costs your database, measured on your own machine."), "muted"
        )
        promise.setFont(scaled_font(1.2))
        promise.setWordWrap(True)
        middle = QWidget(self)
        middle.setMaximumWidth(_MAX_WIDTH_PX)
        column = vbox(middle, margins=None, spacing=8)
        column.addStretch(2)
        column.addWidget(name)
        column.addWidget(promise)
        column.addSpacing(12)
        column.addWidget(self._cards())
        column.addWidget(self._recent)
        column.addSpacing(8)
        column.addWidget(self._own())
        column.addWidget(self._lessons())
        column.addStretch(3)
        hbox(self, STRETCH, (middle, 100), STRETCH, margins=(32, 16, 32, 16))

    def measure_own(self) -> None:
        """Open the wizard that designs a workload file from a database of the user's."""
        self.workbench.page_requested.emit("design")
        self.workbench.design_requested.emit("")

    def _own(self) -> QWidget:
        own = OfferStrip(
            self.tr("What would it cost you?"),
            self.tr("Measure your tables and statements. No row is read unless you allow it."),
            self.tr("&Measure my own …"),
        )
        own.button.clicked.connect(self.measure_own)
        return own

    def _lessons(self) -> QWidget:
        lessons = OfferStrip(
            self.tr("A lesson for a class"),
            self.tr("Predict what a cipher hides, run it, and check. 45 minutes each."),
            self.tr("Show &lessons"),
        )
        lessons.button.clicked.connect(lambda: self.workbench.page_requested.emit("lessons"))
        return lessons

    def _cards(self) -> CardGrid:
        self._demo = ActionCard(
            self.tr("Run the demo"),
            self.tr(
                "Plaintext against AES-128 on PostgreSQL and Firebird, and on MariaDB where it "
                "is installed. About a minute, nothing to install."
            ),
            self.tr("Run the demo"),
            "play",
            self,
        )
        self._demo.set_primary(True)
        connect = ActionCard(
            self.tr("Connect to a database"),
            self.tr(
                "See the servers on this machine and what they can encrypt, or add one by its "
                "address."
            ),
            self.tr("Show servers"),
            "servers",
            self,
        )
        plan = ActionCard(
            self.tr("Open a plan"),
            self.tr(
                "Load a campaign from a plan file: servers, protections, workload and repetitions."
            ),
            self.tr("Choose a file…"),
            "open",
            self,
        )
        self._demo.activated.connect(self.run_demo)
        connect.activated.connect(lambda: self.workbench.page_requested.emit("servers"))
        plan.activated.connect(self.ask_for_plan)
        self.setFocusProxy(self._demo)
        cards = CardGrid(_MIN_CARD_WIDTH_PX)
        for card in (self._demo, connect, plan):
            card.setCursor(Qt.CursorShape.PointingHandCursor)
            cards.add_card(card)
        return cards
