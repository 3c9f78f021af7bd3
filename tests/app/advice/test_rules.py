"""Each rule holds of one protection and not of another, says so, and has its source."""

from __future__ import annotations

from dataclasses import replace

from app.advice.advising import RULES
from app.advice.candidate import Candidate, Finding
from app.advice.rule import Effect, Reason
from app.findings.cost import NO_COST
from app.plan.requirements import Requirements, SearchNeed, Withstand
from engines.contract.data_place import PlaceName, outside
from engines.registry import engine_named, engine_names, facts_of
from tests.app.advice.making import (
    AEGIS,
    CBC,
    DES,
    ECB,
    FOLDER,
    GCM,
    PGP,
    RC4,
    RSA,
    SIV,
    TABLE,
    TLS,
    UNTOLD,
    candidate,
    known,
)
from workloads.contract import EncryptionRate

DISK, OS, LOGIN, CHANGE, NETWORK = Withstand
_5 = known(5)
gcm, siv, cbc = candidate(GCM, _5), candidate(SIV, _5), candidate(CBC, _5)
table = candidate(TABLE, _5, engine="mariadb")
aegis = candidate(AEGIS, _5, engine="sqlite")
fixed = candidate(CBC, _5, fixed_iv=True)
in_memory = candidate(GCM, _5, Finding(OS, False, PlaceName.MEMORY))
by_login = candidate(GCM, _5, Finding(LOGIN, False, PlaceName.SELECT))
on_disk = candidate(GCM, _5, Finding(DISK, False, PlaceName.DATA))
folder = candidate(FOLDER, _5, Finding(DISK, False, outside(PlaceName.WRITE_AHEAD_LOG)))


def of(
    *withstand: Withstand, search: SearchNeed = SearchNeed.NOTHING, limit: float | None = None
) -> Requirements:
    return Requirements(withstand or (DISK,), search, limit)


EQUAL, ORDER = of(search=SearchNeed.EQUALITY), of(search=SearchNeed.RANGE)
HOLDS: dict[Reason, tuple[Candidate, Candidate, Requirements, Effect, str]] = {
    Reason.NOT_MEASURED: (candidate(GCM, NO_COST), gcm, of(), Effect.RULES_OUT, "campaign"),
    Reason.ECB_BLOCKS: (candidate(ECB, _5), cbc, of(), Effect.RULES_OUT, "800-38A, section 6.1"),
    Reason.KEY_STREAM: (
        candidate(RC4, _5, engine="sqlite"), aegis, of(), Effect.RULES_OUT, "appendix B"
    ),
    Reason.OLD_CIPHER: (candidate(DES, _5), cbc, of(), Effect.RULES_OUT, "800-131A"),
    Reason.SHORT_KEY: (candidate(RSA, _5), cbc, of(), Effect.RULES_OUT, "800-57"),
    Reason.FOUND_ON_DISK: (on_disk, gcm, of(), Effect.RULES_OUT, "evidence"),
    Reason.KEY_ON_SERVER: (cbc, gcm, of(OS), Effect.RULES_OUT, "pgcrypto: Security Limitations"),
    Reason.FOUND_BY_OS_LOGIN: (in_memory, gcm, of(OS), Effect.RULES_OUT, "evidence"),
    Reason.ONLY_CONNECTIONS: (
        candidate(TLS, _5), gcm, of(), Effect.RULES_OUT, "Encryption Options"
    ),
    Reason.FOUND_BY_LISTENER: (
        candidate(GCM, _5, Finding(NETWORK, False, PlaceName.PACKETS)), gcm, of(NETWORK),
        Effect.RULES_OUT, "evidence",
    ),
    Reason.ENCRYPT_CONNECTIONS: (cbc, gcm, of(NETWORK), Effect.CONDITION, "Encryption Options"),
    Reason.OPEN_TO_LOGINS: (table, cbc, of(LOGIN), Effect.RULES_OUT, "Where to Perform Encryption"),
    Reason.FOUND_BY_LOGIN: (by_login, gcm, of(LOGIN), Effect.RULES_OUT, "evidence"),
    Reason.NOT_AUTHENTICATED: (
        cbc, candidate(PGP, _5), of(CHANGE), Effect.RULES_OUT, "RFC 5116"
    ),
    Reason.EQUAL_BY_WEAKNESS: (fixed, siv, EQUAL, Effect.RULES_OUT, "800-38A, section 5.3"),
    Reason.NO_ORDER: (gcm, cbc, ORDER, Effect.RULES_OUT, "Encryption Options"),
    Reason.TOO_DEAR: (
        candidate(GCM, known(11)), gcm, of(limit=10), Effect.RULES_OUT, "campaign"
    ),
    Reason.COST_UNKNOWN: (
        candidate(GCM, UNTOLD), gcm, of(limit=10), Effect.RULES_OUT, "campaign"
    ),
    Reason.ENCRYPT_LOGS: (
        table, aegis, of(), Effect.CONDITION, "MariaDB manual, Data-at-Rest Encryption Overview"
    ),
    Reason.KEYS_ELSEWHERE: (table, cbc, of(), Effect.CONDITION, "Separation of Keys and Data"),
    Reason.LOGS_INSIDE: (folder, candidate(FOLDER, _5), of(), Effect.CONDITION, "evidence"),
    Reason.KEYS_OUT_OF_LOGS: (cbc, gcm, of(), Effect.CONDITION, "What to Log"),
    Reason.HIDE_STATEMENTS: (cbc, gcm, of(LOGIN), Effect.CONDITION, "Predefined Roles"),
    Reason.FRESH_IV: (fixed, cbc, of(), Effect.CONDITION, "800-38A, section 5.3"),
    Reason.BLIND_INDEX: (
        gcm, candidate(GCM, _5, has_blind_index=True), EQUAL, Effect.CONDITION, "RFC 5297"
    ),
    Reason.SHOWS_EQUAL: (
        candidate(GCM, _5, has_blind_index=True), gcm, EQUAL, Effect.CONDITION, "RFC 5297"
    ),
    Reason.SCANS: (cbc, siv, EQUAL, Effect.CONDITION, "Cipherbench guide, Protections"),
    Reason.BIND_ROWS: (gcm, aegis, of(CHANGE), Effect.CONDITION, "800-38D, section 1"),
    Reason.SAME_MACHINE: (
        gcm, cbc, of(OS), Effect.CONDITION, "Where to Perform Encryption"
    ),
    Reason.CHANGE_KEYS: (gcm, siv, of(), Effect.CONDITION, "800-38D, section 8.3"),
    Reason.NEAR_LIMIT: (
        candidate(GCM, known(9.5)), gcm, of(limit=10), Effect.CONDITION, "campaign"
    ),
}  # fmt: skip


def test_that_each_rule_stands_in_the_table_once_and_is_tried() -> None:
    codes = [each.code for each in RULES]
    assert len(codes) == len(set(codes)) and set(codes) == set(Reason) == set(HOLDS)


def test_that_each_rule_holds_of_one_and_not_of_another_and_names_its_source() -> None:
    for rule in RULES:
        one, other, asked, effect, source = HOLDS[rule.code]
        assert rule.effect is effect and rule.holds(one, asked), rule.code
        assert not rule.holds(other, asked), rule.code
        report = rule.applied_to(one, asked)
        assert "{" not in str(report.message) and any(
            source in str(each) for each in report.sources
        )


def test_that_the_key_of_an_application_is_retained_where_nobody_reads_it() -> None:
    rule = next(each for each in RULES if each.code is Reason.KEYS_ELSEWHERE)
    for asked, holds in ((of(), True), (of(OS), True), (of(LOGIN), False)):
        assert rule.holds(gcm, asked) is holds
    assert str(rule.applied_to(gcm, of()).message) == (
        "Run the application on another machine than the database. Fetch its key from a key "
        "service: keep it off disks and backups."
    )
    inside = replace(gcm, in_process=True)
    assert str(rule.applied_to(inside, of()).message).startswith("Enter the key at each start")


def test_that_every_setting_that_may_be_asked_for_is_one_that_its_server_is_asked_for() -> None:
    for engine in map(engine_named, engine_names()):
        if wanted := set(facts_of(engine.name).log_encryption):
            assert wanted <= set(engine.servers.reported_settings)


def test_that_settings_that_are_on_are_not_asked_for_again() -> None:
    (rule,) = [each for each in RULES if each.code is Reason.ENCRYPT_LOGS]
    one = replace(table, turned_on=frozenset({"innodb_encrypt_log"}))
    assert "Turn on encrypt_binlog, " in str(rule.applied_to(one, of()).message)
    assert not rule.holds(replace(table, turned_on=frozenset(table.log_settings)), of())


def test_that_logs_encrypted_for_a_campaign_alone_are_to_be_encrypted_by_the_server() -> None:
    (rule,) = [each for each in RULES if each.code is Reason.ENCRYPT_LOGS]
    seen = candidate(TABLE, _5, engine="mariadb", looked=True)
    assert not rule.holds(seen, of()) and rule.holds(replace(seen, logs_arranged=True), of())
    on = frozenset(seen.log_settings)
    assert not rule.holds(replace(seen, logs_arranged=True, turned_on=on), of())


def test_that_values_which_the_server_encrypts_can_be_swapped_too() -> None:
    (rule,) = [each for each in RULES if each.code is Reason.BIND_ROWS]
    assert rule.holds(candidate(PGP, _5), of(CHANGE)) and not rule.holds(aegis, of(CHANGE))


def test_that_what_was_bound_to_its_row_when_measured_is_reported_as_that() -> None:
    (rule,) = [each for each in RULES if each.code is Reason.BIND_ROWS]
    report = {
        each: str(rule.applied_to(each, of(CHANGE)).message)
        for each in (gcm, replace(gcm, bound=True))
    }
    unbound, bound = report.values()
    assert "swapped values are then noticed" in unbound
    assert bound.startswith("Keep encrypting each value with its row")


def test_that_four_billion_values_are_reported_as_days_at_the_rate_of_the_work() -> None:
    (rule,) = [each for each in RULES if each.code is Reason.CHANGE_KEYS]
    assert str(rule.applied_to(gcm, of()).message) == (
        "Use a new key for new values before any has encrypted 4.3 billion values in all columns: "
        "for example, after 16 months at 100 a second."
    )
    assert round(2**32 / 1e9, 1) == 4.3
    assert round(2**32 / 100 / 86_400 / 30.4) == 16
    busy = replace(gcm, encryption_rate=EncryptionRate(50.0, 5))
    assert str(rule.applied_to(busy, of()).message).endswith(
        "at the 250 a second measured here (50 writes × 5 columns), after 199 days."
    )
    assert round(2**32 / 250 / 86_400) == 199


def test_that_of_what_was_found_in_logs_only_the_setting_that_mends_it_is_reported() -> None:
    (rule,) = [each for each in RULES if each.code is Reason.ENCRYPT_LOGS]
    seen = candidate(TABLE, _5, Finding(DISK, False, PlaceName.REDO_LOG), engine="mariadb")
    assert len(seen.log_settings) > 1
    assert str(rule.applied_to(seen, of()).message).startswith(
        "Turn on innodb_encrypt_log, and measure"
    )


def test_that_no_rule_speaks_of_logins_to_an_engine_inside_the_application() -> None:
    rules = {each.code: each for each in RULES}
    inside = replace(candidate(FOLDER, _5, engine="sqlite"), in_process=True)
    report = {code: str(rules[code].applied_to(inside, of(OS, LOGIN)).message)
            for code in (Reason.KEY_ON_SERVER, Reason.OPEN_TO_LOGINS)}  # fmt: skip
    native, hidden = replace(cbc, in_process=True), rules[Reason.HIDE_STATEMENTS]
    assert hidden.holds(cbc, of(LOGIN)) and not hidden.holds(native, of(LOGIN))
    assert str(rules[Reason.KEYS_OUT_OF_LOGS].applied_to(native, of()).message).startswith(
        "Log no stat"
    )
    assert report == {
        Reason.KEY_ON_SERVER: "an OS login can read its key, or decrypted data, in the application",
        Reason.OPEN_TO_LOGINS: "it has no logins: everyone with the key gets decrypted data",
    }


def test_that_equal_ciphertexts_show_what_a_blind_index_shows() -> None:
    (rule,) = [each for each in RULES if each.code is Reason.SHOWS_EQUAL]
    assert rule.holds(siv, EQUAL) and not rule.holds(siv, of())
    assert not rule.holds(table, EQUAL), "the server decrypts it: page one says what that leaks"


def test_that_a_limit_is_not_retained_by_one_kind_of_work_where_another_is_not_known() -> None:
    (rule,) = [each for each in RULES if each.code is Reason.COST_UNKNOWN]
    unsure = replace(gcm, other_costs_unknown=True)
    assert rule.holds(unsure, of(limit=10)) and not rule.holds(unsure, of())
    assert not rule.holds(replace(unsure, cost=known(50)), of(limit=10))  # too dear as it is


def test_that_every_nonce_of_96_bits_asks_for_new_keys() -> None:
    (rule,) = [each for each in RULES if each.code is Reason.CHANGE_KEYS]
    asked = {mode: rule.holds(replace(gcm, mode=mode), of()) for mode in ("gcm", "poly1305", "siv")}
    assert asked == {"gcm": True, "poly1305": True, "siv": False}


def test_that_a_rule_names_the_places_and_the_settings_of_its_own_engine() -> None:
    rules = {each.code: each for each in RULES}
    found = Finding(OS, False, PlaceName.MEMORY)
    both = candidate(GCM, _5, Finding(DISK, False, PlaceName.DATA), found)
    assert str(rules[Reason.FOUND_ON_DISK].applied_to(both, of()).message).endswith("in data files")
    logged = candidate(CBC, _5, Finding(DISK, True, PlaceName.SERVER_LOG))
    for one, output in (
        (logged, "look for the key again: it was found in server log."),
        (cbc, "they contain the key."),
    ):
        assert str(rules[Reason.KEYS_OUT_OF_LOGS].applied_to(one, of()).message).endswith(output)
    report = rules[Reason.ENCRYPT_LOGS].applied_to(table, of())
    assert "Turn on innodb_encrypt_log, " in str(report.message)
    assert [each.engine for each in report.sources] == ["mariadb"]
