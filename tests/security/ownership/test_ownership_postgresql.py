"""A login that may make databases lies in wait for an administrator on PostgreSQL."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from app.plan.campaign import Campaign, PlannedProtection
from app.plan.plan_file import write_plan
from app.results.events import Noted
from engines.contract.endpoint import Endpoint, Source
from engines.contract.errors import CipherbenchError, InputError, StatementFailed
from engines.contract.protection import PLAINTEXT
from engines.contract.user_columns import TableColumn
from engines.opening import open_server
from engines.servers.server import Server, ServerSpec
from engines.sql.statement import Value
from tests.app.prepared_servers import prepared_once
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.app.typed import cipherbench
from tests.requirements import spec_of
from workloads.hospital.workload import HospitalParameters

EVIL = "cipherbench_evil"

PWN = (
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

TABLE = "create table cipherbench_marker (id text)"

MARKERS: dict[str, Sequence[str]] = {
    "view": ("create view cipherbench_marker as select pwn() as id",),
    "row policy": (
        TABLE,
        "insert into cipherbench_marker values ('x')",
        "alter table cipherbench_marker enable row level security",
        "alter table cipherbench_marker force row level security",
        "create policy p on cipherbench_marker using (pwn() is not null)",
        "grant select on cipherbench_marker to public",
    ),
    "rule": (
        TABLE,
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
    "child": (TABLE, "create table child (extra text default pwn()) inherits (cipherbench_marker)"),
    "settings": (
        "create view pg_database as select pwn() as datname",
        "create view cipherbench_marker as select pwn() as id",
        f"alter database {EVIL} set search_path = public, pg_catalog",
        f"alter database {EVIL} set role = mallory",
    ),
}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with prepared_once():
        made = open_server(spec_of("postgresql", "hunted"))
    with made.engine.driver.connect(made.endpoint) as admin:
        admin.execute("create role mallory login createdb")
        admin.execute("create role ana login createdb")
    yield made
    made.close()


@dataclass(frozen=True)
class Hunt:
    """A server with an administrator, and `mallory` who wants to be one."""

    server: Server

    @property
    def spec(self) -> ServerSpec:
        end = self.server.endpoint
        return ServerSpec(
            "hunted", Source.ADDRESS, "postgresql", socket=end.socket, port=end.port, user=end.user,
            database=end.database,
        )  # fmt: skip

    def as_user(self, user: str, database: str | None = "postgres") -> Endpoint:
        return replace(self.server.endpoint, user=user, database=database)

    def as_mallory(self, database: str, *statements: str) -> None:
        with self.server.engine.driver.connect(self.as_user("mallory"), database) as session:
            for statement in statements:
                session.execute(statement)

    def lay(self, name: str, statements: Sequence[str]) -> None:
        self.as_mallory("postgres", f'create database "{name}" template template0')
        self.as_mallory(name, *PWN, *(each.replace(EVIL, name) for each in statements))

    def assert_nothing_was_got(self, database: str = EVIL) -> None:
        engine, end = self.server.engine, self.server.endpoint
        with engine.driver.connect(end) as admin:
            asked = "select rolsuper::int from pg_roles where rolname = 'mallory'"
            assert admin.fetch(asked) == [(0,)], "mallory has become a superuser"
        if database in self.names():
            with engine.driver.connect(self.as_user("mallory"), database) as session:
                assert session.fetch("select who from public.loot") == []

    def names(self) -> set[str]:
        with self.server.engine.driver.connect(self.server.endpoint) as admin:
            return {str(name) for (name,) in admin.fetch("select datname::text from pg_database")}


@pytest.fixture
def hunt(server: Server) -> Iterator[Hunt]:
    made = Hunt(server)
    before = made.names()
    yield made
    with server.engine.driver.connect(server.endpoint) as admin:
        admin.execute("alter role mallory nosuperuser")
        for name in made.names() - before:
            admin.execute(f'drop database "{name}" with (force)')


@pytest.fixture(scope="module")
def planned(server: Server) -> Campaign:
    return small(Hunt(server).spec)


def small(spec: ServerSpec) -> Campaign:
    return quick_campaign(
        "small",
        (spec,),
        (PlannedProtection(PLAINTEXT),),
        HospitalParameters(sizes=(20,)),
        repetitions=1,
        warmups=0,
    )


@pytest.mark.slow
def test_that_resume_evidence_and_lab_run_nothing_of_hostile_databases(
    hunt: Hunt, stage: Stage, mark: str, tmp_path: Path
) -> None:
    kinds = [(kind, f"{mark}_1") for kind in MARKERS]
    kinds += [(kind, "evil") for kind in ("view", "settings")]
    names = [f"cipherbench_{beginning}_{kind.replace(' ', '')}" for kind, beginning in kinds]
    for name, (kind, _) in zip(names, kinds, strict=True):
        hunt.lay(name, MARKERS[kind])
    stage.executor().resume("1")
    report = [event.text for event in stage.events if isinstance(event, Noted)]
    stage.executor().evidence("1")
    plan = tmp_path / "plan.toml"
    plan.write_text(write_plan(small(hunt.spec)))
    shown = cipherbench(
        "pattern", "--column", "paciente.nome", "--server", "hunted", "--plan", plan,
        "--records", 10, "--json",
    )  # fmt: skip
    assert shown.code == 0, shown.err
    for name in names:
        hunt.assert_nothing_was_got(name)
    assert set(names) <= hunt.names()
    for name in names:
        output = [
            each for each in report if f'DROP DATABASE "{name}";' in each and "mallory" in each
        ]
        assert len(output) == (mark in name), "those named as ours are told of, once"


@pytest.mark.slow
def test_that_an_administrator_may_administer_from_a_hostile_database(hunt: Hunt) -> None:
    """Its owner has put tables, functions and operators in front of PostgreSQL's own."""
    hunt.lay(
        EVIL,
        (
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
        ),
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


def test_that_a_setting_of_the_database_administered_from_gives_nobody_ours(hunt: Hunt) -> None:
    hunt.lay(EVIL, (f"alter database {EVIL} set role = mallory",))
    engine, end = hunt.server.engine, hunt.as_user(str(hunt.server.endpoint.user), EVIL)
    with pytest.raises(StatementFailed, match="mallory"):
        engine.catalogue.create_database(end, "given_away")
    assert "cipherbench_given_away" not in hunt.names()


def test_that_who_may_act_for_an_owner_owns_nothing(hunt: Hunt) -> None:
    engine = hunt.server.engine
    with engine.driver.connect(hunt.server.endpoint) as admin:
        admin.execute("grant mallory to ana")
    try:
        hunt.lay(EVIL, ())
        assert EVIL not in engine.catalogue.owned_databases(hunt.as_user("ana"))
    finally:
        with engine.driver.connect(hunt.server.endpoint) as admin:
            admin.execute("revoke mallory from ana")


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
def test_that_a_copied_mark_is_worth_nothing(hunt: Hunt, stage: Stage, mark: str) -> None:
    engine, end = hunt.server.engine, hunt.server.endpoint
    left = engine.catalogue.create_database(end, f"{mark}_1_left00")
    with engine.driver.connect(end) as admin:
        asked = (
            "select shobj_description(oid, 'pg_database') from pg_database "
            f"where datname = '{left}'"
        )
        [(comment,)] = admin.fetch(asked)
    name = f"cipherbench_{mark}_1_copied"
    hunt.lay(name, (TABLE, f"insert into cipherbench_marker values ('{mark}_1_copied')"))
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


@pytest.mark.slow
def test_that_a_server_knows_its_own_marks_after_a_restart_and_no_other_servers(hunt: Hunt) -> None:
    other = open_server(spec_of("postgresql", "other"))
    try:
        engine, end = hunt.server.engine, hunt.server.endpoint
        name = engine.catalogue.create_database(end, "here")
        assert engine.catalogue.owned_databases(end)[name] == "here"
        with engine.driver.connect(end) as admin:
            asked = (
                "select oid::bigint, shobj_description(oid, 'pg_database') from pg_database "
                f"where datname = '{name}'"
            )
            [(oid, comment)] = admin.fetch(asked)
        with engine.driver.connect(other.endpoint) as admin:
            # Its number can be chosen from PostgreSQL 15 on.
            admin.execute(f"create database {name} template template0 oid {oid!s}")
            admin.execute(f"comment on database {name} is '{comment!s}'")
        assert engine.catalogue.owned_databases(other.endpoint) == {}
        engine.catalogue.drop_database(other.endpoint, name)
        with engine.driver.connect(other.endpoint, name) as still_there:
            still_there.fetch("select 1")
    finally:
        other.close()


def test_that_others_are_excluded_of_our_databases(hunt: Hunt) -> None:
    """They could put functions where our statements look for pgcrypto's."""
    engine = hunt.server.engine
    name = engine.catalogue.create_database(hunt.server.endpoint, "private")
    with pytest.raises(CipherbenchError, match="permission denied"):
        engine.driver.connect(hunt.as_user("mallory"), name)
    engine.catalogue.drop_database(hunt.server.endpoint, name)


# Other people's tables.


def test_that_only_ordinary_tables_are_listed_and_read(hunt: Hunt) -> None:
    hunt.lay(
        EVIL,
        (
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
        ),
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
        assert read(hunt, table, column) == [stored]
    for table, column in (("seen", "kept"), ("plain", "made"), ("parted", "kept")):
        with pytest.raises(InputError, match="Views"):
            read(hunt, table, column)
    hunt.assert_nothing_was_got()


def read(hunt: Hunt, table: str, column: str, user: str = "") -> list[Value]:
    end = hunt.as_user(user or str(hunt.server.endpoint.user))
    return hunt.server.engine.catalogue.values(end, TableColumn(EVIL, "public", table, column), 10)


def test_that_row_policies_are_not_run_on_an_ordinary_reader(hunt: Hunt) -> None:
    hunt.lay(EVIL, MARKERS["row policy"])
    with pytest.raises(StatementFailed, match="row-level security"):
        read(hunt, "cipherbench_marker", "id", "ana")
    hunt.assert_nothing_was_got()


def test_that_no_more_rows_are_read_than_wanted(hunt: Hunt) -> None:
    hunt.lay(
        EVIL,
        (
            "create table long (t text, b bytea)",
            "insert into long select i::text, null from generate_series(1, 200000) i",
        ),
    )
    assert read(hunt, "long", "t") == [str(number) for number in range(1, 11)]
    assert read(hunt, "long", "b") == [None] * 10
    assert read(hunt, "loot", "who") == []


@pytest.mark.slow
def test_that_a_view_put_in_a_tables_place_meanwhile_is_not_run(hunt: Hunt) -> None:
    hunt.lay(
        EVIL,
        ("create table bait (kept text)", "create view trap as select pwn() as kept"),
    )
    over = threading.Event()

    def swap() -> None:
        there = ("alter table bait rename to was", "alter view trap rename to bait")
        back = ("alter view bait rename to trap", "alter table was rename to bait")
        with hunt.server.engine.driver.connect(hunt.as_user("mallory"), EVIL) as session:
            while not over.is_set():
                for names in (there, back):
                    session.execute("begin; " + "; ".join(names) + "; commit")

    swapping = threading.Thread(target=swap)
    swapping.start()
    seen = refused = 0
    try:
        for _ in range(60):
            try:
                read(hunt, "bait", "kept")
                seen += 1
            except CipherbenchError:
                refused += 1
    finally:
        over.set()
        swapping.join()
    hunt.assert_nothing_was_got()
    assert seen and refused, "both were met"


def test_that_a_database_with_a_login_trigger_of_anothers_is_not_entered(hunt: Hunt) -> None:
    """Only superusers make them; one may have been talked into it."""
    hunt.lay(EVIL, ())
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
