"""How much CPU, disk and memory processes use (`ResourceUsage`), and that of processes with all
their descendants (`ProcessGroup`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from engines.platform.proc_files import NewProcesses
from engines.platform.process_counters import ProcessCounter, memory_of, processes_under


@dataclass(frozen=True)
class UsageReading:
    """CPU seconds, bytes read and written, and seconds that threads waited on the run queue: totals
    from the source's own start, or the difference of two."""

    cpu: float
    read: float
    written: float
    queued: float = 0.0


class ResourceUsage(Protocol):
    """Processes whose use of the machine can be read."""

    def reading(self) -> UsageReading:
        """The totals now; those of the last reading when the processes are gone."""
        ...

    def memory(self) -> float | None:
        """Memory in MB (10⁶ bytes); None when the processes are gone."""
        ...


_MOST_OPEN = 64
"""Files of at most so many threads of a group stay open: a process may have a thousand threads."""


class ProcessGroup:
    """Processes and all their descendants, as they come and go.

    It is read ten times a second while something is measured, so it is cheap: files in /proc stay
    open, threads that used no core are not read further, and new processes are searched for only
    when there can be some.
    """

    def __init__(self, *roots: int) -> None:
        self._roots = roots
        self._excluded: set[int] = set()
        self._new_processes = NewProcesses()
        self._processes: dict[int, ProcessCounter] = {}
        self._cpu = self._queued = 0.0
        self._read = self._written = 0.0
        self.reading()

    def watch(self, root: int) -> None:
        """Add a process and its descendants."""
        self._roots = (*self._roots, root)
        self.reading()

    def exclude(self, pid: int) -> None:
        """Leave out one of the processes, with its descendants, from now on."""
        self._excluded.add(pid)
        self._processes.clear()

    def pids(self) -> list[int]:
        """The processes now; empty when the roots are gone."""
        return [pid for root in self._roots for pid in processes_under(root, self._excluded)]

    def reading(self) -> UsageReading:
        """The totals now; a process that began and ended between two readings is missed."""
        if self._new_processes.possible() or not self._processes:
            self._find_new()
        for pid, process in [*self._processes.items()]:
            spent, queued = process.cpu_since_last_call()
            self._cpu += spent / 1e9
            self._queued += queued / 1e9
            read, written = process.disk()
            self._read += read
            self._written += written
            if process.gone:
                del self._processes[pid]
        return UsageReading(self._cpu, self._read, self._written, self._queued)

    def memory(self) -> float | None:
        """Proportional memory in MB; resident memory where the system does not tell it."""
        return memory_of(self.pids())

    def _find_new(self) -> None:
        """Find new processes: the roots, and children of known ones."""
        most_open = _MOST_OPEN // max(1, len(self._processes))
        waiting = [*self._roots]
        for pid in waiting:
            process = self._processes.get(pid)
            if process is None:
                process = self._processes[pid] = ProcessCounter(pid, most_open)
            waiting += (each for each in process.children() if each not in self._excluded)
