"""Resources that processes and all their descendants use: CPU, disk, memory."""

from __future__ import annotations

from app.campaign.machine.usage import UsageReading
from engines.platform.counters import ProcessCounter, memory_of, processes_under
from engines.platform.proc_files import NewProcesses

_MOST_OPEN = 64
"""Of how many threads of a group files stay open: a process may have a thousand of them."""


class ProcessGroup:
    """Processes and all their descendants, as they come and go.

    Their files stay open, who has used no core is not looked at further, and whether somebody has
    begun is looked up only where that can be, since this is read ten times a second while something
    is measured.
    """

    def __init__(self, *roots: int) -> None:
        self._roots = roots
        self._separate: set[int] = set()
        self._new_processes = NewProcesses()
        self._processes: dict[int, ProcessCounter] = {}
        self._cpu = self._queued = 0.0
        self._read = self._written = 0.0
        self.reading()

    def watch(self, root: int) -> None:
        """From now on look at this one and its descendants, too."""
        self._roots = (*self._roots, root)
        self.reading()

    def leave_out(self, pid: int) -> None:
        """From now on neither look at this one of them nor at those below it."""
        self._separate.add(pid)
        self._processes.clear()

    def pids(self) -> list[int]:
        """The processes now; empty when the roots are gone."""
        return [pid for root in self._roots for pid in processes_under(root, self._separate)]

    def reading(self) -> UsageReading:
        """The totals now. What a process did that came and went between two readings is lost."""
        if self._new_processes.possible() or not self._processes:
            self._look_around()
        for pid, process in [*self._processes.items()]:
            spent, queued = process.news()
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

    def _look_around(self) -> None:
        """Find who has begun: below those that are known, and the roots themselves."""
        most_open = _MOST_OPEN // max(1, len(self._processes))
        waiting = [*self._roots]
        for pid in waiting:
            process = self._processes.get(pid)
            if process is None:
                process = self._processes[pid] = ProcessCounter(pid, most_open)
            waiting += (each for each in process.children() if each not in self._separate)
