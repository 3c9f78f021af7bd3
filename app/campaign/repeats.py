"""Runs that stood still, and what is done about them: a run that stood still never counts.

Its whole mirror block is done again at the end, both passes of its server and size: the run alone
would be compared with others that were done long before it. In a sequential campaign there are no
blocks, and it is repeated alone. When a campaign goes on, the store has put blocks together that
were interrupted.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace

from app.plan.campaign import Campaign
from app.plan.matrix import block_of, passes_of
from app.results.events import Event, RunRepeated
from app.results.records import QueuedRun
from engines.contract.message import Message, phrase

MOST_REPEATS = 2
"""How often a repetition that stood still is done again in one session, its block with it."""

REPEAT_SECONDS = 30.0
"""How long a store that does not answer is waited for when only repeats are left."""

type Another = Callable[[int], Future[tuple[int, int]]]
"""Gives a run another one of the same cell and repetition, to be done at the end: its id and its
place in the order, as soon as the store has answered."""


@dataclass(frozen=True)
class _Awaited:
    """A run to be done again, why it stood still where it did (not why its block is done again),
    and the answer to the question for another one."""

    queued: QueuedRun
    why: Message | None
    answer: Future[tuple[int, int]]


@dataclass
class Repeats:
    """Adds to the end of a campaign's `queue` what is done again, as soon as the store has it.

    `counts` says whether a run of the same repetition counts already; `note` tells of a run.
    """

    campaign: Campaign
    queue: list[QueuedRun]
    counts: Callable[[QueuedRun], bool]
    note: Callable[[QueuedRun, Message, Message], None]
    sink: Callable[[Event], None]
    another: Another | None = None
    """None where nothing is done again."""
    added: int = 0
    """How many runs were added to the queue."""
    failed: int = 0
    """How many repetitions do not count, as their runs stood still."""
    _awaited: list[_Awaited] = field(default_factory=list)
    _stalls: Counter[Hashable] = field(default_factory=Counter)
    """How often blocks are repeated since a run of theirs stood still."""
    _asked_for: set[int] = field(default_factory=set)
    """Runs that others are asked for in place of."""

    def __post_init__(self) -> None:
        self._passes = passes_of(self.campaign)

    def do_again(self, queued: QueuedRun, why: Message) -> None:
        """Repeat the block of a run that stood still at the end of the campaign, unless it has been
        often enough: then its repetition counts as failed, where no earlier run counts."""
        block = self._block_of(queued)
        if self.another is None or (self._is_last(queued) and self._stalls[block] == MOST_REPEATS):
            self.failed += not self.counts(queued)
            self.note(queued, _GIVEN_UP, why)
        elif self._is_last(queued):
            self._stalls[block] += 1
            for each in self._last_runs(block):
                self._ask(self.another, each, why if each == queued else None)
        else:  # as another run of its block stood still, too
            self.note(queued, _REPEATED, why)

    def take(self) -> None:
        """Queue the repeats that the store has answered."""
        waiting = {
            self._block_of(each.queued) for each in self._awaited if not each.answer.done()
        }  # a block goes on when all of it is there
        answered = [each for each in self._awaited if self._block_of(each.queued) not in waiting]
        self._awaited = [each for each in self._awaited if each not in answered]
        for each in answered:
            self._queue(each)

    def wait(self, apply_command: Callable[[float], bool], progress: Callable[[int], None]) -> bool:
        """Whether there is another run to be done after all, once the store has answered."""
        reported = time.monotonic()
        until = reported + REPEAT_SECONDS
        known = len(self.queue)
        while self._awaited and len(self.queue) == known:
            if apply_command(0.1) or time.monotonic() > until:
                break
            self.take()
            if time.monotonic() > reported + 1:
                reported = time.monotonic()
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
            return queued.cell, queued.repetition
        return queued.cell.group, block_of(queued.repetition, self._passes(queued.cell.case))

    def _ask(self, another: Another, queued: QueuedRun, why: Message | None) -> None:
        self._asked_for.add(queued.run_id)
        self._awaited.append(_Awaited(queued, why, another(queued.run_id)))

    def _is_last(self, queued: QueuedRun) -> bool:
        """Whether no other run takes its place."""
        return queued.run_id not in self._asked_for

    def _last_runs(self, block: Hashable) -> list[QueuedRun]:
        """The last run of each repetition in a block, in the order they have."""
        known = {
            (each.cell, each.repetition): each
            for each in self.queue
            if not each.warmup and self._block_of(each) == block
        }
        return list(known.values())

    def _not_repeated(self, awaited: _Awaited) -> None:
        awaited.answer.cancel()
        if awaited.why is None:
            return  # it counts as long as there is no other
        self.failed += not self.counts(awaited.queued)
        self.note(awaited.queued, _NOT_REPEATED, awaited.why)

    def _queue(self, awaited: _Awaited) -> None:
        queued = awaited.queued
        run_id, position = awaited.answer.result()
        self.queue.append(replace(queued, run_id=run_id, position=position))
        self.sink(RunRepeated(run_id, position, queued.run_id))
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
