"""Sessions on MySQL, and the driver that opens them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from engines.contract.endpoint import Endpoint
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
from engines.mysql import FACTS
from engines.mysql.login import logging_in
from engines.mysql_family import innodb_counters
from engines.mysql_family.engine import FamilyDriver
from engines.mysql_family.handshake import MYSQL
from engines.mysql_family.innodb_counters import PLANNING, Fetch
from engines.mysql_family.session import FamilySession
from engines.mysql_family.session_settings import SessionSettings

_TABLESPACES = "innodb_tablespaces"
_SWITCHES = {
    "innodb_redo_log_encrypt": REDO_ENCRYPTED,
    "log_bin": BINARY_LOG,
    "binlog_encryption": BINARY_LOG_ENCRYPTED,
}
_PURGED = re.compile(r"^Trx id counter (\d+)\s+^Purge done for trx's n:o < (\d+) ", re.MULTILINE)


def counted(fetch: Fetch) -> EngineCounts:
    """InnoDB's counters and log settings, queried through `fetch`."""
    return innodb_counters.counted(fetch, _SWITCHES, _TABLESPACES, _unpurged)


def _unpurged(fetch: Fetch) -> float | None:
    """Transactions that purge has yet to come to; None where the text is another than we know: no
    table of MySQL's has that number. The length of the history (`trx_rseg_history_len`) is no sign:
    what was purged leaves it after 128 rounds alone (`innodb_purge_rseg_truncate_frequency`)."""
    ((*_, innodb_status),) = fetch("show engine innodb status")
    found = _PURGED.search(str(innodb_status))
    return float(int(found[1]) - int(found[2])) if found else None


class MySQLSession(FamilySession):
    engine = MYSQL.name
    title = MYSQL.title
    tablespaces = _TABLESPACES
    reads_what_it_changes = False
    rights_to_itself = ("select (thread_os_id, processlist_id) on performance_schema.threads",)
    thread_query = (
        "select thread_os_id from performance_schema.threads where processlist_id = connection_id()"
    )
    # A copy of a server's data has its identifier, too, until somebody removes auto.cnf.
    server_id_query = "select concat_ws(' ', @@server_uuid, @@hostname, @@port, @@datadir)"
    busy_connections_query = "select id from performance_schema.processlist where db = ?"
    settings = SessionSettings(
        "utf8mb4_0900_ai_ci",
        {
            "cte_max_recursion_depth": "1000",
            "default_collation_for_utf8mb4": "utf8mb4_0900_ai_ci",
            "default_table_encryption": "0",
            "max_execution_time": "0",
            "sql_mode": (
                "'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,"
                "ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'"
            ),
            "use_secondary_engine": "'ON'",
            "windowing_use_high_precision": "1",
        },
    )

    stages = {  # noqa: RUF012
        PARSED: ("starting",),
        PLANNED: PLANNING,
        # Rows of CREATE TABLE … AS SELECT are copied under “System lock”.
        EXECUTED: ("creating table", "system lock", "executing", "updating"),
    }

    def _counted(self, fetch: Callable[[str], list[Row]]) -> EngineCounts:
        return counted(fetch)

    def identified_clause(self, password: str) -> str:
        """The server itself keeps it out of its logs."""
        return f"by {self.literal(password)}"

    def stored_bytes(self, tables: Sequence[str]) -> int | None:
        # It would say what it has told once within a day.
        self.execute("set session information_schema_stats_expiry = 0")
        return super().stored_bytes(tables)


class MySQLDriver(FamilyDriver):
    facts = FACTS
    product = MYSQL
    session = MySQLSession

    def _opened(self, endpoint: Endpoint, database: str | None) -> Any:
        with logging_in(endpoint):
            return super()._opened(endpoint, database)
