"""Progress of a campaign's cells: status, runs that count and their means, of this session and
before.

It follows the campaign's events, and says which cells they change. Costs against the baseline are
computed from the store instead, during a campaign and after it (`findings/compare.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from statistics import fmean

from app.findings.figure import counted_operations
from app.findings.measured import Values, effort, measure_of
from app.findings.mix_weights import MixShare, share_of
from app.plan.campaign import Campaign
from app.plan.cell_key import CellKey, GroupKey
from app.plan.matrix import Cell, block_of, passes_of
from app.plan.status import Status
from app.results.events import (
    CellMeasured,
    Event,
    OperationFinished,
    RunFinished,
    RunRepeated,
    RunsAdded,
    RunsDropped,
    RunStarted,
)
from app.results.records import OperationRecord, RunRecord, StoredCampaign, is_countable
from app.results.run_counting import Repetition, attempts_of, counting_runs, repetition_of
from engines.contract.message import NOTHING, Message
from workloads.contract import SECONDS, Better, Measure


@dataclass(frozen=True)
class _Run:
    """A run started in this session."""

    of: Repetition
    warmup: bool
    status: Status = Status.RUNNING
    stalled: bool = False

    @property
    def key(self) -> CellKey:
        return self.of[0]

    @property
    def number(self) -> int:
        return self.of[1]


@dataclass
class _CellStatus:
    """State of a cell. `wanted` are its planned repetitions; `runs` maps those that count to their
    run; `failed` maps (is warm-up, repetition) to why it has none. `measure` is what is
    compared."""

    cell: Cell
    wanted: set[int] = field(default_factory=set)
    runs: dict[int, int] = field(default_factory=dict)
    failed: dict[tuple[bool, int], Message] = field(default_factory=dict)
    cancelled: Message | None = None
    measure: Measure = SECONDS

    def status(self) -> tuple[Status, Message]:
        """Between two runs, with the newest reason why it is not done."""
        if self.cell.why:
            return Status.UNSUPPORTED, self.cell.why
        if self.wanted and self.wanted <= self.runs.keys():
            return Status.DONE, NOTHING
        if self.failed:
            return Status.FAILED, list(self.failed.values())[-1]
        if self.cancelled is not None:
            return Status.CANCELLED, self.cancelled
        return Status.PENDING, NOTHING


class CampaignProgress:
    """Follows a campaign from what the store has of it: its runs, their operations, and the
    moments at which its sessions began, this one too."""

    def __init__(
        self,
        stored: StoredCampaign,
        runs: Collection[RunRecord] = (),
        operations: Iterable[OperationRecord] = (),
        starts: Iterable[float] = (),
    ) -> None:
        self.campaign: Campaign = stored.campaign
        self.cells = stored.cells
        self.passes = passes_of(stored.campaign)
        self.values = Values(self.passes)
        """Of the runs that count, less being better."""
        self._attempts = attempts_of(runs, starts, self.passes)
        self._counting = counting_runs(runs)
        self._positions = {run.id: run.position for run in stored.runs}
        self._runs: dict[int, _Run] = {}
        self._spent: dict[int, dict[str, float]] = {}
        """The measure compared, by run and operation."""
        self._measures: dict[int, Measure] = {}
        self._shares: dict[tuple[int, str], MixShare] = {}
        """Weights in the workload's mix, by run and operation."""
        self._weights: dict[GroupKey, float] = {}
        """Executions of an operation, by server, case and operation: totals are weighted sums."""
        self._status = {cell.key: _CellStatus(cell) for cell in self.cells}
        self._changed = dict.fromkeys(self._status)
        """Cells that have changed since `changed_cells` was last called, in their order."""
        self._load_earlier(stored, runs, operations)

    def _load_earlier(
        self,
        stored: StoredCampaign,
        runs: Iterable[RunRecord],
        operations: Iterable[OperationRecord],
    ) -> None:
        for planned in stored.runs:
            if not planned.warmup:
                self._status[planned.key].wanted.add(planned.repetition)
        for each in operations:
            if each.is_counted:
                self._add_operation(each.run_id, each)
        for run in runs:
            if run.is_counted:
                self._count(run.id, repetition_of(run))

    def take(self, event: Event) -> None:
        match event:
            case RunStarted():
                self._begin(event)
            case OperationFinished(run_id=run_id) if run_id in self._runs:
                self._add_operation(run_id, event)
            case RunFinished(run_id=run_id) if run_id in self._runs:
                self._end(event)
            case RunRepeated():
                self._repeated(event)
            case RunsAdded(runs=added):
                for run in added:
                    self._positions[run.id] = run.position
                    self._status[run.key].wanted.add(run.repetition)
                    self._change(run.key)
            case RunsDropped(runs=dropped):
                for run in dropped:
                    self._status[run.key].wanted.discard(run.repetition)
                    self._change(run.key)

    def has_countable_run(self, run: RunRecord) -> bool:
        """Whether a run of this repetition counts already."""
        return not run.warmup and run.repetition in self._status[run.key].runs

    def has_countable_block(self, run: RunRecord) -> bool:
        """Whether a run of the same block counts already, whatever its cell."""
        group, passes = run.key.group, self.passes(run.case)
        block = block_of(run.repetition, passes)
        return any(
            block_of(number, passes) == block
            for each, state in self._status.items()
            if each.group == group
            for number in state.runs
        )

    def group_of(self, run_id: int) -> GroupKey | None:
        """The server and case of a run that has begun in this session."""
        return self._runs[run_id].key.group if run_id in self._runs else None

    def changed_cells(self) -> list[CellMeasured]:
        """The state of each cell that has changed since the last call; at first of all cells."""
        changed, self._changed = self._changed, {}
        return [self._measured(key) for key in changed]

    def _begin(self, event: RunStarted) -> None:
        of = event.key, event.repetition
        run = self._runs[event.run_id] = _Run(of, event.warmup)
        self._status[run.key].cancelled = None
        self._changed[run.key] = None
        if not event.warmup:
            self._attempts.add(event.run_id, *of, event.at)

    def _add_operation(self, run_id: int, operation: OperationFinished | OperationRecord) -> None:
        workload = self.campaign.workload.name
        spent, measure = effort(workload, operation), measure_of(workload, operation)
        if spent is not None and measure is not None:
            self._spent.setdefault(run_id, {})[operation.operation] = spent
            self._measures[run_id] = measure
        if (share := share_of(operation)) is not None:
            self._shares[run_id, operation.operation] = share

    def _end(self, event: RunFinished) -> None:
        begun = self._runs[event.run_id]
        run = self._runs[event.run_id] = replace(begun, status=event.status, stalled=event.stalled)
        state = self._status[run.key]
        if is_countable(run):
            self._may_count(event.run_id, run)
        elif event.status is Status.CANCELLED:
            state.cancelled = event.why
        elif self._is_one_too_few(run):
            state.failed[run.warmup, run.number] = event.why
        self._change(run.key)

    def _is_one_too_few(self, run: _Run) -> bool:
        """Whether a run that does not count leaves its cell one run short; a warm-up that stalled
        is done."""
        if run.warmup:
            return run.status is Status.FAILED
        return self._counting.run_of(run.of) is None

    def _may_count(self, run_id: int, run: _Run) -> None:
        if self._counting.add(run_id, run.of, self._positions[run_id]):
            self._status[run.key].failed.pop((False, run.number), None)
            self._count(run_id, run.of)

    def _count(self, run_id: int, of: Repetition) -> None:
        cell, number = of
        state = self._status[cell]
        state.runs[number] = run_id
        state.measure = self._measures.get(run_id, state.measure)
        attempt = self._attempts.number_by_run.get(run_id, 1)
        for operation, spent in self._spent.get(run_id, {}).items():
            key = cell._replace(operation=operation)
            self.values.add(key, number, spent, attempt)
            if (share := self._shares.get((run_id, operation))) is not None:
                self._weights[key.group] = share.per_execution

    def _repeated(self, event: RunRepeated) -> None:
        self._positions[event.run_id] = event.position
        if (run := self._runs.get(event.of)) is not None:
            self._status[run.key].failed.pop((run.warmup, run.number), None)
            self._change(run.key)

    def _change(self, key: CellKey) -> None:
        self._changed[key] = None

    def _measured(self, key: CellKey) -> CellMeasured:
        state = self._status[key]
        cell = state.cell
        return CellMeasured(
            cell.server,
            cell.engine,
            cell.protection.name,
            cell.size,
            *state.status(),
            case_name=cell.case_name,
            figures=self._figures(state),
            measure=state.measure,
        )

    def _figures(self, state: _CellStatus) -> tuple[float, ...]:
        """The mean seconds of a repetition: the sum over the operations that every cell of its
        group can do. Of any other measure, the mean of each of these operations, in its unit."""
        counted = [self._spent.get(run, {}) for run in state.runs.values()]
        lacking = self._lacking(state.cell.group)
        known = dict.fromkeys(name for spent in counted for name in spent if name not in lacking)
        means = [
            weight * fmean(spent[name] for spent in counted if name in spent)
            for name, weight in self._weighted(state.cell.group, known)
        ]
        if state.measure.name == SECONDS.name:
            return (sum(means),) if means else ()
        more = state.measure.better is Better.MORE
        return tuple(1 / each if more else each for each in means)

    def _lacking(self, group: GroupKey) -> set[str]:
        """Operations that some cell of a group cannot do."""
        return {
            each.operation
            for cell in self.cells
            if cell.group == group and not cell.why
            for each in cell.refused
        }

    def _weighted(self, group: GroupKey, names: Collection[str]) -> Iterator[tuple[str, float]]:
        """Those of a group's operations that a total is of, with what each counts."""
        for name in counted_operations(names):
            weight = self._weights.get(group._replace(operation=name)) if self._weights else 1.0
            if weight is not None:
                yield name, weight
