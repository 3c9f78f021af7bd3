"""What a machine can tell apart is told nowhere where no control has told it."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest

from app.plan.campaign import Order
from app.report.campaign_report import report_on
from app.report.charts.campaign import campaign_charts
from app.report.export import export
from app.results.database.store import Store
from app.results.verdict import VerdictKind
from tests.app.results.making import CBC
from tests.app.results.noisy import costly_campaign, store_costs

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
def campaign_id(store: Store, request: pytest.FixtureRequest) -> int:
    return store_costs(store, CAMPAIGNS[request.param], {("postgresql", CBC.name): 0.4}, noise=0.3)


def test_that_no_file_has_a_limit_that_nobody_measured(
    store: Store, campaign_id: int, tmp_path: Path
) -> None:
    files = {
        kind: export(store, campaign_id, kind, tmp_path / f"out.{kind}")
        for kind in ("csv", "json", "md", "xlsx")
    }
    rows = list(csv.DictReader(files["csv"].read_text("utf-8").splitlines()))
    assert rows and {row["margin_percent"] for row in rows} == {""}
    told = json.loads(files["json"].read_text("utf-8"))
    assert {row["margin_percent"] for row in told["comparison"]} == {None}
    assert {item["margin_percent"] for item in told["headline"]} == {None}
    assert "control, ±" not in files["md"].read_text("utf-8")
    sheet = openpyxl.load_workbook(files["xlsx"])["Figures"]
    head, *lines = sheet.iter_rows(values_only=True)
    assert {line[head.index("margin_percent")] for line in lines} <= {None, ""}


def test_that_no_chart_has_a_band_that_nobody_measured(store: Store, campaign_id: int) -> None:
    report = report_on(store, campaign_id)
    spots = [
        spot
        for chart in campaign_charts(report)
        for panel in chart.panels
        for plot in getattr(panel, "plots", ())
        for spot in plot.spots
    ]
    assert spots and {spot.band for spot in spots} == {None}


def test_that_without_a_control_no_sentence_tells_what_the_machine_can_tell_apart(
    store: Store,
) -> None:
    quiet = replace(CAMPAIGNS["no control"], repetitions=24)
    costs = {("postgresql", CBC.name): 0.006}
    report = report_on(store, store_costs(store, quiet, costs, noise=0.002))
    said = {row.said for row in report.comparison if row.said is not None}
    assert {each.kind for each in said} == {VerdictKind.COSTS_LITTLE}
    for each in said:
        assert "this machine can tell apart" not in str(each.said)
        assert "No control" in str(each.meaning) or "no control" in str(each.meaning)
