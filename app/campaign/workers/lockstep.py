"""Supervises a lockstep: workers (sides) that take turns on one server, each with a protection,
session, database and records of its own.

There is one sampler for all, since only one side runs at a time and a stall stops them all. A
sample belongs to the side that holds the baton, and only that side can be silent for too long.
While the lanes of all sides send requests at once, samples go to the sides in rotation, with own
latencies.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from multiprocessing.process import BaseProcess
from typing import cast

from app.campaign.load.barrier import LanesRunning
from app.campaign.load.hosts_run import HostsRun
from app.campaign.load.lanes import Lanes
from app.campaign.turns.baton import Baton
from app.campaign.watching.sampler import Sampler, percentiles_us
from app.campaign.workers.run_supervision import SAMPLE_SECONDS, RunSupervision
from app.campaign.workers.supervision import Runner, run_all_to_end
from app.campaign.workers.worker_messages import OperationSkipped, RunOrder
from app.plan.status import Status
from app.processes.fork_server import no_resources_error
from app.processes.live_counters import CombinedCounters, LiveCounters
from app.processes.own_database import ReusedDatabase
from app.results.events import OperationFinished, OperationStarted, RunFinished, Sampled
from app.results.records import ProbeSample, QueuedRun
from engines.contract.endpoint import Endpoint
from engines.contract.message import phrase


class Lockstep:
    """The runs of one server, case and repetition, one for each of its sides."""

    def __init__(
        self,
        runner: Runner,
        runs: Sequence[QueuedRun],
        endpoints: Sequence[Endpoint],
        quota: str | None,
        databases: Sequence[ReusedDatabase | None],
        hosts: HostsRun | None = None,
    ) -> None:
        """`endpoints`, `quota`, `databases` and `hosts` as `RunSupervision` takes them, all but
        `quota` and `hosts` for each run.

        Raises: CipherbenchError when the system has no room for what they share
        """
        self._runs, self._last_look, self._samples = runs, 0.0, 0
        self.hosts = hosts
        self.endpoints = list({each.data: each for each in endpoints}.values())
        """Of all servers that its runs are on, each once."""
        self.sides: list[LockstepSide] = []
        try:
            self._made = self._make(runner, endpoints, quota, databases)
        except OSError as error:
            raise no_resources_error(error) from error

    def _make(
        self,
        runner: Runner,
        endpoints: Sequence[Endpoint],
        quota: str | None,
        databases: Sequence[ReusedDatabase | None],
    ) -> ExitStack:
        """Make the baton and the sides; returns what closes them."""
        with ExitStack() as made:
            self.baton = Baton(len(self._runs))
            made.callback(self.baton.close)
            for number, (run, end, each) in enumerate(
                zip(self._runs, endpoints, databases, strict=True)
            ):
                self.sides.append(LockstepSide(self, number, runner, run, end, quota, each))
                made.callback(self.sides[-1].close)
            return made.pop_all()

    def run_to_end(self) -> list[RunFinished]:
        """The ends of all runs. One that is lost in the middle of an operation ends them all.

        Raises: CipherbenchError where the system has no room for a worker
        """
        with self._made:
            return cast("list[RunFinished]", run_all_to_end(self.sides))

    @property
    def runs_and_sides(self) -> Iterator[tuple[QueuedRun, LockstepSide]]:
        return zip(self._runs, self.sides, strict=True)

    @property
    def broken_by(self) -> LockstepSide | None:
        """The side that ended the lockstep early; None if none did."""
        return next(
            (each for each in self.sides if each.gave_up or each.ended_without_result), None
        )

    @property
    def holder(self) -> LockstepSide:
        return self.sides[self.baton.holder]

    def attach(self) -> None:
        """Look at the workers from now on, as soon as all are there."""
        pids = [each.pid for each in self.sides if each.pid is not None]
        if len(pids) == len(self.sides):
            first, groups = self.sides[0], [each.lanes for each in self.sides if each.lanes]
            lanes = [pid for each in groups for pid in each.pids]
            counters = [counted for each in self.sides for counted in each.all_counters]
            first.sampler.attach([*pids, *lanes], counters, [each.arrivals for each in groups])
            first.stalls.attach(pids, lanes)

    def look(self) -> None:
        """Take a sample, unless one was just taken for another side."""
        now = time.monotonic()
        if now - self._last_look < SAMPLE_SECONDS / 2:
            return
        self._last_look = now
        sample = self.sample()
        spent = sum(each or 0 for each in (sample.server_cpu, sample.worker_cpu))
        for each in self.sides:
            each.note_activity(spent, moved=bool(sample.statements))

    def sample(self) -> ProbeSample:
        """Take a sample of all sides and send it as that of the side whose turn it is."""
        first, whose = self.sides[0], self._whose()
        server = whose.server if len(self.endpoints) > 1 else None
        sample = first.sampler.sample(whose.run_id, whose.operation, server)
        whose.runner.sink(Sampled(whose.own_part(sample)))
        in_vain = [each.check_unanswered() for each in self.sides]
        first.stalls.look(suspicious_side=any(in_vain))
        return sample

    def _whose(self) -> LockstepSide:
        """The side that the next sample belongs to: the baton's holder, or each of those whose
        lanes send requests in rotation."""
        asking = [each for each in self.sides if each.lanes_sending]
        if not asking:
            return self.holder
        self._samples += 1
        return asking[self._samples % len(asking)]

    def catch_up(self, boundaries_received: int) -> None:
        """Receive from all sides until each has reported so many beginnings and ends of operations:
        the side that reports the next one got the baton after them, but each has its own pipe."""
        for each in self.sides:
            while each.boundaries_received < boundaries_received:
                if each.pipe_with_events is None or not (
                    each.pipe_with_events.poll() and each.receive()
                ):
                    break

    @property
    def at_work(self) -> int:
        """Number of sides that are in an operation."""
        return sum(each.operation is not None for each in self.sides)


class LockstepSide(RunSupervision):
    def __init__(
        self,
        lockstep: Lockstep,
        number: int,
        runner: Runner,
        queued: QueuedRun,
        endpoint: Endpoint,
        quota: str | None,
        database: ReusedDatabase | None,
    ) -> None:
        self._lockstep, self._number = lockstep, number
        self.boundaries_received = 0
        """How many beginnings and ends of operations it has reported."""
        self.lanes_sending = False
        """Whether its lanes send requests, regardless of the baton."""
        self._answered = 0
        self._unanswered = False
        self._own: CombinedCounters | None = None
        super().__init__(runner, queued, endpoint, quota, database, lockstep.hosts)
        if lockstep.sides:
            self.stalls = lockstep.sides[0].stalls

    def _servers(self) -> list[Endpoint]:
        return self._lockstep.endpoints

    @property
    def run_id(self) -> int:
        return self._queued.run.id

    @property
    def server(self) -> Endpoint:
        """Where its server is now, which may have been started again."""
        return next(each for each in self._looked_at if each.data == self._endpoint.data)

    @property
    def pid(self) -> int | None:
        """The number of its worker's process, once that is there."""
        return None if self._process is None else self._process.pid

    @property
    def lanes(self) -> Lanes | None:
        """Lanes of the run, if it is a load."""
        return self._lanes

    @property
    def all_counters(self) -> Sequence[LiveCounters]:
        """Counters of the worker and of its lanes."""
        return [self.counters, *(self._lanes.counters if self._lanes is not None else ())]

    @property
    def ended_without_result(self) -> bool:
        failed = self._result is not None and self._result.status is Status.FAILED
        return super().ended_without_result or (failed and self.operation is not None)

    def note_activity(self, spent: float, *, moved: bool) -> None:
        """Note for the liveness watch that all sides used `spent` percent of a core, and whether
        any statement was finished (`moved`). While this side's lanes send requests, only their
        answers count, and the CPU only if no other side can have used it."""
        own = not self._unanswered if self.lanes_sending else moved
        self._liveness.spent(spent if own or not moved else 0.0)
        if own:
            self._liveness.alive()

    def check_unanswered(self) -> bool:
        """Whether its lanes send requests and have had no answer since the last call."""
        before, self._answered = self._answered, self._progress()
        self._unanswered = self.lanes_sending and self._answered == before
        return self._unanswered

    def _progress(self) -> int:
        """Statements that its worker and its lanes have finished."""
        return sum(each.snapshot().count for each in self.all_counters)

    def own_part(self, sample: ProbeSample) -> ProbeSample:
        """The sample as its run stores it: while its lanes send requests, with their latencies
        since this side's last sample."""
        if self._own is None:
            return sample
        _, latencies = self._own.poll()
        p50, p99 = percentiles_us(latencies)
        return replace(sample, p50_us=p50, p99_us=p99)

    def look(self) -> bool:
        if self.lanes_sending or self is self._lockstep.holder:
            return super().look()
        self._liveness.alive()  # who waits may be silent
        return False

    def _look(self) -> None:
        self._lockstep.look()

    def _sample(self) -> ProbeSample:
        return self._lockstep.sample()

    def _new_sampler(self) -> Sampler:
        sides = self._lockstep.sides
        return sides[0].sampler if sides else super()._new_sampler()

    def _order(self) -> RunOrder:
        return replace(super()._order(), side=self._lockstep.baton.side(self._number))

    def _attach(self, worker: int) -> None:
        self._lockstep.attach()

    def _detach(self) -> None:
        if self._number == 0:
            super()._detach()

    def _take(self, event: object) -> None:
        match event:
            case LanesRunning(running=running):
                self.lanes_sending = running
                self._own = CombinedCounters(self.all_counters) if running else None
            case OperationSkipped():
                self.boundaries_received += 2  # the beginning and the end of an operation
            case OperationStarted(operation=operation):
                self._lockstep.catch_up(self.boundaries_received)
                self.boundaries_received += 1
                if not self._lockstep.at_work:
                    self.sampler.refresh_memory()
                    self.stalls.begin()
                self.operation = operation
                self._runner.sink(event)
            case OperationFinished():
                self._lockstep.catch_up(self.boundaries_received)
                self.boundaries_received += 1
                self._sample()
                self.stalls.end(event, last=self._lockstep.at_work == 1)
                self.operation = None
                self._runner.sink(event)
            case RunFinished(by_key_service=True):
                super()._take(event)
                if self.operation is not None and self._lockstep.at_work == 1:
                    self.stalls.abandon()
                self.operation = None  # so that this breaks off nobody
            case _:
                super()._take(event)

    def _result_of_ended(self, process: BaseProcess) -> RunFinished:
        broken = self._lockstep.broken_by
        if broken in (None, self) or self._runner.apply_command(0):
            return super()._result_of_ended(process)
        assert broken is not None
        name = broken.protection
        why = phrase(
            "Stopped because {protection} failed: both are measured together.",
            protection=name,
        )
        return replace(self._failed(why), broken_off=True)

    @property
    def protection(self) -> str:
        return self._queued.cell.protection.name
