"""What figures are compared with, and what each costs beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from app.findings.across.figures import Dimension, Gathered, SourcedFigure
from app.findings.across.welch import welch
from app.findings.cost import Cost, How, VerdictKind
from app.findings.interval_words import FACTOR_PERCENT, bounded, in_factors
from app.findings.statistics import Interval, adjusted
from app.findings.study_method import percent_over
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
    """A figure, and what it costs over the one `compared`, where that is another than its own
    baseline; without a figure `message` of its cost is why."""

    figure: SourcedFigure | None
    cost: Cost
    compared: SourcedFigure | None = None


def compared(gathered: Gathered, baseline: Baseline) -> tuple[PivotCell, ...]:
    """Each figure beside its counterpart. p values of unpaired ones are corrected once for all of
    them, so that no choice of what is looked at moves a verdict."""
    if baseline.dimension in (None, Dimension.PROTECTION):
        return tuple(PivotCell(each, each.cost) for each in gathered.figures)
    return _compared_with_others(gathered, baseline)


@lru_cache(maxsize=2)
def _compared_with_others(gathered: Gathered, baseline: Baseline) -> tuple[PivotCell, ...]:
    """Kept, since 6,000 figures take a third of a second, and a table is laid out at every
    click."""
    figures = gathered.figures
    index = _index(figures)
    pairs = [(each, _counterpart(each, index, baseline)) for each in figures]
    compared_pairs = [_unpaired(each, neighbour) for each, neighbour in pairs]
    corrected = adjusted([each[1] for each in compared_pairs if each is not None])
    p_values = iter(corrected)
    return tuple(
        _without_test(figure, neighbour)
        if found is None or isinstance(neighbour, Message)
        else _tested(figure, neighbour, found, next(p_values), len(corrected))
        for (figure, neighbour), found in zip(pairs, compared_pairs, strict=True)
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


def _unpaired(
    figure: SourcedFigure, neighbour: SourcedFigure | Message
) -> tuple[Interval, float] | None:
    """The test, where there is one to be made."""
    if isinstance(neighbour, Message) or figure is neighbour or _hindrance(figure, neighbour):
        return None
    return welch(neighbour.blocks, figure.blocks)


def _hindrance(figure: SourcedFigure, neighbour: SourcedFigure) -> Message:
    """Why these two cannot be compared at all; nothing where they can."""
    if figure.published or neighbour.published:
        return NOTHING
    if figure.why:
        return figure.why
    if neighbour.why:
        return _NOT_IN_BASELINE.with_values(why=neighbour.why)
    if (figure.measure, figure.unit) != (neighbour.measure, neighbour.unit):
        return _OTHER_MEASURE.with_values(one=figure.measure, other=neighbour.measure)
    if figure.parts != neighbour.parts:
        return _OTHER_PARTS
    return NOTHING


def _without_test(figure: SourcedFigure, neighbour: SourcedFigure | Message) -> PivotCell:
    if isinstance(neighbour, Message):
        return PivotCell(figure, Cost(message=figure.why or neighbour))
    if neighbour is figure and figure.why:
        return PivotCell(figure, Cost(message=figure.why))
    return PivotCell(figure, _untested(figure, neighbour), neighbour)


def _untested(figure: SourcedFigure, neighbour: SourcedFigure) -> Cost:
    if neighbour is figure:
        return Cost(verdict=VerdictKind.BASELINE, message=_BASELINE)
    if hindrance := _hindrance(figure, neighbour):
        return Cost(message=hindrance)
    if figure.published or neighbour.published:
        return _published(figure, neighbour)
    here, there = (plural("{n} blocks", "{n} block", len(x.blocks)) for x in (figure, neighbour))
    message = _TOO_FEW.with_values(here=here, there=there)
    return Cost(verdict=VerdictKind.TOO_FEW, message=message, meaning=UNPAIRED, how=How.UNPAIRED)


def _published(figure: SourcedFigure, neighbour: SourcedFigure) -> Cost:
    """A study's value and another: no interval, as the study's runs are not to be had."""
    values = figure.shown.mean, neighbour.shown.mean
    alike = (figure.measure, figure.unit) == (neighbour.measure, neighbour.unit)
    if values[0] is None or values[1] is None or not alike or min(values[0], values[1]) <= 0:
        return Cost(message=_NO_VALUE)
    one, other = values[0], values[1]
    if figure.better is Better.MORE:
        one, other = other, one
    cost = percent_over(one, other)
    message = _PUBLISHED.with_values(percent=_signed(cost))
    return Cost(cost, message=message, meaning=_PUBLISHED_MEANS, how=How.PUBLISHED)


def _tested(
    figure: SourcedFigure,
    neighbour: SourcedFigure,
    found: tuple[Interval, float],
    p_value: float,
    comparisons: int,
) -> PivotCell:
    (interval, uncorrected), verdict = found, VerdictKind.NONE_SHOWN
    if p_value < _CERTAIN:
        verdict = VerdictKind.WORSE if interval.percent > 0 else VerdictKind.BETTER
    message = _TEXTS[verdict]
    if verdict is VerdictKind.NONE_SHOWN and uncorrected < _CERTAIN:
        message = _UNCORRECTED.with_values(comparisons=Number(comparisons))
    separate = figure.source != neighbour.source
    cost = Cost(
        interval.percent,
        interval.low,
        interval.high,
        p_value=p_value,
        verdict=verdict,
        message=_worded(message, verdict, interval),
        meaning=UNPAIRED if separate else _WITHIN,
        how=How.UNPAIRED,
    )
    return PivotCell(figure, cost, neighbour)


def _worded(message: Message, verdict: VerdictKind, interval: Interval) -> Message:
    """A sentence with its estimate and bounds: in percent, as factors from ten times on."""
    if verdict is VerdictKind.WORSE and interval.percent >= FACTOR_PERCENT:
        return in_factors(_TIMES, interval)
    return bounded(message, -interval if verdict is VerdictKind.BETTER else interval)


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
_TEXTS = {
    VerdictKind.WORSE: _WORSE,
    VerdictKind.BETTER: _BETTER,
    VerdictKind.NONE_SHOWN: _NONE_SHOWN,
}
_WITHIN = phrase(
    "These cells did not take turns, so changes of the machine between them count as differences, "
    "too. Protections of one server are compared in pairs, which detects smaller differences. "
    "Verdicts are corrected for the number of comparisons; intervals are not."
)
