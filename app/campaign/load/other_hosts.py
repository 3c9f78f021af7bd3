"""The other hosts of a load that several machines carry out together: the report that they exchange
(counts and HDR histograms, which are added), requests and answers between a worker and its
supervision, and the interface by which the supervision asks them."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from app.campaign.load.latency_counts import Tally
from app.campaign.load.load_outcome import LoadOutcome
from app.results.database.histograms import decode_histogram
from app.results.strict_reading import strict_converter
from app.results.turns import Turns
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from workloads.load import MEDIAN_LATENCY, P99_LATENCY

_MOST = 2**62


@dataclass(frozen=True)
class TallyReport:
    """Nanoseconds: an HDR histogram, as its library encodes it, and their exact sum."""

    histogram: str
    total: int


@dataclass(frozen=True)
class LoadReport:
    """A `LoadOutcome` as JSON values. `cpu_s` is of worker and lanes, `woken_late_s` the delay of
    the last lane at the start. `work` is a digest of what the host's workload file has it do: hosts
    whose digests differ ran different files."""

    latency: TallyReport
    service: TallyReport
    woken: TallyReport | None
    arrived: int
    dropped: int
    late: int
    busy_ns: int
    own_ns: int
    completed: tuple[int, ...]
    retried: tuple[int, ...]
    seconds: float
    limited: bool
    turns: str | None
    cpu_s: float | None = None
    woken_late_s: float = 0.0
    round_trip_s: float = 0.0
    kinds: tuple[LoadReport, ...] = ()
    work: str = ""


def report_of(
    found: LoadOutcome, cpu_s: float | None, round_trip_s: float, work: str = ""
) -> LoadReport:
    """This host's load as it is sent to the others."""
    return replace(
        _reported(found, _packed(found.woken)),
        cpu_s=cpu_s,
        woken_late_s=max(0, found.began - found.start) / 1e9,
        round_trip_s=round_trip_s,
        kinds=tuple(_reported(each, None) for each in found.kinds),
        work=work,
    )


def merge_reports(load: Sequence[LoadReport]) -> LoadOutcome:
    """The loads of all hosts as one: counts and histograms are added, nothing is averaged.

    Raises: ValueError for what is no load, or not the same one
    """
    whole = _summed(load)
    each_kind = zip(*(each.kinds for each in load), strict=True)
    kinds = tuple(replace(_summed(each), woken=whole.woken) for each in each_kind)
    limited = whole.limited
    return replace(
        whole,
        kinds=tuple(replace(each, limited=limited or each.limited) for each in kinds),
    )


def to_json(load: LoadReport) -> Any:
    """As a row holds it."""
    return _CONVERTER.unstructure(load)


def from_json(value: Any) -> LoadReport:
    """Raises: ValueError for what is no such thing"""
    try:
        found = _CONVERTER.structure(value, LoadReport)
        if not all(0 <= each < _MOST for each in _numbers(found)):
            raise ValueError("a count is out of bounds")
        merge_reports([found])
    except Exception as error:  # whatever strange values do to those who read them
        raise ValueError(str(error)) from error
    return found


_CONVERTER = strict_converter()


def _numbers(load: LoadReport) -> list[float]:
    return [
        load.arrived, load.dropped, load.late, load.busy_ns, load.own_ns, *load.completed,
        *load.retried, load.seconds, load.cpu_s or 0.0, load.woken_late_s, load.round_trip_s,
        load.latency.total, load.service.total,
        *(number for kind in load.kinds for number in _numbers(kind)),
    ]  # fmt: skip


def _reported(found: LoadOutcome, woken: TallyReport | None) -> LoadReport:
    turns = None if found.turns is None else b64encode(found.turns.to_bytes()).decode()
    return LoadReport(
        _packed(found.latency), _packed(found.service), woken,
        found.arrived, found.dropped, found.late, found.busy_ns, found.own_ns, found.completed_of,
        found.retried_of, found.seconds, found.generator_limited, turns,
    )  # fmt: skip


def _packed(tally: Tally) -> TallyReport:
    return TallyReport(tally.histogram().encode().decode(), tally.total)


def _summed(load: Sequence[LoadReport]) -> LoadOutcome:
    return LoadOutcome(
        _sum([each.latency for each in load]),
        _sum([each.service for each in load]),
        _sum([each.woken for each in load if each.woken is not None]),
        sum(each.arrived for each in load),
        sum(each.dropped for each in load),
        sum(each.late for each in load),
        sum(each.busy_ns for each in load),
        sum(each.own_ns for each in load),
        tuple(map(sum, zip(*(each.completed for each in load), strict=True))),
        tuple(map(sum, zip(*(each.retried for each in load), strict=True))),
        max(each.seconds for each in load),
        _turns([each.turns for each in load]),
        limited=any(each.limited for each in load),
    )


def _sum(load: Sequence[TallyReport]) -> Tally:
    return Tally.merged(
        Tally.of(decode_histogram(each.histogram.encode()).counts, each.total) for each in load
    )


def _turns(packed: Sequence[str | None]) -> Turns | None:
    """The seconds of all hosts, added; None where no host counted them separately."""
    known = [Turns.from_bytes(b64decode(each)) for each in packed if each is not None]
    if not known:
        return None
    if len(known) != len(packed):
        raise ValueError("seconds are told apart by some hosts alone")
    return Turns(
        tuple(map(sum, zip(*(each.seconds for each in known), strict=True))),
        tuple(map(max, zip(*(each.elapsed for each in known), strict=True))),
        known[0].cpu,
        tuple(map(sum, zip(*(each.statements for each in known), strict=True))),
    )


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
