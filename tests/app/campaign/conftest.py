"""Small campaigns on real servers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.campaign.conductor import Conductor, Outcome
from app.campaign.runner import CampaignRunner
from app.evidence.gathering import gather_evidence
from app.plan.campaign import Campaign, PlannedProtection, WorkloadPlan
from app.results.database.store import Store, open_store
from app.results.events import Event
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.server import ServerSpec

AES = Protection("aes-128", ProtectionKind.NATIVE, "aes", 128)


@pytest.fixture
def plan(spec_for: Callable[..., ServerSpec]) -> Callable[..., Campaign]:
    """A small campaign on servers that it starts itself, by engine name."""

    def make(*engines: str, size: int = 30, **changes: Any) -> Campaign:
        campaign = Campaign(
            "small",
            tuple(spec_for(engine) for engine in engines),
            (PlannedProtection(PLAINTEXT), PlannedProtection(AES)),
            WorkloadPlan(sizes=(size,)),
            repetitions=2,
            warmups=0,
        )
        return replace(campaign, **changes)

    return make


class Stage:
    """Runs campaigns into one store, keeping their events."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.events: list[Event] = []
        self.watch: Callable[[Event], None] = lambda event: None
        self.runner: CampaignRunner | None = None

    def conductor(self, **more: Any) -> Conductor:
        def sink(event: Event) -> None:
            self.events.append(event)
            self.watch(event)

        def keep(runner: CampaignRunner) -> None:
            self.runner = runner

        return Conductor(self.url, sink=sink, on_start=keep, **more, gather=gather_evidence)

    def run(self, campaign: Campaign, **more: Any) -> Outcome:
        return self.conductor(**more).run(campaign)

    def store(self) -> Store:
        return open_store(self.url, write=False)

    def of(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    """A stage with a fresh store."""
    return Stage(str(tmp_path / "store.sqlite"))
