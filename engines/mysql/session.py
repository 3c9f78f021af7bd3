"""Connections to MySQL."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engines.contract.session import (
    BINARY_LOG,
    BINARY_LOG_SEALED,
    EXECUTED,
    PARSED,
    PLANNED,
    REDO_SEALED,
    EngineCounts,
    Row,
)
from engines.mysql_family import counts
from engines.mysql_family.counts import Fetch
from engines.mysql_family.handshake import MYSQL
from engines.mysql_family.phases import PLANNING
from engines.mysql_family.session import FamilySession
from engines.mysql_family.session_settings import SessionSettings

# What MySQL calls what it counts and how it is arranged.

_SWITCHES = {
    "innodb_redo_log_encrypt": REDO_SEALED,
    "log_bin": BINARY_LOG,
    "binlog_encryption": BINARY_LOG_SEALED,
}
_PURGED = re.compile(r"^Trx id counter (\d+)\s+^Purge done for trx's n:o < (\d+) ", re.MULTILINE)


def counted(fetch: Fetch) -> EngineCounts:
    """Asked by `fetch`."""
    return counts.counted(fetch, _SWITCHES, "innodb_tablespaces", _unpurged)


def _unpurged(fetch: Fetch) -> float | None:
    """Transactions that purge has yet to come to; None where the text is another than we know: no
    table of MySQL's has that number. The length of the history (`trx_rseg_history_len`) is no sign:
    what was purged leaves it after 128 rounds alone (`innodb_purge_rseg_truncate_frequency`)."""
    ((*_, reported),) = fetch("show engine innodb status")
    found = _PURGED.search(str(reported))
    return float(int(found[1]) - int(found[2])) if found else None


class MySQLSession(FamilySession):
    engine = MYSQL.name
    title = MYSQL.title
    reads_what_it_changes = False
    rights_to_itself = ("select (thread_os_id, processlist_id) on performance_schema.threads",)
    asks_thread = (
        "select thread_os_id from performance_schema.threads where processlist_id = connection_id()"
    )
    # A copy of a server's data has its identifier, too, until somebody removes auto.cnf.
    asks_place = "select concat_ws(' ', @@server_uuid, @@hostname, @@port, @@datadir)"
    asks_working = "select id from performance_schema.processlist where db = ?"
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

    def identified_by(self, password: str) -> str:
        """The server itself keeps it out of its logs."""
        return f"by {self.literal(password)}"

    def stored_bytes(self, tables: Sequence[str]) -> int | None:
        # It would say what it has told once within a day.
        self.execute("set session information_schema_stats_expiry = 0")
        return super().stored_bytes(tables)
