"""The first wall, by itself: what a workload file may not hold reaches no server, whose rights are
not asked."""

from __future__ import annotations

import contextlib
import re

import pytest

from engines.contract.errors import InputError, Unfit
from tests.security.statements.refused import REFUSED, refused
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
