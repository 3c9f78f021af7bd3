"""Converts errors of MariaDB and MySQL into ours, by their numbers."""

from __future__ import annotations

from typing import Any

from engines.contract.errors import (
    NotPermitted,
    StatementFailed,
    TransactionConflict,
    disk_full,
    driver_failed,
    memory_limit_reached,
    says_disk_full,
    server_words,
)
from engines.contract.message import phrase

_DISK_FULL = {1021, 1114}
"""Numbers of “Disk full” and “The table … is full”; other messages carry the system's words."""

_NO_MEMORY_HERE = 2008
"""Number of the client library."""

_NOT_PERMITTED = {1044, 1045, 1142, 1143, 1227, 1370, 1410, 1419, 3879}
"""Numbers of what a user may not do with a database, table, column, routine, or at all."""

CONFLICTS = (1020, 1205, 1213, 3101)
"""Numbers of a row that changed since it was read, a lock that was waited for too long, a deadlock,
and a transaction that lost against one of another node."""


def failed(error: Any, title: str) -> StatementFailed:
    """The error for an exception of the driver; `title` is the engine's."""
    number = getattr(error, "errno", None)
    if number == _NO_MEMORY_HERE:
        return memory_limit_reached()
    return driver_failed(title, error) if number is None else refused(number, str(error), title)


def refused(number: int, error: str, title: str) -> StatementFailed:
    if number in _DISK_FULL or says_disk_full(error):
        return disk_full(title, words_of(error))
    message = phrase("{engine} says: {words}")
    words = server_words(words_of(error), number)
    return _kind(number)(phrase("Statement failed"), message, engine=title, words=words)


def _kind(number: int) -> type[StatementFailed]:
    if number in CONFLICTS:
        return TransactionConflict
    return NotPermitted if number in _NOT_PERMITTED else StatementFailed


def words_of(error: Exception | str) -> str:
    """The server's words without the numbers that the driver puts behind them."""
    return str(error).partition(" (errno:")[0].strip().rstrip(".")
