"""What our clock says of a statement on SQLite beside what it takes in a bare loop over a driver.

Statements inside the process take a microsecond, so that the client's own work shows as nowhere
else. Here the figure that campaigns report is compared, the time inside statements; the rate of the
whole loop, which also records each latency, is what the benchmarks `pgbench` and `sysbench` tell.

One peer is Python's own `sqlite3`, the usual way, the other apsw, the driver that ours stands on:
execute and fetchall on one cursor, statements from the driver's cache, parameters made before. All
of them read the same file, each in one transaction, as a worker does.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from time import perf_counter
from typing import Any

import apsw

from app.campaign.turns.clock import TimedClock
from app.processes.live_counters import LiveCounters
from benchmarks import shared_servers
from benchmarks.measuring import lookup
from benchmarks.rounds import Side, median_ratio
from engines.servers.server import Server

_TURNS = 20
"""How often a side goes through all ids in one turn."""
_SELECT = lookup.SELECT.replace(":id", "?")


def measure() -> dict[str, float]:
    """`sqlite_ratio` and `apsw_ratio`: each peer's time per statement over the one we report.

    Raises: ServerUnavailable
    """
    with shared_servers.database("sqlite") as (server, database):
        lookup.fill(server, database)
        path = f"{server.endpoint.directory}/{database}.sqlite"
        with (
            _ours(server, database) as ours,
            closing(sqlite3.connect(path, isolation_level=None)) as usual,
            closing(apsw.Connection(path)) as bare,
        ):
            return {
                "sqlite_ratio": _ratio(usual, ours),
                "apsw_ratio": _ratio(bare, ours),
            }


@contextmanager
def _ours(server: Server, database: str) -> Iterator[Side]:
    board = LiveCounters.create()
    clock = TimedClock(board)
    try:
        with server.engine.connect(server.endpoint, database) as session:
            session.begin()
            prepared = session.prepare(lookup.BY_ID, lookup.PLAIN)
            some = lookup.some_ids() * _TURNS

            def microseconds() -> float:
                clock.start(len(some))
                with lookup.uncollected():
                    clock.run_many((prepared, values) for values in some)
                assert clock.statements == len(some)
                return 1e6 * clock.busy_seconds / len(some)

            yield microseconds
            prepared.close()
    finally:
        board.close()


def _ratio(peer: Any, ours: Side) -> float:
    peer.execute("begin")
    cursor = peer.cursor()
    ours()
    _microseconds(cursor)
    return median_ratio(lambda: _microseconds(cursor), ours, "µs")


def _microseconds(cursor: Any) -> float:
    """Time per statement of a loop over a DB-API cursor."""
    execute, fetchall = cursor.execute, cursor.fetchall
    some = lookup.some_ids() * _TURNS
    with lookup.uncollected():
        began = perf_counter()
        for values in some:
            execute(_SELECT, values)
            fetchall()
        spent = perf_counter() - began
    return 1e6 * spent / len(some)
