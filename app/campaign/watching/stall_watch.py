"""Watches the operations of one run and tells a stalled one from one that worked.

It also reads the states of processes, but only if no statement has finished since the last sample:
30 threads take 0.3 ms.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from app.campaign.machine.allowance import is_frozen, throttled_seconds
from app.campaign.watching.sampler import Sampler, Totals
from app.plan.status import Status
from app.results.events import OperationFinished, RunFinished
from app.system.wall_time import wall_time
from engines.contract.endpoint import Endpoint
from engines.contract.message import NOTHING, Message, Number, in_a_row, phrase
from engines.platform.counters import own_queue_seconds, processes_under, thread_states
from engines.platform.machine import disk_seconds, stolen_seconds
from engines.platform.running_time import suspended

# When a run stood still: its time is neither work of worker or server nor a wait that they owe to
# their own work. Such a run tells nothing of a protection's cost.
#
# Work is: a statement that finishes, a core that is used or queued for, a disk that is waited for.
# What else there is counts from a second on, where it is more than a fifth of the operation; less
# is left to the statistics, and no reading is finer than a probe sample. A process that was stopped
# (SIGSTOP, a frozen container) counts always: nothing in a campaign stops one.

LEAST_SECONDS, LEAST_SHARE = 1.0, 0.2
"""A stall is longer than this, and longer than this share of the operation."""

_MOMENT = 0.1
"""The distance of probe samples: what is shorter is not told of."""

_LONG_SECONDS = 1.0
"""Nobody has looked for this long between two samples: then the program itself stood still."""

_QUIET, _QUIET_WHEN_LONG = 0.8, 0.5
"""Which part of a span must be idle for it to be quiet."""

_STALL_WAITING = 0.2
"""Which part of a quiet stretch is spent waiting, where waiting is what it is."""

WORKER, SERVER = "worker", "server"


@dataclass(frozen=True)
class ProbeInterval:
    """What was seen from one probe sample to the next; times are seconds since the epoch, all
    else seconds.

    `brief` was spent inside statements that finished and took less than a second; `busy` on cores
    and `queued` in their queues by worker and server together; `disk` is how long disks of this
    machine were at work. At its end somebody `waiting` waited for disk or core, and `stopped`
    names whom somebody had stopped.
    """

    began: float
    ended: float
    statements: int = 0
    brief: float = 0.0
    busy: float = 0.0
    queued: float = 0.0
    disk: float = 0.0
    waiting: bool = False
    stopped: frozenset[str] = frozenset()

    @property
    def seconds(self) -> float:
        return max(1e-9, self.ended - self.began)

    @property
    def status(self) -> float:
        """Seconds that no statement and no core explains."""
        return max(0.0, self.seconds - self.busy - self.queued - self.brief)

    @property
    def idle(self) -> float:
        """Seconds that nothing explains."""
        if self.statements and not self.long:
            return 0.0
        return max(0.0, self.status - self.disk)

    @property
    def long(self) -> bool:
        """Whether the program itself did not come to look in between."""
        return self.seconds > _LONG_SECONDS

    @property
    def quiet(self) -> bool:
        """Whether next to nothing happened."""
        return self.idle >= self.seconds * (_QUIET_WHEN_LONG if self.long else _QUIET)

    def within(self, began: float, ended: float) -> float:
        """The share of it that lies between two moments."""
        return max(0.0, min(self.ended, ended) - max(self.began, began)) / self.seconds


@dataclass(frozen=True)
class Interference:
    """What the machine took from an operation, in seconds: `suspended` as a whole, `stolen` by the
    host of a virtual machine (of each core), `throttled` by a quota that came with time."""

    suspended: float = 0.0
    stolen: float = 0.0
    throttled: float = 0.0


def why_stalled(
    spans: Sequence[ProbeInterval], toll: Interference, began: float, ended: float, *, seen: bool
) -> Message:
    """Why an operation that was timed from `began` to `ended` stood still; nothing where it did
    not.

    A server that is not `seen` may work while nothing here does.
    """
    limit = max(LEAST_SECONDS, LEAST_SHARE * (ended - began))
    who, seconds = _stopped(spans, began, ended)
    if seconds > _MOMENT:
        return _lasting(_BOTH_STOOD if len(who) > 1 else _STOOD[who.pop()], seconds)
    if toll.suspended > _MOMENT:
        return _lasting(_SUSPENDED, toll.suspended)
    for text, lost in ((_STOLEN, toll.stolen), (_THROTTLED, toll.throttled)):
        if lost > limit:
            return _lasting(text, lost)
    seconds = max(_quiet_stretches(spans, began, ended, seen=seen), default=0.0)
    return _lasting(_QUIET_TEXT, seconds) if seconds > limit else NOTHING


_STOOD = {
    WORKER: phrase("the worker was stopped for {seconds}"),
    SERVER: phrase("the server was stopped for {seconds}"),
}
_BOTH_STOOD = phrase("the worker and the server were stopped for {seconds}")
_SUSPENDED = phrase("the machine was suspended for {seconds}")
_STOLEN = phrase("the host took the processor away for {seconds} (CPU steal)")
_THROTTLED = phrase("a CPU quota blocked the processor for {seconds}")
_QUIET_TEXT = phrase("idle for {seconds}: no CPU use, no disk wait")


def _lasting(what: Message, seconds: float) -> Message:
    return what.with_values(seconds=Number(seconds, 1, "s"))


def _stopped(spans: Iterable[ProbeInterval], began: float, ended: float) -> tuple[set[str], float]:
    """Who was stopped, and for how long: until the first sample that sees it go on."""
    who: set[str] = set()
    before: frozenset[str] = frozenset()
    seconds = 0.0
    for span in spans:
        share = span.within(began, ended)
        if share and (span.stopped or before):
            seconds += share * span.status
            who |= span.stopped | before
        before = span.stopped
    return who, seconds


def _quiet_stretches(
    spans: Iterable[ProbeInterval], began: float, ended: float, *, seen: bool
) -> Iterator[float]:
    """The idle seconds of every stretch in which nothing happened and nobody waited."""
    for quiet, group in groupby(spans, lambda span: span.quiet and (seen or span.long)):
        stretch = list(group)
        if not quiet:
            continue
        idle = sum(span.idle * span.within(began, ended) for span in stretch)
        waiting = sum(span.seconds for span in stretch if span.waiting)
        if waiting < _STALL_WAITING * sum(span.seconds for span in stretch):
            yield idle


_BRIEF_NS = 1_000_000_000
"""Nanoseconds; a shorter statement cannot contain a stall."""

_STOPPED, _WAITING = b"Tt", b"DR"


class StallWatch:
    """The eyes on one run. `limited` says that a CPU quota was there when the campaign began: what
    it withholds is a condition then, and no stall."""

    def __init__(self, sampler: Sampler, endpoints: Sequence[Endpoint], *, limited: bool) -> None:
        self._sampler = sampler
        self._limited = limited
        self._seen = endpoints[0].in_process or sampler.sees_server
        self._roots: dict[str, tuple[int, ...]] = {}
        self.attach_servers(endpoints)
        self._spans: list[ProbeInterval] = []
        self._before: _Beat | None = None
        self._totals = _Totals()
        self._known: frozenset[int] = frozenset()
        self._stalls: list[Message] = []

    def attach(self, workers: Sequence[int], lanes: Sequence[int] = ()) -> None:
        """From now on watch these workers, and the lanes that do their work: those rest until the
        next arrival, so that a quiet stretch is no stall."""
        self._roots[WORKER] = (*workers, *lanes)
        self._seen = self._seen and not lanes

    def attach_servers(self, endpoints: Sequence[Endpoint]) -> None:
        """From now on watch these, or a restarted server."""
        if pids := tuple(root for each in endpoints for root in each.roots):
            self._roots[SERVER] = pids

    def begin(self) -> None:
        """An operation begins. What is stopped already is none of ours."""
        self._spans = []
        self._totals = self._read_totals()
        self._known = frozenset(
            task for root in self._all_roots() for task, state in _states(root) if state in _STOPPED
        )
        self._before = self._beat()

    def look(self, *, doubtful: bool = False) -> None:
        """Take in what the sampler has just read; `doubtful` where some of those who are at work at
        the same time have finished nothing."""
        if self._before is None:
            return
        before, now = self._before, self._beat()
        self._before = now
        finished = now.totals.statements - before.totals.statements
        span = ProbeInterval(
            before.totals.at,
            now.totals.at,
            finished,
            _brief_seconds(now.totals.latencies),
            now.totals.cpu - before.totals.cpu,
            now.totals.queued - before.totals.queued + now.own_queue - before.own_queue,
            now.disk - before.disk,
        )
        suspicious = doubtful or not span.statements or span.long
        self._spans.append(self._with_states(span) if suspicious else span)

    def end(self, event: OperationFinished, *, last: bool = True) -> None:
        """An operation is over, the `last` that goes on now, and the sampler has been looked at
        since."""
        totals = self._read_totals()
        toll = Interference(
            totals.suspended - self._totals.suspended,
            totals.stolen - self._totals.stolen,
            0.0 if self._limited else totals.throttled - self._totals.throttled,
        )
        ended = event.finished_at + time.monotonic() - wall_time()
        why = why_stalled(self._spans, toll, ended - event.elapsed, ended, seen=self._seen)
        if why:
            self._stalls.append(phrase("{operation}: {why}", operation=event.operation, why=why))
        if last:
            self._before = None

    def abandon(self) -> None:
        """An operation is over without figures, and none goes on."""
        self._before = None

    def judged(self, event: RunFinished) -> RunFinished:
        """The end of the run; it says why, where the run stood still."""
        if event.status is not Status.DONE or not self._stalls:
            return event
        why = phrase("{stalls}.", stalls=in_a_row(self._stalls))
        return replace(event, stalled=True, why=why)

    def _with_states(self, span: ProbeInterval) -> ProbeInterval:
        stopped, waiting = set(), False
        for name, roots in self._roots.items():
            found = [each for root in roots for each in _states(root)]
            states = [state for task, state in found if task not in self._known]
            if any(state in _STOPPED for state in states) or any(map(is_frozen, roots)):
                stopped.add(name)
            waiting = waiting or any(state in _WAITING for state in states)
        return replace(span, waiting=waiting, stopped=frozenset(stopped))

    def _beat(self) -> _Beat:
        return _Beat(self._sampler.totals, own_queue_seconds(), disk_seconds())

    def _all_roots(self) -> list[int]:
        return [root for roots in self._roots.values() for root in roots]

    def _read_totals(self) -> _Totals:
        throttled = max(map(throttled_seconds, self._all_roots()), default=0.0)
        return _Totals(suspended(), stolen_seconds(), throttled)


@dataclass(frozen=True)
class _Beat:
    """One look: the sampler's, the seconds that this thread has queued for a core, and those that
    disks were at work."""

    totals: Totals
    own_queue: float
    disk: float


@dataclass(frozen=True)
class _Totals:
    """Seconds since the machine began, as in `Interference`."""

    suspended: float = 0.0
    stolen: float = 0.0
    throttled: float = 0.0


def _brief_seconds(latencies: list[int]) -> float:
    """Seconds in statements that were brief, of latencies in nanoseconds: nearly always all."""
    if max(latencies, default=0) >= _BRIEF_NS:
        latencies = [each for each in latencies if each < _BRIEF_NS]
    return sum(latencies) / 1e9


def _states(root: int) -> Iterator[tuple[int, bytes]]:
    """(thread, state) of all threads of a process and its descendants."""
    for pid in processes_under(root):
        yield from thread_states(pid)
