"""Which totals of a campaign page one, advice and charts speak of."""

from __future__ import annotations

import pytest

from app.report.figures.campaign_report import report_on
from app.report.figures.candidates import protection_costs
from app.results.store.store import Store
from tests.app.report.loaded import store_loaded
from tests.app.results.making import CBC
from tests.app.results.noisy import costly_campaign, store_costs
from tests.app.results.raw import store_raw


def test_that_one_kind_of_work_needs_no_word(store: Store) -> None:
    campaign = costly_campaign(1, (CBC,), (500, 1000), 6)
    costs = protection_costs(report_on(store, store_costs(store, campaign, {})).headline)
    assert [(each.total.is_total, str(each.work)) for each in costs] == [(True, "")]


@pytest.mark.slow
def test_that_of_cases_that_differ_in_size_the_largest_is_meant(store: Store) -> None:
    report = report_on(store, store_raw(store))
    assert {each.case for each in report.headline} == {"16 bytes", "1,024 bytes"}
    assert {each.total.case for each in protection_costs(report.headline)} == {"1,024 bytes"}


def test_that_kinds_of_work_are_named_by_what_tells_them_apart(store: Store) -> None:
    costs = protection_costs(report_on(store, store_loaded(store)).headline)
    ways = ["directly to the database", "through the web API"]
    assert [str(each.work) for each in costs] == ways
    assert [each.total.cost.blocks for each in costs] == [4, 4]
