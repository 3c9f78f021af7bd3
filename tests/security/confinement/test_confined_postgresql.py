"""What a campaign's statements could do on PostgreSQL if nobody read them first: nothing outside of
their database."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from app.patterns.base.lab_database import lab_database
from app.plan.campaign import PlannedProtection
from app.plan.status import Status
from app.results.events import Note, Noted, RunFinished, RunStarted
from engines.base.ownership import MARKER_TABLE, Gone, Owned
from engines.contract.endpoint import Endpoint, Source
from engines.contract.errors import CipherbenchError, ServerUnavailable, StatementFailed
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.opening import open_server
from engines.postgresql.restricted_user import verifier
from engines.postgresql.session import PostgresSession
from engines.servers.server import Server, ServerSpec
from tests.app.prepared_servers import prepared_once
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.requirements import spec_of
from workloads.hospital.workload import HospitalParameters

REFUSED = {
    "files of the server": (
        "select pg_read_file('/etc/passwd')",
        "select pg_read_binary_file('/etc/passwd')",
        "select pg_ls_dir('/')",
        "select pg_stat_file('/etc/passwd')",
        "select lo_import('/etc/passwd')",
        "select lo_export(1, '/tmp/out')",
        "select lo_from_bytea(0, 'x')",
        "select lo_create(0)",
        "copy mine to '/tmp/out'",
        "copy mine from '/etc/passwd'",
        "select pg_current_logfile()",
        "show data_directory",
        "create tablespace t location '/tmp'",
    ),
    "programs": (
        "copy mine to program 'id'",
        "copy mine from program 'id'",
        "create function f() returns int language c as '/lib/x86_64-linux-gnu/libc.so.6', 'system'",
        "create function f() returns int language internal as 'pg_read_file'",
        "load '$libdir/pageinspect'",
        "create language plperlu",
    ),
    "the server": (
        "alter system set archive_command = 'id'",
        "select pg_reload_conf()",
        "select pg_rotate_logfile()",
        "select pg_switch_wal()",
        "select pg_stat_reset()",
        "checkpoint",
        "set log_statement = 'none'",
        "set session_preload_libraries = 'x'",
        "set session_replication_role = 'replica'",
        "set zero_damaged_pages = on",
        "select pg_create_physical_replication_slot('s')",
    ),
    "servers elsewhere": (
        "create extension dblink",
        "create extension postgres_fdw",
        "create extension file_fdw",
        "create extension hstore",
        "create foreign data wrapper w",
        "create server s foreign data wrapper file_fdw",
        "create subscription s connection 'host=/tmp' publication p",
        "create publication p for all tables",
    ),
    "roles": (
        "set role {admin}",
        "set session authorization {admin}",
        "create role q superuser",
        "alter role {me} superuser",
        "alter role {me} createdb",
        "grant {admin} to {me}",
        "grant pg_read_server_files to {me}",
        "select rolpassword from pg_authid",
        "alter role {admin} password 'x'",
    ),
    "databases": (
        "create database q",
        "drop database postgres",
        "alter database {me} set role = {admin}",
        "alter database {me} owner to {me}",
        "comment on database {me} is 'x'",
        "create schema s",
        "create event trigger t on ddl_command_start execute function version()",
    ),
    "what is ours in its database": (
        f"drop table {MARKER_TABLE}",
        f"insert into {MARKER_TABLE} values ('x')",
        "create or replace function encrypt(bytea, bytea, text) returns bytea language sql "
        "as 'select $1'",
        "drop extension pgcrypto",
        "alter schema public owner to {me}",
    ),
    "functions with others' rights": (
        "create function f() returns void language sql security definer "
        "as 'select pg_read_file(''/etc/passwd'')'; select f()",
        "create function f() returns void language plpgsql security definer "
        "as $$ begin execute 'copy mine to program ''id'''; end $$; select f()",
        "do $$ begin execute 'set role {admin}'; end $$",
        "create function f() returns int language sql as 'select 1'; "
        "alter function f() owner to {admin}",
        "create view v as select pg_read_file('/etc/passwd'); select * from v",
        "create view v as select rolpassword from pg_authid; select * from v",
        "select query_to_xml('select pg_read_file(''/etc/passwd'')', true, true, '')",
        "create table trap (x int generated always as "
        "(length(pg_read_file('/etc/passwd'))) stored)",
    ),
}


@dataclass(frozen=True)
class Confined:
    """A database of ours on a server that we started, and its login."""

    server: Server
    database: str
    login: Endpoint

    def admin(self) -> PostgresSession:
        session = self.server.engine.driver.connect(self.server.endpoint)
        assert isinstance(session, PostgresSession)
        return session


@pytest.fixture(
    scope="module",
    params=[Source.EMBEDDED, pytest.param(Source.LOCAL, marks=pytest.mark.exhaustive)],
)
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    spec = spec_of("postgresql", "confined")
    if request.param is Source.LOCAL:
        spec = ServerSpec("confined", Source.LOCAL, "postgresql")
    try:
        with prepared_once():
            made = open_server(spec)
    except ServerUnavailable as error:
        pytest.skip(error.message)
    yield made
    made.close()


@pytest.fixture
def confined(server: Server) -> Iterator[Confined]:
    engine, end = server.engine, server.endpoint
    name = engine.catalogue.create_database(end, f"c_{secrets.token_hex(4)}")
    login = engine.catalogue.restricted_login(end, name)
    with engine.driver.connect(login, name) as session:
        session.execute("create table mine (x text)")
    yield Confined(server, name, login)
    engine.catalogue.drop_database(end, name)


@pytest.mark.parametrize("kind", REFUSED)
def test_that_the_server_itself_refuses_what_leads_out_of_the_database(
    confined: Confined, kind: str
) -> None:
    admin = confined.server.endpoint.user
    passed = []
    for sql in REFUSED[kind]:
        with confined.server.engine.driver.connect(confined.login, confined.database) as session:
            try:
                session.execute(
                    sql.replace("{me}", confined.database).replace("{admin}", str(admin))
                )
                passed.append(sql)
            except StatementFailed:
                continue
    assert passed == []


def test_that_no_other_database_can_be_entered(confined: Confined) -> None:
    engine, end = confined.server.engine, confined.server.endpoint
    other = engine.catalogue.create_database(end, f"other_{secrets.token_hex(4)}")
    try:
        for database in ("postgres", "template1", other):
            with pytest.raises(ServerUnavailable):
                engine.driver.connect(confined.login, database)
        with pytest.raises(ServerUnavailable):
            engine.driver.connect(replace(confined.login, password="guessed"), confined.database)
    finally:
        engine.catalogue.drop_database(end, other)


def test_that_what_a_workload_needs_works(confined: Confined) -> None:
    with confined.server.engine.driver.connect(confined.login, confined.database) as session:
        for sql in (
            "create table t (id int generated by default as identity primary key, v bytea)",
            "create index on t (v)",
            "insert into t (v) select encrypt('value', 'key', 'aes') from generate_series(1, 50)",
            "create temporary table s as select * from t",
            "vacuum (analyze) t",
            "truncate t",
        ):
            session.execute(sql)
        assert session.stored_bytes(["t"]) is not None
        assert session.counted().growing


def test_that_a_functions_trap_is_not_met_by_the_administrator(confined: Confined) -> None:
    """Functions that fit better than the server's own, and the names of tables that it reads."""
    engine, end = confined.server.engine, confined.server.endpoint
    with engine.driver.connect(confined.login, confined.database) as session:
        session.execute(
            "create function pwn() returns text language plpgsql as $$ begin "
            "insert into public.mine values (current_user); return 'x'; end $$"
        )
        for name, kinds in (("pg_wal_lsn_diff", "pg_lsn, text"), ("current_setting", "text")):
            session.execute(
                f"create function public.{name}({kinds}) returns text language sql "
                "as 'select public.pwn()'"
            )
        session.execute("create view pg_database as select public.pwn() as datname")
        with engine.driver.connect(end) as session.administration:
            session.counted()
            session.flush()
        engine.catalogue.checkpoint(end, confined.database)
        engine.servers.server_seconds(end, confined.database)
        engine.catalogue.data_places(end, confined.database)
        engine.catalogue.judge_all(end)
        assert session.fetch("select * from mine") in ([], [(confined.database,)])


def test_that_the_login_goes_with_its_database(server: Server) -> None:
    engine, end = server.engine, server.endpoint

    def logins() -> list[object]:
        with engine.driver.connect(end) as admin:
            found = admin.fetch(
                "select rolname::text from pg_roles where rolname ~ '^cipherbench_'"
            )
        return [name for (name,) in found]

    name = engine.catalogue.create_database(end, "goes")
    engine.catalogue.restricted_login(end, name)
    assert logins() == [name]
    assert engine.catalogue.drop_database(end, name) == Owned("goes")
    assert logins() == []


def test_that_a_login_whose_database_is_gone_is_swept_and_no_other(server: Server) -> None:
    engine, end = server.engine, server.endpoint
    name = engine.catalogue.create_database(end, "orphan")
    engine.catalogue.restricted_login(end, name)
    with engine.driver.connect(end) as admin:
        admin.execute(f"drop database {name}")
        admin.execute("create role cipherbench_theirs")
        ((mark,),) = admin.fetch(
            f"select shobj_description(oid, 'pg_authid') from pg_roles where rolname = '{name}'"
        )
        admin.execute(f"comment on role cipherbench_theirs is '{mark!s}'")  # copied
    assert engine.catalogue.owned_databases(end) == {name: "orphan"}
    assert engine.catalogue.drop_database(end, name) == Owned("orphan")
    assert engine.catalogue.drop_database(end, name) == Gone()
    engine.catalogue.drop_database(end, "cipherbench_theirs")
    with engine.driver.connect(end) as admin:
        found = admin.fetch("select rolname::text from pg_roles where rolname ~ '^cipherbench_'")
        assert found == [("cipherbench_theirs",)]
        admin.execute("drop role cipherbench_theirs")


def test_that_an_earlier_password_is_worth_nothing(confined: Confined) -> None:
    engine, end = confined.server.engine, confined.server.endpoint
    newer = engine.catalogue.restricted_login(end, confined.database)
    engine.driver.connect(newer, confined.database).close()
    with pytest.raises(ServerUnavailable):
        engine.driver.connect(confined.login, confined.database)


def test_that_a_server_at_an_address_gets_no_login_of_ours(server: Server) -> None:
    there = replace(server.endpoint, managed=False)
    name = server.engine.catalogue.create_database(there, "address")
    try:
        assert server.engine.catalogue.restricted_login(there, name) == there
    finally:
        server.engine.catalogue.drop_database(there, name)


def test_that_the_servers_log_never_has_the_password(confined: Confined) -> None:
    with confined.admin() as admin:
        admin.execute("alter system set log_statement = 'all'")
        admin.execute("select pg_reload_conf()")
    try:
        login = confined.server.engine.catalogue.restricted_login(
            confined.server.endpoint, confined.database
        )
        confined.server.engine.driver.connect(login, confined.database).close()
    finally:
        with confined.admin() as admin:
            admin.execute("alter system reset log_statement")
            admin.execute("select pg_reload_conf()")
    log = Path(str(confined.server.endpoint.log)).read_text()
    assert "alter role" in log and str(login.password) not in log


def test_that_the_verifier_is_what_libpq_makes_of_a_password() -> None:
    """Of one round, where libpq has 4,096: the same form, and another salt each time."""
    made = verifier("a password")
    assert re.fullmatch(r"SCRAM-SHA-256\$1:[\w+/]{22}==\$[\w+/]{43}=:[\w+/]{43}=", made)
    assert made != verifier("a password")


def test_that_all_of_a_campaign_runs_as_its_databases_login(server: Server, tmp_path: Path) -> None:
    """Schema, data, warm-up, operations, and the search for a marker."""
    with server.engine.driver.connect(server.endpoint) as admin:
        admin.execute("alter system set log_statement = 'all'")
        admin.execute("alter system set log_line_prefix = 'as=%u '")
        admin.execute("select pg_reload_conf()")
    before = Path(str(server.endpoint.log)).stat().st_size
    stage = Stage(f"sqlite:///{tmp_path}/results.db")
    protections = (
        PlannedProtection(PLAINTEXT),
        PlannedProtection(Protection("aes", ProtectionKind.NATIVE, "aes", 128, "cbc")),
    )
    campaign = quick_campaign(
        "confined", (server.spec,), protections, HospitalParameters(sizes=(20,)), repetitions=1
    )
    stage.run(campaign, lent={server.spec: server.endpoint})
    assert {each.status for each in stage.of(RunFinished)} == {Status.DONE}
    lines = Path(str(server.endpoint.log)).read_bytes()[before:].decode().splitlines()
    work = re.compile(
        r"as=(\S+) .*(patients|encounters|copy |create table (?!public)|insert into (?!public))"
    )
    users = {found[1] for line in lines if (found := work.match(line))}
    assert len(users) >= 2
    assert all(user.startswith("cipherbench_") for user in users)


def test_that_the_lab_works_as_its_databases_login(server: Server) -> None:
    engine, end = server.engine, server.endpoint
    with lab_database(engine, end) as database:
        login = engine.catalogue.restricted_login(end, database)
        with engine.driver.connect(login, database) as session:
            ((user,),) = session.fetch("select current_user::text")
            assert user == database
    with pytest.raises(CipherbenchError):
        engine.driver.connect(login, database)


@pytest.mark.parametrize(
    ("rights", "powers"),
    [
        pytest.param("superuser", ("superuser",), marks=pytest.mark.exhaustive),
        ("in role pg_read_server_files", ("pg_read_server_files",)),
        ("createdb", ()),
    ],
)
def test_that_rights_of_a_login_at_an_address_are_warned_of_before_the_first_run(
    server: Server, tmp_path: Path, rights: str, powers: tuple[str, ...]
) -> None:
    if server.spec.source is Source.LOCAL:
        pytest.skip("before 16 nobody but us comes in by the socket")
    end = server.endpoint
    with server.engine.driver.connect(end) as admin:
        admin.execute(f"create role visitor login createdb {rights.removeprefix('createdb')}")
    spec = ServerSpec(
        "there", Source.ADDRESS, "postgresql", socket=end.socket, port=end.port, user="visitor"
    )
    stage = Stage(f"sqlite:///{tmp_path}/results.db")
    campaign = quick_campaign(
        "powers", (spec,), (PlannedProtection(PLAINTEXT),), HospitalParameters(sizes=(10,)),
        repetitions=1, warmups=0,
    )  # fmt: skip
    try:
        stage.run(campaign)
    finally:
        with server.engine.driver.connect(end) as admin:
            admin.execute("drop role visitor")
    warned = [each for each in stage.of(Noted) if each.about is Note.POWERFUL_LOGIN]
    assert [each.message.values["powers"] for each in warned] == [", ".join(powers)] * bool(powers)
    if warned:
        kinds = [type(each) for each in stage.events]
        assert stage.events.index(warned[0]) < kinds.index(RunStarted)


def test_that_a_server_of_ours_has_no_login_to_warn_of(server: Server) -> None:
    assert server.engine.servers.probe(server.endpoint).powers == ()
