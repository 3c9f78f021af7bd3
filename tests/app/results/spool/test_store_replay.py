"""What earlier sessions measured comes back from the spool of a store that was removed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.campaign.recorder import NotStored, Recorder
from app.campaign.servers.conditions import session_differences
from app.plan.status import Status
from app.results.events import (
    CampaignFinished,
    CampaignStarted,
    EvidenceGathered,
    Noted,
    RunFinished,
)
from app.results.intake.file_import import import_file
from app.results.records import (
    EvidenceFinding,
    SearchArea,
    SearchSubject,
    ServerRecord,
    SessionRecord,
)
from app.results.spool.spool import Spool, spool_head
from app.results.store.store import Store, open_store
from app.system.folders import spool_folder
from engines.contract.message import Message, Number, phrase
from tests.app.results.making import (
    OPERATIONS,
    WHY,
    make_campaign,
    sampled,
    store_campaign,
    whole_run,
)
from tests.patience import wait_until

SECONDS = dict.fromkeys(OPERATIONS, 1.0)
SERVER = ServerRecord("pg", "postgresql", "embedded", "18.6", {"fsync": "on"})
SESSION = SessionRecord(900.0, {"cpu": "EPYC", "cores_allowed": 2}, "ab" * 32, (SERVER,))


@pytest.fixture(autouse=True)
def no_spools() -> Iterator[None]:
    yield
    for path in spool_folder().glob("*.jsonl"):
        path.unlink()


def first_session(store: Store) -> int:
    """One run that stood still and its repeat, one that failed, evidence and a line of the log."""
    campaign_id = store_campaign(store, make_campaign(repetitions=1, warmups=0))
    store.set_environment(campaign_id, SESSION.environment)
    store.add_session(campaign_id, SESSION)
    stalled, broken = store.load(campaign_id).runs
    ready = ServerRecord("pg", "postgresql", "embedded", "18.6", {"fsync": "on"})
    store.write(campaign_id, [CampaignStarted(campaign_id, "small", 2, 0), ready])
    *events, _ = whole_run(stalled, SECONDS)
    still = RunFinished(stalled.id, Status.DONE, 1100.0, Message("It stood still."), stalled=True)
    store.write(campaign_id, [*events, sampled(stalled.id, 1000.5), still])
    again, position = store.add_repeat(stalled.id)
    repeat = replace(stalled, id=again, position=position)
    store.write(campaign_id, whole_run(repeat, SECONDS, 1300.0))
    failed = whole_run(broken, {"INSERT": 2.0}, 1200.0)[:-1]
    store.write(campaign_id, [*failed, RunFinished(broken.id, Status.FAILED, 1210.0, WHY)])
    seen = phrase("seen {count} ×", count=Number(3))
    trace = EvidenceFinding(
        "pg", "plaintext", SearchArea.FILES, SearchSubject.MARKER, "a file", True, seen, 3
    )
    gathered = EvidenceGathered("pg", "plaintext", (trace,), 1400.0)
    line = Noted(Message("a line {of the log}"), "warning", 1500.0, stalled.id)
    note = Noted(phrase("{why} Really.", why=WHY), "warning", 1501.0)
    store.write(
        campaign_id, [gathered, line, note, CampaignFinished(campaign_id, Status.DONE, 1600.0)]
    )
    return campaign_id


def content(store: Store, campaign_id: int) -> list[object]:
    plain = [replace(each, id=0) for each in store.runs(campaign_id)]
    operations = [
        replace(each, run_id=0, run=replace(each.run, id=0))
        for each in store.operations(campaign_id)
    ]
    samples = [[each.at for each in store.samples(run.id)] for run in store.runs(campaign_id)]
    lines = [replace(each, run=None) for each in store.events(campaign_id)]
    found = (store.servers, store.evidence, store.environment, store.sessions)
    cells = [(each.status, each.why) for each in store.cells(campaign_id)]
    summary = replace(store.summary(campaign_id), id=0)
    return [plain, operations, samples, lines, cells, summary, *(f(campaign_id) for f in found)]


def removed_in_second_session(file: Path) -> tuple[list[object], Path]:
    """What the first session left, and the spool of a second one that lost its store."""
    others = set(spool_folder().glob("*.jsonl"))
    with open_store(str(file), write=True) as store:
        campaign_id = first_session(store)
        before = content(store, campaign_id)
        recorder = Recorder(store, campaign_id, lambda event: None)
        file.unlink()
        recorder.put(Noted(Message("a line of the second session"), "info", 2000.0))
        with pytest.raises(NotStored):
            recorder.close(lambda: True)
    [spool] = set(spool_folder().glob("*.jsonl")) - others
    return before, spool


@pytest.mark.slow
def test_that_a_removed_store_comes_back_as_it_was(file: Path, tmp_path: Path) -> None:
    before, spool = removed_in_second_session(file)
    with open_store(str(tmp_path / "new.sqlite"), write=True) as store:
        taken = import_file(store, spool)
        found = content(store, taken.campaign)
        assert [run.stalled for run in store.runs(taken.campaign)] == [True, False, False]
    before[3] = [*before[3], found[3][-1]]  # type: ignore[misc, index]
    assert found == before


@pytest.mark.slow
def test_that_damaged_rows_cost_only_themselves_and_the_spool_is_named(
    file: Path, tmp_path: Path
) -> None:
    with open_store(str(file), write=True) as store:
        campaign_id = first_session(store)
        with store.transaction(write=True) as session:
            session.connection().exec_driver_sql("update evidence set ground = 'nonsense'")
        recorder = Recorder(store, campaign_id, lambda event: None)
        file.unlink()
        recorder.put(Noted(Message("a line of the second session"), "info", 2000.0))
        with pytest.raises(NotStored) as caught:
            recorder.close(lambda: True)
    [spool] = spool_folder().glob("*.jsonl")
    assert str(spool) in str(caught.value.advice)
    with open_store(str(tmp_path / "new.sqlite"), write=True) as store:
        taken = import_file(store, spool)
        assert taken.added == 3


def test_that_the_store_is_seen_to_hold_what_stood_still_as_such(any_store: Store) -> None:
    campaign_id = store_campaign(any_store, make_campaign(repetitions=1, warmups=0))
    recorder = Recorder(any_store, campaign_id, lambda event: None)
    run = any_store.load(campaign_id).runs[0]
    *events, _ = whole_run(run, SECONDS)
    for event in (
        *events,
        RunFinished(run.id, Status.DONE, 1100.0, Message("It stood."), stalled=True),
    ):
        recorder.put(event)
    until_stored(any_store, run.id)
    with any_store.transaction(write=True) as session:
        session.connection().exec_driver_sql("update runs set stalled = false")
    with pytest.raises(NotStored, match="status of run"):
        recorder.close()


def until_stored(store: Store, run_id: int) -> None:
    wait_until(lambda: any(each.id == run_id and each.stalled for each in store.runs(1)))


@pytest.mark.slow
def test_that_an_imported_campaign_knows_its_conditions(file: Path, tmp_path: Path) -> None:
    with open_store(str(file), write=True) as store:
        campaign_id = first_session(store)
        spool = Spool.begin(spool_head(store, campaign_id))
        spool.close()
        known = store.sessions(campaign_id)
    with open_store(str(tmp_path / "new.sqlite"), write=True) as store:
        made = import_file(store, spool.path).campaign
        assert store.sessions(made) == known == [SESSION]
        campaign = store.load(made).campaign
        other = replace(SESSION, at=3000.0, servers=(replace(SERVER, version="15.1"),), data="cd")
        found = [str(each.message) for each in session_differences(campaign, known[0], other)]
        assert found[0] == "pg was 18.6, now 15.1" and len(found) == 2
        import_file(store, spool.path)
        assert store.sessions(made) == known
