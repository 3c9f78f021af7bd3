"""What a report says of its unit is what was measured: turns, whole runs, or both."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.plan.campaign import Order
from app.report.figures.campaign_report import report_on
from app.report.tables.cost_tables import verdicts_method
from app.results.store.store import Store
from tests.app.results.making import CBC
from tests.app.results.noisy import costly_campaign, store_costs


@pytest.mark.parametrize(
    ("order", "report", "unreported"),
    [
        (Order.LOCKSTEP, "a block is one repetition. In it, the protections", "ABBA"),
        (Order.ABBA, "a block is a forward and a backward pass", "took turns"),
    ],
)
def test_that_the_unit_is_reported_as_it_was_measured(
    store: Store, order: Order, report: str, unreported: str
) -> None:
    """A campaign in turns was said to have passes forwards and backwards of whole runs."""
    planned = replace(costly_campaign(1, (CBC,), repetitions=2), order=order)
    method = verdicts_method(report_on(store, store_costs(store, planned, {})))
    assert report in method and unreported not in method
