"""A login that may make databases lies in wait for an administrator, on PostgreSQL and MariaDB."""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import pytest

from app.campaign.executor import owner_mark
from app.plan.campaign import Campaign
from app.results.events import Noted
from engines.base.ownership import NotOwned
from engines.contract.endpoint import Endpoint, Source
from engines.contract.errors import CipherbenchError, InputError, NotVisible, StatementFailed
from engines.contract.structure import TableColumn
from engines.mariadb import session as mariadb_session
from engines.opening import open_server
from engines.servers.server import Server, ServerSpec
from engines.sql.statement import Value
from tests.app.prepared_servers import prepared_once
from tests.app.quick import plaintext_campaign
from tests.app.stage import Stage
from tests.app.typed import cipherbench, saved
from tests.requirements import NEWER, spec_of

pytestmark = pytest.mark.in_every_run("postgresql", "mariadb")
"""A newer MariaDB is asked the same in the same words."""
MARIADB = ("mariadb", NEWER)

EVIL = "cipherbench_evil"

_POSTGRESQL_PWN = (
    "create table loot (who text)",
    "grant all on loot to public",
    """create function pwn() returns text language plpgsql as $$ begin
        begin alter role mallory superuser; exception when others then null; end;
        begin insert into public.loot values (current_user); exception when others then null; end;
        return 'x'; end $$""",
    # Another one that counts as immutable, so that columns and operators may use it.
    """create function sly(text) returns text immutable language plpgsql as $$ begin
        perform public.pwn(); return $1; end $$""",
)

_TABLE = "create table cipherbench_marker (id text)"

_POSTGRESQL_MARKERS = {
    "view": ("create view cipherbench_marker as select pwn() as id",),
    "row policy": (
        _TABLE,
        "insert into cipherbench_marker values ('x')",
        "alter table cipherbench_marker enable row level security",
        "alter table cipherbench_marker force row level security",
        "create policy p on cipherbench_marker using (pwn() is not null)",
        "grant select on cipherbench_marker to public",
    ),
    "rule": (
        _TABLE,
        "create rule r as on insert to cipherbench_marker do also select pwn()",
        "create rule d as on delete to cipherbench_marker do instead select pwn()",
    ),
    "generated column": (
        "create table cipherbench_marker (raw text, id text generated always as (sly(raw)) stored)",
    ),
    "partitions": (
        "create table cipherbench_marker (id text) partition by list (sly(id))",
        "create table part partition of cipherbench_marker default",
    ),
    "child": (
        _TABLE,
        "create table child (extra text default pwn()) inherits (cipherbench_marker)",
    ),
    "settings": (
        "create view pg_database as select pwn() as datname",
        "create view cipherbench_marker as select pwn() as id",
        f"alter database {EVIL} set search_path = public, pg_catalog",
        f"alter database {EVIL} set role = mallory",
    ),
}

_MARIADB_PWN = (
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

_MARIADB_MARKERS = {
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


def on(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("server", names, indirect=True)


@dataclass(frozen=True)
class Hunt(ABC):
    """A server with an administrator, and `mallory` who wants to be one."""

    server: Server

    markers: ClassVar[Mapping[str, tuple[str, ...]]]
    """Traps in the place of what marks a database as ours in other versions."""
    swaps: ClassVar[tuple[str, str]]
    """Put a view in the place of the table `bait`, and take it away again."""
    schema: ClassVar[str]

    @property
    def spec(self) -> ServerSpec:
        end = self.server.endpoint
        return ServerSpec(
            "hunted", Source.ADDRESS, end.engine, socket=end.socket, port=end.port, user=end.user,
            database=end.database,
        )  # fmt: skip

    def as_user(self, user: str, database: str | None = None) -> Endpoint:
        return replace(
            self.server.endpoint, user=user, database=database or self.server.endpoint.database
        )

    def as_mallory(self, database: str | None, *statements: str) -> None:
        with self.server.engine.driver.connect(self.as_user("mallory"), database) as session:
            for statement in statements:
                session.execute(statement)

    def read(self, table: str, column: str, most: int = 10, user: str = "") -> list[Value]:
        end = self.as_user(user or str(self.server.endpoint.user))
        wanted = TableColumn(EVIL, self.schema, table, column)
        return list(self.server.engine.catalogue.values(end, wanted, most))

    @abstractmethod
    def names(self) -> set[str]:
        """Of all databases."""

    @abstractmethod
    def lay(self, name: str, *statements: str) -> None:
        """Have mallory make a database with traps."""

    @abstractmethod
    def removal(self, name: str) -> str:
        """The statement that drops a database."""

    @abstractmethod
    def copy(self, name: str, other: Server) -> None:
        """Make a database that is like one of ours in all that can be copied."""

    @abstractmethod
    def assert_nothing_was_got(self, name: str = EVIL) -> None:
        """Mallory has no more rights, and nobody else has run what is laid in a database."""


class PostgresHunt(Hunt):
    markers = _POSTGRESQL_MARKERS
    swaps = (
        "begin; alter table bait rename to was; alter view trap rename to bait; commit",
        "begin; alter view bait rename to trap; alter table was rename to bait; commit",
    )
    schema = "public"

    def names(self) -> set[str]:
        with self.server.engine.driver.connect(self.server.endpoint) as admin:
            return {str(name) for (name,) in admin.fetch("select datname::text from pg_database")}

    def lay(self, name: str, *statements: str) -> None:
        self.as_mallory("postgres", f'create database "{name}" template template0')
        replaced = (each.replace(EVIL, name) for each in statements)
        self.as_mallory(name, *_POSTGRESQL_PWN, *replaced)

    def removal(self, name: str) -> str:
        return f'DROP DATABASE "{name}";'

    def mark_of(self, name: str) -> tuple[object, ...]:
        """Its number and its comment."""
        with self.server.engine.driver.connect(self.server.endpoint) as admin:
            [found] = admin.fetch(
                "select oid::bigint, shobj_description(oid, 'pg_database') from pg_database "
                f"where datname = '{name}'"
            )
        return tuple(found)

    def copy(self, name: str, other: Server) -> None:
        oid, comment = self.mark_of(name)
        with other.engine.driver.connect(other.endpoint) as admin:
            # Its number can be chosen from PostgreSQL 15 on.
            admin.execute(f"create database {name} template template0 oid {oid!s}")
            admin.execute(f"comment on database {name} is '{comment!s}'")

    def assert_nothing_was_got(self, name: str = EVIL) -> None:
        connect, end = self.server.engine.driver.connect, self.server.endpoint
        with connect(end) as admin:
            asked = "select rolsuper::int from pg_roles where rolname = 'mallory'"
            assert admin.fetch(asked) == [(0,)], "mallory has become a superuser"
        if name in self.names():
            with connect(self.as_user("mallory"), name) as session:
                assert session.fetch("select who from public.loot") == []


class MariaHunt(Hunt):
    markers = _MARIADB_MARKERS
    swaps = (
        "rename table bait to was, trap to bait",
        "rename table bait to trap, was to bait",
    )
    schema = ""

    def names(self) -> set[str]:
        with self.server.engine.driver.connect(self.server.endpoint) as admin:
            return {str(name) for (name,) in admin.fetch("show databases")}

    def lay(self, name: str, *statements: str) -> None:
        replaced = (each.replace("{0}", name) for each in (*_MARIADB_PWN, *statements))
        self.as_mallory(None, f"create database {name}", f"use {name}", *replaced)

    def removal(self, name: str) -> str:
        return f"DROP DATABASE `{name}`;"

    def copy(self, name: str, other: Server) -> None:
        connect = self.server.engine.driver.connect
        with connect(self.server.endpoint) as admin, connect(other.endpoint) as there:
            [(comment,)] = admin.fetch(
                "select schema_comment from information_schema.schemata "
                f"where schema_name = '{name}'"
            )
            there.execute(f"create database {name} comment '{comment!s}'")

    def assert_nothing_was_got(self, name: str = EVIL) -> None:
        with self.server.engine.driver.connect(self.server.endpoint) as admin:
            assert admin.fetch(f"select who from {name}.loot") == []
            rights = "select json_value(priv, '$.access') from mysql.global_priv "
            assert admin.fetch(rights + "where user = 'mallory'")[0][0] in ("0", None)


_MALLORY = {
    "postgresql": ("create role mallory login createdb", "create role ana login createdb"),
    "mariadb": (
        "create user mallory@localhost",
        r"grant all on `cipherbench\_%`.* to mallory@localhost",
    ),
}


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    with prepared_once():
        made = open_server(replace(spec_of(request.param), name="hunted"))
    with made.engine.driver.connect(made.endpoint) as admin:
        for statement in _MALLORY[made.engine.name]:
            admin.execute(statement)
    yield made
    made.close()


def hunt_on(server: Server) -> Hunt:
    return PostgresHunt(server) if server.engine.name == "postgresql" else MariaHunt(server)


@pytest.fixture
def hunt(server: Server) -> Iterator[Hunt]:
    made = hunt_on(server)
    before = made.names()
    yield made
    of_postgresql = server.engine.name == "postgresql"
    with server.engine.driver.connect(server.endpoint) as admin:
        if of_postgresql:
            admin.execute("alter role mallory nosuperuser")
        for name in made.names() - before:
            statement = made.removal(name).rstrip(";")
            admin.execute(f"{statement} with (force)" if of_postgresql else statement)


@pytest.fixture(scope="module")
def planned(server: Server) -> Campaign:
    return plaintext_campaign("small", hunt_on(server).spec)


@pytest.fixture(scope="module")
def of_the_campaign(planned: Campaign, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The store of a campaign that has run here, which is to be resumed; and what begins the names
    of its databases."""
    stage = Stage(str(tmp_path_factory.mktemp("ran") / "store.sqlite"))
    outcome = stage.run(planned)
    with stage.store() as store:
        return stage.url, owner_mark(store, outcome.campaign_id)


@pytest.fixture
def stage(of_the_campaign: tuple[str, str]) -> Stage:
    return Stage(of_the_campaign[0])


@pytest.fixture
def mark(of_the_campaign: tuple[str, str]) -> str:
    return of_the_campaign[1]


@pytest.mark.slow
@on("postgresql", *MARIADB)
def test_that_resume_evidence_probe_and_lab_run_nothing_of_hostile_databases(
    hunt: Hunt, stage: Stage, mark: str, tmp_path: Path
) -> None:
    kinds = [(kind, f"{mark}_1") for kind in hunt.markers]
    kinds += [(kind, "evil") for kind in ("view", "settings") if kind in hunt.markers]
    names = [f"cipherbench_{beginning}_{kind.replace(' ', '')}" for kind, beginning in kinds]
    for name, (kind, _) in zip(names, kinds, strict=True):
        hunt.lay(name, *hunt.markers[kind])
    stage.executor().resume("1")
    report = [event.text for event in stage.events if isinstance(event, Noted)]
    stage.executor().evidence("1")
    engine, end = hunt.server.engine, hunt.server.endpoint
    engine.servers.probe(end)
    assert engine.servers.diagnose(end) == []
    plan = saved(plaintext_campaign("small", hunt.spec), tmp_path)
    shown = cipherbench(
        "pattern", "--column", "paciente.nome", "--server", "hunted", "--plan", plan,
        "--records", 10, "--json",
    )  # fmt: skip
    assert shown.code == 0, shown.err
    for name in names:
        hunt.assert_nothing_was_got(name)
        output = [each for each in report if hunt.removal(name) in each]
        assert len(output) == (mark in name), "those named as ours are told of, once"
        assert all("mallory" in each for each in output) or engine.name == "mariadb"
    assert set(names) <= hunt.names()


@pytest.mark.slow
@on("postgresql", *MARIADB)
def test_that_a_server_knows_its_own_marks_after_a_restart_and_no_other_servers(hunt: Hunt) -> None:
    other = open_server(hunt.server.spec)
    try:
        catalogue, end = hunt.server.engine.catalogue, hunt.server.endpoint
        name = catalogue.create_database(end, "here")
        assert catalogue.owned_databases(end)[name] == "here"
        hunt.copy(name, other)
        assert catalogue.owned_databases(other.endpoint) == {}
        catalogue.drop_database(other.endpoint, name)
        hunt.server.engine.driver.connect(other.endpoint, name).close()
    finally:
        other.close()


@pytest.mark.slow
@on("postgresql", *MARIADB)
def test_that_a_view_put_in_a_tables_place_meanwhile_is_not_run(hunt: Hunt) -> None:
    of_postgresql = hunt.server.engine.name == "postgresql"
    view = ["create view trap as select pwn() as kept"] if of_postgresql else folded("trap")
    hunt.lay(EVIL, "create table bait (kept varchar(9))", *view)
    over = threading.Event()

    def swap() -> None:
        with hunt.server.engine.driver.connect(hunt.as_user("mallory"), EVIL) as session:
            while not over.is_set():
                for each in hunt.swaps:
                    session.execute(each)

    swapping = threading.Thread(target=swap)
    swapping.start()
    seen = refused = 0
    try:
        until = time.monotonic() + 20
        while time.monotonic() < until and not (seen > 15 and refused > 15):
            try:
                hunt.server.engine.catalogue.columns(hunt.server.endpoint, EVIL)
                hunt.read("bait", "kept")
                seen += 1
            except CipherbenchError:
                refused += 1
    finally:
        over.set()
        swapping.join()
    hunt.assert_nothing_was_got()
    assert seen and refused, "both were met"


# PostgreSQL.


@pytest.mark.slow
@on("postgresql")
def test_that_an_administrator_may_administer_from_a_hostile_database(hunt: Hunt) -> None:
    """Its owner has put tables, functions and operators in front of PostgreSQL's own."""
    hunt.lay(
        EVIL,
        *(
            f"create view {name} as select pwn() as name, pwn() as extname, pwn() as datname"
            for name in ("pg_settings", "pg_extension", "pg_database", "pg_roles")
        ),
        "create function current_setting(text) returns text language sql as 'select pwn()'",
        "create function encrypt(bytea, bytea, text) returns bytea language sql "
        "as 'select pwn()::bytea'",
        "create function starts_with(text, text) returns boolean language sql "
        "as 'select pwn() is null'",
        "create function eq(name, text) returns boolean language sql as 'select pwn() is null'",
        "create operator = (leftarg = name, rightarg = text, function = eq)",
        f"alter database {EVIL} set search_path = public, pg_catalog",
    )
    engine = hunt.server.engine
    for user in (hunt.server.endpoint.user, "ana"):
        end = hunt.as_user(str(user), EVIL)
        assert engine.servers.probe(end).settings
        engine.servers.diagnose(end)
        assert engine.catalogue.owned_databases(end) == {}
        name = engine.catalogue.create_database(end, f"mine_{user}")
        engine.servers.server_seconds(end, name)
        engine.catalogue.databases(end)
        engine.catalogue.drop_database(end, name)
        assert name not in hunt.names()
    hunt.assert_nothing_was_got()


@on("postgresql")
def test_that_a_setting_of_the_database_administered_from_gives_nobody_ours(hunt: Hunt) -> None:
    hunt.lay(EVIL, f"alter database {EVIL} set role = mallory")
    engine, end = hunt.server.engine, hunt.as_user(str(hunt.server.endpoint.user), EVIL)
    with pytest.raises(StatementFailed, match="mallory"):
        engine.catalogue.create_database(end, "given_away")
    assert "cipherbench_given_away" not in hunt.names()


@on("postgresql")
def test_that_who_may_act_for_an_owner_owns_nothing(hunt: Hunt) -> None:
    engine = hunt.server.engine
    with engine.driver.connect(hunt.server.endpoint) as admin:
        admin.execute("grant mallory to ana")
    try:
        hunt.lay(EVIL)
        assert EVIL not in engine.catalogue.owned_databases(hunt.as_user("ana"))
    finally:
        with engine.driver.connect(hunt.server.endpoint) as admin:
            admin.execute("revoke mallory from ana")


@on("postgresql")
def test_that_a_login_that_works_as_another_role_owns_what_it_makes(hunt: Hunt) -> None:
    engine = hunt.server.engine
    with engine.driver.connect(hunt.server.endpoint) as admin:
        admin.execute("create role crew createdb")
        admin.execute("create role member login")
        admin.execute("grant crew to member")
        admin.execute("alter role member set role = 'crew'")
    end = hunt.as_user("member")
    name = engine.catalogue.create_database(end, "by_the_crew")
    assert engine.catalogue.owned_databases(end) == {name: "by_the_crew"}
    engine.catalogue.drop_database(end, name)
    assert name not in hunt.names()


@pytest.mark.slow
@on("postgresql")
def test_that_a_copied_mark_is_worth_nothing(hunt: Hunt, stage: Stage, mark: str) -> None:
    engine, end = hunt.server.engine, hunt.server.endpoint
    left = engine.catalogue.create_database(end, f"{mark}_1_left00")
    assert isinstance(hunt, PostgresHunt)
    _, comment = hunt.mark_of(left)
    name = f"cipherbench_{mark}_1_copied"
    hunt.lay(name, _TABLE, f"insert into cipherbench_marker values ('{mark}_1_copied')")
    if comment is not None:
        hunt.as_mallory(name, f"comment on database \"{name}\" is '{comment!s}'")
    with engine.driver.connect(end) as admin:  # and even in one of our own
        admin.execute(f"create database cipherbench_{mark}_1_mine")
        if comment is not None:
            admin.execute(f"comment on database cipherbench_{mark}_1_mine is '{comment!s}'")
    stage.executor().resume("1")
    assert left not in hunt.names(), "ours goes"
    assert {name, f"cipherbench_{mark}_1_mine"} <= hunt.names()
    hunt.assert_nothing_was_got(name)


@pytest.mark.slow
@on("postgresql")
def test_that_a_renamed_database_and_one_of_before_are_let_alone_and_named(
    hunt: Hunt, stage: Stage, mark: str
) -> None:
    engine, end = hunt.server.engine, hunt.server.endpoint
    left = engine.catalogue.create_database(end, f"{mark}_1_left00")
    renamed, old = f"cipherbench_{mark}_1_other", f"cipherbench_{mark}_1_before"
    with engine.driver.connect(end) as admin:
        admin.execute(f"alter database {left} rename to {renamed}")
        admin.execute(f"create database {old}")
    with engine.driver.connect(end, old) as inside:  # as the version before marked it
        inside.execute("create table cipherbench_marker (id text not null)")
        inside.execute(f"insert into cipherbench_marker values ('{mark}_1_before')")
    stage.executor().resume("1")
    assert {renamed, old} <= hunt.names()
    report = [event.text for event in stage.events if isinstance(event, Noted)]
    for name in (renamed, old):
        assert any(f'DROP DATABASE "{name}";' in each for each in report), name


@on("postgresql")
def test_that_others_are_excluded_of_our_databases(hunt: Hunt) -> None:
    """They could put functions where our statements look for pgcrypto's."""
    engine = hunt.server.engine
    name = engine.catalogue.create_database(hunt.server.endpoint, "private")
    with pytest.raises(CipherbenchError, match="permission denied"):
        engine.driver.connect(hunt.as_user("mallory"), name)
    engine.catalogue.drop_database(hunt.server.endpoint, name)


@on("postgresql")
def test_that_only_ordinary_tables_are_listed_and_read(hunt: Hunt) -> None:
    hunt.lay(
        EVIL,
        "create domain word as text check (pwn() is not null or true)",
        "create table plain (kept text, named word, n int, "
        "made text generated always as (upper(kept)) virtual)",
        "insert into plain (kept, named) values ('a', 'b')",
        "delete from loot",
        "create view seen as select pwn() as kept",
        "create materialized view snapped as select 'x'::text as kept",
        "create table parted (kept text) partition by list (kept)",
        "create table part partition of parted default",
        "insert into parted values ('p')",
        f"alter database {EVIL} set search_path = public, pg_catalog",
    )
    engine, end = hunt.server.engine, hunt.server.endpoint
    assert EVIL in engine.catalogue.databases(end)
    found = {(each.table, each.column) for each in engine.catalogue.columns(end, EVIL)}
    assert found == {("plain", "kept"), ("plain", "named"), ("part", "kept"), ("loot", "who")}
    for table, column, stored in (
        ("plain", "kept", "a"),
        ("plain", "named", "b"),
        ("part", "kept", "p"),
    ):
        assert hunt.read(table, column) == [stored]
    for table, column in (("seen", "kept"), ("plain", "made"), ("parted", "kept")):
        with pytest.raises(InputError, match="Views"):
            hunt.read(table, column)
    hunt.assert_nothing_was_got()


@on("postgresql")
def test_that_row_policies_are_not_run_on_an_ordinary_reader(hunt: Hunt) -> None:
    hunt.lay(EVIL, *hunt.markers["row policy"])
    with pytest.raises(StatementFailed, match="row-level security"):
        hunt.read("cipherbench_marker", "id", user="ana")
    hunt.assert_nothing_was_got()


@on("postgresql")
def test_that_no_more_rows_are_read_than_wanted(hunt: Hunt) -> None:
    hunt.lay(
        EVIL,
        "create table long (t text, b bytea)",
        "insert into long select i::text, null from generate_series(1, 200000) i",
    )
    assert hunt.read("long", "t") == [str(number) for number in range(1, 11)]
    assert hunt.read("long", "b") == [None] * 10
    assert hunt.read("loot", "who") == []


@on("postgresql")
def test_that_a_database_with_a_login_trigger_of_anothers_is_not_entered(hunt: Hunt) -> None:
    """Only superusers make them; one may have been talked into it."""
    hunt.lay(EVIL)
    with hunt.server.engine.driver.connect(hunt.server.endpoint, EVIL) as admin:
        admin.execute(
            "create function public.at_login() returns event_trigger language plpgsql "
            "as $$ begin perform public.pwn(); end $$"
        )
        try:
            admin.execute("create event trigger hello on login execute function public.at_login()")
        except StatementFailed:
            pytest.skip("before PostgreSQL 17 there are none")
    engine, end = hunt.server.engine, hunt.server.endpoint
    for database in engine.catalogue.databases(end):
        with suppress(CipherbenchError):
            engine.catalogue.columns(end, database)
    assert engine.catalogue.owned_databases(end) == {}
    engine.catalogue.drop_database(end, EVIL)
    with engine.driver.connect(end) as admin:
        asked = "select rolsuper::int from pg_roles where rolname = 'mallory'"
        assert admin.fetch(asked) == [(0,)]
        assert EVIL in hunt.names()


# MariaDB.


@pytest.mark.slow
@pytest.mark.parametrize("old", [False, True])
@on(*MARIADB)
def test_that_a_copied_mark_is_worth_nothing_on_mariadb(
    hunt: Hunt, stage: Stage, mark: str, monkeypatch: pytest.MonkeyPatch, old: bool
) -> None:
    if old:  # as before MariaDB 10.5
        monkeypatch.setattr(mariadb_session, "COMMENTS_SINCE", 10**9)
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


@on(*MARIADB)
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


def folded(view: str) -> list[str]:
    return [statement.replace("{1}", view) for statement in FOLDED]


@on(*MARIADB)
def test_that_only_ordinary_tables_of_mariadb_are_listed_and_read(hunt: Hunt) -> None:
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
    assert hunt.read("plain", "kept", 1100) == [f"v{number}" for number in range(1, 1101)]
    assert len(hunt.read("plain", "kept", 5000)) == 1200
    assert hunt.read("plain", "made", 2) == ["V1", "V2"]
    assert hunt.read("plain", "raw", 2) == [b"\xff"] * 2
    assert hunt.read("plain", "long_", 1) == [None]
    assert hunt.read("odd`name", "a`b") == []
    for table, column in (("seen", "kept"), ("seen2", "kept"), ("seen3", "kept"), ("plain", "n")):
        with pytest.raises(InputError, match="Views"):
            hunt.read(table, column)
    hunt.assert_nothing_was_got()


@on(*MARIADB)
def test_that_computed_columns_run_nothing_of_their_owners(hunt: Hunt) -> None:
    """So they may be read: HANDLER gives them with the others, and tells them not apart."""
    hunt.lay(EVIL)
    with hunt.server.engine.driver.connect(hunt.as_user("mallory"), EVIL) as session:
        for expression in ("pwn()", "concat('x', pwn())", "load_file('/etc/passwd')", "sleep(9)"):
            with pytest.raises(StatementFailed, match="cannot be used"):
                session.execute(f"create table c (a int, b varchar(99) as ({expression}) virtual)")


@on(*MARIADB)
def test_that_a_table_that_may_not_be_read_hides_no_other(hunt: Hunt) -> None:
    hunt.lay(EVIL, "create table a (kept text)", "create table b (kept text)")
    engine = hunt.server.engine
    with engine.driver.connect(hunt.server.endpoint) as admin:
        admin.execute("create or replace user reader@localhost")
        admin.execute(f"grant insert on {EVIL}.a to reader@localhost")
        admin.execute(f"grant select on {EVIL}.b to reader@localhost")
    found = engine.catalogue.columns(hunt.as_user("reader"), EVIL)
    assert found == [TableColumn(EVIL, "", "b", "kept")]
