"""What a campaign's statements may not do in DuckDB though its configuration is locked.

Functions switch logs and profiles on all the same. A file cannot be written so, but DuckDB's own
error leaves a connection unusable, or ends the process when it closes. PRAGMA, SET and USE change
how statements run, and where.
"""

from __future__ import annotations

import re

import duckdb

from engines.contract.errors import NotPermitted
from engines.contract.message import phrase

_TYPES = duckdb.StatementType
_PERMITTED = frozenset(
    {
        *(_TYPES.SELECT, _TYPES.INSERT, _TYPES.UPDATE, _TYPES.DELETE, _TYPES.MERGE_INTO),
        *(_TYPES.CREATE, _TYPES.ALTER, _TYPES.DROP, _TYPES.TRANSACTION),
        *(_TYPES.VACUUM, _TYPES.EXPLAIN),  # ANALYZE is a kind of VACUUM
    }
)
_SWITCHES = re.compile(
    "(?:en|dis)able_(?:logging|profil)|truncate_duckdb_logs|write_log|json_execute_serialized_sql",
    re.IGNORECASE,
)
"""In literals as well, since a function runs a text."""
_COMMENT = re.compile(r"/\*.*?\*/|--[^\n]*", re.DOTALL)
_RUNS_TEXT = re.compile(r'(\w+)?\W+query(?:_table)?["\s]*\(', re.IGNORECASE)
_TABLE_FOLLOWS = {"table", "exists", "into", "references", "on", "with"}


def check_confined(connection: duckdb.DuckDBPyConnection, sql: str) -> None:
    """Raises: NotPermitted, duckdb.Error"""
    found = connection.extract_statements(sql)
    bare = _COMMENT.sub(" ", sql)
    runs_text = any(
        (before or "").lower() not in _TABLE_FOLLOWS for before in _RUNS_TEXT.findall(bare)
    )
    if runs_text or _SWITCHES.search(sql) or any(each.type not in _PERMITTED for each in found):
        raise NotPermitted(
            phrase("Statement failed"),
            phrase("A campaign's statements only work in the tables of their own database."),
        )
