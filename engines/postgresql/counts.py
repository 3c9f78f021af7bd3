"""What PostgreSQL counts of its work."""

from __future__ import annotations

from collections.abc import Callable, Iterable

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

_IO_SINCE, _BYTES_SINCE = 160_000, 180_000
"""Server versions that added pg_stat_io, and bytes to it."""

_OTHERWISE = "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), pg_lsn '0/0')::bigint"

_STATUS = (
    "select pg_database_size(current_database())::bigint, (select setting::bigint * 8192 "
    "from pg_settings where name = 'shared_buffers')"
)


def counted(fetch: Callable[[str], Iterable[Row]], version: int) -> EngineCounts:
    """Asked by `fetch`, of a server of that version. Bytes of pages are all processes', which tell
    of them now and then; what goes to the log is told apart, and is part of what is written."""
    growing = _growing(fetch, version)
    ((stored, buffer),) = fetch(_STATUS)
    return EngineCounts(growing, {STORED: float(str(stored)), BUFFER: float(str(buffer))})


def _growing(fetch: Callable[[str], Iterable[Row]], version: int) -> dict[str, float]:
    ((logged,),) = fetch(_OTHERWISE)
    log = float(str(logged))
    if version < _IO_SINCE:
        return {LOGGED: log}
    fetch("select 1 from pg_stat_force_next_flush()")
    fetch("select 1 from pg_stat_clear_snapshot()")
    reported = "read_bytes", "write_bytes"
    if version < _BYTES_SINCE:
        reported = "reads * op_bytes", "writes * op_bytes"
    read, written = (f"coalesce(sum({each}), 0)::bigint" for each in reported)
    ((r, w),) = fetch(f"select {read}, {written} from pg_stat_io where object = 'relation'")
    pages = float(str(w))
    return {READ: float(str(r)), WRITTEN: pages + log, LOGGED: log, FLUSHED: pages // 8192}
