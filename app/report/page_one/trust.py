"""Whether costs can be trusted: a badge, by the rules of one table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from app.findings.cost import Cost
from app.findings.verdict import MOST_TELLING, OTHERS_SHARE
from app.plan.campaign import Order
from app.plan.status import Status
from app.report.figures.campaign_report import CampaignReport
from app.report.page_one.model import Card, CardKind, Decision, Level
from engines.contract.message import Message, Number, percent, phrase, plural, significant

_WIDE, _VERY_WIDE = 10.0, 50.0
"""Half the width of an interval in points of which a reader is told, and beyond which a cost says
little; of costs above 100 % as a share of the cost."""
_NARROW = 0.1
"""Nobody reads of narrower ones."""
_MOST_LINES = 3


@dataclass(frozen=True)
class _Facts:
    """What the rules ask of."""

    report: CampaignReport

    @property
    def costs(self) -> list[Cost]:
        return [each.cost for each in self.report.headline if not each.control]

    @cached_property
    def undecided(self) -> int:
        return sum(not each.decided for each in self.costs)

    @property
    def decided(self) -> bool:
        return any(each.decided for each in self.costs)

    @property
    def missing(self) -> int:
        summary = self.report.summary
        return max(0, summary.runs_total - summary.runs_done)  # those that failed are not done

    @property
    def running(self) -> bool:
        return self.report.summary.status in (Status.RUNNING, Status.PENDING)

    @cached_property
    def widths(self) -> tuple[float, float]:
        """The smallest and the largest half-width, in points; of what takes twice as long and more
        in shares of it."""
        found = [
            each.interval.half_width / max(1.0, (100 + (each.percent or 0.0)) / 200)
            for each in self.costs
            if each.interval is not None and each.decided
        ]
        return min(found, default=0.0), max(found, default=0.0)

    @property
    def limit(self) -> float | None:
        return max((each.margin for each in self.costs if each.margin is not None), default=None)

    @property
    def others(self) -> float:
        return self.report.quality.others_percent or 0.0

    @property
    def repetitions(self) -> int:
        return min((row.n for row in self.report.comparison if row.n), default=0)


@dataclass(frozen=True)
class _Rule:
    """Where it holds, trust is no more than `level`, and `message` says why."""

    code: str
    level: Level
    holds: Callable[[_Facts], bool]
    message: Message
    values: Callable[[_Facts], dict[str, object]] = lambda facts: {}


_RULES = (
    _Rule(
        "no-interval", Level.LOW, lambda facts: all(each.interval is None for each in facts.costs),
        phrase("Too few repetitions for an interval."),
    ),
    _Rule(
        "no-verdict", Level.LOW, lambda facts: not facts.decided,
        phrase("No cost has a verdict."),
    ),
    _Rule(
        "control-differs", Level.LOW, lambda facts: (facts.limit or 0.0) > 2 * MOST_TELLING,
        phrase("Two identical databases differed by up to {limit}."),
        lambda facts: {"limit": percent(facts.limit or 0.0)},
    ),
    _Rule(
        "very-wide", Level.LOW, lambda facts: facts.widths[1] > _VERY_WIDE,
        phrase("Intervals reach ± {points} points."),
        lambda facts: {"points": Number(facts.widths[1])},
    ),
    _Rule(
        "others", Level.FAIR, lambda facts: facts.others > 100 * OTHERS_SHARE,
        phrase("Other programs took up to {share} of the core."),
        lambda facts: {"share": percent(facts.others)},
    ),
    _Rule(
        "some-unclear", Level.FAIR, lambda facts: facts.decided and facts.undecided > 0,
        phrase("{unclear} of {all} costs are unclear."),
        lambda facts: {"unclear": Number(facts.undecided), "all": Number(len(facts.costs))},
    ),
    _Rule(
        "running", Level.FAIR, lambda facts: facts.running,
        phrase("Not finished: every cost may change."),
    ),
    _Rule(
        "missing-runs", Level.FAIR, lambda facts: facts.missing > 0 and not facts.running,
        phrase("Runs are missing: {missing} of {all}."),
        lambda facts: {
            "missing": Number(facts.missing),
            "all": Number(facts.report.summary.runs_total),
        },
    ),
    _Rule(
        "no-control", Level.FAIR, lambda facts: facts.limit is None,
        phrase("No second baseline: the detection limit is unknown."),
    ),
    _Rule(
        "wide", Level.FAIR, lambda facts: _WIDE < facts.widths[1] <= _VERY_WIDE,
        phrase("Intervals reach ± {points} points."),
        lambda facts: {"points": Number(facts.widths[1])},
    ),
)  # fmt: skip
"""In the order in which they are said; the lowest level that holds is the badge."""


def trust_card(report: CampaignReport) -> Card:
    """The badge, and why; where nothing lowers it, what was tried."""
    facts = _Facts(report)
    found = [rule for rule in _RULES if rule.holds(facts)] if facts.costs else []
    order = list(Level)
    level = max((rule.level for rule in found), key=order.index, default=Level.HIGH)
    lines = [
        Decision(rule.code, rule.message.with_values(**values), values)
        for rule in found
        for values in [rule.values(facts)]
    ]
    lines = [*lines, *_tried(facts)][:_MOST_LINES]
    return Card(CardKind.TRUST, _TITLE, _head(level, facts), tuple(lines), level)


def _head(level: Level, facts: _Facts) -> Decision:
    least, most = facts.widths
    if level is Level.LOW or not most:
        return Decision(level, _HEADS[level])
    values = {
        name: significant(max(_NARROW, each), 1)
        for name, each in (("least", least), ("most", most))
    }
    alike = str(values["least"]) == str(values["most"])
    frame = _WITHIN_ONE if alike else _WITHIN
    return Decision(level, frame.with_values(level=_HEADS[level], **values), values)


def _tried(facts: _Facts) -> Iterator[Decision]:
    report, many = facts.report, facts.repetitions
    if many:
        turns = report.campaign.order is Order.LOCKSTEP and not report.quality.whole
        yield Decision("repetitions", _TRIED[turns].with_count(many), {"repetitions": many})
    if report.quality.database and many:
        yield Decision("verified", _VERIFIED)
    yield Decision("holds-here", _HERE)


_TITLE = phrase("Trust it?")
_HEADS = {Level.HIGH: phrase("High"), Level.FAIR: phrase("Fair"), Level.LOW: phrase("Low")}
_WITHIN = phrase("{level}: ± {least} to {most} points")
_WITHIN_ONE = phrase("{level}: ± {most} points")
_TRIED = {
    True: plural("{n} repetitions, in turns.", "One repetition, in turns.", 0),
    False: plural("{n} repetitions.", "One repetition.", 0),
}
"""By whether both sides took turns."""
_VERIFIED = phrase("Every value was verified.")
_HERE = phrase("Holds for this machine, these data.")
