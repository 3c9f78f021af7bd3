"""Sessions on MariaDB, and the driver that opens them."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha1

from engines.contract.session import (
    BINARY_LOG,
    BINARY_LOG_ENCRYPTED,
    EXECUTED,
    PARSED,
    PLANNED,
    REDO_ENCRYPTED,
    EngineCounts,
    Row,
)
from engines.mariadb import FACTS
from engines.mysql_family import innodb_counters
from engines.mysql_family.engine import FamilyDriver
from engines.mysql_family.handshake import MARIADB
from engines.mysql_family.innodb_counters import PLANNING, Fetch
from engines.mysql_family.session import FamilySession
from engines.mysql_family.session_settings import SessionSettings

_TABLESPACES = "innodb_sys_tablespaces"
_SWITCHES = {
    "innodb_encrypt_log": REDO_ENCRYPTED,
    "log_bin": BINARY_LOG,
    "encrypt_binlog": BINARY_LOG_ENCRYPTED,
}
_HISTORY = "innodb_history_list_length"


def counted(fetch: Fetch) -> EngineCounts:
    """InnoDB's counters and log settings, queried through `fetch`."""
    return innodb_counters.counted(fetch, _SWITCHES, _TABLESPACES, _unpurged)


def _unpurged(fetch: Fetch) -> float | None:
    status = innodb_counters.global_values(fetch, "status", (_HISTORY,))
    return float(status[_HISTORY]) if _HISTORY in status else None


COMMENTS_SINCE = 100_500
"""The version from which on databases have comments."""


class MariaSession(FamilySession):
    engine = MARIADB.name
    title = MARIADB.title
    tablespaces = _TABLESPACES
    thread_query = "select tid from information_schema.processlist where id = connection_id()"
    # Not `server_uid`: it is made of the machine's network card and the port, so that two servers
    # on one machine share it, and a container gets another one with another address.
    server_id_query = "select concat_ws(' ', @@hostname, @@port, @@datadir)"
    busy_connections_query = "select id from information_schema.processlist where db = ?"
    settings = SessionSettings(
        "utf8mb4_general_ci",
        {
            "character_set_collations": "''",
            "check_constraint_checks": "1",
            "default_regex_flags": "''",
            "idle_readonly_transaction_timeout": "0",
            "idle_transaction_timeout": "0",
            "idle_write_transaction_timeout": "0",
            "innodb_compression_default": "0",
            "innodb_default_encryption_key_id": "1",
            "innodb_snapshot_isolation": "0",
            "innodb_strict_mode": "1",
            "max_recursive_iterations": "1000",
            "max_statement_time": "0",
            "old_mode": "'UTF8_IS_UTF8MB3'",
            "query_cache_type": "0",
            "sql_if_exists": "0",
            "sql_mode": "'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
            "standard_compliant_cte": "1",
            "system_versioning_asof": "default",
        },
    )
    stages = {  # noqa: RUF012
        PARSED: ("starting",),
        PLANNED: PLANNING,
        EXECUTED: (
            "creating table",
            "init for update",
            "executing",
            "sending data",  # reading rows as well as sending them
            "updating",
            "end of update loop",
        ),
    }

    @property
    def comments_databases(self) -> bool:
        return self.server_version >= COMMENTS_SINCE

    def _counted(self, fetch: Callable[[str], list[Row]]) -> EngineCounts:
        return counted(fetch)

    def identified_clause(self, password: str) -> str:
        """By its hash, as the server stores it."""
        password_hash = sha1(sha1(password.encode()).digest()).hexdigest()
        return f"by password '*{password_hash.upper()}'"


class MariaDBDriver(FamilyDriver):
    facts = FACTS
    product = MARIADB
    session = MariaSession
