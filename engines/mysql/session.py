"""Connections to MySQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engines.contract.session import EXECUTED, PARSED, PLANNED, EngineCounts, Row
from engines.mysql.counts import counted
from engines.mysql_family.handshake import MYSQL
from engines.mysql_family.phases import PLANNING
from engines.mysql_family.session import FamilySession
from engines.mysql_family.session_settings import SessionSettings


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
