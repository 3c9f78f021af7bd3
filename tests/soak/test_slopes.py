"""A soak finds what grows, and calls nothing a leak that is none."""

from __future__ import annotations

import numpy as np
import pytest

from tests.soak.measures import MEASURES
from tests.soak.telling import Moment, drawing, report, slope, table

ROUNDS = 60


def drifting(number: int) -> np.ndarray:
    """A figure that wanders about its level, as memory does: neighbours correlate by 0.7."""
    chance = np.random.default_rng(number)
    values = [0.0]
    for step in chance.normal(0, 100, ROUNDS - 1):
        values.append(0.7 * values[-1] + step)
    return np.array(values)


def test_that_what_only_wanders_is_no_leak() -> None:
    runs = np.arange(ROUNDS) * 16
    found = [slope(runs.tolist(), drifting(each).tolist(), len(MEASURES)) for each in range(200)]
    assert sum(each.grows for each in found if each) <= 4
    held = sum(each.low <= 0 <= each.high for each in found if each)
    assert held >= 175  # 95 % of 200, but for what so few rounds tell of their correlation


@pytest.mark.parametrize("per_run", [1.0, 5.0])
def test_that_what_grows_is_found_with_its_slope(per_run: float) -> None:
    runs = np.arange(ROUNDS) * 16.0
    found = slope(runs.tolist(), (drifting(1) + per_run * runs).tolist(), len(MEASURES))
    assert found is not None and found.grows
    assert found.low < per_run < found.high


def test_that_one_descriptor_a_round_is_reported_and_a_growing_store_is_fine() -> None:
    moments = [
        Moment(
            20.0 * at,
            16 * at,
            0,
            True,
            {each.name: 7.0 for each in MEASURES} | {"window descriptors": 9 + at, "store": 5 * at},
        )
        for at in range(12)
    ]
    leaking = [each.measure.name for each in report(moments) if each.leaks]
    assert leaking == ["window descriptors"]
    lines = [line for line in table(moments).splitlines() if "GROWS" in line]
    assert len(lines) == 1 and "+0.062" in lines[0]
    assert drawing(moments).count("<polyline") == len(MEASURES)


def test_that_few_rounds_prove_nothing() -> None:
    assert slope([1, 2, 3], [1, 2, 3], 1) is None
