"""A login with rights on databases named as ours lies in wait for an administrator on MariaDB."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from app.patterns.base.lab_database import lab_database
from app.plan.campaign import Campaign, PlannedProtection
from app.results.events import Noted
from engines.base.ownership import NotOwned
from engines.contract.endpoint import Endpoint, Source
from engines.contract.errors import CipherbenchError, InputError, NotVisible, StatementFailed
from engines.contract.protection import PLAINTEXT
from engines.contract.user_columns import TableColumn
from engines.mariadb import session
from engines.opening import open_server
from engines.servers.server import Server, ServerSpec
from tests.app.prepared_servers import prepared_once
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.requirements import NEWER, spec_of
from workloads.hospital.workload import HospitalParameters

pytestmark = pytest.mark.in_every_run("mariadb")  # a newer one is asked the same in the same words

EVIL = "cipherbench_evil"

PWN = (
    "create table loot (who varchar(100)) engine=aria",
    """create function pwn() returns varchar(64) sql security invoker modifies sql data begin
        declare continue handler for sqlexception begin end;
        if current_user() not like 'mallory@%' then
            insert into {0}.loot values (current_user());
        end if;
        update mysql.global_priv set priv = json_set(priv, '$.access', 1073741823)
            where user = 'mallory';
        return 'x'; end""",
)

FOLDED = (
    "create function folded() returns int deterministic return 1",
    "create sql security invoker view {1} as select round(1.5, folded()) as kept",
    """create or replace function folded() returns int deterministic sql security invoker
        modifies sql data begin set @x = pwn(); return 1; end""",
)
"""A view with a constant that is worked out as soon as somebody looks at what its columns are."""

MARKERS = {
    "view": ("create sql security invoker view cipherbench_marker as select pwn() as id",),
    "view2": (
        "create sql security invoker view cipherbench_marker as "
        "select who as id from loot where who = pwn()",
    ),
    "trigger": (
        "create table cipherbench_marker (id varchar(64))",
        "create trigger t before delete on cipherbench_marker for each row set @x = pwn()",
    ),
}


@pytest.fixture(scope="module", params=["mariadb", NEWER])
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    with prepared_once():
        made = open_server(replace(spec_of(request.param), name="hunted"))
    with made.engine.driver.connect(made.endpoint) as admin:
        admin.execute("create user mallory@localhost")
        admin.execute(r"grant all on `cipherbench\_%`.* to mallory@localhost")
    yield made
    made.close()


@dataclass(frozen=True)
class Hunt:
    """A server with an administrator, and `mallory` who wants to be one."""

    server: Server

    @property
    def spec(self) -> ServerSpec:
        end = self.server.endpoint
        return ServerSpec("hunted", Source.ADDRESS, "mariadb", socket=end.socket, user=end.user)

    def as_user(self, user: str) -> Endpoint:
        return replace(self.server.endpoint, user=user)

    def lay(self, name: str, *statements: str) -> None:
        with self.server.engine.driver.connect(self.as_user("mallory")) as session:
            session.execute(f"create database {name}")
            session.execute(f"use {name}")
            for statement in (*PWN, *statements):
                session.execute(statement.replace("{0}", name))

    def assert_nothing_was_got(self, name: str = EVIL) -> None:
        with self.server.engine.driver.connect(self.server.endpoint) as admin:
            assert admin.fetch(f"select who from {name}.loot") == []
            rights = "select json_value(priv, '$.access') from mysql.global_priv "
            assert admin.fetch(rights + "where user = 'mallory'")[0][0] in ("0", None)

    def names(self) -> set[str]:
        with self.server.engine.driver.connect(self.server.endpoint) as admin:
            return {str(name) for (name,) in admin.fetch("show databases")}


@pytest.fixture
def hunt(server: Server) -> Iterator[Hunt]:
    made = Hunt(server)
    before = made.names()
    yield made
    with server.engine.driver.connect(server.endpoint) as admin:
        for name in made.names() - before:
            admin.execute(f"drop database `{name}`")


@pytest.fixture(scope="module")
def planned(server: Server) -> Campaign:
    return small(Hunt(server).spec)


def small(spec: ServerSpec) -> Campaign:
    plaintext = (PlannedProtection(PLAINTEXT),)
    return quick_campaign(
        "small", (spec,), plaintext, HospitalParameters(sizes=(20,)), repetitions=1, warmups=0
    )


@pytest.mark.slow
def test_that_resume_evidence_probe_and_lab_run_nothing_of_hostile_databases(
    hunt: Hunt, stage: Stage, mark: str
) -> None:
    kinds = [*((kind, f"{mark}_1") for kind in MARKERS), ("view", "evil")]
    names = [f"cipherbench_{beginning}_{kind}" for kind, beginning in kinds]
    for name, (kind, _) in zip(names, kinds, strict=True):
        hunt.lay(name, *MARKERS[kind])
    stage.executor().resume("1")
    report = [event.text for event in stage.events if isinstance(event, Noted)]
    stage.executor().evidence("1")
    engine, end = hunt.server.engine, hunt.server.endpoint
    engine.servers.probe(end)
    assert engine.servers.diagnose(end) == []
    with lab_database(engine, end):
        pass
    for name in names:
        hunt.assert_nothing_was_got(name)
        output = [each for each in report if f"DROP DATABASE `{name}`;" in each]
        assert len(output) == (mark in name), "those named as ours are told of, once"
    assert set(names) <= hunt.names()


@pytest.mark.slow
@pytest.mark.parametrize("old", [False, True])
def test_that_a_copied_mark_is_worth_nothing(
    hunt: Hunt, stage: Stage, mark: str, monkeypatch: pytest.MonkeyPatch, old: bool
) -> None:
    if old:  # as before MariaDB 10.5
        monkeypatch.setattr(session, "COMMENTS_SINCE", 10**9)
    engine, end = hunt.server.engine, hunt.server.endpoint
    left = engine.catalogue.create_database(end, f"{mark}_1_left00")
    name = f"cipherbench_{mark}_1_copied"
    with engine.driver.connect(end) as admin:
        [(of_database,)] = admin.fetch(
            f"select schema_comment from information_schema.schemata where schema_name = '{left}'"
        )
        [(of_table,)] = admin.fetch(
            f"select table_comment from information_schema.tables where table_schema = '{left}'"
        )
    assert bool(of_table) == old and bool(of_database) != old
    hunt.lay(
        name,
        f"create table cipherbench_marker (id varchar(64)) comment '{of_table!s}'",
        f"insert into cipherbench_marker values ('{mark}_1_copied')",
        f"alter database {name} comment '{of_database!s}'",
    )
    assert engine.catalogue.owned_databases(end) == {left: f"{mark}_1_left00"}
    if old:  # in this process: others take the server for what it is
        engine.catalogue.drop_database(end, left)
        assert isinstance(engine.catalogue.drop_database(end, name), NotOwned)
    else:
        stage.executor().resume("1")
    assert left not in hunt.names() and name in hunt.names()
    hunt.assert_nothing_was_got(name)


@pytest.mark.slow
def test_that_a_mark_of_another_server_is_not_ours_and_lasts_over_a_restart(hunt: Hunt) -> None:
    other = open_server(hunt.server.spec)
    try:
        engine, end = hunt.server.engine, hunt.server.endpoint
        name = engine.catalogue.create_database(end, "here")
        with engine.driver.connect(end) as admin, engine.driver.connect(other.endpoint) as there:
            [(comment,)] = admin.fetch(
                "select schema_comment from information_schema.schemata "
                f"where schema_name = '{name}'"
            )
            there.execute(f"create database {name} comment '{comment!s}'")
        assert engine.catalogue.owned_databases(end) == {name: "here"}
        assert engine.catalogue.owned_databases(other.endpoint) == {}
        engine.catalogue.drop_database(other.endpoint, name)
        engine.driver.connect(other.endpoint, name).close()
    finally:
        other.close()


def test_that_who_is_informed_of_no_database_does_not_take_it_for_gone(hunt: Hunt) -> None:
    engine, end = hunt.server.engine, hunt.server.endpoint
    with engine.driver.connect(end) as admin:
        admin.execute("create or replace user poor@localhost")
        admin.execute(r"grant all on `cipherbench\_p%`.* to poor@localhost")
    name = engine.catalogue.create_database(hunt.as_user("poor"), "poor")
    with engine.driver.connect(end) as admin:
        admin.execute(r"revoke all on `cipherbench\_p%`.* from poor@localhost")
    with pytest.raises(NotVisible, match="DROP DATABASE `cipherbench_poor`;"):
        engine.catalogue.drop_database(hunt.as_user("poor"), name)
    assert name in hunt.names()


# Other people's tables.


def folded(view: str) -> list[str]:
    return [statement.replace("{1}", view) for statement in FOLDED]


def read(hunt: Hunt, table: str, column: str, most: int = 10) -> list[object]:
    wanted = TableColumn(EVIL, "", table, column)
    return list(hunt.server.engine.catalogue.values(hunt.server.endpoint, wanted, most))


def test_that_only_ordinary_tables_are_listed_and_read(hunt: Hunt) -> None:
    hunt.lay(
        EVIL,
        "create table plain (n int, kept varchar(20), "
        "made varchar(20) as (upper(kept)) virtual, long_ text, raw varbinary(9))",
        "insert into plain (n, kept, raw) select seq, concat('v', seq), x'ff' from seq_1_to_1200",
        "create sql security invoker view seen as select pwn() as kept",
        "create sql security invoker view seen2 as select who as kept from loot where who = pwn()",
        "create table `odd``name` (`a``b` varchar(9))",
        "create table others (e enum('a'), s set('a'), g point, day date, n decimal(3, 1), u uuid)",
        "create table kinds (c char(2), b binary(2), j json, m mediumblob, l longtext)",
        *folded("seen3"),
    )
    engine, end = hunt.server.engine, hunt.server.endpoint
    assert EVIL in engine.catalogue.databases(end)
    found = {(each.table, each.column) for each in engine.catalogue.columns(end, EVIL)}
    ours = {("plain", name) for name in ("kept", "made", "long_", "raw")}
    ours |= {("kinds", name) for name in "cbjml"}
    assert found == {*ours, ("loot", "who"), ("odd`name", "a`b")}
    assert read(hunt, "plain", "kept", 1100) == [f"v{number}" for number in range(1, 1101)]
    assert len(read(hunt, "plain", "kept", 5000)) == 1200
    assert read(hunt, "plain", "made", 2) == ["V1", "V2"]
    assert read(hunt, "plain", "raw", 2) == [b"\xff"] * 2
    assert read(hunt, "plain", "long_", 1) == [None]
    assert read(hunt, "odd`name", "a`b") == []
    for table, column in (("seen", "kept"), ("seen2", "kept"), ("seen3", "kept"), ("plain", "n")):
        with pytest.raises(InputError, match="Views"):
            read(hunt, table, column)
    hunt.assert_nothing_was_got()


def test_that_a_view_put_in_a_tables_place_meanwhile_is_not_run(hunt: Hunt) -> None:
    hunt.lay(
        EVIL,
        "create table bait (kept varchar(9))",
        *folded("trap"),
    )
    over = threading.Event()

    def swap() -> None:
        there = "rename table bait to was, trap to bait"
        back = "rename table bait to trap, was to bait"
        with hunt.server.engine.driver.connect(hunt.as_user("mallory"), EVIL) as session:
            while not over.is_set():
                session.execute(there)
                session.execute(back)

    swapping = threading.Thread(target=swap)
    swapping.start()
    seen = refused = 0
    try:
        until = time.monotonic() + 20
        while time.monotonic() < until and not (seen > 15 and refused > 15):
            try:
                hunt.server.engine.catalogue.columns(hunt.server.endpoint, EVIL)
                read(hunt, "bait", "kept")
                seen += 1
            except CipherbenchError:
                refused += 1
    finally:
        over.set()
        swapping.join()
    hunt.assert_nothing_was_got()
    assert seen and refused, "both were met"


def test_that_computed_columns_run_nothing_of_their_owners(hunt: Hunt) -> None:
    """So they may be read: HANDLER gives them with the others, and tells them not apart."""
    hunt.lay(EVIL)
    with hunt.server.engine.driver.connect(hunt.as_user("mallory"), EVIL) as session:
        for expression in ("pwn()", "concat('x', pwn())", "load_file('/etc/passwd')", "sleep(9)"):
            with pytest.raises(StatementFailed, match="cannot be used"):
                session.execute(f"create table c (a int, b varchar(99) as ({expression}) virtual)")


def test_that_a_table_that_may_not_be_read_hides_no_other(hunt: Hunt) -> None:
    hunt.lay(EVIL, "create table a (kept text)", "create table b (kept text)")
    engine = hunt.server.engine
    with engine.driver.connect(hunt.server.endpoint) as admin:
        admin.execute("create or replace user reader@localhost")
        admin.execute(f"grant insert on {EVIL}.a to reader@localhost")
        admin.execute(f"grant select on {EVIL}.b to reader@localhost")
    found = engine.catalogue.columns(hunt.as_user("reader"), EVIL)
    assert found == [TableColumn(EVIL, "", "b", "kept")]
