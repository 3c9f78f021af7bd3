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
"""A cost below the detection limit is proved, but gets no colour."""


def verdict_tone(kind: VerdictKind | None) -> str:
    """The colour of a verdict, on every tab; “muted” where there is no detectable difference."""
    return "muted" if kind is None else _TONES.get(kind, "muted")


def margin_text(cost: Cost) -> str:
    """“within 1.3 %”: the detection limit, from the control; a dash if unknown."""
    return "–" if cost.margin is None else within_text(cost.margin)


def estimate_of(cost: Cost) -> Estimate | None:
    """A cost as an estimate of a table's cell; None if unknown."""
    if cost.middle is None:
        return None
    return Estimate(cost.middle, cost.low, cost.high, cost.margin)
