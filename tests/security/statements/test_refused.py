"""The first wall, by itself: what a workload file may not hold reaches no server, whose rights are
not asked."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping

import pytest

from engines.contract.errors import InputError, Unfit
from workloads.own.file_reading import parse_work
from workloads.own.sql.parsing import parse

TABLES = {"t": ("id", "a", "b")}

FILE = """
format = 1
name = "Sent"
dialect = "{engine}"
[table.t]
rows = 5
[table.t.column]
id = {{ type = "integer", make = "serial" }}
a = {{ type = "text", size = 40, make = "words" }}
b = {{ type = "integer", make = "number" }}
[[operation]]
name = "only looks"
sql = '''{sql}'''
"""

ALL = ("postgresql", "mariadb", "mysql", "sqlite", "duckdb", "firebird")
POSTGRESQL, FAMILY, SQLITE, DUCKDB, FIREBIRD = (
    ("postgresql",),
    ("mariadb", "mysql"),
    ("sqlite",),
    ("duckdb",),
    ("firebird",),
)

DOUBLED = ", ".join(
    f"x{at} as (select a || a as a from {f'x{at - 1}' if at else 't'})" for at in range(30)
)

REFUSED: Mapping[str, Mapping[tuple[str, ...], tuple[str, ...]]] = {
    "a name that means another": {
        ALL: (
            'delete from "T"',
            'with "X" as (select id from t) select id from x',
            "select user from (select id as user from t) x",
            "select current_role from (select id as current_role from t) x",
        ),
        FAMILY: (
            "delete from t where id = 1 or id #> 'x'",
            "select id from t where a #>> 'x' = 'y'",
        ),
    },
    "a query called as a table of the server": {
        POSTGRESQL: (
            "with pg_proc as (select a as prosrc, a as proname from t) "
            "update pg_proc set prosrc = 'x' where proname = 'bit_length'",
            "with pg_user as (select usename from pg_user) select usename from pg_user",
            "with x as (select usename as a from pg_user), pg_user as (select a as usename from t) "
            "select a from x",
            "with pg_proc as (select a from t) select a from pg_proc",
            "with other as (select a from t) insert into other (a) values ('x')",
            "with other as (select a from t) delete from other",
            "with cipherbench_marker as (select id from t) delete from cipherbench_marker",
            "with recursive x as (select a from y), y as (select a from t) select a from x",
        ),
        SQLITE: (
            "with sqlite_master as (select sql from sqlite_master) select sql from sqlite_master",
            "with cipherbench_marker as (select id from t) delete from cipherbench_marker",
            "with dbstat as (select id from t) select id from dbstat",
        ),
        DUCKDB: (
            "with sqlite_master as (select sql from sqlite_master) select sql from sqlite_master",
            "with duckdb_databases as (select a as path from t) select path from duckdb_databases",
        ),
        FAMILY: (
            "with seq_1_to_100000000 as (select id as seq from t) "
            "select seq from seq_1_to_100000000",
            "with other as (select seq from other) select seq from other",
        ),
    },
    "files of the machine": {
        POSTGRESQL: (
            "select pg_read_file('/etc/passwd') from t",
            "select pg_read_binary_file('/etc/passwd') from t",
            "select pg_ls_dir('/') from t",
            "select (pg_stat_file('/etc/passwd')).size from t",
            "select lo_import('/etc/passwd') from t",
            "select lo_export(lo_from_bytea(0, 'x'), '/tmp/x') from t",
            "select lo_from_bytea(0, 'x'::bytea) from t",
            "select id from t where a = pg_read_file('/etc/passwd')",
            "select id from t order by lo_export(1, '/tmp/x')",
            "insert into t (a) values (pg_read_file('/etc/passwd'))",
            "insert into t (a) select pg_read_file('/etc/passwd') from t",
            "update t set a = pg_read_file('/etc/passwd')",
            "delete from t where a = pg_read_file('/etc/passwd')",
            "delete from t returning pg_read_file('/etc/passwd')",
            "select case when id > 0 then pg_read_file('/etc/passwd') end from t",
            "select x.a from (select pg_read_file('/etc/passwd') as a from t) x",
            "with x as (select pg_read_file('/etc/passwd') as a from t) select a from x",
            "select upper(lower(pg_read_file('/etc/passwd'))) from t",
            "select count(*) filter (where pg_read_file('x') = 'y') from t",
            "select count(*) over (order by pg_read_file('x')) from t",
            "select id from t limit (select lo_import('/etc/passwd'))",
            "select id from t where id = cast(pg_read_file('/etc/passwd') as int)",
            "select id from t group by pg_read_file('/etc/passwd')",
            "select id from t group by id having pg_read_file('x') = 'y'",
            "insert into t (id) values (1) on conflict (id) do update set a = pg_read_file('x')",
            "select pg_catalog.pg_read_file('/etc/passwd') from t",
            "select \"pg_read_file\"('/etc/passwd') from t",
            "select PG_READ_FILE('/etc/passwd') from t",
            "select pg_read_file ('/etc/passwd') from t",
            "select pg_read_file/**/('/etc/passwd') from t",
        ),
        FAMILY: (
            "select load_file('/etc/passwd') from t",
            "select LOAD_FILE('/etc/passwd') from t",
            "select load_file/**/('/etc/passwd') from t",
            "select id from t where a = load_file('/etc/passwd')",
            "insert into t (a) values (load_file('/etc/passwd'))",
            "select a from t into outfile '/tmp/x'",
            "select a into outfile '/tmp/x' from t",
            "select a into dumpfile '/tmp/x' from t",
            "select a from t into dumpfile '/tmp/x'",
            "load data infile '/etc/passwd' into table t",
            "load xml infile '/etc/passwd' into table t",
        ),
        SQLITE: (
            "select readfile('/etc/passwd') from t",
            "select writefile('/tmp/x', a) from t",
            "select edit(a) from t",
            "select fts3_tokenizer('x') from t",
            "select load_extension('/tmp/x.so') from t",
            "attach database '/tmp/x' as x",
            "vacuum into '/tmp/x'",
        ),
        DUCKDB: (
            "select id from read_csv('/etc/passwd')",
            "select id from read_text('/etc/passwd')",
            "select id from read_blob('/etc/passwd')",
            "select id from read_parquet('/tmp/x')",
            "select id from read_json_auto('/tmp/x')",
            "select id from glob('/*')",
            "select id from '/etc/passwd'",
            "select id from t, '/etc/passwd' p",
            "select id from t where id in (select column0 from read_csv('/etc/passwd'))",
            "copy t to '/tmp/x'",
            "copy t from '/etc/passwd'",
            "export database '/tmp/x'",
            "attach '/tmp/x'",
            "install httpfs",
            "load '/tmp/x.duckdb_extension'",
            "select getenv('HOME') from t",
            "select id from sniff_csv('/etc/passwd')",
        ),
    },
    "commands and code": {
        ALL: (
            "drop table t",
            "create table x (a int)",
            "alter table t add column x int",
            "truncate table t",
            "grant all on t to public",
            "select id from t; drop table t",
            "merge into t using t x on t.id = x.id when matched then delete",
            "begin",
            "commit",
            "set x = 1",
        ),
        POSTGRESQL: (
            "copy t to program 'id'",
            "copy t from '/etc/passwd'",
            "do $$ begin perform 1; end $$",
            "call p()",
            "explain analyze delete from t",
            "listen x",
            "prepare x as select 1",
            "create function f() returns int language c as '/tmp/x'",
            "alter system set archive_command = 'id'",
            "select pg_reload_conf() from t",
            "select pg_rotate_logfile() from t",
            "select pg_terminate_backend(1) from t",
            "select set_config('log_destination', 'csvlog', false) from t",
            "select id into x from t",
            "select pg_file_write('/tmp/x', 'y', false) from t",
            "table t",
        ),
        FAMILY: (
            "do sleep(10)",
            "call p()",
            "handler t open",
            "replace into t (id) values (1)",
            "select sys_exec('id') from t",
            "select sys_eval('id') from t",
            "select @x := id from t",
            "select id into @x from t",
            "select id from t procedure analyse()",
            "insert into t (id) values (1) on duplicate key update a = load_file('x')",
        ),
        FIREBIRD: (
            "execute block as begin end",
            "execute procedure p",
            "select rdb$set_context('USER_SESSION', 'x', 'y') from t",
            "select next value for g from t",
        ),
        SQLITE: ("pragma writable_schema = 1", "explain select id from t", "reindex", "analyze"),
        DUCKDB: ("pragma version", "call pragma_version()", "checkpoint", "summarize t"),
    },
    "code built from text": {
        POSTGRESQL: (
            "select query_to_xml('select 1', true, true, '') from t",
            "select table_to_xml('t', true, true, '') from t",
            "select schema_to_xml('public', true, true, '') from t",
            "select database_to_xml(true, true, '') from t",
            "select cursor_to_xml('c', 1, true, true, '') from t",
            "select ts_rewrite('a'::tsquery, 'select 1') from t",
            "select id from dblink('x', 'select 1') as x(id int)",
            "select id from ts_stat('select 1')",
        ),
        DUCKDB: ("select id from query('select 1')", "select id from query_table('t')"),
        FAMILY: ("prepare x from 'select 1'", "execute x"),
    },
    "waiting and locks": {
        POSTGRESQL: (
            "select pg_sleep(100) from t",
            "select pg_sleep_for('1 hour') from t",
            "select pg_advisory_lock(1) from t",
            "select pg_try_advisory_xact_lock(1) from t",
            "lock table t",
        ),
        FAMILY: (
            "select sleep(100) from t",
            "select benchmark(1000000000, md5('x')) from t",
            "select get_lock('x', 100) from t",
            "select release_all_locks() from t",
            "select master_pos_wait('x', 1) from t",
            "lock tables t write",
        ),
        DUCKDB: ("select sleep_ms(100000) from t",),
        ("mysql",): ('select json_schema_valid(\'{"pattern":"^(a*)*b"}\', a) from t',),
    },
    "what the server knows": {
        POSTGRESQL: (
            "select usename from pg_user",
            "select relname from pg_class",
            "select relname from pg_catalog.pg_class",
            "select table_name from information_schema.tables",
            "select current_setting('data_directory') from t",
            "select version() from t",
            "select current_user from t",
            "select session_user from t",
            "select inet_server_addr() from t",
            "select pg_postmaster_start_time() from t",
            "select has_table_privilege('t', 'select') from t",
            "select pg_get_viewdef('x'::regclass) from t",
            "select cast('t' as regclass) from t",
            "select 't'::regclass from t",
            "select 'x'::regproc from t",
            "select cast('1' as oid) from t",
            "select cast('x' as xml) from t",
            "select xmlparse(document '<a/>') from t",
            "select xpath('/a', '<a/>') from t",
            "select a from only t",
            "select a from t tablesample system (1)",
            "select row_to_json(t) from t",
            "select t from t",
            "select t.ctid from t",
            "select ctid from t",
            "select tableoid from t",
        ),
        FAMILY: (
            "select user from mysql.user",
            "select host from mysql.global_priv",
            "select id from t union select host from mysql.global_priv",
            "select table_name from information_schema.tables",
            "select @@version from t",
            "select @@global.secure_file_priv from t",
            "select @x from t",
            "select user() from t",
            "select current_user() from t",
            "select version() from t",
            "select database() from t",
            "select connection_id() from t",
            "select last_insert_id(5) from t",
            "select extractvalue(a, concat('/', a)) from t",
            "select updatexml(a, '/', '') from t",
            "select aes_decrypt(a, 'x') from t",
            "select id from t force index (x)",
            "select id from t partition (p0)",
        ),
        SQLITE: (
            "select name from sqlite_master",
            "select sql from sqlite_schema",
            "select id from main.t",
            "select id from pragma_table_info('t')",
            "select sqlite_version() from t",
            "select sqlite_compileoption_get(1) from t",
            "select last_insert_rowid() from t",
            "select total_changes() from t",
            "select id from json_each('[1]')",
            "select id from t indexed by x",
        ),
        DUCKDB: (
            "select id from duckdb_settings()",
            "select id from duckdb_secrets()",
            "select id from pragma_table_info('t')",
            "select table_name from information_schema.tables",
            "select current_setting('home_directory') from t",
            "select getvariable('x') from t",
            "select columns('a') from t",
        ),
        FIREBIRD: (
            "select rdb$relation_name from rdb$relations",
            "select mon$user from mon$attachments",
            "select sec$user_name from sec$users",
            "select rdb$get_context('SYSTEM', 'DB_NAME') from t",
            "select current_user from t",
            "select current_role from t",
            "select rdb$db_key from t",
            "select make_dbkey('T', 1) from t",
            "select encrypt(a using aes mode cfb key 'x' iv 'y') from t",
        ),
    },
    "memory": {
        ALL: (
            "select repeat('x', 1000000000) from t",
            "select lpad('x', 1000000000) from t",
            "select lpad('x', 10000 * 10000) from t",
            "select rpad('x', id) from t",
            "select rpad('x', -1) from t",
        ),
        (*POSTGRESQL, *FAMILY, *SQLITE, *FIREBIRD): (
            "select cast('x' as char(1000000000)) from t",
        ),
        (*POSTGRESQL, *FAMILY, *SQLITE, *DUCKDB, *FIREBIRD): (
            "select replace(replace(a, 'x', a), a, a) from t",
            "select a from t where replace(a, 'x', replace(a, 'x', a)) = 'x'",
            "update t set a = replace(replace(a, a, a), a, a)",
            "select a from (select replace(a, a, a) as a "
            "from (select replace(a, a, a) as a from t) x) y",
            f"with {DOUBLED} select a from x29",
        ),
        SQLITE: (
            "select zeroblob(900000000) from t",
            "select randomblob(900000000) from t",
            "select printf('%1000000000d', 1) from t",
            "select format('%1000000000d', 1) from t",
            "select cast(id as blob(1000000000)) from t",
        ),
        POSTGRESQL: (
            "select format('%1000000000s', 'x') from t",
            "select generate_series(1, 1000000000) from t",
            "select id from generate_series(1, 1000000000) id",
            "select array_fill(1, array[1000000000]) from t",
            "select bpchar('x', 1000000000, false) from t",
            "select array[1, 2] from t",
            "select factorial(100000) from t",
            "select factorial(id) from t",
        ),
        ("mariadb",): ("select json_detailed(json_detailed(a)) from t",),
        FAMILY: (
            "select space(1000000000) from t",
            "select uncompress(a) from t",
            "select hex(hex(hex(hex(hex(hex(hex(hex(a)))))))) from t",
            "select json_quote(json_quote(json_quote(json_quote(json_quote(json_quote(a)))))) "
            "from t",
        ),
        DUCKDB: (
            "select range(1000000000) from t",
            "select list_resize([1], 1000000000) from t",
            "select printf('%1000000000d', 1) from t",
            "select [1, 2] from t",
        ),
    },
    "other than the file's own numbers": {
        POSTGRESQL: (
            "select nextval('t_id_seq') from t",
            "select currval('t_id_seq') from t",
            "select setval('t_id_seq', 1) from t",
            "select random() from t",
            "select gen_random_uuid() from t",
            "select clock_timestamp() from t",
            "select txid_current() from t",
        ),
        FAMILY: (
            "select rand() from t",
            "select uuid() from t",
            "select sysdate() from t",
            "select random_bytes(16) from t",
        ),
        SQLITE: ("select random() from t",),
        DUCKDB: ("select random() from t", "select uuid() from t", "select nextval('x') from t"),
        FIREBIRD: (
            "select rand() from t",
            "select gen_id(g, 1) from t",
            "select gen_uuid() from t",
        ),
    },
    "a literal that is read as two words": {
        SQLITE: ("select 1_000 from t", "select b'1' from t"),
        DUCKDB: ("select 0x1F from t", "select 0b1 from t"),
    },
    "what no function of ours is": {
        ALL: (
            "select f(id) from t",
            "select public.f(id) from t",
            "select id from f(1)",
            "select id from t, f(1) x",
            "select count(f(id)) from t",
            "select id from t where f(id)",
            "select id from t where id = ?",
            "select id from other",
            "select id from other.t",
            "select other.t.id from t",
        ),
        FAMILY: ("select _binary'x' from t", "select 0x41 from t", "select b'1' from t"),
        SQLITE: ("select x'41' from t", "select id from t where a match 'x'"),
        POSTGRESQL: (
            "select E'\\x41' from t",
            "select U&'\\0041' from t",
            "select a operator(pg_catalog.=) b from t",
            "select $1 from t",
            "select (t).a from t",
            "select a ? 'x' from t",
        ),
    },
}
"""By what they are after and by engine; 't' has the columns id, a and b."""


def refused() -> Iterator[tuple[str, str, str]]:
    """Kind, engine and statement."""
    for kind, engines in REFUSED.items():
        for names, statements in engines.items():
            for name in names:
                yield from ((kind, name, each) for each in statements)


def parsed_text(sql: str, engine: str) -> str:
    return parse(sql, engine, TABLES, {}).text


@pytest.mark.parametrize("kind", REFUSED)
def test_that_no_statement_of_its_kind_passes(kind: str) -> None:
    passed = []
    for known, engine, sql in refused():
        if known != kind:
            continue
        with contextlib.suppress(Unfit):
            passed.append((engine, sql, parsed_text(sql, engine)))
    assert passed == []


def test_that_there_are_two_hundred_of_them() -> None:
    assert len({(engine, sql) for _, engine, sql in refused()}) >= 200


@pytest.mark.parametrize(
    ("engine", "sql", "output"),
    [
        ("postgresql", "select id,\n  pg_read_file('x') from t",
         "line 13, column 1: “only looks”: at its line 2, column 3: "
         "the function pg_read_file is not allowed"),
        ("mariadb", "select id from t where\n a = load_file('x')",
         "at its line 2, column 6: the function load_file is not allowed"),
        ("postgresql", "select id,\n\n 'x'::regclass from t",
         "at its line 3, column 2: “REGCLASS” is not allowed"),
        ("mysql", "select load_file('/etc/passwd') from t", "load_file is not allowed"),
        ("duckdb", "select content from read_text('/etc/passwd')", "is not allowed"),
        ("firebird", "select mon$attachment_name from mon$attachments", "is not allowed"),
        ("sqlite", "select cast(id as blob(1000000000)) from t", "the type"),
        ("postgresql", "select id from t tablesample system (5)",
         "“t TABLESAMPLE SYSTEM (5 PERCENT)” is not allowed"),
    ],
)  # fmt: skip
def test_that_a_refusal_names_what_it_is_about_with_line_and_column(
    engine: str, sql: str, output: str
) -> None:
    with pytest.raises(InputError) as error:
        parse_work(FILE.format(engine=engine, sql=sql), "sent.toml")
    assert output in str(error.value)


def test_that_a_name_in_with_means_what_stands_before_it() -> None:
    for sql in (
        "with x as (select a from t) select a from x",
        "with x as (select a from t), y as (select a from x) select a from y",
        "with t as (select a from t) select a from t",  # the table within, the query behind
        "with recursive x as (select id from t union all select id + 1 from x) select id from x",
        "with x as (select id from t) update t set a = 'x' where id in (select id from x)",
        "select a from t where id in (with x as (select id from t) select id from x)",
    ):
        assert parsed_text(sql, "postgresql")
    with pytest.raises(Unfit, match="no table"):
        parsed_text("with x as (select max(id) as m from t) update x set m = 1", "postgresql")


@pytest.mark.parametrize("table", ["pg_settings", "sqlite_master", "duckdb_tables", "seq_1_to_9"])
def test_that_no_table_of_a_file_is_called_as_one_of_a_server(table: str) -> None:
    text = FILE.format(engine="postgresql", sql="select id from t")
    with pytest.raises(InputError, match="a server's own"):
        parse_work(text.replace("table.t", f"table.{table}"), "sent.toml")


NATIVE_REFUSED = (
    "boolean default pg_try_advisory_lock(7)",
    "integer default sleep_ms(3000)",
    "varchar default current_user",
    "double default rand(5)",
    "integer references t",
    "integer primary key",
    "integer check (x)",
    "text collate nocase",
    "regclass",
    "regproc[]",
    "pg_lsn",
    "integer generated always as identity",
    *("aclitem", "default(5)", "check(5)", "references text", "setof text", "varchar(٢٠)"),
    "text" + " int" * 4000 + "!",
)
NATIVE_ALLOWED = (
    *("jsonb", "bigint", "bigint unsigned zerofill", "varchar(20) collate utf8mb4_bin", "text[]"),
    *("timestamp(3) without time zone", "double precision[]", "unsigned big int", "decfloat(16)"),
    *("character varying(10)", "timestamp not null", "blob sub_type text", "enum('aa','bb')"),
)


@pytest.mark.parametrize("native", [*NATIVE_REFUSED, *NATIVE_ALLOWED])
def test_that_a_native_type_is_a_type_and_nothing_else(native: str) -> None:
    text = FILE.format(engine="postgresql", sql="select id from t").replace(
        'make = "number" }', f'make = "number", native = "{native}" }}'
    )
    if native in NATIVE_ALLOWED:
        parse_work(text, "sent.toml")
    else:
        with pytest.raises(InputError, match="native must be the name of a type"):
            parse_work(text, "sent.toml")


@pytest.mark.parametrize("default", ["\\\\', b integer) select 1 -- ", "a\\tb"])
def test_that_a_default_ends_no_literal(default: str) -> None:
    text = FILE.format(engine="mysql", sql="select id from t").replace(
        'make = "words" }', f'make = "words", default = """{default}""" }}'
    )
    with pytest.raises(InputError, match="neither a backslash nor a control character"):
        parse_work(text, "sent.toml")


@pytest.mark.parametrize("engine", ["postgresql", "mariadb", "sqlite", "duckdb", "firebird"])
@pytest.mark.parametrize(
    "sql",
    [
        "select replace(replace(replace(replace(a, ' ', ''), '-', ''), '(', ''), ')', '') from t",
        "select replace(a, :from, :to) from t",
        "select a || ', ' || a || ' (' || a || ')' from t",
        "with x as (select a || ' ' || a as a from t), y as (select a || a as a from x) "
        "select upper(a) from y",
    ],
)
def test_that_usual_texts_are_no_long_values(sql: str, engine: str) -> None:
    assert parsed_text(sql, engine)


COMMENTS = (
    "select id /* a */ from t -- b",
    "select id /*! , sleep(100) */ from t",
    "select id /*!50000 , load_file('/etc/passwd') */ from t",
    "select id /*M! , sleep(100) */ from t",
    "select id /*M!100100 union select host from mysql.global_priv */ from t",
    "select id from t /*! into outfile '/tmp/x' */",
    "select id from t # sleep(100)",
    "select id /* /* nested */ */ from t",
)


@pytest.mark.parametrize(
    "engine", ["mariadb", "mysql", "postgresql", "sqlite", "duckdb", "firebird"]
)
@pytest.mark.parametrize("sql", COMMENTS)
def test_that_no_comment_travels(sql: str, engine: str) -> None:
    try:
        text = parsed_text(sql, engine)
    except Unfit:
        return
    assert re.sub(r"\s+", " ", text.lower()) == "select id from t"


@pytest.mark.parametrize("engine", ["mariadb", "mysql"])
def test_that_a_hint_is_refused(engine: str) -> None:
    with pytest.raises(Unfit, match="SELECT HINT"):
        parsed_text("select /*+ set_var(foreign_key_checks=off) */ id from t", engine)
