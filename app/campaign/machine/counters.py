"""Exact resource counters of server and worker, read at both ends of an operation.

Ten samples a second are too coarse: of a 60 ms statement they gave 7 % CPU in one cell and 13 % in
an identical one. Reading takes 0.1 to 0.2 ms, outside the clock.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from app.campaign.machine.control_group import ControlGroup, control_group
from engines.contract.endpoint import Endpoint
from engines.platform.process_counters import (
    context_switches,
    cpu_nanoseconds,
    disk_bytes,
    ended_children_seconds,
    memory_of,
    processes_under,
)

type _Pairs = Mapping[int, tuple[int, int]]


@dataclass(frozen=True)
class ProcessCounts:
    """Seconds of CPU, context switches (voluntary: a thread had to wait; involuntary: another one
    took its core) and bytes that the disk read and wrote; None if not available."""

    cpu: float | None = None
    voluntary: int | None = None
    involuntary: int | None = None
    read: int | None = None
    written: int | None = None


class ServerCounter:
    """Counts what a server's processes use from `begin` to `end`.

    Processes and threads that begin in between count from zero; use by those that end in between
    is lost, unless a control group counts it.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        self._roots = endpoint.roots
        self._group: ControlGroup | None = None
        if endpoint.pid is not None and endpoint.container is not None:
            self._group = control_group(endpoint.pid, endpoint.container)
        self._before = _Totals()

    def begin(self) -> None:
        self._before = self._totals()

    def end(self) -> ProcessCounts:
        """Use since `begin`; all None for a server on another machine."""
        return self._totals().since(self._before)

    def memory(self) -> float | None:
        """Memory in MB; takes some milliseconds."""
        if self._group is not None:
            return self._group.memory()
        return memory_of(self._pids()) if self._roots else None

    def _totals(self) -> _Totals:
        totals = _process_totals(self._pids())
        return totals if self._group is None else _group_totals(self._group, totals)

    def _pids(self) -> list[int]:
        return [pid for root in self._roots for pid in processes_under(root)]


class ProcessTreeCounter:
    """Counts what a process and those below it use from `begin` to `end`."""

    def __init__(self, root: int) -> None:
        self._root = root
        self._before = _Totals()

    def begin(self) -> None:
        self._before = _process_totals(processes_under(self._root))

    def end(self) -> ProcessCounts:
        """Use since `begin`; all None for a process that is gone."""
        return _process_totals(processes_under(self._root)).since(self._before)


class OwnCounter:
    """Counts what this process, and others that do its work, use from `begin` to `end`."""

    def __init__(self, others: Sequence[int] = ()) -> None:
        self._pids = [os.getpid(), *others]
        self._before = _Totals()
        self._cpu = 0

    def begin(self) -> None:
        self._before = _process_totals(self._pids)
        self._cpu = self._spent()  # last, next to the clock

    def end(self) -> ProcessCounts:
        """Use since `begin`."""
        spent = self._spent() - self._cpu
        return replace(_process_totals(self._pids).since(self._before), cpu=spent / 1e9)

    def memory(self) -> float | None:
        return memory_of(self._pids)

    def _spent(self) -> int:
        others = sum(cpu_nanoseconds(pid) or 0 for pid in self._pids[1:])
        return others + time.process_time_ns()


class DescendantsCounter:
    """Counts the CPU time of this process and its descendants from `begin` to `end`, including
    children that ended in between and were waited for."""

    def __init__(self) -> None:
        self._before: dict[int, int] = {}
        self._ended = 0.0

    def begin(self) -> None:
        self._ended, self._before = ended_children_seconds(), _cpu_by_process()

    def end(self) -> ProcessCounts:
        """Use since `begin`."""
        now = _cpu_by_process()
        spent = sum(each - self._before.get(pid, 0) for pid, each in now.items())
        gone = sum(each for pid, each in self._before.items() if pid not in now)
        return ProcessCounts(cpu=(spent - gone) / 1e9 + ended_children_seconds() - self._ended)


def _cpu_by_process() -> dict[int, int]:
    """Nanoseconds of CPU of this process and of each below it."""
    found = {pid: cpu_nanoseconds(pid) for pid in processes_under(os.getpid())}
    return {pid: spent for pid, spent in found.items() if spent is not None}


@dataclass(frozen=True)
class _Totals:
    """Of each process since it began: nanoseconds of CPU, bytes read and written; of each thread
    its voluntary and involuntary switches. Empty if not available."""

    cpu: Mapping[int, int] = field(default_factory=dict)
    context_switches: _Pairs = field(default_factory=dict)
    disk: _Pairs = field(default_factory=dict)

    def since(self, before: _Totals) -> ProcessCounts:
        spent = sum(now - before.cpu.get(pid, 0) for pid, now in self.cpu.items())
        return ProcessCounts(
            spent / 1e9 if self.cpu and before.cpu else None,
            *_growth(self.context_switches, before.context_switches),
            *_growth(self.disk, before.disk),
        )


def _process_totals(pids: Iterable[int]) -> _Totals:
    cpu, switched, disk = dict[int, int](), dict[int, tuple[int, int]](), {}
    for pid in pids:
        if (spent := cpu_nanoseconds(pid)) is not None:
            cpu[pid] = spent
        switched.update(context_switches(pid))
        if (done := disk_bytes(pid)) is not None:
            disk[pid] = done
    return _Totals(cpu, switched, disk)


def _group_totals(group: ControlGroup, inside: _Totals) -> _Totals:
    """Totals of a container: its group's where the group counts them, else those of its processes;
    empty when it is gone."""
    try:
        disk = group.disk_bytes()
        return replace(
            inside,
            cpu={0: group.cpu_nanoseconds()},
            disk=inside.disk if disk is None else {0: disk},
        )
    except (OSError, ValueError, KeyError):
        return _Totals()


def _growth(now: _Pairs, before: _Pairs) -> tuple[int, int] | tuple[None, None]:
    """The growth, summed over all keys; a new key counts from zero."""
    if not now or not before:
        return None, None
    grown = [
        (one - then[0], other - then[1])
        for key, (one, other) in now.items()
        for then in [before.get(key, (0, 0))]
    ]
    return sum(one for one, _ in grown), sum(other for _, other in grown)
