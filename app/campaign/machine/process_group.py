"""A process and all its descendants: what they have used, from the files of /proc.

CPU time comes from `/proc/PID/task/*/schedstat`, which counts nanoseconds; psutil's ticks of 10 ms
would be a tenth of a sample at 10 Hz. Where the system has no such file psutil serves. Memory is
proportional (PSS): the sum of resident sizes would count PostgreSQL's shared buffers once per
backend.
"""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path

import psutil

from app.campaign.machine.control_group import Reading
from app.campaign.machine.proc_files import Newcomers, ProcFile, slurp

HAS_SCHEDSTAT = Path("/proc/self/schedstat").exists()
_SCHEDULER_CLOCK = 2
"""CPUCLOCK_SCHED of the kernel's include/linux/posix-timers_types.h."""

_MB = 1e6


class ProcessGroup:
    """Processes and all their descendants, as they come and go.

    Who they are is looked up where a process or thread has begun or ended since the last reading;
    their files stay open meanwhile. So ten readings a second of a server with thirty threads take a
    thousandth of a core, and not five.
    """

    def __init__(self, *roots: int) -> None:
        self._roots = roots
        self._apart: set[int] = set()
        self._newcomers = Newcomers()
        self._stale = True
        """Whether it must be looked up who they are: somebody is gone, or left out."""
        self._threads: dict[int, ProcFile] = {}
        self._disks: dict[int, ProcFile] = {}
        self._seen: dict[int, tuple[int, int]] = {}
        self._io_seen: dict[int, tuple[int, int]] = {}
        self._cpu = self._queued = 0.0
        self._read = self._written = 0.0
        self.reading()

    def watch(self, root: int) -> None:
        """From now on look at this one and its descendants, too."""
        self._roots = (*self._roots, root)
        self.reading()

    def leave_out(self, pid: int) -> None:
        """From now on neither look at this one of them nor at those below it."""
        self._apart.add(pid)
        self._stale = True

    def pids(self) -> list[int]:
        """The processes now; empty when the roots are gone."""
        return [pid for root in self._roots for pid in processes_under(root, self._apart)]

    def reading(self) -> Reading:
        """The totals now. What a process did that came and went between two readings is lost."""
        if not HAS_SCHEDSTAT:
            self._add_clocks()
        elif self._newcomers.expected() or self._stale:
            self._look_around()
        self._stale = False
        for thread, file in [*self._threads.items()]:
            try:
                spent, queued, _ = file.read().split()
            except (OSError, ValueError):  # it has ended, and another one may get its number
                self._stale = True
                del self._threads[thread]
                self._seen.pop(thread, None)
            else:
                self._add_time(thread, int(spent), int(queued))
        for pid, file in [*self._disks.items()]:
            self._add_io(pid, file)
        return Reading(self._cpu, self._read, self._written, self._queued)

    def memory(self) -> float | None:
        """Proportional memory in MB; resident memory where the system does not tell it."""
        return memory_of(self.pids())

    def _look_around(self) -> None:
        """Open the files of those that are there now, and let go of the others'."""
        pids = self.pids()
        self._disks = _opened(self._disks, {pid: f"/proc/{pid}/io" for pid in pids})
        self._threads = _opened(
            self._threads,
            {
                thread: f"/proc/{pid}/task/{thread}/schedstat"
                for pid in pids
                for thread in _threads(pid)
            },
        )

    def _add_clocks(self) -> None:
        """Where there are no times of threads: those of processes."""
        pids = self.pids()
        self._disks = _opened(self._disks, {pid: f"/proc/{pid}/io" for pid in pids})
        for pid in pids:
            for thread, spent, queued in thread_times(pid):
                self._add_time(thread, spent, queued)

    def _add_time(self, thread: int, spent: int, queued: int) -> None:
        # A thread that is new to us since the last reading began within it.
        before = self._seen.get(thread, (0, 0))
        self._seen[thread] = spent, queued
        self._cpu += (spent - before[0]) / 1e9
        self._queued += (queued - before[1]) / 1e9

    def _add_io(self, pid: int, file: ProcFile) -> None:
        try:
            totals = _disk_bytes(file.read())
        except (OSError, ValueError, IndexError):  # it has ended, or is not ours to look at
            del self._disks[pid]
            self._io_seen.pop(pid, None)
            return
        before = self._io_seen.get(pid, totals)
        self._read += totals[0] - before[0]
        self._written += totals[1] - before[1]
        self._io_seen[pid] = totals


def _opened(known: dict[int, ProcFile], paths: dict[int, str]) -> dict[int, ProcFile]:
    """Files by whose they are, those that are open already among them; none of who is gone."""
    found = {}
    for number, path in paths.items():
        with suppress(OSError):
            found[number] = known.get(number) or ProcFile(path)
    return found


def memory_of(pids: Iterable[int]) -> float | None:
    """Proportional memory of processes in MB; None when they are gone."""
    sizes = [size for pid in pids if (size := _memory(pid)) is not None]
    return sum(sizes) / _MB if sizes else None


def processes_under(root: int, apart: Collection[int] = ()) -> list[int]:
    """A process and all its descendants now, but for those that are `apart` and theirs."""
    found = [root]
    for pid in found:
        found += (each for each in _children(pid) if each not in apart)
    return found


def _children(pid: int) -> list[int]:
    """Those of all threads: a child belongs to the thread that made it as long as that lives."""
    try:
        found = slurp(f"/proc/{pid}/task/{pid}/children").split()
    except OSError:
        with suppress(psutil.Error):
            return [child.pid for child in psutil.Process(pid).children()]
        return []
    for thread in {*_threads(pid)} - {pid}:
        with suppress(OSError):
            found += slurp(f"/proc/{pid}/task/{thread}/children").split()
    return [int(each) for each in found]


def _threads(pid: int) -> list[int]:
    with suppress(OSError):
        return [int(each) for each in os.listdir(f"/proc/{pid}/task")]  # noqa: PTH208 ten times a second
    return []


def thread_times(pid: int) -> Iterable[tuple[int, int, int]]:
    """(thread, nanoseconds of CPU, nanoseconds queued for a core) of every thread of a process."""
    if not HAS_SCHEDSTAT:
        with suppress(psutil.Error):
            spent = psutil.Process(pid).cpu_times()
            yield pid, int((spent.user + spent.system) * 1e9), 0
        return
    for thread in _threads(pid):
        with suppress(OSError):
            spent, queued, _ = slurp(f"/proc/{pid}/task/{thread}/schedstat").split()
            yield thread, int(spent), int(queued)


def disk_bytes(pid: int) -> tuple[int, int] | None:
    """Bytes a process had the disk read and write; None where that is not told."""
    try:
        return _disk_bytes(slurp(f"/proc/{pid}/io"))
    except (OSError, ValueError, IndexError):
        return None


def _disk_bytes(text: bytes) -> tuple[int, int]:
    """`read_bytes` and `write_bytes` of proc_pid_io(5), which are its fifth and sixth lines.

    Raises: ValueError, IndexError
    """
    words = text.split()
    return int(words[9]), int(words[11])


def cpu_nanoseconds(pid: int) -> int | None:
    """CPU time of a process since it began, threads that have ended included; None when it is gone.

    A process's CPU clock has the number that clock_getcpuclockid(3) makes; it takes a microsecond,
    where the files of forty threads take 200, and knows what a running thread has used until now.
    """
    with suppress(AttributeError, OSError):
        return time.clock_gettime_ns((~pid << 3) | _SCHEDULER_CLOCK)
    with suppress(psutil.Error):
        spent = psutil.Process(pid).cpu_times()
        return int((spent.user + spent.system) * 1e9)
    return None


def switches(pid: int) -> dict[int, tuple[int, int]]:
    """Voluntary and involuntary context switches of each thread of a process since it began."""
    found: dict[int, tuple[int, int]] = {}
    with suppress(OSError):
        for thread in _threads(pid):
            with suppress(OSError, ValueError, IndexError):
                status = slurp(f"/proc/{pid}/task/{thread}/status")
                _, own, forced = status.split(b"voluntary_ctxt_switches:")
                found[thread] = int(own.split()[0]), int(forced.split()[0])
    return found


def _memory(pid: int) -> int | None:
    try:
        for line in slurp(f"/proc/{pid}/smaps_rollup").splitlines():
            if line.startswith(b"Pss:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        with suppress(psutil.Error):
            return int(psutil.Process(pid).memory_info().rss)
    return None
