"""The first wall, by itself: what a workload file may not hold reaches no server, whose rights are
not asked."""

from __future__ import annotations

import contextlib
import re

import pytest

from engines.contract.errors import InputError, Unfit
from tests.security.statements.refused import REFUSED, refused
from workloads.own.reading import parse_work
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
