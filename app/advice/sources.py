"""Where rules of advice come from: standards, and manuals with the section."""

from __future__ import annotations

from dataclasses import dataclass

from engines.contract.message import Message, phrase


@dataclass(frozen=True)
class Source:
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

IVS = Source(_38A, _section("5.3"))
ECB_BLOCKS = Source(_38A, _section("6.1"))
STREAMS = Source(_38A, phrase("section {number} and appendix {letter}", number="6.4", letter="B"))
NO_AUTHENTICATION = Source("RFC 5116", _section("1"))
GCM = Source(_38D, _section("1"))
GCM_LIMIT = Source(_38D, _section("8.3"))
POLY1305_NONCE = Source("RFC 8439", _section("4"))
STRENGTH = Source(_57, _section("5.6.1"))
KEYS_STORED = Source(_57, _section("6.2.2"))
TRANSITIONS = Source(_131A, _section("2"))
SIV = Source("RFC 5297", _section("1"))
OWASP_WHERE = Source(_OWASP, "Where to Perform Encryption")
OWASP_MODES = Source(_OWASP, "Cipher Modes")
OWASP_KEYS = Source(_OWASP, "Separation of Keys and Data")
PG_OPTIONS = Source(_POSTGRESQL, "Encryption Options", "postgresql")
PG_LIMITS = Source(_POSTGRESQL, "pgcrypto: Security Limitations", "postgresql")
PG_LOGGING = Source(_POSTGRESQL, "Error Reporting and Logging: What to Log", "postgresql")
PG_ROLES = Source(_POSTGRESQL, "Predefined Roles", "postgresql")
MARIADB_AT_REST = Source(_MARIADB, "Data-at-Rest Encryption Overview", "mariadb")
MARIADB_TLS = Source(_MARIADB, "Secure Connections Overview", "mariadb")
MARIADB_LOGS = Source(_MARIADB, "General Query Log", "mariadb")
MARIADB_PROCESS = Source(_MARIADB, "GRANT: PROCESS", "mariadb")
MYSQL_AT_REST = Source(_MYSQL, "InnoDB Data-at-Rest Encryption", "mysql")
MYSQL_TLS = Source(_MYSQL, "Using Encrypted Connections", "mysql")
MYSQL_LOGS = Source(_MYSQL, "Passwords and Logging", "mysql")
MYSQL_PROCESS = Source(_MYSQL, "Privileges Provided by MySQL: PROCESS", "mysql")
FIREBIRD_ENCRYPT = Source(_FIREBIRD, "ENCRYPT()", "firebird")
FIREBIRD_MONITORING = Source(_FIREBIRD, "Monitoring Tables: MON$STATEMENTS", "firebird")
SQLITE_CIPHERS = Source("SQLite3 Multiple Ciphers manual", "Supported Ciphers", "sqlite")
MEASURED = Source("Cipherbench guide", "Protections")
_THIS = phrase("This campaign")
CAMPAIGN = Source(_THIS, phrase("its costs"))
EVIDENCE = Source(_THIS, phrase("its evidence"))
