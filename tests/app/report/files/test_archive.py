"""An archive gives the same tables in another store, and nothing strange is taken in."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.command_line.main import run as cipherbench
from app.plan.matrix import PlannedRun
from app.report.files.export import export, export_archive, export_formats
from app.results.archive.archive_writing import README, STORE, SUMS
from app.results.database.archived_tables import archived_tables
from app.results.database.models import Base
from app.results.events import EvidenceGathered, Noted
from app.results.intake.file_import import import_file
from app.results.records import (
    EvidenceFinding,
    FindingLocation,
    SearchArea,
    SearchSubject,
    ServerRecord,
    SessionRecord,
)
from app.results.store.campaign_details import set_details
from app.results.store.store import Store, open_store
from engines.contract.errors import InputError
from tests.app.report.figures.test_explained import slow_campaign
from tests.app.report.loaded import store_loaded
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
    spot = FindingLocation("base/1", 5, "text", "middle", "00ff", 4)
    seen = EvidenceFinding(
        "pg", "plaintext", SearchArea.MEMORY, SearchSubject.KEY, "memory", None, WHY, spots=(spot,)
    )
    store.write(
        number,
        [
            ServerRecord("pg", "postgresql", "embedded", "18.6", {"ssl": "off"}),
            sampled(None, 1.25),
            sampled(run.id, 1001.5),
            Noted(WHY, "warning", 3.1, run.id),
            EvidenceGathered("pg", "plaintext", (seen,), 3.5),
        ],
    )
    report = ServerRecord("pg", "postgresql", "embedded", "18.6", {"ssl": "off"})
    store.add_session(number, SessionRecord(1000.0, {"cpu": "a – b"}, "", (report,)))
    store.set_environment(number, {"memory": 1, "cpu": "a – b \\u0000", "load": 1.0, "none": None})
    return number


CAMPAIGNS = {"hospital": hospital, "web users": store_loaded, "cipher speed": store_raw}


def exported(store: Store, number: int, folder: Path, formats: Iterable[str]) -> Files:
    """Exports of a campaign, and its archive."""
    folder.mkdir()
    for name in formats:
        export(store, number, name, folder / name)
    export_archive(store, number, folder / "zip")
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.slow
@pytest.mark.parametrize("kind", CAMPAIGNS)
def test_that_an_archive_gives_the_same_files_in_another_store(
    kind: str, store: Store, tmp_path: Path
) -> None:
    """In every format; of what the others hold besides, JSON has all values."""
    store_campaign(store, make_campaign("another one, so that numbers differ"))
    formats = export_formats() if kind == "hospital" else ("json", "md")
    first = exported(store, CAMPAIGNS[kind](store), tmp_path / "first", formats)
    if kind == "hospital":
        assert "The raw cipher explains" in first["md"].decode()
    with open_store(str(tmp_path / "other.sqlite"), write=True) as other:
        taken = import_file(other, tmp_path / "first/zip")
        assert taken.new and taken.added > 0
        assert exported(other, taken.campaign, tmp_path / "second", formats) == first
        again = import_file(other, tmp_path / "first/zip")
        assert (again.campaign, again.new, again.added) == (taken.campaign, False, 0)
        assert again.known == taken.added
        assert len(other.campaigns()) == (2 if kind == "hospital" else 1)


@pytest.mark.slow
def test_that_archives_have_every_table_of_the_store(store: Store, tmp_path: Path) -> None:
    assert {each.name for each in archived_tables()} == set(Base.metadata.tables)
    files = members(export_archive(store, hospital(store), tmp_path / "x.zip"))
    (tmp_path / STORE).write_bytes(files[STORE])
    assert all(rows_in(tmp_path / STORE).values()), "a table without a row"
    readme = files[README].decode()
    assert all(f"{each.name}: " in readme for each in archived_tables())
    assert "server_seconds" in readme


@pytest.mark.slow
def test_that_the_command_line_archives_and_imports(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store_loaded(store, "São Paulo")
    there, file = f"--store={tmp_path / 'there.sqlite'}", str(tmp_path / "x.zip")
    assert cipherbench(["archive", "São Paulo", "-o", file, f"--store={store.location}"]) == 0
    assert cipherbench(["import", file, there]) == 0
    assert "“São Paulo”: 24 runs imported; it is new in this store." in capsys.readouterr().err
    assert cipherbench(["archive", "none", "-o", file, f"--store={store.location}"]) == 2


def members(path: Path) -> Files:
    with zipfile.ZipFile(path) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def pack(path: Path, files: Files) -> None:
    """Files with sums that fit them."""
    report = {name: data for name, data in files.items() if name != SUMS}
    sums = (f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in report.items())
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in {**report, SUMS: "".join(sums).encode()}.items():
            packed.writestr(name, data)


def changed(name: str, change: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    """Another file of that name, with a sum that fits."""

    def spoil(path: Path) -> None:
        files = members(path)
        pack(path, {**files, name: change(files.get(name, b""))})

    return spoil


def sql(*statements: str) -> Callable[[Path], None]:
    """Another store, with a sum that fits."""
    return changed(STORE, lambda data: altered(data, *statements))


def altered(data: bytes, *statements: str) -> bytes:
    """A store after somebody has changed it."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as store:
        if data:
            store.deserialize(data)
        for each in statements:
            store.execute(each)
        return store.serialize()


def indexes_of(data: bytes) -> list[str]:
    """In the order in which they were made."""
    with closing(sqlite3.connect(":memory:")) as store:
        store.deserialize(data)
        query = "SELECT name FROM sqlite_master WHERE type = 'index' AND sql > '' ORDER BY rowid"
        return [name for (name,) in store.execute(query)]


def without(name: str) -> Callable[[Path], None]:
    return lambda path: pack(path, {k: v for k, v in members(path).items() if k != name})


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-30])


def flipped(path: Path) -> None:
    """One bit of the store's packed bytes."""
    data = bytearray(path.read_bytes())
    data[data.index(STORE.encode()) + 60] ^= 1
    path.write_bytes(data)


def nowhere(path: Path) -> None:
    """The list of files begins earlier than it says: the first one would be before the archive."""
    data = path.read_bytes()
    at = data.rindex(b"PK\x05\x06") + 16
    begin = int.from_bytes(data[at : at + 4], "little") + 500
    path.write_bytes(data[:at] + begin.to_bytes(4, "little") + data[at + 4 :])


def with_extra(path: Path, extra: bytes) -> None:
    """More said of the store where the archive lists it."""
    files = members(path)
    with zipfile.ZipFile(path, "w") as packed:
        for name, data in files.items():
            info = zipfile.ZipInfo(name)
            info.extra = extra if name == STORE else b""
            packed.writestr(info, data)


def beyond(path: Path) -> None:
    """The store lies where no file has a place: at 2⁶³."""
    with_extra(path, struct.pack("<HHQ", 1, 8, 2**63))
    data = bytearray(path.read_bytes())
    name = data.rindex(STORE.encode())
    data[name - 4 : name] = b"\xff" * 4
    path.write_bytes(data)


def wrong_sum(path: Path) -> None:
    files = members(path)
    files[STORE] += bytes(4096)
    with zipfile.ZipFile(path, "w") as packed:
        for name, data in files.items():
            packed.writestr(name, data)


def other_page(data: bytes) -> bytes:
    """A page in the middle that belongs elsewhere."""
    page = 4096 * (len(data) // 8192)
    return data[:page] + data[4096:8192] + data[page + 4096 :]


def two_kinds_of_index(data: bytes) -> bytes:
    """An index that leaves rows out."""
    return altered(
        data,
        "PRAGMA writable_schema = ON",
        "CREATE TABLE more AS SELECT 1",
        "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = "
        "'ix_events_run_id') WHERE name = 'ix_probe_samples_campaign_id'",
        "DELETE FROM sqlite_master WHERE name = 'more'",
    )


def _with_place(place: str) -> dict[str, object]:
    return {"template": f"{{{place}}}", "values": {place: "x", "a": "y"}}


SPOILT: dict[str, tuple[Callable[[Path], None], str]] = {
    "cut": (cut, "it is damaged"),
    "nowhere": (nowhere, "it is damaged"),
    "beyond": (beyond, "it is damaged"),
    "flipped": (flipped, "it is damaged"),
    "wrong sum": (wrong_sum, "checksum mismatch in store.sqlite"),
    "bomb": (changed(STORE, lambda data: data + bytes(100_000_000)), "it would unpack to 10"),
    "outside": (changed("../outside", bytes.upper), "“../outside”, which does not belong"),
    "absolute": (changed("/etc/passwd", bytes.upper), "“/etc/passwd”, which does not belong"),
    "a log": (changed(f"{STORE}-wal", bytes.upper), "“store.sqlite-wal”, which does not belong"),
    "no store": (without(STORE), "store.sqlite is missing"),
    "no readme": (without(README), "README.txt is missing"),
    "an earlier one": (changed("manifest.json", bytes.upper), "an earlier build of Cipherbench"),
    "a newer store": (sql("UPDATE cipherbench_version SET version_num = '9999'"), "a newer"),
    "a store of before": (
        sql("UPDATE cipherbench_version SET version_num = '0015'"),
        "an unreleased Cipherbench",
    ),
    "no version": (sql("DELETE FROM cipherbench_version"), "damaged, or not Cipherbench's"),
    "another database": (
        changed(STORE, lambda data: altered(b"", "CREATE TABLE x (y)")),
        "damaged, or not Cipherbench's",
    ),
    "no database": (changed(STORE, lambda data: b"x" * 5000), "damaged, or not Cipherbench's"),
    "half of it": (changed(STORE, lambda data: data[: len(data) // 2]), "damaged, or not"),
    "another page": (changed(STORE, other_page), "damaged, or not Cipherbench's"),
    "another index": (changed(STORE, two_kinds_of_index), "damaged, or not Cipherbench's"),
    "a view": (
        sql("ALTER TABLE events RENAME TO more", "CREATE VIEW events AS SELECT * FROM more"),
        "damaged, or not Cipherbench's",
    ),
    "a trigger": (
        sql("CREATE TRIGGER x AFTER INSERT ON runs BEGIN DELETE FROM runs; END"),
        "damaged, or not Cipherbench's",
    ),
    "a computed index": (sql("CREATE INDEX x ON runs (abs(position))"), "damaged, or not"),
    "a partial index": (sql("CREATE INDEX x ON runs (id) WHERE position > 1"), "damaged, or not"),
    "a computed column": (
        sql("ALTER TABLE runs ADD COLUMN x AS (position + 1)"),
        "damaged, or not Cipherbench's",
    ),
    "a stray table": (sql("CREATE TABLE more (x)"), "differ from those of a store: more.x"),
    "a stray column": (sql("ALTER TABLE runs ADD COLUMN more"), "of a store: runs.more"),
    "no column": (sql("ALTER TABLE events DROP COLUMN level"), "of a store: events.level"),
    "no campaign": (sql("PRAGMA foreign_keys = ON", "DELETE FROM campaigns"), "holds 0 campaigns"),
    "no plan": (sql("UPDATE campaigns SET plan = 'x = '"), ""),
    "another plan": (sql("UPDATE campaigns SET plan = replace(plan, 'aes-128', 'aes-256')"), ""),
    "an odd moment": (sql("UPDATE campaigns SET created_at = 1e300"), "campaigns in it holds"),
    "another cell": (sql("UPDATE cells SET server = 'other'"), "match its plan"),
    "another kind": (sql("UPDATE cells SET kind = 'other' WHERE id = 1"), "match its plan"),
    "another profile": (sql("UPDATE cells SET profile = '0' WHERE id = 1"), "match its plan"),
    "a cell of none": (sql("UPDATE cells SET campaign_id = 7 WHERE id = 1"), "does not exist"),
    "a place beyond": (sql("UPDATE runs SET position = 'x' WHERE id = 1"), "runs in it holds"),
    "no status": (sql("UPDATE runs SET status = 'asleep'"), "runs in it holds"),
    "neither": (sql("UPDATE runs SET stalled = 2"), "runs in it holds"),
    "a text": (sql("UPDATE operations SET seconds = 'x'"), "operations in it holds"),
    "endless": (sql("UPDATE operations SET seconds = 9e999"), "operations in it holds"),
    "a long text": (sql("UPDATE events SET level = hex(zeroblob(20))"), "events in it holds"),
    "a longer text": (sql("UPDATE events SET message = hex(zeroblob(3e6))"), "events in it holds"),
    "notes of 4 MB": (
        sql("UPDATE campaigns SET notes = replace(hex(zeroblob(400000)), '0', '- a' || char(10))"),
        "campaigns in it holds",
    ),
    "a NUL": (sql("UPDATE events SET message = 'a' || char(0)"), "events in it holds"),
    "half a letter": (sql("UPDATE events SET message = CAST(x'c3' AS TEXT)"), ""),
    "a number of bytes": (sql("UPDATE operations SET turns = 1000000000"), "operations in it"),
    "a NUL in JSON": (
        sql('UPDATE sessions SET environment = \'{"a": ["\\u0000"]}\''),
        "sessions in it holds",
    ),
    "half a letter in JSON": (
        sql('UPDATE sessions SET environment = \'{"a": "\\ud800"}\''),
        "sessions in it holds",
    ),
    "no number in JSON": (
        sql("UPDATE operations SET measures = '{\"a\": NaN}'"),
        "operations in it holds",
    ),
    "another JSON": (sql("UPDATE servers SET settings = '[1]'"), "servers in it holds"),
    "JSON twice": (sql('UPDATE servers SET settings = \'{"a": "1", "a": "2"}\''), "servers in it"),
    "deep JSON": (
        sql("UPDATE sessions SET environment = replace(hex(zeroblob(50000)), '0', '[')"),
        "sessions in it holds",
    ),
    "no histogram": (sql("UPDATE histograms SET encoded = x'00'"), "match its plan"),
    "cut turns": (sql("UPDATE operations SET turns = x'01000000'"), "turns of an operation"),
    "no turns": (sql("UPDATE operations SET turns = x''"), "turns of an operation"),
    **{
        f"a message with {place}": (
            sql(f"UPDATE events SET message = '{json.dumps(_with_place(place))}'"),
            "events in it holds",
        )
        for place in ("0", "a.b", "a!r", "a:>9999999")
    },
    "odd evidence": (sql("UPDATE evidence SET spots = '[{\"x\": 1}]'"), "match its plan"),
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Iterator[bytes]:
    """An archive that nobody has touched."""
    folder = tmp_path_factory.mktemp("sound")
    with open_store(str(folder / "results.sqlite"), write=True) as store:
        yield export_archive(store, hospital(store), folder / "x.zip").read_bytes()


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
    spoil, output = SPOILT[kind]
    path = tmp_path / "x.zip"
    path.write_bytes(sound)
    spoil(path)
    with pytest.raises(InputError) as caught:
        import_file(empty, path)
    assert output in str(caught.value) and "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400
    assert empty.campaigns() == []
    assert not (tmp_path.parent / "outside").exists()


def test_that_an_empty_second_name_in_an_archive_raises_no_warning(
    sound: bytes, store: Store, tmp_path: Path
) -> None:
    """zipfile warns of it, which fails a test, and a user would see its source."""
    path = tmp_path / "x.zip"
    path.write_bytes(sound)
    with_extra(path, struct.pack("<HHBL", 0x7075, 5, 1, zlib.crc32(STORE.encode())))
    assert import_file(store, path).new


def test_that_what_was_running_is_cancelled_where_it_is_taken_in(
    store: Store, tmp_path: Path
) -> None:
    number = store_campaign(store, make_campaign())
    run = store.load(number).runs[0]
    store.write(number, whole_run(run, {"INSERT": 1.0})[:-1])
    path = export_archive(store, number, tmp_path / "x.zip")
    with open_store(str(tmp_path / "other.sqlite"), write=True) as other:
        made = import_file(other, path).campaign
        assert [each.status.value for each in other.runs(made)][:2] == ["cancelled", "pending"]
        assert other.operations(made)[0].seconds == 1.0


def test_that_an_earlier_archive_is_refused_with_a_way_out(
    sound: bytes, empty: Store, tmp_path: Path
) -> None:
    path = tmp_path / "x.zip"
    path.write_bytes(sound)
    changed("manifest.json", bytes.upper)(path)
    with pytest.raises(InputError, match="Archive the campaign again"):
        import_file(empty, path)


def test_that_what_an_archive_holds_is_a_store(
    sound: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x.zip").write_bytes(sound)
    file = tmp_path / STORE
    file.write_bytes(members(tmp_path / "x.zip")[STORE])
    assert cipherbench(["compare", "#1", f"--store={file}"]) == 0
    assert "The raw cipher explains" in capsys.readouterr().out


def test_that_an_archive_has_the_same_bytes_whatever_store_the_campaign_lies_in(
    sound: bytes, tmp_path: Path
) -> None:
    """Other numbers and pages, holes where a campaign was, another layout of the file."""
    (tmp_path / "x.zip").write_bytes(sound)
    file = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(file)) as made:
        made.execute("PRAGMA page_size = 512")
        made.execute("PRAGMA auto_vacuum = INCREMENTAL")
        made.execute("VACUUM")
    with open_store(str(file), write=True) as other:
        gone = store_campaign(other, make_campaign("gone", repetitions=3))
        store_campaign(other, make_campaign("another"))
        number = import_file(other, tmp_path / "x.zip").campaign
        other.delete_campaign(gone)
        assert number > 2
        export_archive(other, number, tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == sound
    store = members(tmp_path / "again.zip")[STORE]
    assert indexes_of(store) == sorted(indexes_of(store)), "in each process in another order"
    assert store[96:100] == bytes(4) and store[16:18] == (4096).to_bytes(2)


OTHERWISE = {
    "a value": (
        "UPDATE operations SET seconds = 7.5 WHERE run_id = (SELECT run_id FROM operations LIMIT 1)"
        " AND operation = 'INSERT'",
        ("different values in 1 of ", "seconds ", "7.5 in the store"),
    ),
    "turns": ("UPDATE operations SET turns = x'00000000'", ("such as turns of ", "in run 1.")),
    "a histogram": ("UPDATE histograms SET encoded = x'00'", ("different values in ", "run 1")),
    "a sample": (
        "UPDATE probe_samples SET server_cpu = 1.5",
        ("different values in 1 of ", "run 1"),
    ),
    "a run": (
        "UPDATE runs SET status = 'pending' WHERE position = 0",
        ("finished only in the archive: 1",),
    ),
    "evidence": ("DELETE FROM evidence", ("other evidence",)),
    "a session": ("UPDATE sessions SET data = 'other'", ("other sessions",)),
    "the machine": ("DELETE FROM environments", ("another machine",)),
    "a server": ("UPDATE servers SET version = '17.1'", ("other servers",)),
}


@pytest.fixture(scope="module")
def archived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a store that nobody has touched, and the archive of its campaign."""
    folder = tmp_path_factory.mktemp("archived")
    with open_store(str(folder / "store.sqlite"), write=True) as store:
        export_archive(store, with_everything(store), folder / "zip")
    return folder


@pytest.mark.parametrize("what", OTHERWISE)
def test_that_an_archive_with_other_values_than_the_stores_is_refused_by_name(
    what: str, archived: Path, tmp_path: Path
) -> None:
    shutil.copytree(archived, tmp_path, dirs_exist_ok=True)
    file, change, words = tmp_path / "store.sqlite", *OTHERWISE[what]
    with open_store(str(file), write=True) as store, store.transaction(write=True) as session:
        session.connection().exec_driver_sql(change)
    before = rows_in(file)
    with open_store(str(file), write=True) as store:
        with pytest.raises(InputError) as caught:
            import_file(store, tmp_path / "zip")
        for each in ("is in the store as #1", *words, "Nothing was imported."):
            assert each in str(caught.value)
    assert rows_in(file) == before


def rows_in(file: Path) -> dict[str, list[object]]:
    """All rows of a store."""
    with closing(sqlite3.connect(file)) as store:
        return {
            each.name: store.execute(f"SELECT * FROM {each.name} ORDER BY 1").fetchall()
            for each in archived_tables()
        }


def test_that_a_store_that_went_on_knows_an_older_archive(archived: Path, tmp_path: Path) -> None:
    shutil.copytree(archived, tmp_path, dirs_exist_ok=True)
    with open_store(str(tmp_path / "store.sqlite"), write=True) as store:
        number = 1
        (run,) = store.add_runs(number, [PlannedRun(0, 99)])
        store.write(number, [*whole_run(run, {"INSERT": 1.0}), Noted(WHY, "info", 9.0)])
        set_details(store, number, name="another", notes="Kept.", archived=True)
        before = rows_in(tmp_path / "store.sqlite")
        taken = import_file(store, tmp_path / "zip")
        assert not taken.new and not taken.added and taken.name == "another"
    assert rows_in(tmp_path / "store.sqlite") == before
