"""Costs as short texts, for the picture, headlines and cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from app.findings.cost import UNDECIDED, Cost, VerdictKind
from app.findings.figure import Outlier
from app.findings.interval_words import FACTOR_PERCENT, factor, signed_cost
from app.report.words.phrased import Phrased
from engines.contract.message import NOTHING, Message, Number, percent, phrase, significant

_SMALL = (VerdictKind.COSTS_LITTLE, VerdictKind.NONE_FOUND)


class CostPhrase(Phrased):
    ONE = "one", phrase("costs {cost}")
    RANGE = "range", phrase("costs {least} to {most}")
    UNDER = "under", phrase("costs under {most}")
    UP_TO = "up-to", phrase("costs up to {most}")
    SAVES = "saves", phrase("saves {cost}")
    UNCLEAR = "unclear", phrase("has an unclear cost")


def cost_label(cost: Cost) -> Message:
    """“+47 %”, “×45”, “none found”, “unclear”: beside a dot."""
    if cost.percent is None:
        return NOTHING
    return _LABELS.get(cost.verdict) or signed_amount(cost.percent)


def times_words(cost_percent: float) -> Message:
    """“×45”, “×3.2” of what takes so many times as much."""
    times = 1 + cost_percent / 100
    return _TIMES.with_values(times=factor(cost_percent) if times >= 9.95 else Number(times, 1))


def cost_amount(cost_percent: float) -> Message:
    """“47 %”, “×45”."""
    if cost_percent >= FACTOR_PERCENT:
        return times_words(cost_percent)
    return phrase("{percent}", percent=percent(abs(cost_percent)))


def rough_amount(cost_percent: float) -> Message:
    """“60 %” of 57, “×40” of 43 times as much: to tens, below ten to ones."""
    value = _rounded_percent(cost_percent)
    if value >= FACTOR_PERCENT:
        return times_words(value)
    return phrase("{percent}", percent=Number(abs(value), 0, "%"))


def _rounded_percent(cost_percent: float) -> float:
    if cost_percent >= FACTOR_PERCENT:
        return 100 * (10 * round((1 + cost_percent / 100) / 10) - 1)
    step = 10 if abs(cost_percent) >= 10 else 1
    return float(step * round(cost_percent / step))


def _rounded(cost: Cost) -> Cost:
    return cost if cost.percent is None else replace(cost, percent=_rounded_percent(cost.percent))


def signed_amount(cost_percent: float) -> Message:
    """“+47 %”, “−3 %”, “×45”."""
    return (times_words if cost_percent >= FACTOR_PERCENT else signed_cost)(cost_percent)


def rough_signed(cost_percent: float) -> Message:
    """“+60 %” of 57."""
    return signed_amount(_rounded_percent(cost_percent))


def money(value: float, currency: str) -> Number:
    """From a hundred on nobody wants cents."""
    return Number(value, 2 if abs(value) < _WHOLE else 0, currency)


def outlier_words(found: Outlier | None) -> Message:
    """“SELECT ×45”: what a total hides; how many, where several do."""
    if found is None:
        return NOTHING
    times = times_words(found.percent)
    if found.count > 1:
        return _SEVERAL.with_values(count=Number(found.count), times=times)
    return _OUTLIER.with_values(operation=found.operation, times=times)


def cost_words(
    costs: Sequence[Cost], *, by_cpu: bool, of_peak: bool = False, roughly: bool = False
) -> Message:
    """“costs 25 to 47 % CPU time” for a protection's costs on its servers; “costs about 30 to 50 %
    CPU time” if `roughly`, because costs are not exact to the point; “costs 42 % of the highest
    throughput” if `of_peak`."""
    how, values = (
        cost_phrase([*map(_rounded, costs)], rough_amount) if roughly else cost_phrase(costs)
    )
    first = next(iter(values), "")
    if roughly and how is not CostPhrase.UNDER and first:
        values[first] = _ABOUT.with_values(cost=values[first])
    message = how.message.with_values(**values)
    if how is CostPhrase.UNCLEAR or not (by_cpu or of_peak):
        return message
    return (_OF_PEAK if of_peak else _IN_CPU_TIME).with_values(cost=message)


def cost_phrase(
    costs: Sequence[Cost], written: Callable[[float], Message] = cost_amount
) -> tuple[CostPhrase, dict[str, object]]:
    """The phrase for the costs of a protection on its servers, and the values of its slots."""
    known = sorted(each.percent for each in costs if each.percent is not None)
    if not known:
        return CostPhrase.UNCLEAR, {}
    if all(each.verdict in _SMALL for each in costs):
        return CostPhrase.UNDER, {
            "most": Number(max(each.upper_bound_percent for each in costs), 0, "%")
        }
    found = [each for each in costs if each.verdict is not VerdictKind.NONE_FOUND]
    proved = sorted(each.percent for each in found if each.percent is not None)
    if len(found) < len(costs) and proved and proved[0] > 0:
        return CostPhrase.UP_TO, {"most": written(proved[-1])}
    if known[-1] < 0:
        return CostPhrase.SAVES, {"cost": written(known[-1])}
    ends = written(known[0]), written(known[-1])
    if str(ends[0]) == str(ends[1]):
        return CostPhrase.ONE, {"cost": ends[1]}
    least = signed_cost(known[0]) if known[0] < 0 else ends[0]
    if known[-1] < FACTOR_PERCENT and known[0] >= 0:
        least = _plain(known[0])
    return CostPhrase.RANGE, {"least": least, "most": ends[1]}


def _plain(value: float) -> Message:
    """Without the unit, which the other end has."""
    return phrase("{number}", number=significant(value, 2))


_WHOLE = 100
_ABOUT = phrase("about {cost}")
_IN_CPU_TIME = phrase("{cost} CPU time")
_OF_PEAK = phrase("{cost} of the highest throughput")
_LABELS: Mapping[VerdictKind | None, Message] = {
    **dict.fromkeys((None, *UNDECIDED), phrase("unclear")),
    VerdictKind.NONE_FOUND: phrase("none found"),
}
_TIMES = phrase("×{times}")
_OUTLIER = phrase("{operation} {times}")
_SEVERAL = phrase("{count} statements up to {times}")
