"""What the sampler costs: CPU of its thread at 10 Hz while it watches a server under load.

The server is a real MariaDB, or PostgreSQL where that is missing, the worker a process of its own
that runs the timed loop against it and writes to real counters. All 20 s count: attaching, memory
readings and waiting as well.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection

from app.campaign.turns.timed_loop import TimedClock
from app.campaign.watching.sampler import Sampler, usage_of
from app.campaign.workers.run_supervision import SAMPLE_SECONDS
from app.processes.live_counters import LiveCounters
from benchmarks import shared_servers
from benchmarks.measuring import lookup
from engines.contract.endpoint import Endpoint
from engines.registry import engine_named
from engines.servers.server import Server

_SECONDS = 20.0
_SPAWN = multiprocessing.get_context("spawn")


def measure() -> dict[str, float]:
    """`sampler_core_percent`: percent of one core that sampling takes.

    Raises: ServerUnavailable
    """
    engine = shared_servers.first_of("mariadb", "postgresql")
    with shared_servers.database(engine) as (server, database):
        lookup.fill(server, database)
        board = LiveCounters()
        try:
            with _worker(server, database, board) as pid:
                percent = _watch(server, pid, board)
        finally:
            board.close()
    return {"sampler_core_percent": percent}


def _watch(server: Server, worker: int, board: LiveCounters) -> float:
    began, spent = time.monotonic(), time.thread_time()
    sampler = Sampler(usage_of(server.endpoint))
    sampler.attach([worker], [board])
    statements = 0
    due = began
    while due - began < _SECONDS:
        due += SAMPLE_SECONDS
        time.sleep(max(0.0, due - time.monotonic()))
        statements += sampler.sample(1, "SELECT").statements
    assert statements, "the worker did nothing"
    return 100 * (time.thread_time() - spent) / (time.monotonic() - began)


@contextmanager
def _worker(server: Server, database: str, board: LiveCounters) -> Iterator[int]:
    """The process id of a worker that has begun and works until the block is left."""
    ours, theirs = _SPAWN.Pipe()
    process = _SPAWN.Process(target=_work, args=(server.endpoint, database, board, theirs))
    process.start()
    theirs.close()
    try:
        ours.recv()
        assert process.pid is not None
        yield process.pid
    finally:
        ours.close()
        process.join(10)
        process.kill()


def _work(endpoint: Endpoint, database: str, board: LiveCounters, pipe: Connection) -> None:
    session = engine_named(endpoint.engine).driver.connect(endpoint, database)
    prepared = session.prepare(lookup.BY_ID, lookup.PLAIN)
    clock = TimedClock(board)
    pipe.send(None)
    while not pipe.poll():
        for values in lookup.some_ids()[:1_000]:
            clock.run(prepared, values)
    session.close()
