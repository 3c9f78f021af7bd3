"""Readings of CPU, memory and I/O that are sampled during a run: `ProbeSample`. Its fields are keys
in spools."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ProbeSample:
    """One reading of server, worker and machine, several times a second; None if not available.

    CPU is in percent of one core since the previous reading, memory in MB (10⁶ bytes), I/O in bytes
    since the previous reading. `server_memory` is proportional (PSS) if the system has it, so that
    shared buffers are not counted once per process. `statements` were finished since the previous
    reading; `p50_us` and `p99_us` are of their latencies. An API may run between worker and server.
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
    """Requests of a load that waited for a lane (a process that sends requests); None without a
    load."""
    dropped: int | None = None
    """Requests that found the queue full since the previous reading."""
    points: bytes | None = None
    """Progress of an encryption change since the previous reading (`app.results.change_progress`);
    None for other work."""
