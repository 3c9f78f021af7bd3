"""Published studies on the command line: listed, added, laid beside, and made of a campaign."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from app.command_line.main import cipherbench
from app.findings.studies.study_format import read_study
from app.results.store.store import open_store
from engines.contract.errors import InputError
from tests.app.results.making import CBC
from tests.app.results.noisy import costly_campaign, store_costs


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CIPHERBENCH_CONFIG", str(tmp_path / "config"))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A campaign on PostgreSQL at 1,000 records, where CBC costs 42 %."""
    path = tmp_path_factory.mktemp("costs") / "costs.sqlite"
    with open_store(str(path), write=True) as opened:
        campaign = costly_campaign(1, (CBC,), repetitions=4)
        store_costs(opened, campaign, {("postgresql", CBC.name): 0.42})
    return str(path)


def typed(*arguments: str) -> str:
    """What a command prints on stdout."""
    done = CliRunner().invoke(cipherbench, arguments, catch_exceptions=True, standalone_mode=False)
    if done.exception:
        raise done.exception
    return done.stdout


def test_that_studies_and_their_figures_are_listed() -> None:
    known = {each["name"]: each for each in json.loads(typed("studies", "--json"))}
    assert known["rosa-2023"]["figures"] == 111 and known["rosa-2023"]["like"] == "hospital"
    assert "Rosa and Lazarin 2023" in typed("studies")
    report = typed("studies", "percona-2026")
    assert "CREATE TABLE AS SELECT" in report and "at most 2 %" in report and "32 cores" in report
    figures = json.loads(typed("studies", "percona-2026", "--json"))["figures"]
    assert figures[0]["value"] == 30 and figures[0]["source"]


@pytest.mark.slow
def test_that_compare_lays_a_study_next_to_and_names_what_differs(store: str) -> None:
    plain = json.loads(typed("compare", "1", "--store", store, "--json"))
    report = ("--study", "rosa-2023", "--study", "vidakovic-2024")
    compared = json.loads(typed("compare", "1", "--store", store, "--json", *report))
    assert compared["comparison"] == plain
    rosa, other = compared["studies"]
    insert = next(row for row in rosa["rows"] if row["operation"] == "INSERT" and row["unit"])
    assert {row["protection"] for row in rosa["rows"]} == {"plaintext", CBC.name}
    assert insert["sources"] and rosa["differs"] and other["rows"] == []
    words = typed("compare", "1", "--store", store, *report)
    assert "+30 %" in words and "no figure matches" in words and "one core" in words
    with pytest.raises(InputError, match="no study named"):
        typed("compare", "1", "--store", store, "--study", "nobody")


def test_that_files_hold_the_study_that_is_compared_with(store: str, tmp_path: Path) -> None:
    for kind in ("csv", "md", "json"):
        file = str(tmp_path / f"out.{kind}")
        typed("export", "1", "--store", store, "--format", kind, "-o", file, "--study", "rosa-2023")
    rows = list(csv.DictReader((tmp_path / "out.csv").read_text("utf-8").splitlines()))
    encrypted = [row for row in rows if row["protection"] == CBC.name]
    assert float(encrypted[0]["rosa-2023_cost_percent"]) == pytest.approx(30.35, abs=0.01)
    assert "Raw times" in encrypted[0]["rosa-2023_source"]
    text = (tmp_path / "out.md").read_text(encoding="utf-8")
    assert "## Published studies" in text and "Raw times, PostgreSQL" in text
    document = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert document["studies"][0]["name"] == "rosa-2023" and document["studies"][0]["rows"]


@pytest.mark.slow
def test_that_what_is_wrong_in_a_study_is_reported_wherever_it_is_shown(
    store: str, tmp_path: Path
) -> None:
    digit, booleans = "19.700723644 s", "in excluida and validado of every record"
    shown = [typed("studies", "rosa-2023"), typed("studies", "rosa-2023", "--markdown")]
    matched = ("1", "--store", store, "--study", "rosa-2023")
    shown.append(typed("compare", *matched))
    for kind in ("md", "json", "html"):
        file = tmp_path / f"out.{kind}"
        full = ("--for", "full") if kind == "html" else ()
        typed("export", *matched, "--format", kind, *full, "-o", str(file))
        shown.append(file.read_text("utf-8"))
    for text in shown:
        assert digit in text and booleans in text


def test_that_a_campaign_becomes_a_study_that_can_be_added(store: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    typed("export", "1", "--store", store, "--format", "study", "-o", str(file))
    study = read_study(file)
    assert study.like == "hospital" and "postgresql" in study.engines
    costs = [each for each in study.figures if each.measure == "cost"]
    assert len(costs) == 5 and all(each.low is not None for each in costs)
    assert costs[0].protection == "native aes-128-cbc" and "blocks" in costs[0].source
    typed("studies", "--add", str(file))
    assert "your own" in typed("studies")
    compared = json.loads(typed("compare", "1", "--store", store, "--json", "--study", "mine"))
    own, theirs = compared["comparison"], compared["studies"][0]["rows"]
    costs_here = [row["cost_percent"] for row in own if row["protection"] == CBC.name]
    report = [row["cost_percent"] for row in theirs if row["operation"] and row["cost_percent"]]
    assert report == pytest.approx(costs_here) and not any(row["differs"] for row in theirs)


def test_that_the_page_of_all_figures_is_up_to_date() -> None:
    page = Path(__file__).parents[3] / "docs" / "published-figures.md"
    assert typed("studies", "--markdown") == page.read_text(encoding="utf-8"), (
        "cipherbench studies --markdown > docs/published-figures.md"
    )


@pytest.mark.parametrize("name", ["nothing", "server=nowhere"])
def test_that_an_unknown_baseline_of_a_layout_is_refused(store: str, name: str) -> None:
    with pytest.raises(InputError, match="No figure has the"):
        typed("compare", "1", "--store", store, "--columns", "operation", "--baseline", name)


def test_that_a_campaign_named_twice_is_prepared_once(store: str) -> None:
    once = typed("compare", "1", "--store", store, "--columns", "operation")
    assert typed("compare", "1", "1", "--store", store, "--columns", "operation") == once


def test_that_notes_are_no_rows_of_a_table_in_markdown(store: str) -> None:
    report = typed("compare", "1", "--store", store, "--study", "rosa-2023", "--markdown")
    table, _, notes = report.partition("\n\n")
    assert all(line.startswith("| ") for line in table.splitlines()) and "Rosa" in notes


def test_that_no_resolution_at_all_is_refused(store: str, tmp_path: Path) -> None:
    with pytest.raises(click.BadParameter, match="between 30 and 1,200"):
        typed("charts", "1", "--store", store, "--format", "png", "--dpi", "0", "-o", str(tmp_path))
