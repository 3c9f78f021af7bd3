"""The time of day of a campaign: read once from the wall clock, then advanced by a monotonic clock.

A wall clock that is set while a campaign runs, by a user or by NTP, would end runs before their
start, or a day after it. All processes of a campaign share one instant; what they tell of moments
agrees with what they tell of durations.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress

from engines.platform.boot_clock import seconds_since_boot, time_namespace

_VARIABLE = "CIPHERBENCH_CLOCK"
"""Tells processes that we start by how many seconds the wall clock was ahead of the boot clock, and
of which time namespace that is."""
_MOVED_SECONDS = 2.0
"""NTP slews what is less; the two clocks are read one after the other on a busy machine."""


def anchor() -> None:
    """Go by the wall clock as it is now, here and in processes that are started from now on."""
    os.environ[_VARIABLE] = f"{time.time() - seconds_since_boot()!r} {time_namespace()}"


def wall_time() -> float:
    """Seconds since 1970, which only grow."""
    return seconds_since_boot() + _ahead()


def moved() -> float:
    """By how many seconds the wall clock was set ahead since `anchor`; below zero: back; 0 where it
    was not set."""
    by = time.time() - wall_time()
    return by if abs(by) > _MOVED_SECONDS else 0.0


def _ahead() -> float:
    ahead, _, namespace = os.environ.get(_VARIABLE, "").partition(" ")
    if namespace == time_namespace():
        with suppress(ValueError):
            return float(ahead)
    anchor()
    return float(os.environ[_VARIABLE].partition(" ")[0])
