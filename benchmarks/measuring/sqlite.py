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
from contextlib import closing
from typing import Any

import apsw

from benchmarks import shared_servers
from benchmarks.measuring import lookup
from benchmarks.rounds import Side

_TURNS = 20
"""How often a side goes through all ids in one turn."""
_SELECT = lookup.SELECT.replace(":id", "?")


def measure() -> dict[str, float]:
    """`sqlite_ratio` and `apsw_ratio`: each peer's time per statement over the one we report.

    Raises: ServerUnavailable
    """
    some = lookup.some_ids() * _TURNS
    with shared_servers.database("sqlite") as (server, database):
        lookup.fill(server, database)
        path = f"{server.endpoint.directory}/{database}.sqlite"
        with (
            lookup.reported(server, database, some) as ours,
            closing(sqlite3.connect(path, isolation_level=None)) as usual,
            closing(apsw.Connection(path)) as bare,
        ):
            return {
                "sqlite_ratio": lookup.ratio_to_reported(_side(usual, some), ours),
                "apsw_ratio": lookup.ratio_to_reported(_side(bare, some), ours),
            }


def _side(peer: Any, some: list[tuple[int]]) -> Side:
    peer.execute("begin")
    return lookup.bare(peer.cursor(), _SELECT, some)
