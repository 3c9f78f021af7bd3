"""Watches the worker of one run, and samples it and its server meanwhile."""

from __future__ import annotations

import time
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from app.campaign.machine.canary import CanarySung
from app.campaign.machine.placement import QUOTA
from app.campaign.machine.quality import RunToll
from app.campaign.machine.sampler import Sampler, watched
from app.campaign.machine.stall_watch import StallWatch
from app.campaign.machine.surroundings import Meanwhile
from app.campaign.workers.bare_run import BareOrder, perform
from app.campaign.workers.fork_server import no_room, start_worker
from app.campaign.workers.live_counters import LiveCounters
from app.campaign.workers.supervision import Runner, Supervision
from app.campaign.workers.worker import RunOrder, work
from app.plan.status import Status
from app.results.events import (
    OperationFinished,
    OperationStarted,
    ProbeSample,
    RunFinished,
    Sampled,
)
from app.results.records import QueuedRun
from engines.contract.endpoint import Endpoint
from engines.contract.message import Message, phrase

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
    ) -> None:
        """`quota` is the CPU quota that this program had when the campaign began, `usual_canary`
        how long the canary takes, as far as that is known.

        Raises: CipherbenchError when the system has no room for the counters
        """
        super().__init__(runner, queued.cell.server, str(queued.run_id))
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

    def until_over(self) -> RunFinished:
        try:
            return super().until_over()
        finally:
            self._counters.close()

    def _new_sampler(self) -> Sampler:
        return Sampler(watched(self._endpoint), self._endpoint.in_process)

    def _begin(self, pipe: Connection) -> BaseProcess:
        order = RunOrder(
            run_id=self._queued.run_id,
            endpoint=self._endpoint,
            protection=self._queued.cell.protection,
            workload=self._runner.campaign.workload.name,
            options=self._options(self._queued.cell.case),
            identifier=self._identifier,
            cores=self._runner.pool.seating.seats.worker,
            usual_canary=self._usual_canary,
        )
        return start_worker(work, order, pipe, self._counters)

    def _attach(self, worker: int) -> None:
        self._sampler.attach(worker, self._counters)
        self._stalls.attach(worker)

    def _detach(self) -> None:
        self._sampler.detach()

    def _look(self) -> None:
        sample = self._sample()
        self._vigil.spent(sample.at, (sample.server_cpu or 0) + (sample.worker_cpu or 0))
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
            case CanarySung(seconds=seconds):
                self.toll.canary = seconds
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

    def _failed(self, why: Message) -> RunFinished:
        return RunFinished(self._queued.run_id, Status.FAILED, time.time(), why)

    def _cancelled(self) -> RunFinished:
        return RunFinished(self._queued.run_id, Status.CANCELLED, time.time(), CANCELLED)


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
