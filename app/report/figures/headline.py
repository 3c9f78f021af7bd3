"""What a campaign found, in one sentence for the page, reports and the terminal alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Literal, NamedTuple

from app.findings.cost import Cost
from app.findings.figure import ALL_CASES, Figure
from app.findings.interval_words import FACTOR_PERCENT, bounded, in_factors
from app.findings.statistics import Interval
from app.findings.verdict import VerdictKind
from app.plan.status import Status
from app.report.words.wording import title_of, titles
from app.results.records import CampaignSnapshot, CellRecord
from engines.contract.message import NOTHING, Message, Number, percent, phrase, plural
from workloads.contract import Case
from workloads.registry import case_label, distinct_labels

_MOST_COSTS = 4
"""Servers with a protection that a headline tells of; more would not go into two lines."""

_RANKS = (
    VerdictKind.COSTS,
    VerdictKind.COSTS_LITTLE,
    VerdictKind.FASTER,
    VerdictKind.UNPROVEN,
    VerdictKind.TOO_NOISY,
    VerdictKind.TOO_FEW,
    VerdictKind.NONE_FOUND,
)
"""The order in which verdicts are told: what costs first."""

type _Key = tuple[str, str]
"""Server and protection."""

type _Lack = Literal["baseline", "its figures", "others"]
"""What a campaign lacks for a comparison."""

type _Groups = Mapping[Message, Sequence[ProtectionCost]]


def headline(snapshot: CampaignSnapshot, totals: Sequence[Figure], baseline: str) -> Message:
    """“AES-128 costs 42 % on pg (41 to 44), 27 % on maria (26 to 28); no cost found on fb.”

    The worst come first, and no more are told than go into two lines.
    """
    if not totals:
        return _nothing_yet(snapshot, baseline)
    whole = any(each.whole for each in totals)
    items = _of_largest(_with_kinds(map(_telling, totals)))
    case = _one_case(items)
    if case:
        items = [item._replace(case="") for item in items]
    ranked, names = _ranked(items), _names(items, snapshot.cells)
    reported = [_sentence(*each) for each in _groups(ranked[:_MOST_COSTS], names).items()]
    if (more := len(ranked) - _MOST_COSTS) > 0:
        reported.append(_MORE.with_count(more))
    message = _joined(reported, _THEN)
    if case:
        message = _WITH.with_values(case=case, words=message)
    frame = _FRAMES[snapshot.summary.status is Status.DONE, whole]
    return frame.with_values(words=message) if frame else message


def verdict_sentences(totals: Sequence[Figure], cells: Sequence[CellRecord]) -> list[Message]:
    """A sentence for every protection, with all servers."""
    items = list(map(_telling, totals))
    groups = _groups(_ranked(_of_largest(_with_kinds(items))), _names(items, cells))
    return [_sentence(*each) for each in groups.items()]


def protection_costs(totals: Iterable[Figure]) -> list[ProtectionCost]:
    """What totals tell, the largest of cases that differ in size alone; a case is named where there
    are several kinds."""
    items = _of_largest(_with_kinds(map(_telling, totals)))
    if _one_case(items):
        return [item._replace(case="") for item in items]
    _, separate = _separate(items)
    return [item._replace(separate=separate.get(item.at, NOTHING)) for item in items]


def common_work(totals: Iterable[Figure]) -> Message:
    """What the cases that `protection_costs` names have in common, as “100 reads and 50 writes/s”;
    nothing where they have no such words."""
    items = _of_largest(_with_kinds(map(_telling, totals)))
    return NOTHING if _one_case(items) else _separate(items)[0]


def _separate(items: Sequence[ProtectionCost]) -> tuple[Message, Mapping[Case, Message]]:
    cases = sorted({each.at for each in items if each.case and each.at != ALL_CASES})
    works = {each.workload for each in items}
    return distinct_labels(works.pop(), cases) if cases and len(works) == 1 else (NOTHING, {})


class ProtectionCost(NamedTuple):
    """What a protection costs on a server, by elapsed time or `in_cpu_time`."""

    server: str
    protection: str
    workload: str
    case: str
    at: Case
    cost: Cost
    in_cpu_time: bool
    covered: int
    left_out: int
    separate: Message = NOTHING
    """What alone tells its case from the others, such as “through the web API”."""

    @property
    def work(self) -> Message:
        """The case in words, where it is named."""
        if self.case and self.at != ALL_CASES:
            return self.separate or case_label(self.workload, self.at)
        return phrase("{case}", case=self.case) if self.case else NOTHING

    @property
    def of_work(self) -> Message:
        """The same behind a cost: “for 2,000 records”."""
        if self.separate or not self.work:
            return self.separate
        return phrase("for {work}", work=self.work)

    @property
    def percent(self) -> float:
        return self.cost.percent or 0.0

    @property
    def verdict(self) -> VerdictKind:
        """What may be said of it."""
        return self.cost.verdict or VerdictKind.TOO_FEW


def _telling(total: Figure) -> ProtectionCost:
    named = total.server, total.protection, total.workload, total.case, total.at
    counted = len(total.covered), len(total.refused)
    return ProtectionCost(*named, total.cost, total.in_cpu_time, *counted)


def _with_kinds(items: Iterable[ProtectionCost]) -> list[ProtectionCost]:
    """The kind of cases behind the server where there are several kinds; else nothing."""
    known = list(items)
    several = len({item.case for item in known}) > 1
    return [item if several else item._replace(case="") for item in known]


def _of_largest(items: Sequence[ProtectionCost]) -> list[ProtectionCost]:
    """Of cases that differ in size alone and yet are told one by one, the largest; a headline names
    it, and the table has all."""
    sizes: dict[tuple[str, str, str], int] = {}
    for item in items:
        key = _but_size(item)
        sizes[key] = max(sizes.get(key, 0), item.at.size)
    return [each for each in items if each.at.size in (ALL_CASES.size, sizes[_but_size(each)])]


def _one_case(items: Sequence[ProtectionCost]) -> str:
    """The case that all of these are of, told once; empty where there are several, or it needs no
    word."""
    cases = {item.case for item in items}
    return cases.pop() if len(cases) == 1 else ""


def _but_size(item: ProtectionCost) -> tuple[str, str, str]:
    return item.server, item.protection, item.at.name


def _nothing_yet(snapshot: CampaignSnapshot, baseline: str) -> Message:
    if snapshot.summary.status in (Status.RUNNING, Status.PENDING):
        return phrase("No comparison yet: the campaign has just begun.")
    message = _WHY_NONE[_lacking(snapshot, baseline)]
    return message.with_values(baseline=title_of(baseline, snapshot.cells))


def _lacking(snapshot: CampaignSnapshot, baseline: str) -> _Lack:
    if not any(cell.protection == baseline for cell in snapshot.cells):
        return "baseline"
    if not any(each.counts and each.protection == baseline for each in snapshot.operations):
        return "its figures"
    return "others"


def _ranked(items: Iterable[ProtectionCost]) -> list[ProtectionCost]:
    def rank(item: ProtectionCost) -> tuple[int, float]:
        return _RANKS.index(item.verdict), -item.percent

    return sorted(items, key=rank)


def _groups(items: Iterable[ProtectionCost], names: Mapping[_Key, Message]) -> _Groups:
    groups: dict[Message, list[ProtectionCost]] = {}
    for item in items:
        groups.setdefault(names[item.server, item.protection], []).append(item)
    return groups


def _names(items: Iterable[ProtectionCost], cells: Sequence[CellRecord]) -> dict[_Key, Message]:
    """Ciphers of protections, with the mode where a server has been measured in several."""
    known = {(cell.server, cell.protection): cell for cell in cells}
    wanted = dict.fromkeys((item.server, item.protection) for item in items)
    ciphers = {key: known[key].as_used.cipher for key in wanted}
    often = Counter((server, ciphers[server, name]) for server, name in wanted)
    several = {name for (_, name), count in often.items() if count > 1}
    reported = titles(known[key] for key in wanted)
    return {key: reported[key] if name in several else name for key, name in ciphers.items()}


def _sentence(name: Message, items: Sequence[ProtectionCost]) -> Message:
    by_kind: dict[VerdictKind, list[ProtectionCost]] = {}
    for item in items:
        by_kind.setdefault(item.verdict, []).append(item)
    costs = _joined([_cost(item) for item in by_kind.pop(VerdictKind.COSTS, [])], _AND)
    rest = _joined([_clause(*each) for each in by_kind.items()], _BESIDES)
    if costs and rest:
        return phrase("{name} costs {costs}; {rest}.", name=name, costs=costs, rest=rest)
    if costs:
        return phrase("{name} costs {costs}.", name=name, costs=costs)
    return phrase("{name}: {rest}.", name=name, rest=rest)


def _cost(item: ProtectionCost) -> Message:
    low, high = item.cost.low or 0.0, item.cost.high or 0.0
    found, server = Interval(item.percent, low, high), _server(item)
    if item.percent >= FACTOR_PERCENT:
        return in_factors(_TIMES_CPU if item.in_cpu_time else _TIMES, found, server=server)
    message = _PERCENT_CPU if item.in_cpu_time else _PERCENT
    return bounded(message, found, unit="", server=server)


def _clause(kind: VerdictKind, items: Sequence[ProtectionCost]) -> Message:
    return _CLAUSES[kind].with_values(where=_joined([_place(item) for item in items], _AND))


def _place(item: ProtectionCost) -> Message:
    """A server, and the figure where a verdict stands behind it."""
    if item.verdict not in (VerdictKind.COSTS_LITTLE, VerdictKind.FASTER):
        return _server(item)
    faster = item.verdict is VerdictKind.FASTER
    figure = percent(-item.percent if faster else item.percent)
    return phrase("{server} ({percent})", server=_server(item), percent=figure)


def _server(item: ProtectionCost) -> Message:
    where = phrase("{server}", server=item.server)
    if item.case:
        where = phrase("{server}, {cases}", server=item.server, cases=item.work)
    if item.left_out:
        every = item.covered + item.left_out
        where = _SOME.with_values(server=where, some=Number(item.covered)).with_count(every)
    if item.in_cpu_time and item.verdict is not VerdictKind.COSTS:
        return phrase("{server} by CPU time", server=where)
    return where


def _joined(parts: Sequence[Message], frame: Message) -> Message:
    if not parts:
        return NOTHING
    return reduce(lambda one, other: frame.with_values(first=one, next=other), parts)


_CLAUSES = {
    VerdictKind.COSTS_LITTLE: phrase("costs a little on {where}"),
    VerdictKind.FASTER: phrase("faster on {where}"),
    VerdictKind.UNPROVEN: phrase("unproven on {where}"),
    VerdictKind.TOO_NOISY: phrase("too noisy on {where}"),
    VerdictKind.TOO_FEW: phrase("too few repetitions on {where}"),
    VerdictKind.NONE_FOUND: phrase("no cost found on {where}"),
}
_WHY_NONE: Mapping[_Lack, Message] = {
    "baseline": phrase("No comparison: the campaign has no {baseline} to compare with."),
    "its figures": phrase("No comparison: nothing has been measured with {baseline}."),
    "others": phrase("No comparison: nothing has been measured to compare {baseline} with."),
}
_FRAMES: Mapping[tuple[bool, bool], Message] = {
    (True, True): phrase("Over all cases: {words}"),
    (True, False): NOTHING,
    (False, True): phrase("So far, over all cases: {words}"),
    (False, False): phrase("So far: {words}"),
}
"""By whether a campaign is done, and whether several cases are told as one."""
_TIMES = phrase("{times} times as much on {server} ({low} to {high})")
_TIMES_CPU = phrase("{times} times as much CPU time on {server} ({low} to {high})")
_PERCENT = phrase("{percent} on {server} ({low} to {high})")
_PERCENT_CPU = phrase("{percent} more CPU time on {server} ({low} to {high})")
_SOME = plural("{server} in {some} of {n} operations", "{server} in {some} of {n} operation", 0)
_AND = phrase("{first}, {next}")
_BESIDES = phrase("{first}; {next}")
_WITH = phrase("With {case}: {words}")
_THEN = phrase("{first} {next}")
_MORE = plural("The table shows {n} more.", "The table shows one more.", 0)
