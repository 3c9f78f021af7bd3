"""Advice in words: what was asked, what is advised, and what is to be given up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from app.advice.advising import Advice, Relaxation
from app.advice.candidate import Candidate
from app.advice.rules import Reason, Told
from app.plan.requirements import Requirements, Search, Withstand
from app.report.summary.costs import cost_words
from app.report.summary.rows import anded
from engines.contract.message import Message, percent, phrase

WHOM: Mapping[Withstand, Message] = {
    Withstand.DISK: phrase("a disk thief"),
    Withstand.OS_LOGIN: phrase("a login to the server"),
    Withstand.LOGIN: phrase("a login to the database"),
    Withstand.CHANGE: phrase("unnoticed changes"),
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


def _renewed(conditions: Sequence[Told]) -> bool:
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
    """What it costs, as page one has it."""
    return cost_words(candidate.cost, cpu=candidate.in_cpu_time)


def advised_words(advice: Advice, *, named: bool) -> Message:
    """One sentence: what is advised; or that nothing serves, and the least to give up."""
    whom, first = whom_words(advice.asked.withstand), advice.first
    if first is None:
        if not advice.relaxations:
            return _NONE.with_values(whom=whom)
        return _GIVE_UP.with_values(ways=relaxed_words(advice.relaxations[0], named=named))
    return _USE.with_values(
        whom=whom,
        name=placed(first.candidate, named=named, mended=_renewed(first.conditions)),
        cost=candidate_cost(first.candidate),
    )


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
        name=placed(found.first.candidate, named=named, mended=_renewed(found.first.conditions)),
        cost=candidate_cost(found.first.candidate),
    )


def reason_words(advice: Advice, at: int, *, named: bool) -> Message:
    """Why a protection stands where it stands."""
    each = advice.ranked[at].candidate
    if not each.cost.decided:
        return _UNRANKED
    if len(advice.ranked) == 1:
        return _ONLY
    return _CHEAPEST if at == 0 else _NEXT


def said_of(told: Sequence[Told]) -> tuple[Message, ...]:
    """What rules say, one after another."""
    return tuple(each.said for each in told)


_ASKED = phrase("Required: protection from {whom}; search in protected columns: {search}")
_ENDED = phrase("{said}.")
_LIMITED = phrase("{said}; cost: at most {limit}.")
_FRESH = phrase("{name}, with a new IV for each value,")
_ON = phrase("{name} on {server}")
_USE = phrase("against {whom}, use {name} (cost: {cost})")
_NONE = phrase("no protection measured here protects from {whom}")
_GIVE_UP = phrase(
    "no protection measured here satisfies every requirement. The smallest change: {ways}"
)
_THEN = phrase("{ways}, use {name} (cost: {cost})")
_WITHOUT = phrase("without protection from {whom}")
_WITH_LESS = phrase("with {search}")
_AT_ANY_COST = phrase("with a higher cost limit")
_ONLY = phrase("the only one that satisfies every requirement")
_CHEAPEST = phrase("satisfies every requirement at the lowest cost")
_NEXT = phrase("satisfies every requirement at a higher cost")
_UNRANKED = phrase("satisfies every requirement, but its cost is not known")
