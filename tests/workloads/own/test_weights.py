"""Weights of a file's operations make one total, and its tables tell what they take."""

from __future__ import annotations

import json
import math
import shutil
from pathlib import Path
from statistics import fmean

import pytest

from app.command_line.main import run
from tests.workloads.own.test_rehearsal import SHOP
from tests.workloads.own.test_without_file import PLAN


@pytest.mark.slow
def test_that_a_total_is_weighted_as_the_file_says_and_storage_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(SHOP, tmp_path / "shop.toml")
    (tmp_path / "plan.toml").write_text(PLAN)
    store, file = str(tmp_path / "a.sqlite"), tmp_path / "own.json"
    assert run(["run", str(tmp_path / "plan.toml"), "--store", store]) == 0
    capsys.readouterr()
    assert run(["compare", "1", "--store", store, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    (total,) = told["total"]
    assert total["protection"] == "gcm" and total["case"] == "" and total["size"] == 40
    assert total["covered_percent"] == pytest.approx(100)
    assert run(["export", "1", "--store", store, "--format", "json", "-o", str(file)]) == 0
    found = json.loads(file.read_text())
    assert found["total"] == told["total"]
    assert found["summary"]["lead"] == told["lead"]
    sums: dict[tuple[str, int], float] = {}
    for each in found["runs"]:
        for operation in each["operations"]:
            measures = operation["measures"]
            part = measures["weight"] * operation["seconds"] / measures["times"]
            key = each["protection"], each["repetition"]
            sums[key] = sums.get(key, 0.0) + part
    ratios = [math.log(sums["gcm", n] / sums["plaintext", n]) for n in (1, 2)]
    assert total["cost_percent"] == pytest.approx(100 * math.expm1(fmean(ratios)))
    sealed, plain = (
        min(
            operation["measures"]["stored"]
            for each in found["runs"]
            if each["protection"] == name
            for operation in each["operations"]
        )
        for name in ("gcm", "plaintext")
    )
    (row,) = [r for r in found["summary"]["protections"] if "GCM" in r["protection"]]
    if sealed > plain:
        assert row["cost"][-1].startswith("storage +")
    capsys.readouterr()
    assert run(["compare", "1", "--store", store]) == 0
    out = capsys.readouterr().out
    assert "Weighted total." in out and all(each in out for each in told["lead"])
