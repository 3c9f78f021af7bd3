"""What is said of a cost is true as often as it claims, on simulated campaigns."""

from __future__ import annotations

from collections import Counter

import pytest

from app.findings.cost import VerdictKind
from app.findings.verdict import Circumstances, judge
from tests.app.results import simulating
from tests.app.results.simulating import Noise, campaigns

pytestmark = pytest.mark.slow
CAMPAIGNS = 2000
"""Enough to tell a share of 5 % to ± 1 point."""

DIFFERENT = (VerdictKind.COSTS, VerdictKind.COSTS_LITTLE, VerdictKind.FASTER)
BARE = Circumstances(margin=0.0)
"""With the control left out: every difference that is found counts."""


def share_found(noise: Noise, cost: float, blocks: int = 10) -> float:
    found = [judge(each, BARE).verdict for each in campaigns(noise, cost, blocks, CAMPAIGNS)]
    return sum(kind in DIFFERENT for kind in found) / CAMPAIGNS


def test_that_one_of_twenty_comparisons_of_nothing_is_taken_for_a_difference() -> None:
    assert share_found(simulating.quiet, 0) == pytest.approx(0.05, abs=0.015)


@pytest.mark.parametrize(
    "noise",
    [
        simulating.drifting,
        pytest.param(simulating.with_memory, marks=pytest.mark.exhaustive),
        simulating.with_outliers,
        pytest.param(simulating.of_two_levels, marks=pytest.mark.exhaustive),
    ],
)
def test_that_a_faulty_machine_makes_it_no_more_than_eight_of_a_hundred(noise: Noise) -> None:
    assert share_found(noise, 0) <= 0.08


@pytest.mark.parametrize(
    "cost", [0, *(pytest.param(each, marks=pytest.mark.exhaustive) for each in (0.03, 0.1)), 1.0]
)
def test_that_the_interval_covers_the_truth_as_often_as_it_says(cost: float) -> None:
    covered = sum(
        interval.low <= 100 * cost <= interval.high
        for interval in (
            each.interval() for each in campaigns(simulating.quiet, cost, 10, CAMPAIGNS)
        )
    )
    assert 0.93 <= covered / CAMPAIGNS <= 0.97


def test_that_three_percent_is_found_nine_times_of_ten() -> None:
    assert share_found(simulating.quiet, 0.03) >= 0.9


def test_that_a_cost_is_hardly_ever_informed_of_what_the_machine_cannot_distinguish() -> None:
    around = Circumstances(margin=3.0)
    kinds = Counter(
        judge(each, around).verdict for each in campaigns(simulating.quiet, 0.01, 10, 500)
    )
    assert kinds[VerdictKind.COSTS] <= 5 and not kinds[VerdictKind.FASTER]
    assert kinds[VerdictKind.COSTS_LITTLE] > 50 and kinds[VerdictKind.NONE_FOUND] > 50


def test_that_a_gain_brings_up_the_stored_form_as_a_way_to_its_cause() -> None:
    [gain] = campaigns(simulating.quiet, -0.2, 10, 1)
    verdict = judge(gain, Circumstances())
    assert verdict.verdict is VerdictKind.FASTER
    assert 'kind = "stored-form"' in str(verdict.meaning)
