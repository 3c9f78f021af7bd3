"""pgbench's own tables and statements, designed from a live PostgreSQL and measured."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.command_line.main import run
from app.servers.saved_connections import save_connection
from benchmarks.measuring.designed import TABLES, counting_server, databases, fill_by_pgbench
from engines.servers.server import Server
from tests.app.designing.live import as_address
from workloads.own.reading import read_work

EXPECTED = {
    "SELECT abalance FROM pgbench_accounts WHERE aid = :aid",
    "UPDATE pgbench_accounts SET abalance = abalance + :abalance WHERE aid = :aid",
    "UPDATE pgbench_tellers SET tbalance = tbalance + :tbalance WHERE tid = :tid",
    "UPDATE pgbench_branches SET bbalance = bbalance + :bbalance WHERE bid = :bid",
    "INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) "
    "VALUES (:tid, :bid, :aid, :delta, CURRENT_TIMESTAMP)",
}


@pytest.fixture(scope="module")
def filled() -> Iterator[tuple[Server, str]]:
    with counting_server() as server, databases(server) as (name, _):
        fill_by_pgbench(server, name)
        yield server, name


def test_that_pgbench_is_designed_and_measured(
    filled: tuple[Server, str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    server, database = filled
    save_connection(as_address(server, "prod"))
    output, plan = tmp_path / "pgbench.toml", tmp_path / "plan.toml"
    command = ["design", "--server", "prod", "--database", database, "--tables", ",".join(TABLES)]
    assert run([*command, "-o", str(output), "--plan", str(plan)]) == 0, capfd.readouterr().err
    work = read_work(output)
    assert {each.sql[0] for each in work.operation} >= EXPECTED
    assert work.main == "pgbench_accounts"
    assert {name: table.rows for name, table in work.table.items()} == {
        "pgbench_accounts": 100_000,
        "pgbench_tellers": 10,
        "pgbench_branches": 1,
        "pgbench_history": 100,
    }
    quick = re.sub(r"repetitions = \d+", "repetitions = 2", plan.read_text())
    plan.write_text(re.sub(r"sizes = \[\d+\]", "sizes = [1000]", quick))
    store = str(tmp_path / "store.sqlite")
    assert run(["run", str(plan), "--store", store]) == 0, capfd.readouterr().err
    capfd.readouterr()
    assert run(["compare", "1", "--store", store]) == 0
    assert "select pgbench_accounts by aid" in capfd.readouterr().out
