"""What a plan may set of the web users."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from engines.contract.message import Message, phrase
from engines.contract.parameter import parameter
from workloads.contract import Case, Parameters, Profile
from workloads.load import HOSTS, MOST_HOSTS, Arrivals, ClosedPace, OpenPace, Pace
from workloads.profiles import PROFILES
from workloads.web_users import shown
from workloads.web_users.loads import Amounts, Load, Path, load_of, name_of, path_of


@dataclass(frozen=True)
class WebUsersParameters(Parameters):
    """The numbers are the study's, but for those it does not tell: users that are there before,
    seconds of warming up, and how requests are sent.

    `reads` and `writes` are requests of the baseline, which takes `baseline_seconds` for each of
    the two instead where that is not 0; rates are arrivals per second for so many `seconds`. The
    first rate of reads goes with the first of writes, the second with the second; each such pair is
    a load of its own.
    With `tls` the API has a certificate of its own, and its connections are encrypted.
    """

    name: str = "web_users"
    loads: tuple[Load, ...] = parameter((Load.CONCURRENT,), shown=shown.LOADS)
    read_rate: tuple[float, ...] = parameter(
        (100.0,), least=0.01, most=100_000, shown=shown.READ_RATE
    )
    write_rate: tuple[float, ...] = parameter(
        (50.0,), least=0.01, most=100_000, shown=shown.WRITE_RATE
    )
    seconds: float = parameter(600.0, least=0.1, most=86_400, shown=shown.SECONDS)
    reads: int = parameter(100_000, least=1, most=10_000_000, shown=shown.READS)
    writes: int = parameter(10_000, least=1, most=10_000_000, shown=shown.WRITES)
    paths: tuple[Path, ...] = parameter((Path.DIRECT,), shown=shown.PATHS)
    users: int = parameter(10_000, least=1, most=1_000_000, shown=shown.USERS)
    profile: Profile = parameter(Profile.STUDY, shown=PROFILES)
    baseline_seconds: float = parameter(0.0, least=0, most=86_400, shown=shown.BASELINE_SECONDS)
    warmup_seconds: float = parameter(5.0, least=0, most=3600, shown=shown.WARMUP_SECONDS)
    arrivals: Arrivals = parameter(Arrivals.CONSTANT, shown=shown.ARRIVALS)
    lanes: int = parameter(4, least=1, most=64, shown=shown.LANES)
    queue: int = parameter(1000, least=1, most=100_000, shown=shown.QUEUE)
    hosts: int = parameter(1, least=1, most=MOST_HOSTS, shown=HOSTS)
    tls: bool = parameter(False, shown=shown.TLS)

    @property
    def arriving(self) -> bool:
        """Whether requests arrive in one of its loads."""
        return bool({Load.CONCURRENT, Load.MIXED} & {*self.loads})

    @property
    def rates(self) -> tuple[Amounts, ...]:
        """Arrivals per second, of reads and of writes, of each load in which requests arrive."""
        return tuple(map(Amounts, self.read_rate, self.write_rate))

    @property
    def idle(self) -> Collection[str]:
        """Rates are for arrivals, numbers of requests for one after another, TLS for the API."""
        arriving = ("read_rate", "write_rate", "seconds", "arrivals", "queue")
        in_turn = ("reads", "writes", "baseline_seconds")
        return (
            *(() if self.arriving else arriving),
            *(() if Load.BASELINE in self.loads else in_turn),
            *(() if Path.API in self.paths else ("tls",)),
        )

    def faults(self) -> Iterator[Message]:
        """Clauses about what does not fit, beyond limits of single values."""
        if not self.loads:
            yield phrase("workload loads are empty")
        if not self.paths:
            yield phrase("workload paths are empty")
        if len(set(self.loads)) != len(self.loads):
            yield phrase("a load is named twice")
        if len(set(self.paths)) != len(self.paths):
            yield phrase("a path is named twice")
        if self.arriving:
            yield from self._rate_faults()

    def _rate_faults(self) -> Iterator[Message]:
        if not (self.read_rate and self.write_rate):
            yield phrase("workload rates are empty")
        elif len(self.read_rate) != len(self.write_rate):
            yield phrase(
                "read_rate and write_rate have different lengths ({reads} and {writes}): each read "
                "rate needs a write rate",
                reads=len(self.read_rate),
                writes=len(self.write_rate),
            )
        elif len({name_of(Load.MIXED, Path.DIRECT, each) for each in self.rates}) != len(
            self.rates
        ):
            yield phrase("a pair of rates is named twice")

    def cases(self) -> tuple[Case, ...]:
        """A case for each load at each of its rates by each path. Its size is the rate, or how many
        are read in turn; what else is asked stands in its name."""
        return tuple(
            Case(_size(load, amounts), name_of(load, path, amounts))
            for load in self.loads
            for amounts in self._amounts(load)
            for path in self.paths
        )

    def rates_of(self, case: Case) -> Amounts:
        load, path = load_of(case), path_of(case)
        return next(each for each in self.rates if name_of(load, path, each) == case.name)

    def _amounts(self, load: Load) -> tuple[Amounts, ...]:
        in_turn = Amounts(self.reads, self.writes, self.baseline_seconds)
        return (in_turn,) if load is Load.BASELINE else self.rates

    def open_pace(self, *rates: float, seed: int) -> OpenPace:
        """Arrivals of these rates for the length of a run."""
        return OpenPace(rates, self.seconds, self.arrivals, self.queue, seed)

    def closed_pace(self, requests: int) -> ClosedPace:
        """Requests one after another."""
        return ClosedPace(requests, self.baseline_seconds or None)

    def warmup(self, pace: Pace) -> Pace | None:
        """The same for the seconds of warming up; None where there are none."""
        if not self.warmup_seconds:
            return None
        if isinstance(pace, ClosedPace):
            return ClosedPace(pace.requests, self.warmup_seconds)
        return OpenPace(pace.rates, self.warmup_seconds, pace.arrivals, pace.queue, pace.seed + 1)


def _size(load: Load, amounts: Amounts) -> int:
    asked = {
        Load.BASELINE: amounts.reads,
        Load.CONCURRENT: amounts.reads,
        Load.MIXED: amounts.reads + amounts.writes,
    }
    return max(1, round(asked[load]))
