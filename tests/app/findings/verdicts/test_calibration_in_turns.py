"""Costs in lockstep are told as truly as they claim to be, on simulated machines."""

from __future__ import annotations

import numpy as np
import pytest
import scipy

from app.findings.cost import VerdictKind
from app.findings.statistics import mean_log_interval, t_quantile
from app.findings.verdict import Circumstances, judge
from tests.app.results.simulating import BUSY, ORDINARY, STEADY, Machine, comparison_of, in_turns

pytestmark = pytest.mark.slow

CAMPAIGNS = 2000
DIFFERENT = (VerdictKind.COSTS, VerdictKind.COSTS_LITTLE, VerdictKind.FASTER)
BARE = Circumstances(margin=0.0)
"""With the control left out: every difference that is found counts."""

MACHINES = pytest.mark.parametrize(
    "machine",
    [
        pytest.param(STEADY, id="steady"),
        pytest.param(ORDINARY, id="ordinary", marks=pytest.mark.exhaustive),
        pytest.param(BUSY, id="busy"),
    ],
)

BETWEEN = pytest.mark.exhaustive
"""Of a row of numbers in every run those at its ends are tried."""


def covered(values: np.ndarray, cost: float) -> int:
    """In how many campaigns the 95 % interval holds the true cost."""
    means, count = values.mean(1), values.shape[1]
    reach = t_quantile(count - 1, 0.95) * values.std(1, ddof=1) / np.sqrt(count)
    first = mean_log_interval(values[0].tolist())
    assert first.high == pytest.approx(100 * np.expm1(means[0] + reach[0])), "as the product has it"
    return int(np.count_nonzero(abs(means - np.log1p(cost)) <= reach))


def found_by_verdict(values: np.ndarray) -> int:
    """In how many campaigns a difference is told."""
    return sum(judge(comparison_of(each), BARE).verdict in DIFFERENT for each in values)


def may_be(count: int, low: float, high: float) -> bool:
    """Whether a share of the campaigns may truly lie between these, chance being what it is."""
    interval = scipy.stats.binomtest(count, CAMPAIGNS).proportion_ci(0.95, "wilson")
    return bool(interval.low <= high and interval.high >= low)


@pytest.mark.parametrize(
    "cost", [0, pytest.param(0.03, marks=BETWEEN), pytest.param(0.1, marks=BETWEEN), 1.0]
)
@MACHINES
def test_that_intervals_of_sums_hold_the_true_cost(machine: Machine, cost: float) -> None:
    assert may_be(covered(in_turns(machine, cost, 12, CAMPAIGNS).sums, cost), 0.93, 0.97)
    few = covered(in_turns(machine, cost, 6, CAMPAIGNS).sums, cost)
    assert may_be(few, 0.93, 0.98), "a few long interruptions make some of them wider than needed"


@pytest.mark.parametrize(
    "cost", [pytest.param(0, marks=BETWEEN), pytest.param(0.03, marks=BETWEEN), 0.1]
)
@pytest.mark.parametrize("repetitions", [6, pytest.param(12, marks=BETWEEN)])
@MACHINES
def test_that_intervals_of_trimmed_means_hold_costs_that_are_not_large(
    machine: Machine, repetitions: int, cost: float
) -> None:
    found = covered(in_turns(machine, cost, repetitions, CAMPAIGNS).trimmed, cost)
    assert may_be(found, 0.93, 0.97)


def test_that_trimmed_means_tell_a_large_cost_too_large_where_others_interrupt() -> None:
    """What takes twice as long is interrupted twice as often: sums do not mind."""
    found = in_turns(BUSY, 1.0, 12, CAMPAIGNS)
    assert found.trimmed.mean() - np.log(2) > 0.004 > abs(found.sums.mean() - np.log(2))
    assert not may_be(covered(found.trimmed, 1.0), 0.93, 0.97)


_MOST_OF_TRIMMED = 0.065
"""Of the second estimate, by which nothing is judged."""


@pytest.mark.parametrize(
    "repetitions", [2, *(pytest.param(each, marks=BETWEEN) for each in (3, 4, 5, 6)), 12]
)
@MACHINES
def test_that_nothing_is_taken_for_a_difference_no_oftener_than_once_in_twenty(
    machine: Machine, repetitions: int
) -> None:
    """From two repetitions on, which is why so few may have a verdict."""
    found = in_turns(machine, 0, repetitions, CAMPAIGNS)
    for values, most in ((found.sums, 0.05), (found.trimmed, _MOST_OF_TRIMMED)):
        outside = CAMPAIGNS - covered(values, 0)
        assert may_be(outside, 0.0, most)
        assert may_be(found_by_verdict(values), 0.0, most)


@pytest.mark.parametrize("repetitions", [2, pytest.param(5, marks=BETWEEN), 12])
def test_that_on_a_steady_machine_it_is_once_in_twenty(repetitions: int) -> None:
    values = in_turns(STEADY, 0, repetitions, CAMPAIGNS).sums
    assert may_be(CAMPAIGNS - covered(values, 0), 0.035, 0.065)
    assert may_be(found_by_verdict(values), 0.035, 0.065)


def test_that_ten_percent_are_found_on_an_ordinary_machine_by_six_repetitions() -> None:
    assert found_by_verdict(in_turns(ORDINARY, 0.1, 6, CAMPAIGNS).sums) > 0.8 * CAMPAIGNS
    assert found_by_verdict(in_turns(ORDINARY, 0.03, 6, CAMPAIGNS).trimmed) > 0.95 * CAMPAIGNS
