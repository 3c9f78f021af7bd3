"""What both count of InnoDB's work, and how it is arranged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

from engines.contract.errors import StatementFailed
from engines.contract.session import (
    BUFFER,
    FLUSHED,
    LOGGED,
    READ,
    STORED,
    WRITTEN,
    EngineCounts,
    Row,
)

type Fetch = Callable[[str], Iterable[Row]]

_STATUS = {
    "innodb_data_read": READ,
    "innodb_data_written": WRITTEN,
    "innodb_os_log_written": LOGGED,
    "binlog_bytes_written": LOGGED,
    "innodb_buffer_pool_pages_flushed": FLUSHED,
}
_SWITCHED = {"ON": 1.0, "OFF": 0.0}


def counted(
    fetch: Fetch,
    switches: Mapping[str, str],
    tablespaces: str,
    unpurged: Callable[[Fetch], float | None],
) -> EngineCounts:
    """Asked by `fetch`. Bytes of the binary log count among those of the logs where they are told.

    `switches` are variables of this engine beside the buffer's size, `tablespaces` its table of
    those, `unpurged` asks how much is left to be purged, None where it cannot be told;
    it may raise StatementFailed.
    """
    growing: dict[str, float] = {}
    for name, value in reported(fetch, "status", _STATUS).items():
        growing[_STATUS[name]] = growing.get(_STATUS[name], 0.0) + float(value)
    variables = {"innodb_buffer_pool_size": BUFFER, **switches}
    status = {
        variables[name]: _SWITCHED[value] if value in _SWITCHED else float(value)
        for name, value in reported(fetch, "variables", variables).items()
    }
    left: float | None = None
    with suppress(StatementFailed):  # both take a privilege
        left = unpurged(fetch)
        # A size is that of the file; of other databases than the one that was entered none is told.
        ((stored,),) = fetch(
            f"select coalesce(sum(file_size), 0) from information_schema.{tablespaces} "
            "where left(name, char_length(database()) + 1) = concat(database(), '/')"
        )
        status[STORED] = float(str(stored))
    return EngineCounts(growing, status, left)


def reported(fetch: Fetch, what: str, wanted: Iterable[str]) -> dict[str, str]:
    """Global variables or status by their names in small letters."""
    names = ", ".join(f"'{name}'" for name in wanted)
    rows = fetch(f"show global {what} where variable_name in ({names})")
    return {str(name).lower(): str(value) for name, value in rows}
