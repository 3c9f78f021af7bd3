"""What a campaign's statements could do if nobody read them first: on any engine nothing outside of
their database or file, and all that a workload needs."""

from __future__ import annotations

import os
import re
import secrets
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from app.patterns.base.lab_database import lab_database
from app.plan.campaign import PlannedProtection
from app.plan.status import Status
from app.results.events import Note, Noted, RunFinished, RunStarted
from engines.base.ownership import Gone, Owned, login_of
from engines.contract.endpoint import Endpoint, Source
from engines.contract.errors import CipherbenchError, ServerUnavailable, StatementFailed
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.opening import open_server
from engines.postgresql.restricted_user import verifier
from engines.registry import engine_names
from engines.servers.server import Server, ServerSpec
from tests.app.prepared_servers import prepared_once
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.conftest import Servers
from tests.requirements import NEWER
from tests.security.confinement.refused import KINDS, NEEDED, REFUSED
from workloads.hospital.workload import HospitalParameters

LOCAL = "local "
"""Begins the names of servers that this machine has installed, as against those that come along."""
POSTGRESQL = ("postgresql", f"{LOCAL}postgresql")
MYSQL_FAMILY = ("mariadb", NEWER, "mysql")
FIREBIRD = ("firebird", f"{LOCAL}firebird")
FILES = ("sqlite", "duckdb")
WITH_LOGINS = (*POSTGRESQL, *MYSQL_FAMILY, FIREBIRD[1])
"""The embedded Firebird asks nobody for a password."""
ALL = (*POSTGRESQL, *MYSQL_FAMILY, *FIREBIRD, *FILES)


def engine_of(name: str) -> str:
    return "mariadb" if name == NEWER else name.removeprefix(LOCAL)


def given(name: str, *more: str) -> object:
    return pytest.param(name, *more, marks=pytest.mark.exhaustive if name == POSTGRESQL[1] else ())


def on(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("server", list(map(given, names)), indirect=True)


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, servers: Servers) -> Iterator[Server]:
    if not request.param.startswith(LOCAL):
        yield servers[request.param]
        return
    engine = engine_of(request.param)
    folder = os.environ.get("CIPHERBENCH_FIREBIRD_BINARIES") if engine == "firebird" else None
    try:
        with prepared_once():
            made = open_server(ServerSpec("confined", Source.LOCAL, engine, binaries=folder))
    except ServerUnavailable as error:
        pytest.skip(error.message)
    yield made
    made.close()


@dataclass(frozen=True)
class Confined:
    """A database of ours, with a table of two rows, on a server that we started; and its login."""

    server: Server
    database: str
    login: Endpoint

    def filled(self, sql: str, out: Path) -> str:
        engine, end = self.server.engine, self.server.endpoint
        places = {"me": self.database, "login": login_of(self.database), "out": str(out)}
        places["admin"] = str(end.user)
        if engine.name in MYSQL_FAMILY:
            with engine.driver.connect(end) as admin:
                ((data, allowed),) = admin.fetch("select @@datadir, @@secure_file_priv")
            places |= {"data": str(data), "allowed": str(allowed or "/tmp")}
        for name, value in places.items():
            sql = sql.replace(f"{{{name}}}", value)
        return sql


@pytest.fixture
def confined(server: Server) -> Iterator[Confined]:
    engine, end = server.engine, server.endpoint
    name = engine.catalogue.create_database(end, f"c_{secrets.token_hex(4)}")
    login = engine.catalogue.restricted_login(end, name)
    with engine.driver.connect(login, name) as session:
        session.execute("create table mine (x varchar(99))")
        for value in "ab":
            session.execute(f"insert into mine values ('{value}')")
    yield Confined(server, name, login)
    engine.catalogue.drop_database(end, name)


def logins(confined: Confined) -> set[str]:
    """Of databases of ours, on the server."""
    of_mysql_family = "select user from mysql.user where user like 'cb\\_%'"
    asked = {
        "postgresql": "select rolname::text from pg_roles where rolname ~ '^cipherbench_'",
        "firebird": "select trim(sec$user_name) from sec$users where sec$user_name like 'CB%'",
    }
    engine, end = confined.server.engine, confined.server.endpoint
    with engine.driver.connect(end, confined.database) as admin:
        found = admin.fetch(asked.get(engine.name, of_mysql_family))
    return {str(name) for (name,) in found}


def administer(server: Server, *statements: str) -> None:
    with server.engine.driver.connect(server.endpoint) as admin:
        for each in statements:
            admin.execute(each)


def test_that_every_engine_is_asked_for_statements_of_the_same_kinds() -> None:
    assert set(REFUSED) == set(NEEDED) == set(engine_names()) == set(map(engine_of, ALL))
    assert not [kind for asked in REFUSED.values() for kind in KINDS if not asked.get(kind)]


@pytest.mark.parametrize(
    ("server", "kind"),
    [given(name, kind) for name in ALL for kind in REFUSED[engine_of(name)]],
    indirect=["server"],
)
def test_that_the_engine_itself_refuses_what_leads_out_of_the_database(
    confined: Confined, kind: str, tmp_path: Path
) -> None:
    tmp_path.chmod(0o777)
    engine = confined.server.engine
    passed = []
    for sql in REFUSED[engine.name][kind]:
        filled = confined.filled(sql, tmp_path / "out")
        is_one = engine.name in ("postgresql", *FILES) or "execute block" in sql
        with engine.driver.connect(confined.login, confined.database) as session:
            run = session.fetch if engine.name in FILES else session.execute
            try:
                for each in [filled] if is_one else filled.split("; "):
                    run(each)
                passed.append(sql)
            except StatementFailed:
                session.rollback()
            if engine.name in FILES:
                assert session.fetch("select count(*) from mine") == [(2,)], "the session goes on"
    assert passed == []
    assert list(tmp_path.iterdir()) == []


@on(*ALL)
def test_that_what_a_workload_needs_works(confined: Confined) -> None:
    engine, end = confined.server.engine, confined.server.endpoint
    with engine.driver.connect(confined.login, confined.database) as session:
        for sql in NEEDED[engine.name]:
            session.execute(sql)
        assert session.stored_bytes(["t"])
        if engine.name in (*FILES, "firebird"):
            assert session.counted().growing or engine.name in FILES
            session.flush()
            return
        with engine.driver.connect(end) as session.administration:
            assert session.counted().growing
            session.flush()
            if engine.name in MYSQL_FAMILY:
                assert session.counted().left is not None and session.thread is not None
                assert engine.servers.server_seconds(end, confined.database) is not None


@on(*POSTGRESQL, *MYSQL_FAMILY)
def test_that_no_other_database_can_be_entered(confined: Confined) -> None:
    engine, end = confined.server.engine, confined.server.endpoint
    other = engine.catalogue.create_database(end, f"other_{secrets.token_hex(4)}")
    like = confined.database.replace("_", "x")  # an underscore of a grant stands for any character
    of_family = engine.name in MYSQL_FAMILY
    if of_family:
        administer(confined.server, f"create database {like}")
    try:
        for database in (
            other,
            *(("mysql", "sys", like) if of_family else ("postgres", "template1")),
        ):
            with pytest.raises(ServerUnavailable):
                engine.driver.connect(confined.login, database)
    finally:
        engine.catalogue.drop_database(end, other)
        if of_family:
            administer(confined.server, f"drop database {like}")


@on(*WITH_LOGINS)
def test_that_the_login_goes_with_its_database(confined: Confined) -> None:
    engine, end = confined.server.engine, confined.server.endpoint
    before = logins(confined)
    name = engine.catalogue.create_database(end, "goes")
    engine.catalogue.restricted_login(end, name)
    assert len(logins(confined) - before) == 1
    assert engine.catalogue.drop_database(end, name) == Owned("goes")
    assert logins(confined) == before


@on(*WITH_LOGINS)
def test_that_an_earlier_or_guessed_password_is_worth_nothing(confined: Confined) -> None:
    engine, end = confined.server.engine, confined.server.endpoint
    newer = engine.catalogue.restricted_login(end, confined.database)
    engine.driver.connect(newer, confined.database).close()
    for password in (confined.login.password, "guessed"):
        with pytest.raises(ServerUnavailable):
            engine.driver.connect(replace(newer, password=password), confined.database)


@on(*POSTGRESQL, *MYSQL_FAMILY)
def test_that_a_server_at_an_address_gets_no_login_of_ours(server: Server) -> None:
    there = replace(server.endpoint, managed=False)
    name = server.engine.catalogue.create_database(there, "address")
    try:
        assert server.engine.catalogue.restricted_login(there, name) == there
    finally:
        server.engine.catalogue.drop_database(there, name)


@on(*ALL)
def test_that_a_server_of_ours_has_no_login_to_warn_of(server: Server) -> None:
    assert server.engine.servers.probe(server.endpoint).powers == ()


@dataclass
class Log:
    """What a server has logged, once all is over."""

    text: str = ""


@contextmanager
def statements_logged(server: Server) -> Iterator[Log]:
    """With every statement, and who has sent it."""
    log, path = Log(), Path(str(server.endpoint.log))
    begin = [
        "alter system set log_statement = 'all'",
        "alter system set log_line_prefix = 'as=%u '",
        "select pg_reload_conf()",
    ]
    end = [
        "alter system reset log_statement",
        "alter system reset log_line_prefix",
        "select pg_reload_conf()",
    ]
    if server.engine.name in MYSQL_FAMILY:
        with server.engine.driver.connect(server.endpoint) as admin:
            ((folder,),) = admin.fetch("select @@datadir")
        path = Path(str(folder)) / f"{secrets.token_hex(4)}.log"
        begin = [f"set global general_log_file = '{path}'", "set global general_log = on"]
        end = ["set global general_log = off"]
    before = path.stat().st_size if path.exists() else 0
    administer(server, *begin)
    try:
        yield log
    finally:
        administer(server, *end)
        log.text = path.read_bytes()[before:].decode(errors="replace")


@on(*POSTGRESQL, *MYSQL_FAMILY)
def test_that_the_servers_log_never_has_the_password(confined: Confined) -> None:
    engine, end = confined.server.engine, confined.server.endpoint
    with statements_logged(confined.server) as log:
        login = engine.catalogue.restricted_login(end, confined.database)
        engine.driver.connect(login, confined.database).close()
    assert re.search("(alter|create) (role|user)", log.text, re.IGNORECASE)
    assert str(login.password) not in log.text


@pytest.mark.in_every_run("postgresql", "mariadb")
@on(*POSTGRESQL, *MYSQL_FAMILY)
def test_that_all_of_a_campaign_runs_as_its_databases_login(server: Server, tmp_path: Path) -> None:
    """Schema, data, warm-up, operations, verification, and the search for a marker."""
    stage = Stage(f"sqlite:///{tmp_path}/results.db")
    protections = (
        PlannedProtection(PLAINTEXT),
        PlannedProtection(Protection("aes", ProtectionKind.NATIVE, "aes", 128, "ecb")),
    )
    campaign = quick_campaign(
        "confined", (server.spec,), protections, HospitalParameters(sizes=(20,)), repetitions=1
    )
    with statements_logged(server) as log:
        stage.run(campaign, lent={server.spec: server.endpoint})
    assert {each.status for each in stage.of(RunFinished)} == {Status.DONE}
    of_postgresql = server.engine.name == "postgresql"
    users = _postgresql_workers(log.text) if of_postgresql else _mysql_family_workers(log.text)
    assert len(users) >= 2
    assert all(user.startswith("cipherbench_" if of_postgresql else "cb_") for user in users)


def _postgresql_workers(log: str) -> set[str]:
    """Who has sent the workload's statements."""
    work = re.compile(
        r"as=(\S+) .*(patients|encounters|copy |create table (?!public)|insert into (?!public))"
    )
    return {found[1] for line in log.splitlines() if (found := work.match(line))}


def _mysql_family_workers(log: str) -> set[str]:
    of_hospital = re.compile(r"\s(\d+) (?:Query|Prepare|Execute)\s.*\b(?:paciente|notificacao)\b")
    users: dict[str, str] = {}
    workers = set()
    for line in log.splitlines():
        if found := re.search(r"\s(\d+) Connect\s+(\S+)@", line):
            users[found[1]] = found[2]
        elif found := of_hospital.search(line):
            workers.add(users.get(found[1], "unknown"))
    return workers


# PostgreSQL.


@on(*POSTGRESQL)
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
        assert session.fetch("select * from mine where length(x) > 1") in (
            [],
            [(confined.database,)],
        )


@on(*POSTGRESQL)
def test_that_a_login_whose_database_is_gone_is_swept_and_no_other(confined: Confined) -> None:
    engine, end = confined.server.engine, confined.server.endpoint
    before = logins(confined)
    name = engine.catalogue.create_database(end, "orphan")
    engine.catalogue.restricted_login(end, name)
    with engine.driver.connect(end) as admin:
        admin.execute(f"drop database {name}")
        admin.execute("create role cipherbench_theirs")
        ((mark,),) = admin.fetch(
            f"select shobj_description(oid, 'pg_authid') from pg_roles where rolname = '{name}'"
        )
        admin.execute(f"comment on role cipherbench_theirs is '{mark!s}'")  # copied
    owned = engine.catalogue.owned_databases(end)
    assert owned[name] == "orphan" and "cipherbench_theirs" not in owned
    assert engine.catalogue.drop_database(end, name) == Owned("orphan")
    assert engine.catalogue.drop_database(end, name) == Gone()
    engine.catalogue.drop_database(end, "cipherbench_theirs")
    assert logins(confined) - before == {"cipherbench_theirs"}
    administer(confined.server, "drop role cipherbench_theirs")


def test_that_the_verifier_is_what_libpq_makes_of_a_password() -> None:
    """Of one round, where libpq has 4,096: the same form, and another salt each time."""
    made = verifier("a password")
    assert re.fullmatch(r"SCRAM-SHA-256\$1:[\w+/]{22}==\$[\w+/]{43}=:[\w+/]{43}=", made)
    assert made != verifier("a password")


@on(*POSTGRESQL)
def test_that_the_lab_works_as_its_databases_login(server: Server) -> None:
    engine, end = server.engine, server.endpoint
    with lab_database(engine, end) as database:
        login = engine.catalogue.restricted_login(end, database)
        with engine.driver.connect(login, database) as session:
            ((user,),) = session.fetch("select current_user::text")
            assert user == database
    with pytest.raises(CipherbenchError):
        engine.driver.connect(login, database)


@on("postgresql")  # before 16 nobody but us comes in by the socket
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
    end = server.endpoint
    administer(server, f"create role visitor login createdb {rights.removeprefix('createdb')}")
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
        administer(server, "drop role visitor")
    warned = [each for each in stage.of(Noted) if each.about is Note.POWERFUL_LOGIN]
    assert [each.message.values["powers"] for each in warned] == [", ".join(powers)] * bool(powers)
    if warned:
        kinds = [type(each) for each in stage.events]
        assert stage.events.index(warned[0]) < kinds.index(RunStarted)


# MariaDB and MySQL.


NOTHING_READ = (
    "select load_file('/etc/passwd')",
    "select load_file('{data}/ibdata1')",
    "select group_concat(info) from information_schema.processlist where id <> connection_id()",
    "select group_concat(grantee) from information_schema.user_privileges "
    "where grantee not like '%cb\\_%'",
)
"""What is answered, with nothing."""


@on(*MYSQL_FAMILY)
def test_that_nothing_is_read_beyond_the_database(confined: Confined, tmp_path: Path) -> None:
    with confined.server.engine.driver.connect(confined.login, confined.database) as session:
        for sql in NOTHING_READ:
            assert session.fetch(confined.filled(sql, tmp_path)) == [(None,)], sql


@on(*MYSQL_FAMILY)
@pytest.mark.parametrize(
    ("rights", "powers"),
    [
        ("all on *.*", ("CREATE USER", "FILE", "SHUTDOWN", "SUPER")),
        ("file on *.*", ("FILE",)),
        ("all on `cipherbench\\_%`.*", ()),
    ],
)
def test_that_rights_of_a_login_at_an_address_are_reported(
    server: Server, rights: str, powers: tuple[str, ...]
) -> None:
    engine, end = server.engine, server.endpoint
    administer(
        server,
        "create user visitor@localhost identified by 'a password'",
        f"grant {rights} to visitor@localhost",
        r"grant all on `cipherbench\_%`.* to visitor@localhost",
    )
    visitor = replace(end, managed=False, user="visitor", password="a password")
    try:
        report = engine.servers.probe(visitor).powers
    finally:
        administer(server, "drop user visitor@localhost")
    assert set(powers) <= set(report)
    assert bool(report) == bool(powers)


@on(*MYSQL_FAMILY)
def test_that_a_table_lies_in_the_servers_folder_wherever_its_statement_wants_it(
    confined: Confined,
) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        folder = Path(name)
        folder.chmod(0o777)
        for engine in ("InnoDB", "MyISAM", "Aria"):
            with confined.server.engine.driver.connect(
                confined.login, confined.database
            ) as session:
                with suppress(StatementFailed):
                    session.execute(
                        f"create table away_{engine} (x int) engine={engine} "
                        f"data directory='{folder}' index directory='{folder}'"
                    )
                with suppress(StatementFailed):
                    session.execute(f"insert into away_{engine} values (1)")
        assert list(folder.rglob("*")) == []


# Firebird.


_ROWS = (
    "execute block returns (x varchar(99)) as begin execute statement {what} into :x; suspend; end"
)
_ADMINISTRATOR = "as user 'SYSDBA' password 'masterkey'"
ENTERING = {
    "another database": "'select id from cipherbench_marker' on external '{other}'",
    "another database as its administrator": (
        f"'select id from cipherbench_marker' on external '{{other}}' {_ADMINISTRATOR}"
    ),
    "its own as its administrator": f"'select id from cipherbench_marker' {_ADMINISTRATOR}",
    "its own in another transaction": (
        f"'select id from cipherbench_marker' with autonomous transaction {_ADMINISTRATOR}"
    ),
    "its own by an administrator's role": (
        f"'select id from cipherbench_marker' {_ADMINISTRATOR} role 'RDB$ADMIN'"
    ),
    "its own by name as its administrator": (
        f"'select id from cipherbench_marker' on external '{{own}}' {_ADMINISTRATOR}"
    ),
    "a server": (
        f"'select id from cipherbench_marker' on external '127.0.0.1/{{port}}:x' {_ADMINISTRATOR}"
    ),
    "a server by URL": (
        f"'select id from cipherbench_marker' on external 'inet://127.0.0.1:{{port}}/x' "
        f"{_ADMINISTRATOR}"
    ),
}
"""Ways out of a session by EXECUTE BLOCK, which the reader of statements does not let through."""


@on(FIREBIRD[1])
def test_that_an_administrator_at_an_address_is_reported(server: Server) -> None:
    there = replace(server.endpoint, managed=False)
    assert server.engine.servers.probe(there).powers == ("SYSDBA",)


@on(*FIREBIRD)
@pytest.mark.parametrize("where", ENTERING)
def test_that_a_statement_enters_nothing_even_as_an_administrator(
    confined: Confined, where: str
) -> None:
    """A server asks for a password. The embedded engine asks nobody, and has no way to any database
    but the one that the program itself takes."""
    engine, end = confined.server.engine, confined.server.endpoint
    other = engine.catalogue.create_database(end, f"other_{secrets.token_hex(4)}")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        try:
            filled = ENTERING[where].format(
                other=f"{end.directory}/{other}.fdb",
                own=f"{end.directory}/{confined.database}.fdb",
                port=listening.getsockname()[1],
            )
            with (
                engine.driver.connect(confined.login, confined.database) as session,
                pytest.raises(StatementFailed),
            ):
                session.fetch(_ROWS.format(what=filled))
            listening.settimeout(0)
            with pytest.raises(BlockingIOError):
                listening.accept()
        finally:
            engine.catalogue.drop_database(end, other)


@on(*FIREBIRD)
def test_that_the_program_itself_still_enters_each_database(confined: Confined) -> None:
    engine, end = confined.server.engine, confined.server.endpoint
    with engine.driver.connect(end, confined.database) as session:
        assert session.fetch("select count(*) from cipherbench_marker") == [(1,)]
