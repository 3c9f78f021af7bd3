"""How runs and campaigns stand, as grids and lists mark it."""

from __future__ import annotations

from app.plan.status import DONE_WITH_FAILURES, Status
from app.results.records import CampaignSummary
from widgets.tables.cell_grid import CellStatus

STATES: dict[Status, CellStatus] = {
    Status.PENDING: "pending",
    Status.RUNNING: "running",
    Status.DONE: "done",
    Status.FAILED: "failed",
    Status.CANCELLED: "cancelled",
    Status.UNSUPPORTED: "unsupported",
}


def campaign_state(summary: CampaignSummary) -> CellStatus:
    """How a campaign stands; one that is done, but not in every run, is flawed."""
    return "flawed" if summary.outcome == DONE_WITH_FAILURES else STATES[summary.status]
