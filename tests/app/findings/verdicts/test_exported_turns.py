"""Both estimates of a cost and their intervals, worked out anew from the turns that JSON has."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy

from app.plan.campaign import Campaign, Order, PlannedProtection
from app.report.files.export import export
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind

pytestmark = pytest.mark.slow
EXACTLY = 1e-9

CLIENT = PlannedProtection(Protection("client", ProtectionKind.CLIENT, "aes", 256, "gcm"))


@pytest.fixture(scope="module")
def _exported() -> dict[str, Any]:
    return {}


@pytest.fixture
def report(
    stage: Any, plan: Callable[..., Campaign], tmp_path: Path, _exported: dict[str, Any]
) -> dict[str, Any]:
    """What JSON tells of a small campaign in lockstep, which runs once."""
    if not _exported:
        campaign = plan("sqlite", order=Order.LOCKSTEP, control=True, size=60)
        both = (PlannedProtection(PLAINTEXT), CLIENT)
        outcome = stage.run(replace(campaign, protections=both, repetitions=3))
        with stage.store() as store:
            file = export(store, outcome.campaign_id, "json", tmp_path / "turns.json")
        _exported.update(json.loads(file.read_text("utf-8")))
    return _exported


def ratios(
    report: dict[str, Any],
    row: dict[str, Any],
    key: str,
    estimate: Callable[[np.ndarray, np.ndarray], float],
) -> list[float]:
    """An estimate of a row's cost from the turns of each repetition, as a logarithm."""
    sides = [turns_of(report, row, each, key) for each in (row["protection"], "plaintext")]
    return [estimate(*(np.array(side[number]) for side in sides)) for number in sorted(sides[0])]


def turns_of(
    report: dict[str, Any], row: dict[str, Any], protection: str, key: str
) -> dict[int, Sequence[float]]:
    return {
        run["repetition"]: operation[key]
        for run in report["runs"]
        if (run["server"], run["protection"]) == (row["server"], protection)
        for operation in run["operations"]
        if operation["operation"] == row["operation"]
    }


def by_sums(protected: np.ndarray, baseline: np.ndarray) -> float:
    return float(np.log(protected.sum() / baseline.sum()))


def by_trimming(protected: np.ndarray, baseline: np.ndarray) -> float:
    return float(scipy.stats.trim_mean(np.log(protected / baseline), 0.2))


def student(values: Iterable[float]) -> list[float]:
    """Mean and 95 % interval, in percent."""
    found = list(values)
    interval = scipy.stats.ttest_1samp(found, 0).confidence_interval(0.95)
    return [100 * float(np.expm1(each)) for each in (np.mean(found), *interval)]


def compared(report: dict[str, Any]) -> str:
    """What of a turn costs are of: CPU time where that decided more of them on this machine."""
    (measure,) = {row["measure"] for row in report["comparison"]}
    return "turn_cpu_s" if measure == "cpu_seconds" else "turn_seconds"


def test_that_costs_and_their_intervals_are_those_of_the_sums_of_turns(
    report: dict[str, Any],
) -> None:
    rows = [row for row in report["comparison"] if row["cost_low_percent"] is not None]
    assert len(rows) == 2 * 4, "control and protection, four operations"
    for row in rows:
        for prefix, key in (("", compared(report)), ("cpu_", "turn_cpu_s")):
            ours = [row[f"{prefix}cost_{each}percent"] for each in ("", "low_", "high_")]
            theirs = student(ratios(report, row, key, by_sums))
            assert ours == pytest.approx(theirs, rel=EXACTLY, abs=EXACTLY)


def test_that_the_second_estimate_is_scipy_s_trimmed_mean_of_turns(report: dict[str, Any]) -> None:
    assert len(report["stability"]) == 2 * 4
    for row in report["stability"]:
        found = row["trimmed_mean"]
        theirs = student(ratios(report, row, compared(report), by_trimming))
        ours = [found[each] for each in ("percent", "low", "high")]
        assert ours == pytest.approx(theirs, rel=EXACTLY, abs=EXACTLY)
