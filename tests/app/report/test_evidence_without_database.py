"""Evidence is of what a database has written: work without one has none."""

from __future__ import annotations

import pytest

from app.command_line.main import run
from app.plan.campaign import UnfitPlan
from app.results.store.store import Store
from app.window.pages.campaign.draft import Draft
from tests.app.results.raw import PARAMETERS, raw_campaign, store_raw


def test_that_a_plan_without_a_database_cannot_ask_for_evidence() -> None:
    with pytest.raises(UnfitPlan, match="uses no database"):
        raw_campaign(evidence=True)


def test_that_a_wish_for_it_from_other_work_is_dropped_from_a_draft() -> None:
    draft = Draft(name="raw", servers=(), protections=(), workload=PARAMETERS, evidence=True)
    assert draft.evidence and not draft.campaign().evidence


def test_that_none_is_gathered_of_raw_ciphers(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    number = store_raw(store, raw_campaign())
    assert run(["evidence", str(number), "--store", str(store.url)]) != 0
    assert "uses no database" in capsys.readouterr().err
