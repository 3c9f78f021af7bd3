"""A campaign that a lesson runs, on its page: stored as any other, and shown when it is over."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from app.campaign.command import Command
from app.lessons.attempt import Figures, Fixed
from app.lessons.campaign import lesson_campaign
from app.lessons.lesson import FREE_RUN, Control, Lesson, Sealing, Step
from app.lessons.servers import offered
from app.plan.campaign import Campaign
from app.plan.status import Status
from app.results.events import (
    CampaignFinished,
    CampaignStarted,
    Event,
    EvidenceStarted,
    RunFinished,
)
from app.servers.protection_offers import Offer
from app.window.base.store_reader import StoreReader
from app.window.pages.lessons.bench.bench import Bench
from app.window.servers.choice import ServerChoice
from app.window.shared.protection_words import cipher_title, kind_title
from app.window.shared.run_counts import RunCounts
from app.window.shared.run_words import counted
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from widgets.fields.choice import Choice
from widgets.fields.number_field import NumberField
from widgets.look.icons import icon
from widgets.look.names import filled
from widgets.parts.cards import ToneLabel
from widgets.parts.progress_line import ProgressLine

if TYPE_CHECKING:
    from app.results.store.store import Store

_MOST_RECORDS, _MOST_REPETITIONS = 1000, 30
_USUAL_BITS = 128


class CampaignBench[Found](Bench):
    """A campaign on the hospital's records: plaintext and the lesson's protections, or the one that
    is chosen. `Found` is what is read of it in the store."""

    def __init__(
        self, workbench: Workbench, lesson: Lesson, fixed: Fixed, parent: QWidget | None = None
    ) -> None:
        super().__init__(workbench, lesson, fixed, parent)
        self.campaign_id = 0
        """The campaign that runs, or was run last."""
        self.progress = ProgressLine(parent=self)
        self.cancel = QPushButton(icon("stop"), self.tr("&Cancel"), self)
        self.protection = Choice(18, self)
        self.records = NumberField(10, _MOST_RECORDS, lesson.run.records, parent=self)
        self.repetitions = NumberField(1, _MOST_REPETITIONS, lesson.run.repetitions, parent=self)
        self._stored = ToneLabel("", "muted")
        self._stored.setWordWrap(True)
        self._reader = StoreReader(workbench.store_url, self)
        self._choice = ServerChoice(workbench.servers, self)
        self._counts = RunCounts()
        self._names: Mapping[str, str] = {}
        self._status: Status | None = None
        self._make_parts()
        self._lay_out()
        workbench.events.connect(self._take_events)
        workbench.campaign_ended.connect(self._campaign_ended)
        self._reader.failed.connect(self._fail)
        self.begin(Step.PREDICT)

    @abstractmethod
    def _view(self) -> QWidget:
        """What shows the findings."""

    @abstractmethod
    def _read(self, store: Store, campaign_id: int) -> Found:
        """What a campaign has found; called in a thread of the reader's."""

    @abstractmethod
    def _show(self, found: Found, names: Mapping[str, str]) -> Figures:
        """Show it, and give its figures; `names` are those of figures by protection."""

    @abstractmethod
    def _clear(self) -> None:
        """Take away what is shown."""

    def control(self, control: Control) -> QWidget:
        parts: dict[Control, QWidget] = {
            Control.PROTECTION: self.protection,
            Control.RECORDS: self.records,
            Control.REPETITIONS: self.repetitions,
        }
        return parts[control]

    def use(self, fixed: Fixed) -> None:
        super().use(fixed)
        self._clear()
        self._stored.clear()

    def close_down(self) -> None:
        if self.running and self._workbench.running:
            self._workbench.command(Command.CANCEL)
        super().close_down()
        self._reader.close()

    # what is built

    def _make_parts(self) -> None:
        self.protection.setAccessibleName(self.tr("Protection"))
        self.records.setAccessibleName(self.tr("Records"))
        self.repetitions.setAccessibleName(self.tr("Repetitions"))
        for part in (self.protection, self.records, self.repetitions, self._choice, self.cancel):
            part.hide()
        self.progress.hide()
        self.cancel.clicked.connect(self._cancel)

    def _lay_out(self) -> None:
        layout = self.layout()
        assert layout is not None
        head = QWidget(self)
        row = QHBoxLayout(head)
        row.setContentsMargins(0, 0, 0, 8)
        row.addWidget(self.progress, 1)
        row.addWidget(self.cancel)
        for part in (head, self._view(), self._stored):
            layout.addWidget(part)

    # what happens

    def _take_settings(self) -> None:
        if self.lesson.freed(self.step):
            self._offer()
            self.protection.setCurrentIndex(
                self.protection.findData(self.lesson.start(self.step).protection)
            )
            self.records.setValue(self.lesson.run.records)
            self.repetitions.setValue(self.lesson.run.repetitions)

    def _server(self) -> ServerChoice:
        return self._choice

    def _offer(self) -> None:
        """Offer the usual of what the server can do, once it was asked."""
        self.protection.clear()
        for name, each in self._protections().items():
            if each != PLAINTEXT and _is_usual(each):
                self.protection.addItem(
                    f"{cipher_title(each)} · {kind_title(each.kind).lower()}", name
                )

    def _protections(self) -> dict[str, Protection]:
        """What the server can do, by name; plaintext in the form that the lesson's ciphers are
        stored in at the end."""
        entry = self._entry()
        if entry is None or entry.capabilities is None:
            return {}
        mode = self._workbench.servers.default_mode(entry.spec.engine)
        return offered(self.lesson.run, entry, mode)

    def _start(self) -> None:
        wanted, known = list(self._wanted()), self._protections()
        missing = next((each for each in wanted if each.protection not in known), None)
        if missing is not None:
            self._fail(self._not_offered(missing.protection))
            return
        self._names = {each.protection: each.name for each in wanted}
        self._counts, self._status, self.campaign_id = RunCounts(), None, 0
        if not self._workbench.start_aside(self._campaign([known[each] for each in self._names])):
            self._give_up()
            return
        self._show_running(True)
        self.progress.show_progress(self.tr("Starting …"), None, "")

    def _wanted(self) -> Iterator[Sealing]:
        if self.lesson.freed(self.step):
            yield Sealing(FREE_RUN, str(self.protection.currentData()))
        else:
            yield from self.lesson.run.on

    def _campaign(self, protections: list[Protection]) -> Campaign:
        run, entry = self.lesson.run, self._entry()
        assert entry is not None  # it is ready
        if self.lesson.freed(self.step):
            run = replace(run, records=self.records.value(), repetitions=self.repetitions.value())
        name = filled(self.tr("Lesson: {0}"), self.lesson.title)
        return lesson_campaign(name, run, entry.spec, protections, self.fixed.seed)

    def _take_events(self, events: list[Event]) -> None:
        if not self.running:
            return
        for event in events:
            self._counts = self._counts.after(event)
            match event:
                case CampaignStarted(campaign_id=number):
                    self.campaign_id = number
                    self._show_measuring()
                case CampaignFinished(status=status):
                    self._status = status
                case EvidenceStarted():
                    words = filled(self.tr("Searching: {0}"), event.title)
                    said = counted(event.done + 1, event.total)
                    self.progress.show_progress(words, event.done / max(1, event.total), said)
                case RunFinished():
                    self._show_measuring()

    def _show_measuring(self) -> None:
        words = counted(self._counts.done, self._counts.total)
        self.progress.show_progress(self.tr("Measuring"), self._counts.share, words)

    def _campaign_ended(self) -> None:
        """Its process is over: read what it has stored."""
        if not self.running:
            return
        self._show_running(False)
        number = self.campaign_id
        if self._status is not Status.DONE:  # cancelled, or an error above the page says why
            self._give_up()
            return
        self._reader.read(lambda store: self._read(store, number), self._take_found)

    def _take_found(self, found: Found | None) -> None:
        if not self.running or found is None:
            return
        figures = dict(self._show(found, self._names))
        self._stored.setText(
            filled(self.tr("Stored as campaign {0}: see the Results page."), self.campaign_id)
        )
        if figures:
            self._end(figures)
            return
        self._fail(
            CipherbenchError(
                phrase("No results"),
                phrase("The campaign of this lesson has no results."),
                phrase("See its runs on the results page, and run it again."),
            )
        )

    def _cancel(self) -> None:
        self.cancel.setEnabled(False)
        self._workbench.command(Command.CANCEL)

    def _show_running(self, running: bool) -> None:
        self.progress.setVisible(running)
        self.cancel.setVisible(running)
        self.cancel.setEnabled(True)


def _is_usual(protection: Protection) -> bool:
    """Whether it is one of the few that a beginner chooses from."""
    suggested = Offer(protection, {}).suggested
    if protection.kind is ProtectionKind.NATIVE:
        return suggested and protection.bits == _USUAL_BITS and bool(protection.mode)
    return suggested
