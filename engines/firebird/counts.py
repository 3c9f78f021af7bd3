"""What Firebird counts of one connection's work."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engines.contract.session import BUFFER, FLUSHED, READ, STORED, WRITTEN, EngineCounts, Row

_ASKED = (
    "select d.mon$page_size, d.mon$pages, d.mon$page_buffers, i.mon$page_reads, i.mon$page_writes "
    "from mon$database d cross join mon$attachments a join mon$io_stats i "
    "on i.mon$stat_id = a.mon$stat_id where a.mon$attachment_id = current_connection"
)


def counted(fetch: Callable[[str], Iterable[Row]]) -> EngineCounts:
    """The engine's counters, read by `fetch`."""
    (row,) = fetch(_ASKED)
    page, pages, buffers, reads, writes = (float(str(each)) for each in row)
    return EngineCounts(
        {READ: reads * page, WRITTEN: writes * page, FLUSHED: writes},
        {STORED: pages * page, BUFFER: buffers * page},
    )
