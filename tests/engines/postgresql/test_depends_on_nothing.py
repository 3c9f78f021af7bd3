"""Sessions of ours do as on a clean server, whatever was set for role, database and process."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from engines.contract.endpoint import Source
from engines.contract.errors import ServerUnavailable, StatementFailed
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.opening import open_server
from engines.postgresql.pinned_settings import PINS
from engines.postgresql.session import PostgresSession
from engines.servers.server import Server
from engines.sql.statement import Value, ValueType
from tests.app.prepared_servers import prepared_once
from tests.requirements import lacking, spec_of
from tests.workloads.ward import Ward, hospital_options

AGAINST_US = {
    "search_path": "app",
    "row_security": "off",
    "default_transaction_isolation": "serializable",
    "default_transaction_read_only": "on",
    "default_transaction_deferrable": "on",
    "statement_timeout": "9s",
    "lock_timeout": "9s",
    "transaction_timeout": "9s",
    "idle_in_transaction_session_timeout": "9s",
    "idle_session_timeout": "9s",
    "default_tablespace": "aside",
    "temp_tablespaces": "aside",
    "default_toast_compression": "lz4",
    "standard_conforming_strings": "off",
    "backslash_quote": "off",
    "bytea_output": "escape",
    "datestyle": "SQL, DMY",
    "intervalstyle": "sql_standard",
    "timezone": "America/Sao_Paulo",
    "extra_float_digits": "-9",
    "array_nulls": "off",
    "xmloption": "document",
    "xmlbinary": "hex",
    "transform_null_equals": "on",
    "default_text_search_config": "pg_catalog.german",
    "lc_monetary": "C.UTF-8",
    "lc_numeric": "C.UTF-8",
    "lc_time": "C.UTF-8",
    "client_min_messages": "error",
    "quote_all_identifiers": "on",
    "check_function_bodies": "off",
    "gin_fuzzy_search_limit": "3",
    "client_encoding": "LATIN1",
}
ENVIRONMENT = {
    "PGOPTIONS": "-c default_transaction_read_only=on -c search_path=app",
    "PGCLIENTENCODING": "LATIN1",
    "PGTZ": "America/Sao_Paulo",
    "PGDATESTYLE": "SQL, DMY",
    "PGGEQO": "off",
    "PGSERVICE": "nowhere",
    "PGSERVICEFILE": "/nowhere/service",
    "PGSSLMODE": "verify-full",
    "PGAPPNAME": "theirs",
    "PGPASSFILE": "/nowhere/pass",
    "PGTARGETSESSIONATTRS": "standby",
    "PGREQUIREAUTH": "password",
    "PGDATABASE": "nowhere",
    "PGHOSTADDR": "192.0.2.1",
}
TYPES = {
    "id": ValueType.INTEGER,
    "word": ValueType.TEXT,
    "raw": ValueType.BYTES,
    "day": ValueType.DATE,
    "moment": ValueType.TIMESTAMP,
    "amount": ValueType.DECIMAL,
    "real": ValueType.REAL,
    "flag": ValueType.BOOLEAN,
}
ROWS = [
    (1, "ação \\ ' 漢字", b"\x00\\'\xff", date(2026, 11, 28), datetime(2026, 11, 28, 23, 5, 1),
     Decimal("12.50"), 0.1 + 0.2, True),
    (2, None, None, None, None, None, None, None),
]  # fmt: skip


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with prepared_once():
        made = open_server(spec_of("postgresql", "against"))
    with made.engine.driver.connect(made.endpoint) as admin:
        admin.execute("create role bench login createdb; create role clean login createdb")
        admin.execute("set allow_in_place_tablespaces = on")
        admin.execute("create tablespace aside location ''")
        admin.execute("grant create on tablespace aside to bench")
    yield made
    made.close()


@pytest.fixture
def against(server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """The same server, entered by a role for which all is set otherwise, as is the environment."""
    with server.engine.driver.connect(server.endpoint) as admin:
        for name, value in AGAINST_US.items():
            whose = ("role bench", "role bench in database postgres", "database postgres")
            for each in whose:
                admin.execute(f"alter {each} set {name} = '{value}'")
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    yield as_user(server, "bench")
    for name in ENVIRONMENT:
        os.environ.pop(name, None)
    with server.engine.driver.connect(server.endpoint) as admin:
        admin.execute("set default_transaction_read_only = off")
        admin.execute("alter database postgres reset all")
        admin.execute("alter role bench in database postgres reset all; alter role bench reset all")


def as_user(server: Server, user: str) -> Server:
    return Server(server.spec, server.engine, replace(server.endpoint, user=user, managed=False))


def stored(server: Server, protection: Protection) -> dict[str, str]:
    """Digests of what is stored: the hospital's tables, encrypted under one key and vector, and one
    row of each type."""
    ward = Ward(server, protection, hospital_options(20))
    ward.key = bytes(32)
    try:
        ward.operate("INSERT")
        ward.verify("INSERT")
        with server.engine.driver.connect(server.endpoint, ward.name) as session:
            assert isinstance(session, PostgresSession)
            session.execute(
                "create table every (id int primary key, word text, raw bytea, day date, "
                "moment timestamp(3), amount numeric(9, 2), real float8, flag boolean)"
            )
            session.begin()
            session.load("every", TYPES, ROWS)
            session.commit()
            session.execute("insert into every (id, word, raw) values (3, 'a\\b', '\\x005c')")
            session.execute("insert into every (id, day) values (4, '2026-02-01')")
            session.execute("insert into every (id, word) values (5, (0.1::float8 + 0.2)::text)")
            session.execute("insert into every (id, word) values (6, '\\x00ff'::bytea::text)")
            session.execute("insert into every (id, flag) values (7, null = null)")
            tables = session.fetch(
                "select tablename::text from pg_tables where schemaname = 'public' "
                "and tablename !~ '^cipherbench' order by 1"
            )
            found = {str(name): digest(session, str(name)) for (name,) in tables}
            ((spaces,),) = session.fetch(
                "select count(*)::int from pg_class where reltablespace > 1664"
            )
            assert spaces == 0
            assert session.stored_bytes(list(found))
            found["bytes"] = str(session.stored_bytes(list(found)))
    finally:
        ward.close()
    return found


def digest(session: PostgresSession, table: str) -> str:
    made = hashlib.sha256()
    copying = f"copy (select * from {table} order by 1) to stdout (format binary)"
    with session.connection.cursor() as cursor, cursor.copy(copying.encode()) as copy:
        for block in copy:
            made.update(block)
    return made.hexdigest()


@pytest.mark.parametrize(
    "protection",
    [
        PLAINTEXT,
        Protection("aes", ProtectionKind.NATIVE, "aes", 128, "cbc"),
    ],
    ids=lambda each: each.name,
)
def test_that_stored_bytes_are_those_of_a_clean_server(
    server: Server, request: pytest.FixtureRequest, protection: Protection
) -> None:
    clean = stored(as_user(server, "clean"), protection)
    assert len(clean) >= 4
    assert stored(request.getfixturevalue("against"), protection) == clean


def test_that_every_setting_that_we_pin_is_turned_against_us() -> None:
    """But those that only a superuser may set, or that have no other value here."""
    exempt = {"session_replication_role", "lc_messages", "default_table_access_method"}
    assert PINS.keys() - exempt == AGAINST_US.keys() - {"client_encoding"}
    assert all(PINS[name] != AGAINST_US[name] for name in PINS.keys() - exempt)


def test_that_sessions_have_what_is_pinned(against: Server) -> None:
    name = against.engine.catalogue.create_database(against.endpoint, "pinned")
    try:
        with against.engine.driver.connect(against.endpoint, name) as session:
            rows = session.fetch("select lower(name), current_setting(name) from pg_settings")
            has = {str(key): str(value) for key, value in rows}
            found = {key: has[key].strip('"') for key in AGAINST_US if key in PINS}
            assert found == {key: PINS[key] for key in found}
            assert has["client_encoding"] == "UTF8" and has["geqo"] == "on"
            assert has["application_name"] == "cipherbench"
            ((encoding, collation),) = session.fetch(
                "select pg_encoding_to_char(encoding)::text, datcollate::text from pg_database "
                "where datname = current_database()"
            )
            assert (encoding, collation) == ("UTF8", "C")
            assert session.fetch(
                "select 1 from pg_constraint where contype = 'p' "
                "and conrelid = 'cipherbench_marker'::regclass"
            )
    finally:
        against.engine.catalogue.drop_database(against.endpoint, name)


_SORTED = """
    select upper('ação i'), lower('ÇI'), 'a' < 'B', 'ä' < 'z',
        (select string_agg(word, '' order by word)
         from (values ('a'), ('B'), ('ä'), ('_')) v (word))"""
_COLLATIONS = {
    Source.EMBEDDED: "locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'",
    Source.LOCAL: "locale_provider icu icu_locale 'tr-TR' locale 'C.UTF-8'",
}
"""By server: the collation that its databases have by themselves; the embedded one has no ICU."""


@pytest.mark.parametrize("source", _COLLATIONS)
def test_that_the_servers_collation_reaches_no_database_of_ours(source: Source) -> None:
    spec = replace(spec_of("postgresql", "collated"), source=source)
    try:
        with prepared_once():
            made = open_server(spec)
    except ServerUnavailable as error:
        lacking("local postgresql", error.message)
    with closing(made):
        clean = _sorted_in_a_database_of_ours(made)
        with made.engine.driver.connect(made.endpoint) as admin:
            for each in ("template1", "template0"):  # as those of a server that was made so
                admin.execute(f"create database theirs template template0 {_COLLATIONS[source]}")
                admin.execute(f"alter database {each} rename to former_{each}")
                admin.execute(f"alter database theirs rename to {each}")
            admin.execute(
                "update pg_database set datcollversion = null where datname = 'template0'"
            )
            admin.execute("create database theirs")
        with made.engine.driver.connect(made.endpoint, "theirs") as session:
            assert session.fetch(_SORTED) != clean
        assert _sorted_in_a_database_of_ours(made) == clean


def _sorted_in_a_database_of_ours(server: Server) -> list[tuple[Value, ...]]:
    name = server.engine.catalogue.create_database(server.endpoint, "sorted")
    try:
        with server.engine.driver.connect(server.endpoint, name) as session:
            return session.fetch(_SORTED)
    finally:
        server.engine.catalogue.drop_database(server.endpoint, name)


def test_that_the_servers_files_of_passwords_are_not_read(
    server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where no password was given, none that lies about is sent to a server."""
    (tmp_path / ".pgpass").write_text("*:*:*:*:lying-about\n")
    (tmp_path / ".pgpass").chmod(0o600)
    monkeypatch.setenv("HOME", str(tmp_path))
    with server.engine.driver.connect(replace(server.endpoint, password=None)) as session:
        assert isinstance(session, PostgresSession)
        assert session.connection.pgconn.password in (None, b"")


def test_that_a_commit_that_undid_its_transaction_is_an_error(server: Server) -> None:
    name = server.engine.catalogue.create_database(server.endpoint, "undone")
    try:
        with server.engine.driver.connect(server.endpoint, name) as session:
            session.execute("create table t (x int)")
            session.begin()
            session.fetch("select 1")
            with pytest.raises(StatementFailed):
                session.fetch("select 1 / 0")
            with pytest.raises(StatementFailed, match="undid"):
                session.commit()
    finally:
        server.engine.catalogue.drop_database(server.endpoint, name)


def test_that_the_right_to_create_databases_is_advised_where_it_lacks_alone(server: Server) -> None:
    with server.engine.driver.connect(server.endpoint) as admin:
        admin.execute("create role poor login; create role full login createdb")
        admin.execute("alter role full connection limit 1")
    poor, full = (replace(server.endpoint, user=each, managed=False) for each in ("poor", "full"))
    (lacks,) = server.engine.servers.diagnose(poor)[-1:]
    assert "CREATEDB" in lacks.error.hint
    (crowded,) = server.engine.servers.diagnose(full)
    assert "CREATEDB" not in str(crowded.error)
    with server.engine.driver.connect(server.endpoint) as admin:
        admin.execute("drop role poor; drop role full")
