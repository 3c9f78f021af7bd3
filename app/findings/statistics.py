"""The statistics of cost: what blocks say about a protection and its baseline.

Where sides take turns, a block is a repetition: both met the same moments. Where runs are measured
whole, it is a pass forwards and a pass backwards through the protections of one server and case:
only the two together cancel a linear drift. A block's value d is the mean of ln(seconds) with the
protection minus that of the baseline, over its passes: one independent number, however many turns
and statements there were. Costs are exp(d) − 1, in percent. Nothing here knows of stores, servers
or words.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Iterator, Sequence
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
"""From here on the exact test can reach 5 %: with n blocks its smallest p is 2 ÷ 2ⁿ."""

BOOTSTRAP_BLOCKS = 10
"""From here on ratios of means and of medians get a bootstrap interval."""

_MOST_EXACT = 14
"""Above, 2ⁿ swaps are drawn from instead of all tried."""

_DRAWS = 9_999

type Middle = Literal["mean", "median"]
"""Which middle of values is compared, by the name of its function in NumPy."""

_TUKEY = 1.5
_MANY = 10_000
"""More blocks than anybody measures."""


@dataclass(frozen=True)
class Interval:
    """An estimate between the bounds of its 95 % interval, all in the unit of its use: percent,
    seconds, cores or money."""

    estimate: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half the distance of the bounds."""
        return (self.high - self.low) / 2

    def __neg__(self) -> Interval:
        """The same as a gain."""
        return Interval(-self.estimate, -self.high, -self.low)


class Pass(NamedTuple):
    """One repetition of a cell (counted from 1), its seconds, and the attempt at its block that it
    belongs to."""

    repetition: int
    seconds: float
    attempt: int = 1


@dataclass(frozen=True)
class Block:
    """A block of two cells: the seconds of each pass, of mirrored ones forwards and backwards."""

    number: int
    baseline: tuple[float, ...]
    protected: tuple[float, ...]

    @property
    def value(self) -> float:
        """d, the natural logarithm of the ratio of the geometric means."""
        return fmean([*map(math.log, self.protected)]) - fmean([*map(math.log, self.baseline)])

    @property
    def middles(self) -> tuple[float, float]:
        """The geometric means of its passes, of the baseline and with the protection: `value` is
        the logarithm of their ratio."""
        one, other = (fmean(map(math.log, each)) for each in (self.baseline, self.protected))
        return math.exp(one), math.exp(other)

    @property
    def order_effect(self) -> float:
        """By how much the logarithm of the ratio is larger backwards than forwards; of two
        passes."""
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
        """Whether there are the two blocks that everything below needs at least."""
        return len(self.blocks) > 1

    @cached_property
    def values(self) -> tuple[float, ...]:
        """d of each block."""
        return tuple(block.value for block in self.blocks)

    def interval(self, confidence: float = 0.95) -> Interval:
        """exp(mean d) − 1 with Student's t interval of d, transformed back."""
        return mean_interval(self.values, confidence)

    @cached_property
    def t_p_value(self) -> float:
        """Of Student's t test of mean d against 0, two-sided."""
        if len(set(self.values)) == 1:
            return 1.0 if self.values[0] == 0 else 0.0
        t = fmean(self.values) / _standard_error(self.values)
        return 2 * float(special.stdtr(len(self.values) - 1, -abs(t)))

    @cached_property
    def p_value(self) -> float:
        """Of the test that swaps baseline and protection within blocks, two-sided; exact up to
        14 blocks."""
        return swap_test(self.values)

    def ratio_of_means(self) -> Interval | None:
        """Of plain seconds, with a BCa bootstrap interval over blocks; None for too few blocks."""
        return self._bootstrapped("mean")

    def ratio_of_medians(self) -> Interval | None:
        """The same of medians over blocks."""
        return self._bootstrapped("median")

    def hodges_lehmann(self) -> float:
        """The median of the Walsh averages of d, as a cost in percent."""
        return percent_of_log(median(map(fmean, combinations_with_replacement(self.values, 2))))

    def order_effect(self) -> Interval | None:
        """By how much the cost is higher in the backward pass, in percent; None where passes do not
        mirror each other."""
        if any(len(block.baseline) != 2 for block in self.blocks):
            return None
        return mean_interval([block.order_effect for block in self.blocks])

    def drift(self) -> Interval | None:
        """By how much d has grown from the first block to the last, along the line that fits best;
        None for fewer than three blocks."""
        return drift_of([block.number for block in self.blocks], self.values)

    def outliers(self) -> tuple[int, ...]:
        """Numbers of the blocks beyond Tukey's fences (1.5 interquartile ranges). None is dropped
        for it."""
        if len(self.values) < 4:
            return ()
        low, high = np.quantile(self.values, (0.25, 0.75))
        reach = _TUKEY * (high - low)
        return tuple(
            block.number
            for block, value in zip(self.blocks, self.values, strict=True)
            if not low - reach <= value <= high + reach
        )

    def blocks_for(self, target_percent: float) -> int:
        """How many blocks would bring the half-width to a target, if they spread as these do."""
        spread = _standard_error(self.values) * math.sqrt(len(self.values))
        target = math.log1p(target_percent / 100)
        at_least = max(2, math.ceil((t_quantile(_MANY, 0.95) * spread / target) ** 2))
        many = min(at_least, _MANY)
        while many < _MANY and t_quantile(many - 1, 0.95) * spread / math.sqrt(many) > target:
            many += 1  # fewer blocks have a wider t: the first number that is enough
        return many

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


def mean_interval(values: Sequence[float], confidence: float = 0.95) -> Interval:
    """The mean of differences of logarithms with Student's t interval, in percent."""
    mean = fmean(values)
    if len(set(values)) == 1:  # no spread: SciPy divides by it
        return Interval(percent_of_log(mean), percent_of_log(mean), percent_of_log(mean))
    reach = t_quantile(len(values) - 1, confidence) * _standard_error(values)
    return Interval(
        percent_of_log(mean), percent_of_log(mean - reach), percent_of_log(mean + reach)
    )


def _standard_error(values: Sequence[float]) -> float:
    mean, count = fmean(values), len(values)
    squares = math.fsum([(value - mean) ** 2 for value in values])  # stdev's fractions take 30 µs
    return math.sqrt(squares / (count - 1) / count)


@cache
def t_quantile(freedom: int, confidence: float) -> float:
    """Where Student's t leaves (1 − confidence) ÷ 2 above it. What `ttest_1samp` does, without its
    millisecond: a large campaign asks for thousands of intervals."""
    return float(special.stdtrit(freedom, (1 + confidence) / 2))


def swap_test(values: Sequence[float]) -> float:
    """Two-sided p of the mean of `values` when each may as well have the other sign.

    The p of SciPy's `permutation_test` over pairs (`permutation_type="samples"`), which tries all
    2ⁿ signs too, in a thirtieth of its time; above 14 blocks SciPy draws from them.
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
    """With 9,999 draws of signs, and of the same ones as SciPy's."""
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
    """Ratio of two middles of paired seconds, with its BCa interval (Efron and Tibshirani, An
    Introduction to the Bootstrap, 14.3); None where it comes to nothing, as for values that are all
    alike.

    The figures of SciPy's `bootstrap(paired=True)`, with the same draws. Loading that took a second
    and 60 MB of every window and command that told of ten blocks.
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
    return Interval(*((float(number) - 1) * 100 for number in (observed, low, high)))


def _bca_ends(observed: float, drawn: np.ndarray, without_one: np.ndarray) -> np.ndarray:
    """Which quantiles of what was drawn are the ends of a 95 % interval: corrected for its bias and
    for how its spread grows, which leaving out one pair after the other tells."""
    below = np.count_nonzero(drawn < observed) + np.count_nonzero(drawn <= observed)
    bias = special.ndtri(below / (2 * len(drawn)))
    pull = (len(without_one) - 1) * (without_one.mean() - without_one)
    growth = np.sum(pull**3) / 6 / np.sum(pull**2) ** 1.5
    reach = bias + np.array([1, -1]) * special.ndtri(0.025)
    ends: np.ndarray = special.ndtr(bias + reach / (1 - growth * reach))
    return ends


def mean_of(values: Sequence[float]) -> Interval:
    """The mean of values that are none below 0, with Student's t interval, in their unit; without
    bounds (nan) of one alone."""
    mean = fmean(values)
    if len(values) < 2:
        return Interval(mean, math.nan, math.nan)
    reach = t_quantile(len(values) - 1, 0.95) * _standard_error(values)
    return Interval(mean, max(0.0, mean - reach), mean + reach)


def extrapolated(sizes: Sequence[float], values: Sequence[float], size: float) -> Interval | None:
    """What positive values would be at another size, in their unit, if they are a fixed amount and
    one for each row. The interval spans the 95 % intervals of that line (its errors relative) and
    of a power of the size, since far away it matters more which of them holds than how the values
    vary. None for fewer than three sizes that differ."""
    if len(set(sizes)) < 3:
        return None
    each_row = [value / one for one, value in zip(sizes, values, strict=True)]
    line = [size * found for found in _predicted([1 / one for one in sizes], each_row, 1 / size)]
    logs = [math.log(one) for one in sizes], [math.log(value) for value in values]
    power = [math.exp(found) for found in _predicted(*logs, math.log(size))]
    return Interval(line[0], max(0.0, min(line[1], power[1])), max(line[2], power[2]))


def _predicted(x: Sequence[float], y: Sequence[float], at: float) -> tuple[float, float, float]:
    """What the line that fits best gives there, with the ends of the 95 % interval for one value
    (Draper and Smith, Applied Regression Analysis, 1.4)."""
    slope, _ = _line(x, y)
    middle, height, freedom = fmean(x), fmean(y), len(x) - 2
    along = math.fsum((each - middle) ** 2 for each in x)
    points = zip(x, y, strict=True)
    rest = math.fsum((other - height - slope * (one - middle)) ** 2 for one, other in points)
    away = at - middle
    reach = t_quantile(freedom, 0.95) * math.sqrt(
        rest / freedom * (1 + 1 / len(x) + away**2 / along)
    )
    found = height + slope * away
    return found, found - reach, found + reach


def drift_of(times: Sequence[float], values: Sequence[float]) -> Interval | None:
    """By how much `values` have grown from the first of `times` to the last, in percent, by least
    squares; None for fewer than three."""
    if len(values) < 3:
        return None
    if len(set(values)) == 1:  # no spread: SciPy divides by it
        return Interval(0.0, 0.0, 0.0)
    slope, reach = _line(times, values)
    span = times[-1] - times[0]
    return Interval(
        *(percent_of_log(each * span) for each in (slope, slope - reach, slope + reach))
    )


def _line(x: Sequence[float], y: Sequence[float]) -> tuple[float, float]:
    """The slope of the line that fits best, and the reach of its 95 % interval; takes three points
    or more. SciPy's `linregress`, and `false_discovery_control` below, would have the first table
    wait a second for the import."""
    middle, height, freedom = fmean(x), fmean(y), len(x) - 2
    along = math.fsum((each - middle) ** 2 for each in x)
    points = list(zip(x, y, strict=True))
    slope = math.fsum((one - middle) * (other - height) for one, other in points) / along
    rest = math.fsum((other - height - slope * (one - middle)) ** 2 for one, other in points)
    return slope, t_quantile(freedom, 0.95) * math.sqrt(rest / freedom / along)


def adjusted(p_values: Sequence[float]) -> list[float]:
    """p values of one table after Benjamini and Hochberg."""
    count, least = len(p_values), 1.0
    found = [least] * count
    falling = sorted(range(count), key=p_values.__getitem__, reverse=True)
    for behind, index in enumerate(falling):
        found[index] = least = min(least, p_values[index] * count / (count - behind))
    return found


LEAST_MARGIN = 1.0
"""What nobody tells apart, however quiet the machine, in percent."""


def margin_percent(control: Interval) -> float:
    """What a machine can tell apart: the far end (from 0) of the interval of its control, and no
    less than `LEAST_MARGIN`."""
    return max(LEAST_MARGIN, abs(control.low), abs(control.high))


def growth(sizes: Sequence[float], seconds: Sequence[float]) -> Interval | None:
    """The exponent by which seconds grow with size (1: linear), by a line through the logarithms.

    `estimate`, `low` and `high` are the exponent and its 95 % interval, not percentages; None for
    fewer than three sizes that differ.
    """
    if len(set(sizes)) < 3:
        return None
    slope, reach = _line([math.log(each) for each in sizes], [math.log(each) for each in seconds])
    return Interval(slope, slope - reach, slope + reach)


def growth_over_blocks(sizes: Sequence[float], blocks: Sequence[Sequence[float]]) -> Interval:
    """The same exponent, with Student's t interval over mirror blocks: each has the seconds of all
    `sizes` (three or more that differ) and gives an exponent of its own. Takes two or more blocks.

    What makes a whole block slow moves no exponent, and that a line bends adds nothing to the
    interval: it tells the mean exponent over these sizes.
    """
    logarithms = np.log(sizes)
    along = logarithms - logarithms.mean()
    exponents = [float(along @ np.log(block) / (along @ along)) for block in blocks]
    mean, reach = fmean(exponents), 0.0
    if len(set(exponents)) > 1:
        reach = t_quantile(len(exponents) - 1, 0.95) * _standard_error(exponents)
    return Interval(mean, mean - reach, mean + reach)


def complete_blocks(
    baseline: Iterable[Pass], protected: Iterable[Pass], passes: int = 2
) -> Iterator[Block]:
    """The blocks of two cells, of so many passes each.

    Of two passes, repetitions 2k − 1 and 2k are those of block k. A block counts only if all its
    runs do and all are of one attempt: what was done apart from the others has the machine's drift
    in it.
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
