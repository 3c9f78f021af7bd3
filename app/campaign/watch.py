"""Watches one worker from its start to its end.

The watch is a single loop. It waits for the worker's events, for commands, and for the moment of
the next probe sample, whichever comes first.
"""

from __future__ import annotations

import secrets
import time
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING

from app.campaign.board import Board
from app.campaign.events import OperationFinished, OperationStarted, RunFinished, Sampled
from app.campaign.nursery import new_pipe, new_worker
from app.campaign.plan import Profile
from app.campaign.sampler import Sampler, watched
from app.campaign.status import Status
from app.campaign.worker import RunOrder, work
from engines.contract import database_name
from engines.errors import CipherbenchError
from workloads.contract import Options

if TYPE_CHECKING:
    from app.campaign.runner import CampaignRunner, QueuedRun
    from engines.server import Server

SAMPLE_SECONDS = 0.1
CANCELLED = "The campaign was cancelled."


class Watch:
    """One worker from its start to its end."""

    def __init__(self, runner: CampaignRunner, queued: QueuedRun, server: Server) -> None:
        self._runner = runner
        self._queued = queued
        self._server = server
        self._board = Board.create()
        self._sampler = Sampler(watched(server.endpoint), server.endpoint.in_process)
        self._operation: str | None = None
        self._finished: RunFinished | None = None
        self._identifier = f"{runner.mark}_{queued.run_id}_{secrets.token_hex(3)}"

    @property
    def database(self) -> str:
        """The database that the worker makes for itself."""
        return database_name(self._identifier)

    def until_over(self) -> RunFinished:
        ours, theirs = new_pipe()
        process = new_worker(work, self._order(), theirs, self._board)
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
                self._server.engine.drop_database(self._server.endpoint, self.database)

    def _cut_short(self, process: BaseProcess) -> RunFinished:
        if self._runner.obey(0):
            return RunFinished(self._queued.run_id, Status.CANCELLED, time.time(), CANCELLED)
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
