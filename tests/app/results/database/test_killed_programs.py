"""Campaigns whose program was killed, and those that only seem to be: in files and in servers."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import text

from app.plan.status import INTERRUPTED, Status
from app.results.database.campaign_lock import is_claimed
from app.results.events import CampaignStarted
from app.results.store.store import Store, open_store
from engines.contract.errors import InputError
from tests.app.results.making import make_campaign, sampled, started, store_campaign
from tests.app.typed import Started
from tests.patience import wait_until

PROGRAM = """
import sys
from app.results.events import CampaignStarted
from app.results.store.store import open_store
from tests.app.results.making import started
with open_store(sys.argv[1], write=True) as store, store.locked(1):
    first = store.load(1).runs[0]
    store.write(1, [CampaignStarted(1, "small", 2, 0), started(first)])
    print("at work", flush=True)
    sys.stdin.read()
"""


@contextmanager
def at_work(address: str) -> Iterator[subprocess.Popen[str]]:
    """A program that works on the first campaign of a store."""
    pipe = subprocess.PIPE
    with Started("-c", PROGRAM, address, stdin=pipe, stdout=pipe, text=True) as program:
        assert program.stdout is not None and program.stdout.readline() == "at work\n"
        yield program
        program.kill()


def test_that_a_campaign_whose_program_was_killed_is_interrupted_and_can_be_resumed(
    address: str,
) -> None:
    with open_store(address, write=True) as store:
        store_campaign(store, make_campaign(repetitions=1, warmups=0))
    with open_store(address, write=False) as reader:
        with at_work(address):
            study_look(address)
            assert reader.summary(1).status is Status.RUNNING
            assert [each.id for each in reader.running()] == [1]
        wait_until(lambda: reader.summary(1).outcome == INTERRUPTED)
        assert [each.outcome for each in reader.campaigns()] == [INTERRUPTED]
        assert reader.snapshot(1).summary.outcome == INTERRUPTED
        assert reader.running() == []
    with open_store(address, write=True) as store:
        assert [run.status for run in store.runs(1)] == [Status.CANCELLED, Status.PENDING]
        assert len(store.prepare_resume(1)) == 2


def study_look(address: str) -> None:
    """A file is one program's; in a server another one leaves what is at work alone."""
    if "://" not in address:
        with pytest.raises(InputError, match="being written by another"):
            open_store(address, write=True)
        return
    with open_store(address, write=True) as other:
        assert other.load(1).runs[0].status is Status.RUNNING


@pytest.mark.slow
def test_that_a_campaign_that_was_cut_off_and_held_for_dead_runs_when_it_tells_more(
    shared_address: str,
) -> None:
    with open_store(shared_address, write=True) as store:
        campaign_id = store_campaign(store, make_campaign(repetitions=1, warmups=0))
        first = store.load(campaign_id).runs[0]
        with store.locked(campaign_id):
            store.write(campaign_id, [CampaignStarted(campaign_id, "x", 2, 0), started(first)])
            cut_off(store, campaign_id)
            with open_store(shared_address, write=True) as other:
                assert other.summary(campaign_id).status is Status.CANCELLED
                assert other.runs(campaign_id)[0].status is Status.CANCELLED
                store.write(campaign_id, [sampled(first.id, 1001.0)])
                assert other.summary(campaign_id).status is Status.RUNNING
                run = other.runs(campaign_id)[0]
                assert run.status is Status.RUNNING and not run.why


def cut_off(store: Store, campaign_id: int) -> None:
    """End the connection that holds the claim, as a server does that hears nothing of it."""
    lock = store._claims[campaign_id]
    assert lock._words is not None
    with store.transaction() as session:
        session.execute(text(lock._words.kill.format(me=lock._me)))

    def is_free() -> bool:
        with store.transaction() as session:
            return not is_claimed(session, campaign_id)

    wait_until(is_free)
