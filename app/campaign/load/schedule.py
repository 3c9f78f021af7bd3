"""When requests arrive: computed by each lane for itself, a little ahead, always the same."""

from __future__ import annotations

import math
import random
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from heapq import merge
from itertools import count, cycle, islice, repeat, takewhile

from workloads.load import Arrivals, OpenPace, kinds_of

_SECOND = 1_000_000_000
_AT_ONCE = 64
"""Arrivals that are computed at a time, some 30 µs."""
_STORED = 1024
"""Past arrivals kept before they are discarded."""

_DECKS: Mapping[Arrivals, int] = {Arrivals.CONSTANT: 1, Arrivals.POISSON: 16}
"""How many arrivals in a row each share is dealt exactly so many of, in a drawn order: each has the
planned rate, and all meet the same moments. One of each keeps even arrivals as even as may be; of
random ones that would leave gaps of too much the same length (a third of their variance for three
shares), where sixteen of each look as if every arrival drew its share by itself."""

type Due = tuple[int, int, int]
"""An arrival: its instant (`perf_counter_ns`), the kind of request, and its number among those."""


class Schedule:
    """The arrivals of a load that begins at `start` (`perf_counter_ns`), each by its index.

    However many there are, only those around now are kept.
    """

    def __init__(self, pace: OpenPace, start: int) -> None:
        self._coming = _merged(pace, start)
        self._first = 0
        self._dues: list[Due] = []
        self._last = start
        self._extend()

    def reach(self, now: int) -> None:
        """Compute what is due until now and what comes next. It takes some time, now and then."""
        while self._last <= now and self._extend():
            pass

    def due_until(self, index: int, now: int) -> int:
        """The index of the first arrival from `index` on that is not due now. What lies before
        `index` is not asked for again."""
        if index - self._first >= _STORED:
            self._forget(index)
        if self._last <= now:
            self.reach(now)
        return self._first + bisect_left(self._dues, (now + 1,), index - self._first)

    def some(self, index: int, count: int) -> list[Due]:
        """The due arrivals from `index` on, up to a number."""
        begin = index - self._first
        return self._dues[begin : begin + count]

    def __getitem__(self, index: int) -> Due | None:
        """One arrival that is not forgotten; None after the last."""
        while index >= self._first + len(self._dues):
            if not self._extend():
                return None
        return self._dues[index - self._first]

    def _forget(self, index: int) -> None:
        over = index - self._first
        while over > len(self._dues) and self._extend():  # others have seen to them
            pass
        del self._dues[:over]
        self._first = index

    def _extend(self) -> bool:
        """Compute more arrivals; False at the end."""
        some = list(islice(self._coming, _AT_ONCE))
        self._dues += some
        if some:
            self._last = some[-1][0]
        return bool(some)


def _merged(pace: OpenPace, start: int) -> Iterator[Due]:
    """The arrivals of all streams in order of time, of several hosts those of this one: every
    n-th."""
    place, hosts = pace.host
    return islice(_of_all_hosts(pace, start), place, None, hosts)


def _of_all_hosts(pace: OpenPace, start: int) -> Iterator[Due]:
    if pace.mix:
        return _mixed(pace, start)
    kinds = [_of_kind(pace, kind, start) for kind in range(len(pace.rates))]
    return kinds[0] if len(kinds) == 1 else merge(*kinds)


def _mixed(pace: OpenPace, start: int) -> Iterator[Due]:
    """Each share draws the same kinds, so that all have the same requests in the same order."""
    numbers = [count() for _ in pace.mix]
    for (due, _, _), kind in zip(_of_kind(pace, 0, start), cycle(kinds_of(pace)), strict=False):
        yield due, kind, next(numbers[kind])


def _of_kind(pace: OpenPace, kind: int, start: int) -> Iterator[Due]:
    _, shares = pace.share
    gap, end = _SECOND / (pace.rates[kind] * shares), start + round(pace.seconds * _SECOND)
    instants = (
        _at_random(gap, f"{pace.seed}/{kind}", start)
        if pace.arrivals is Arrivals.POISSON
        else _constant(gap, start)
    )
    coming = takewhile(lambda due: due < end, instants)
    own = coming if shares == 1 else _dealt(coming, pace, kind)
    return zip(own, repeat(kind), count())


def _constant(gap: float, start: int) -> Iterator[int]:
    return (start + int(gap * number) for number in count())


def _at_random(gap: float, seed: str, start: int) -> Iterator[int]:
    """Gaps are exponentially distributed: none of them knows of another."""
    draw, log, due = random.Random(seed).random, math.log, float(start)
    while True:
        due -= log(1.0 - draw()) * gap
        yield int(due)


def _dealt(coming: Iterator[int], pace: OpenPace, kind: int) -> Iterator[int]:
    """Those of its share; who computes another share draws the same."""
    (own, shares), each = pace.share, _DECKS[pace.arrivals]
    deck, shuffle = [*range(shares)] * each, random.Random(f"{pace.seed}/{kind}/shares").shuffle
    while some := list(islice(coming, len(deck))):
        shuffle(deck)
        yield from (due for due, share in zip(some, deck, strict=False) if share == own)
