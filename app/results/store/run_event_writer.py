"""Writes the events of runs (starts, samples, operations, ends) into the store: thousands of rows a
campaign, so every statement here is built once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean
from typing import Any

from sqlalchemy import BindParameter, bindparam, insert, select, update
from sqlalchemy import Row as SqlRow
from sqlalchemy.orm import Session

from app.plan.status import Status
from app.results.database.models import HistogramRow, OperationRow, RunRow, SampleRow
from app.results.events import Event, OperationFinished, RunFinished, RunStarted, Sampled
from app.results.store.rows import Row, discard, insert_all, table_of
from app.results.store.runs import derive_cell_status
from engines.contract.message import NOTHING

RunEvent = RunStarted | Sampled | OperationFinished | RunFinished

_RUNS, _OPERATIONS, _SAMPLES = map(table_of, (RunRow, OperationRow, SampleRow))
_OF_RUN: BindParameter[int] = bindparam("run")
_CHANGE_RUN = update(_RUNS).where(_RUNS.c.id == bindparam("which"))
_CELLS_OF = select(_RUNS.c.cell_id).where(_RUNS.c.id.in_(bindparam("runs", expanding=True)))
_ADD_OPERATIONS = insert(_OPERATIONS).returning(_OPERATIONS.c.id, sort_by_parameter_order=True)
_OPERATIONS_OF = select(
    _OPERATIONS.c.id,
    _OPERATIONS.c.started_at,
    _OPERATIONS.c.finished_at,
    _OPERATIONS.c.first_memory_mb,
    _OPERATIONS.c.last_memory_mb,
).where(_OPERATIONS.c.run_id == _OF_RUN)
_READINGS_OF = (
    select(_SAMPLES.c.at, _SAMPLES.c.server_cpu, _SAMPLES.c.server_memory)
    .where(_SAMPLES.c.run_id == _OF_RUN)
    .order_by(_SAMPLES.c.at)
)
_SET_USAGE = update(_OPERATIONS).where(_OPERATIONS.c.id == bindparam("which"))

_STARTED_RUN: Row = {
    "why": NOTHING,
    "status": Status.RUNNING,
    "finished_at": None,
    "stalled": False,
    "loading_s": None,
    "indexing_s": None,
    "rows_digest": None,
    "loading_keys": None,
}
"""The columns of a run when it begins, whatever it did before."""


def add(session: Session, campaign_id: int, events: Sequence[RunEvent]) -> None:
    """Write events of one class, in their order; call `update_cell_status` afterwards."""
    match events[0]:
        case Sampled():
            samples = (each.sample for each in events if isinstance(each, Sampled))
            rows = [{"campaign_id": campaign_id, **vars(each)} for each in samples]
            insert_all(session, SampleRow, rows)
        case OperationFinished():
            _add_operations(session, [e for e in events if isinstance(e, OperationFinished)])
        case RunStarted():
            _start(session, [each for each in events if isinstance(each, RunStarted)])
        case RunFinished():
            _finish(session, [each for each in events if isinstance(each, RunFinished)])


def run_of(event: Event) -> int | None:
    """The id of the run that an event belongs to, or None."""
    match event:
        case Sampled(sample):
            return sample.run_id
        case RunStarted() | RunFinished() | OperationFinished():
            return event.run_id
    return None


def update_cell_status(session: Session, runs: Sequence[int]) -> None:
    """Derive the status of the cells whose runs began or ended."""
    if runs:
        derive_cell_status(session, session.scalars(_CELLS_OF, {"runs": runs}))


def _start(session: Session, events: Sequence[RunStarted]) -> None:
    runs = [{"run": each.run_id} for each in events]
    discard(session, OperationRow, _OPERATIONS.c.run_id == _OF_RUN, values=runs)
    discard(session, SampleRow, _SAMPLES.c.run_id == _OF_RUN, values=runs)
    session.execute(_CHANGE_RUN, [_started(each) for each in events])


def _started(event: RunStarted) -> Row:
    placement = dict(event.placement) or None
    return {"which": event.run_id, **_STARTED_RUN, "started_at": event.at, "placement": placement}


def _add_operations(session: Session, events: Sequence[OperationFinished]) -> None:
    rows = [dict(vars(each)) for each in events]
    histograms = [row.pop("histogram") for row in rows]
    made = session.scalars(_ADD_OPERATIONS, rows)
    insert_all(
        session,
        HistogramRow,
        [
            {"operation_id": each, "encoded": encoded}
            for each, encoded in zip(made, histograms, strict=True)
        ],
    )


def _finish(session: Session, events: Sequence[RunFinished]) -> None:
    for each in events:
        _set_usage(session, each.run_id)
    session.execute(_CHANGE_RUN, [_finished(each) for each in events])


def _finished(event: RunFinished) -> Row:
    return {
        "which": event.run_id,
        "why": event.why,
        "status": event.status,
        "finished_at": event.at,
        "stalled": event.stalled,
        "loading_s": event.loading_s,
        "indexing_s": event.indexing_s,
        "rows_digest": event.rows_digest,
        "loading_keys": event.loading_keys,
    }


def _set_usage(session: Session, run_id: int) -> None:
    """Set CPU and memory of each operation of a run from the samples stored so far."""
    operations = session.execute(_OPERATIONS_OF, {"run": run_id}).all()
    if not operations:
        return
    readings = [tuple(row) for row in session.execute(_READINGS_OF, {"run": run_id})]
    session.execute(_SET_USAGE, [_usage(each, readings) for each in operations])


def _usage(operation: SqlRow[*tuple[Any, ...]], readings: Sequence[SampledUsage]) -> Row:
    within = operation.started_at, operation.finished_at
    ends = operation.first_memory_mb, operation.last_memory_mb
    memory = memory_within(readings, *within, ends)
    return {
        "which": operation.id,
        "cpu_percent": cpu_within(readings, *within),
        "memory_mb": memory.mean,
        "peak_memory_mb": memory.peak,
    }


type SampledUsage = tuple[float, float | None, float | None]
"""Time of the sample, the server's CPU in percent of one core, and its memory in MB."""


@dataclass(frozen=True)
class MemoryUsage:
    """Mean and maximum of the readings during an operation, in MB; None without readings."""

    mean: float | None
    peak: float | None


def cpu_within(
    readings: Sequence[SampledUsage], started_at: float, finished_at: float
) -> float | None:
    """Mean CPU percent of the server during an operation.

    The published study's method: of the readings in (started_at, finished_at] the first is dropped,
    since it also covers what came before, and the others are averaged; with fewer than three none
    is dropped. An operation too short for a reading takes the first one after it, which covers it.
    None without such a reading. `readings` are in order of time.
    """
    inside = [reading for reading in readings if started_at < reading[0] <= finished_at]
    if not inside:
        inside = [reading for reading in readings if reading[0] > finished_at][:1]
    if len(inside) >= 3:
        inside = inside[1:]
    return _mean(cpu for _, cpu, _ in inside)


def memory_within(
    readings: Sequence[SampledUsage],
    started_at: float,
    finished_at: float,
    ends: Iterable[float | None] = (),
) -> MemoryUsage:
    """Memory of the server during an operation: the readings at its two `ends` and those of samples
    in between. Samples repeat the last reading until there is a new one; a repeated reading from
    before the operation does not count.
    """
    known = [each for each in ends if each is not None]
    for before, (at, _, memory) in pairwise([(0.0, None, None), *readings]):
        if memory is not None and memory != before[2] and started_at < at <= finished_at:
            known.append(memory)
    return MemoryUsage(fmean(known), max(known)) if known else MemoryUsage(None, None)


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None
