"""Page one's headline and its card of what to do: the rules that choose a code, and the phrase of
each code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from app.advice.advising import LOGINS
from app.advice.candidate import Candidate
from app.advice.rule import Reason
from app.findings.cost import VerdictKind
from app.findings.verdict import OTHERS_SHARE
from app.plan.matrix import passes_of
from app.plan.requirements import Withstand
from app.plan.status import Status
from app.report.figures.answer import CampaignAnswer, excluded_attackers
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.candidates import blind_columns, join_and, proposed_cell
from app.report.page_one.model import Card, CardKind
from app.report.words.cost_words import cost_amount, cost_words, rough_amount
from app.report.words.phrased import FilledPhrase, Phrased
from engines.contract.message import Message, Number, listed, percent, phrase, plural
from engines.contract.protection import ProtectionKind
from engines.properties import Exclusion


class Headline(Phrased):
    NO_BASELINE = (
        "no-baseline",
        phrase("No comparison: the campaign has no {baseline} to compare with."),
    )
    NO_BASELINE_FIGURES = (
        "no-baseline-figures",
        phrase("No comparison: nothing has been measured with {baseline}."),
    )
    NO_OTHERS = (
        "no-others",
        phrase("No comparison: nothing has been measured to compare {baseline} with."),
    )
    RUNNING = "running", phrase("Not finished ({done} of {total}): too early to say.")
    NOISE = (
        "measure-again-noise",
        phrase("Measure again with more repetitions: no cost is certain yet."),
    )
    OTHERS = (
        "measure-again-others",
        phrase("Measure again while nothing else runs: other programs took {share} of the core."),
    )
    LOAD = "measure-again-load", phrase("Measure again at a lower rate: {why}.")
    FEW = "measure-again-few", phrase("Measure again with at least two repetitions.")
    FEW_WHOLE = "measure-again-few-whole", phrase("Measure again with at least four repetitions.")
    SEQUENCE = "measure-again-sequence", phrase("Measure again in lockstep or ABBA order.")
    CIPHERS = "ciphers", phrase("{name} {cost}.")
    USE = "use", phrase("{name} {cost} and keeps out {attackers}.")
    USE_ON = "use-on", phrase("On {servers}, {name} {cost} and keeps out {attackers}.")
    USE_SEVERAL = "use-several", phrase("What serves {cost} and keeps out {attackers}.")
    USE_PARTLY = "use-partly", phrase("{name} {cost} and partly keeps out {attackers}.")
    CHANGE = "use-once-changed", phrase("{name} {cost}; once changed, it keeps out {attackers}.")
    WEAK = "weak", phrase("{name} {cost}, but keeps no attacker out fully.")
    WEAK_SEVERAL = (
        "weak-several",
        phrase("What was measured {cost}, but keeps no attacker out fully."),
    )
    MEASURE = (
        "measure-application",
        phrase("{name} {cost} but stops nobody fully: measure AES-256-GCM in the application."),
    )
    LIMIT = (
        "limit-exceeded",
        phrase(
            "Nothing that keeps out {attackers} costs at most {limit}: the cheapest costs {least}."
        ),
    )
    NONE_SERVES = "none-serves", phrase("Nothing measured here keeps out {attackers} as required.")


def headline_of(
    report: CampaignReport, answer: CampaignAnswer, *, roughly: bool = False
) -> FilledPhrase:
    """By the first of these that holds: nothing to compare, no verdict, ciphers alone, what is
    advised, what exceeds the limit, and that nothing serves. `roughly`: its costs are not to be
    trusted to the point."""
    totals = report.main_costs
    if not totals:
        return _nothing_yet(report)
    if not any(each.cost.decided for each in totals):
        return _again(report)
    if not answer.candidates:
        return _of_ciphers(report, roughly=roughly)
    if answer.as_measured:
        return _use(answer, roughly=roughly)
    if answer.requirements.asks and not answer.advised:
        return _none(answer, roughly=roughly)
    return _weak(answer, roughly=roughly)


def _nothing_yet(report: CampaignReport) -> FilledPhrase:
    summary, baseline = report.summary, report.baseline
    if summary.status in (Status.RUNNING, Status.PENDING):
        done, total = Number(summary.runs_done), Number(summary.runs_total)
        return Headline.RUNNING.filled(done=done, total=total)
    if not any(cell.protection == baseline for cell in report.cells):
        code = Headline.NO_BASELINE
    elif not any(each.is_counted and each.run.protection == baseline for each in report.operations):
        code = Headline.NO_BASELINE_FIGURES
    else:
        code = Headline.NO_OTHERS
    return code.filled(baseline=report.over)


def _again(report: CampaignReport) -> FilledPhrase:
    """Why no cost has a verdict."""
    costs = [each.cost for each in report.main_costs]
    others = report.quality.others_percent or 0.0
    if briefs := [each.brief for each in costs if each.brief]:
        return Headline.LOAD.filled(why=briefs[0])
    if not report.campaign.paired:
        return Headline.SEQUENCE.filled()
    if all(each.verdict is VerdictKind.TOO_FEW or each.interval is None for each in costs):
        block = passes_of(report.campaign)
        whole = any(block(each.case) > 1 for each in report.cells)
        return (Headline.FEW_WHOLE if whole else Headline.FEW).filled()
    if others > 100 * OTHERS_SHARE:
        return Headline.OTHERS.filled(share=percent(others))
    return Headline.NOISE.filled()


def _of_ciphers(report: CampaignReport, *, roughly: bool) -> FilledPhrase:
    """The cheapest of what has no data to protect."""
    known = [each for each in report.main_costs if each.cost.decided]
    least = min(known, key=lambda each: each.cost.percent or 0.0)
    cost = cost_words([least.cost], by_cpu=least.in_cpu_time, roughly=roughly)
    return Headline.CIPHERS.filled(name=Message(least.protection), cost=cost)


def _cost(found: Sequence[Candidate], *, roughly: bool) -> Message:
    """Of each kind of work that has a row in the picture."""
    known = [one for each in found for one in each.costs]
    return cost_words(
        [each.cost for each in known],
        by_cpu=any(each.in_cpu_time for each in known),
        of_peak=any(each.is_peak_throughput for each in known),
        roughly=roughly,
    )


def _use(answer: CampaignAnswer, changed: Headline | None = None, *, roughly: bool) -> FilledPhrase:
    """What serves as it was measured, or, as `changed` has it, once it is changed."""
    found = [each.candidate for each in answer.advised]
    names = {str(each.bare): each.bare for each in found}
    servers = list(dict.fromkeys(each.server for each in found))
    some = len(servers) < len({each.server for each in answer.candidates})
    excluded = excluded_attackers(answer.advised)
    fully = excluded[Exclusion.FULL]
    use = _USES[len(names) > 1, some] if fully else Headline.USE_PARTLY
    return (changed or use).filled(
        name=_with_index(next(iter(names.values())), found, answer),
        cost=_cost(found, roughly=roughly),
        attackers=attacker_words(fully or excluded[Exclusion.PARTLY]),
        servers=listed(map(Message, servers)),
    )


def _with_index(name: Message, found: Sequence[Candidate], answer: CampaignAnswer) -> Message:
    """The name, with the index where the same was measured without one, too."""
    others = any(each.bare == name and not each.has_blind_index for each in answer.candidates)
    return (
        phrase("{name} with index", name=name)
        if others and all(e.has_blind_index for e in found)
        else name
    )


def _weak(answer: CampaignAnswer, *, roughly: bool) -> FilledPhrase:
    """Nothing serves as it was measured: of what would once it is changed, else of everything."""
    if answer.advised and excluded_attackers(answer.advised)[Exclusion.FULL]:
        return _use(answer, Headline.CHANGE, roughly=roughly)
    found = [each for each in answer.candidates if each.cost.decided]
    names = {str(each.cipher): each.cipher for each in found}
    if answer.without_application:
        name = next(iter(names.values())) if len(names) == 1 else phrase("What was measured")
        return Headline.MEASURE.filled(name=name, cost=_cost(found, roughly=roughly))
    code = Headline.WEAK if len(names) == 1 else Headline.WEAK_SEVERAL
    return code.filled(name=next(iter(names.values())), cost=_cost(found, roughly=roughly))


def _none(answer: CampaignAnswer, *, roughly: bool) -> FilledPhrase:
    found, requirements = answer.relaxation, answer.requirements
    attackers = attacker_words(requirements.withstand or (Withstand.DISK,))
    if found and found.any_cost and not found.dropped and found.search is None:
        written = rough_amount if roughly else cost_amount
        least = written(found.first.candidate.cost.percent or 0.0)
        return Headline.LIMIT.filled(
            attackers=attackers, limit=percent(requirements.may_cost or 0.0), least=least
        )
    return Headline.NONE_SERVES.filled(attackers=attackers)


_USES = {
    (False, False): Headline.USE,
    (False, True): Headline.USE_ON,
    (True, False): Headline.USE_SEVERAL,
    (True, True): Headline.USE_SEVERAL,
}
"""By whether it is another protection on each server, and whether some servers have none."""
ATTACKERS: Mapping[Withstand, Message] = {
    Withstand.DISK: phrase("disk thieves"),
    Withstand.OS_LOGIN: phrase("server logins"),
    Withstand.LOGIN: phrase("database logins"),
    Withstand.CHANGE: phrase("unnoticed changes"),
    Withstand.NETWORK: phrase("network listeners"),
}


def attacker_words(threats: Sequence[Withstand]) -> Message:
    """“disk thieves and every login”."""
    both = set(threats) >= LOGINS
    named = [
        ATTACKERS[each] for each in Withstand if each in threats and not (both and each in LOGINS)
    ]
    return join_and([*named, phrase("every login")] if both else named)


class Action(Phrased):
    AGAIN = "measure-again", phrase("Measure again")
    APPLICATION = "encrypt-in-application", phrase("Encrypt in the application")
    DATABASE = "encrypt-in-database", phrase("Encrypt in the database")
    FILES = "encrypt-files", phrase("Encrypt the files")
    CONNECTIONS = "encrypt-connections", phrase("Encrypt connections")
    MEASURE = "measure-application", phrase("Measure AES-256-GCM in the application")
    CHANGE = "change-and-measure", phrase("Change, then measure again")
    GIVE_UP = "give-up", phrase("Give something up")
    CHOOSE = "choose-cipher", phrase("Choose by speed and key length")
    NOTHING = "nothing", phrase("Nothing yet")


_BY_KIND = {
    ProtectionKind.CLIENT: Action.APPLICATION,
    ProtectionKind.NATIVE: Action.DATABASE,
    ProtectionKind.STORAGE: Action.FILES,
    ProtectionKind.TRANSIT: Action.CONNECTIONS,
}


class DoLine(Phrased):
    """Conditions of advice in a few words, the most urgent first; page two has them whole."""

    AGAIN_IDLE = "measure-again-idle", phrase("Measure again on an idle machine.")
    AGAIN_MORE = "measure-again-more", phrase("Measure again with more repetitions.")
    KEEPS_OUT = "keeps-out", phrase("It keeps out thieves and logins, by design.")
    NEXT_BEST = "next-best", phrase("Next best: {name}.")
    LOSES_SEARCH = "loses-search", phrase("Nobody can search or sort these columns.")
    FINDS_EQUAL = "finds-equal-values", phrase("Search finds equal values only.")
    BLIND_INDEX = Reason.BLIND_INDEX, phrase("Add a blind index, and measure again.")
    FRESH_IV = Reason.FRESH_IV, phrase("Use a new IV for each value.")
    LOGS_INSIDE = Reason.LOGS_INSIDE, phrase("Move logs into the encrypted folder.")
    ENCRYPT_LOGS = Reason.ENCRYPT_LOGS, phrase("Encrypt logs, too.")
    KEYS_OUT_OF_LOGS = Reason.KEYS_OUT_OF_LOGS, phrase("Keep statements out of logs.")
    KEYS_ELSEWHERE = Reason.KEYS_ELSEWHERE, phrase("Keep the key off disks and backups.")
    ENCRYPT_CONNECTIONS = Reason.ENCRYPT_CONNECTIONS, phrase("Use TLS as well.")
    HIDE_STATEMENTS = Reason.HIDE_STATEMENTS, phrase("Hide running statements from logins.")
    NEAR_LIMIT = Reason.NEAR_LIMIT, phrase("Measure more: the interval passes your limit.")
    SHOWS_EQUAL = Reason.SHOWS_EQUAL, phrase("Accept that equal values show.")
    SCANS = Reason.SCANS, phrase("Expect slow searches.")
    BIND_ROWS = Reason.BIND_ROWS, phrase("Encrypt each value with its row's ID.")
    CHANGE_KEYS = Reason.CHANGE_KEYS, phrase("Change keys in time.")
    SAME_MACHINE = Reason.SAME_MACHINE, phrase("Trust the application's administrators.")
    MORE = "more", plural("{n} more on page 2.", "One more on page 2.", 0)


_MOST_LINES = 3


def do_card(
    report: CampaignReport, answer: CampaignAnswer, headline: FilledPhrase, again: DoLine | None
) -> Card:
    """What to do, at most three lines of it; first of all to measure `again`, where costs cannot be
    trusted."""
    code = _do(answer, headline)
    first = (again.filled(),) if again and code in _ADVISED else ()
    lines = (*first, *_lines(code, report, answer))
    shown = lines[:_MOST_LINES]
    if len(lines) > _MOST_LINES:
        more = DoLine.MORE.filled(n=len(lines) - _MOST_LINES + 1)
        shown = (*lines[: _MOST_LINES - 1], more)
    return Card(CardKind.DO, code.filled(), shown, all_lines=lines)


_ADVISED = frozenset({*_BY_KIND.values(), Action.CHOOSE})
_NO_COST = {
    **dict.fromkeys(
        (
            Headline.NOISE,
            Headline.OTHERS,
            Headline.LOAD,
            Headline.FEW,
            Headline.FEW_WHOLE,
            Headline.SEQUENCE,
        ),
        Action.AGAIN,
    ),
    **dict.fromkeys(
        (
            Headline.RUNNING,
            Headline.NO_BASELINE,
            Headline.NO_BASELINE_FIGURES,
            Headline.NO_OTHERS,
        ),
        Action.NOTHING,
    ),
}


def _do(answer: CampaignAnswer, headline: FilledPhrase) -> Action:
    if (code := _NO_COST.get(Headline(headline.code))) is not None:
        return code
    if not answer.candidates:
        return Action.CHOOSE
    if answer.as_measured:
        return _BY_KIND.get(answer.advised[0].candidate.kind, Action.DATABASE)
    if answer.without_application:
        return Action.MEASURE
    return Action.CHANGE if answer.advised else Action.GIVE_UP


def _lines(code: Action, report: CampaignReport, answer: CampaignAnswer) -> Iterator[FilledPhrase]:
    match code:
        case Action.AGAIN:
            yield from (FilledPhrase("quality", each) for each in report.quality.sentences[-1:])
        case Action.MEASURE:
            like = next(each for each in report.cells if each.server in answer.without_application)
            blind = blind_columns(proposed_cell(like), report)
            yield DoLine.KEEPS_OUT.filled()
            yield (DoLine.FINDS_EQUAL if blind else DoLine.LOSES_SEARCH).filled()
        case Action.CHOOSE | Action.NOTHING:
            return
        case _:
            if code is Action.GIVE_UP and answer.relaxation is not None:
                yield DoLine.NEXT_BEST.filled(name=answer.relaxation.first.candidate.bare)
            if code is Action.APPLICATION and not any(
                e.candidate.has_blind_index for e in answer.advised
            ):
                yield DoLine.LOSES_SEARCH.filled()
            codes = {
                one.code.value for each in answer.recommended_or_relaxed for one in each.conditions
            }
            yield from (each.filled() for each in DoLine if each in codes)
