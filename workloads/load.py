"""Load: requests that lanes send, at a pace of their own or as they arrive.

A lane is a process with a session of its own. It is told what to ask by an `Asking`, which pickles,
and opens it into `Requests`: functions that make one ready and that send it. The pace says when:
an `OpenPace` schedules arrivals ahead, whatever the server does meanwhile, and a request counts
from the instant of its arrival; a `ClosedPace` sends the next one when the one before is answered.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from array import array
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from typing import Any, NamedTuple, Self

from engines.contract.errors import CipherbenchError
from engines.contract.key_source import KeyCalls
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.parameter import Shown
from engines.contract.session import Prepared
from workloads.contract import Better, Measure, Part, Setting
from workloads.stage import RunDatabase, Stage


class Request(NamedTuple):
    """One kind of request. `ready` makes the one with a number, counted from 0, before the clock
    starts; `send` sends it and waits for its whole answer, and is what the clock stands around.
    When the clock has stopped, `holds` tells whether what arrived is an answer (anything that is
    true), and where it is not `why` says so for the request with that number. Either may raise
    TransactionConflict, of a transaction that is rolled back: it is sent again. `prepared` is the
    statement of a request that is one statement and nothing else: `ready` gives what is bound."""

    ready: Callable[[int], Any]
    send: Callable[[Any], object]
    holds: Callable[[Any], object] = lambda arrived: True
    why: Callable[[int, Any], CipherbenchError] | None = None
    prepared: Prepared | None = None


class Requests(ABC):
    """The kinds of requests of one lane, opened in its process."""

    kinds: Sequence[Request]
    thread: int | None = None
    """The server's own thread or process that serves this lane alone (`Session.thread`); None where
    that is not known, or something stands between."""
    key_calls: KeyCalls | None = None
    """What was asked of a key service, in this process; None where there is none."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @abstractmethod
    def close(self) -> None:
        """Close the connection."""


class Asking(ABC):
    """The requests of a load, for its lanes; can be pickled."""

    @abstractmethod
    def open(self) -> Requests:
        """A session of a lane's own, with everything prepared.

        Raises: CipherbenchError
        """


MEAN_LATENCY = "latency_mean_ms"
"""The measure that every load yields: from the instants of arrivals, in the middle."""
MEDIAN_LATENCY, P99_LATENCY = "latency_p50_ms", "latency_p99_ms"
"""The same at these percentiles."""
RATE = "rate_per_s"
"""The measure of requests answered per second."""


STANDBY_LAG = "standby_lag_bytes"
"""The measure of how many bytes of log a standby had not carried out when the last request of a
load was answered."""
START_SPREAD = "start_spread_ms"
"""The measure of a load from several hosts: from the first start to the last."""


LOAD_MEASURES = (
    Measure(MEAN_LATENCY, phrase("Mean latency"), "ms"),
    Measure("latency_min_ms", phrase("Shortest latency"), "ms"),
    Measure(MEDIAN_LATENCY, phrase("Median latency"), "ms"),
    Measure("latency_p95_ms", phrase("Latency, 95th percentile"), "ms"),
    Measure(P99_LATENCY, phrase("Latency, 99th percentile"), "ms"),
    Measure("latency_p999_ms", phrase("Latency, 99.9th percentile"), "ms"),
    Measure("latency_max_ms", phrase("Longest latency"), "ms"),
    Measure("service_mean_ms", phrase("Mean service time"), "ms"),
    Measure("service_p99_ms", phrase("Service time, 99th percentile"), "ms"),
    Measure(RATE, phrase("Requests answered"), "/s", Better.MORE),
    Measure("arrived", phrase("Arrivals"), "", Better.MORE, compared=False),
    Measure("completed", phrase("Answered"), "", Better.MORE, compared=False),
    Measure("late", phrase("Late starts"), "", compared=False),
    Measure("dropped", phrase("Dropped"), "", compared=False),
    Measure("retried", phrase("Tried again"), "", compared=False),
    Measure(
        "wake_p99_ms",
        phrase("Lateness of the generator, 99th percentile"),
        "ms",
        compared=False,
    ),
    Measure("generator_limited", phrase("The generator was the limit"), "", compared=False),
    Measure(STANDBY_LAG, phrase("Standby behind by"), "B", compared=False),
    Measure(START_SPREAD, phrase("Spread of starts over hosts"), "ms", compared=False),
)
"""What loads yield."""

MIXED = "MIXED"
"""The operation that all requests of a mix are told under; where each kind is told apart, they
stand beside it under their own names."""


class Arrivals(StrEnum):
    """How arrivals lie in time: at equal distances, or at random, none knowing of another."""

    CONSTANT = "constant"
    POISSON = "poisson"


ONE_HOST = (0, 1)
"""The first host of one: all arrivals are its own."""


@dataclass(frozen=True)
class OpenPace:
    """Arrivals for `seconds`: so many per second of each kind of request.

    `queue` is how many may wait for a lane; what arrives while it is full is dropped. `seed` draws
    the random ones. A `share` of (1, 3) is the second of three that are dealt from one schedule,
    each at these rates. With a `mix` there is one rate, of all kinds together: the seed draws of
    which kind each arrival is, in these shares. A `host` of (1, 3) is the second of three that
    take every third arrival of its share.
    """

    rates: tuple[float, ...]
    seconds: float
    arrivals: Arrivals = Arrivals.CONSTANT
    queue: int = 1000
    seed: int = 0
    share: tuple[int, int] = (0, 1)
    mix: tuple[float, ...] = ()
    host: tuple[int, int] = ONE_HOST
    lead = 0.0

    @property
    def expected(self) -> int:
        """About how many requests it makes, on this host."""
        return max(1, round(sum(self.rates) * self.seconds / self.host[1]))


@dataclass(frozen=True)
class ClosedPace:
    """One after another in each lane: `requests` of them in all, or for `seconds` where that is
    given. A lane waits `think` seconds before each. With a `mix` the seed draws the kind of each,
    in these shares. A `host` of (1, 3) takes every third of them, from the second on. What is sent
    in the first `lead` seconds, before the others, does not count: connections and caches are warm
    then, and stay so."""

    requests: int
    seconds: float | None = None
    think: float = 0.0
    mix: tuple[float, ...] = ()
    seed: int = 0
    host: tuple[int, int] = ONE_HOST
    lead: float = 0.0
    queue = 0

    @property
    def expected(self) -> int:
        """How many requests it makes, on this host; where seconds count nobody knows."""
        place, hosts = self.host
        return 0 if self.seconds is not None else len(range(place, self.requests, hosts))


type Pace = OpenPace | ClosedPace


def kinds_of(pace: Pace) -> array[int]:
    """The kinds of the requests of a mix, one after another; then the same ones come again. Each
    deck has all kinds in their shares, to the nearest request, in an order of its own."""
    draw, reached = random.Random(f"{pace.seed}/mix"), list(accumulate(pace.mix))
    kinds, step = array("B"), reached[-1] / _DECK
    for _ in range(_DECKS):
        first = draw.random()
        deck = [bisect_right(reached, (first + each) * step) for each in range(_DECK)]
        draw.shuffle(deck)
        kinds.extend(min(kind, len(reached) - 1) for kind in deck)
    return kinds


_DECK, _DECKS = 128, 16
"""Made in 2 ms: lanes do it when they have been told the instant at which they are to begin."""


MOST_HOSTS = 1000
HOSTS = Shown(
    phrase("Hosts"),
    phrase("Machines that send one load together, each with so many lanes; above 1: for run --on"),
    rare=True,
)
"""How forms show the parameter of loads that several machines may carry out together."""


@dataclass(frozen=True)
class LoadPart(Part):
    """A part that lanes do: `lanes` of them ask at a `pace`, and before at that of a `warmup` that
    does not count."""

    name: str
    pace: Pace
    warmup: Pace | None
    lanes: int

    at_once = True

    @property
    def kind_names(self) -> tuple[str, ...]:
        """What the kinds of a mix are told under, each by itself; none where only all are told."""
        return ()

    @property
    def operations(self) -> tuple[str, ...]:
        return (self.name, *self.kind_names)

    @property
    def why_not_interleaved(self) -> Message:
        closed = any(isinstance(each, ClosedPace) for each in (self.pace, self.warmup))
        return phrase("each request waits for the previous answer") if closed else NOTHING

    @abstractmethod
    def asking(
        self, setting: Setting, place: RunDatabase, stage: Stage | None, *, warming: bool
    ) -> Asking:
        """What lanes ask next, of the database as it is now, or of what stands before it; first to
        warm up, then to be timed."""

    @abstractmethod
    def verify(self, setting: Setting, asking: Asking, completed: Sequence[int]) -> None:
        """Check, outside any clock, what the database holds now that so many requests of each kind
        were answered.

        Raises: VerificationFailed
        """
