"""What page one says above and below its table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.findings.cost import Cost
from app.findings.figure import Figure
from app.findings.interval_words import FACTOR_PERCENT, bounded, in_factors, margin_words
from app.findings.stored import Stored
from app.findings.verdict import MOST_TELLING, OTHERS_SHARE, VerdictKind
from app.report.figures.campaign_report import CampaignReport
from app.report.summary.costs import most_percent
from app.report.summary.guards import leak_words, search_words
from app.report.summary.rows import Group, column_words, group_name
from app.report.tables.weighted import ALL_COVERED
from engines.contract.message import NOTHING, Message, Number, listed, percent, phrase, plural
from engines.contract.properties import Kept
from engines.contract.protection import ProtectionKind
from workloads.registry import workload_named, workload_names


def lead_sentences(
    report: CampaignReport, groups: Sequence[Group], stored: Stored
) -> tuple[Message, ...]:
    """Two sentences: of the protection that keeps out most, and of the one that costs least."""
    if not report.headline:
        return (report.sentence,)
    known = [each for each in groups if any(one.cost.decided for one in each.costs)]
    ciphers = [each for each in known if each.kind is ProtectionKind.CIPHER]
    guarding = [each for each in known if each.protects]
    if ciphers:
        return _of_ciphers(ciphers)
    if not guarding:
        return (_NOTHING_TOLD,)
    strongest = max(guarding, key=lambda each: (each.worth, -each.dearest))
    cheapest = min(guarding, key=lambda each: each.dearest)
    first = _of_own(report, strongest, stored) or _KEEPS.with_values(
        name=group_name(strongest), whom=_whom(strongest), cost=_costs(strongest)
    )
    if cheapest is not strongest:
        least = _LEAST.with_values(
            name=group_name(cheapest), whom=_whom(cheapest), cost=_costs(cheapest)
        )
        return first, least
    leaks = leak_words(strongest.kind, strongest.good)
    return first, _LEAKS.with_values(leaks=leaks, search=search_words(strongest.good))


def _of_ciphers(groups: Sequence[Group]) -> tuple[Message, ...]:
    least = min(groups, key=lambda each: each.dearest)
    most = max(groups, key=lambda each: each.dearest)
    said = [_CIPHER_LEAST.with_values(name=group_name(least), cost=_costs(least))]
    if most is not least:
        said.append(_CIPHER_MOST.with_values(name=group_name(most), cost=_costs(most)))
    return tuple(said)


def _of_own(report: CampaignReport, group: Group, stored: Stored) -> Message:
    """The answer for somebody's own tables and statements; nothing of other work."""
    work = report.campaign.workload
    if not report.weighted or work.name not in workload_names():
        return NOTHING
    columns = workload_named(work.name).sealed_columns(work)
    storage = group.kind is ProtectionKind.STORAGE
    sealing = _STORING if storage or not columns else _SEALING
    said = sealing.with_values(columns=column_words(_shortened(columns)), name=group_name(group))
    parts = [
        _ON_STATEMENTS.with_values(sealing=said, cost=_costs(group)).with_count(_count(report)),
        _slowest(report, group),
        _grows(group, stored),
    ]
    return _sentence([each for each in parts if each])


def _shortened(columns: Sequence[str]) -> list[str]:
    """“customer.name”, “.email”: a table is named once."""
    told: list[str] = []
    before = ""
    for each in columns:
        table, _, column = each.partition(".")
        told.append(f".{column}" if table == before else each)
        before = table
    return told


def _count(report: CampaignReport) -> int:
    places = {(row.operation) for row in report.compared.in_mix(report.comparison)}
    return len(places)


def _sentence(parts: Sequence[Message]) -> Message:
    said = parts[0]
    for each in parts[1:]:
        said = _AND_ALSO.with_values(first=said, next=each)
    return _ENDED.with_values(said=said)


def _slowest(report: CampaignReport, group: Group) -> Message:
    """The operation that costs most, where that is more than all together."""
    used = {(cell.server, cell.protection) for cell in group.cells}
    known = [
        row
        for row in report.comparison
        if (row.server, row.protection) in used
        and row.cost.verdict is VerdictKind.COSTS
        and (row.cost.percent or 0.0) > group.dearest
    ]
    if not known:
        return NOTHING
    worst = max(known, key=lambda row: row.cost.percent or 0.0)
    said = _operation_words(worst)
    return _ON.with_values(said=said, server=worst.server) if len(group.servers) > 1 else said


def _operation_words(row: Figure) -> Message:
    cost = row.cost.percent or 0.0
    if cost < _DOUBLED:
        return _MORE_TIME.with_values(operation=row.operation, percent=percent(cost))
    times = 1 + cost / 100
    figure = Number(times, 0 if times >= _EVEN else 1)
    return _TIMES_TIME.with_values(operation=row.operation, times=figure)


_DOUBLED, _EVEN = 100.0, 9.95


def _grows(group: Group, stored: Stored) -> Message:
    used = dict.fromkeys((cell.server, cell.protection) for cell in group.cells)
    known = [(server, stored[server, name]) for server, name in used if (server, name) in stored]
    if not known:
        return NOTHING
    if len(group.servers) == 1:
        return _GROWS.with_values(percent=percent(known[0][1]))
    return _GROWS_ON.with_values(
        grown=listed(
            _GROWN_ON.with_values(percent=percent(grown), server=server) for server, grown in known
        )
    )


def _whom(group: Group) -> Message:
    """Whom it keeps out, wholly and in part."""
    out = listed(w for kept, w in zip(group.good.kept, _WHOM, strict=True) if kept is Kept.OUT)
    partly = listed(
        w for kept, w in zip(group.good.kept, _WHOM, strict=True) if kept is Kept.PARTLY
    )
    if out and partly:
        return _BOTH.with_values(out=out, partly=partly)
    return out or (_PARTLY.with_values(partly=partly) if partly else _NOBODY)


def _costs(group: Group) -> Message:
    """Its cost as a clause: “costs 12 % (11 to 13)”; of several servers the least and the most."""
    known = sorted(
        (each for each in group.costs if each.cost.decided), key=lambda each: each.percent
    )
    if len(known) == 1 and len(group.servers) == 1:
        return cost_clause(known[0].cost, cpu=known[0].in_cpu_time)
    ends = known if len(known) < _FEW else [known[0], known[-1]]
    said = [
        _CLAUSE_ON.with_values(
            clause=cost_clause(each.cost, cpu=each.in_cpu_time),
            place=", ".join(filter(None, (each.server, each.case))),
        )
        for each in ends
    ]
    return listed(said)


_FEW = 4


def cost_clause(cost: Cost, *, cpu: bool = False) -> Message:
    """“costs 12 % (11 to 13)”, “costs under 2 %”, “is faster by 3 % (2 to 4)”."""
    said = _clause(cost)
    return _OF_CPU.with_values(said=said) if cpu else said


def _clause(cost: Cost) -> Message:
    found = cost.interval
    if found is None:
        return _NOT_KNOWN
    if cost.verdict is VerdictKind.FASTER:
        return bounded(_FASTER, -found, unit="")
    if cost.verdict is VerdictKind.COSTS:
        if found.percent >= FACTOR_PERCENT:
            return in_factors(_COSTS_TIMES, found)
        return bounded(_COSTS, found, unit="")
    return _COSTS_UNDER.with_values(most=Number(most_percent(cost), 0, "%"))


def machine_sentence(report: CampaignReport) -> Message:
    """What could be detected, in one sentence."""
    quality = report.quality
    margin, by_cpu = quality.tells_apart_percent, quality.cpu_tells_apart_percent
    if margin is None:
        return _UNKNOWN
    disturbed = (quality.others_percent or 0.0) > 100 * OTHERS_SHARE
    if (disturbed and quality.taken_everywhere) or margin > MOST_TELLING:
        if by_cpu is not None and by_cpu <= MOST_TELLING:
            return _BY_CPU.with_values(margin=margin_words(by_cpu))
        return _NOISY.with_values(margin=margin_words(margin))
    return _DETECTS.with_values(margin=margin_words(margin))


def notes(report: CampaignReport, rule: Message, *, starred: bool) -> Iterator[Message]:
    """What is to be known of the table."""
    counts = [row.n for row in report.comparison if row.n]
    if counts:
        yield _REPEATED.with_count(min(counts))
    if report.weighted:
        covered = min(each.covered_percent or 0.0 for each in report.weighted)
        yield _WEIGHED if covered >= ALL_COVERED else _COVERED.with_values(share=percent(covered))
    if rule:
        yield rule
    if starred:
        yield _STARRED


_KEEPS = phrase("{name} keeps out {whom}, and {cost}.")
_LEAST = phrase("{name} is the cheapest protection measured: it {cost}, and keeps out {whom}.")
_LEAKS = phrase("It leaks {leaks}. It is searchable by: {search}.")
_NOTHING_TOLD = phrase(
    "No cost could be told here. Repeat on a quieter machine, or add repetitions."
)
_CIPHER_LEAST = phrase("{name} is the cheapest cipher measured: it {cost}.")
_CIPHER_MOST = phrase("{name} is the dearest: it {cost}.")
_SEALING = phrase("Sealing {columns} with {name}")
_STORING = phrase("Storing everything with {name}")
_ON_STATEMENTS = plural(
    "{sealing} {cost} on your {n} statements together, weighted by how often they run",
    "{sealing} {cost} on your statement",
    0,
)
_AND_ALSO = phrase("{first}; {next}")
_ENDED = phrase("{said}.")
_ON = phrase("{said} on {server}")
_MORE_TIME = phrase("“{operation}” takes {percent} longer")
_TIMES_TIME = phrase("“{operation}” takes {times} times as long")
_GROWS = phrase("storage grows by {percent}")
_GROWS_ON = phrase("storage grows by {grown}")
_GROWN_ON = phrase("{percent} on {server}")
_WHOM = (phrase("a disk thief"), phrase("an OS login"), phrase("a database login"))
_BOTH = phrase("{out}; in part also {partly}")
_PARTLY = phrase("in part {partly}")
_NOBODY = phrase("nobody")
_CLAUSE_ON = phrase("{clause} on {place}")
_COSTS = phrase("costs {percent} ({low} to {high})")
_COSTS_TIMES = phrase("costs {times} times as much ({low} to {high})")
_COSTS_UNDER = phrase("costs under {most}")
_FASTER = phrase("is faster by {percent} ({low} to {high})")
_OF_CPU = phrase("{said} in CPU time")
_NOT_KNOWN = phrase("has no known cost")
_DETECTS = phrase("This machine can detect costs from {margin} up.")
_BY_CPU = phrase(
    "Other programs disturbed elapsed times: costs from {margin} up are detected by CPU time."
)
_NOISY = phrase("This machine was too noisy for small costs: those below {margin} went undetected.")
_UNKNOWN = phrase(
    "The smallest cost that could be detected is unknown: the baseline was not measured twice."
)
_REPEATED = plural(
    "Each cost compares {n} repetitions with the baseline, in parentheses its 95 % interval. Every "
    "value was decrypted and compared.",
    "There was one repetition, so no cost has an interval. Every value was decrypted and compared.",
    0,
)
_WEIGHED = phrase("Costs are of all statements together, weighted by how often they run.")
_COVERED = phrase(
    "Costs are of statements together, weighted by how often they run. They cover {share} of the "
    "weight: statements that a compared protection cannot do are left out."
)
_STARRED = phrase("* follows from how the protection works, and was not tried on these servers.")
