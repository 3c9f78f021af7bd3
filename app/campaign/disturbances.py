"""Disturbed runs of a campaign: which they are, and which runs are done again for their sake.

A disturbed run counts until another one of its cell and repetition has taken its place. What is
repeated is its whole mirror block, both passes of its server and size: a run that was done an hour
after those it is compared with would bring the machine's drift into a block that is made to cancel
it. In a sequential campaign there are no blocks, and the run is repeated alone. Where the plan
leaves the placement open nothing is repeated: the scheduler disturbs such runs more than anybody.

A repetition is repeated twice at most. All repeats together are no more than a quarter of the
campaign, the blocks with the largest share of disturbed runs first, and there are none where more
than a quarter of its runs is disturbed: then the machine is busy, and goes on to be.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field, replace

from app.campaign.machine.cores import cores_now
from app.campaign.machine.quality import MachineQuality, RunToll
from app.plan.campaign import Campaign, Placement
from app.plan.matrix import Cell, Passes, block_of, passes_of
from app.plan.status import Status
from app.results.circumstances.disturbance import joined
from app.results.circumstances.quality import BUSY_SHARE
from app.results.events import Event, Noted, RunDisturbed, RunFinished
from app.results.records import QueuedRun
from engines.contract.message import Message, Number, phrase, plural
from workloads.registry import case_label

MOST_REPEATS = 2
"""How often a repetition that was disturbed is done again."""

_STRETCH = 5
"""A stretch is over after so many runs without a disturbance."""

_BEGUN = phrase(
    "{server}, {protection}, {case} was disturbed: {reason} It is marked, and so are others "
    "that are disturbed from here on."
)
_REPEATED = plural(
    "{runs} are repeated, all of the blocks in which {n} were disturbed",
    "{runs} are repeated, all of the block in which {n} was disturbed",
    0,
)
_BUSY = plural(
    "{n} of {runs} runs were disturbed: the machine is busy, and none is repeated",
    "{n} of {runs} runs was disturbed: the machine is busy, and none is repeated",
    0,
)


@dataclass
class _Repetition:
    """One repetition of a cell: its last run that is done, and how many runs it has had."""

    latest: QueuedRun | None = None
    disturbed: bool = False
    runs: int = 0


@dataclass
class Disturbances:
    """Marks the runs of a session, and says which are to be repeated. Runs of earlier sessions are
    taken in by `remember`."""

    campaign: Campaign
    sink: Callable[[Event], None]
    _quality: MachineQuality = field(default_factory=MachineQuality)
    _repetitions: dict[tuple[Cell, int], _Repetition] = field(default_factory=dict)
    _before: tuple[QueuedRun, list[Message]] | None = None
    """The run just before this one and what disturbed it, where it counts."""
    _quiet: int = _STRETCH
    _done: int = 0
    _disturbed: int = 0
    _asked: int = 0
    _told: bool = False
    _passes: Passes = field(init=False)

    def __post_init__(self) -> None:
        self._passes = passes_of(self.campaign)

    @property
    def usual_canary(self) -> float | None:
        """How long the canary takes; None while too few have sung."""
        return self._quality.usual_canary

    def remember(self, queued: QueuedRun, *, counts: bool, disturbed: bool) -> None:
        """A run that is over; it `counts` where it is done and did not stand still."""
        if queued.warmup:
            return
        known = self._of(queued)
        known.runs += 1
        if counts:
            known.latest, known.disturbed = queued, disturbed
            self._done += 1
            self._disturbed += disturbed

    def judged(self, queued: QueuedRun, finished: RunFinished, toll: RunToll) -> RunFinished:
        """The end of a run, with a mark where it was disturbed; the canary before it may mark the
        run before it, too."""
        finished = replace(finished, canary_s=toll.canary)
        off = self._quality.canary_off(toll)
        if off is not None:
            self._mark_before(off)
        counts = finished.status is Status.DONE and not finished.stalled and not queued.warmup
        reasons = [off] if off is not None else []
        if counts:
            reasons += self._quality.reasons(queued.cell, toll, apart=_is_apart(toll))
            finished = replace(finished, disturbed=joined(reasons))
            self._look_at_stretch(queued, finished)
        self.remember(queued, counts=counts, disturbed=bool(finished.disturbed))
        self._before = (queued, reasons) if counts else None
        return finished

    def to_repeat(self) -> list[QueuedRun]:
        """The runs to be repeated now that nothing else is to be done, in the order they had."""
        if self.campaign.placement is Placement.FREE or self._busy():
            return []
        room = max(1, len(self._repetitions) // 4)
        chosen: list[QueuedRun] = []
        blocks = [runs for runs in self._blocks() if self._is_due(runs)]
        for runs in sorted(blocks, key=self._share, reverse=True):
            first = not self._asked and not chosen
            if first or self._asked + len(chosen) + len(runs) <= room:
                chosen += runs
        self._asked += len(chosen)
        if chosen:
            self._tell_repeats(chosen)
        return chosen

    def has_counted(self, queued: QueuedRun) -> bool:
        """Whether a run of this repetition counts already."""
        return not queued.warmup and self._of(queued).latest is not None

    def _of(self, queued: QueuedRun) -> _Repetition:
        return self._repetitions.setdefault((queued.cell, queued.repetition), _Repetition())

    def _mark_before(self, off: Message) -> None:
        if self._before is None:
            return
        queued, reasons = self._before
        self._disturbed += not reasons
        self._of(queued).disturbed = True
        if all(each.template != off.template for each in reasons):
            self.sink(RunDisturbed(queued.run_id, joined([*reasons, off])))

    def _look_at_stretch(self, queued: QueuedRun, finished: RunFinished) -> None:
        """Note where a stretch of disturbed runs begins, and not each of them."""
        if finished.disturbed and self._quiet >= _STRETCH:
            cell = queued.cell
            said = _BEGUN.with_values(
                server=cell.server,
                protection=cell.protection.title,
                case=case_label(self.campaign.workload.name, cell.case),
                reason=finished.disturbed,
            )
            self.sink(Noted(said, "warning", time.time(), queued.run_id))
        self._quiet = 0 if finished.disturbed else self._quiet + 1

    def _busy(self) -> bool:
        busy = self._disturbed > BUSY_SHARE * self._done
        if busy and not self._told:
            said = _BUSY.with_count(self._disturbed).with_values(runs=Number(self._done))
            self.sink(Noted(said, "warning", time.time()))
            self._told = True
        return busy

    def _blocks(self) -> Iterable[list[QueuedRun]]:
        """The last runs of every block that are done, in the order they had."""
        blocks: dict[Hashable, list[QueuedRun]] = {}
        for known in self._repetitions.values():
            if known.latest is not None:
                blocks.setdefault(self.block_of(known.latest), []).append(known.latest)
        return blocks.values()

    def block_of(self, queued: QueuedRun) -> Hashable:
        """What a run is repeated with: its mirror block, or it alone in a sequential campaign."""
        if not self.campaign.paired:
            return queued.cell, queued.repetition
        passes = self._passes(queued.cell.case)
        return queued.cell.server, queued.cell.case, block_of(queued.repetition, passes)

    def _is_due(self, runs: list[QueuedRun]) -> bool:
        known = [self._of(each) for each in runs]
        return any(each.disturbed for each in known) and all(
            each.runs <= MOST_REPEATS for each in known
        )

    def _share(self, runs: list[QueuedRun]) -> float:
        return sum(self._of(each).disturbed for each in runs) / len(runs)

    def _tell_repeats(self, chosen: list[QueuedRun]) -> None:
        disturbed = sum(self._of(each).disturbed for each in chosen)
        runs = plural("{n} runs", "{n} run", len(chosen))
        said = _REPEATED.with_count(disturbed).with_values(runs=runs)
        self.sink(Noted(said, "info", time.time()))


def _is_apart(toll: RunToll) -> bool:
    """Whether this program keeps off the cores that are measured on."""
    own = cores_now()
    return own is not None and not toll.cores & own
