"""Watches one worker from its start to its end.

The watch is a single loop. It waits for the worker's events, for commands, and for the moment of
the next look at the processes, whichever comes first.
"""

from __future__ import annotations

import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import ClassVar, Protocol

from app.campaign.server_pool import ServerPool
from app.campaign.workers.deadlines import MARKED_SECONDS, Doing, Vigil
from app.campaign.workers.fork_server import new_pipe
from app.campaign.workers.own_database import DatabaseLeft, DatabaseThere
from app.plan.campaign import Campaign
from app.results.events import Event
from engines.contract.engine import database_name
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
        """Where what happens is told."""

    def obey(self, seconds: float) -> bool:
        """Take commands for up to so many seconds; whether the campaign is cancelled."""

    def leave(self, server: str, database: str) -> None:
        """See to a database that a worker may not have dropped."""


class Supervision[Result](ABC):
    """One worker, and what it has to tell in the end."""

    look_seconds: ClassVar[float]

    def __init__(self, runner: Runner, name: str, purpose: str) -> None:
        """`name` is whose work it is, a server's or a provider's; `purpose` stands in the name of
        the worker's database."""
        self._runner = runner
        self._name = name
        self._identifier = f"{runner.mark}_{purpose}_{secrets.token_hex(3)}"
        self._vigil = Vigil(name, runner.campaign.silence_seconds)
        self._result: Result | None = None
        self._given_up: CipherbenchError | None = None
        self._over = False
        """Whether the worker has nothing more to do."""
        self._worker: Connection | None = None
        """Where it is told what it has asked."""
        self._database_there = False
        """Whether the worker's database may still be on the server."""
        self.left_for_next = False
        """Whether it is there as it was found, for the next worker."""

    @property
    def gave_up(self) -> bool:
        """Whether the server was silent for too long, be it while it dropped the database."""
        return self._given_up is not None

    def until_over(self) -> Result:
        """What the worker has to tell in the end; it is gone then, and its database left to the
        runner if it may be there.

        A result that it told before it was given up, or cancelled, while it dropped its database
        stands.

        Raises: CipherbenchError where the system has no room for the worker
        """
        process, events = self._start()
        self._worker = events
        try:
            try:
                assert process.pid is not None
                self._attach(process.pid)
                self._listen(events)
            finally:
                self._end(process, events)
            return self._result if self._result is not None else self._cut_short(process)
        finally:
            if self._database_there:
                self._runner.leave(self._name, database_name(self._identifier))

    @abstractmethod
    def _begin(self, pipe: Connection) -> BaseProcess:
        """Start the worker, which tells all by this pipe.

        Raises: CipherbenchError
        """

    @abstractmethod
    def _attach(self, worker: int) -> None:
        """Look at this process from now on."""

    @abstractmethod
    def _look(self) -> None:
        """Tell the vigil what the processes have used since the last look."""

    @abstractmethod
    def _take(self, event: object) -> None:
        """Take what the worker sent; its result goes to `_tell_result`."""

    @abstractmethod
    def _failed(self, why: Message) -> Result:
        """The result of a worker that told none."""

    @abstractmethod
    def _cancelled(self) -> Result:
        """The result where the campaign was cancelled before the worker told one."""

    def _explained(self, fault: CipherbenchError) -> CipherbenchError:
        """Why the worker is really given up, as long as it is still there to be looked at."""
        return fault

    def _detach(self) -> None:  # noqa: B027 only who holds something open lets go of it
        """Look at the worker no more; it may still be there."""

    def _answer(self, told: object) -> None:
        """Tell the worker what it has asked; one that is gone needs it no more."""
        if self._worker is not None:
            with suppress(OSError):
                self._worker.send(told)

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

    def _listen(self, events: Connection) -> None:
        """Until the worker is over, given up, cancelled or gone."""
        commands = self._runner.commands
        heard = [events] if commands is None else [events, commands]
        due = time.monotonic()
        while not self._over:
            ready = wait(heard, max(0.0, due - time.monotonic()))
            if (commands in ready or commands is None) and self._runner.obey(0):
                self._see_it_marked(events)
                return
            if events in ready and not self._hear(events):
                return
            if time.monotonic() >= due:
                self._look()
                due = time.monotonic() + self.look_seconds
                fault = self._vigil.fault()
                if fault is not None:
                    self._given_up = self._explained(fault)
                    return

    def _see_it_marked(self, events: Connection) -> None:
        """Hear what was told, and of the mark of a database that is being made, if that does not
        take long."""
        until = time.monotonic() + MARKED_SECONDS
        while (left := until - time.monotonic()) > 0:
            if not (events.poll(left if self._vigil.marks else 0) and self._hear(events)):
                return

    def _hear(self, events: Connection) -> bool:
        """Take what the worker sent; False when it is gone."""
        try:
            event = events.recv()
        except (EOFError, OSError):
            return False
        self._vigil.alive()
        match event:
            case Doing():
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
        if self.gave_up:
            self._runner.pool.distrust(self._name)

    def _cut_short(self, process: BaseProcess) -> Result:
        if self._runner.obey(0):
            return self._cancelled()
        if self._given_up is not None:
            return self._failed(self._given_up.advice)
        return self._failed(
            phrase("The worker ended unexpectedly (exit code {code}).", code=process.exitcode)
        )
