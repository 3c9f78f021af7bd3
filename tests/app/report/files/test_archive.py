"""An archive gives the same tables in another store, and nothing strange is taken in."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.command_line.main import run as cipherbench
from app.plan.matrix import PlannedRun
from app.report.export import export, export_formats
from app.report.files.archive import archive
from app.results.archive import layout
from app.results.archive.layout import MANIFEST, SUMS
from app.results.archive.tables import LEFT_OUT, carried_tables
from app.results.database.labels import label
from app.results.database.migrate import STORE_VERSION
from app.results.database.models import Base
from app.results.database.store import Store, open_store
from app.results.events import EvidenceGathered, Noted, ServerReady
from app.results.records import ServerRecord, SessionRecord
from app.results.spool.importing import import_file
from app.results.traces import Ground, Spot, Subject, Trace
from engines.contract.errors import InputError
from tests.app.report.loaded import store_loaded
from tests.app.report.test_bounds import slow_campaign
from tests.app.results.making import CBC, WHY, make_campaign, sampled, store_campaign, whole_run
from tests.app.results.raw import store_raw

Files = dict[str, bytes]


def hospital(store: Store) -> int:
    """With raw ciphers beside it."""
    store_raw(store)
    return with_everything(store)


def with_everything(store: Store) -> int:
    """With a run that goes on, evidence, samples of no run, and notes."""
    number = slow_campaign(store, CBC)
    run = store.load(number).runs[0]
    spot = Spot("base/1", 5, "text", "middle", "00ff", 4)
    seen = Trace("pg", "plaintext", Ground.MEMORY, Subject.KEY, "memory", None, WHY, spots=(spot,))
    store.write(
        number,
        [
            ServerReady("pg", "postgresql", "embedded", "18.6", {"ssl": "off"}),
            sampled(None, 1.25),
            sampled(run.id, 1001.5),
            Noted(WHY, "warning", 3.1, run.id),
            EvidenceGathered("pg", "plaintext", (seen,), 3.5),
        ],
    )
    told = ServerRecord("pg", "postgresql", "embedded", "18.6", {"ssl": "off"})
    store.add_session(number, SessionRecord(1000.0, {"cpu": "a – b"}, "", (told,)))
    store.set_environment(number, {"memory": 1, "cpu": "a – b \\u0000", "load": 1.0, "none": None})
    return number


CAMPAIGNS = {"hospital": hospital, "web users": store_loaded, "cipher speed": store_raw}


def exported(store: Store, number: int, folder: Path) -> Files:
    """Every export of a campaign, and its archive."""
    folder.mkdir()
    for name in export_formats():
        export(store, number, name, folder / name)
    archive(store, number, folder / "zip")
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.slow
@pytest.mark.parametrize("kind", CAMPAIGNS)
def test_that_an_archive_gives_the_same_files_in_another_store(
    kind: str, store: Store, tmp_path: Path
) -> None:
    store_campaign(store, make_campaign("another one, so that numbers differ"))
    first = exported(store, CAMPAIGNS[kind](store), tmp_path / "first")
    if kind == "hospital":
        assert "The raw cipher explains" in first["md"].decode()
    with open_store(str(tmp_path / "other.sqlite"), write=True) as other:
        taken = import_file(other, tmp_path / "first/zip")
        assert taken.new and taken.added > 0
        assert exported(other, taken.campaign, tmp_path / "second") == first
        again = import_file(other, tmp_path / "first/zip")
        assert (again.campaign, again.new, again.added) == (taken.campaign, False, 0)
        assert again.known == taken.added
        assert len(other.campaigns()) == (2 if kind == "hospital" else 1)


@pytest.mark.slow
def test_that_every_table_of_the_store_is_carried_or_named_with_a_reason(
    store: Store, tmp_path: Path
) -> None:
    assert {each.name for each in carried_tables()} | set(LEFT_OUT) == set(Base.metadata.tables)
    files = members(archive(store, hospital(store), tmp_path / "x.zip"))
    tables = json.loads(files[MANIFEST])["campaigns"][0]["tables"]
    assert set(tables) == {each.name for each in carried_tables()}
    readme = files[layout.README].decode()
    assert all(f"{each.name}: " in readme for each in carried_tables())
    assert "server_seconds" in readme


@pytest.mark.slow
def test_that_the_command_line_archives_and_imports(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store_loaded(store, "São Paulo")
    there, file = f"--store={tmp_path / 'there.sqlite'}", str(tmp_path / "x.zip")
    assert cipherbench(["archive", "São Paulo", "-o", file, f"--store={store.place}"]) == 0
    assert cipherbench(["import", file, there]) == 0
    assert "“São Paulo”: 24 runs taken in; it is new in this store." in capsys.readouterr().err
    assert cipherbench(["archive", "none", "-o", file, f"--store={store.place}"]) == 2


def members(path: Path) -> Files:
    with zipfile.ZipFile(path) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def pack(path: Path, files: Files) -> None:
    """Files with sums that fit them."""
    told = {name: data for name, data in files.items() if name != SUMS}
    sums = (f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in told.items())
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in {**told, SUMS: "".join(sums).encode()}.items():
            packed.writestr(name, data)


def changed(name: str, change: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    """Another file of that name, with a sum that fits."""

    def spoil(path: Path) -> None:
        files = members(path)
        pack(path, {**files, name: change(files.get(name, b""))})

    return spoil


def row(table: str, change: Callable[[dict[str, object]], object]) -> Callable[[Path], None]:
    """Another first row of a table, with a sum that fits."""

    def spoil(data: bytes) -> bytes:
        first, _, rest = data.partition(b"\n")
        fields = json.loads(first)
        change(fields)
        return json.dumps(fields, separators=(",", ":")).encode() + b"\n" + rest

    return changed(f"campaign-1/tables/{table}.jsonl", spoil)


def without(name: str) -> Callable[[Path], None]:
    return lambda path: pack(path, {k: v for k, v in members(path).items() if k != name})


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-30])


def flipped(path: Path) -> None:
    """One bit of a table's packed bytes."""
    data = bytearray(path.read_bytes())
    data[data.index(b"operations.jsonl") + 60] ^= 1
    path.write_bytes(data)


def nowhere(path: Path) -> None:
    """The list of files begins earlier than it says: the first one would be before the archive."""
    data = path.read_bytes()
    at = data.rindex(b"PK\x05\x06") + 16
    begin = int.from_bytes(data[at : at + 4], "little") + 500
    path.write_bytes(data[:at] + begin.to_bytes(4, "little") + data[at + 4 :])


def wrong_sum(path: Path) -> None:
    files = members(path)
    files["campaign-1/plan.toml"] += b"# more\n"
    with zipfile.ZipFile(path, "w") as packed:
        for name, data in files.items():
            packed.writestr(name, data)


def bomb(path: Path) -> None:
    changed("campaign-1/tables/operations.jsonl", lambda data: data + b" " * 100_000_000)(path)


SPOILT: dict[str, tuple[Callable[[Path], None], str]] = {
    "cut": (cut, "it is damaged"),
    "nowhere": (nowhere, "it is damaged"),
    "flipped": (flipped, "it is damaged"),
    "wrong sum": (wrong_sum, "campaign-1/plan.toml has not the checksum"),
    "bomb": (bomb, "it would unpack to 100 MB"),
    "outside": (changed("../outside", bytes.upper), "“../outside”, which is no part"),
    "absolute": (changed("/etc/passwd", bytes.upper), "“/etc/passwd”, which is no part"),
    "a stray table": (changed("campaign-1/tables/more.jsonl", bytes.upper), "is no part"),
    "no table": (without("campaign-1/tables/cells.jsonl"), "it has no campaign-1/tables/cells"),
    "no manifest": (without(MANIFEST), "it has no manifest.json"),
    "a newer layout": (
        changed(MANIFEST, lambda data: data.replace(b'archive": 1', b'archive": 2')),
        "a newer Cipherbench wrote it",
    ),
    "a newer store": (
        changed(MANIFEST, lambda data: data.replace(b'"store": "', b'"store": "9')),
        "a newer Cipherbench wrote it",
    ),
    "a store of before": (
        changed(MANIFEST, lambda data: data.replace(f'"{STORE_VERSION}"'.encode(), b'"0015"')),
        "an unreleased Cipherbench wrote it",
    ),
    "no JSON": (changed(MANIFEST, lambda data: b"[" * 100_000), "no archive of Cipherbench's"),
    "another plan": (changed("campaign-1/plan.toml", lambda data: data + b"#"), "of its plan"),
    "no plan": (row("campaigns", lambda it: it.update(plan="x = ")), ""),
    "an odd moment": (row("campaigns", lambda it: it.update(created_at=1e300)), "cannot"),
    "another cell": (row("cells", lambda it: it.update(server="other")), "of its plan"),
    "a cell of none": (row("cells", lambda it: it.update(campaign_id=7)), "cells.jsonl holds"),
    "twice a place": (row("cells", lambda it: it.update(position=1)), "what the store cannot"),
    "no status": (row("runs", lambda it: it.update(status="asleep")), "runs.jsonl holds"),
    "a lie": (row("operations", lambda it: it.update(seconds=True)), "operations.jsonl holds"),
    "no number": (row("operations", lambda it: it.update(seconds=float("nan"))), "holds"),
    "half a letter": (row("events", lambda it: it.update(message="\ud800")), "events.jsonl holds"),
    "a NUL": (row("sessions", lambda it: it.update(environment={"a": ["\0"]})), "sessions.jsonl"),
    "more": (row("operations", lambda it: it.update(more=1)), "operations.jsonl holds"),
    "no histogram": (row("histograms", lambda it: it.update(encoded="VPRn")), "of its plan"),
    "cut turns": (row("operations", lambda it: it.update(turns="AQAAAA==")), "of its plan"),
    "no turns": (row("operations", lambda it: it.update(turns="")), "of its plan"),
    "odd evidence": (row("evidence", lambda it: it.update(spots=[{"x": 1}])), "of its plan"),
    "a list": (
        changed("campaign-1/tables/sessions.jsonl", lambda data: b"[]\n"),
        "sessions.jsonl holds what the store cannot",
    ),
    "deep": (
        changed("campaign-1/tables/sessions.jsonl", lambda data: b"[" * 100_000 + b"\n"),
        "sessions.jsonl holds what the store cannot",
    ),
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Iterator[bytes]:
    """An archive that nobody has touched."""
    folder = tmp_path_factory.mktemp("sound")
    with open_store(str(folder / "results.sqlite"), write=True) as store:
        yield archive(store, hospital(store), folder / "x.zip").read_bytes()


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store that is to stay so."""
    folder = tmp_path_factory.mktemp("empty")
    with open_store(str(folder / "results.sqlite"), write=True) as store:
        yield store


@pytest.mark.parametrize("kind", SPOILT)
def test_that_a_spoilt_archive_is_refused_in_one_sentence_and_nothing_of_it_is_stored(
    kind: str, sound: bytes, empty: Store, tmp_path: Path
) -> None:
    spoil, said = SPOILT[kind]
    path = tmp_path / "x.zip"
    path.write_bytes(sound)
    spoil(path)
    with pytest.raises(InputError) as caught:
        import_file(empty, path)
    assert said in str(caught.value) and "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400
    assert empty.campaigns() == []
    assert not (tmp_path.parent / "outside").exists()


def test_that_what_was_running_is_cancelled_where_it_is_taken_in(
    store: Store, tmp_path: Path
) -> None:
    number = store_campaign(store, make_campaign())
    run = store.load(number).runs[0]
    store.write(number, whole_run(run, {"INSERT": 1.0})[:-1])
    path = archive(store, number, tmp_path / "x.zip")
    with open_store(str(tmp_path / "other.sqlite"), write=True) as other:
        made = import_file(other, path).campaign
        assert [each.status.value for each in other.runs(made)][:2] == ["cancelled", "pending"]
        assert other.operations(made)[0].seconds == 1.0


OTHERWISE = {
    "a value": (
        "UPDATE operations SET seconds = 7.5 WHERE run_id = (SELECT run_id FROM operations LIMIT 1)"
        " AND operation = 'INSERT'",
        ("other values in 1 of ", "seconds ", "7.5 here"),
    ),
    "turns": ("UPDATE operations SET turns = x'00000000'", ("such as turns of ", "in run 1.")),
    "a histogram": ("UPDATE histograms SET encoded = x'00'", ("other values in ", "run 1")),
    "a sample": ("UPDATE probe_samples SET server_cpu = 1.5", ("other values in 1 of ", "run 1")),
    "a run": ("UPDATE runs SET status = 'pending' WHERE position = 0", ("done there alone: 1",)),
    "evidence": ("DELETE FROM evidence", ("other evidence",)),
    "a session": ("UPDATE sessions SET data = 'other'", ("other sessions",)),
    "the machine": ("DELETE FROM environments", ("another machine",)),
    "a server": ("UPDATE servers SET version = '17.1'", ("other servers",)),
}


@pytest.mark.parametrize("what", OTHERWISE)
def test_that_an_archive_with_other_values_than_the_stores_is_refused_by_name(
    what: str, tmp_path: Path
) -> None:
    file, change, words = tmp_path / "store.sqlite", *OTHERWISE[what]
    with open_store(str(file), write=True) as store:
        archive(store, with_everything(store), tmp_path / "zip")
        with store.transaction(write=True) as session:
            session.connection().exec_driver_sql(change)
    before = rows_in(file)
    with open_store(str(file), write=True) as store:
        with pytest.raises(InputError) as caught:
            import_file(store, tmp_path / "zip")
        for each in ("is in the store as #1", *words, "Nothing was taken in."):
            assert each in str(caught.value)
    assert rows_in(file) == before


def rows_in(file: Path) -> dict[str, list[object]]:
    """All rows of a store."""
    with closing(sqlite3.connect(file)) as store:
        return {
            each.name: store.execute(f"SELECT * FROM {each.name} ORDER BY 1").fetchall()
            for each in carried_tables()
        }


def test_that_a_store_that_went_on_knows_an_older_archive(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "store.sqlite"), write=True) as store:
        number = with_everything(store)
        archive(store, number, tmp_path / "zip")
        (run,) = store.add_runs(number, [PlannedRun(0, 99)])
        store.write(number, [*whole_run(run, {"INSERT": 1.0}), Noted(WHY, "info", 9.0)])
        label(store, number, name="another", notes="Kept.", archived=True)
        before = rows_in(tmp_path / "store.sqlite")
        taken = import_file(store, tmp_path / "zip")
        assert not taken.new and not taken.added and taken.name == "another"
    assert rows_in(tmp_path / "store.sqlite") == before
