"""Advice in words: what was asked, what is advised, and what is to be given up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from app.advice.advising import LOGINS, Advice, Ranked, Relaxation
from app.advice.candidate import Candidate, Costing
from app.advice.holds import in_application
from app.advice.rule import Reason, Told
from app.plan.requirements import Requirements, Search, Withstand
from app.report.summary.costs import cost_words
from app.report.summary.model import anded, in_sequence
from app.report.summary.whom import ALSO
from engines.contract.message import NOTHING, Message, in_a_row, percent, phrase

NO_SERVERS: Mapping[str, bool] = MappingProxyType({})
WHOM: Mapping[Withstand, Message] = {
    Withstand.DISK: phrase("a disk thief"),
    Withstand.OS_LOGIN: phrase("a login to the server"),
    Withstand.LOGIN: phrase("a login to the database"),
    Withstand.CHANGE: phrase("unnoticed tampering"),
    Withstand.NETWORK: phrase("a network listener"),
}
_FOUND: Mapping[Search, Message] = {
    Search.NOTHING: phrase("no search in protected columns"),
    Search.EQUALITY: phrase("search for equal values"),
    Search.RANGE: phrase("search for ranges, order and text"),
}
_SEARCHED: Mapping[Search, Message] = {
    Search.NOTHING: phrase("none"),
    Search.EQUALITY: phrase("equal values"),
    Search.RANGE: phrase("ranges, order and text"),
}


def whom_words(threats: Iterable[Withstand]) -> Message:
    """“a disk thief and a database login”."""
    return anded([WHOM[each] for each in Withstand if each in tuple(threats)])


def against_words(asked: Requirements, found: Sequence[Candidate]) -> Message:
    """Against whom what is `found` serves: of logins, on which of its servers there are any."""
    logins = [each for each in asked.withstand if each in LOGINS]
    others = [each for each in asked.withstand if each not in LOGINS]
    inside = any(each.in_process for each in found)
    if not (inside and logins and others):
        return whom_words(asked.withstand)
    able = [each.server for each in found if not each.in_process]
    if not able:
        return whom_words(others)
    return ALSO.with_values(
        whom=whom_words(others),
        servers=anded([Message(each) for each in dict.fromkeys(able)]),
        logins=whom_words(logins),
    )


def asked_words(asked: Requirements) -> Message:
    """“Required: protection from a disk thief; search in protected columns: equal values; cost: at
    most 10 %.”"""
    said = _ASKED.with_values(whom=whom_words(asked.withstand), search=_SEARCHED[asked.search])
    if asked.may_cost is None:
        return _ENDED.with_values(said=said)
    return _LIMITED.with_values(said=said, limit=percent(asked.may_cost))


def placed(candidate: Candidate, *, named: bool, mended: bool = False) -> Message:
    """A protection, with its server where there are several; `mended`: as it is advised, with a new
    IV for each value, and not as it was measured."""
    name = _FRESH.with_values(name=candidate.bare or candidate.name) if mended else candidate.name
    return _ON.with_values(name=name, server=candidate.server) if named else name


def renewed(conditions: Sequence[Told]) -> bool:
    return any(each.code is Reason.FRESH_IV for each in conditions)


def together(some: Sequence[Candidate], known: Sequence[Candidate]) -> tuple[Message, ...]:
    """Names of protections, each with its servers where it is also known on others."""
    servers: dict[str, list[str]] = {}
    for each in some:
        servers.setdefault(str(each.name), []).append(each.server)
    names = {str(each.name): each.name for each in some}
    often = Counter(str(each.name) for each in known)
    return tuple(
        names[name]
        if len(there) == often[name]
        else _ON.with_values(name=names[name], server=anded([Message(one) for one in there]))
        for name, there in servers.items()
    )


def candidate_cost(candidate: Candidate) -> Message:
    """What it costs, as page one has it, by each kind of its work."""
    return anded([_cost_of(each) for each in _known(candidate)])


def _cost_of(each: Costing) -> Message:
    said = cost_words(each.cost, cpu=each.in_cpu_time)
    return _OF.with_values(cost=said, work=each.work) if each.work else said


def advised_words(
    advice: Advice,
    *,
    named: bool,
    servers: Mapping[str, bool] = NO_SERVERS,
    against: bool = True,
) -> Message:
    """What is advised on `servers`, with `against` also against whom; or that nothing serves, and
    the least to give up."""
    found = advice.advised
    if not found:
        if not advice.relaxations:
            return _NONE.with_values(whom=whom_words(advice.asked.withstand))
        return _GIVE_UP.with_values(ways=relaxed_words(advice.relaxations[0], named=named))
    if not against:
        return _USE_IT.with_values(names=by_name(found, servers))
    frame = _USE if found[0].as_measured else _USE_CHANGED
    whom = against_words(advice.asked, [each.candidate for each in found])
    return frame.with_values(whom=whom, names=by_name(found, servers))


def lacking_words(
    advice: Advice, servers: Mapping[str, bool], *, also_measured: bool = False
) -> Iterator[Message]:
    """Of the servers where nothing serves, why; of a server it is known whether a protection in the
    application is still to be measured there. `also_measured`: that is said of all servers."""
    for server in lacking(advice, servers):
        as_measured, untried = advice.advised[0].as_measured, servers[server]
        frame = _NONE_THERE if as_measured else _NO_CHANGE_THERE[untried]
        said = frame.with_values(server=server, why=why_none(advice, server))
        able = untried and advice.asked.search is not Search.RANGE and not also_measured
        yield _MEASURE_THERE.with_values(said=said) if able else said


def lacking(advice: Advice, servers: Collection[str]) -> list[str]:
    """The servers where nothing serves, though something does elsewhere."""
    known = {each.candidate.server for each in advice.advised}
    return [each for each in servers if known and each not in known]


def unmeasured_words(found: Sequence[Ranked]) -> Message:
    """What is advised and was not measured with it, so that no figure has it."""
    codes = {one.code for each in found for one in each.conditions if not _was_measured(each, one)}
    changes = [said for code, said in CHANGES.items() if code in codes]
    if any(each.near for each in applications_apart(found)):
        changes.append(_NETWORK)
    return _UNMEASURED.with_values(changes=anded(changes)) if changes else NOTHING


def applications_apart(found: Sequence[Ranked]) -> list[Candidate]:
    """Those whose application is advised to run on another machine than the database."""
    return [
        each.candidate
        for each in found
        if in_application(each.candidate)
        and not each.candidate.in_process
        and any(one.code is Reason.KEYS_ELSEWHERE for one in each.conditions)
    ]


def _was_measured(found: Ranked, told: Told) -> bool:
    return told.as_measured and (told.code is not Reason.BIND_ROWS or found.candidate.bound)


CHANGES: Mapping[Reason, Message] = {
    Reason.FRESH_IV: phrase("a new IV for each value"),
    Reason.ENCRYPT_LOGS: phrase("encrypted logs"),
    Reason.ENCRYPT_CONNECTIONS: phrase("TLS"),
    Reason.KEYS_ELSEWHERE: phrase("keys on another disk"),
    Reason.LOGS_INSIDE: phrase("logs in the encrypted file system"),
    Reason.KEYS_OUT_OF_LOGS: phrase("statements kept out of logs"),
    Reason.BLIND_INDEX: phrase("a blind index"),
    Reason.BIND_ROWS: phrase("values bound to their rows"),
}
"""Conditions that may change what was measured, in the order in which they are told."""
_NETWORK = phrase("the network between two machines")
_UNMEASURED = phrase("Not included, because not measured, though it may cost more: {changes}.")


def conditions_words(found: Sequence[Ranked], *, met: bool | None = None) -> tuple[Message, ...]:
    """Conditions of everything that is named, or those that were `met` when it was measured, or
    were not; the server goes before those of some alone."""
    owners: dict[str, list[str]] = {}
    said = {str(one.said): one.said for each in found for one in each.conditions}
    for each in found:
        told = [one for one in each.conditions if met is None or one.as_measured is met]
        for text in dict.fromkeys(str(one.said) for one in told):
            owners.setdefault(text, []).append(each.candidate.server)
    of_some: dict[tuple[str, ...], list[Message]] = {}
    for text, servers in owners.items():
        if len(servers) < len(found):
            of_some.setdefault(tuple(servers), []).append(said[text])
    return (
        *(said[text] for text, servers in owners.items() if len(servers) == len(found)),
        *(
            _ON_SERVER.with_values(
                server=anded([Message(each) for each in servers]), conditions=in_sequence(some)
            )
            for servers, some in of_some.items()
        ),
    )


def why_none(advice: Advice, server: str) -> Message:
    reasons = (each.reasons[0].said for each in advice.ruled_out if each.candidate.server == server)
    return in_a_row({str(each): each for each in reasons}.values())


def by_name(found: Sequence[Ranked], servers: Collection[str]) -> Message:
    """“AES-256-GCM in the application on mariadb”: each name once, its servers where there are
    several and it is not advised on all of them. What it costs stands in the table."""
    places: dict[str, list[Message]] = {}
    names: dict[str, Message] = {}
    for each in found:
        name = placed(each.candidate, named=False, mended=renewed(each.conditions))
        names.setdefault(str(name), name)
        places.setdefault(str(name), []).append(Message(each.candidate.server))
    return anded(
        [
            names[name]
            if len(there) == len(servers)
            else _ON.with_values(name=names[name], server=anded(there))
            for name, there in places.items()
        ]
    )


def _known(candidate: Candidate) -> tuple[Costing, ...]:
    return candidate.costs or (Costing(NOTHING, candidate.cost, candidate.in_cpu_time),)


def relaxed_words(found: Relaxation, *, named: bool) -> Message:
    """“without protection from a database login, AES-256-GCM (12 %)”."""
    parts = []
    if found.dropped:
        parts.append(_WITHOUT.with_values(whom=whom_words(found.dropped)))
    if found.search is not None:
        parts.append(_WITH_LESS.with_values(search=_FOUND[found.search]))
    if found.any_cost:
        parts.append(_AT_ANY_COST)
    return _THEN.with_values(
        ways=anded(parts),
        name=placed(found.first.candidate, named=named, mended=renewed(found.first.conditions)),
        cost=candidate_cost(found.first.candidate),
    )


def reason_words(advice: Advice, found: Ranked, *, named: bool) -> Message:
    """Why a protection stands where it stands among those of its server, which is `named` where
    there are several."""
    server = found.candidate.server
    if not found.candidate.cost.decided:
        return _UNRANKED
    if sum(each.candidate.server == server for each in advice.ranked) == 1:
        return _ONLY_THERE.with_values(server=server) if named else _ONLY
    if advice.among_its_own(found):
        return _NEXT
    return _CHEAPEST_THERE.with_values(server=server) if named else _CHEAPEST


def advised_cost(found: Ranked) -> Message:
    """What it costs as it was measured; that nobody knows what it costs once it is changed."""
    cost = candidate_cost(found.candidate)
    return cost if found.as_measured else _AS_MEASURED.with_values(cost=cost)


def alike(found: Iterable[Ranked]) -> list[list[Ranked]]:
    """Those of one name on the same conditions together, in the order of their first."""
    known: dict[tuple[str, ...], list[Ranked]] = {}
    for each in found:
        said = map(str, said_of(each.conditions))
        known.setdefault((str(each.candidate.name), *said), []).append(each)
    return list(known.values())


def placed_together(found: Sequence[Ranked], *, named: bool) -> Message:
    """One name, with its servers where they are `named`."""
    name = found[0].candidate.name
    servers = [Message(each.candidate.server) for each in found]
    return _ON.with_values(name=name, server=anded(servers)) if named else name


def advised_costs(found: Sequence[Ranked]) -> Iterator[Message]:
    """What they cost, each on its server where there are several."""
    for each in found:
        cost = advised_cost(each)
        alone = len(found) == 1
        yield cost if alone else _AT.with_values(place=each.candidate.server, cost=cost)


def said_of(told: Sequence[Told]) -> tuple[Message, ...]:
    """What rules say, one after another."""
    return tuple(each.said for each in told)


def answer_json(advice: Advice) -> dict[str, object]:
    """By name: codes for programs, sentences in English."""
    return {
        "asked": str(asked_words(advice.asked)),
        "withstand": [each.value for each in advice.asked.withstand],
        "search": advice.asked.search.value,
        "ranked": [
            {
                **_candidate_json(each.candidate),
                "as_measured": each.as_measured,
                "conditions": [told.to_json() for told in each.conditions],
            }
            for each in advice.ranked
        ],
        "ruled_out": [
            {
                **_candidate_json(each.candidate),
                "reasons": [told.to_json() for told in each.reasons],
            }
            for each in advice.ruled_out
        ],
        "give_up": [_relaxation_json(each) for each in advice.relaxations],
    }


def _candidate_json(candidate: Candidate) -> dict[str, object]:
    return {
        "server": candidate.server,
        "protection": candidate.protection,
        "cost": str(candidate_cost(candidate)),
        "cost_percent": candidate.cost.percent,
    }


def _relaxation_json(found: Relaxation) -> dict[str, object]:
    return {
        "withstand": [each.value for each in found.dropped],
        "search": found.search.value if found.search is not None else None,
        "any_cost": found.any_cost,
        **_candidate_json(found.first.candidate),
        "conditions": [told.to_json() for told in found.first.conditions],
    }


_ASKED = phrase("Required: protection from {whom}; search in protected columns: {search}")
_ENDED = phrase("{said}.")
_LIMITED = phrase("{said}; cost: at most {limit}.")
_FRESH = phrase("{name} with a new IV for each value")
_ON = phrase("{name} on {server}")
_AT = phrase("{place}: {cost}")
_USE_IT = phrase("Use {names}.")
_USE = phrase("Against {whom}, use {names}.")
_USE_CHANGED = phrase(
    "As measured, nothing here serves against {whom}. First change and measure again: {names}."
)
_NONE_THERE = phrase("On {server}, nothing that was measured serves: {why}.")
_NO_CHANGE_THERE = {
    False: phrase("On {server}, no change helps: {why}."),
    True: phrase(
        "On {server}, if the application cannot encrypt, nothing measured here helps, changed or "
        "not: {why}."
    ),
}
"""By whether a protection in the application was not measured there."""
_ON_SERVER = phrase("On {server}: {conditions}")
_MEASURE_THERE = phrase("{said} Measure AES-256-GCM in the application there.")
_OF = phrase("{cost} {work}")
_NONE = phrase("No protection measured here protects from {whom}.")
_GIVE_UP = phrase(
    "No protection measured here satisfies every requirement. The smallest change: {ways}."
)
_THEN = phrase("{ways}, use {name} (cost: {cost})")
_WITHOUT = phrase("without protection from {whom}")
_WITH_LESS = phrase("with {search}")
_AT_ANY_COST = phrase("with a higher cost limit")
_AS_MEASURED = phrase("{cost} as measured; once changed: not measured")
_ONLY = phrase("the only one that satisfies every requirement")
_CHEAPEST = phrase("satisfies every requirement at the lowest cost")
_ONLY_THERE = phrase("the only one on {server} that satisfies every requirement")
_CHEAPEST_THERE = phrase("satisfies every requirement at the lowest cost on {server}")
_NEXT = phrase("satisfies every requirement at a higher cost")
_UNRANKED = phrase("satisfies every requirement, but its cost is not known")
