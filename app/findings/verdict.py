"""Verdicts: what the statistics of a comparison allow to be said, in one sentence each.

The rules are those of equivalence testing beside a difference test: a cost counts when its 95 %
interval leaves out 0 and the exact test agrees (with too few blocks for it the sentence says so),
its absence when the 90 % interval lies within what the machine can tell apart.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.findings.cost import ComparisonMethod, Cost, VerdictKind
from app.findings.interval_words import FACTOR_PERCENT, bounded, in_factors, margin_words
from app.findings.statistics import EXACT_BLOCKS, LEAST_MARGIN, Comparison, Interval
from engines.contract.message import NOTHING, Message, Number, percent, phrase, plural

_LEVEL = 0.05
MOST_TELLING = 5.0
"""Where plaintext against plaintext differs by more than so many percent, nothing is proved."""

OTHERS_SHARE = 0.1
"""Nor, of elapsed time, where others took a larger share of the core from what took turns on it:
what needs longer is interrupted oftener, so that the ratio is wrong and no control shows it."""

LIMITED_SHARE = 0.1
DROPPED_SHARE = 0.01
"""Nor where the generator was the limit in a larger share of the runs, or a cell dropped a larger
share of its requests: what was measured is not the load that was asked for."""

TARGET_PERCENT = 2.0
"""The half-width that is aimed at, in points."""


@dataclass(frozen=True)
class Circumstances:
    """What a verdict needs to know beside the comparison itself.

    `margin` is what the machine can tell apart, in percent, and the least that counts where no
    control has told it; `control` the interval it came from;
    `target` the half-width that is aimed at in points, 0 for none;
    `p_adjusted` the p value after correction over the `comparisons` of the table; `mirrored` is
    False where repetitions of a cell ran one after another; `others` is the share of the core that
    others took from elapsed times, None where it is not known; `sealing` is whether sealed
    data are compared with plaintext; `limited` is the share of these runs in which the generator of
    a load was the limit, `dropped` that of requests dropped in the worse of the two cells;
    `database` is False of work without one.
    """

    margin: float = LEAST_MARGIN
    control: Interval | None = None
    p_adjusted: float | None = None
    comparisons: int = 1
    mirrored: bool = True
    repetitions: int = 0
    target: float = TARGET_PERCENT
    others: float | None = None
    sealing: bool = True
    limited: float = 0.0
    dropped: float = 0.0
    database: bool = True

    @property
    def known_margin(self) -> float | None:
        """The margin, where a control has told it."""
        return None if self.control is None else self.margin


def judge(comparison: Comparison, around: Circumstances, *, control: bool = False) -> Cost:
    """The cost of a protection, or of a `control`: how little the machine can tell apart. Without
    an estimate where there are fewer than two blocks, or repetitions of a cell ran one after
    another."""
    verdict = _control_verdict(comparison, around) if control else _cost_verdict(comparison, around)
    cost = replace(
        verdict,
        margin=around.known_margin,
        blocks=len(comparison.blocks),
        how=ComparisonMethod.PAIRED,
    )
    if not (around.mirrored and comparison.testable):
        return cost
    found = comparison.interval()
    return replace(
        cost, percent=found.estimate, low=found.low, high=found.high, p_value=comparison.p_value
    )


def _verdict(
    kind: VerdictKind, message: Message, meaning: Message, brief: Message = NOTHING
) -> Cost:
    return Cost(verdict=kind, message=message, meaning=meaning, brief=brief)


def _cost_verdict(comparison: Comparison, around: Circumstances) -> Cost:
    if not around.mirrored:
        return _verdict(VerdictKind.UNPROVEN, _IN_SEQUENCE, _IN_SEQUENCE_MEANS)
    if not comparison.testable:
        return _verdict(VerdictKind.TOO_FEW, _FEW.with_count(around.repetitions), _FEW_MEANS)
    if (interrupted := _interrupted(comparison, around)) is not None:
        return interrupted
    if around.control is not None and _beyond(around.control, MOST_TELLING):
        return _control_differs(around.control, around)
    fallen_short = _fallen_short(around)
    return _measured(comparison, around) if fallen_short is None else fallen_short


def _interrupted(comparison: Comparison, around: Circumstances) -> Cost | None:
    """That others took the core, where that may have made the ratio."""
    others = around.others or 0.0
    if others <= OTHERS_SHARE or comparison.interval().low >= FACTOR_PERCENT:
        return None
    share = percent(100 * others)
    return _verdict(VerdictKind.TOO_NOISY, _OTHERS.with_values(share=share), _OTHERS_MEANS)


def _fallen_short(around: Circumstances) -> Cost | None:
    """That the load was not the one that was asked for, where it was not."""
    if around.limited > LIMITED_SHARE:
        message = _LIMITED.with_values(share=percent(100 * around.limited))
        return _verdict(VerdictKind.UNPROVEN, message, _LIMITED_MEANS, _LIMITED_BRIEF)
    if around.dropped > DROPPED_SHARE:
        message = _DROPPED.with_values(share=percent(100 * around.dropped))
        return _verdict(VerdictKind.UNPROVEN, message, _DROPPED_MEANS, _DROPPED_BRIEF)
    return None


def _control_verdict(comparison: Comparison, around: Circumstances) -> Cost:
    if not around.mirrored or not comparison.testable:
        return _cost_verdict(comparison, around)
    for found in (_interrupted(comparison, around), _fallen_short(around)):
        if found is not None:
            return found
    interval = comparison.interval()
    if _beyond(interval, MOST_TELLING):
        return _control_differs(interval, around)
    if around.margin > MOST_TELLING:
        message = _SEPARATE.of(around).with_values(margin=margin_words(around.margin))
        return _verdict(VerdictKind.TOO_NOISY, message, _CONTROL_MEANS.of(around))
    message = _DETECTION_LIMIT.with_values(margin=percent(around.margin))
    return _verdict(VerdictKind.NONE_FOUND, message, _DETECTION_LIMIT_MEANS.of(around))


def _control_differs(interval: Interval, around: Circumstances) -> Cost:
    message = bounded(_CONTROL.of(around), interval)
    return _verdict(VerdictKind.UNPROVEN, message, _CONTROL_MEANS.of(around))


def _measured(comparison: Comparison, around: Circumstances) -> Cost:
    interval, narrow = comparison.interval(), comparison.interval(0.90)
    telling = around.margin <= MOST_TELLING
    within = telling and -around.margin <= narrow.low and narrow.high <= around.margin
    doubtful = contradictory(comparison)
    if doubtful and not within:
        message = bounded(_CONTRADICTION, interval, block=Number(most_unlike(comparison)))
        return _verdict(VerdictKind.UNPROVEN, message, _CONTRADICTION_MEANS)
    if not doubtful and (interval.low > 0 or interval.high < 0):
        if around.p_adjusted is not None and around.p_adjusted > _LEVEL:
            message = bounded(_UNCORRECTED, interval, comparisons=Number(around.comparisons))
            return _verdict(VerdictKind.UNPROVEN, message, _UNCORRECTED_MEANS)
        if not telling and abs(interval.estimate) <= around.margin:
            message = bounded(_DROWNED.of(around), interval, margin=margin_words(around.margin))
            return _verdict(VerdictKind.UNPROVEN, message, _CONTROL_MEANS.of(around))
        found = _difference(interval, narrow, around)
        return _untested_text(found, len(comparison.blocks))
    if within:
        return _none(narrow, around)
    return _too_noisy(comparison, around)


def _too_noisy(comparison: Comparison, around: Circumstances) -> Cost:
    interval = comparison.interval()
    if interval.high >= FACTOR_PERCENT:
        return _verdict(VerdictKind.TOO_NOISY, _TOO_NOISY, _NOISY_MEANS)
    more = _more_repetitions(comparison, around.target or TARGET_PERCENT, around.margin)
    if more > _MOST_MORE * len(comparison.blocks) * len(comparison.blocks[0].baseline):
        message = bounded(_NOISY_MACHINE, interval)
    else:
        message = bounded(_NOISY, interval, more=Number(more))
    return _verdict(VerdictKind.TOO_NOISY, message, _NOISY_MEANS)


def _difference(interval: Interval, narrow: Interval, around: Circumstances) -> Cost:
    margin = around.margin
    if interval.estimate > margin:
        many = interval.estimate >= FACTOR_PERCENT
        message = in_factors(_COSTS_TIMES, interval) if many else bounded(_COSTS, interval)
        return _verdict(VerdictKind.COSTS, message, _COSTS_MEANS.of(around))
    if interval.estimate > 0:
        known = around.known_margin is not None
        message = bounded(_LITTLE if known else _LITTLE_UNKNOWN, interval, margin=percent(margin))
        meaning = _LITTLE_MEANS.of(around) if known else _LITTLE_UNKNOWN_MEANS
        return _verdict(VerdictKind.COSTS_LITTLE, message, meaning)
    if interval.estimate < -margin:
        if not around.sealing:
            return _verdict(VerdictKind.FASTER, bounded(_LESS, -interval), _LESS_MEANS)
        return _verdict(VerdictKind.FASTER, bounded(_FASTER, -interval), _FASTER_MEANS)
    return _none(narrow, around)


def _untested_text(found: Cost, blocks: int) -> Cost:
    """A difference that the exact test has not confirmed says so."""
    if blocks >= EXACT_BLOCKS or found.verdict is VerdictKind.NONE_FOUND:
        return found
    return replace(found, message=_UNTESTED.with_values(words=found.message, blocks=Number(blocks)))


def _none(narrow: Interval, around: Circumstances) -> Cost:
    meaning = _NONE_MEANS
    if around.known_margin is None:
        meaning = _NONE_UNKNOWN_MEANS.with_values(margin=percent(around.margin))
    if narrow.high <= 0:
        return _verdict(VerdictKind.NONE_FOUND, _NONE_AT_ALL, meaning)
    most = percent(narrow.high)
    return _verdict(VerdictKind.NONE_FOUND, _NONE.with_values(most=most), meaning)


def contradictory(comparison: Comparison) -> bool:
    """Whether the exact test and the interval disagree, where there are blocks enough for it to
    speak at all."""
    if len(comparison.blocks) < EXACT_BLOCKS:
        return False
    return (comparison.t_p_value <= _LEVEL) != (comparison.p_value <= _LEVEL)


def most_unlike(comparison: Comparison) -> int:
    """The number of the block that is farthest from the middle of all."""
    values = sorted(comparison.values)
    middle = values[len(values) // 2]
    return max(comparison.blocks, key=lambda block: abs(block.value - middle)).number


def _more_repetitions(comparison: Comparison, target: float, margin: float) -> int:
    """How many would bring the interval to its target and, if it stays where it is, off 0 or within
    the margin, whichever is nearer."""
    off = abs(comparison.interval().estimate)
    decisive = max(off, margin - off, 0.1)
    missing = comparison.blocks_for(min(target, decisive)) - len(comparison.blocks)
    return len(comparison.blocks[0].baseline) * max(1, missing)


def _beyond(interval: Interval, limit: float) -> bool:
    return interval.low > limit or interval.high < -limit


@dataclass(frozen=True)
class _VerdictText:
    """A text, and what is told of work that has neither plaintext nor a database."""

    message: Message
    without: Message

    def of(self, around: Circumstances) -> Message:
        return self.message if around.database else self.without


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
# Beyond so many times the repetitions there are, nobody waits for them.
_MOST_MORE = 20
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
