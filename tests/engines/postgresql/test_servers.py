"""PostgreSQL that we start where programs cannot reach each other by a socket with a path."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from engines.contract.errors import Cause, ServerUnavailable, cause_of
from engines.opening import open_server
from engines.postgresql import servers
from engines.servers.server import Server
from tests.requirements import spec_of

pytestmark = pytest.mark.slow


@pytest.fixture
def at_port(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(servers, "LOCAL_SOCKETS", False)
    with closing(open_server(spec_of("postgresql"))) as server:
        yield server


def test_that_a_server_without_a_socket_lets_its_password_in_alone(at_port: Server) -> None:
    endpoint, engine = at_port.endpoint, at_port.engine
    assert (endpoint.socket, endpoint.host) == (None, "127.0.0.1")
    assert engine.servers.probe(endpoint).native
    with pytest.raises(ServerUnavailable) as refused:
        engine.servers.check_connection(replace(endpoint, password="another"))
    assert cause_of(refused.value) is Cause.LOGIN
    database = engine.catalogue.create_database(endpoint, "at_a_port")
    confined = engine.catalogue.restricted_login(endpoint, database)
    assert confined.user != endpoint.user
    with closing(engine.driver.connect(confined, database)) as session:
        session.execute("create table its_own ()")
    engine.catalogue.drop_database(endpoint, database)
    assert str(endpoint.password) not in Path(f"/proc/{endpoint.pid}/cmdline").read_text()
