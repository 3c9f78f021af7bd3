"""Base class of supervisions: starts worker processes, receives their events, ends and explains
them.

One loop waits for events of the workers, for commands, and for the time of the next look at the
processes, whichever comes first.
"""

from __future__ import annotations

import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import ClassVar, Protocol, cast

from app.campaign.servers.server_pool import ServerPool
from app.plan.campaign import Campaign
from app.processes.deadlines import MARKED_SECONDS, LivenessWatch, WorkerStep
from app.processes.fork_server import new_pipe
from app.processes.own_database import DatabaseLeftForReuse, DatabaseMayExist
from app.results.events import Event
from engines.base.ownership import database_name
from engines.contract.errors import CipherbenchError
from engines.contract.message import Message, phrase
from workloads.contract import Case, Options, Parameters


class Runner(Protocol):
    """The part of a CampaignRunner that a supervision uses."""

    mark: str
    campaign: Campaign
    pool: ServerPool
    commands: Connection | None

    @property
    def sink(self) -> Callable[[Event], None]:
        """Receives all events."""

    def apply_command(self, seconds: float) -> bool:
        """Handle commands for up to `seconds`; whether the campaign is cancelled."""

    def drop_leftover(self, server: str, database: str) -> None:
        """Drop a database that a worker may have left, now or later."""


class Supervision[Result](ABC):
    """Supervises one worker until its result."""

    look_seconds: ClassVar[float]

    def __init__(self, runner: Runner, name: str, purpose: str) -> None:
        """`name` of the server or provider; `purpose` is part of the database's name."""
        self._runner = runner
        self._name = name
        self._identifier = f"{runner.mark}_{purpose}_{secrets.token_hex(3)}"
        self._liveness = LivenessWatch(name, runner.campaign.silence_seconds)
        self._result: Result | None = None
        self._given_up: CipherbenchError | None = None
        self._over = False
        """Whether the worker has finished."""
        self._process: BaseProcess | None = None
        self._worker: Connection | None = None
        """Our end of the pipe: its events come in, answers go out."""
        self._gone = False
        self._final_result: Result | None = None
        self._database_there = False
        """Whether the worker's database may still be on the server."""
        self.left_for_next = False
        """Whether the worker left its database as it found it, for the next one."""

    @property
    def runner(self) -> Runner:
        return self._runner

    @property
    def gave_up(self) -> bool:
        """Whether the server was silent for too long, also while it dropped the database, or lost
        its standby."""
        return self._given_up is not None

    def run_to_end(self) -> Result:
        """The worker's result; afterwards its process has ended, and a database that it may have
        left is passed to the runner. A result counts even if dropping the database failed.

        Raises: CipherbenchError where the system cannot fork
        """
        return run_all_to_end([self])[0]

    def begin(self) -> None:
        """Raises: CipherbenchError where the system cannot fork"""
        self._process, self._worker = self._start()
        assert self._process.pid is not None
        self._attach(self._process.pid)

    @property
    def pipe_with_events(self) -> Connection | None:
        """None once the worker has finished or ended."""
        return None if self._over or self._gone else self._worker

    @property
    def ended_without_result(self) -> bool:
        """Whether the worker ended without a result: then no side of its lockstep can go on."""
        return self._gone and self._result is None

    def end_worker(self) -> None:
        """End the process; one that has not finished is killed."""
        process, events = self._process, self._worker
        if process is None or events is None:
            return
        self._process = None
        try:
            self._end(process, events)
            self._final_result = (
                self._result if self._result is not None else self._result_of_ended(process)
            )
        finally:
            if self._database_there:
                self._runner.drop_leftover(self._name, database_name(self._identifier))

    def final_result(self) -> Result:
        """After `end_worker`."""
        return cast("Result", self._final_result)  # which may be None

    @abstractmethod
    def _begin(self, pipe: Connection) -> BaseProcess:
        """Start the worker with its end of the pipe.

        Raises: CipherbenchError
        """

    @abstractmethod
    def _attach(self, worker: int) -> None:
        """Sample this process from now on."""

    @abstractmethod
    def _look(self) -> None:
        """Report to `_liveness` what the processes have used since the last look."""

    @abstractmethod
    def _take(self, event: object) -> None:
        """Handle an event of the worker; a result goes to `_set_result`."""

    @abstractmethod
    def _failed(self, why: Message) -> Result:
        """The result for a worker that ended without one."""

    @abstractmethod
    def _cancelled(self) -> Result:
        """The result if the campaign was cancelled before the worker had one."""

    def _explained(self, fault: CipherbenchError) -> CipherbenchError:
        """The cause of `fault`, where inspecting the processes gives a better one."""
        return fault

    def _lost(self) -> CipherbenchError | None:
        """Why the run cannot go on, although nothing is silent yet."""
        return None

    def _detach(self) -> None:  # noqa: B027 only who holds something open lets go of it
        """Stop sampling; the worker may still run."""

    def _answer(self, answer: object) -> None:
        if self._worker is not None:
            with suppress(OSError):
                self._worker.send(answer)

    def _set_result(self, result: Result) -> None:
        self._result = result
        self._over = not self._database_there

    def _options(self, case: Case) -> Options[Parameters]:
        campaign = self._runner.campaign
        return Options(campaign.workload, case, campaign.seed)

    def _start(self) -> tuple[BaseProcess, Connection]:
        own_end, worker_end = new_pipe()
        self._runner.pool.rest()
        try:
            return self._begin(worker_end), own_end
        except BaseException:
            own_end.close()
            raise
        finally:
            worker_end.close()

    def await_mark(self) -> None:
        """Receive waiting events, and wait a little until a database that is being created is
        marked."""
        until = time.monotonic() + MARKED_SECONDS
        while (left := until - time.monotonic()) > 0 and self.pipe_with_events is not None:
            if not (
                self.pipe_with_events.poll(left if self._liveness.marks else 0) and self.receive()
            ):
                return

    def look(self) -> bool:
        """Whether the worker is given up after a look at the processes."""
        self._look()
        fault = self._liveness.fault() or self._lost()
        if fault is not None:
            self._given_up = self._explained(fault)
        return fault is not None

    def receive(self) -> bool:
        """Handle one event; False if the worker has ended."""
        assert self._worker is not None
        try:
            event = self._worker.recv()
        except (EOFError, OSError):
            self._gone = True
            return False
        self._liveness.alive()
        match event:
            case WorkerStep():
                self._liveness.begin(event)
            case DatabaseMayExist(there=there):
                self._database_there = there
                self._over = self._result is not None
            case DatabaseLeftForReuse():
                self._database_there, self.left_for_next = False, True
                self._over = self._result is not None
            case _:
                self._take(event)
        return True

    def _end(self, process: BaseProcess, events: Connection) -> None:
        self._detach()
        if self._over:
            process.join(5)
        if process.is_alive():
            process.kill()
            process.join()
        events.close()
        self._worker = None
        if self.gave_up:
            self._runner.pool.distrust(self._name)

    def _result_of_ended(self, process: BaseProcess) -> Result:
        if self._runner.apply_command(0):
            return self._cancelled()
        if self._given_up is not None:
            return self._failed(self._given_up.advice)
        return self._failed(
            phrase("The worker ended unexpectedly (exit code {code}).", code=process.exitcode)
        )


def run_all_to_end[Result](workers: Sequence[Supervision[Result]]) -> list[Result]:
    """The results of several workers that run at once. If one ends without a result, is given up or
    cancelled, all are.

    Raises: CipherbenchError where the system cannot fork
    """
    with ExitStack() as leaving:
        for each in workers:
            leaving.callback(each.end_worker)
            each.begin()
        _listen(workers)
    return [each.final_result() for each in workers]


def _listen[Result](workers: Sequence[Supervision[Result]]) -> None:
    """Until all have finished, one has ended without a result or is given up, or all are
    cancelled."""
    runner, seconds = workers[0].runner, workers[0].look_seconds
    due = time.monotonic()
    while left := [each for each in workers if each.pipe_with_events is not None]:
        pipes = [each.pipe_with_events for each in left if each.pipe_with_events is not None]
        awaited = pipes if runner.commands is None else [*pipes, runner.commands]
        ready = wait(awaited, max(0.0, due - time.monotonic()))
        if (runner.commands in ready or runner.commands is None) and runner.apply_command(0):
            for each in left:
                each.await_mark()
            return
        for each in left:
            # Another side may have received its events meanwhile.
            pipe = each.pipe_with_events
            if pipe is not None and pipe in ready and pipe.poll():
                each.receive()
            if any(every.ended_without_result for every in workers):
                return
        if time.monotonic() >= due:
            looks = [each.look() for each in left]
            if any(looks):
                return
            due = time.monotonic() + seconds
