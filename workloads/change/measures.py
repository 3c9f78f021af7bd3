"""What is measured of an encryption change, besides what the engine counts."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from engines.contract.message import phrase
from workloads.change.concurrent_load import Latencies, percentile
from workloads.contract import Better, Measure

CHANGE = Measure("change_seconds", phrase("Time to change"), "s")
"""Wall time from the first statement to the last commit."""
ROWS_PER_SECOND = Measure("rows_per_s", phrase("Rows changed"), "/s", Better.MORE)


class Phase(StrEnum):
    """When a request of the concurrent load arrived."""

    BEFORE = "before"
    DURING = "during"
    AFTER = "after"


READ_LONGEST = Measure("read_longest_ms", phrase("Longest wait of a read"), "ms")
UPDATE_LONGEST = Measure("update_longest_ms", phrase("Longest wait of an update"), "ms")
"""Of requests that arrived during the change."""

READ_P99 = {
    Phase.BEFORE: Measure("read_p99_before_ms", phrase("Reads before, 99th percentile"), "ms"),
    Phase.DURING: Measure("read_p99_ms", phrase("Reads during, 99th percentile"), "ms"),
    Phase.AFTER: Measure("read_p99_after_ms", phrase("Reads after, 99th percentile"), "ms"),
}
UPDATE_P99 = {
    Phase.BEFORE: Measure("update_p99_before_ms", phrase("Updates before, 99th percentile"), "ms"),
    Phase.DURING: Measure("update_p99_ms", phrase("Updates during, 99th percentile"), "ms"),
    Phase.AFTER: Measure("update_p99_after_ms", phrase("Updates after, 99th percentile"), "ms"),
}
"""99th percentiles of latencies by phase of arrival, by nearest rank; None below 100 requests."""

REQUESTS = {
    Phase.BEFORE: Measure("requests_before", phrase("Requests before"), "", compared=False),
    Phase.DURING: Measure("requests_during", phrase("Requests during"), "", compared=False),
    Phase.AFTER: Measure("requests_after", phrase("Requests after"), "", compared=False),
}
MAINTENANCE = Measure("maintenance_seconds", phrase("Time to clean up or rewrite"), "s")

BACKUP_SECONDS = Measure("backup_seconds", phrase("Time to back up"), "s")
RESTORE_SECONDS = Measure("restore_seconds", phrase("Time to restore"), "s")
BACKUP_BYTES = Measure("backup_bytes", phrase("Backup"), "B")
BACKUP_GZIP = Measure("backup_gzip_bytes", phrase("Backup, gzip"), "B")
BACKUP_READABLE = Measure("readable_backup", phrase("Names in the backup"), "", compared=False)
"""How many rows' names are found as plaintext in the uncompressed backup."""

DISK_PEAK = Measure("disk_peak", phrase("More disk, at most"), "B")
"""The most disk space that the server's files took beyond their size before the change."""
TABLE_BEFORE = Measure("table_before", phrase("Table before"), "B", compared=False)
TABLE = Measure("table_bytes", phrase("Table"), "B")
INDEXES = Measure("index_bytes", phrase("Indexes"), "B")
"""Where the engine reports indexes separately; else `TABLE` is the whole database."""


class Where(StrEnum):
    """Where a name is still found."""

    DATA = "data"
    LOGS = "logs"
    UNDO = "undo"
    ANYWHERE = "anywhere"


READABLE = {
    Where.DATA: Measure("readable_data", phrase("Names in data files"), "", compared=False),
    Where.LOGS: Measure("readable_logs", phrase("Names in logs"), "", compared=False),
    Where.UNDO: Measure("readable_undo", phrase("Names in undo"), "", compared=False),
    Where.ANYWHERE: Measure("readable", phrase("Names readable on disk"), "", compared=False),
}
"""How many rows' names are found as plaintext."""

FAILED = Measure("requests_failed", phrase("Requests failed"), "", compared=False)
LOST = Measure("updates_lost", phrase("Updates lost"), "", compared=False)
"""Acknowledged updates of the load that are missing in the table afterwards."""

MEASURES = (
    CHANGE,
    MAINTENANCE,
    BACKUP_SECONDS,
    RESTORE_SECONDS,
    ROWS_PER_SECOND,
    READ_LONGEST,
    UPDATE_LONGEST,
    *READ_P99.values(),
    *UPDATE_P99.values(),
    *REQUESTS.values(),
    FAILED,
    LOST,
    DISK_PEAK,
    TABLE_BEFORE,
    TABLE,
    INDEXES,
    BACKUP_BYTES,
    BACKUP_GZIP,
    BACKUP_READABLE,
    *READABLE.values(),
)


def load_measures(
    reads: Latencies, updates: Latencies, began: float, ended: float
) -> Iterator[tuple[Measure, float]]:
    """The measures of the load around a change from `began` to `ended` (`time.perf_counter`)."""
    phases = {
        Phase.BEFORE: (0.0, began),
        Phase.DURING: (began, ended),
        Phase.AFTER: (ended, float("inf")),
    }
    for phase, bounds in phases.items():
        both = reads.between(*bounds), updates.between(*bounds)
        yield REQUESTS[phase], float(sum(map(len, both)))
        for latencies, p99 in zip(both, (READ_P99, UPDATE_P99), strict=True):
            if (late := percentile(latencies, 99)) is not None:
                yield p99[phase], 1000 * late
    for kind, longest in ((reads, READ_LONGEST), (updates, UPDATE_LONGEST)):
        if latencies := kind.between(began, ended):
            yield longest, 1000 * max(latencies)
    yield FAILED, float(reads.failed + updates.failed)
