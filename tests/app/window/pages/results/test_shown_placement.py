"""The environment tells on which cores a campaign was measured."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.plan.campaign import Placement
from app.report.figures.campaign_report import report_on
from app.results.events import Event, RunStarted
from app.results.records import RunCores
from app.results.store.store import open_store
from app.window.base.store_reader import StoreReader
from app.window.pages.results.environment_tab import ResultsEnvironment
from app.window.pages.results.scope import Scope
from tests.app.results.making import OPERATIONS, make_campaign, run_of, store_campaign, whole_run
from widgets.tables.data_table import DataTable

HAD = RunCores("one-core", "3", "3", "0-2", "The server's processes are not visible from here.")


def shown(qtbot: QtBot, folder: Path, run_cores: RunCores | None) -> list[tuple[str, ...]]:
    """The rows of the environment's tables after one run that was placed so."""
    planned = make_campaign(repetitions=1, warmups=0)
    with open_store(str(folder / "s.sqlite"), write=True) as store:
        number = store_campaign(store, replace(planned, placement=Placement.ONE_CORE))
        events = whole_run(run_of(store, number, 0, 1), dict.fromkeys(OPERATIONS, 1.0))
        store.write(number, [label_positions(each, run_cores) for each in events])
        report = report_on(store, number)
    scope = Scope()
    environment = ResultsEnvironment(scope, StoreReader(None, scope))
    qtbot.addWidget(environment)
    environment.draw(report)
    return [row for table in environment.findChildren(DataTable) for row in rows_of(table)]


def label_positions(event: Event, run_cores: RunCores | None) -> Event:
    if isinstance(event, RunStarted) and run_cores is not None:
        return replace(event, placement=run_cores.to_mapping())
    return event


def rows_of(table: DataTable) -> list[tuple[str, ...]]:
    model = table.model()
    return [
        tuple(str(model.index(row, column).data()) for column in range(model.columnCount()))
        for row in range(model.rowCount())
    ]


def test_that_the_environment_tells_what_was_asked_and_had(qtbot: QtBot, tmp_path: Path) -> None:
    rows = shown(qtbot, tmp_path, HAD)
    assert ("Placement", "server and worker share one dedicated core") in rows
    assert ("pg", "cores of the server", "3") in rows
    assert ("pg", "cores of the worker", "3") in rows
    assert ("pg", "cores of the program", "0-2") in rows
    assert ("pg", "why not as planned", HAD.reason) in rows
    assert any("including parallel workers" in row[-1] for row in rows)


@pytest.mark.parametrize("run_cores", [None, RunCores("free", "0-3", "0-3", "0-3")])
def test_that_it_claims_nothing_that_was_not_so(
    run_cores: RunCores | None, qtbot: QtBot, tmp_path: Path
) -> None:
    rows = shown(qtbot, tmp_path, run_cores)
    assert not any("shared" in word.lower() for row in rows for word in row)
    assert any(row[0] == "Placement" for row in rows) == (run_cores is not None)


def test_that_facts_have_names_and_numbers_are_written_for_readers(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with open_store(str(tmp_path / "s.sqlite"), write=True) as store:
        report = report_on(store, store_campaign(store, make_campaign()))
    facts = {"logical_cores": 4096, "load_average": [0.5, 1.25], "memory_bytes": 16_000_000_000}
    scope = Scope()
    environment = ResultsEnvironment(scope, StoreReader(None, scope))
    qtbot.addWidget(environment)
    environment.draw(replace(report, environment=facts))
    rows = [row for table in environment.findChildren(DataTable) for row in rows_of(table)]
    assert ("Logical cores", "4,096") in rows and ("Memory, GB", "16.0") in rows
    assert ("Load average at the start", "0.50, 1.25") in rows
