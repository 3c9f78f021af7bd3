"""Maps the status of runs and campaigns to the marks of grids and lists."""

from __future__ import annotations

from app.plan.status import DONE_WITH_FAILURES, INTERRUPTED, Status
from app.results.records import CampaignSummary
from widgets.tables.cell_grid import CellStatus

CELL_STATUSES: dict[Status, CellStatus] = {
    Status.PENDING: "pending",
    Status.RUNNING: "running",
    Status.DONE: "done",
    Status.FAILED: "failed",
    Status.CANCELLED: "cancelled",
    Status.UNSUPPORTED: "unsupported",
}


def campaign_state(summary: CampaignSummary) -> CellStatus:
    """The state of a campaign; “flawed” if it is done but some runs failed."""
    return _OUTCOMES.get(summary.outcome) or CELL_STATUSES[summary.status]


_OUTCOMES: dict[str, CellStatus] = {DONE_WITH_FAILURES: "flawed", INTERRUPTED: "interrupted"}
