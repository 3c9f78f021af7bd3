"""The evidence tab: chooses a campaign, searches its servers for the marker (a random text stored
under each protection), and shows where it was found and which attackers can read the data."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QStackedWidget, QWidget

from app.results.events import Event, EvidenceGathered, EvidenceProgressed, EvidenceStarted, Noted
from app.results.records import CampaignSummary, EvidenceFinding
from app.window.base.messages import message_text
from app.window.base.store_reader import StoreReader
from app.window.lab.evidence.findings import FindingsView
from app.window.workbench.campaign_watch import CampaignWatch
from app.window.workbench.workbench import Workbench
from widgets.fields.choice import Choice
from widgets.layout.boxes import vbox
from widgets.layout.layouts import FlowLayout
from widgets.look.icons import icon
from widgets.look.names import filled, isolated
from widgets.look.numbers import format_number
from widgets.parts.cards import EmptyState, FormLabel, ToneLabel
from widgets.parts.progress_line import ProgressLine


class EvidenceTab(QWidget):
    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._reader = StoreReader(workbench.store_url, self)
        self._campaign = CampaignWatch(workbench, self, needs_write=True)
        self._evidence: list[EvidenceFinding] | None = None
        self._started: EvidenceStarted | None = None
        self.campaigns = Choice(24, self)
        self.findings = FindingsView(self)
        self.search_button = QPushButton(self)
        self.cancel = QPushButton(self.tr("&Cancel"), self)
        self.progress = ProgressLine(parent=self)
        self._make_parts()
        self._lay_out()
        self._connect()

    def refresh(self) -> None:
        """Read the campaigns again."""
        self._reader.read(lambda store: store.campaigns(), self._show_campaigns)

    def select(self, campaign_id: int) -> None:
        place = self.campaigns.findData(campaign_id)
        if place >= 0:
            self.campaigns.setCurrentIndex(place)

    def close_down(self) -> None:
        """Wait until the store has been read."""
        self._reader.close()

    # what is built

    def _make_parts(self) -> None:
        self.campaigns.setAccessibleName(self.tr("Campaign"))
        self.search_button.setProperty("primary", True)
        self.search_button.setIcon(icon("search", "accent_text"))
        self.cancel.hide()
        self.progress.hide()
        self._verdict = ToneLabel("", "muted")
        self._verdict.setWordWrap(True)
        self._verdict.hide()

    def _lay_out(self) -> None:
        self._stack = QStackedWidget(self)
        self._no_campaign = EmptyState(
            "search",
            self.tr("No campaign yet"),
            self.tr("Evidence is collected on the servers of a campaign."),
            self.tr("Set up a campaign"),
            self,
        )
        self._no_campaign.activated.connect(lambda: self._workbench.page_requested.emit("campaign"))
        self._no_evidence = EmptyState(
            "search",
            self.tr("No evidence yet"),
            self.tr(
                "Stores a random marker under each protection of the campaign. Then searches "
                "data files, logs, temporary files and memory of each server for it."
            ),
            self.tr("Search for evidence"),
            self,
        )
        self._no_evidence.activated.connect(self._search)
        self._blank = ToneLabel(
            self.tr("Findings appear here, one protection after the other."), "muted", self
        )
        self._blank.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for part in (self._blank, self.findings, self._no_evidence, self._no_campaign):
            self._stack.addWidget(part)
        vbox(
            self,
            self._make_head(),
            self._verdict,
            self.progress,
            (self._stack, 1),
            margins=(0, 12, 0, 0),
            spacing=12,
        )

    def _make_head(self) -> QWidget:
        head = QWidget()
        flow = FlowLayout(head)
        label = FormLabel(self.tr("Ca&mpaign"), self.campaigns)
        for part in (label, self.campaigns, self.search_button, self.cancel):
            flow.addWidget(part)
        return head

    def _show_message(self, words: str) -> None:
        self._verdict.setText(words)
        self._verdict.setVisible(bool(words))

    def _connect(self) -> None:
        workbench = self._workbench
        self._reader.failed.connect(workbench.failed)
        self.campaigns.currentIndexChanged.connect(self._read)
        self.search_button.clicked.connect(self._search)
        self.cancel.clicked.connect(self._stop)
        workbench.evidence_started.connect(self._show_started)
        workbench.evidence_events.connect(self._follow_events)
        workbench.evidence_ended.connect(self._ended)
        self._campaign.changed.connect(self._show_state)
        workbench.campaign_ended.connect(self._campaign_ended)

    # what happens

    def _show_campaigns(self, findings: list[CampaignSummary] | None) -> None:
        self.campaigns.set_choices(
            (each.id, f"#{each.id} · {isolated(each.name)}") for each in findings or ()
        )
        self._read()

    def _read(self) -> None:
        chosen = self._chosen()
        if chosen:
            self._reader.read(lambda store: store.evidence(chosen), self._show_evidence)
        else:
            self._show_evidence(None)

    def _show_evidence(self, evidence: list[EvidenceFinding] | None) -> None:
        changed = evidence != self._evidence
        self._evidence = evidence
        if evidence and changed:
            self.findings.show_evidence(evidence)
        self._show_state()

    def _show_state(self) -> None:
        looking = self._workbench.searching_evidence
        any_campaign = self.campaigns.count() > 0
        self.progress.setVisible(looking)
        self.cancel.setVisible(looking)
        self.search_button.setText(
            self.tr("&Search again") if self._evidence else self.tr("&Search for evidence")
        )
        self.search_button.setVisible(any_campaign and not looking)
        self.search_button.setEnabled(not self._campaign.obstacle())
        self._no_evidence.disable_action(self._campaign.obstacle())
        self.campaigns.setEnabled(any_campaign and not looking)
        self._show_message(self._campaign.obstacle())
        if self._evidence:
            self._stack.setCurrentWidget(self.findings)
        elif not any_campaign:
            self._stack.setCurrentWidget(self._no_campaign)
        else:
            self._stack.setCurrentWidget(self._blank if looking else self._no_evidence)

    def _search(self) -> None:
        self._workbench.search_evidence(self._chosen())

    def _show_started(self) -> None:
        self._started = None
        self.progress.show_progress(self.tr("Starting servers …"), None, "")
        self._show_state()

    def _stop(self) -> None:
        self.cancel.setEnabled(False)
        self._workbench.cancel_evidence()

    def _follow_events(self, events: Sequence[Event]) -> None:
        for event in events:
            match event:
                case EvidenceStarted():
                    self._started = event
                    self._show_progress(0.0)
                case EvidenceProgressed(done=done, total=total) if total:
                    self._show_progress(done / total)
                case EvidenceGathered():
                    self._read()
                case Noted(level="error"):
                    self._show_message(message_text(event.message))

    def _show_progress(self, share: float) -> None:
        """Show the progress; `share` is that of the current protection, 0 to 1."""
        at = self._started
        if at is None:
            return
        words = filled(
            self.tr("{server}, {protection}"), server=at.server, protection=message_text(at.title)
        )
        done, total = format_number(at.done + 1), format_number(at.total)
        counted = self.tr("{done} of {total}").format(done=done, total=total)
        self.progress.show_progress(words, (at.done + share) / max(1, at.total), counted)

    def _ended(self) -> None:
        self.cancel.setEnabled(True)
        self._show_state()
        self._read()

    def _campaign_ended(self) -> None:
        if self.isVisible():
            self.refresh()

    def _chosen(self) -> int:
        return int(self.campaigns.currentData() or 0)
