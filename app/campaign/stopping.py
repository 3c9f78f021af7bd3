"""The stopping rule: a campaign has measured enough when its confidence intervals are narrow
enough.

Never by p values. In lockstep, planned repetitions of a server and case are left out once all its
intervals are within `target_percent` points; in mirror blocks all planned ones are done. Then
blocks are added where a cost is still too wide, until none is, or `max_repetitions` or
`budget_minutes` are reached. Costs of all protections and operations matter, except those of the
control (a second plaintext cell). A campaign without blocks is not affected.
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

# An interval is narrow enough if its half-width is at most the target, or a twentieth of its cost
# if that is more (300 ± 15 % is good enough), and it comes from six blocks or more: fewer may be
# close to each other by luck. That must hold with and without its last block: a rule that stops at
# the first narrow interval prefers those that are too narrow by chance.

SHARE_OF_COST = 0.05
"""A half-width of this share of its cost is narrow enough, whatever the target."""


@dataclass(frozen=True)
class Width:
    """Half-width of a cost's interval and the half-width allowed, in percentage points."""

    key: CellKey
    half_width: float
    allowed: float
    blocks: int

    @property
    def excess(self) -> float:
        """Width divided by the width allowed; too wide above 1."""
        return self.half_width / self.allowed

    @property
    def is_narrow(self) -> bool:
        return self.blocks >= EXACT_BLOCKS and self.excess <= 1


def width_of(key: CellKey, comparison: Comparison, target: float) -> Width | None:
    """The width of a cost's interval; None without a target, and for fewer than two blocks."""
    if not target or not comparison.testable:
        return None
    interval = comparison.interval()
    allowed = _allowed(interval, target)
    return Width(key, interval.half_width, allowed, len(comparison.blocks))


def is_narrow_enough(comparison: Comparison, target: float) -> bool:
    """Whether an interval is narrow enough, and was so without its last block."""
    return _is_narrow(Comparison(comparison.blocks[:-1]), target) and _is_narrow(comparison, target)


def _is_narrow(comparison: Comparison, target: float) -> bool:
    if len(comparison.blocks) < EXACT_BLOCKS:
        return False
    interval = comparison.interval()
    return interval.half_width <= _allowed(interval, target)


def _allowed(interval: Interval, target: float) -> float:
    """Allowed half-width in percentage points."""
    return max(target, SHARE_OF_COST * abs(interval.estimate))


_STORE_SECONDS = 30.0
"""How long the store is waited for when blocks are added."""

_MOST_REPETITIONS = 1000

_TOO_FEW_BLOCKS = 2
"""Intervals of up to so many blocks say nothing: they are twelve times as wide as those of many."""

_MOST_NAMED = 5
"""Most cells named in one text."""

type Block = tuple[GroupKey, int]
"""A server and case, and the number of a block (two repetitions, or one in lockstep)."""


class Stopping:
    """Follows a campaign's events and decides which runs are added or left out.

    `add` has the store create further runs.
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
        self._load_earlier(stored.runs)
        self._requested = {
            run.id for run in stored.runs if self._target and self._has_enough(run.key.group)
        }
        """Runs to be done although intervals were narrow enough when this session began:
        requested."""

    def take(self, event: Event) -> None:
        """Handle an event, after `progress` has."""
        match event:
            case RunStarted(warmup=False):
                self._last = self._block(event.key.group, event.repetition)
                self._begun.add(self._last)
            case RunFinished(run_id=run_id):
                if (group := self._progress.group_of(run_id)) is not None:
                    self._widths.pop(group, None)
                    self._enough.pop(group, None)
            case RunsAdded(runs=runs):
                self._note_planned(runs)
            case RunsDropped(runs=runs):
                for each in runs:
                    group = each.key.group
                    self._planned[group] = min(self._planned[group], each.repetition - 1)

    def exclude_pause(self, seconds: float) -> None:
        """Leave a pause of so many seconds out of the time budget."""
        self._until += seconds

    @property
    def seconds_left(self) -> float:
        return max(0.0, self._until - self._clock())

    def has_no_time_for(self, run: RunRecord) -> bool:
        """Whether the time budget is over for a run: it would begin a block, or repeat one that has
        a run that counts."""
        if self.seconds_left > 0 or not self._mirrored:
            return False
        block = self._block(run.key.group, run.repetition)
        if not run.warmup and block == self._last:
            return False
        new = run.warmup or block not in self._begun
        if not (new or self._progress.has_countable_block(run)):
            return False
        self._out_of_time |= not self._progress.has_countable_run(run)
        return True

    def is_unneeded(self, run: RunRecord) -> bool:
        """Whether a planned run of a lockstep is not needed, since all intervals of its server and
        case are narrow enough without it."""
        planned = run.repetition <= self._campaign.repetitions and not run.warmup
        if run.id in self._requested or not (planned and self._target):
            return False
        if self._passes(run.case) != 1:
            return False
        block = self._block(run.key.group, run.repetition)
        return block not in self._begun and self._has_enough(run.key.group)

    def _has_enough(self, group: GroupKey) -> bool:
        if group not in self._enough:
            compared = [each for _, each in self._comparisons(group)]
            self._enough[group] = bool(compared) and all(
                is_narrow_enough(each, self._target) for each in compared
            )
        return self._enough[group]

    def widest(self) -> Width | None:
        """The interval farthest from being narrow enough, among those of more than
        `_TOO_FEW_BLOCKS` blocks; None if there is none."""
        telling = [each for each in self._every_width() if each.blocks > _TOO_FEW_BLOCKS]
        return max(telling, key=lambda each: (not each.is_narrow, each.excess), default=None)

    def add_blocks(self, wait: Callable[[], bool]) -> tuple[RunRecord, ...]:
        """Add blocks where intervals are too wide: their runs, as stored; empty where all are
        narrow.

        `wait` waits a moment and returns whether to give up.
        """
        wanted = self._next_runs()
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
        """Why no more blocks are added; None for a plan without target and budget."""
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
        if widest.is_narrow:
            return self._reached()
        if self._unanswered:
            return _UNANSWERED
        group = widest.key.all_operations.group
        planned = self._planned[group]
        if self._last_of_next_block(group, planned) <= planned:
            if self._campaign.max_repetitions and planned > self._campaign.repetitions:
                return _MOST_REACHED
            return _PLANNED if planned == self._campaign.repetitions else _ASKED
        return _FAILED

    def _reached(self) -> Message:
        all_within = all(each.half_width <= self._target for each in self._every_width())
        if without := self._without_interval():
            message = _REACHED_BUT if all_within else _REACHED_IN_SHARES_BUT
            return message.with_values(cells=_listed(without))
        return _REACHED if all_within else _REACHED_IN_SHARES

    def _without_interval(self) -> list[Cell]:
        """Cells with too few complete blocks for an interval of their cost."""
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

    def _load_earlier(self, runs: Sequence[RunRecord]) -> None:
        """Take over what the store has from earlier sessions."""
        self._note_planned(run for run in runs if not run.warmup)
        for run in runs:
            if run.status is Status.DONE and not run.warmup:
                self._begun.add(self._block(run.key.group, run.repetition))

    def _block(self, group: GroupKey, repetition: int) -> Block:
        return group, block_of(repetition, self._passes(group.case))

    def _note_planned(self, runs: Iterable[RunRecord]) -> None:
        for run in runs:
            group = run.key.group
            self._planned[group] = max(run.repetition, self._planned.get(group, 0))

    @property
    def _target(self) -> float:
        return self._campaign.target_percent if self._mirrored else 0.0

    @property
    def _most_repetitions(self) -> int:
        """Up to how many repetitions blocks can be added."""
        limit = _MOST_REPETITIONS if self._campaign.budget_minutes else 0
        return self._campaign.max_repetitions or limit

    def _next_runs(self) -> list[PlannedRun]:
        """The runs of one more block for each server and case with a cost that is too wide. A last
        block that is half done is completed first, or only completed if no more are allowed."""
        wanted = {}
        for group, planned in self._planned.items():
            last = self._last_of_next_block(group, planned)
            if self._target and last > planned and self._is_too_wide(group, planned):
                wanted[group] = range(planned + 1, last + 1)
        if wanted and self.seconds_left <= 0:
            self._out_of_time = True
            return []
        return further_runs(self._campaign, self.cells, wanted)

    def _last_of_next_block(self, group: GroupKey, planned: int) -> int:
        """The last repetition of the next whole block, within the limit."""
        passes = self._passes(group.case)
        return min(
            planned + planned % passes + passes,
            self._most_repetitions - self._most_repetitions % passes,
        )

    def _is_too_wide(self, group: GroupKey, planned: int) -> bool:
        """Whether some cost is too wide; one whose last block failed is not measured further."""
        for _, comparison in self._comparisons(group):
            last = comparison.blocks[-1].number if comparison.blocks else 0
            over = last >= planned // self._passes(group.case)
            if over and not is_narrow_enough(comparison, self._target):
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
