"""A statement with a result of any size fails, and its process tells so."""

from __future__ import annotations

import resource
import secrets
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from app.processes.fork_server import new_pipe, start_worker
from app.processes.own_database import serve
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError
from engines.platform.resource_limits import limit_memory, machine_share, worker_bytes
from engines.registry import engine_named
from engines.servers.server import Server

_BOUND = 500 << 20
_TOO_LARGE = {
    "mariadb": "select repeat('x', 15000000) from seq_1_to_100",
    "mysql": (
        "with recursive n (x) as (select 1 union all select x + 1 from n where x < 100) "
        "select repeat('x', 15000000) from n"
    ),
    "sqlite": "with recursive n (x) as (select 1 union all select x + 1 from n where x < 100) "
    "select zeroblob(15000000) from n",
    "duckdb": "select repeat('x', 15000000) from range(100)",
    "firebird": (
        "with recursive n (x) as (select 1 from rdb$database union all "
        "select x + 1 from n where x < 1000) "
        "select rpad('', 30000, 'x') from n a cross join n b"
    ),
    "postgresql": "select repeat('x', 15000000) from generate_series(1, 100)",
}
"""By engine: a result of 1.5 GB, or more."""


class _Fetching:
    """What a worker does that runs one statement."""

    def __init__(self, endpoint: Endpoint, database: str) -> None:
        self._endpoint, self._database = endpoint, database

    def carry_out(self) -> str:
        most = resource.getrlimit(resource.RLIMIT_DATA)[0]
        assert most == worker_bytes(), most
        limit_memory(_BOUND)
        engine = engine_named(self._endpoint.engine)
        with engine.driver.connect(self._endpoint, self._database) as session:
            rows = session.fetch(_TOO_LARGE[engine.name])
        return f"{len(rows)} rows"

    def clear_away(self) -> None:
        pass


def _work(endpoint: Endpoint, database: str, events: Connection) -> None:
    serve(lambda: _Fetching(endpoint, database), events, lambda error: error)


@pytest.mark.in_every_run("sqlite")
def test_that_a_result_larger_than_a_process_may_take_is_an_error(server: Server) -> None:
    engine, end = server.engine, server.endpoint
    name = engine.catalogue.create_database(end, f"large_{secrets.token_hex(4)}")
    try:
        here, there = new_pipe()
        process = start_worker(_work, end, name, there)
        there.close()
        assert here.poll(120), "it tells"
        report = here.recv()
        process.join(30)
    finally:
        engine.catalogue.drop_database(end, name)
    assert isinstance(report, CipherbenchError), report
    assert report.title != "Internal error", report
    assert report.message


def test_that_the_bound_leaves_room_for_normal_work() -> None:
    assert 1 << 30 <= worker_bytes() <= machine_share()
    status = Path("/proc/self/status").read_text()
    used = next(line for line in status.splitlines() if line.startswith("VmData"))
    assert int(used.split()[1]) * 1024 < worker_bytes() / 2


def test_that_a_server_of_ours_has_a_bound(servers: dict[str, Server]) -> None:
    server = servers["mariadb"]
    if server.endpoint.pid is None:
        pytest.skip("its process is not told")
    limits = Path(f"/proc/{server.endpoint.pid}/limits").read_text()
    (line,) = (each for each in limits.splitlines() if each.startswith("Max data size"))
    assert str(machine_share()) in line
