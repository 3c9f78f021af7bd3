"""The report that hosts of a shared load exchange: counts and HDR histograms, which are added."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.campaign.load.latency_counts import Tally
from app.campaign.load.load_outcome import LoadOutcome
from app.results.database.histograms import decode_histogram
from app.results.strict_reading import strict_converter
from app.results.turns import Turns

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
