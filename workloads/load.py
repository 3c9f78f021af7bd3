"""Load: requests that lanes send, at a pace of their own or as they arrive.

A lane is a load generator process with a session of its own. It is given a `RequestSource`, which
pickles, and opens it into `LaneRequests`: functions that make a request and that send it. The pace
says when: an `OpenPace` schedules arrivals ahead, whatever the server does meanwhile, and latency
counts from the instant of the arrival; a `ClosedPace` sends the next request once the one before is
answered.
"""

from __future__ import annotations

import random
import re
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
from engines.contract.message import NOTHING, Message, Number, phrase, plural
from engines.contract.parameter import Shown
from engines.contract.session import Prepared
from workloads.app_server import AppServer, RunDatabase
from workloads.contract import Better, Case, Measure, Part, Setting


class Request(NamedTuple):
    """One kind of request. `make` makes the request of a number, counted from 0, before the clock
    starts; `send` sends it and waits for the whole answer, inside the clock. Afterwards
    `is_answered` says whether what arrived is a valid answer (any true value), and where it is not,
    `failure` gives the error of the request of that number. Any of these may raise
    TransactionConflict where the transaction was rolled back: the request is sent again.
    `prepared` is the statement of a request that is a single statement; `make` then binds it."""

    make: Callable[[int], Any]
    send: Callable[[Any], object]
    is_answered: Callable[[Any], object] = lambda arrived: True
    failure: Callable[[int, Any], CipherbenchError] | None = None
    prepared: Prepared | None = None


class LaneRequests(ABC):
    """The kinds of requests of one lane, opened in its process."""

    kinds: Sequence[Request]
    thread: int | None = None
    """The server's thread or process that serves this lane alone (`Session.thread`); None where it
    is unknown, or an API is between."""
    key_calls: KeyCalls | None = None
    """Calls of a key service by this process; None where there is no key service."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @abstractmethod
    def close(self) -> None:
        """Close the connection."""


class RequestSource(ABC):
    """Where the requests of a load go and how they are made; pickles, so that it reaches a lane."""

    most: int | None = None
    """How many requests it has: a closed load ends with the last. None: as many as are sent."""

    @abstractmethod
    def open(self) -> LaneRequests:
        """Open a session of the lane's own, with everything prepared.

        Raises: CipherbenchError
        """


MEAN_LATENCY = "latency_mean_ms"
"""The measure that every load yields: the mean latency, from the instants of arrivals."""
MEDIAN_LATENCY, P99_LATENCY = "latency_p50_ms", "latency_p99_ms"
"""The same at these percentiles."""
RATE = "rate_per_s"
"""The measure of requests answered per second."""


STANDBY_LAG = "standby_lag_bytes"
"""The measure of how many bytes of log a standby still had to replay when the last request of a
load was answered."""
POOLER_CPU = "pooler_cpu_s"
"""The measure of how long a pooler of ours was busy, which is part of the server's CPU time."""
START_SPREAD = "start_spread_ms"
"""The measure of a load from several hosts: the time from the first host's start to the last's."""


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
    Measure(POOLER_CPU, phrase("Pooler's CPU time"), "s", compared=False),
    Measure(START_SPREAD, phrase("Spread of starts over hosts"), "ms", compared=False),
)
"""What loads yield."""

MIXED = "MIXED"
"""The operation under which all requests of a mix are reported together; kinds that are also
reported one by one have names of their own."""


class Arrivals(StrEnum):
    """How arrivals are spaced: at equal intervals, or independently at random (Poisson)."""

    CONSTANT = "constant"
    POISSON = "poisson"


def shortest_decimal(value: float) -> str:
    """The shortest exact form, never with an exponent."""
    return f"{value:f}".rstrip("0").rstrip(".")


def exact_number(value: float) -> Number:
    """A number with only the decimals it needs."""
    return Number(value, len(shortest_decimal(value).partition(".")[2]))


ONE_HOST = (0, 1)
"""`host` of a load from one machine, the first of one: it takes all arrivals."""


@dataclass(frozen=True)
class OpenPace:
    """Arrivals for `seconds`: so many per second of each kind of request.

    `queue` is how many may wait for a lane; what arrives while it is full is dropped. Random
    arrivals are drawn from `seed`. Protections measured at the same time divide one schedule: a
    `share` of (1, 3) is the second of three, each at these rates. With a `mix` there is one rate
    for all kinds together; the kind of each arrival is drawn from the seed, in these proportions. A
    `host` of (1, 3) is the second of three machines, which takes every third arrival of its share.
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
    """One request after another in each lane: `requests` in all, or for `seconds` where that is
    given, which end early after `most` requests. A lane waits `think` seconds before each. With a
    `mix` the kind of each is drawn from the seed, in these proportions. A `host` of (1, 3) takes
    every third of them, from the second on. Requests of the first `lead` seconds, before the
    others, warm up and do not count."""

    requests: int
    seconds: float | None = None
    think: float = 0.0
    mix: tuple[float, ...] = ()
    seed: int = 0
    host: tuple[int, int] = ONE_HOST
    lead: float = 0.0
    most: int | None = None
    queue = 0

    @property
    def expected(self) -> int:
        """How many requests it makes, on this host; 0, for unknown, where `seconds` limits them."""
        place, hosts = self.host
        return 0 if self.seconds is not None else len(range(place, self.requests, hosts))


type Pace = OpenPace | ClosedPace


def drawn_kinds(pace: Pace) -> array[int]:
    """The kinds of a mix's requests, in a shuffled order that repeats after 2,048. They are drawn
    in decks of 128: each has all kinds in their proportions, to the nearest request."""
    draw, reached = random.Random(f"{pace.seed}/mix"), list(accumulate(pace.mix))
    kinds, step = array("B"), reached[-1] / _DECK
    for _ in range(_DECKS):
        first = draw.random()
        deck = [bisect_right(reached, (first + each) * step) for each in range(_DECK)]
        draw.shuffle(deck)
        kinds.extend(min(kind, len(reached) - 1) for kind in deck)
    return kinds


_DECK, _DECKS = 128, 16
"""Requests in a deck, and decks. They are made in 2 ms: a lane does it between receiving the
instant of its start and that instant."""


MOST_LANES = 64
"""Most load generator processes, and clients."""
MOST_HOSTS = 1000
HOSTS = Shown(
    phrase("Hosts"),
    phrase("Machines that send one load together, each with so many lanes; above 1: for run --on"),
    rare=True,
)
"""How forms show the parameter of loads that several machines may carry out together."""

CLIENTS = Shown(
    phrase("Clients"),
    phrase("Each sends its next request once the one before is answered"),
    offers=(1, 2, 4, 8, 16, 32, 64),
    words=phrase("Add clients"),
    rare=True,
)
THINK = Shown(
    phrase("Think time"),
    phrase("Seconds that each client waits before a request"),
    unit=phrase("s"),
    rare=True,
)
WARMUP_SECONDS = Shown(
    phrase("Warming up"),
    phrase("How long requests are sent before counting starts"),
    unit=phrase("s"),
    rare=True,
)


# Cases of clients: a size, and so many clients in their names.


def closed_case(size: int, clients: int) -> Case:
    """The case of a number of clients that a plan asks for: “closed, 8 clients”."""
    return Case(size, f"closed, {clients} client{'s' * (clients != 1)}")


def clients_of(case: Case) -> int | None:
    """The number of clients in a case's name; None where there is none."""
    found = _CLIENTS.fullmatch(case.name)
    return int(found[1]) if found else None


_CLIENTS = re.compile(r"closed, (\d+) clients?")


def with_clients(rows: Message, clients: int) -> Message:
    """“100 rows, 8 clients”, of the words for its size."""
    return plural("{rows}, {n} clients", "{rows}, {n} client", clients, rows=rows)


def clients_range(cases: Sequence[Case], size_label: Callable[[int], Message]) -> Message:
    """“100 rows, 1 to 64 clients”: cases of one size by clients; nothing for others."""
    first, last = min(cases), max(cases)
    least, most = clients_of(first), clients_of(last)
    if least is None or most is None or least == most or first.size != last.size:
        return NOTHING
    ends = {"least": Number(least), "most": Number(most)}
    return phrase("{rows}, {least} to {most} clients", rows=size_label(first.size), **ends)


@dataclass(frozen=True)
class LoadPart(Part):
    """A part that lanes carry out: `lanes` processes send requests at a `pace`, after a `warmup`
    that does not count."""

    name: str
    pace: Pace
    warmup: Pace | None
    lanes: int

    is_simultaneous = True

    @property
    def kind_names(self) -> tuple[str, ...]:
        """Names under which the kinds of a mix are reported one by one; none where only the mix is
        reported."""
        return ()

    @property
    def operations(self) -> tuple[str, ...]:
        return (self.name, *self.kind_names)

    @property
    def why_not_interleaved(self) -> Message:
        closed = any(isinstance(each, ClosedPace) for each in (self.pace, self.warmup))
        return phrase("each request waits for the previous answer") if closed else NOTHING

    @abstractmethod
    def request_source(
        self,
        setting: Setting,
        run_database: RunDatabase,
        app_server: AppServer | None,
        *,
        warming: bool,
    ) -> RequestSource:
        """The requests that lanes send to the database as it is now, or to the application server
        before it: called for the warm-up (`warming`), and again for the timed requests."""

    @abstractmethod
    def verify(self, setting: Setting, source: RequestSource, completed: Sequence[int]) -> None:
        """Check, outside any clock, what the database holds after `completed` requests of each
        kind were answered.

        Raises: VerificationFailed
        """
