"""A closed load of N clients against `pgbench -c N -M prepared`: same statement, server, socket.

Ours are N processes that ask by the native loop, pgbench's N connections in as many threads.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.campaign.load.lanes import Lanes
from benchmarks import shared_servers
from benchmarks.measuring import lookup, pgbench
from benchmarks.rounds import median_ratio
from engines.contract.endpoint import Endpoint
from engines.contract.session import Session
from engines.registry import engine_named
from workloads.load import Asking, ClosedPace, Request, Requests

CLIENTS = (1, 4, 16, 64)
_SCRIPT = f"""\\set id random(1, {lookup.ROWS})
{lookup.SELECT};
"""


def measure() -> dict[str, float]:
    """`clients_1_ratio` to `clients_64_ratio`: our requests per second over pgbench's transactions,
    left to the scheduler.

    Raises: PeerMissing, ServerUnavailable
    """
    ratios: dict[str, float] = {}
    with shared_servers.database("postgresql") as (server, database):
        lookup.fill(server, database)
        program = pgbench.program_of(server)
        asking = _AskingById(server.endpoint, database)
        with pgbench.script_of(_SCRIPT) as script:
            for clients in CLIENTS:
                command = pgbench.command_of(program, server, database, script, clients)
                ratio = _ratio(asking, clients, command)
                ratios[f"clients_{clients}_ratio"] = ratio
    return ratios


def _ratio(asking: Asking, clients: int, command: list[str]) -> float:
    lanes = Lanes(clients, 1, None)
    try:
        crew, pace = lanes.crew(native=True), ClosedPace(0, lookup.SECONDS)

        def ours() -> float:
            return crew.carry_out(asking, pace, clients).measures()["rate_per_s"]

        return median_ratio(ours, lambda: pgbench.run(command), "per second")
    finally:
        lanes.close()


@dataclass(frozen=True)
class _AskingById(Asking):
    endpoint: Endpoint
    database: str

    def open(self) -> Requests:
        engine = engine_named(self.endpoint.engine)
        return _ById(engine.driver.connect(self.endpoint, self.database))


class _ById(Requests):
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
