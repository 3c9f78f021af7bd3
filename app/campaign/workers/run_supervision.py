"""Supervises the worker of one run: samples it and its server, detects stalls, handles its
messages.

Also has the worker of runs without a database (`BareOrder`, `run_bare_worker`)."""

from __future__ import annotations

import gc
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from hdrh.histogram import HdrHistogram

from app.campaign.load.hosts_run import HostsRun
from app.campaign.load.lanes import Lanes
from app.campaign.load.other_hosts import ExchangeRequest, StartRequest
from app.campaign.machine.cores import Cores
from app.campaign.machine.counters import DescendantsCounter
from app.campaign.machine.cpu_allowance import QUOTA
from app.campaign.watching.sampler import Sampler, usage_of
from app.campaign.watching.stall_watch import StallWatch
from app.campaign.workers.supervision import Runner, Supervision
from app.campaign.workers.worker import run_worker
from app.campaign.workers.worker_messages import (
    ApiStarted,
    ChangeProgress,
    ColdCacheWanted,
    RequestFigures,
    RunOrder,
)
from app.plan.status import Status
from app.processes.deadlines import WorkerStep
from app.processes.fork_server import no_resources_error, start_worker
from app.processes.live_counters import LiveCounters
from app.processes.own_database import ReusedDatabase, serve
from app.results.events import (
    Activity,
    Noted,
    OperationFinished,
    OperationStarted,
    RunFinished,
    Sampled,
)
from app.results.records import ProbeSample, QueuedRun
from app.system.wall_time import wall_time
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError
from engines.contract.message import Message, phrase
from engines.contract.protection import Protection
from engines.inspection.processes import is_stopped
from engines.platform.processes import has_ended
from engines.platform.scheduling import bind_to
from workloads.app_server import API_STOPPED
from workloads.contract import Options
from workloads.load import ONE_HOST, LoadPart
from workloads.registry import bare_workload, database_workload


@dataclass(frozen=True, kw_only=True)
class BareOrder:
    """The order for one run without a database, by a provider (a library that encrypts), on
    `cores`; None: on any."""

    run_id: int
    provider: str
    protection: Protection
    workload: str
    options: Options[Any]
    cores: Cores | None = None


def run_bare_worker(order: BareOrder, events: Connection, counters: LiveCounters) -> None:
    """Carry out one run; the entry point of the worker process."""

    def failed(error: CipherbenchError) -> RunFinished:
        return RunFinished(order.run_id, Status.FAILED, wall_time(), error.advice)

    if order.cores is not None:
        with suppress(OSError):  # it has been seen that the system lets us
            bind_to(order.cores)  # while there is one thread
    serve(lambda: _Run(order, events, counters), events, failed)


class _Run:
    def __init__(self, order: BareOrder, events: Connection, counters: LiveCounters) -> None:
        self._order, self._events, self._counters = order, events, counters
        self._workload = bare_workload(order.workload)
        self._used = DescendantsCounter()

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
        self._events.send(WorkerStep(phrase("timing {operation}", operation=operation)))
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


SAMPLE_SECONDS = 0.1
CANCELLED = phrase("The campaign was cancelled.")


_STANDBY_LOST = (
    phrase("Standby lost"),
    phrase("The run was stopped, as it was to be measured with a standby."),
)


class RunSupervision(Supervision[RunFinished]):
    """Supervises one run and passes its worker's events to the runner's sink."""

    look_seconds = SAMPLE_SECONDS

    def __init__(
        self,
        runner: Runner,
        queued: QueuedRun,
        endpoint: Endpoint,
        quota: str | None,
        reused: ReusedDatabase | None = None,
        hosts: HostsRun | None = None,
    ) -> None:
        """`quota` is this program's CPU quota when the campaign began, `reused` the database of
        earlier runs to work in (None: one of its own), `hosts` the same run on other hosts.

        Raises: CipherbenchError when the system has no room for the counters
        """
        super().__init__(runner, runner.pool.server_for(queued.cell), str(queued.run.id))
        self._reused, self._hosts = reused, hosts
        if reused is not None:
            self._identifier, self._database_there = reused.identifier, reused.filled
        self._queued, self._endpoint = queued, endpoint
        self._looked_at = self._servers()
        self.sampler = self._new_sampler()
        quotas = quota, runner.pool.answered[queued.cell.server].settings.get(QUOTA)
        limited = any(each not in (None, "none") for each in quotas)
        self.stalls = StallWatch(self.sampler, self._looked_at, limited=limited)
        self.operation: str | None = None
        self.counters = _new_counters()
        self._lanes: Lanes | None = None
        self._api: int | None = None
        """Process ID of the API between worker and server, if there is one."""
        self._points = b""
        """Points of an encryption change since the last sample."""

    def run_to_end(self) -> RunFinished:
        try:
            return super().run_to_end()
        finally:
            self.close()

    def close(self) -> None:
        """Release the memory shared with the worker."""
        if self._lanes is not None:
            self._lanes.close()
        self.counters.close()

    def _new_sampler(self) -> Sampler:
        return Sampler(usage_of(*self._looked_at), self._endpoint.in_process)

    def _servers(self) -> list[Endpoint]:
        """The servers whose processes are sampled; a restarted one replaces its old entry."""
        return [self._endpoint]

    def _order(self) -> RunOrder:
        shares = self._runner.pool.bound.shares
        return RunOrder(
            run_id=self._queued.run.id,
            endpoint=self._endpoint,
            protection=self._runner.pool.keys.opened(self._queued.cell.protection),
            workload=self._runner.campaign.workload.name,
            options=self._options(self._queued.cell.case),
            identifier=self._identifier,
            cores=shares.worker,
            server_cores=shares.server,
            reused=self._reused,
            refused=frozenset(each.operation for each in self._queued.cell.refused),
            native=self._runner.campaign.loops_natively(self._queued.cell.server),
            host=ONE_HOST if self._hosts is None else self._hosts.position,
        )

    def _begin(self, pipe: Connection) -> BaseProcess:
        order = self._order()
        self._lanes = lanes = _lanes_for(order)
        if lanes is None:
            return start_worker(run_worker, order, pipe, self.counters)
        process = start_worker(
            run_worker, order, pipe, self.counters, lanes.group(native=order.native)
        )
        lanes.release_pipes()
        return process

    def _attach(self, worker: int) -> None:
        lanes = self._lanes
        if lanes is None:
            self.sampler.attach([worker], [self.counters])
            self.stalls.attach([worker])
        else:
            counters = [self.counters, *lanes.counters]
            self.sampler.attach([worker, *lanes.pids], counters, [lanes.arrivals])
            self.stalls.attach([worker], lanes.pids)

    def _detach(self) -> None:
        self.sampler.detach()

    def look(self) -> bool:
        hosts = self._hosts
        if hosts is not None and hosts.waiting:
            self._liveness.alive()
        return super().look() or (hosts is not None and hosts.ended())

    def _look(self) -> None:
        sample = self._sample()
        spent = (sample.server_cpu, sample.worker_cpu, sample.api_cpu)
        self._liveness.spent(sum(each or 0 for each in spent))
        if sample.statements:
            self._liveness.alive()

    def _sample(self) -> ProbeSample:
        sample = self.sampler.sample(self._queued.run.id, self.operation)
        sample, self._points = replace(sample, points=self._points or None), b""
        self._runner.sink(Sampled(sample))
        self.stalls.look()
        return sample

    def _take(self, event: object) -> None:  # noqa: C901 one case a kind of event
        match event:
            case RunFinished():
                self._conclude(event)
            case Noted():
                self._runner.sink(event)
            case Activity(message=message):
                named = phrase(
                    "{doing} · {protection}",
                    protection=self._queued.cell.protection.title,
                    doing=message,
                )
                self._runner.sink(replace(event, message=named))
            case ColdCacheWanted():
                self._answer(self._restarted_cold())
            case StartRequest() | ExchangeRequest():
                assert self._hosts is not None
                self._hosts.ask(event, self._answer)
            case RequestFigures(finished=finished):
                self._runner.sink(finished)
            case ChangeProgress(points=points):
                self._points += points
            case ApiStarted(pid=pid):
                self._api = pid
                self.sampler.attach_api(pid)
            case OperationStarted(operation=operation):
                self.operation = operation
                self.sampler.refresh_memory()
                self.stalls.begin()
                self._runner.sink(event)
            case OperationFinished():
                self._sample()
                self.stalls.end(event)
                self.operation = None
                self._runner.sink(event)

    def _conclude(self, event: RunFinished) -> None:
        if self._hosts is not None and event.status is Status.FAILED:
            self._hosts.fail()
        self._set_result(self.stalls.with_stalls(event))

    def _restarted_cold(self) -> Endpoint | CipherbenchError:
        """Restart the server with cold caches: its new endpoint, or why that failed."""
        try:
            endpoint = self._runner.pool.restart_cold(self._name)
        except CipherbenchError as error:
            return error
        seen = self._looked_at
        seen[:] = [endpoint if each.data == endpoint.data else each for each in seen]
        self.sampler.attach_server(usage_of(*seen))
        self.stalls.attach_servers(seen)
        return endpoint

    def _lost(self) -> CipherbenchError | None:
        """A lost standby: commits would wait for ever, or for nobody."""
        lost = any(map(has_ended, self._endpoint.standby_pids))
        return CipherbenchError(*_STANDBY_LOST) if lost else None

    def _explained(self, fault: CipherbenchError) -> CipherbenchError:
        still = self._api is not None and is_stopped(self._api)
        return CipherbenchError(*API_STOPPED) if still else fault

    def _failed(self, why: Message) -> RunFinished:
        if self._hosts is not None and self._hosts.end_error is not None:
            why = self._hosts.end_error.advice
        return RunFinished(self._queued.run.id, Status.FAILED, wall_time(), why)

    def _cancelled(self) -> RunFinished:
        return RunFinished(self._queued.run.id, Status.CANCELLED, wall_time(), CANCELLED)


def _lanes_for(order: RunOrder) -> Lanes | None:
    """The lanes that parts of a run need; None where none does.

    Raises: CipherbenchError when the system has no room for them
    """
    parts = database_workload(order.workload).parts(order.options)
    loads = [part for part in parts if isinstance(part, LoadPart)]
    if not loads:
        return None
    paces = [pace for part in loads for pace in (part.pace, part.warmup) if pace is not None]
    return Lanes(max(part.lanes for part in loads), max(pace.queue for pace in paces), order.cores)


class BareSupervision(RunSupervision):
    """Supervises a run without a database: only the worker and its children are sampled."""

    def __init__(self, runner: Runner, queued: QueuedRun, quota: str | None) -> None:
        endpoint = Endpoint(queued.cell.engine, in_process=True)
        super().__init__(runner, queued, endpoint, quota)

    def _new_sampler(self) -> Sampler:
        return Sampler(None)

    def _begin(self, pipe: Connection) -> BaseProcess:
        cell = self._queued.cell
        order = BareOrder(
            run_id=self._queued.run.id,
            provider=cell.server,
            protection=cell.protection,
            workload=self._runner.campaign.workload.name,
            options=self._options(cell.case),
            cores=self._runner.pool.bound.shares.worker,
        )
        return start_worker(run_bare_worker, order, pipe, self.counters)


def _new_counters() -> LiveCounters:
    """Raises: CipherbenchError when the system has no room for it"""
    try:
        return LiveCounters()
    except OSError as error:
        raise no_resources_error(error) from error
