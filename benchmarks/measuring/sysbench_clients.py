"""A closed load of N clients against `sysbench --threads=N` on MariaDB and MySQL."""

from __future__ import annotations

from contextlib import suppress

from benchmarks import shared_servers
from benchmarks.measuring import clients, lookup, sysbench
from engines.contract.errors import ServerUnavailable


def measure() -> dict[str, float]:
    """`mariadb_clients_1_ratio` to `mysql_clients_64_ratio`: our requests per second over
    sysbench's queries, on one core; MySQL's where it is installed.

    Raises: PeerMissing, ServerUnavailable
    """
    program = sysbench.program_found()
    found = _of(program, "mariadb")
    with suppress(ServerUnavailable):
        found |= _of(program, "mysql")
    return found


def _of(program: str, engine: str) -> dict[str, float]:
    with shared_servers.database(engine) as (server, database):
        lookup.fill(server, database)
        lead, whole = clients.LEAD, clients.LEAD + clients.SECONDS
        length = ("--events=0", f"--time={whole}", f"--report-checkpoints={lead}")

        def peer(threads: int) -> float:
            return sysbench.run(sysbench.command_of(program, server, database, length, threads))

        return clients.ratios(server, database, f"{engine}_clients", peer)
