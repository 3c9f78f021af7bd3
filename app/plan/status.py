"""The states of a run, a cell and a campaign."""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """Status of a run or cell."""

    PENDING = "pending"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"
    UNSUPPORTED = "unsupported"

    @property
    def ended(self) -> bool:
        """Whether nothing more will happen to it by itself."""
        return self not in (Status.PENDING, Status.RUNNING)


FINAL = (Status.DONE, Status.UNSUPPORTED)
"""States that `resume` leaves alone; failed and cancelled runs are tried again."""

DONE_WITH_FAILURES = "done with failures"
"""How a campaign ended that is done, though some of its runs failed."""

INTERRUPTED = "interrupted"
"""How a campaign ended whose program was killed, so that nobody cancelled it."""
