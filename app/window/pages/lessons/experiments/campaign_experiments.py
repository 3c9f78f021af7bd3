"""Experiments of lessons that run a campaign, about cost or evidence. The campaign is stored as any
other; its results are shown while it is measured and after."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from app.campaign.command import Command
from app.findings.cost import Cost
from app.findings.figure import Figure
from app.lessons.attempt import Figures, Inputs
from app.lessons.lesson import FREE_RUN, Control, Lesson, ProtectionRun
from app.lessons.lesson_campaign import lesson_campaign, offered_protections
from app.lessons.lesson_figures import cost_figures, evidence_figures
from app.plan.campaign import BASELINE, CONTROL, Campaign
from app.plan.status import Status
from app.results.events import (
    CampaignFinished,
    CampaignStarted,
    Event,
    EvidenceStarted,
    OperationFinished,
    RunFinished,
    RunStarted,
)
from app.results.records import EvidenceFinding
from app.servers.protection_offers import Offer
from app.window.base.messages import message_text
from app.window.base.store_reader import StoreReader
from app.window.lab.evidence import FindingsView
from app.window.pages.lessons.experiments.experiment import SERVER_VIEW, Experiment
from app.window.servers.server_choice import ServerChoice
from app.window.shared.charts import estimate_of, verdict_tone
from app.window.shared.protection_words import cipher_title, kind_title
from app.window.shared.run_counts import RunCounts
from app.window.shared.run_words import case_words, cost_text, percent_text, progress_text
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from widgets.charts.dot_strip import DotStrip
from widgets.fields.choice import Choice
from widgets.fields.number_field import NumberField
from widgets.layout.boxes import hbox, vbox
from widgets.look.icons import icon
from widgets.look.names import filled
from widgets.look.numbers import format_number
from widgets.parts.cards import SectionTitle, WrappedLabel
from widgets.parts.progress_line import ProgressLine
from widgets.parts.strips import SentenceStrip
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

_DOTS = "dots"
_MAX_RECORDS, _MAX_REPETITIONS = 1000, 30
_BEGINNER_BITS = 128
_PROTECTION_LETTERS = 36
"""Letters of “AES-256-GCM, PKCS#11 key per person”: such names differ at their ends."""


class CampaignExperiment[Result](Experiment):
    """A campaign of the hospital workload with plaintext and the lesson's protections, or with one
    that the student chooses. `Result` is the type of what is read of it from the store."""

    def __init__(
        self,
        workbench: Workbench,
        lesson: Lesson,
        fixed: Inputs,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(workbench, lesson, fixed, parent)
        self.campaign_id = 0
        """The campaign that runs, or was run last."""
        self.progress = ProgressLine(parent=self)
        self.cancel = QPushButton(icon("stop"), self.tr("&Cancel"), self)
        self.protection = Choice(_PROTECTION_LETTERS, self)
        self.records = NumberField(10, _MAX_RECORDS, lesson.run.records, parent=self)
        self.repetitions = NumberField(1, _MAX_REPETITIONS, lesson.run.repetitions, parent=self)
        self._stored_in = WrappedLabel("", "muted")
        self._reader = StoreReader(workbench.store_url, self)
        self._choice = ServerChoice(workbench.servers, self)
        self._counts = RunCounts()
        self._names: Mapping[str, str] = {}
        self._status: Status | None = None
        self._make_parts()
        self._lay_out()
        workbench.events.connect(self._follow_events)
        workbench.campaign_ended.connect(self._campaign_ended)
        self._reader.failed.connect(self._fail)
        workbench.servers.changed.connect(self._offer_when_probed)

    def load(self) -> None:
        pass

    @abstractmethod
    def _view(self) -> QWidget:
        """The widget that shows the results."""

    @abstractmethod
    def _read(self, store: Store, campaign_id: int) -> Result:
        """Read the results of a campaign; called on a thread of the store reader."""

    @abstractmethod
    def _show(self, found: Result, names: Mapping[str, str]) -> Figures:
        """Show the results and return their figures; `names` has the lesson's names of
        protections, with which those of figures begin."""

    @abstractmethod
    def _clear_view(self) -> None:
        """Remove the shown results."""

    def _clear(self) -> None:
        self.campaign_id = 0
        self._stored_in.clear()
        self._clear_view()

    def control(self, control: Control) -> QWidget:
        parts: dict[Control, QWidget] = {
            Control.PROTECTION: self.protection,
            Control.RECORDS: self.records,
            Control.REPETITIONS: self.repetitions,
        }
        return parts[control]

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
        row = hbox(None, (self.progress, 1), self.cancel)
        self._column.insertLayout(0, row)
        inside = QWidget(self)
        vbox(inside, (self._view(), 1), self._stored_in, spacing=6)
        self._add_scrolled(inside)

    # what happens

    def _apply_step_settings(self) -> None:
        if self.lesson.freed(self.step):
            self._offer()
            self.protection.setCurrentIndex(
                self.protection.findData(self.lesson.start(self.step).protection)
            )
            self.records.setValue(self.lesson.run.records)
            self.repetitions.setValue(self.lesson.run.repetitions)

    def _settings(self) -> object:
        return self.protection.currentData(), self.records.value(), self.repetitions.value()

    def _offer_when_probed(self) -> None:
        """Fill the choices when the server has been probed, for a lesson resumed at this step."""
        if self.lesson.freed(self.step) and not self.protection.count() and self._offered():
            self._apply_step_settings()
            self._initial_settings = self._settings()

    def _server(self) -> ServerChoice:
        return self._choice

    def _offer(self) -> None:
        """Offer the protections for beginners among those that the server supports."""
        self.protection.clear()
        for name, each in self._offered().items():
            if each != PLAINTEXT and _is_for_beginners(each):
                self.protection.addItem(
                    f"{cipher_title(each)} · {kind_title(each.kind).lower()}", name
                )

    def _offered(self) -> dict[str, Protection]:
        """The protections that the server supports, by name; empty until it was probed. The last is
        plaintext in the form in which the lesson's ciphertexts are stored."""
        entry = self._entry()
        if entry is None or entry.capabilities is None:
            return {}
        mode = self._workbench.servers.default_mode(entry.spec.engine)
        return offered_protections(self.lesson.run, entry, mode)

    def _start(self) -> None:
        wanted, known = list(self._runs_to_make()), self._offered()
        missing = next((each for each in wanted if each.protection not in known), None)
        if missing is not None:
            self._fail(self._not_offered(missing.protection))
            return
        self._names = {each.protection: each.name for each in wanted}
        self._counts, self._status, self.campaign_id = RunCounts(), None, 0
        if not self._workbench.start_in_background(
            self._campaign([known[each] for each in self._names])
        ):
            self._end_without_figures()
            return
        self._show_running(True)
        self.progress.show_progress(self.tr("Starting …"), None, "")

    def _runs_to_make(self) -> Iterator[ProtectionRun]:
        if self.lesson.freed(self.step):
            yield ProtectionRun(FREE_RUN, str(self.protection.currentData()))
        else:
            yield from self.lesson.run.on

    def _campaign(self, protections: list[Protection]) -> Campaign:
        run, entry = self.lesson.run, self._entry()
        assert entry is not None  # it is ready
        if self.lesson.freed(self.step):
            run = replace(run, records=self.records.value(), repetitions=self.repetitions.value())
        name = filled(self.tr("Lesson: {0}"), self.lesson.title)
        return lesson_campaign(name, run, entry.spec, protections, self.fixed.seed)

    def _show_event(self, event: Event) -> None:
        """Show what an event of the running campaign says; nothing unless overridden."""

    def _follow_events(self, events: list[Event]) -> None:
        if not self.running:
            return
        for event in events:
            self._counts = self._counts.updated_by(event)
            self._show_event(event)
            match event:
                case CampaignStarted(campaign_id=number):
                    self.campaign_id = number
                    self._show_measuring()
                case CampaignFinished(status=status):
                    self._status = status
                case EvidenceStarted():
                    words = filled(self.tr("Searching: {0}"), event.title)
                    message = progress_text(event.done + 1, event.total)
                    self.progress.show_progress(words, event.done / max(1, event.total), message)
                case RunFinished():
                    self._show_measuring()

    def _show_measuring(self) -> None:
        words = progress_text(self._counts.done, self._counts.total)
        self.progress.show_progress(self.tr("Measuring"), self._counts.share, words)

    def _campaign_ended(self) -> None:
        """Read the stored results: the campaign's process has ended."""
        if not self.running:
            return
        self._show_running(False)
        number = self.campaign_id
        if self._status is not Status.DONE:  # cancelled, or an error above the page says why
            self._end_without_figures()
            return
        self._reader.read(lambda store: self._read(store, number), self._show_result)

    def _show_result(self, found: Result | None) -> None:
        if not self.running or found is None:
            return
        figures = dict(self._show(found, self._names))
        self._stored_in.setText(
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


def _is_for_beginners(protection: Protection) -> bool:
    """Whether it is one of the few protections that beginners choose from."""
    suggested = Offer(protection, {}).suggested
    if protection.kind is ProtectionKind.NATIVE:
        return suggested and protection.bits == _BEGINNER_BITS and bool(protection.mode)
    return suggested


class EvidenceExperiment(CampaignExperiment[Sequence[EvidenceFinding]]):
    """Shows where the search for readable data found the marker; the timed run before the search is
    as short as possible."""

    def __init__(
        self,
        workbench: Workbench,
        lesson: Lesson,
        fixed: Inputs,
        parent: QWidget | None = None,
    ) -> None:
        self.found = FindingsView(guided=True)
        super().__init__(workbench, lesson, fixed, parent)

    def _view(self) -> QWidget:
        self.found.places.set_placeholder(self.tr("Findings appear here after Run."))
        return self.found

    def _clear_view(self) -> None:
        self.found.clear()

    def _read(self, store: Store, campaign_id: int) -> Sequence[EvidenceFinding]:
        return store.evidence(campaign_id)

    def _show(self, found: Sequence[EvidenceFinding], names: Mapping[str, str]) -> Figures:
        self.found.show_evidence(found)
        return evidence_figures(found, names)


class CostExperiment(CampaignExperiment["CampaignReport"]):
    """A table of costs over all operations, each with its interval, and their verdicts."""

    def __init__(
        self,
        workbench: Workbench,
        lesson: Lesson,
        fixed: Inputs,
        parent: QWidget | None = None,
    ) -> None:
        self.table = IntervalTable()
        self.dots = DotStrip(" %")
        self._seconds_by_operation: dict[tuple[int, str], dict[str, float]] = {}
        """Seconds of each operation of a repetition, by protection."""
        self._runs: dict[int, RunStarted] = {}
        self.verdicts: Sequence[SentenceStrip] = ()
        self._message = WrappedLabel("", "muted")
        self._message.hide()
        self._below = QVBoxLayout()
        super().__init__(workbench, lesson, fixed, parent)
        words = SectionTitle(self.tr("How much longer each operation takes"))
        dots = _column_of(words, self.dots)
        self._add_views(self.tr("Costs"), {_DOTS: (self.tr("Dots"), dots)})

    def _view(self) -> QWidget:
        self.table.setAccessibleName(self.tr("Costs"))
        self.table.set_placeholder(self.tr("Costs appear here after Run."))
        self._below.setSpacing(10)
        view = QWidget()
        vbox(
            view,
            SectionTitle(self.tr("How much longer the same work takes")),
            (self.table, 1),
            self._message,
            self._below,
            spacing=8,
        )
        return view

    def _clear_view(self) -> None:
        self.dots.set_rows([])
        self.table.set_groups([], [])
        self._show_verdicts([])
        self._message.hide()

    def _read(self, store: Store, campaign_id: int) -> CampaignReport:
        from app.report.figures.campaign_report import report_on

        return report_on(store, campaign_id)

    def _show(self, found: CampaignReport, names: Mapping[str, str]) -> Figures:
        self._show_view(SERVER_VIEW)
        control = next((each for each in found.compared.totals() if each.control), None)
        totals = [*found.headline, *([control] if control else [])]
        titles = {each.protection: self._title_of(each, found) for each in totals}
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
        self._show_verdicts([(titles[each.protection], each.cost) for each in totals])
        self._message.show()
        self._message.setText(
            filled(
                self.tr("{0}. Line: 95 % interval. Grey band: below the detection limit."),
                case_words(found.campaign.workload.name, found.cells[0].case),
            )
            + (
                " " + self.tr("Measured in CPU time.")
                if any(each.in_cpu_time for each in totals)
                else ""
            )
        )
        return cost_figures(found.headline, control, names, done)

    def _start(self) -> None:
        self._seconds_by_operation, self._runs = {}, {}
        super()._start()
        wanted = [
            each.protection for each in self._runs_to_make() if each.protection in self._offered()
        ]
        known = self._offered()
        rows = [(each, cipher_title(known[each]), "series-1") for each in wanted]
        again = (CONTROL.name, self.tr("Plaintext again"), "neutral")
        self.dots.set_rows([*rows, again])
        if self.running:
            self._show_view(_DOTS)

    def _show_event(self, event: Event) -> None:
        """Add a dot for each operation: by how many percent it took longer than in plaintext."""
        match event:
            case RunStarted(run_id=number, warmup=False):
                self._runs[number] = event
            case OperationFinished(run_id=number, operation=operation, seconds=seconds):
                if (run := self._runs.get(number)) is not None:
                    taken = self._seconds_by_operation.setdefault((run.repetition, operation), {})
                    taken[run.protection] = seconds
                    self._add_dots(taken, run.protection)

    def _add_dots(self, taken: Mapping[str, float], newest: str) -> None:
        plain = taken.get(BASELINE)
        if not plain:
            return
        for each in taken if newest == BASELINE else (newest,):
            if each != BASELINE:
                self.dots.add(each, 100 * (taken[each] / plain - 1))

    def _show_verdicts(self, costs: Sequence[tuple[str, Cost]]) -> None:
        for each in self.verdicts:
            self._below.removeWidget(each)
            each.hide()
            each.deleteLater()
        self.verdicts = [SentenceStrip(self) for _ in costs]
        for strip, (title, cost) in zip(self.verdicts, costs, strict=True):
            sentence = f"{title}: {message_text(cost.message)}"
            strip.show_sentence(sentence, message_text(cost.meaning))
            self._below.addWidget(strip)

    def _title_of(self, figure: Figure, found: CampaignReport) -> str:
        if figure.control:
            return self.tr("Plaintext again")
        measured = found.campaign.measured
        protection = next(
            each.protection for each in measured if each.protection.name == figure.protection
        )
        return cipher_title(protection)


def _column_of(title: QWidget, part: QWidget) -> QWidget:
    around = QWidget()
    vbox(around, title, (part, 1), spacing=8)
    return around


def _cell(cost: Cost) -> IntervalCell:
    text = "" if cost.percent is None else percent_text(cost.percent)
    if cost.percent is not None and cost.low is not None and cost.high is not None:
        text = cost_text(cost.percent, cost.low, cost.high)
    tone, tip = verdict_tone(cost.verdict), message_text(cost.message)
    return IntervalCell(text, "", estimate_of(cost), tone, tip=tip, copied=(text,))
