"""A schema that nobody here wrote, designed from two engines: measured on one, and each statement
tried on the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.command_line.main import run
from app.servers.saved_connections import save_connection
from engines.servers.server import Server
from tests.app.designing import chinook
from tests.app.designing.live import as_address, make_quick
from tests.workloads.own.test_rehearsal import GCM, NATIVE, refusals, rehearsed
from workloads.contract import Case, Options
from workloads.own.workload import OwnParameters


@pytest.fixture(scope="module")
def postgresql(servers: dict[str, Server]) -> Iterator[tuple[Server, str]]:
    server = servers["postgresql"]
    name = server.engine.catalogue.create_database(server.endpoint, "chinook")
    with server.engine.driver.connect(server.endpoint, name) as session:
        chinook.fill_postgresql(session)
    yield server, name
    server.engine.catalogue.drop_database(server.endpoint, name)


@pytest.mark.exhaustive
def test_that_chinook_is_designed_from_postgresql_and_every_statement_works_there(
    postgresql: tuple[Server, str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    server, database = postgresql
    save_connection(as_address(server, "prod"))
    designed(tmp_path, "prod", database, capfd)
    parameters = OwnParameters(file=str(tmp_path / "chinook.toml"), sizes=(20,))
    options = Options(parameters, Case(20), 7)
    for protection in (NATIVE, GCM):
        assert not refusals(server, options, protection)
        rehearsed(server, options, protection)


def test_that_chinook_is_designed_and_measured_from_an_sqlite_file(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    chinook.fill_sqlite(tmp_path / "chinook.db")
    plan = designed(tmp_path, "sqlite", str(tmp_path / "chinook.db"), capfd)
    make_quick(plan, 60)
    store = str(tmp_path / "store.sqlite")
    assert run(["run", str(plan), "--store", store]) == 0, capfd.readouterr().err
    capfd.readouterr()
    assert run(["compare", "1", "--store", store]) == 0
    out = capfd.readouterr().out
    assert "chinook_customer by email" in out
    assert "unsupported" not in out


def designed(folder: Path, server: str, database: str, capfd: pytest.CaptureFixture[str]) -> Path:
    """Its plan."""
    (folder / "work.sql").write_text(chinook.STATEMENTS)
    output, plan = folder / "chinook.toml", folder / "plan.toml"
    command = ["design", "--server", server, "--database", database, "-o", str(output)]
    command += ["--plan", str(plan), "--statements", str(folder / "work.sql")]
    assert run([*command, "--seal", "proposed"]) == 0, capfd.readouterr().err
    text = output.read_text()
    assert "Gonçalves" not in text
    assert re.search(r"email = .*seal = true, search = \"equal\"", text)
    assert text.count('make = "reference"') >= 9
    return plan
