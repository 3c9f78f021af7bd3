"""Waits until an engine has finished what an operation left for it to do.

InnoDB goes through what an UPDATE has replaced a moment later, for a second where two million rows
fit no buffer; PostgreSQL's checkpointer writes. It would be charged to the operation that follows.
InnoDB may be a second late to begin (18 tries with 10.11 and 11.4), and tells by its history
that it has yet to; where it does not tell, it is waited for as long.
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
_STEADY_THOUGH_LEFT = 11
"""And when it still has something left, or does not tell: somebody else's transaction may keep it
from beginning."""

_WORK = (READ, WRITTEN, LOGGED, FLUSHED)


def wait_for_rest(count: Callable[[], EngineCounts], most: float = MOST_SECONDS) -> bool:
    """Whether what a server reads and writes, as it counts it all, stands still at last. One that
    counts nothing is at rest."""
    until = time.monotonic() + most
    readings = [_work(count())]
    while readings[0].growing and not _steady(readings):
        if time.monotonic() > until:
            return False
        time.sleep(_LOOK_SECONDS)
        readings.append(_work(count()))
    return True


def _steady(readings: list[EngineCounts]) -> bool:
    needed = _STEADY if readings[-1].left == 0 else _STEADY_THOUGH_LEFT
    last = readings[-needed:]
    return len(last) == needed and all(a == b for a, b in pairwise(last))


def _work(counts: EngineCounts) -> EngineCounts:
    done = {name: counts.growing[name] for name in _WORK if name in counts.growing}
    return EngineCounts(done, left=counts.left)
