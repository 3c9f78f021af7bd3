"""The loop of a campaign: runs in planned order, repeats stalled runs, adds blocks, takes commands.

Everything that happens is sent as an event. A failing server costs only its own runs.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection

from app.campaign.campaign_progress import CampaignProgress
from app.campaign.command import Command
from app.campaign.load.other_hosts import OtherHosts
from app.campaign.run_execution import RunExecution, Unavailable
from app.campaign.servers.lost_servers import Leftovers
from app.campaign.servers.server_pool import ServerPool
from app.campaign.stopping import Stopping
from app.campaign.workers.run_supervision import CANCELLED
from app.plan.campaign import Campaign, Order
from app.plan.estimate import Estimate, in_lockstep, planned_seconds
from app.plan.matrix import Cell, block_of, order_of, passes_of
from app.plan.status import Status
from app.processes.deadlines import CANCEL_SECONDS
from app.results.events import (
    CampaignFinished,
    CampaignStarted,
    Event,
    Noted,
    Progressed,
    RunFinished,
    RunRepeated,
    RunsAdded,
    RunsDropped,
    RunStarted,
)
from app.results.records import QueuedRun
from app.system.wall_time import moved, wall_time
from engines.contract.errors import CipherbenchError
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.protection import Protection
from workloads.registry import case_label

# Stalled runs (which stood still for a while, `watching/stall_watch.py`) never count.
#
# The whole mirror block is repeated at the end, both passes of its server and case: a single run
# would be compared with others that were done long before. In a sequential campaign there are no
# blocks, and the run is repeated alone. On resume, the store has completed interrupted blocks.

MOST_REPEATS = 2
"""How often a block with a stalled run is repeated in one session."""

REPEAT_SECONDS = 30.0
"""How long a store that does not answer is waited for when only repeats are left."""

type RequestRepeat = Callable[[int], Future[tuple[int, int]]]
"""Asks the store for another run of the same cell and repetition as a run: (run id, position in the
order), once it has answered."""


@dataclass(frozen=True)
class _Awaited:
    """A run to be repeated, why it stalled (None: only another run of its block did), and the
    store's answer with the new run."""

    queued: QueuedRun
    why: Message | None
    answer: Future[tuple[int, int]]


@dataclass
class Repeats:
    """Adds the blocks of stalled runs to the end of a campaign's `queue`, once the store has them.

    `has_countable_run` says whether a run of the same repetition counts already; `note` logs a
    message on a run.
    """

    campaign: Campaign
    queue: list[QueuedRun]
    has_countable_run: Callable[[QueuedRun], bool]
    note: Callable[[QueuedRun, Message, Message], None]
    sink: Callable[[Event], None]
    request_repeat: RequestRepeat | None = None
    """None: nothing is repeated."""
    added: int = 0
    """How many runs were added to the queue."""
    failed: int = 0
    """How many repetitions have no run that counts, since all of them stalled."""
    _awaited: list[_Awaited] = field(default_factory=list)
    _stalls: Counter[Hashable] = field(default_factory=Counter)
    """How often each block was repeated."""
    _asked_for: set[int] = field(default_factory=set)
    """Runs whose repetition another run was requested for."""

    def __post_init__(self) -> None:
        self._passes = passes_of(self.campaign)

    def repeat_block(self, queued: QueuedRun, why: Message) -> None:
        """Repeat the block of a stalled run at the end of the campaign. After `MOST_REPEATS` its
        repetition counts as failed, unless an earlier run of it counts."""
        block = self._block_of(queued)
        if self.request_repeat is None or (
            self._is_last(queued) and self._stalls[block] == MOST_REPEATS
        ):
            self.failed += not self.has_countable_run(queued)
            self.note(queued, _GIVEN_UP, why)
        elif self._is_last(queued):
            self._stalls[block] += 1
            for each in self._last_runs(block):
                self._ask(self.request_repeat, each, why if each == queued else None)
        else:  # as another run of its block stood still, too
            self.note(queued, _REPEATED, why)

    def queue_answered(self) -> None:
        """Queue the repeats that the store has answered."""
        waiting = {
            self._block_of(each.queued) for each in self._awaited if not each.answer.done()
        }  # a block goes on when all of it is there
        answered = [each for each in self._awaited if self._block_of(each.queued) not in waiting]
        self._awaited = [each for each in self._awaited if each not in answered]
        for each in answered:
            self._queue(each)

    def wait(self, apply_command: Callable[[float], bool], progress: Callable[[int], None]) -> bool:
        """Wait for the store's answers; returns whether runs were added to the queue."""
        reported_at = time.monotonic()
        until = reported_at + REPEAT_SECONDS
        known = len(self.queue)
        while self._awaited and len(self.queue) == known:
            if apply_command(0.1) or time.monotonic() > until:
                break
            self.queue_answered()
            if time.monotonic() > reported_at + 1:
                reported_at = time.monotonic()
                progress(len(self.queue))  # so that what the store says meanwhile is told
        if len(self.queue) > known:
            return True
        for each in self._awaited:
            self._not_repeated(each)
        self._awaited.clear()
        return False

    def _block_of(self, queued: QueuedRun) -> Hashable:
        """What a run is repeated with: its mirror block, or it alone in a sequential campaign."""
        if not self.campaign.paired:
            return queued.cell, queued.run.repetition
        return queued.cell.group, block_of(queued.run.repetition, self._passes(queued.cell.case))

    def _ask(self, request_repeat: RequestRepeat, queued: QueuedRun, why: Message | None) -> None:
        self._asked_for.add(queued.run.id)
        self._awaited.append(_Awaited(queued, why, request_repeat(queued.run.id)))

    def _is_last(self, queued: QueuedRun) -> bool:
        """Whether no other run takes its place."""
        return queued.run.id not in self._asked_for

    def _last_runs(self, block: Hashable) -> list[QueuedRun]:
        """The last run of each repetition in a block, in the order they have."""
        known = {
            (each.cell, each.run.repetition): each
            for each in self.queue
            if not each.run.warmup and self._block_of(each) == block
        }
        return list(known.values())

    def _not_repeated(self, awaited: _Awaited) -> None:
        awaited.answer.cancel()
        if awaited.why is None:
            return  # it counts as long as there is no other
        self.failed += not self.has_countable_run(awaited.queued)
        self.note(awaited.queued, _NOT_REPEATED, awaited.why)

    def _queue(self, awaited: _Awaited) -> None:
        queued = awaited.queued
        run_id, position = awaited.answer.result()
        self.queue.append(replace(queued, run=replace(queued.run, id=run_id, position=position)))
        self.sink(RunRepeated(run_id, position, queued.run.id))
        self.added += 1
        if awaited.why is not None:
            self.note(queued, _REPEATED, awaited.why)


_REPEATED = phrase("{server}, {protection}, {case}: stalled; repeated at the end. {reason}")
_GIVEN_UP = phrase(
    "{server}, {protection}, {case}: stalled every time, so this repetition does not count. "
    "{reason}"
)
_NOT_REPEATED = phrase(
    "{server}, {protection}, {case}: stalled; repeated when the campaign is resumed. {reason} The "
    "store did not answer."
)


@dataclass
class CampaignRunner:
    """One campaign from its first unfinished run to its last.

    `mark` begins the identifiers of this campaign's databases. `commands` is polled between and
    during runs; `cancel` may also be called from a signal.
    """

    campaign_id: int
    mark: str
    campaign: Campaign
    queue: list[QueuedRun]
    total: int
    pool: ServerPool
    sink: Callable[[Event], None]
    commands: Connection | None = None
    after_runs: Callable[[CampaignRunner], object] = lambda runner: None
    """Called after the last run, unless the campaign was cancelled."""
    check_data: Callable[[], None] = lambda: None
    """Raises CipherbenchError when the data file has changed since the campaign began."""
    progress: CampaignProgress | None = None
    """Knows which runs count."""
    others: OtherHosts | None = None
    """The other hosts of a load that several machines carry out together."""
    stopping: Stopping | None = None
    """Decides which runs are added, or left out because time is over."""
    _left_out: int = 0
    _cancelled: bool = False
    _paused: bool = False
    _over: bool = False
    _failed: int = 0
    _estimate: Estimate = field(init=False)
    _leftovers: Leftovers = field(init=False)
    _run_execution: RunExecution = field(init=False)
    _reported_reasons: dict[str | Protection, Message] = field(init=False)
    """Why servers (by name) and keys (by protection) are away, as already reported."""
    _moved: float = field(default=0.0, init=False)
    repeats: Repeats = field(init=False)
    """What is done again at the end."""

    def __post_init__(self) -> None:
        self._estimate = Estimate(planned_seconds(self.campaign), in_lockstep(self.campaign))
        self._leftovers = Leftovers(self.pool, self.sink)
        self.repeats = Repeats(self.campaign, self.queue, self._has_counted, self._warn, self.sink)
        self.pool.cancellation.look = lambda: self.apply_command(0)
        planned = {spec.name for spec in self.pool.specs}  # of twins nothing was told
        missing = self.pool.missing.items()
        self._reported_reasons = {name: error.advice for name, error in missing if name in planned}
        self._run_execution = RunExecution(
            self, self._leftovers, lambda name: self._reported_reasons.pop(name, None)
        )

    def cancel(self, seconds: float = CANCEL_SECONDS) -> None:
        """End the current run and start no other; servers have `seconds` to drop our
        databases."""
        self._cancelled = True
        self.pool.cancellation.ask(seconds)

    def inherit_state(self, before: CampaignRunner) -> None:
        """Take over the paused or cancelled state of the dry run's runner."""
        self._paused = before._paused
        if before._cancelled:
            self.cancel()

    def run(self) -> Status:
        """Carry out all queued runs. The status is DONE also if some failed; see `failed`."""
        done = self.total - len(self.queue)
        self.sink(CampaignStarted(self.campaign_id, self.campaign.name, self.total, done))
        try:
            self._run_all()
        except BaseException:
            with suppress(Exception):  # what ends the campaign is told, and not what follows
                self.clear_up()
            raise
        if not self._cancelled:
            self._progress(len(self.queue))
            self.after_runs(self)
        self.clear_up()
        status = Status.CANCELLED if self._cancelled else Status.DONE
        why = self._ended_by()
        self.sink(CampaignFinished(self.campaign_id, status, wall_time(), self.failed, why))
        self._over = True
        return status

    def _run_all(self) -> None:
        number = 0
        for batch in self._batches():
            self._progress(number)
            self._wait_while_paused(number)
            if self._cancelled:
                break
            self._run_batch(batch)
            self._warn_of_moved_clock()
            number += len(batch)
            to_come = {each.cell for each in self.queue[number:]}
            left = [each.cell for each in batch if each.cell not in to_come]
            self._run_execution.drop_databases(left)

    def _warn_of_moved_clock(self) -> None:
        """Say once that somebody set this machine's clock."""
        by = moved()
        if abs(by - self._moved) < 1.0:
            return
        self._moved = by
        self.sink(
            Noted(
                phrase(
                    "This machine's clock was set by {seconds} s. The campaign's times go on as "
                    "before.",
                    seconds=f"{by:+,.0f}",
                ),
                "warning",
                wall_time(),
            )
        )

    def _ended_by(self) -> Message:
        message = None if self.stopping is None or self._cancelled else self.stopping.ended_by()
        if message is None:
            return NOTHING
        self.sink(Noted(message, "info", wall_time()))
        return message

    def drop_leftover(self, server: str, database: str) -> None:
        """Drop a database that a worker may have left, now or later."""
        restores = self.campaign.workload.restores
        self._leftovers.add(server, database, restores=restores)
        self._leftovers.drop(server)

    def clear_up(self) -> None:
        """Drop databases that workers left; those that cannot be dropped are reported."""
        self._run_execution.drop_all_databases()
        self._leftovers.drop_all(self.apply_command)

    @property
    def failed(self) -> int:
        return self._failed + self.repeats.failed

    def _run_batch(self, batch: Sequence[QueuedRun]) -> None:
        """Carry out one run, or the runs of a lockstep."""
        began = time.monotonic()
        turned = order_of(self.campaign, batch[0].cell.case) is Order.LOCKSTEP
        taking_turns = tuple(each.cell.protection.name for each in batch) if turned else ()
        for queued in batch:
            self._announce(queued, taking_turns)
        ends = self._ends_of(batch)
        seconds = (time.monotonic() - began) / len(batch)
        for queued, finished in zip(batch, ends, strict=True):
            self._conclude(queued, finished, seconds)
        for queued, finished in zip(batch, ends, strict=True):
            if finished.stalled and not queued.run.warmup:
                self.repeats.repeat_block(queued, finished.why)

    def _announce(self, queued: QueuedRun, taking_turns: tuple[str, ...]) -> None:
        cores = self.pool.bound.run_cores(self.pool.servers.get(self.pool.server_for(queued.cell)))
        run = replace(queued.run, placement=cores.to_mapping())
        self.sink(RunStarted.of(run, wall_time(), taking_turns))

    def _has_counted(self, queued: QueuedRun) -> bool:
        """Whether a run of this repetition counts already."""
        return self.progress is not None and self.progress.has_countable_run(queued.run)

    def _conclude(self, queued: QueuedRun, finished: RunFinished, seconds: float) -> None:
        if finished.status is Status.FAILED:
            self._failed += not self._has_counted(queued)
            protection = queued.cell.protection
            about = self.pool.server_for(queued.cell), protection
            known = [self._reported_reasons.get(each) for each in about]
            if finished.why not in known and not finished.broken_off:
                self._note_failure(queued, finished.why)
            if finished.by_key_service:
                self._reported_reasons[protection] = finished.why
        elif finished.status is Status.DONE:
            self._reported_reasons.pop(queued.cell.protection, None)
            if not finished.stalled:
                self._estimate.add(queued.cell, seconds)
        self.sink(finished)

    def _batches(self) -> Iterator[list[QueuedRun]]:
        """Single runs, or the runs of a lockstep together, with repeated and added ones; the store
        is waited for only when nothing else is left to do."""
        number = 0
        while True:
            self._leave_out(number)
            while number < len(self.queue):
                batch = self._batch_at(number)
                yield batch
                number += len(batch)
                self.repeats.queue_answered()
                self._leave_out(number)
            if not (self.repeats.wait(self.apply_command, self._progress) or self._add_blocks()):
                return

    def _batch_at(self, number: int) -> list[QueuedRun]:
        """The run at an index of the queue, and those after it that are in the same lockstep."""
        first = self.queue[number]
        if order_of(self.campaign, first.cell.case) is not Order.LOCKSTEP:
            return [first]
        found: dict[Cell, QueuedRun] = {}
        for each in self.queue[number:]:
            if each.run.lockstep_key != first.run.lockstep_key or each.cell in found:
                break
            found[each.cell] = each
        return list(found.values())

    def _leave_out(self, number: int) -> None:
        """Leave out runs that there is no time for (they stay pending), drop those not needed any
        more."""
        if self.stopping is None:
            return
        waiting = self.queue[number:]
        unneeded = [each for each in waiting if self.stopping.is_unneeded(each.run)]
        if unneeded:
            self.sink(RunsDropped(tuple(each.run for each in unneeded)))
            self.total -= len(unneeded)
        remaining = [
            each
            for each in waiting
            if each not in unneeded and not self.stopping.has_no_time_for(each.run)
        ]
        self.queue[number:] = remaining
        self._left_out += len(waiting) - len(unneeded) - len(remaining)

    def _add_blocks(self) -> bool:
        """Queue further blocks where intervals are too wide still; whether there are any."""
        if self.stopping is None or self._cancelled:
            return False
        added = self.stopping.add_blocks(self._waited)
        if added:
            self.sink(RunsAdded(added))
        self.queue += [QueuedRun(run, self.stopping.cells[run.cell]) for run in added]
        self.pool.rely_on(each.cell for each in self.queue)
        self.total += len(added)
        return bool(added)

    def _waited(self) -> bool:
        """Wait a moment and report progress; whether to give up."""
        self._progress(len(self.queue))
        return self.apply_command(0.1)

    def _ends_of(self, batch: Sequence[QueuedRun]) -> list[RunFinished]:
        try:
            self.check_data()
        except CipherbenchError as error:
            places = (self.pool.server_for(each.cell) for each in batch)
            return [
                self._not_begun(each, Unavailable(place, error.advice))
                for each, place in zip(batch, places, strict=True)
            ]
        unavailable = self._run_execution.unavailable(batch)
        ready = [each for each in batch if each.cell not in unavailable]
        begun = iter(self._run_execution.carry_out(ready, self.others) if ready else ())
        return [
            self._not_begun(each, unavailable[each.cell])
            if each.cell in unavailable
            else next(begun)
            for each in batch
        ]

    def _not_begun(self, queued: QueuedRun, away: Unavailable) -> RunFinished:
        """The end of a run whose server or key is away. Why is told once, not for each run."""
        now = wall_time()
        if self._cancelled:
            return RunFinished(queued.run.id, Status.CANCELLED, now, CANCELLED)
        if self._reported_reasons.get(away.what) != away.why:
            self._note_failure(queued, away.why)
            self._reported_reasons[away.what] = away.why
        return RunFinished(queued.run.id, Status.FAILED, now, away.why)

    def _warn(self, queued: QueuedRun, text: Message, why: Message) -> None:
        self._note(queued, text, why, "warning")

    def _note_failure(self, queued: QueuedRun, why: Message) -> None:
        text = phrase("{server}, {protection}, {case}: {reason}")
        self._note(queued, text, why, "error")

    def _note(self, queued: QueuedRun, text: Message, why: Message, level: str) -> None:
        cell = queued.cell
        message = text.with_values(
            server=cell.server,
            protection=cell.protection.title,
            case=case_label(self.campaign.workload.name, cell.case),
            reason=why,
        )
        self.sink(Noted(message, level, wall_time(), queued.run.id))

    def _progress(self, number: int) -> None:
        cells = [queued.cell for queued in self.queue[number:]]
        remaining = self._estimate.remaining(
            cell for cell in cells if self.pool.server_for(cell) not in self.pool.missing
        )
        total = self.total + self.repeats.added
        done = total - self._left_out - len(self.queue) + number
        widest = None
        if self.stopping is not None:
            remaining = min(remaining, self.stopping.seconds_left)
            widest = self.stopping.widest()
        width = (None, None) if widest is None else (widest.half_width, widest.allowed)
        self.sink(Progressed(done, total, remaining, self._paused, *width))

    def _wait_while_paused(self, number: int) -> None:
        self.apply_command(0)
        began = time.monotonic()
        while self._paused and not self._cancelled:
            self._progress(number)
            self.apply_command(1.0)
        if self.stopping is not None:
            self.stopping.exclude_pause(time.monotonic() - began)

    def apply_command(self, seconds: float) -> bool:
        """Apply commands for up to `seconds`; whether the campaign is cancelled."""
        if self.commands is None:
            until = time.monotonic() + seconds
            while not self._cancelled and (left := until - time.monotonic()) > 0:
                time.sleep(min(left, 0.1))  # a signal that cancels would not end a longer one
            return self._cancelled
        try:
            while not self._cancelled and self.commands.poll(seconds):
                self.apply(self.commands.recv())
                seconds = 0
        except (EOFError, OSError):
            self.cancel()  # whoever watched is gone
        return self._cancelled

    def apply(self, command: Command) -> None:
        """Apply one command. After the last run it is too late to pause: the log is closed."""
        match command:
            case Command.PAUSE | Command.RESUME if self._over:
                pass
            case Command.PAUSE:
                self._paused = True
                self.sink(Noted(phrase("Pausing after this run"), "info", wall_time()))
            case Command.RESUME:
                self._paused = False
                self.sink(Noted(phrase("Resumed"), "info", wall_time()))
            case Command.CANCEL:
                self.cancel()
