"""Watches one worker from its start to its end.

The watch is a single loop. It waits for the worker's events, for commands, and for the moment of
the next probe sample, whichever comes first.
"""

from __future__ import annotations

import secrets
import time
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Protocol

from app.campaign.machine.placement import QUOTA
from app.campaign.machine.sampler import Sampler, watched
from app.campaign.machine.stall_watch import StallWatch
from app.campaign.server_pool import ServerPool
from app.campaign.workers.deadlines import Doing, Vigil
from app.campaign.workers.fork_server import new_pipe, no_room, start_worker
from app.campaign.workers.live_counters import LiveCounters
from app.campaign.workers.worker import DatabaseThere, RunOrder, work
from app.plan.campaign import Campaign, Profile
from app.plan.status import Status
from app.results.events import (
    Event,
    OperationFinished,
    OperationStarted,
    ProbeSample,
    RunFinished,
    Sampled,
)
from app.results.records import QueuedRun
from engines.contract.engine import database_name
from engines.contract.errors import CipherbenchError
from engines.server import Server
from workloads.contract import Options

SAMPLE_SECONDS = 0.1
CANCELLED = "The campaign was cancelled."


class Runner(Protocol):
    """The campaign that a worker belongs to, as `CampaignRunner` describes it."""

    campaign: Campaign
    mark: str
    pool: ServerPool
    commands: Connection | None
    quota: str | None

    def obey(self, seconds: float) -> bool: ...

    def sink(self, event: Event, /) -> None: ...


class Supervision:
    """One worker from its start to its end."""

    def __init__(self, runner: Runner, queued: QueuedRun, server: Server) -> None:
        self._runner = runner
        self._queued = queued
        self._server = server
        self._board = _new_board()
        self._sampler = Sampler(watched(server.endpoint), server.endpoint.in_process)
        quotas = runner.quota, runner.pool.answered[server.spec.name].settings.get(QUOTA)
        limited = any(each not in (None, "none") for each in quotas)
        self._stalls = StallWatch(self._sampler, server.endpoint, limited=limited)
        self._operation: str | None = None
        self._finished: RunFinished | None = None
        self._over = False
        """Whether the worker has nothing more to do."""
        self._given_up: CipherbenchError | None = None
        self._vigil = Vigil(server.spec.name, runner.campaign.silence_seconds)
        self._identifier = f"{runner.mark}_{queued.run_id}_{secrets.token_hex(3)}"
        self.database_there = False
        """Whether the worker's database may still be on the server."""

    @property
    def gave_up(self) -> bool:
        """Whether the server was silent for too long, be it while it dropped the database."""
        return self._given_up is not None

    @property
    def database(self) -> str:
        """The database that the worker makes for itself."""
        return database_name(self._identifier)

    def until_over(self) -> RunFinished:
        """How the run ended; failed where the system had no room for its worker.

        The worker is gone then. A result that it told before it was given up, or cancelled, while
        it dropped its database stands.
        """
        try:
            process, events = self._start()
        except CipherbenchError as error:
            self._board.close()
            return RunFinished(self._queued.run_id, Status.FAILED, time.time(), error.advice)
        assert process.pid is not None
        self._sampler.attach(process.pid, self._board)
        self._stalls.attach(process.pid)
        try:
            self._loop(events)
        finally:
            self._end(process, events)
        return self._finished or self._cut_short(process)

    def _start(self) -> tuple[BaseProcess, Connection]:
        ours, theirs = new_pipe()
        self._runner.pool.rest()
        try:
            return start_worker(work, self._order(), theirs, self._board), ours
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()

    def _loop(self, events: Connection) -> None:
        commands = self._runner.commands
        watched = [events] if commands is None else [events, commands]
        due = time.monotonic()
        while not self._over:
            ready = wait(watched, max(0.0, due - time.monotonic()))
            if (commands in ready or commands is None) and self._runner.obey(0):
                return
            if events in ready and not self._take(events):
                return
            if time.monotonic() >= due:
                sample = self._sampler.sample(self._queued.run_id, self._operation)
                self._runner.sink(Sampled(sample))
                self._stalls.look()
                due = time.monotonic() + SAMPLE_SECONDS
                if self._is_silent(sample):
                    return

    def _is_silent(self, sample: ProbeSample) -> bool:
        """Whether worker and server have shown no sign of life for too long."""
        self._vigil.spent(sample.at, (sample.server_cpu or 0) + (sample.worker_cpu or 0))
        if sample.statements:
            self._vigil.alive()
        self._given_up = self._vigil.fault()
        return self._given_up is not None

    def _take(self, events: Connection) -> bool:
        """Pass on what the worker sent; False when it is gone."""
        try:
            event = events.recv()
        except (EOFError, OSError):
            return False
        self._vigil.alive()
        match event:
            case Doing():
                self._vigil.begin(event)
                return True
            case OperationStarted(operation=operation):
                self._operation = operation
                self._sampler.refresh_memory()
                self._stalls.begin()
            case OperationFinished():
                sample = self._sampler.sample(self._queued.run_id, self._operation)
                self._runner.sink(Sampled(sample))
                self._stalls.look()
                self._stalls.end(event)
                self._operation = None
            case DatabaseThere(there=there):
                self.database_there = there
                self._over = self._finished is not None
                return True
            case RunFinished():
                self._finished = self._stalls.judged(event)
                self._over = not self.database_there
                return True
        self._runner.sink(event)
        return True

    def _end(self, process: BaseProcess, events: Connection) -> None:
        """See the worker off; one that is not over is killed."""
        self._sampler.detach()
        if self._over:
            process.join(5)
        if process.is_alive():
            process.kill()
            process.join()
        events.close()
        self._board.close()
        if self._given_up is not None:
            self._runner.pool.distrust(self._queued.cell.server)

    def _cut_short(self, process: BaseProcess) -> RunFinished:
        if self._runner.obey(0):
            return RunFinished(self._queued.run_id, Status.CANCELLED, time.time(), CANCELLED)
        if self._given_up is not None:
            reason = self._given_up.advice
            return RunFinished(self._queued.run_id, Status.FAILED, time.time(), reason)
        return RunFinished(
            self._queued.run_id,
            Status.FAILED,
            time.time(),
            f"The worker ended unexpectedly (exit code {process.exitcode}).",
        )

    def _order(self) -> RunOrder:
        campaign, queued = self._runner.campaign, self._queued
        plan = campaign.workload
        options = Options(
            size=queued.cell.size,
            sound=plan.profile is Profile.SOUND,
            text_columns=plan.text_columns,
            seed=campaign.seed,
            data=None if plan.data == "generated" else Path(plan.data),
        )
        return RunOrder(
            queued.run_id,
            self._server.endpoint,
            queued.cell.protection,
            plan.name,
            options,
            self._identifier,
        )


def _new_board() -> LiveCounters:
    """Raises: CipherbenchError when the system has no room for it"""
    try:
        return LiveCounters.create()
    except OSError as error:
        raise no_room(error) from error
