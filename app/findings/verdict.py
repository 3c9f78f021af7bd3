"""Verdicts on costs: which of them the statistics of a comparison prove, in one sentence each.

A difference test and an equivalence test: there is a cost if its 95 % interval excludes 0 and the
exact test agrees (the sentence says if there are too few blocks for that test); there is none if
the 90 % interval lies within the margin, the smallest difference that the machine can detect.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.findings.cost import ComparisonMethod, Cost, VerdictKind
from app.findings.interval_words import (
    FACTOR_PERCENT,
    margin_words,
    with_bounds,
    with_bounds_as_factors,
)
from app.findings.statistics import EXACT_BLOCKS, LEAST_MARGIN, Comparison, Interval
from engines.contract.message import NOTHING, Message, Number, percent, phrase, plural

_LEVEL = 0.05
NOISY_MARGIN_PERCENT = 5.0
"""If two identical databases differ by more than this, nothing is proved."""

OTHERS_SHARE = 0.1
"""If other programs took a larger share of the core, no elapsed time is proved: what takes longer
is interrupted more often, so that the ratio is wrong, and no control shows it."""

LIMITED_SHARE = 0.1
DROPPED_SHARE = 0.01
"""If the load generator was the limit in a larger share of the runs, or a cell dropped a larger
share of its requests, nothing is proved: what was measured is not the planned load."""

TARGET_PERCENT = 2.0
"""The default target of an interval's half-width, in percentage points."""


@dataclass(frozen=True)
class Circumstances:
    """What a verdict depends on besides the comparison itself.

    `margin` is the smallest difference in percent that the machine can detect, from the interval of
    the `control` (without one it is `LEAST_MARGIN`). `target` is the half-width aimed at in
    percentage points, 0 for none. `p_adjusted` is the p value corrected for the `comparisons` of
    the table. `mirrored` is False where all repetitions of a cell ran before the next cell.
    `others_share` is the share of the core that other programs took from elapsed times, None if
    unknown. `generator_limited_share` is the share of runs in which the load generator was the
    limit, `dropped_share` that of requests dropped in the worse of both cells.
    `compares_encrypted` says that encrypted data are compared with plaintext; `has_database` is
    False of work without one.
    """

    margin: float = LEAST_MARGIN
    control: Interval | None = None
    p_adjusted: float | None = None
    comparisons: int = 1
    mirrored: bool = True
    repetitions: int = 0
    target: float = TARGET_PERCENT
    others_share: float | None = None
    compares_encrypted: bool = True
    generator_limited_share: float = 0.0
    dropped_share: float = 0.0
    has_database: bool = True

    @property
    def known_margin(self) -> float | None:
        """The margin, where it comes from a control."""
        return None if self.control is None else self.margin


def judge(comparison: Comparison, circumstances: Circumstances, *, control: bool = False) -> Cost:
    """The cost of a protection with its verdict; or of the `control`, whose verdict is the
    detection limit. There is no estimate with fewer than two blocks, or without mirrored runs."""
    verdict = (
        _control_verdict(comparison, circumstances)
        if control
        else _cost_verdict(comparison, circumstances)
    )
    cost = replace(
        verdict,
        margin=circumstances.known_margin,
        blocks=len(comparison.blocks),
        method=ComparisonMethod.PAIRED,
    )
    if not (circumstances.mirrored and comparison.testable):
        return cost
    found = comparison.interval()
    return replace(
        cost, percent=found.estimate, low=found.low, high=found.high, p_value=comparison.p_value
    )


def _verdict(
    kind: VerdictKind, message: Message, meaning: Message, brief: Message = NOTHING
) -> Cost:
    return Cost(verdict=kind, message=message, meaning=meaning, brief=brief)


def _cost_verdict(comparison: Comparison, circumstances: Circumstances) -> Cost:
    if not circumstances.mirrored:
        return _verdict(VerdictKind.UNPROVEN, _IN_SEQUENCE, _IN_SEQUENCE_MEANS)
    if not comparison.testable:
        return _verdict(VerdictKind.TOO_FEW, _FEW.with_count(circumstances.repetitions), _FEW_MEANS)
    if (interrupted := _interrupted(comparison, circumstances)) is not None:
        return interrupted
    if circumstances.control is not None and _beyond(circumstances.control, NOISY_MARGIN_PERCENT):
        return _control_differs(circumstances.control, circumstances)
    fallen_short = _fallen_short(circumstances)
    return _measured(comparison, circumstances) if fallen_short is None else fallen_short


def _interrupted(comparison: Comparison, circumstances: Circumstances) -> Cost | None:
    """The verdict that other programs took too much of the core; None where they did not, or the
    cost is far too large to come from that."""
    others = circumstances.others_share or 0.0
    if others <= OTHERS_SHARE or comparison.interval().low >= FACTOR_PERCENT:
        return None
    share = percent(100 * others)
    return _verdict(VerdictKind.TOO_NOISY, _OTHERS.with_values(share=share), _OTHERS_MEANS)


def _fallen_short(circumstances: Circumstances) -> Cost | None:
    """The verdict that the load was not the planned one; None where it was."""
    if circumstances.generator_limited_share > LIMITED_SHARE:
        message = _LIMITED.with_values(share=percent(100 * circumstances.generator_limited_share))
        return _verdict(VerdictKind.UNPROVEN, message, _LIMITED_MEANS, _LIMITED_BRIEF)
    if circumstances.dropped_share > DROPPED_SHARE:
        message = _DROPPED.with_values(share=percent(100 * circumstances.dropped_share))
        return _verdict(VerdictKind.UNPROVEN, message, _DROPPED_MEANS, _DROPPED_BRIEF)
    return None


def _control_verdict(comparison: Comparison, circumstances: Circumstances) -> Cost:
    if not circumstances.mirrored or not comparison.testable:
        return _cost_verdict(comparison, circumstances)
    for found in (_interrupted(comparison, circumstances), _fallen_short(circumstances)):
        if found is not None:
            return found
    interval = comparison.interval()
    if _beyond(interval, NOISY_MARGIN_PERCENT):
        return _control_differs(interval, circumstances)
    if circumstances.margin > NOISY_MARGIN_PERCENT:
        message = _SEPARATE.of(circumstances).with_values(margin=margin_words(circumstances.margin))
        return _verdict(VerdictKind.TOO_NOISY, message, _CONTROL_MEANS.of(circumstances))
    message = _DETECTION_LIMIT.with_values(margin=percent(circumstances.margin))
    return _verdict(VerdictKind.NONE_FOUND, message, _DETECTION_LIMIT_MEANS.of(circumstances))


def _control_differs(interval: Interval, circumstances: Circumstances) -> Cost:
    message = with_bounds(_CONTROL.of(circumstances), interval)
    return _verdict(VerdictKind.UNPROVEN, message, _CONTROL_MEANS.of(circumstances))


def _measured(comparison: Comparison, circumstances: Circumstances) -> Cost:
    interval, narrow = comparison.interval(), comparison.interval(0.90)
    telling = circumstances.margin <= NOISY_MARGIN_PERCENT
    within = telling and -circumstances.margin <= narrow.low and narrow.high <= circumstances.margin
    doubtful = has_contradictory_tests(comparison)
    if doubtful and not within:
        message = with_bounds(
            _CONTRADICTION, interval, block=Number(most_deviating_block(comparison))
        )
        return _verdict(VerdictKind.UNPROVEN, message, _CONTRADICTION_MEANS)
    if not doubtful and (interval.low > 0 or interval.high < 0):
        if circumstances.p_adjusted is not None and circumstances.p_adjusted > _LEVEL:
            message = with_bounds(
                _UNCORRECTED, interval, comparisons=Number(circumstances.comparisons)
            )
            return _verdict(VerdictKind.UNPROVEN, message, _UNCORRECTED_MEANS)
        if not telling and abs(interval.estimate) <= circumstances.margin:
            message = with_bounds(
                _DROWNED.of(circumstances), interval, margin=margin_words(circumstances.margin)
            )
            return _verdict(VerdictKind.UNPROVEN, message, _CONTROL_MEANS.of(circumstances))
        found = _difference(interval, narrow, circumstances)
        return _untested_text(found, len(comparison.blocks))
    if within:
        return _none(narrow, circumstances)
    return _too_noisy(comparison, circumstances)


def _too_noisy(comparison: Comparison, circumstances: Circumstances) -> Cost:
    interval = comparison.interval()
    if interval.high >= FACTOR_PERCENT:
        return _verdict(VerdictKind.TOO_NOISY, _TOO_NOISY, _NOISY_MEANS)
    more = _more_repetitions(
        comparison, circumstances.target or TARGET_PERCENT, circumstances.margin
    )
    if more > _MOST_MORE * len(comparison.blocks) * len(comparison.blocks[0].baseline):
        message = with_bounds(_NOISY_MACHINE, interval)
    else:
        message = with_bounds(_NOISY, interval, more=Number(more))
    return _verdict(VerdictKind.TOO_NOISY, message, _NOISY_MEANS)


def _difference(interval: Interval, narrow: Interval, circumstances: Circumstances) -> Cost:
    margin = circumstances.margin
    if interval.estimate > margin:
        many = interval.estimate >= FACTOR_PERCENT
        message = (
            with_bounds_as_factors(_COSTS_TIMES, interval)
            if many
            else with_bounds(_COSTS, interval)
        )
        return _verdict(VerdictKind.COSTS, message, _COSTS_MEANS.of(circumstances))
    if interval.estimate > 0:
        known = circumstances.known_margin is not None
        message = with_bounds(
            _LITTLE if known else _LITTLE_UNKNOWN, interval, margin=percent(margin)
        )
        meaning = _LITTLE_MEANS.of(circumstances) if known else _LITTLE_UNKNOWN_MEANS
        return _verdict(VerdictKind.COSTS_LITTLE, message, meaning)
    if interval.estimate < -margin:
        if not circumstances.compares_encrypted:
            return _verdict(VerdictKind.FASTER, with_bounds(_LESS, -interval), _LESS_MEANS)
        return _verdict(VerdictKind.FASTER, with_bounds(_FASTER, -interval), _FASTER_MEANS)
    return _none(narrow, circumstances)


def _untested_text(found: Cost, blocks: int) -> Cost:
    """The cost; its sentence says if there are too few blocks for the exact test."""
    if blocks >= EXACT_BLOCKS or found.verdict is VerdictKind.NONE_FOUND:
        return found
    return replace(found, message=_UNTESTED.with_values(words=found.message, blocks=Number(blocks)))


def _none(narrow: Interval, circumstances: Circumstances) -> Cost:
    meaning = _NONE_MEANS
    if circumstances.known_margin is None:
        meaning = _NONE_UNKNOWN_MEANS.with_values(margin=percent(circumstances.margin))
    if narrow.high <= 0:
        return _verdict(VerdictKind.NONE_FOUND, _NONE_AT_ALL, meaning)
    most = percent(narrow.high)
    return _verdict(VerdictKind.NONE_FOUND, _NONE.with_values(most=most), meaning)


def has_contradictory_tests(comparison: Comparison) -> bool:
    """Whether the exact test and the t test disagree; False with too few blocks for the former."""
    if len(comparison.blocks) < EXACT_BLOCKS:
        return False
    return (comparison.t_p_value <= _LEVEL) != (comparison.p_value <= _LEVEL)


def most_deviating_block(comparison: Comparison) -> int:
    """The number of the block whose value is farthest from the median."""
    values = sorted(comparison.values)
    middle = values[len(values) // 2]
    return max(comparison.blocks, key=lambda block: abs(block.value - middle)).number


def _more_repetitions(comparison: Comparison, target: float, margin: float) -> int:
    """How many more repetitions would narrow the interval to its target, and so far that it
    excludes 0 or lies within the margin, whichever needs fewer."""
    off = abs(comparison.interval().estimate)
    decisive = max(off, margin - off, 0.1)
    missing = comparison.blocks_for(min(target, decisive)) - len(comparison.blocks)
    return len(comparison.blocks[0].baseline) * max(1, missing)


def _beyond(interval: Interval, limit: float) -> bool:
    return interval.low > limit or interval.high < -limit


@dataclass(frozen=True)
class _VerdictText:
    """A text, and its variant for work that has neither plaintext nor a database."""

    message: Message
    without: Message

    def of(self, circumstances: Circumstances) -> Message:
        return self.message if circumstances.has_database else self.without


_SEPARATE = _VerdictText(
    phrase("too noisy: two identical plaintext databases may differ by {margin}"),
    phrase("too noisy: the baseline, measured twice, may differ by {margin}"),
)
_DETECTION_LIMIT = phrase("detection limit: {margin}")
_DETECTION_LIMIT_MEANS = _VerdictText(
    phrase(
        "Two identical plaintext databases were measured, and may differ by this much. A smaller "
        "cost cannot be detected."
    ),
    phrase(
        "The baseline was measured twice, and both may differ by this much. A smaller cost cannot "
        "be detected."
    ),
)
_COSTS = phrase("costs {percent} ({low} to {high})")
_COSTS_TIMES = phrase("costs {times} times as much ({low} to {high})")
_COSTS_MEANS = _VerdictText(
    phrase("The work takes longer under this protection, and chance is unlikely to explain it."),
    phrase("The work takes longer under this cipher, and chance is unlikely to explain it."),
)
_LITTLE = phrase(
    "costs a little: {percent} ({low} to {high}), less than the detection limit ({margin})"
)
_LITTLE_MEANS = _VerdictText(
    phrase(
        "There is a cost, but two identical plaintext databases may differ as much. Repeat on a "
        "quieter machine, or add repetitions."
    ),
    phrase(
        "There is a cost, but the baseline, measured twice, may differ as much. Repeat on a "
        "quieter machine, or add repetitions."
    ),
)
_LITTLE_UNKNOWN = phrase("costs a little: {percent} ({low} to {high}), less than {margin}")
_LITTLE_UNKNOWN_MEANS = phrase(
    "There is a cost, but without a control the detection limit is unknown."
)
_NONE = phrase("no cost found: at most {most}")
_NONE_AT_ALL = phrase("no cost found")
_NONE_MEANS = phrase("If there is a cost, it is below the detection limit.")
_NONE_UNKNOWN_MEANS = phrase(
    "If there is a cost, it is smaller than {margin}. Without a control the detection limit is "
    "unknown."
)
_FASTER = phrase("faster by {percent} ({low} to {high}): check why")
_FASTER_MEANS = phrase(
    "Encryption itself makes nothing faster. But encrypted columns have another type and length, "
    "which may be faster to process. To see how much that is, also measure plaintext in such "
    'columns: plaintext in stored form (kind = "stored-form").'
)
_LESS = phrase("faster by {percent} ({low} to {high})")
_LESS_MEANS = phrase("It takes less time than the baseline.")
_UNTESTED = phrase("{words} ({blocks} blocks: too few for the exact test)")
_NOISY = phrase(
    "too noisy: between {low} (faster) and {high} (slower); add about {more} more repetitions"
)
_NOISY_MACHINE = phrase(
    "too noisy: between {low} (faster) and {high} (slower); repeat on a quieter machine"
)
_MOST_MORE = 20
"""If this many times the present repetitions are missing, a quieter machine is advised instead."""
_TOO_NOISY = phrase("too noisy: repeat on a quieter machine")
_NOISY_MEANS = phrase(
    "The repetitions differ too much from each other to show whether there is a cost."
)
_FEW = plural("no verdict: {n} repetitions are too few", "no verdict: {n} repetition is too few", 0)
_FEW_MEANS = phrase(
    "A single comparison cannot separate a cost from chance. At least two repetitions in lockstep "
    "are needed, or four in ABBA order."
)
_IN_SEQUENCE = phrase(
    "no verdict: all runs of one protection came before the next (sequential order)"
)
_IN_SEQUENCE_MEANS = phrase(
    "A slow change in the machine's speed then affects one protection more than the other. Use "
    "lockstep or ABBA order."
)
_CONTROL = _VerdictText(
    phrase(
        "unproven: two identical plaintext databases differed by {percent} ({low} to {high}); "
        "repeat on a quieter machine"
    ),
    phrase(
        "unproven: the baseline, measured twice, differed by {percent} ({low} to {high}); repeat "
        "on a quieter machine"
    ),
)
_CONTROL_MEANS = _VerdictText(
    phrase("Something other than encryption made runs differ. Repeat on a quieter machine."),
    phrase("Something other than the cipher made runs differ. Repeat on a quieter machine."),
)
_OTHERS = phrase(
    "no verdict on elapsed time: other programs used {share} of the processor core; see CPU time"
)
_OTHERS_MEANS = phrase(
    "A slower statement is interrupted more often, so elapsed times exaggerate the difference. "
    "CPU time does not. To compare elapsed times, repeat while nothing else runs."
)
_DROWNED = _VerdictText(
    phrase(
        "unproven: {percent} ({low} to {high}), but two identical plaintext databases may differ "
        "by {margin}"
    ),
    phrase(
        "unproven: {percent} ({low} to {high}), but the baseline, measured twice, may differ by "
        "{margin}"
    ),
)
_CONTRADICTION = phrase(
    "unproven: the interval ({low} to {high}) and the exact test disagree; block {block} differs "
    "most"
)
_CONTRADICTION_MEANS = phrase("A few repetitions differ strongly from the others. Add repetitions.")
_UNCORRECTED = phrase(
    "unproven: {percent} ({low} to {high}) may be chance among {comparisons} comparisons"
)
_UNCORRECTED_MEANS = phrase(
    "With many comparisons, some show a cost by chance. Verdicts take this into account, "
    "intervals do not. More repetitions can give a verdict."
)
_LIMITED = phrase(
    "unproven: in {share} of the runs, the load generator could not keep up: lower the rate"
)
_LIMITED_BRIEF = phrase("the load generator could not keep up")
_LIMITED_MEANS = phrase(
    "Latencies include delays of the generator itself. Lower the rate, or add lanes or dedicated "
    "cores."
)
_DROPPED = phrase("unproven: {share} of the requests were dropped because the queue was full")
_DROPPED_BRIEF = phrase("requests were dropped")
_DROPPED_MEANS = phrase(
    "Dropped requests have no latency, so the measured latencies look too good. Lower the rate, "
    "add lanes, or allow a longer queue."
)
