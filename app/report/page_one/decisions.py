"""The headline and what to do: what was found, as a code, and each code's one phrase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

from app.advice.advising import Ranked
from app.advice.rule import Reason
from app.findings.verdict import OTHERS_SHARE, VerdictKind
from app.plan.requirements import Withstand
from app.plan.status import Status
from app.report.figures.campaign_report import CampaignReport
from app.report.page_one.answer import Answer, excluded_attackers
from app.report.page_one.candidates import join_and
from app.report.page_one.costs import COSTS, amount, cost_phrase
from app.report.page_one.model import Card, CardKind, Decision
from engines.contract.message import Message, Number, listed, percent, phrase, plural
from engines.contract.protection import ProtectionKind
from engines.properties import Exclusion


class Headline(StrEnum):
    """What page one says first."""

    NOTHING_YET = "nothing-yet"
    RUNNING = "running"
    NOISE = "measure-again-noise"
    OTHERS = "measure-again-others"
    LOAD = "measure-again-load"
    FEW = "measure-again-few"
    CIPHERS = "ciphers"
    USE = "use"
    USE_ON = "use-on"
    USE_SEVERAL = "use-several"
    USE_PARTLY = "use-partly"
    CHANGE = "use-once-changed"
    WEAK = "weak"
    WEAK_SEVERAL = "weak-several"
    LIMIT = "limit-exceeded"
    NONE_SERVES = "none-serves"


HEADLINES: Mapping[Headline, Message] = {
    Headline.NOTHING_YET: phrase("{words}"),
    Headline.RUNNING: phrase("Not finished ({done} of {total}): too early to say."),
    Headline.NOISE: phrase("Measure again with more repetitions: no cost is certain yet."),
    Headline.OTHERS: phrase(
        "Measure again while nothing else runs: other programs took {share} of the core."
    ),
    Headline.LOAD: phrase("Measure again at a lower rate: {why}."),
    Headline.FEW: phrase("Measure again with at least two repetitions in lockstep."),
    Headline.CIPHERS: phrase("{name} {cost}."),
    Headline.USE: phrase("{name} {cost} and keeps out {attackers}."),
    Headline.USE_ON: phrase("On {servers}, {name} {cost} and keeps out {attackers}."),
    Headline.USE_SEVERAL: phrase("What serves {cost} and keeps out {attackers}."),
    Headline.USE_PARTLY: phrase("{name} {cost} and partly keeps out {attackers}."),
    Headline.CHANGE: phrase("{name} {cost}; once changed, it keeps out {attackers}."),
    Headline.WEAK: phrase("{name} {cost}, but keeps no attacker out fully."),
    Headline.WEAK_SEVERAL: phrase("What was measured {cost}, but keeps no attacker out fully."),
    Headline.LIMIT: phrase(
        "Nothing that keeps out {attackers} costs at most {limit}: the cheapest costs {least}."
    ),
    Headline.NONE_SERVES: phrase("Nothing measured here keeps out {attackers} as required."),
}
ATTACKERS: Mapping[Withstand, Message] = {
    Withstand.DISK: phrase("disk thieves"),
    Withstand.OS_LOGIN: phrase("server logins"),
    Withstand.LOGIN: phrase("database logins"),
    Withstand.CHANGE: phrase("unnoticed changes"),
    Withstand.NETWORK: phrase("network listeners"),
}


def headline_of(report: CampaignReport, answer: Answer) -> Decision:
    """By the first of these that holds: nothing to say, no verdict, ciphers alone, what is advised,
    what exceeds the limit, and that nothing serves."""
    code, values = _headline(report, answer)
    return Decision(code, HEADLINES[code].with_values(**values), values)


type _Decided = tuple[Headline, dict[str, object]]


def _headline(report: CampaignReport, answer: Answer) -> _Decided:
    totals = [each for each in report.headline if not each.control]
    if not totals:
        summary = report.summary
        if summary.status in (Status.RUNNING, Status.PENDING):
            done = Number(summary.runs_done), Number(summary.runs_total)
            return Headline.RUNNING, {"done": done[0], "total": done[1]}
        return Headline.NOTHING_YET, {"words": report.sentence}
    if not any(each.cost.decided for each in totals):
        return _again(report)
    return _decided(report, answer)


def _decided(report: CampaignReport, answer: Answer) -> _Decided:
    if not answer.candidates:
        return _of_ciphers(report)
    if answer.as_measured:
        return _use(answer)
    return _none(answer) if answer.asked.asks and not answer.advised else _weak(answer)


def _again(report: CampaignReport) -> _Decided:
    """Why no cost has a verdict."""
    costs = [each.cost for each in report.headline if not each.control]
    briefs = [each.brief for each in costs if each.brief]
    others = report.quality.others_percent or 0.0
    if briefs:
        return Headline.LOAD, {"why": briefs[0]}
    if all(each.verdict is VerdictKind.TOO_FEW or each.interval is None for each in costs):
        return Headline.FEW, {}
    if others > 100 * OTHERS_SHARE:
        return Headline.OTHERS, {"share": percent(others)}
    return Headline.NOISE, {}


def _of_ciphers(report: CampaignReport) -> _Decided:
    """The cheapest of what has no data to protect."""
    known = [each for each in report.headline if each.cost.decided and not each.control]
    least = min(known, key=lambda each: each.cost.percent or 0.0)
    how, values = cost_phrase([least.cost])
    cost = COSTS[how, least.in_cpu_time].with_values(**values)
    return Headline.CIPHERS, {"name": Message(least.protection), "cost": cost}


def _cost(found: Sequence[Ranked]) -> Message:
    known = [each.candidate for each in found if each.candidate.cost.decided]
    how, values = cost_phrase([each.cost for each in known])
    by_cpu = any(each.in_cpu_time for each in known)
    return COSTS[how, by_cpu].with_values(**values)


def _use(answer: Answer) -> _Decided:
    found = answer.advised
    names = {str(each.candidate.bare): each.candidate.bare for each in found}
    stored = excluded_attackers(found)
    values: dict[str, object] = {"name": next(iter(names.values())), "cost": _cost(found)}
    if stored[Exclusion.OUT]:
        servers = list(dict.fromkeys(each.candidate.server for each in found))
        some = len(servers) < len({each.server for each in answer.candidates})
        values |= {
            "attackers": attacker_words(stored[Exclusion.OUT]),
            "servers": listed(map(Message, servers)),
        }
        return _USES[len(names) > 1, some], values
    return Headline.USE_PARTLY, {**values, "attackers": attacker_words(stored[Exclusion.PARTLY])}


def _weak(answer: Answer) -> _Decided:
    """Nothing serves as it was measured: of what would once it is changed, else of everything."""
    stored = excluded_attackers(answer.advised)
    if answer.advised and stored[Exclusion.OUT]:
        return Headline.CHANGE, _use(answer)[1]
    found = [Ranked(each, ()) for each in answer.candidates if each.cost.decided]
    names = {str(each.candidate.cipher): each.candidate.cipher for each in found}
    code = Headline.WEAK if len(names) == 1 else Headline.WEAK_SEVERAL
    return code, {"name": next(iter(names.values())), "cost": _cost(found)}


def _none(answer: Answer) -> _Decided:
    found, asked = answer.relaxation, answer.asked
    attackers = attacker_words(asked.withstand or (Withstand.DISK,))
    if found and found.any_cost and not found.dropped and found.search is None:
        least = found.first.candidate.cost.percent or 0.0
        limit = percent(asked.may_cost or 0.0)
        return Headline.LIMIT, {"attackers": attackers, "limit": limit, "least": amount(least)}
    return Headline.NONE_SERVES, {"attackers": attackers}


_USES = {
    (False, False): Headline.USE,
    (False, True): Headline.USE_ON,
    (True, False): Headline.USE_SEVERAL,
    (True, True): Headline.USE_SEVERAL,
}
"""By whether it is another protection on each server, and whether some servers have none."""


def attacker_words(threats: Sequence[Withstand]) -> Message:
    """“disk thieves, server logins and database logins”."""
    if Withstand.OS_LOGIN in threats and Withstand.LOGIN in threats:
        others = [each for each in threats if each not in (Withstand.OS_LOGIN, Withstand.LOGIN)]
        return join_and([*(ATTACKERS[each] for each in Withstand if each in others), _EVERY_LOGIN])
    return join_and([ATTACKERS[each] for each in Withstand if each in threats])


_EVERY_LOGIN = phrase("every login")


class Do(StrEnum):
    AGAIN = "measure-again"
    APPLICATION = "encrypt-in-application"
    DATABASE = "encrypt-in-database"
    FILES = "encrypt-files"
    CONNECTIONS = "encrypt-connections"
    MEASURE = "measure-application"
    CHANGE = "change-and-measure"
    GIVE_UP = "give-up"
    CHOOSE = "choose-cipher"
    NOTHING = "nothing"


_DO: Mapping[Do, Message] = {
    Do.AGAIN: phrase("Measure again"),
    Do.APPLICATION: phrase("Encrypt in the application"),
    Do.DATABASE: phrase("Encrypt in the database"),
    Do.FILES: phrase("Encrypt the files"),
    Do.CONNECTIONS: phrase("Encrypt connections"),
    Do.MEASURE: phrase("Measure AES-256-GCM in the application"),
    Do.CHANGE: phrase("Change, then measure again"),
    Do.GIVE_UP: phrase("Give something up"),
    Do.CHOOSE: phrase("Choose by speed and key length"),
    Do.NOTHING: phrase("Nothing yet"),
}
_BY_KIND = {
    ProtectionKind.CLIENT: Do.APPLICATION,
    ProtectionKind.NATIVE: Do.DATABASE,
    ProtectionKind.STORAGE: Do.FILES,
    ProtectionKind.TRANSIT: Do.CONNECTIONS,
}
_SHORT: Mapping[Reason, Message] = {
    Reason.BLIND_INDEX: phrase("Add a blind index, and measure again."),
    Reason.FRESH_IV: phrase("Use a new IV for each value."),
    Reason.LOGS_INSIDE: phrase("Move logs into the encrypted folder."),
    Reason.ENCRYPT_LOGS: phrase("Encrypt logs, too."),
    Reason.KEYS_OUT_OF_LOGS: phrase("Keep statements out of logs."),
    Reason.KEYS_ELSEWHERE: phrase("Keep the key off disks and backups."),
    Reason.ENCRYPT_CONNECTIONS: phrase("Use TLS as well."),
    Reason.HIDE_STATEMENTS: phrase("Hide running statements from logins."),
    Reason.NEAR_LIMIT: phrase("Measure more: the interval passes your limit."),
    Reason.SHOWS_EQUAL: phrase("Accept that equal values show."),
    Reason.SCANS: phrase("Expect slow searches."),
    Reason.BIND_ROWS: phrase("Bind values to their rows."),
    Reason.CHANGE_KEYS: phrase("Change keys in time."),
    Reason.SAME_MACHINE: phrase("Trust the application's administrators."),
}
"""Conditions in a few words, the most urgent first; page two has them whole."""
_MOST_LINES = 3


def do_card(report: CampaignReport, answer: Answer, headline: Decision) -> Card:
    """What to do, at most three lines of it."""
    code = _do(answer, headline)
    lines = tuple(_lines(code, report, answer))
    shown = lines[:_MOST_LINES]
    if len(lines) > _MOST_LINES:
        more = len(lines) - _MOST_LINES + 1
        shown = (*lines[: _MOST_LINES - 1], Decision("more", _MORE.with_count(more), {"n": more}))
    return Card(CardKind.DO, phrase("Do"), Decision(code, _DO[code]), shown, whole=lines)


_AGAIN = (Headline.NOISE, Headline.OTHERS, Headline.LOAD, Headline.FEW)


def _do(answer: Answer, headline: Decision) -> Do:
    if headline.code in _AGAIN:
        return Do.AGAIN
    if headline.code in (Headline.RUNNING, Headline.NOTHING_YET):
        return Do.NOTHING
    if not answer.candidates:
        return Do.CHOOSE
    if answer.as_measured:
        return _BY_KIND.get(answer.advised[0].candidate.kind, Do.DATABASE)
    if answer.without_application:
        return Do.MEASURE
    return Do.CHANGE if answer.advised else Do.GIVE_UP


def _lines(code: Do, report: CampaignReport, answer: Answer) -> Iterator[Decision]:
    match code:
        case Do.AGAIN:
            yield from (Decision("quality", each) for each in report.quality.sentences[-1:])
        case Do.MEASURE:
            yield Decision("keeps-out", _KEEPS_OUT)
            yield Decision("loses-search", _NO_SEARCH)
        case Do.GIVE_UP:
            if (found := answer.relaxation) is not None:
                values = {"name": found.first.candidate.bare}
                yield Decision("next-best", _NEXT.with_values(**values), values)
            yield from _conditions(answer)
        case Do.APPLICATION:
            if all(not each.candidate.blind for each in answer.advised):
                yield Decision("loses-search", _NO_SEARCH)
            yield from _conditions(answer)
        case Do.CHOOSE | Do.NOTHING:
            return
        case _:
            yield from _conditions(answer)


def _conditions(answer: Answer) -> Iterator[Decision]:
    """Of what is meant, each once, the most urgent first."""
    codes = {one.code for each in answer.meant for one in each.conditions}
    yield from (Decision(code, message) for code, message in _SHORT.items() if code in codes)


_MORE = plural("{n} more on page 2.", "One more on page 2.", 0)
_KEEPS_OUT = phrase("It keeps out thieves and logins, by design.")
_NO_SEARCH = phrase("Nobody may search or sort these columns.")
_NEXT = phrase("Next best: {name}.")
