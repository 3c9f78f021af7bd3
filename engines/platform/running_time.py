"""A clock that nobody sets."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from pathlib import Path

if sys.platform == "linux":

    def running() -> float:
        """Seconds that go on while the machine sleeps."""
        return time.clock_gettime(time.CLOCK_BOOTTIME)

    def suspended() -> float:
        """Seconds that the machine has slept."""
        return running() - time.clock_gettime(time.CLOCK_MONOTONIC)

    def time_namespace() -> str:
        """Whose clock it is: containers may have one of their own."""
        with suppress(OSError):
            return str(Path("/proc/self/ns/time").readlink())
        return "-"

else:
    running = time.monotonic
    """Seconds; on macOS they stand while the machine sleeps."""

    def suspended() -> float:
        """Seconds that the machine has slept; 0 where that is not known."""
        return 0.0

    def time_namespace() -> str:
        return "-"
