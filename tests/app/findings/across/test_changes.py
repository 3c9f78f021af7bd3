"""What changed from one campaign to others: one comparison, corrected once."""

from __future__ import annotations

import json
from math import expm1
from pathlib import Path
from typing import Any

import pytest
import scipy

from app.command_line.main import run
from app.findings.across.unpaired_comparison import welch
from app.findings.cost import VerdictKind
from app.report.across.gathering import gather
from app.report.across.pivot_tables import unpaired_changes
from app.results.store.store import open_store
from tests.app.report.loaded import store_loaded
from tests.app.results.making import CBC
from tests.app.results.noisy import costly_campaign, store_costs

type Row = dict[str, Any]

ONE, TWO = (0.1, 0.12, 0.09, 0.11, 0.13), (0.2, 0.25, 0.15)


def test_that_welch_finds_what_scipy_finds() -> None:
    found = welch(ONE, TWO)
    assert found is not None
    interval, p_value = found
    wanted = scipy.stats.ttest_ind(TWO, ONE, equal_var=False)
    assert p_value == pytest.approx(wanted.pvalue)
    low, high = wanted.confidence_interval(0.95)
    assert interval.low == pytest.approx(expm1(low) * 100)
    assert interval.high == pytest.approx(expm1(high) * 100)
    assert welch(ONE, (0.1,)) is None


def test_that_a_cell_that_got_slower_is_reported_and_the_others_are_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "s.sqlite")
    campaign = costly_campaign(servers=2, protections=(CBC,))
    with open_store(path, write=True) as store:
        old = store_costs(store, campaign, {})
        new = store_costs(store, campaign, {("mariadb", CBC.name): 0.5})
        known = gather([store.snapshot(old), store.snapshot(new)])
    rows = unpaired_changes(known, f"#{old}")
    worse = [(e.figure, e.cost) for e in rows if e.cost.verdict == VerdictKind.WORSE]
    assert {(row.server, row.protection) for row, _ in worse if row} == {("mariadb", CBC.name)}
    assert len(worse) == 4 and all(45 < (report.percent or 0) < 55 for _, report in worse)
    assert {each.cost.verdict for each in rows} == {VerdictKind.WORSE, VerdictKind.NONE_SHOWN}
    assert run(["compare", str(old), str(new), "--json", "--store", path]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["first"], report["paired"]) == (old, False) and "in one campaign" in report[
        "note"
    ]
    assert [row["change"] for row in report["rows"]] == [row.cost.verdict for row in rows]
    assert list(report["rows"][0]) == [
        "campaign", "machine", "first_machine", "server", "first_server", "engine", "protection",
        "case", "operation", "measure", "unit", "mean", "first_mean", "blocks", "first_blocks",
        "worse_percent", "low_percent", "high_percent", "p_value", "change",
    ]  # fmt: skip
    assert run(["compare", str(old), str(new), "--store", path]) == 0
    assert "in one campaign" in capsys.readouterr().out


@pytest.fixture(scope="module")
def doubtful(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Two campaigns of eight repetitions; the second is a little slower on one server, so that a
    verdict hangs on how many comparisons there are."""
    path = str(tmp_path_factory.mktemp("doubtful") / "s.sqlite")
    campaign = costly_campaign(2, (CBC,), (1000,), 8)
    with open_store(path, write=True) as store:
        store_costs(store, campaign, {}, noise=0.02)
        store_costs(store, campaign, {("mariadb", CBC.name): 0.028}, noise=0.021)
    return path


def _cells(path: str, capsys: pytest.CaptureFixture[str], *asked: str) -> list[Row]:
    """The rows of CBC on MariaDB."""
    command = ["compare", "1", "2", *asked, "--json", "--store", path]
    assert run(command) == 0
    report = json.loads(capsys.readouterr().out)
    wanted = ("mariadb", CBC.name)
    return [row for row in report["rows"] if (row["server"], row["protection"]) == wanted]


def test_that_a_cell_has_one_verdict_whatever_is_looked_at(
    doubtful: str, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = {row["operation"]: row for row in _cells(doubtful, capsys)}
    layout = ("--rows", "server,protection,operation", "--columns", "campaign")
    for asked in ((), ("--hide", "server=postgresql"), ("--only", "operation=INSERT")):
        for row in _cells(doubtful, capsys, *layout, *asked):
            cell, known = row["cells"]["#2"], plain.get(row["operation"])
            if known is not None:
                assert (cell["verdict"], cell["p_value"]) == (known["change"], known["p_value"])
                assert cell["worse_percent"] == known["worse_percent"]


def test_that_what_correction_takes_away_is_stated_to_be_so(
    doubtful: str, capsys: pytest.CaptureFixture[str]
) -> None:
    layout = ("--rows", "server,protection", "--columns", "operation", "--baseline", "campaign=1")
    rows = _cells(doubtful, capsys, *layout, "--only", "campaign=2")
    output = [cell["said"] for row in rows for cell in row["cells"].values()]
    assert any("may be chance among" in each for each in output)


def test_that_a_chosen_campaign_is_no_reason_to_miss_another(
    doubtful: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["compare", "1", "2", "--rows", "server,protection", "--columns", "operation"]
    assert run([*command, "--only", "campaign=2", "--store", doubtful]) == 0
    assert "no figures for this selection" not in capsys.readouterr().out


def test_that_the_terminal_has_words_and_one_kind_of_minus(
    doubtful: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["compare", "1", "2", "--store", doubtful]) == 0
    out = capsys.readouterr().out
    assert "no difference shown" in out and "none-shown" not in out
    assert "−" in out and " -" not in out.replace("--", "") and "−0.0" not in out


def test_that_different_workloads_are_stated_to_have_no_case_in_common(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "s.sqlite")
    with open_store(path, write=True) as store:
        store_costs(store, costly_campaign(1, (CBC,), (1000,), 4), {})
        store_loaded(store)
    assert run(["compare", "1", "2", "--store", path]) == 0
    assert "no case in common" in capsys.readouterr().out
    assert run(["compare", "1", "2", "--rows", "server", "--store", path]) == 0
    report = capsys.readouterr().out
    assert "no case in common" in report and "Choose another" not in report
