"""The rules of advice, in one table: what rules a protection out, and on what condition it serves.

Each has a code, which other programs and tests go by, and its sources (`rule.py`).
"""

from __future__ import annotations

from collections.abc import Callable

from app.advice import sources
from app.advice.candidate import Candidate
from app.advice.rule import Effect, Holds, Reason, Rule, Told
from app.plan.requirements import Requirements, Search, Withstand
from engines.contract.message import phrase
from engines.contract.protection import ProtectionKind
from engines.properties import ECB, Ability, Kept


def _asks(threat: Withstand) -> Holds:
    return lambda _, asked: threat in asked.withstand


def _is(*kinds: ProtectionKind) -> Holds:
    return lambda candidate, _: candidate.kind in kinds


def _of(holds: Callable[[Candidate], object]) -> Holds:
    return lambda candidate, _: bool(holds(candidate))


def _all(*parts: Holds) -> Holds:
    return lambda candidate, asked: all(each(candidate, asked) for each in parts)


def _thief(candidate: Candidate, asked: Requirements) -> bool:
    """Whether somebody is to be kept from reading what is stored."""
    return any(each in _READERS for each in asked.withstand)


_READERS = (Withstand.DISK, Withstand.OS_LOGIN, Withstand.LOGIN)


_DISK, _OS, _LOGIN, _CHANGE, _NETWORK = map(_asks, Withstand)
_NATIVE, _STORED = _is(ProtectionKind.NATIVE), _is(ProtectionKind.STORAGE)
_SEALED = _is(ProtectionKind.CLIENT)
_ON_SERVER = _is(ProtectionKind.NATIVE, ProtectionKind.STORAGE)


def _fixed(candidate: Candidate) -> bool:
    """Whether one IV serves all values: a mode that needs a new one shows which are equal."""
    return candidate.good.needs_unique_iv and not candidate.good.hides_equality


def _old(candidate: Candidate) -> bool:
    return (candidate.algorithm or "").lower() in OLD_CIPHERS


OLD_CIPHERS = frozenset(
    {
        "des", "3des", "rc2", "rc4", "rc5", "bf", "blowfish", "cast5", "idea", "khazad", "tea",
        "xtea", "safer+", "sober128",
    }
)  # fmt: skip
"""Older block and stream ciphers that NIST does not approve; ISO/IEC 18033-3 has some of them."""
_RSA_BITS, _LEAST_BITS = 2048, 112


def _short(candidate: Candidate) -> bool:
    bits = candidate.bits
    least = _RSA_BITS if candidate.algorithm == "rsa" else _LEAST_BITS
    return bits is not None and bits < least


def is_weak(candidate: Candidate) -> bool:
    """Whether no current standard would have its cipher, its key, or how it is used."""
    return bool(candidate.good.marks) or _old(candidate) or _short(candidate)


def _inside(candidate: Candidate) -> bool:
    return candidate.in_process


def _in_application(candidate: Candidate) -> bool:
    return candidate.kind is ProtectionKind.CLIENT


def _key_can_be_read(candidate: Candidate, asked: Requirements) -> bool:
    """Whether the key may lie where a thief of the disk reads it; that of an application also where
    somebody logs into the server."""
    if _in_application(candidate):
        return not {Withstand.DISK, Withstand.OS_LOGIN}.isdisjoint(asked.withstand)
    stored = candidate.kind is ProtectionKind.STORAGE or _inside(candidate)
    return stored and Withstand.DISK in asked.withstand


def _equality(candidate: Candidate, asked: Requirements) -> bool:
    return asked.search is Search.EQUALITY


def _order(candidate: Candidate, asked: Requirements) -> bool:
    return asked.search is Search.RANGE


def _too_dear(candidate: Candidate, asked: Requirements) -> bool:
    if asked.may_cost is None or not candidate.cost.decided:
        return False
    return (candidate.cost.percent or 0.0) > asked.may_cost


def _near(candidate: Candidate, asked: Requirements) -> bool:
    most = candidate.most_percent
    if asked.may_cost is None or most is None or _too_dear(candidate, asked):
        return False
    return most > asked.may_cost


def _unknown(candidate: Candidate, asked: Requirements) -> bool:
    """Of any kind of its work; what is too dear by another is told as that."""
    if asked.may_cost is None or not candidate.cost or _too_dear(candidate, asked):
        return False
    return candidate.unsure or not candidate.cost.decided


def _logs_open(candidate: Candidate) -> bool:
    """Whether logs hold plaintext here; of tablespaces also where nobody has looked, or only at
    logs that the campaign had encrypted: the server itself leaves them open."""
    if not candidate.log_settings:
        return False
    table = candidate.kind is ProtectionKind.STORAGE and candidate.kept(Withstand.DISK) is _PARTLY
    unseen = candidate.logs_arranged or not candidate.looked(Withstand.DISK)
    return bool(candidate.in_logs) or (table and unseen)


_PARTLY = Kept.PARTLY
_SHORT_NONCES = frozenset({"gcm", "poly1305"})
"""Modes whose nonces have 96 bits, here drawn by chance, and must never repeat."""


def _scans(candidate: Candidate, asked: Requirements) -> bool:
    good = candidate.good
    if asked.search is Search.EQUALITY:
        return good.index is Ability.NO and good.search is Ability.SCAN and not candidate.blind
    return asked.search is Search.RANGE and good.sort is Ability.SCAN


def _needs_blind(candidate: Candidate, asked: Requirements) -> bool:
    good = candidate.good
    none = good.index is Ability.NO and good.search is Ability.NO
    return asked.search is Search.EQUALITY and none and not candidate.blind


def _shows_equal(candidate: Candidate, asked: Requirements) -> bool:
    """Whether equal values are found by what anybody can see who reads the table."""
    by_value = candidate.kind in (ProtectionKind.NATIVE, ProtectionKind.CLIENT)
    seen = candidate.blind or not candidate.good.hides_equality
    return asked.search is Search.EQUALITY and by_value and seen


_OUT, _IF = Effect.RULES_OUT, Effect.CONDITION

RULES: tuple[Rule, ...] = (
    Rule(
        Reason.NOT_MEASURED, _OUT, (sources.CAMPAIGN,),
        phrase("it was not measured here"),
        _of(lambda each: not each.cost),
    ),
    Rule(
        Reason.ECB_BLOCKS, _OUT, (sources.ECB_BLOCKS, sources.OWASP_MODES),
        phrase("ECB shows which blocks are equal, and has no IV to renew"),
        _all(_thief, _of(lambda each: ECB in each.good.marks)),
    ),
    Rule(
        Reason.KEY_STREAM, _OUT, (sources.STREAMS, sources.SQLITE_CIPHERS),
        phrase("its key stream is reused: one known value decrypts others"),
        _all(_thief, _of(lambda each: each.good.reuses_keystream and not _fixed(each))),
    ),
    Rule(
        Reason.OLD_CIPHER, _OUT, (sources.TRANSITIONS,),
        phrase("its cipher is outdated: NIST does not approve it"),
        _all(_thief, _of(_old)),
    ),
    Rule(
        Reason.SHORT_KEY, _OUT, (sources.STRENGTH, sources.TRANSITIONS),
        phrase("its key is too short"),
        _all(_thief, _of(_short)),
    ),
    Rule(
        Reason.FOUND_ON_DISK, _OUT, (sources.EVIDENCE,),
        phrase("a disk thief can read it: found in {places}"),
        _all(_DISK, _of(lambda each: each.incurable)),
        lambda each: each.incurable,
    ),
    Rule(
        Reason.KEY_ON_SERVER, _OUT,
        (sources.OWASP_WHERE, sources.PG_LIMITS, sources.MARIADB_AT_REST, sources.MYSQL_AT_REST,
         sources.FIREBIRD_ENCRYPT),
        phrase("an OS login can read its key, or decrypted data, on the server"),
        _all(_OS, _ON_SERVER),
        instead=(
            (
                _inside,
                phrase("an OS login can read its key, or decrypted data, in the application"),
            ),
        ),
    ),
    Rule(
        Reason.FOUND_BY_OS_LOGIN, _OUT, (sources.EVIDENCE,),
        phrase("an OS login can read it: found in {places}"),
        _all(_OS, _SEALED, _of(lambda each: each.kept(Withstand.OS_LOGIN) is Kept.IN)),
        lambda each: (found for found in each.found if found.threat is Withstand.OS_LOGIN),
    ),
    Rule(
        Reason.ONLY_CONNECTIONS, _OUT,
        (sources.PG_OPTIONS, sources.MARIADB_TLS, sources.MYSQL_TLS),
        phrase("it encrypts connections only: stored data stays readable"),
        _all(_thief, _is(ProtectionKind.TRANSIT)),
    ),
    Rule(
        Reason.OPEN_TO_LOGINS, _OUT,
        (sources.OWASP_WHERE, sources.PG_OPTIONS, sources.MARIADB_AT_REST, sources.MYSQL_AT_REST),
        phrase("every database login gets decrypted data"),
        _all(_LOGIN, _STORED),
        instead=(
            (
                _inside,
                phrase("it has no logins: everyone with the key gets decrypted data"),
            ),
        ),
    ),
    Rule(
        Reason.FOUND_BY_LOGIN, _OUT, (sources.EVIDENCE,),
        phrase("a database login can read it"),
        _all(
            _LOGIN,
            _is(ProtectionKind.NATIVE, ProtectionKind.CLIENT),
            _of(lambda each: each.kept(Withstand.LOGIN) is Kept.IN),
        ),
    ),
    Rule(
        Reason.FOUND_BY_LISTENER, _OUT, (sources.EVIDENCE,),
        phrase("a network listener can read it"),
        _all(
            _NETWORK,
            _is(ProtectionKind.CLIENT, ProtectionKind.TRANSIT),
            _of(lambda each: each.kept(Withstand.NETWORK) is Kept.IN),
        ),
    ),
    Rule(
        Reason.NOT_AUTHENTICATED, _OUT, (sources.NO_AUTHENTICATION, sources.OWASP_MODES),
        phrase("tampering goes unnoticed: its encryption is not authenticated"),
        _all(_CHANGE, _of(lambda each: not each.good.authenticated)),
    ),
    Rule(
        Reason.EQUAL_BY_WEAKNESS, _OUT, (sources.IVS, sources.OWASP_MODES),
        phrase("equal values are found only because its IV is fixed or missing"),
        _all(_equality, _of(lambda each: each.repeats and not each.blind)),
    ),
    Rule(
        Reason.NO_ORDER, _OUT, (sources.PG_OPTIONS, sources.MEASURED),
        phrase("the database cannot compare or sort what the application encrypts"),
        _all(_order, _of(lambda each: each.good.sort is Ability.NO)),
    ),
    Rule(
        Reason.TOO_DEAR, _OUT, (sources.CAMPAIGN,),
        phrase("it costs more than {limit}"),
        _too_dear,
    ),
    Rule(
        Reason.COST_UNKNOWN, _OUT, (sources.CAMPAIGN,),
        phrase("its cost is not known well enough: measure more"),
        _unknown,
    ),
    Rule(
        Reason.FRESH_IV, _IF, (sources.IVS,),
        phrase(
            "Use a new random IV (initialisation vector) for each value: set profile = \"sound\" "
            "in the plan file to measure its cost. A search for an exact value then decrypts "
            "every row."
        ),
        _all(_thief, _of(_fixed)),
        measured=False,
    ),
    Rule(
        Reason.ENCRYPT_LOGS, _IF, (sources.MARIADB_AT_REST, sources.MYSQL_AT_REST),
        phrase("Turn on {settings}, and measure again: this adds a cost."),
        _all(_DISK, _of(_logs_open)),
        lambda each: each.in_logs,
        phrase("Turn on {settings}, and measure again: plaintext was found in {places}."),
        measured=False,
    ),
    Rule(
        Reason.ENCRYPT_CONNECTIONS, _IF,
        (sources.PG_OPTIONS, sources.MARIADB_TLS, sources.MYSQL_TLS),
        phrase("Use TLS as well: values and keys cross the network in plain text. It adds a cost."),
        _all(_NETWORK, _ON_SERVER, _of(lambda each: each.connects)),
        measured=False,
    ),
    Rule(
        Reason.KEYS_ELSEWHERE, _IF,
        (sources.KEYS_STORED, sources.OWASP_APART, sources.MARIADB_AT_REST, sources.MYSQL_AT_REST),
        phrase(
            "Keep the keys off the data's disk and out of its backups: on another disk, or in a "
            "key service."
        ),
        _key_can_be_read,
        lambda each: each.in_keys_file,
        phrase(
            "Move the keys off the data's disk and out of its backups, to another disk or a key "
            "service: found in {places}."
        ),
        instead=(
            (
                _inside,
                phrase(
                    "Enter the key at each start, or fetch it from a key service: do not store it "
                    "on the data's disk or in its backups."
                ),
            ),
            (
                _in_application,
                phrase("Keep the key off the database's machine and out of its backups."),
            ),
        ),
    ),
    Rule(
        Reason.LOGS_INSIDE, _IF, (sources.EVIDENCE, sources.OWASP_WHERE),
        phrase("Move {places} into the encrypted file system."),
        _all(_DISK, _STORED, _of(lambda each: each.outside)),
        lambda each: each.outside,
        measured=False,
    ),
    Rule(
        Reason.KEYS_OUT_OF_LOGS, _IF,
        (sources.PG_LOGGING, sources.MARIADB_LOGS, sources.MYSQL_LOGS, sources.OWASP_APART),
        phrase("Stop the server from logging statements: they contain the key."),
        _all(_DISK, _NATIVE),
        lambda each: each.logged_key,
        phrase(
            "Stop the server from logging statements, and search again: the key was found in "
            "{places}."
        ),
        instead=((_inside, phrase("Log no statements: they contain the key.")),),
    ),
    Rule(
        Reason.HIDE_STATEMENTS, _IF,
        (sources.PG_ROLES, sources.MARIADB_PROCESS, sources.MYSQL_PROCESS,
         sources.FIREBIRD_MONITORING, sources.PG_LIMITS),
        phrase(
            "Let no other login see running statements: they contain the key. A database "
            "administrator (superuser) can still read it."
        ),
        _all(_LOGIN, _NATIVE, _of(lambda each: not each.in_process)),
    ),
    Rule(
        Reason.BLIND_INDEX, _IF, (sources.SIV, sources.MEASURED),
        phrase(
            "Add a blind index, and measure again: the cost here does not include it. The index "
            "shows which values are equal."
        ),
        _needs_blind,
        measured=False,
    ),
    Rule(
        Reason.SHOWS_EQUAL, _IF, (sources.SIV, sources.MEASURED),
        phrase("Accept that the table shows which values are equal."),
        _shows_equal,
    ),
    Rule(
        Reason.SCANS, _IF, (sources.MEASURED,),
        phrase("Expect slow searches: each one decrypts every row, without an index."),
        _scans,
    ),
    Rule(
        Reason.BIND_ROWS, _IF, (sources.GCM, sources.NO_AUTHENTICATION),
        phrase(
            "Bind each value to its row, by the primary key as associated data (AAD). Otherwise "
            "two values can be swapped unnoticed."
        ),
        _all(_CHANGE, _is(ProtectionKind.NATIVE, ProtectionKind.CLIENT)),
        instead=(
            (
                lambda each: each.bound,
                phrase(
                    "Keep each value bound to its table, column and row by associated data (AAD), "
                    "as it was measured. Otherwise two values can be swapped unnoticed."
                ),
            ),
            (
                _in_application,
                phrase(
                    "Bind each value to its row, too, by the primary key as associated data (AAD): "
                    "as measured, two rows can swap their values unnoticed."
                ),
            ),
        ),
    ),
    Rule(
        Reason.SAME_MACHINE, _IF, (sources.OWASP_WHERE, sources.OWASP_APART),
        phrase("Let nobody else log into the application's machine: the key is there."),
        _all(_OS, _SEALED),
    ),
    Rule(
        Reason.CHANGE_KEYS, _IF, (sources.GCM_LIMIT, sources.POLY1305_NONCE),
        phrase("Change the key before it has encrypted 4 billion values."),
        _all(_SEALED, _of(lambda each: each.mode in _SHORT_NONCES)),
    ),
    Rule(
        Reason.NEAR_LIMIT, _IF, (sources.CAMPAIGN,),
        phrase("The interval reaches {most}, above {limit}. Measure more to be sure."),
        _near,
    ),
)  # fmt: skip
"""In the order in which they are told."""


def told_of(candidate: Candidate, asked: Requirements, effect: Effect) -> tuple[Told, ...]:
    """All that holds of a protection and has this effect."""
    return tuple(
        rule.told(candidate, asked)
        for rule in RULES
        if rule.effect is effect and rule.holds(candidate, asked)
    )
