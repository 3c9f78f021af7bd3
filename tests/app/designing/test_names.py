"""Every word that an engine knows, as a table and as a column of the file, on every engine."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from app.designing.design_writing import workload_name, workload_names
from engines.contract.errors import StatementFailed
from engines.registry import engine_names
from engines.servers.server import Server
from tests.conftest import Servers
from workloads.own.sql.allowlist import SERVER_WORDS
from workloads.own.sql.parsing import parse

_MYSQL = "CIPHERBENCH_MYSQL_BINARIES"
_QUERIES = {
    "postgresql": "select word from pg_get_keywords()",
    "mysql": "select word from information_schema.keywords",
    "mariadb": "select word from information_schema.keywords",
    "duckdb": "select keyword_name from duckdb_keywords()",
    "firebird": "select trim(rdb$keyword_name) from rdb$keywords",
}


def words_of(server: Server) -> set[str]:
    """What an engine calls a keyword; nothing where it does not list them."""
    engine = server.engine.name
    if engine == "sqlite":
        import apsw

        return {word.lower() for word in apsw.keywords}
    database = server.engine.catalogue.create_database(server.endpoint, "words")
    try:
        with server.engine.driver.connect(server.endpoint, database) as session:
            session.begin()
            return {str(word).lower() for (word,) in session.fetch(_QUERIES[engine])}
    except StatementFailed:  # MariaDB before 10.6.3, Firebird before 5
        return set()
    finally:
        server.engine.catalogue.drop_database(server.endpoint, database)


@pytest.fixture(scope="module")
def words(servers: Servers) -> list[str]:
    engines = [each for each in engine_names() if each != "mysql" or _MYSQL in os.environ]
    known = {word for engine in engines for word in words_of(servers[engine])}
    found = sorted(word for word in known if word.isidentifier())
    assert len(found) > 700
    return found


def test_that_every_keyword_can_be_a_column_and_a_table(server: Server, words: list[str]) -> None:
    engine = server.engine
    names = list(workload_names(words).values())
    database = engine.catalogue.create_database(server.endpoint, "keywords")
    failed = []
    try:
        with engine.driver.connect(server.endpoint, database) as session:
            for first in range(0, len(names), 200):
                some = names[first : first + 200]
                failed += _refused(session.execute, some)
            for name in names[::40]:
                session.execute(f"create table {name} (amount integer)")
    finally:
        engine.catalogue.drop_database(server.endpoint, database)
    assert not failed


@pytest.mark.exhaustive
def test_that_every_keyword_can_be_a_table(server: Server, words: list[str]) -> None:
    engine = server.engine
    database = engine.catalogue.create_database(server.endpoint, "keywords")
    failed = []
    try:
        with engine.driver.connect(server.endpoint, database) as session:
            for name in workload_names(words).values():
                try:
                    session.execute(f"create table {name} (amount integer)")
                except StatementFailed as error:
                    failed.append(f"{name}: {error}")
    finally:
        engine.catalogue.drop_database(server.endpoint, database)
    assert not failed


def _refused(execute: Callable[[str], object], names: list[str]) -> list[str]:
    """The names that cannot be columns; one statement for all where none is."""
    listed = ", ".join(f"{name} integer" for name in names)
    try:
        execute(f"create table t{abs(hash(listed))} ({listed})")
    except StatementFailed:
        if len(names) == 1:
            return names
        middle = len(names) // 2
        return [*_refused(execute, names[:middle]), *_refused(execute, names[middle:])]
    return []


SOME = 9
"""Of so many words one is read in every run, by one dialect: all of them take it 25 s of a core."""


@pytest.mark.parametrize(
    ("dialect", "step"),
    [
        ("postgresql", SOME),
        *(pytest.param(each, 1, marks=pytest.mark.exhaustive) for each in engine_names()),
    ],
)
def test_that_every_keyword_can_be_read_in_a_statement(
    dialect: str, step: int, words: list[str]
) -> None:
    failed = []
    for name in workload_names([*words[::step], *SERVER_WORDS]).values():
        text = f"select a.{name}, {name} from {name} a where {name} = :x order by {name}"
        try:
            parse(text, dialect, {name: (name, "other")}, {})
        except Exception as error:  # noqa: BLE001 what matters is the name
            failed.append(f"{name}: {error}")
    assert not failed


def test_that_any_name_becomes_one_for_the_file() -> None:
    odd = ["Order Details", "día", "a.b", 'quo"te', "1st", "", "x" * 80, "x" * 81, "Total", "total"]
    made = [*workload_names(odd).values()]
    assert len(set(made)) == len(odd)
    assert all(len(each) <= 30 and each.isidentifier() and each.islower() for each in made)
    assert workload_name("order") == "order_"
    assert Path(made[0]).name == "order_details"
