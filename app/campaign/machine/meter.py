"""Reads the resources that an operation uses (CPU, disk, memory, context switches), before and
after it, outside its clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Required, TypedDict

from app.campaign.machine.counters import (
    OwnCounter,
    ProcessCounts,
    ProcessTreeCounter,
    ServerCounter,
)
from app.system.wall_time import wall_time
from engines.base.engine import Engine
from engines.contract.endpoint import Endpoint


class OperationCounters(TypedDict, total=False):
    """The counters of an `OperationFinished`, and when it ended (seconds since the epoch)."""

    finished_at: Required[float]
    server_seconds: Required[float | None]
    server_cpu_s: float | None
    worker_cpu_s: float | None
    server_voluntary: int | None
    server_involuntary: int | None
    worker_voluntary: int | None
    worker_involuntary: int | None
    server_read: int | None
    server_written: int | None
    worker_read: int | None
    worker_written: int | None
    api_cpu_s: float | None
    first_memory_mb: float | None
    last_memory_mb: float | None


def unknown_counters(finished_at: float) -> OperationCounters:
    """For an operation that ran together with others, so that its resources are unknown."""
    return {"finished_at": finished_at, "server_seconds": None}


class Meter:
    """Reads what server, worker and the API between them use.

    `read_before`, then `begin` and `end` as near to the work as may be, then `totals`.
    """

    def __init__(self, engine: Engine, endpoint: Endpoint, database: str) -> None:
        self._engine, self._endpoint, self._database = engine, endpoint, database
        self._server, self._own = ServerCounter(endpoint), OwnCounter()
        self._api: ProcessTreeCounter | None = None
        pooler = endpoint.pooler_pid
        self._pooler = None if pooler is None else ProcessTreeCounter(pooler)
        self.pooler_cpu: float | None = None
        """Seconds of CPU of what the server is entered through, which are among the server's."""
        self._counted = ProcessCounts(), ProcessCounts(), ProcessCounts()
        self._first_memory: float | None = None
        self._last_memory: float | None = None
        self._finished_at = 0.0

    def watch_api(self, pid: int) -> None:
        """From now on count this process, the API, separately."""
        self._api = ProcessTreeCounter(pid)

    def read_before(self) -> None:
        """Take the readings before the first statement."""
        self._server_seconds = self._server_work()

    def begin(self, lanes: Sequence[int] = ()) -> None:
        """The work begins now, in this process or in `lanes`; connections are open."""
        self._own = OwnCounter(lanes)
        self._first_memory = self._memory()  # before anything is counted
        self._server.begin()
        if self._api is not None:
            self._api.begin()
        if self._pooler is not None:
            self._pooler.begin()
        self._own.begin()

    def end(self) -> None:
        """Take the readings after the work."""
        self._finished_at = wall_time()
        own = self._own.end()
        server = self._server.end()
        if self._pooler is not None:
            self.pooler_cpu = self._pooler.end().cpu
        self._counted = server, own, self._api.end() if self._api is not None else ProcessCounts()
        self._last_memory = self._memory()

    def standby_lag(self) -> float | None:
        """Bytes of log that the server's last standby has not replayed yet; None without one."""
        lag = self._engine.servers.standby_lag
        return max((lag(self._endpoint, each) for each in self._endpoint.standbys), default=None)

    def totals(self) -> OperationCounters:
        """All counters, once the connections of the work are closed."""
        after = self._server_work()
        server, own, api = self._counted
        return {
            "finished_at": self._finished_at,
            "server_seconds": _difference(self._server_seconds, after),
            "server_cpu_s": server.cpu,
            "worker_cpu_s": own.cpu,
            "server_voluntary": server.voluntary,
            "server_involuntary": server.involuntary,
            "worker_voluntary": own.voluntary,
            "worker_involuntary": own.involuntary,
            "server_read": server.read,
            "server_written": server.written,
            "worker_read": own.read,
            "worker_written": own.written,
            "api_cpu_s": api.cpu,
            "first_memory_mb": self._first_memory,
            "last_memory_mb": self._last_memory,
        }

    def totals_of_one_side(self, server_cpu: float | None) -> OperationCounters:
        """All counters of one side of a lockstep: of the server, which all sides share, only
        `server_cpu` (seconds) that was read for this side's connections."""
        separate: OperationCounters = {
            **self.totals(),
            "server_cpu_s": server_cpu if self._endpoint.roots else None,
            "server_voluntary": None,
            "server_involuntary": None,
            "server_read": None,
            "server_written": None,
        }
        if not self._engine.servers.counts_per_database:
            separate["server_seconds"] = None
        return separate

    def _memory(self) -> float | None:
        """MB of the server, or of this process where the engine is inside it."""
        if not self._endpoint.in_process:
            return self._server.memory()
        return self._own.memory() if self._api is None else None

    def _server_work(self) -> float | None:
        """Seconds of work that the server has counted; unknown while an API stands between. Its
        sessions stay, and a server counts a session's work when that ends."""
        if self._api is not None:
            return None
        return self._engine.servers.server_seconds(self._endpoint, self._database)


def _difference(before: float | None, after: float | None) -> float | None:
    return None if before is None or after is None else max(0.0, after - before)
