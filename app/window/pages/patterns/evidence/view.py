"""Evidence on disk: what a thief of the disk, the machine or the database really gets to see."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.results.events import Event, EvidenceGathered, EvidenceProgressed, EvidenceStarted, Noted
from app.results.records import CampaignSummary
from app.results.traces import Trace
from app.window.base.messages import message_text
from app.window.base.store_reader import StoreReader
from app.window.pages.patterns.evidence.words import details, headline, place_table, threat_table
from app.window.workbench.campaign_watch import CampaignWatch
from app.window.workbench.workbench import Workbench
from widgets.fields.choice import Choice
from widgets.look.fonts import mono_font
from widgets.look.icons import icon
from widgets.look.names import filled, isolated
from widgets.look.numbers import format_number
from widgets.look.theme import scaled_font
from widgets.parts.cards import EmptyState, FormLabel, SectionTitle, ToneLabel
from widgets.parts.progress_line import ProgressLine
from widgets.tables.data_table import DataTable

_ROOM = 18
"""Pixels next to each word: all protections of a campaign fit side by side."""
_UPPER, _LOWER = 390, 370
_NARROWEST = 280
"""Pixels in which the words next to the table can be read."""


class EvidenceTab(QWidget):
    """Who can read the data of a campaign, and where the marker was found."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._reader = StoreReader(workbench.store_url, self)
        self._campaign = CampaignWatch(workbench, self)
        self._evidence: list[Trace] | None = None
        self._started: EvidenceStarted | None = None
        self.campaigns = Choice(24, self)
        self.threats = _cell_table(self.tr("Who can read the data"), self)
        self.places = _cell_table(self.tr("Where the marker was found"), self)
        self.details = QPlainTextEdit(self)
        self.look = QPushButton(self)
        self.cancel = QPushButton(self.tr("&Cancel"), self)
        self.progress = ProgressLine(parent=self)
        self._make_parts()
        self._lay_out()
        self._connect()

    def refresh(self) -> None:
        """Read the campaigns again."""
        self._reader.read(lambda store: store.campaigns(), self._show_campaigns)

    def select(self, campaign_id: int) -> None:
        """Show the evidence of a campaign."""
        place = self.campaigns.findData(campaign_id)
        if place >= 0:
            self.campaigns.setCurrentIndex(place)

    def headline(self) -> str:
        """The place that the details describe."""
        return self._heading.text()

    def close_down(self) -> None:
        """Wait for what is still being read."""
        self._reader.close()

    # what is built

    def _make_parts(self) -> None:
        self.campaigns.setAccessibleName(self.tr("Campaign"))
        self.look.setProperty("primary", True)
        self.look.setIcon(icon("search", "accent_text"))
        self.cancel.hide()
        self.progress.hide()
        self.details.setReadOnly(True)
        self.details.setFont(mono_font(0.9))
        self.details.setAccessibleName(self.tr("Findings"))
        self.details.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.details.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._heading = ToneLabel()
        self._heading.setFont(scaled_font(bold=True))
        self._heading.setWordWrap(True)
        self._verdict = ToneLabel("", "muted")
        self._verdict.setWordWrap(True)

    def _lay_out(self) -> None:
        self._stack = QStackedWidget(self)
        self._nothing = EmptyState(
            "search",
            self.tr("No campaign yet"),
            self.tr("Evidence is collected on the servers of a campaign."),
            self.tr("Set up a campaign"),
            self,
        )
        self._nothing.activated.connect(lambda: self._workbench.page_wanted.emit("campaign"))
        self._untouched = EmptyState(
            "search",
            self.tr("No evidence yet"),
            self.tr(
                "Stores a random marker under each protection of the campaign. Then searches "
                "data files, logs, temporary files and memory of each server for it."
            ),
            self.tr("Search for evidence"),
            self,
        )
        self._untouched.activated.connect(self._look)
        self._blank = ToneLabel(
            self.tr("Findings appear here, one protection after the other."), "muted", self
        )
        self._blank.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._filled = self._make_filled()
        for part in (self._blank, self._filled, self._untouched, self._nothing):
            self._stack.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(12)
        column.addLayout(self._make_head())
        column.addWidget(self.progress)
        column.addWidget(self._stack, 1)

    def _make_head(self) -> QHBoxLayout:
        label = FormLabel(self.tr("Ca&mpaign"), self.campaigns)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(label)
        row.addWidget(self.campaigns)
        row.addWidget(self._verdict, 1)
        row.addWidget(self.cancel)
        row.addWidget(self.look)
        return row

    def _make_filled(self) -> QWidget:
        """Who can read the data; next to it the findings; below both the places."""
        words = QWidget(self)
        words.setMinimumWidth(_NARROWEST)
        column = QVBoxLayout(words)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self._heading)
        column.addWidget(self.details, 1)
        self._upper = QSplitter(Qt.Orientation.Horizontal, self)
        self._upper.addWidget(_titled(self.tr("Who can read the data"), self.threats))
        self._upper.addWidget(words)
        self._upper.setStretchFactor(0, 0)
        self._upper.setStretchFactor(1, 1)
        body = QSplitter(Qt.Orientation.Vertical, self)
        body.addWidget(self._upper)
        body.addWidget(_titled(self.tr("Where the marker and the keys were found"), self.places))
        body.setSizes([_UPPER, _LOWER])
        for splitter in (self._upper, body):
            splitter.setHandleWidth(12)
            splitter.setChildrenCollapsible(False)
        return body

    def _fit_tables(self) -> None:
        """Columns as wide as what they hold, and the table at the left as wide as its columns."""
        for table in (self.threats, self.places):
            table.fit_to_lines(_ROOM)
        bar = self.threats.verticalScrollBar().sizeHint().width()
        wanted = self.threats.horizontalHeader().length() + bar + 2 * self.threats.frameWidth()
        self._upper.setSizes([wanted, max(0, self._upper.width() - wanted)])

    def _connect(self) -> None:
        workbench = self._workbench
        self._reader.failed.connect(workbench.failed)
        self.campaigns.currentIndexChanged.connect(self._read)
        self.look.clicked.connect(self._look)
        self.cancel.clicked.connect(self._stop)
        workbench.evidence_started.connect(self._looking)
        workbench.evidence_events.connect(self._take)
        workbench.evidence_ended.connect(self._ended)
        self._campaign.changed.connect(self._show_state)
        workbench.campaign_ended.connect(self._campaign_ended)
        for table in (self.threats, self.places):
            table.selectionModel().currentChanged.connect(self._tell)
            table.clicked.connect(self._tell)  # it may have been current before the other table

    # what happens

    def _show_campaigns(self, found: list[CampaignSummary] | None) -> None:
        chosen = self._chosen()
        self.campaigns.blockSignals(True)
        self.campaigns.clear()
        for each in found or []:
            self.campaigns.addItem(f"#{each.id} · {isolated(each.name)}", each.id)
        self.campaigns.setCurrentIndex(max(0, self.campaigns.findData(chosen)) if found else -1)
        self.campaigns.blockSignals(False)
        self._read()

    def _read(self) -> None:
        chosen = self._chosen()
        if chosen:
            self._reader.read(lambda store: store.evidence(chosen), self._show_evidence)
        else:
            self._show_evidence(None)

    def _show_evidence(self, evidence: list[Trace] | None) -> None:
        changed = evidence != self._evidence
        self._evidence = evidence
        if evidence and changed:
            self.threats.set_rows(*threat_table(evidence))
            self.places.set_rows(*place_table(evidence))
            self._fit_tables()
            self.threats.setCurrentIndex(self.threats.table_model().index(0, 2))
        self._show_state()

    def _show_state(self) -> None:
        looking = self._workbench.gathering
        any_campaign = self.campaigns.count() > 0
        self.progress.setVisible(looking)
        self.cancel.setVisible(looking)
        self.look.setText(
            self.tr("&Search again") if self._evidence else self.tr("&Search for evidence")
        )
        self.look.setVisible(any_campaign and not looking)
        self.look.setEnabled(not self._campaign.obstacle())
        self._untouched.hold(self._campaign.obstacle())
        self.campaigns.setEnabled(any_campaign and not looking)
        self._verdict.setText(self._campaign.obstacle())
        if self._evidence:
            self._stack.setCurrentWidget(self._filled)
        elif not any_campaign:
            self._stack.setCurrentWidget(self._nothing)
        else:
            self._stack.setCurrentWidget(self._blank if looking else self._untouched)

    def _look(self) -> None:
        self._workbench.take_up_evidence(self._chosen())

    def _looking(self) -> None:
        self._started = None
        self.progress.show_progress(self.tr("Starting servers …"), None, "")
        self._show_state()

    def _stop(self) -> None:
        self.cancel.setEnabled(False)
        self._workbench.stop_gathering()

    def _take(self, events: Sequence[Event]) -> None:
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
                    self._verdict.setText(message_text(event.said))

    def _show_progress(self, share: float) -> None:
        """Show the progress, with the share done of the current protection."""
        at = self._started
        if at is None:
            return
        words = filled(self.tr("{server}, {protection}"), server=at.server, protection=at.title)
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

    def _tell(self, index: QModelIndex, _before: QModelIndex | None = None) -> None:
        cell = index.data(Qt.ItemDataRole.UserRole)
        text = headline(cell)
        if text:
            self._heading.setText(text)
            self.details.setPlainText(details(cell))

    def _chosen(self) -> int:
        return int(self.campaigns.currentData() or 0)


def _cell_table(name: str, parent: QWidget) -> DataTable:
    """A table whose cells are selected, not its rows."""
    table = DataTable(parent)
    table.setAccessibleName(name)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
    table.setMinimumHeight(120)
    return table


def _titled(title: str, part: QWidget) -> QWidget:
    around = QWidget()
    column = QVBoxLayout(around)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(6)
    column.addWidget(SectionTitle(title))
    column.addWidget(part, 1)
    return around
