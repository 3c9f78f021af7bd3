"""A cost: by how much something is worse than what it is compared with, measured here or
published."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from app.findings.statistics import LEAST_MARGIN, Interval
from engines.contract.message import NOTHING, Message


class VerdictKind(StrEnum):
    """What can be said of a cost: first where both took turns, then where they did not."""

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
"""What can be said of what did not take turns."""


class ComparisonMethod(StrEnum):
    """How the two were compared."""

    PAIRED = "paired"
    UNPAIRED = "unpaired"
    PUBLISHED = "published"


UNDECIDED = (VerdictKind.UNPROVEN, VerdictKind.TOO_NOISY, VerdictKind.TOO_FEW)
_PROVED = (VerdictKind.COSTS, VerdictKind.COSTS_LITTLE, VerdictKind.FASTER)
_TELLING = (VerdictKind.COSTS, VerdictKind.FASTER)


@dataclass(frozen=True)
class Cost:
    """An estimate in percent between the `low` and `high` of its 95 % interval, and the verdict.

    All of it is None where it is not known: `percent` of what is compared with nothing, bounds
    below two blocks, `margin` (what the machine can tell apart) without a control, `p_value` (of
    the exact test where they are paired, corrected where not) without a test. Without an estimate
    `message` is why. `message` is the verdict's sentence, `meaning` one for a lay reader: what it
    means and what would make it better; `brief` is why nothing is proved, in a few words, where
    that is no noise.
    `of_means` is the cost by the published study's method, a mean of ratios where it is of several
    operations, and `sd` the sample standard deviation over operations by that method, or the one
    that a study has.
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
    how: ComparisonMethod | None = None
    of_means: float | None = None
    sd: float | None = None

    def __bool__(self) -> bool:
        """Whether there is a figure of it at all."""
        return not (self.percent is self.low is self.high is None)

    @property
    def interval(self) -> Interval | None:
        """The estimate with both bounds, where it has them."""
        if self.percent is None or self.low is None or self.high is None:
            return None
        return Interval(self.percent, self.low, self.high)

    @property
    def most_percent(self) -> int:
        """The whole percentage below which it lies where the machine hardly tells it from none: its
        interval and what the machine can tell apart are both smaller."""
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
        """Whether its verdict says anything of the cost."""
        return self.verdict is not None and self.verdict not in UNDECIDED

    @property
    def proved(self) -> bool:
        """Whether its verdict is that there is a difference."""
        return self.verdict in _PROVED

    @property
    def telling(self) -> bool:
        """Whether that difference is more than the machine can tell apart."""
        return self.verdict in _TELLING


NO_COST = Cost()
