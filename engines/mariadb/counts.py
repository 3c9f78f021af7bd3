"""What MariaDB counts of InnoDB's work, and how it is arranged."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

from engines.contract.errors import StatementFailed
from engines.contract.session import (
    BINARY_LOG,
    BINARY_LOG_SEALED,
    BUFFER,
    FLUSHED,
    LOGGED,
    READ,
    REDO_SEALED,
    STORED,
    WRITTEN,
    EngineCounts,
    Row,
)

_STATUS = {
    "innodb_data_read": READ,
    "innodb_data_written": WRITTEN,
    "innodb_os_log_written": LOGGED,
    "binlog_bytes_written": LOGGED,
    "innodb_buffer_pool_pages_flushed": FLUSHED,
}
_HISTORY = "innodb_history_list_length"
_VARIABLES = {
    "innodb_buffer_pool_size": BUFFER,
    "innodb_encrypt_log": REDO_SEALED,
    "log_bin": BINARY_LOG,
    "encrypt_binlog": BINARY_LOG_SEALED,
}
_SWITCHED = {"ON": 1.0, "OFF": 0.0}

# A size is that of the file; of other databases than the one that was entered none is told.
_TABLES = (
    "select coalesce(sum(file_size), 0) from information_schema.innodb_sys_tablespaces "
    "where left(name, char_length(database()) + 1) = concat(database(), '/')"
)


def counted(fetch: Callable[[str], Iterable[Row]]) -> EngineCounts:
    """Asked by `fetch`. Bytes of the binary log count among those of the logs."""
    growing: dict[str, float] = {}
    status = _told(fetch, "status", (*_STATUS, _HISTORY))
    left = float(status.pop(_HISTORY, 0))
    for name, value in status.items():
        growing[_STATUS[name]] = growing.get(_STATUS[name], 0.0) + float(value)
    standing = {
        _VARIABLES[name]: _SWITCHED[value] if value in _SWITCHED else float(value)
        for name, value in _told(fetch, "variables", _VARIABLES).items()
    }
    with suppress(StatementFailed):  # it takes a privilege
        ((stored,),) = fetch(_TABLES)
        standing[STORED] = float(str(stored))
    return EngineCounts(growing, standing, left)


def _told(
    fetch: Callable[[str], Iterable[Row]], what: str, wanted: Iterable[str]
) -> dict[str, str]:
    names = ", ".join(f"'{name}'" for name in wanted)
    rows = fetch(f"show global {what} where variable_name in ({names})")
    return {str(name).lower(): str(value) for name, value in rows}
