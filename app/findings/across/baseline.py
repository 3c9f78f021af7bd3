"""What figures are compared with, and what each costs beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from app.findings.across.figures import Dimension, Gathered, SourcedFigure
from app.findings.across.welch import Unpaired, welch
from app.findings.cost import Cost, How
from app.findings.interval_words import FACTOR_PERCENT, bounded, in_factors
from app.findings.statistics import Interval, adjusted
from app.findings.study_method import percent_over
from app.findings.verdict import VerdictKind
from engines.contract.message import NOTHING, Message, Number, percent, phrase, plural
from workloads.contract import Better

_CERTAIN = 0.05

UNPAIRED = phrase(
    "These campaigns were measured at different times, so changes of the machine count as "
    "differences, too. To exclude them, measure everything in one campaign. Verdicts are "
    "corrected for the number of comparisons; intervals are not."
)


@dataclass(frozen=True)
class Baseline:
    """What figures are compared with. Without a dimension: each source's own baseline; else what
    has this `value` along it and is in the same place otherwise."""

    dimension: Dimension | None = None
    value: str = ""

    @property
    def over(self) -> str | None:
        """The protection, where it is one: that comparison is paired inside each campaign."""
        return self.value if self.dimension is Dimension.PROTECTION else None


OWN = Baseline()


@dataclass(frozen=True)
class PivotCell:
    """A figure, and what it costs over the one `beside`, where that is another than its own
    baseline; without a figure `said` of its cost is why."""

    figure: SourcedFigure | None
    cost: Cost
    beside: SourcedFigure | None = None


def compared(gathered: Gathered, baseline: Baseline) -> tuple[PivotCell, ...]:
    """Each figure beside its counterpart. p values of unpaired ones are corrected once for all of
    them, so that no choice of what is looked at moves a verdict."""
    if baseline.dimension in (None, Dimension.PROTECTION):
        return tuple(PivotCell(each, each.cost) for each in gathered.figures)
    return _beside_others(gathered, baseline)


@lru_cache(maxsize=2)
def _beside_others(gathered: Gathered, baseline: Baseline) -> tuple[PivotCell, ...]:
    """Kept, since 6,000 figures take a third of a second, and a table is laid out at every
    click."""
    figures = gathered.figures
    index = _index(figures)
    pairs = [(each, _counterpart(each, index, baseline)) for each in figures]
    told = [_unpaired(each, beside) for each, beside in pairs]
    corrected = adjusted([each.p_value for each in told if each is not None])
    p_values = iter(corrected)
    return tuple(
        _without_test(figure, beside)
        if found is None or isinstance(beside, Message)
        else _tested(figure, beside, found, next(p_values), len(corrected))
        for (figure, beside), found in zip(pairs, told, strict=True)
    )


type _Index = Mapping[tuple[str, str, str, str], list[SourcedFigure]]


def _index(known: Iterable[SourcedFigure]) -> _Index:
    found: dict[tuple[str, str, str, str], list[SourcedFigure]] = {}
    for each in known:
        found.setdefault(_place(each), []).append(each)
    return found


def _place(figure: SourcedFigure) -> tuple[str, str, str, str]:
    return figure.workload, figure.protection, figure.case, figure.operation


def _counterpart(
    figure: SourcedFigure, index: _Index, baseline: Baseline
) -> SourcedFigure | Message:
    """The figure of the baseline that is in the same place; a sentence where there is none.

    Of several the one of the same source comes first, then that of the same server, then of the
    same engine. Campaigns and machines are compared engine by engine.
    """
    assert baseline.dimension is not None
    if figure.along(baseline.dimension) == baseline.value:
        return figure
    alike = index.get(_place(figure), ())
    there = [each for each in alike if each.along(baseline.dimension) == baseline.value]
    if baseline.dimension in (Dimension.SOURCE, Dimension.MACHINE):
        there = [each for each in there if each.engine == figure.engine]
    if not there:
        return _MISSING.with_values(baseline=baseline.value)
    ranks = [_unlikeness(each, figure) for each in there]
    best = [each for each, rank in zip(there, ranks, strict=True) if rank == min(ranks)]
    return best[0] if len(best) == 1 else _SEVERAL.with_values(baseline=baseline.value)


def _unlikeness(one: SourcedFigure, other: SourcedFigure) -> tuple[bool, ...]:
    return (
        one.source != other.source,
        one.server != other.server,
        one.engine != other.engine,
        one.version != other.version,
    )


def _unpaired(figure: SourcedFigure, beside: SourcedFigure | Message) -> Unpaired | None:
    """The test, where there is one to be made."""
    if isinstance(beside, Message) or figure is beside or _hindrance(figure, beside):
        return None
    return welch(beside.blocks, figure.blocks)


def _hindrance(figure: SourcedFigure, beside: SourcedFigure) -> Message:
    """Why these two cannot be compared at all; nothing where they can."""
    if figure.published or beside.published:
        return NOTHING
    if figure.why:
        return figure.why
    if beside.why:
        return _BESIDE_LACKS.with_values(why=beside.why)
    if (figure.measure, figure.unit) != (beside.measure, beside.unit):
        return _OTHER_MEASURE.with_values(one=figure.measure, other=beside.measure)
    if figure.parts != beside.parts:
        return _OTHER_PARTS
    return NOTHING


def _without_test(figure: SourcedFigure, beside: SourcedFigure | Message) -> PivotCell:
    if isinstance(beside, Message):
        return PivotCell(figure, Cost(said=figure.why or beside))
    if beside is figure and figure.why:
        return PivotCell(figure, Cost(said=figure.why))
    return PivotCell(figure, _untested(figure, beside), beside)


def _untested(figure: SourcedFigure, beside: SourcedFigure) -> Cost:
    if beside is figure:
        return Cost(verdict=VerdictKind.BASELINE, said=_BASELINE)
    if hindrance := _hindrance(figure, beside):
        return Cost(said=hindrance)
    if figure.published or beside.published:
        return _published(figure, beside)
    here, there = (plural("{n} blocks", "{n} block", len(x.blocks)) for x in (figure, beside))
    said = _TOO_FEW.with_values(here=here, there=there)
    return Cost(verdict=VerdictKind.TOO_FEW, said=said, meaning=UNPAIRED, how=How.UNPAIRED)


def _published(figure: SourcedFigure, beside: SourcedFigure) -> Cost:
    """A study's value and another: no interval, as the study's runs are not to be had."""
    values = figure.shown.mean, beside.shown.mean
    alike = (figure.measure, figure.unit) == (beside.measure, beside.unit)
    if values[0] is None or values[1] is None or not alike or min(values[0], values[1]) <= 0:
        return Cost(said=_NO_VALUE)
    one, other = values[0], values[1]
    if figure.better is Better.MORE:
        one, other = other, one
    cost = percent_over(one, other)
    said = _PUBLISHED.with_values(percent=_signed(cost))
    return Cost(cost, said=said, meaning=_PUBLISHED_MEANS, how=How.PUBLISHED)


def _tested(
    figure: SourcedFigure, beside: SourcedFigure, found: Unpaired, p_value: float, comparisons: int
) -> PivotCell:
    verdict = VerdictKind.NONE_SHOWN
    if p_value < _CERTAIN:
        verdict = VerdictKind.WORSE if found.interval.percent > 0 else VerdictKind.BETTER
    said = _SAID[verdict]
    if verdict is VerdictKind.NONE_SHOWN and found.p_value < _CERTAIN:
        said = _UNCORRECTED.with_values(comparisons=Number(comparisons))
    apart = figure.source != beside.source
    cost = Cost(
        found.interval.percent,
        found.interval.low,
        found.interval.high,
        p_value=p_value,
        verdict=verdict,
        said=_worded(said, verdict, found.interval),
        meaning=UNPAIRED if apart else _WITHIN,
        how=How.UNPAIRED,
    )
    return PivotCell(figure, cost, beside)


def _worded(said: Message, verdict: VerdictKind, interval: Interval) -> Message:
    """A sentence with its estimate and bounds: in percent, as factors from ten times on."""
    if verdict is VerdictKind.WORSE and interval.percent >= FACTOR_PERCENT:
        return in_factors(_TIMES, interval)
    return bounded(said, -interval if verdict is VerdictKind.BETTER else interval)


def _signed(cost: float) -> Message:
    said = phrase("+{cost}") if cost >= 0 else phrase("{cost}")
    return said.with_values(cost=percent(cost))


_BASELINE = phrase("baseline of this comparison")
_MISSING = phrase("not comparable: {baseline} has no such cell")
_SEVERAL = phrase("not comparable: {baseline} has several such cells")
_BESIDE_LACKS = phrase("not comparable: no figure in the baseline ({why})")
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
_SAID = {
    VerdictKind.WORSE: _WORSE,
    VerdictKind.BETTER: _BETTER,
    VerdictKind.NONE_SHOWN: _NONE_SHOWN,
}
_WITHIN = phrase(
    "These cells did not take turns, so changes of the machine between them count as differences, "
    "too. Protections of one server are compared in pairs, which detects smaller differences. "
    "Verdicts are corrected for the number of comparisons; intervals are not."
)
