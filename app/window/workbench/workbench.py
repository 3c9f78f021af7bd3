"""What the pages share: the campaign that runs, the servers at hand and the results store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.campaign.command import Command
from app.window.base.process_link import ProcessLink
from app.window.filing.filing import Filing
from app.window.notices.store_watch import StoreWatch
from app.window.notices.taking_up import TakingUp
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
else:  # a window is painted before there is any campaign
    events, campaign_process = map(
        LateModule, ("app.results.events", "app.execution.campaign_process")
    )

_SOON_MS = 10
"""At once is no beat of its own: Qt calls it before it looks at anything else."""


class Workbench(QObject):
    """Pages call it and listen to its signals; they never know each other."""

    campaign_started = Signal(object)
    """A campaign is being started (Campaign), or resumed (None)."""

    events = Signal(list)
    """Events of the running campaign, in order, ten batches a second at most."""

    campaign_ended = Signal()
    """The running campaign's process is over, whatever the reason."""

    evidence_started = Signal()
    """A separate search for evidence begins."""

    evidence_events = Signal(list)
    """Events of a separate search for evidence."""

    evidence_ended = Signal()
    """That search is over, whatever the reason."""

    dry_run_events = Signal(list)
    """Events of a dry run."""

    dry_run_ended = Signal()
    """A dry run is over, whatever the reason."""

    failed = Signal(object)
    """A CipherbenchError for the error panel."""

    settled = Signal(object)
    """A CipherbenchError that was told, which is over: the work was begun anew, or another file is
    used."""

    page_wanted = Signal(str)
    """Show the page with this key."""

    page_needed = Signal(str)
    """Build the page with this key, so that it hears what happens; the one in front stays."""

    plan_opened = Signal(object)
    """A Campaign to be looked at and edited on the campaign page."""

    design_wanted = Signal(str)
    """A workload file is to be made from a database of this server; empty for any server."""

    campaign_selected = Signal(int)
    """Show this campaign of the results store."""

    store_wanted = Signal()
    """Another results store is to be chosen, and looked at."""

    coordinator_known = Signal()
    """The store of a coordinator was entered: its hosts can be given campaigns."""

    store_to_follow = Signal(str)
    """What runs in this store, by its address, is to be looked at."""

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
        """The address of a coordinator's store, with its login; empty while none was entered."""
        self.servers = KnownServers(self)
        self.filing = Filing(store_url, self)
        self.filing.failed.connect(self.failed)
        self.store_watch = StoreWatch(store_url, self._writes, self, read_only=read_only)
        self.taking_up = TakingUp(self.servers, store_url, self)
        self.taking_up.failed.connect(self.failed)
        self.taken_up = 0
        """The stored campaign that was resumed last; 0 where the last one was new."""
        self._running: ProcessLink[Command, Event] = ProcessLink(self)
        self._begun = self._cancelled_early = False
        """Whether the campaign has begun, and whether it was cancelled before it had."""
        self._running.received.connect(self._take)
        self._running.received.connect(self.events)
        self._running.ended.connect(self._ended)
        self._search: ProcessLink[Command, Event] = ProcessLink(self)
        self._search.received.connect(self.evidence_events)
        self._search.ended.connect(self._search_ended)
        self._trial: ProcessLink[Command, Event] = ProcessLink(self)
        self._trial.received.connect(self.dry_run_events)
        self._trial.ended.connect(self._trial_ended)

    @property
    def running(self) -> bool:
        """Whether a campaign runs now."""
        return self._running.running

    @property
    def busy(self) -> bool:
        """Whether the store cannot be changed now: it is being written to, from here or by another
        program, or is only looked at."""
        return bool(self.obstacle())

    @property
    def read_only(self) -> bool:
        """Whether the store is only looked at."""
        return self.store_watch.read_only

    def obstacle(self) -> str:
        """Why nothing of the store can be changed now; empty if it can."""
        if self.read_only:
            return self.tr("Not available: the store is open read only")
        if self.running or self.filing.taking_in or self.store_watch.taken:
            return self.tr("Not available while the store is being written")
        return ""

    @property
    def gathering(self) -> bool:
        """Whether a separate search for evidence runs."""
        return self._search.running

    def know_coordinator(self, store: str) -> None:
        """Campaigns can be given to the hosts of this store."""
        self.coordinator = store
        self.coordinator_known.emit()

    def take_in(self, paths: Sequence[Path]) -> None:
        """Take files, archives or spools, into the store, unless that is being written."""
        if self.filing.taking_in or not self._refused():
            self.filing.take_in(paths)

    def start(self, campaign: Campaign, passwords: Mapping[str, str] | None = None) -> None:
        """Start a campaign and show the run page."""
        self._commission(campaign, "", passwords)

    @property
    def trying(self) -> bool:
        """Whether a dry run is going on."""
        return self._trial.running

    def dry_run(self, campaign: Campaign) -> None:
        """Try a campaign's operations on its servers; a campaign that starts ends it."""
        if not self.trying and not self._refused():
            self._trial.start(_process(replace(self._campaign_request(campaign), dry_run=True)))

    def stop_trying(self) -> None:
        """End the dry run."""
        if self.trying:
            self._trial.send(Command.CANCEL)

    def start_aside(self, campaign: Campaign) -> bool:
        """Start a campaign and leave the page in front; False where it was refused."""
        return self._commission(campaign, "", None, aside=True)

    def take_up(self, campaign_id: int, more: int = 0) -> None:
        """Resume a stored campaign, once no password of its servers is missing; with so many
        repetitions `more` of every cell."""
        if not self._refused():
            self.taking_up.begin(campaign_id, partial(self._resume, campaign_id, more=more))

    def _resume(self, campaign_id: int, passwords: Mapping[str, str], more: int = 0) -> None:
        self._commission(None, f"#{campaign_id}", passwords, taken_up=campaign_id, more=more)

    def take_up_as_new(self, campaign_id: int) -> None:
        """Run a stored campaign's plan anew, once no password of its servers is missing."""
        if not self._refused():
            self.taking_up.begin(campaign_id, partial(self.run_as_new, f"#{campaign_id}"))

    def take_up_evidence(self, campaign_id: int) -> None:
        """Look for a stored campaign's evidence, once no password of its servers is missing."""
        if not self._refused():
            self.taking_up.begin(campaign_id, partial(self.gather_evidence, f"#{campaign_id}"))

    def resume(self, name_or_id: str, passwords: Mapping[str, str] | None = None) -> None:
        """Take a stored campaign up again and show the run page."""
        self._commission(None, name_or_id, passwords)

    def run_as_new(self, name_or_id: str, passwords: Mapping[str, str] | None = None) -> None:
        """Run the plan of a stored campaign as a new one and show the run page."""
        self._commission(None, name_or_id, passwords, as_new=True)

    def gather_evidence(self, name_or_id: str, passwords: Mapping[str, str] | None = None) -> None:
        """Look for the evidence of a stored campaign; any page may stay in front."""
        if self._refused():
            return
        self.servers.lock(self._wanted(None))
        self._search.start(
            _process(self._campaign_request(evidence=name_or_id, passwords=passwords))
        )
        self.evidence_started.emit()

    def stop_gathering(self) -> None:
        """End the search for evidence."""
        self._search.send(Command.CANCEL)

    def command(self, command: Command) -> None:
        """Pause, resume or cancel the running campaign."""
        self._cancelled_early |= command is Command.CANCEL and not self._begun
        self._running.send(command)

    def close(self) -> None:
        """Cancel what runs and stop the servers that were started from the window."""
        self.taking_up.close()
        self._running.close()
        self._search.close()
        self._trial.close()
        self.filing.close()
        self.servers.close()

    def _commission(
        self,
        campaign: Campaign | None,
        resume: str,
        passwords: Mapping[str, str] | None,
        *,
        as_new: bool = False,
        taken_up: int = 0,
        more: int = 0,
        aside: bool = False,
    ) -> bool:
        if self._refused():
            return False
        self.taking_up.drop()
        self.stop_trying()
        self.taken_up = taken_up
        self._begun = self._cancelled_early = False
        self.servers.lock(self._wanted(campaign))
        self.page_needed.emit("run")  # before it hears of the campaign it may have to be built
        self.campaign_started.emit(campaign)
        request = self._campaign_request(campaign, resume, passwords=passwords)
        self._running.start(_process(replace(request, as_new=as_new, more=more)))
        if not aside:  # with all that it has to show, laid out once, and in a beat of its own
            QTimer.singleShot(_SOON_MS, self, partial(self.page_wanted.emit, "run"))
        return True

    def _refused(self) -> bool:
        """Whether the store is being written, here or by another program; then shows an error."""
        fault = self._at_work() or self.store_watch.fault()
        if fault is not None:
            self.failed.emit(fault)
        return fault is not None

    def _at_work(self) -> CipherbenchError | None:
        """The work of this program that writes to the store, as an error; None without any."""
        if self.running:
            return CipherbenchError(
                phrase("A campaign is running"),
                phrase(
                    "Only one campaign runs at a time, so that campaigns do not disturb each other."
                ),
                phrase("Wait until it ends, or cancel it."),
            )
        if self.gathering:
            return CipherbenchError(
                phrase("Search for evidence in progress"),
                phrase("It uses the servers and the results store."),
                phrase("Wait until it ends, or cancel it on the patterns page."),
            )
        if self.filing.taking_in:
            return CipherbenchError(
                phrase("A file is being imported"),
                phrase("Its contents are being written to the results store."),
                phrase("Wait until it ends, or cancel it on the results page."),
            )
        return None

    def _writes(self) -> bool:
        return self.running or self.gathering or self.filing.taking_in

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

    def _wanted(self, campaign: Campaign | None) -> list[str]:
        """Running servers that the campaign takes; a resumed one does not tell which they are."""
        return [
            lent.name
            for lent in self.servers.endpoints()
            if campaign is None or any(lent.same_as(spec) for spec in campaign.servers)
        ]

    def _take(self, batch: list[Event]) -> None:
        self._begun |= any(isinstance(event, events.CampaignStarted) for event in batch)

    @property
    def cancelled_early(self) -> bool:
        """Whether the last campaign was cancelled before it had begun: what came of it is no
        fault then."""
        return self._cancelled_early and not self._begun

    def _ended(self, error: CipherbenchError | None) -> None:
        self.servers.unlock()
        self.campaign_ended.emit()
        if error is not None and not self.cancelled_early:
            self.failed.emit(error)

    def _trial_ended(self, error: CipherbenchError | None) -> None:
        self.dry_run_ended.emit()
        if error is not None and not self.running:
            self.failed.emit(error)

    def _search_ended(self, error: CipherbenchError | None) -> None:
        self.servers.unlock()
        self.evidence_ended.emit()
        if error is not None:
            self.failed.emit(error)


def _process(request: CampaignRequest) -> CampaignProcess:
    return campaign_process.CampaignProcess(request)
