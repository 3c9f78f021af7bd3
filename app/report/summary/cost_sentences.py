"""What is advised costs, what it takes from the database, and what is cheapest on each server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.report.figures.campaign_report import CampaignReport
from app.report.figures.headline import Told, told_costs
from app.report.summary.advised import Advised
from app.report.summary.model import Said, anded
from app.report.summary.rows import Group, group_name
from app.report.summary.sentences import placed_cost, told_first
from engines.contract.message import NOTHING, Message, in_a_row, phrase, plural, significant
from engines.contract.protection import ProtectionKind

type _Place = tuple[str, str]


def cost_first(groups: Sequence[Group], advice: Advised) -> Said:
    """What is advised costs on each server and in each kind of work; what was measured costs where
    that has to be changed first. Nothing of work that stores nothing."""
    known = _known(groups)
    if not known:
        guarded = any(each.protects and each.kind is not ProtectionKind.CIPHER for each in groups)
        return Said(_UNKNOWN if guarded else NOTHING)
    costs = _advised_costs(known, advice) or told_first(groups, changed=advice.only_changed)
    decided = [each for each in costs if each.cost.decided]
    by_cpu = all(each.in_cpu_time for each in decided)
    names = {_place(one): group_name(each) for each in known for one in each.costs}
    told: dict[str, list[Told]] = {}
    for each in sorted(decided, key=lambda one: one.percent):
        told.setdefault(str(names[_place(each)]), []).append(each)
    said = [
        _WITH.with_values(
            costs=_listed(costs, named=advice.named, by_cpu=by_cpu),
            name=names[_place(costs[0])],
        )
        for costs in told.values()
    ]
    added = _ADDED[advice.only_changed, by_cpu].with_values(costs=in_a_row(said))
    return Said(_NOT_YET, added) if advice.only_changed else Said(added)


def _listed(costs: Sequence[Told], *, named: bool, by_cpu: bool) -> Message:
    """“40 % (36 to 43) on pg and 59 % (56 to 62) on maria”; of many the least and the most."""
    placed = [placed_cost(each, named=named, by_cpu=by_cpu) for each in costs]
    if len(placed) > _MOST_LISTED:
        return _BETWEEN.with_values(least=placed[0], most=placed[-1])
    return anded(placed)


def _known(groups: Sequence[Group]) -> list[Group]:
    return [
        each
        for each in groups
        if each.protects
        and each.kind is not ProtectionKind.CIPHER
        and any(one.cost.decided for one in each.costs)
    ]


def _advised_costs(known: Sequence[Group], advice: Advised) -> list[Told]:
    """Those that are known of what is advised; all where that has to be changed first."""
    costs = [one for each in known for one in each.costs if one.cost.decided]
    if advice.only_changed:
        return costs
    return [each for each in costs if _place(each) in advice.as_measured]


def elapsed_costs(report: CampaignReport, advice: Advised) -> Message:
    """How much longer what is advised takes, where that is known though costs are told by CPU time
    as others beside them; nothing where no cost is."""
    waited = waited_costs(report)
    advised = [each for each in waited if _place(each) in advice.as_measured] or waited
    placed = [placed_cost(each, named=advice.named, by_cpu=False) for each in advised]
    return _WAITED.with_values(costs=anded(placed[:_MOST_LISTED])) if placed else NOTHING


def waited_costs(report: CampaignReport) -> list[Told]:
    """The costs in time that are known, of a report that tells costs by CPU time."""
    if not any(each.in_cpu_time for each in report.headline):
        return []
    return [
        each
        for each in told_costs(report.weighted or report.headline)
        if each.cost.decided and not each.in_cpu_time
    ]


def scale_words(groups: Sequence[Group], advice: Advised) -> Message:
    """How long an operation takes without protection, where costs are of time."""
    timed = {
        each.server
        for each in _advised_costs(_known(groups), advice)
        if each.cost.decided and not each.in_cpu_time
    }
    takes = {
        each.server: each.plain_ms
        for each in advice.spent
        if each.plain_ms and each.server in timed
    }
    if not takes:
        return NOTHING
    said = [
        (_TAKES_ON if advice.named else _TAKES).with_values(ms=significant(ms, 2), server=server)
        for server, ms in takes.items()
    ]
    return _UNPROTECTED.with_values(times=anded(said))


def cost_sentences(groups: Sequence[Group], advice: Advised) -> Iterator[Message]:
    """What is not in the cost of what is advised; then what would be cheaper."""
    known = _known(groups)
    if not known:
        return
    if advice.only_changed:
        if advice.asked.asks:
            yield _UNMET
        return
    if _advised_costs(known, advice):
        yield advice.not_included
    yield from advice.cheaper


def untold_costs(groups: Sequence[Group], *, named: bool) -> Message:
    """Which costs are too noisy to be told where others are, and what to do."""
    guarding = [each for each in groups if each.protects]
    if not any(one.cost.decided for each in guarding for one in each.costs):
        return NOTHING
    found = {
        (str(group_name(each)), one.server): (group_name(each), one.server)
        for each in guarding
        for one in each.costs
        if not one.cost.decided and not one.cost.brief
    }
    names = [
        _THERE.with_values(name=name, server=server) if named else name
        for name, server in found.values()
    ]
    if len(names) > _MOST:
        return _UNTOLD_MANY.with_count(len(names))
    return _UNTOLD.with_values(names=anded(names)) if names else NOTHING


def _place(told: Told) -> _Place:
    return told.server, told.protection


_MOST = 2
"""Names of what is not known; the table has them all."""
_MOST_LISTED = 4
"""Costs of what is advised."""
_THERE = phrase("{name} on {server}")
_UNTOLD = phrase("Not known: the cost of {names}. Repeat on a quieter machine, or add repetitions.")
_UNTOLD_MANY = plural(
    "Not known: {n} costs. Repeat on a quieter machine, or add repetitions.",
    "Not known: one cost. Repeat on a quieter machine, or add repetitions.",
    0,
)
_UNKNOWN = phrase("Not known: repeat on a quieter machine, or add repetitions.")
_UNMET = phrase("No protection here meets the requirements as it was measured.")
_ADDED = {
    (False, False): phrase("Added time for an average operation: {costs}."),
    (False, True): phrase("Added CPU time: {costs}."),
    (True, False): phrase("Added time for an average operation, as measured: {costs}."),
    (True, True): phrase("Added CPU time, as measured: {costs}."),
}
"""By whether everything has to be changed first, and whether costs are of CPU time."""
_NOT_YET = phrase("Not known yet for what we advise below: measure it.")
_UNPROTECTED = phrase(
    "Unprotected, an operation takes {times}. Of requests that also do other work, the added time "
    "is a smaller share."
)
_TAKES = phrase("{ms} ms")
_TAKES_ON = phrase("{ms} ms on {server}")
_WITH = phrase("{costs} with {name}")
_BETWEEN = phrase("from {least} to {most}")
_WAITED = phrase("Operations take longer by {costs}.")
