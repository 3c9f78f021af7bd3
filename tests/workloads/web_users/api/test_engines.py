"""Every engine's users can be had through the API, also those of engines that run inside it."""

from __future__ import annotations

import threading

import pytest

from engines.contract.protection import PLAINTEXT, Protection
from engines.servers.server import Server
from tests.requirements import needs_processes
from tests.workloads.web_users.api.household import GCM, SEED, household
from workloads.web_users.api.process import Api
from workloads.web_users.requests.users import user


@pytest.mark.slow
@pytest.mark.in_every_run("mariadb", "firebird", "sqlite")  # PostgreSQL: test_api; MySQL: MariaDB's
@pytest.mark.parametrize(
    "protection",
    [
        pytest.param(PLAINTEXT, marks=pytest.mark.exhaustive),
        GCM,
    ],  # encrypting does all of it and more
    ids=lambda each: each.name,
)
def test_that_users_of_any_engine_are_added_and_read_side_by_side(
    server: Server, protection: Protection
) -> None:
    needs_processes(server.engine)
    with household(server, protection) as home, home.api() as api:
        lanes = [threading.Thread(target=_add, args=(api, lane)) for lane in (0, 1)]
        for lane in lanes:
            lane.start()
        for lane in lanes:
            lane.join()
        with api.users.open() as target:
            found = {target.get(number) for number in range(1, 14)}
        assert found == {user(SEED, number) for number in (1, 2, 3, *range(100, 110))}


def _add(api: Api, lane: int) -> None:
    with api.users.open() as target:
        for number in range(100 + lane, 110, 2):
            target.add(target.to_add(user(SEED, number)))
