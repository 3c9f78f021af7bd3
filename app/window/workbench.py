"""What the pages share: the campaign that runs, the servers at hand and the results store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.campaign.command import Command
from app.window.bridge import EventPump
from app.window.campaign_process import Commission
from app.window.servers.known_servers import KnownServers
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase

if TYPE_CHECKING:
    from app.plan.campaign import Campaign


class Workbench(QObject):
    """Pages tell it what the user wants and listen to its signals; they never know each other."""

    campaign_started = Signal(object)
    """A campaign is being started (Campaign), or resumed (None)."""

    events = Signal(list)
    """Events of the running campaign, in order, ten batches a second at most."""

    campaign_ended = Signal()
    """The running campaign's process is over, whatever the reason."""

    evidence_events = Signal(list)
    """Events of a search for evidence that was asked for by itself."""

    evidence_ended = Signal()
    """That search is over, whatever the reason."""

    failed = Signal(object)
    """A CipherbenchError for the error panel."""

    page_wanted = Signal(str)
    """Show the page with this key."""

    plan_opened = Signal(object)
    """A Campaign to be looked at and edited on the campaign page."""

    campaign_selected = Signal(int)
    """Show this campaign of the results store."""

    def __init__(self, store_url: str | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.store_url = store_url
        self.servers = KnownServers(self)
        self._pump = EventPump(self)
        self._pump.events.connect(self.events)
        self._pump.ended.connect(self._ended)
        self._search = EventPump(self)
        self._search.events.connect(self.evidence_events)
        self._search.ended.connect(self._search_ended)

    @property
    def running(self) -> bool:
        """Whether a campaign runs now."""
        return self._pump.running

    @property
    def gathering(self) -> bool:
        """Whether evidence is being gathered by itself."""
        return self._search.running

    def start(self, campaign: Campaign, passwords: Mapping[str, str] | None = None) -> None:
        """Start a campaign and show the run page."""
        self._commission(campaign, "", passwords)

    def resume(self, name_or_id: str, passwords: Mapping[str, str] | None = None) -> None:
        """Take a stored campaign up again and show the run page."""
        self._commission(None, name_or_id, passwords)

    def run_as_new(self, name_or_id: str) -> None:
        """Run the plan of a stored campaign as a new one and show the run page."""
        self._commission(None, name_or_id, None, as_new=True)

    def gather_evidence(self, name_or_id: str) -> None:
        """Look for the evidence of a stored campaign; any page may stay in front."""
        if self._refused():
            return
        self.servers.lock(self._wanted(None))
        self._search.start(self._order(evidence=name_or_id))

    def stop_gathering(self) -> None:
        """End the search for evidence."""
        self._search.send(Command.CANCEL)

    def command(self, command: Command) -> None:
        """Pause, resume or cancel the running campaign."""
        self._pump.send(command)

    def close(self) -> None:
        """Cancel what runs and stop the servers that were started from the window."""
        self._pump.close()
        self._search.close()
        self.servers.close()

    def _commission(
        self,
        campaign: Campaign | None,
        resume: str,
        passwords: Mapping[str, str] | None,
        *,
        as_new: bool = False,
    ) -> None:
        if self._refused():
            return
        self.servers.lock(self._wanted(campaign))
        self.campaign_started.emit(campaign)
        self.page_wanted.emit("run")
        order = self._order(campaign, resume, passwords=passwords)
        self._pump.start(replace(order, as_new=as_new))

    def _refused(self) -> bool:
        """Whether something runs already; the user is told so."""
        if not self.running and not self.gathering:
            return False
        self.failed.emit(
            CipherbenchError(
                phrase("A campaign is running"),
                phrase("One campaign runs at a time, so that they do not disturb each other."),
                phrase("Wait until it ends, or cancel it."),
            )
            if self.running
            else CipherbenchError(
                phrase("Evidence is being gathered"),
                phrase("A search for evidence works on the servers and on the results store."),
                phrase("Wait until it ends, or cancel it on the patterns page."),
            )
        )
        return True

    def _order(
        self,
        campaign: Campaign | None = None,
        resume: str = "",
        evidence: str = "",
        passwords: Mapping[str, str] | None = None,
    ) -> Commission:
        return Commission(
            campaign,
            resume,
            evidence,
            self.store_url,
            {**self.servers.passwords(), **(passwords or {})},
            self.servers.endpoints(),
        )

    def _wanted(self, campaign: Campaign | None) -> list[str]:
        """Running servers that the campaign takes; a resumed one does not tell which they are."""
        return [
            lent.name
            for lent in self.servers.endpoints()
            if campaign is None or any(lent.same_as(spec) for spec in campaign.servers)
        ]

    def _ended(self, error: CipherbenchError | None) -> None:
        self.servers.unlock()
        self.campaign_ended.emit()
        if error is not None:
            self.failed.emit(error)

    def _search_ended(self, error: CipherbenchError | None) -> None:
        self.servers.unlock()
        self.evidence_ended.emit()
        if error is not None:
            self.failed.emit(error)
