"""Waits until an engine has finished what an operation left for it to do.

InnoDB goes through what an UPDATE has replaced a moment later, for a second where two million rows
fit no buffer; PostgreSQL's checkpointer writes. It would be charged to the operation that follows.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise

from engines.contract.session import FLUSHED, LOGGED, READ, WRITTEN, EngineCounts

MOST_SECONDS = 30.0
"""An engine that others use as well may never rest."""

_LOOK_SECONDS = 0.25
_STEADY = 3
"""How many readings in a row are alike when it rests."""

_WORK = (READ, WRITTEN, LOGGED, FLUSHED)


def wait_for_rest(count: Callable[[], EngineCounts], most: float = MOST_SECONDS) -> bool:
    """Whether what a server reads and writes, as it counts it all, stands still at last. One that
    counts nothing is at rest."""
    until = time.monotonic() + most
    readings = [_work(count)]
    while readings[0] and not _steady(readings[-_STEADY:]):
        if time.monotonic() > until:
            return False
        time.sleep(_LOOK_SECONDS)
        readings.append(_work(count))
    return True


def _steady(readings: list[dict[str, float]]) -> bool:
    return len(readings) == _STEADY and all(a == b for a, b in pairwise(readings))


def _work(count: Callable[[], EngineCounts]) -> dict[str, float]:
    growing = count().growing
    return {name: growing[name] for name in _WORK if name in growing}
