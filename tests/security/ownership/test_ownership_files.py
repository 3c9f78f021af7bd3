"""Strangers' databases where ours are files: Firebird's and SQLite's."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.patterns.base.lab_database import lab_database
from engines.base.ownership import Gone, NotOwned, Owned, judge_all
from engines.contract.endpoint import Endpoint, Source
from engines.contract.errors import InputError, NotExamined, ServerUnavailable
from engines.contract.structure import TableColumn
from engines.firebird.connection import make_database
from engines.firebird.session import FirebirdSession
from engines.opening import open_server
from engines.servers.server import Server, ServerSpec
from tests.requirements import lacking

EVIL = "cipherbench_evil"

LOOT = "create table loot (who varchar(63))"
STEAL = "begin insert into loot values (current_user); "
PWN = f"create function pwn returns varchar(64) as {STEAL} return 'x'; end"
GRANTS = ("grant all on loot to public", "grant execute on function pwn to public")

TRAPS = {
    "trigger on entering": (
        f"create trigger t on connect as {STEAL} end",
        "create table cipherbench_marker (id varchar(64))",
        "insert into cipherbench_marker values ('evil')",
    ),
    "trigger on transactions": (
        f"create trigger t on transaction start as {STEAL} end",
        "create table cipherbench_marker (id varchar(64))",
    ),
    "view": ("create view cipherbench_marker (id) as select pwn() from rdb$database",),
    "computed column": (
        "create table cipherbench_marker (n integer, id computed by (pwn()))",
        "insert into cipherbench_marker (n) values (1)",
    ),
}


@pytest.fixture(scope="module")
def firebird() -> Iterator[Server]:
    """A server of its own with a login `mallory` that may make databases."""
    import os

    folder = os.environ.get("CIPHERBENCH_FIREBIRD_BINARIES")
    if not folder:
        lacking("local firebird", "CIPHERBENCH_FIREBIRD_BINARIES names no folder")
    server = open_server(ServerSpec("hunted", Source.LOCAL, "firebird", binaries=folder))
    name = server.engine.catalogue.create_database(server.endpoint, "logins")
    with server.engine.driver.connect(server.endpoint, name) as admin:
        admin.execute("create user mallory password 'pw'")
        admin.execute("create user ana password 'pw'")
        admin.execute("grant create database to user mallory")
    server.engine.catalogue.drop_database(server.endpoint, name)
    yield server
    server.close()


def as_user(server: Server, user: str) -> Endpoint:
    return replace(server.endpoint, user=user, password="pw")


def file_of(server: Server, name: str = EVIL) -> Path:
    return Path(str(server.endpoint.directory)) / f"{name}.fdb"


@pytest.fixture
def lay(firebird: Server) -> Iterator[object]:
    """Has mallory make a database with a trap."""

    def make(*statements: str) -> None:
        end = as_user(firebird, "mallory")
        with FirebirdSession(make_database(end, str(file_of(firebird))), end) as session:
            for statement in (LOOT, PWN, *GRANTS, *statements):
                session.execute(statement)
            session.execute("delete from loot")

    yield make
    file_of(firebird).unlink(missing_ok=True)


def looted(server: Server) -> list[str]:
    """Who ran something, beside mallory, who is at home there."""
    with server.engine.driver.connect(as_user(server, "mallory"), EVIL) as session:
        rows = session.fetch("select trim(who) from loot")
    return [str(who) for (who,) in rows if str(who) != "MALLORY"]


@pytest.mark.parametrize("kind", TRAPS)
def test_that_nothing_of_a_hostile_firebird_database_is_run(
    firebird: Server, lay: object, kind: str
) -> None:
    lay(*TRAPS[kind])  # type: ignore[operator]
    engine, end = firebird.engine, firebird.endpoint
    assert engine.catalogue.owned_databases(end) == {}
    assert isinstance(judge_all(engine.catalogue, end)[EVIL], NotOwned)
    with lab_database(engine, end):
        pass
    assert isinstance(engine.catalogue.drop_database(end, EVIL), NotOwned)
    assert file_of(firebird).exists()
    assert looted(firebird) == []


def test_that_firebirds_views_and_computed_columns_are_not_read(
    firebird: Server, lay: object
) -> None:
    lay(  # type: ignore[operator]
        "create table plain (kept varchar(20), made computed by (pwn()))",
        "insert into plain (kept) values ('a')",
        "create view seen (kept) as select pwn() from rdb$database",
        f"create trigger t on connect as {STEAL} end",
    )
    engine = firebird.engine
    end = replace(firebird.endpoint, database=str(file_of(firebird)))
    database = str(file_of(firebird))
    found = {(each.table, each.column) for each in engine.catalogue.columns(end, database)}
    assert found == {("LOOT", "WHO"), ("PLAIN", "KEPT")}
    assert engine.catalogue.values(end, TableColumn(database, "", "PLAIN", "KEPT"), 9) == ["a"]
    for table, column in (("SEEN", "KEPT"), ("PLAIN", "MADE")):
        with pytest.raises(InputError, match="Views"):
            engine.catalogue.values(end, TableColumn(database, "", table, column), 9)
    with pytest.raises(ServerUnavailable, match="triggers"):
        engine.catalogue.columns(replace(as_user(firebird, "ana"), database=database), database)
    assert looted(firebird) == []


def test_that_a_copied_or_renamed_firebird_database_is_not_ours(firebird: Server) -> None:
    engine, end = firebird.engine, firebird.endpoint
    name = engine.catalogue.create_database(end, "first")
    copy = "cipherbench_copy"
    shutil.copy2(file_of(firebird, name), file_of(firebird, copy))
    if (owner := file_of(firebird, name).stat()).st_uid:
        import os

        os.chown(file_of(firebird, copy), owner.st_uid, owner.st_gid)
    try:
        assert engine.catalogue.owned_databases(end) == {name: "first"}
        assert isinstance(engine.catalogue.drop_database(end, copy), NotOwned)
        assert file_of(firebird, copy).exists()
        assert engine.catalogue.drop_database(end, name) == Owned("first")
        assert engine.catalogue.drop_database(end, name) == Gone()
    finally:
        file_of(firebird, copy).unlink()


def test_that_a_firebird_file_that_cannot_be_opened_is_not_taken_for_gone(firebird: Server) -> None:
    engine, end = firebird.engine, firebird.endpoint
    name = engine.catalogue.create_database(end, "closed")
    path = file_of(firebird, name)
    mode = path.stat().st_mode
    path.chmod(0)
    try:
        with pytest.raises(NotExamined, match="DROP DATABASE;"):
            engine.catalogue.drop_database(end, name)
        assert path.exists()
    finally:
        path.chmod(mode)
    assert engine.catalogue.drop_database(end, name) == Owned("closed")


# SQLite.


@pytest.fixture
def sqlite() -> Iterator[Server]:
    server = open_server(ServerSpec("sqlite", Source.EMBEDDED, "sqlite"))
    yield server
    server.close()


def test_that_only_the_very_file_that_was_marked_is_ours(sqlite: Server, tmp_path: Path) -> None:
    engine, end = sqlite.engine, sqlite.endpoint
    folder = Path(str(end.directory))
    name = engine.catalogue.create_database(end, "first")
    file, mark = folder / f"{name}.sqlite", folder / f"{name}.cipherbench"
    precious = tmp_path / "precious"
    precious.write_bytes(file.read_bytes())

    copied, renamed, linked = (folder / f"cipherbench_{each}" for each in ("c", "r", "l"))
    shutil.copy(file, copied.with_suffix(".sqlite"))
    shutil.copy(mark, copied.with_suffix(".cipherbench"))
    other = engine.catalogue.create_database(end, "other")
    for end_ in (".sqlite", ".cipherbench"):
        (folder / (other + end_)).rename(renamed.with_suffix(end_))
    linked.with_suffix(".sqlite").symlink_to(precious)
    linked.with_suffix(".cipherbench").symlink_to(mark)
    replaced = engine.catalogue.create_database(end, "replaced")
    (folder / f"{replaced}.sqlite").rename(folder / "kept")  # its number is not given again
    shutil.copy(precious, folder / f"{replaced}.sqlite")

    assert engine.catalogue.owned_databases(end) == {name: "first"}
    for strange in (copied.name, renamed.name, linked.name, replaced):
        assert isinstance(engine.catalogue.drop_database(end, strange), NotOwned), strange
        assert (folder / f"{strange}.sqlite").exists()
    assert precious.exists()
    assert engine.catalogue.drop_database(end, name) == Owned("first")


def test_that_marks_behind_links_are_not_read_and_files_behind_links_not_written(
    sqlite: Server, tmp_path: Path
) -> None:
    engine, end = sqlite.engine, sqlite.endpoint
    folder, precious = Path(str(end.directory)), tmp_path / "precious"
    for ending in (".sqlite", ".cipherbench"):
        trap = folder / f"cipherbench_trap{ending}"
        trap.symlink_to(precious)
        with pytest.raises(ServerUnavailable, match="there is a file of that name"):
            engine.catalogue.create_database(end, "trap")
        trap.unlink()
        assert not precious.exists()
        assert sorted(folder.glob("cipherbench_trap*")) == []


def test_that_sqlites_views_computed_and_virtual_tables_are_not_read(sqlite: Server) -> None:
    engine, end = sqlite.engine, sqlite.endpoint
    name = engine.catalogue.create_database(end, "tables")
    with sqlite3.connect(Path(str(end.directory)) / f"{name}.sqlite") as inside:
        inside.executescript(
            "create table plain (kept text, made text as (upper(kept)) virtual);"
            "insert into plain values ('a');"
            "create view seen as select load_extension('/nowhere') as kept;"
            "create virtual table found using fts5(kept);"
        )
    inside.close()
    listed = {(each.table, each.column) for each in engine.catalogue.columns(end, name)}
    assert ("plain", "kept") in listed and ("plain", "made") not in listed
    assert not [table for table, _ in listed if table in ("seen", "found")]
    assert engine.catalogue.values(end, TableColumn(name, "", "plain", "kept"), 5) == ["a"]
    for table, column in (("seen", "kept"), ("plain", "made"), ("found", "kept")):
        with pytest.raises(InputError, match="Views"):
            engine.catalogue.values(end, TableColumn(name, "", table, column), 5)
    engine.catalogue.drop_database(end, name)
