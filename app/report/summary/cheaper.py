"""On what condition something is advised, what it takes away, what else to measure, and what would
be cheaper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from app.advice.advising import LOGINS, Advice, Ranked
from app.advice.candidate import Candidate
from app.advice.holds import in_application
from app.advice.rule import Reason
from app.plan.requirements import Requirements, Withstand
from app.report.summary.advice_words import (
    CHANGES,
    against_words,
    applications_apart,
    by_name,
    lacking,
    placed,
    renewed,
    whom_words,
    why_none,
)
from app.report.summary.guards import column_words
from app.report.summary.model import anded, in_sequence
from engines.contract.message import NOTHING, Message, in_a_row, phrase
from engines.properties import Ability


def conditions_of(number: int) -> Message:
    """What stands above so many conditions."""
    return _CONDITIONS if number > 1 else _CONDITION if number else NOTHING


def changed_points(advice: Advice, servers: Mapping[str, bool]) -> tuple[Message, ...]:
    """What to change where the application cannot encrypt, which is advised first: what holds for
    all, each server's protection, against whom, with its own conditions, and of the servers where
    no change helps, why, and what else to measure."""
    found = advice.advised
    often = Counter(str(one.said) for each in found for one in each.conditions)
    told = Counter(each for each, times in often.items() if times == len(found) > 1)
    return (
        *(one.said for one in found[0].conditions if told[str(one.said)]),
        *(_change_there(advice, each, told) for each in found),
        *(
            _NOTHING_THERE.with_values(server=server, why=why_none(advice, server))
            for server in lacking(advice, servers)
        ),
    )


def _change_there(advice: Advice, found: Ranked, told: Mapping[str, int]) -> Message:
    """Without conditions that are `told` before."""
    said = _CHANGE_THERE.with_values(
        server=found.candidate.server,
        whom=against_words(advice.asked, [found.candidate]),
        name=placed(found.candidate, named=False, mended=renewed(found.conditions)),
    )
    own = (one.said for one in found.conditions if not told[str(one.said)])
    return in_sequence((said, *own))


def cheaper_than(
    advised: Sequence[Ranked], answers: Sequence[Advice]
) -> list[tuple[Advice, list[Ranked]]]:
    """Of each server the cheapest that satisfies the most of what is usually required, and is
    cheaper than what is advised there; by what it satisfies."""
    known = {each.candidate.server: each.candidate for each in advised}
    found: dict[str, tuple[int, Ranked]] = {}
    for step, less in reversed([*enumerate(answers)]):
        for each in less.cheapest:
            dearer = known.get(each.candidate.server)
            if dearer is not None and each.candidate.order < dearer.order:
                found.setdefault(dearer.server, (step, each))
    steps = sorted({step for step, _ in found.values()}, reverse=True)
    return [(answers[step], [each for at, each in found.values() if at == step]) for step in steps]


def cheaper_sentences(
    found: Sequence[tuple[Advice, Sequence[Ranked]]], servers: Collection[str]
) -> Iterator[Message]:
    """What serves against less, as it was measured and once it is changed, with what has to be
    changed; on what conditions else, is told elsewhere."""
    ready = [(less, [one for one in each if one.as_measured]) for less, each in found]
    open_yet = [(less, [one for one in each if not one.as_measured]) for less, each in found]
    for frame, groups in ((_CHEAPER, ready), (_MAY_BE_CHEAPER, open_yet)):
        told = [
            _AGAINST.with_values(
                whom=against_words(less.asked, [one.candidate for one in some]),
                names=_changed(some, servers),
            )
            for less, some in groups
            if some
        ]
        if told:
            yield frame.with_values(found=in_a_row(told))
    if any(renewed(one.conditions) for _, each in found for one in each):
        yield _SCANS


def _changed(found: Sequence[Ranked], servers: Collection[str]) -> Message:
    """Their names, which say themselves that there is a new IV, with what else has to change."""
    codes = {one.code for each in found for one in each.conditions if not one.as_measured}
    changes = [said for code, said in CHANGES.items() if code in codes - {Reason.FRESH_IV}]
    names = by_name(found, servers)
    return _WITH.with_values(names=names, changes=anded(changes)) if changes else names


def to_measure_words(advice: Advice, servers: Sequence[str]) -> Message:
    """That a protection in the application is still to be measured, on these servers if named."""
    whom = whom_words(advice.asked.withstand)
    if not servers:
        return _MEASURE_TOO.with_values(whom=whom)
    return _MEASURE_TOO_ON.with_values(
        whom=whom, servers=anded([Message(each) for each in servers])
    )


def measure_first_words(known: Sequence[Candidate]) -> Message:
    """That it is to be measured first, where nothing serves as it was measured and nothing else was
    asked for; whom it keeps out on the servers of what is `known`."""
    most = Requirements((Withstand.DISK, *(each for each in Withstand if each in LOGINS)))
    return _MEASURE_FIRST.with_values(whom=against_words(most, known))


def instead_words(but: Message) -> Message:
    """What stands above what to change otherwise; `but`: what that does not keep out."""
    return _INSTEAD_BUT.with_values(but=but) if but else _INSTEAD


def nothing_keeps_out(
    answers: Sequence[Advice], candidates: Sequence[Candidate], *, changed: bool
) -> Message:
    """Which logins nothing keeps out, `changed` or not; and where, if some servers have none."""
    able = {one for each in answers if each.ranked for one in each.asked.withstand}
    usual = {one for each in answers for one in each.asked.withstand}
    open_to = [each for each in Withstand if each in (usual - able) & LOGINS]
    if not open_to:
        return NOTHING
    some = any(each.in_process for each in candidates)
    servers = dict.fromkeys(each.server for each in candidates if not each.in_process)
    there = {"servers": anded([Message(each) for each in servers])} if some else {}
    return _NOTHING_KEEPS[changed, some].with_values(whom=whom_words(open_to), **there)


def lost_words(found: Sequence[Ranked]) -> Message:
    """What the database can no longer do with what is encrypted."""
    renewed = any(one.code is Reason.FRESH_IV for each in found for one in each.conditions)
    scans = _SCANS if renewed else NOTHING
    able = _able(found)
    if not able:
        return scans
    columns = _found_by(able)
    said = _LOST_BUT.with_values(columns=column_words(columns)) if columns else _LOST
    return in_sequence((_EQUALITY_ONLY if _equal_only(able) else said, scans))


def to_check_words(found: Sequence[Ranked]) -> Message:
    """What to make sure of before the database loses that, and what to do otherwise."""
    able = _able(found)
    if not able:
        return NOTHING
    if _equal_only(able):
        return _CHECK_EQUAL
    columns = _found_by(able)
    return _CHECK_BUT.with_values(columns=column_words(columns)) if columns else _CHECK


def not_included_words(found: Sequence[Ranked]) -> Message:
    """What is advised and was not measured with it."""
    unbound = any(
        one.code is Reason.BIND_ROWS and not each.candidate.bound
        for each in found
        for one in each.conditions
    )
    return _NOT_INCLUDED[unbound, any(each.near for each in applications_apart(found))]


def key_service_words(found: Sequence[Ranked], *, untried: bool) -> Message:
    """That machines are counted without what hands an application its key: where that is advised,
    or is to be measured first (`untried`)."""
    needed = untried or any(
        in_application(each.candidate) and one.code is Reason.KEYS_ELSEWHERE
        for each in found
        for one in each.conditions
    )
    return _KEY_SERVICE if needed else NOTHING


def _able(found: Sequence[Ranked]) -> list[Candidate]:
    return [
        each.candidate
        for each in found
        if in_application(each.candidate)
        and all(one.code is not Reason.BLIND_INDEX for one in each.conditions)
    ]


def _equal_only(able: Sequence[Candidate]) -> bool:
    return any(each.good.index is Ability.EQUALITY for each in able)


def _found_by(able: Sequence[Candidate]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for each in able for name in each.blind_columns))


_NOTHING_KEEPS = {
    (False, False): phrase("Nothing that was measured keeps out {whom}."),
    (False, True): phrase("On {servers}, nothing that was measured keeps out {whom}."),
    (True, False): phrase(
        "No encryption in the database keeps out {whom}, which can read the key or decrypted data."
    ),
    (True, True): phrase(
        "On {servers}, no encryption in the database keeps out {whom}, which can read the key or "
        "decrypted data."
    ),
}
"""By whether everything has to be changed, and whether some servers have no logins."""
_LOST = phrase(
    "What the application encrypts can then no longer be searched, sorted or joined in the "
    "database."
)
_LOST_BUT = phrase(
    "What the application encrypts can then no longer be searched, sorted or joined in the "
    "database, except for equal values of {columns}, by the blind index: its cost is included."
)
_EQUALITY_ONLY = phrase(
    "What the application encrypts can then be searched and joined in the database by equal values "
    "only, and not sorted."
)
_SCANS = phrase(
    "Where the database encrypts each value with a new initialisation vector (IV), a search for an "
    "exact value decrypts every row."
)
_CHECK = phrase(
    "First check that nobody needs to search, sort or join by the encrypted columns. If somebody "
    "does: for equal values, add a blind index (keyed hashes), and measure again; else leave that "
    "column unencrypted, and so unprotected."
)
_CHECK_BUT = phrase(
    "First check that nobody needs to search, sort or join by the encrypted columns, except for "
    "equal values of {columns}. If somebody does: for equal values, add a blind index (keyed "
    "hashes), and measure again; else leave that column unencrypted, and so unprotected."
)
_CHECK_EQUAL = phrase(
    "First check that nobody needs to search, sort or join by the encrypted columns, except for "
    "equal values. If "
    "somebody does, leave that column unencrypted, and so unprotected."
)
_MEASURE_TOO = phrase(
    "Measure AES-256-GCM in the application, too: by its design, it protects from {whom}."
)
_MEASURE_TOO_ON = phrase(
    "Measure AES-256-GCM in the application, too, on {servers}: by its design, it protects from "
    "{whom}."
)
_MEASURE_FIRST = phrase(
    "Use nothing here as it was measured. First measure AES-256-GCM in the application, and use it "
    "if its cost suits you: by its design, it keeps out {whom}."
)
HOW_TO_MEASURE = phrase(
    'In the plan file of Cipherbench: kind = "client", algorithm = "aes", mode = "gcm", bits = 256.'
)
FORESEEN = phrase(
    "Known already: what the application encrypts can then no longer be searched, sorted or joined "
    "in the database; a database server needs a machine of its own; and the key must stay off "
    "disks and backups: fetch it from a key service, or enter it at each start."
)
"""Of a protection in the application that is to be measured first."""
_NOT_INCLUDED = {
    (False, False): NOTHING,
    (True, False): phrase(
        "Not included: binding values to their rows, which we advise. Measure it in your "
        "application."
    ),
    (False, True): phrase(
        "Not included: the network between two machines, which can take longer than the operation. "
        "Measure it in your application."
    ),
    (True, True): phrase(
        "Not included: binding values to their rows, and the network between two machines, which "
        "can take longer than the operation. Measure both in your application."
    ),
}
"""By whether values are still to be bound to their rows, and whether the application, which was
near, is to run on another machine."""
_KEY_SERVICE = phrase(
    "A key service is not counted: a guarded server, or a rented service, that hands the "
    "application its key."
)
_INSTEAD = phrase(
    "If the application cannot encrypt, or that costs too much, change this and measure again:"
)
_INSTEAD_BUT = phrase(
    "{but} If the application cannot encrypt, or that costs too much, change this and measure "
    "again:"
)
_CONDITION = phrase("Condition:")
_CONDITIONS = phrase("Conditions:")
_WITH = phrase("{names} (with {changes})")
_AGAINST = phrase("{names}, but only against {whom}")
_CHEAPER = phrase("Cheaper (for conditions, see the section “Advice”): {found}.")
_MAY_BE_CHEAPER = phrase(
    "Perhaps cheaper once changed and measured (see the section “Advice”): {found}."
)
_CHANGE_THERE = phrase("{server}, against {whom}: {name}.")
_NOTHING_THERE = phrase(
    "{server}: nothing measured here is enough: {why}. Against a disk thief, measure encrypted "
    "tablespaces (with encrypted logs) or an encrypted folder, with the key on another disk."
)
