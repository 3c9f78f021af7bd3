"""When a campaign has measured enough: by how wide its intervals are, never by p values.

Of whole runs, every planned repetition is done first; where sides take turns, those of a server and
size that are not needed are left out. Then blocks are added to those that have a cost still too
wide, until none is, or there are `max_repetitions`, or `budget_minutes` are over (`widths.py` says
what is narrow enough, at `target_percent` points). The costs of all protections on all operations
matter, those of the control do not. Without blocks nothing of this
applies.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass

from app.campaign.campaign_progress import CampaignProgress
from app.findings.statistics import EXACT_BLOCKS, Comparison, Interval
from app.plan.cell_key import CellKey, GroupKey
from app.plan.matrix import Cell, PlannedRun, block_of, further_runs
from app.plan.status import Status
from app.results.events import Event, RunFinished, RunsAdded, RunsDropped, RunStarted
from app.results.records import RunRecord, StoredCampaign
from engines.contract.message import (
    Message,
    Number,
    decimals_of_percent,
    phrase,
    plural,
    significant,
)
from workloads.registry import case_label

# How wide the interval of a cost is, and whether that is narrow enough.
#
# It is where its half-width is within a target or a twentieth of its own cost, whichever is more
# (300 ± 5 % asks for nothing better), and it comes from six blocks or more: fewer may be close to
# each other by luck. It has to be so with and without its last block: who stops at the first
# interval that happens to be narrow stops where it is too narrow.

SHARE_OF_COST = 0.05
"""What a half-width may be of its own cost, whatever the target."""


@dataclass(frozen=True)
class Width:
    """How far the interval of a cost reaches to either side, and how far it may, in points."""

    key: CellKey
    half_width: float
    allowed: float
    blocks: int

    @property
    def excess(self) -> float:
        """Width divided by the width allowed; too wide above 1."""
        return self.half_width / self.allowed

    @property
    def enough(self) -> bool:
        """Whether the interval is narrow enough."""
        return self.blocks >= EXACT_BLOCKS and self.excess <= 1


def width_of(key: CellKey, comparison: Comparison, target: float) -> Width | None:
    """None without a target, and for fewer than two blocks."""
    if not target or not comparison.testable:
        return None
    interval = comparison.interval()
    allowed = _allowed(interval, target)
    return Width(key, interval.half_width, allowed, len(comparison.blocks))


def settled(comparison: Comparison, target: float) -> bool:
    """Whether an interval is narrow enough, and was so without its last block."""
    return _narrow(Comparison(comparison.blocks[:-1]), target) and _narrow(comparison, target)


def _narrow(comparison: Comparison, target: float) -> bool:
    if len(comparison.blocks) < EXACT_BLOCKS:
        return False
    interval = comparison.interval()
    return interval.half_width <= _allowed(interval, target)


def _allowed(interval: Interval, target: float) -> float:
    """Allowed half-width in percentage points."""
    return max(target, SHARE_OF_COST * abs(interval.estimate))


_STORE_SECONDS = 30.0
"""How long a store that does not answer is waited for when more blocks are wanted."""

_MOST = 1000

_SAY_NOTHING = 2
"""So few blocks have an interval that is twelve times as wide as that of many."""

_MOST_NAMED = 5
"""Most cells named in one text."""

type Block = tuple[GroupKey, int]
"""A group and the number of a block."""


class Stopping:
    """Follows a campaign's events and says which runs are to be added or left out.

    `add` has the store make further runs.
    """

    def __init__(
        self,
        stored: StoredCampaign,
        progress: CampaignProgress,
        add: Callable[[Sequence[PlannedRun]], Future[tuple[RunRecord, ...]]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._campaign, self.cells, self._add = stored.campaign, stored.cells, add
        self._progress, self._passes = progress, progress.passes
        self._clock = clock
        minutes = stored.campaign.budget_minutes
        self._until = clock() + 60 * minutes if minutes else math.inf
        self._mirrored = stored.campaign.paired
        self._begun: set[Block] = set()
        self._last: Block | None = None
        self._planned: dict[GroupKey, int] = {}
        self._widths: dict[GroupKey, list[Width]] = {}
        self._enough: dict[GroupKey, bool] = {}
        self._out_of_time = self._unanswered = False
        self._know(stored.runs)
        self._asked = {
            run.id for run in stored.runs if self._target and self._has_enough(run.key.group)
        }
        """Runs that somebody wants though intervals were narrow enough when this session began."""

    def take(self, event: Event) -> None:
        """Something has happened, which `progress` knows already."""
        match event:
            case RunStarted(warmup=False):
                self._last = self._block(event.key.group, event.repetition)
                self._begun.add(self._last)
            case RunFinished(run_id=run_id):
                if (group := self._progress.group_of(run_id)) is not None:
                    self._widths.pop(group, None)
                    self._enough.pop(group, None)
            case RunsAdded(runs=runs):
                self._plan(runs)
            case RunsDropped(runs=runs):
                for each in runs:
                    group = each.key.group
                    self._planned[group] = min(self._planned[group], each.repetition - 1)

    def paused(self, seconds: float) -> None:
        """So long nothing was done on purpose: it is no part of the budget."""
        self._until += seconds

    @property
    def seconds_left(self) -> float:
        """Seconds left of the time budget."""
        return max(0.0, self._until - self._clock())

    def leaves_out(self, run: RunRecord) -> bool:
        """Whether there is no time left to begin the block of a run, or to do one again of which
        something counts."""
        if self.seconds_left > 0 or not self._mirrored:
            return False
        block = self._block(run.key.group, run.repetition)
        if not run.warmup and block == self._last:
            return False
        new = run.warmup or block not in self._begun
        if not (new or self._progress.block_counts(run)):
            return False
        self._out_of_time |= not self._progress.counts(run)
        return True

    def needs_no(self, run: RunRecord) -> bool:
        """Whether a planned run of sides that take turns is not needed any more: all intervals of
        its server and case are narrow enough without it."""
        planned = run.repetition <= self._campaign.repetitions and not run.warmup
        if run.id in self._asked or not (planned and self._target):
            return False
        if self._passes(run.case) != 1:
            return False
        block = self._block(run.key.group, run.repetition)
        return block not in self._begun and self._has_enough(run.key.group)

    def _has_enough(self, group: GroupKey) -> bool:
        if group not in self._enough:
            compared = [each for _, each in self._comparisons(group)]
            self._enough[group] = bool(compared) and all(
                settled(each, self._target) for each in compared
            )
        return self._enough[group]

    def widest(self) -> Width | None:
        """The interval that is farthest from being narrow enough; None while there is none that
        says anything: that of two blocks may reach anywhere."""
        telling = [each for each in self._every_width() if each.blocks > _SAY_NOTHING]
        return max(telling, key=lambda each: (not each.enough, each.excess), default=None)

    def added(self, wait: Callable[[], bool]) -> tuple[RunRecord, ...]:
        """Runs of further blocks, as the store has them now; none where enough is measured.

        `wait` lets a moment pass, and tells whether to give up.
        """
        wanted = self._wanted()
        if not wanted:
            return ()
        answer = self._add(wanted)
        until = time.monotonic() + _STORE_SECONDS
        while not answer.done():
            if wait() or time.monotonic() > until:
                answer.cancel()
                self._unanswered = True
                return ()
        return answer.result()

    def ended_by(self) -> Message | None:
        """Why no more blocks are added; None where the plan has nothing to say about that."""
        widest = self.widest()
        if self._out_of_time:
            return self._message(_BUDGET if widest else _BUDGET_ALONE, widest)
        if not self._target:
            return None
        if widest is None:
            return self._few_blocks()
        return self._message(self._reason(widest), widest)

    def _few_blocks(self) -> Message | None:
        """The end of a campaign whose intervals say nothing yet; None where it has none."""
        if not self._every_width():
            return None
        return _FEW_BLOCKS.with_values(repetitions=_repetitions(max(self._planned.values())))

    def _reason(self, widest: Width) -> Message:
        if widest.enough:
            return self._reached()
        if self._unanswered:
            return _UNANSWERED
        group = widest.key.all_operations.group
        planned = self._planned[group]
        if self._next_end(group, planned) <= planned:
            if self._campaign.max_repetitions and planned > self._campaign.repetitions:
                return _MOST_REACHED
            return _PLANNED if planned == self._campaign.repetitions else _ASKED
        return _FAILED

    def _reached(self) -> Message:
        all_within = self._all_within_target()
        if without := self._without_interval():
            message = _REACHED_BUT if all_within else _REACHED_IN_SHARES_BUT
            return message.with_values(cells=_listed(without))
        return _REACHED if all_within else _REACHED_IN_SHARES

    def _without_interval(self) -> list[Cell]:
        """Cells that should have a cost, and have too few blocks for any."""
        known = {each.key.all_operations for each in self._every_width()}
        return [
            cell
            for cell in self.cells
            if not cell.why
            and not cell.control
            and cell.protection.name != self._campaign.baseline
            and cell.key not in known
        ]

    def _every_width(self) -> list[Width]:
        return [each for group in self._planned for each in self._known_widths(group)]

    def _message(self, message: Message, widest: Width | None) -> Message:
        known: dict[str, object] = {
            "target": significant(self._target, 3),
            "minutes": significant(self._campaign.budget_minutes, 3),
        }
        if widest is not None:
            known |= {
                "repetitions": _repetitions(self._planned[widest.key.all_operations.group]),
                "half": Number(widest.half_width, decimals_of_percent(widest.half_width)),
                "server": widest.key.server,
                "protection": self._campaign.title_of(widest.key.protection),
                "case": case_label(self._campaign.workload.name, widest.key.case),
                "operation": widest.key.operation,
            }
        return message.with_values(**known)

    def _know(self, runs: Sequence[RunRecord]) -> None:
        """Take over what the store has from earlier sessions."""
        self._plan(run for run in runs if not run.warmup)
        for run in runs:
            if run.status is Status.DONE and not run.warmup:
                self._begun.add(self._block(run.key.group, run.repetition))

    def _block(self, group: GroupKey, repetition: int) -> Block:
        return group, block_of(repetition, self._passes(group.case))

    def _plan(self, runs: Iterable[RunRecord]) -> None:
        for run in runs:
            group = run.key.group
            self._planned[group] = max(run.repetition, self._planned.get(group, 0))

    @property
    def _target(self) -> float:
        return self._campaign.target_percent if self._mirrored else 0.0

    @property
    def _most(self) -> int:
        """Up to how many repetitions blocks can be added."""
        limit = _MOST if self._campaign.budget_minutes else 0
        return self._campaign.max_repetitions or limit

    def _wanted(self) -> list[PlannedRun]:
        """The runs of another block of all servers and sizes with a cost still too wide; where the
        last block is a half one, of its other half too, or of that alone if no more are allowed."""
        wanted = {}
        for group, planned in self._planned.items():
            last = self._next_end(group, planned)
            if self._target and last > planned and self._wants_more(group, planned):
                wanted[group] = range(planned + 1, last + 1)
        if wanted and self.seconds_left <= 0:
            self._out_of_time = True
            return []
        return further_runs(self._campaign, self.cells, wanted)

    def _next_end(self, group: GroupKey, planned: int) -> int:
        """Up to which repetition may be measured next, whole blocks alone."""
        passes = self._passes(group.case)
        return min(planned + planned % passes + passes, self._most - self._most % passes)

    def _wants_more(self, group: GroupKey, planned: int) -> bool:
        """Whether some cost is too wide; one whose last block has failed is past mending."""
        for _, comparison in self._comparisons(group):
            last = comparison.blocks[-1].number if comparison.blocks else 0
            over = last >= planned // self._passes(group.case)
            if over and not settled(comparison, self._target):
                return True
        return False

    def _known_widths(self, group: GroupKey) -> list[Width]:
        if group not in self._widths:
            found = (width_of(*each, self._target) for each in self._comparisons(group))
            self._widths[group] = [each for each in found if each is not None]
        return self._widths[group]

    def _comparisons(self, group: GroupKey) -> Iterator[tuple[CellKey, Comparison]]:
        baseline, values = self._campaign.baseline, self._progress.values
        for cell in self.cells:
            if cell.group == group and not cell.control and cell.key.protection != baseline:
                for key in values.operations_of(cell.key):
                    yield key, values.comparison(key, baseline)

    def _all_within_target(self) -> bool:
        return all(each.half_width <= self._target for each in self._every_width())


def _repetitions(count: int) -> Message:
    return plural("{n} repetitions", "{n} repetition", count)


def _listed(cells: Sequence[Cell]) -> str:
    named = [f"{each.server}, {each.protection.name}, {each.case}" for each in cells]
    return "; ".join(named[:_MOST_NAMED] + ["…"] * (len(named) > _MOST_NAMED))


_REACHED = phrase("Every interval is within ± {target} points")
_REACHED_IN_SHARES = phrase(
    "Every interval is within ± {target} points, or within a twentieth of its cost"
)
_REACHED_BUT = phrase(
    "Every interval is within ± {target} points. No interval for {cells}: too few complete blocks"
)
_REACHED_IN_SHARES_BUT = phrase(
    "Every interval is within ± {target} points, or within a twentieth of its cost. No interval "
    "for {cells}: too few complete blocks"
)
_BUDGET = phrase(
    "The time budget of {minutes} min was used up; the widest interval is ± {half} points "
    "({server}, {protection}, {case}, {operation})"
)
_BUDGET_ALONE = phrase("The time budget of {minutes} min was used up")
_PLANNED = phrase(
    "{repetitions}, as planned; the widest interval is ± {half} points "
    "({server}, {protection}, {case}, {operation})"
)
_FEW_BLOCKS = phrase(
    "{repetitions}: intervals of two blocks are wide; more repetitions narrow them"
)
_ASKED = phrase(
    "{repetitions}, as asked for; the widest interval is ± {half} points "
    "({server}, {protection}, {case}, {operation})"
)
_MOST_REACHED = phrase(
    "{repetitions}, the plan's maximum; the widest interval is ± {half} points ({server}, "
    "{protection}, {case}, {operation})"
)
_FAILED = phrase(
    "Runs of the last block failed, so no more were added; the widest interval is ± {half} points "
    "({server}, {protection}, {case}, {operation})"
)
_UNANSWERED = phrase(
    "The store did not answer, so no more blocks were added; the widest interval is ± {half} "
    "points ({server}, {protection}, {case}, {operation})"
)
