"""The window's controller: starts campaigns, evidence searches and dry runs in child processes, and
passes requests and news between pages by signals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.campaign.command import Command
from app.window.archives.archive_jobs import ArchiveJobs
from app.window.base.process_link import ProcessLink
from app.window.notices.resume_with_passwords import ResumeWithPasswords
from app.window.notices.store_watch import StoreWatch
from app.window.servers.known_servers import KnownServers
from engines.base.late_imports import LateModule
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase

if TYPE_CHECKING:
    from app.execution import campaign_process
    from app.execution.campaign_process import CampaignProcess, CampaignRequest
    from app.plan.campaign import Campaign
    from app.results import events
    from app.results.events import Event
else:  # imported late: the window is painted before there is any campaign
    events, campaign_process = map(
        LateModule, ("app.results.events", "app.execution.campaign_process")
    )

_SOON_MS = 10
"""A timer of 0 ms fires before Qt has painted."""


class Workbench(QObject):
    """Pages call it and connect to its signals; they do not know each other."""

    campaign_started = Signal(object)
    """A campaign is being started (Campaign), or a stored one resumed (None)."""

    events = Signal(list)
    """Events of the running campaign, in order, at most ten batches a second."""

    campaign_ended = Signal()
    """The running campaign's process has ended, for whatever reason."""

    evidence_started = Signal()
    """A separate search for evidence begins."""

    evidence_events = Signal(list)
    """Events of a separate search for evidence."""

    evidence_ended = Signal()
    """That search has ended, for whatever reason."""

    dry_run_events = Signal(list)
    """Events of a dry run."""

    dry_run_ended = Signal()
    """A dry run has ended, for whatever reason."""

    failed = Signal(object)
    """A CipherbenchError for the error panel."""

    error_resolved = Signal(object)
    """A CipherbenchError that was shown and no longer holds: the work was started again, or another
    file is used."""

    page_requested = Signal(str)
    """Show the page with this key."""

    page_build_requested = Signal(str)
    """Build the page with this key, so that it receives signals; it is not shown."""

    plan_opened = Signal(object)
    """A Campaign to show on the campaign page."""

    design_requested = Signal(str)
    """Open the wizard with this server; empty for none."""

    campaign_selected = Signal(int)
    """Show this campaign of the results store."""

    other_store_requested = Signal()
    """The user wants to open another results store read-only."""

    coordinator_known = Signal()
    """`coordinator` is set: campaigns can be handed out to its hosts."""

    store_follow_requested = Signal(str)
    """Show what runs in the store with this address."""

    def __init__(
        self,
        store_url: str | None = None,
        parent: QObject | None = None,
        *,
        read_only: bool = False,
    ) -> None:
        super().__init__(parent)
        self.store_url = store_url
        self.coordinator = ""
        """The address of a coordinator's store, with its login; empty until one was entered."""
        self.servers = KnownServers(self)
        self.archive_jobs = ArchiveJobs(store_url, self)
        self.archive_jobs.failed.connect(self.failed)
        self.store_watch = StoreWatch(store_url, self._writes, self, read_only=read_only)
        self.resuming = ResumeWithPasswords(self.servers, store_url, self)
        self.resuming.failed.connect(self.failed)
        self.resumed_id = 0
        """The id of the stored campaign that was resumed; 0 if the last campaign was new."""
        self._campaign_link: ProcessLink[Command, Event] = ProcessLink(self)
        self._begun = self._cancelled_early = False
        """Whether the campaign's first event has come; whether it was cancelled before that."""
        self._campaign_link.received.connect(self._note_started)
        self._campaign_link.received.connect(self.events)
        self._campaign_link.ended.connect(self._ended)
        self._evidence_link: ProcessLink[Command, Event] = ProcessLink(self)
        self._evidence_link.received.connect(self.evidence_events)
        self._evidence_link.ended.connect(self._evidence_search_ended)
        self._dry_run_link: ProcessLink[Command, Event] = ProcessLink(self)
        self._dry_run_link.received.connect(self.dry_run_events)
        self._dry_run_link.ended.connect(self._dry_run_ended)

    @property
    def running(self) -> bool:
        """Whether a campaign runs now."""
        return self._campaign_link.running

    @property
    def busy(self) -> bool:
        """Whether the store cannot be changed now: this or another program writes to it, or it is
        read-only."""
        return bool(self.obstacle())

    @property
    def read_only(self) -> bool:
        """Whether the store is open read-only."""
        return self.store_watch.read_only

    def obstacle(self) -> str:
        """Why the store cannot be changed now; empty if it can."""
        if self.read_only:
            return self.tr("Not available: the store is open read only")
        if self.running or self.archive_jobs.is_importing or self.store_watch.used_elsewhere:
            return self.tr("Not available while the store is being written")
        return ""

    @property
    def searching_evidence(self) -> bool:
        """Whether a separate search for evidence runs."""
        return self._evidence_link.running

    def set_coordinator(self, store: str) -> None:
        """Set the store of the coordinator to whose hosts campaigns can be handed out."""
        self.coordinator = store
        self.coordinator_known.emit()

    def import_files(self, paths: Sequence[Path]) -> None:
        """Import archives and spools into the store, unless it is being written."""
        if self.archive_jobs.is_importing or not self._refuse_if_busy():
            self.archive_jobs.import_files(paths)

    def start(self, campaign: Campaign, passwords: Mapping[str, str] | None = None) -> None:
        """Start a campaign and show the run page."""
        self._start_process(campaign, "", passwords)

    @property
    def dry_running(self) -> bool:
        """Whether a dry run runs."""
        return self._dry_run_link.running

    def dry_run(self, campaign: Campaign) -> None:
        """Try a campaign's operations on its servers; a campaign that starts ends it."""
        if not self.dry_running and not self._refuse_if_busy():
            self._dry_run_link.start(
                _process(replace(self._campaign_request(campaign), dry_run=True))
            )

    def cancel_dry_run(self) -> None:
        if self.dry_running:
            self._dry_run_link.send(Command.CANCEL)

    def start_in_background(self, campaign: Campaign) -> bool:
        """Start a campaign without showing the run page; False if it was refused."""
        return self._start_process(campaign, "", None, in_background=True)

    def resume(self, campaign_id: int, more: int = 0) -> None:
        """Resume a stored campaign, once its servers' passwords are known; with `more` additional
        repetitions of every cell."""
        if not self._refuse_if_busy():
            self.resuming.begin(campaign_id, partial(self._resume, campaign_id, more=more))

    def _resume(self, campaign_id: int, passwords: Mapping[str, str], more: int = 0) -> None:
        self._start_process(None, f"#{campaign_id}", passwords, resumed_id=campaign_id, more=more)

    def rerun(self, campaign_id: int) -> None:
        """Run a stored campaign's plan as a new campaign, once its servers' passwords are known."""
        if not self._refuse_if_busy():
            self.resuming.begin(campaign_id, partial(self._rerun, f"#{campaign_id}"))

    def search_evidence(self, campaign_id: int) -> None:
        """Search the servers of a stored campaign for evidence, once their passwords are known."""
        if not self._refuse_if_busy():
            self.resuming.begin(campaign_id, partial(self._search_evidence, f"#{campaign_id}"))

    def _rerun(self, campaign_ref: str, passwords: Mapping[str, str]) -> None:
        self._start_process(None, campaign_ref, passwords, as_new=True)

    def _search_evidence(self, campaign_ref: str, passwords: Mapping[str, str]) -> None:
        if self._refuse_if_busy():
            return
        self.servers.lock(self._servers_used(None))
        self._evidence_link.start(
            _process(self._campaign_request(evidence=campaign_ref, passwords=passwords))
        )
        self.evidence_started.emit()

    def cancel_evidence(self) -> None:
        self._evidence_link.send(Command.CANCEL)

    def command(self, command: Command) -> None:
        """Pause, resume or cancel the running campaign."""
        self._cancelled_early |= command is Command.CANCEL and not self._begun
        self._campaign_link.send(command)

    def close(self) -> None:
        """Cancel all that runs, and stop the servers that were started from the window."""
        self.resuming.close()
        self._campaign_link.close()
        self._evidence_link.close()
        self._dry_run_link.close()
        self.archive_jobs.close()
        self.servers.close()

    def _start_process(
        self,
        campaign: Campaign | None,
        campaign_ref: str,
        passwords: Mapping[str, str] | None,
        *,
        as_new: bool = False,
        resumed_id: int = 0,
        more: int = 0,
        in_background: bool = False,
    ) -> bool:
        if self._refuse_if_busy():
            return False
        self.resuming.cancel()
        self.cancel_dry_run()
        self.resumed_id = resumed_id
        self._begun = self._cancelled_early = False
        self.servers.lock(self._servers_used(campaign))
        self.page_build_requested.emit("run")  # so that it gets the signals that follow
        self.campaign_started.emit(campaign)
        request = self._campaign_request(campaign, campaign_ref, passwords=passwords)
        self._campaign_link.start(_process(replace(request, as_new=as_new, more=more)))
        if not in_background:  # in an event of its own: it is laid out once, with its contents
            QTimer.singleShot(_SOON_MS, self, partial(self.page_requested.emit, "run"))
        return True

    def _refuse_if_busy(self) -> bool:
        """Whether the store cannot be written now; emits `failed` with the reason then."""
        fault = self._own_writer_error() or self.store_watch.fault()
        if fault is not None:
            self.failed.emit(fault)
        return fault is not None

    def _own_writer_error(self) -> CipherbenchError | None:
        """An error if this program is writing to the store; else None."""
        if self.running:
            return CipherbenchError(
                phrase("A campaign is running"),
                phrase(
                    "Only one campaign runs at a time, so that campaigns do not disturb each other."
                ),
                phrase("Wait until it ends, or cancel it."),
            )
        if self.searching_evidence:
            return CipherbenchError(
                phrase("Search for evidence in progress"),
                phrase("It uses the servers and the results store."),
                phrase("Wait until it ends, or cancel it on the patterns page."),
            )
        if self.archive_jobs.is_importing:
            return CipherbenchError(
                phrase("A file is being imported"),
                phrase("Its contents are being written to the results store."),
                phrase("Wait until it ends, or cancel it on the results page."),
            )
        return None

    def _writes(self) -> bool:
        return self.running or self.searching_evidence or self.archive_jobs.is_importing

    def _campaign_request(
        self,
        campaign: Campaign | None = None,
        resume: str = "",
        evidence: str = "",
        passwords: Mapping[str, str] | None = None,
    ) -> CampaignRequest:
        return campaign_process.CampaignRequest(
            campaign,
            resume,
            evidence,
            self.store_url,
            self.servers.passwords() if passwords is None else passwords,
            self.servers.endpoints(),
        )

    def _servers_used(self, campaign: Campaign | None) -> list[str]:
        """Names of running servers that the campaign uses; for a stored one (None) of all."""
        return [
            lent.name
            for lent in self.servers.endpoints()
            if campaign is None or any(lent.same_as(spec) for spec in campaign.servers)
        ]

    def _note_started(self, batch: list[Event]) -> None:
        self._begun |= any(isinstance(event, events.CampaignStarted) for event in batch)

    @property
    def cancelled_early(self) -> bool:
        """Whether the last campaign was cancelled before its first event, so that its error does
        not count."""
        return self._cancelled_early and not self._begun

    def _ended(self, error: CipherbenchError | None) -> None:
        self.servers.unlock()
        self.campaign_ended.emit()
        if error is not None and not self.cancelled_early:
            self.failed.emit(error)

    def _dry_run_ended(self, error: CipherbenchError | None) -> None:
        self.dry_run_ended.emit()
        if error is not None and not self.running:
            self.failed.emit(error)

    def _evidence_search_ended(self, error: CipherbenchError | None) -> None:
        self.servers.unlock()
        self.evidence_ended.emit()
        if error is not None:
            self.failed.emit(error)


def _process(request: CampaignRequest) -> CampaignProcess:
    return campaign_process.CampaignProcess(request)
