"""Costs as the tables and charts of the screen take them."""

from __future__ import annotations

from app.findings.cost import Cost
from app.findings.verdict import VerdictKind
from app.window.shared.run_words import within_text
from widgets.tables.interval_view import Estimate

_TONES = {
    VerdictKind.COSTS: "bad",
    VerdictKind.WORSE: "bad",
    VerdictKind.FASTER: "good",
    VerdictKind.BETTER: "good",
}
"""A cost below what can be told apart is proved, but no reason for a colour."""


def verdict_tone(kind: VerdictKind | None) -> str:
    """The colour of a verdict, on every tab; “muted” for all that is no difference to be told."""
    return "muted" if kind is None else _TONES.get(kind, "muted")


def margin_text(cost: Cost) -> str:
    """“within 1.3 %”: what the machine can tell apart, by its control; a dash if unknown."""
    return "–" if cost.margin is None else within_text(cost.margin)


def estimate_of(cost: Cost) -> Estimate | None:
    """It as a line in a cell; None where nothing is known of it."""
    if cost.middle is None:
        return None
    return Estimate(cost.middle, cost.low, cost.high, cost.margin)
