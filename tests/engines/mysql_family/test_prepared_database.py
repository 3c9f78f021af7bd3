"""A login that may create no database works in tables of a prefix in the one that it was given."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.plan.campaign import PlannedProtection
from app.plan.status import Status
from app.results.events import RunFinished
from engines.base.ownership import Gone, NotOwned, Owned
from engines.contract.endpoint import Endpoint, Source
from engines.contract.errors import StatementFailed
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.mysql_family.session import FamilySession
from engines.mysql_family.table_prefix import PrefixedTables, prefix_of
from engines.opening import open_server
from engines.servers.server import Server, ServerSpec
from engines.sql.schema import Column, Schema, Table
from engines.sql.statement import Unencrypted
from tests.app.prepared_servers import prepared_once
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.requirements import NEWER, spec_of
from tests.workloads.smallest import SMALLEST

PASSWORD = "pw-88d0"
THEIRS = "cipherbench_0123456789ab_theirs"


@pytest.fixture(
    scope="module", params=["mariadb", pytest.param(NEWER, marks=pytest.mark.exhaustive), "mysql"]
)
def prepared(request: pytest.FixtureRequest) -> Iterator[tuple[Server, ServerSpec]]:
    with prepared_once():
        made = open_server(spec_of(request.param, "prepared"))
    with made.engine.driver.connect(made.endpoint) as admin:
        admin.execute("create database given character set latin1 collate latin1_german1_ci")
        admin.execute(f"create user guest@localhost identified by '{PASSWORD}'")
        admin.execute("grant all on given.* to guest@localhost")
        for name in ("estado", "person", THEIRS):
            admin.execute(f"create table given.{name} (id integer primary key, nome varchar(9))")
            admin.execute(f"insert into given.{name} values (1, 'theirs')")
    end = made.endpoint
    yield made, ServerSpec(
        "prepared", Source.ADDRESS, made.engine.name, socket=end.socket, port=end.port,
        user="guest", database="given",
    )  # fmt: skip
    made.close()


def everything(server: Server) -> list[object]:
    """Databases, tables of the given one, and rows."""
    with server.engine.driver.connect(server.endpoint) as admin:
        return [
            *admin.fetch("select schema_name from information_schema.schemata order by 1"),
            *admin.fetch(
                "select table_name, create_time from information_schema.tables "
                "where table_schema = 'given' order by 1"
            ),
            *admin.fetch("select nome from given.estado"),
            *admin.fetch("select nome from given.person"),
            *admin.fetch(f"select nome from given.{THEIRS}"),
        ]


@pytest.mark.in_every_run("mariadb")
@pytest.mark.slow
@pytest.mark.parametrize("work", ["hospital", "own"])
def test_that_a_campaign_runs_in_a_prepared_database_and_leaves_it_as_it_was(
    prepared: tuple[Server, ServerSpec], tmp_path: Path, work: str
) -> None:
    server, spec = prepared
    before = everything(server)
    protections = (
        PlannedProtection(PLAINTEXT),
        PlannedProtection(Protection("aes", ProtectionKind.NATIVE, "aes", 128, "cbc")),
        PlannedProtection(Protection("gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")),
    )
    stage = Stage(f"sqlite:///{tmp_path}/results.db")
    outcome = stage.run(
        quick_campaign("prepared", (spec,), protections, SMALLEST[work], repetitions=1),
        passwords={spec.name: PASSWORD},
    )
    ended = stage.of(RunFinished)
    assert len(ended) >= 3 and outcome.refused == 0
    assert {each.status for each in ended} == {Status.DONE}, [str(each.why) for each in ended]
    assert everything(server) == before


def test_that_tables_are_known_by_their_mark_and_dropped_by_their_names(
    prepared: tuple[Server, ServerSpec],
) -> None:
    server, spec = prepared
    there = open_server(spec, PASSWORD)
    engine, end = there.engine, there.endpoint
    assert end.prepared
    before = everything(server)
    name = engine.catalogue.create_database(end, "one")
    with engine.driver.connect(end, name) as session:
        session.execute("create table estado (id integer primary key, nome varchar(9))")
        session.execute("insert into estado values (7, 'ours')")
        assert session.fetch("select estado.nome from estado") == [("ours",)]
        assert session.stored_bytes(("estado",))
        session.execute("create table estado_new (id integer primary key, nome varchar(9))")
        session.swap_tables("estado", "estado_new", "person")
        assert session.fetch("select nome from person") == [("ours",)]
        assert session.fetch("select nome from estado") == []
        session.execute(f"create table `{'x' * 60}` (id integer)")
        session.execute(f"delete from {'x' * 60}")
    assert engine.catalogue.judge_all(end) == {name: Owned("one")}
    ours = set(map(str, everything(server))) - set(map(str, before))
    assert len(ours) == 4 and all(prefix_of(name) in each for each in ours)
    assert engine.catalogue.drop_database(end, THEIRS) == Gone()
    assert prefix_of(name) in engine.catalogue.removal_statement(end, name)
    assert engine.catalogue.drop_database(end, name) == Owned("one")
    assert engine.catalogue.drop_database(end, name) == Gone()
    assert everything(server) == before


def test_that_texts_are_as_in_a_database_of_our_own(prepared: tuple[Server, ServerSpec]) -> None:
    server, spec = prepared
    there = open_server(spec, PASSWORD)
    mine, given = (_texts_in(each, each.endpoint) for each in (server, there))
    assert there.endpoint.prepared and not server.endpoint.prepared
    assert given == mine


def _texts_in(server: Server, endpoint: Endpoint) -> list[object]:
    """What a table of ours makes of texts that no single character set of a byte has."""
    engine = server.engine
    name = engine.catalogue.create_database(endpoint, "texts")
    try:
        with engine.driver.connect(endpoint, name) as session:
            assert isinstance(session, FamilySession)
            columns = Column("word", size=64), Column("exact", size=64, binary=True)
            engine.driver.create_schema(session, Schema((Table("thing", columns),)), Unencrypted())
            for word in ("Ação", "ACAO", "€ 漢字 🐘", "ß"):
                session.ask("insert into thing (word, exact) values (?, ?)", word, word)
            return [
                *session.fetch("select word, exact, hex(word) from thing order by id"),
                *session.fetch("select count(*) from thing where word = 'acao'"),
                *session.fetch("select count(*) from thing where exact = 'acao'"),
                *session.fetch("select word from thing order by word, id"),
            ]
    finally:
        engine.catalogue.drop_database(endpoint, name)


def test_that_a_copied_mark_is_worth_nothing(prepared: tuple[Server, ServerSpec]) -> None:
    server, spec = prepared
    there = open_server(spec, PASSWORD)
    engine, end = there.engine, there.endpoint
    name = engine.catalogue.create_database(end, "two")
    copied = prefix_of("cipherbench_three")
    with server.engine.driver.connect(server.endpoint, "given") as admin:
        ((mark,),) = admin.fetch(
            "select table_comment from information_schema.tables where table_schema = 'given' "
            "and table_comment like 'cipherbench:%'"
        )
        forged = str(mark).replace(":two:", ":three:")
        admin.execute(f"create table {copied}cipherbench_marker (id integer) comment '{forged}'")
        try:
            assert isinstance(engine.catalogue.judge_all(end)["cipherbench_three"], NotOwned)
            assert isinstance(engine.catalogue.drop_database(end, "cipherbench_three"), NotOwned)
        finally:
            admin.execute(f"drop table {copied}cipherbench_marker")
    assert engine.catalogue.drop_database(end, name) == Owned("two")


def test_that_a_login_that_may_create_databases_does(prepared: tuple[Server, ServerSpec]) -> None:
    server, spec = prepared
    with server.engine.driver.connect(server.endpoint) as admin:
        admin.execute("grant all on `cipherbench\\_%`.* to guest@localhost")
    try:
        assert not open_server(spec, PASSWORD).endpoint.prepared
    finally:
        with server.engine.driver.connect(server.endpoint) as admin:
            admin.execute("revoke all on `cipherbench\\_%`.* from guest@localhost")


TABLES = PrefixedTables("cipherbench_it")
P = prefix_of("cipherbench_it")


@pytest.mark.parametrize(
    ("sql", "placed"),
    [
        ("select a.x from a", f"select `{P}a`.x from `{P}a`"),
        ("select a.x from b a", f"select a.x from `{P}b` a"),
        ("select * from `or``der`, c where 'a' = a",
         f"select * from `{P}or``der`, `{P}c` where 'a' = a"),
        ("update a set a = ? where a.a = a", f"update `{P}a` set a = ? where `{P}a`.a = a"),
        ("delete from a where exists (select 1 from b where b.i = a.i)",
         f"delete from `{P}a` where exists (select 1 from `{P}b` where `{P}b`.i = `{P}a`.i)"),
        ("with q as (select 1 from a) select q.x from q",
         f"with q as (select 1 from `{P}a`) select q.x from q"),
        ("delete from u where i in (select u.i from t as u)",
         f"delete from `{P}u` where i in (select u.i from `{P}t` as u)"),
        ("select i from u where i in (with u as (select i from t) select i from u)",
         f"select i from `{P}u` where i in (with u as (select i from `{P}t`) select i from u)"),
        ("with u as (select i from u) select i from u",
         f"with u as (select i from `{P}u`) select i from u"),
        ("select x.i from t as u join (select i from u) x on x.i = u.i",
         f"select x.i from `{P}t` as u join (select i from `{P}u`) x on x.i = u.i"),
        ("delete a from b as a", f"delete a from `{P}b` as a"),
        ("insert into a (a) select b from b on duplicate key update a = values(a)",
         f"insert into `{P}a` (a) select b from `{P}b` on duplicate key update a = values(a)"),
        ("create table a (i int, foreign key (i) references b (i)) engine=InnoDB",
         f"create table `{P}a` (i int, foreign key (i) references `{P}b` (i)) engine=InnoDB"),
        ("create table a (r bigint auto_increment primary key invisible, g int, "
         "foreign key (g) references b (i)) engine=InnoDB row_format=dynamic",
         f"create table `{P}a` (r bigint auto_increment primary key invisible, g int, "
         f"foreign key (g) references `{P}b` (i)) engine=InnoDB row_format=dynamic"),
        ("create table a (f float unsigned, p point, foreign key (f) references b (i))",
         f"create table `{P}a` (f float unsigned, p point, foreign key (f) references `{P}b` (i))"),
        ("alter table a add foreign key (i, j) references b (i, j) on delete cascade",
         f"alter table `{P}a` add foreign key (i, j) references `{P}b` (i, j) on delete cascade"),
        ("create unique index a on a (a)", f"create unique index a on `{P}a` (a)"),
        ("create fulltext index a on a (a)", f"create fulltext index a on `{P}a` (a)"),
        ("analyze table a", f"analyze table `{P}a`"),
        ("select table_name from information_schema.tables",
         "select table_name from information_schema.tables"),
        ("select 1 from dual", "select 1 from dual"),
        ("start transaction", "start transaction"),
    ],
)  # fmt: skip
def test_that_every_table_that_a_statement_names_is_one_of_ours(sql: str, placed: str) -> None:
    assert TABLES.statement(sql) == placed


@pytest.mark.parametrize(
    "sql", ["select from where", "call p(a)", "optimize table a", "handler a open"]
)
def test_that_a_statement_whose_tables_cannot_be_told_is_refused(sql: str) -> None:
    with pytest.raises(StatementFailed):
        TABLES.statement(sql)
