"""What our clock says of a statement on DuckDB beside what it takes in a bare loop over its client.

Statements inside the process take a fraction of a millisecond, nearly all of it DuckDB's own plan.
One peer gives the client the text each time, as its documentation does; the other a statement that
was parsed before, as we do. DuckDB opens a file once, so that they read a copy of ours, opened as
the client does by itself. They have what we have done for the process: no search for pandas.
"""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb

from benchmarks import shared_servers
from benchmarks.measuring import lookup

_STATEMENTS = 1000
"""Of a turn."""
_SELECT = lookup.SELECT.replace(":id", "?")


def measure() -> dict[str, float]:
    """`duckdb_ratio` and `duckdb_parsed_ratio`: each peer's time per statement over the one we
    report.

    Raises: ServerUnavailable
    """
    some = lookup.some_ids()[:_STATEMENTS]
    with shared_servers.database("duckdb") as (server, database), TemporaryDirectory() as folder:
        lookup.fill(server, database)
        copy = shutil.copy(Path(str(server.endpoint.directory), f"{database}.duckdb"), folder)
        with (
            lookup.reported(server, database, some) as ours,
            closing(duckdb.connect(copy)) as client,
        ):
            client.begin()
            [parsed] = client.extract_statements(_SELECT)
            return {
                "duckdb_ratio": lookup.ratio_to_reported(lookup.bare(client, _SELECT, some), ours),
                "duckdb_parsed_ratio": lookup.ratio_to_reported(
                    lookup.bare(client, parsed, some), ours
                ),
            }
