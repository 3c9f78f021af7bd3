"""The clock since boot (CLOCK_BOOTTIME), which nobody sets and which goes on while the machine
sleeps, and how long it has slept."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from pathlib import Path

if sys.platform == "linux":

    def seconds_since_boot() -> float:
        """Time asleep included."""
        return time.clock_gettime(time.CLOCK_BOOTTIME)

    def suspended_seconds() -> float:
        """Seconds that the machine has slept."""
        return seconds_since_boot() - time.clock_gettime(time.CLOCK_MONOTONIC)

    def time_namespace() -> str:
        """Which clock this is: containers may have one of their own."""
        with suppress(OSError):
            return str(Path("/proc/self/ns/time").readlink())
        return "-"

else:
    seconds_since_boot = time.monotonic
    """On macOS this clock stands while the machine sleeps."""

    def suspended_seconds() -> float:
        """Seconds that the machine has slept; 0 where that is not known."""
        return 0.0

    def time_namespace() -> str:
        return "-"
