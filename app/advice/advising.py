"""Which protections satisfy the requirements, ranked by measured cost; where none does, which
requirements to give up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from app.advice import rule as sources
from app.advice.candidate import Candidate
from app.advice.predicates import (
    CHANGE,
    DISK,
    IN_APPLICATION,
    LOGIN,
    NATIVE,
    NETWORK,
    ON_SERVER,
    OS,
    SHORT_NONCES,
    STORED,
    all_of,
    cost_unknown,
    equality_search,
    fixed_iv,
    for_candidate,
    in_application,
    in_process_engine,
    is_kind,
    key_can_be_read,
    limit_in_interval,
    logs_hold_plaintext,
    must_hide_stored_data,
    needs_blind_index,
    outdated_cipher,
    range_search,
    search_scans,
    short_key,
    shows_equal_values,
    too_dear,
)
from app.advice.rule import AdviceRule, AppliedRule, Effect, Reason
from app.plan.requirements import Requirements, SearchNeed, Withstand
from engines.contract.message import phrase
from engines.contract.protection import ProtectionKind
from engines.properties import ECB, Ability, Exclusion

# The rules of advice, in one table: what rules a protection out, and on what condition it serves.
#
# Each has a code, which other programs and tests go by, and its sources (`rule.py`).

_OUT, _IF = Effect.RULES_OUT, Effect.CONDITION

RULES: tuple[AdviceRule, ...] = (
    AdviceRule(
        Reason.NOT_MEASURED, _OUT, (sources.CAMPAIGN,),
        phrase("it was not measured here"),
        for_candidate(lambda each: not each.cost),
    ),
    AdviceRule(
        Reason.ECB_BLOCKS, _OUT, (sources.ECB_BLOCKS, sources.OWASP_MODES),
        phrase("ECB shows which blocks are equal, and has no IV to renew"),
        all_of(must_hide_stored_data, for_candidate(lambda each: ECB in each.properties.marks)),
    ),
    AdviceRule(
        Reason.KEY_STREAM, _OUT, (sources.STREAMS, sources.SQLITE_CIPHERS),
        phrase("its key stream is reused: one known value decrypts others"),
        all_of(
            must_hide_stored_data,
            for_candidate(lambda each: each.properties.reuses_keystream and not fixed_iv(each)),
        ),
    ),
    AdviceRule(
        Reason.OLD_CIPHER, _OUT, (sources.TRANSITIONS,),
        phrase("its cipher is outdated: NIST does not approve it"),
        all_of(must_hide_stored_data, for_candidate(outdated_cipher)),
    ),
    AdviceRule(
        Reason.SHORT_KEY, _OUT, (sources.STRENGTH, sources.TRANSITIONS),
        phrase("its key is too short"),
        all_of(must_hide_stored_data, for_candidate(short_key)),
    ),
    AdviceRule(
        Reason.FOUND_ON_DISK, _OUT, (sources.EVIDENCE,),
        phrase("a disk thief can read it: found in {places}"),
        all_of(DISK, for_candidate(lambda each: each.incurable)),
        where=lambda each: each.incurable,
    ),
    AdviceRule(
        Reason.KEY_ON_SERVER, _OUT,
        (sources.OWASP_WHERE, sources.PG_LIMITS, sources.MARIADB_AT_REST, sources.MYSQL_AT_REST,
         sources.FIREBIRD_ENCRYPT),
        phrase("an OS login can read its key, or decrypted data, on the server"),
        all_of(OS, ON_SERVER),
        instead=(
            (
                in_process_engine,
                phrase("an OS login can read its key, or decrypted data, in the application"),
            ),
        ),
    ),
    AdviceRule(
        Reason.FOUND_BY_OS_LOGIN, _OUT, (sources.EVIDENCE,),
        phrase("an OS login can read it: found in {places}"),
        all_of(
            OS,
            IN_APPLICATION,
            for_candidate(lambda each: each.exclusion_of(Withstand.OS_LOGIN) is Exclusion.NONE),
        ),
        where=lambda each: (found for found in each.found if found.threat is Withstand.OS_LOGIN),
    ),
    AdviceRule(
        Reason.ONLY_CONNECTIONS, _OUT,
        (sources.PG_OPTIONS, sources.MARIADB_TLS, sources.MYSQL_TLS),
        phrase("it encrypts connections only: stored data stays readable"),
        all_of(must_hide_stored_data, is_kind(ProtectionKind.TRANSIT)),
    ),
    AdviceRule(
        Reason.OPEN_TO_LOGINS, _OUT,
        (sources.OWASP_WHERE, sources.PG_OPTIONS, sources.MARIADB_AT_REST, sources.MYSQL_AT_REST),
        phrase("every database login gets decrypted data"),
        all_of(LOGIN, STORED),
        instead=(
            (
                in_process_engine,
                phrase("it has no logins: everyone with the key gets decrypted data"),
            ),
        ),
    ),
    AdviceRule(
        Reason.FOUND_BY_LOGIN, _OUT, (sources.EVIDENCE,),
        phrase("a database login can read it"),
        all_of(
            LOGIN,
            is_kind(ProtectionKind.NATIVE, ProtectionKind.CLIENT),
            for_candidate(lambda each: each.exclusion_of(Withstand.LOGIN) is Exclusion.NONE),
        ),
    ),
    AdviceRule(
        Reason.FOUND_BY_LISTENER, _OUT, (sources.EVIDENCE,),
        phrase("a network listener can read it"),
        all_of(
            NETWORK,
            is_kind(ProtectionKind.CLIENT, ProtectionKind.TRANSIT),
            for_candidate(lambda each: each.exclusion_of(Withstand.NETWORK) is Exclusion.NONE),
        ),
    ),
    AdviceRule(
        Reason.NOT_AUTHENTICATED, _OUT, (sources.NO_AUTHENTICATION, sources.OWASP_MODES),
        phrase("tampering goes unnoticed: its encryption is not authenticated"),
        all_of(CHANGE, for_candidate(lambda each: not each.properties.authenticated)),
    ),
    AdviceRule(
        Reason.EQUAL_BY_WEAKNESS, _OUT, (sources.IVS, sources.OWASP_MODES),
        phrase("equal values are found only because its IV is fixed or missing"),
        all_of(
            equality_search,
            for_candidate(lambda each: each.repeats and not each.has_blind_index),
        ),
    ),
    AdviceRule(
        Reason.NO_ORDER, _OUT, (sources.PG_OPTIONS, sources.MEASURED),
        phrase("the database cannot compare or sort what the application encrypts"),
        all_of(range_search, for_candidate(lambda each: each.properties.sort is Ability.NO)),
    ),
    AdviceRule(
        Reason.TOO_DEAR, _OUT, (sources.CAMPAIGN,),
        phrase("it costs more than {limit}"),
        too_dear,
    ),
    AdviceRule(
        Reason.COST_UNKNOWN, _OUT, (sources.CAMPAIGN,),
        phrase("its cost is not known well enough: measure more"),
        cost_unknown,
    ),
    AdviceRule(
        Reason.FRESH_IV, _IF, (sources.IVS,),
        phrase(
            "Use a new random IV (initialisation vector) for each value. To measure its cost, "
            "choose the sound profile on the page Campaign."
        ),
        all_of(must_hide_stored_data, for_candidate(fixed_iv)),
        measured=False,
    ),
    AdviceRule(
        Reason.ENCRYPT_LOGS, _IF, (sources.MARIADB_AT_REST, sources.MYSQL_AT_REST),
        phrase("Turn on {settings}, and measure again: this adds a cost."),
        all_of(DISK, for_candidate(logs_hold_plaintext)),
        where=lambda each: each.in_logs,
        found=phrase("Turn on {settings}, and measure again: plaintext was found in {places}."),
        measured=False,
    ),
    AdviceRule(
        Reason.ENCRYPT_CONNECTIONS, _IF,
        (sources.PG_OPTIONS, sources.MARIADB_TLS, sources.MYSQL_TLS),
        phrase("Use TLS as well: values and keys cross the network in plain text. It adds a cost."),
        all_of(NETWORK, ON_SERVER, for_candidate(lambda each: each.connects)),
        measured=False,
    ),
    AdviceRule(
        Reason.KEYS_ELSEWHERE, _IF,
        (sources.KEYS_STORED, sources.OWASP_KEYS, sources.MARIADB_AT_REST, sources.MYSQL_AT_REST),
        phrase(
            "Keep the keys off the data's disk and out of its backups: on another disk, or in a "
            "key service."
        ),
        key_can_be_read,
        where=lambda each: each.in_keys_file,
        found=phrase(
            "Move the keys off the data's disk and out of its backups, to another disk or a key "
            "service: found in {places}."
        ),
        instead=(
            (
                in_process_engine,
                phrase(
                    "Enter the key at each start, or fetch it from a key service: never store it "
                    "with the data."
                ),
            ),
            (
                lambda each: each.key_ms is not None,
                phrase(
                    "Run the application on another machine than the database. Its key service: "
                    "{key_time} a statement."
                ),
            ),
            (
                lambda each: in_application(each) and each.least_key_ms is not None,
                phrase(
                    "Run the application on another machine than the database. Fetch its key from "
                    "a key service: {key_time} a statement, as measured here."
                ),
            ),
            (
                in_application,
                phrase(
                    "Run the application on another machine than the database. Fetch its key from "
                    "a key service: keep it off disks and backups."
                ),
            ),
        ),
    ),
    AdviceRule(
        Reason.LOGS_INSIDE, _IF, (sources.EVIDENCE, sources.OWASP_WHERE),
        phrase("Move {places} into the encrypted file system."),
        all_of(DISK, STORED, for_candidate(lambda each: each.outside)),
        where=lambda each: each.outside,
        measured=False,
    ),
    AdviceRule(
        Reason.KEYS_OUT_OF_LOGS, _IF,
        (sources.PG_LOGGING, sources.MARIADB_LOGS, sources.MYSQL_LOGS, sources.OWASP_KEYS),
        phrase("Stop the server from logging statements: they contain the key."),
        all_of(DISK, NATIVE),
        where=lambda each: each.logged_key,
        found=phrase(
            "Stop the server from logging statements, and look for the key again: it was found in "
            "{places}."
        ),
        instead=((in_process_engine, phrase("Log no statements: they contain the key.")),),
    ),
    AdviceRule(
        Reason.HIDE_STATEMENTS, _IF,
        (sources.PG_ROLES, sources.MARIADB_PROCESS, sources.MYSQL_PROCESS,
         sources.FIREBIRD_MONITORING, sources.PG_LIMITS),
        phrase(
            "Let no login but the application's see running statements: they contain the key. This "
            "keeps out other logins, but no database administrator (superuser)."
        ),
        all_of(LOGIN, NATIVE, for_candidate(lambda each: not each.in_process)),
    ),
    AdviceRule(
        Reason.BLIND_INDEX, _IF, (sources.SIV, sources.MEASURED),
        phrase(
            "Add a blind index, and measure again: the cost here does not include it. The index "
            "shows which values are equal."
        ),
        needs_blind_index,
        measured=False,
    ),
    AdviceRule(
        Reason.SHOWS_EQUAL, _IF, (sources.SIV, sources.MEASURED),
        phrase("Accept that the table shows which values are equal."),
        shows_equal_values,
    ),
    AdviceRule(
        Reason.SCANS, _IF, (sources.MEASURED,),
        phrase("Expect slow searches: each one decrypts every row, without an index."),
        search_scans,
    ),
    AdviceRule(
        Reason.BIND_ROWS, _IF, (sources.GCM, sources.NO_AUTHENTICATION),
        phrase(
            "Encrypt each value with its row's primary key as associated data (AAD). Otherwise "
            "two values can be swapped unnoticed."
        ),
        all_of(CHANGE, is_kind(ProtectionKind.NATIVE, ProtectionKind.CLIENT)),
        instead=(
            (
                lambda each: each.bound,
                phrase(
                    "Keep encrypting each value with its row's primary key as associated data "
                    "(AAD), as measured: otherwise two values can be swapped unnoticed."
                ),
            ),
            (
                in_application,
                phrase(
                    "Encrypt each value with its row's primary key as associated data (AAD): "
                    "swapped values are then noticed."
                ),
            ),
        ),
    ),
    AdviceRule(
        Reason.SAME_MACHINE, _IF, (sources.OWASP_WHERE, sources.OWASP_KEYS),
        phrase("Let only trusted administrators log into the application's machine."),
        all_of(OS, IN_APPLICATION),
    ),
    AdviceRule(
        Reason.CHANGE_KEYS, _IF, (sources.GCM_LIMIT, sources.POLY1305_NONCE),
        phrase(
            "Use a new key for new values before any has encrypted 4.3 billion values in all "
            "columns: for example, after 16 months at 100 a second."
        ),
        all_of(IN_APPLICATION, for_candidate(lambda each: each.mode in SHORT_NONCES)),
        instead=(
            (
                lambda each: each.encryption_rate is not None,
                phrase(
                    "Use a new key for new values before any has encrypted 4.3 billion values in "
                    "all columns: at the {seals} a second measured here ({writes} writes × "
                    "{values} columns), after {days} days."
                ),
            ),
        ),
    ),
    AdviceRule(
        Reason.NEAR_LIMIT, _IF, (sources.CAMPAIGN,),
        phrase("The interval reaches {most}, above {limit}. Measure more to be sure."),
        limit_in_interval,
    ),
)  # fmt: skip
"""In the order in which they are told."""


def rules_that_hold(
    candidate: Candidate, requirements: Requirements, effect: Effect
) -> tuple[AppliedRule, ...]:
    """What the rules of this effect that hold say of a protection."""
    return tuple(
        rule.applied_to(candidate, requirements)
        for rule in RULES
        if rule.effect is effect and rule.holds(candidate, requirements)
    )


LOGINS = frozenset({Withstand.OS_LOGIN, Withstand.LOGIN})
_LADDER = (
    (Withstand.DISK,),
    (Withstand.DISK, Withstand.LOGIN),
    (Withstand.DISK, Withstand.OS_LOGIN, Withstand.LOGIN),
    (Withstand.DISK, Withstand.OS_LOGIN, Withstand.LOGIN, Withstand.CHANGE),
)


@dataclass(frozen=True)
class RankedProtection:
    """A protection that satisfies what is asked, on these conditions."""

    candidate: Candidate
    conditions: tuple[AppliedRule, ...]

    @property
    def as_measured(self) -> bool:
        """Whether it serves as it was measured, and not only once it is changed."""
        return all(each.as_measured for each in self.conditions)


@dataclass(frozen=True)
class RuledOut:
    """One that does not, and every reason."""

    candidate: Candidate
    reasons: tuple[AppliedRule, ...]


@dataclass(frozen=True)
class Relaxation:
    """What is to be given up, and the first protection that would satisfy the rest: threats that
    are no longer withstood, a search that is less, or the limit of cost."""

    dropped: tuple[Withstand, ...]
    search: SearchNeed | None
    any_cost: bool
    first: RankedProtection
    size: int
    """How many answers it changes; a search that is less by two steps counts twice."""


@dataclass(frozen=True)
class Advice:
    """The best first; `requirements` is what was judged by."""

    requirements: Requirements
    ranked: tuple[RankedProtection, ...]
    ruled_out: tuple[RuledOut, ...]
    relaxations: tuple[Relaxation, ...]

    @property
    def first(self) -> RankedProtection | None:
        return self.ranked[0] if self.ranked else None

    @property
    def advised(self) -> tuple[RankedProtection, ...]:
        """The cheapest of each server, the cheapest first; of those that serve as they were
        measured, where any does."""
        return _first_of_each([each for each in self.ranked if each.as_measured] or self.ranked)

    @property
    def cheapest(self) -> tuple[RankedProtection, ...]:
        """The cheapest of each server, the cheapest first, if only once it is changed."""
        return _first_of_each(self.ranked)

    def rank_on_its_server(self, found: RankedProtection) -> int:
        """The rank of one among those of its server, from 0: nobody changes the engine by it."""
        server = found.candidate.server
        return [each for each in self.ranked if each.candidate.server == server].index(found)


def _first_of_each(ranked: Sequence[RankedProtection]) -> tuple[RankedProtection, ...]:
    best: dict[str, RankedProtection] = {}
    for each in ranked:
        best.setdefault(each.candidate.server, each)
    return tuple(best.values())


def usual_steps(candidates: Sequence[Candidate]) -> Sequence[tuple[Withstand, ...]]:
    """What is usually asked, more from step to step: of logins only where any server has them."""
    if not all(each.in_process for each in candidates):
        return _LADDER
    return list(dict.fromkeys(tuple(one for one in step if one not in LOGINS) for step in _LADDER))


def advise(candidates: Sequence[Candidate], requirements: Requirements) -> Advice:
    """Of protections that were measured; where nothing is said of thieves, one of the disk is
    meant. Relaxations are the smallest that lead to a protection, and only where none satisfies."""
    meant = (
        requirements
        if requirements.withstand
        else replace(requirements, withstand=(Withstand.DISK,))
    )
    ranked = _ranked(candidates, meant)
    ruled_out = tuple(
        RuledOut(each, reasons)
        for each in sorted(candidates, key=lambda one: one.order)
        if (reasons := rules_that_hold(each, meant, Effect.RULES_OUT))
    )
    relaxed = () if ranked else tuple(_smallest(candidates, meant))
    return Advice(meant, ranked, ruled_out, relaxed)


def _ranked(
    candidates: Sequence[Candidate], requirements: Requirements
) -> tuple[RankedProtection, ...]:
    fitting = [
        each for each in candidates if not rules_that_hold(each, requirements, Effect.RULES_OUT)
    ]
    known = [
        RankedProtection(each, rules_that_hold(each, requirements, Effect.CONDITION))
        for each in fitting
    ]
    return tuple(sorted(known, key=lambda each: (*each.candidate.order, len(each.conditions))))


def _smallest(candidates: Sequence[Candidate], requirements: Requirements) -> Iterator[Relaxation]:
    found = [
        Relaxation(
            dropped, search, any_cost, ranked[0], _size(requirements, dropped, search, any_cost)
        )
        for dropped, search, any_cost in _ways(requirements)
        if (ranked := _ranked(candidates, _relaxed(requirements, dropped, search, any_cost)))
    ]
    least = min((each.size for each in found), default=0)
    yield from (each for each in found if each.size == least)


def _size(
    requirements: Requirements,
    dropped: tuple[Withstand, ...],
    search: SearchNeed | None,
    any_cost: bool,
) -> int:
    order = list(SearchNeed)
    steps = 0 if search is None else order.index(requirements.search) - order.index(search)
    return len(dropped) + any_cost + steps


type _Way = tuple[tuple[Withstand, ...], SearchNeed | None, bool]


def _ways(requirements: Requirements) -> Iterator[_Way]:
    """All that could be given up; somebody is always to be kept out."""
    threats = requirements.withstand
    drops = [each for n in range(len(threats)) for each in combinations(threats, n)]
    steps = list(SearchNeed)
    less = [None, *reversed(steps[: steps.index(requirements.search)])]
    costs = [False, True] if requirements.may_cost is not None else [False]
    for dropped, search, any_cost in product(drops, less, costs):
        if dropped or search is not None or any_cost:
            yield dropped, search, any_cost


def _relaxed(
    requirements: Requirements,
    dropped: tuple[Withstand, ...],
    search: SearchNeed | None,
    any_cost: bool,
) -> Requirements:
    return replace(
        requirements,
        withstand=tuple(each for each in requirements.withstand if each not in dropped),
        search=requirements.search if search is None else search,
        may_cost=None if any_cost else requirements.may_cost,
    )
