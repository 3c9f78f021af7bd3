"""Follows campaigns that other machines run, by looking at the store every second."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.results.events import Event
from app.results.records import CampaignSummary, host_of
from app.window.base.store_reader import StoreReader
from engines.contract.errors import CipherbenchError

if TYPE_CHECKING:
    from app.execution.following import HostCampaignEvents
    from app.results.store.store import Store

_POLL_MS = 1000


@dataclass(frozen=True)
class FollowedCampaign:
    """A campaign that runs; `host` is empty where no host of several measures it."""

    summary: CampaignSummary
    host: str


@dataclass(frozen=True)
class _Look:
    """What one look found; `of` is the campaign that `events` are of."""

    running: Sequence[FollowedCampaign]
    of: HostCampaignEvents | None
    events: list[Event]


class CampaignFollower(QObject):
    """Nothing is asked before `start`, and one look at a time."""

    listed = Signal(object)
    """The campaigns that run (Sequence[Watched])."""

    begun = Signal(object)
    """A CampaignSummary is followed from now on."""

    events = Signal(list)
    """What the followed campaign tells, in order."""

    ended = Signal()
    """The followed campaign is over, and all of it was told."""

    failed = Signal(object)
    """The store does not answer any more, by a CipherbenchError."""

    silent = Signal(float)
    """For so many seconds the followed campaign has told nothing; below zero the store itself does
    not answer."""

    def __init__(self, reader: StoreReader, parent: QObject) -> None:
        super().__init__(parent)
        self._reader = reader
        self._following: HostCampaignEvents | None = None
        self._running: dict[int, FollowedCampaign] = {}
        self._hosts: dict[int, str] = {}
        self._heard = 0.0
        self._looking = False
        self._answers = True
        self._timer = QTimer(self, interval=_POLL_MS)
        self._timer.timeout.connect(self._poll)

    @property
    def campaign_id(self) -> int:
        """The campaign that is followed; 0 without one."""
        return 0 if self._following is None else self._following.campaign_id

    def start(self) -> None:
        """Look from now on."""
        if not self._timer.isActive():
            self._timer.start()
            self._poll()

    def stop(self) -> None:
        """Look no more; what is being read is forgotten."""
        self._timer.stop()
        self._following = None

    def rest(self) -> None:
        """Look no more for now, and go on later."""
        self._timer.stop()

    def choose(self, campaign_id: int) -> None:
        """Follow another of the campaigns that run."""
        from app.execution.following import HostCampaignEvents

        if campaign_id in self._running and campaign_id != self.campaign_id:
            self._following = HostCampaignEvents(campaign_id)
            self._heard = time.monotonic()
            self.begun.emit(self._running[campaign_id].summary)
            self._poll()

    def _poll(self) -> None:
        following, hosts = self._following, self._hosts
        if self._looking:
            return

        def job(store: Store) -> _Look:
            running = []
            for each in store.running():
                if each.id not in hosts:
                    hosts[each.id] = host_of(store.environment(each.id))
                running.append(FollowedCampaign(each, hosts[each.id]))
            over = following is None or following.over
            return _Look(running, following, [] if over or not following else following.look(store))

        self._looking = True
        self._reader.read(job, self._take, self._not_read)

    def _take(self, look: _Look | None) -> None:
        self._looking, self._answers = False, True
        stopped = self._following is None and not self._timer.isActive()
        if look is None or stopped:
            return
        self._running = {each.summary.id: each for each in look.running}
        self.listed.emit(look.running)
        following = self._following
        if following is not None and look.of is following:
            self._emit_events(following, look.events)
        if self._wants_another():
            self.choose(next(iter(self._running)))

    def _wants_another(self) -> bool:
        """Whether nothing is followed, or what was is over and runs again."""
        if not self._running:
            return False
        if self._following is not None and self._following.over:
            if self.campaign_id in self._running:
                self._following = None
            return self._following is None
        return self._following is None

    def _emit_events(self, following: HostCampaignEvents, events: list[Event]) -> None:
        if events:
            self._heard = time.monotonic()
            self.events.emit(events)
            if following.over:
                self.ended.emit()
        elif not following.over:
            self.silent.emit(time.monotonic() - self._heard)

    def _not_read(self, error: CipherbenchError) -> None:
        self._looking = False
        if self._answers and self._timer.isActive():
            self.failed.emit(error)
        self._answers = False
        self.silent.emit(-1.0)
