"""A closed load of N clients against `pgbench -c N -M prepared` and `sysbench --threads=N`: same
statement, server, socket, all on one core.

pgbench serves all connections by one thread, as ours does on PostgreSQL; sysbench has a thread for
each, as ours has on MariaDB and MySQL.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from app.campaign.load.lanes import Lanes
from benchmarks import shared_servers
from benchmarks.measuring import lookup, pgbench
from benchmarks.one_core import one_core
from benchmarks.registry import CLIENTS
from benchmarks.rounds import Side, median_ratio
from engines.contract.endpoint import Endpoint
from engines.contract.session import Session
from engines.registry import engine_named
from engines.servers.server import Server
from workloads.load import ClosedPace, LaneRequests, Request, RequestSource

LEAD, SECONDS = 1, 1
"""Of a turn: what is not counted of any side, as connections are new, and what is."""
_ROUNDS = 5
_SCRIPT = f"""\\set id random(1, {lookup.ROWS})
{lookup.SELECT};
"""


def measure() -> dict[str, float]:
    """`clients_1_ratio` to `clients_64_ratio`: our requests per second over pgbench's transactions,
    all on one core.

    Raises: PeerMissing, ServerUnavailable
    """
    with shared_servers.database("postgresql") as (server, database):
        lookup.fill(server, database)
        program = pgbench.program_of(server)
        length = ("-j", "1", "-T", str(LEAD + SECONDS), "-P", str(LEAD))
        with pgbench.script_of(_SCRIPT) as script:

            def peer(clients: int) -> float:
                made = pgbench.command_of(program, server, database, script, clients, length=length)
                return pgbench.run_after(made)

            return ratios(server, database, "clients", peer)


def ratios(
    server: Server, database: str, name: str, peer: Callable[[int], float]
) -> dict[str, float]:
    """Our requests per second over those of a peer with so many clients, all on one core.

    Raises: PeerMissing
    """
    asking = _AskingById(server.endpoint, database)
    with one_core(server):
        return {
            f"{name}_{clients}_ratio": _ratio(asking, clients, partial(peer, clients))
            for clients in CLIENTS
        }


def _ratio(asking: RequestSource, clients: int, peer: Side) -> float:
    lanes = Lanes(clients, 1, None)
    try:
        crew, pace = lanes.group(native=True), ClosedPace(0, SECONDS, lead=LEAD)

        def ours() -> float:
            return crew.run_load(asking, pace, clients).measures()["rate_per_s"]

        return median_ratio(ours, peer, "per second", _ROUNDS)
    finally:
        lanes.close()


@dataclass(frozen=True)
class _AskingById(RequestSource):
    endpoint: Endpoint
    database: str

    def open(self) -> LaneRequests:
        engine = engine_named(self.endpoint.engine)
        return _ById(engine.driver.connect(self.endpoint, self.database))


class _ById(LaneRequests):
    def __init__(self, session: Session) -> None:
        self._session = session
        session.commit_each()
        self._prepared = session.prepare(lookup.BY_ID, lookup.PLAIN)
        ids, bind = lookup.some_ids(), self._prepared.bind
        self.kinds = [
            Request(
                lambda number: bind(ids[number % len(ids)]),
                self._prepared.run,
                prepared=self._prepared,
            )
        ]

    def close(self) -> None:
        self._prepared.close()
        self._session.close()
