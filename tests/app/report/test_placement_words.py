"""Exports tell on which cores a campaign was measured."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from app.plan.campaign import Placement
from app.report.files.export import export
from app.results.events import Event, RunStarted
from app.results.records import RunCores
from app.results.store.store import Store
from tests.app.results.making import OPERATIONS, make_campaign, run_of, store_campaign, whole_run

BOUND = RunCores("one-core", "3", "3", "0-2")
AWAY = RunCores("one-core", "", "3", "0-2", "A server at an address is left where it is.")


def placed(event: Event, run_cores: RunCores) -> Event:
    if isinstance(event, RunStarted):
        return replace(event, server="pg", placement=run_cores.to_mapping())
    return event


def measured(store: Store, *cores_of_runs: RunCores | None) -> int:
    """A campaign whose runs, one after another, had these."""
    campaign = replace(
        make_campaign(repetitions=len(cores_of_runs), warmups=0), placement=Placement.ONE_CORE
    )
    campaign_id = store_campaign(store, campaign)
    for number, run_cores in enumerate(cores_of_runs, 1):
        run = run_of(store, campaign_id, 0, number)
        events = whole_run(run, dict.fromkeys(OPERATIONS, 1.0))
        if run_cores is not None:
            events = [placed(each, run_cores) for each in events]
        store.write(campaign_id, events)
    return campaign_id


def test_that_json_tells_what_was_asked_and_what_each_server_had(
    store: Store, tmp_path: Path
) -> None:
    path = export(store, measured(store, BOUND, BOUND, AWAY), "json", tmp_path / "out.json")
    report = json.loads(path.read_text())["placement"]
    assert report["asked"] == "one-core"
    assert report["had"] == [
        {"name": "pg", "server": "3", "worker": "3", "program": "0-2", "reason": "", "runs": 2},
        {"name": "pg", "server": "", "worker": "3", "program": "0-2", "reason": AWAY.reason,
         "runs": 1},
    ]  # fmt: skip
    assert "parallel workers" in report["sharing"]


def test_that_markdown_tells_it_next_to_the_machine(store: Store, tmp_path: Path) -> None:
    path = export(store, measured(store, BOUND, AWAY), "md", tmp_path / "out.md")
    machine = path.read_text().partition("## Machine")[2].partition("## Plan")[0]
    assert "Placement: server and worker share one dedicated core." in machine
    assert "| pg | 3 | 3 | 0-2 | – |" in machine
    assert f"| pg | – | 3 | 0-2 | {AWAY.reason} |" in machine
    assert "share these cores" in machine


def test_that_nothing_is_made_up_for_runs_of_which_it_was_not_noted(
    store: Store, tmp_path: Path
) -> None:
    campaign_id = measured(store, None, None)
    report = json.loads(export(store, campaign_id, "json", tmp_path / "j").read_text())["placement"]
    assert (report["had"], report["sharing"]) == ([], "")
    assert "Asked for" not in export(store, campaign_id, "md", tmp_path / "m").read_text()
