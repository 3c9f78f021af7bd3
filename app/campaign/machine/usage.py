"""How much CPU, disk and memory processes use; read from a process group or a control group."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class UsageReading:
    """CPU seconds, bytes read and written, and seconds that threads waited on the run queue: totals
    from the source's own start, or the difference of two."""

    cpu: float
    read: float
    written: float
    queued: float = 0.0


class ResourceUsage(Protocol):
    """Processes whose use of the machine can be read."""

    def reading(self) -> UsageReading:
        """The totals now; those of the last reading when the processes are gone."""
        ...

    def memory(self) -> float | None:
        """Memory in MB (10⁶ bytes); None when the processes are gone."""
        ...
