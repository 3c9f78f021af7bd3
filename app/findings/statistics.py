"""The statistics of cost: intervals and tests over blocks of paired measurements.

A block pairs a protection with its baseline. Where both take turns, a block is one repetition: both
ran at the same time. Where runs are measured whole (ABBA order), it is a forward and a backward
pass through the protections of a server and case: only both together cancel a linear drift. A
block's value d is the mean of ln(seconds) with the protection minus that of the baseline: one
independent number, however many turns and statements there were. Costs are exp(d) − 1, in percent.
Nothing here depends on stores, servers or texts.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations_with_replacement, product
from statistics import fmean, median
from typing import TYPE_CHECKING, Literal, NamedTuple

from engines.base.late_imports import LateModule

if TYPE_CHECKING:
    import numpy as np
    from scipy import special
else:  # a campaign of one repetition needs none
    np, special = map(LateModule, ("numpy", "scipy.special"))

EXACT_BLOCKS = 6
"""The least number of blocks with which the exact test can reach 5 %: its smallest p is 2 ÷ 2ⁿ."""

BOOTSTRAP_BLOCKS = 10
"""The least number of blocks for a bootstrap interval of ratios of means and medians."""

_MOST_EXACT = 14
"""With more blocks the 2ⁿ swaps are sampled instead of enumerated."""

_DRAWS = 9_999

type Middle = Literal["mean", "median"]
"""Which average is compared, by the name of its function in NumPy."""

_TUKEY_FENCE = 1.5
_MOST_BLOCKS = 10_000
"""Limit of `blocks_for`: more than anybody measures."""


@dataclass(frozen=True)
class Interval:
    """An estimate between the bounds of its 95 % interval, all in the unit of its use: percent,
    seconds, cores or money."""

    estimate: float
    low: float
    high: float

    @classmethod
    def around(cls, estimate: float, reach: float) -> Interval:
        return cls(estimate, estimate - reach, estimate + reach)

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2

    def mapped(self, change: Callable[[float], float]) -> Interval:
        """In another unit, to which a growing function changes estimate and bounds."""
        return Interval(change(self.estimate), change(self.low), change(self.high))

    def __neg__(self) -> Interval:
        """The same as a gain."""
        return Interval(-self.estimate, -self.high, -self.low)


class Pass(NamedTuple):
    """One repetition of a cell (counted from 1) and its seconds; `attempt` numbers the tries of its
    block, which is repeated as a whole."""

    repetition: int
    seconds: float
    attempt: int = 1


@dataclass(frozen=True)
class Block:
    """The seconds of each pass of a baseline and a protection: one pass, or a forward and a
    backward one."""

    number: int
    baseline: tuple[float, ...]
    protected: tuple[float, ...]

    @property
    def value(self) -> float:
        """d, the natural logarithm of the ratio of the geometric means."""
        return fmean([*map(math.log, self.protected)]) - fmean([*map(math.log, self.baseline)])

    @property
    def geometric_means(self) -> tuple[float, float]:
        """The geometric means of its passes, of the baseline and with the protection: `value` is
        the logarithm of their ratio."""
        one, other = (fmean(map(math.log, each)) for each in (self.baseline, self.protected))
        return math.exp(one), math.exp(other)

    @property
    def order_effect(self) -> float:
        """ln(ratio) of the backward pass minus that of the forward pass; needs two passes."""
        forwards, backwards = map(_ratio, self.protected, self.baseline)
        return backwards - forwards


def _ratio(protected: float, baseline: float) -> float:
    return math.log(protected) - math.log(baseline)


@dataclass(frozen=True)
class Comparison:
    """Two cells over their complete blocks, in the order of time."""

    blocks: tuple[Block, ...]

    @property
    def testable(self) -> bool:
        """Whether there are at least two blocks, which intervals and tests need."""
        return len(self.blocks) > 1

    @cached_property
    def values(self) -> tuple[float, ...]:
        """d of each block."""
        return tuple(block.value for block in self.blocks)

    def interval(self, confidence: float = 0.95) -> Interval:
        """exp(mean d) − 1 with Student's t interval of d, transformed back."""
        return mean_log_interval(self.values, confidence)

    @cached_property
    def t_p_value(self) -> float:
        """Two-sided p of Student's t test of mean d against 0."""
        if len(set(self.values)) == 1:
            return 1.0 if self.values[0] == 0 else 0.0
        t = fmean(self.values) / _standard_error(self.values)
        return 2 * float(special.stdtr(len(self.values) - 1, -abs(t)))

    @cached_property
    def p_value(self) -> float:
        """Two-sided p of the permutation test that swaps baseline and protection within blocks;
        exact up to 14 blocks."""
        return swap_test(self.values)

    def ratio_of_means(self) -> Interval | None:
        """The ratio of mean seconds, as a cost in percent, with a BCa bootstrap interval over
        blocks; None with fewer than `BOOTSTRAP_BLOCKS`."""
        return self._bootstrapped("mean")

    def ratio_of_medians(self) -> Interval | None:
        """The same of medians over blocks."""
        return self._bootstrapped("median")

    def hodges_lehmann(self) -> float:
        """The median of the Walsh averages of d, as a cost in percent."""
        return percent_of_log(median(map(fmean, combinations_with_replacement(self.values, 2))))

    def order_effect(self) -> Interval | None:
        """By how much the cost is higher in the backward pass, in percent; None unless each block
        has a forward and a backward pass."""
        if any(len(block.baseline) != 2 for block in self.blocks):
            return None
        return mean_log_interval([block.order_effect for block in self.blocks])

    def drift(self) -> Interval | None:
        """By how many percent d grew from the first block to the last, by linear regression; None
        with fewer than three blocks."""
        return drift_percent([block.number for block in self.blocks], self.values)

    def outliers(self) -> tuple[int, ...]:
        """Numbers of the blocks beyond Tukey's fences (1.5 interquartile ranges). None is dropped
        for it."""
        if len(self.values) < 4:
            return ()
        low, high = np.quantile(self.values, (0.25, 0.75))
        reach = _TUKEY_FENCE * (high - low)
        return tuple(
            block.number
            for block, value in zip(self.blocks, self.values, strict=True)
            if not low - reach <= value <= high + reach
        )

    def blocks_for(self, target_percent: float) -> int:
        """How many blocks would bring the half-width of the interval to a target, if they vary as
        these do."""
        spread = _standard_error(self.values) * math.sqrt(len(self.values))
        target = math.log1p(target_percent / 100)
        at_least = max(2, math.ceil((t_quantile(_MOST_BLOCKS, 0.95) * spread / target) ** 2))
        count = min(at_least, _MOST_BLOCKS)
        while count < _MOST_BLOCKS and (
            t_quantile(count - 1, 0.95) * spread / math.sqrt(count) > target
        ):
            count += 1  # fewer blocks have a wider t: the first number that is enough
        return count

    def _bootstrapped(self, middle: Middle) -> Interval | None:
        if len(self.blocks) < BOOTSTRAP_BLOCKS:
            return None
        sums = [
            [fmean(pair) for pair in pairs]
            for pairs in (
                [block.protected for block in self.blocks],
                [block.baseline for block in self.blocks],
            )
        ]
        return bootstrap_ratio(sums[0], sums[1], middle)


def percent_of_log(logarithm: float) -> float:
    """A difference of natural logarithms as a difference in percent: ln 1.5 is 50."""
    return math.expm1(logarithm) * 100


def mean_log_interval(values: Sequence[float], confidence: float = 0.95) -> Interval:
    """The mean of differences of logarithms with Student's t interval, in percent."""
    mean, reach = fmean(values), 0.0
    if len(set(values)) > 1:
        reach = t_quantile(len(values) - 1, confidence) * _standard_error(values)
    return Interval.around(mean, reach).mapped(percent_of_log)


def _standard_error(values: Sequence[float]) -> float:
    mean, count = fmean(values), len(values)
    squares = math.fsum([(value - mean) ** 2 for value in values])  # stdev's fractions take 30 µs
    return math.sqrt(squares / (count - 1) / count)


@cache
def t_quantile(freedom: int, confidence: float) -> float:
    """The two-sided quantile of Student's t with `freedom` degrees of freedom. SciPy's
    `ttest_1samp` takes a millisecond each, and a large campaign needs thousands of intervals."""
    return float(special.stdtrit(freedom, (1 + confidence) / 2))


def swap_test(values: Sequence[float]) -> float:
    """Two-sided p of the mean of `values` under the hypothesis that each may have either sign.

    The same p as SciPy's `permutation_test` over pairs (`permutation_type="samples"`), in a
    thirtieth of its time.
    """
    if len(values) > _MOST_EXACT:
        return _drawn_swap_test(values)
    sums = _signs(len(values)) @ np.asarray(values)
    observed = sums[0]  # the first row is all plus
    slack = 1e-14 * abs(observed)
    high = np.count_nonzero(sums >= observed - slack)
    low = np.count_nonzero(sums <= observed + slack)
    return min(1.0, 2 * min(int(high), int(low)) / len(sums))


@cache
def _signs(count: int) -> np.ndarray:
    return np.array(list(product((1.0, -1.0), repeat=count)))


def _drawn_swap_test(values: Sequence[float]) -> float:
    """The same with 9,999 random sign vectors, those that SciPy draws."""
    pairs = np.stack([np.asarray(values, dtype=float), np.zeros(len(values))], axis=-1)
    places = np.tile(np.arange(2), (_DRAWS, len(values), 1))
    chosen = np.random.default_rng(0).permuted(places, axis=-1)
    swapped = pairs[np.arange(len(values))[:, np.newaxis], chosen]
    drawn = swapped[..., 0].mean(axis=-1) - swapped[..., 1].mean(axis=-1)
    observed = pairs[:, 0].mean()
    slack = 100 * np.finfo(float).eps * abs(observed)
    high = np.count_nonzero(drawn >= observed - slack) + 1
    low = np.count_nonzero(drawn <= observed + slack) + 1
    return min(1.0, 2 * min(int(high), int(low)) / (_DRAWS + 1))


def bootstrap_ratio(
    protected: Sequence[float], baseline: Sequence[float], middle: Middle = "mean"
) -> Interval | None:
    """The ratio of two averages of paired seconds as a cost in percent, with its BCa interval
    (Efron and Tibshirani, An Introduction to the Bootstrap, 14.3); None where the interval is not
    finite, as for values that are all equal.

    The same figures as SciPy's `bootstrap(paired=True)`, with the same draws; importing that takes
    a second and 60 MB.
    """
    of = np.mean if middle == "mean" else np.median
    pairs = np.array([protected, baseline], dtype=float)
    count = pairs.shape[1]

    def ratios(chosen: np.ndarray) -> np.ndarray:
        one, other = pairs[:, chosen]
        found: np.ndarray = of(one, axis=-1) / of(other, axis=-1)
        return found

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # what it warns of comes to NaN
        everyone = np.arange(count)
        observed = float(ratios(everyone))
        drawn = ratios(np.random.default_rng(0).integers(0, count, (_DRAWS, count)))
        without_one = ratios(np.stack([np.delete(everyone, each) for each in everyone]))
        ends = _bca_ends(observed, drawn, without_one)
        if not np.all(np.isfinite(ends)):
            return None
        low, high = np.quantile(drawn, ends)
    if not all(map(math.isfinite, (observed, low, high))):
        return None
    return Interval(observed, low, high).mapped(lambda ratio: (float(ratio) - 1) * 100)


def _bca_ends(observed: float, drawn: np.ndarray, without_one: np.ndarray) -> np.ndarray:
    """The quantiles of the bootstrap distribution that are the ends of the 95 % BCa interval:
    corrected for bias, and for acceleration by the jackknife (`without_one`)."""
    below = np.count_nonzero(drawn < observed) + np.count_nonzero(drawn <= observed)
    bias = special.ndtri(below / (2 * len(drawn)))
    pull = (len(without_one) - 1) * (without_one.mean() - without_one)
    growth = np.sum(pull**3) / 6 / np.sum(pull**2) ** 1.5
    reach = bias + np.array([1, -1]) * special.ndtri(0.025)
    ends: np.ndarray = special.ndtr(bias + reach / (1 - growth * reach))
    return ends


def mean_of_known(values: Iterable[float | None]) -> float | None:
    """The mean of the values that are known; None if none is."""
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def mean_with_interval(values: Sequence[float]) -> Interval:
    """The mean of values of 0 or more with Student's t interval, in their unit; the bounds of a
    single value are nan."""
    mean = fmean(values)
    if len(values) < 2:
        return Interval(mean, math.nan, math.nan)
    reach = t_quantile(len(values) - 1, 0.95) * _standard_error(values)
    return Interval(mean, max(0.0, mean - reach), mean + reach)


def extrapolate(sizes: Sequence[float], values: Sequence[float], size: float) -> Interval | None:
    """Extrapolate positive values to another size, in their unit, by a fixed amount plus one for
    each row. The interval spans the 95 % prediction intervals of that line (with relative errors)
    and of a power law, since far away the choice of the model matters more than how the values
    vary. None for fewer than three different sizes."""
    if len(set(sizes)) < 3:
        return None
    each_row = [value / one for one, value in zip(sizes, values, strict=True)]
    line = [size * found for found in _predicted([1 / one for one in sizes], each_row, 1 / size)]
    logs = [math.log(one) for one in sizes], [math.log(value) for value in values]
    power = [math.exp(found) for found in _predicted(*logs, math.log(size))]
    return Interval(line[0], max(0.0, min(line[1], power[1])), max(line[2], power[2]))


def _predicted(x: Sequence[float], y: Sequence[float], at: float) -> tuple[float, float, float]:
    """The value of the regression line at `at`, with the ends of the 95 % prediction interval
    (Draper and Smith, Applied Regression Analysis, 1.4)."""
    slope, along, rest = _fitted(x, y)
    freedom, away = len(x) - 2, at - fmean(x)
    reach = t_quantile(freedom, 0.95) * math.sqrt(
        rest / freedom * (1 + 1 / len(x) + away**2 / along)
    )
    found = fmean(y) + slope * away
    return found, found - reach, found + reach


def drift_percent(times: Sequence[float], values: Sequence[float]) -> Interval | None:
    """By how many percent `values` (logarithms) grew from the first of `times` to the last, by
    least squares; None for fewer than three."""
    if len(values) < 3:
        return None
    if len(set(values)) == 1:  # no spread: SciPy divides by it
        return Interval(0.0, 0.0, 0.0)
    slope, reach = _line(times, values)
    span = times[-1] - times[0]
    return Interval.around(slope, reach).mapped(lambda each: percent_of_log(each * span))


def _line(x: Sequence[float], y: Sequence[float]) -> tuple[float, float]:
    """The slope of the regression line, and the half-width of its 95 % interval; needs three points
    or more. As SciPy's `linregress` (and below `false_discovery_control`), whose import takes a
    second."""
    slope, along, rest = _fitted(x, y)
    freedom = len(x) - 2
    return slope, t_quantile(freedom, 0.95) * math.sqrt(rest / freedom / along)


def _fitted(x: Sequence[float], y: Sequence[float]) -> tuple[float, float, float]:
    """The slope of the regression line, and the sums of squares along x and of what it leaves."""
    middle, height = fmean(x), fmean(y)
    along = math.fsum((each - middle) ** 2 for each in x)
    points = list(zip(x, y, strict=True))
    slope = math.fsum((one - middle) * (other - height) for one, other in points) / along
    rest = math.fsum((other - height - slope * (one - middle)) ** 2 for one, other in points)
    return slope, along, rest


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """p values corrected for the number of tests, by the false discovery rate."""
    count, least = len(p_values), 1.0
    found = [least] * count
    falling = sorted(range(count), key=p_values.__getitem__, reverse=True)
    for behind, index in enumerate(falling):
        found[index] = least = min(least, p_values[index] * count / (count - behind))
    return found


LEAST_MARGIN = 1.0
"""Percent. Smaller differences are never called detected, however quiet the machine is."""


def margin_percent(control: Interval) -> float:
    """The smallest difference that a machine can detect: the end of the control's interval that is
    farther from 0, and at least `LEAST_MARGIN`."""
    return max(LEAST_MARGIN, abs(control.low), abs(control.high))


def growth_exponent(sizes: Sequence[float], seconds: Sequence[float]) -> Interval | None:
    """The exponent by which seconds grow with size (1: linear), by regression of the logarithms.

    `estimate`, `low` and `high` are the exponent and its 95 % interval, not percentages; None for
    fewer than three sizes that differ.
    """
    if len(set(sizes)) < 3:
        return None
    return Interval.around(*_line([*map(math.log, sizes)], [*map(math.log, seconds)]))


def growth_exponent_over_blocks(
    sizes: Sequence[float], blocks: Sequence[Sequence[float]]
) -> Interval:
    """The same exponent, with Student's t interval over two or more blocks: each block has the
    seconds at all `sizes` (three or more different ones) and gives an exponent of its own.

    What makes a whole block slow changes no exponent, and curvature does not widen the interval,
    which is that of the mean exponent over these sizes.
    """
    logarithms = np.log(sizes)
    along = logarithms - logarithms.mean()
    exponents = [float(along @ np.log(block) / (along @ along)) for block in blocks]
    mean, reach = fmean(exponents), 0.0
    if len(set(exponents)) > 1:
        reach = t_quantile(len(exponents) - 1, 0.95) * _standard_error(exponents)
    return Interval.around(mean, reach)


def complete_blocks(
    baseline: Iterable[Pass], protected: Iterable[Pass], passes: int = 2
) -> Iterator[Block]:
    """The complete blocks of two cells, of `passes` repetitions each: with two, repetitions 2k − 1
    and 2k form block k. A block is complete if all its runs count and belong to one attempt, since
    runs of different attempts have the machine's drift between them.
    """
    one, other = ({each.repetition: each for each in cell} for cell in (baseline, protected))
    last = max((*one, *other), default=0)
    for number in range(1, last // passes + 1):
        repetitions = range((number - 1) * passes + 1, number * passes + 1)
        runs = [cell.get(each) for cell in (one, other) for each in repetitions]
        known = [each for each in runs if each is not None and each.seconds > 0]
        if len(known) == 2 * passes and len({each.attempt for each in known}) == 1:
            seconds = tuple(each.seconds for each in known)
            yield Block(number, seconds[:passes], seconds[passes:])
