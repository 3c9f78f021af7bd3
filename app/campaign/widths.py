"""How wide the interval of a cost is, and whether that is narrow enough.

It is where its half-width is within a target or a twentieth of its own cost, whichever is more
(300 ± 5 % asks for nothing better), and it comes from six blocks or more: fewer may be close to
each other by luck. It has to be so with and without its last block: who stops at the first interval
that happens to be narrow stops where it is too narrow.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.findings.measured import Place
from app.findings.statistics import EXACT_BLOCKS, Comparison, Interval

SHARE_OF_COST = 0.05
"""What a half-width may be of its own cost, whatever the target."""


@dataclass(frozen=True)
class Width:
    """How far the interval of a cost reaches to either side, and how far it may, in points."""

    place: Place
    protection: str
    half_width: float
    allowed: float
    blocks: int

    @property
    def excess(self) -> float:
        """Width divided by the width allowed; too wide above 1."""
        return self.half_width / self.allowed

    @property
    def enough(self) -> bool:
        """Whether the interval is narrow enough."""
        return self.blocks >= EXACT_BLOCKS and self.excess <= 1


def width_of(place: Place, protection: str, comparison: Comparison, target: float) -> Width | None:
    """None without a target, and for fewer than two blocks."""
    if not target or not comparison.testable:
        return None
    interval = comparison.interval()
    allowed = _allowed(interval, target)
    return Width(place, protection, interval.half_width, allowed, len(comparison.blocks))


def settled(comparison: Comparison, target: float) -> bool:
    """Whether an interval is narrow enough, and was so without its last block."""
    return _narrow(Comparison(comparison.blocks[:-1]), target) and _narrow(comparison, target)


def _narrow(comparison: Comparison, target: float) -> bool:
    if len(comparison.blocks) < EXACT_BLOCKS:
        return False
    interval = comparison.interval()
    return interval.half_width <= _allowed(interval, target)


def _allowed(interval: Interval, target: float) -> float:
    """Allowed half-width in percentage points."""
    return max(target, SHARE_OF_COST * abs(interval.percent))
