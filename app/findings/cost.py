"""The class `Cost`: by how many percent something is worse than its baseline, with interval and
verdict; measured here or taken from a published study."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from app.findings.statistics import LEAST_MARGIN, Interval
from engines.contract.message import NOTHING, Message


class VerdictKind(StrEnum):
    """What can be said of a cost: `COSTS` to `TOO_FEW` of pairs that took turns, `WORSE` to
    `NONE_SHOWN` of unpaired runs."""

    COSTS = "costs"
    COSTS_LITTLE = "costs-little"
    NONE_FOUND = "none-found"
    FASTER = "faster"
    TOO_NOISY = "too-noisy"
    UNPROVEN = "unproven"
    TOO_FEW = "too-few"
    WORSE = "worse"
    BETTER = "better"
    NONE_SHOWN = "none-shown"
    BASELINE = "baseline"
    """What the others are compared with."""


UNPAIRED_KINDS = (
    VerdictKind.WORSE,
    VerdictKind.BETTER,
    VerdictKind.NONE_SHOWN,
    VerdictKind.TOO_FEW,
)
"""Verdicts on unpaired runs."""


class ComparisonMethod(StrEnum):
    PAIRED = "paired"
    UNPAIRED = "unpaired"
    PUBLISHED = "published"


UNDECIDED = (VerdictKind.UNPROVEN, VerdictKind.TOO_NOISY, VerdictKind.TOO_FEW)
_PROVED = (VerdictKind.COSTS, VerdictKind.COSTS_LITTLE, VerdictKind.FASTER)
_BEYOND_MARGIN = (VerdictKind.COSTS, VerdictKind.FASTER)


@dataclass(frozen=True)
class Cost:
    """An estimate in percent between the `low` and `high` of its 95 % interval, and the verdict.

    Figures are None where they are not known: `percent` without a baseline, `low` and `high` with
    fewer than two blocks, `margin` (the smallest difference that the machine can detect) without a
    control, `p_value` without a test (paired: of the exact test; unpaired: corrected).
    `message` is the verdict as a sentence, or why there is no estimate; `meaning` explains it to a
    lay reader, and says what would improve it; `brief` says in a few words why nothing is proved,
    where the reason is not noise.
    `study_method_percent` is the cost by the published study's method (`study_method`): over
    several operations a mean of ratios, with `sd` the sample standard deviation over operations.
    A published cost has the study's own `sd`.
    """

    percent: float | None = None
    low: float | None = None
    high: float | None = None
    margin: float | None = None
    p_value: float | None = None
    blocks: int | None = None
    verdict: VerdictKind | None = None
    message: Message = NOTHING
    meaning: Message = NOTHING
    brief: Message = NOTHING
    method: ComparisonMethod | None = None
    study_method_percent: float | None = None
    sd: float | None = None

    def __bool__(self) -> bool:
        """Whether there is a figure of it at all."""
        return not (self.percent is self.low is self.high is None)

    @property
    def interval(self) -> Interval | None:
        if self.percent is None or self.low is None or self.high is None:
            return None
        return Interval(self.percent, self.low, self.high)

    @property
    def upper_bound_percent(self) -> int:
        """The whole percentage that a very small cost is below: larger than the interval's upper
        end and than the margin."""
        margin = LEAST_MARGIN if self.margin is None else self.margin
        return math.floor(max(margin, self.high or 0.0)) + 1

    @property
    def middle(self) -> float | None:
        """Where it is drawn: the estimate, else between its bounds, else the one that is known."""
        known = [each for each in (self.low, self.high) if each is not None]
        if self.percent is not None or not known:
            return self.percent
        return sum(known) / len(known)

    @property
    def text(self) -> str | None:
        """The verdict's sentence in English; None without a verdict."""
        return None if self.verdict is None else str(self.message)

    @property
    def decided(self) -> bool:
        """Whether there is a verdict, and not that nothing can be said."""
        return self.verdict is not None and self.verdict not in UNDECIDED

    @property
    def is_proved(self) -> bool:
        """Whether its verdict is that there is a difference."""
        return self.verdict in _PROVED

    @property
    def exceeds_margin(self) -> bool:
        """Whether its verdict is a difference larger than the margin."""
        return self.verdict in _BEYOND_MARGIN


NO_COST = Cost()
