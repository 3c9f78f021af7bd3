"""Compares figures of different campaigns, whose runs form no pairs, with a baseline: Welch's test
with p values corrected by Benjamini and Hochberg; no test for published values."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean, variance

from app.findings.across.sourced_figures import Dimension, GatheredFigures, SourcedFigure
from app.findings.cost import ComparisonMethod, Cost, VerdictKind
from app.findings.interval_words import FACTOR_PERCENT, with_bounds, with_bounds_as_factors
from app.findings.statistics import Interval, benjamini_hochberg, percent_of_log
from app.findings.study_method import percent_over
from engines.contract.message import NOTHING, Message, Number, percent, phrase, plural
from workloads.contract import Better

_ALPHA = 0.05

UNPAIRED = phrase(
    "These campaigns were measured at different times, so changes of the machine count as "
    "differences, too. To exclude them, measure everything in one campaign. Verdicts are "
    "corrected for the number of comparisons; intervals are not."
)


@dataclass(frozen=True)
class Baseline:
    """What figures are compared with: without a dimension the baseline of each figure's own
    campaign, else the figure that has `value` in that dimension and is alike in all others."""

    dimension: Dimension | None = None
    value: str = ""

    @property
    def paired_protection(self) -> str | None:
        """The protection to compare with, as its comparison is paired inside each campaign; None
        for any other dimension."""
        return self.value if self.dimension is Dimension.PROTECTION else None


OWN_BASELINE = Baseline()


@dataclass(frozen=True)
class PivotCell:
    """A figure, its cost, and the figure it was compared with (None: its source's own baseline).
    If there is no cost, `cost.message` says why."""

    figure: SourcedFigure | None
    cost: Cost
    counterpart: SourcedFigure | None = None


def compare_with_baseline(gathered: GatheredFigures, baseline: Baseline) -> tuple[PivotCell, ...]:
    """Each figure with its cost over the baseline. p values of unpaired comparisons are corrected
    over all figures, not over those that a table shows, so that no filter changes a verdict."""
    if baseline.dimension in (None, Dimension.PROTECTION):  # already paired inside each campaign
        return tuple(PivotCell(each, each.cost) for each in gathered.figures)
    return _compared_with_others(gathered, baseline)


@lru_cache(maxsize=2)
def _compared_with_others(gathered: GatheredFigures, baseline: Baseline) -> tuple[PivotCell, ...]:
    """Cached: 6,000 figures take a third of a second, and a table is laid out at every click."""
    figures = gathered.figures
    index = _index(figures)
    pairs = [(each, _counterpart(each, index, baseline)) for each in figures]
    compared_pairs = [_welch_test(each, counterpart) for each, counterpart in pairs]
    corrected = benjamini_hochberg([each[1] for each in compared_pairs if each is not None])
    p_values = iter(corrected)
    return tuple(
        _without_test(figure, counterpart)
        if found is None or isinstance(counterpart, Message)
        else _tested(figure, counterpart, found, next(p_values), len(corrected))
        for (figure, counterpart), found in zip(pairs, compared_pairs, strict=True)
    )


type _Index = Mapping[tuple[str, str, str, str], list[SourcedFigure]]


def _index(known: Iterable[SourcedFigure]) -> _Index:
    found: dict[tuple[str, str, str, str], list[SourcedFigure]] = {}
    for each in known:
        found.setdefault(_match_key(each), []).append(each)
    return found


def _match_key(figure: SourcedFigure) -> tuple[str, str, str, str]:
    return figure.workload, figure.protection, figure.case, figure.operation


def _counterpart(
    figure: SourcedFigure, index: _Index, baseline: Baseline
) -> SourcedFigure | Message:
    """The matching figure of the baseline; a sentence if there is none, or more than one.

    Of several, one of the same source is preferred, then of the same server, then of the same
    engine. Campaigns and machines are compared engine by engine.
    """
    assert baseline.dimension is not None
    if figure.along(baseline.dimension) == baseline.value:
        return figure
    alike = index.get(_match_key(figure), ())
    there = [each for each in alike if each.along(baseline.dimension) == baseline.value]
    if baseline.dimension in (Dimension.SOURCE, Dimension.MACHINE):
        there = [each for each in there if each.engine == figure.engine]
    if not there:
        return _MISSING.with_values(baseline=baseline.value)
    ranks = [_mismatch(each, figure) for each in there]
    best = [each for each, rank in zip(there, ranks, strict=True) if rank == min(ranks)]
    return best[0] if len(best) == 1 else _SEVERAL.with_values(baseline=baseline.value)


def _mismatch(one: SourcedFigure, other: SourcedFigure) -> tuple[bool, ...]:
    return (
        one.source != other.source,
        one.server != other.server,
        one.engine != other.engine,
        one.version != other.version,
    )


def _welch_test(
    figure: SourcedFigure, counterpart: SourcedFigure | Message
) -> tuple[Interval, float] | None:
    """Interval and p value; None if the two cannot be tested."""
    if (
        isinstance(counterpart, Message)
        or figure is counterpart
        or _why_not_comparable(figure, counterpart)
    ):
        return None
    return welch(counterpart.blocks, figure.blocks)


def _why_not_comparable(figure: SourcedFigure, counterpart: SourcedFigure) -> Message:
    """Why these two cannot be compared; NOTHING if they can."""
    if figure.published or counterpart.published:
        return NOTHING
    if figure.why:
        return figure.why
    if counterpart.why:
        return _NOT_IN_BASELINE.with_values(why=counterpart.why)
    if (figure.measure, figure.unit) != (counterpart.measure, counterpart.unit):
        return _OTHER_MEASURE.with_values(one=figure.measure, other=counterpart.measure)
    if figure.parts != counterpart.parts:
        return _OTHER_PARTS
    return NOTHING


def _without_test(figure: SourcedFigure, counterpart: SourcedFigure | Message) -> PivotCell:
    if isinstance(counterpart, Message):
        return PivotCell(figure, Cost(message=figure.why or counterpart))
    if counterpart is figure and figure.why:
        return PivotCell(figure, Cost(message=figure.why))
    return PivotCell(figure, _untested(figure, counterpart), counterpart)


def _untested(figure: SourcedFigure, counterpart: SourcedFigure) -> Cost:
    if counterpart is figure:
        return Cost(verdict=VerdictKind.BASELINE, message=_BASELINE)
    if obstacle := _why_not_comparable(figure, counterpart):
        return Cost(message=obstacle)
    if figure.published or counterpart.published:
        return _published(figure, counterpart)
    here, there = (plural("{n} blocks", "{n} block", len(x.blocks)) for x in (figure, counterpart))
    message = _TOO_FEW.with_values(here=here, there=there)
    return Cost(
        verdict=VerdictKind.TOO_FEW,
        message=message,
        meaning=UNPAIRED,
        method=ComparisonMethod.UNPAIRED,
    )


def _published(figure: SourcedFigure, counterpart: SourcedFigure) -> Cost:
    """A study's value and another: no interval, as a study publishes no runs."""
    values = figure.scaled.mean, counterpart.scaled.mean
    alike = (figure.measure, figure.unit) == (counterpart.measure, counterpart.unit)
    if values[0] is None or values[1] is None or not alike or min(values[0], values[1]) <= 0:
        return Cost(message=_NO_VALUE)
    one, other = values[0], values[1]
    if figure.better is Better.MORE:
        one, other = other, one
    cost = percent_over(one, other)
    message = _PUBLISHED.with_values(percent=_signed(cost))
    return Cost(cost, message=message, meaning=_PUBLISHED_MEANS, method=ComparisonMethod.PUBLISHED)


def _tested(
    figure: SourcedFigure,
    counterpart: SourcedFigure,
    found: tuple[Interval, float],
    p_value: float,
    comparisons: int,
) -> PivotCell:
    (interval, uncorrected), verdict = found, VerdictKind.NONE_SHOWN
    if p_value < _ALPHA:
        verdict = VerdictKind.WORSE if interval.estimate > 0 else VerdictKind.BETTER
    message = _VERDICT_TEXTS[verdict]
    if verdict is VerdictKind.NONE_SHOWN and uncorrected < _ALPHA:
        message = _UNCORRECTED.with_values(comparisons=Number(comparisons))
    separate = figure.source != counterpart.source
    cost = Cost(
        interval.estimate,
        interval.low,
        interval.high,
        p_value=p_value,
        verdict=verdict,
        message=_worded(message, verdict, interval),
        meaning=UNPAIRED if separate else _WITHIN,
        method=ComparisonMethod.UNPAIRED,
    )
    return PivotCell(figure, cost, counterpart)


def _worded(message: Message, verdict: VerdictKind, interval: Interval) -> Message:
    """A sentence with its estimate and bounds: in percent, as factors from ten times on."""
    if verdict is VerdictKind.WORSE and interval.estimate >= FACTOR_PERCENT:
        return with_bounds_as_factors(_TIMES, interval)
    return with_bounds(message, -interval if verdict is VerdictKind.BETTER else interval)


def _signed(cost: float) -> Message:
    message = phrase("+{cost}") if cost >= 0 else phrase("{cost}")
    return message.with_values(cost=percent(cost))


_BASELINE = phrase("baseline of this comparison")
_MISSING = phrase("not comparable: {baseline} has no such cell")
_SEVERAL = phrase("not comparable: {baseline} has several such cells")
_NOT_IN_BASELINE = phrase("not comparable: no figure in the baseline ({why})")
_OTHER_MEASURE = phrase("not comparable: {one} here, {other} in the baseline")
_OTHER_PARTS = phrase("not comparable: different operations or cases")
_NO_VALUE = phrase("not comparable: the study has no value in this measure and unit")
_TOO_FEW = phrase("no verdict: {here} here, {there} in the baseline; each needs at least two")
_PUBLISHED = phrase("{percent}, without interval or verdict")
_PUBLISHED_MEANS = phrase(
    "A study measured another machine with another method. It gives values, not runs, so the "
    "difference cannot be separated from that of the machines."
)
_WORSE = phrase("worse by {percent} ({low} to {high}), unpaired")
_BETTER = phrase("better by {percent} ({low} to {high}), unpaired")
_NONE_SHOWN = phrase("no difference shown: {percent} ({low} to {high}), unpaired")
_UNCORRECTED = phrase(
    "no difference shown: {percent} ({low} to {high}) may be chance among {comparisons} "
    "comparisons, unpaired"
)
_TIMES = phrase("worse: {times} times as much ({low} to {high}), unpaired")
_VERDICT_TEXTS = {
    VerdictKind.WORSE: _WORSE,
    VerdictKind.BETTER: _BETTER,
    VerdictKind.NONE_SHOWN: _NONE_SHOWN,
}
_WITHIN = phrase(
    "These cells did not take turns, so changes of the machine between them count as differences, "
    "too. Protections of one server are compared in pairs, which detects smaller differences. "
    "Verdicts are corrected for the number of comparisons; intervals are not."
)


def welch(first: Sequence[float], second: Sequence[float]) -> tuple[Interval, float] | None:
    """By how much `second` exceeds `first` (each the mean ln(effort) of a mirror block), in
    percent, and the two-sided p value of no difference; None with less than two blocks on a side.
    Welch (1947), with the degrees of freedom of Satterthwaite (1946)."""
    from scipy import special

    if min(len(first), len(second)) < 2:
        return None
    shift = fmean(second) - fmean(first)
    one, other = variance(first) / len(first), variance(second) / len(second)
    if one + other == 0:
        return Interval.around(shift, 0.0).mapped(percent_of_log), 0.0 if shift else 1.0
    error = math.sqrt(one + other)
    parts = one**2 / (len(first) - 1) + other**2 / (len(second) - 1)
    freedom = (one + other) ** 2 / parts
    reach = float(special.stdtrit(freedom, 0.975)) * error
    interval = Interval.around(shift, reach).mapped(percent_of_log)
    return interval, 2 * float(special.stdtr(freedom, -abs(shift) / error))
