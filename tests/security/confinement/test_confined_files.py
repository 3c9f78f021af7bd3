"""What a campaign's statements could do inside SQLite and DuckDB if nobody read them first: nothing
but work in the tables of their file."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from engines.contract.endpoint import Endpoint
from engines.contract.errors import StatementFailed
from engines.servers.server import Server

REFUSED = {
    "sqlite": (
        "attach '{out}' as x",
        "attach ':memory:' as x",
        "attach 'file:{out}?mode=rwc' as x",
        "detach main",
        "vacuum into '{out}'",
        "select load_extension('{out}')",
        "select writefile('{out}', 'x')",
        "select readfile('/etc/passwd')",
        "select edit('x', 'sh')",
        "select fts3_tokenizer('simple')",
        "select fts3_tokenizer('x', x'00')",
        "select sqlite3mc_config('cipher', 'rc4')",
        "select sqlite3mc_codec_data('cipher_salt')",
        "pragma writable_schema = on",
        "pragma trusted_schema = on",
        "pragma journal_mode = off",
        "pragma temp_store_directory = '/tmp'",
        "pragma data_store_directory = '/tmp'",
        "pragma key = 'x'",
        "pragma rekey = 'x'",
        "pragma hard_heap_limit = 0",
        "pragma cache_size = 100000000",
        "pragma mmap_size = 100000000000",
        "select * from pragma_database_list",
        "create virtual table v using fts5(x)",
        "create virtual table v using fts3(tokenize=x)",
        "create trigger t after insert on mine begin select 1; end",
        "create temp trigger t after insert on mine begin select 1; end",
        "create view v as select 1",
        "insert into sqlite_schema values (1, 1, 1, 1, 1)",
        "update sqlite_schema set sql = 'x'",
        "select zeroblob(900000000)",
        "select length(zeroblob(900000000))",
        "select hex(zeroblob(200000000))",
        "select replace(hex(zeroblob(100000)), '0', hex(zeroblob(100000)))",
    ),
    "duckdb": (
        "attach '{out}' as x",
        "copy mine to '{out}'",
        "copy (select 1) to '/dev/stdout'",
        "copy mine from '/etc/passwd'",
        "select * from read_text('/etc/passwd')",
        "select * from read_blob('/etc/passwd')",
        "select * from read_csv('/etc/passwd')",
        "select * from read_json('/etc/passwd')",
        "select * from read_parquet('/etc/passwd')",
        "select * from sniff_csv('/etc/passwd')",
        "select * from '/etc/passwd.csv'",
        "select * from glob('/etc/*')",
        "select * from read_text('http://127.0.0.1/x')",
        "install httpfs",
        "force install spatial",
        "load '{out}'",
        "load spatial",
        "export database '{out}'",
        "import database '{out}'",
        "set enable_external_access = true",
        "set lock_configuration = false",
        "set allowed_configs = ['threads']",
        "set allowed_directories = ['/']",
        "set allowed_paths = ['/etc/passwd']",
        "set temp_directory = '/tmp'",
        "set threads = 100",
        "set allow_unsigned_extensions = true",
        "set autoinstall_known_extensions = true",
        "set autoload_known_extensions = true",
        "set extension_directory = '/tmp'",
        "set home_directory = '/tmp'",
        "set secret_directory = '/tmp'",
        "set profiling_output = '{out}'",
        "set log_query_path = '{out}'",
        "set enable_logging = true",
        "create persistent secret s (type s3)",
        "select getenv('HOME')",
    ),
}
"""By engine: what it must refuse; {out} is a path that nothing may be written to."""


@dataclass(frozen=True)
class Confined:
    server: Server
    database: str
    login: Endpoint


@pytest.fixture(params=REFUSED)
def confined(request: pytest.FixtureRequest, servers: dict[str, Server]) -> Iterator[Confined]:
    server = servers[request.param]
    engine, end = server.engine, server.endpoint
    name = engine.catalogue.create_database(end, f"c_{secrets.token_hex(4)}")
    login = engine.catalogue.confined(end, name)
    with engine.driver.connect(login, name) as session:
        session.execute("create table mine (x text)")
        session.execute("insert into mine values ('a'), ('b')")
    yield Confined(server, name, login)
    engine.catalogue.drop_database(end, name)


def test_that_the_engine_itself_refuses_what_leads_out_of_the_file(
    confined: Confined, tmp_path: Path
) -> None:
    engine = confined.server.engine
    out = tmp_path / "out"
    passed = []
    with engine.driver.connect(confined.login, confined.database) as session:
        for sql in REFUSED[engine.name]:
            try:
                session.fetch(sql.replace("{out}", str(out)))
                passed.append(sql)
            except StatementFailed:
                continue
        assert session.fetch("select count(*) from mine") == [(2,)], "the session goes on"
    assert passed == []
    assert list(tmp_path.iterdir()) == []


def test_that_what_a_workload_needs_works(confined: Confined) -> None:
    with confined.server.engine.driver.connect(confined.login, confined.database) as session:
        for sql in (
            "create table t (id integer primary key, v blob, w text unique)",
            "create index t_v on t (v)",
            "insert into t (id, v, w) select 1, x, x from mine limit 1",
            "create temporary table s as select * from t",
            "create table u as with recursive c (x) as (select 1 union all select x + 1 from c "
            "where x < 10) select x from c",
            "alter table t add column y integer",
            "analyze t",
            "drop index t_v",
            "drop table u",
        ):
            session.execute(sql)
        session.flush()
        session.counted()
        assert session.stored_bytes(["t"])
