"""What processes have used, from clocks and the files of /proc.

CPU time comes from each process's clock, the time that threads waited on the run queue (ready, but
without a core) from `/proc/PID/task/*/schedstat`; both count nanoseconds, where psutil's ticks of
10 ms would be a tenth of a sample at 10 Hz. Where the system has no such file psutil serves, or
nothing is known. Memory is proportional (PSS): the sum of resident sizes would count PostgreSQL's
shared buffers once per backend.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path

import psutil

from engines.platform.proc_files import ProcFile, read_proc_file
from engines.platform.process_inspection import thread_ids

HAS_SCHEDSTAT = Path("/proc/self/schedstat").exists()
_SCHEDULER_CLOCK = 2
"""CPUCLOCK_SCHED of the kernel's include/linux/posix-timers_types.h."""

_READINGS_PER_FULL_SCAN = 10
"""Every so many readings all threads are read; in between only those that ran lately."""

_MB = 1e6


class ProcessCounter:
    """One process, by its clock and by files that stay open.

    If its CPU clock has not advanced, no thread ran: then run-queue wait, disk and children are
    unchanged.
    """

    def __init__(self, pid: int, most_open: int) -> None:
        """`most_open`: how many threads' files may stay open."""
        self._pid = pid
        self._most_open = most_open
        self._threads: dict[int, _Thread] = {}
        self._links = 0
        """How many threads there were, as the links of their folder."""
        self._busy: set[int] = set()
        """Threads that ran when all were read, or are new."""
        self._spent = 0
        self._ran = True
        """Whether it has run between the last two calls of `cpu_since_last_call`."""
        self._rounds = 0
        self._children: list[int] = []
        self._children_clock: int | None = -1
        """Its children, and its clock just before they were looked up."""
        self._io: ProcFile | None = None
        with suppress(OSError):
            self._io = ProcFile(f"/proc/{pid}/io")
        self._disk_before: tuple[int, int] | None = None
        self.gone = False

    def children(self) -> list[int]:
        """Those of all threads: a child belongs to the thread that made it as long as it lives."""
        if not HAS_SCHEDSTAT:
            self._find_threads()
            return _children(self._pid)
        now = self._clock()
        if now is None or now != self._children_clock:
            self._find_threads()
            self._children = [
                each for thread in self._threads.values() for each in thread.children()
            ]
            self._children_clock = now
        return self._children

    def cpu_since_last_call(self) -> tuple[int, int]:
        """Nanoseconds of CPU, and nanoseconds waited on the run queue, since the last call; the
        first call counts from the process's beginning. Call `children` first: it finds the threads;
        without any the process counts as gone. Threads that hardly run are asked how long they
        waited at every tenth call only."""
        now = self._clock()
        self._ran = now is None or now != self._spent
        if not self._ran:
            return 0, 0
        self.gone = not self._threads
        every = now is None or self._rounds % _READINGS_PER_FULL_SCAN == 0
        self._rounds += 1
        spent, queued = self._read_threads(self._threads.keys() if every else self._busy, every)
        if now is not None:
            spent, self._spent = max(0, now - self._spent), now
        return spent, queued

    def disk(self) -> tuple[int, int]:
        """Bytes that the disk read and wrote since the last call; the first one counts none."""
        if self._io is None or not self._ran:
            return 0, 0
        try:
            now = _disk_bytes(self._io.read())
        except (OSError, ValueError, IndexError):  # it has ended, or we may not read it
            self._io = None
            return 0, 0
        before, self._disk_before = self._disk_before or now, now
        return now[0] - before[0], now[1] - before[1]

    def _clock(self) -> int | None:
        """Nanoseconds of CPU since it began; None when it is gone, or where threads cannot be
        told apart."""
        if not HAS_SCHEDSTAT:
            return None
        return _clock_of(self._pid)

    def _read_threads(self, numbers: Iterable[int], every: bool) -> tuple[int, int]:
        """CPU and run-queue wait of these since each was read before. A thread that is new to us
        began since then."""
        spent = queued = 0
        for number in [*numbers]:
            try:
                ran, waited = self._threads[number].cpu_since_last_call()
            except (OSError, ValueError):  # it has ended, and another one may get its number
                del self._threads[number]
                self._busy.discard(number)
                self._links, self._children_clock = 0, -1
                continue
            spent += ran
            queued += waited
            if every:
                (self._busy.add if ran else self._busy.discard)(number)
        return spent, queued

    def _find_threads(self) -> None:
        try:
            links = os.stat(f"/proc/{self._pid}/task").st_nlink  # noqa: PTH116 ten times a second
        except OSError:
            self._threads.clear()
            self._busy.clear()
            return
        if links == self._links:
            return
        self._links = links
        for number in thread_ids(self._pid) if HAS_SCHEDSTAT else (self._pid,):
            if number not in self._threads:
                with suppress(OSError):
                    keep = len(self._threads) < self._most_open
                    self._threads[number] = _Thread(self._pid, number, keep=keep)
                    self._busy.add(number)


class _Thread:
    """One thread; where there are no times of threads, its process."""

    def __init__(self, pid: int, number: int, *, keep: bool) -> None:
        """Raises: OSError where it has ended"""
        self._pid = pid
        self._children = self._times = None
        if HAS_SCHEDSTAT:
            folder = f"/proc/{pid}/task/{number}"
            self._times = ProcFile(f"{folder}/schedstat", keep=keep)
            with suppress(OSError):  # not every kernel has it
                self._children = ProcFile(f"{folder}/children", keep=keep)
        self._before = 0, 0

    def children(self) -> list[int]:
        if self._children is None:
            return _children(self._pid)
        try:
            return [int(each) for each in self._children.read().split()]
        except OSError:
            return []

    def cpu_since_last_call(self) -> tuple[int, int]:
        """Raises: OSError, ValueError where it has ended"""
        if self._times is None:
            (_, spent, queued), *_ = thread_times(self._pid)
        else:
            spent, queued = map(int, self._times.read().split()[:2])
        before, self._before = self._before, (spent, queued)
        return spent - before[0], queued - before[1]


def memory_of(pids: Iterable[int]) -> float | None:
    """Proportional memory of processes in MB; None when they are gone."""
    sizes = [size for pid in pids if (size := _memory(pid)) is not None]
    return sum(sizes) / _MB if sizes else None


def processes_under(root: int, separate: Collection[int] = ()) -> list[int]:
    """A process and all its descendants now, but for those that are `separate` and theirs."""
    found = [root]
    for pid in found:
        found += (each for each in _children(pid) if each not in separate)
    return found


def _children(pid: int) -> list[int]:
    """Those of all threads: a child belongs to the thread that made it as long as that lives."""
    try:
        found = read_proc_file(f"/proc/{pid}/task/{pid}/children").split()
    except OSError:
        with suppress(psutil.Error):
            return [child.pid for child in psutil.Process(pid).children()]
        return []
    for thread in {*thread_ids(pid)} - {pid}:
        with suppress(OSError):
            found += read_proc_file(f"/proc/{pid}/task/{thread}/children").split()
    return [int(each) for each in found]


def thread_times(pid: int) -> Iterable[tuple[int, int, int]]:
    """(thread, nanoseconds of CPU, nanoseconds waited on the run queue) of all threads."""
    if not HAS_SCHEDSTAT:
        with suppress(psutil.Error):
            spent = psutil.Process(pid).cpu_times()
            yield pid, int((spent.user + spent.system) * 1e9), 0
        return
    for thread in thread_ids(pid):
        with suppress(OSError):
            spent, queued, _ = read_proc_file(f"/proc/{pid}/task/{thread}/schedstat").split()
            yield thread, int(spent), int(queued)


def disk_bytes(pid: int) -> tuple[int, int] | None:
    """Bytes a process had the disk read and write; None where that is not told."""
    try:
        return _disk_bytes(read_proc_file(f"/proc/{pid}/io"))
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
    if (spent := _clock_of(pid)) is not None:
        return spent
    with suppress(psutil.Error):
        used = psutil.Process(pid).cpu_times()
        return int((used.user + used.system) * 1e9)
    return None


def context_switches(pid: int) -> dict[int, tuple[int, int]]:
    """Voluntary and involuntary context switches of each thread of a process since it began."""
    found: dict[int, tuple[int, int]] = {}
    with suppress(OSError):
        for thread in thread_ids(pid):
            with suppress(OSError, ValueError, IndexError):
                status = read_proc_file(f"/proc/{pid}/task/{thread}/status")
                _, own, forced = status.split(b"voluntary_ctxt_switches:")
                found[thread] = int(own.split()[0]), int(forced.split()[0])
    return found


def _memory(pid: int) -> int | None:
    try:
        for line in read_proc_file(f"/proc/{pid}/smaps_rollup").splitlines():
            if line.startswith(b"Pss:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        with suppress(psutil.Error):
            return int(psutil.Process(pid).memory_info().rss)
    return None


def own_queue_seconds() -> float:
    """Seconds that this thread has waited on the run queue; 0 where that is not known."""
    with suppress(OSError, ValueError, IndexError):
        return int(read_proc_file("/proc/thread-self/schedstat").split()[1]) / 1e9
    return 0.0


class ThreadClock:
    """What a thread has spent, from a file that stays open: a reading takes 2 µs."""

    def __init__(self, pid: int, thread: int) -> None:
        """Raises: OSError"""
        self._file = ProcFile(f"/proc/{pid}/task/{thread}/schedstat")

    def nanoseconds(self) -> int | None:
        with suppress(OSError, ValueError, IndexError):
            return int(self._file.read().split(None, 1)[0])
        return None


if sys.platform == "win32":

    def _clock_of(pid: int) -> int | None:
        """A process's CPU clock in nanoseconds; None where there is none."""
        del pid
        return None

    def ended_children_seconds() -> float:
        """CPU seconds of children that have ended and were waited for; nothing is kept of them."""
        return 0.0

else:
    import resource

    def _clock_of(pid: int) -> int | None:
        """A process's CPU clock in nanoseconds; None where there is none."""
        with suppress(OSError):
            return time.clock_gettime_ns((~pid << 3) | _SCHEDULER_CLOCK)
        return None

    def ended_children_seconds() -> float:
        """CPU seconds of children that have ended and were waited for."""
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime
