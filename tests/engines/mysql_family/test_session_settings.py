"""Sessions do the same whatever the server, the login, `init_connect` and the environment say."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from engines.contract.endpoint import Endpoint
from engines.contract.session import Session
from engines.mysql_family.engine import FamilyDriver
from engines.mysql_family.session_settings import SessionSettings
from engines.servers.server import Server
from engines.sql.schema import Column, Schema, Table
from engines.sql.statement import Unencrypted, Value, ValueType
from engines.sql.statement_text import statement
from tests.engines.mysql_family.against_us import ENVIRONMENT, server_against_us
from tests.requirements import NEWER


@pytest.fixture(scope="module", params=["mariadb", NEWER, "mysql"])
def turned(request: pytest.FixtureRequest) -> Iterator[tuple[str, Server, Endpoint]]:
    with server_against_us(request.param) as (server, endpoint):
        yield request.param, server, endpoint


_COLUMNS = (
    Column("word", size=64, binary=True),
    Column("caseless", size=64),
    Column("number", ValueType.INTEGER),
    Column("real_one", ValueType.REAL),
    Column("flag", ValueType.BOOLEAN),
    Column("raw", ValueType.BYTES, size=64),
    Column("day", ValueType.DATE),
    Column("moment", ValueType.TIMESTAMP),
    Column("sum", ValueType.DECIMAL, size=12, scale=4),
)
_ROWS: tuple[tuple[Value, ...], ...] = (
    (
        *("São Paulo \\'\"% 🐘", "É", -7, 0.1, True, b"\x00\xff'\\"),
        *("2024-02-29", "2024-02-29 23:59:59.123", "1.2345"),
    ),
    (
        *("", "e ", 2_000_000_000, 1e-300, False, b""),
        *("1999-12-31", "1970-01-01 00:00:00.000", "-99999999.9999"),
    ),
    (None,) * len(_COLUMNS),
)
_ASKED = (
    "select hex(word), hex(caseless), number, real_one, flag, hex(raw), day, moment, sum, sum / 7 "
    "from thing order by id",
    "select id, length(word), char_length(caseless) from thing order by id",
    "select sleep(0.7)",
    "select group_concat(word, caseless, raw separator '|') from thing",
    "select count(*) from thing where caseless = 'e'",
    "select count(*) from thing where word = 'SÃO PAULO'",
    "select collation(convert(raw using utf8mb4)), convert(raw using utf8mb4) = 'x' from thing "
    "where word = ''",
    "select count(*) from thing a join thing b join thing c join thing d join thing e",
    "select 'a\\'b' || 'c', \"text\", month(now()) = month(utc_timestamp()), dayname('2024-02-29')",
    "select week('2024-02-29'), @@session.sql_mode, @@character_set_client, @@collation_connection",
    "select engine, row_format, table_collation from information_schema.tables "
    "where table_schema = database() and table_name = 'thing'",
)


def _what_comes_of(server: Server, endpoint: Endpoint) -> tuple[str, list[object]]:
    """A digest of all that was read, and what it was."""
    engine = server.engine
    name = engine.catalogue.create_database(endpoint, f"pinned_{secrets.token_hex(4)}")
    try:
        with engine.driver.connect(endpoint, name) as session:
            tables = (Table("thing", _COLUMNS), Table("unkeyed", _COLUMNS[:1], keyed=False))
            engine.driver.create_schema(session, Schema(tables), Unencrypted())
            _fill(session)
            read: list[object] = [session.fetch(each) for each in _ASKED]
    finally:
        engine.catalogue.drop_database(endpoint, name)
    return hashlib.sha256(repr(read).encode()).hexdigest(), read


def _fill(session: Session) -> None:
    types = {each.name: each.type for each in _COLUMNS}
    output = (
        f"insert into thing ({', '.join(types)}) values ({', '.join(map(':{}'.format, types))})"
    )
    prepared = session.prepare(statement(output, types), Unencrypted())
    session.begin()
    for row in _ROWS:
        prepared.execute(*map(_typed, types.values(), row))
    session.rollback()
    session.begin()
    for row in _ROWS:
        prepared.execute(*map(_typed, types.values(), row))
    session.commit()
    prepared.close()


def _typed(kind: ValueType, value: Value) -> Value:
    if value is None:
        return None
    match kind:
        case ValueType.DATE:
            return date.fromisoformat(str(value))
        case ValueType.TIMESTAMP:
            return datetime.fromisoformat(str(value))
        case ValueType.DECIMAL:
            return Decimal(str(value))
    return value


@pytest.mark.in_every_run("mariadb")
def test_that_what_is_stored_and_read_is_that_of_a_clean_server(
    turned: tuple[str, Server, Endpoint],
    servers: dict[str, Server],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine, server, endpoint = turned
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    clean = servers[engine]
    wanted, expected = _what_comes_of(clean, clean.endpoint)
    for entered in (endpoint, server.endpoint):  # by a login without SUPER, and one with it
        digest, read = _what_comes_of(server, entered)
        assert read == expected
        assert digest == wanted


def test_that_every_setting_that_is_pinned_is_what_it_is_on_a_clean_server(
    turned: tuple[str, Server, Endpoint], servers: dict[str, Server]
) -> None:
    engine, server, endpoint = turned
    clean = servers[engine]
    there, here = (
        _variables(each, entered) for each, entered in ((server, endpoint), (clean, clean.endpoint))
    )
    assert there == here
    assert len(here) >= 40


def _variables(server: Server, endpoint: Endpoint) -> dict[str, str]:
    names = ", ".join(f"'{each}'" for each in _settings(server).pinned)
    with server.engine.driver.connect(endpoint) as session:
        rows = session.fetch(f"show session variables where variable_name in ({names})")
    report = {str(name): str(value) for name, value in rows}
    del report["timestamp"]  # which goes on
    return report


def _settings(server: Server) -> SessionSettings:
    assert isinstance(server.engine.driver, FamilyDriver)
    return server.engine.driver.session.settings


def test_that_option_files_are_not_read(
    servers: dict[str, Server], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    output = "[client]\nuser=nobody\nport=1\nsocket=/nonexistent\ninit-command=set names latin1\n"
    (tmp_path / ".my.cnf").write_text(output)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("MYSQL_HOME", str(tmp_path))
    server = servers["mariadb"]
    with server.engine.driver.connect(server.endpoint) as session:
        ((charset,),) = session.fetch("select @@character_set_client")
    assert charset == "utf8mb4"


def test_that_a_table_without_a_key_is_made_where_every_table_must_have_one(
    turned: tuple[str, Server, Endpoint],
) -> None:
    """Its table without a key has one that nobody sees."""
    _, server, endpoint = turned
    engine = server.engine
    name = engine.catalogue.create_database(endpoint, f"keys_{secrets.token_hex(4)}")
    try:
        with engine.driver.connect(endpoint, name) as session:
            table = Table("unkeyed", (Column("word", size=64),), keyed=False)
            engine.driver.create_schema(session, Schema((table,)), Unencrypted())
            session.execute("insert into unkeyed values ('a'), ('b')")
            assert session.fetch("select * from unkeyed order by word") == [("a",), ("b",)]
    finally:
        engine.catalogue.drop_database(endpoint, name)
