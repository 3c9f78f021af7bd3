"""Many clients in the native loop: each asks as soon as it is answered, and all is counted."""

from __future__ import annotations

import threading
import time
from array import array
from collections.abc import Iterator, Sequence
from contextlib import ExitStack

import pytest

from app.campaign.load.latency_counts import BITS, BUCKETS, LatencyRecorder, Tally
from engines.contract.errors import StatementFailed
from engines.contract.session import Prepared, Session
from engines.native.client_load import ClientLoad, LiveCells, RequestNumbers, bound_requests
from engines.servers.server import Server
from engines.sql.statement import ValueType
from engines.sql.statement_text import statement
from tests.deadlock import BOTH, ROWS, fill, met, numbers
from tests.engines.native.test_burst import (
    PLAIN,
    database,
    inserting,
    napping,
    reading,
    server,
    session,
    some,
)

__all__ = ["database", "server", "session"]

CLIENTS = 5


@pytest.fixture
def sessions(server: Server, database: str, session: Session) -> Iterator[list[Session]]:
    with ExitStack() as entered:
        connect = server.engine.driver.connect
        more = [
            entered.enter_context(connect(server.endpoint, database)) for _ in range(CLIENTS - 1)
        ]
        for each in (session, *more):
            each.commit_each()
        yield [session, *more]


class Ran:
    """A load that has run; `latencies` are those of the ring."""

    def __init__(
        self,
        clients: Sequence[Sequence[Prepared]],
        requests: Sequence[tuple[int, object]],
        *,
        most: int = 1 << 60,
        seconds: float = 60.0,
        think: float = 0.0,
        lead: float = 0.0,
    ) -> None:
        bound = bound_requests(clients[0], requests)  # type: ignore[arg-type]
        assert bound is not None
        self.load = ClientLoad(clients, bound, BITS, BUCKETS)
        taken, answered, ring = (memoryview(array("q", [0] * n)) for n in (1, 1, 1024))
        self.began = time.perf_counter_ns()
        window = memoryview(array("q", [0, 0]))
        window[0] = self.began + int(lead * 1e9)
        window[1] = window[0] + int(seconds * 1e9)
        self.load.run(RequestNumbers(taken, 0, 1, most), LiveCells(answered, ring), window, think)
        self.tallies = [
            Tally.of(*each) for each in zip(self.load.counts, self.load.latency_sums, strict=True)
        ]
        self.latencies = ring[: answered[0]].tolist()


def test_that_all_clients_write_and_read_and_every_request_is_counted(
    sessions: list[Session],
) -> None:
    clients = [[inserting(each), reading(each)] for each in sessions]
    rows = some(300)
    put, get = clients[0]
    requests = [
        step
        for row in rows
        for step in ((0, put.bind(row)), (1, get.bind((int(str(row[0])) - 3,))))
    ]
    ran = Ran(clients, requests, most=len(requests))
    found = sessions[0].fetch("select id, broken, flag, word, raw from t order by id")
    assert [
        (n, real, None if flag is None else bool(flag), word, raw)
        for n, real, flag, word, raw in found
    ] == rows
    assert [each.count for each in ran.tallies] == [300, 300]
    assert len(ran.latencies) == 600
    assert sum(ran.latencies) == sum(each.total for each in ran.tallies)
    counts = LatencyRecorder()
    for each in ran.latencies:
        counts.add(each)
    assert Tally.merged(ran.tallies) == counts.tally()
    spent = ran.load.ended - ran.began
    assert spent < sum(ran.latencies) < CLIENTS * spent
    assert 0 < ran.load.cpu_ns < ran.load.threads * spent
    assert get.rows(get.execute(299)) == [(299, rows[299][3])]  # the driver goes on


def test_that_requests_come_again_until_the_time_is_over_and_clients_wait_at_once(
    server: Server, sessions: list[Session]
) -> None:
    nap = statement(napping(server), {"s": ValueType.REAL})
    clients = [[each.prepare(nap, PLAIN)] for each in sessions]
    ran = Ran(clients, [(0, clients[0][0].bind((0.05,)))], seconds=0.5)
    [tally] = ran.tallies
    assert CLIENTS < tally.count <= CLIENTS * 10
    assert min(ran.latencies) >= 50_000_000
    assert ran.load.ended - ran.began >= 500_000_000  # the last are waited for


def test_that_what_is_sent_in_the_lead_is_answered_and_does_not_count(
    server: Server, sessions: list[Session]
) -> None:
    nap = statement(napping(server), {"s": ValueType.REAL})
    clients = [[each.prepare(nap, PLAIN)] for each in sessions]
    ran = Ran(clients, [(0, clients[0][0].bind((0.05,)))], seconds=0.25, lead=0.25)
    [tally], [led] = ran.tallies, ran.load.lead_completed
    assert CLIENTS < tally.count <= CLIENTS * 5 and CLIENTS < led <= CLIENTS * 6
    assert len(ran.latencies) == tally.count + led  # who looks on sees all
    assert ran.load.ended - ran.began >= 500_000_000


def test_that_clients_think_before_each_request(server: Server, sessions: list[Session]) -> None:
    nap = statement(napping(server), {"s": ValueType.REAL})
    clients = [[each.prepare(nap, PLAIN)] for each in sessions]
    ran = Ran(clients, [(0, clients[0][0].bind((0.0,)))], seconds=0.5, think=0.1)
    [tally] = ran.tallies
    assert CLIENTS <= tally.count <= CLIENTS * 4
    assert sum(ran.latencies) < CLIENTS * 0.25e9  # what they think is none of it


def test_that_a_failure_ends_the_load_with_the_servers_words(sessions: list[Session]) -> None:
    clients = [[inserting(each)] for each in sessions]
    bound = [clients[0][0].bind(row) for row in some(100)]
    requests = [(0, each) for each in (*bound[:60], bound[7])]
    with pytest.raises(StatementFailed, match=r"(?i)duplicate"):
        Ran(clients, requests)
    for each, row in zip(clients, some(100)[90:], strict=False):  # every connection goes on
        each[0].execute(*row)
    assert sessions[0].fetch("select count(*) from t where id >= 90") == [(CLIENTS,)]


@pytest.mark.parametrize("tries", [1, 100])
def test_that_a_deadlock_is_tried_again_as_often_as_may_be(
    server: Server, database: str, tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engines.native.client_load.TRIES", tries)
    fill(server, database)
    with ExitStack() as entered:
        connect = server.engine.driver.connect
        sessions = [entered.enter_context(connect(server.endpoint, database)) for _ in range(2)]
        clients = [[each.prepare(statement(BOTH, {}), PLAIN)] for each in sessions]
        bound = clients[0][0].bind(())
        if tries == 1:
            with pytest.raises(StatementFailed, match=r"(?i)deadlock"):
                met(server, database, lambda: Ran(clients, [(0, bound)], most=1))
            assert numbers(server, database)[:2] == [10, 10]
            return
        ran = met(server, database, lambda: Ran(clients, [(0, bound)], most=1))
        assert (ran.tallies[0].count, list(ran.load.retried)) == (1, [1])
        clients[0][0].execute()  # every connection goes on
        clients[1][0].execute()
    assert numbers(server, database) == [13, 13, *[10] * (ROWS - 2)]


def test_that_a_connection_that_ends_is_a_failure_and_no_crash(
    server: Server, sessions: list[Session]
) -> None:
    nap = statement(napping(server), {"s": ValueType.REAL})
    clients = [[each.prepare(nap, PLAIN)] for each in sessions[1:]]
    postgresql = server.engine.name == "postgresql"
    ours = "select pg_backend_pid()" if postgresql else "select connection_id()"
    number = int(str(sessions[1].fetch(ours)[0][0]))

    def end() -> None:
        time.sleep(0.3)
        if postgresql:
            sessions[0].fetch(f"select pg_terminate_backend({number})")
        else:
            sessions[0].execute(f"kill {number}")

    ending = threading.Thread(target=end)
    ending.start()
    with pytest.raises(StatementFailed):
        Ran(clients, [(0, clients[0][0].bind((1.0,)))])
    ending.join()


def test_that_values_longer_than_a_socket_holds_reach_the_server(
    server: Server, sessions: list[Session]
) -> None:
    clients = [[inserting(each), reading(each)] for each in sessions]
    put, get = clients[0]
    rows = [(number, 0.5, True, "ã" * 1_000_000, b"") for number in range(10)]
    requests = [step for row in rows for step in ((0, put.bind(row)), (1, get.bind((0,))))]
    if server.engine.name != "postgresql":  # left to the driver, as in the loop of one client
        assert bound_requests(clients[0], requests) is None
        return
    ran = Ran(clients, requests, most=len(requests))
    assert [each.count for each in ran.tallies] == [10, 10]
    lengths = sessions[0].fetch("select id, char_length(word) from t order by id")
    assert lengths == [(number, 1_000_000) for number in range(10)]
