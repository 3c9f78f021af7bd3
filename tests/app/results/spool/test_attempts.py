"""Which attempt of a run counts: that of the store, or that of a spool."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.plan.status import Status
from app.results.events import (
    CampaignFinished,
    CampaignStarted,
    Event,
    EvidenceGathered,
    Noted,
    RunFinished,
    RunRepeated,
)
from app.results.intake.file_import import import_file, import_into_store
from app.results.records import (
    EvidenceFinding,
    RunRecord,
    SearchArea,
    SearchSubject,
    ServerRecord,
    SessionRecord,
)
from app.results.spool.spool import Spool, spool_head
from app.results.spool.spool_import import import_leftovers, missing_runs
from app.results.store.store import Store, open_store
from engines.contract.errors import InputError
from engines.contract.message import NOTHING, Message
from tests.app.results.making import (
    half_run,
    make_campaign,
    operation_finished,
    sampled,
    started,
    store_campaign,
    whole_run,
)

type Writer = Callable[[Sequence[Event]], Path]

DONE, FAILED, CANCELLED, RUNNING = (
    Status.DONE,
    Status.FAILED,
    Status.CANCELLED,
    Status.RUNNING,
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(str(tmp_path / "store.sqlite"), write=True) as made:
        store_campaign(made, make_campaign(repetitions=2, warmups=0))
        yield made


@pytest.fixture
def spool(store: Store) -> Iterator[Writer]:
    """Writes a spool of the campaign as it stands."""
    made: list[Path] = []

    def write(events: Sequence[Event]) -> Path:
        written = Spool.begin(spool_head(store, 1))
        for event in events:
            written.append(event)
        written.close()
        made.append(written.path)
        return written.path

    yield write
    for each in made:
        each.unlink(missing_ok=True)


def attempt(run: RunRecord, status: Status, at: float, seconds: float) -> list[Event]:
    """An attempt that began at a moment; one that is running has no end."""
    events: list[Event] = [started(run, at), operation_finished(run.id, "INSERT", seconds, at)]
    end = RunFinished(run.id, status, at + 9, NOTHING if status is DONE else Message("It broke."))
    return events if status is RUNNING else [*events, end]


@pytest.mark.parametrize(
    ("here", "there", "taken"),
    [
        ((FAILED, 2000.0), (FAILED, 1000.0), False),
        ((FAILED, 2000.0), (FAILED, 3000.0), True),
        ((FAILED, 2000.0), (FAILED, 2000.0), False),
        ((FAILED, 2000.0), (CANCELLED, 1000.0), False),
        ((FAILED, 2000.0), (CANCELLED, 2000.0), True),
        ((RUNNING, 2000.0), (FAILED, 2000.0), True),
        ((RUNNING, 2000.0), (FAILED, 1000.0), False),
        ((FAILED, 2000.0), (DONE, 1000.0), True),
        ((CANCELLED, 2000.0), (DONE, 3000.0), True),
        ((DONE, 2000.0), (DONE, 3000.0), False),
        ((DONE, 2000.0), (FAILED, 3000.0), False),
        ((DONE, 2000.0), (FAILED, 2000.0), False),
        (None, (FAILED, 1000.0), True),
    ],
)
def test_that_the_attempt_that_counts_stays(
    store: Store,
    spool: Writer,
    here: tuple[Status, float] | None,
    there: tuple[Status, float],
    taken: bool,
) -> None:
    run = store.load(1).runs[0]
    path = spool(attempt(run, *there, 7.0))
    if here is not None:
        store.write(1, attempt(run, *here, 3.0))
    with store.transaction() as session:
        assert missing_runs(session, 1, path) == taken
    found = import_file(store, path)
    assert (found.new, found.added, found.known) == (False, int(taken), int(not taken))
    record = store.runs(1)[0]
    expected = there if taken or here is None else here
    assert (record.status, record.started_at) == expected
    assert [each.seconds for each in store.operations(1)] == [7.0 if taken else 3.0]


def test_that_the_last_finished_attempt_of_a_spool_counts(store: Store, spool: Writer) -> None:
    first, second = store.load(1).runs[:2]
    events = [
        *attempt(first, FAILED, 1000.0, 1.0),
        *attempt(first, DONE, 2000.0, 2.0),
        *attempt(first, RUNNING, 3000.0, 3.0),
        *half_run(second),
        sampled(second.id, 1001.0),
    ]
    found = import_file(store, spool(events))
    assert (found.added, found.known) == (1, 0)
    assert [each.seconds for each in store.operations(1)] == [2.0]
    assert [run.status for run in store.runs(1)[:2]] == [DONE, Status.PENDING]


def test_that_what_is_no_attempt_is_left_out(store: Store, spool: Writer) -> None:
    """An end or an operation without a beginning."""
    run = store.load(1).runs[0]
    found = import_file(store, spool(attempt(run, DONE, 1000.0, 1.0)[1:]))
    assert (found.added, found.known) == (0, 0)
    assert store.operations(1) == []


def test_that_a_run_that_the_spool_does_not_list_is_refused(store: Store, spool: Writer) -> None:
    run = replace(store.load(1).runs[0], id=99)
    with pytest.raises(InputError, match="events of run 99, which it does not list"):
        import_file(store, spool(attempt(run, DONE, 1000.0, 1.0)))
    assert store.operations(1) == []


@pytest.mark.parametrize(
    ("here", "there", "status", "at"),
    [
        (None, (DONE, 2000.0), DONE, 2000.0),
        ((DONE, 3000.0), (CANCELLED, 2000.0), DONE, 3000.0),
        ((CANCELLED, 1000.0), (DONE, 2000.0), DONE, 2000.0),
        ((DONE, 2000.0), (CANCELLED, 2000.0), DONE, 2000.0),
        ((DONE, 2000.0), None, DONE, 2000.0),
        (None, None, CANCELLED, None),
    ],
)
def test_that_the_later_end_of_a_campaign_counts(
    store: Store,
    spool: Writer,
    here: tuple[Status, float] | None,
    there: tuple[Status, float] | None,
    status: Status,
    at: float | None,
) -> None:
    events: list[Event] = [CampaignStarted(1, "small", 4, 0)]
    if there is not None:
        events.append(CampaignFinished(1, CANCELLED, 500.0, ended_by=Message("an earlier end")))
        events.append(CampaignFinished(1, *there, ended_by=Message("there")))
    path = spool(events)
    if here is not None:
        store.write(1, [CampaignFinished(1, *here, ended_by=Message("here"))])
    import_file(store, path)
    found = store.summary(1)
    assert (found.status, found.finished_at) == (status, at)
    later = there is not None and (here is None or here[1] < there[1])
    assert found.ended_by == (Message("there") if later else Message("here") if here else None)


def test_that_a_campaign_whose_spool_tells_no_beginning_stays_pending(
    store: Store, spool: Writer
) -> None:
    import_file(store, spool([Noted(Message("A line"), "info", 1.0)]))
    assert store.summary(1).status is Status.PENDING


def test_that_what_is_known_better_here_stays(store: Store, spool: Writer) -> None:
    run = store.load(1).runs[0]

    def seen(place: str) -> EvidenceFinding:
        return EvidenceFinding(
            "pg", "plaintext", SearchArea.FILES, SearchSubject.MARKER, place, True, NOTHING
        )

    events: list[Event] = [
        ServerRecord("pg", "postgresql", "embedded", "17.0", {"there": "on"}),
        EvidenceGathered("pg", "plaintext", (seen("there"),), 1.0),
        EvidenceGathered("pg", "aes-128-cbc", (replace(seen("x"), protection="aes-128-cbc"),), 1.0),
        *whole_run(run, {"INSERT": 1.0}),
        Noted(Message("Of a run"), "warning", 1.0, run.id),
        Noted(Message("Of none"), "info", 2.0),
        sampled(None, 3.0),
    ]
    path = spool(events)
    store.write(
        1,
        [
            ServerRecord("pg", "postgresql", "embedded", "18.6", {}),
            EvidenceGathered("pg", "plaintext", (seen("here"),), 1.0),
        ],
    )
    for _ in range(2):
        import_file(store, path)
        assert [(each.version, dict(each.settings)) for each in store.servers(1)] == [("18.6", {})]
        assert [each.place for each in store.evidence(1)] == ["here", "x"]
        assert [(each.text, each.run) for each in store.events(1)] == [
            ("Of a run", run.id),
            ("Of none", None),
        ]


def test_that_a_server_that_never_answered_here_is_taken_from_the_spool(
    store: Store, spool: Writer
) -> None:
    import_file(store, spool([ServerRecord("pg", "postgresql", "embedded", "17.0", {"a": "on"})]))
    assert [(each.version, dict(each.settings)) for each in store.servers(1)] == [
        ("17.0", {"a": "on"})
    ]


def test_that_lines_of_runs_have_the_numbers_that_these_have_here(
    store: Store, spool: Writer, tmp_path: Path
) -> None:
    run = store.load(1).runs[1]
    path = spool([*whole_run(run, {"INSERT": 1.0}), Noted(Message("Odd"), "warning", 1.0, run.id)])
    with open_store(str(tmp_path / "other.sqlite"), write=True) as other:
        store_campaign(other, make_campaign("so that numbers differ"))
        taken = import_file(other, path)
        meant = next(each for each in other.runs(taken.campaign) if each.position == run.position)
        assert meant.id != run.id and meant.status is DONE
        assert [each.run for each in other.events(taken.campaign)] == [meant.id]


def test_that_sessions_that_are_not_known_here_are_added(store: Store, spool: Writer) -> None:
    known, other = (SessionRecord(at, {"cpu": "EPYC"}, "", ()) for at in (1000.0, 2000.0))
    store.add_session(1, known)
    path = spool([])
    text = path.read_text()
    one = json.dumps(json.loads(text)["sessions"][0], separators=(",", ":"))
    path.write_text(text.replace(one, f"{one},{one.replace('1000.0', '2000.0')}"))
    import_file(store, path)
    assert list(store.sessions(1)) == [known, other]


@pytest.mark.parametrize("runs", [0, 1, 2])
@pytest.mark.parametrize("own", [True, False])
def test_that_what_killed_programs_left_is_taken_and_reported(
    store: Store, spool: Writer, tmp_path: Path, runs: int, own: bool
) -> None:
    of_campaign = store.load(1).runs[:runs]
    path = spool([event for run in of_campaign for event in whole_run(run, {"INSERT": 1.0})])
    if not own:
        path.write_text(
            path.read_text().replace(str(store.absolute_location), "/elsewhere/x.sqlite")
        )
    report: list[Event] = []
    with store.locked(1):
        import_leftovers(store, 1, report.append)
    assert path.exists() is not own
    assert [run.status for run in store.runs(1)].count(DONE) == runs
    words = [each.text for each in report if isinstance(each, Noted)]
    assert (
        words
        == {
            0: [],
            1: [f"1 run that an earlier session could not store was imported from {path}"],
            2: [f"2 runs that an earlier session could not store were imported from {path}"],
        }[runs]
    )


def test_that_a_leftover_that_does_not_fit_is_reported_and_the_next_one_is_taken(
    store: Store, spool: Writer
) -> None:
    first, second = store.load(1).runs[:2]
    bad = spool(attempt(replace(first, id=99), DONE, 1000.0, 1.0))
    good = spool(attempt(second, DONE, 1000.0, 1.0))
    report: list[Event] = []
    with store.locked(1):
        import_leftovers(store, 1, report.append)
    assert bad.exists() and not good.exists()
    levels = [each.level for each in report if isinstance(each, Noted)]
    assert sorted(levels) == ["info", "warning"]
    assert store.runs(1)[1].status is DONE


def test_that_a_leftover_of_another_campaign_is_left_alone(store: Store, spool: Writer) -> None:
    path = spool(attempt(store.load(1).runs[0], DONE, 1000.0, 1.0))
    path.write_text(path.read_text().replace(f"{store.summary(1).created_at!r}", "1234.5"))
    with store.locked(1):
        import_leftovers(store, 1, lambda event: pytest.fail(str(event)))
    assert path.exists() and store.operations(1) == []


def test_that_nothing_is_taken_into_a_damaged_store(
    store: Store, spool: Writer, tmp_path: Path
) -> None:
    path = spool(attempt(store.load(1).runs[0], DONE, 1000.0, 1.0))
    store.close()
    file = tmp_path / "store.sqlite"
    with sqlite3.connect(file) as look:
        ((size,),) = look.execute("PRAGMA page_size")
        ((root,),) = look.execute("SELECT rootpage FROM sqlite_master WHERE name = 'evidence'")
    look.close()
    with file.open("r+b") as opened:
        opened.seek((root - 1) * size)
        opened.write(b"\xff" * size)
    with pytest.raises(InputError, match="is damaged"):
        import_into_store(path, str(file))


HEADS: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "engine": (lambda head: head["cells"][0].update(engine="mariadb"), "its cells do not match"),
    "server": (lambda head: head["cells"][1].update(server="other"), "its cells do not match"),
    "protection": (
        lambda head: head["cells"][1]["protection"].update(bits=256),
        "its cells do not match",
    ),
    "run": (lambda head: head["runs"][0].update(cell=2), "its runs do not match"),
    "run before": (lambda head: head["runs"][0].update(cell=-1), "its runs do not match"),
}


@pytest.mark.parametrize("what", HEADS)
def test_that_a_head_that_does_not_fit_its_plan_makes_no_campaign(
    store: Store, spool: Writer, tmp_path: Path, what: str
) -> None:
    path = spool([])
    head = json.loads(path.read_text())
    change, output = HEADS[what]
    change(head)
    path.write_text(json.dumps(head, separators=(",", ":")) + "\n")
    with open_store(str(tmp_path / "other.sqlite"), write=True) as other:
        with pytest.raises(InputError, match=output):
            import_file(other, path)
        assert other.campaigns() == []


def test_that_a_repeated_run_is_made_once_and_is_that_of_its_place(
    store: Store, spool: Writer, tmp_path: Path
) -> None:
    run = store.load(1).runs[0]
    last = len(store.load(1).runs)
    repeated = RunRepeated(77, last, run.id)
    again = replace(run, id=77, position=last)
    events = [
        *whole_run(run, {"INSERT": 1.0}),
        repeated,
        *whole_run(again, {"INSERT": 2.0}, 3000.0),
    ]
    path = spool(events)
    for _ in range(2):
        import_file(store, path)
        runs = store.runs(1)
        assert len(runs) == last + 1
        assert (runs[-1].position, runs[-1].cell, runs[-1].status) == (last, run.cell, DONE)
        assert [each.seconds for each in store.operations(1)] == [1.0, 2.0]
    with open_store(str(tmp_path / "other.sqlite"), write=True) as other:
        import_file(other, path)
        assert [each.seconds for each in other.operations(1)] == [1.0, 2.0]


def test_that_a_repeated_run_takes_no_place_of_another_cell_s(store: Store, spool: Writer) -> None:
    first, second = (
        next(each for each in store.load(1).runs if each.cell == cell) for cell in (0, 1)
    )
    last = len(store.load(1).runs)
    path = spool(
        [
            RunRepeated(77, last, first.id),
            *whole_run(replace(first, id=77, position=last), {"INSERT": 2.0}),
        ]
    )
    store.add_repeat(second.id)
    import_file(store, path)
    runs = store.runs(1)
    assert [(run.cell, run.status) for run in runs[last:]] == [(1, Status.PENDING), (0, DONE)]


@pytest.mark.parametrize(
    ("server", "protection"), [("other", "plaintext"), ("pg", "other"), ("other", "other")]
)
def test_that_evidence_that_is_not_of_the_plan_is_refused(
    store: Store, spool: Writer, server: str, protection: str
) -> None:
    trace = EvidenceFinding(
        server, protection, SearchArea.FILES, SearchSubject.MARKER, "x", True, NOTHING
    )
    path = spool([EvidenceGathered(server, protection, (trace,), 1.0)])
    with pytest.raises(InputError, match="do not match its plan"):
        import_file(store, path)
    assert store.evidence(1) == []
