"""What page one says above and below its table."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from app.findings.cost import Cost
from app.findings.figure import Figure
from app.findings.stored import Stored
from app.findings.verdict import VerdictKind
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.headline import Told
from app.report.summary.costs import cost_words, in_cpu_time
from app.report.summary.guards import column_words, shared_words
from app.report.summary.model import anded
from app.report.summary.rows import (
    Group,
    blind_columns,
    group_name,
    groups_of,
    named_there,
    servers_of,
)
from app.report.summary.whom import (
    all_in_part,
    logins_of_some,
    nobody_kept,
    strongest_of,
    whom_kept,
)
from engines.contract.message import NOTHING, Message, Number, percent, phrase, plural
from engines.contract.protection import ProtectionKind
from workloads.registry import workload_named, workload_names


def lead_sentences(
    report: CampaignReport, groups: Sequence[Group], stored: Stored, *, changed: bool = False
) -> tuple[Message, ...]:
    """Sentences of the protection that keeps out most, and of what a blind index changes where some
    are measured with and without one. `changed`: what is advised has to be changed first."""
    if not report.headline:
        return (report.sentence,)
    named = len({cell.server for cell in report.cells}) > 1
    ciphers = [each for each in _known(groups) if each.kind is ProtectionKind.CIPHER]
    guarding = [each for each in _known(groups) if each.protects]
    if ciphers:
        return _of_ciphers(ciphers, named=named)
    if not guarding:
        return (_NOTHING_TOLD,)
    strongest = strongest_of(guarding)
    apart = _most_apart(report, guarding)
    first = _of_own(report, strongest, stored, apart, named=named)
    first = first or _keeps(report, strongest, guarding, changed=changed, named=named)
    return first, *(() if apart is None else (_index_sentence(apart, report, named=named),))


def told_first(groups: Sequence[Group], *, changed: bool) -> tuple[Told, ...]:
    """The costs that the first sentence tells of protections that keep anybody out."""
    guarding = [each for each in _known(groups) if each.protects]
    if not guarding or (changed and nobody_kept(guarding)):
        return tuple(one for each in guarding for one in each.costs)
    return strongest_of(guarding).costs


def _known(groups: Sequence[Group]) -> list[Group]:
    return [each for each in groups if any(one.cost.decided for one in each.costs)]


def _keeps(
    report: CampaignReport,
    strongest: Group,
    groups: Sequence[Group],
    *,
    changed: bool,
    named: bool,
) -> Message:
    """Whom the strongest keeps out, and its cost; of all where they have to be changed, and keep
    nobody out entirely."""
    alike = len({each.good.kept for each in groups}) == 1
    if changed and nobody_kept(groups):
        costs = costs_clause([one for each in groups for one in each.costs], named=named)
        partly = all_in_part(groups) if alike else _NOBODY_WHOLLY
        return _EACH_CHANGED.with_values(partly=partly, cost=costs)
    frame = _FRAMES[bool(report.evidence), logins_of_some(strongest)]
    said = frame.with_values(
        name=group_name(strongest),
        whom=whom_kept(strongest),
        cost=costs_clause(strongest.costs, named=named),
    )
    return _CHANGED.with_values(said=said) if changed else said


def _of_ciphers(groups: Sequence[Group], *, named: bool) -> tuple[Message, ...]:
    least = min(groups, key=lambda each: each.dearest)
    most = max(groups, key=lambda each: each.dearest)
    said = [
        _CIPHER_LEAST.with_values(
            name=group_name(least), cost=costs_clause(least.costs, named=named)
        )
    ]
    if most is not least:
        said.append(
            _CIPHER_MOST.with_values(
                name=group_name(most), cost=costs_clause(most.costs, named=named)
            )
        )
    return tuple(said)


class _Apart(NamedTuple):
    """An operation under a protection without blind indexes, and under the same with them."""

    row: Figure
    without: Cost
    by_index: Cost
    in_cpu_time: bool
    group: Group
    """The one with them."""

    @property
    def times(self) -> float:
        """By how many times the one takes as long as the other, as a logarithm."""
        without, by_index = self.without.percent or 0.0, self.by_index.percent or 0.0
        return abs(math.log((100 + without) / (100 + by_index)))

    @property
    def proved(self) -> bool:
        """Whether their intervals have nothing in common."""
        first, second = self.without.interval, self.by_index.interval
        if first is None or second is None or not self.without.decided:
            return False
        return first.low > second.high or first.high < second.low


def _most_apart(report: CampaignReport, groups: Sequence[Group]) -> _Apart | None:
    """The operation whose cost a blind index changes most; None without such a pair, or where no
    change is proved: both intervals overlap."""
    found = [
        each
        for one in groups
        for other in groups
        if _is_without_index(one, other) and blind_columns(other, report)
        for each in _pairs(report, one, other)
    ]
    return max(found, key=lambda each: each.times, default=None)


def _is_without_index(one: Group, other: Group) -> bool:
    used, like = one.cells[0].as_used, other.cells[0].as_used
    return not used.blind_index and replace(used, name=like.name, blind_index=True) == like


def _pairs(report: CampaignReport, one: Group, other: Group) -> Iterator[_Apart]:
    known = {
        (row.server, row.at, row.operation): row
        for row in report.comparison
        if (row.server, row.protection) in _places(other)
    }
    for row in report.comparison:
        if (row.server, row.protection) in _places(one):
            like = known.get((row.server, row.at, row.operation))
            if like is None:
                continue
            by_cpu = not _decides(row.cost, like.cost) and _decides(row.cpu, like.cpu)
            costs = (row.cpu, like.cpu) if by_cpu else (row.cost, like.cost)
            found = _Apart(row, *costs, by_cpu or row.in_cpu_time, other)
            if found.proved:
                yield found


def _places(group: Group) -> set[tuple[str, str]]:
    return {(cell.server, cell.protection) for cell in group.cells}


def _decides(without: Cost, by_index: Cost) -> bool:
    return without.decided and by_index.decided


def _index_sentence(apart: _Apart, report: CampaignReport, *, named: bool) -> Message:
    """“find by e-mail” with and without, and what the index shows."""
    row, columns = apart.row, blind_columns(apart.group, report)
    operation = phrase("“{operation}”", operation=row.operation)
    return _INDEX.with_values(
        operation=_AT.with_values(said=operation, place=row.server) if named else operation,
        without=_cost_clause(apart.without, cpu=apart.in_cpu_time),
        by_index=_cost_clause(apart.by_index, cpu=apart.in_cpu_time, after=apart.without),
        shared=shared_words(columns),
    )


def _cost_clause(cost: Cost, *, cpu: bool, after: Cost | None = None) -> Message:
    """“costs 20 % (19 to 21)”; the verb is left out `after` a cost of the same kind."""
    if not cost.decided:
        return _TOO_NOISY
    words = cost_words(cost, cpu=cpu)
    if cost.verdict is VerdictKind.FASTER:
        return _IS.with_values(gains=words)
    told = after is not None and after.verdict is not VerdictKind.FASTER
    return words if told else _COSTS.with_values(costs=words)


def _of_own(
    report: CampaignReport, group: Group, stored: Stored, apart: _Apart | None, *, named: bool
) -> Message:
    """The answer for somebody's own tables and statements; nothing of other work."""
    work = report.campaign.workload
    if not report.weighted or work.name not in workload_names():
        return NOTHING
    columns = workload_named(work.name).sealed_columns(work)
    storage = group.kind is ProtectionKind.STORAGE
    sealing = _STORING if storage or not columns else _SEALING
    said = sealing.with_values(
        columns=column_words(columns) if columns else NOTHING, name=group_name(group)
    )
    parts = [
        _ON_STATEMENTS.with_values(
            sealing=said, cost=costs_clause(group.costs, named=named)
        ).with_count(_count(report)),
        _slowest(report, group, apart, named=named),
        _grows(group, stored, named=named),
    ]
    return _sentence([each for each in parts if each])


def _count(report: CampaignReport) -> int:
    return len({row.operation for row in report.compared.in_mix(report.comparison)})


def _sentence(parts: Sequence[Message]) -> Message:
    said = parts[0]
    for each in parts[1:]:
        said = _AND_ALSO.with_values(first=said, next=each)
    return _ENDED.with_values(said=said)


def _slowest(report: CampaignReport, group: Group, apart: _Apart | None, *, named: bool) -> Message:
    """The operation that costs most, where that is more than all together, and is not told by
    itself."""
    used = {(cell.server, cell.protection) for cell in group.cells}
    known = [
        row
        for row in report.comparison
        if (row.server, row.protection) in used
        and (apart is None or row.operation != apart.row.operation)
        and row.cost.verdict is VerdictKind.COSTS
        and (row.cost.percent or 0.0) > group.dearest
    ]
    if not known:
        return NOTHING
    worst = max(known, key=lambda row: row.cost.percent or 0.0)
    said = _operation_words(worst)
    return _AT.with_values(said=said, place=worst.server) if named else said


def _operation_words(row: Figure) -> Message:
    cost = row.cost.percent or 0.0
    if cost < _DOUBLED:
        return _MORE_TIME.with_values(operation=row.operation, percent=percent(cost))
    times = 1 + cost / 100
    figure = Number(times, 0 if times >= _EVEN else 1)
    return _TIMES_TIME.with_values(operation=row.operation, times=figure)


_DOUBLED, _EVEN = 100.0, 9.95


def _grows(group: Group, stored: Stored, *, named: bool) -> Message:
    used = dict.fromkeys((cell.server, cell.protection) for cell in group.cells)
    known = [(server, stored[server, name]) for server, name in used if (server, name) in stored]
    if not known:
        return NOTHING
    grown = [
        _AT.with_values(said=said, place=server) if named else said
        for server, each in known
        for said in [phrase("{percent}", percent=percent(each))]
    ]
    return _GROWS.with_values(percent=anded(grown))


def costs_clause(costs: Iterable[Told], *, named: bool, bare: bool = False) -> Message:
    """Costs as a clause: “costs 12 % (11 to 13)”; of many places the least and the most. That they
    are of CPU time is said once, and not where they are `bare`."""
    known = sorted((each for each in costs if each.cost.decided), key=lambda each: each.percent)
    by_cpu = all(each.in_cpu_time for each in known)
    said = _clause(known, named=named, by_cpu=by_cpu)
    return in_cpu_time(said) if by_cpu and not bare else said


def _clause(known: Sequence[Told], *, named: bool, by_cpu: bool) -> Message:
    ends = known if len(known) < _FEW else [known[0], known[-1]]
    placed = {id(each): placed_cost(each, named=named, by_cpu=by_cpu) for each in ends}
    costs = [placed[id(each)] for each in ends if each.verdict is not VerdictKind.FASTER]
    if len(known) >= _FEW and len(costs) > 1:
        return _FROM_TO.with_values(least=costs[0], most=costs[1])
    gains = [placed[id(each)] for each in ends if each.verdict is VerdictKind.FASTER]
    parts = [
        *([_COSTS.with_values(costs=anded(costs))] if costs else []),
        *([_IS.with_values(gains=anded(gains))] if gains else []),
    ]
    return anded(parts)


_FEW = 3


def placed_cost(told: Told, *, named: bool, by_cpu: bool) -> Message:
    """“20 % (19 to 21) on pg”; `by_cpu`: that it is CPU time is told elsewhere."""
    words = cost_words(told.cost, cpu=told.in_cpu_time and not by_cpu)
    if named:
        words = _AT.with_values(said=words, place=told.server)
    return _AND_WORK.with_values(said=words, work=told.of_work) if told.of_work else words


def notes(report: CampaignReport, rule: Message, *, guarding: bool) -> Iterator[Message]:
    """What is to be known of the table."""
    if any(row.n for row in report.comparison):
        yield _IN_PARENTHESES
    if rule:
        yield rule
    if guarding:
        yield _WHO_THEY_ARE
    if impossible := [each for each in groups_of(report) if each.impossible]:
        yield _IMPOSSIBLE.with_values(
            names=anded([named_there(each, servers_of(report)) for each in impossible])
        )


_KEEPS = phrase("{name} keeps out {whom}, and {cost}.")
_KEEPS_UNTRIED = phrase("By its design, {name} keeps out {whom} (not tried here), and {cost}.")
_KEEPS_THERE = phrase("{name} keeps out {whom}. It {cost}.")
_KEEPS_THERE_UNTRIED = phrase("By its design, {name} keeps out {whom} (not tried here). It {cost}.")
_FRAMES = {
    (True, False): _KEEPS,
    (False, False): _KEEPS_UNTRIED,
    (True, True): _KEEPS_THERE,
    (False, True): _KEEPS_THERE_UNTRIED,
}
"""By whether evidence was looked for, and whether some of its servers have no logins."""
_CHANGED = phrase("Nothing here should be used as it was measured. {said}")
_NOBODY_WHOLLY = phrase("No protection keeps anybody out entirely.")
_EACH_CHANGED = phrase(
    "Nothing here should be used as it was measured. {partly} What was measured {cost}."
)
_NOTHING_TOLD = phrase(
    "No cost could be told here. Repeat on a quieter machine, or add repetitions."
)
_CIPHER_LEAST = phrase("{name} is the cheapest cipher measured: it {cost}.")
_CIPHER_MOST = phrase("{name} is the dearest: it {cost}.")
_SEALING = phrase("Encrypting {columns} with {name}")
_STORING = phrase("Encrypting all tables with {name}")
_ON_STATEMENTS = plural(
    "{sealing} {cost} on your {n} statements together, weighted by how often they run",
    "{sealing} {cost} on your statement",
    0,
)
_AND_ALSO = phrase("{first}; {next}")
_ENDED = phrase("{said}.")
_MORE_TIME = phrase("“{operation}” takes {percent} longer")
_TIMES_TIME = phrase("“{operation}” takes {times} times as long")
_GROWS = phrase("storage grows by {percent}")
_TOO_NOISY = phrase("is too noisy to tell")
_INDEX = phrase(
    "{operation} {without} without a blind index, and {by_index} with one. The index shows "
    "{shared}."
)
_COSTS = phrase("costs {costs}")
_FROM_TO = phrase("costs from {least} to {most}")
_IS = phrase("is {gains}")
_AT = phrase("{said} on {place}")
_AND_WORK = phrase("{said} {work}")
_IN_PARENTHESES = phrase("In parentheses: the 95 % interval.")
_WHO_THEY_ARE = phrase(
    "Disk thief: has the database's disk or a backup. Server login: reads files and memory of the "
    "database's machine, as its administrators can. Database login: any but the application's and "
    "database administrators' (superusers'); where the application encrypts, theirs, too."
)
_IMPOSSIBLE = phrase("Not possible: {names}.")
