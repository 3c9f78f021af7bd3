"""What was measured is read without the file that described it, whose weights make one total."""

from __future__ import annotations

import json
import math
import shutil
from pathlib import Path
from statistics import fmean

import pytest

from app.command_line.main import run
from tests.workloads.own.sides import SIDES
from tests.workloads.own.test_rehearsal import SHOP

PLAN = (
    """
[campaign]
name = "own"
repetitions = 2
warmups = 0
[workload]
name = "own"
file = "shop.toml"
sizes = [10]
"""
    + SIDES
)


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A store with a campaign whose file is gone."""
    folder = tmp_path_factory.mktemp("own")
    file = shutil.copy(SHOP, folder / "shop.toml")
    (folder / "plan.toml").write_text(PLAN)
    store = str(folder / "a.sqlite")
    assert report("run", str(folder / "plan.toml"), "--store", store) == 0
    Path(file).unlink()
    return store


def report(*words: str) -> int:
    return run(list(words))


@pytest.mark.slow
def test_that_a_campaign_is_read_and_handed_on_when_its_file_is_gone(
    measured: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, other = measured, str(tmp_path / "b.sqlite")
    archive, page = str(tmp_path / "own.zip"), str(tmp_path / "own.md")
    assert report("archive", "1", "--store", store, "-o", archive) == 0
    assert report("import", archive, "--store", other) == 0
    for each in (store, other):
        capsys.readouterr()
        assert report("compare", "1", "--store", each) == 0
        shown = [line for line in capsys.readouterr().out.splitlines() if "find by e-mail" in line]
        assert sum(line.startswith("sqlite ") for line in shown) == 3, shown
        assert report("export", "1", "--store", each, "--format", "md", "-o", page) == 0
        lines = Path(page).read_text().splitlines()
        by_index = [each for each in lines if "customer.email" in each and "AES-256-GCM" in each]
        assert by_index, "found by a blind index, whatever is left of the file"


@pytest.mark.slow
def test_that_a_total_is_weighted_as_the_file_says_and_storage_is_reported(
    measured: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, file = measured, tmp_path / "own.json"
    assert run(["compare", "1", "--store", store, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    (total,) = report["total"]
    assert total["protection"] == "gcm" and total["case"] == "" and total["size"] == 10
    assert total["covered_percent"] == pytest.approx(100)
    assert run(["export", "1", "--store", store, "--format", "json", "-o", str(file)]) == 0
    found = json.loads(file.read_text())
    assert found["total"] == report["total"]
    assert [found["summary"]["headline"]["text"]] == report["lead"]
    efforts = ("worker_cpu_s", "server_cpu_s") if total["in_cpu_time"] else ("seconds",)
    sums: dict[tuple[str, int], float] = {}
    for each in found["runs"]:
        for operation in each["operations"]:
            measures = operation["measures"]
            # The total is of CPU time where others took the core.
            effort = sum(operation[name] or 0.0 for name in efforts)
            part = measures["weight"] * effort / measures["times"]
            key = each["protection"], each["repetition"]
            sums[key] = sums.get(key, 0.0) + part
    ratios = [math.log(sums["gcm", n] / sums["plaintext", n]) for n in (1, 2)]
    assert total["cost_percent"] == pytest.approx(100 * math.expm1(fmean(ratios)))
    encrypted, plain = (
        min(
            operation["measures"]["stored"]
            for each in found["runs"]
            if each["protection"] == name
            for operation in each["operations"]
        )
        for name in ("gcm", "plaintext")
    )
    (row,) = [r for r in found["summary"]["protections"] if "GCM" in r["title"]]
    assert row["cost_percent"] == total["cost_percent"] and encrypted > 0 < plain
    capsys.readouterr()
    assert run(["compare", "1", "--store", store]) == 0
    out = capsys.readouterr().out
    assert "Weighted total." in out and all(each in out for each in report["lead"])
