"""Entering servers by processes of their own, of which none stays."""

from __future__ import annotations

import pytest

from app.servers.opening import attach_server, check_running_server, visit
from engines.contract.endpoint import Endpoint, Source
from engines.contract.errors import ServerUnavailable
from engines.servers.server import ServerSpec
from tests.app.workers import workers_of
from tests.patience import wait_until

AWAY = ServerSpec("away", Source.ADDRESS, "postgresql", host="127.0.0.1", port=1, user="x")


def others(before: set[int]) -> set[int]:
    return {each.pid for each in workers_of()} - before


def test_that_no_process_stays_for_a_server_that_is_away_while_its_error_is_shown() -> None:
    before = {each.pid for each in workers_of()}
    server = attach_server(AWAY, Endpoint("postgresql", host="127.0.0.1", port=1, user="x"))
    with pytest.raises(ServerUnavailable) as shown:
        check_running_server(server)
    wait_until(lambda: not others(before))
    tried = visit(AWAY, None)
    wait_until(lambda: not others(before))
    assert shown.value.title and tried.error is not None
