"""What a campaign's statements could do on Firebird if nobody read them first."""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from engines.base.ownership import Owned
from engines.contract.endpoint import Endpoint, Source
from engines.contract.errors import ServerUnavailable, StatementFailed
from engines.firebird.restricted_user import user_of
from engines.opening import open_server
from engines.servers.server import Server, ServerSpec
from tests.requirements import spec_of

REFUSED = {
    "files of the server": (
        "create table t external file '{out}' (x char(10)); insert into t values ('x')",
        "create table t external file '/etc/passwd' (x char(10)); select * from t",
        "alter database begin backup",
        "alter database add difference file '{out}'",
        "alter database add file '{out}'",
        "create shadow 1 '{out}'",
        "update rdb$relations set rdb$external_file = '/etc/passwd'",
    ),
    "programs": (
        "create function f returns int external name 'udr!x' engine udr; select f() from "
        "rdb$database",
        "declare external function f int returns int by value entry_point 'system' "
        "module_name 'libc.so.6'; select f(1) from rdb$database",
        "create trigger t on connect as begin end",
        "create trigger t active before any ddl statement as begin end",
        "create procedure p as begin end",
        "create package p as begin end",
        "create view v as select 1 as x from rdb$database",
        "create exception e 'x'",
        "create collation c for utf8",
    ),
    "logins": (
        "create user q password 'q'",
        "alter user sysdba password 'x'",
        "create or alter user sysdba password 'x' using plugin srp",
        "create role r",
        "grant rdb$admin to {me}",
        "set role rdb$admin",
    ),
    "the server": (
        "delete from mon$attachments where mon$attachment_id <> current_connection",
        "delete from mon$statements where mon$attachment_id <> current_connection",
        "alter database set linger to 10",
        "alter database encrypt with fbsample",
    ),
    "databases": (
        "comment on database is 'x'",
        "drop table cipherbench_marker",
        "insert into cipherbench_marker values ('x')",
        "update rdb$database set rdb$description = 'x'",
    ),
    "servers elsewhere": (
        "execute block returns (x varchar(99)) as begin execute statement 'select 1 from "
        "rdb$database' on external '/etc/passwd' into :x; suspend; end",
        "execute block returns (x varchar(99)) as begin execute statement 'select 1 from "
        "rdb$database' on external '127.0.0.1/1:x' as user 'a' password 'b' into :x; "
        "suspend; end",
    ),
}
"""By kind: what is refused, when it is run or committed; nothing may be written to {out}."""

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


@dataclass(frozen=True)
class Confined:
    server: Server
    database: str
    login: Endpoint


@pytest.fixture(scope="module", params=[Source.EMBEDDED, Source.LOCAL])
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    spec = spec_of("firebird", "confined")
    if request.param is Source.LOCAL:
        folder = os.environ.get("CIPHERBENCH_FIREBIRD_BINARIES")
        spec = ServerSpec("confined", Source.LOCAL, "firebird", binaries=folder)
    try:
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
        session.execute("create table mine (x varchar(20))")
    yield Confined(server, name, login)
    engine.catalogue.drop_database(end, name)


@pytest.mark.parametrize("kind", REFUSED)
def test_that_the_engine_itself_refuses_what_leads_out_of_the_database(
    confined: Confined, tmp_path: Path, kind: str
) -> None:
    tmp_path.chmod(0o777)
    out = tmp_path / "out"
    passed = []
    for sql in REFUSED[kind]:
        filled = sql.replace("{out}", str(out)).replace("{me}", user_of(confined.database))
        with confined.server.engine.driver.connect(confined.login, confined.database) as session:
            try:
                for each in filled.split("; ") if "execute block" not in sql else [filled]:
                    session.execute(each)
                passed.append(sql)
            except StatementFailed:
                session.rollback()
    assert passed == []
    assert list(tmp_path.iterdir()) == []


def test_that_an_administrator_at_an_address_is_reported(server: Server) -> None:
    if server.endpoint.in_process:
        pytest.skip("there is none at an address")
    there = replace(server.endpoint, managed=False)
    assert server.engine.servers.probe(there).powers == ("SYSDBA",)
    assert server.engine.servers.probe(server.endpoint).powers == ()


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


def test_that_the_program_itself_still_enters_each_database(confined: Confined) -> None:
    engine, end = confined.server.engine, confined.server.endpoint
    with engine.driver.connect(end, confined.database) as session:
        assert session.fetch("select count(*) from cipherbench_marker") == [(1,)]


def test_that_what_a_workload_needs_works(confined: Confined) -> None:
    with confined.server.engine.driver.connect(confined.login, confined.database) as session:
        for sql in (
            "create table t (id integer generated by default as identity primary key, "
            "v varchar(64) character set octets, m integer)",
            "create index t_v on t (v)",
            "insert into t (v) values ('x')",
            "create table u (t integer references t on delete cascade)",
            "alter table t add w integer",
            "create function f (x integer) returns integer as begin return x; end",
            "update t set w = f(id)",
            "set statistics index t_v",
            "drop table u",
        ):
            session.execute(sql)
        assert session.stored_bytes(["t"])
        assert session.counted().growing


def test_that_the_user_of_a_server_goes_with_its_database(server: Server) -> None:
    if server.endpoint.in_process:
        pytest.skip("the embedded engine has no users")
    engine, end = server.engine, server.endpoint
    name = engine.catalogue.create_database(end, "goes")
    login = engine.catalogue.restricted_login(end, name)
    newer = engine.catalogue.restricted_login(end, name)
    engine.driver.connect(newer, name).close()
    with pytest.raises(ServerUnavailable):
        engine.driver.connect(login, name)  # an earlier password
    with pytest.raises(ServerUnavailable):
        engine.driver.connect(replace(newer, password="guessed"), name)
    assert engine.catalogue.drop_database(end, name) == Owned("goes")
    again = engine.catalogue.create_database(end, "looks")
    try:
        with engine.driver.connect(end, again) as session:
            left = session.fetch("select count(*) from sec$users where sec$user_name like 'CB%'")
        assert left == [(0,)]
    finally:
        engine.catalogue.drop_database(end, again)
