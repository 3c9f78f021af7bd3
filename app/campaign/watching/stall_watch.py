"""Watches over the operations of one run, so that one that stood still is told from one that
worked (`app.campaign.watching.stall` is the rule).

Beside what the sampler reads it looks at the states of processes, but only where no statement has
finished since the last sample: 30 threads take 0.3 ms.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from app.campaign.machine.proc_files import slurp
from app.campaign.machine.process_group import processes_under
from app.campaign.machine.restraint import is_frozen, throttled_seconds
from app.campaign.watching.sampler import Sampler, Sight
from app.campaign.watching.stall import SERVER, WORKER, Span, Toll, why_stalled
from app.plan.status import Status
from app.results.events import OperationFinished, RunFinished
from app.system.clock import wall_time
from engines.contract.endpoint import Endpoint
from engines.contract.message import Message, in_a_row, phrase

_BRIEF_NS = 1_000_000_000
"""Nanoseconds; a shorter statement cannot contain a stall."""

_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
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
        self._spans: list[Span] = []
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
        finished = now.sight.statements - before.sight.statements
        span = Span(
            before.sight.at,
            now.sight.at,
            finished,
            _brief_seconds(now.sight.latencies),
            now.sight.cpu - before.sight.cpu,
            now.sight.queued - before.sight.queued + now.own_queue - before.own_queue,
            now.disk - before.disk,
        )
        suspicious = doubtful or not span.statements or span.long
        self._spans.append(self._with_states(span) if suspicious else span)

    def end(self, event: OperationFinished, *, last: bool = True) -> None:
        """An operation is over, the `last` that goes on now, and the sampler has been looked at
        since."""
        totals = self._read_totals()
        toll = Toll(
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

    def judged(self, event: RunFinished) -> RunFinished:
        """The end of the run; it says why, where the run stood still."""
        if event.status is not Status.DONE or not self._stalls:
            return event
        why = phrase("{stalls}.", stalls=in_a_row(self._stalls))
        return replace(event, stalled=True, why=why)

    def _with_states(self, span: Span) -> Span:
        stopped, waiting = set(), False
        for name, roots in self._roots.items():
            found = [each for root in roots for each in _states(root)]
            states = [state for task, state in found if task not in self._known]
            if any(state in _STOPPED for state in states) or any(map(is_frozen, roots)):
                stopped.add(name)
            waiting = waiting or any(state in _WAITING for state in states)
        return replace(span, waiting=waiting, stopped=frozenset(stopped))

    def _beat(self) -> _Beat:
        return _Beat(self._sampler.sight, _own_queue(), _disk_seconds())

    def _all_roots(self) -> list[int]:
        return [root for roots in self._roots.values() for root in roots]

    def _read_totals(self) -> _Totals:
        throttled = max(map(throttled_seconds, self._all_roots()), default=0.0)
        return _Totals(_suspended(), _stolen(), throttled)


@dataclass(frozen=True)
class _Beat:
    """One look: the sampler's, the seconds that this thread has queued for a core, and those that
    disks were at work."""

    sight: Sight
    own_queue: float
    disk: float


@dataclass(frozen=True)
class _Totals:
    """Seconds since the machine began, as in `Toll`."""

    suspended: float = 0.0
    stolen: float = 0.0
    throttled: float = 0.0


def _brief_seconds(latencies: list[int]) -> float:
    """Seconds in statements that were brief, of latencies in nanoseconds: nearly always all."""
    if max(latencies, default=0) >= _BRIEF_NS:
        latencies = [each for each in latencies if each < _BRIEF_NS]
    return sum(latencies) / 1e9


def _states(root: int) -> Iterator[tuple[int, bytes]]:
    """(thread, state) of all threads of a process and its descendants, as in proc_pid_stat(5)."""
    for pid in processes_under(root):
        with suppress(OSError):
            for thread in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208 ten times a second
                with suppress(OSError, IndexError):
                    words = slurp(f"/proc/{pid}/task/{thread}/stat").rpartition(b")")[2].split()
                    yield int(thread), words[0]


def _own_queue() -> float:
    with suppress(OSError, ValueError, IndexError):
        return int(slurp("/proc/thread-self/schedstat").split()[1]) / 1e9
    return 0.0


def _disk_seconds() -> float:
    """Time spent doing I/O (field 10 of the kernel's Documentation/admin-guide/iostats.rst), all
    devices together."""
    with suppress(OSError, ValueError, IndexError):
        return sum(int(line.split()[12]) for line in slurp("/proc/diskstats").splitlines()) / 1000
    return 0.0


def _suspended() -> float:
    """The one clock goes on while the machine sleeps, the other does not."""
    if not hasattr(time, "CLOCK_BOOTTIME"):
        return 0.0
    return time.clock_gettime(time.CLOCK_BOOTTIME) - time.clock_gettime(time.CLOCK_MONOTONIC)


def _stolen() -> float:
    """Seconds that the host took from each core, on average."""
    with suppress(OSError, ValueError, IndexError):
        words = slurp("/proc/stat").split(b"\n", 1)[0].split()
        return int(words[8]) / _TICKS / (os.cpu_count() or 1)
    return 0.0
