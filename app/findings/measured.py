"""Measured values by cell, operation and repetition, and quantities derived from them: effort (less
is better), CPU seconds, sums of operations."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Protocol

from app.findings.load_shortfalls import COMPLETED
from app.findings.statistics import Block, Comparison, Pass, complete_blocks, t_quantile
from app.findings.study_method import sample_deviation
from app.plan.cell_key import CellKey
from app.plan.matrix import RepetitionsPerBlock, passes_of
from app.results.records import CampaignSnapshot, OperationRecord, RunCores
from app.results.run_counting import attempts_of
from app.results.turns import Turns, others_share
from engines.contract.endpoint import Source
from workloads.contract import CPU_TIME, SECONDS, Better, Measure
from workloads.load import MEAN_LATENCY
from workloads.registry import workload_named, workload_names

type Quantity = Callable[[OperationRecord], float | None]
"""Takes a value from an operation's record; None where it was not measured."""


class FinishedOperation(Protocol):
    """An operation that is over, as an event or a record."""

    @property
    def seconds(self) -> float:
        """The time inside its statements and commit."""

    @property
    def measures(self) -> Mapping[str, float] | None:
        """Its other values, by the names of measures."""


def measures_of(workload: str) -> tuple[Measure, ...]:
    """The measures of a workload, the main one first; seconds for an unknown workload."""
    return workload_named(workload).measures if workload in workload_names() else (SECONDS,)


def measure_of(
    workload: str, operation: FinishedOperation, name: str | None = None
) -> Measure | None:
    """The measure called `name`; by default the mean latency of a load, else the first measure that
    the operation has. None where it has none."""
    if name is None and MEAN_LATENCY in (operation.measures or {}):
        name = MEAN_LATENCY
    for each in measures_of(workload):
        if name in (None, each.name) and value_of(operation, each) is not None:
            return each
    return None


def value_of(operation: FinishedOperation, measure: Measure) -> float | None:
    """What an operation yields of a measure, in its unit."""
    if measure.name == SECONDS.name:
        return operation.seconds
    return (operation.measures or {}).get(measure.name)


def effort(workload: str, operation: FinishedOperation, name: str | None = None) -> float | None:
    """The value of a measure, or its reciprocal where more is better, so that less effort is always
    better. None without a value, and for a measure that is not compared."""
    measure = measure_of(workload, operation, name)
    value = None if measure is None else value_of(operation, measure)
    if measure is None or not measure.compared or value is None or value <= 0:
        return None
    return 1 / value if measure.better is Better.MORE else value


def efforts(name: str | None = None) -> Quantity:
    """The effort by the measure called `name`, or by the main one."""
    return lambda operation: effort(operation.run.workload, operation, name)


def values_of(snapshot: CampaignSnapshot, name: str | None = None) -> Quantity:
    """The value of the measure called `name`, in its unit."""
    if name == CPU_TIME.name:
        return cpu_seconds(snapshot)

    def value(operation: OperationRecord) -> float | None:
        measure = measure_of(operation.run.workload, operation, name)
        return None if measure is None else value_of(operation, measure)

    return value


def cpu_seconds(snapshot: CampaignSnapshot) -> Quantity:
    """CPU seconds of server, worker and an API between them together. An engine inside the worker
    has no server's; elsewhere the value is None if the server's was not counted."""
    inside = _embedded(snapshot)

    def spent(operation: OperationRecord) -> float | None:
        server, worker = operation.server_cpu_s, operation.worker_cpu_s
        if worker is None or (server is None and operation.run.server not in inside):
            return None
        return worker + (server or 0.0) + (operation.api_cpu_s or 0.0)

    return spent


def cpu_seconds_per_request(snapshot: CampaignSnapshot) -> Quantity:
    """The same, but of a load the CPU seconds of one answered request: a load lasts as long as the
    plan says, however many requests it answers."""
    spent = cpu_seconds(snapshot)

    def each(operation: OperationRecord) -> float | None:
        answered, seconds = (operation.measures or {}).get(COMPLETED), spent(operation)
        if answered is None or seconds is None:
            return seconds
        return seconds / answered if answered else None

    return each


def engine_cpu_seconds(snapshot: CampaignSnapshot) -> Quantity:
    """CPU time of the server in seconds; that of the worker where the engine runs inside it."""
    inside = _embedded(snapshot)

    def spent(operation: OperationRecord) -> float | None:
        counted = operation.server_cpu_s
        if counted is None and operation.run.server in inside:
            return operation.worker_cpu_s
        return counted

    return spent


def _embedded(snapshot: CampaignSnapshot) -> set[str]:
    """Names of the servers whose engine may run inside the worker."""
    return {each.name for each in snapshot.servers if each.source == Source.EMBEDDED}


class Values:
    """Values of one measure by cell, operation and repetition, compared in blocks of `passes`
    repetitions."""

    def __init__(self, passes: RepetitionsPerBlock) -> None:
        self.passes = passes
        self._values: dict[CellKey, list[Pass]] = {}

    def add(self, key: CellKey, repetition: int, value: float, attempt: int = 1) -> None:
        """Add the value of a repetition; it replaces an earlier one of the same number."""
        self._values.setdefault(key, []).append(Pass(repetition, value, attempt))

    def mean(self, key: CellKey) -> float | None:
        """The mean over all repetitions; None without any."""
        known = self._values.get(key)
        return fmean(each.seconds for each in known) if known else None

    def comparison(self, key: CellKey, baseline: str) -> Comparison:
        """The blocks of an operation of a cell and of its baseline."""
        own, plain = (self._values.get(each, ()) for each in (key, key.group.cell(baseline)))
        return Comparison(tuple(complete_blocks(plain, own, self.passes(key.case))))

    def operations_of(self, cell: CellKey) -> list[CellKey]:
        """The operations of a cell that there are values of."""
        return [key for key in self._values if key.all_operations == cell]


class Measured(Values):
    """The values of one measure over all operations of a campaign that count."""

    def __init__(self, snapshot: CampaignSnapshot, quantity: Quantity | None = None) -> None:
        """Without a quantity: of the measure that verdicts are about."""
        super().__init__(passes_of(snapshot.campaign))
        quantity = quantity or efforts()
        starts = [each.at for each in snapshot.sessions]
        attempts = attempts_of(snapshot.runs, starts, self.passes).number_by_run
        for each in snapshot.operations:
            value = quantity(each) if each.is_counted else None
            if value is not None:
                self.add(each.key, each.run.repetition, value, attempts.get(each.run_id, 1))


def turns_of(snapshot: CampaignSnapshot) -> Mapping[CellKey, Mapping[int, bytes]]:
    """The turns (`results.turns`) of each operation of a cell by repetition, in their stored
    form."""
    found: dict[CellKey, dict[int, bytes]] = {}
    for each in snapshot.operations:
        if each.is_counted and each.turns is not None:
            found.setdefault(each.key, {})[each.run.repetition] = each.turns
    return found


type OthersShares = Mapping[CellKey, float]


def others_shares(snapshot: CampaignSnapshot) -> OthersShares:
    """The share (0 to 1) of the core that other programs used during the turns of each operation of
    a cell, where server and worker were bound to one core.

    An operation whose share is unknown gets the mean of its run's other operations, which ran on
    the same core moments before or after.
    """
    by_run = {run.id: RunCores.from_mapping(run.placement) for run in snapshot.runs}
    alone = {run for run, cores in by_run.items() if cores is not None and cores.one_core}
    shares_by_run: dict[int, list[tuple[OperationRecord, float | None]]] = {}
    for each in snapshot.operations:
        if each.is_counted and each.turns is not None and each.run_id in alone:
            share = others_share(Turns.from_bytes(each.turns), each.commit_seconds)
            shares_by_run.setdefault(each.run_id, []).append((each, share))
    found: dict[CellKey, list[float]] = {}
    for operations in shares_by_run.values():
        known = [share for _, share in operations if share is not None]
        for each, share in operations if known else ():
            own = fmean(known) if share is None else share
            found.setdefault(each.key, []).append(own)
    return {key: fmean(shares) for key, shares in found.items()}


def sum_comparisons(comparisons: Sequence[Comparison], weights: Sequence[float] = ()) -> Comparison:
    """The sum of several comparisons that ran in the same blocks, such as all operations of a cell:
    pass by pass the (weighted) sum of their values.

    Blocks that one of them lacks are left out.
    """
    blocks = [{each.number: each for each in of.blocks} for of in comparisons]
    common = sorted(set.intersection(*(set(each) for each in blocks))) if blocks else []
    weights = weights or [1.0] * len(comparisons)
    return Comparison(
        tuple(
            Block(
                number,
                _sums([each[number].baseline for each in blocks], weights),
                _sums([each[number].protected for each in blocks], weights),
            )
            for number in common
        )
    )


def _sums(passes: Sequence[tuple[float, ...]], weights: Sequence[float]) -> tuple[float, ...]:
    return tuple(
        math.fsum(weight * value for weight, value in zip(weights, values, strict=True))
        for values in zip(*passes, strict=True)
    )


@dataclass(frozen=True)
class SampleStats:
    """The mean of values, their sample standard deviation, and the bounds of the mean's interval,
    all in the unit of the values; None for a single value."""

    mean: float
    sd: float | None = None
    low: float | None = None
    high: float | None = None


def sample_stats(values: Sequence[float], confidence: float = 0.95) -> SampleStats:
    """Of one value or more, with Student's t interval of the mean."""
    mean, sd = fmean(values), sample_deviation(values)
    if sd is None:
        return SampleStats(mean)
    quantile = t_quantile(len(values) - 1, confidence)
    reach = quantile * sd / math.sqrt(len(values))
    return SampleStats(mean, sd, mean - reach, mean + reach)
