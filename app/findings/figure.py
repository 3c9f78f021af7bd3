"""The class `Figure`: what was measured of an operation in one cell (server, protection, case), and
its cost. Also totals over operations and cases, in the same form."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from operator import attrgetter
from typing import NamedTuple

from app.findings.cost import NO_COST, Cost
from app.plan.cell_key import ALL_CASES, CellKey, GroupKey
from app.plan.status import Status
from engines.contract.transition import AFTERWARDS, Transition
from workloads.contract import CPU_TIME, SECONDS, Better, Case, Refusal, readable
from workloads.load import MIXED

PEAK_RATE = "peak_rate_per_s"
"""The measure of the highest throughput over all numbers of clients. Its cost is the share of it
that is lost."""


class ScaledFigure(NamedTuple):
    """Mean and standard deviation in a unit that reads well."""

    mean: float | None
    sd: float | None
    unit: str


@dataclass(frozen=True)
class Outlier:
    """The operation whose own cost is far above the total that includes it; `count` operations
    are."""

    operation: str
    percent: float
    count: int = 1


@dataclass(frozen=True)
class Figure:
    """One measure of one operation of one cell, over its `n` repetitions that count.

    A total over all operations has an empty `operation`. `at` is the case, or `ALL_CASES` in a
    total over all cases; `case` is the same in words. `complete` is False where a part of a total
    has no cost yet. `refused` are operations that the protection cannot do: of one operation that
    one, which is then unsupported; of a total those that it leaves out on both sides, while
    `covered` are the names of the others.

    `mean`, `sd` (the sample standard deviation) and `median` are of the `measure` that is compared,
    in its `unit`. `cost` is by how many percent it is worse than the baseline's of the same server,
    case and operation (where more is better: the cost of its reciprocal); `cpu` is the same of CPU
    time. A `control` is the baseline measured a second time: the interval of its cost is the
    smallest difference that can be detected.

    `mean_s`, `sd_s` and `median_s` are seconds inside statements and commit. `cpu_percent` (of one
    core), `memory_mb` and CPU seconds of server, worker and an API between the two are means over
    runs, `peak_memory_mb` is their maximum. `others_percent` is the share of the core that other
    programs used during its turns, where server and worker had a core to themselves.
    A weighted total, whose operations count as in their mix, has `covered_percent`: the share of
    the mix's weight that it covers. `outlier` is the operation whose own cost is farthest above the
    total.
    """

    server: str
    engine: str
    protection: str
    workload: str
    at: Case
    operation: str = ""
    case: str = ""
    measure: str = SECONDS.name
    unit: str = SECONDS.unit
    better: Better = Better.LESS
    n: int = 0
    mean: float | None = None
    sd: float | None = None
    median: float | None = None
    cost: Cost = field(default=NO_COST, repr=False)
    cpu: Cost = field(default=NO_COST, repr=False)
    status: Status = Status.DONE
    control: bool = False
    complete: bool = True
    mean_s: float | None = None
    sd_s: float | None = None
    median_s: float | None = None
    cpu_percent: float | None = None
    memory_mb: float | None = None
    peak_memory_mb: float | None = None
    server_cpu_s: float | None = None
    worker_cpu_s: float | None = None
    api_cpu_s: float | None = None
    others_percent: float | None = None
    refused: tuple[Refusal, ...] = ()
    covered: tuple[str, ...] = ()
    covered_percent: float | None = None
    outlier: Outlier | None = None

    @property
    def why_code(self) -> str | None:
        """The reason why its operation is unsupported, for programs; None where it is not so."""
        return self.refused[0].code if self.operation and self.refused else None

    @property
    def why_text(self) -> str | None:
        """The same in words."""
        return str(self.refused[0].message) if self.operation and self.refused else None

    @property
    def left_out(self) -> dict[str, str]:
        """Of a total: the operations that it leaves out, each with the code of its reason."""
        return {each.operation: each.code for each in self.refused}

    @property
    def key(self) -> CellKey:
        return CellKey(self.server, self.protection, self.at, self.operation)

    @property
    def group(self) -> GroupKey:
        """Server, case and operation, which its counterparts under other protections share."""
        return self.key.group

    @property
    def is_total(self) -> bool:
        """Whether it is of all cases together."""
        return self.at == ALL_CASES

    @property
    def in_cpu_time(self) -> bool:
        return self.measure == CPU_TIME.name

    @property
    def total_key(self) -> tuple[str, str, str]:
        """Of a total: server, protection and kind of case."""
        return self.server, self.protection, self.case

    @property
    def is_peak_throughput(self) -> bool:
        return self.measure == PEAK_RATE

    @property
    def scaled(self) -> ScaledFigure:
        """Mean and deviation for display: bytes per second as MB/s, all else in its unit."""
        scale, unit = readable(self.unit)
        mean, sd = (None if each is None else each / scale for each in (self.mean, self.sd))
        return ScaledFigure(mean, sd, unit)

    def to_json(self) -> dict[str, object]:
        """By name, as `compare --json` and exports have it: `case` is the case's name, as
        everywhere, and `case_text` the case in words."""
        return {name: attrgetter(path)(self) for name, path in _JSON.items()}

    def total_json(self) -> dict[str, object]:
        """The same of a total over operations; `case` is the name of its kind of cases, so that it
        has no size. `in_cpu_time`: its cost is that of CPU time."""
        outlier = None if self.outlier is None else asdict(self.outlier)
        return {
            name: attrgetter(path)(self) if path else None for name, path in _TOTAL_JSON.items()
        } | {"outlier": outlier}

    def weighted_json(self) -> dict[str, object]:
        """The same of a weighted total, which is always of one case."""
        case = {"size": self.at.size, "case": self.at.name, "case_text": self.case}
        return {**self.total_json(), **case, "covered_percent": self.covered_percent}


def comparable(rows: Iterable[Figure]) -> list[Figure]:
    """Those that are compared with something."""
    return [row for row in rows if row.cost.study_method_percent is not None]


def counted_operations(names: Collection[str]) -> Collection[str]:
    """The operations that a total sums: of a mix of requests the one that has all of them, of a
    change of encryption the change without what is done after it; else all."""
    if MIXED in names:
        return [MIXED]
    changes = {each.operation for each in Transition}.intersection(names)
    return changes if changes and {*names} <= changes | AFTERWARDS else names


def pooled_rows(rows: Sequence[Figure]) -> Sequence[Figure]:
    counted = counted_operations({row.operation for row in rows})
    return [row for row in rows if row.operation in counted]


def _same(*names: str) -> Mapping[str, str]:
    return {name: name for name in names}


_BOUNDS = {"cost_low_percent": "cost.low", "cost_high_percent": "cost.high"}
_VERDICT = {"verdict": "cost.verdict", "verdict_text": "cost.text"}
_JSON: Mapping[str, str] = {
    **_same("server", "engine", "protection", "workload"),
    "size": "at.size",
    **_same("operation", "n", "mean_s", "sd_s", "median_s", "cpu_percent", "memory_mb"),
    "peak_memory_mb": "peak_memory_mb",
    "cost_percent": "cost.percent",
    "status": "status",
    **_BOUNDS,
    "margin_percent": "cost.margin",
    "blocks": "cost.blocks",
    "p_value": "cost.p_value",
    **_VERDICT,
    "study_cost_percent": "cost.study_method_percent",
    **_same("server_cpu_s", "worker_cpu_s"),
    "cpu_cost_percent": "cpu.percent",
    "cpu_cost_low_percent": "cpu.low",
    "cpu_cost_high_percent": "cpu.high",
    "cpu_margin_percent": "cpu.margin",
    "cpu_p_value": "cpu.p_value",
    "cpu_verdict": "cpu.verdict",
    "cpu_verdict_text": "cpu.text",
    **_same("others_percent", "control"),
    "case": "at.name",
    "case_text": "case",
    **_same("measure", "unit", "mean", "sd", "median", "api_cpu_s", "why_code", "why_text"),
}
"""Names in files, and where in a figure they are found."""

_TOTAL_JSON: Mapping[str, str] = {
    **_same("engine", "server", "protection"),
    "cost_percent": "cost.percent",
    "sd_percent": "cost.sd",
    "complete": "complete",
    "size": "",
    **_BOUNDS,
    "margin_percent": "cost.margin",
    "blocks": "cost.blocks",
    **_VERDICT,
    "study_cost_percent": "cost.study_method_percent",
    "cpu_cost_percent": "cpu.percent",
    "cpu_cost_low_percent": "cpu.low",
    "cpu_cost_high_percent": "cpu.high",
    "cpu_verdict": "cpu.verdict",
    "cpu_verdict_text": "cpu.text",
    **_same("control", "case", "in_cpu_time", "covered", "left_out"),
}
FIGURES = tuple(_JSON)
"""The names of a figure's parts in files, in order."""
