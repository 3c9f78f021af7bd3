"""The statistics of cost, against SciPy called directly and against blocks made by hand."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import scipy

from app.findings.measured import SampleStats, sample_stats
from app.findings.statistics import (
    Block,
    Comparison,
    Interval,
    Pass,
    benjamini_hochberg,
    complete_blocks,
    drift_percent,
    growth_exponent,
    growth_exponent_over_blocks,
    margin_percent,
    swap_test,
)
from tests.app.results import simulating
from tests.app.results.simulating import campaigns

EXACTLY = 1e-9
ROOT = Path(__file__).parents[3]


def percent(logarithm: float) -> float:
    return (math.exp(logarithm) - 1) * 100


@pytest.fixture(params=[6, 10, 13])
def found(request: pytest.FixtureRequest) -> Comparison:
    [made] = campaigns(simulating.quiet, 0.02, request.param, 1, seed=7)
    return made


def test_that_the_interval_is_student_s(found: Comparison) -> None:
    ours = found.interval()
    theirs = scipy.stats.ttest_1samp(found.values, 0).confidence_interval(0.95)
    assert ours.estimate == pytest.approx(percent(np.mean(found.values)), rel=EXACTLY)
    assert ours.low == pytest.approx(percent(theirs.low), rel=EXACTLY)
    assert ours.high == pytest.approx(percent(theirs.high), rel=EXACTLY)
    assert found.t_p_value == pytest.approx(
        scipy.stats.ttest_1samp(found.values, 0).pvalue, rel=EXACTLY
    )


def test_that_the_exact_test_is_scipy_s(found: Comparison) -> None:
    theirs = scipy.stats.permutation_test(
        (found.values, np.zeros(len(found.values))),
        lambda one, other, axis: np.mean(one, axis=axis) - np.mean(other, axis=axis),
        permutation_type="samples",
        n_resamples=np.inf,
        vectorized=True,
    )
    assert found.p_value == pytest.approx(theirs.pvalue, rel=EXACTLY)


def test_that_ties_and_zeros_count_as_scipy_counts_them() -> None:
    for values in ([0.0, 0.0], [1.0, -1.0], [0.1] * 6, [0.1, 0.1, -0.1, 0.2, 0.0]):
        theirs = scipy.stats.permutation_test(
            (values, np.zeros(len(values))),
            lambda one, other, axis: np.mean(one, axis=axis) - np.mean(other, axis=axis),
            permutation_type="samples",
            n_resamples=np.inf,
            vectorized=True,
        )
        assert swap_test(values) == pytest.approx(theirs.pvalue, rel=EXACTLY)


def test_that_many_blocks_are_drawn_from_and_come_to_the_same_each_time() -> None:
    [made] = campaigns(simulating.quiet, 0.0, 20, 1)
    assert swap_test(made.values) == swap_test(made.values)
    assert swap_test(made.values) == pytest.approx(made.t_p_value, abs=0.05)


@pytest.mark.parametrize("shift", [0.0, 0.01, 0.04])
@pytest.mark.parametrize("count", [15, 20, 33])
def test_that_many_blocks_are_drawn_from_as_scipy_does(count: int, shift: float) -> None:
    [made] = campaigns(simulating.quiet, shift, count, 1, seed=count)
    theirs = scipy.stats.permutation_test(
        (made.values, [0.0] * count),
        lambda one, other, axis: np.mean(one, axis=axis) - np.mean(other, axis=axis),
        permutation_type="samples",
        n_resamples=9_999,
        vectorized=True,
        rng=np.random.default_rng(0),
    )
    assert swap_test(made.values) == pytest.approx(theirs.pvalue, rel=EXACTLY)


@pytest.mark.parametrize("middle", [np.mean, np.median])
@pytest.mark.parametrize("count", [10, 13, 30])
def test_that_ratios_have_scipy_s_bootstrap_interval(middle: object, count: int) -> None:
    [made] = campaigns(simulating.quiet, 0.3, count, 1, seed=3)
    protected = [np.mean(block.protected) for block in made.blocks]
    baseline = [np.mean(block.baseline) for block in made.blocks]

    def ratio(one: np.ndarray, other: np.ndarray, axis: int = -1) -> np.ndarray:
        return middle(one, axis=axis) / middle(other, axis=axis)  # type: ignore[operator,no-any-return]

    theirs = scipy.stats.bootstrap(
        (protected, baseline), ratio, paired=True, rng=np.random.default_rng(0)
    ).confidence_interval
    ours = made.ratio_of_means() if middle is np.mean else made.ratio_of_medians()
    assert ours is not None
    assert ours.estimate == pytest.approx(
        (ratio(np.asarray(protected), np.asarray(baseline)) - 1) * 100
    )
    assert ours.low == pytest.approx((theirs.low - 1) * 100, rel=EXACTLY)
    assert ours.high == pytest.approx((theirs.high - 1) * 100, rel=EXACTLY)


def test_that_few_blocks_are_not_bootstrapped() -> None:
    [made] = campaigns(simulating.quiet, 0.3, 9, 1)
    assert made.ratio_of_means() is None and made.ratio_of_medians() is None


def test_that_blocks_that_are_all_alike_have_an_interval_of_no_width() -> None:
    alike = Comparison(tuple(Block(n, (1.0, 1.0), (1.1, 1.1)) for n in range(1, 12)))
    interval = alike.interval()
    assert interval.low == interval.high == pytest.approx(10)
    ratio = alike.ratio_of_medians()
    assert alike.t_p_value == 0 and ratio is not None and ratio.half_width == 0
    nothing = Comparison(tuple(Block(n, (1.0, 1.0), (1.0, 1.0)) for n in range(1, 12)))
    assert nothing.t_p_value == 1 and nothing.p_value == 1


def test_that_hodges_lehmann_is_the_middle_of_all_pairs() -> None:
    blocks = tuple(
        Block(n, (1.0, 1.0), (math.exp(d), math.exp(d))) for n, d in enumerate((0.0, 0.1, 0.5))
    )
    walsh = [0.0, 0.05, 0.25, 0.1, 0.3, 0.5]
    assert Comparison(blocks).hodges_lehmann() == pytest.approx(percent(float(np.median(walsh))))


def test_that_a_linear_drift_is_seen_and_falls_on_no_cost() -> None:
    blocks = []
    for number in range(8):
        early = [math.exp(0.01 * (4 * number + place)) for place in range(4)]
        blocks.append(Block(number, (early[0], early[3]), (early[1], early[2])))
    made = Comparison(tuple(blocks))
    assert made.interval().estimate == pytest.approx(0, abs=EXACTLY)
    order = made.order_effect()
    assert order is not None
    assert order.estimate == pytest.approx(percent(-0.02)), (
        "the second cell comes earlier backwards"
    )


def test_that_a_cost_that_grows_is_a_drift() -> None:
    blocks = [Block(n, (1.0, 1.0), (math.exp(0.01 * n),) * 2) for n in range(10)]
    drift = Comparison(tuple(blocks)).drift()
    assert drift is not None
    assert drift.estimate == pytest.approx(percent(0.09))
    assert drift.low <= drift.estimate <= drift.high
    assert Comparison(tuple(blocks[:2])).drift() is None


def test_that_an_outlier_is_named_and_retained() -> None:
    blocks = [Block(n, (1.0, 1.0), (1.1 + 0.001 * n, 1.1)) for n in range(1, 10)]
    blocks.append(Block(10, (1.0, 1.0), (2.0, 2.0)))
    made = Comparison(tuple(blocks))
    assert made.outliers() == (10,) and len(made.values) == 10


def test_that_the_number_of_blocks_for_a_width_brings_that_width() -> None:
    [made] = campaigns(simulating.quiet, 0.1, 6, 1)
    many = made.blocks_for(1.0)
    spread = np.std(made.values, ddof=1)
    reach = scipy.stats.t.ppf(0.975, many - 1) * spread / math.sqrt(many)
    assert (
        reach <= math.log(1.01) < scipy.stats.t.ppf(0.975, many - 3) * spread / math.sqrt(many - 2)
    )


def test_that_a_block_counts_only_if_all_four_of_its_runs_do() -> None:
    baseline = [Pass(number, 1.0) for number in (1, 2, 3, 4, 5)]
    protected = [Pass(1, 2.0), Pass(2, 2.5), Pass(4, 2.0), Pass(5, 2.0)]
    assert list(complete_blocks(baseline, protected)) == [Block(1, (1.0, 1.0), (2.0, 2.5))]


def test_that_a_block_counts_only_if_its_runs_are_of_one_attempt() -> None:
    baseline = [Pass(1, 1.0), Pass(2, 1.0, attempt=2), Pass(3, 1.0, 2), Pass(4, 1.0, 2)]
    protected = [Pass(1, 2.0), Pass(2, 2.0), Pass(3, 2.0, 2), Pass(4, 2.0, 2)]
    assert [block.number for block in complete_blocks(baseline, protected)] == [2]


def test_that_the_margin_is_the_far_end_of_the_control_s_interval() -> None:
    assert margin_percent(Interval(0.2, -0.3, 0.7)) == 1
    assert margin_percent(Interval(-1.0, -2.5, 0.5)) == 2.5


def test_that_correction_is_benjamini_s_and_hochberg_s() -> None:
    p_values = [0.04, 0.001, 0.5, 0.041, 0.02]
    assert benjamini_hochberg(p_values) == pytest.approx(
        scipy.stats.false_discovery_control(p_values).tolist()
    )
    assert benjamini_hochberg([]) == []


def test_that_lines_and_their_intervals_are_those_of_linear_regression() -> None:
    draw = np.random.default_rng(5)
    sizes = (10.0, 20.0, 50.0, 100.0, 200.0)
    seconds = [
        size**1.2 * factor for size, factor in zip(sizes, draw.lognormal(size=5), strict=True)
    ]
    line = scipy.stats.linregress(np.log(sizes), np.log(seconds))
    reach = scipy.stats.t.ppf(0.975, 3) * line.stderr
    theirs = (line.slope, line.slope - reach, line.slope + reach)
    found = growth_exponent(sizes, seconds)
    assert found is not None
    assert (found.estimate, found.low, found.high) == pytest.approx(theirs)
    times, values = (1, 2, 4, 7), draw.normal(0, 0.02, 4).tolist()
    line = scipy.stats.linregress(times, values)
    reach = scipy.stats.t.ppf(0.975, 2) * line.stderr
    bounds = [percent(6 * each) for each in (line.slope, line.slope - reach, line.slope + reach)]
    drift = drift_percent(times, values)
    assert drift is not None
    assert [drift.estimate, drift.low, drift.high] == pytest.approx(bounds)


def test_that_a_table_waits_for_no_large_library() -> None:
    asks = """
import sys
from app.findings.statistics import *
table = Comparison(tuple(Block(each, (1.0, 1.1), (1.2 + each / 9, 1.3)) for each in range(1, 21)))
assert table.ratio_of_medians() is not None
table.interval(), table.p_value, table.drift(), table.ratio_of_means()
benjamini_hochberg([0.1, 0.2]), growth_exponent([1, 2, 4], [1, 2, 5])
growth_exponent_over_blocks([1, 2, 4], [[1, 2, 5], [1, 2, 4]])
assert "scipy.special" in sys.modules and "scipy.stats" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", asks], cwd=ROOT, check=True)


def test_that_growth_is_the_exponent() -> None:
    sizes = [1000, 1000, 2000, 2000, 4000, 4000]
    found = growth_exponent(sizes, [size**1.5 for size in sizes])
    assert found is not None and found.estimate == pytest.approx(1.5)
    assert found.low <= 1.5 + EXACTLY and found.high >= 1.5 - EXACTLY
    assert growth_exponent([1, 1, 2], [1, 1, 2]) is None, "two sizes make no line"


def test_that_the_interval_of_a_mean_is_scipys() -> None:
    values = [0.104, 0.11, 0.099, 0.107]
    theirs = scipy.stats.ttest_1samp(values, 0).confidence_interval(0.95)
    ours = sample_stats(values)
    assert (ours.mean, ours.sd) == pytest.approx((np.mean(values), np.std(values, ddof=1)))
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), rel=1e-9)
    assert sample_stats([0.1]) == SampleStats(0.1)


def test_that_growth_over_blocks_is_that_of_student_s_t_over_exponents() -> None:
    sizes, exponents = [500, 1000, 4000], [1.3, 1.42, 1.38, 1.35]
    blocks = [[3e-5 * size**each for size in sizes] for each in exponents]
    found = growth_exponent_over_blocks(sizes, blocks)
    bounds = scipy.stats.ttest_1samp(exponents, 0).confidence_interval()
    assert found.estimate == pytest.approx(np.mean(exponents), abs=EXACTLY)
    assert (found.low, found.high) == pytest.approx((bounds.low, bounds.high), abs=EXACTLY)
    steady = growth_exponent_over_blocks(sizes, [blocks[0]] * 3)
    assert steady.low == steady.estimate == steady.high


def test_that_the_interval_of_growth_holds_the_true_exponent_in_95_of_100_campaigns() -> None:
    """Also where whole blocks are slow, which moves all sizes alike."""
    draw, sizes = np.random.default_rng(7), np.array([1000, 2000, 4000])
    held = 0
    for _ in range(2000):
        noise = draw.normal(0, 0.03, (6, 3)) + draw.normal(0, 0.2, (6, 1))
        found = growth_exponent_over_blocks(
            list(sizes), np.exp(1.4 * np.log(sizes) + noise).tolist()
        )
        held += found.low <= 1.4 <= found.high
    assert held / 2000 == pytest.approx(0.95, abs=0.015)


@pytest.mark.parametrize("values", [(0.1, 0.3), (0.1, 0.1, 0.3), (-0.2, 0.2), (0.0, 0.0, 0.0, 1.0)])
def test_that_two_values_have_the_width_that_student_gives_them(values: tuple[float, ...]) -> None:
    made = Comparison(
        tuple(Block(at, (1.0, 1.0), (math.exp(d), math.exp(d))) for at, d in enumerate(values))
    )
    theirs = scipy.stats.ttest_1samp(values, 0)
    bounds = theirs.confidence_interval(0.9)
    ours = made.interval(0.9)
    assert (ours.low, ours.high) == pytest.approx(
        (percent(bounds.low), percent(bounds.high)), rel=EXACTLY
    )
    assert ours.half_width == pytest.approx((ours.high - ours.low) / 2, rel=EXACTLY)
    assert made.t_p_value == pytest.approx(theirs.pvalue, rel=EXACTLY)
    assert made.testable and not Comparison(made.blocks[:1]).testable


def test_that_blocks_tell_their_middles_and_what_order_does() -> None:
    block = Block(1, (1.0, 4.0), (3.0, 27.0))
    assert block.geometric_means == pytest.approx((2.0, 9.0))
    assert block.value == pytest.approx(math.log(9 / 2))
    assert block.order_effect == pytest.approx(math.log(27 / 4) - math.log(3))


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ((0.0, 0.0, 0.0, 9.0), (3,)),
        ((0.0, 0.0, 9.0), ()),
        ((0.0, 1.0, 2.0, 3.0, 6.0), ()),
        ((0.0, 1.0, 2.0, 3.0, 6.001), (4,)),
        ((-3.001, 0.0, 1.0, 2.0, 3.0), (0,)),
        ((-3.0, 0.0, 1.0, 2.0, 3.0), ()),
    ],
)
def test_that_outliers_are_beyond_tukey_s_fences(
    values: tuple[float, ...], expected: tuple[int, ...]
) -> None:
    blocks = (Block(at, (1.0, 1.0), (math.exp(d), math.exp(d))) for at, d in enumerate(values))
    assert Comparison(tuple(blocks)).outliers() == expected


def test_that_drift_needs_three_blocks_and_spans_their_times() -> None:
    assert drift_percent([1.0, 2.0], [0.0, 1.0]) is None
    assert drift_percent([1.0, 2.0, 5.0], [0.3, 0.3, 0.3]) == Interval(0.0, 0.0, 0.0)
    times, values = (2.0, 3.0, 7.0, 9.0), (0.1, 0.0, 0.2, 0.25)
    found = drift_percent(times, values)
    line = scipy.stats.linregress(times, values)
    reach = scipy.stats.t.ppf(0.975, 2) * line.stderr
    assert found is not None
    assert (found.estimate, found.low, found.high) == pytest.approx(
        tuple(percent(7 * each) for each in (line.slope, line.slope - reach, line.slope + reach))
    )


def test_that_exact_and_drawn_tests_meet_at_fourteen_blocks() -> None:
    """Fourteen are tried all, to the last of 2¹⁴ signs; fifteen are drawn from."""
    for count in (14, 15):
        [made] = campaigns(simulating.quiet, 0.005, count, 1, seed=11)
        exact = 0
        signs = np.array(np.meshgrid(*[(1, -1)] * count)).reshape(count, -1)
        sums = np.asarray(made.values) @ signs
        exact = 2 * min(
            int((sums >= sum(made.values) - 1e-12).sum()),
            int((sums <= sum(made.values) + 1e-12).sum()),
        )
        p = min(1.0, exact / 2**count)
        if count == 14:
            assert swap_test(made.values) == pytest.approx(p, rel=EXACTLY)
        else:
            assert swap_test(made.values) != p and swap_test(made.values) == pytest.approx(
                p, abs=0.02
            )


def test_that_growth_needs_three_sizes_that_differ() -> None:
    assert growth_exponent([10, 20, 20], [1.0, 2.0, 2.0]) is None
    assert growth_exponent([10, 20, 40], [1.0, 2.0, 4.0]) is not None


def test_that_passes_without_time_and_gaps_between_blocks_are_no_blocks() -> None:
    baseline = [Pass(number, float(number)) for number in (1, 2, 3, 4, 7, 8)]
    protected = [
        *(Pass(number, 10.0 * number) for number in (1, 2, 7, 8)),
        Pass(3, 0.0),
        Pass(4, 1),
    ]
    assert list(complete_blocks(baseline, protected)) == [
        Block(1, (1.0, 2.0), (10.0, 20.0)),
        Block(4, (7.0, 8.0), (70.0, 80.0)),
    ]
    assert list(complete_blocks([], protected)) == list(complete_blocks(baseline, [])) == []
    assert list(complete_blocks(baseline[:1], protected[:1])) == []


@pytest.mark.parametrize("target", [0.5, 5.0, 50.0])
def test_that_the_number_of_blocks_is_the_first_that_is_enough(target: float) -> None:
    [made] = campaigns(simulating.quiet, 0.1, 6, 1)
    spread = np.std(made.values, ddof=1)

    def width(count: int) -> float:
        return float(scipy.stats.t.ppf(0.975, count - 1) * spread / math.sqrt(count))

    enough = (count for count in range(2, 10_001) if width(count) <= math.log1p(target / 100))
    assert made.blocks_for(target) == next(enough, 10_000)
    assert made.blocks_for(0.0001) == 10_000
