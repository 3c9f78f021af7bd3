"""What is advised costs, and what is cheapest on each server."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from app.report.figures.headline import Told
from app.report.summary.advised import Advised
from app.report.summary.rows import Group, anded, by_cpu_alone, group_name
from app.report.summary.sentences import costs_clause, told_first
from app.report.summary.whom import WHOM_READS, whom_kept
from engines.contract.message import NOTHING, Message, listed, phrase, plural
from engines.contract.protection import ProtectionKind
from engines.properties import Kept

type _Place = tuple[str, str]


def cost_sentences(groups: Sequence[Group], advice: Advised) -> Iterator[Message]:
    """Of what is advised first; of all where nothing serves as it was measured. Then of what is
    cheaper, server by server: nobody chooses an engine by it."""
    known = [
        each
        for each in groups
        if each.protects
        and each.kind is not ProtectionKind.CIPHER
        and any(one.cost.decided for one in each.costs)
    ]
    if not known:
        return
    first = {*map(_place, told_first(groups, changed=advice.only_changed))}
    if advice.only_changed:
        costs = [one for each in known for one in each.costs]
        frame = _UNFIT_ABOVE if {*map(_place, costs)} == first else _UNFIT
        frame = _UNMET if advice.asked.asks else frame
        yield frame.with_values(cost=costs_clause(costs, named=advice.named))
        return
    advised = advice.as_measured
    own = [one for each in known for one in each.costs if _place(one) in advised]
    if any(each.cost.decided for each in own):
        frame = _ADVISED[{*map(_place, own)} == first, advice.unbound]
        yield frame.with_values(cost=costs_clause(own, named=advice.named))
    yield from _cheapest(known, advised, named=advice.named)


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


def _cheapest(
    groups: Sequence[Group], advised: Collection[_Place], *, named: bool
) -> Iterator[Message]:
    """What is cheapest on servers where that is not advised, the cheapest first."""
    best: dict[str, Group] = {}
    for group in groups:
        for server in group.servers:
            here = _on(group, (server,))
            if here.dearest < best.get(server, here).dearest or server not in best:
                best[server] = here
    found: list[Group] = []
    for group in groups:
        servers = [each for each in group.servers if best[each].cells[0] in group.cells]
        here = _on(group, [each for each in servers if not _places(best[each]) & {*advised}])
        if here.cells and any(one.cost.decided for one in here.costs):
            found.append(here)
    bare = by_cpu_alone(groups)
    for each in sorted(found, key=lambda one: one.dearest)[:_MOST]:
        yield _least(each, named=named, bare=bare)


def _least(group: Group, *, named: bool, bare: bool) -> Message:
    several = len(group.servers) > 1
    name = _ON.with_values(name=group_name(group), servers=listed(map(Message, group.servers)))
    told = {
        "least": name if named else _HERE.with_values(name=group_name(group)),
        "cost": costs_clause(group.costs, named=several, bare=bare),
    }
    open_to = [whom for whom, kept, found, _ in group.kept if kept is Kept.IN and found]
    if open_to:
        return _OPEN.with_values(**told, whom=WHOM_READS[open_to[0]])
    if group.good.reuses_keystream:
        return _WEAK.with_values(**told)
    kept = {each[1] for each in group.kept}
    if Kept.OUT not in kept and Kept.PARTLY in kept:
        return _IN_PART.with_values(**told)
    return _KEEPS.with_values(**told, whom=whom_kept(group))


def _on(group: Group, servers: Collection[str]) -> Group:
    return replace(
        group,
        cells=tuple(each for each in group.cells if each.server in servers),
        costs=tuple(each for each in group.costs if each.server in servers),
    )


def _places(group: Group) -> set[_Place]:
    return {(each.server, each.protection) for each in group.cells}


_MOST = 2
"""Sentences on what is cheapest, and names of what is not known; the table has them all."""
_THERE = phrase("{name} on {server}")
_UNTOLD = phrase("Not known: the cost of {names}. Repeat on a quieter machine, or add repetitions.")
_UNTOLD_MANY = plural(
    "Not known: {n} costs. Repeat on a quieter machine, or add repetitions.",
    "Not known: one cost. Repeat on a quieter machine, or add repetitions.",
    0,
)
_UNFIT = phrase("What was measured {cost}. What the changed ones cost was not measured.")
_UNMET = phrase(
    "No protection here meets the requirements as it was measured. What was measured {cost}. What "
    "the changed ones cost was not measured."
)
_UNFIT_ABOVE = phrase(
    "The costs above are of what was measured. What the changed ones cost was not measured."
)
_ADVISED = {
    (False, False): phrase("What we advise {cost}."),
    (True, False): phrase("The costs above are of what we advise."),
    (False, True): phrase(
        "What we advise {cost}, without binding values to rows: that was not measured."
    ),
    (True, True): phrase(
        "The costs above are of what we advise, without binding values to rows: that was not "
        "measured."
    ),
}
"""By whether the first sentence has told them, and whether values are still to be bound."""
_ON = phrase("{name} is the cheapest on {servers}")
_HERE = phrase("{name} is the cheapest protection measured")
_KEEPS = phrase("{least}: it {cost}, and keeps out {whom}.")
_IN_PART = phrase("{least}: it {cost}, but protects only in part as it is.")
_WEAK = phrase("{least}: it {cost}, but one known value decrypts others.")
_OPEN = phrase("{least}: it {cost}, but does not keep out {whom}.")
