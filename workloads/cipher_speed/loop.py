"""The timed loop around a call of a library."""

from __future__ import annotations

import gc
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from itertools import repeat
from typing import Any

_BATCH_SECONDS = 0.02
_GRACE_SECONDS = 30.0
"""Allowance for a late start on a busy machine."""

type Batch = Callable[[int], None]
"""Performs that many units of work."""

type Tell = Callable[[float], None]
"""Receives the progress, from 0 to 1."""


@dataclass(frozen=True)
class Pace:
    """So many units in so many seconds of CPU time; `elapsed` on the wall meanwhile."""

    units: int
    seconds: float
    elapsed: float

    @property
    def per_second(self) -> float:
        """Units per second of CPU time."""
        return self.units / self.seconds


def patience(seconds: float) -> float:
    """How long a program is waited for that is to measure for so many seconds."""
    return 2 * seconds + _GRACE_SECONDS


def batch_of(call: Callable[..., object], *arguments: Any) -> Batch:
    """`call(*arguments)` again and again, without a line of Python between two calls: a loop in
    Python took a tenth of a microsecond more for each, a fifth of a block of 16 bytes."""

    def batch(units: int) -> None:
        deque(map(call, *(repeat(each, units) for each in arguments)), maxlen=0)

    return batch


def paced(batch: Batch, seconds: float, tell: Tell) -> Pace:
    """Work for so many seconds on the wall, and how far that came.

    As `openssl speed` does without `-elapsed`, it is divided by the CPU time of this thread: what
    the system gave to others meanwhile is not the cipher's. `tell` is called about fifty times a
    second, outside the clock. A first unit warms up and is not counted.
    """
    batch(1)
    units, size, spent, elapsed = 0, 1, 0.0, 0.0
    gc.disable()
    try:
        while elapsed < seconds:
            began, used = time.perf_counter(), time.thread_time()
            batch(size)
            took = time.perf_counter() - began
            spent += time.thread_time() - used
            elapsed += took
            units += size
            tell(min(1.0, elapsed / seconds))
            size = _next(size, took)
    finally:
        gc.enable()
    return Pace(units, spent, elapsed)


def _next(size: int, took: float) -> int:
    """How many units take about `_BATCH_SECONDS`, grown by no more than ten at a time."""
    return max(1, min(size * 10, int(size * _BATCH_SECONDS / max(took, 1e-9))))
