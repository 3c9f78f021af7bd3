"""The other hosts of a load that several machines carry out together: requests and answers between
a worker and its supervision, and the interface by which the supervision asks them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from app.campaign.load.load_report import LoadReport
from app.results.database.histograms import decode_histogram
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from workloads.load import MEDIAN_LATENCY, P99_LATENCY

COMPLETE = phrase("Complete it when all hosts are back: `cipherbench resume CAMPAIGN --on all`.")
"""What to do about a repetition that is over for all hosts."""
START_MS, WOKEN_MS, TRIP_MS = "start_ms", "woken_ms", "round_trip_ms"
CPU_S, SECONDS, LIMITED = "cpu_s", "seconds", "generator_limited"
"""Figures of a host beside its counts: its start after the agreed instant, by the database's clock
measured anew; by how much its lanes woke late; CPU of worker and lanes in a load of so many
seconds; whether they were the limit. Percentiles of its own requests' latencies have the names of
measures."""


@dataclass(frozen=True)
class Start:
    """When a load begins on all hosts: by this host's `perf_counter_ns`, and in seconds since 1970
    by the database's clock. `round_trip` to it took so many seconds."""

    at: int
    agreed: float
    round_trip: float


@dataclass(frozen=True)
class StartRequest:
    """A worker's lanes are ready for a load, by its number in the run: the supervision answers with
    a Start or a CipherbenchError."""

    load: int


@dataclass(frozen=True)
class ExchangeRequest:
    """What one side has counted in a load that began at `began` (`perf_counter_ns`): the
    supervision answers with what all hosts have counted, a tuple of HostLoad, or a
    CipherbenchError."""

    load: int
    side: int
    reported: LoadReport
    began: int


@dataclass(frozen=True)
class HostLoad:
    """A host's report of a load that began at `began`, by the database's clock."""

    host: str
    reported: LoadReport
    began: float


def check_alike(loads: Sequence[HostLoad]) -> None:
    """Raises: CipherbenchError where hosts have not sent the same load, which names one that
    differs from the first"""
    first, *others = loads
    for each in others:
        if each.reported.work != first.reported.work:
            raise CipherbenchError(
                phrase("Workload files differ"),
                phrase("{host} and {first} have different workload files or data."),
                phrase("Copy the same files to all hosts, then run the plan again."),
                host=each.host,
                first=first.host,
            )


class OtherHosts(Protocol):
    """The hosts of a load as one of them asks them. Every method may take as long as the others do,
    and be called from any thread; `over` ends that early."""

    @property
    def position(self) -> tuple[int, int]:
        """The index of this host, from 0, and the number of hosts."""

    def close(self) -> None:
        """Ask nothing more."""

    def start(self, run: str, load: int, over: Callable[[], bool], step: int = 0) -> Start:
        """Agree on the instant of a load, by its number, with the same run of all others. `step`
        is the run's place in the order in which this host does them.

        Raises: CipherbenchError where this repetition has ended for all
        """

    def exchange(
        self, run: str, request: ExchangeRequest, over: Callable[[], bool]
    ) -> Sequence[HostLoad]:
        """Send what this host has counted; returns what all have, in the order of their indexes.

        Raises: CipherbenchError where this repetition has ended for all
        """

    def fault(self, run: str) -> CipherbenchError | None:
        """Why a run that has begun is over for all; None where it goes on.

        Raises: InputError where the store does not answer
        """

    def give_up(self, run: str) -> None:
        """End a run for all hosts, since it failed here."""


type HostFigures = Mapping[str, Mapping[str, float]]
"""By host."""


def figures_of(loads: Sequence[HostLoad], agreed: float) -> HostFigures:
    """The figures to store of each host, of a load that was to begin at the instant `agreed` of the
    database's clock."""
    return {
        each.host: {
            "arrived": each.reported.arrived,
            "completed": sum(each.reported.completed),
            "dropped": each.reported.dropped,
            "late": each.reported.late,
            SECONDS: each.reported.seconds,
            **({} if each.reported.cpu_s is None else {CPU_S: each.reported.cpu_s}),
            START_MS: (each.began - agreed) * 1000,
            WOKEN_MS: each.reported.woken_late_s * 1000,
            TRIP_MS: each.reported.round_trip_s * 1000,
            LIMITED: float(each.reported.limited),
            **_percentiles(each.reported),
        }
        for each in loads
    }


def _percentiles(reported: LoadReport) -> Mapping[str, float]:
    latency = decode_histogram(reported.latency.histogram.encode())
    return {
        key: latency.get_value_at_percentile(percent) / 1e6
        for key, percent in ((MEDIAN_LATENCY, 50), (P99_LATENCY, 99))
    }


def spread_ms(figures: HostFigures) -> float:
    """From the first start to the last."""
    starts = [each[START_MS] for each in figures.values()]
    return max(starts) - min(starts)
