"""Watches the worker of one run, and samples it and its server meanwhile."""

from __future__ import annotations

import time
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from app.campaign.load.lanes import Lanes
from app.campaign.machine.canary import CanarySung
from app.campaign.machine.placement import QUOTA
from app.campaign.machine.quality import RunToll
from app.campaign.machine.sampler import Sampler, watched
from app.campaign.machine.stall_watch import StallWatch
from app.campaign.machine.surroundings import Meanwhile
from app.campaign.workers.bare_run import BareOrder, perform
from app.campaign.workers.fork_server import no_room, start_worker
from app.campaign.workers.live_counters import LiveCounters
from app.campaign.workers.own_database import KeptDatabase
from app.campaign.workers.supervision import Runner, Supervision
from app.campaign.workers.worker import ColdWanted, RunOrder, Staged, work
from app.plan.status import Status
from app.results.events import (
    Noted,
    OperationFinished,
    OperationStarted,
    ProbeSample,
    RunFinished,
    Sampled,
)
from app.results.records import QueuedRun
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError
from engines.contract.message import Message, phrase
from engines.looking.processes import stands_still
from workloads.load import LoadPart
from workloads.registry import database_workload
from workloads.stage import STANDS_STILL

SAMPLE_SECONDS = 0.1
CANCELLED = phrase("The campaign was cancelled.")


class RunSupervision(Supervision[RunFinished]):
    """One run; what its worker tells goes on to the runner's sink."""

    look_seconds = SAMPLE_SECONDS

    def __init__(
        self,
        runner: Runner,
        queued: QueuedRun,
        endpoint: Endpoint,
        quota: str | None,
        usual_canary: float | None = None,
        kept: KeptDatabase | None = None,
    ) -> None:
        """`quota` is the CPU quota that this program had when the campaign began, `usual_canary`
        how long the canary takes, as far as that is known; `kept` the database that it is to be
        done in, where it has none of its own.

        Raises: CipherbenchError when the system has no room for the counters
        """
        super().__init__(runner, queued.cell.server, str(queued.run_id))
        self._kept = kept
        if kept is not None:
            self._identifier, self._database_there = kept.identifier, kept.filled
        self._queued, self._endpoint = queued, endpoint
        self._sampler = self._new_sampler()
        quotas = quota, runner.pool.answered[self._name].settings.get(QUOTA)
        limited = any(each not in (None, "none") for each in quotas)
        self._stalls = StallWatch(self._sampler, endpoint, limited=limited)
        self._operation: str | None = None
        self.toll = RunToll()
        self._usual_canary = usual_canary
        self._meanwhile: Meanwhile | None = None
        self._counters = _new_counters()
        self._lanes: Lanes | None = None
        self._api: int | None = None
        """The number of its process, where one stands between worker and server."""

    def until_over(self) -> RunFinished:
        try:
            return super().until_over()
        finally:
            if self._lanes is not None:
                self._lanes.close()
            self._counters.close()

    def _new_sampler(self) -> Sampler:
        return Sampler(watched(self._endpoint), self._endpoint.in_process)

    def _begin(self, pipe: Connection) -> BaseProcess:
        seats = self._runner.pool.seating.seats
        order = RunOrder(
            run_id=self._queued.run_id,
            endpoint=self._endpoint,
            protection=self._queued.cell.protection,
            workload=self._runner.campaign.workload.name,
            options=self._options(self._queued.cell.case),
            identifier=self._identifier,
            cores=seats.worker,
            server_cores=seats.server,
            usual_canary=self._usual_canary,
            kept=self._kept,
        )
        self._lanes = lanes = _lanes_for(order)
        if lanes is None:
            return start_worker(work, order, pipe, self._counters)
        process = start_worker(work, order, pipe, self._counters, lanes.crew())
        lanes.hand_over()
        return process

    def _attach(self, worker: int) -> None:
        lanes = self._lanes
        if lanes is None:
            self._sampler.attach(worker, self._counters)
            self._stalls.attach(worker)
        else:
            self._sampler.attach(worker, self._counters, lanes)
            self._stalls.attach(worker, lanes.pids)

    def _detach(self) -> None:
        self._sampler.detach()

    def _look(self) -> None:
        sample = self._sample()
        spent = (sample.server_cpu, sample.worker_cpu, sample.api_cpu)
        self._vigil.spent(sum(each or 0 for each in spent))
        if sample.statements:
            self._vigil.alive()

    def _sample(self) -> ProbeSample:
        sample = self._sampler.sample(self._queued.run_id, self._operation)
        self._runner.sink(Sampled(sample))
        self._stalls.look()
        return sample

    def _take(self, event: object) -> None:
        match event:
            case RunFinished():
                self._tell_result(self._stalls.judged(event))
            case CanarySung():
                self.toll.hear(event)
            case Noted():
                self._runner.sink(event)
            case ColdWanted():
                self._answer(self._cooled())
            case Staged(pid=pid):
                self._api = pid
                self._sampler.attach_api(pid)
            case Meanwhile():
                self._meanwhile = event
            case OperationStarted(operation=operation):
                self._operation = operation
                self._sampler.refresh_memory()
                self._stalls.begin()
                self._runner.sink(event)
            case OperationFinished():
                self._sample()
                throttled = self._stalls.end(event)
                if self._meanwhile is not None:
                    self.toll.add(event, self._meanwhile, throttled)
                self._operation = None
                self._runner.sink(event)

    def _cooled(self) -> Endpoint | CipherbenchError:
        """Where the server is after it was made cold, or why it is not."""
        try:
            endpoint = self._runner.pool.cool(self._name)
        except CipherbenchError as error:
            return error
        self._sampler.attach_server(watched(endpoint))
        self._stalls.attach_server(endpoint)
        return endpoint

    def _explained(self, fault: CipherbenchError) -> CipherbenchError:
        still = self._api is not None and stands_still(self._api)
        return CipherbenchError(*STANDS_STILL) if still else fault

    def _failed(self, why: Message) -> RunFinished:
        return RunFinished(self._queued.run_id, Status.FAILED, time.time(), why)

    def _cancelled(self) -> RunFinished:
        return RunFinished(self._queued.run_id, Status.CANCELLED, time.time(), CANCELLED)


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
    """One run without a database: the worker and what it starts are all that there is to see."""

    def __init__(
        self, runner: Runner, queued: QueuedRun, quota: str | None, usual_canary: float | None
    ) -> None:
        endpoint = Endpoint(queued.cell.engine, in_process=True)
        super().__init__(runner, queued, endpoint, quota, usual_canary)

    def _new_sampler(self) -> Sampler:
        return Sampler(None)

    def _begin(self, pipe: Connection) -> BaseProcess:
        cell = self._queued.cell
        order = BareOrder(
            run_id=self._queued.run_id,
            provider=cell.server,
            protection=cell.protection,
            workload=self._runner.campaign.workload.name,
            options=self._options(cell.case),
            cores=self._runner.pool.seating.seats.worker,
            usual_canary=self._usual_canary,
        )
        return start_worker(perform, order, pipe, self._counters)


def _new_counters() -> LiveCounters:
    """Raises: CipherbenchError when the system has no room for it"""
    try:
        return LiveCounters.create()
    except OSError as error:
        raise no_room(error) from error
