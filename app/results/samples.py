"""What is read of server, worker and machine several times a second while a run lasts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ProbeSample:
    """One reading. CPU in percent of one core since the reading before, memory in MB (10⁶ bytes).

    `server_memory` is proportional (PSS) where the system tells it, so that shared buffers are
    not counted once per process. I/O in bytes since the reading before. None if not available.
    `statements` were finished since the reading before; p50 and p99 of their latencies in µs. An
    API is what stands between worker and server, where something does.
    """

    at: float
    run_id: int | None
    operation: str | None
    server_cpu: float | None
    worker_cpu: float | None
    machine_cpu: float
    sampler_cpu: float
    server_memory: float | None
    worker_memory: float | None
    machine_memory: float
    server_read: float | None
    server_written: float | None
    statements: int
    progress: float
    p50_us: float | None
    p99_us: float | None
    api_cpu: float | None = None
    api_memory: float | None = None
    waiting: int | None = None
    """Arrivals that waited for a lane; None where nothing arrives."""
    dropped: int | None = None
    """Arrivals that found the queue full since the reading before."""
