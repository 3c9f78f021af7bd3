"""What a newcomer sees first: the ways to begin."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from app.plan.plan_file import read_plan
from app.window.base.store_reader import StoreReader
from app.window.pages.start.offer_strip import OfferStrip
from app.window.pages.start.recent import RecentCampaigns
from app.window.workbench.page import Page
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from widgets.layout.card_grid import CardGrid
from widgets.look.theme import scaled_font
from widgets.parts.cards import ActionCard, SectionTitle, ToneLabel

if TYPE_CHECKING:
    from app.results.records import CampaignSummary

_WIDEST = 1040
_LEAST_CARD = 216


class StartPage(Page):
    """Run the demo, connect to a database, open a plan, or measure tables of one's own."""

    key = "start"
    guide = "guide/first-campaign"

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(workbench, parent)
        self._reader = StoreReader(workbench.store_url, self)
        self._loaded = False
        """Whether what reads the store has been loaded, which is after the first picture."""
        self._recent = RecentCampaigns(self)
        self._recent.resumed.connect(workbench.take_up)
        self._recent.chosen.connect(self._show_results)
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
        self.workbench.page_wanted.emit("results")
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
        """Ask for a plan file without blocking anything."""
        dialog = QFileDialog(self, self.tr("Open a plan"))
        dialog.setNameFilters([self.tr("Plans (*.toml)"), self.tr("All files (*)")])
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda chosen: self.open_plan(Path(chosen)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(False)
        dialog.show()
        return dialog

    def open_plan(self, path: Path) -> None:
        """Show a plan on the campaign page, or say what is wrong with it."""
        try:
            campaign = read_plan(path)
        except CipherbenchError as error:
            self.workbench.failed.emit(error)
            return
        self.workbench.page_wanted.emit("campaign")
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
        middle.setMaximumWidth(_WIDEST)
        column = QVBoxLayout(middle)
        column.setSpacing(8)
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
        row = QHBoxLayout(self)
        row.setContentsMargins(32, 16, 32, 16)
        row.addStretch(1)
        row.addWidget(middle, 100)
        row.addStretch(1)

    def measure_own(self) -> None:
        """Begin a workload file from a database of the user's."""
        self.workbench.page_wanted.emit("design")
        self.workbench.design_wanted.emit("")

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
        lessons.button.clicked.connect(lambda: self.workbench.page_wanted.emit("lessons"))
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
        connect.activated.connect(lambda: self.workbench.page_wanted.emit("servers"))
        plan.activated.connect(self.ask_for_plan)
        self.setFocusProxy(self._demo)
        cards = CardGrid(_LEAST_CARD)
        for card in (self._demo, connect, plan):
            card.setCursor(Qt.CursorShape.PointingHandCursor)
            cards.add_card(card)
        return cards
