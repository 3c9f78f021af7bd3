"""Restricts a SQLite connection to work in the tables of its file: limits, switches and an
authorizer with lists of what is allowed."""

from __future__ import annotations

import apsw

from engines.contract.limits import ROW_BYTES

_HEAP_BYTES = 512 << 20
"""What SQLite may take in a process beside its cache of pages."""

_SQL_BYTES = 16 << 20

_LIMITS = {
    apsw.SQLITE_LIMIT_LENGTH: ROW_BYTES,
    apsw.SQLITE_LIMIT_SQL_LENGTH: _SQL_BYTES,
    apsw.SQLITE_LIMIT_ATTACHED: 0,
    apsw.SQLITE_LIMIT_WORKER_THREADS: 0,
    apsw.SQLITE_LIMIT_VDBE_OP: 1_000_000,
}

_SWITCHES = {
    apsw.SQLITE_DBCONFIG_DEFENSIVE: 1,
    apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA: 0,
    apsw.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION: 0,
    apsw.SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER: 0,
    apsw.SQLITE_DBCONFIG_ENABLE_ATTACH_CREATE: 0,
    apsw.SQLITE_DBCONFIG_ENABLE_ATTACH_WRITE: 0,
    apsw.SQLITE_DBCONFIG_WRITABLE_SCHEMA: 0,
}

_ALLOWED = frozenset({
    *(apsw.SQLITE_SELECT, apsw.SQLITE_READ, apsw.SQLITE_RECURSIVE),
    *(apsw.SQLITE_INSERT, apsw.SQLITE_UPDATE, apsw.SQLITE_DELETE),
    *(apsw.SQLITE_TRANSACTION, apsw.SQLITE_SAVEPOINT, apsw.SQLITE_ANALYZE, apsw.SQLITE_REINDEX),
    *(apsw.SQLITE_CREATE_TABLE, apsw.SQLITE_DROP_TABLE, apsw.SQLITE_ALTER_TABLE),
    *(apsw.SQLITE_CREATE_INDEX, apsw.SQLITE_DROP_INDEX),
    *(apsw.SQLITE_CREATE_TEMP_TABLE, apsw.SQLITE_DROP_TEMP_TABLE),
    *(apsw.SQLITE_CREATE_TEMP_INDEX, apsw.SQLITE_DROP_TEMP_INDEX),
})  # fmt: skip
"""ATTACH, DETACH, virtual tables, triggers and views are not among them."""

_REFUSED_FUNCTIONS = ("load_extension", "fts3_tokenizer", "sqlite3mc_")
"""Prefixes of their names; the last one's functions change how files are encrypted."""

_PRAGMAS = frozenset({
    *(("page_size", None), ("page_count", None), ("cache_size", None)),
    ("wal_checkpoint", "passive"),
})  # fmt: skip
"""Those that sessions of Cipherbench run while they work."""


def confine(connection: apsw.Connection, buffer_mb: int | None) -> None:
    """Restrict a connection to work in the tables of its file, whoever wrote the statement. SQLite
    asks its authorizer while a statement is compiled, outside the clock."""
    for limit, value in _LIMITS.items():
        connection.limit(limit, value)
    for switch, value in _SWITCHES.items():
        connection.config(switch, value)
    apsw.hard_heap_limit(_HEAP_BYTES + ((buffer_mb or 0) << 20))
    connection.authorizer = _authorize


def _authorize(
    action: int, first: str | None, second: str | None, database: str | None, inside: str | None
) -> int:
    del database, inside
    if action in _ALLOWED:
        allowed = True
    elif action == apsw.SQLITE_FUNCTION:
        allowed = not (second or "").lower().startswith(_REFUSED_FUNCTIONS)
    elif action == apsw.SQLITE_PRAGMA:
        allowed = ((first or "").lower(), second) in _PRAGMAS
    else:
        allowed = False
    return apsw.SQLITE_OK if allowed else apsw.SQLITE_DENY
