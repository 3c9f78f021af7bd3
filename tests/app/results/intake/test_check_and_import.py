"""`cipherbench check` and `cipherbench import`."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from app.plan.status import Status
from app.results.events import CampaignFinished, CampaignStarted, Event, Noted, RunFinished
from app.results.intake.file_import import import_file
from app.results.intake.store_check import check_store
from app.results.spool.spool import FORMAT, Spool, read_spool, spool_head
from app.results.store.store import Store, open_store
from engines.contract.errors import InputError
from engines.contract.message import Message, phrase
from tests.app.results.making import (
    OPERATIONS,
    WHY,
    half_run,
    make_campaign,
    sampled,
    started,
    store_campaign,
    whole_run,
)
from tests.app.typed import cipherbench

SECONDS = dict.fromkeys(OPERATIONS, 1.0)


def fill(store: Store, name: str = "filled") -> int:
    """A campaign that is done, with samples and a line of the log."""
    campaign_id = store_campaign(store, make_campaign(name, repetitions=2, warmups=0))
    store.set_environment(campaign_id, {"cpu": "EPYC"})
    store.write(campaign_id, events_of(store, campaign_id))
    return campaign_id


def events_of(store: Store, campaign_id: int) -> list[Event]:
    runs = store.load(campaign_id).runs
    made: list[Event] = [CampaignStarted(campaign_id, "filled", len(runs), 0)]
    for run in runs:
        at = 1000.0 + 10 * run.position
        *events, end = whole_run(run, SECONDS, at)
        made += [*events, sampled(run.id, at + 0.5), sampled(run.id, at + 0.7), end]
    made.append(Noted(phrase("A line about {what}", what="it"), "warning", 1500.0, runs[0].id))
    made.append(CampaignFinished(campaign_id, Status.DONE, 2000.0))
    return made


def spool_of(store: Store, campaign_id: int, events: list[Event]) -> Path:
    spool = Spool.begin(spool_head(store, campaign_id))
    for event in events:
        spool.append(event)
    spool.close()
    return spool.path


def content(store: Store, campaign_id: int) -> Any:
    """All that was measured, free of the store's own numbers."""
    runs = store.runs(campaign_id)
    return (
        [(run.position, run.status, run.reason, run.started_at, run.finished_at) for run in runs],
        [
            (each.run.position, each.operation, each.seconds, each.cpu_percent, each.memory_mb)
            for each in store.operations(campaign_id)
        ],
        [[sample.at for sample in store.samples(run.id)] for run in runs],
        [(line.at, line.message) for line in store.events(campaign_id)],
        store.environment(campaign_id),
        store.summary(campaign_id).outcome,
    )


@pytest.mark.slow
def test_that_a_sound_store_is_stated_to_be_sound(address: str) -> None:
    with open_store(address, write=True) as store:
        fill(store)
        fill(store, "second")
    done = cipherbench("check", address, "--json")
    assert done.code == 0, done.out + done.err
    found: Any = done.json
    assert found["sound"] and found["faults"] == []
    assert [each["runs_readable"] for each in found["campaigns"]] == [4, 4]
    assert (
        cipherbench("check", "--store", address).out.splitlines()[0].endswith("sound, 2 campaigns")
    )


def test_that_no_store_is_exit_2(tmp_path: Path) -> None:
    assert cipherbench("check", tmp_path / "none.sqlite").code == 2
    (tmp_path / "text").write_text("nothing\n" * 1000)
    assert cipherbench("check", tmp_path / "text").code == 2
    assert list(tmp_path.iterdir()) == [tmp_path / "text"]


def page_of(path: Path, table: str) -> tuple[int, int]:
    """The size of a page, and the first page of a table."""
    connection = sqlite3.connect(path)
    [(size,)] = connection.execute("PRAGMA page_size")
    [(root,)] = connection.execute(
        "SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)
    ).fetchall()
    connection.close()
    return size, root


@pytest.mark.parametrize(
    "table", ["campaigns", "runs", "operations", "probe_samples", "ix_probe_samples_run_id_at",
              "sqlite_autoindex_operations_1"]
)  # fmt: skip
def test_that_a_damaged_page_is_found(table: str, file: Path) -> None:
    with open_store(str(file), write=True) as store:
        fill(store)
    size, root = page_of(file, table)
    with file.open("r+b") as opened:
        opened.seek((root - 1) * size)
        opened.write(os.urandom(size))
    done = cipherbench("check", file, "--json")
    assert done.code == 1, done.out + done.err
    assert not done.json["sound"]  # type: ignore[index]


def test_that_a_damaged_head_of_the_file_is_damage(file: Path) -> None:
    with open_store(str(file), write=True) as store:
        fill(store)
    with file.open("r+b") as opened:
        opened.seek(100)
        opened.write(os.urandom(3000))
    reported = cipherbench("check", file)
    assert reported.code == 1
    assert len(reported.out.splitlines()) > 1 and "\\x0a" not in reported.out


DAMAGES = {
    "lack operations": "DELETE FROM operations WHERE operation = 'SELECT' AND run_id = 1",
    "lack operations or histograms": "UPDATE histograms SET encoded = 'nonsense'",
    "plan cannot be read": "UPDATE campaigns SET plan = 'nonsense = ' WHERE id = 1",
    "does not match its plan": "UPDATE cells SET protection = 'other' WHERE position = 1",
}


@pytest.mark.parametrize("output", DAMAGES)
@pytest.mark.in_every_run("sqlite", "does not match its plan")
def test_that_what_cannot_be_read_is_listed_with_its_campaign(
    output: str,
    any_store: Store,
) -> None:
    fill(any_store)
    fill(any_store, "other")
    with any_store.transaction(write=True) as session:
        session.execute(text(DAMAGES[output]))
    report = check_store(any_store.url.render_as_string(hide_password=False))
    assert not report.sound
    assert any(output in fault for fault in report.campaigns[0].faults)
    assert any(output in line for line in report.lines())


@pytest.mark.slow
def test_that_a_spool_that_waits_is_reported(file: Path) -> None:
    with open_store(str(file), write=True) as store:
        campaign_id = fill(store)
        spool = spool_of(store, campaign_id, [])
    try:
        done = cipherbench("check", file)
        assert done.code == 0 and str(spool) in done.out
    finally:
        spool.unlink()


@pytest.mark.slow
def test_that_a_spool_with_results_that_the_store_lacks_is_exit_1(file: Path) -> None:
    with open_store(str(file), write=True) as store:
        campaign_id = store_campaign(store, make_campaign(repetitions=1, warmups=0))
        spool = spool_of(store, campaign_id, events_of(store, campaign_id))
    try:
        done = cipherbench("check", file, "--json")
        found: Any = done.json
        assert done.code == 1 and found["sound"] and found["spools"][0]["lacking"] == 2
        assert cipherbench("import", spool, "--store", file).code == 0
        assert cipherbench("check", file).code == 0
    finally:
        spool.unlink()


@pytest.fixture
def spool(tmp_path: Path) -> Callable[..., Path]:
    """A spool of a whole campaign, whose store is elsewhere."""

    def make(change: Callable[[list[Event]], list[Event]] = list) -> Path:
        return make_spool(tmp_path, change)

    return make


def make_spool(folder: Path, change: Callable[[list[Event]], list[Event]] = list) -> Path:
    with open_store(str(folder / "first.sqlite"), write=True) as store:
        campaign_id = store_campaign(store, make_campaign("filled", repetitions=2, warmups=0))
        store.set_environment(campaign_id, {"cpu": "EPYC"})
        made = spool_of(store, campaign_id, change(events_of(store, campaign_id)))
    moved = folder / "moved.jsonl"
    made.rename(moved)
    return moved


@pytest.fixture(scope="module")
def whole_spool(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What is in a spool of a whole campaign."""
    return make_spool(tmp_path_factory.mktemp("whole")).read_bytes()


@pytest.fixture(
    scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)]
)
def store_without(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Store]:
    """A store in each kind of database that has no campaign, and shall never have one."""
    if request.param == "sqlite":
        address = str(tmp_path_factory.mktemp("without") / "results.sqlite")
    else:
        address = request.getfixturevalue("new_database")()
    with open_store(address, write=True) as store:
        yield store


@pytest.mark.slow
def test_that_an_import_makes_the_campaign_as_it_was_and_twice_changes_nothing(
    address: str,
    spool: Callable[..., Path],
    tmp_path: Path,
) -> None:
    path = spool()
    with open_store(str(tmp_path / "reference.sqlite"), write=True) as reference:
        expected = content(reference, fill(reference))
    with open_store(address, write=True) as store:
        store_campaign(store, make_campaign("so that numbers differ"))
        first = import_file(store, path)
        assert first.new and (first.added, first.known, first.torn) == (4, 0, False)
        assert content(store, first.campaign) == expected
        second = import_file(store, path)
        assert (second.campaign, second.new, second.added) == (first.campaign, False, 0)
        assert content(store, first.campaign) == expected


def test_that_an_import_completes_what_is_there_and_overwrites_nothing(
    spool: Callable[..., Path], tmp_path: Path
) -> None:
    path = spool()
    with open_store(str(tmp_path / "first.sqlite"), write=True) as store:
        runs = store.load(1).runs
        store.write(1, whole_run(runs[0], {"INSERT": 77.0}, 5000.0))
        store.write(1, half_run(runs[1]))
        store.write(1, [RunFinished(runs[1].id, Status.FAILED, 1002.0, Message("It broke."))])
        taken = import_file(store, path)
        assert (taken.new, taken.added, taken.known) == (False, 3, 1)
        seconds = [each.seconds for each in store.operations(1) if each.run_id == runs[0].id]
        assert seconds == [77.0], "what counts stays"
        assert {run.status for run in store.runs(1)} == {Status.DONE}


@pytest.mark.slow
def test_that_a_line_that_was_cut_off_is_left_out_and_reported(
    spool: Callable[..., Path], tmp_path: Path
) -> None:
    path = spool(lambda events: [event for event in events if not isinstance(event, Noted)][:-1])
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    done = cipherbench("import", path, "--store", tmp_path / "new.sqlite", "--json")
    assert done.code == 0, done.err
    found: Any = done.json
    assert found["torn"] and found["added"] == 3
    listed: Any = cipherbench("campaigns", "--store", tmp_path / "new.sqlite", "--json").json
    assert listed[0]["status"] == "cancelled", "it never ended"


def line(number: int, change: Callable[[dict[str, Any]], object]) -> Callable[[bytes], bytes]:
    def spoil(whole: bytes) -> bytes:
        lines = whole.splitlines()
        fields = json.loads(lines[number])
        change(fields)
        lines[number] = json.dumps(fields, separators=(",", ":")).encode()
        return b"\n".join(lines) + b"\n"

    return spoil


@pytest.mark.parametrize(("further", "who"), [(1, "a newer"), (-1, "an unreleased")])
def test_that_a_spool_of_another_format_is_refused_by_name(
    further: int, who: str, whole_spool: bytes, store_without: Store, tmp_path: Path
) -> None:
    path = tmp_path / "other.jsonl"
    path.write_bytes(
        line(0, lambda head: head.update(cipherbench_spool=FORMAT + further))(whole_spool)
    )
    with pytest.raises(InputError, match=f"{who} Cipherbench wrote it"):
        import_file(store_without, path)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda whole: b"",
        lambda whole: b"\0" * 5000,
        lambda whole: b"PK\x03\x04" + whole,
        lambda whole: whole.replace(b'"event":', b'"evnt":'),
        lambda whole: whole.replace(b"RunFinished", b"RunFinnished"),
        lambda whole: whole.splitlines(keepends=True)[0].rstrip()[:-1],
        line(0, lambda head: head.update(cipherbench_spool=FORMAT + 1)),
        line(0, lambda head: head.update(cipherbench_spool=FORMAT - 1)),
        line(0, lambda head: head.pop("sessions")),
        line(0, lambda head: head.update(plan="nonsense = ")),
        line(0, lambda head: head.update(created_at="yesterday")),
        line(0, lambda head: head.update(created_at=1e300)),
        line(0, lambda head: head["cells"].pop()),
        line(0, lambda head: head["cells"][0].update(server="other")),
        line(0, lambda head: head["runs"][0].update(cell=-1)),
        line(0, lambda head: head["runs"].clear()),
        line(2, lambda event: event.update(run_id=2**70)),
        line(2, lambda event: event.update(at="1e400")),
        line(3, lambda event: event.update(seconds=True)),
        line(3, lambda event: event.update(histogram="@@")),
        line(3, lambda event: event.update(histogram="VPRn")),
        line(3, lambda event: event.update(turns="0RR91")),
        line(3, lambda event: event.update(operation="\ud800")),
        line(3, lambda event: event.update(operation="x" * 100_000)),
        line(3, lambda event: event.update(more=1)),
    ],
)
@pytest.mark.in_every_run("sqlite")
def test_that_a_spoilt_spool_is_refused_in_one_sentence_and_nothing_of_it_is_stored(
    spoil: Callable[[bytes], bytes],
    whole_spool: bytes,
    store_without: Store,
    tmp_path: Path,
) -> None:
    path = tmp_path / "spoilt.jsonl"
    path.write_bytes(spoil(whole_spool))
    with pytest.raises(InputError) as caught:
        import_file(store_without, path)
    assert "\n" not in str(caught.value)
    assert store_without.campaigns() == []


def test_that_every_kind_of_event_goes_through_a_spool_as_it_is(tmp_path: Path) -> None:
    from app.results.events import EvidenceGathered, ServerLost
    from app.results.records import (
        EvidenceFinding,
        FindingLocation,
        SearchArea,
        SearchSubject,
        ServerRecord,
    )

    with open_store(str(tmp_path / "s.sqlite"), write=True) as store:
        campaign_id = store_campaign(store, make_campaign())
        run = store.load(campaign_id).runs[0]
        spot = FindingLocation("base/1", 5, "text", "middle", "00ff", 4)
        seen = EvidenceFinding(
            "pg",
            "plaintext",
            SearchArea.MEMORY,
            SearchSubject.KEY,
            "memory",
            None,
            WHY,
            spots=(spot,),
        )
        events: list[Event] = [
            started(run),
            *whole_run(run, SECONDS),
            sampled(None, 1.25),
            ServerRecord("pg", "postgresql", "embedded", "18", {"fsync": "on"}),
            ServerLost("pg", WHY, optional=True),
            RunFinished(run.id, Status.FAILED, 3.0, WHY),
            Noted(phrase("{why} Really.", why=WHY), "error", 3.1),
            EvidenceGathered("pg", "plaintext", (seen,), 3.5),
            CampaignFinished(1, Status.CANCELLED, 4.0, 2),
        ]
        path = spool_of(store, campaign_id, events)
    try:
        read = read_spool(path)
    finally:
        path.unlink()
    assert list(read.events) == events
    assert all(type(a) is type(b) for a, b in zip(read.events, events, strict=True))
    assert isinstance(read.head.cells[0].protection.kind.value, str)


ODD_MESSAGES = (
    '{"template": "{0}", "values": {"0": "x"}}',
    '{"template": "{a.b}", "values": {"a.b": "x"}}',
    '{"template": "{a!r}", "values": {"a": "x"}}',
    '{"template": "{a:>9999999}", "values": {"a": "x"}}',
    '{"template": "{a}", "values": {"b": "x"}}',
)


@pytest.mark.parametrize("odd", ODD_MESSAGES)
def test_that_a_text_that_is_no_message_is_found_and_shown_as_it_is(
    odd: str, tmp_path: Path
) -> None:
    address = str(tmp_path / "odd.sqlite")
    with open_store(address, write=True) as store:
        fill(store)
        with store.transaction(write=True) as session:
            session.execute(text("UPDATE runs SET why = :odd WHERE id = 1"), {"odd": odd})
        assert odd in {str(run.why) for run in store.snapshot(1).runs}
    report = check_store(address)
    assert report.faults == ["runs.why: 1 texts are no messages"]
