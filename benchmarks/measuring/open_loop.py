"""The open loop against `pgbench -R`: what is held of a rate that is more than can be seen to.

Both schedule arrivals ahead, at random, for as many connections, and ask for the same users by
their ids, by a prepared statement and without a transaction. Both take the answer whole and leave
its values as they came; ours also sees, when its clock has stopped, that it is a user.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from app.campaign.load.lanes import Lanes
from app.campaign.machine.cores import Cores
from benchmarks import shared_servers
from benchmarks.measuring import lookup, pgbench
from benchmarks.one_core import one_core
from benchmarks.rounds import Side, median_ratio
from engines.contract.protection import PLAINTEXT, Keying
from engines.servers.server import Server
from engines.sql.statement import Unencrypted
from workloads.load import Arrivals, LaneRequests, OpenPace, Request, RequestSource
from workloads.web_users.requests.target import DirectSpec, RequestKind, UserRequestSource
from workloads.web_users.requests.users import ADD, FIELDS, schema, user

_USERS = 10_000
_SCRIPT = f"""\\set id random(1, {_USERS})
select {", ".join(FIELDS)} from users where id = :id;
"""
_TOO_MUCH = 1.25
"""So many times what pgbench manages without a rate arrive."""
_NOTHING, _REAL = 20_000.0, 2_000.0
"""Arrivals per second that a lane, and PostgreSQL, should be able to see to."""


def measure() -> dict[str, float]:
    """`open_loop_ratio`: our requests per second over pgbench's transactions, one connection each,
    left to the scheduler; `open_loop_ratio_one_core` with both and the server on one core, and
    `open_loop_ratio_two_lanes` with two connections each, which two cores are too few for.
    `noop_starts_late_ms_p99`: how late the 99th of a hundred requests starts and is over that asks
    nobody, 20,000 a second; `get_by_id_held_percent`: how much of 2,000 real ones a second is held.

    Raises: PeerMissing, ServerUnavailable
    """
    with shared_servers.database("postgresql") as (server, database):
        _fill(server, database)
        one, two = (_ratio(server, database, count, None) for count in (1, 2))
        with one_core(server) as core:
            on_one = _ratio(server, database, 1, frozenset({core}))
        held = _measures(_users(server, database), OpenPace((_REAL,), lookup.SECONDS), 2)
    nothing = _measures(_Nothing(), OpenPace((_NOTHING,), lookup.SECONDS), 1)
    return {
        "open_loop_ratio": one,
        "open_loop_ratio_one_core": on_one,
        "open_loop_ratio_two_lanes": two,
        "noop_starts_late_ms_p99": nothing["latency_p99_ms"],
        "get_by_id_held_percent": 100 * held["rate_per_s"] / _REAL,
    }


def _ratio(server: Server, database: str, lanes: int, cores: Cores | None) -> float:
    program = pgbench.program_of(server)
    with pgbench.script_of(_SCRIPT) as script:

        def command(*more: str) -> list[str]:
            return pgbench.command_of(program, server, database, script, lanes, more)

        rate = _TOO_MUCH * pgbench.run(command())
        throttled = command("-R", f"{rate:.0f}")
        with _load(server, database, rate, lanes, cores) as ours:
            return median_ratio(ours, lambda: pgbench.run(throttled), "per second")


@contextmanager
def _load(
    server: Server, database: str, rate: float, lanes: int, cores: Cores | None
) -> Iterator[Side]:
    pace = OpenPace((rate,), lookup.SECONDS, Arrivals.POISSON)
    asking = _users(server, database)
    made = Lanes(lanes, pace.queue, cores)
    try:
        yield lambda: made.group().run_load(asking, pace, lanes).measures()["rate_per_s"]
    finally:
        made.close()


def _measures(asking: RequestSource, pace: OpenPace, lanes: int) -> Mapping[str, float]:
    made = Lanes(lanes, pace.queue, None)
    try:
        return made.group().run_load(asking, pace, lanes).measures()
    finally:
        made.close()


def _users(server: Server, database: str) -> UserRequestSource:
    direct = DirectSpec(server.endpoint, database, PLAINTEXT, Keying(bytes(32)))
    return UserRequestSource(
        direct, (RequestKind.GET,), array("q", range(1, _USERS + 1)), _USERS + 1, 0
    )


class _Nothing(RequestSource):
    """Requests that are over at once."""

    def open(self) -> LaneRequests:
        return _Over()


class _Over(LaneRequests):
    kinds = (Request(lambda number: number, lambda number: None),)

    def close(self) -> None:
        """Nothing was opened."""


def _fill(server: Server, database: str) -> None:
    plain = Unencrypted()
    session = server.engine.driver.connect(server.endpoint, database)
    try:
        server.engine.driver.create_schema(session, schema(), plain)
        session.begin()
        adding = session.prepare(ADD, plain)
        for number in range(1, _USERS + 1):
            adding.execute(*user(0, number))
        adding.close()
        session.commit()
    finally:
        session.close()
