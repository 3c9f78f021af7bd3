"""Counts of a campaign's runs (done, failed, total), updated by its events while it runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.plan.status import Status
from engines.base.late_imports import LateModule

if TYPE_CHECKING:
    from app.results import events
    from app.results.events import Event
    from app.results.records import CampaignSummary
else:  # imported late: the status bar is painted before any event
    events = LateModule("app.results.events")


@dataclass(frozen=True)
class RunCounts:
    """Numbers of runs; `done` excludes failed ones, as on the results page."""

    done: int = 0
    failed: int = 0
    total: int = 0

    @property
    def share(self) -> float:
        """Progress of the campaign, 0 to 1; failed runs count as over."""
        return min(1.0, (self.done + self.failed) / self.total) if self.total else 0.0

    @property
    def unfinished(self) -> bool:
        """Whether there is something to resume."""
        return self.done < self.total

    def updated_by(self, event: Event) -> RunCounts:  # noqa: PLR0911 a case for each kind
        match event:
            case events.CampaignStarted(done=done, total=total):
                return RunCounts(done, 0, total)
            case events.RunFinished(status=Status.DONE):
                return RunCounts(self.done + 1, self.failed, self.total)
            case events.RunFinished(status=Status.FAILED):
                return RunCounts(self.done, self.failed + 1, self.total)
            case events.RunRepeated():
                return RunCounts(self.done, self.failed, self.total + 1)
            case events.RunsAdded(runs=runs):
                return RunCounts(self.done, self.failed, self.total + len(runs))
            case events.RunsDropped(runs=runs):
                return RunCounts(self.done, self.failed, self.total - len(runs))
        return self


def counts_of(summary: CampaignSummary) -> RunCounts:
    return RunCounts(summary.runs_done, summary.runs_failed, summary.runs_total)
