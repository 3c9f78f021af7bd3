"""Latencies and requests of a load by protection: percentiles, late and dropped requests, and
cautions if the load generator could not keep up. For every workload with these measures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import floor, log10
from statistics import fmean
from typing import TYPE_CHECKING

from hdrh.histogram import HdrHistogram

from app.findings.load_shortfalls import ARRIVED, COMPLETED, DROPPED, LATE, LIMITED, RETRIED
from app.findings.statistics import mean_of_known
from app.plan.cell_key import CellKey
from app.report.words.protection_names import Caution, Titles, titles
from app.results.records import CampaignSnapshot, OperationRecord, by_key
from app.results.store.store import Store
from engines.base.late_imports import LateModule
from engines.contract.message import NOTHING, Message, Number, phrase, plural, with_semicolons
from workloads.contract import Case, largest_of_kinds
from workloads.load import MIXED, POOLER_CPU, RATE, STANDBY_LAG
from workloads.registry import case_label

if TYPE_CHECKING:
    import numpy as np
else:  # the window loads this file as it starts
    np = LateModule("numpy")

LATENCIES = ("mean", "min", "p50", "p95", "p99", "p999", "max")
"""The figures of a load, in the order of a table."""

GENERATOR_LIMITED, REQUESTS_DROPPED, REQUESTS_LATE = "generator-limited", "dropped", "late"
REQUESTS_RETRIED = "retried"
"""Names of cautions."""
_P99 = "latency_p99_ms"
_HIGHEST = 1e6
"""Where the axis of percentiles ends: one request in a million."""
_PER_DECADE = 20
"""Points of its curves."""
_EXTRA_PERCENTILES = (2.0, 20.0)
"""The 50th and the 95th percentile as 1 ÷ (1 − share): those of tables that are no power of ten."""


@dataclass(frozen=True)
class LoadRow:
    """A load over its `n` runs that count: milliseconds by the names of
    LATENCIES, means over runs, and counts of requests, sums over runs."""

    key: CellKey
    n: int
    latencies: Mapping[str, float]
    counts: Mapping[str, int]
    rate: float
    limited: int
    """Runs in which the generator was the limit."""
    standby_lag: float | None = None
    """Bytes that a standby was behind at the end, the mean over runs; None without one."""

    pooler_cpu: float | None = None
    """Seconds of CPU of a pooler of ours for each request; None where that is not known."""

    def to_json(self) -> dict[str, object]:
        """By the names of columns; latencies in milliseconds."""
        return {
            **self.key.to_json(),
            "n": self.n,
            **{f"latency_{name}_ms": self.latencies[name] for name in LATENCIES},
            **self.counts,
            RATE: self.rate,
            "generator_limited_runs": self.limited,
            STANDBY_LAG: self.standby_lag,
            POOLER_CPU: self.pooler_cpu,
        }


def is_under_load(operation: OperationRecord) -> bool:
    """Whether the operation was a load, with latencies of requests."""
    return _P99 in (operation.measures or {})


def load_rows(snapshot: CampaignSnapshot) -> list[LoadRow]:
    """A row for every cell and operation under load, protections of one place together."""
    loaded = [each for each in snapshot.operations if each.is_counted and is_under_load(each)]
    found = by_key(sorted(loaded, key=lambda each: each.started_at))
    operations = list(dict.fromkeys(each.operation for each in found))
    protections = list(dict.fromkeys(cell.protection for cell in snapshot.cells))

    def place(key: CellKey) -> tuple[str, Case, int, int]:
        at = operations.index(key.operation), protections.index(key.protection)
        return key.server, key.case, *at

    return [_row(key, found[key]) for key in sorted(found, key=place)]


def load_sentence(rows: Sequence[LoadRow]) -> Message:
    """How many requests were late, and how many were dropped; nothing without any."""
    arrived, late, dropped = (
        sum(row.counts[name] for row in rows) for name in (ARRIVED, LATE, DROPPED)
    )
    if not arrived:
        return NOTHING
    if not (late or dropped):
        return plural(
            "None of {n} requests began more than 1 ms late, and none was dropped.",
            "The {n} request began less than 1 ms late, and was not dropped.",
            arrived,
        )
    if not dropped:
        return plural(
            "Of {n} requests, {late} began more than 1 ms late and none was dropped. Latency "
            "counts from the scheduled arrival.",
            "The {n} request began more than 1 ms late and was not dropped. Latency counts from "
            "the scheduled arrival.",
            arrived,
            late=Number(late),
        )
    return plural(
        "Of {arrived} requests, {late} began more than 1 ms late and {n} were dropped because the "
        "queue was full. Latency counts from the scheduled arrival. Dropped requests have no "
        "latency, so percentiles are too low where many were dropped.",
        "Of {arrived} requests, {late} began more than 1 ms late and {n} was dropped because the "
        "queue was full. Latency counts from the scheduled arrival. Dropped requests have no "
        "latency, so percentiles are too low where many were dropped.",
        dropped,
        arrived=Number(arrived),
        late=Number(late),
    )


def load_cautions(snapshot: CampaignSnapshot) -> list[Caution]:
    """Cautions if the generator was the limit, or requests were dropped, late or tried again."""
    rows = load_rows(snapshot)
    return [
        *_limited_caution([row for row in rows if row.limited], titles(snapshot.cells)),
        *_count_caution(rows, snapshot, DROPPED, REQUESTS_DROPPED, _DROPPED_TEXT),
        *_count_caution(rows, snapshot, LATE, REQUESTS_LATE, _LATE_TEXT),
        *_retried_caution(rows),
    ]


def _retried_caution(rows: Sequence[LoadRow]) -> list[Caution]:
    """Of a mix all kinds are counted together."""
    rows = [row for row in rows if row.key.operation == MIXED] or rows
    retried, answered = (sum(row.counts[name] for row in rows) for name in (RETRIED, COMPLETED))
    text = plural(
        "{n} of {answered} requests were tried again after a deadlock or another conflict between "
        "transactions. Latency includes it.",
        "{n} of {answered} requests was tried again after a deadlock or another conflict between "
        "transactions. Latency includes it.",
        retried,
        answered=Number(answered),
    )
    return [Caution(REQUESTS_RETRIED, text)] if retried else []


_DROPPED_TEXT = phrase(
    "Requests were dropped because the queue was full. They have no latency, so percentiles are "
    "too low where many were dropped: {names}."
)
_LATE_TEXT = phrase(
    "Requests began more than 1 ms after their scheduled arrival, from which latency counts: "
    "{names}."
)


_SHARE_WITHOUT_CAUTION = {DROPPED: 0.0, LATE: 0.01}
"""The share of arrivals up to which there is no caution: some requests always begin late."""


def _count_caution(
    rows: Sequence[LoadRow], snapshot: CampaignSnapshot, count: str, name: str, text: Message
) -> list[Caution]:
    known, work = titles(snapshot.cells), snapshot.campaign.workload.name
    found = [
        row
        for row in rows
        if row.counts[count] > _SHARE_WITHOUT_CAUTION[count] * row.counts[ARRIVED]
    ]
    names = with_semicolons(
        phrase(
            "{protection} on {server}, {operation} ({case}): {some} of {all}",
            protection=known[row.key.server, row.key.protection],
            server=row.key.server,
            operation=row.key.operation,
            case=case_label(work, row.key.case),
            some=Number(row.counts[count]),
            all=Number(row.counts[ARRIVED]),
        )
        for row in found
    )
    return [Caution(name, text.with_values(names=names))] if found else []


def _limited_caution(limited: Sequence[LoadRow], known: Titles) -> list[Caution]:
    if not limited:
        return []
    names = dict.fromkeys(
        phrase(
            "{protection} on {server}, {operation}",
            protection=known[row.key.server, row.key.protection],
            server=row.key.server,
            operation=row.key.operation,
        )
        for row in limited
    )
    message = plural(
        "In {runs} of {n} runs, the load generator could not keep up. The load was "
        "not what the plan asked for ({names}). Lower the rate, or add lanes or dedicated cores.",
        "In {runs} of {n} run, the load generator could not keep up. The load was not "
        "what the plan asked for ({names}). Lower the rate, or add lanes or dedicated cores.",
        sum(row.n for row in limited),
        runs=Number(sum(row.limited for row in limited)),
        names=with_semicolons(names),
    )
    return [Caution(GENERATOR_LIMITED, message)]


def percentiles_of(histogram: HdrHistogram) -> list[tuple[float, float]]:
    """Points of a percentile plot: (1 ÷ (1 − share of requests), milliseconds within which that
    share was answered)."""
    places, counts = _recorded(histogram)
    total = int(counts.sum())
    if not total:
        return []
    end = min(_HIGHEST, float(total))
    steps = np.arange(floor(_PER_DECADE * log10(end)) + 1)
    steps_reported = [each for each in _EXTRA_PERCENTILES if each < end]
    rests = np.sort([*10 ** (steps / _PER_DECADE), *steps_reported, end])
    ranks = np.maximum(1, np.ceil(total * (1 - 1 / rests) - 1e-9))
    found = places[np.searchsorted(np.cumsum(counts), ranks)]
    points = [
        (float(rest), _value(histogram, place)) for rest, place in zip(rests, found, strict=True)
    ]
    return [*points, (end, _value(histogram, places[-1]))]


type Percentiles = Mapping[tuple[int, str], Sequence[tuple[float, float]]]
"""By cell and operation the points of `percentiles_of`, over all runs that count."""


def percentiles_in(store: Store, snapshot: CampaignSnapshot) -> Percentiles:
    """Those of the largest case of each kind, as far as latencies are stored. Takes about a
    millisecond for each run and operation."""
    drawn = largest_of_kinds(cell.case for cell in snapshot.cells)
    cells = [each.position for each in snapshot.cells if each.case in drawn and not each.control]
    found = store.histograms(snapshot.summary.id, cells)
    return {key: percentiles_of(histogram) for key, histogram in found.items()}


def shares_of(histogram: HdrHistogram, per_decade: int = 20) -> list[tuple[float, float]]:
    """Corners of a step plot of the distribution: (milliseconds, percent of all requests in that
    step of the logarithmic axis)."""
    places, counts = _recorded(histogram)
    total = int(counts.sum())
    steps: dict[int, int] = {}
    for place, count in zip(places, counts, strict=True):
        step = _step(_value(histogram, place), per_decade)
        steps[step] = steps.get(step, 0) + int(count)
    corners: list[tuple[float, float]] = []
    for step in range(min(steps, default=0), max(steps, default=-1) + 1):
        share = 100 * steps.get(step, 0) / total
        corners += [(10 ** (step / per_decade), share), (10 ** ((step + 1) / per_decade), share)]
    if not corners:
        return []
    return [(corners[0][0], 0.0), *corners, (corners[-1][0], 0.0)]


def _recorded(histogram: HdrHistogram) -> tuple[np.ndarray, np.ndarray]:
    """The places of a histogram that have counts, and these counts.

    What its own iterators look for, too; they take a tenth of a second for that, since they look at
    every one of 33,792 places in turn.
    """
    counts = np.frombuffer(histogram.counts, np.uint64)
    places = np.flatnonzero(counts)
    return places, counts[places].astype(np.int64)


def _value(histogram: HdrHistogram, place: int) -> float:
    """The milliseconds that a place stands for, the highest of them."""
    value = histogram.get_value_from_index(int(place))
    nanoseconds: int = histogram.get_highest_equivalent_value(value)
    return nanoseconds / 1e6


def _step(value: float, per_decade: int) -> int:
    return floor(per_decade * log10(max(value, 1e-6)))


def _row(key: CellKey, runs: Sequence[OperationRecord]) -> LoadRow:
    measured = [run.measures or {} for run in runs]

    def mean(name: str) -> float:
        return fmean(each.get(name, 0.0) for each in measured)

    return LoadRow(
        key,
        n=len(runs),
        latencies={name: mean(f"latency_{name}_ms") for name in LATENCIES},
        counts={
            name: round(sum(each.get(name, 0.0) for each in measured))
            for name in (ARRIVED, COMPLETED, LATE, DROPPED, RETRIED)
        },
        rate=mean(RATE),
        limited=sum(each.get(LIMITED, 0.0) > 0 for each in measured),
        standby_lag=mean_of_known(each.get(STANDBY_LAG) for each in measured),
        pooler_cpu=mean_of_known(
            each[POOLER_CPU] / each[COMPLETED]
            for each in measured
            if POOLER_CPU in each and each.get(COMPLETED)
        ),
    )
