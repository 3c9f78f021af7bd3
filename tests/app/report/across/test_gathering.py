"""Stored campaigns and studies, gathered and told beside each other."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from app.command_line.main import run
from app.findings.across.pivot import Pivot, build_pivot_table, default_layout
from app.findings.across.sourced_figures import (
    ALL_CASES,
    ALL_OPERATIONS,
    Dimension,
    GatheredFigures,
)
from app.findings.across.unpaired_comparison import Baseline, PivotCell
from app.findings.compare import Comparisons
from app.findings.cost import ComparisonMethod
from app.findings.studies.available_studies import study_named
from app.report.across.gathering import gather
from app.report.figures.campaign_report import report_on
from app.report.files.export import export
from app.results.records import CellRecord, RunRecord
from app.results.store.store import open_store
from tests.app.results.making import CBC, ECB
from tests.app.results.noisy import GCM, costly_campaign, store_costs

FIRST = Baseline(Dimension.SOURCE, "#1")
SLOWER = {("mariadb", CBC.name): 0.5}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Three campaigns: in the second CBC takes half as long again on MariaDB; the third has GCM in
    place of CBC and one case of the two."""
    path = str(tmp_path_factory.mktemp("across") / "s.sqlite")
    campaign = costly_campaign(2, (CBC,), (500, 1000), 8)
    other = replace(costly_campaign(2, (GCM,), (1000,), 8), name="another")
    with open_store(path, write=True) as opened:
        store_costs(opened, campaign, {})
        store_costs(opened, replace(campaign, name="São Paulo"), SLOWER)
        store_costs(opened, other, {})
    return path


def gathered(
    store: str, *numbers: int, over: str | None = None, study: str = ""
) -> GatheredFigures:
    with open_store(store, write=False) as opened:
        studies = [study_named(study)] if study else []
        return gather([opened.snapshot(each) for each in numbers], studies, None, over)


def found(known: GatheredFigures, pivot: Pivot, *place: str) -> PivotCell:
    table = build_pivot_table(known, pivot)
    row = next(each for each in table.rows if each.key == place[:-1])
    return row.cells[table.columns.index(place[-1])]


@pytest.mark.slow
def test_that_what_got_slower_is_reported_for_all_operations_and_cases_together(store: str) -> None:
    known = gathered(store, 1, 2)
    pivot = default_layout(known)
    assert pivot.filters == {Dimension.CASE: ALL_CASES, Dimension.OPERATION: ALL_OPERATIONS}
    slower = found(known, pivot, "mariadb", CBC.name, "#2").cost
    assert slower.verdict == "worse" and 48 < (slower.percent or 0) < 52
    assert (slower.high or 0) - (slower.low or 0) < 4
    same = found(known, pivot, "postgresql", CBC.name, "#2").cost
    assert same.verdict == "none-shown" and abs(same.percent or 0) < 2


@pytest.mark.slow
def test_that_paired_costs_are_those_of_the_campaigns_own_table(store: str) -> None:
    known = gathered(store, 1, 2)
    pivot = replace(default_layout(known), baseline=Baseline())
    with open_store(store, write=False) as opened:
        report = report_on(opened, 2)
        over = Comparisons(opened.snapshot(2), CBC.name).rows
    headline = next(e for e in report.headline if (e.server, e.protection) == ("mariadb", CBC.name))
    cell = found(known, pivot, "mariadb", CBC.name, "#2").cost
    assert cell == headline.cost
    wanted = next(
        row
        for row in over
        if (row.server, row.protection, row.at.size, row.operation)
        == ("mariadb", "plaintext", 500, "INSERT")
    )
    encrypted = gathered(store, 1, 2, over=CBC.name)
    held = {Dimension.CASE: "500 records", Dimension.OPERATION: "INSERT"}
    compared = replace(pivot, filters=held, baseline=Baseline(Dimension.PROTECTION, CBC.name))
    reported = found(encrypted, compared, "mariadb", "plaintext", "#2").cost
    assert reported == wanted.cost
    lacking = gathered(store, 1, 3, over=CBC.name)
    none = found(lacking, replace(compared, filters={**held, Dimension.CASE: "1,000 records"}),
                 "mariadb", GCM.name, "#3").cost  # fmt: skip
    assert none.percent is None and "no protection named" in str(none.message)


def test_that_a_study_stands_in_our_places_and_its_set_up_is_named(store: str) -> None:
    known = gathered(store, 1, study="rosa-2023")
    pivot = replace(default_layout(known), filters={Dimension.CASE: "1,000 records"})
    pivot = replace(pivot, filters={**pivot.filters, Dimension.OPERATION: ALL_OPERATIONS})
    cell = found(known, pivot, "postgresql", CBC.name, "rosa-2023")
    assert cell.figure is not None and cell.figure.published and cell.figure.source_lines
    assert cell.cost.percent is not None and cell.cost.low is None
    differs = known.source("rosa-2023").differs
    assert any(str(each).startswith("Its machine") for each in differs)
    alone = gather([], [study_named("rosa-2023"), study_named("vidakovic-2024")])
    assert len(alone.sources) == 2 and {each.published for each in alone.figures} == {True}
    assert {"postgresql", "mariadb"} <= set(alone.values(Dimension.ENGINE))


def test_that_weak_modes_keep_their_mark(tmp_path: Path) -> None:
    path = str(tmp_path / "s.sqlite")
    with open_store(path, write=True) as opened:
        store_costs(opened, costly_campaign(1, (ECB,)), {})
    marks = {each.protection: each.marks for each in gathered(path, 1).figures}
    assert marks == {"plaintext": (), "control": (), ECB.name: ("ECB",)}


def test_that_one_plan_on_several_hosts_stands_by_machine_each_over_its_own_baseline(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "s.sqlite")
    campaign = costly_campaign(1, (CBC,), (500,), 6)
    with open_store(path, write=True) as opened:
        for host, cost in {"rack1": 0.5, "rack2": 0.2}.items():
            made = store_costs(opened, campaign, {("postgresql", CBC.name): cost})
            facts = {"machine": host, "cpu": "Xeon", "logical_cores": 4, "memory_bytes": 8e9}
            opened.set_environment(made, facts)
    known = gathered(path, 1, 2)
    pivot = default_layout(known)
    costs = {
        host: found(known, pivot, "postgresql", CBC.name, host).cost for host in ("rack1", "rack2")
    }
    assert pivot.axes == (Dimension.SERVER, Dimension.PROTECTION, Dimension.MACHINE)
    assert {each.method for each in costs.values()} == {ComparisonMethod.PAIRED}
    assert [round((each.percent or 0) / 10) for each in costs.values()] == [5, 2]

    def typed(*words: str) -> str:
        assert run(["compare", "1", "2", "--store", path, *words]) == 0
        return capsys.readouterr().out

    head, *_ = words = typed().splitlines()
    assert head.split() == ["server", "protection", "rack1", "rack2"]
    assert "rack2: Xeon, 4 logical cores, 8 GB." in words
    reported = json.loads(typed("--json"))["rows"]
    assert {(each["first_machine"], each["machine"]) for each in reported} == {("rack1", "rack2")}
    sources = json.loads(typed("--json", "--columns", "machine"))["sources"]
    assert [each["machine"] for each in sources] == ["rack1", "rack2"]
    report = tmp_path / "report.html"
    with open_store(path, write=False) as opened:
        export(opened, [1, 2], "html", report)
    text = report.read_text()
    assert "rack2: Xeon" in text and "known costs (#2, rack2)" in text
    json_file = tmp_path / "c.json"
    with open_store(path, write=False) as opened:
        export(opened, 2, "json", json_file)
    assert json.loads(json_file.read_text())["campaign"]["machine"] == "rack2"


@pytest.mark.slow
def test_that_the_command_line_lays_out_the_same(
    store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def typed(*words: str, code: int = 0) -> str:
        assert run(["compare", *words, "--store", store]) == code
        output = capsys.readouterr()
        return output.out if not code else output.err

    asked = ("1", "2", "--rows", "server,protection", "--columns", "campaign")
    reported = json.loads(typed(*asked, "--json"))
    known = gathered(store, 1, 2)
    slower = found(known, default_layout(known), "mariadb", CBC.name, "#2").cost
    row = next(
        e for e in reported["rows"] if (e["server"], e["protection"]) == ("mariadb", CBC.name)
    )
    assert row["cells"]["#2"]["worse_percent"] == slower.percent
    assert (
        reported["baseline"] == {"dimension": "source", "value": "#1"}
        and "in one campaign" in reported["note"]
    )
    stored = ("--only", "operation=INSERT", "--hide", "protection=control")
    lines = list(csv.DictReader(io.StringIO(typed(*asked, *stored, "--csv"))))
    assert {each["protection"] for each in lines} == {"plaintext", CBC.name}
    assert {each["column"] for each in lines} == {"#1", "#2"}
    assert typed(*asked, "--markdown").startswith("| server | protection | #1")
    words = typed("1", "2", "--baseline", "own", "--study", "rosa-2023", "--columns", "study")
    assert "Rosa and Lazarin" in words and "fixed IV" in words and "Its machine" in words
    assert "São Paulo" in words and "costs" in words
    assert "Unknown dimension" in typed("1", "2", "--rows", "colour", code=2)
    assert "Choose one of: pg" in typed("1", "--only", "server=x", code=2).replace(
        "postgresql", "pg"
    )
    for several in (("--csv", "--json"), ("--markdown", "--csv"), ("--json", "--markdown")):
        refused = typed("1", *several, code=2)
        assert len(refused.splitlines()) == 1 and "written in one format" in refused
        assert all(each in refused for each in several)
    alone = ("--study", "rosa-2023", "--study", "percona-2026", "--rows", "case,operation,engine")
    assert run(["compare", *alone, "--columns", "study", "--csv"]) == 0
    reported = capsys.readouterr().out
    assert "rosa-2023" in reported and "percona-2026" in reported
    assert "Name a campaign" in typed(code=2)
    assert "not a dimension with a value" in typed("1", "--hide", "control", code=2)


def test_that_cases_of_different_work_have_no_cost_together(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "s.sqlite"), write=True) as opened:
        campaign = costly_campaign(1, (CBC,), (250, 500, 750, 1000), 4)
        known = opened.snapshot(store_costs(opened, campaign, {}))

    def named[R: CellRecord | RunRecord](records: Sequence[R]) -> list[R]:
        return [replace(r, case_name="cold" if r.size > 500 else "") for r in records]

    several = replace(
        known,
        cells=named(known.cells),
        runs=named(known.runs),
        operations=[replace(o, run=named([o.run])[0]) for o in known.operations],
    )
    place = ("postgresql", CBC.name, ALL_OPERATIONS)
    whole = replace(default_layout(gather([known])), filters={Dimension.CASE: ALL_CASES})
    assert found(gather([known]), whole, *place).cost.percent is not None
    assert found(gather([several]), whole, *place).cost.percent is None
