"""The sampler: reads CPU, memory and I/O of server, worker, machine and API ten times a second.

A server in a container is read from its control group, any other by its processes.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from app.campaign.load.arrivals import ArrivalQueue
from app.campaign.machine.control_group import control_group
from app.campaign.machine.counters import ServerCounter
from app.campaign.machine.process_group import ProcessGroup, ResourceUsage, UsageReading
from app.processes.live_counters import CombinedCounters, CounterSnapshot, LiveCounters
from app.results.records import ProbeSample
from app.system.wall_time import wall_time
from engines.contract.endpoint import Endpoint
from engines.platform.machine import MachineClock, memory_in_use
from engines.platform.process_counters import HAS_SCHEDSTAT

MEMORY_SECONDS = 2.0
"""Shortest time between two readings of memory: reading PSS walks the page tables."""

_MEMORY_SHARE = 0.0005
"""Share of a core that readings of memory may take: those of a large server are less frequent."""

_MOST_LATENCIES = 512
"""At most so many latencies are sorted for a sample's percentiles; of more, every n-th."""

_MB = 1e6


@dataclass(frozen=True)
class Totals:
    """Totals of worker and server at the last sample, `at` on the monotonic clock: statements, CPU
    seconds and seconds waited on the run queue. `latencies` (ns) are of the statements since the
    sample before."""

    at: float
    statements: int
    latencies: list[int]
    cpu: float
    queued: float


def usage_of(*endpoints: Endpoint) -> ResourceUsage | None:
    """The processes of a server (in lockstep of all servers), or a server's container; None on
    another machine."""
    first, roots = endpoints[0], [root for each in endpoints for root in each.roots]
    if not roots:
        return None
    processes = ProcessGroup(*roots)
    if first.pid is None or first.container is None:
        return processes
    return control_group(first.pid, first.container, processes) or processes


class Sampler:
    """Takes one probe sample at each call of `sample`.

    `server` is None if it runs on another machine. An engine inside the worker (`in_process`) has
    no process of its own: the worker's CPU is split by the share of time spent inside statements,
    and memory is the worker's; `server` is then the process that encrypts the data folder
    (gocryptfs or the like), if we started it. With an API such an engine runs inside that, and its
    share is not known.
    """

    def __init__(self, server: ResourceUsage | None, in_process: bool = False) -> None:
        self._server = server
        self._in_process = in_process
        self._worker: ProcessGroup | None = None
        self._api: ProcessGroup | None = None
        self._counters: CombinedCounters | None = None
        self._arrivals: Sequence[ArrivalQueue] = ()
        self._dropped = 0
        self._read_at = time.monotonic()
        self._sampler_cpu_seconds = 0.0
        self._last: dict[str, UsageReading] = {}
        self._snapshot = CounterSnapshot(0, 0, 0)
        self._memories: dict[str | None, _Memories] = {}
        """By data directory of the server."""
        self._latencies: list[int] = []
        self._machine = MachineClock()
        if self._server is not None:
            self._last["server"] = self._server.reading()

    @property
    def sees_server(self) -> bool:
        """Whether the server's processes and their time on the run queue can be read."""
        return HAS_SCHEDSTAT and self._server is not None and self._server.reading().cpu > 0

    @property
    def _inside_worker(self) -> bool:
        return self._in_process and self._api is None

    @property
    def totals(self) -> Totals:
        """Readings of the last sample."""
        readings = self._last.values()
        return Totals(
            self._read_at,
            self._snapshot.count,
            self._latencies,
            sum(each.cpu for each in readings),
            sum(each.queued for each in readings),
        )

    def attach(
        self,
        workers: Sequence[int],
        counters: Sequence[LiveCounters],
        arrivals: Sequence[ArrivalQueue] = (),
    ) -> None:
        """Also watch these workers and their lanes from now on."""
        self._worker = ProcessGroup(*workers)
        self._counters = CombinedCounters(counters)
        self._arrivals = arrivals
        self._last["worker"] = self._worker.reading()
        self._snapshot, _ = self._counters.poll()
        self._memories.clear()

    def attach_server(self, server: ResourceUsage | None) -> None:
        """Watch a restarted server from now on."""
        self._server = server
        if server is not None:
            self._last["server"] = server.reading()
        self.refresh_memory()

    def attach_api(self, api: int) -> None:
        """Watch an API's process, which a worker has started, separately from now on."""
        if self._api is None:
            self._api = ProcessGroup(api)
        else:
            self._api.watch(api)
        self._last["api"] = self._api.reading()
        if self._worker is not None:
            self._worker.exclude(api)
        self.refresh_memory()

    def detach(self) -> None:
        """Stop sampling the worker and its children."""
        self._worker = self._api = self._counters = None
        self._arrivals = ()
        self._last.pop("worker", None)
        self._last.pop("api", None)

    def sample(
        self, run_id: int | None, operation: str | None, active: Endpoint | None = None
    ) -> ProbeSample:
        """One reading of everything. `sampler_cpu` is the cost of the previous reading. If several
        servers are watched, memory is that of the `active` one, whose turn it is."""
        began = time.thread_time()
        now = time.monotonic()  # the clock of the wall may be set meanwhile
        elapsed = max(now - self._read_at, 1e-6)
        self._read_at = now
        server = self._spent("server", self._server)
        worker = self._spent("worker", self._worker)
        api = self._spent("api", self._api)
        snapshot, latencies = self._read_counters()
        self._latencies = latencies
        server_cpu, worker_cpu = self._split(server, worker, latencies, elapsed)
        memories = self._memory(now, active)
        count = snapshot.count - self._snapshot.count
        self._snapshot = snapshot
        p50, p99 = percentiles_us(latencies)
        waiting, dropped = self._read_arrivals()
        sample = ProbeSample(
            at=wall_time(),
            run_id=run_id,
            operation=operation,
            server_cpu=server_cpu,
            worker_cpu=worker_cpu,
            machine_cpu=self._machine.percent(),
            sampler_cpu=100 * self._sampler_cpu_seconds / elapsed,
            server_memory=memories.server,
            worker_memory=memories.worker,
            machine_memory=memory_in_use() / _MB,
            server_read=server.read if server else None,
            server_written=server.written if server else None,
            statements=count,
            progress=snapshot.progress,
            p50_us=p50,
            p99_us=p99,
            api_cpu=100 * api.cpu / elapsed if api else None,
            api_memory=memories.api,
            waiting=waiting,
            dropped=dropped,
        )
        self._sampler_cpu_seconds = time.thread_time() - began
        return sample

    def refresh_memory(self) -> None:
        """Have memory read at the next sample, but not within half a second of the last reading."""
        for each in self._memories.values():
            each.due = min(each.due, each.read + 0.5)

    def _spent(self, name: str, group: ResourceUsage | None) -> UsageReading | None:
        if group is None:
            return None
        now = group.reading()
        before = self._last.get(name, now)
        self._last[name] = now
        return UsageReading(
            now.cpu - before.cpu, now.read - before.read, now.written - before.written
        )

    def _read_counters(self) -> tuple[CounterSnapshot, list[int]]:
        if self._counters is None:
            return CounterSnapshot(0, 0, 0), []
        return self._counters.poll()

    def _read_arrivals(self) -> tuple[int | None, int | None]:
        """Arrivals waiting for a lane, and those dropped since the previous reading; a new load
        counts from 0."""
        if not self._arrivals:
            return None, None
        seen = [each.snapshot() for each in self._arrivals]
        before, self._dropped = self._dropped, sum(each.dropped for each in seen)
        dropped = self._dropped - (before if before <= self._dropped else 0)
        return sum(each.waiting for each in seen), dropped

    def _split(
        self,
        server: UsageReading | None,
        worker: UsageReading | None,
        latencies: list[int],
        elapsed: float,
    ) -> tuple[float | None, float | None]:
        """CPU of server and worker in percent of one core. That of lanes is not split: their
        latencies begin at the arrival."""
        if self._inside_worker and worker is not None and not self._arrivals:
            inside = min(1.0, sum(latencies) / 1e9 / elapsed)
            percent = 100 * worker.cpu / elapsed
            encryptor_cpu = 100 * server.cpu / elapsed if server else 0.0
            return percent * inside + encryptor_cpu, percent * (1 - inside)
        return (
            100 * server.cpu / elapsed if server else None,
            100 * worker.cpu / elapsed if worker else None,
        )

    def _memory(self, now: float, active: Endpoint | None) -> _Memories:
        found = self._memories.setdefault(active.data if active else None, _Memories())
        if now < found.due:
            return found
        began = time.thread_time()
        found.worker = self._worker.memory() if self._worker else None
        found.server = found.worker
        if not self._inside_worker:
            server = ServerCounter(active) if active else self._server
            found.server = server.memory() if server else None
        found.api = self._api.memory() if self._api else None
        spent = time.thread_time() - began
        found.read, found.due = now, now + max(MEMORY_SECONDS, spent / _MEMORY_SHARE)
        return found


@dataclass
class _Memories:
    """MB of each, when they were read, and when they are to be read again."""

    server: float | None = None
    worker: float | None = None
    api: float | None = None
    read: float = 0.0
    due: float = 0.0


def percentiles_us(latencies: list[int]) -> tuple[float | None, float | None]:
    """The 50th and the 99th of latencies in nanoseconds, in µs, by nearest rank."""
    if not latencies:
        return None, None
    ordered = sorted(latencies[:: 1 + len(latencies) // _MOST_LATENCIES])
    return ordered[len(ordered) // 2] / 1000, ordered[int(0.99 * len(ordered))] / 1000
