"""What page one answers beside advice: costs, what protects from whom, and whether to trust it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from app.findings.figure import Figure
from app.findings.interval_words import margin_words
from app.findings.verdict import MOST_TELLING, OTHERS_SHARE
from app.plan.campaign import Order
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.headline import common_work
from app.report.summary.model import in_sequence
from app.report.summary.rows import Group, anded, group_name, notices, servers_of
from app.report.summary.whom import WHOM_READS
from app.report.tables.weighted import ALL_COVERED
from engines.contract.message import NOTHING, Message, percent, phrase, plural
from engines.contract.protection import ProtectionKind
from engines.properties import Kept


def cost_answer(report: CampaignReport) -> Message:
    """What costs are of, and what nobody knows of them."""
    return in_sequence(tuple(_of_what(report)))


def _of_what(report: CampaignReport) -> Iterator[Message]:
    told = _totals(report)
    if not told:
        return
    if common := common_work(told):
        yield _AT.with_values(work=common)
    by_cpu = any(each.in_cpu_time for each in told)
    if by_cpu:
        yield _CPU
        yield _waits(report)
    else:
        yield _ELAPSED
    if report.weighted:
        yield _weighed(report)


def _waits(report: CampaignReport) -> Message:
    """Why elapsed time tells nothing of how long users wait."""
    if _disturbed(report):
        return _NOISY_WAITS
    why = next((each.cost for each in _totals(report) if each.cost.brief), None)
    if why is None:
        return _NO_WAITS
    return _WAITS_AS.with_values(why=why.brief, cure=why.meaning)


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
    sealed = [each for each in guarding if each.kind is ProtectionKind.CLIENT]
    partly = [
        said
        for kind, said in _IN_PART.items()
        if any(each.kind is kind and _in_part(each) for each in guarding)
    ]
    if not guarding:
        return NOTHING
    holds, searched = _HOLDS if sealed else NOTHING, _TRIED if report.evidence else _UNTRIED
    said = _noticing(guarding, report), *open_here, _no_logins(guarding), holds, *partly, searched
    return in_sequence(said)


def _no_logins(groups: Sequence[Group]) -> Message:
    """On which servers nobody can log in, and what that means."""
    inside = dict.fromkeys(name for each in groups for name in each.without_logins)
    if not inside:
        return NOTHING
    return _NO_LOGINS.with_values(servers=anded([Message(each) for each in inside]))


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
    quality = report.quality
    margin, by_cpu = quality.tells_apart_percent, quality.cpu_tells_apart_percent
    if margin is None:
        return _UNKNOWN
    if (_disturbed(report) and quality.taken_everywhere) or margin > MOST_TELLING:
        if by_cpu is not None and by_cpu <= MOST_TELLING:
            return _BY_CPU.with_values(tried=_tried(report, by_cpu))
        totals = [each for each in _totals(report) if each.told.decided]
        if by_cpu is not None and all(each.in_cpu_time for each in totals):
            margin = by_cpu
        seen = totals and all((each.told.percent or 0.0) > margin for each in totals)
        frame = _NOISY_BUT_SEEN if seen else _DETECTS_SOME
        return frame.with_values(tried=_tried(report, margin))
    frame = _DETECTS if all(each.told.decided for each in _totals(report)) else _DETECTS_SOME
    return frame.with_values(tried=_tried(report, margin))


def _totals(report: CampaignReport) -> Sequence[Figure]:
    return report.weighted or report.headline


def _disturbed(report: CampaignReport) -> bool:
    return (report.quality.others_percent or 0.0) > 100 * OTHERS_SHARE


def _tried(report: CampaignReport, margin: float) -> Message:
    """“each protection took turns with the baseline in 7 repetitions, the baseline …”."""
    turns = report.campaign.order is Order.LOCKSTEP and not report.quality.whole
    counts = [row.n for row in report.comparison if row.n]
    said = (_TURNS if turns else _RUNS).with_count(min(counts, default=1))
    if report.quality.database:
        said = _VERIFIED.with_values(said=said)
    frame = _CONTROL if len(servers_of(report)) == 1 else _CONTROL_ALL
    return frame.with_values(said=said, margin=margin_words(margin))


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
    "who logs into the application's machine can get at the key and the data."
)
_HOLDS = phrase(
    "Where the application encrypts, it holds the key: anyone who gets into it can read the data."
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
_CPU = phrase("CPU time is that of database server and application together.")
_NOISY_WAITS = phrase("How much longer users wait is not known: measure while nothing else runs.")
_NO_WAITS = phrase(
    "How much longer users wait is not known: measure on a quieter machine, or with more "
    "repetitions."
)
_WAITS_AS = phrase("How much longer users wait is not known: {why}. {cure}")
_ELAPSED = phrase("Costs are in time: how much longer operations take, and users wait for them.")
_WEIGHED = phrase("Costs are of all statements together, weighted by how often they run.")
_COVERED = phrase(
    "Costs are of statements together, weighted by how often they run. They cover {share} of the "
    "weight: what a compared protection cannot do is left out."
)
_LEFT_OUT = phrase("{said} Left out: {names}.")
_DETECTS = phrase("Yes, within their 95 % intervals: {tried}.")
_DETECTS_SOME = phrase("Yes where a cost is shown, within its 95 % interval: {tried}.")
_BY_CPU = phrase("Yes for CPU time, within their 95 % intervals: {tried}.")
_NOISY_BUT_SEEN = phrase(
    "Yes, within their 95 % intervals: {tried}. Other programs ran on this machine, but their "
    "disturbance was smaller than every cost shown."
)
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
_CONTROL = phrase(
    "{said}. The baseline differed from itself by under {margin} (median of all operations). "
    "Smaller costs can be missed; each cost with an interval is above its own limit"
)
_CONTROL_ALL = phrase(
    "{said}. The baseline differed from itself by under {margin} (median of all operations and "
    "servers). Smaller costs can be missed; each cost with an interval is above its server's limit"
)
_VERIFIED = phrase("{said}, and stored rows were read back and decrypted, and all matched")
