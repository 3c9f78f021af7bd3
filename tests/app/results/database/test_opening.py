"""Opening stores: who may write, and every fault said in one sentence."""

from __future__ import annotations

import itertools
import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect

from app.campaign.executor import CampaignExecutor
from app.evidence.gathering import gather_evidence
from app.plan.status import Status
from app.results.database import migrate
from app.results.database.migrate import STORE_VERSION, VERSION_TABLE, run_migrations, version_of
from app.results.database.models import Base
from app.results.store.store import Store, default_url, open_store
from engines.contract.errors import InputError
from tests.app.results.making import make_campaign, store_campaign, whole_run
from tests.app.typed import Started


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_that_a_new_store_has_what_all_migrations_make(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    numbers = itertools.count()

    def empty() -> str:
        if kind == "postgresql":
            return str(request.getfixturevalue("new_database")())
        return f"sqlite:///{tmp_path / str(next(numbers))}"

    new, migrated = empty(), create_engine(empty())
    open_store(new, write=True).close()
    with migrated.begin() as connection:
        run_migrations(connection)
    with migrated.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, Base.metadata) == []
        made = shape(connection)
    migrated.dispose()
    made_at_once = create_engine(new)
    with made_at_once.connect() as connection:
        assert shape(connection) == made
    made_at_once.dispose()


def shape(connection: Connection) -> dict[str, list[str]]:
    """All that a database tells of each table, in whatever order, and the version of the store."""
    look = inspect(connection)
    found = {
        name: [
            *look.get_columns(name),
            *look.get_foreign_keys(name),
            *look.get_indexes(name),
            *look.get_unique_constraints(name),
            *look.get_check_constraints(name),
            look.get_pk_constraint(name),
        ]
        for name in look.get_table_names()
    }
    report = {
        name: sorted(str(sorted(each.items())) for each in parts) for name, parts in found.items()
    }
    return {**report, "": [str(version_of(connection))]}


def test_that_the_store_version_is_the_newest_migration() -> None:
    folder = Path(migrate.__file__).parent / "migrations"
    assert ScriptDirectory(str(folder)).get_heads() == [STORE_VERSION]


def test_that_a_second_writer_is_refused(store: Store, file: Path) -> None:
    with pytest.raises(InputError) as caught:
        open_store(str(file), write=True)
    assert caught.value.title == "Store in use"
    assert str(file) in caught.value.message
    store.close()
    open_store(str(file), write=True).close()


def test_that_a_reader_reads_while_another_writes(address: str) -> None:
    with open_store(address, write=True) as writer:
        campaign_id = store_campaign(writer, make_campaign("live"))
        with open_store(address, write=False) as reader, writer.transaction(write=True) as session:
            session.connection().exec_driver_sql("UPDATE campaigns SET name = 'uncommitted'")
            assert [each.name for each in reader.campaigns()] == ["live"]
        runs = writer.load(campaign_id).runs
        with open_store(address, write=False) as reader:
            writer.write(campaign_id, whole_run(runs[0], {"INSERT": 1.0}))
            assert len(reader.operations(campaign_id)) == 1


def test_that_one_thread_reads_while_another_writes_to_the_same_store(store: Store) -> None:
    campaign_id = store_campaign(store, make_campaign("live"))
    with ThreadPoolExecutor(1) as thread, store.transaction(write=True) as session:
        session.connection().exec_driver_sql("UPDATE campaigns SET name = 'uncommitted'")
        names = thread.submit(store.campaigns).result(timeout=60)
    assert [each.name for each in names] == ["live"]
    assert store.summary(campaign_id).name == "uncommitted"


def test_that_a_reader_cannot_change_a_file(store: Store, file: Path) -> None:
    campaign_id = store_campaign(store, make_campaign("kept"))
    store.close()
    with open_store(str(file), write=False) as reader:
        with pytest.raises(InputError):
            reader.delete_campaign(campaign_id)
        assert reader.find("kept") == campaign_id


@pytest.mark.slow
def test_that_a_killed_writer_keeps_finished_runs(file: Path) -> None:
    program = "from tests.app.results.database import endless_writer; endless_writer.main()"
    with Started("-c", program, file, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        lines = [writer.stdout.readline().strip() for _ in range(3)]
        assert lines[2] == "waiting"
        with pytest.raises(InputError, match="being written by another Cipherbench"):
            open_store(str(file), write=True)
        os.kill(writer.pid, signal.SIGKILL)

    report = [int(line.removeprefix("run ")) for line in lines[:2]]
    with open_store(str(file), write=True) as store:
        campaign_id = store.find("endless")
        done = [run.id for run in store.runs(campaign_id) if run.status is Status.DONE]
        assert done == report
        assert store.summary(campaign_id).status is Status.CANCELLED
        assert store.runs(campaign_id)[2].status is Status.CANCELLED
        left = store.prepare_resume(campaign_id)
        assert [run.position for run in left] == list(range(2, 8))
        assert [each.run_id for each in store.operations(campaign_id)] == [
            run for run in report for _ in range(2)
        ]


def test_that_a_missing_store_can_be_made_but_not_read(address: str) -> None:
    with pytest.raises(InputError, match="There is no store at"):
        open_store(address, write=False)
    with open_store(address, write=True) as store:
        assert store.campaigns() == []


def test_that_reading_a_missing_file_leaves_no_file(file: Path) -> None:
    with pytest.raises(InputError):
        open_store(str(file), write=False)
    assert list(file.parent.iterdir()) == []


def test_that_a_store_whose_making_was_interrupted_is_made_again(file: Path) -> None:
    file.touch()
    with pytest.raises(InputError, match="no store"):
        open_store(str(file), write=False)
    with open_store(str(file), write=True) as store:
        assert store.campaigns() == []


@pytest.mark.parametrize("write", [True, False])
@pytest.mark.parametrize(
    ("version", "title"), [("9999", "Store too new"), ("0015", "Store too old")]
)
@pytest.mark.in_every_run("sqlite", "9999")
def test_that_a_store_of_another_version_is_refused_and_left_alone(
    address: str, write: bool, version: str, title: str
) -> None:
    with open_store(address, write=True) as store, store.transaction(write=True) as session:
        connection = session.connection()
        connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version_num = '{version}'")
    with pytest.raises(InputError) as caught:
        open_store(address, write=write)
    assert caught.value.title == title
    assert version in caught.value.message


@pytest.mark.parametrize("write", [True, False])
def test_that_a_file_that_is_no_database_is_refused_and_left_alone(file: Path, write: bool) -> None:
    file.write_text("engine,seconds\n" * 100)
    with pytest.raises(InputError, match="file is not a database"):
        open_store(str(file), write=write)
    assert file.read_text() == "engine,seconds\n" * 100


def test_that_another_programs_database_is_refused_and_left_alone(file: Path) -> None:
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE bookmarks (url TEXT)")
    connection.close()
    with pytest.raises(InputError) as caught:
        open_store(str(file), write=True)
    assert caught.value.title == "Not a store"
    connection = sqlite3.connect(file)
    tables = connection.execute("SELECT name FROM sqlite_master").fetchall()
    connection.close()
    assert tables == [("bookmarks",)]


@pytest.mark.parametrize("write", [True, False])
def test_that_a_folder_is_no_store(tmp_path: Path, write: bool) -> None:
    with pytest.raises(InputError):
        open_store(str(tmp_path), write=write)


def test_that_a_folder_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    with pytest.raises(InputError) as caught:
        open_store(str(tmp_path / "plain" / "results.sqlite"), write=True)
    assert caught.value.title == "Store not writable"


@pytest.mark.parametrize(
    "url",
    [
        "postgresql+psycopg://me:s3cret@127.0.0.1:1/results",
        "postgresql+psycopg://me@127.0.0.1:1/results?password=s3cret",
        "postgresql+psycopg://me:s3cret@127.0.0.1:x/results",
        "postgresql+nothing://me:s3cret@127.0.0.1/results",
        "postgresql+pg8000://me:s3cret@127.0.0.1/results",
        "nothing://me:s3cret@127.0.0.1/results",
        "postgresql+psycopg://me:s3cret@127.0.0.1/results?nonsense=s3cret",
        "://me:s3cret@",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///x.sqlite?nonsense=1",
    ],
)
@pytest.mark.parametrize("write", [True, False])
def test_that_a_url_that_leads_nowhere_is_one_sentence_without_its_password(
    url: str, write: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError) as caught:
        open_store(url, write=write)
    assert "s3cret" not in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.slow
def test_that_the_place_of_a_store_hides_its_password(new_database: Callable[[], str]) -> None:
    url = new_database().replace("cipherbench@", "cipherbench:s3cret@")
    with open_store(url, write=True) as store:
        assert "cipherbench:***@" in store.location


def test_that_the_default_store_is_in_the_programs_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "a folder with 100% & ü?"
    monkeypatch.setenv("CIPHERBENCH_HOME", str(home))
    with open_store(write=True) as store:
        assert store.location == str(home / "cipherbench.sqlite")
    assert (home / "cipherbench.sqlite").exists()
    with open_store(default_url(), write=False) as store:
        assert store.campaigns() == []


def test_that_losing_the_database_is_reported_in_one_sentence(store: Store, file: Path) -> None:
    store_campaign(store, make_campaign())
    store.close()
    with open_store(str(file), write=False) as reader:
        file.write_bytes(b"not a database any more" * 1000)
        for end in ("-wal", "-shm"):
            file.with_name(file.name + end).unlink(missing_ok=True)
        with pytest.raises(InputError, match=r"is damaged|cannot be used as a store"):
            reader.campaigns()


def test_that_a_campaign_in_a_shared_store_is_one_programs_at_a_time(shared_address: str) -> None:
    url = shared_address
    with open_store(url, write=True) as one, open_store(url, write=True) as other:
        first, second = (store_campaign(one, make_campaign(name)) for name in ("a", "b"))
        with one.locked(first):
            with pytest.raises(InputError, match="Another program is working on campaign"):
                CampaignExecutor(url, gather=gather_evidence).resume(str(first))
            with other.locked(second):
                assert len(other.campaigns()) == 2
        with other.locked(first):
            assert other.load(first).runs
    with open_store(url, write=True) as again, again.locked(first):
        assert again.load(first).runs


def test_that_the_claim_of_a_program_that_was_killed_is_void(shared_address: str) -> None:
    url = shared_address
    with open_store(url, write=True) as store:
        campaign = store_campaign(store, make_campaign())
        program = f"""
from app.results.store.store import open_store
import sys, time
with open_store({url!r}, write=True) as store, store.locked({campaign}):
    print("claimed", flush=True)
    time.sleep(60)
"""
        with Started("-c", program, stdout=subprocess.PIPE, text=True) as other:
            assert other.stdout is not None and other.stdout.readline() == "claimed\n"
            with (
                pytest.raises(InputError, match="Wait until it has finished"),
                store.locked(campaign),
            ):
                pytest.fail("claimed twice")
            other.kill()
        deadline = time.monotonic() + 60
        while True:
            try:
                with store.locked(campaign):
                    return
            except InputError:
                assert time.monotonic() < deadline
                time.sleep(0.05)


@pytest.mark.parametrize("emptied", ["DELETE FROM {}", "UPDATE {} SET version_num = ''"])
@pytest.mark.in_every_run("sqlite", "DELETE FROM {}")
def test_that_a_store_without_a_version_is_damaged_with_one_sentence(
    address: str, emptied: str
) -> None:
    with open_store(address, write=True) as store, store.transaction(write=True) as session:
        session.connection().exec_driver_sql(emptied.format(VERSION_TABLE))
    output = set()
    for write in (False, True):
        with pytest.raises(InputError) as caught:
            open_store(address, write=write)
        output.add(str(caught.value))
    assert len(output) == 1 and "does not record its version" in output.pop()
