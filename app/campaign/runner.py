"""Runs a campaign: one worker process after another, sampled while it works.

The runner is a single loop. It waits for the worker's events, for commands, and for the moment of
the next probe sample, whichever comes first. Everything that happens leaves it as an event.
"""

from __future__ import annotations

import multiprocessing
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from app.campaign.board import Board
from app.campaign.command import Command
from app.campaign.estimate import Estimate
from app.campaign.events import (
    CampaignFinished,
    CampaignStarted,
    Event,
    Noted,
    OperationFinished,
    OperationStarted,
    Progressed,
    RunFinished,
    RunStarted,
    Sampled,
)
from app.campaign.matrix import Cell
from app.campaign.plan import Campaign, Profile
from app.campaign.sampler import Sampler
from app.campaign.servers import ServerPool
from app.campaign.status import Status
from app.campaign.worker import RunOrder, work
from engines.contract import database_name
from engines.errors import CipherbenchError
from engines.server import Server
from workloads.contract import Options

SAMPLE_SECONDS = 0.1
_SPAWN = multiprocessing.get_context("spawn")


@dataclass(frozen=True)
class QueuedRun:
    """A run that is still to be done, as the results store knows it."""

    run_id: int
    cell: Cell
    repetition: int
    warmup: bool


@dataclass
class CampaignRunner:
    """One campaign from its first unfinished run to its last.

    `mark` begins the identifiers of this campaign's databases. `commands` is polled between and
    during runs; `cancel` may also be called from a signal.
    """

    campaign_id: int
    mark: str
    campaign: Campaign
    queue: Sequence[QueuedRun]
    total: int
    pool: ServerPool
    sink: Callable[[Event], None]
    commands: Connection | None = None
    _cancelled: bool = False
    _paused: bool = False
    _failed: int = 0
    _estimate: Estimate = field(default_factory=Estimate)

    def cancel(self) -> None:
        """End the current run and start no other."""
        self._cancelled = True

    def run(self) -> Status:
        """Do every queued run. The status is done also when some runs failed; see `failed`."""
        done = self.total - len(self.queue)
        self.sink(CampaignStarted(self.campaign_id, self.campaign.name, self.total, done))
        for number, queued in enumerate(self.queue):
            self._progress(number)
            self._wait_while_paused(number)
            if self._cancelled:
                break
            self._do(queued)
        if not self._cancelled:
            self._progress(len(self.queue))
        status = Status.CANCELLED if self._cancelled else Status.DONE
        self.sink(CampaignFinished(self.campaign_id, status, time.time(), self._failed))
        return status

    @property
    def failed(self) -> int:
        """How many runs failed."""
        return self._failed

    def _do(self, queued: QueuedRun) -> None:
        cell = queued.cell
        started = time.time()
        self.sink(
            RunStarted(
                queued.run_id,
                cell.server,
                cell.engine,
                cell.protection.name,
                cell.size,
                queued.repetition,
                queued.warmup,
                started,
            )
        )
        try:
            self.pool.ensure(cell.server)
            finished = _Watch(self, queued, self.pool.servers[cell.server]).until_over()
        except CipherbenchError as error:
            finished = RunFinished(queued.run_id, Status.FAILED, time.time(), error.message)
        if finished.status is Status.FAILED:
            self._failed += 1
            self.sink(
                Noted(
                    "{server}, {protection}, {size} records: {reason}",
                    "error",
                    time.time(),
                    queued.run_id,
                    {
                        "server": cell.server,
                        "protection": cell.protection.name,
                        "size": str(cell.size),
                        "reason": finished.reason,
                    },
                )
            )
        elif finished.status is Status.DONE:
            self._estimate.add(queued.cell, time.time() - started)
        self.sink(finished)

    def _progress(self, number: int) -> None:
        remaining = self._estimate.remaining([queued.cell for queued in self.queue[number:]])
        done = self.total - len(self.queue) + number
        self.sink(Progressed(done, self.total, remaining, self._paused))

    def _wait_while_paused(self, number: int) -> None:
        self.obey(0)
        while self._paused and not self._cancelled:
            self._progress(number)
            self.obey(1.0)

    def obey(self, seconds: float) -> bool:
        """Take commands for up to `seconds`; whether the campaign is cancelled."""
        if self.commands is None:
            if seconds:
                time.sleep(seconds)
            return self._cancelled
        try:
            while not self._cancelled and self.commands.poll(seconds):
                self._take(self.commands.recv())
                seconds = 0
        except (EOFError, OSError):
            self._cancelled = True  # whoever watched is gone
        return self._cancelled

    def _take(self, command: Command) -> None:
        match command:
            case Command.PAUSE:
                self._paused = True
                self.sink(Noted("Pausing after this run", "info", time.time()))
            case Command.RESUME:
                self._paused = False
                self.sink(Noted("Going on", "info", time.time()))
            case Command.CANCEL:
                self._cancelled = True


class _Watch:
    """One worker from its start to its end."""

    def __init__(self, runner: CampaignRunner, queued: QueuedRun, server: Server) -> None:
        self._runner = runner
        self._queued = queued
        self._server = server
        self._board = Board.create()
        self._sampler = Sampler(server.endpoint.pid, server.endpoint.in_process)
        self._operation: str | None = None
        self._finished: RunFinished | None = None
        self._identifier = f"{runner.mark}_{queued.run_id}_{secrets.token_hex(3)}"

    def until_over(self) -> RunFinished:
        ours, theirs = _SPAWN.Pipe()
        process = _SPAWN.Process(target=work, args=(self._order(), theirs, self._board))
        process.start()
        theirs.close()
        assert process.pid is not None
        self._sampler.attach(process.pid, self._board)
        try:
            self._loop(ours)
        finally:
            self._end(process, ours)
        return self._finished or self._cut_short(process)

    def _loop(self, events: Connection) -> None:
        commands = self._runner.commands
        watched = [events] if commands is None else [events, commands]
        due = time.monotonic()
        while self._finished is None:
            ready = wait(watched, max(0.0, due - time.monotonic()))
            if (commands in ready or commands is None) and self._runner.obey(0):
                return
            if events in ready and not self._take(events):
                return
            if time.monotonic() >= due:
                sample = self._sampler.sample(self._queued.run_id, self._operation)
                self._runner.sink(Sampled(sample))
                due = time.monotonic() + SAMPLE_SECONDS

    def _take(self, events: Connection) -> bool:
        """Pass on what the worker sent; False when it is gone."""
        try:
            event = events.recv()
        except (EOFError, OSError):
            return False
        match event:
            case OperationStarted(operation=operation):
                self._operation = operation
                self._sampler.refresh_memory()
            case OperationFinished():
                sample = self._sampler.sample(self._queued.run_id, self._operation)
                self._runner.sink(Sampled(sample))
                self._operation = None
            case RunFinished():
                self._finished = event
                return True
        self._runner.sink(event)
        return True

    def _end(self, process: BaseProcess, events: Connection) -> None:
        """See the worker off; one that has not finished is killed and cleaned up after."""
        self._sampler.detach()
        if self._finished is not None:
            process.join(5)
        if process.is_alive():
            process.kill()
            process.join()
        events.close()
        self._board.close()
        if self._finished is None:
            with suppress(CipherbenchError):
                self._server.engine.drop_database(
                    self._server.endpoint, database_name(self._identifier)
                )

    def _cut_short(self, process: BaseProcess) -> RunFinished:
        if self._runner.obey(0):
            return RunFinished(
                self._queued.run_id, Status.CANCELLED, time.time(), "The campaign was cancelled."
            )
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
