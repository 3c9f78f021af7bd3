"""Every output tells what ended a campaign, the control as what it is, and no limit that no control
has told."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest

from app.command_line.main import run
from app.findings.cost import VerdictKind
from app.plan.campaign import Order, Placement
from app.plan.status import Status
from app.report.figures.campaign_report import report_on
from app.report.files.chart_files import campaign_charts
from app.report.files.export import export
from app.results.events import CampaignFinished
from app.results.store.store import Store
from engines.contract.message import Message
from tests.app.results.making import CBC
from tests.app.results.noisy import costly_campaign, store_costs

WHY = "The time budget of 3 min was used up"


@pytest.fixture
def ended(store: Store) -> int:
    """A campaign with a control, which its time budget has ended."""
    campaign = replace(
        costly_campaign(1, (CBC,), repetitions=6),
        placement=Placement.TWO_CORES,
        target_percent=1.5,
        max_repetitions=40,
        budget_minutes=3,
    )
    campaign_id = store_costs(store, campaign, {("postgresql", CBC.name): 0.4})
    store.write(
        campaign_id, [CampaignFinished(campaign_id, Status.DONE, 99_001.0, ended_by=Message(WHY))]
    )
    return campaign_id


def exported(store: Store, campaign_id: int, kind: str, folder: Path) -> str:
    return export(store, campaign_id, kind, folder / kind).read_text("utf-8")


def test_that_every_output_tells_what_ended_a_campaign(
    store: Store, ended: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert json.loads(exported(store, ended, "json", tmp_path))["campaign"]["ended_by"] == WHY
    assert f"What ended it: {WHY}." in exported(store, ended, "md", tmp_path)
    assert run(["compare", str(ended), "--store", str(store.url)]) == 0
    assert f"What ended it: {WHY}." in capsys.readouterr().out


def test_that_a_campaign_that_nothing_ended_says_nothing_of_it(
    store: Store, tmp_path: Path
) -> None:
    campaign_id = store_costs(store, costly_campaign(1, (CBC,), repetitions=2), {})
    assert (
        json.loads(exported(store, campaign_id, "json", tmp_path))["campaign"]["ended_by"] is None
    )
    assert "What ended it" not in exported(store, campaign_id, "md", tmp_path)


def test_that_markdown_has_all_settings_that_make_figures_what_they_are(
    store: Store, ended: int, tmp_path: Path
) -> None:
    plan = exported(store, ended, "md", tmp_path).split("## Plan")[1]
    for line in (
        "| placement | two-cores |",
        "| control | yes |",
        "| target | ± 1.5 points |",
        "| most repetitions | 40 |",
        "| time budget | 3 min |",
    ):
        assert line in plan


def test_that_the_control_is_reported_as_a_control_and_not_as_a_protection(
    store: Store, ended: int, tmp_path: Path
) -> None:
    text = exported(store, ended, "md", tmp_path)
    protections = text.split("## Protections")[1].split("## Servers")[0]
    assert "| plaintext |" in protections and "control" not in protections
    times = text.split("## Times")[1].split("## Verdicts")[0]
    [line] = [line for line in times.splitlines() if line.startswith("| postgresql | control |")]
    assert line.count("(control, ± ") == 4 and "(+" not in line and "(-" not in line
    cells = json.loads(exported(store, ended, "json", tmp_path))["cells"]
    assert {cell["protection"]: cell["control"] for cell in cells} == {
        "plaintext": False,
        "control": True,
        CBC.name: False,
    }


def test_that_a_control_without_blocks_tells_nothing_separately(
    store: Store, tmp_path: Path
) -> None:
    campaign_id = store_costs(store, costly_campaign(1, (CBC,), repetitions=1), {})
    times = (
        exported(store, campaign_id, "md", tmp_path).split("## Times")[1].split("## Verdicts")[0]
    )
    [line] = [line for line in times.splitlines() if line.startswith("| postgresql | control |")]
    assert line.count(" (control) |") == 4


def test_that_markdown_says_what_the_exact_test_was_good_for(store: Store, tmp_path: Path) -> None:
    campaign = costly_campaign(1, (CBC,), repetitions=6)
    costs = {("postgresql", CBC.name): 0.4}
    text = exported(store, store_costs(store, campaign, costs), "md", tmp_path)
    assert "From six blocks on, the exact permutation test within blocks must agree" in text
    assert "(3 blocks: too few for the exact test)" in text


ONCE = costly_campaign(1, (CBC,), (500, 1000), 1)
CAMPAIGNS = {
    "one repetition": ONCE,
    "no control": replace(
        ONCE,
        repetitions=8,
        control=False,
        protections=tuple(each for each in ONCE.protections if each.protection.name != "control"),
    ),
    "in sequence": replace(ONCE, repetitions=8, order=Order.SEQUENTIAL),
}


@pytest.fixture(params=CAMPAIGNS)
def unlimited(store: Store, request: pytest.FixtureRequest) -> int:
    return store_costs(store, CAMPAIGNS[request.param], {("postgresql", CBC.name): 0.4}, noise=0.3)


def test_that_no_file_has_a_limit_that_nobody_measured(
    store: Store, unlimited: int, tmp_path: Path
) -> None:
    files = {
        kind: export(store, unlimited, kind, tmp_path / f"out.{kind}")
        for kind in ("csv", "json", "md", "xlsx")
    }
    rows = list(csv.DictReader(files["csv"].read_text("utf-8").splitlines()))
    assert rows and {row["margin_percent"] for row in rows} == {""}
    reported = json.loads(files["json"].read_text("utf-8"))
    assert {row["margin_percent"] for row in reported["comparison"]} == {None}
    assert {item["margin_percent"] for item in reported["headline"]} == {None}
    assert "control, ±" not in files["md"].read_text("utf-8")
    sheet = openpyxl.load_workbook(files["xlsx"])["Figures"]
    head, *lines = sheet.iter_rows(values_only=True)
    assert {line[head.index("margin_percent")] for line in lines} <= {None, ""}


def test_that_no_chart_has_a_band_that_nobody_measured(store: Store, unlimited: int) -> None:
    report = report_on(store, unlimited)
    spots = [
        spot
        for chart in campaign_charts(report)
        for panel in chart.panels
        for plot in getattr(panel, "plots", ())
        for spot in plot.spots
    ]
    assert spots and {spot.band for spot in spots} == {None}


def test_that_without_a_control_no_sentence_tells_what_the_machine_can_distinguish(
    store: Store,
) -> None:
    quiet = replace(CAMPAIGNS["no control"], repetitions=24)
    costs = {("postgresql", CBC.name): 0.006}
    report = report_on(store, store_costs(store, quiet, costs, noise=0.002))
    output = {row.cost for row in report.comparison if row.cost}
    assert {each.verdict for each in output} == {VerdictKind.COSTS_LITTLE}
    for each in output:
        assert "detection limit" not in str(each.message)
        assert "without a control" in str(each.meaning)
