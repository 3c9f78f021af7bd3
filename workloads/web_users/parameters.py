"""The parameters of the workload “web_users” in a plan, and the names of its cases."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from engines.contract.message import Message, phrase
from engines.contract.parameter import Shown, parameter
from workloads.contract import PROFILES, Case, Parameters, Profile
from workloads.load import (
    HOSTS,
    MOST_HOSTS,
    MOST_LANES,
    THINK,
    WARMUP_SECONDS,
    Arrivals,
    ClosedPace,
    OpenPace,
    Pace,
    shortest_decimal,
)

# The kinds of load and the paths of requests, and the names of cases made of them.


class LoadKind(StrEnum):
    """The study's three tests: requests one after another; arrivals of reads, then of writes; both
    together."""

    BASELINE = "baseline"
    CONCURRENT = "concurrent"
    MIXED = "mixed"


class Path(StrEnum):
    """How requests reach the users: through the engine's driver, or through a web application."""

    DIRECT = "direct"
    API = "api"


_KIND_ENDING = {LoadKind.BASELINE: " in turn", LoadKind.CONCURRENT: "", LoadKind.MIXED: " mixed"}
"""What follows the path in the name of a case, by its kind of load."""

_NAME = re.compile(
    r"[^,]+, ((?P<reads>[\d.]+) \+ (?P<writes>[\d.]+)(/s)?"
    r"|(?P<seconds>[\d.]+) s|(?P<clients>\d+) clients)"
)


@dataclass(frozen=True)
class Amounts:
    """The amounts of a case: numbers of reads and writes, or their rates per second; or the
    `seconds` of each; or the number of `clients` of a closed load."""

    reads: float = 0.0
    writes: float = 0.0
    seconds: float = 0.0
    clients: int = 0


def case_name(load: LoadKind, path: Path, amounts: Amounts) -> str:
    """The name of a case, such as “direct mixed, 100 + 50/s”: `amounts_of` reads it again."""
    kind = path + _KIND_ENDING[load]
    if amounts.clients:
        return f"{kind}, {amounts.clients} clients"
    if amounts.seconds:
        return f"{kind}, {shortest_decimal(amounts.seconds)} s"
    both = f"{kind}, {shortest_decimal(amounts.reads)} + {shortest_decimal(amounts.writes)}"
    return both if load is LoadKind.BASELINE else f"{both}/s"


def amounts_of(case: Case) -> Amounts:
    found = _NAME.fullmatch(case.name)
    assert found is not None
    reads, writes, seconds = (float(found[each] or 0) for each in ("reads", "writes", "seconds"))
    return Amounts(reads, writes, seconds, int(found["clients"] or 0))


def load_kind_of(case: Case) -> LoadKind:
    return next(
        load for load in LoadKind if case.kind in {path + _KIND_ENDING[load] for path in Path}
    )


def path_of(case: Case) -> Path:
    return next(path for path in Path if case.name.startswith(path))


# How forms show what may be set of the web users.

LOADS = Shown(
    phrase("Load"),
    choices={
        LoadKind.BASELINE: (
            phrase("One by one"),
            phrase("The study's baseline: each request waits for the previous answer"),
        ),
        LoadKind.CONCURRENT: (
            phrase("Arrivals"),
            phrase("Reads, then writes: sent at a fixed rate, even if the server is slow"),
        ),
        LoadKind.MIXED: (
            phrase("Mixed"),
            phrase("Reads and writes together: each sent at its rate, even if the server is slow"),
        ),
    },
    required_message=phrase("Choose a load."),
)
PATHS = Shown(
    phrase("Path"),
    choices={
        Path.DIRECT: (phrase("driver"), phrase("Through the server's driver")),
        Path.API: (
            phrase("API"),
            phrase("Through a web application on this machine, part of Cipherbench"),
        ),
    },
    required_message=phrase("Choose a path."),
)
USERS = Shown(phrase("Users"), phrase("Number of users before the first request"))
READS = Shown(phrase("Reads"), phrase("Users read by id, one after another"))
WRITES = Shown(phrase("Writes"), phrase("Users added, one after another"))
BASELINE_SECONDS = Shown(
    phrase("Or for"),
    phrase(
        "Duration of reading, and then of writing, instead of a number of requests; 0: use the "
        "number"
    ),
    unit=phrase("s"),
    rare=True,
)
READ_RATE = Shown(
    phrase("Reads"),
    phrase(
        "Users read by id, per protection: in lockstep the server gets the requests of all at "
        "once. Several rates, separated by commas, make a load each"
    ),
    unit=phrase("per second"),
    required_message=phrase("Add at least one read rate."),
)
WRITE_RATE = Shown(
    phrase("Writes"),
    phrase("Users added; one rate for each read rate, in the same order"),
    unit=phrase("per second"),
    required_message=phrase("Add at least one write rate."),
)
SECONDS = Shown(
    phrase("For"), phrase("How long requests are sent; ten minutes in the study"), unit=phrase("s")
)
ARRIVALS = Shown(
    phrase("Arrivals"),
    choices={
        Arrivals.CONSTANT: (phrase("Even"), phrase("At equal intervals, as k6 sends them")),
        Arrivals.POISSON: (phrase("Random"), phrase("A Poisson process, as with people")),
    },
    rare=True,
)
CLIENTS = Shown(
    phrase("Clients"),
    phrase(
        "Each sends its next request once the one before is answered, in place of the loads above; "
        "the rates are the shares of reads and writes"
    ),
    offers=(1, 2, 4, 8, 16, 32, 64),
    words=phrase("Add clients"),
    rare=True,
)
LANES = Shown(
    phrase("Lanes"),
    phrase("Processes that send requests, each with its own connection"),
    rare=True,
)
QUEUE = Shown(
    phrase("Queue"),
    phrase("Requests that may wait for a lane; if the queue is full, they are dropped"),
    rare=True,
)
TLS = Shown(
    phrase("TLS"),
    phrase("Requests to the API are encrypted, with a certificate made for this run"),
    words=phrase("to the API"),
    rare=True,
)


@dataclass(frozen=True)
class WebUsersParameters(Parameters):
    """Defaults are the study's, except where it gives none: users before the load, seconds of
    warm-up, and how requests are sent.

    `reads` and `writes` are the requests of the baseline load; with `baseline_seconds` it takes so
    long for each of the two instead. Rates are arrivals per second for so many `seconds`; the nth
    read rate goes with the nth write rate, and each pair is a case. `clients` replace these by
    closed loads, a case for each number, with reads and writes in proportion to the rates; each
    client waits `think` seconds before a request. With `tls` connections to the API are encrypted,
    with a certificate of its own.
    """

    name: str = "web_users"
    loads: tuple[LoadKind, ...] = parameter((LoadKind.CONCURRENT,), shown=LOADS)
    read_rate: tuple[float, ...] = parameter((100.0,), least=0.01, most=100_000, shown=READ_RATE)
    write_rate: tuple[float, ...] = parameter((50.0,), least=0.01, most=100_000, shown=WRITE_RATE)
    seconds: float = parameter(600.0, least=0.1, most=86_400, shown=SECONDS)
    reads: int = parameter(100_000, least=1, most=10_000_000, shown=READS)
    writes: int = parameter(10_000, least=1, most=10_000_000, shown=WRITES)
    paths: tuple[Path, ...] = parameter((Path.DIRECT,), shown=PATHS)
    users: int = parameter(10_000, least=1, most=1_000_000, shown=USERS)
    profile: Profile = parameter(Profile.STUDY, shown=PROFILES)
    baseline_seconds: float = parameter(0.0, least=0, most=86_400, shown=BASELINE_SECONDS)
    warmup_seconds: float = parameter(5.0, least=0, most=3600, shown=WARMUP_SECONDS)
    arrivals: Arrivals = parameter(Arrivals.CONSTANT, shown=ARRIVALS)
    clients: tuple[int, ...] = parameter((), least=1, most=MOST_LANES, shown=CLIENTS)
    think: float = parameter(0.0, least=0, most=3600, shown=THINK)
    lanes: int = parameter(4, least=1, most=MOST_LANES, shown=LANES)
    queue: int = parameter(1000, least=1, most=100_000, shown=QUEUE)
    hosts: int = parameter(1, least=1, most=MOST_HOSTS, shown=HOSTS)
    tls: bool = parameter(False, shown=TLS)

    @property
    def has_arrivals(self) -> bool:
        """Whether one of its loads is open (has arrivals)."""
        return bool({LoadKind.CONCURRENT, LoadKind.MIXED} & {*self.loads})

    @property
    def rates(self) -> tuple[Amounts, ...]:
        """Arrivals per second of reads and of writes, for each open load."""
        return tuple(map(Amounts, self.read_rate, self.write_rate))

    @property
    def idle(self) -> Collection[str]:
        """Rates only matter for open loads, numbers of requests for the baseline, TLS for the API;
        clients replace loads."""
        api = () if Path.API in self.paths else ("tls",)
        if self.clients:
            return (
                "loads",
                "reads",
                "writes",
                "baseline_seconds",
                "arrivals",
                "lanes",
                "queue",
                *api,
            )
        arriving = ("read_rate", "write_rate", "seconds", "arrivals", "queue")
        in_turn = ("reads", "writes", "baseline_seconds")
        return (
            "think",
            *(() if self.has_arrivals else arriving),
            *(() if LoadKind.BASELINE in self.loads else in_turn),
            *api,
        )

    def faults(self) -> Iterator[Message]:
        """What is wrong, beyond limits of single values, as clauses."""
        if not self.loads:
            yield phrase("workload loads are empty")
        if not self.paths:
            yield phrase("workload paths are empty")
        if len(set(self.loads)) != len(self.loads):
            yield phrase("a load is named twice")
        if len(set(self.paths)) != len(self.paths):
            yield phrase("a path is named twice")
        if self.has_arrivals or self.clients:
            yield from self._rate_faults()
        if len(set(self.clients)) != len(self.clients):
            yield phrase("a number of clients is named twice")
        if self.clients and len(self.paths) > 1:
            yield phrase("clients need a single path")
        if self.clients and len(self.read_rate) > 1:
            yield phrase("clients need a single pair of rates")

    def _rate_faults(self) -> Iterator[Message]:
        if not (self.read_rate and self.write_rate):
            yield phrase("read_rate or write_rate is empty")
        elif len(self.read_rate) != len(self.write_rate):
            yield phrase(
                "read_rate and write_rate have different lengths ({reads} and {writes}): each read "
                "rate needs a write rate",
                reads=len(self.read_rate),
                writes=len(self.write_rate),
            )
        elif len({case_name(LoadKind.MIXED, Path.DIRECT, each) for each in self.rates}) != len(
            self.rates
        ):
            yield phrase("a pair of rates is named twice")

    def cases(self) -> tuple[Case, ...]:
        """A case for each load, each of its rates and each path. Its size is the rate, or the
        number of reads, with clients the number of users; its name has the rest."""
        if self.clients:
            return tuple(
                Case(self.users, case_name(LoadKind.MIXED, path, Amounts(clients=each)))
                for path in self.paths
                for each in self.clients
            )
        return tuple(
            Case(_size(load, amounts), case_name(load, path, amounts))
            for load in self.loads
            for amounts in self._amounts(load)
            for path in self.paths
        )

    def rates_of(self, case: Case) -> Amounts:
        """The rates of a case; with clients the ones that give the proportions."""
        if self.clients:
            return self.rates[0]
        load, path = load_kind_of(case), path_of(case)
        return next(each for each in self.rates if case_name(load, path, each) == case.name)

    def _amounts(self, load: LoadKind) -> tuple[Amounts, ...]:
        in_turn = Amounts(self.reads, self.writes, self.baseline_seconds)
        return (in_turn,) if load is LoadKind.BASELINE else self.rates

    def open_pace(self, *rates: float, seed: int) -> OpenPace:
        """Arrivals of these rates for the length of a run."""
        return OpenPace(rates, self.seconds, self.arrivals, self.queue, seed)

    def closed_pace(self, requests: int) -> ClosedPace:
        """Requests one after another."""
        seconds = self.baseline_seconds or None
        return ClosedPace(requests, seconds, lead=self.warmup_seconds if seconds else 0.0)

    def clients_pace(self, seed: int) -> ClosedPace:
        """Reads and writes in proportion to their rates; each client waits for its answers."""
        shares = self.rates[0]
        mix = shares.reads, shares.writes
        return ClosedPace(0, self.seconds, self.think, mix=mix, seed=seed, lead=self.warmup_seconds)

    def warmup(self, pace: Pace) -> Pace | None:
        """The same pace for the warm-up; None where there is none, or where it is the pace's own
        `lead`."""
        if not self.warmup_seconds or pace.lead:
            return None
        if isinstance(pace, ClosedPace):
            return replace(pace, seconds=self.warmup_seconds, seed=pace.seed + 1)
        return OpenPace(pace.rates, self.warmup_seconds, pace.arrivals, pace.queue, pace.seed + 1)


def _size(load: LoadKind, amounts: Amounts) -> int:
    asked = {
        LoadKind.BASELINE: amounts.reads,
        LoadKind.CONCURRENT: amounts.reads,
        LoadKind.MIXED: amounts.reads + amounts.writes,
    }
    return max(1, round(asked[load]))
