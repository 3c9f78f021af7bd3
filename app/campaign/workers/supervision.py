"""Watches one worker from its start to its end.

The watch is a single loop. It waits for the worker's events, for commands, and for the moment of
the next look at the processes, whichever comes first.
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
from app.processes.own_database import DatabaseLeft, DatabaseThere
from app.results.events import Event
from engines.base.ownership import database_name
from engines.contract.errors import CipherbenchError
from engines.contract.message import Message, phrase
from workloads.contract import Case, Options, Parameters


class Runner(Protocol):
    """What a supervision needs of whoever runs the campaign."""

    mark: str
    campaign: Campaign
    pool: ServerPool
    commands: Connection | None

    @property
    def sink(self) -> Callable[[Event], None]:
        """Receives all events."""

    def apply_command(self, seconds: float) -> bool:
        """Take commands for up to so many seconds; whether the campaign is cancelled."""

    def leave(self, server: str, database: str) -> None:
        """See to a database that a worker may not have dropped."""


class Supervision[Result](ABC):
    """Supervises one worker until its result."""

    look_seconds: ClassVar[float]

    def __init__(self, runner: Runner, name: str, purpose: str) -> None:
        """`name` is whose work it is, a server's or a provider's; `purpose` stands in the name of
        the worker's database."""
        self._runner = runner
        self._name = name
        self._identifier = f"{runner.mark}_{purpose}_{secrets.token_hex(3)}"
        self._vigil = LivenessWatch(name, runner.campaign.silence_seconds)
        self._result: Result | None = None
        self._given_up: CipherbenchError | None = None
        self._over = False
        """Whether the worker has finished."""
        self._process: BaseProcess | None = None
        self._worker: Connection | None = None
        """Where it tells of itself, and is told what it has asked."""
        self._gone = False
        self._final_result: Result | None = None
        self._database_there = False
        """Whether the worker's database may still be on the server."""
        self.left_for_next = False
        """Whether it is there as it was found, for the next worker."""

    @property
    def runner(self) -> Runner:
        return self._runner

    @property
    def gave_up(self) -> bool:
        """Whether the server was silent for too long, be it while it dropped the database, or has
        lost its standby."""
        return self._given_up is not None

    def until_over(self) -> Result:
        """What the worker has to tell in the end; it is gone then, and its database left to the
        runner if it may be there.

        A result that it told before it was given up, or cancelled, while it dropped its database
        stands.

        Raises: CipherbenchError where the system has no room for the worker
        """
        return all_until_over([self])[0]

    def begin(self) -> None:
        """Start the worker, and look at it from now on.

        Raises: CipherbenchError where the system has no room for it
        """
        self._process, self._worker = self._start()
        assert self._process.pid is not None
        self._attach(self._process.pid)

    @property
    def heard(self) -> Connection | None:
        """Where the worker tells of itself, as long as it has something to tell."""
        return None if self._over or self._gone else self._worker

    @property
    def breaks_off(self) -> bool:
        """Whether those that it takes turns with cannot go on: it is gone without a result."""
        return self._gone and self._result is None

    def see_off(self) -> None:
        """Have the worker gone; one that is not over is killed."""
        process, events = self._process, self._worker
        if process is None or events is None:
            return
        self._process = None
        try:
            self._end(process, events)
            self._final_result = (
                self._result if self._result is not None else self._cut_short(process)
            )
        finally:
            if self._database_there:
                self._runner.leave(self._name, database_name(self._identifier))

    def final_result(self) -> Result:
        """What it had to tell in the end, once it was seen off."""
        return cast("Result", self._final_result)  # which may be None

    @abstractmethod
    def _begin(self, pipe: Connection) -> BaseProcess:
        """Start the worker, which tells all by this pipe.

        Raises: CipherbenchError
        """

    @abstractmethod
    def _attach(self, worker: int) -> None:
        """Sample this process from now on."""

    @abstractmethod
    def _look(self) -> None:
        """Tell the vigil what the processes have used since the last look."""

    @abstractmethod
    def _take(self, event: object) -> None:
        """Take what the worker sent; its result goes to `_tell_result`."""

    @abstractmethod
    def _failed(self, why: Message) -> Result:
        """The result for a worker that ended without one."""

    @abstractmethod
    def _cancelled(self) -> Result:
        """The result where the campaign was cancelled before the worker told one."""

    def _explained(self, fault: CipherbenchError) -> CipherbenchError:
        """Why the worker is really given up, as long as it is still there to be looked at."""
        return fault

    def _lost(self) -> CipherbenchError | None:
        """Why it cannot go on, though nothing is silent yet."""
        return None

    def _detach(self) -> None:  # noqa: B027 only who holds something open lets go of it
        """Look at the worker no more; it may still be there."""

    def _answer(self, answer: object) -> None:
        """Tell the worker what it has asked; one that is gone needs it no more."""
        if self._worker is not None:
            with suppress(OSError):
                self._worker.send(answer)

    def _tell_result(self, result: Result) -> None:
        self._result = result
        self._over = not self._database_there

    def _options(self, case: Case) -> Options[Parameters]:
        campaign = self._runner.campaign
        return Options(campaign.workload, case, campaign.seed)

    def _start(self) -> tuple[BaseProcess, Connection]:
        ours, theirs = new_pipe()
        self._runner.pool.rest()
        try:
            return self._begin(theirs), ours
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()

    def see_it_marked(self) -> None:
        """Hear what was told, and of the mark of a database that is being made, if that does not
        take long."""
        until = time.monotonic() + MARKED_SECONDS
        while (left := until - time.monotonic()) > 0 and self.heard is not None:
            if not (self.heard.poll(left if self._vigil.marks else 0) and self.hear()):
                return

    def look(self) -> bool:
        """Look at the processes; whether the worker is given up."""
        self._look()
        fault = self._vigil.fault() or self._lost()
        if fault is not None:
            self._given_up = self._explained(fault)
        return fault is not None

    def hear(self) -> bool:
        """Take what the worker sent; False when it is gone."""
        assert self._worker is not None
        try:
            event = self._worker.recv()
        except (EOFError, OSError):
            self._gone = True
            return False
        self._vigil.alive()
        match event:
            case WorkerStep():
                self._vigil.begin(event)
            case DatabaseThere(there=there):
                self._database_there = there
                self._over = self._result is not None
            case DatabaseLeft():
                self._database_there, self.left_for_next = False, True
                self._over = self._result is not None
            case _:
                self._take(event)
        return True

    def _end(self, process: BaseProcess, events: Connection) -> None:
        """See the worker off; one that is not over is killed."""
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

    def _cut_short(self, process: BaseProcess) -> Result:
        if self._runner.apply_command(0):
            return self._cancelled()
        if self._given_up is not None:
            return self._failed(self._given_up.advice)
        return self._failed(
            phrase("The worker ended unexpectedly (exit code {code}).", code=process.exitcode)
        )


def all_until_over[Result](workers: Sequence[Supervision[Result]]) -> list[Result]:
    """What each of several workers at once has to tell in the end: they are gone then.

    Where one of them breaks off, is given up or cancelled, so are all.

    Raises: CipherbenchError where the system has no room for one of them
    """
    with ExitStack() as leaving:
        for each in workers:
            leaving.callback(each.see_off)
            each.begin()
        _listen(workers)
    return [each.final_result() for each in workers]


def _listen[Result](workers: Sequence[Supervision[Result]]) -> None:
    """Until all workers are over or gone, one breaks off, is given up, or all are cancelled."""
    runner, seconds = workers[0].runner, workers[0].look_seconds
    due = time.monotonic()
    while left := [each for each in workers if each.heard is not None]:
        pipes = [each.heard for each in left if each.heard is not None]
        heard = pipes if runner.commands is None else [*pipes, runner.commands]
        ready = wait(heard, max(0.0, due - time.monotonic()))
        if (runner.commands in ready or runner.commands is None) and runner.apply_command(0):
            for each in left:
                each.see_it_marked()
            return
        for each in left:
            # One may have been heard for the sake of another meanwhile.
            pipe = each.heard
            if pipe is not None and pipe in ready and pipe.poll():
                each.hear()
            if any(every.breaks_off for every in workers):
                return
        if time.monotonic() >= due:
            looks = [each.look() for each in left]
            if any(looks):
                return
            due = time.monotonic() + seconds
