"""Detects stalls: operations of a run during which it stood still for long.

It reads process states only if no statement has finished since the last sample: 30 threads take
0.3 ms.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from app.campaign.machine.cpu_allowance import is_frozen, throttled_seconds
from app.campaign.watching.sampler import Sampler, Totals
from app.plan.status import Status
from app.results.events import OperationFinished, RunFinished
from app.system.wall_time import wall_time
from engines.contract.endpoint import Endpoint
from engines.contract.message import NOTHING, Message, Number, phrase, with_semicolons
from engines.contract.transition import CLEAN_UP
from engines.platform.boot_clock import suspended_seconds
from engines.platform.machine import disk_seconds, stolen_seconds
from engines.platform.process_counters import own_queue_seconds, processes_under
from engines.platform.process_inspection import thread_states

# A stall is time that is neither work of worker or server nor waiting caused by that work. A
# stalled run says nothing about a protection's cost.
#
# Work is a statement that finishes, a core that is used or queued for, a disk that is waited for.
# Any other time is a stall if it lasts a second and is more than a fifth of the operation; less is
# left to the statistics, as samples are 0.1 s apart. A stopped process (SIGSTOP, a frozen
# container) always counts: nothing in a campaign stops one.

LEAST_SECONDS, LEAST_SHARE = 1.0, 0.2
"""Idle, stolen or throttled time is a stall if it is longer than this, and than this share of the
operation."""

_SAMPLE_SECONDS = 0.1
"""The interval of probe samples; shorter stalls are not reported."""

_LONG_SECONDS = 1.0
"""With so long an interval between two samples the program itself stood still."""

_QUIET_SHARE, _LONG_QUIET_SHARE = 0.8, 0.5
"""Share of an interval (normal, long) that must be idle for it to count as quiet."""

_WAITING_SHARE = 0.2
"""A quiet stretch with processes waiting for disk or core in so large a share of it is no stall."""

WORKER, SERVER = "worker", "server"


@dataclass(frozen=True)
class ProbeInterval:
    """Activity from one probe sample to the next; `began` and `ended` on the monotonic clock, all
    else in seconds.

    `brief` was spent inside statements that finished in less than a second; `busy` on cores and
    `queued` in their queues, by worker and server together; `disk` is how long disks of this
    machine were busy. At its end a process was `waiting` for disk or core, and `stopped` names the
    sides (worker, server) with a stopped process.
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
    def unexplained(self) -> float:
        """Seconds without a finished statement and without use of a core."""
        return max(0.0, self.seconds - self.busy - self.queued - self.brief)

    @property
    def idle(self) -> float:
        """Unexplained seconds in which disks were not busy either."""
        if self.statements and not self.long:
            return 0.0
        return max(0.0, self.unexplained - self.disk)

    @property
    def long(self) -> bool:
        """Whether the sampling program itself was held up."""
        return self.seconds > _LONG_SECONDS

    @property
    def quiet(self) -> bool:
        """Whether next to nothing happened."""
        return self.idle >= self.seconds * (_LONG_QUIET_SHARE if self.long else _QUIET_SHARE)

    def share_between(self, began: float, ended: float) -> float:
        """The share of it that lies between two moments."""
        return max(0.0, min(self.ended, ended) - max(self.began, began)) / self.seconds


@dataclass(frozen=True)
class Interference:
    """Seconds that an operation lost to the machine: `suspended` (sleep), `stolen` by the host of a
    virtual machine (per core), `throttled` by a CPU quota set after the campaign began."""

    suspended: float = 0.0
    stolen: float = 0.0
    throttled: float = 0.0


def why_stalled(
    spans: Sequence[ProbeInterval],
    interference: Interference,
    began: float,
    ended: float,
    *,
    visible: bool,
) -> Message:
    """Why an operation, timed from `began` to `ended`, stalled; empty if it did not.

    A server that is not `visible` from here may work while nothing on this machine does.
    """
    limit = max(LEAST_SECONDS, LEAST_SHARE * (ended - began))
    who, seconds = _stopped(spans, began, ended)
    if seconds > _SAMPLE_SECONDS:
        return _lasting(_BOTH_STOOD if len(who) > 1 else _STOOD[who.pop()], seconds)
    if interference.suspended > _SAMPLE_SECONDS:
        return _lasting(_SUSPENDED, interference.suspended)
    for text, lost in ((_STOLEN, interference.stolen), (_THROTTLED, interference.throttled)):
        if lost > limit:
            return _lasting(text, lost)
    seconds = max(_quiet_stretches(spans, began, ended, visible=visible), default=0.0)
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
        share = span.share_between(began, ended)
        if share and (span.stopped or before):
            seconds += share * span.unexplained
            who |= span.stopped | before
        before = span.stopped
    return who, seconds


def _quiet_stretches(
    spans: Iterable[ProbeInterval], began: float, ended: float, *, visible: bool
) -> Iterator[float]:
    """The idle seconds of every stretch in which nothing happened and nobody waited."""
    for quiet, group in groupby(spans, lambda span: span.quiet and (visible or span.long)):
        stretch = list(group)
        if not quiet:
            continue
        idle = sum(span.idle * span.share_between(began, ended) for span in stretch)
        waiting = sum(span.seconds for span in stretch if span.waiting)
        if waiting < _WAITING_SHARE * sum(span.seconds for span in stretch):
            yield idle


_BRIEF_NS = 1_000_000_000
"""Nanoseconds; a shorter statement cannot contain a stall."""

_STOPPED, _WAITING = b"Tt", b"DR"

_WAITS_FOR_ENGINE = frozenset({CLEAN_UP})
"""Operations that ask again and again whether the engine has got further in the background: it
rests between, as InnoDB's purge does, and quiet stretches are no stalls."""


class StallWatch:
    """Watches one run. `limited`: there was a CPU quota when the campaign began, so throttling is
    one of its conditions and no stall."""

    def __init__(self, sampler: Sampler, endpoints: Sequence[Endpoint], *, limited: bool) -> None:
        self._sampler = sampler
        self._limited = limited
        self._visible = endpoints[0].in_process or sampler.sees_server
        self._roots: dict[str, tuple[int, ...]] = {}
        self.attach_servers(endpoints)
        self._spans: list[ProbeInterval] = []
        self._before: _Reading | None = None
        self._losses = _MachineLosses()
        self._known: frozenset[int] = frozenset()
        self._stalls: list[Message] = []

    def attach(self, workers: Sequence[int], lanes: Sequence[int] = ()) -> None:
        """Watch these workers and their lanes. Lanes rest until the next arrival: with lanes, quiet
        stretches are no stalls."""
        self._roots[WORKER] = (*workers, *lanes)
        self._visible = self._visible and not lanes

    def attach_servers(self, endpoints: Sequence[Endpoint]) -> None:
        """Watch these servers, or their restarted successors."""
        if pids := tuple(root for each in endpoints for root in each.roots):
            self._roots[SERVER] = pids

    def begin(self) -> None:
        """An operation begins; processes that are stopped already do not count."""
        self._spans = []
        self._losses = self._read_losses()
        self._known = frozenset(
            task for root in self._all_roots() for task, state in _states(root) if state in _STOPPED
        )
        self._before = self._reading()

    def look(self, *, suspicious_side: bool = False) -> None:
        """Take over the sampler's last reading; `suspicious_side`: one of the sides that send
        requests at the same time has had no answer."""
        if self._before is None:
            return
        before, now = self._before, self._reading()
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
        suspicious = suspicious_side or not span.statements or span.long
        self._spans.append(self._with_states(span) if suspicious else span)

    def end(self, event: OperationFinished, *, last: bool = True) -> None:
        """An operation is over, and a sample was taken since; `last`: no other side is in one."""
        totals = self._read_losses()
        interference = Interference(
            totals.suspended - self._losses.suspended,
            totals.stolen - self._losses.stolen,
            0.0 if self._limited else totals.throttled - self._losses.throttled,
        )
        ended = event.finished_at + time.monotonic() - wall_time()
        visible = self._visible and event.operation not in _WAITS_FOR_ENGINE
        why = why_stalled(self._spans, interference, ended - event.elapsed, ended, visible=visible)
        if why:
            self._stalls.append(phrase("{operation}: {why}", operation=event.operation, why=why))
        if last:
            self._before = None

    def abandon(self) -> None:
        """An operation ended without figures, and no other side is in one."""
        self._before = None

    def with_stalls(self, event: RunFinished) -> RunFinished:
        """The end of the run, marked as stalled with the reasons if it stood still."""
        if event.status is not Status.DONE or not self._stalls:
            return event
        why = phrase("{stalls}.", stalls=with_semicolons(self._stalls))
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

    def _reading(self) -> _Reading:
        return _Reading(self._sampler.totals, own_queue_seconds(), disk_seconds())

    def _all_roots(self) -> list[int]:
        return [root for roots in self._roots.values() for root in roots]

    def _read_losses(self) -> _MachineLosses:
        throttled = max(map(throttled_seconds, self._all_roots()), default=0.0)
        return _MachineLosses(suspended_seconds(), stolen_seconds(), throttled)


@dataclass(frozen=True)
class _Reading:
    """The sampler's totals, seconds that this thread waited on the run queue, and seconds that
    disks were busy."""

    totals: Totals
    own_queue: float
    disk: float


@dataclass(frozen=True)
class _MachineLosses:
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
