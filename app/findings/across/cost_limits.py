"""Limits on costs for CI pipelines: which costs are above their limit, and which are unproven."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from app.findings.across.sourced_figures import ALL_CASES, Dimension, GatheredFigures, SourcedFigure
from app.findings.across.unpaired_comparison import (
    OWN_BASELINE,
    Baseline,
    PivotCell,
    compare_with_baseline,
)
from app.findings.cost import Cost, VerdictKind
from app.plan.status import Status
from engines.contract.errors import InputError
from engines.contract.message import Message, Number, phrase, plural, significant

_ABOVE = (VerdictKind.COSTS, VerdictKind.COSTS_LITTLE, VerdictKind.WORSE)


@dataclass(frozen=True)
class CostLimits:
    """The most that the lower end of a cost's interval may be: `by_operation` in percent by the
    names of operations, `default_percent` for all others. An operation with neither limit is not
    judged."""

    default_percent: float | None = None
    by_operation: Mapping[str, float] = field(default_factory=dict)

    def limit_of(self, operation: str) -> float | None:
        return self.by_operation.get(operation, self.default_percent)


class LimitOutcome(StrEnum):
    """What a limit makes of a cost."""

    ABOVE = "above"
    WITHIN = "within"
    UNPROVEN = "unproven"
    """There is no verdict on the cost, or nothing to compare with."""
    UNSUPPORTED = "unsupported"


@dataclass(frozen=True)
class JudgedCost:
    """A cost with its `limit` in percent; `in_cpu_time` where elapsed time has no verdict."""

    figure: SourcedFigure
    cost: Cost
    limit: float
    outcome: LimitOutcome
    in_cpu_time: bool = False

    @property
    def message(self) -> Message:
        """What was found, or why nothing was."""
        why = self.cost.message or self.figure.why or _NO_VERDICT
        return _BY_CPU.with_values(words=why) if self.in_cpu_time else why

    @property
    def limit_text(self) -> Message:
        return phrase("{limit}", limit=significant(self.limit, 4, "%"))

    @property
    def sentence(self) -> Message:
        figure = self.figure
        return _SENTENCE.with_values(
            server=figure.server,
            protection=figure.protection,
            operation=figure.operation,
            case=figure.case,
            words=self.message,
            limit=self.limit_text,
        )


def judge_costs(
    gathered: GatheredFigures, limits: CostLimits, baseline: Baseline, baseline_protection: str
) -> list[JudgedCost]:
    """Judge the cost of each operation, and of all operations, of each case and protection: over
    `baseline_protection` of the same campaign, or over what `baseline` names. Sorted by outcome,
    those above their limit first.

    Raises: InputError for a limit of an operation that does not exist
    """
    known = gathered.values(Dimension.OPERATION)
    for name in limits.by_operation:
        if name not in known:
            raise InputError(
                phrase("Unknown operation"),
                phrase("There is a limit for “{name}”, but no such operation."),
                phrase("Choose one of: {known}."),
                name=name,
                known=", ".join(known),
            )
    found = list(
        _judged(
            compare_with_baseline(gathered, baseline),
            limits,
            "" if baseline != OWN_BASELINE else baseline_protection,
        )
    )
    return sorted(found, key=lambda each: list(LimitOutcome).index(each.outcome))


def _judged(cells: Iterable[PivotCell], limits: CostLimits, own: str) -> Iterator[JudgedCost]:
    for cell in cells:
        figure = cell.figure
        if figure is None or figure.control or figure.published or figure.case == ALL_CASES:
            continue
        if cell.cost.verdict is VerdictKind.BASELINE or figure.protection == own:
            continue
        limit = limits.limit_of(figure.operation)
        if limit is None:
            continue
        by_cpu = bool(own) and figure.in_cpu_time
        cost = figure.cost if own else cell.cost
        yield JudgedCost(figure, cost, limit, _outcome(figure, cost, limit), by_cpu)


def _outcome(figure: SourcedFigure, cost: Cost, limit: float) -> LimitOutcome:
    if figure.status is Status.UNSUPPORTED:
        return LimitOutcome.UNSUPPORTED
    if not cost.decided:
        return LimitOutcome.UNPROVEN
    above = cost.verdict in _ABOVE and cost.low is not None and cost.low > limit
    return LimitOutcome.ABOVE if above else LimitOutcome.WITHIN


def outcome_sentence(found: Iterable[JudgedCost]) -> Message:
    """How many of them are above their limit, and how many have no verdict."""
    outcomes = [each.outcome for each in found]
    decided = [each for each in outcomes if each in (LimitOutcome.ABOVE, LimitOutcome.WITHIN)]
    unproven = outcomes.count(LimitOutcome.UNPROVEN)
    if not decided:
        return _NOTHING
    message = _TOTAL.with_values(above=Number(decided.count(LimitOutcome.ABOVE))).with_count(
        len(decided)
    )
    return (
        message if not unproven else _AND_UNPROVEN.with_values(words=message).with_count(unproven)
    )


_SENTENCE = phrase("{server} · {protection} · {operation} · {case}: {words}; limit {limit}")
_BY_CPU = phrase("by CPU time: {words}")
_NO_VERDICT = phrase("no verdict")
_NOTHING = phrase("No cost has a verdict, so no limit could be checked.")
_TOTAL = plural(
    "{above} of {n} costs are above the limit.", "{above} of {n} cost is above the limit.", 0
)
_AND_UNPROVEN = plural("{words} {n} have no verdict.", "{words} {n} has no verdict.", 0)
