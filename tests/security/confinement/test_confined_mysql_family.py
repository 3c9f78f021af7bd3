"""What a campaign's statements could do on MariaDB and MySQL if nobody read them first: nothing
outside of their database."""

from __future__ import annotations

import re
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from app.plan.campaign import PlannedProtection
from app.plan.status import Status
from app.results.events import RunFinished
from engines.base.ownership import Owned, login_of
from engines.contract.endpoint import Endpoint
from engines.contract.errors import ServerUnavailable, StatementFailed
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import Server
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.requirements import NEWER
from workloads.hospital.workload import HospitalParameters

REFUSED = {
    "files of the server": (
        "select 'x' into outfile '/tmp/{me}'",
        "select 'x' into dumpfile '{data}/{me}.frm'",
        "select 'x' into outfile '{allowed}/{me}'",
        "load data infile '/etc/passwd' into table mine",
        "load data local infile '/etc/passwd' into table mine",
        "create tablespace s add datafile '/tmp/s.ibd'",
    ),
    "programs": (
        "create function f returns string soname 'libc.so.6'",
        "create aggregate function f returns string soname 'x.so'",
        "install plugin p soname 'x.so'",
        "install soname 'ha_connect'",
        "install component 'file://component_x'",
        "create function f() returns int return 1",
        "create procedure p() select 1",
        "create event e on schedule every 1 second do select 1",
        "create trigger t before insert on mine for each row set new.x = 1",
    ),
    "the server": (
        "set global general_log = on",
        "set global general_log_file = '/tmp/log'",
        "set global local_infile = on",
        "set persist max_connections = 1",
        "set global init_connect = 'select 1'",
        "set session sql_log_bin = 0",
        "flush logs",
        "flush privileges",
        "flush tables with read lock",
        "reset master",
        "purge binary logs before now()",
        "shutdown",
        "change master to master_host='127.0.0.1'",
        "alter instance rotate innodb master key",
        "clone local data directory = '/tmp/clone'",
        "show engine innodb status",
    ),
    "servers elsewhere": (
        "create server s foreign data wrapper mysql options (host '127.0.0.1')",
        "create table t (x int) engine=federated connection='mysql://root@127.0.0.1/mysql/user'",
        "create table t engine=connect table_type=mysql connection='mysql://root@127.0.0.1/mysql'",
    ),
    "logins": (
        "select * from mysql.global_priv",
        "select * from mysql.user",
        "select authentication_string from mysql.user",
        "insert into mysql.user (user) values ('x')",
        "create user x identified by 'x'",
        "grant all on *.* to current_user()",
        "grant select on mysql.* to {login}@'%'",
        "set role all; select * from mysql.user",
        "set password for root@localhost = ''",
        "alter user root@localhost identified by 'x'",
        "drop user root@localhost",
        "create role r",
        "rename user root@localhost to y@localhost",
    ),
    "databases": (
        "create database q",
        "drop database mysql",
        "create table mysql.t (x int)",
        "use mysql",
        "create table cipherbench_other.t (x int)",
        "create table performance_schema.t (x int)",
        "select processlist_info from performance_schema.threads",
        "select * from performance_schema.events_statements_history",
    ),
    "functions with others' rights": (
        "create sql security definer view v as select * from mysql.user",
        "create definer = root@localhost view v as select load_file('/etc/passwd')",
        "create definer = root@localhost procedure p() select * from mysql.user",
    ),
}
"""By kind: what a server must refuse; {data} is its folder, {allowed} the one for files."""

NOTHING_READ = (
    "select load_file('/etc/passwd')",
    "select load_file('{data}/ibdata1')",
    "select group_concat(info) from information_schema.processlist where id <> connection_id()",
    "select group_concat(grantee) from information_schema.user_privileges "
    "where grantee not like '%cb\\_%'",
)
"""What is answered, with nothing."""


@dataclass(frozen=True)
class Confined:
    """A database of ours on a server that we started, and its login."""

    server: Server
    database: str
    login: Endpoint

    def filled(self, sql: str) -> str:
        with self.server.engine.driver.connect(self.server.endpoint) as admin:
            ((data, allowed),) = admin.fetch("select @@datadir, @@secure_file_priv")
        places = {"me": self.database, "login": login_of(self.database), "data": str(data)}
        places["allowed"] = str(allowed or "/tmp")
        for name, value in places.items():
            sql = sql.replace(f"{{{name}}}", value)
        return sql


@pytest.fixture(scope="module", params=["mariadb", NEWER, "mysql"])
def server(request: pytest.FixtureRequest, servers: dict[str, Server]) -> Server:
    return servers[request.param]


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
    passed = []
    for sql in REFUSED[kind]:
        with confined.server.engine.driver.connect(confined.login, confined.database) as session:
            try:
                for each in confined.filled(sql).split("; "):
                    session.execute(each)
                passed.append(sql)
            except StatementFailed:
                continue
    assert passed == []


def test_that_nothing_is_read_beyond_the_database(confined: Confined) -> None:
    with confined.server.engine.driver.connect(confined.login, confined.database) as session:
        for sql in NOTHING_READ:
            assert session.fetch(confined.filled(sql)) == [(None,)], sql


def test_that_no_other_database_can_be_entered(confined: Confined) -> None:
    engine, end = confined.server.engine, confined.server.endpoint
    like = confined.database.replace("_", "x")  # an underscore of a grant stands for any character
    other = engine.catalogue.create_database(end, f"other_{secrets.token_hex(4)}")
    with engine.driver.connect(end) as admin:
        admin.execute(f"create database {like}")
    try:
        for database in ("mysql", "sys", other, like):
            with pytest.raises(ServerUnavailable):
                engine.driver.connect(confined.login, database)
        with pytest.raises(ServerUnavailable):
            engine.driver.connect(replace(confined.login, password="guessed"), confined.database)
    finally:
        engine.catalogue.drop_database(end, other)
        with engine.driver.connect(end) as admin:
            admin.execute(f"drop database {like}")


def test_that_what_a_workload_needs_works(confined: Confined) -> None:
    engine, end = confined.server.engine, confined.server.endpoint
    with engine.driver.connect(confined.login, confined.database) as session:
        for sql in (
            "create table t (id int auto_increment primary key, v varbinary(64), key (v))",
            "insert into t (v) values (aes_encrypt('value', 'key'))",
            "create temporary table s as select * from t",
            "create table u (id int primary key, t int, foreign key (t) references t (id))",
            "alter table t add column w int",
            "analyze table t",
            "truncate u",
        ):
            session.execute(sql)
        assert session.stored_bytes(["t"]) is not None
        assert session.thread is not None
        with engine.driver.connect(end) as session.administration:
            assert session.counted().growing
            assert session.counted().left is not None
            session.flush()
    assert engine.servers.server_seconds(end, confined.database) is not None


def test_that_the_login_goes_with_its_database(server: Server) -> None:
    engine, end = server.engine, server.endpoint

    def logins() -> int:
        with engine.driver.connect(end) as admin:
            return len(admin.fetch("select user from mysql.user where user like 'cb\\_%'"))

    name = engine.catalogue.create_database(end, "goes")
    before = logins()
    engine.catalogue.restricted_login(end, name)
    assert logins() == before + 1
    assert engine.catalogue.drop_database(end, name) == Owned("goes")
    assert logins() == before


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
    with engine.driver.connect(end) as admin:
        admin.execute("create user visitor@localhost identified by 'a password'")
        admin.execute(f"grant {rights} to visitor@localhost")
        admin.execute("grant all on `cipherbench\\_%`.* to visitor@localhost")
    visitor = replace(end, managed=False, user="visitor", password="a password")
    try:
        report = engine.servers.probe(visitor).powers
    finally:
        with engine.driver.connect(end) as admin:
            admin.execute("drop user visitor@localhost")
    assert set(powers) <= set(report)
    assert bool(report) == bool(powers)
    assert engine.servers.probe(end).powers == ()


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


def test_that_the_servers_log_never_has_the_password(server: Server, tmp_path: Path) -> None:
    engine, end = server.engine, server.endpoint
    name = engine.catalogue.create_database(end, "logged")
    try:
        with engine.driver.connect(end) as admin:
            ((log,),) = admin.fetch("select concat(@@datadir, 'general.log')")
            admin.execute(f"set global general_log_file = '{log!s}'")
            admin.execute("set global general_log = on")
        login = engine.catalogue.restricted_login(end, name)
        with engine.driver.connect(end) as admin:
            admin.execute("set global general_log = off")
        report = Path(str(log)).read_text(errors="replace")
        Path(str(log)).unlink()
        assert re.search("create user", report, re.IGNORECASE)
        assert str(login.password) not in report
    finally:
        engine.catalogue.drop_database(end, name)


@pytest.mark.in_every_run("mariadb")
def test_that_all_of_a_campaign_runs_as_its_databases_login(server: Server, tmp_path: Path) -> None:
    """Schema, data, warm-up, operations and verification."""
    engine, end = server.engine, server.endpoint
    with engine.driver.connect(end) as admin:
        ((log,),) = admin.fetch("select concat(@@datadir, 'campaign.log')")
        admin.execute(f"set global general_log_file = '{log!s}'")
        admin.execute("set global general_log = on")
    try:
        stage = Stage(f"sqlite:///{tmp_path}/results.db")
        protections = (
            PlannedProtection(PLAINTEXT),
            PlannedProtection(Protection("aes", ProtectionKind.NATIVE, "aes", 128, "ecb")),
        )
        campaign = quick_campaign(
            "confined", (server.spec,), protections, HospitalParameters(sizes=(20,)), repetitions=1
        )
        stage.run(campaign, lent={server.spec: end})
        assert {each.status for each in stage.of(RunFinished)} == {Status.DONE}
    finally:
        with engine.driver.connect(end) as admin:
            admin.execute("set global general_log = off")
    lines = Path(str(log)).read_text(errors="replace").splitlines()
    Path(str(log)).unlink()
    users: dict[str, str] = {}
    workers = set()
    for line in lines:
        if found := re.search(r"\s(\d+) Connect\s+(\S+)@", line):
            users[found[1]] = found[2]
        elif found := _OF_HOSPITAL.search(line):
            workers.add(users.get(found[1], "unknown"))
    assert len(workers) >= 2
    assert all(user.startswith("cb_") for user in workers)


_OF_HOSPITAL = re.compile(r"\s(\d+) (?:Query|Prepare|Execute)\s.*\b(?:paciente|notificacao)\b")


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
