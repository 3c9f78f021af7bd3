"""Page one says what a blind index changes, where a protection was measured with and without."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from app.plan.campaign import PlannedProtection
from app.plan.faults import UnfitPlan
from app.plan.matrix import cells_of, schedule
from app.plan.plan_file import parse_plan, write_plan
from app.plan.status import Status
from app.report.figures.campaign_report import report_on
from app.report.summary.making import summary_of
from app.results.events import CampaignFinished, CampaignStarted, Event
from app.results.store.store import Store
from engines.contract.protection import PLAINTEXT
from tests.app.results.making import make_campaign, make_cells, whole_run
from tests.app.results.noisy import GCM, costly_campaign
from workloads.own.workload import OwnParameters

SHOP = Path(__file__).parents[4] / "assets/workloads/shop.toml"
BY_INDEX = replace(GCM, name="by-index")
NO_INDEX = replace(GCM, name="no-index", blind_index=False)
_WITH_INDEX = costly_campaign(1, (BY_INDEX,), repetitions=8)
CAMPAIGN = replace(
    _WITH_INDEX,
    protections=(*_WITH_INDEX.protections, PlannedProtection(NO_INDEX)),
    workload=OwnParameters(
        file=str(SHOP), sizes=(1000,), seal=("customer.email",), search=("customer.email",)
    ),
)
SECONDS: Mapping[str, Mapping[str, float]] = {
    "by-index": {"find by e-mail": 1.2, "customer by key": 1.4},
    "no-index": {"find by e-mail": 180.0, "customer by key": 1.4},
}


def measured(store: Store) -> int:
    """The campaign as if it had taken those seconds, and one in plaintext."""
    cells = make_cells(CAMPAIGN)
    campaign_id = store.create_campaign(CAMPAIGN, cells, schedule(CAMPAIGN, cells))
    runs, luck = store.load(campaign_id).runs, random.Random(5)
    events: list[Event] = [CampaignStarted(campaign_id, CAMPAIGN.name, len(runs), 0)]
    for run in runs:
        plain = dict.fromkeys(SECONDS["by-index"], 1.0)
        seconds = SECONDS.get(cells[run.cell].protection.name, plain)
        noisy = {name: each * luck.uniform(0.995, 1.005) for name, each in seconds.items()}
        events += whole_run(run, noisy, 1000.0 + 500 * run.position)
    store.write(campaign_id, [*events, CampaignFinished(campaign_id, Status.DONE, 9e6)])
    return campaign_id


def test_that_page_one_tells_what_a_blind_index_changes_and_what_it_shows(store: Store) -> None:
    report = report_on(store, measured(store))
    _, said, *_ = map(str, summary_of(report).lead)
    assert said == (
        "“find by e-mail” costs 180 times as much (179 to 181) without a blind index, and "
        "20 % (20 to 21) with one. The index shows which rows share customer.email."
    )
    *_, with_one, without = summary_of(report).rows
    assert "by a blind index" in str(with_one.search)
    assert "without blind index" in str(without.protection)
    assert "customer.email" not in f"{without.leaks} {without.search}"


def test_that_a_plan_keeps_that_a_protection_has_no_blind_index() -> None:
    assert "blind_index = false" in write_plan(CAMPAIGN)
    again = parse_plan(write_plan(CAMPAIGN), "plan.toml")
    assert again.protections == CAMPAIGN.protections


def test_that_other_work_and_plaintext_have_no_blind_index_to_leave_out() -> None:
    other = make_campaign(protections=(PLAINTEXT, NO_INDEX))
    plain, sealed = cells_of(other, {}, missing=["pg"])
    assert not plain.why and sealed.reason == "This workload cannot leave out the blind index."
    with pytest.raises(UnfitPlan, match="has no blind index"):
        replace(CAMPAIGN, protections=(PlannedProtection(replace(PLAINTEXT, blind_index=False)),))
