"""A closed load of clients, one of whose nodes is killed in the middle of it."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.plan.campaign import PlannedProtection
from app.plan.status import Status
from app.results.events import Event, OperationStarted, RunFinished
from engines.contract.endpoint import Endpoint, Pooler, Standby
from engines.contract.protection import PLAINTEXT
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.engines.postgresql.test_pgbouncer import there
from tests.requirements import spec_of
from tests.workloads.own.test_mix import TEXT
from workloads.own.workload import OwnParameters

__all__ = ["there"]  # a fixture
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("there")]


def the_pooler(endpoint: Endpoint) -> int | None:
    return endpoint.pooler_pid


def the_standby(endpoint: Endpoint) -> int | None:
    return endpoint.standby_pids[0]


def the_primary(endpoint: Endpoint) -> int | None:
    return endpoint.pid


_SERVER, _STANDBY = "The server was killed (SIGKILL)", "The standby has ended (signal SIGKILL)."
_ROWS = [
    (
        "postgresql",
        Pooler.TRANSACTION,
        Standby.OFF,
        the_pooler,
        "The pooler has ended (signal SIGKILL).",
    ),
    ("postgresql", Pooler.SESSION, Standby.OFF, the_primary, _SERVER),
    *(
        (engine, Pooler.OFF, Standby.SYNCHRONOUS, victim, why)
        for engine in ("postgresql", "mariadb", "mysql")
        for victim, why in ((the_standby, _STANDBY), (the_primary, _SERVER))
    ),
]


@pytest.mark.parametrize(
    ("engine", "pooler", "standby", "victim", "why"),
    [_ROWS[0], *(pytest.param(*each, marks=pytest.mark.exhaustive) for each in _ROWS[1:])],
)
def test_that_a_node_killed_under_clients_ends_the_run_by_name_and_the_next_goes_on(
    engine: str,
    pooler: Pooler,
    standby: Standby,
    victim: Callable[[Endpoint], int | None],
    why: str,
    tmp_path: Path,
) -> None:
    (tmp_path / "mix.toml").write_text(TEXT)
    spec = replace(spec_of(engine), name="nodes", pooler=pooler, standby=standby)
    work = OwnParameters(file=str(tmp_path / "mix.toml"), sizes=(100,), clients=(8,))
    stage = Stage(f"sqlite:///{tmp_path}/results.db")
    killed: list[int] = []

    def kill(event: Event) -> None:
        if isinstance(event, OperationStarted) and not killed:
            assert stage.runner is not None
            pid = victim(stage.runner.pool.servers["nodes"].endpoint)
            assert pid is not None
            killed.append(pid)
            os.kill(pid, signal.SIGKILL)

    stage.watch = kill
    plain = (PlannedProtection(PLAINTEXT),)
    stage.run(quick_campaign("nodes", (spec,), plain, work, repetitions=2, warmups=0))
    failed, done = stage.of(RunFinished)
    assert (failed.status, done.status) == (Status.FAILED, Status.DONE), (failed.why, done.why)
    assert str(failed.why).startswith(why)
