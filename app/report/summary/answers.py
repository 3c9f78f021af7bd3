"""What page one answers beside advice: costs, what protects from whom, and whether to trust it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from app.findings.figure import ALL_CASES, Figure
from app.findings.interval_words import margin_words
from app.findings.measured import Place
from app.findings.shortfalls import Shortfalls, limited_runs, short_of_load, shortfalls
from app.findings.verdict import OTHERS_SHARE
from app.plan.campaign import Order
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.headline import Told, common_work, told_costs
from app.report.summary.cost_sentences import untold_costs
from app.report.summary.model import in_sequence
from app.report.summary.rows import (
    Group,
    anded,
    group_name,
    notices,
    place_words,
    servers_of,
)
from app.report.summary.whom import WHOM_READS
from app.report.tables.weighted import ALL_COVERED
from engines.contract.message import NOTHING, Message, Number, percent, phrase, plural
from engines.contract.protection import ProtectionKind
from engines.properties import Kept
from workloads.registry import told_with


def cost_answer(report: CampaignReport, groups: Sequence[Group]) -> Message:
    """What costs are of, and what nobody knows of them."""
    return in_sequence(tuple(_of_what(report, groups)))


def _of_what(report: CampaignReport, groups: Sequence[Group]) -> Iterator[Message]:
    told = _totals(report)
    short = [each for each in told if each.cost.brief]
    if common := common_work(told):
        yield (_PLANNED if short else _AT).with_values(work=common)
    yield from _not_reached(short, report, groups)
    by_cpu = [each for each in told if each.in_cpu_time]
    timed = any(each.cost.decided for each in told)
    if by_cpu:
        yield _CPU
    if timed:
        yield _OTHERS_ELAPSED if by_cpu else _ELAPSED
    if any(each not in short for each in by_cpu):
        yield _WAITS[_disturbed(report), timed]
    yield untold_costs(groups, named=len(servers_of(report)) > 1)
    if report.weighted:
        yield _weighed(report)


def _not_reached(
    short: Sequence[Figure], report: CampaignReport, groups: Sequence[Group]
) -> Iterator[Message]:
    """Where the load was not the one that was planned, why, and what can be compared there."""
    loads = shortfalls(report.operations)
    told = {(each.server, each.protection, each.at): each for each in told_costs(_totals(report))}
    named = len(servers_of(report)) > 1
    causes: dict[tuple[Message, bool], dict[Message, list[str]]] = {}
    at: dict[Message, dict[Place, None]] = {}
    for each in short:
        place = _place(told.get((each.server, each.protection, each.at)), named=named)
        sides = causes.setdefault((each.cost.brief, each.in_cpu_time), {}).setdefault(place, [])
        sides += [name for name in _short_sides(each, loads, report) if name not in sides]
        at.setdefault(place, {}).update(dict.fromkeys(_loaded(each, loads)))
    for (why, by_cpu), places in causes.items():
        where = [
            _in_runs(_short_there(each, names, groups), limited_runs(loads, [*at[each]], names))
            for each, names in places.items()
        ]
        yield _MISSED.with_values(places=anded(where), why=why)
        yield _CPU_THERE if by_cpu else _UNKNOWN_THERE
    if short:
        yield _LOWER


def _place(told: Told | None, *, named: bool) -> Message:
    return place_words(told, named=named) if told else NOTHING


def _short_sides(total: Figure, loads: Shortfalls, report: CampaignReport) -> list[str]:
    """Which of what was compared did not get its load: the baseline, the protection, or both."""
    sides = [report.baseline, total.protection]
    return short_of_load(loads, _loaded(total, loads), sides) or sides


def _loaded(total: Figure, loads: Shortfalls) -> list[Place]:
    """The places with a load that a figure is of."""
    return [
        place
        for place in dict.fromkeys(place for place, _ in loads)
        if place.server == total.server
        and (
            place.case == total.at
            or (total.at == ALL_CASES and told_with(total.workload, place.case) == total.case)
        )
    ]


def _in_runs(where: Message, counted: tuple[int, int] | None) -> Message:
    """“through the web API, in 2 of 12 runs”."""
    if counted is None:
        return where
    limited, runs = counted
    return _IN_RUNS.with_values(where=where, limited=Number(limited)).with_count(runs)


def _short_there(place: Message, names: Sequence[str], groups: Sequence[Group]) -> Message:
    """“directly to the database (with AES-256-GCM in the application)”; the place alone where it
    holds of all."""
    known = {cell.protection: group for group in groups for cell in group.cells}
    if place and {*names} >= {*known}:
        return place
    sides = anded([_side(name, known.get(name)) for name in names])
    return _IN_PLACE.with_values(place=place, sides=sides) if place else sides


def _side(name: str, group: Group | None) -> Message:
    if group is not None and group.kind is ProtectionKind.PLAINTEXT:
        return _UNPROTECTED
    return _SEALED.with_values(name=group_name(group) if group else name)


def _weighed(report: CampaignReport) -> Message:
    covered = min(each.covered_percent or 0.0 for each in report.weighted)
    if covered >= ALL_COVERED:
        return _WEIGHED
    left_out = dict.fromkeys(name for each in report.weighted for name in each.left_out)
    said = _COVERED.with_values(share=percent(covered))
    if not left_out:
        return said
    names = anded([phrase("“{name}”", name=name) for name in left_out])
    return _LEFT_OUT.with_values(said=said, names=names)


def protects_answer(report: CampaignReport, groups: Sequence[Group]) -> Message:
    """What was found that opens a protection, a sentence each; who holds the keys, and what
    “partly” means."""
    guarding = [each for each in groups if each.protects]
    everywhere = servers_of(report)
    open_here = [_found(each, everywhere) for each in guarding]
    partly = [
        said
        for kind, said in _IN_PART.items()
        if any(each.kind is kind and _in_part(each) for each in guarding)
    ]
    if not guarding:
        return NOTHING
    searched = _TRIED if report.evidence else _UNTRIED
    said = _noticing(guarding, report), *open_here, _who_holds(guarding), *partly, searched
    return in_sequence(said)


def _who_holds(groups: Sequence[Group]) -> Message:
    """On which servers nobody can log in, and who can read the data wherever the application has
    the key."""
    inside = dict.fromkeys(name for each in groups for name in each.without_logins)
    elsewhere = any(each.kind is ProtectionKind.CLIENT and each.with_logins for each in groups)
    if not inside:
        return _HOLDS if elsewhere else NOTHING
    frame = _NO_LOGINS_THERE if elsewhere else _NO_LOGINS
    return frame.with_values(servers=anded([Message(each) for each in inside]))


def _in_part(group: Group) -> bool:
    return any(kept is Kept.PARTLY for _, kept, *_ in group.kept)


def _noticing(groups: Sequence[Group], report: CampaignReport) -> Message:
    """Which of them notice that stored values were changed, or only some changes."""
    swapped = any(notices(each, report) is Kept.PARTLY for each in groups)
    said = _noticed(groups)
    return _NOT_SWAPS.with_values(said=said) if swapped else _ENDED.with_values(said=said)


def _noticed(groups: Sequence[Group]) -> Message:
    names = {str(group_name(each)): group_name(each) for each in groups if each.good.authenticated}
    if not names:
        return _UNNOTICED
    if all(each.good.authenticated for each in groups):
        alone = len(names) == 1
        return _IT_NOTICES.with_values(name=group_name(groups[0])) if alone else _ALL_NOTICE
    return _NOTICE.with_values(names=anded(list(names.values())))


def _found(group: Group, everywhere: Sequence[str]) -> Message:
    """That evidence opened a protection here, in its own sentence; nothing where it did not."""
    in_now = [
        (WHOM_READS[whom], found)
        for whom, kept, found, _ in group.kept
        if kept is Kept.IN and found
    ]
    if not in_now:
        return NOTHING
    name = group_name(group)
    if group.servers != everywhere:
        name = _ON.with_values(name=name, servers=", ".join(group.servers))
    found = {str(each): each for _, each in in_now}
    return _OPEN.with_values(
        name=name, whom=_ored([each for each, _ in in_now]), found=next(iter(found.values()))
    )


def _ored(parts: Sequence[Message]) -> Message:
    return reduce(lambda one, other: _OR.with_values(first=one, last=other), parts)


def trust_answer(report: CampaignReport) -> Message:
    """Whether costs can be trusted, what was tried to trust them, and what could be detected."""
    shown = [each for each in _totals(report) if each.told.decided]
    limits = _limits(report)
    if not shown and report.quality.tells_apart_percent is not None:
        return _NONE_KNOWN
    if not limits:
        return _UNKNOWN
    by_cpu = {each.in_cpu_time for each in shown}
    frame = _DETECTS_CPU if by_cpu == {True} else _DETECTS
    if len(shown) < len(_totals(report)):
        frame = _DETECTS_SOME
    said = frame.with_values(tried=_tried(report))
    but = _NOT_WAITS if len(by_cpu) > 1 else NOTHING
    return in_sequence((said, but, _LIMITS.with_values(limits=limits)))


def _limits(report: CampaignReport) -> Message:
    """The detection limit of the costs that are shown, by server and kind of work where it
    differs; nothing without a control."""
    named = len(servers_of(report)) > 1
    most: dict[Message, float] = {}
    for each in told_costs(_totals(report)):
        if each.cost.decided and each.cost.margin is not None:
            place = place_words(each, named=named)
            most[place] = max(each.cost.margin, most.get(place, 0.0))
    ranked = sorted(most.items(), key=lambda each: each[1])
    ends = [margin_words(each) for _, each in (*ranked[:1], *ranked[-1:])]
    if not ends or str(ends[0]) == str(ends[-1]):
        return ends[0] if ends else NOTHING
    if len(ranked) > _MOST_LIMITS:
        return _FROM_TO.with_values(least=ends[0], most=ends[1])
    return anded([_LIMIT.with_values(margin=margin_words(each), place=at) for at, each in ranked])


_MOST_LIMITS = 6


def _totals(report: CampaignReport) -> Sequence[Figure]:
    return report.weighted or report.headline


def _disturbed(report: CampaignReport) -> bool:
    return (report.quality.others_percent or 0.0) > 100 * OTHERS_SHARE


def _tried(report: CampaignReport) -> Message:
    """“each protection took turns with the baseline in 7 repetitions, and stored rows …”."""
    turns = report.campaign.order is Order.LOCKSTEP and not report.quality.whole
    counts = [row.n for row in report.comparison if row.n]
    said = (_TURNS if turns else _RUNS).with_count(min(counts, default=1))
    return _VERIFIED.with_values(said=said) if report.quality.database else said


_UNNOTICED = phrase("No protection here notices tampering")
_ALL_NOTICE = phrase("All protections here also notice tampering (not tried here)")
_IT_NOTICES = phrase("{name} also notices tampering (not tried here)")
_NOTICE = phrase("Only {names} also notices tampering (not tried here)")
_ENDED = phrase("{said}.")
_NOT_SWAPS = phrase("{said}, but not two rows that swap their values.")
_OR = phrase("{first} or {last}")
_ON = phrase("{name} on {servers}")
_OPEN = phrase("As measured, {name} does not keep out {whom}. Found: {found}.")
_NO_LOGINS = phrase(
    "On {servers}, there is no server to log into: the engine runs inside the application. Anyone "
    "who gets into the application or its machine can get at the key and the data."
)
_NO_LOGINS_THERE = phrase(
    "On {servers}, there is no server to log into: the engine runs inside the application. Anyone "
    "who gets into that application or its machine can get at the key and the data. The same holds "
    "wherever the application encrypts."
)
_HOLDS = phrase(
    "Where the application encrypts, anyone who gets into it or its machine can get at the key and "
    "the data."
)
_IN_PART = {
    ProtectionKind.NATIVE: phrase(
        "“Partly” in the database: the database gets the key with each statement; its logs, memory "
        "and running statements can give it away."
    ),
    ProtectionKind.STORAGE: phrase(
        "“Partly” for stored files: tables are encrypted, but logs, temporary files or the "
        "server's memory can hold data or the key."
    ),
}
"""What *partly* leaves open."""
_TRIED = phrase(
    "Files, logs and memory were searched for data and keys. A * marks what was not tried: it "
    "follows from how the protection works."
)
_UNTRIED = phrase(
    "Files, logs and memory were not searched for data and keys: set evidence = true in the plan "
    "file to search them. A * marks what was not tried: it follows from how the protection works."
)
_AT = phrase("All costs are at {work}.")
_PLANNED = phrase("The planned load is {work}.")
_MISSED = phrase("Load not reached: {places}. Cause: {why}.")
_IN_PLACE = phrase("{place} ({sides})")
_UNPROTECTED = phrase("without protection")
_SEALED = phrase("with {name}")
_IN_RUNS = plural("{where}, in {limited} of {n} runs", "{where}, in {limited} of one run", 0)
_LOWER = phrase("Lower the rate, or add lanes or dedicated cores.")
_CPU_THERE = phrase("There, only CPU time can be compared, not how long users wait.")
_UNKNOWN_THERE = phrase("Costs there are not known.")
_CPU = phrase("CPU time is that of database server and application together.")
_WAITS = {
    (True, False): phrase(
        "How much longer users wait is not known: measure while nothing else runs."
    ),
    (False, False): phrase(
        "How much longer users wait is not known: measure on a quieter machine, or with more "
        "repetitions."
    ),
    (True, True): phrase(
        "Where a cost is in CPU time, how much longer users wait is not known: measure while "
        "nothing else runs."
    ),
    (False, True): phrase(
        "Where a cost is in CPU time, how much longer users wait is not known: measure on a "
        "quieter machine, or with more repetitions."
    ),
}
"""By whether other programs ran, and whether elapsed time told other costs."""
_ELAPSED = phrase("Costs are in time: how much longer operations take, and users wait for them.")
_OTHERS_ELAPSED = phrase(
    "Other costs are in time: how much longer operations take, and users wait for them."
)
_WEIGHED = phrase("Costs are of all statements together, weighted by how often they run.")
_COVERED = phrase(
    "Costs are of statements together, weighted by how often they run. They cover {share} of the "
    "weight: what a compared protection cannot do is left out."
)
_LEFT_OUT = phrase("{said} Left out: {names}.")
_DETECTS = phrase("Yes, within their 95 % intervals: {tried}.")
_DETECTS_CPU = phrase("Yes for CPU time, within their 95 % intervals: {tried}.")
_DETECTS_SOME = phrase("Yes where a cost is shown, within its 95 % interval: {tried}.")
_NOT_WAITS = phrase("Where a cost is in CPU time, how long users wait is not known.")
_LIMITS = phrase(
    "The baseline was also measured against itself: costs smaller than {limits} can be missed."
)
_LIMIT = phrase("{margin} ({place})")
_FROM_TO = phrase("{least} to {most} (each server and kind of work has its own limit)")
_NONE_KNOWN = phrase("Not yet: no cost is known well enough to be shown.")
_UNKNOWN = phrase(
    "Not yet. Too little was measured to know the smallest detectable cost: add repetitions, and "
    "measure the baseline twice."
)
_TURNS = plural(
    "each protection took turns with the baseline in {n} repetitions",
    "each protection took turns with the baseline in one repetition",
    0,
)
_RUNS = plural(
    "each protection ran beside the baseline in {n} repetitions",
    "each protection ran beside the baseline in one repetition",
    0,
)
_VERIFIED = phrase("{said}, and stored rows were read back and decrypted, and all matched")
