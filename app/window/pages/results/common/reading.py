"""Reads a campaign as the results page shows it, on the reader's thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.report.figures.campaign_report import CampaignReport
    from app.results.store.store import Store


def read_report(
    store: Store, campaign_id: int, baseline: str | None = None, measure: str | None = None
) -> CampaignReport:
    """With its figures gathered, so that the window's thread has only to lay them out.

    Raises: InputError as `report_on`
    """
    from app.report.figures.campaign_report import report_on

    report = report_on(store, campaign_id, baseline, measure)
    _ = report.figures
    return report
