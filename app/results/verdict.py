"""Verdicts: what the statistics of a comparison allow to be said, in one sentence each.

The rules are those of equivalence testing beside a difference test: a cost counts when its 95 %
interval leaves out 0 and the exact test agrees, its absence when the 90 % interval lies within what
the machine can tell apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from app.results.statistics import EXACT_BLOCKS, Comparison, Interval

_LEVEL = 0.05
_BROKEN_CONTROL = 5.0
"""Where plaintext against plaintext differs by more than so many percent, nothing is proved."""

TARGET_PERCENT = 2.0
"""The half-width that is aimed at, in points."""


class VerdictKind(StrEnum):
    """What can be said of a cost."""

    COSTS = "costs"
    COSTS_LITTLE = "costs-little"
    NONE_FOUND = "none-found"
    FASTER = "faster"
    TOO_NOISY = "too-noisy"
    UNPROVEN = "unproven"
    TOO_FEW = "too-few"


@dataclass(frozen=True)
class Verdict:
    """A kind, its sentence as a template with values, and a sentence for a lay reader: what it
    means, and what would make it better."""

    kind: VerdictKind
    template: str
    values: Mapping[str, object] = field(default_factory=dict)
    meaning: str = ""

    @property
    def text(self) -> str:
        """The sentence."""
        return self.template.format(**self.values)


@dataclass(frozen=True)
class Circumstances:
    """What a verdict needs to know beside the comparison itself.

    `margin` is what the machine can tell apart, in percent; `control` the interval it came from;
    `p_adjusted` the p value after correction over the `comparisons` of the table; `mirrored` is
    False where repetitions of a cell ran one after another.
    """

    margin: float = 1.0
    control: Interval | None = None
    p_adjusted: float | None = None
    comparisons: int = 1
    mirrored: bool = True
    repetitions: int = 0


def judge(comparison: Comparison | None, around: Circumstances) -> Verdict:
    """The verdict on a protection's cost; `comparison` is None for fewer than two blocks."""
    if not around.mirrored:
        return Verdict(VerdictKind.UNPROVEN, _IN_SEQUENCE, {}, _IN_SEQUENCE_MEANS)
    if comparison is None:
        few = {"repetitions": around.repetitions}
        if around.repetitions == 1:
            return Verdict(VerdictKind.TOO_FEW, _ONE, few, _FEW_MEANS)
        return Verdict(VerdictKind.TOO_FEW, _FEW, few, _FEW_MEANS)
    if around.control is not None and _beyond(around.control, _BROKEN_CONTROL):
        values = _interval_values(around.control)
        return Verdict(VerdictKind.UNPROVEN, _CONTROL, values, _CONTROL_MEANS)
    return _measured(comparison, around)


def _measured(comparison: Comparison, around: Circumstances) -> Verdict:
    interval, narrow = comparison.interval(), comparison.interval(0.90)
    within = -around.margin <= narrow.low and narrow.high <= around.margin
    differs = interval.low > 0 or interval.high < 0
    if not within and contradictory(comparison):
        values = {"block": most_unlike(comparison), **_interval_values(interval)}
        return Verdict(VerdictKind.UNPROVEN, _CONTRADICTION, values, _CONTRADICTION_MEANS)
    if differs and not contradictory(comparison):
        if around.p_adjusted is not None and around.p_adjusted > _LEVEL:
            values = {"comparisons": around.comparisons, **_interval_values(interval)}
            return Verdict(VerdictKind.UNPROVEN, _BY_CHANCE, values, _BY_CHANCE_MEANS)
        return _difference(interval, narrow, around.margin)
    if within:
        return _none(narrow)
    values = {"more": _more_repetitions(comparison), **_interval_values(interval)}
    return Verdict(VerdictKind.TOO_NOISY, _NOISY, values, _NOISY_MEANS)


def _difference(interval: Interval, narrow: Interval, margin: float) -> Verdict:
    values = {"margin": percent_text(margin), **_interval_values(interval)}
    if interval.percent > margin:
        return Verdict(VerdictKind.COSTS, _COSTS, values, _COSTS_MEANS)
    if interval.percent > 0:
        return Verdict(VerdictKind.COSTS_LITTLE, _LITTLE, values, _LITTLE_MEANS)
    if interval.percent < -margin:
        gain = Interval(-interval.percent, -interval.high, -interval.low)
        return Verdict(VerdictKind.FASTER, _FASTER, _interval_values(gain), _FASTER_MEANS)
    return _none(narrow)


def _none(narrow: Interval) -> Verdict:
    most = {"most": percent_text(max(0.0, narrow.high))}
    return Verdict(VerdictKind.NONE_FOUND, _NONE, most, _NONE_MEANS)


def contradictory(comparison: Comparison) -> bool:
    """Whether the exact test and the interval disagree, where there are blocks enough for it to
    speak at all."""
    if len(comparison.blocks) < EXACT_BLOCKS:
        return False
    return (comparison.t_p_value <= _LEVEL) != (comparison.p_value <= _LEVEL)


def most_unlike(comparison: Comparison) -> int:
    """The number of the block that is farthest from the middle of the others."""
    values = sorted(comparison.values)
    middle = values[len(values) // 2]
    return max(comparison.blocks, key=lambda block: abs(block.value - middle)).number


def _more_repetitions(comparison: Comparison) -> int:
    missing = comparison.blocks_for(TARGET_PERCENT) - len(comparison.blocks)
    return 2 * max(1, missing)


def _beyond(interval: Interval, limit: float) -> bool:
    return interval.low > limit or interval.high < -limit


def percent_text(value: float) -> str:
    """Percent with a decimal below ten and none above, as costs rarely carry more."""
    return f"{value:.0f}" if abs(value) >= 9.95 else f"{value:.1f}"


def _interval_values(interval: Interval) -> dict[str, object]:
    return {
        "percent": percent_text(interval.percent),
        "low": percent_text(interval.low),
        "high": percent_text(interval.high),
    }


_COSTS = "costs {percent} % ({low} to {high} %)"
_COSTS_MEANS = "The work takes longer under this protection, and chance is no sensible explanation."
_LITTLE = (
    "costs a little, {percent} % ({low} to {high} %), less than this machine can tell apart "
    "({margin} %)"
)
_LITTLE_MEANS = (
    "There is a cost, but two plaintext databases differ as much here; a quieter machine or more "
    "repetitions would tell."
)
_NONE = "no cost found: at most {most} %"
_NONE_MEANS = "If there is a cost, it is smaller than what this machine can tell apart."
_FASTER = "faster by {percent} % ({low} to {high} %): look for the cause"
_FASTER_MEANS = (
    "Encryption does not save work by itself: sealed columns are stored in another form, and that "
    "form may be quicker to handle."
)
_NOISY = "too noisy to tell: between {low} and {high} %; about {more} more repetitions would do"
_NOISY_MEANS = "The repetitions differ so much from each other that a cost could hide among them."
_ONE = "one repetition: no verdict"
_FEW = "{repetitions} repetitions: no verdict"
_FEW_MEANS = "A single comparison cannot tell a cost from luck; four repetitions are the least."
_IN_SEQUENCE = "no verdict: the repetitions of each cell ran one after another"
_IN_SEQUENCE_MEANS = (
    "In this order the machine's own drift falls on one cell and not on the other; the order ABBA "
    "cancels it."
)
_CONTROL = (
    "unproven: plaintext against plaintext differed by {percent} % ({low} to {high} %) beside it"
)
_CONTROL_MEANS = "Something else than encryption made runs differ; repeat on a quieter machine."
_CONTRADICTION = (
    "unproven: the interval ({low} to {high} %) and the exact test disagree, above all for block "
    "{block}"
)
_CONTRADICTION_MEANS = "A few repetitions stand apart from the others; more of them would tell."
_BY_CHANCE = (
    "unproven: {percent} % ({low} to {high} %), but among {comparisons} comparisons one such is "
    "expected by chance"
)
_BY_CHANCE_MEANS = "Whoever looks at many figures finds some by luck; more repetitions would tell."
