"""Runs campaigns into one store, keeping their events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.campaign.executor import CampaignExecutor, CampaignOutcome
from app.campaign.runner import CampaignRunner
from app.evidence.gathering import gather_evidence
from app.plan.campaign import Campaign
from app.results.events import Event
from app.results.store.store import Store, open_store


class Stage:
    """Runs campaigns into one store, keeping their events."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.events: list[Event] = []
        self.watch: Callable[[Event], None] = lambda event: None
        self.runner: CampaignRunner | None = None
        self.begun: Callable[[CampaignRunner], None] = lambda runner: None

    def executor(self, **more: Any) -> CampaignExecutor:
        def sink(event: Event) -> None:
            self.events.append(event)
            self.watch(event)

        def keep(runner: CampaignRunner) -> None:
            self.runner = runner
            self.begun(runner)

        return CampaignExecutor(self.url, sink=sink, on_start=keep, **more, gather=gather_evidence)

    def run(self, campaign: Campaign, **more: Any) -> CampaignOutcome:
        return self.executor(**more).run(campaign)

    def store(self) -> Store:
        return open_store(self.url, write=False)

    def of(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]
