"""What every session sets before its first statement, whatever server, login or `init_connect` say.

All of it may be set by any user. What takes a privilege (`enforce_storage_engine`,
`sql_require_primary_key`), and what only a server has (`lower_case_table_names`), stands among a
campaign's conditions instead (`reported_settings`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

CHARACTER_SET = "utf8mb4"

_COMMON: Mapping[str, str] = {
    "autocommit": "1",
    "auto_increment_increment": "1",
    "auto_increment_offset": "1",
    "big_tables": "0",
    "block_encryption_mode": "'aes-128-ecb'",
    "completion_type": "0",
    "default_storage_engine": "InnoDB",
    "default_tmp_storage_engine": "InnoDB",
    "default_week_format": "0",
    "div_precision_increment": "4",
    "explicit_defaults_for_timestamp": "1",
    "foreign_key_checks": "1",
    "group_concat_max_len": "1048576",
    "innodb_lock_wait_timeout": "50",
    "lc_time_names": "'en_US'",
    "lock_wait_timeout": "86400",
    "max_join_size": "18446744073709551615",
    "max_sort_length": "1024",
    "net_read_timeout": "30",
    "net_write_timeout": "60",
    "profiling": "0",
    "sql_auto_is_null": "0",
    "sql_big_selects": "1",
    "sql_buffer_result": "0",
    "sql_notes": "1",
    "sql_quote_show_create": "1",
    "sql_safe_updates": "0",
    "sql_select_limit": "18446744073709551615",
    "sql_warnings": "0",
    "time_zone": "'+00:00'",
    "timestamp": "0",
    "unique_checks": "1",
    "updatable_views_with_limit": "1",
    "wait_timeout": "28800",
}
"""Of MySQL and MariaDB, as far as a version has them; each value is an SQL literal."""


@dataclass(frozen=True)
class SessionSettings:
    """What the sessions of one engine set: `values` beside the shared ones, and the `collation` of
    their literals and of the databases that they make."""

    collation: str
    values: Mapping[str, str]

    @property
    def pinned(self) -> dict[str, str]:
        """What is set, on servers that have it."""
        return {**_COMMON, **self.values}

    @property
    def charset_clause(self) -> str:
        """An option of CREATE DATABASE and CREATE TABLE."""
        return f"character set {CHARACTER_SET} collate {self.collation}"

    def pin(self, connection: Any, database: str | None) -> None:
        """Set all that the server has, and enter `database` again: `init_connect` may have left it.

        Raises: mariadb.Error
        """
        with connection.cursor() as cursor:
            cursor.execute(self._assignments(cursor, connection.server_info))
            cursor.execute("set session transaction isolation level repeatable read, read write")
            if database:
                cursor.execute("use `" + database.replace("`", "``") + "`")

    def _assignments(self, cursor: Any, version: str) -> str:
        """One statement that sets all. What a version knows it is asked once: to list its variables
        takes a server longer than all else of a connection."""
        if (made := _ASSIGNMENTS.get((self.collation, version))) is None:
            settings = self.pinned
            names = ", ".join(f"'{name}'" for name in settings)
            cursor.execute(f"show session variables where variable_name in ({names})")
            known = {str(name).lower() for name, _ in cursor.fetchall()}
            pinned = (f"@@session.{name} = {settings[name]}" for name in sorted(known))
            made = f"set names {CHARACTER_SET} collate {self.collation}, " + ", ".join(pinned)
            _ASSIGNMENTS[self.collation, version] = made
        return made


_ASSIGNMENTS: dict[tuple[str, str], str] = {}
"""The statement that sets all, by collation and server version."""
