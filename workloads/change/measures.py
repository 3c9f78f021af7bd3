"""What is measured of a change beside what the engine counts."""

from __future__ import annotations

from engines.contract.message import phrase
from workloads.contract import Better, Measure

CHANGE = Measure("change_seconds", phrase("Time to change"), "s")
"""From the first statement to the last commit, as a clock on the wall has it."""
ROWS_PER_SECOND = Measure("rows_per_s", phrase("Rows changed"), "/s", Better.MORE)
READ_LONGEST = Measure("read_longest_ms", phrase("Longest wait of a read"), "ms")
READ_P99 = Measure("read_p99_ms", phrase("Wait of reads, 99th percentile"), "ms")
UPDATE_LONGEST = Measure("update_longest_ms", phrase("Longest wait of an update"), "ms")
UPDATE_P99 = Measure("update_p99_ms", phrase("Wait of updates, 99th percentile"), "ms")
FAILED = Measure("requests_failed", phrase("Requests failed"), "", compared=False)
LOST = Measure("updates_lost", phrase("Updates lost"), "", compared=False)
"""Updates that were acknowledged while rows were changed, and that no row shows afterwards."""

MEASURES = (
    CHANGE,
    ROWS_PER_SECOND,
    READ_LONGEST,
    READ_P99,
    UPDATE_LONGEST,
    UPDATE_P99,
    FAILED,
    LOST,
)
