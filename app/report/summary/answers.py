"""What page one answers of costs: what they are, what they are of, and whether to trust them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.findings.figure import ALL_CASES, Figure
from app.findings.interval_words import margin_words
from app.findings.measured import Place
from app.findings.shortfalls import Shortfalls, limited_repetitions, short_of_load, shortfalls
from app.findings.verdict import OTHERS_SHARE
from app.plan.campaign import Order
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.headline import Told, common_work, told_costs
from app.report.summary.advised import Advised
from app.report.summary.cost_sentences import (
    cost_first,
    cost_sentences,
    elapsed_costs,
    scale_words,
    untold_costs,
    waited_costs,
)
from app.report.summary.model import Said, anded, in_sequence
from app.report.summary.rows import Group, group_name, place_words, servers_of
from app.report.tables.weighted import ALL_COVERED
from engines.contract.message import NOTHING, Message, Number, percent, phrase, plural
from engines.contract.protection import ProtectionKind
from workloads.registry import told_with, workload_named, workload_names


def cost_answer(report: CampaignReport, groups: Sequence[Group], advice: Advised) -> Said:
    """What is advised costs; what it takes from the database, what is cheaper, what costs are of,
    and what nobody knows of them."""
    of_what = _of_what(report, groups, advice)
    told = cost_first(groups, advice)
    scale = scale_words(groups, advice)
    lost = advice.lost, *cost_sentences(groups, advice)
    said = told.rest, scale, _which_is_whose(report), *lost, *of_what
    return Said(told.first, in_sequence(said))


def _of_what(report: CampaignReport, groups: Sequence[Group], advice: Advised) -> Iterator[Message]:
    told = report.headline
    short = [each for each in told if each.cost.brief]
    if common := common_work(told):
        yield (_PLANNED if short else _AT).with_values(work=common)
    by_cpu = [each for each in told if each.in_cpu_time]
    timed = any(each.cost.decided and not each.in_cpu_time for each in told)
    elapsed = elapsed_costs(report, advice)
    if by_cpu:
        yield _CPU
    if timed and by_cpu:
        yield _OTHERS_ELAPSED
    if elapsed:
        yield elapsed
    if any(each not in short and not (elapsed and each.cost.decided) for each in by_cpu):
        yield _WAITS[_disturbed(report), timed or bool(elapsed)]
    yield untold_costs(groups, named=len(servers_of(report)) > 1)
    if report.weighted:
        yield _weighed(report)


def averaged(report: CampaignReport) -> Message:
    """Over which operations costs are averages; nothing where each is of one, or weights count."""
    covered = {each.covered for each in report.headline if each.cost.decided}
    if report.weighted or all(len(each) < _SEVERAL for each in covered):
        return NOTHING
    names, *others = covered
    if others or len(names) > _MOST_OPERATIONS:
        return _AVERAGES
    return _AVERAGES_OVER.with_values(operations=anded([Message(each) for each in names]))


_SEVERAL, _MOST_OPERATIONS = 2, 5
_AVERAGES = phrase("All costs are averages over the operations that were compared.")
_AVERAGES_OVER = phrase("All costs are averages over {operations}.")


def _which_is_whose(report: CampaignReport) -> Message:
    """Which cost is a reader's, where a protection has several by kinds of work."""
    told = told_costs(report.headline)
    known = [each for each in told if each.cost.decided and each.at != ALL_CASES]
    works = {each.workload for each in known}
    if len(works) != 1 or not works <= {*workload_names()}:
        return NOTHING
    return workload_named(works.pop()).which_is_whose({each.at for each in known})


def _not_reached(report: CampaignReport, groups: Sequence[Group]) -> Iterator[Message]:
    """Where the load was not the one that was planned, why, and what can be compared there."""
    short = [each for each in report.headline if each.cost.brief]
    loads = shortfalls(report.operations)
    told = {(each.server, each.protection, each.at): each for each in told_costs(report.headline)}
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
            _counted(
                _short_there(each, names, groups), limited_repetitions(loads, [*at[each]], names)
            )
            for each, names in places.items()
        ]
        yield _MISSED.with_values(places=anded(where), why=why)
        there = anded([each for each in places if each])
        yield _NOT_KNOWN[by_cpu].with_values(there=there) if there else _NOT_KNOWN_HERE[by_cpu]
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


def _counted(where: Message, counted: tuple[int, int] | None) -> Message:
    """“through the web API, in 2 of 6 repetitions”."""
    if counted is None:
        return where
    limited, repetitions = counted
    return _IN_SOME.with_values(where=where, limited=Number(limited)).with_count(repetitions)


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


def trust_answer(report: CampaignReport, groups: Sequence[Group]) -> Said:
    """Whether costs can be trusted, and what to do with them; what was tried, what could be
    detected, and where they hold."""
    shown = [each for each in report.headline if each.cost.decided]
    limits, missed = _limits(report), [*_not_reached(report, groups)]
    if not shown and report.quality.tells_apart_percent is not None:
        return Said(_NONE_KNOWN, in_sequence((*missed, NOTHING if missed else _REPEAT)))
    if not limits:
        return Said(_UNKNOWN, in_sequence((*missed, _ADD)))
    by_cpu = {each.in_cpu_time for each in shown}
    first = _TRUST_CPU if by_cpu == {True} else _TRUST
    if len(shown) < len(report.headline):
        first = _TRUST_SOME
    but = _waits_trusted(report) if True in by_cpu else NOTHING
    said = but, *missed, _tried(report), _LIMITS.with_values(limits=limits), _ELSEWHERE
    return Said(first, in_sequence(said))


def _waits_trusted(report: CampaignReport) -> Message:
    """Which times that users wait can be trusted where costs are of CPU time."""
    waited = waited_costs(report)
    if not waited:
        return _NOT_WAITS
    named = len(servers_of(report)) > 1
    places = dict.fromkeys(place_words(each, named=named) for each in waited)
    there = anded([each for each in places if each])
    return _WAITS_THERE.with_values(there=there) if there else _WAITS_TRUSTED


def _limits(report: CampaignReport) -> Message:
    """The detection limit of the costs that are shown, by server and kind of work where it
    differs; nothing without a control."""
    named = len(servers_of(report)) > 1
    most: dict[Message, float] = {}
    for each in told_costs(report.headline):
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


def _disturbed(report: CampaignReport) -> bool:
    return (report.quality.others_percent or 0.0) > 100 * OTHERS_SHARE


def _tried(report: CampaignReport) -> Message:
    """“Each protection took turns with the baseline in 7 repetitions. Stored rows …”."""
    turns = report.campaign.order is Order.LOCKSTEP and not report.quality.whole
    counts = [row.n for row in report.comparison if row.n]
    said = (_TURNS if turns else _RUNS).with_count(min(counts, default=1))
    return in_sequence((said, _VERIFIED)) if report.quality.database else said


_AT = phrase("All costs are at {work}.")
_PLANNED = phrase("The planned load is {work}.")
_MISSED = phrase("Load not reached {places}: {why}.")
_IN_PLACE = phrase("{place} ({sides})")
_UNPROTECTED = phrase("without protection")
_SEALED = phrase("with {name}")
_IN_SOME = plural(
    "{where}, in {limited} of {n} repetitions", "{where}, in {limited} of one repetition", 0
)
_LOWER = phrase("Measure again with more cores for the load generator, or at a lower rate.")
_NOT_KNOWN = {
    True: phrase("How much longer users wait {there} is not known."),
    False: phrase("Costs {there} are not known."),
}
_NOT_KNOWN_HERE = {
    True: phrase("How much longer users wait is not known."),
    False: phrase("Costs are not known."),
}
"""By whether a cost in CPU time is told."""
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
_OTHERS_ELAPSED = phrase(
    "Other costs are in time: how much longer operations take, and users wait for them."
)
_WEIGHED = phrase("Costs are of all statements together, weighted by how often they run.")
_COVERED = phrase(
    "Costs are of statements together, weighted by how often they run. They cover {share} of the "
    "weight: what a compared protection cannot do is left out."
)
_LEFT_OUT = phrase("{said} Left out: {names}.")
_TRUST = phrase("Yes, within their 95 % intervals: plan with the upper ends.")
_TRUST_CPU = phrase(
    "Yes for CPU time, within the 95 % intervals: plan machines with the upper ends."
)
_TRUST_SOME = phrase(
    "Yes where a cost is shown, within its 95 % interval: plan with the upper end."
)
_NOT_WAITS = phrase("Promise no response times by it: users may wait more or less.")
_WAITS_TRUSTED = phrase(
    "Yes also for how much longer users wait, within its interval; promise no other response times."
)
_WAITS_THERE = phrase(
    "Yes also for how much longer operations take {there}, within its interval; promise no other "
    "response times."
)
_ELSEWHERE = phrase(
    "Costs hold for this machine and these data: measure again with yours before you buy."
)
_LIMITS = phrase(
    "The baseline was also measured against itself: costs smaller than {limits} can be missed."
)
_LIMIT = phrase("{margin} ({place})")
_FROM_TO = phrase("{least} to {most} (each server and kind of work has its own limit)")
_NONE_KNOWN = phrase("Not yet: no cost is known well enough to be shown.")
_REPEAT = phrase("Repeat on a quieter machine, or add repetitions.")
_UNKNOWN = phrase("Not yet: too little was measured to know the smallest detectable cost.")
_ADD = phrase("Add repetitions, and measure the baseline twice.")
_TURNS = plural(
    "Each protection took turns with the baseline in {n} repetitions.",
    "Each protection took turns with the baseline in one repetition.",
    0,
)
_RUNS = plural(
    "Each protection ran beside the baseline in {n} repetitions.",
    "Each protection ran beside the baseline in one repetition.",
    0,
)
_VERIFIED = phrase("Stored rows were read back and decrypted, and all matched.")
