"""The worker of a run without a database: a process of its own that has a workload do each of its
operations, and tells what they yielded."""

from __future__ import annotations

import gc
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from hdrh.histogram import HdrHistogram

from app.campaign.machine.cores import Cores
from app.campaign.machine.counters import FamilyCounter
from app.plan.status import Status
from app.processes.deadlines import Doing
from app.processes.live_counters import LiveCounters
from app.processes.own_database import serve
from app.results.events import OperationFinished, OperationStarted, RunFinished
from app.system.clock import wall_time
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.contract.protection import Protection
from workloads.contract import Options
from workloads.registry import bare_workload


@dataclass(frozen=True, kw_only=True)
class BareOrder:
    """One run by a provider, on `cores`; None: wherever it is put."""

    run_id: int
    provider: str
    protection: Protection
    workload: str
    options: Options[Any]
    cores: Cores | None = None


def perform(order: BareOrder, events: Connection, counters: LiveCounters) -> None:
    """Carry out one run; the entry point of the worker process."""

    def failed(error: CipherbenchError) -> RunFinished:
        return RunFinished(order.run_id, Status.FAILED, wall_time(), error.advice)

    if order.cores is not None:
        with suppress(OSError):  # it has been seen that the system lets us
            os.sched_setaffinity(0, order.cores)  # while there is one thread
    serve(lambda: _Run(order, events, counters), events, failed)


class _Run:
    def __init__(self, order: BareOrder, events: Connection, counters: LiveCounters) -> None:
        self._order, self._events, self._counters = order, events, counters
        self._workload = bare_workload(order.workload)
        self._used = FamilyCounter()

    def carry_out(self) -> RunFinished:
        """Raises: CipherbenchError"""
        order = self._order
        for operation in self._workload.operations(
            order.options.parameters, order.options.case, order.protection
        ):
            self._operate(operation)
        return RunFinished(order.run_id, Status.DONE, wall_time())

    def clear_away(self) -> None:
        """Nothing to clear: a bare run creates no database."""

    def _operate(self, operation: str) -> None:
        order = self._order
        self._events.send(Doing(phrase("timing {operation}", operation=operation)))
        started_at = wall_time()
        self._events.send(OperationStarted(order.run_id, operation, 0, started_at))
        self._counters.show_share(0.0)
        self._workload.prepare(
            order.options,
            order.provider,
            order.protection,
            operation,
            self._counters.show_share,
        )
        gc.collect()
        self._used.begin()
        begun = time.perf_counter()
        outcome = self._workload.perform(
            order.options,
            order.provider,
            order.protection,
            operation,
            self._counters.show_share,
        )
        elapsed = time.perf_counter() - begun
        used = self._used.end()
        finished_at = wall_time()
        each_us = 1e6 * outcome.seconds / outcome.units
        self._events.send(
            OperationFinished(
                order.run_id,
                operation,
                seconds=outcome.seconds,
                elapsed=elapsed,
                connect_seconds=0.0,
                commit_seconds=0.0,
                server_seconds=None,
                statements=outcome.units,
                rows=0,
                p50_us=each_us,
                p99_us=each_us,
                histogram=_no_latencies(),
                started_at=started_at,
                finished_at=finished_at,
                worker_cpu_s=used.cpu,
                measures=outcome.measures,
            )
        )


def _no_latencies() -> bytes:
    """A histogram without a value: single units are too short to be timed one by one."""
    encoded: bytes = HdrHistogram(1, 3_600_000_000_000, 3).encode()
    return encoded
