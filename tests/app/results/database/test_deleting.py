"""A campaign is deleted as it was seen: what was added to it since keeps it."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from app.plan.matrix import PlannedRun
from app.plan.status import Status
from app.results.events import CampaignFinished, CampaignStarted, EvidenceGathered
from app.results.records import EvidenceFinding, SearchArea, SearchSubject, SessionRecord
from app.results.store.campaign_details import set_details
from app.results.store.store import Store, open_store
from engines.contract.message import NOTHING
from tests.app.results.making import make_campaign, started, store_campaign, whole_run


def more_runs(store: Store, campaign: int) -> None:
    for run in store.add_runs(campaign, [PlannedRun(0, 4)]):
        store.write(campaign, whole_run(run, {"INSERT": 1.0}))


def another_run(store: Store, campaign: int) -> None:
    run = next(each for each in store.load(campaign).runs if each.status is Status.PENDING)
    store.write(campaign, whole_run(run, {"INSERT": 1.0}))


def session(store: Store, campaign: int) -> None:
    store.add_session(campaign, SessionRecord(time.time() + 1, {}, "", ()))


def evidence(store: Store, campaign: int) -> None:
    trace = EvidenceFinding(
        "pg", "plaintext", SearchArea.FILES, SearchSubject.MARKER, "base/1", True, NOTHING
    )
    store.write(campaign, [EvidenceGathered("pg", "plaintext", (trace,), time.time() + 1)])


def notes(store: Store, campaign: int) -> None:
    set_details(store, campaign, notes="Kept for the audit.")


ADDED: dict[str, tuple[Callable[[Store, int], None], str]] = {
    "runs": (more_runs, "results were added, and 2 of 9 runs are done now"),
    "a run that was planned": (another_run, "results were added, and 2 of 8 runs are done now"),
    "an end": (
        lambda store, campaign: store.write(
            campaign, [CampaignFinished(campaign, Status.DONE, 9e9)]
        ),
        "results were added, and 1 of 8 runs are done now",
    ),
    "a session": (session, "it was resumed"),
    "evidence": (evidence, "evidence was gathered"),
    "notes": (notes, "its name, tags, notes or requirements were changed"),
}


def filled(store: Store) -> int:
    """A campaign with a run that is done."""
    campaign = store_campaign(store, make_campaign())
    store.add_session(campaign, SessionRecord(1000.0, {}, "", ()))
    run = store.load(campaign).runs[0]
    store.write(campaign, whole_run(run, {"INSERT": 1.0}))
    return campaign


@pytest.mark.parametrize("what", ADDED)
@pytest.mark.in_every_run("sqlite", "runs", "notes")
def test_that_what_was_added_since_keeps_a_campaign(any_store: Store, what: str) -> None:
    campaign = filled(any_store)
    seen, seen_at = any_store.summary(campaign), time.time()
    add, output = ADDED[what]
    add(any_store, campaign)
    assert str(any_store.delete_unchanged(seen, seen_at)) == output
    assert any_store.runs(campaign)
    assert not any_store.delete_unchanged(any_store.summary(campaign), time.time() + 10)
    assert any_store.campaigns() == []


def test_that_a_campaign_is_deleted_as_it_was_seen_and_deleted_twice_is_no_fault(
    any_store: Store,
) -> None:
    seen, seen_at = any_store.summary(filled(any_store)), time.time()
    assert not any_store.delete_unchanged(seen, seen_at)
    assert any_store.campaigns() == []
    assert not any_store.delete_unchanged(seen, seen_at)


def test_that_what_a_killed_program_left_running_is_deleted(address: str) -> None:
    """Opening the store sets its status right, which adds nothing."""
    with open_store(address, write=True) as store:
        campaign = filled(store)
        begun = started(store.load(campaign).runs[1])
        with store.locked(campaign):
            store.write(campaign, [CampaignStarted(campaign, "small", 8, 1), begun])
            seen, seen_at = store.summary(campaign), time.time()
        assert seen.status is Status.RUNNING
    with open_store(address, write=True) as store:
        assert not store.delete_unchanged(seen, seen_at)
        assert store.campaigns() == []


def test_that_a_campaign_that_another_program_works_on_is_retained(shared_address: str) -> None:
    with open_store(shared_address, write=True) as store:
        campaign = filled(store)
        seen, seen_at = store.summary(campaign), time.time()
        with open_store(shared_address, write=True) as other, other.locked(campaign):
            output = str(store.delete_unchanged(seen, seen_at))
            assert output == "another program is working on it"
        assert not store.delete_unchanged(seen, seen_at)
