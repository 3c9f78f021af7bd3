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
from tests.security.confinement.kinds import KINDS

REFUSED = {
    "sqlite": {
        "files of the server": (
            "vacuum into '{out}'",
            "select writefile('{out}', 'x')",
            "select readfile('/etc/passwd')",
            "pragma temp_store_directory = '/tmp'",
            "pragma data_store_directory = '/tmp'",
        ),
        "programs": (
            "select load_extension('{out}')",
            "select edit('x', 'sh')",
            "select fts3_tokenizer('simple')",
            "select fts3_tokenizer('x', x'00')",
            "create virtual table v using fts5(x)",
            "create virtual table v using fts3(tokenize=x)",
            "create trigger t after insert on mine begin select 1; end",
            "create temp trigger t after insert on mine begin select 1; end",
            "create view v as select 1",
        ),
        "the server": (
            "select sqlite3mc_config('cipher', 'rc4')",
            "select sqlite3mc_codec_data('cipher_salt')",
            "pragma writable_schema = on",
            "pragma trusted_schema = on",
            "pragma journal_mode = off",
            "pragma synchronous = off",
            "pragma locking_mode = exclusive",
            "pragma cipher = 'rc4'",
            "pragma key = 'x'",
            "pragma rekey = 'x'",
            "pragma hard_heap_limit = 0",
            "pragma cache_size = 100000000",
            "pragma mmap_size = 100000000000",
            "insert into sqlite_schema values (1, 1, 1, 1, 1)",
            "update sqlite_schema set sql = 'x'",
            "select * from sqlite_dbpage",
            "select zeroblob(900000000)",
            "select length(zeroblob(900000000))",
            "select hex(zeroblob(200000000))",
            "select replace(hex(zeroblob(100000)), '0', hex(zeroblob(100000)))",
        ),
        "servers elsewhere": (
            "attach 'http://127.0.0.1/x' as x",
            "attach 'file://127.0.0.1/x' as x",
        ),
        "databases": (
            "attach '{out}' as x",
            "attach ':memory:' as x",
            "attach 'file:{out}?mode=rwc' as x",
            "detach main",
            "select * from pragma_database_list",
        ),
    },
    "duckdb": {
        "files of the server": (
            "copy mine to '{out}'",
            "copy mine to '{out}' (format parquet)",
            "copy (select 1) to '/dev/stdout'",
            "copy mine from '/etc/passwd'",
            "select * from read_text('/etc/passwd')",
            "select * from read_blob('/etc/passwd')",
            "select * from read_csv('/etc/passwd')",
            "select * from read_csv('/dev/stdin')",
            "select * from read_json('/etc/passwd')",
            "select * from read_parquet('/etc/passwd')",
            "select * from parquet_metadata('/etc/passwd')",
            "select * from sniff_csv('/etc/passwd')",
            "select * from '/etc/passwd.csv'",
            "select * from glob('/etc/*')",
            "create macro f() as table select * from read_text('/etc/passwd')",
            "create view v as select * from read_text('/etc/passwd')",
            "export database '{out}'",
            "import database '{out}'",
            "set profiling_output = '{out}'",
            "pragma profile_output = '{out}'",
            "set log_query_path = '{out}'",
            "set enable_logging = true",
            "call enable_logging(storage = 'file', storage_path = '{out}')",
            "call enable_logging(storage = 'stdout')",
            "select * from system.main.Enable_Logging(storage = 'file', storage_path = '{out}')",
            "insert into mine from enable_logging(storage='file', storage_path='{out}')",
            "explain analyze call enable_logging(storage = 'file', storage_path = '{out}')",
            "create macro f() as table from enable_logging(storage = 'stdout')",
            "from query('from enable_' || 'logging(storage = ''file'', storage_path = ''{out}'')')",
            "call enable_profiling(format = 'json', save_location = '{out}.json')",
            "set temp_directory = '/tmp'",
            "set file_search_path = '/'",
        ),
        "programs": (
            "install httpfs",
            "force install spatial",
            "update extensions",
            "load '{out}'",
            "load spatial",
            "set allow_unsigned_extensions = true",
            "set autoinstall_known_extensions = true",
            "set autoload_known_extensions = true",
            "set extension_directory = '/tmp'",
            "set home_directory = '/tmp'",
        ),
        "the server": (
            "set enable_external_access = true",
            "reset enable_external_access",
            "set lock_configuration = false",
            "reset lock_configuration",
            "set allowed_configs = ['threads']",
            "set allowed_directories = ['/']",
            "set allowed_paths = ['/etc/passwd']",
            "set max_temp_directory_size = '1TB'",
            "set threads = 100",
            "set memory_limit = '1TB'",
            "pragma disable_optimizer",
            "pragma enable_verification",
            "pragma disable_checkpoint_on_shutdown",
            "set secret_directory = '/tmp'",
            "select getenv('HOME')",
        ),
        "servers elsewhere": (
            "select * from read_text('http://127.0.0.1/x')",
            "select * from postgres_scan('host=127.0.0.1', 'a', 'b')",
            "attach 'host=127.0.0.1' as p (type postgres)",
            "create persistent secret s (type s3)",
        ),
        "databases": (
            "attach '{out}' as x",
            "attach '{out}' as x (read_only)",
            "use memory",
            "set schema = 'temp'",
            "copy from database work to memory",
            "select * from sqlite_scan('{out}', 'x')",
        ),
    },
}
"""By engine and kind: what it must refuse; {out} is a path that nothing may be written to."""


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
    login = engine.catalogue.restricted_login(end, name)
    with engine.driver.connect(login, name) as session:
        session.execute("create table mine (x text)")
        session.execute("insert into mine values ('a'), ('b')")
    yield Confined(server, name, login)
    engine.catalogue.drop_database(end, name)


@pytest.mark.parametrize("kind", KINDS)
def test_that_the_engine_itself_refuses_what_leads_out_of_the_file(
    confined: Confined, tmp_path: Path, kind: str
) -> None:
    engine = confined.server.engine
    out = tmp_path / "out"
    passed = []
    with engine.driver.connect(confined.login, confined.database) as session:
        for sql in REFUSED[engine.name][kind]:
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
            "create table query (query text)",
            "insert into query (query) select x as query from mine where (x) <> ''",
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
