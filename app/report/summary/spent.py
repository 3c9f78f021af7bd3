"""CPU time of protections whose cost is known: no cores nor money of what proves nothing."""

from __future__ import annotations

from app.advice.capacity import Spending, spendings
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.headline import told_costs


def spent_of(report: CampaignReport) -> tuple[tuple[Spending, ...], tuple[Spending, ...]]:
    """Those whose cost has a verdict that says something, and those left out because it has none:
    by cases where these are told apart, else of all of a protection on its server."""
    told = told_costs(report.weighted or report.headline)
    decided = {(each.server, each.protection) for each in told if each.cost.decided}
    unknown = {(each.server, each.protection, each.at) for each in told if not each.cost.decided}
    known, left_out = list[Spending](), list[Spending]()
    for each in spendings(report, report.compared):
        place = each.server, each.protection
        able = place in decided and (*place, each.case) not in unknown
        (known if able else left_out).append(each)
    return tuple(known), tuple(left_out)
