"""What a protection cannot do is left out by itself, with its reason, and all else is measured."""

from __future__ import annotations

import json
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from app.command_line.main import run
from app.plan.status import Status
from app.report.figures.campaign_report import CampaignReport, report_on
from app.results.store.store import open_store
from tests.requirements import spec_of
from tests.workloads.own.sides import SIDES
from workloads.contract import SECONDS

FILE = """
format = 1
name = "People"
dialect = "sqlite"
[table.person]
rows = 60
[table.person.column]
id = { type = "integer", make = "serial" }
name = { type = "text", make = "name.en", size = 80, seal = true }
[[operation]]
name = "first names"
times = 30
sql = "select name from person order by name limit 3"
[[operation]]
name = "look up"
times = 30
sql = "select name from person where id = :id"
parameters.id = { from = "person.id" }
"""
PLAN = (
    """
[campaign]
name = "people"
repetitions = 2
warmups = 0
[workload]
name = "own"
file = "people.toml"
sizes = [60]
"""
    + SIDES
)
ONCE = PLAN.replace("repetitions = 2", "repetitions = 1\ncontrol = false")
LEFT_OUT = "first names"


def reported(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    assert run(list(words)) == 0
    return capsys.readouterr().out


def measured(folder: Path, file: str = FILE, plan: str = PLAN) -> str:
    """The store of a campaign in lockstep, in which one side lacks what the other does first."""
    (folder / "people.toml").write_text(file)
    (folder / "plan.toml").write_text(plan)
    store = str(folder / "store.sqlite")
    assert run(["run", str(folder / "plan.toml"), "--store", store]) == 0
    return store


@pytest.fixture(scope="module")
def of_one(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A store with the campaign of which one operation is left out, and what was told of it."""
    output = StringIO()
    with redirect_stderr(output):
        store = measured(tmp_path_factory.mktemp("people"))
    return store, output.getvalue()


def report_in(store: str) -> CampaignReport:
    with open_store(store, write=False) as opened:
        return report_on(opened, 1)


def by_operation(rows: list[dict[str, Any]], protection: str) -> dict[str, dict[str, Any]]:
    return {row["operation"]: row for row in rows if row["protection"] == protection}


@pytest.mark.slow
def test_that_a_refused_operation_is_reported_everywhere_and_the_others_are_compared(
    of_one: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, _ = of_one
    everything = json.loads(reported(capsys, "compare", "1", "--store", store, "--json"))
    rows = everything["comparison"]
    encrypted = by_operation(rows, "gcm")
    refused, other = encrypted[LEFT_OUT], encrypted["look up"]
    assert (refused["status"], refused["n"], refused["why_code"]) == ("unsupported", 0, "order")
    assert refused["why_text"].startswith("person.name is encrypted in the application")
    assert (other["status"], other["n"], other["why_code"]) == ("done", 2, None)
    assert other["cost_percent"] is not None
    assert by_operation(rows, "plaintext")[LEFT_OUT]["n"] == 2
    shown = reported(capsys, "compare", "1", "--store", store)
    assert shown.count("person.name is encrypted in the application") == 1
    assert any(
        each.startswith("sqlite  gcm ") and each.rstrip().endswith(" 50 %")  # one of two operations
        for each in shown.splitlines()
    )

    report = report_in(store)
    [total] = report.headline
    assert (total.covered, total.left_out) == (("look up",), {LEFT_OUT: "order"})
    assert total.complete
    assert total.cost.percent == pytest.approx(other["cost_percent"])
    together = {f.protection: f for f in report.figures.figures if f.operation == "all operations"}
    by_clock = together["plaintext"].measure == SECONDS.name  # or by CPU, where others disturb
    assert (together["plaintext"].mean is not None) is by_clock
    assert together["gcm"].mean is None  # less work than plaintext's

    # It goes with the campaign, and a store without its operations is sound.
    archive, other_store = str(tmp_path / "own.zip"), str(tmp_path / "other.sqlite")
    reported(capsys, "archive", "1", "--store", store, "-o", archive)
    Path(store).with_name("people.toml").unlink()
    reported(capsys, "import", archive, "--store", other_store)
    again = json.loads(reported(capsys, "compare", "1", "--store", other_store, "--json"))
    for protection in ("plaintext", "control", "gcm"):
        known = by_operation(rows, protection)
        assert by_operation(again["comparison"], protection) == known
    for kind in ("md", "csv", "json"):
        file = tmp_path / f"report.{kind}"
        reported(capsys, "export", "1", "--store", store, "--format", kind, "-o", str(file))
        assert "person.name is encrypted in the application" in file.read_text()


@pytest.mark.slow
def test_that_a_cell_of_which_nothing_is_left_is_unsupported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    only = FILE[: FILE.rindex("[[operation]]")]
    store = measured(tmp_path, only, ONCE)
    report = report_in(store)
    status = {each.protection: each for each in report.cells}
    assert status["plaintext"].status is Status.DONE
    assert status["gcm"].status is Status.UNSUPPORTED
    assert "person.name" in status["gcm"].reason
    assert not report.headline


def test_that_what_is_left_out_is_reported_before_anything_runs(of_one: tuple[str, str]) -> None:
    reported = of_one[1].splitlines()
    reason = [
        each for each in reported if each.startswith(f"sqlite · gcm: “{LEFT_OUT}” unsupported")
    ]
    assert len(reason) == 1 and "in 1 cell: " in reason[0] and "person.name" in reason[0]
    assert reported.index(reason[0]) < next(
        at for at, each in enumerate(reported) if "[0 of " in each
    )


def test_that_a_protection_that_encrypts_no_column_is_unsupported(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Its cost would be that of the same statements on the same rows."""
    store = measured(tmp_path, FILE.replace(", seal = true", ""), ONCE)
    reported = capfd.readouterr().err
    assert (
        "sqlite · gcm: 1 cell unsupported: No column of the workload file is encrypted." in reported
    )
    encrypted = [each for each in report_in(store).figures.figures if each.protection == "gcm"]
    assert encrypted and all(each.status is Status.UNSUPPORTED for each in encrypted)


_NO_CASCADES = """
[campaign]
name = "hospital"
repetitions = 2
[workload]
name = "hospital"
sizes = [20]
[[server]]
name = "duckdb"
source = "embedded"
engine = "duckdb"
[[protection]]
name = "plaintext"
"""


def test_that_a_plan_with_nothing_to_measure_says_why_and_does_not_succeed(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    spec_of("duckdb")
    (tmp_path / "plan.toml").write_text(_NO_CASCADES)
    assert run(["run", str(tmp_path / "plan.toml"), "--store", str(tmp_path / "store")]) == 1
    reported = capfd.readouterr().err
    assert "Nothing can be measured: The workload deletes rows" in reported
    assert reported.count("The workload deletes rows") == 1
