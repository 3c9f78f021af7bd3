"""What is advised costs, what it takes from the database, and what is cheapest on each server."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from app.report.figures.campaign_report import CampaignReport
from app.report.figures.headline import Told, told_costs
from app.report.summary.advised import Advised
from app.report.summary.rows import Group, anded, by_cpu_alone, group_name
from app.report.summary.sentences import costs_clause, placed_cost, told_first
from engines.contract.message import NOTHING, Message, in_a_row, phrase, plural
from engines.contract.protection import ProtectionKind

type _Place = tuple[str, str]


def cost_first(groups: Sequence[Group], advice: Advised) -> Message:
    """What is advised costs on each server and in each kind of work; what was measured costs where
    that has to be changed first. Nothing of work that stores nothing."""
    known = _known(groups)
    if not known:
        guarded = any(each.protects and each.kind is not ProtectionKind.CIPHER for each in groups)
        return _UNKNOWN if guarded else NOTHING
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
    return _ADDED[advice.only_changed, by_cpu].with_values(costs=in_a_row(said))


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
    if not any(each.beside_cpu for each in report.totals):
        return []
    return [
        each
        for each in told_costs(report.weighted or report.headline)
        if each.cost.decided and not each.in_cpu_time
    ]


def cost_sentences(groups: Sequence[Group], advice: Advised) -> Iterator[Message]:
    """What is not in the cost of what is advised; then what is cheaper, server by server: nobody
    chooses an engine by it."""
    known = _known(groups)
    if not known:
        return
    if advice.only_changed:
        if advice.asked.asks:
            yield _UNMET
        return
    if advice.unbound and _advised_costs(known, advice):
        yield _UNBOUND
    yield _cheapest(known, advice.as_measured, named=advice.named)


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


def _cheapest(groups: Sequence[Group], advised: Collection[_Place], *, named: bool) -> Message:
    """What is cheapest on servers where that is not advised, the cheapest first; the table says
    what speaks against it."""
    best: dict[str, Group] = {}
    for group in groups:
        for server in group.servers:
            here = _on(group, (server,))
            if here.dearest < best.get(server, here).dearest or server not in best:
                best[server] = here
    found: dict[str, tuple[Message, list[Told]]] = {}
    for each in sorted(best.values(), key=lambda one: one.dearest):
        if not _places(each) & {*advised} and any(one.cost.decided for one in each.costs):
            name = group_name(each)
            found.setdefault(str(name), (name, []))[1].extend(each.costs)
    bare = by_cpu_alone(groups)
    told = [
        _LEAST.with_values(name=name, cost=costs_clause(costs, named=named, bare=bare))
        for name, costs in found.values()
    ]
    return _CHEAPER.with_values(least=in_a_row(told)) if told else NOTHING


def _on(group: Group, servers: Collection[str]) -> Group:
    return replace(
        group,
        cells=tuple(each for each in group.cells if each.server in servers),
        costs=tuple(each for each in group.costs if each.server in servers),
    )


def _places(group: Group) -> set[_Place]:
    return {(each.server, each.protection) for each in group.cells}


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
_UNBOUND = phrase(
    "Not included: binding values to their rows, which we advise. Measure it in your application."
)
_ADDED = {
    (False, False): phrase("Added time for an operation: {costs}."),
    (False, True): phrase("Added CPU time: {costs}."),
    (True, False): phrase(
        "The cost of what we advise below is not known: measure it. Added time for an operation as "
        "measured: {costs}."
    ),
    (True, True): phrase(
        "The cost of what we advise below is not known: measure it. Added CPU time as measured: "
        "{costs}."
    ),
}
"""By whether everything has to be changed first, and whether costs are of CPU time."""
_WITH = phrase("{costs} with {name}")
_BETWEEN = phrase("from {least} to {most}")
_WAITED = phrase("Operations take longer by {costs}.")
_LEAST = phrase("{name} {cost}")
_CHEAPER = phrase("Cheaper, but not advised as it was measured: {least}.")
