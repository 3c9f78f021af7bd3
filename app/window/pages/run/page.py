"""The run page: what the running campaign does now, and what it has found so far."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, assert_never

from PySide6.QtCore import QCoreApplication, QSettings, Qt, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QSplitter,
    QStackedLayout,
    QWidget,
)

from app.campaign.command import Command
from app.plan.campaign import Campaign
from app.plan.cell_key import CellKey
from app.plan.status import Status
from app.results.events import (
    Activity,
    CampaignFinished,
    CampaignStarted,
    CellMeasured,
    DryRunFinished,
    Event,
    EvidenceGathered,
    EvidenceProgressed,
    EvidenceStarted,
    Note,
    Noted,
    OperationFinished,
    OperationStarted,
    Progressed,
    RunFinished,
    RunRepeated,
    RunsAdded,
    RunsDropped,
    RunStarted,
    Sampled,
    ServerLost,
)
from app.results.records import ServerRecord
from app.window.base.messages import enumerated, message_text
from app.window.base.store_reader import StoreReader
from app.window.notices.store_watch import file_of_store
from app.window.pages.run.campaign_follower import CampaignFollower, FollowedCampaign
from app.window.pages.run.campaign_tally import (
    CampaignTally,
    LiveCosts,
    StoredCells,
    read_stored_cells,
)
from app.window.pages.run.run_charts import RunCharts
from app.window.pages.run.run_grid import RunGrid
from app.window.pages.run.run_head import RunHead
from app.window.pages.run.run_log import EarlierSessions, RunLog, read_earlier_sessions
from app.window.servers.server_words import display_name, starting_words
from app.window.shared.run_counts import RunCounts, counts_of
from app.window.shared.run_words import progress_text, width_text
from app.window.workbench.page import Page
from app.window.workbench.workbench import Workbench
from engines.contract.message import plural
from widgets.charts.draw_queue import DrawQueue
from widgets.fields.chips import ToggleChip
from widgets.layout.boxes import hbox, vbox
from widgets.layout.fold_handle import FoldHandle
from widgets.layout.layouts import FlowLayout
from widgets.look.names import filled, isolated, shortened
from widgets.look.numbers import format_number
from widgets.parts.cards import EmptyState
from widgets.parts.strips import NoticeStrip
from widgets.tables.cell_grid import status_word

if TYPE_CHECKING:
    from app.findings.figure import Figure
    from app.results.records import CampaignSummary

_NAME_LETTERS = 24


class FollowedBar(QWidget):
    """A chip for each campaign that runs in a shared store, with its progress; one is chosen to be
    followed. Hidden where there is no choice."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chips: dict[int, ToggleChip] = {}
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self.chosen)
        self._flow = FlowLayout()
        self._flow.setContentsMargins(0, 0, 0, 0)
        self.setLayout(self._flow)
        self.setAccessibleName(self.tr("Campaigns that run"))
        self.hide()

    def show_running(self, running: Sequence[FollowedCampaign], current: int) -> None:
        """Show what runs; `current` is the campaign that is followed."""
        wanted = {each.summary.id: each for each in running}
        for gone in self._chips.keys() - wanted.keys():
            self._remove(gone)
        for number, each in wanted.items():
            chip = self._chips.get(number) or self._add(number)
            chip.setText(_words(each))
            chip.updateGeometry()
        self.mark(current)
        self._flow.invalidate()
        self.setVisible(any(number != current for number in wanted))

    def mark(self, current: int) -> None:
        """Show which campaign is followed."""
        if current in self._chips:
            self._chips[current].setChecked(True)

    def _add(self, number: int) -> ToggleChip:
        chip = self._chips[number] = ToggleChip("", self)
        self._group.addButton(chip, number)
        self._flow.addWidget(chip)
        return chip

    def _remove(self, number: int) -> None:
        chip = self._chips.pop(number)
        self._group.removeButton(chip)
        self._flow.removeWidget(chip)
        chip.deleteLater()


def _words(followed: FollowedCampaign) -> str:
    counts = counts_of(followed.summary)
    name = isolated(shortened(followed.summary.name, _NAME_LETTERS)).replace("&", "&&")
    parts = (
        f"#{followed.summary.id} {name}",
        followed.host,
        progress_text(counts.done, counts.total),
    )
    return " · ".join(filter(None, parts))


_tr = QCoreApplication.translate


def make_splitters(
    parent: QWidget,
) -> tuple[QSplitter, QSplitter, tuple[RunCharts, RunGrid, RunLog]]:
    """The page's splitter (charts at the left), the splitter at its right (cells above events), and
    these three parts.

    Each part is made with its final parent: Qt styles a part that moves anew.
    """
    body = QSplitter(Qt.Orientation.Horizontal, parent)
    charts = RunCharts(body)
    side = QSplitter(Qt.Orientation.Vertical, body)
    grid, log = RunGrid(side), RunLog(side)
    for splitter, shares in ((body, (5, 3)), (side, (3, 2))):
        splitter.setHandleWidth(12)
        splitter.setChildrenCollapsible(False)
        for at, share in enumerate(shares):
            splitter.setStretchFactor(at, share)
    body.setSizes([760, 460])
    return body, side, (charts, grid, log)


def make_empty_state(workbench: Workbench, parent: QWidget) -> EmptyState:
    looked_at = workbench.read_only
    empty = EmptyState(
        "run",
        _tr("RunPage", "Nothing is running"),
        _tr("RunPage", "Campaigns that others run in this store appear here by themselves.")
        if looked_at
        else _tr("RunPage", "Choose servers, protections and a workload, and start a campaign."),
        _tr("RunPage", "Show results") if looked_at else _tr("RunPage", "Set up a campaign"),
        parent,
    )
    wanted = "results" if looked_at else "campaign"
    empty.activated.connect(lambda: workbench.page_requested.emit(wanted))
    return empty


class CellAndLogUpdates:
    """Collects changed cells and new log lines, and shows each in its own turn of the draw queue,
    as charts are. Where runs end and others begin, head, cells and log all change: painted in one
    go they would block the window for 10 ms."""

    def __init__(self, grid: RunGrid, log: RunLog, draw_queue: DrawQueue) -> None:
        self._grid, self._log, self._draw_queue = grid, log, draw_queue
        self._changed: dict[CellKey, None] = {}
        self._lines: list[Event] = []

    def mark_changed(self, key: CellKey) -> None:
        """Show a cell again with the next `add_events`."""
        self._changed[key] = None

    def add_events(self, events: Iterable[Event]) -> None:
        """Show changed cells and the log lines of events soon."""
        self._lines += (each for each in events if not isinstance(each, Sampled))
        if self._changed:
            self._draw_queue.request_later(self._show_cells)
        if self._lines:
            self._draw_queue.request_later(self._show_lines)

    def show_all(self) -> None:
        """Show everything collected at once."""
        self._show_cells()
        self._show_lines()

    def discard(self) -> None:
        """Show nothing of what was collected."""
        self._changed.clear()
        self._lines.clear()

    def _show_cells(self) -> None:
        changed, self._changed = self._changed, {}
        self._grid.refresh(changed)

    def _show_lines(self) -> None:
        lines, self._lines = self._lines, []
        self._log.add_events(lines)


_SILENT_AFTER_S = 10.0
_FOLD_CELLS_BELOW_PX = 760
"""Pixels of width below which cells and events fold away."""
_WITHOUT_TIME = CampaignStarted | ServerRecord
"""Events without a time of their own."""


class RunPage(Page):
    """Head, live charts, grid of cells and event log, or an empty state."""

    key = "run"
    guide = "guide/run"

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(workbench, parent)
        self._reader = StoreReader(workbench.store_url, self)
        self._tally, self._counts = CampaignTally(), RunCounts()
        self._campaign_id = 0
        self._run: RunStarted | None = None
        self._ended_by = ""
        self._earlier_until = 0.0
        """Time (seconds since the epoch) up to which the log shows the store's events; 0 if it has
        them already."""
        self._failed, self._first_failure = 0, ""
        """How many runs failed (without those that were broken off), and why the first did."""
        self._over = False
        """Whether the end of the campaign is known."""
        self._waiting = False
        """Whether the head shows that the campaign waits for a server."""
        self._follower = CampaignFollower(self._reader, self)
        self._costs = LiveCosts(self._reader, self._show_costs, self)
        self._awaits_first_events = False
        """Whether no event of a followed campaign has come yet."""
        self._empty = True
        """Whether there has been no campaign yet."""
        self._lay_out()
        self._connect()

    def help_text(self) -> str:
        return self.tr(
            "All charts share one time axis. Drag to move it, and turn the wheel to zoom. "
            "Double-click to see everything; press F to follow the newest samples. Point at a "
            "chart to read all values at that second. Click a name to hide its line. "
            "Right-click to copy or save a picture.\n\n"
            "CPU is in percent of one core. Embedded Firebird, SQLite and DuckDB run inside the "
            "worker. Their CPU is the worker's, split by the time spent in statements. Their "
            "memory is the worker's.\n\n"
            "Pause takes effect after the current run. Cancel keeps finished runs. Resume, here "
            "or on the results page, continues at the first unfinished run."
        )

    @property
    def tally(self) -> CampaignTally:
        """All cells of the campaign that is shown."""
        return self._tally

    def remember_in(self, settings: QSettings) -> None:
        self.fold.remember_in(settings, "folded/run")

    def build_charts(self, *, at_once: bool = True) -> None:
        """Make the charts; their libraries must have been loaded."""
        if at_once:
            self._charts.build()
        elif self._grid.is_fill_pending:  # one after another, however late their timers are
            self._grid.prepared.connect(self._charts.build_gradually)
        else:
            self._charts.build_gradually()

    def close_down(self) -> None:
        """Wait for what is still being read."""
        self._follower.stop()
        self._reader.close()

    @property
    def _follows(self) -> bool:
        """Whether others may run campaigns in this store: it is opened read only, or lies in a
        server."""
        return self.workbench.read_only or file_of_store(self.workbench.store_url) is None

    def shown(self) -> None:
        if self._follows and not self.workbench.running:
            self._follower.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._empty and self._stack.count() == 1:
            self._stack.setCurrentIndex(
                self._stack.addWidget(make_empty_state(self.workbench, self))
            )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fold.fold_when_narrow(self.width() < _FOLD_CELLS_BELOW_PX, self._charts)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._follower.pause()

    def _lay_out(self) -> None:
        self._live = QWidget(self)
        self._bar = FollowedBar(self._live)
        self._head = RunHead(self._live)
        self._failures = NoticeStrip(self._live)
        column = vbox(
            self._live, self._bar, self._head, self._failures, margins=(16, 12, 16, 12), spacing=12
        )
        body, side, (self._charts, self._grid, self._log) = make_splitters(self._live)
        self._updates = CellAndLogUpdates(self._grid, self._log, self._charts.draw_queue)
        words = self.tr("cells and events")
        self.fold = FoldHandle(side, words, at_left=False, parent=self._live)
        row = hbox(None, (body, 1), self.fold, spacing=4)
        column.addLayout(row, 1)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._live)

    def _connect(self) -> None:
        self.workbench.campaign_started.connect(self._prepare)
        self.workbench.events.connect(self._take)
        self.workbench.campaign_ended.connect(self._end)
        self._reader.failed.connect(self.workbench.failed)
        self._bar.chosen.connect(self._follower.choose)
        self._follower.listed.connect(
            lambda running: self._bar.show_running(running, self._follower.campaign_id)
        )
        self._follower.begun.connect(self._show_followed)
        self._follower.events.connect(self._take_followed)
        self._follower.ended.connect(self._end_followed)
        self._follower.failed.connect(self.workbench.failed)
        self._follower.silent.connect(self._show_silence)
        self._head.pause_asked.connect(lambda: self._command(Command.PAUSE))
        self._head.unpause_asked.connect(lambda: self._command(Command.RESUME))
        self._head.cancel_asked.connect(lambda: self._command(Command.CANCEL))
        self._head.results_asked.connect(self._show_results)
        self._head.resume_asked.connect(lambda: self.workbench.resume(self._campaign_id))

    def _prepare(self, campaign: Campaign | None) -> None:
        """Prepare for a campaign that starts (`campaign`) or resumes (None)."""
        self._follower.stop()
        self._bar.hide()
        continues = bool(self._campaign_id) and self._campaign_id == self.workbench.resumed_id
        self._reset()
        name = campaign.name if campaign else self.tr("Resuming")
        self._head.begin(name, self.tr("starting servers…"))
        if campaign is not None:
            self._tally.set_plan(campaign)
            names = enumerated([display_name(spec.name, spec.engine) for spec in campaign.servers])
            begun = starting_words([spec.source for spec in campaign.servers])
            self._head.show_text(begun.format(names))
        if not continues:
            self._log.clear()
        self._earlier_until = 0.0 if continues or campaign else time.time()
        self._grid.show_soon(self._tally)
        self._charts.begin(expected=campaign.servers if campaign else ())
        self._show_live()

    def _reset(self) -> None:
        """Reset all state for another campaign."""
        self._tally, self._run, self._campaign_id = CampaignTally(), None, 0
        self._updates.discard()
        self._costs.reset()
        self._ended_by, self._over = "", False
        self._counts = RunCounts()
        self._failed, self._first_failure = 0, ""
        self._failures.hide()

    def _show_live(self) -> None:
        self._stack.setCurrentWidget(self._live)
        self._empty = False

    def _show_followed(self, summary: CampaignSummary) -> None:
        """Show a campaign that another machine runs."""
        self._reset()
        self._head.begin(summary.name, self.tr("reading results…"))
        self._head.show_read_only()
        self._log.clear()
        self._earlier_until = 0.0
        self._grid.show_tally(self._tally)
        self._awaits_first_events = True
        self._bar.mark(summary.id)
        self._show_live()

    def _take_followed(self, events: list[Event]) -> None:
        """Show new events of a followed campaign; those without a time are not logged."""
        if self._awaits_first_events:
            self._awaits_first_events = False
            sampled = (each.sample.at for each in events if isinstance(each, Sampled))
            self._charts.begin(next(sampled, time.time()))
        self._head.show_note("")
        self._take(events, [each for each in events if not isinstance(each, _WITHOUT_TIME)])

    @property
    def _shown_id(self) -> int:
        """Id of the campaign that runs here, or that is followed; 0 where the store has none
        yet."""
        return self._campaign_id or self._follower.campaign_id

    def _show_costs(self, campaign_id: int, totals: Sequence[Figure]) -> None:
        if campaign_id != self._shown_id:
            return
        before = self._tally.by_cpu
        changed = self._tally.set_costs(totals)
        if self._tally.by_cpu != before:
            self._grid.show_soon(self._tally)
        else:
            self._grid.refresh(changed)

    def _end_followed(self) -> None:
        self._charts.end()
        self._updates.show_all()
        self._costs.read_now(self._shown_id)
        self._head.show_end_reason(self._ended_by)

    def _show_silence(self, seconds: float) -> None:
        if self.workbench.running or not self._follower.campaign_id:
            return
        if seconds < 0:
            self._head.show_note(self.tr("the store does not answer"))
        elif seconds > _SILENT_AFTER_S:
            frame = self.tr("no news for {seconds} s")
            self._head.show_note(frame.format(seconds=format_number(round(seconds))))

    def _take(self, events: list[Event], lines: list[Event] | None = None) -> None:
        """Show a batch of events, at most ten batches a second; only `lines` of them are logged, by
        default all."""
        for event in events:
            self._counts = self._counts.updated_by(event)
            self._take_event(event)
        self._charts.add_events(events)
        self._updates.add_events(events if lines is None else lines)

    def _take_event(self, event: Event) -> None:  # noqa: C901, PLR0912 a case for each kind
        match event:
            case CampaignStarted():
                self._campaign_started(event)
            case ServerRecord():
                self._head.show_text(
                    filled(
                        self.tr("{server} {version} is ready"),
                        server=event.name,
                        version=event.version,
                    )
                )
            case RunStarted():
                self._run, self._waiting = event, False
                self._updates.mark_changed(self._tally.run_started(event))
                if event.is_first_of_lockstep:
                    self._head.show_run(event)
            case Sampled(sample):
                if sample.operation is not None:
                    self._head.show_sample(sample)
            case Progressed():
                self._progressed(event)
            case CampaignFinished():
                self._finished(event)
            case OperationStarted(operation=operation):
                self._show_run_again()
                self._head.show_operation(operation, 0.0)
            case Activity():
                share = event.done / event.total if event.total else None
                self._head.show_activity(message_text(event.message), share)
            case Noted(about=Note.AWAITING, message=message):
                self._waiting = True
                self._head.show_text(message_text(message))
            case EvidenceStarted():
                self._head.show_text(
                    filled(
                        self.tr("Searching for planted data: {server}, {protection}"),
                        server=event.server,
                        protection=message_text(event.title),
                    )
                )
            case RunFinished(status=Status.FAILED, broken_off=False):
                self._failed_run(event)
            case RunFinished() | OperationFinished() | RunRepeated() | RunsAdded() | RunsDropped():
                pass  # counts, charts and log take these
            case CellMeasured():
                self._measured(event)
            case Noted() | ServerLost() | EvidenceProgressed() | EvidenceGathered():
                pass  # log and evidence page show these
            case DryRunFinished():
                pass  # the campaign page shows it
            case _:
                assert_never(event)

    def _measured(self, event: CellMeasured) -> None:
        self._updates.mark_changed(self._tally.cell_measured(event))
        self._costs.request(self._shown_id)

    def _failed_run(self, event: RunFinished) -> None:
        self._failed += 1
        self._first_failure = self._first_failure or message_text(event.why)
        self._show_failures()

    def _show_failures(self) -> None:
        """Show above the charts how many runs failed, why the first did, and what to do."""
        message = message_text(plural("{n} runs failed.", "{n} run failed.", self._failed))
        state = "" if self._over else self.tr("The campaign goes on.")
        cure = self.tr("Resume tries failed runs again.")
        sentences = message, self._first_failure, state, cure
        self._failures.show_text(" ".join(filter(None, sentences)))

    def _campaign_started(self, event: CampaignStarted) -> None:
        self._campaign_id = event.campaign_id
        self._head.rename(event.name)
        self._head.show_note("")
        self._head.show_progress(self._counts, None)
        tally = self._tally
        self._reader.read(
            lambda store: read_stored_cells(store, event.campaign_id),
            lambda known: self._restore(tally, known),
        )
        if until := self._earlier_until:
            self._reader.read(
                lambda store: read_earlier_sessions(store, event.campaign_id, until),
                lambda found: self._show_earlier(tally, found),
            )

    def _show_earlier(self, tally: CampaignTally, found: EarlierSessions | None) -> None:
        if found is not None and tally is self._tally:
            self._log.insert_earlier(found)

    def _restore(self, tally: CampaignTally, known: StoredCells | None) -> None:
        """Take the order of cells and the modes in use from the store."""
        if known is not None and tally is self._tally:
            tally.restore(*known)
            self._grid.show_tally(tally)

    def _show_run_again(self) -> None:
        """Show the run again when the awaited server works."""
        if self._waiting and self._run is not None:
            self._waiting = False
            self._head.show_run(self._run)

    def _progressed(self, event: Progressed) -> None:
        width = width_text(event.widest, event.target)
        self._head.show_progress(self._counts, event.remaining, width)
        if event.paused:
            self._head.show_note(self.tr("paused"))
            self._head.show_text("")

    def _command(self, command: Command) -> None:
        self.workbench.command(command)
        match command:
            case Command.PAUSE:
                self._head.set_paused(True)
                self._head.show_note(self.tr("pausing after this run"))
            case Command.RESUME:
                self._head.set_paused(False)
                self._head.show_note("")
            case Command.CANCEL:
                self._head.show_cancelling()
                self._head.show_note(self.tr("cancelling…"))

    def _finished(self, event: CampaignFinished) -> None:
        self._over = True
        if not self._failures.isHidden():  # there are some, and it was not dismissed
            self._show_failures()
        self._head.show_progress(self._counts, None)
        cancelled = event.status is Status.CANCELLED
        words = self.tr("cancelled") if cancelled else self.tr("done")
        if event.failed and not cancelled:
            words = status_word("flawed")
        if event.failed:
            words = self.tr("{words}, {failed} failed").format(
                words=words, failed=format_number(event.failed)
            )
        self._head.finish(words, with_results=True)
        self._head.show_text(self.tr("Stopping servers…"))
        self._ended_by = message_text(event.ended_by)

    def _end(self) -> None:
        self._charts.end()
        self._updates.show_all()
        if not self._campaign_id:
            early = self.workbench.cancelled_early
            words = self.tr("cancelled before it started") if early else self.tr("did not start")
            self._head.finish(words, with_results=False)
        elif not self._over:  # the error above the page says why
            self._head.finish(self.tr("interrupted"), with_results=True)
        self._head.show_end_reason(self._ended_by)
        self._campaign_id = ended = self._campaign_id or self.workbench.resumed_id
        if ended:
            self._reader.read(lambda store: store.summary(ended), self._show_outcome)
            self._costs.read_now(ended)

    def _show_outcome(self, summary: CampaignSummary | None) -> None:
        """Show the store's counts, as the results page does, and whether runs can be resumed."""
        if summary is not None and summary.id == self._campaign_id and not self.workbench.running:
            self._head.rename(summary.name)
            self._counts = counts_of(summary)
            self._head.show_progress(self._counts, None)
            self._head.offer_resume(self._counts.unfinished)

    def _show_results(self) -> None:
        self.workbench.page_requested.emit("results")
        self.workbench.campaign_selected.emit(self._campaign_id)
