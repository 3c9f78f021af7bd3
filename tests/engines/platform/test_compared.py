"""What Windows makes of an archive, compared with what Linux does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts.windows import measured
from scripts.windows.compared import main


@pytest.mark.parametrize(
    ("name", "linux", "windows", "wrong"),
    [
        ("export.html", "<p>1.5</p>", "<p>1.5</p>", 0),
        ("export.html", "<p>1.5</p>", "<p>1.6</p>", 1),
        ("export.csv", "a,0.1234567890123456\n", "a,0.1234567890123459\r\n", 0),
        ("export.csv", "a,0.12345678\n", "a,0.12345679\n", 1),
        ("export.csv", "a,0.5\n", "b,0.5\n", 1),
        ("export.csv", "a,0.5,0.5\n", "a,0.5\n", 1),
        ("check.txt", "/home/a", "C:\\a", 0),
    ],
)
def test_that_another_figure_is_seen_and_another_last_bit_is_not(
    name: str, linux: str, windows: str, wrong: int, tmp_path: Path
) -> None:
    for folder, text in (("linux", linux), ("windows", windows)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_bytes(text.encode())
    assert main(tmp_path / "linux", tmp_path / "windows") == wrong


@pytest.mark.parametrize(
    ("changed", "wrong"),
    [
        ({}, 0),
        ({"status": "failed"}, 1),
        ({"mean_s": 0.0}, 1),
        ({"verdict": None}, 1),
        ({"cost_percent": None}, 1),
    ],
)
def test_that_a_campaign_of_windows_is_whole_only_with_times_costs_and_verdicts(
    changed: dict[str, object], wrong: int, tmp_path: Path
) -> None:
    baseline = {"protection": "plaintext", "operation": "INSERT", "status": "done", "mean_s": 0.1}
    cells = [
        {**baseline, "cost_percent": None, "verdict": None},
        {**baseline, "cost_percent": 12.5, "verdict": "too-noisy", **changed},
    ]
    (tmp_path / "compared.json").write_text(json.dumps(cells))
    assert measured.main(tmp_path / "compared.json") == wrong
