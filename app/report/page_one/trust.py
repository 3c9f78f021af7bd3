"""Whether costs can be trusted: a badge, by the rules of one table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from app.findings.verdict import MOST_TELLING, OTHERS_SHARE
from app.plan.campaign import Order
from app.plan.status import Status
from app.report.figures.campaign_report import CampaignReport
from app.report.page_one.model import Card, CardKind, Level
from app.report.words.phrased import Decision, Phrased
from engines.contract.message import Number, percent, phrase, plural, significant

_WIDE, _VERY_WIDE = 10.0, 50.0
"""Half the width of an interval in points of which a reader is told, and beyond which a cost says
little; of costs above 100 % as a share of the cost."""
_NARROW = 0.1
"""Nobody reads of narrower ones."""
_MOST_LINES = 3


class Trust(Phrased):
    """Why costs are trusted no more, and, where nothing lowers it, what was tried."""

    NOTHING = "nothing-measured", phrase("No cost was measured.")
    NO_INTERVAL = "no-interval", phrase("Too few repetitions for an interval.")
    NO_VERDICT = "no-verdict", phrase("No cost has a verdict.")
    CONTROL = "control-differs", phrase("Two identical databases differed by up to {limit}.")
    VERY_WIDE = "very-wide", phrase("Intervals reach ± {points} points.")
    OTHERS = "others", phrase("Other programs took up to {share} of the core.")
    UNCLEAR = "some-unclear", phrase("{unclear} of {all} costs are unclear.")
    RUNNING = "running", phrase("Not finished: every cost may change.")
    MISSING = "missing-runs", phrase("Runs are missing: {missing} of {runs}.")
    NO_CONTROL = "no-control", phrase("No second baseline: the detection limit is unknown.")
    WIDE = "wide", phrase("Intervals reach ± {points} points.")
    IN_TURNS = (
        "repetitions-in-turns",
        plural("{n} repetitions, in turns.", "One repetition, in turns.", 0),
    )
    REPETITIONS = "repetitions", plural("{n} repetitions.", "One repetition.", 0)
    VERIFIED = "verified", phrase("Every value was verified.")
    HOLDS_HERE = "holds-here", phrase("Holds for this machine, these data.")


class _Badge(Phrased):
    HIGH = Level.HIGH, phrase("High")
    FAIR = Level.FAIR, phrase("Fair")
    LOW = Level.LOW, phrase("Low")


class _Head(Phrased):
    """The badge, and how wide intervals are where that is known."""

    ALONE = "alone", phrase("{level}")
    WITHIN = "within", phrase("{level}: ± {least} to {most} points")
    WITHIN_ONE = "within-one", phrase("{level}: ± {most} points")


@dataclass(frozen=True)
class _Facts:
    """What the rules ask of."""

    report: CampaignReport

    @cached_property
    def undecided(self) -> int:
        return sum(not each.cost.decided for each in self.report.headline)

    @property
    def decided(self) -> bool:
        return self.undecided < len(self.report.headline)

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
            cost.interval.half_width / max(1.0, (100 + (cost.percent or 0.0)) / 200)
            for cost in (each.cost for each in self.report.headline)
            if cost.interval is not None and cost.decided
        ]
        return min(found, default=0.0), max(found, default=0.0)

    @cached_property
    def limit(self) -> float | None:
        margins = [each.cost.margin for each in self.report.headline]
        return max((each for each in margins if each is not None), default=None)

    @property
    def others(self) -> float:
        return self.report.quality.others_percent or 0.0

    @cached_property
    def repetitions(self) -> int:
        return min((row.n for row in self.report.comparison if row.n), default=0)

    @property
    def values(self) -> Mapping[str, object]:
        """What fills the slots of any rule."""
        return {
            "limit": percent(self.limit or 0.0),
            "points": Number(self.widths[1]),
            "share": percent(self.others),
            "unclear": Number(self.undecided),
            "all": Number(len(self.report.headline)),
            "missing": Number(self.missing),
            "runs": Number(self.report.summary.runs_total),
        }


type _Rule = tuple[Trust, Level, Callable[[_Facts], bool]]

_RULES: tuple[_Rule, ...] = (
    (
        Trust.NO_INTERVAL, Level.LOW,
        lambda facts: all(each.cost.interval is None for each in facts.report.headline),
    ),
    (Trust.NO_VERDICT, Level.LOW, lambda facts: not facts.decided),
    (Trust.CONTROL, Level.LOW, lambda facts: (facts.limit or 0.0) > 2 * MOST_TELLING),
    (Trust.VERY_WIDE, Level.LOW, lambda facts: facts.widths[1] > _VERY_WIDE),
    (Trust.OTHERS, Level.FAIR, lambda facts: facts.others > 100 * OTHERS_SHARE),
    (Trust.UNCLEAR, Level.FAIR, lambda facts: facts.decided and facts.undecided > 0),
    (Trust.RUNNING, Level.FAIR, lambda facts: facts.running),
    (Trust.MISSING, Level.FAIR, lambda facts: facts.missing > 0 and not facts.running),
    (Trust.NO_CONTROL, Level.FAIR, lambda facts: facts.limit is None),
    (Trust.WIDE, Level.FAIR, lambda facts: _WIDE < facts.widths[1] <= _VERY_WIDE),
)  # fmt: skip
"""Where one holds, trust is no more than its level; in the order in which they are said."""


def trust_card(report: CampaignReport) -> Card:
    """The badge, and why; where nothing lowers it, what was tried."""
    facts = _Facts(report)
    if not report.headline:
        nothing = (Trust.NOTHING.decided(),)
        return Card(CardKind.TRUST, _head(Level.LOW, facts), nothing, Level.LOW)
    found = [each for each in _RULES if each[2](facts)]
    order = list(Level)
    level = max((each for _, each, _ in found), key=order.index, default=Level.HIGH)
    lines = [*(code.decided(**facts.values) for code, _, _ in found), *_tried(facts)]
    return Card(CardKind.TRUST, _head(level, facts), tuple(lines[:_MOST_LINES]), level)


def _head(level: Level, facts: _Facts) -> Decision:
    least, most = (significant(max(_NARROW, each), 1) for each in facts.widths)
    code = _Head.WITHIN_ONE if str(least) == str(most) else _Head.WITHIN
    known = level is not Level.LOW and facts.widths[1]
    found = (code if known else _Head.ALONE).decided(
        level=_Badge(level).message, least=least, most=most
    )
    return Decision(level, found.message, found.values)


def _tried(facts: _Facts) -> Iterator[Decision]:
    report, many = facts.report, facts.repetitions
    if many:
        in_turns = report.campaign.order is Order.LOCKSTEP and not report.quality.whole
        yield (Trust.IN_TURNS if in_turns else Trust.REPETITIONS).decided(n=many)
    if report.quality.database and many:
        yield Trust.VERIFIED.decided()
    yield Trust.HOLDS_HERE.decided()
