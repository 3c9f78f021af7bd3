"""Throughput against the number of clients: its peak, the knee where it stops growing, and the
throughput within a latency limit.

The load is closed: each client sends its next request as soon as it is answered. A pass is one
repetition with every number of clients. Figures of a curve are derived in each pass, and their
intervals are over passes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from statistics import fmean, harmonic_mean, stdev
from typing import TYPE_CHECKING

from app.findings.compare import Comparisons
from app.findings.cost import VerdictKind
from app.findings.figure import PEAK_RATE, Figure, counted_operations
from app.findings.interval_words import with_bounds
from app.findings.load_shortfalls import COMPLETED, LIMITED, RETRIED
from app.findings.measured import (
    Quantity,
    SampleStats,
    cpu_seconds,
    engine_cpu_seconds,
)
from app.findings.statistics import (
    LEAST_MARGIN,
    Block,
    Comparison,
    Interval,
    Pass,
    benjamini_hochberg,
    complete_blocks,
    margin_percent,
    mean_log_interval,
)
from app.findings.verdict import LIMITED_SHARE, judge
from app.plan.matrix import RepetitionsPerBlock, passes_of
from app.plan.status import Status
from app.results.records import CampaignSnapshot, CellRecord, OperationRecord
from engines.base.late_imports import LateModule
from engines.contract.message import phrase
from workloads.contract import Better, Case
from workloads.load import P99_LATENCY, RATE
from workloads.registry import clients_of

if TYPE_CHECKING:
    import numpy as np
    from scipy import optimize
else:  # the window loads this file as it starts
    np, optimize = map(LateModule, ("numpy", "scipy.optimize"))

_STILL_GROWS = 0.05
"""Relative gain in throughput at the last step above which the curve still grows."""
_LEAST_POINTS = 5
"""Fewer points are not fitted by a law of three parameters."""
_LEAST_R_SQUARED = 0.95
"""With a smaller R² the law is taken not to fit."""
_GENERATOR_SHARE = 0.5
"""Of the CPU time of server and clients: where clients take more, they (the generator) limit."""


@dataclass(frozen=True)
class Point:
    """The measurement with one number of clients: requests answered per second, the 99th percentile
    of latency, and how many cores server and clients kept busy (None where that was not counted).
    `answered` is over all passes; `retried` of these were not answered at the first try.
    `limited_share` is the share of runs that recorded their load generator as the limit."""

    clients: int
    rate: SampleStats
    p99_ms: float
    server_cores: float | None
    client_cores: float | None
    answered: int
    retried: int
    limited_share: float = 0.0

    @property
    def generator_limited(self) -> bool:
        if self.limited_share > LIMITED_SHARE:
            return True
        if self.server_cores is None or self.client_cores is None:
            return False
        return self.client_cores > _GENERATOR_SHARE * (self.server_cores + self.client_cores)

    def to_json(self) -> dict[str, object]:
        return {
            "clients": self.clients,
            "rate_per_s": self.rate.mean,
            "rate_low": self.rate.low,
            "rate_high": self.rate.high,
            "latency_p99_ms": self.p99_ms,
            "server_cores": self.server_cores,
            "client_cores": self.client_cores,
            "generator_limited": self.generator_limited,
            "answered": self.answered,
            "retried": self.retried,
        }


@dataclass(frozen=True)
class UniversalLaw:
    """Gunther's universal scalability law, gamma N ÷ (1 + alpha (N - 1) + beta N (N - 1)) for N
    clients: gamma is the throughput of one client, alpha contention (the serial share), beta
    coherency (cost of each pair of clients)."""

    gamma: float
    alpha: float
    beta: float
    r_squared: float


@dataclass(frozen=True)
class Curve:
    """Throughput over clients of a protection on a server, with tables of `size` rows, of the
    requests of an `operation`; MIXED is all of a mix.

    `peak` is the highest throughput in requests per second. `knee` is the number of clients at
    which linear growth from the first point would reach the peak; None where throughput still grows
    at the last point. `rate_at_limit` is the throughput at which the 99th percentile of latency
    reaches `limit_ms`; None where the first point is above that. `peak_change` and
    `rate_at_limit_change` are changes over the baseline in percent, negative where throughput is
    lost. `control`: the curve is of the baseline measured a second time (an A/A test); its interval
    is the margin of the others.

    A curve is `complete` where some pass has all `planned` numbers of clients; `in_fullest_pass`
    counts those of the pass that has most. Else it has points, and no other figure."""

    server: str
    protection: str
    size: int
    operation: str
    control: bool
    points: tuple[Point, ...]
    knee: Interval | None
    peak: Interval | None
    law: UniversalLaw | None
    limit_ms: float | None = None
    rate_at_limit: Interval | None = None
    peak_change: Interval | None = None
    rate_at_limit_change: Interval | None = None
    planned: int = 0
    in_fullest_pass: int = 0
    peak_blocks: Comparison = field(default=Comparison(()), repr=False)
    """Blocks of the reciprocal of the peak (seconds per request), with the baseline's."""

    @property
    def complete(self) -> bool:
        return self.in_fullest_pass == self.planned

    @property
    def key(self) -> tuple[str, str, int]:
        """What the curves of several operations have in common."""
        return self.server, self.protection, self.size

    def to_json(self) -> dict[str, object]:
        return {
            **self._place(),
            "complete": self.complete,
            "knee_clients": _bounds(self.knee),
            "peak_per_s": _bounds(self.peak),
            "peak_change_percent": _bounds(self.peak_change),
            "limit_ms": self.limit_ms,
            "carried_per_s": _bounds(self.rate_at_limit),
            "carried_change_percent": _bounds(self.rate_at_limit_change),
            "law": None if self.law is None else vars(self.law),
            "points": [each.to_json() for each in self.points],
        }

    def rows(self) -> list[dict[str, object]]:
        """Its points as JSON, each with server, protection and size."""
        return [{**self._place(), **each.to_json()} for each in self.points]

    def _place(self) -> dict[str, object]:
        place = {"server": self.server, "protection": self.protection, "size": self.size}
        return {**place, "operation": self.operation}


def _bounds(found: Interval | None) -> dict[str, float] | None:
    if found is None:
        return None
    return {"value": found.estimate, "low": found.low, "high": found.high}


type _Place = tuple[str, str, int, str]
"""Server, protection, size and operation of a curve."""

type _Pass = Mapping[int, tuple[float, float]]
"""By the number of clients, requests per second and the 99th percentile in milliseconds."""

type _Derived = Callable[[_Pass], float | None]
"""A figure of one pass; None where it has none."""


class _Measured:
    """All measurements of an operation under a protection on a server, by number of clients."""

    def __init__(self, cell: CellRecord, planned: Collection[int]) -> None:
        self.control = cell.control
        self.planned = planned
        """Numbers of clients, without those that its protection cannot do."""
        self.operations: dict[int, list[OperationRecord]] = {}
        """By the number of clients."""

    @property
    def case(self) -> Case:
        return next(iter(self.operations.values()))[0].run.case

    def passes(self) -> Mapping[int, _Pass]:
        """By repetition, those in which every planned number of clients was measured."""
        return {at: each for at, each in self._begun.items() if len(each) == len(self.planned)}

    @property
    def in_fullest_pass(self) -> int:
        return max(map(len, self._begun.values()), default=0)

    @cached_property
    def _begun(self) -> Mapping[int, _Pass]:
        found: dict[int, dict[int, tuple[float, float]]] = {}
        for clients, operations in self.operations.items():
            for each in operations:
                measures = each.measures or {}
                answered = measures.get(RATE, 0.0), measures.get(P99_LATENCY, 0.0)
                found.setdefault(each.run.repetition, {})[clients] = answered
        return found


def scalability_curves(
    snapshot: CampaignSnapshot, baseline: str, limit_ms: float | None = None
) -> list[Curve]:
    """One for each server, protection, size and operation, those of an operation together; none
    where the number of clients does not vary.
    `limit_ms` is the limit of the 99th percentile of latency."""
    cpu_quantities = engine_cpu_seconds(snapshot), cpu_seconds(snapshot)
    passes_per_block = passes_of(snapshot.campaign)
    measured = _measured(snapshot)
    servers, operations = (list(dict.fromkeys(place[at] for place in measured)) for at in (0, 3))
    found = [
        _curve(
            place,
            each,
            measured.get((place[0], baseline, *place[2:])),
            passes_per_block,
            cpu_quantities,
            limit_ms,
        )
        for place, each in measured.items()
        if len(each.planned) > 1
    ]
    if len(operations) < 2:
        return found
    return sorted(
        found, key=lambda each: (servers.index(each.server), operations.index(each.operation))
    )


def _measured(snapshot: CampaignSnapshot) -> Mapping[_Place, _Measured]:
    """What was measured, in the order of cells."""
    planned: dict[tuple[str, str, int], set[int]] = {}
    for cell in snapshot.cells:
        clients = clients_of(cell.workload, cell.case)
        if clients is not None and cell.status is not Status.UNSUPPORTED:
            planned.setdefault((cell.server, cell.protection, cell.size), set()).add(clients)
    by_clients = [
        (clients, each)
        for each in snapshot.operations
        if (clients := clients_of(each.run.workload, each.run.case)) and each.is_counted
    ]
    operations = counted_operations(dict.fromkeys(each.operation for _, each in by_clients))
    found = {
        (*key, operation): _Measured(each, planned[key])
        for each in snapshot.cells
        if (key := (each.server, each.protection, each.size)) in planned
        for operation in operations
    }
    for clients, each in by_clients:
        place = each.run.server, each.run.protection, each.run.case.size, each.operation
        if place in found:
            found[place].operations.setdefault(clients, []).append(each)
    return {place: each for place, each in found.items() if each.operations}


def _curve(
    place: _Place,
    measured: _Measured,
    baseline: _Measured | None,
    passes_per_block: RepetitionsPerBlock,
    cpu_quantities: tuple[Quantity, Quantity],
    limit_ms: float | None,
) -> Curve:
    own = measured.passes()
    before = {} if baseline in (None, measured) else baseline.passes()
    points = tuple(
        _point(clients, operations, *cpu_quantities)
        for clients, operations in sorted(measured.operations.items())
    )

    def compared(derived: _Derived) -> Comparison:
        plain, protected = (
            [Pass(at, value) for at, each in side.items() if (value := derived(each))]
            for side in (before, own)
        )
        return Comparison(tuple(complete_blocks(plain, protected, passes_per_block(measured.case))))

    def change(derived: _Derived) -> Interval | None:
        found = compared(derived)
        return found.interval() if found.testable else None

    def rate_at_limit(each: _Pass) -> float | None:
        return None if limit_ms is None else throughput_at_limit(each, limit_ms)

    return Curve(
        *place,
        measured.control,
        points,
        None if not own or _grows(points) else _over_passes(own, _knee),
        _over_passes(own, _peak),
        universal_law([each.clients for each in points], [each.rate.mean for each in points])
        if own
        else None,
        limit_ms,
        _over_passes(own, rate_at_limit),
        change(_peak),
        change(rate_at_limit),
        len(measured.planned),
        measured.in_fullest_pass,
        compared(lambda each: 1 / _peak(each) if _peak(each) else None),
    )


def over_operations(found: Sequence[Curve]) -> list[Curve]:
    """One for each server, protection and size: where there are curves of several operations, their
    peak is the rate at which requests of each would be answered by turns, each operation at its own
    peak (the harmonic mean). Such a curve has nothing but a peak and its change."""
    by_key: dict[tuple[str, str, int], list[Curve]] = {}
    for each in found:
        by_key.setdefault(each.key, []).append(each)
    most = max(map(len, by_key.values()), default=0)
    return [
        each[0] if most == 1 else _pooled(each) for each in by_key.values() if len(each) == most
    ]


def _pooled(curves: Sequence[Curve]) -> Curve:
    peaks = [each.peak.estimate for each in curves if each.peak is not None]
    blocks = _mean_blocks([each.peak_blocks for each in curves])
    rates = Comparison(tuple(_reciprocal(each) for each in blocks.blocks))
    known = len(peaks) == len(curves)
    return replace(
        curves[0],
        operation="",
        points=(),
        knee=None,
        law=None,
        rate_at_limit=None,
        rate_at_limit_change=None,
        peak=Interval.around(harmonic_mean(peaks), 0.0) if known else None,
        peak_change=rates.interval() if rates.testable else None,
        peak_blocks=blocks,
    )


def _mean_blocks(compared: Sequence[Comparison]) -> Comparison:
    """The mean of the seconds per request of several operations, over the blocks that all have."""
    by_number = [{block.number: block for block in each.blocks} for each in compared]
    shared = [number for number in by_number[0] if all(number in each for each in by_number)]

    def mean(blocks: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
        return tuple(map(fmean, zip(*blocks, strict=True)))

    return Comparison(
        tuple(
            Block(
                number,
                mean([each[number].baseline for each in by_number]),
                mean([each[number].protected for each in by_number]),
            )
            for number in shared
        )
    )


def _reciprocal(block: Block) -> Block:
    baseline, protected = (
        tuple(1 / each for each in side) for side in (block.baseline, block.protected)
    )
    return Block(block.number, baseline, protected)


def peak_costs(curves: Sequence[Curve], compared: Comparisons) -> list[Figure]:
    """By how much each protection lowers the peak throughput, a figure for each of
    `over_operations`; `compared` is the same campaign compared by `RATE`. With too few blocks a
    cost has no interval and is undecided."""
    found, operations = over_operations(curves), {each.operation for each in curves}
    plain = {
        (each.server, each.size): each.peak
        for each in found
        if each.protection == compared.baseline
    }
    known = [
        (each, 100 - 100 * each.peak.estimate / before.estimate)
        for each in found
        if (before := plain.get((each.server, each.size))) is not None
        and each.peak is not None
        and not each.control
        and each.protection != compared.baseline
    ]
    controls = {
        (each.server, each.size): each.peak_blocks.interval()
        for each in found
        if each.control and each.peak_blocks.testable
    }
    tested = [each.key for each, _ in known if each.peak_blocks.testable]
    p_values = benjamini_hochberg(
        [e.peak_blocks.t_p_value for e, _ in known if e.peak_blocks.testable]
    )
    corrected = dict(zip(tested, p_values, strict=True))
    return [
        _peak_cost(
            each,
            lost,
            controls.get((each.server, each.size)),
            compared,
            operations,
            corrected.get(each.key),
            len(corrected),
        )
        for each, lost in known
    ]


def _peak_cost(
    curve: Curve,
    lost_percent: float,
    control: Interval | None,
    compared: Comparisons,
    operations: Collection[str],
    p_value: float | None,
    comparisons: int,
) -> Figure:
    """`lost_percent` is the estimate where there is no interval."""
    rows = [
        row
        for row in compared.rows
        if (row.server, row.protection, row.at.size) == curve.key and row.operation in operations
    ]
    around = replace(
        compared.circumstances(rows, p_value, comparisons),
        control=control,
        margin=LEAST_MARGIN if control is None else margin_percent(control),
    )
    cost, first = judge(curve.peak_blocks, around), rows[0]
    if curve.peak_change is None:
        cost = replace(cost, percent=lost_percent)
    else:
        lost = -curve.peak_change
        message = with_bounds(_LOST, lost) if cost.verdict in _COSTING else cost.message
        cost = replace(cost, percent=lost.estimate, low=lost.low, high=lost.high, message=message)
    return Figure(
        first.server,
        first.engine,
        first.protection,
        first.workload,
        Case(curve.size),
        measure=PEAK_RATE,
        unit=first.unit,
        better=Better.MORE,
        n=min(row.n for row in rows),
        mean=None if curve.peak is None else curve.peak.estimate,
        cost=cost,
    )


_COSTING = (VerdictKind.COSTS, VerdictKind.COSTS_LITTLE)
_LOST = phrase("costs {percent} of the highest throughput ({low} to {high})")


def _point(
    clients: int, operations: Sequence[OperationRecord], engine: Quantity, both: Quantity
) -> Point:
    measures = [each.measures or {} for each in operations]

    def cores(quantity: Quantity) -> float | None:
        known = [(value, each.elapsed) for each in operations if (value := quantity(each))]
        return fmean(value / elapsed for value, elapsed in known) if known else None

    server, all_cores = cores(engine), cores(both)
    return Point(
        clients,
        _rate([each.get(RATE, 0.0) for each in measures]),
        fmean(each.get(P99_LATENCY, 0.0) for each in measures),
        server,
        None if server is None or all_cores is None else max(0.0, all_cores - server),
        round(sum(each.get(COMPLETED, 0.0) for each in measures)),
        round(sum(each.get(RETRIED, 0.0) for each in measures)),
        fmean(each.get(LIMITED, 0.0) > 0 for each in measures),
    )


def _rate(values: Sequence[float]) -> SampleStats:
    """The geometric mean, as of peaks: an arithmetic interval of two passes goes below 0."""
    if len(values) < 2 or min(values) <= 0:
        return SampleStats(fmean(values))
    found = _geometric(values)
    return SampleStats(found.estimate, stdev(values), found.low, found.high)


def _geometric(values: Sequence[float]) -> Interval:
    found = mean_log_interval([math.log(each) for each in values])
    return found.mapped(lambda percent: 1 + percent / 100)


def _grows(points: Sequence[Point]) -> bool:
    """Whether throughput still grows at the last number of clients."""
    last, before = points[-1].rate.mean, points[-2].rate.mean
    return last > (1 + _STILL_GROWS) * before


def _peak(measured: _Pass) -> float:
    return max(rate for rate, _ in measured.values())


def _knee(measured: _Pass) -> float:
    fewest = min(measured)
    return _peak(measured) / (measured[fewest][0] / fewest)


def throughput_at_limit(measured: _Pass, limit_ms: float) -> float | None:
    """Requests per second at which the 99th percentile of latency reaches a limit: interpolated
    linearly between the last number of clients within the limit and the first beyond it. The
    highest throughput where all are within it, None where the first is not."""
    held: tuple[float, float] | None = None
    best = 0.0
    for clients in sorted(measured):
        rate, p99 = measured[clients]
        if p99 > limit_ms:
            if held is None:
                return None
            share = (limit_ms - held[1]) / (p99 - held[1])
            return max(best, held[0] + share * (rate - held[0]))
        held, best = (rate, p99), max(best, rate)
    return best


def _over_passes(passes: Mapping[int, _Pass], derived: _Derived) -> Interval | None:
    """The geometric mean over passes with its interval; of a single pass without width. None where
    a pass has no value."""
    known = [value for each in passes.values() if (value := derived(each))]
    if len(known) < len(passes) or not known:
        return None  # a mean of those that hold a limit would be too high
    if len(known) == 1:
        return Interval.around(known[0], 0.0)
    return _geometric(known)


def universal_law(clients: Sequence[int], rates: Sequence[float]) -> UniversalLaw | None:
    """The law that fits best by least squares, alpha and beta not below 0; None for fewer than five
    points, where it explains less than 95 % of how throughput varies, and where two straight
    lines leave no more of it: a curve that is linear and then flat also reaches 95 %, with neither
    contention nor coherency in it."""
    if len(clients) < _LEAST_POINTS or min(rates) <= 0:
        return None
    n, x = np.asarray(clients, float), np.asarray(rates, float)
    first = x[0] / n[0]
    try:
        (gamma, alpha, beta), _ = optimize.curve_fit(
            lambda n, gamma, alpha, beta: gamma * n / (1 + alpha * (n - 1) + beta * n * (n - 1)),
            n,
            x,
            p0=(first, 0.1, 0.001),
            bounds=((0, 0, 0), (np.inf, 1, 1)),
        )
    except RuntimeError:  # it does not converge
        return None
    fitted = gamma * n / (1 + alpha * (n - 1) + beta * n * (n - 1))
    varies = float(((x - x.mean()) ** 2).sum())
    left = float(((x - fitted) ** 2).sum())
    r_squared = 1 - left / varies if varies else 0.0
    if r_squared < _LEAST_R_SQUARED or left >= _left_by_lines(n, x):
        return None
    return UniversalLaw(float(gamma), float(alpha), float(beta), r_squared)


def _left_by_lines(n: np.ndarray, x: np.ndarray) -> float:
    """The least sum of squares that throughput proportional to clients, and from some number on
    constant, leaves: as many parameters as the law has."""

    def left(bend: int) -> float:
        slope = (n[:bend] @ x[:bend]) / (n[:bend] @ n[:bend])
        rest = x[bend:] - x[bend:].mean() if bend < len(x) else x[bend:]
        return float(((x[:bend] - slope * n[:bend]) ** 2).sum() + (rest**2).sum())

    return min(left(bend) for bend in range(1, len(x) + 1))
