"""What reports say of work whose measure is no time of seconds, or that has no database."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from app.command_line.main import run
from app.findings.growth import Growth
from app.plan.campaign import CONTROL
from app.report.figures.campaign_report import report_on
from app.report.files.export import export
from app.results.store.store import Store
from engines.contract.message import NOTHING
from tests.app.report.loaded import store_loaded
from tests.app.results.raw import PARAMETERS, raw_campaign, store_raw
from workloads.registry import axis_in_sentence


def markdown_of(store: Store, campaign: int, folder: Path) -> str:
    return export(store, campaign, "md", folder / "out.md").read_text("utf-8")


@pytest.mark.slow
def test_that_latencies_below_a_millisecond_keep_their_figures(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    campaign = store_loaded(store, scale=0.08)
    rows = report_on(store, campaign).comparison
    assert min(row.mean or 0.0 for row in rows) == pytest.approx(0.162)
    assert " 0.162 ± 0.001 ms" in markdown_of(store, campaign, tmp_path)
    assert run(["compare", str(campaign), "--store", str(store.url)]) == 0
    assert re.search(r" 0\.162 +0\.001 ", capsys.readouterr().out)


@pytest.mark.slow
def test_that_cpu_time_of_an_api_is_reported_next_to_that_of_server_and_worker(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    campaign = store_loaded(store)
    text = markdown_of(store, campaign, tmp_path)
    # Twice the CPU time for 12 answers fewer.
    assert "| GET | 0.2500 | 0.1250 | 0.5000 | +100.6 % |" in text
    assert "The API is between worker and server" in text
    assert run(["compare", str(campaign), "--store", str(store.url)]) == 0
    report = capsys.readouterr().out
    assert "server CPU s  worker CPU s  API CPU s  CPU cost %" in report
    assert re.search(r" 0\.2500 +0\.1250 +0\.5000 +\+100\.6 ", report)


@pytest.mark.slow
def test_that_work_that_lasts_as_long_as_planned_has_no_cost_in_cpu_time(
    store: Store, tmp_path: Path
) -> None:
    campaign = store_raw(store, worker_cpu_s=1.0)
    assert "CPU time" not in markdown_of(store, campaign, tmp_path)
    assert {row.cpu.percent for row in report_on(store, campaign).comparison} == {None}


def test_that_what_only_tells_how_a_run_went_has_a_mean_and_no_cost(store: Store) -> None:
    rows = report_on(store, store_loaded(store), measure="dropped").comparison
    assert {(row.protection, row.mean) for row in rows} == {
        ("plaintext", 0.0),
        (CONTROL.name, 0.0),
        ("aes-256-gcm", 3.0),
    }
    assert {(row.cost.percent, row.cost.verdict) for row in rows} == {(None, None)}


@pytest.mark.slow
def test_that_growth_is_informed_of_seconds_only_and_names_what_grows(store: Store) -> None:
    sizes = replace(PARAMETERS, block_bytes=(16, 256, 1024), rsa_bits=())
    assert report_on(store, store_raw(store, raw_campaign(workload=sizes))).growth == []
    axis = axis_in_sentence("predicate")
    grown = Growth("pg", "plaintext", "JOIN", 2.0, 1.9, 2.1, "", axis, NOTHING)
    assert str(grown.message).startswith("JOIN on pg, plaintext: grows as “Rows”^2.00 (1.90")
    assert "axis" not in grown.to_json()


@pytest.mark.slow
def test_that_a_report_on_ciphers_speaks_of_no_database(store: Store, tmp_path: Path) -> None:
    campaign = store_raw(store, raw_campaign(repetitions=4))
    text = markdown_of(store, campaign, tmp_path)
    assert "## Protections" not in text and "stolen disk" not in text
    assert "plaintext" not in text.lower() and "in seconds" not in text
    unwatched = report_on(store, store_raw(store, raw_campaign(control=False))).quality.text
    assert "the baseline measured twice" in unwatched and "plaintext" not in unwatched
