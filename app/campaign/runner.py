"""Runs a campaign: one worker process after another, sampled while it works.

Everything that happens leaves it as an event. What goes wrong with one server costs its runs alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection

from app.campaign.command import Command
from app.campaign.estimate import Estimate
from app.campaign.events import (
    CampaignFinished,
    CampaignStarted,
    Event,
    Noted,
    Progressed,
    RunFinished,
    RunStarted,
)
from app.campaign.loss import Leftovers, Trail
from app.campaign.matrix import Cell
from app.campaign.plan import Campaign
from app.campaign.servers import ServerPool, is_ours
from app.campaign.status import Status
from app.campaign.watch import CANCELLED, Watch
from engines.errors import CipherbenchError


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
    afterwards: Callable[[CampaignRunner], None] = lambda runner: None
    """What is to be done after the last run, unless the campaign was cancelled."""
    _cancelled: bool = False
    _paused: bool = False
    _failed: int = 0
    _estimate: Estimate = field(default_factory=Estimate)
    _leftovers: Leftovers = field(init=False)
    _told: dict[str, str] = field(init=False)
    """Why servers are away, as it has been told."""

    def __post_init__(self) -> None:
        self._leftovers = Leftovers(self.pool)
        self._told = {name: error.advice for name, error in self.pool.missing.items()}

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
            self.afterwards(self)
        self._leftovers.drop_all(self.sink)
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
        finished = self._carried_out(queued)
        if finished.status is Status.FAILED:
            self._failed += 1
            if self._told.get(cell.server) != finished.reason:
                self._note_failure(queued, finished.reason)
        elif finished.status is Status.DONE:
            self._estimate.add(queued.cell, time.time() - started)
        self.sink(finished)

    def _carried_out(self, queued: QueuedRun) -> RunFinished:
        name = queued.cell.server
        try:
            self._make_ready(name)
        except CipherbenchError as error:
            return self._not_begun(queued, error.advice)
        server = self.pool.servers[name]
        trail = Trail(server)
        watch = Watch(self, queued, server)
        finished = watch.until_over()
        if finished.status is Status.FAILED:
            self._leftovers.add(name, watch.database)
            return replace(finished, reason=trail.explain(finished.reason))
        return finished

    def _make_ready(self, name: str) -> None:
        """See that a server answers, and that nothing is left on it of a run that failed."""
        anew = self.pool.ensure(name, self.obey)
        self._told.pop(name, None)
        if anew:
            ours = is_ours(self.pool.servers[name])
            text = "{server} was started again" if ours else "{server} answers again"
            self.sink(Noted(text, "warning", time.time(), values={"server": name}))
        self._leftovers.drop(name)

    def _not_begun(self, queued: QueuedRun, reason: str) -> RunFinished:
        """The end of a run whose server is away. Why is told once, not for each of its runs."""
        now = time.time()
        if self._cancelled:
            return RunFinished(queued.run_id, Status.CANCELLED, now, CANCELLED)
        if self._told.get(queued.cell.server) != reason:
            self._note_failure(queued, reason)
            self._told[queued.cell.server] = reason
        return RunFinished(queued.run_id, Status.FAILED, now, reason)

    def _note_failure(self, queued: QueuedRun, reason: str) -> None:
        cell = queued.cell
        values = {
            "server": cell.server,
            "protection": cell.protection.name,
            "size": str(cell.size),
            "reason": reason,
        }
        text = "{server}, {protection}, {size} records: {reason}"
        self.sink(Noted(text, "error", time.time(), queued.run_id, values))

    def _progress(self, number: int) -> None:
        cells = [queued.cell for queued in self.queue[number:]]
        remaining = self._estimate.remaining(
            cell for cell in cells if cell.server not in self.pool.missing
        )
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
