"""The rules of advice, in one table: what rules a protection out, and on what condition it serves.

Each has a code, which other programs and tests go by, and its sources (`rule.py`).
"""

from __future__ import annotations

from app.advice import sources
from app.advice.candidate import Candidate
from app.advice.holds import (
    CHANGE,
    DISK,
    LOGIN,
    NATIVE,
    NETWORK,
    ON_SERVER,
    OS,
    SEALED,
    SHORT_NONCES,
    STORED,
    all_of,
    equality,
    fixed,
    in_application,
    inside,
    is_of,
    key_can_be_read,
    logs_open,
    near,
    needs_blind,
    of,
    old,
    order,
    scans,
    short,
    shows_equal,
    thief,
    too_dear,
    unknown,
)
from app.advice.rule import AppliedRule, Effect, Reason, Rule
from app.plan.requirements import Requirements, Withstand
from engines.contract.message import phrase
from engines.contract.protection import ProtectionKind
from engines.properties import ECB, Ability, Exclusion

_OUT, _IF = Effect.RULES_OUT, Effect.CONDITION

RULES: tuple[Rule, ...] = (
    Rule(
        Reason.NOT_MEASURED, _OUT, (sources.CAMPAIGN,),
        phrase("it was not measured here"),
        of(lambda each: not each.cost),
    ),
    Rule(
        Reason.ECB_BLOCKS, _OUT, (sources.ECB_BLOCKS, sources.OWASP_MODES),
        phrase("ECB shows which blocks are equal, and has no IV to renew"),
        all_of(thief, of(lambda each: ECB in each.good.marks)),
    ),
    Rule(
        Reason.KEY_STREAM, _OUT, (sources.STREAMS, sources.SQLITE_CIPHERS),
        phrase("its key stream is reused: one known value decrypts others"),
        all_of(thief, of(lambda each: each.good.reuses_keystream and not fixed(each))),
    ),
    Rule(
        Reason.OLD_CIPHER, _OUT, (sources.TRANSITIONS,),
        phrase("its cipher is outdated: NIST does not approve it"),
        all_of(thief, of(old)),
    ),
    Rule(
        Reason.SHORT_KEY, _OUT, (sources.STRENGTH, sources.TRANSITIONS),
        phrase("its key is too short"),
        all_of(thief, of(short)),
    ),
    Rule(
        Reason.FOUND_ON_DISK, _OUT, (sources.EVIDENCE,),
        phrase("a disk thief can read it: found in {places}"),
        all_of(DISK, of(lambda each: each.incurable)),
        lambda each: each.incurable,
    ),
    Rule(
        Reason.KEY_ON_SERVER, _OUT,
        (sources.OWASP_WHERE, sources.PG_LIMITS, sources.MARIADB_AT_REST, sources.MYSQL_AT_REST,
         sources.FIREBIRD_ENCRYPT),
        phrase("an OS login can read its key, or decrypted data, on the server"),
        all_of(OS, ON_SERVER),
        instead=(
            (
                inside,
                phrase("an OS login can read its key, or decrypted data, in the application"),
            ),
        ),
    ),
    Rule(
        Reason.FOUND_BY_OS_LOGIN, _OUT, (sources.EVIDENCE,),
        phrase("an OS login can read it: found in {places}"),
        all_of(OS, SEALED, of(lambda each: each.stored(Withstand.OS_LOGIN) is Exclusion.IN)),
        lambda each: (found for found in each.found if found.threat is Withstand.OS_LOGIN),
    ),
    Rule(
        Reason.ONLY_CONNECTIONS, _OUT,
        (sources.PG_OPTIONS, sources.MARIADB_TLS, sources.MYSQL_TLS),
        phrase("it encrypts connections only: stored data stays readable"),
        all_of(thief, is_of(ProtectionKind.TRANSIT)),
    ),
    Rule(
        Reason.OPEN_TO_LOGINS, _OUT,
        (sources.OWASP_WHERE, sources.PG_OPTIONS, sources.MARIADB_AT_REST, sources.MYSQL_AT_REST),
        phrase("every database login gets decrypted data"),
        all_of(LOGIN, STORED),
        instead=(
            (
                inside,
                phrase("it has no logins: everyone with the key gets decrypted data"),
            ),
        ),
    ),
    Rule(
        Reason.FOUND_BY_LOGIN, _OUT, (sources.EVIDENCE,),
        phrase("a database login can read it"),
        all_of(
            LOGIN,
            is_of(ProtectionKind.NATIVE, ProtectionKind.CLIENT),
            of(lambda each: each.stored(Withstand.LOGIN) is Exclusion.IN),
        ),
    ),
    Rule(
        Reason.FOUND_BY_LISTENER, _OUT, (sources.EVIDENCE,),
        phrase("a network listener can read it"),
        all_of(
            NETWORK,
            is_of(ProtectionKind.CLIENT, ProtectionKind.TRANSIT),
            of(lambda each: each.stored(Withstand.NETWORK) is Exclusion.IN),
        ),
    ),
    Rule(
        Reason.NOT_AUTHENTICATED, _OUT, (sources.NO_AUTHENTICATION, sources.OWASP_MODES),
        phrase("tampering goes unnoticed: its encryption is not authenticated"),
        all_of(CHANGE, of(lambda each: not each.good.authenticated)),
    ),
    Rule(
        Reason.EQUAL_BY_WEAKNESS, _OUT, (sources.IVS, sources.OWASP_MODES),
        phrase("equal values are found only because its IV is fixed or missing"),
        all_of(equality, of(lambda each: each.repeats and not each.blind)),
    ),
    Rule(
        Reason.NO_ORDER, _OUT, (sources.PG_OPTIONS, sources.MEASURED),
        phrase("the database cannot compare or sort what the application encrypts"),
        all_of(order, of(lambda each: each.good.sort is Ability.NO)),
    ),
    Rule(
        Reason.TOO_DEAR, _OUT, (sources.CAMPAIGN,),
        phrase("it costs more than {limit}"),
        too_dear,
    ),
    Rule(
        Reason.COST_UNKNOWN, _OUT, (sources.CAMPAIGN,),
        phrase("its cost is not known well enough: measure more"),
        unknown,
    ),
    Rule(
        Reason.FRESH_IV, _IF, (sources.IVS,),
        phrase(
            "Use a new random IV (initialisation vector) for each value. To measure its cost, "
            "choose the sound profile on the page Campaign."
        ),
        all_of(thief, of(fixed)),
        measured=False,
    ),
    Rule(
        Reason.ENCRYPT_LOGS, _IF, (sources.MARIADB_AT_REST, sources.MYSQL_AT_REST),
        phrase("Turn on {settings}, and measure again: this adds a cost."),
        all_of(DISK, of(logs_open)),
        lambda each: each.in_logs,
        phrase("Turn on {settings}, and measure again: plaintext was found in {places}."),
        measured=False,
    ),
    Rule(
        Reason.ENCRYPT_CONNECTIONS, _IF,
        (sources.PG_OPTIONS, sources.MARIADB_TLS, sources.MYSQL_TLS),
        phrase("Use TLS as well: values and keys cross the network in plain text. It adds a cost."),
        all_of(NETWORK, ON_SERVER, of(lambda each: each.connects)),
        measured=False,
    ),
    Rule(
        Reason.KEYS_ELSEWHERE, _IF,
        (sources.KEYS_STORED, sources.OWASP_KEYS, sources.MARIADB_AT_REST, sources.MYSQL_AT_REST),
        phrase(
            "Keep the keys off the data's disk and out of its backups: on another disk, or in a "
            "key service."
        ),
        key_can_be_read,
        lambda each: each.in_keys_file,
        phrase(
            "Move the keys off the data's disk and out of its backups, to another disk or a key "
            "service: found in {places}."
        ),
        instead=(
            (
                inside,
                phrase(
                    "Enter the key at each start, or fetch it from a key service: never store it "
                    "with the data."
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
    Rule(
        Reason.LOGS_INSIDE, _IF, (sources.EVIDENCE, sources.OWASP_WHERE),
        phrase("Move {places} into the encrypted file system."),
        all_of(DISK, STORED, of(lambda each: each.outside)),
        lambda each: each.outside,
        measured=False,
    ),
    Rule(
        Reason.KEYS_OUT_OF_LOGS, _IF,
        (sources.PG_LOGGING, sources.MARIADB_LOGS, sources.MYSQL_LOGS, sources.OWASP_KEYS),
        phrase("Stop the server from logging statements: they contain the key."),
        all_of(DISK, NATIVE),
        lambda each: each.logged_key,
        phrase(
            "Stop the server from logging statements, and look for the key again: it was found in "
            "{places}."
        ),
        instead=((inside, phrase("Log no statements: they contain the key.")),),
    ),
    Rule(
        Reason.HIDE_STATEMENTS, _IF,
        (sources.PG_ROLES, sources.MARIADB_PROCESS, sources.MYSQL_PROCESS,
         sources.FIREBIRD_MONITORING, sources.PG_LIMITS),
        phrase(
            "Let no login but the application's see running statements: they contain the key. This "
            "keeps out other logins, but no database administrator (superuser)."
        ),
        all_of(LOGIN, NATIVE, of(lambda each: not each.in_process)),
    ),
    Rule(
        Reason.BLIND_INDEX, _IF, (sources.SIV, sources.MEASURED),
        phrase(
            "Add a blind index, and measure again: the cost here does not include it. The index "
            "shows which values are equal."
        ),
        needs_blind,
        measured=False,
    ),
    Rule(
        Reason.SHOWS_EQUAL, _IF, (sources.SIV, sources.MEASURED),
        phrase("Accept that the table shows which values are equal."),
        shows_equal,
    ),
    Rule(
        Reason.SCANS, _IF, (sources.MEASURED,),
        phrase("Expect slow searches: each one decrypts every row, without an index."),
        scans,
    ),
    Rule(
        Reason.BIND_ROWS, _IF, (sources.GCM, sources.NO_AUTHENTICATION),
        phrase(
            "Bind each value to its row, by the primary key as associated data (AAD). Otherwise "
            "two values can be swapped unnoticed."
        ),
        all_of(CHANGE, is_of(ProtectionKind.NATIVE, ProtectionKind.CLIENT)),
        instead=(
            (
                lambda each: each.bound,
                phrase(
                    "Keep each value bound to its row by associated data (AAD), as measured: "
                    "otherwise two values can be swapped unnoticed."
                ),
            ),
            (
                in_application,
                phrase(
                    "Bind each value to its row by associated data (AAD), so that swapped values "
                    "are noticed."
                ),
            ),
        ),
    ),
    Rule(
        Reason.SAME_MACHINE, _IF, (sources.OWASP_WHERE, sources.OWASP_KEYS),
        phrase("Let only trusted administrators log into the application's machine."),
        all_of(OS, SEALED),
    ),
    Rule(
        Reason.CHANGE_KEYS, _IF, (sources.GCM_LIMIT, sources.POLY1305_NONCE),
        phrase(
            "Use a new key for new values before any has encrypted 4.3 billion values in all "
            "columns: for example, after 16 months at 100 a second."
        ),
        all_of(SEALED, of(lambda each: each.mode in SHORT_NONCES)),
        instead=(
            (
                lambda each: each.seals is not None,
                phrase(
                    "Use a new key for new values before any has encrypted 4.3 billion values in "
                    "all columns: at the {seals} a second measured here ({writes} writes × "
                    "{values} columns), after {days} days."
                ),
            ),
        ),
    ),
    Rule(
        Reason.NEAR_LIMIT, _IF, (sources.CAMPAIGN,),
        phrase("The interval reaches {most}, above {limit}. Measure more to be sure."),
        near,
    ),
)  # fmt: skip
"""In the order in which they are told."""


def report_of(candidate: Candidate, asked: Requirements, effect: Effect) -> tuple[AppliedRule, ...]:
    """All that holds of a protection and has this effect."""
    return tuple(
        rule.reported(candidate, asked)
        for rule in RULES
        if rule.effect is effect and rule.holds(candidate, asked)
    )
