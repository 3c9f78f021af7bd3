"""The table `load` of a workload file (rate, users, lanes), and the cases of a load."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from engines.contract.message import Message, phrase
from workloads.contract import Case
from workloads.load import (
    MOST_LANES,
    Arrivals,
    ClosedPace,
    OpenPace,
    Pace,
    clients_of,
    shortest_decimal,
)

MOST_RATE, MOST_KINDS = 100_000, 64
"""Most arrivals a second, and operations of a mix."""


class LoadModel(StrEnum):
    """Open: requests arrive whatever the server does. Closed: users wait for their answers."""

    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True)
class LoadWork:
    """The table `load` of a file.

    OPEN: `rate` arrivals per second of all operations together, spaced by `arrivals`, sent by so
    many `lanes` (processes); up to `queue` requests wait for a lane. CLOSED: so many `users`, each
    of whom waits `think` seconds before a request. Both run for `seconds`, after `warmup_seconds`
    that do not count.
    """

    pace: LoadModel
    rate: float = 0.0
    users: int = 0
    think: float = 0.0
    seconds: float = 20.0
    warmup_seconds: float = 5.0
    arrivals: Arrivals = Arrivals.CONSTANT
    lanes: int = 4
    queue: int = 1000

    @property
    def processes(self) -> int:
        """Number of lanes; one per user of a closed load."""
        return self.lanes if self.pace is LoadModel.OPEN else self.users

    def for_case(self, case: Case) -> LoadWork:
        """With the rate or the number of clients in a case's name."""
        if clients := clients_of(case):
            return self.for_clients(clients)
        return replace(self, rate=rate_of(case) or self.rate)

    def for_clients(self, clients: int) -> LoadWork:
        """A closed load of so many clients; `think` stays as it is. Itself for 0."""
        if not clients:
            return self
        return replace(self, pace=LoadModel.CLOSED, users=clients, rate=0.0)

    def timed_pace(self, mix: tuple[float, ...], seed: int) -> Pace:
        return self._pace(mix, seed, self.seconds)

    def warmup_pace(self, mix: tuple[float, ...], seed: int) -> Pace | None:
        """The pace of the warm-up; None where there is none, or where it is the timed pace's
        `lead`."""
        if self.pace is LoadModel.CLOSED or not self.warmup_seconds:
            return None
        return self._pace(mix, seed + 1, self.warmup_seconds)

    def _pace(self, mix: tuple[float, ...], seed: int, seconds: float) -> Pace:
        if self.pace is LoadModel.CLOSED:
            return ClosedPace(0, seconds, self.think, mix, seed, lead=self.warmup_seconds)
        return OpenPace((self.rate,), seconds, self.arrivals, self.queue, seed, mix=mix)


def load_faults(load: LoadWork) -> Iterator[tuple[str, Message]]:
    """Faults of a load, each with the key that it concerns."""
    is_open = load.pace is LoadModel.OPEN
    found: tuple[tuple[bool, str, Message], ...] = (
        (
            not is_open or 0.01 <= load.rate <= MOST_RATE,
            "rate",
            phrase("an open load needs a rate, 0.01 to {most} per second", most=MOST_RATE),
        ),
        (
            is_open or 1 <= load.users <= MOST_LANES,
            "users",
            phrase("a closed load needs users, 1 to {most}", most=MOST_LANES),
        ),
        (is_open or not load.rate, "rate", phrase("a closed load has no rate")),
        (
            not is_open or not (load.users or load.think),
            "think" if load.think else "users",
            phrase("an open load has neither users nor think"),
        ),
        (0 <= load.think <= 3600, "think", phrase("think must be 0 to 3600 seconds")),
        (0.1 <= load.seconds <= 86_400, "seconds", phrase("seconds must be 0.1 to 86400")),
        (
            0 <= load.warmup_seconds <= 3600,
            "warmup_seconds",
            phrase("warmup_seconds must be 0 to 3600"),
        ),
        (1 <= load.lanes <= MOST_LANES, "lanes", phrase("lanes must be 1 to {n}", n=MOST_LANES)),
        (1 <= load.queue <= 100_000, "queue", phrase("queue must be 1 to 100000")),
    )
    return ((key, message) for fits, key, message in found if not fits)


def open_case(size: int, rate: float) -> Case:
    """The case of a rate that a plan asks for: “open, 200/s”."""
    return Case(size, f"open, {shortest_decimal(rate)}/s")


def rate_of(case: Case) -> float | None:
    """The rate in a case's name; None where it is the file's."""
    found = _RATE.fullmatch(case.name)
    return float(found[1]) if found else None


_RATE = re.compile(r"open, ([\d.]+)/s")
