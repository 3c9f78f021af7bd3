"""What is written to a store can be read again, in SQLite and in PostgreSQL."""

from __future__ import annotations

import pytest
from sqlalchemy.exc import IntegrityError

from app.plan.campaign import PlannedProtection
from app.plan.matrix import Cell
from app.plan.status import Status
from app.results.events import CampaignFinished, CampaignStarted, Noted, RunFinished, ServerLost
from app.results.records import ServerRecord
from app.results.store.runs import cell_status
from app.results.store.store import Store, open_store
from engines.contract.endpoint import Source
from engines.contract.errors import InputError
from engines.contract.message import Message
from engines.contract.protection import Protection, ProtectionKind
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.results.making import (
    CBC,
    half_run,
    make_campaign,
    make_cells,
    operation_finished,
    planned_runs,
    run_of,
    sampled,
    started,
    store_campaign,
    whole_run,
)
from workloads.hospital.workload import HospitalParameters


def test_that_a_campaign_comes_back_as_it_was_planned(any_store: Store) -> None:
    campaign = make_campaign(sizes=(10, 20))
    cells = make_cells(campaign, {("pg", CBC.name): "It has no aes-128-cbc."})
    campaign_id = any_store.create_campaign(campaign, cells, [])
    stored = any_store.load(campaign_id)
    assert stored.campaign == campaign
    assert stored.cells == cells
    assert [cell.status for cell in any_store.cells(campaign_id)] == [
        Status.PENDING,
        Status.UNSUPPORTED,
    ] * 2


def test_that_runs_come_back_in_the_order_of_the_schedule(any_store: Store) -> None:
    campaign = make_campaign(sizes=(10, 20))
    campaign_id = store_campaign(any_store, campaign)
    runs = any_store.load(campaign_id).runs
    assert [(r.cell, r.repetition, r.warmup) for r in runs] == [
        (p.cell, p.repetition, p.warmup) for p in planned_runs(campaign)
    ]
    assert [run.position for run in runs] == list(range(len(runs)))
    assert {run.status for run in runs} == {Status.PENDING}


def test_that_a_native_protection_without_a_mode_is_stored_with_the_engines_own(
    store: Store,
) -> None:
    unnamed = Protection("aes", ProtectionKind.NATIVE, "aes", 128)
    campaign = make_campaign(protections=(unnamed,))
    campaign_id = store_campaign(store, campaign)
    assert store.cells(campaign_id)[0].mode == "cbc"
    assert store.load(campaign_id).cells[0].protection == unnamed


def test_that_the_events_of_a_run_are_retained(any_store: Store) -> None:
    campaign_id = store_campaign(any_store, make_campaign())
    run = run_of(any_store, campaign_id, cell=1, repetition=2)
    insert = operation_finished(run.id, "INSERT", 2.0, at=1000.0, latencies=[500, 700])
    sample = sampled(run.id, 1001.0)
    any_store.write(campaign_id, [started(run, 999.0), insert, sample])
    any_store.write(campaign_id, [RunFinished(run.id, Status.DONE, 1003.0)])

    [operation] = any_store.operations(campaign_id)
    assert (operation.run_id, operation.run.cell, operation.run.repetition) == (run.id, 1, 2)
    assert (operation.run.server, operation.run.protection, operation.run.size) == (
        "pg",
        CBC.name,
        10,
    )
    for name in ("operation", "seconds", "elapsed", "statements", "rows", "server_seconds"):
        assert getattr(operation, name) == getattr(insert, name)
    assert operation.is_counted
    assert any_store.samples(run.id) == [sample.sample]
    assert any_store.samples(run.id, after=1001.0) == []
    record = next(each for each in any_store.runs(campaign_id) if each.id == run.id)
    assert (record.status, record.started_at, record.finished_at) == (Status.DONE, 999.0, 1003.0)


def test_that_histograms_are_merged_over_the_runs_that_count(any_store: Store) -> None:
    campaign_id = store_campaign(any_store, make_campaign())
    for repetition, warmup, latency, status in (
        (1, True, 9_000_000, Status.DONE),
        (1, False, 1_000, Status.DONE),
        (2, False, 3_000, Status.DONE),
        (3, False, 8_000_000, Status.FAILED),
    ):
        run = run_of(any_store, campaign_id, 0, repetition, warmup=warmup)
        finished = operation_finished(run.id, "INSERT", latencies=[latency] * 5)
        any_store.write(campaign_id, [started(run), finished, RunFinished(run.id, status, 2000.0)])
    merged = any_store.histogram(campaign_id, 0, "INSERT")
    assert merged is not None
    assert merged.get_total_count() == 10
    assert merged.get_max_value() == pytest.approx(3_000, rel=1e-3)
    assert any_store.histogram(campaign_id, 1, "INSERT") is None


def test_that_cpu_and_memory_of_an_operation_are_means_of_its_samples(any_store: Store) -> None:
    campaign_id = store_campaign(any_store, make_campaign())
    run = run_of(any_store, campaign_id, 0, 1)
    readings = [(1000.0, 1.0), (1000.1, 90.0), (1000.2, 40.0), (1000.3, 50.0), (1000.9, 7.0)]
    any_store.write(campaign_id, [started(run), operation_finished(run.id, "INSERT", 0.5)])
    any_store.write(campaign_id, [sampled(run.id, at, cpu, cpu * 2) for at, cpu in readings])
    any_store.write(campaign_id, [RunFinished(run.id, Status.DONE, 1001.0)])
    [operation] = any_store.operations(campaign_id)
    assert operation.cpu_percent == pytest.approx(45.0)
    assert operation.memory_mb == pytest.approx(120.0)
    assert operation.peak_memory_mb == 180.0


def test_that_a_resume_keeps_what_is_done_and_forgets_the_rest(any_store: Store) -> None:
    campaign_id = store_campaign(any_store, make_campaign(repetitions=1))
    runs = any_store.load(campaign_id).runs
    any_store.write(campaign_id, whole_run(runs[0], {"INSERT": 1.0}))
    for run, status in ((runs[1], Status.FAILED), (runs[2], Status.CANCELLED)):
        any_store.write(campaign_id, half_run(run))
        any_store.write(campaign_id, [Noted(Message("half"), "error", 1001.0, run.id)])
        any_store.write(campaign_id, [RunFinished(run.id, status, 1002.0, Message("It broke."))])

    left = any_store.prepare_resume(campaign_id)

    assert [run.id for run in left] == [run.id for run in runs[1:]]
    assert {run.status for run in left} == {Status.PENDING}
    assert [each.run_id for each in any_store.operations(campaign_id)] == [runs[0].id]
    assert any_store.samples(runs[1].id) == []
    assert len(any_store.events(campaign_id)) == 2
    assert {cell.status for cell in any_store.cells(campaign_id)} == {Status.PENDING}
    assert {cell.reason for cell in any_store.cells(campaign_id)} == {""}


def test_that_a_resume_leaves_unsupported_cells_alone(store: Store) -> None:
    campaign_id = store_campaign(store, make_campaign(), {("pg", CBC.name): "No."})
    store.prepare_resume(campaign_id)
    assert store.cells(campaign_id)[1].status is Status.UNSUPPORTED
    assert store.cells(campaign_id)[1].reason == "No."


def test_that_a_run_begun_again_replaces_its_first_attempt(store: Store) -> None:
    campaign_id = store_campaign(store, make_campaign())
    run = store.load(campaign_id).runs[0]
    store.write(campaign_id, [started(run), operation_finished(run.id, "INSERT", 5.0)])
    store.write(campaign_id, whole_run(run, {"INSERT": 1.0}))
    assert [each.seconds for each in store.operations(campaign_id)] == [1.0]


def test_that_a_cell_follows_its_runs(store: Store) -> None:
    campaign_id = store_campaign(store, make_campaign(repetitions=2, warmups=0))
    first, second = (run_of(store, campaign_id, 0, number) for number in (1, 2))

    def status() -> Status:
        return store.cells(campaign_id)[0].status

    store.write(campaign_id, [started(first)])
    assert status() is Status.RUNNING
    store.write(
        campaign_id, [RunFinished(first.id, Status.FAILED, 1.0, Message("The server went away."))]
    )
    assert status() is Status.FAILED
    assert store.cells(campaign_id)[0].reason == "The server went away."
    for run in (first, second):
        store.write(campaign_id, whole_run(run, {"INSERT": 1.0}))
    assert status() is Status.DONE
    assert store.cells(campaign_id)[0].reason == ""


@pytest.mark.parametrize(
    ("runs", "expected"),
    [
        ([("done", True), ("done", False), ("done", False)], "done"),
        ([("failed", True), ("done", False)], "done"),
        ([("done", True), ("pending", False)], "pending"),
        ([("done", False), ("pending", False)], "pending"),
        ([("done", False), ("running", False)], "running"),
        ([("done", False), ("failed", False), ("running", False)], "failed"),
        ([("done", False), ("cancelled", False), ("pending", False)], "cancelled"),
        ([("failed", True), ("pending", False)], "failed"),
    ],
)
def test_that_the_status_of_a_cell_is_derived(runs: list[tuple[str, bool]], expected: str) -> None:
    assert cell_status((Status(status), warmup) for status, warmup in runs) is Status(expected)


def test_that_campaigns_are_listed_newest_first_with_their_counts(any_store: Store) -> None:
    first = store_campaign(any_store, make_campaign("first", repetitions=1))
    second = store_campaign(any_store, make_campaign("second", repetitions=1))
    runs = any_store.load(first).runs
    any_store.write(first, [CampaignStarted(first, "first", 4, 0)])
    any_store.write(first, whole_run(runs[0], {"INSERT": 1.0}))
    any_store.write(first, [started(runs[1]), RunFinished(runs[1].id, Status.FAILED, 2.0)])
    any_store.write(first, [CampaignFinished(first, Status.FAILED, 77.0, failed=1)])
    newest, oldest = any_store.campaigns()
    assert (newest.id, newest.name, newest.status) == (second, "second", Status.PENDING)
    assert (oldest.id, oldest.status, oldest.finished_at) == (first, Status.FAILED, 77.0)
    assert (oldest.runs_total, oldest.runs_done, oldest.runs_failed) == (4, 1, 1)
    assert oldest.servers == ("pg",)
    assert any_store.summary(first) == oldest


def test_that_a_campaign_without_any_run_is_listed(any_store: Store) -> None:
    campaign = make_campaign()
    campaign_id = any_store.create_campaign(campaign, [], [])
    assert [(each.id, each.runs_total) for each in any_store.campaigns()] == [(campaign_id, 0)]


def test_that_campaigns_are_found_by_name_and_by_number(any_store: Store) -> None:
    first = store_campaign(any_store, make_campaign("twice"))
    second = store_campaign(any_store, make_campaign("twice"))
    named_like_a_number = store_campaign(any_store, make_campaign("2023"))
    assert any_store.find("twice") == second
    assert any_store.find(f"#{first}") == any_store.find(str(first)) == first
    assert any_store.find("2023") == named_like_a_number


@pytest.mark.parametrize("wanted", ["nothing", "#99", "²", "#", "", "99999999999999999999"])
@pytest.mark.in_every_run("sqlite", "nothing")
def test_that_an_unknown_campaign_is_reported_with_those_there_are(
    any_store: Store, wanted: str
) -> None:
    for number in range(7):
        store_campaign(any_store, make_campaign(f"campaign {number}"))
    with pytest.raises(InputError) as caught:
        any_store.find(wanted)
    assert "“campaign 6”, “campaign 5”" in str(caught.value)
    assert "campaign 1" not in str(caught.value)


def test_that_an_unknown_number_cannot_be_loaded(store: Store) -> None:
    for ask in (store.load, store.summary, store.prepare_resume):
        with pytest.raises(InputError, match="#5"):
            ask(5)


def test_that_servers_and_environment_are_retained(any_store: Store) -> None:
    campaign_id = store_campaign(any_store, make_campaign())
    any_store.set_environment(campaign_id, {"cpu": "EPYC", "cores": 2, "virtual": None})
    settings = {"fsync": "on", "shared_buffers": "128MB"}
    any_store.write(campaign_id, [ServerRecord("pg", "postgresql", "embedded", "18.6", settings)])
    assert any_store.environment(campaign_id) == {"cpu": "EPYC", "cores": 2, "virtual": None}
    [server] = any_store.servers(campaign_id)
    assert (server.name, server.version, server.settings) == ("pg", "18.6", settings)


def test_that_the_event_log_gives_the_newest_lines_oldest_first(any_store: Store) -> None:
    campaign_id = store_campaign(any_store, make_campaign())
    any_store.write(campaign_id, [Noted(Message(f"line {n}"), at=float(n)) for n in range(1, 6)])
    any_store.write(campaign_id, [ServerLost("pg", Message("It stopped."))])
    assert [each.text for each in any_store.events(campaign_id, limit=3)] == [
        "line 4",
        "line 5",
        "pg: It stopped.",
    ]
    assert any_store.events(campaign_id)[-1].level == "error"


def test_that_a_batch_is_stored_whole_or_not_at_all(any_store: Store) -> None:
    campaign_id = store_campaign(any_store, make_campaign())
    run = any_store.load(campaign_id).runs[0]
    twice = [operation_finished(run.id, "INSERT"), operation_finished(run.id, "INSERT")]
    with pytest.raises(IntegrityError):
        any_store.write(campaign_id, [started(run), *twice])
    assert any_store.load(campaign_id).runs[0].status is Status.PENDING
    assert any_store.operations(campaign_id) == []


def test_that_a_deleted_campaign_leaves_nothing_and_its_number_is_not_reused(
    any_store: Store,
) -> None:
    saved = store_campaign(any_store, make_campaign("kept"))
    gone = store_campaign(any_store, make_campaign("gone"))
    run = any_store.load(gone).runs[0]
    any_store.write(gone, [*whole_run(run, {"INSERT": 1.0}), sampled(run.id, 1.0)])
    any_store.write(gone, [sampled(None, 1.0), Noted(Message("bye"), run_id=run.id)])
    any_store.set_environment(gone, {"cpu": "EPYC"})
    any_store.delete_campaign(gone)
    assert [each.id for each in any_store.campaigns()] == [saved]
    assert any_store.samples(run.id) == []
    assert any_store.events(gone) == []
    assert any_store.environment(gone) == {}
    assert any_store.operations(gone) == []
    assert store_campaign(any_store, make_campaign("next")) > gone


def test_that_everything_is_there_after_reopening(address: str) -> None:
    with open_store(address, write=True) as store:
        campaign_id = store_campaign(store, make_campaign())
        store.write(campaign_id, whole_run(store.load(campaign_id).runs[0], {"INSERT": 1.5}))
    with open_store(address, write=False) as store:
        assert [each.seconds for each in store.operations(campaign_id)] == [1.5]


def test_that_names_with_quotes_and_percents_do_no_harm(any_store: Store) -> None:
    name = "O'Brien; DROP TABLE campaigns -- 100 % “ü” %(x)s :y"
    server = ServerSpec(name, Source.EMBEDDED, "postgresql")
    protection = Protection("plaintext")
    campaign = quick_campaign(
        name, (server,), (PlannedProtection(protection),), HospitalParameters()
    )
    cells = [Cell(name, "postgresql", protection, 1000)]
    campaign_id = any_store.create_campaign(campaign, cells, [])
    assert any_store.find(name) == campaign_id
    assert any_store.load(campaign_id).campaign == campaign
