"""What has been recorded stays as it is, in SQLite and in PostgreSQL."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.findings.compare import Comparisons
from app.plan.campaign import Order
from app.plan.matrix import PlannedRun
from app.plan.status import Status
from app.results.events import RunFinished
from app.results.records import ServerRecord, SessionRecord
from app.results.store.store import Store
from engines.contract.message import Message
from tests.app.results.making import (
    make_campaign,
    operation_finished,
    run_of,
    started,
    store_campaign,
    whole_run,
)

IN_A_FILE = pytest.mark.in_every_run("sqlite")
"""Where others here write the same to a server."""
TIMES = {"INSERT": 1.0, "SELECT": 1.0, "UPDATE": 1.0, "DELETE": 1.0}


def test_that_a_server_of_a_later_session_replaces_no_record(any_store: Store) -> None:
    campaign_id = store_campaign(any_store, make_campaign())
    first = ServerRecord("pg", "postgresql", "embedded", "18.6", {"fsync": "on"})
    any_store.write(campaign_id, [first])
    other = ServerRecord("pg", "postgresql", "embedded", "15.18", {"fsync": "off"})
    any_store.write(campaign_id, [other])
    [server] = any_store.servers(campaign_id)
    assert (server.version, server.settings) == ("18.6", {"fsync": "on"})


def test_that_the_facts_of_a_later_session_replace_none(any_store: Store) -> None:
    campaign_id = store_campaign(any_store, make_campaign())
    any_store.set_environment(campaign_id, {"cpu": "EPYC", "virtual": None})
    any_store.set_environment(campaign_id, {"cpu": "Z80", "virtual": "kvm", "cores": 2})
    known = {"cpu": "EPYC", "virtual": None, "cores": 2}
    assert any_store.environment(campaign_id) == known


def test_that_sessions_stand_side_by_side_and_go_with_their_campaign(any_store: Store) -> None:
    campaign_id = store_campaign(any_store, make_campaign())
    servers = (ServerRecord("pg", "postgresql", "embedded", "18.6", {"fsync": "on"}),)
    made = [
        SessionRecord(at, {"cpu": "EPYC", "flags": ["aes"]}, "ab" * 32, servers)
        for at in (1.5, 2.5)
    ]
    for each in made:
        any_store.add_session(campaign_id, each)
    assert any_store.sessions(campaign_id) == made
    any_store.delete_campaign(campaign_id)
    assert any_store.sessions(campaign_id) == []


def test_that_a_run_that_stood_still_is_followed_by_another(any_store: Store) -> None:
    campaign_id = store_campaign(any_store, make_campaign(repetitions=1, warmups=0))
    run = run_of(any_store, campaign_id, cell=0, repetition=1)
    why = Message("INSERT: it stood still.")
    stalled = RunFinished(run.id, Status.DONE, 1004.0, why, stalled=True)
    any_store.write(campaign_id, [*whole_run(run, TIMES)[:-1], stalled])
    summary = any_store.summary(campaign_id)
    assert (summary.runs_total, summary.runs_done, summary.runs_failed) == (2, 0, 1)
    assert any_store.cells(campaign_id)[0].status is Status.FAILED

    again, _ = any_store.add_repeat(run.id)
    assert any_store.add_repeat(run.id)[0] == again
    last = any_store.runs(campaign_id)[-1]
    assert (last.id, last.cell, last.repetition, last.status) == (again, 0, 1, Status.PENDING)
    summary = any_store.summary(campaign_id)
    assert (summary.runs_total, summary.runs_done, summary.runs_failed) == (3, 1, 0)
    assert any_store.cells(campaign_id)[0].status is Status.PENDING

    any_store.write(
        campaign_id,
        [
            started(any_store.load(campaign_id).runs[-1], 2000.0),
            *(operation_finished(again, name, 2.0, 2000.0) for name in TIMES),
            RunFinished(again, Status.DONE, 2010.0),
        ],
    )
    assert any_store.cells(campaign_id)[0].status is Status.DONE
    counted = [each for each in any_store.operations(campaign_id) if each.is_counted]
    assert {each.run_id for each in counted} == {again}
    histogram = any_store.histogram(campaign_id, 0, "INSERT")
    assert histogram is not None and histogram.get_total_count() == 1


@IN_A_FILE
def test_that_resuming_repeats_what_stood_still_and_never_was_repeated(any_store: Store) -> None:
    campaign_id = store_campaign(any_store, make_campaign(repetitions=1, warmups=1))
    for run in any_store.load(campaign_id).runs:
        over = RunFinished(run.id, Status.DONE, 1004.0, Message("It stood still."), stalled=True)
        any_store.write(campaign_id, [*whole_run(run, TIMES)[:-1], over])
    todo = any_store.prepare_resume(campaign_id)
    assert sorted((run.cell, run.repetition) for run in todo) == [(0, 1), (1, 1)]
    assert not any(run.warmup for run in todo)
    assert len(any_store.prepare_resume(campaign_id)) == 2
    assert len(any_store.operations(campaign_id)) == 16  # nothing of it was forgotten


def test_that_further_repetitions_are_added_once_and_reopen_their_cells(any_store: Store) -> None:
    campaign_id = store_campaign(any_store, make_campaign(repetitions=1, warmups=1))
    for run in any_store.load(campaign_id).runs:
        any_store.write(campaign_id, whole_run(run, TIMES))
    wanted = [PlannedRun(1, 2), PlannedRun(0, 2)]
    added = any_store.add_runs(campaign_id, wanted)
    assert [(run.cell, run.repetition, run.position) for run in added] == [(1, 2, 4), (0, 2, 5)]
    assert any_store.add_runs(campaign_id, wanted) == added
    assert len(any_store.runs(campaign_id)) == 6
    assert {cell.status for cell in any_store.cells(campaign_id)} == {Status.PENDING}


@IN_A_FILE
def test_that_what_was_added_keeps_its_first_run_when_asked_for_again(any_store: Store) -> None:
    campaign_id = store_campaign(any_store, make_campaign(repetitions=1, warmups=0))
    wanted = [PlannedRun(1, 2), PlannedRun(0, 2)]
    added = any_store.add_runs(campaign_id, wanted)
    any_store.add_repeat(added[0].id)
    assert any_store.add_runs(campaign_id, wanted) == added


def _began(store: Store, campaign_id: int, at: float) -> None:
    store.add_session(campaign_id, SessionRecord(at, {}, "", ()))


def _interrupted(store: Store, order: Order = Order.ABBA) -> int:
    """Two blocks of two cells, of which the last run of the first one has failed."""
    campaign = replace(make_campaign(repetitions=4, warmups=0), order=order, control=True)
    campaign_id = store_campaign(store, campaign)
    _began(store, campaign_id, 900.0)
    for number, run in enumerate(store.load(campaign_id).runs):
        *done, end = whole_run(run, TIMES, 1000.0 + 10 * number)
        status = Status.FAILED if number == 3 else Status.DONE
        store.write(campaign_id, [*done, RunFinished(run.id, status, end.at)])  # type: ignore[union-attr]
    return campaign_id


@IN_A_FILE
def test_that_a_block_that_was_interrupted_is_done_again_as_a_whole(any_store: Store) -> None:
    campaign_id = _interrupted(any_store)
    before = any_store.load(campaign_id).runs
    todo = any_store.prepare_resume(campaign_id)
    order = [(run.cell, run.repetition) for run in before[:4]]
    assert [(run.cell, run.repetition) for run in todo] == order
    assert [run.position for run in todo] == [8, 9, 10, 11] and todo[-1].id == before[3].id
    assert any_store.prepare_resume(campaign_id) == todo
    assert len(any_store.operations(campaign_id)) == 7 * 4, "what was measured is kept"


@IN_A_FILE
def test_that_the_runs_of_a_block_count_together_or_not_at_all(any_store: Store) -> None:
    """Whichever run it was that failed: done later it is not compared with those of before."""
    campaign_id = _interrupted(any_store)
    failed = any_store.load(campaign_id).runs[3]
    _began(any_store, campaign_id, 5000.0)
    any_store.write(campaign_id, whole_run(failed, TIMES, 5001.0))
    assert _blocks(any_store, campaign_id) == {1}


def test_that_a_block_that_was_done_again_counts(any_store: Store) -> None:
    campaign_id = _interrupted(any_store)
    todo = any_store.prepare_resume(campaign_id)
    _began(any_store, campaign_id, 5000.0)
    for number, run in enumerate(todo):
        any_store.write(campaign_id, whole_run(run, TIMES, 5001.0 + 10 * number))
    assert _blocks(any_store, campaign_id) == {2}


def _blocks(store: Store, campaign_id: int) -> set[int | None]:
    rows = Comparisons(store.snapshot(campaign_id)).rows
    return {row.cost.blocks for row in rows if row.protection != "plaintext"}


@IN_A_FILE
def test_that_a_sequential_campaign_goes_on_with_the_run_alone(any_store: Store) -> None:
    campaign_id = _interrupted(any_store, Order.SEQUENTIAL)
    assert [run.position for run in any_store.prepare_resume(campaign_id)] == [3]


@IN_A_FILE
def test_that_a_repeat_that_failed_costs_nothing(any_store: Store) -> None:
    """One that is repeated with its block counts as long as no other has taken its place."""
    campaign_id = store_campaign(any_store, make_campaign(repetitions=1, warmups=0))
    first, *others = any_store.load(campaign_id).runs
    for run in (first, *others):
        any_store.write(campaign_id, whole_run(run, TIMES))
    again, _ = any_store.add_repeat(first.id)
    any_store.write(campaign_id, [RunFinished(again, Status.FAILED, 2000.0, Message("No."))])
    summary = any_store.summary(campaign_id)
    assert (summary.runs_done, summary.runs_failed) == (2, 0)
