"""Verdicts on all cases together say what those on each of them say."""

from __future__ import annotations

from app.findings.compare import AllCases
from app.report.figures.campaign_report import report_on
from app.results.store.store import Store
from tests.app.report.loaded import store_loaded
from tests.app.results.making import CBC
from tests.app.results.noisy import GCM, costly_campaign, store_costs


def test_that_a_gain_over_an_encrypted_baseline_needs_no_cause_in_any_case(store: Store) -> None:
    campaign = costly_campaign(1, (CBC, GCM), cases=(1000, 2000))
    costs = {("postgresql", CBC.name): 0.5}
    number = store_costs(store, campaign, costs, noise=0.004)
    report = report_on(store, number, CBC.name)
    reported = {row.cost.text or "" for row in report.comparison if row.protection == GCM.name}
    whole = [row for row in AllCases(report.compared).rows if row.protection == GCM.name]
    assert reported and not any("check why" in each for each in reported)
    assert whole and all(row.cost.verdict == "faster" for row in whole)
    assert not any("check why" in (row.cost.text or "") for row in whole)


def test_that_cases_of_different_kinds_have_no_cost_together(store: Store) -> None:
    rows = AllCases(report_on(store, store_loaded(store)).compared).rows
    assert rows and {(row.cost.percent, row.cost.verdict) for row in rows} == {(None, None)}
