"""Schemas that others wrote, designed from a server that counted their statements and measured by
the plan beside the file: each statement in plaintext and with AES-256-GCM in the application, or
listed with its reason."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import duckdb
import pytest

from app.command_line.main import run
from app.designing.inspecting import InspectionScope, inspect, named_tables, tables_of
from app.plan.status import Status
from app.results.store.store import open_store
from app.servers.saved_connections import save_connection
from engines.contract.endpoint import Source
from engines.servers.server import Server, ServerSpec
from tests.app.designing.live import make_quick
from tests.app.designing.public_schemas import (
    COUNTING,
    FORGETTING,
    counting,
    filled,
    parts_of,
    scripted,
)
from workloads.own.file_reading import read_work

_ROWS = 40


@contextmanager
def reached(
    engine: str, schema: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[str, str]]:
    """The names of a server and of the database that has the schema, for `design`."""
    if engine in _FILES:
        path = folder / f"{schema}.db"
        _FILES[engine](path, [*parts_of(schema)["tables"], *parts_of(schema)["rows"]])
        yield engine, str(path)
        return
    with counting(engine) as server, filled(server, schema) as database:
        spec = _as_address(server, database)
        save_connection(spec)
        if server.endpoint.password:
            monkeypatch.setenv("CIPHERBENCH_PASSWORD_PROD", server.endpoint.password)
        yield "prod", spec.database or database


def _as_address(server: Server, database: str) -> ServerSpec:
    """As one that somebody else has started."""
    end, engine = server.endpoint, server.engine.name
    named = f"{end.directory}/{database}.fdb" if engine == "firebird" else None
    return ServerSpec(
        "prod",
        Source.ADDRESS,
        engine,
        host=None if end.socket else end.host,
        socket=end.socket,
        port=end.port,
        user=end.user,
        database=named,
        directory=end.directory if named else None,
    )


def _fill_sqlite(path: Path, texts: list[str]) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for text in texts:
            connection.execute(text)
        connection.commit()


def _fill_duckdb(path: Path, texts: list[str]) -> None:
    with duckdb.connect(path) as connection:
        for text in texts:
            connection.execute(text)


_FILES: dict[str, Callable[[Path, list[str]], None]] = {
    "sqlite": _fill_sqlite,
    "duckdb": _fill_duckdb,
}


@dataclass(frozen=True)
class Case:
    """A schema on an engine, and how many of its statements are `measured`, and `listed` as what
    cannot be."""

    schema: str
    engine: str
    measured: int
    list_parameters: int
    seal: str = "proposed"


CASES = (
    Case("sakila", "mariadb", 9, 1),
    Case("places", "sqlite", 7, 1, "moz_places.title,moz_places.url"),
    Case("sakila", "mysql", 9, 1),
    Case("odoo", "postgresql", 12, 1),
    Case("tpch", "duckdb", 4, 2),
    Case("employee", "firebird", 7, 1),
)


def _has(line: str, cells: Sequence[str]) -> bool:
    return all(words in line for cell in cells for words in re.findall(r"\w+", cell))


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            case,
            id=f"{case.schema}-{case.engine}",
            marks=() if number < 1 else pytest.mark.exhaustive,
        )
        for number, case in enumerate(CASES)
    ],
)
def test_that_every_statement_is_measured_or_listed_with_its_reason(
    case: Case,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    output, plan, store = tmp_path / "w.toml", tmp_path / "plan.toml", str(tmp_path / "s.sqlite")
    with reached(case.engine, case.schema, tmp_path, monkeypatch) as (server, database):
        command = ["design", "--server", server, "--database", database, "--seal", case.seal]
        if case.engine not in COUNTING:
            (tmp_path / "work.sql").write_text(scripted(case.schema))
            command += ["--statements", str(tmp_path / "work.sql")]
        assert run([*command, "-o", str(output), "--plan", str(plan)]) == 0, capfd.readouterr().err
        left_out = re.findall("^cipherbench: Left out: .+", capfd.readouterr().err, re.MULTILINE)
        make_quick(plan, _ROWS)
        assert run(["run", str(plan), "--store", store]) == 0, capfd.readouterr().err
    work = read_work(output)
    assert (len(work.operation), len(left_out)) == (case.measured, case.list_parameters), left_out
    assert case.measured + case.list_parameters == len(parts_of(case.schema)["work"])
    assert any(column.seal for _, _, column in work.columns())
    assert work.differences
    reported = tmp_path / "report.md"
    assert run(["export", "1", "--store", store, "--format", "md", "-o", str(reported)]) == 0
    lines = reported.read_text().replace("\\", "").splitlines()
    assert [each for each in work.differences if not any(_has(line, each) for line in lines)] == []
    with open_store(store, write=False) as opened:
        assert {each.status for each in opened.runs(1)} == {Status.DONE}
        done = {(each.run.protection, each.operation) for each in opened.operations(1)}
        cannot = {
            (cell.protection, each.operation)
            for cell in opened.cells(1)
            for each in cell.refused
            if cell.protection != "plaintext" and each.message
        }
    names = {each.name for each in work.operation}
    assert len(cannot) <= 1 and not done & cannot
    assert done | cannot == {
        (side, name) for side in ("plaintext", "aes-256-gcm") for name in names
    }


_FAMILY = ("mariadb", "mysql")
_SLEEPS, _SECONDS = {"postgresql": "pg_sleep"}, 0.3
NOT_WORK = {
    "postgresql": (
        "select {sleep}, relname from pg_class limit 1",
        'select {sleep} from "pg_catalog"."pg_type" t limit 1',
        "select {sleep} from information_schema.schemata limit 1",
        "select {sleep}, 1 as cipherbench_counts",
    ),
    **dict.fromkeys(
        _FAMILY,
        (
            "select {sleep} from information_schema.schemata limit 1",
            "select {sleep} from actor join mysql.help_category h limit 1",
            "select {sleep} as cipherbench_counts",
            "select {sleep} from cipherbench_0123456789ab_actor",
        ),
    ),
}
"""Statements over a server's catalogues, and ours."""


@pytest.mark.parametrize(
    "engine", ["postgresql", *(pytest.param(x, marks=pytest.mark.exhaustive) for x in _FAMILY)]
)
def test_that_the_servers_time_is_that_of_the_users_statements(engine: str) -> None:
    sleep = f"{_SLEEPS.get(engine, 'sleep')}({_SECONDS})"
    with counting(engine) as server:
        catalogue = server.engine.catalogue
        database = catalogue.create_database(server.endpoint, "others")
        with server.engine.driver.connect(server.endpoint, database) as session:
            for name in ("actor", "cipherbench_0123456789ab_actor"):
                session.execute(f"create table {name} (id integer primary key)")
                session.execute(f"insert into {name} values (1)")
            for text in FORGETTING[engine]:
                session.execute(text)
            session.commit()
            names = named_tables(tables_of(server, database), ["actor"])

            def others(*texts: str) -> float:
                for text in texts:
                    session.fetch(text.format(sleep=sleep))
                    session.commit()  # which ends its portal, so that it is counted
                return inspect(server, database, InspectionScope(names)).statement_counts.others

            assert others(*NOT_WORK[engine]) < _SECONDS
            assert others("select {sleep} as s") >= _SECONDS
