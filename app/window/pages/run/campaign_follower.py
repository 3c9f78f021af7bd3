"""Follows campaigns that other machines run, by reading the shared store every second."""

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
    from app.execution.followed_campaign import HostCampaignEvents
    from app.results.store.store import Store

_POLL_MS = 1000


@dataclass(frozen=True)
class FollowedCampaign:
    """A running campaign and the host that runs it; `host` is empty where it is not known."""

    summary: CampaignSummary
    host: str


@dataclass(frozen=True)
class _Poll:
    """What one reading found: the running campaigns, and new `events` of the `followed` one."""

    running: Sequence[FollowedCampaign]
    followed: HostCampaignEvents | None
    events: list[Event]


class CampaignFollower(QObject):
    """Emits what happens in the campaigns of a shared store, from `start` on. Of those that run,
    one is followed: its events are emitted."""

    listed = Signal(object)
    """The campaigns that run (Sequence[FollowedCampaign])."""

    begun = Signal(object)
    """A CampaignSummary is followed from now on."""

    events = Signal(list)
    """New events of the followed campaign (list[Event]), in order."""

    ended = Signal()
    """The followed campaign has ended, and all its events were emitted."""

    failed = Signal(object)
    """The store does not answer any more, by a CipherbenchError."""

    silent = Signal(float)
    """Seconds since the last event of the followed campaign; below zero where the store does not
    answer."""

    def __init__(self, reader: StoreReader, parent: QObject) -> None:
        super().__init__(parent)
        self._reader = reader
        self._following: HostCampaignEvents | None = None
        self._running: dict[int, FollowedCampaign] = {}
        self._hosts: dict[int, str] = {}
        self._last_event_at = 0.0
        self._reading = False
        self._store_answers = True
        self._timer = QTimer(self, interval=_POLL_MS)
        self._timer.timeout.connect(self._poll)

    @property
    def campaign_id(self) -> int:
        """The campaign that is followed; 0 without one."""
        return 0 if self._following is None else self._following.campaign_id

    def start(self) -> None:
        """Read from now on, once a second."""
        if not self._timer.isActive():
            self._timer.start()
            self._poll()

    def stop(self) -> None:
        """Follow nothing any more; what is being read is discarded."""
        self._timer.stop()
        self._following = None

    def pause(self) -> None:
        """Read no more until `start`, which goes on with the same campaign."""
        self._timer.stop()

    def choose(self, campaign_id: int) -> None:
        """Follow another of the campaigns that run."""
        from app.execution.followed_campaign import HostCampaignEvents

        if campaign_id in self._running and campaign_id != self.campaign_id:
            self._following = HostCampaignEvents(campaign_id)
            self._last_event_at = time.monotonic()
            self.begun.emit(self._running[campaign_id].summary)
            self._poll()

    def _poll(self) -> None:
        following, hosts = self._following, self._hosts
        if self._reading:
            return

        def job(store: Store) -> _Poll:
            running = []
            for each in store.running():
                if each.id not in hosts:
                    hosts[each.id] = host_of(store.environment(each.id))
                running.append(FollowedCampaign(each, hosts[each.id]))
            over = following is None or following.has_ended
            return _Poll(running, following, [] if over or not following else following.look(store))

        self._reading = True
        self._reader.read(job, self._on_read, self._on_read_failed)

    def _on_read(self, poll: _Poll | None) -> None:
        self._reading, self._store_answers = False, True
        stopped = self._following is None and not self._timer.isActive()
        if poll is None or stopped:
            return
        self._running = {each.summary.id: each for each in poll.running}
        self.listed.emit(poll.running)
        following = self._following
        if following is not None and poll.followed is following:
            self._emit_events(following, poll.events)
        if self._wants_another():
            self.choose(next(iter(self._running)))

    def _wants_another(self) -> bool:
        """Whether nothing is followed, or what was is over and runs again."""
        if not self._running:
            return False
        if self._following is not None and self._following.has_ended:
            if self.campaign_id in self._running:
                self._following = None
            return self._following is None
        return self._following is None

    def _emit_events(self, following: HostCampaignEvents, events: list[Event]) -> None:
        if events:
            self._last_event_at = time.monotonic()
            self.events.emit(events)
            if following.has_ended:
                self.ended.emit()
        elif not following.has_ended:
            self.silent.emit(time.monotonic() - self._last_event_at)

    def _on_read_failed(self, error: CipherbenchError) -> None:
        self._reading = False
        if self._store_answers and self._timer.isActive():
            self.failed.emit(error)
        self._store_answers = False
        self.silent.emit(-1.0)
