"""How stable each comparison of a campaign is: other estimates, order, drift, outlier blocks.

Figures for other programs, and a sentence for whatever is larger than the noise floor.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean

from app.findings.figure import Figure
from app.findings.interval_words import with_bounds
from app.findings.statistics import LEAST_MARGIN, Block, Comparison, Interval, percent_of_log
from app.report.figures.campaign_report import CampaignReport
from engines.contract.message import Message, percent, phrase, with_semicolons

_WIDEST_POINTS = 500
"""Half-width (percentage points) above which an order effect or drift is not reported."""


@dataclass(frozen=True)
class Observation:
    """A sentence, and whether it is of something larger than the noise floor."""

    message: Message
    matters: bool


@dataclass(frozen=True)
class Stability:
    """One comparison with its ABBA (forward and backward) blocks, two or more."""

    row: Figure
    blocks: Comparison
    trimmed: Interval | None = None
    """The same cost by trimmed means over turns, where it was measured in turns."""

    @property
    def noise_margin(self) -> float:
        """The noise floor in percent, from the baseline-against-baseline control; LEAST_MARGIN
        without a control."""
        return self.row.cost.margin or LEAST_MARGIN

    @cached_property
    def observations(self) -> tuple[Observation, ...]:
        """On the estimates, the order of runs and drift, if the blocks can show them; on outlier
        blocks if they move the estimate."""
        return (self._estimates(), *self._by_turns(), *self._effects(), *self._outliers())

    @property
    def message(self) -> Message:
        """All that matters; nothing where the comparison is steady."""
        return with_semicolons(each.message for each in self.observations if each.matters)

    def to_json(self) -> dict[str, object]:
        """Its figures by name, and the sentences of what matters. Takes 20 ms from ten blocks on:
        two ratios are bootstrapped."""
        return {
            "server": self.row.server,
            "protection": self.row.protection,
            "size": self.row.at.size,
            "case": self.row.at.name,
            "operation": self.row.operation,
            "hodges_lehmann_percent": self.blocks.hodges_lehmann(),
            "trimmed_mean": _json(self.trimmed),
            "ratio_of_means": _json(self.blocks.ratio_of_means()),
            "ratio_of_medians": _json(self.blocks.ratio_of_medians()),
            "order_effect": _json(self.blocks.order_effect()),
            "drift": _json(self.blocks.drift()),
            "outlier_blocks": list(self.blocks.outliers()),
            "text": [str(each.message) for each in self.observations if each.matters],
        }

    def _estimates(self) -> Observation:
        mean, middle = self.blocks.interval().estimate, self.blocks.hodges_lehmann()
        matters = abs(mean - middle) > self.noise_margin
        text = _PULLED if matters else _ESTIMATES
        values = {"mean": percent(mean), "middle": percent(middle)}
        return Observation(text.with_values(**values), matters)

    def _by_turns(self) -> Iterator[Observation]:
        if self.trimmed is not None:
            total, trimmed = self.blocks.interval().estimate, self.trimmed.estimate
            matters = abs(total - trimmed) > self.noise_margin
            text = _TRIMMED_DIFFERS if matters else _TRIMMED_AGREES
            values = {"total": percent(total), "trimmed": percent(trimmed)}
            yield Observation(text.with_values(**values), matters)

    def _effects(self) -> Iterator[Observation]:
        order, drift = self.blocks.order_effect(), self.blocks.drift()
        if order is not None:
            if order.half_width > _WIDEST_POINTS:
                yield Observation(_ORDER_UNKNOWN, False)
                return
            effects = _NO_ORDER, _OPEN_ORDER
            yield self._effect(order, effects, _SLOWER_BACKWARDS, _FASTER_BACKWARDS)
        if drift is not None and drift.half_width <= _WIDEST_POINTS:
            yield self._effect(drift, (_NO_DRIFT, _OPEN_DRIFT), _ROSE, _FELL)

    def _effect(
        self, found: Interval, nothing: tuple[Message, Message], up: Message, down: Message
    ) -> Observation:
        """An effect that was found; else that there is none, or that it is unclear."""
        if abs(found.estimate) <= self.noise_margin or found.low <= 0 <= found.high:
            within = -self.noise_margin <= found.low and found.high <= self.noise_margin
            return Observation(with_bounds(nothing[0] if within else nothing[1], found), False)
        if found.estimate > 0:
            return Observation(with_bounds(up, found), True)
        return Observation(with_bounds(down, -found), True)

    def _outliers(self) -> Iterator[Observation]:
        far = [
            block.number
            for block in self.blocks.blocks
            if block.number in self.blocks.outliers() and self._pull(block) > self.noise_margin
        ]
        if far:
            yield Observation(_OUTLIERS.with_values(numbers=", ".join(map(str, far))), True)

    def _pull(self, block: Block) -> float:
        """By how much the estimate would change without a block, in percent."""
        others = [each.value for each in self.blocks.blocks if each is not block]
        return abs(percent_of_log(fmean(others) - fmean(self.blocks.values)))


def stability_of(report: CampaignReport, row: Figure) -> Stability | None:
    """Of one row; None for one without two mirror blocks to compare."""
    if row.cost.interval is None:
        return None
    compared = report.compared
    return Stability(row, compared.comparison(row), compared.trimmed_cost(row))


def stabilities(report: CampaignReport) -> list[Stability]:
    """Of all rows in their order that have two mirror blocks; the control is among them."""
    found = (stability_of(report, row) for row in report.comparison)
    return [each for each in found if each is not None]


def _json(interval: Interval | None) -> dict[str, float] | None:
    """None also for infinite bounds, which JSON cannot hold."""
    if interval is None or not all(
        map(math.isfinite, (interval.estimate, interval.low, interval.high))
    ):
        return None
    return {"percent": interval.estimate, "low": interval.low, "high": interval.high}


_ESTIMATES = phrase("Mean of the blocks {mean}, Hodges–Lehmann estimate {middle}")
_PULLED = phrase(
    "Mean of the blocks {mean}, Hodges–Lehmann estimate {middle}: a few blocks pull the mean"
)
_TRIMMED_AGREES = phrase("All turns together {total}, trimmed mean of the turns {trimmed}")
_TRIMMED_DIFFERS = phrase(
    "All turns together {total}, trimmed mean of the turns {trimmed}: the cost differs between "
    "statements, or other programs interrupted some turns"
)
_ORDER_UNKNOWN = phrase("Order effect and drift: unknown, the blocks differ too much")
_NO_ORDER = phrase("Order effect: none found, {percent} ({low} to {high})")
_SLOWER_BACKWARDS = phrase(
    "Order effect: the backward pass takes {percent} longer ({low} to {high}) than the forward "
    "pass, relative to the baseline. Both passes together cancel it"
)
_FASTER_BACKWARDS = phrase(
    "Order effect: the backward pass takes {percent} less time ({low} to {high}) than the forward "
    "pass, relative to the baseline. Both passes together cancel it"
)
_OPEN_ORDER = phrase("Order effect: unclear, {percent} ({low} to {high})")
_OPEN_DRIFT = phrase("Drift: unclear, {percent} ({low} to {high})")
_NO_DRIFT = phrase("Drift: none found, {percent} ({low} to {high})")
_ROSE = phrase(
    "Drift: relative to the baseline, the time rose by {percent} ({low} to {high}) from the first "
    "block to the last"
)
_FELL = phrase(
    "Drift: relative to the baseline, the time fell by {percent} ({low} to {high}) from the first "
    "block to the last"
)
_OUTLIERS = phrase("Outlier blocks that move the estimate: {numbers}; they are not excluded")
