"""The class of a rule of advice: code, effect, sources, and what it says about a protection."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum

from app.advice.candidate import Candidate, Finding
from app.findings.key_services import key_time_text
from app.plan.requirements import Requirements
from engines.contract.data_place import place_text
from engines.contract.message import NOTHING, Message, Number, listed, percent, phrase, significant

# Where rules of advice come from: standards, and manuals with the section.


@dataclass(frozen=True)
class Citation:
    """A document and the place in it; `engine` is the one whose manual it is."""

    title: str | Message
    section: str | Message
    engine: str = ""

    def __str__(self) -> str:
        return f"{self.title}, {self.section}"


def _section(number: str) -> Message:
    return phrase("section {number}", number=number)


_38A, _38D = "NIST SP 800-38A", "NIST SP 800-38D"
_57, _131A = "NIST SP 800-57 Part 1 Rev. 5", "NIST SP 800-131A Rev. 2"
_OWASP = "OWASP Cryptographic Storage Cheat Sheet"
_POSTGRESQL, _MARIADB = "PostgreSQL manual", "MariaDB manual"
_MYSQL, _FIREBIRD = "MySQL manual", "Firebird language reference"

IVS = Citation(_38A, _section("5.3"))
ECB_BLOCKS = Citation(_38A, _section("6.1"))
STREAMS = Citation(_38A, phrase("section {number} and appendix {letter}", number="6.4", letter="B"))
NO_AUTHENTICATION = Citation("RFC 5116", _section("1"))
GCM = Citation(_38D, _section("1"))
GCM_LIMIT = Citation(_38D, _section("8.3"))
POLY1305_NONCE = Citation("RFC 8439", _section("4"))
STRENGTH = Citation(_57, _section("5.6.1"))
KEYS_STORED = Citation(_57, _section("6.2.2"))
TRANSITIONS = Citation(_131A, _section("2"))
SIV = Citation("RFC 5297", _section("1"))
OWASP_WHERE = Citation(_OWASP, "Where to Perform Encryption")
OWASP_MODES = Citation(_OWASP, "Cipher Modes")
OWASP_KEYS = Citation(_OWASP, "Separation of Keys and Data")
PG_OPTIONS = Citation(_POSTGRESQL, "Encryption Options", "postgresql")
PG_LIMITS = Citation(_POSTGRESQL, "pgcrypto: Security Limitations", "postgresql")
PG_LOGGING = Citation(_POSTGRESQL, "Error Reporting and Logging: What to Log", "postgresql")
PG_ROLES = Citation(_POSTGRESQL, "Predefined Roles", "postgresql")
MARIADB_AT_REST = Citation(_MARIADB, "Data-at-Rest Encryption Overview", "mariadb")
MARIADB_TLS = Citation(_MARIADB, "Secure Connections Overview", "mariadb")
MARIADB_LOGS = Citation(_MARIADB, "General Query Log", "mariadb")
MARIADB_PROCESS = Citation(_MARIADB, "GRANT: PROCESS", "mariadb")
MYSQL_AT_REST = Citation(_MYSQL, "InnoDB Data-at-Rest Encryption", "mysql")
MYSQL_TLS = Citation(_MYSQL, "Using Encrypted Connections", "mysql")
MYSQL_LOGS = Citation(_MYSQL, "Passwords and Logging", "mysql")
MYSQL_PROCESS = Citation(_MYSQL, "Privileges Provided by MySQL: PROCESS", "mysql")
FIREBIRD_ENCRYPT = Citation(_FIREBIRD, "ENCRYPT()", "firebird")
FIREBIRD_MONITORING = Citation(_FIREBIRD, "Monitoring Tables: MON$STATEMENTS", "firebird")
SQLITE_CIPHERS = Citation("SQLite3 Multiple Ciphers manual", "Supported Ciphers", "sqlite")
MEASURED = Citation("Cipherbench guide", "Protections")
_THIS = phrase("This campaign")
CAMPAIGN = Citation(_THIS, phrase("its costs"))
EVIDENCE = Citation(_THIS, phrase("its evidence"))


class Reason(StrEnum):
    """Why a protection is ruled out, or what must be done for it to serve."""

    NOT_MEASURED = "not-measured"
    ECB_BLOCKS = "ecb"
    KEY_STREAM = "reused-key-stream"
    OLD_CIPHER = "old-cipher"
    SHORT_KEY = "short-key"
    FOUND_ON_DISK = "found-on-disk"
    KEY_ON_SERVER = "key-on-server"
    OPEN_TO_LOGINS = "open-to-logins"
    ONLY_CONNECTIONS = "only-connections"
    FOUND_BY_LOGIN = "found-by-login"
    FOUND_BY_OS_LOGIN = "found-by-os-login"
    FOUND_BY_LISTENER = "found-by-listener"
    NOT_AUTHENTICATED = "not-authenticated"
    EQUAL_BY_WEAKNESS = "equal-by-weakness"
    NO_ORDER = "no-order"
    TOO_DEAR = "too-dear"
    COST_UNKNOWN = "cost-unknown"
    ENCRYPT_LOGS = "encrypt-logs"
    ENCRYPT_CONNECTIONS = "encrypt-connections"
    KEYS_ELSEWHERE = "keys-elsewhere"
    LOGS_INSIDE = "logs-inside"
    KEYS_OUT_OF_LOGS = "keys-out-of-logs"
    HIDE_STATEMENTS = "hide-statements"
    FRESH_IV = "fresh-iv"
    BLIND_INDEX = "blind-index"
    SHOWS_EQUAL = "shows-equal"
    SCANS = "scans"
    BIND_ROWS = "bind-rows"
    SAME_MACHINE = "same-machine"
    CHANGE_KEYS = "change-keys"
    NEAR_LIMIT = "near-limit"


class Effect(StrEnum):
    """What follows where a rule holds."""

    RULES_OUT = "rules out"
    CONDITION = "condition"


_MOST_NONCES, _DAY_S = 2**32, 86_400
"""How many values a key may encrypt with random nonces of 96 bits: NIST SP 800-38D, 8.3."""

type Holds = Callable[[Candidate, Requirements], bool]


@dataclass(frozen=True)
class AdviceRule:
    """`holds` says of whom it holds; `message` is a clause for what rules out, else an
    instruction."""

    code: Reason
    effect: Effect
    sources: tuple[Citation, ...]
    message: Message
    holds: Holds
    _: KW_ONLY
    where: Callable[[Candidate], Iterable[Finding]] = lambda each: each.found
    """The findings that it names."""
    found: Message = NOTHING
    """What it says instead of `message` where there are such findings."""
    measured: bool = True
    """False: what serves then is not what was measured."""
    instead: tuple[tuple[Callable[[Candidate], bool], Message], ...] = ()
    """What it says instead of `message` of those of whom that holds; the first counts."""

    def applied_to(self, candidate: Candidate, requirements: Requirements) -> AppliedRule:
        """What it says of a protection, with the manual of its own engine."""
        places = {each.place: place_text(each.place) for each in sorted(self.where(candidate))}
        settings = candidate.log_settings
        worse = bool(self.found and places)
        if worse:  # those that mend what was found
            settings = {
                name: at for name, at in settings.items() if not places.keys().isdisjoint(at)
            }
        values: dict[str, object] = {
            "settings": ", ".join(settings),
            "places": listed(places.values()),
        }
        if candidate.encryption_rate is not None:
            per_s = candidate.encryption_rate.per_s
            values["seals"] = significant(per_s, 3)
            values["writes"] = significant(candidate.encryption_rate.writes_per_s, 3)
            values["values"] = Number(candidate.encryption_rate.columns)
            values["days"] = significant(_MOST_NONCES / per_s / _DAY_S, 2)
        key_ms = candidate.least_key_ms if candidate.key_ms is None else candidate.key_ms
        if key_ms is not None:
            values["key_time"] = key_time_text(key_ms)
        if candidate.most_percent is not None:
            values["most"] = percent(candidate.most_percent)
        if requirements.may_cost is not None:
            values["limit"] = percent(requirements.may_cost)
        meant = tuple(each for each in self.sources if each.engine in ("", candidate.engine))
        other = (message for holds, message in self.instead if holds(candidate))
        message = self.found if worse else next(other, self.message)
        return AppliedRule(
            self.code, message.with_values(**values), meant, self.measured and not worse
        )


@dataclass(frozen=True)
class AppliedRule:
    """What a rule says of one protection; `as_measured` is False of a condition that this
    campaign's protection did not meet."""

    code: Reason
    message: Message
    sources: tuple[Citation, ...]
    as_measured: bool = True

    def to_json(self) -> dict[str, object]:
        """With the sentence in English."""
        return {
            "code": self.code.value,
            "text": str(self.message),
            "sources": [str(each) for each in self.sources],
        }
