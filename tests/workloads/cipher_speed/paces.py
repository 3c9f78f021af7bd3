"""Paces of ciphers held against each other, on a machine whose clock jumps by half at any time."""

from __future__ import annotations

from collections.abc import Callable

from workloads.cipher_speed.loop import Throughput

type Measure = Callable[[], Throughput]

_TRIES = 6
_FACTOR = 3
"""A wrong unit or cipher is further off, a busy machine's best of six is not; `make bench` holds
paces to 5 and 10 %."""


def agree(one: Measure, other: Measure) -> bool:
    """Whether two paces are of one size, each at its best. They are measured in turn, until it is
    so or that was tried often."""
    best = other_best = 0.0
    for _ in range(_TRIES):
        best, other_best = max(best, one().per_second), max(other_best, other().per_second)
        if 1 / _FACTOR <= best / other_best <= _FACTOR:
            return True
    return False


def faster(one: Measure, other: Measure, by: float) -> bool:
    """Whether one pace is so many times the other, each at its best."""
    best = other_best = 0.0
    for _ in range(_TRIES):
        best, other_best = max(best, one().per_second), max(other_best, other().per_second)
        if best > by * other_best:
            return True
    return False
