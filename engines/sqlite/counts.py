"""What SQLite counts of one connection's work."""

from __future__ import annotations

from typing import Any

import apsw

from engines.contract.session import BUFFER, LOGGED, READ, STORED, WRITTEN, EngineCounts


def counted(connection: apsw.Connection) -> EngineCounts:
    """Pages go to the log first, where they are counted; what a checkpoint copies is not."""

    def pragma(name: str) -> int:
        reported: Any = connection.pragma(name)
        return int(reported)

    page = pragma("page_size")
    missed, written = (
        page * connection.status(each)[0]
        for each in (apsw.SQLITE_DBSTATUS_CACHE_MISS, apsw.SQLITE_DBSTATUS_CACHE_WRITE)
    )
    cache = pragma("cache_size")
    return EngineCounts(
        {READ: float(missed), WRITTEN: float(written), LOGGED: float(written)},
        {
            STORED: float(page * pragma("page_count")),
            BUFFER: float(-1024 * cache if cache < 0 else cache * page),
        },
    )
